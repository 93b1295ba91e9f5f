package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/cases"
)

// sessionLimits are the questions and refusals each session of
// testdata/sessions may have. The sessions are dense: each kind of call occurs
// about once, nothing is remembered at the beginning, and the imaginary
// machine has none of the files. So the first commit, push, install and start
// of a program of one's own are all in the figure.
var sessionLimits = map[string]int{
	"data-science":   15,
	"django-api":     10,
	"dotnet-svc":     11,
	"elixir-phoenix": 8,
	"embedded-c":     7,
	"flutter-mobile": 9,
	"go-cli":         8,
	"haskell-lib":    10,
	"k8s-infra":      7,
	"laravel-shop":   7,
	"monorepo-ts":    6,
	"rails-app":      14,
	"rust-engine":    7,
	"spring-java":    9,
	"unix-docs-cli":  7,
	"web-next":       5,
}

// TestSessions plays whole sessions as agents produce them. A session that is
// asked more than before is a fault in the knowledge or in the judgement.
func TestSessions(t *testing.T) {
	files, err := filepath.Glob("../../testdata/sessions/*.jsonl")
	if err != nil || len(files) != len(sessionLimits) {
		t.Fatalf("%d sessions, limits for %d: %v", len(files), len(sessionLimits), err)
	}
	all := cases.Replay{}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".jsonl")
		t.Run(name, func(t *testing.T) {
			var heard []string
			p := cases.Player{Heard: func(text string, v cases.Verdict, d sentinel.Decision) {
				heard = append(heard, string(v)+" "+d.Reason+" | "+text)
			}}
			in, err := os.Open(f)
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			r, err := p.Play(f, in)
			if err != nil {
				t.Fatal(err)
			}
			all.Add(r)
			limit, known := sessionLimits[name]
			if got := r.Questions + r.Blocked; !known || got > limit {
				t.Errorf("%d questions and refusals in %d calls, more than %d:\n%s", got, r.Calls, limit, strings.Join(heard, "\n"))
			}
		})
	}
	t.Logf("%d calls, %d questions, %d refusals, %.2f per 100 shell calls", all.Calls, all.Questions, all.Blocked, all.ShellRate())
}
