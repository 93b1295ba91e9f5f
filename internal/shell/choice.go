package shell

import (
	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/table"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
	"mvdan.cc/sh/v3/syntax"
)

// inEach evaluates something in every choice of the values it uses.
func (sc *scope) inEach(n syntax.Node, run func(*scope)) {
	names := sc.s.Multi(n)
	if len(names) == 0 {
		run(sc)
		return
	}
	var after *vars.State
	var printed []found.Printout
	files := sc.e.overlay
	first := true
	var all table.Table[written]
	sc.s.Choose(names, 16, func(s *vars.State) {
		sc.e.overlay = files
		one := *sc
		one.s = s
		if sc.out != nil {
			one.out = &found.Printout{}
		}
		run(&one)
		if sc.out != nil {
			printed = append(printed, found.Printout{Text: one.out.Text, Unknown: one.out.Unknown, From: one.out.From})
		}
		if !first {
			sc.e.either(all)
		}
		first, all = false, sc.e.overlay
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
