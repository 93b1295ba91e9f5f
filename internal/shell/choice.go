package shell

import (
	"slices"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
	"mvdan.cc/sh/v3/syntax"
)

// inEach evaluates something in every choice of the values it uses.
func (sc *scope) inEach(n syntax.Node, run func(*scope)) {
	names := sc.multi(n)
	if len(names) == 0 {
		run(sc)
		return
	}
	var after *vars.State
	var printed []found.Printout
	sc.s.Choose(names, 16, func(s *vars.State) {
		one := *sc
		one.s = s
		if sc.out != nil {
			one.out = &found.Printout{}
		}
		run(&one)
		if sc.out != nil {
			printed = append(printed, found.Printout{Text: one.out.Text, Unknown: one.out.Unknown, From: one.out.From})
		}
		if after == nil {
			after = one.s
		} else {
			after.Merge(one.s, sc.e.o.Limits.Choices)
		}
	})
	sc.out.Either(printed)
	if after != nil {
		sc.s = after
	}
}

// multi gives the variables of a command that may have several values.
func (sc *scope) multi(st syntax.Node) []string {
	if !sc.s.Several {
		return nil
	}
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	syntax.Walk(st, func(n syntax.Node) bool {
		if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil {
			if v, _ := sc.s.Vars.Get("IFS"); len(v.Values) > 1 {
				add("IFS")
			}
			if s := p.Param.Value; len(sc.s.Others) > 0 && !pure.ValidName(s) {
				add("@")
			}
		}
		if a, ok := n.(*syntax.Assign); ok && a.Name != nil && (a.Append || a.Index != nil) {
			if v, _ := sc.s.Vars.Get(a.Name.Value); len(v.Values)+len(v.Others) > 1 {
				add(a.Name.Value)
			}
		}
		if c, ok := n.(*syntax.CallExpr); ok && len(sc.s.Others) > 0 && len(c.Args) > 0 && c.Args[0].Lit() == "shift" {
			add("@")
		}
		if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil {
			if v, _ := sc.s.Vars.Get(p.Param.Value); len(v.Values)+len(v.Others) > 1 {
				add(p.Param.Value)
			}
		}
		return true
	})
	return names
}
