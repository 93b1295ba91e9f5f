package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
	"mvdan.cc/sh/v3/syntax"
)

// This file follows the loops over words: for and select.

// items gives the words of a loop.
func (sc *scope) items(l *syntax.WordIter) []Word {
	var items []Word
	if l.InPos.IsValid() {
		for _, w := range l.Items {
			items = append(items, sc.fields(w)...)
		}
		return items
	}
	if items = sc.s.Args; sc.s.AnyArgs {
		items = []Word{vars.Unknown(Supplied, "$@", false)}
	}
	return slices.Concat(append([][]Word{items}, sc.s.Others...)...)
}

func (sc *scope) forWords(l *syntax.WordIter, do []*syntax.Stmt) {
	items := sc.items(l)
	// With words that are known, the loop is not passed by.
	sure := len(items) > 0 && found.SplitAt(items) == 0 && l.InPos.IsValid()
	after := sc.s.Clone()
	limit := sc.e.o.Limits.Unroll
	for i, it := range items {
		counted := i >= limit && found.Numbers(items[i:])
		if i >= limit { // one round stands for all that are left
			if it = vars.UnknownVar(l.Name.Value); counted {
				it = vars.Unknown(Other, "$"+l.Name.Value, false)
			}
			sc.forget(do)
		}
		body := sc.maybe(sc)
		body.counts(l.Name.Value, it)
		left := sc.e.frame(false, func() { body.stmts(do) })
		for _, s := range left {
			body.s.Merge(s, sc.e.o.Limits.Choices)
		}
		if sure = sure && len(left) == 0; !sure {
			after.Merge(body.s, sc.e.o.Limits.Choices)
		}
		// Variables carry over from round to round.
		carried := body.s
		carried.Dirs = vars.AddValue(slices.Clip(carried.Dirs), sc.s.Dirs[0], sc.e.o.Limits.Choices, "PWD")
		sc.s = carried
		if i >= limit {
			if !counted {
				sc.problem("a loop over too many words", sc.node(l))
			}
			break
		}
	}
	if !sure {
		sc.s = after
	}
}

// counts gives a loop's variable its next word.
func (sc *scope) counts(name string, it Word) {
	if v, _ := sc.s.Vars.Get(name); v.Ref != "" { // it is pointed anew
		to, known := it.Known()
		if !known {
			to = vars.Unpointed
		}
		sc.s.Put(name, vars.Variable{Values: []Word{vars.UnknownVar(name)}, Ref: to})
		return
	}
	if it.Unknown() {
		it = found.Single(it)
	}
	sc.set(name, it)
}

// choose is select: the variable is the word whose number is read, or empty.
func (sc *scope) choose(l *syntax.WordIter, do []*syntax.Stmt) {
	items := sc.items(l)
	reply := Word{Pieces: []Piece{{Origin: Supplied, Name: "REPLY", Text: "$REPLY", Split: true, Inside: sc.captured(sc.in)}}}
	ways := append(slices.Clone(items), Word{})
	text, known := sc.in.Text.Known()
	if line, rest, _ := strings.Cut(text, "\n"); known && rest == "" && line != "" && (sc.in.Kind == Here || sc.in.Kind == Pipe) && !sc.e.used(sc.in) {
		reply = Text(line)
		n, err := strconv.Atoi(line)
		switch {
		case err != nil || n < 1:
			ways = []Word{{}}
		case found.SplitAt(items) == 0 && n <= len(items):
			ways = items[n-1 : n]
		case found.SplitAt(items) == 0:
			ways = []Word{{}}
		}
	}
	after := sc.s.Clone()
	for _, it := range ways {
		if !sc.step() {
			break
		}
		body := sc.maybe(sc)
		body.set("REPLY", reply)
		body.counts(l.Name.Value, it)
		for _, s := range append(sc.e.frame(false, func() { body.stmts(do) }), body.s) {
			after.Merge(s, sc.e.o.Limits.Choices)
		}
	}
	sc.s = after
}
