package kb_test

import (
	"context"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// TestExamples runs every example of every knowledge file through the gate:
// `go test ./internal/kb -run 'TestExamples/git.json'` for one file.
func TestExamples(t *testing.T) {
	base := kb.New()
	n := 0
	for _, file := range kb.List() {
		tool, err := kb.Open(file)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		t.Run(file, func(t *testing.T) {
			if err := tool.Check(); err != nil {
				t.Error(err)
			}
			for _, e := range tool.Examples {
				n++
				example(t, base, e)
			}
		})
	}
	t.Logf("%d examples of %d files", n, len(kb.List()))
}

func example(t *testing.T, base *kb.Base, e kb.Example) {
	t.Helper()
	w := &facts.World{KB: base, Place: &paths.Place{FS: paths.NewProject(nil), Home: paths.ProjectHome, Root: paths.ProjectRoot}}
	call := sentinel.Call{Tool: "bash", Arguments: map[string]any{"command": e.Run}, Cwd: paths.ProjectRoot, Attended: true}
	a, err := w.Assess(call)
	if err != nil {
		t.Errorf("%q: %v", e.Run, err)
		return
	}
	if got := grade(a); got != e.Grade {
		t.Errorf("%q: grade %s, want %s", e.Run, got, e.Grade)
		for _, f := range a.Findings {
			t.Logf("    %s %s %s %s", f.Colour, f.Effect, f.Rule, f.Say)
		}
	}
	if e.Shape != "" && a.Shape != e.Shape {
		t.Errorf("%q: shape %q, want %q", e.Run, a.Shape, e.Shape)
	}
	for _, want := range e.Effects {
		if !has(a, want) {
			t.Errorf("%q: no effect %s", e.Run, want)
		}
	}
	_ = context.Background
}

func grade(a sentinel.Assessment) string {
	for _, f := range a.Findings {
		if f.Block {
			return "block"
		}
	}
	return a.Colour.String()
}

func has(a sentinel.Assessment, kind string) bool {
	for _, p := range a.Parts {
		for _, e := range p.Effects {
			if e.Kind.String() == kind {
				return true
			}
		}
	}
	return false
}
