package shell

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
)

// trapped is a text that a trap has arranged to run later.
type trapped struct {
	c    *Command
	text Word
}

// mostTraps bounds the traps that are looked at again at the end of a text.
const mostTraps = 20

// trap arranges a text to run later, with the values that variables have then.
// It is read at the end of the text, and at once: a text may end anywhere, and
// what it has not assigned by now is unset till then.
// What runs between the commands of the text may change anything before each
// of them.
func trap(sc *scope, c *Command) {
	words := found.Operands(c.Argv[1:])
	if len(words) < 2 || words[0].Is("-") || len(words[0].Pieces) == 0 {
		return
	}
	e := sc.e
	if len(e.traps) < mostTraps {
		e.traps = append(e.traps, trapped{c, words[0]})
	}
	between := slices.ContainsFunc(words[1:], func(w Word) bool { return !w.Is("EXIT") && !w.Is("0") })
	if !between && len(e.traps) < mostTraps && sc.constant(words[0]) {
		return
	}
	before := sc.sub()
	for name := range pure.Assigned(sc.src) {
		if _, ok := before.s.Get(name); !ok {
			before.s.Put(name, vars.Variable{Values: []Word{{}}, Gone: true})
		}
	}
	after := before.later(c, words[0])
	if !between {
		return
	}
	after.Ended = false
	for name := range after.Vars.Since(before.s.Vars) {
		sc.s.Loose.Set(name, true)
	}
	sc.s.Merge(after, e.o.Limits.Choices)
}

// later reads a trap's text and gives the state that it leaves.
func (sc *scope) later(c *Command, text Word) *vars.State {
	sub := sc.sub()
	sub.place.Later, sub.s.Ended = true, false
	sub.nested(c, text, "trap")
	return sub.s
}

// constant tells whether a text means the same whenever it runs: it names no
// variable and calls no function, which may.
func (sc *scope) constant(w Word) bool {
	text, ok := w.Known()
	name, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	_, function := sc.s.Funcs.Get(name)
	return ok && !function && !strings.Contains(text, "$")
}

// atEnd reads the traps that a text has set, in the state of its end.
func (sc *scope) atEnd(first int) {
	for _, t := range slices.Clone(sc.e.traps[first:]) {
		if sc.step() {
			sc.later(t.c, t.text)
		}
	}
}

// emulate is zsh's: -c evaluates a text in another mode.
func emulate(sc *scope, c *Command) {
	for i, w := range c.Argv {
		if s, ok := w.Known(); ok && strings.HasPrefix(s, "-") && strings.HasSuffix(s, "c") && i+1 < len(c.Argv) {
			sc.nested(c, c.Argv[i+1], "emulate -c")
			return
		}
	}
}

// hashWords is hash: NAME=FILE, or -p FILE NAME, gives a program another file.
func hashWords(_ *scope, c *Command) {
	for _, w := range c.Argv[1:] {
		if s, ok := w.Known(); !ok || s == "-p" || !strings.HasPrefix(s, "-") && strings.Contains(s, "=") {
			c.Unread = append(c.Unread, "gives a program another file: "+w.String())
		}
	}
}

// bind -x runs a text when a key is pressed.
func bind(_ *scope, c *Command) {
	for _, w := range c.Argv[1:] {
		if w.Is("-x") {
			c.Unread = append(c.Unread, "binds a command to a key")
		}
	}
}

// options is shopt and setopt.
func options(sc *scope, c *Command) {
	if len(c.Argv) > 1 && c.Argv[1].Is("-u") {
		return
	}
	for _, w := range c.Argv[1:] {
		s, _ := w.Known()
		switch strings.ToLower(strings.ReplaceAll(s, "_", "")) {
		case "cdablevars":
			sc.s.Cdable = true
		case "errexit":
			sc.s.Errexit = true
		case "nullglob":
			sc.s.Nullglob = true
		case "nocasematch", "nocaseglob":
			sc.s.Nocase = true
		}
	}
}

// made notes the folders that mkdir makes.
func made(sc *scope, c *Command) {
	for _, w := range found.Operands(c.Argv[1:]) {
		for _, p := range sc.absolute(w) {
			sc.e.made[p] = true
		}
	}
}

// shows is declare -p NAME and its like: they print what printenv prints.
func (sc *scope) shows(c *Command) {
	if len(c.Argv) < 3 {
		return
	}
	if s, ok := c.Argv[1].Known(); !ok || !strings.HasPrefix(s, "-") || !strings.Contains(s, "p") {
		return
	}
	words := []Word{Text("printenv")}
	for _, w := range c.Argv[2:] {
		if s, ok := w.Known(); !ok || pure.ValidName(s) {
			words = append(words, w)
		}
	}
	if len(words) > 1 {
		sc.sub().run(runCall{argv: words, span: c.Span, plain: true, outer: c})
	}
}
