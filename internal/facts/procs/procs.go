// Package procs tells whose processes a command ends: those that the very shell
// has started, which are the agent's own, or others, and then what listed them.
package procs

import (
	"path"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Text is the text that a command was found in, with all its commands.
type Text struct {
	All  []*shell.Command
	Cut  func(shell.Span) string     // a part of the text
	Line func(*shell.Command) string // a command as people see it
}

// Ended tells whether all that kill is given (words) are jobs of this shell, and
// where the others' numbers come from.
func (t Text) Ended(kill *shell.Command, words []shell.Word) (own bool, from string) {
	own = len(words) > 0
	var sources []string
	for _, w := range words {
		mine, source := t.process(kill, w)
		own = own && mine
		if source != "" {
			sources = append(sources, source)
		}
	}
	return own, strings.Join(sources, " ")
}

func (t Text) process(kill *shell.Command, w shell.Word) (own bool, from string) {
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
		if c := t.Printer(kill, p.Text); c != nil {
			return listed(c, p.Text)
		}
	case p.Origin == shell.Supplied && kill.Outer != nil && kill.Outer.Stdin.From != nil:
		c := kill.Outer.Stdin.From
		return listed(c, t.pipeline(c))
	}
	return false, w.String()
}

// Printer is the command in front of to whose output a substitution stands for:
// the only one in it, since of several each may print.
func (t Text) Printer(to *shell.Command, text string) *shell.Command {
	var found *shell.Command
	for _, c := range t.All {
		if c == to {
			break
		}
		part := t.Cut(c.Span)
		if c.Span.End == 0 || c.Outer != nil || !strings.Contains(text, part) {
			continue
		}
		if found != nil && part != t.Cut(found.Span) {
			return nil
		}
		found = c
	}
	return found
}

// pipeline is a command with those whose output reaches it.
func (t Text) pipeline(c *shell.Command) string {
	line := t.Line(c)
	for n := 0; c.Stdin.Kind == shell.Pipe && c.Stdin.From != nil && n < 20; n++ {
		c = c.Stdin.From
		line = t.Line(c) + " | " + line
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
