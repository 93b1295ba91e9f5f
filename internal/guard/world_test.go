package guard_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/builtin"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/guard"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/state"
	"github.com/sentinelgate/sentinel/rules"
)

const (
	home = paths.ProjectHome
	root = paths.ProjectRoot
)

// Credentials are put together here, so that no scanner trips on this file.
var (
	awsKey  = "AK" + "IAQ7RTPLMW5XKBVN3C"
	ghToken = "gh" + "p_Zk3vQ9xW7rT2mB8nL5pC4dF6gH1jS0aYuEiO"
	keyFile = "region = eu-west-1\naws_access_key_id = " + awsKey + "\n"
)

// bench is a gate with guards over an imaginary machine.
type bench struct {
	t        *testing.T
	mem      *paths.Mem
	assessor *guard.Assessor
	memory   sentinel.Memory
	policy   sentinel.Policy
	prompt   bool
	reviewer sentinel.Reviewer
}

func newBench(t *testing.T, files map[string]string) *bench {
	t.Helper()
	mem := paths.NewProject(files)
	return &bench{t: t, mem: mem, prompt: true, policy: builtin.Policy(), memory: builtin.NewMemory(clock),
		assessor: &guard.Assessor{Session: &state.Session{}, World: &facts.World{KB: kb.New(), Place: &paths.Place{FS: mem, Home: home, Root: root}}}}
}

func clock() time.Time { return time.Unix(1e9, 0) }

func (b *bench) rules(permission string) *bench {
	b.t.Helper()
	own, problems := rules.Parse(rules.Source{File: "config.json", Scope: "user", Line: 1, Column: 1}, []byte(permission))
	if len(problems) > 0 {
		b.t.Fatal(problems)
	}
	b.policy = b.policy.WithRules(own.Over(builtin.Rules()))
	return b
}

func (b *bench) decide(tool string, args map[string]any) sentinel.Decision {
	options := []sentinel.Option{sentinel.WithAssessor(b.assessor), sentinel.WithPolicy(b.policy), sentinel.WithMemory(b.memory), sentinel.WithReviewer(b.reviewer)}
	if b.prompt {
		options = append(options, sentinel.WithClientPrompt())
	}
	return sentinel.New(options...).Decide(context.Background(), sentinel.Call{Agent: "test", Session: "s", ID: "1", Tool: tool, Arguments: args, Cwd: root, Attended: b.prompt})
}

func (b *bench) bash(command string) sentinel.Decision {
	return b.decide("bash", map[string]any{"command": command})
}

func (b *bench) read(file string) sentinel.Decision {
	return b.decide("read_file", map[string]any{"path": file})
}

// write lets the agent write a file, and puts it there.
func (b *bench) write(file, content string) sentinel.Decision {
	d := b.decide("write_file", map[string]any{"path": file, "content": content})
	if !strings.HasPrefix(file, "/") {
		file = root + "/" + file
	}
	b.mem.Put(file, content)
	return d
}

func verdict(d sentinel.Decision) string {
	switch {
	case d.Permitted:
		return "allow"
	case d.Outcome == sentinel.Asked:
		return "ask"
	}
	return "block"
}

// guarded gives the labels of what guards ask.
func guarded(d sentinel.Decision) string {
	var out []string
	for _, f := range d.Findings {
		if f.Guard {
			out = append(out, f.Rule+"["+f.Label+"]")
		}
	}
	return strings.Join(out, " ")
}

func labels(d sentinel.Decision) string {
	var out []string
	for _, f := range d.Findings {
		if f.Label != "" {
			out = append(out, f.Label)
		}
	}
	return strings.Join(out, " ")
}

// want checks a decision.
func (b *bench) want(what string, d sentinel.Decision, expected string) {
	b.t.Helper()
	if got := verdict(d); got != expected {
		b.t.Errorf("%s: got %s, want %s (%s) %s", what, got, expected, d.Reason, guarded(d))
	}
}

// answers is a reviewer who always says a.
func answers(a sentinel.Answer) sentinel.Reviewer {
	return func(context.Context, sentinel.Request) (*sentinel.Review, error) {
		return &sentinel.Review{Answer: a, Reason: "tested"}, nil
	}
}

// counting is a reviewer who counts and says no.
func counting(n *int) sentinel.Reviewer {
	return func(context.Context, sentinel.Request) (*sentinel.Review, error) {
		*n++
		return &sentinel.Review{Answer: sentinel.No}, nil
	}
}
