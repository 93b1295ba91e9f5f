package sentinel_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/builtin"
)

func pattern(t *testing.T, name string, r sentinel.Risk, patterns ...string) sentinel.Rule {
	t.Helper()
	rule, err := sentinel.PatternRule(name, r, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return rule
}

func ruled(t *testing.T, base sentinel.Risk, arguments map[string]any, rules ...sentinel.Rule) sentinel.Decision {
	t.Helper()
	c := call()
	c.Arguments = arguments
	return decide(c, sentinel.WithAssessor(risky(base)), sentinel.WithPolicy(sentinel.DefaultPolicy().WithRule(rules...)),
		sentinel.WithReviewer(answers(sentinel.No, "")))
}

// TestR417_Rules: a rule of one's own raises, by values one by one, at any depth
// (R357, R358, R359, R362).
func TestR417_Rules(t *testing.T) {
	customer := pattern(t, "customer-data", sentinel.Critical, `/customers/`)
	env := pattern(t, "own-env", sentinel.High, `(^|/)\.env$`)
	for _, c := range []struct {
		name      string
		base      sentinel.Risk
		arguments map[string]any
		want      sentinel.Risk
		rule      string
	}{
		{"in a value", sentinel.Low, map[string]any{"path": "/srv/customers/7"}, sentinel.Critical, "customer-data"},
		{"in a list of values", sentinel.Low, map[string]any{"paths": []any{".env", "other.txt"}}, sentinel.High, "own-env"},
		{"in a key", sentinel.Low, map[string]any{".env": "x"}, sentinel.High, "own-env"},
		{"deep", sentinel.Medium, map[string]any{"a": []any{map[string]any{"b": []any{"x", "c/.env"}}}}, sentinel.High, "own-env"},
		{"the worst of two", sentinel.Low, map[string]any{"a": ".env", "b": "/customers/"}, sentinel.Critical, "customer-data"},
		{"over a seam", sentinel.Low, map[string]any{"a": "/cust", "b": "omers/"}, sentinel.Low, ""},
		{"over a seam in a list", sentinel.Low, map[string]any{"a": []any{"/cust", "omers/"}}, sentinel.Low, ""},
		{"no match", sentinel.Medium, map[string]any{"path": "README.md"}, sentinel.Medium, "test.finding"},
		{"R357 a lower rule lowers nothing", sentinel.Critical, map[string]any{"path": ".env"}, sentinel.Critical, "test.finding"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := ruled(t, c.base, c.arguments, env, customer)
			rule := ""
			if len(d.Findings) > 0 {
				rule = d.Findings[0].Rule
			}
			if d.Risk != c.want || rule != c.rule || d.Permitted != (c.want == sentinel.Low) {
				t.Errorf("%s by %q, permitted %v", d.Risk, rule, d.Permitted)
			}
		})
	}
	low := pattern(t, "low", sentinel.Low, `x`)
	if d := ruled(t, sentinel.High, map[string]any{"a": "x"}, low); d.Risk != sentinel.High { // R357
		t.Errorf("lowered to %s", d.Risk)
	}
	// A number is a value, too.
	if d := ruled(t, sentinel.Low, map[string]any{"account": json.Number("4711"), "n": 4711.0}, pattern(t, "own-account", sentinel.High, `^4711$`)); d.Risk != sentinel.High {
		t.Errorf("%s", d.Risk)
	}
}

// TestR360_WholeCommand: three harmless words are one command.
func TestR360_WholeCommand(t *testing.T) {
	rule, err := sentinel.CommandRule("no-push", sentinel.Critical, `\bgit push\b`)
	if err != nil {
		t.Fatal(err)
	}
	for _, arguments := range []map[string]any{{"cmd": "git push origin"}, {"args": []any{"git", "push"}}, {"args": []string{"git", "push"}}} {
		if d := ruled(t, sentinel.Low, arguments, rule); d.Risk != sentinel.Critical {
			t.Errorf("%v is %s", arguments, d.Risk)
		}
	}
	if d := ruled(t, sentinel.Low, map[string]any{"a": "git", "b": "push"}, rule); d.Risk != sentinel.Low {
		t.Errorf("over a seam: %s", d.Risk)
	}
}

// TestRulesAreNotSettled by yolo, memory or approve_from: an earlier yes was to
// something else.
func TestRulesAreNotSettled(t *testing.T) {
	for _, r := range []sentinel.Risk{sentinel.Medium, sentinel.High, sentinel.Critical} {
		rule := pattern(t, "mine", r, "y")
		known := memoryFuncs{known: func(sentinel.Part) bool { return true }}
		p := sentinel.DefaultPolicy().WithRule(rule).WithYolo(true).WithApproveFrom(sentinel.Critical).WithSilence(false, 0)
		d := decide(call(), sentinel.WithAssessor(risky(sentinel.Low)), sentinel.WithPolicy(p), sentinel.WithMemory(known))
		if d.Permitted || d.Risk != r || d.Remember != "" {
			t.Errorf("%s: permitted %v as %s by %q, remembers %q", r, d.Permitted, d.Risk, d.Rule, d.Remember)
		}
	}
}

// TestR373_RulesThatFail refuse, and are named.
func TestR373_RulesThatFail(t *testing.T) {
	for name, match := range map[string]func(sentinel.Call) (string, bool, error){
		"error": func(sentinel.Call) (string, bool, error) { return "", false, errors.New("down") },
		"panic": func(sentinel.Call) (string, bool, error) { panic("my-rule") },
		"none":  nil,
	} {
		d := ruled(t, sentinel.Low, map[string]any{}, sentinel.Rule{Name: "my-rule", Risk: sentinel.High, Match: match})
		mustRefuse(t, d, sentinel.Blocked)
		if match != nil && !strings.Contains(d.Reason, "my-rule") {
			t.Errorf("%s: %s", name, d.Reason)
		}
	}
}

// TestR422_BadPatterns are told at load, with the rule's name.
func TestR422_BadPatterns(t *testing.T) {
	for _, c := range []struct {
		name     string
		risk     sentinel.Risk
		patterns []string
	}{{"mine", sentinel.High, []string{"("}}, {"mine", sentinel.High, nil}, {"", sentinel.High, []string{"x"}}, {"mine", 0, []string{"x"}}, {"mine", 9, []string{"x"}}} {
		if _, err := sentinel.PatternRule(c.name, c.risk, c.patterns...); err == nil || !strings.Contains(err.Error(), c.name) {
			t.Errorf("%+v: %v", c, err)
		}
		if _, err := sentinel.CommandRule(c.name, c.risk, c.patterns...); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
}

// TestR423_NoBacktracking: matching is linear.
func TestR423_NoBacktracking(t *testing.T) {
	start := time.Now()
	if d := ruled(t, sentinel.Low, map[string]any{"text": strings.Repeat("a", 100_000) + "b"}, pattern(t, "slow", sentinel.High, `(a+)+$`)); d.Risk != sentinel.Low {
		t.Errorf("%s", d.Risk)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("took %s", took)
	}
}

// TestR363_RulesOnTooComplex: what nobody looked at is HIGH at least.
func TestR363_RulesOnTooComplex(t *testing.T) {
	deep := map[string]any{}
	for range 70 {
		deep = map[string]any{"a": deep}
	}
	wide := make([]any, 10_001)
	for _, arguments := range []map[string]any{deep, {"a": wide}, {"a": struct{}{}}} {
		d := ruled(t, sentinel.Low, arguments, pattern(t, "mine", sentinel.Medium, "x"))
		if d.Risk != sentinel.High || !strings.Contains(d.Findings[0].Say, "too complex") {
			t.Errorf("%s: %+v", d.Risk, d.Findings)
		}
	}
}

// TestR418_ApproveFrom moves the threshold and nothing else.
func TestR418_ApproveFrom(t *testing.T) {
	asked := func(context.Context, sentinel.Request) (*sentinel.Review, error) {
		return &sentinel.Review{Answer: sentinel.No}, nil
	}
	high := sentinel.DefaultPolicy().WithApproveFrom(sentinel.High)
	for _, c := range []struct {
		name   string
		policy sentinel.Policy
		assess sentinel.Assessor
		want   sentinel.Outcome
	}{
		{"MEDIUM runs", high, risky(sentinel.Medium), sentinel.Allowed},
		{"HIGH is asked", high, risky(sentinel.High), sentinel.Denied},
		{"HIGH runs from CRITICAL", sentinel.DefaultPolicy().WithApproveFrom(sentinel.Critical), risky(sentinel.High), sentinel.Allowed},
		{"red is asked", sentinel.DefaultPolicy().WithApproveFrom(sentinel.Critical), coloured(sentinel.High, sentinel.Red), sentinel.Denied},
		{"what is never a question", high, assess(func(sentinel.Call) (sentinel.Assessment, error) { return byArgument(riskCall("block")) }), sentinel.Blocked},
		{"from LOW everything is asked", sentinel.DefaultPolicy().WithApproveFrom(sentinel.Low), risky(sentinel.Low), sentinel.Denied},
		{"a lost configuration", high.WithAskAll("lost"), risky(sentinel.Medium), sentinel.Denied},
	} {
		d := decide(call(), sentinel.WithPolicy(c.policy), sentinel.WithAssessor(c.assess), sentinel.WithReviewer(asked))
		if d.Outcome != c.want || d.Permitted != (c.want == sentinel.Allowed) {
			t.Errorf("%s: %s, permitted %v", c.name, d.Outcome, d.Permitted)
		}
	}
}

// TestR417_WithTool gives a tool its risk.
func TestR417_WithTool(t *testing.T) {
	w := newWorld(nil)
	for _, c := range []struct {
		tool      string
		risk      sentinel.Risk
		arguments map[string]any
		want      sentinel.Risk
	}{
		{"run_migration", sentinel.Critical, map[string]any{}, sentinel.Critical},
		{"list_tickets", sentinel.Low, map[string]any{"q": "open"}, sentinel.Low},
		{"note", sentinel.Medium, map[string]any{}, sentinel.Medium},
		{"list_tickets", sentinel.Low, map[string]any{"path": "~/.aws/credentials"}, sentinel.High},
		{"list_tickets", sentinel.Low, map[string]any{"env": "production"}, sentinel.Critical},
		{"read_file", sentinel.High, map[string]any{"path": "README.md"}, sentinel.High},
		{"delete_file", sentinel.Low, map[string]any{"path": "src"}, sentinel.Medium}, // a known tool is not lowered
	} {
		w.policy = builtin.Policy().WithTool(c.tool, c.risk)
		d := w.decide(c.tool, c.arguments)
		if d.Risk < c.want || c.tool != "delete_file" && d.Risk != c.want || d.Permitted != (c.want <= sentinel.Medium && d.Risk <= sentinel.Medium) {
			t.Errorf("%s %v: %s, permitted %v: %s", c.tool, c.arguments, d.Risk, d.Permitted, d.Reason)
		}
	}
}

// tree draws arguments with a text somewhere in them.
func tree(t *rapid.T, depth int, leaf *rapid.Generator[string]) any {
	if depth == 0 {
		return leaf.Draw(t, "leaf")
	}
	sub := tree(t, depth-1, leaf)
	others := rapid.SliceOfN(rapid.SampledFrom([]any{"x", 1.0, nil, true, "README.md"}), 0, 3).Draw(t, "others")
	switch rapid.IntRange(0, 2).Draw(t, "kind") {
	case 0:
		list := slices.Insert(others, rapid.IntRange(0, len(others)).Draw(t, "at"), sub)
		return list
	case 1:
		return map[string]any{"k": sub, "others": others}
	}
	return map[string]any{rapid.StringMatching(`[a-z]{1,5}`).Draw(t, "key"): sub}
}

// TestR361_BothDirections: a sensitive value anywhere is found; harmless pieces
// side by side are not.
func TestR361_BothDirections(t *testing.T) {
	w := newWorld(nil)
	rapid.Check(t, func(rt *rapid.T) {
		depth := rapid.IntRange(0, 6).Draw(rt, "depth")
		found := tree(rt, depth, rapid.SampledFrom([]string{".env", "config/.env", "~/.aws/credentials", "/home/dev/.ssh/id_ed25519"}))
		d := w.decide("frob", map[string]any{"v": found})
		if d.Permitted || d.Risk < sentinel.High || !slices.ContainsFunc(d.Findings, func(f sentinel.Finding) bool { return f.Rule == "sensitive-path" }) {
			rt.Fatalf("%v is %s: %+v", found, d.Risk, d.Findings)
		}
	})
	rapid.Check(t, func(rt *rapid.T) {
		arguments := map[string]any{}
		for i, piece := range rapid.Permutation([]string{"rm", "-rf /", "-rf", "/", "rm -", "rf /"}).Draw(rt, "pieces") {
			arguments[fmt.Sprint("k", i)] = tree(rt, rapid.IntRange(0, 2).Draw(rt, "depth"), rapid.Just(piece))
		}
		d := w.decide("frob", arguments)
		if d.Outcome == sentinel.Blocked || slices.ContainsFunc(d.Findings, func(f sentinel.Finding) bool { return f.Rule == "destructive-shell" || f.Block }) {
			rt.Fatalf("%v: %s by %s, %+v", arguments, d.Outcome, d.Rule, d.Findings)
		}
	})
}

// TestR343_SearchForAPermit over generated tools and nested arguments: whatever is
// permitted has an allow, a yes in time or the silence of a MEDIUM call behind it.
func TestR343_SearchForAPermit(t *testing.T) {
	w := newWorld(nil)
	own := []string{"bash", "Bash", "read_file", "write_file", "delete_file", "apply_patch", "list", "fetch", "mcp__a__b", "task"}
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.OneOf(rapid.SampledFrom(own), rapid.StringMatching(`[A-Za-z_]{1,12}`), rapid.String()).Draw(rt, "tool")
		leaf := rapid.OneOf(rapid.SampledFrom([]string{"ls", "rm -rf /", ".env", "README.md", "npm publish", "true", "/etc/passwd"}), rapid.String())
		arguments := map[string]any{
			"command": tree(rt, rapid.IntRange(0, 3).Draw(rt, "depth"), leaf), "path": tree(rt, rapid.IntRange(0, 2).Draw(rt, "depth2"), leaf)}
		d := w.decide(name, arguments)
		switch d.Outcome {
		case sentinel.Allowed:
			if !d.Permitted || d.Risk > sentinel.Low {
				rt.Fatalf("%q %v: %s is ALLOWED, permitted %v", name, arguments, d.Risk, d.Permitted)
			}
		case sentinel.TimedOut:
			if d.Permitted && (d.Risk != sentinel.Medium || d.Colour == sentinel.Red) {
				rt.Fatalf("%q %v: silence permitted %s", name, arguments, d.Risk)
			}
		case sentinel.Blocked:
			if d.Permitted {
				rt.Fatalf("%q %v: BLOCKED and permitted", name, arguments)
			}
		default:
			rt.Fatalf("%q %v: %s", name, arguments, d.Outcome)
		}
	})
}
