package shape

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// segment is one printed command of a line.
type segment struct {
	c    *shell.Command
	text string
}

// repeat is what a command and its next round have in common.
type repeat struct {
	at   shell.Span
	text string
}

// line prints the commands of one text. What a wrapper or a text in a word
// prints itself is left out, and so is what stands in files; texts read from
// standard input follow at the end.
func (p *printer) line(cmds []*shell.Command) string {
	var segs, noise, late []segment
	seen := map[repeat]bool{} // rounds of a loop print once
	for _, c := range cmds {
		if c.Outer != nil || c.Place.Script != "" {
			continue
		}
		if c.Place.Depth > 0 && (p.code[c.Span] || p.placeholderProgram(c)) {
			continue
		}
		s := segment{c, p.command(c)}
		again := repeat{c.Span, s.text}
		if s.text == "" || seen[again] {
			continue
		}
		seen[again] = true
		switch {
		case isNoise(c):
			noise = append(noise, s)
		case c.Place.Depth > 0:
			late = append(late, s)
		default:
			segs = append(segs, s)
		}
	}
	segs = append(segs, late...)
	if len(segs) == 0 {
		segs = noise
	}
	return join(segs)
}

func (p *printer) placeholderProgram(c *shell.Command) bool {
	s, ok := c.Program()
	return ok && p.tok.exact(s)
}

func join(segs []segment) string {
	if len(segs) == 0 {
		return Unknown
	}
	var b strings.Builder
	for i, s := range segs {
		if i > 0 {
			if reads(s.c, segs[i-1].c) {
				b.WriteString(" | ")
			} else {
				b.WriteString(" ; ")
			}
		}
		b.WriteString(s.text)
	}
	return b.String()
}

// reads tells whether one command reads what another prints, through filters
// that are not shown.
func reads(c, from *shell.Command) bool {
	if from.PipeTo == c {
		return true
	}
	for hops := 0; hops < 32 && c != nil && c.Stdin.Kind == shell.Pipe; hops++ {
		f := c.Stdin.From
		for f != nil && f.Outer != nil && f != from {
			f = f.Outer
		}
		switch {
		case f == nil:
			return false
		case f == from:
			return true
		case !isNoise(f):
			return false
		}
		c = f
	}
	return false
}

// isNoise: commands that only cut what another one prints, announce something
// or wait. They change nothing about what a line does.
func isNoise(c *shell.Command) bool {
	if len(c.Argv) == 0 || len(c.Redirs) > 0 || hasInline(c) {
		return false
	}
	name, ok := c.Program()
	if !ok {
		return false
	}
	switch path.Base(name) {
	case "head", "tail":
		return c.Stdin.Kind == shell.Pipe && !hasFiles(c)
	case "true", ":", "sleep":
		return true
	case "cat":
		return len(c.Argv) == 1 && (c.Stdin.Kind == shell.Here || c.Stdin.Kind == shell.Pipe)
	case "echo", "printf":
		return c.PipeTo == nil && announces(c)
	}
	return false
}

func hasInline(c *shell.Command) bool {
	for _, a := range c.Env {
		if a.Inline {
			return true
		}
	}
	return false
}

// hasFiles: head and tail with anything but options and counts read files.
func hasFiles(c *shell.Command) bool {
	for _, w := range c.Argv[1:] {
		s, ok := w.Known()
		if !ok || s == "" || s[0] != '-' && s[0] != '+' && !digits(strings.TrimRight(s, "kKMGbB")) {
			return true
		}
	}
	return false
}

// announces tells whether all that is printed stands in the text, or is the
// outcome of a command in it.
func announces(c *shell.Command) bool {
	for _, w := range c.Argv[1:] {
		for _, piece := range w.Pieces {
			switch {
			case piece.Origin == shell.Output:
			case piece.Origin > shell.Glob && len(piece.Name) != 1 && !specialVariable(piece.Text):
				return false
			}
		}
	}
	return true
}

// specialVariable: $?, $!, $# and $$ tell about the shell itself.
func specialVariable(s string) bool {
	return len(s) == 2 && s[0] == '$' && strings.ContainsRune("?!#$", rune(s[1]))
}
