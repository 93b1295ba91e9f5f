package facts

import (
	"path"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// signal says whose process ends. The jobs of the very shell that runs the text
// are the agent's own. Beyond them a yes is bound to where the numbers come
// from: who agreed to end what holds a port did not agree to end whatever
// another command lists.
func (j *judgement) signal(d kb.Deed) {
	e := j.effect(d, sentinel.ScopeNone)
	if d.Kind == sentinel.Signal && j.v.Name == "kill" && j.v.Parse != nil {
		own, from := j.processes()
		if own {
			e.Scope = sentinel.ScopeOwn
		}
		e.Target = from
	}
	j.add(e, d, d.Say)
}

// processes tells whether all that kill is given are jobs of this shell, and
// where the others' numbers come from.
func (j *judgement) processes() (own bool, from string) {
	words := j.v.Parse.Words("pid")
	own = len(words) > 0
	var sources []string
	for _, w := range words {
		mine, source := j.process(w)
		own = own && mine
		if source != "" {
			sources = append(sources, source)
		}
	}
	return own, strings.Join(sources, " ")
}

func (j *judgement) process(w shell.Word) (own bool, from string) {
	if s, ok := w.Known(); ok {
		return strings.HasPrefix(s, "%"), ""
	}
	if len(w.Pieces) != 1 {
		return false, w.String()
	}
	switch p := w.Pieces[0]; {
	case p.Origin == shell.Other && p.Name == "!":
		return true, ""
	case p.Origin == shell.Output:
		if c := j.printer(p.Text); c != nil {
			return listed(c, p.Text)
		}
	case p.Origin == shell.Supplied && j.c.Outer != nil && j.c.Outer.Stdin.From != nil:
		c := j.c.Outer.Stdin.From
		return listed(c, j.lineOf(c))
	}
	return false, w.String()
}

// printer is the command whose output a substitution stands for: the only one
// in it, since of several each may print.
func (j *judgement) printer(text string) *shell.Command {
	var found *shell.Command
	for _, c := range j.a.read.Commands {
		if c == j.c {
			break
		}
		part := cutSpan(j.text, c.Span)
		if c.Span.End == 0 || c.Outer != nil || !strings.Contains(text, part) {
			continue
		}
		if found != nil && part != cutSpan(j.text, found.Span) {
			return nil
		}
		found = c
	}
	return found
}

// lineOf is a command with those whose output reaches it.
func (j *judgement) lineOf(c *shell.Command) string {
	line := j.a.partText(c, j.text)
	for n := 0; c.Stdin.Kind == shell.Pipe && c.Stdin.From != nil && n < 20; n++ {
		c = c.Stdin.From
		line = j.a.partText(c, j.text) + " | " + line
	}
	return line
}

// listed names what a command that prints numbers of processes goes by.
func listed(c *shell.Command, text string) (own bool, from string) {
	v, _ := c.Parsed.(*kb.View)
	name, _ := c.Program()
	if v == nil || v.Parse == nil && name != "jobs" || c.Stdin.Kind == shell.Pipe {
		return false, text
	}
	switch name {
	case "jobs":
		return true, ""
	case "lsof":
		if ports(v.Parse) {
			return false, "of a port"
		}
	case "cat":
		for _, o := range v.Parse.Operands {
			if s, ok := o.Word.Known(); !ok || !strings.HasSuffix(path.Base(s), "pid") {
				return false, text
			}
		}
		if len(v.Parse.Operands) > 0 {
			return false, "of a file of its own"
		}
	}
	return false, text
}

// ports tells whether lsof lists by ports alone, none of them the system's.
func ports(p *kb.Parse) bool {
	found := false
	for _, o := range p.Options {
		switch {
		case o.Name == "-t" || o.Name == "-n" || o.Name == "-P" || o.Name == "-s":
		case o.Name == "-i" && !o.Has:
		case o.Name == "-i" && userPort(o.Value):
			found = true
		default:
			return false
		}
	}
	for _, o := range p.Operands {
		if s, _ := o.Word.Known(); strings.EqualFold(s, "tcp:listen") {
			continue
		}
		if !userPort(o.Word) {
			return false
		}
		found = true
	}
	return found
}

// userPort: :3000, tcp:3000, and not one of the system's.
func userPort(w shell.Word) bool {
	s, ok := w.Known()
	_, port, cut := strings.Cut(s, ":")
	n, err := strconv.Atoi(port)
	return ok && cut && err == nil && n >= 1024
}
