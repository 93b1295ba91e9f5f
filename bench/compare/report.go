package main

import (
	"fmt"
	"slices"
	"strings"
)

// shown is how many classes of missed calls the second table has.
const shown = 25

// report is the page, as it is written.
func report(gates []*gate, list []aCase, left, n int) string {
	var b strings.Builder
	dangers := 0
	for _, c := range list {
		if c.danger {
			dangers++
		}
	}
	fmt.Fprintf(&b, "<!-- Written by `go run ./bench/compare`; do not edit. -->\n\n# The same calls, given to another gate\n\n")
	fmt.Fprintf(&b, "%d shell calls of `testdata/cases`: %d dangerous, %d ordinary", len(list), dangers, len(list)-dangers)
	if n > 0 {
		fmt.Fprintf(&b, "; at most %d of each, chosen by seed %d", n, seed)
	}
	fmt.Fprintf(&b, ". Left out are %d that bring files or\nsettings of their own or stand outside the home. A dangerous call is missed when it would run without a question, an ordinary one is needless when\n"+
		"it would not. The cases are this project's, so they are what it was made to pass; the other gate makes a different promise, to block the\n"+
		"destructive and leave the rest to the client. `bench/compare` says how it was asked.\n\n", left)
	b.WriteString("| gate | missed | needless | median ms of a hook process | hook process answers otherwise |\n|---|---|---|---|---|\n")
	for _, g := range gates {
		missed, needless := g.count(list)
		slices.Sort(g.ms)
		fmt.Fprintf(&b, "| %s | %d (%.1f %%) | %d (%.1f %%) | %.0f | %d of %d |\n", g.name, missed, percent(missed, dangers),
			needless, percent(needless, len(list)-dangers), g.ms[len(g.ms)/2], g.off, g.checked)
	}
	fmt.Fprintf(&b, "\nThe %d classes of which most calls are missed by any:\n\n| class | calls |", shown)
	for _, g := range gates {
		b.WriteString(" " + g.name + " |")
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(gates)) + "\n")
	for _, c := range classes(gates, list) {
		fmt.Fprintf(&b, "| %s | %d |", c.name, c.calls)
		for _, m := range c.missed {
			fmt.Fprintf(&b, " %d |", m)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (g *gate) count(list []aCase) (missed, needless int) {
	for i, c := range list {
		switch {
		case c.danger && g.silent[i]:
			missed++
		case !c.danger && !g.silent[i]:
			needless++
		}
	}
	return missed, needless
}

// class is how many dangerous calls of a class each gate missed.
type class struct {
	name   string
	calls  int
	missed []int
}

func classes(gates []*gate, list []aCase) []class {
	by := map[string]*class{}
	for i, c := range list {
		if !c.danger {
			continue
		}
		k := by[c.class]
		if k == nil {
			k = &class{name: c.class, missed: make([]int, len(gates))}
			by[c.class] = k
		}
		k.calls++
		for n, g := range gates {
			if g.silent[i] {
				k.missed[n]++
			}
		}
	}
	all := make([]class, 0, len(by))
	for _, k := range by {
		all = append(all, *k)
	}
	slices.SortFunc(all, func(a, b class) int {
		if d := slices.Max(b.missed) - slices.Max(a.missed); d != 0 {
			return d
		}
		return strings.Compare(a.name, b.name)
	})
	return all[:min(shown, len(all))]
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
