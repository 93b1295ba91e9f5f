package facts

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/address"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// Bounds on the arguments of a tool that nobody knows.
const (
	maxArgDepth  = 64
	maxArgValues = 10000
)

// argWalk looks at every value in the arguments of a tool that nobody knows,
// one by one: values are never joined, so that two harmless ones make no match
// across a seam. A list of words is also judged as a command.
type argWalk struct {
	a       *assessor
	j       *judgement
	values  int
	complex bool
}

// arguments judges the arguments of an unknown tool.
func (a *assessor) arguments(j *judgement) {
	w := argWalk{a: a, j: j}
	w.value(a.call.Arguments, 0)
	if w.complex {
		j.add(sentinel.Effect{Kind: sentinel.Unread, Scope: sentinel.ScopeNone}, kb.Deed{Rule: "arguments"}, "arguments too complex")
	}
}

func (w *argWalk) value(v any, depth int) {
	w.values++
	if depth > maxArgDepth || w.values > maxArgValues {
		w.complex = true
		return
	}
	switch x := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(x))
		for k := range x {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			w.text(k)
			w.value(x[k], depth+1)
		}
	case []any:
		w.words(x)
		for _, e := range x {
			w.value(e, depth+1)
		}
	case string:
		w.text(x)
	}
}

// text judges one value by itself.
func (w *argWalk) text(s string) {
	if len(s) > 4096 || strings.ContainsAny(s, "\n\x00") {
		return
	}
	if label, ok := paths.Sensitive(w.absolute(s)); ok {
		w.j.add(sentinel.Effect{Kind: sentinel.Read, Scope: sentinel.ScopeSecret, Target: s}, kb.Deed{Rule: sensitivePath}, "names "+s+" ("+label+")")
	}
	if len(s) < 80 && address.NamesProduction(s) && !strings.Contains(s, " ") {
		d := kb.Deed{Rule: "production-target", Risk: sentinel.Critical}
		w.j.add(sentinel.Effect{Kind: sentinel.RemoteDestroy, Scope: sentinel.ScopeProduction, Target: s}, d, "call targets production")
	}
}

func (w *argWalk) absolute(s string) string {
	if abs, ok := w.a.w.Place.Absolute(w.a.cwd, s); ok {
		return abs
	}
	return s
}

// words judges a list of texts as the words of one command; only what is never
// a question is taken over, since most lists are no commands.
func (w *argWalk) words(list []any) {
	if len(list) < 2 || len(list) > 64 {
		return
	}
	var quoted []string
	for _, e := range list {
		s, ok := e.(string)
		if !ok {
			return
		}
		quoted = append(quoted, "'"+strings.ReplaceAll(s, "'", `'\''`)+"'")
	}
	b := &assessor{w: w.a.w, cwd: w.a.cwd, call: sentinel.Call{Tool: "bash", Cwd: w.a.cwd,
		Arguments: map[string]any{"command": strings.Join(quoted, " ")}}}
	if b.shellCall() != nil {
		return
	}
	for _, f := range b.findings {
		if f.Block {
			w.j.add(f.Effect, kb.Deed{Rule: f.Rule}, f.Say)
			return
		}
	}
}

// The rule names that reports and logs use for these three.
const (
	sensitivePath    = "sensitive-path"
	destructiveShell = "destructive-shell"
)
