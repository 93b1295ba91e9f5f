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
	seen *vars.Watched // the states in which it was read already, nil for any
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
	between := slices.ContainsFunc(words[1:], func(w Word) bool { return !w.Is("EXIT") && !w.Is("0") })
	constant := !between && sc.constant(words[0])
	room := len(e.traps) < mostTraps
	if room {
		e.traps = append(e.traps, trapped{c: c, text: words[0]})
	}
	if room && constant {
		return
	}
	before := sc.unassigned()
	after := before.later(c, words[0])
	if room { // what changes from here on may change what it does
		sc.s.Watch = append(slices.Clip(sc.s.Watch), vars.Watching(c, words[0], sc.src))
		sc.s.Watch[len(sc.s.Watch)-1].New(sc.s)
		e.traps[len(e.traps)-1].seen = sc.s.Watch[len(sc.s.Watch)-1]
	}
	if !between {
		return
	}
	after.Ended = false
	for name := range pure.Assigned(sc.src) { // what was taken for unset is as it was
		if v, _ := after.Get(name); v.Gone {
			if _, had := sc.s.Get(name); !had {
				after.Vars.Delete(name)
			}
		}
	}
	for name := range after.Vars.Since(before.s.Vars) {
		sc.s.Loose.Set(name, true)
	}
	sc.s.Merge(after, e.o.Limits.Choices)
	for _, w := range sc.s.Watch {
		w.New(sc.s) // so it was read just now
	}
}

// later reads a trap's text and gives the state that it leaves.
func (sc *scope) later(c *Command, text Word) *vars.State {
	sub := sc.sub()
	sub.place.Later, sub.s.Ended = true, false
	sub.nested(c, text, "trap")
	return sub.s
}

// unassigned is a copy in which what the text has not assigned yet is unset.
func (sc *scope) unassigned() *scope {
	before := sc.sub()
	for name := range pure.Assigned(sc.src) {
		if _, ok := before.s.Get(name); !ok {
			before.s.Put(name, vars.Variable{Values: []Word{{}}, Gone: true})
		}
	}
	return before
}

// watched reads the traps again whose variables have changed.
func (sc *scope) watched() {
	e := sc.e
	if len(sc.s.Watch) == 0 || e.watching {
		return
	}
	e.watching = true
	defer func() { e.watching = false }()
	for _, w := range sc.s.Watch {
		if !w.New(sc.s) || !sc.step() {
			continue
		}
		one := sc.unassigned()
		if w.Many() { // so often that whatever they hold counts
			for _, name := range w.Names {
				one.s.Loose.Set(name, true)
			}
		}
		one.later(w.Command, w.Text)
	}
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
		if sc.step() && (t.seen == nil || t.seen.New(sc.s)) {
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
func options(sc *scope, c *Command) { sc.s.Shopt(c.Argv[1:]) }

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
