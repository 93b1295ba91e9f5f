package shape

import (
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Unknown is the shape of a text that holds no command or cannot be read.
const Unknown = "?"

// Shape is one command in both forms.
type Shape struct {
	Printed string // for people; never empty
	Key     string // for the ledger; "" when nothing may be filed
}

// Of gives the printed shape of a whole command line. It reads the text alone:
// no file, no variable and no folder of this machine. The placeholders are
// taken for themselves, so that a shape is its own shape; a text that really
// redirects from a file named word, `cat <word>`, is read as a shape, too.
func Of(text string) string {
	tok := tokensFor(text)
	p := newPrinter(nil)
	p.tok = tok
	cmds, ok := p.parse(tok.hide(text))
	if !ok {
		return Unknown
	}
	return tok.restore(p.line(cmds))
}

// Command gives the shape of one command as package shell found it. Within
// wrappers such as sudo it reads the inner command anew; All, which knows the
// neighbours, need not.
func Command(c *shell.Command) (printed, key string) {
	s := newPrinter(nil).shape(c)
	return s.Printed, s.Key
}

// All gives the shapes of all commands of a text, in their order.
func All(cmds []*shell.Command) []Shape {
	p := newPrinter(cmds)
	out := make([]Shape, len(cmds))
	for i, c := range cmds {
		out[i] = p.shape(c)
	}
	return out
}

// Line gives the printed shape of a whole line from its commands in order.
func Line(cmds []*shell.Command) string { return newPrinter(cmds).line(cmds) }

// maxDepth bounds texts within texts and wrappers within wrappers; what stands
// deeper is a plain value and has no key.
const maxDepth = 8

// maxReads bounds how many inner texts and wrapped commands are read for one
// line.
const maxReads = 400

// printer holds what the commands of one text share.
type printer struct {
	tok   tokens
	base  *kb.Base                            // opened when an inner command must be read anew
	kids  map[*shell.Command][]*shell.Command // inner commands by wrapper
	texts map[string]reading                  // inner texts that were read
	code  map[shell.Span]bool                 // where inner texts stand that were printed
	depth int
	reads int
}

// reading is an inner shell text.
type reading struct {
	cmds []*shell.Command
	ok   bool
}

func newPrinter(cmds []*shell.Command) *printer {
	p := &printer{kids: map[*shell.Command][]*shell.Command{}, texts: map[string]reading{}, code: map[shell.Span]bool{}}
	p.adopt(cmds)
	return p
}

// adopt notes which commands stand inside which.
func (p *printer) adopt(cmds []*shell.Command) {
	for _, c := range cmds {
		if c.Outer != nil {
			p.kids[c.Outer] = append(p.kids[c.Outer], c)
		}
	}
}

func (p *printer) shape(c *shell.Command) Shape {
	s := Shape{Printed: p.command(c), Key: p.key(c)}
	if s.Printed == "" {
		s.Printed = Unknown
	}
	return s
}

func (p *printer) knowledge() *kb.Base {
	if p.base == nil {
		p.base = kb.New()
	}
	return p.base
}

// parse reads a text with the built-in knowledge and no files. ok is false
// when any of it cannot be read.
func (p *printer) parse(text string) (cmds []*shell.Command, ok bool) {
	if r, seen := p.texts[text]; seen {
		return r.cmds, r.ok
	}
	if p.reads++; p.reads > maxReads {
		return nil, false
	}
	r := shell.Read(text, shell.Options{Knows: p.knowledge(), Limits: shell.DefaultLimits()})
	p.adopt(r.Commands)
	ok = len(r.Problems) == 0
	p.texts[text] = reading{r.Commands, ok}
	return r.Commands, ok
}

// view gives what the knowledge says about a command, nil if nobody asked it.
func view(c *shell.Command) *kb.View {
	v, _ := c.Parsed.(*kb.View)
	return v
}
