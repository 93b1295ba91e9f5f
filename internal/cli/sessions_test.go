package cli

import (
	"bytes"
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
	"bun-service":    16,
	"c-cmake":        14,
	"data-etl":       26,
	"data-science":   15,
	"django-api":     7,
	"docs-site":      15,
	"dotnet-svc":     11,
	"elixir-phoenix": 7,
	"embedded-c":     6,
	"flutter-mobile": 8,
	"go-cli":         7,
	"go-cli2":        21,
	"go-service":     28,
	"haskell-lib":    10,
	"iac-gcp":        22,
	"java-fix":       10,
	"k8s-infra":      7,
	"k8s-infra2":     27,
	"laravel-shop":   6,
	"ml-repo":        17,
	"mobile":         31,
	"monorepo-ts":    5,
	"php-legacy":     24,
	"pnpm-mono":      29,
	"py-server":      17,
	"rails-app":      12,
	"rails-app2":     24,
	"rust-crate":     15,
	"rust-engine":    6,
	"rust-ws":        17,
	"sec-audit":      12,
	"spring-java":    8,
	"ssh-ops":        46,
	"unix-docs-cli":  6,
	"vue-tauri":      18,
	"web-debug":      24,
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
			p := cases.Player{Each: true, Heard: func(text string, v cases.Verdict, d sentinel.Decision) {
				heard = append(heard, string(v)+" "+d.Reason+" | "+text)
			}}
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			r, err := p.Play(f, bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			all.Add(r)
			unasked(t, name, data, r)
			limit, known := sessionLimits[name]
			if got := r.Questions + r.Blocked; !known || got > limit {
				t.Errorf("%d questions and refusals in %d calls, more than %d:\n%s", got, r.Calls, limit, strings.Join(heard, "\n"))
			}
		})
	}
	t.Logf("%d calls, %d questions, %d refusals, %.2f per 100 shell calls", all.Calls, all.Questions, all.Blocked, all.ShellRate())
}

// oftenLimits are the questions and refusals of the sessions that have the
// frequencies of real ones.
var oftenLimits = map[string]int{"go-team": 22, "server": 32, "java-repro": 3}

// TestOftenSessions plays sessions in which things recur as they do in life: the
// questions are few, and each of the really dangerous calls is one.
func TestOftenSessions(t *testing.T) {
	all := cases.Replay{}
	for name, limit := range oftenLimits {
		file := "../../testdata/sessions/often/" + name + ".jsonl"
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := cases.Player{Each: true}
		r, err := p.Play(name, bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		all.Add(r)
		if got := r.Questions + r.Blocked; got > limit {
			t.Errorf("%s: %d questions and refusals in %d calls, more than %d: %+v", name, got, r.Calls, limit, r.Kinds)
		}
		unasked(t, name, data, r)
	}
	t.Logf("%d calls, %d questions, %d refusals, %.2f per 100 shell calls", all.Calls, all.Questions, all.Blocked, all.ShellRate())
}

// unasked reports each call that has to be asked about and was not.
func unasked(t *testing.T, name string, session []byte, r cases.Replay) {
	t.Helper()
	asked := map[int]bool{}
	for _, a := range r.Asked {
		asked[a.Line] = true
	}
	for i, line := range bytes.Split(session, []byte("\n")) {
		if bytes.Contains(line, []byte(`"want": "danger"`)) && !asked[i+1] {
			t.Errorf("%s:%d ran unasked: %s", name, i+1, line)
		}
	}
}
