// Package shape gives the shape of a command: verb, sub-command and flags as
// written, values replaced by the class of what they are. Two commands that
// differ only in values have one shape, so a yes to one settles the other.
//
//	shape.Of(`git commit -am "fix bug"`)  // git commit -am <word>
//
// Shapes are computed from the parsed command with the roles of the knowledge
// base, not from looks: options of a tool stay where they count, a global
// option's value never poses as a sub-command, wrappers are seen through.
// Printed shapes use six placeholders: <url> <path> <n> <sha> <name> <word>.
//
// Command also gives a key, under which a grant is filed. The key says more
// than what is printed: options as a set in one spelling, values by role, the
// name of a task or package, the leading + or : of a ref.
//
// Decisions where the requirements leave a choice: a variable or substitution
// prints as <word> and never gives a key when it names the program; `cd DIR`
// stays visible; what only trims or reports output (| head, | tail, || true,
// || echo, ; echo, sleep) leaves no trace beside another command.
package shape

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// None is the shape of a text without a command, or one that does not parse.
const None = "?"

// Placeholders lists the six placeholders.
func Placeholders() []string { return []string{"<url>", "<path>", "<n>", "<sha>", "<name>", "<word>"} }

// Of gives the printed shape of a command line. A printed shape given back is
// its own shape.
func Of(text string) string {
	text, undo := protect(text)
	r := shell.Read(text, shell.Options{Home: "/home/user", Cwd: "/home/user/project", Knows: kb.New(), Limits: shell.DefaultLimits()})
	if len(r.Commands) == 0 || len(r.Problems) > 0 {
		return None
	}
	s := undo(Line(r.Commands))
	if s == "" {
		return None
	}
	return s
}

// protect replaces placeholders by words that no command holds, since < and >
// are redirections to the shell.
func protect(text string) (string, func(string) string) {
	if !strings.Contains(text, "<") {
		return text, func(s string) string { return s }
	}
	for i, p := range Placeholders() {
		text = strings.ReplaceAll(text, p, marks[i])
	}
	return text, func(s string) string {
		for i, p := range Placeholders() {
			s = strings.ReplaceAll(s, marks[i], p)
		}
		return s
	}
}

// marks stand for the placeholders while a text is parsed; Class knows them.
var marks = [...]string{"placeholder7f3a://url", "/placeholder7f3a/path", "770077007700770077", "facade7facade7facade7", "placeholder7f3a.name", "placeholder7f3aword"}

// Line gives the printed shape of a whole line: its commands in order, joined
// by " ; ", pipes by " | ".
func Line(cmds []*shell.Command) string {
	var b strings.Builder
	var last *shell.Command
	main := anyMain(cmds)
	for _, c := range cmds {
		if !shown(c) || main && trivial(c) {
			continue
		}
		s, _ := Command(c)
		if s == "" || s == None {
			continue
		}
		if last != nil {
			if c.Stdin.Kind == shell.Pipe && c.Stdin.From == last {
				b.WriteString(" | ")
			} else {
				b.WriteString(" ; ")
			}
		}
		b.WriteString(s)
		last = c
	}
	return b.String()
}

// shown: inner commands of a wrapper are printed with it, those of opened files
// are not part of the line.
func shown(c *shell.Command) bool {
	if c.Place.Script != "" || len(c.Argv) == 0 && len(c.Redirs) == 0 {
		return false
	}
	return c.Outer == nil
}

// anyMain tells whether the line does more than trim and report.
func anyMain(cmds []*shell.Command) bool {
	for _, c := range cmds {
		if shown(c) && !trivial(c) {
			return true
		}
	}
	return false
}

// trivial commands change neither verdict nor shape beside others.
func trivial(c *shell.Command) bool {
	name, _ := c.Program()
	for _, r := range c.Redirs {
		if !harmlessRedir(r) {
			return false
		}
	}
	switch name {
	case "true", ":", "false", "sleep", "wait":
		return true
	case "echo", "printf":
		return c.Place.Depth == 0 && c.PipeTo == nil && literal(c.Argv)
	case "cat":
		return c.Stdin.Kind == shell.Here && len(c.Argv) == 1 && len(c.Redirs) == 0
	case "head", "tail":
		return c.Stdin.Kind == shell.Pipe && onlyOptions(c.Argv)
	}
	return false
}

// literal tells whether nothing in the words was made by another command.
func literal(words []shell.Word) bool {
	for _, w := range words {
		for _, p := range w.Pieces {
			if p.Origin == shell.Output {
				return false
			}
		}
	}
	return true
}

func onlyOptions(words []shell.Word) bool {
	for _, w := range words[1:] {
		s, ok := w.Known()
		if !ok || !strings.HasPrefix(s, "-") && strings.Trim(s, "0123456789+") != "" {
			return false
		}
	}
	return true
}

func harmlessRedir(r shell.Redir) bool {
	s, ok := r.File.Known()
	return ok && (s == "/dev/null" || s == "/dev/stderr" || s == "/dev/stdout")
}
