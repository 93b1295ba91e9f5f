package sentinel_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/rules"
)

// TestX1_OneVocabulary holds the four vocabularies together.
func TestX1_OneVocabulary(t *testing.T) {
	w := newWorld(nil)
	w.assessor.World.Strict = true // the checks of X1 are those of autonomy "strict"
	w.prompt = true
	for _, c := range []struct {
		name, tool string
		args       map[string]any
		risk       sentinel.Risk
		colour     sentinel.Colour
		outcome    sentinel.Outcome
	}{
		{"git status", "bash", map[string]any{"command": "git status"}, sentinel.Low, sentinel.Green, sentinel.Allowed},
		{"mkdir x", "bash", map[string]any{"command": "mkdir x"}, sentinel.Medium, sentinel.Yellow, sentinel.Asked},
		{"npm publish", "bash", map[string]any{"command": "npm publish"}, sentinel.High, sentinel.Yellow, sentinel.Asked},
		{"git push --force", "bash", map[string]any{"command": "git push --force"}, sentinel.High, sentinel.Red, sentinel.Asked},
		{"deploy to production", "deploy", map[string]any{"env": "production"}, sentinel.Critical, sentinel.Red, sentinel.Asked},
		{"rm -rf /", "bash", map[string]any{"command": "rm -rf /"}, sentinel.Critical, sentinel.Red, sentinel.Blocked},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := w.decide(c.tool, c.args)
			if d.Risk != c.risk || d.Colour != c.colour || d.Outcome != c.outcome {
				t.Errorf("got %s %s %s, want %s %s %s", d.Risk, d.Colour, d.Outcome, c.risk, c.colour, c.outcome)
			}
		})
	}
}

// TestX2_OneOrder checks that no later step weakens an earlier one.
func TestX2_OneOrder(t *testing.T) {
	allowAll := `{"bash":{"*":"allow"},"read_file":"allow","write_file":"allow"}`
	for _, c := range []struct {
		name, rules, tool, text, want string
	}{
		{"a malformed call before anything", allowAll, "bash", "", "block"},
		{"never a question before an allow", allowAll, "bash", "rm -rf /", "block"},
		{"the gate's own files before an allow", allowAll, "bash", "rm ~/.config/sentinel/config.json", "block"},
		{"red before an allow", allowAll, "bash", "git push --force", "ask"},
		{"what cannot be read before an allow", allowAll, "bash", "echo 'x", "ask"},
		{"an allow settles yellow", allowAll, "bash", "npm publish", "allow"},
		{"a deny refuses green", `{"bash":{"git status*":"deny"}}`, "bash", "git status", "block"},
		{"a deny refuses what an earlier rule allows", `{"bash":{"*":"allow","npm *":"deny"}}`, "bash", "npm publish", "block"},
		{"the last match wins among rules only", `{"bash":{"npm *":"deny","npm publish*":"allow"}}`, "bash", "npm publish", "allow"},
		{"the last match does not lift red", `{"bash":{"git *":"deny","git push*":"allow"}}`, "bash", "git push --force", "ask"},
		{"a deny in a part refuses the whole", `{"bash":{"*":"allow","npm *":"deny"}}`, "bash", "git status && npm publish", "block"},
		{"an allow of a part is none of the others", `{"bash":{"npm publish*":"allow"}}`, "bash", "npm publish && git push", "ask"},
		{"an ask makes green a question", `{"bash":{"git status*":"ask"}}`, "bash", "git status", "ask"},
		{"a built-in ask is no rule (Settled 10)", `{}`, "bash", "git status", "allow"},
		{"a secret stays a question once its rule is lifted", allowAll, "read_file", "~/.aws/credentials", "ask"},
		{"a start-up file stays a question", allowAll, "write_file", "~/.bashrc", "ask"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(nil).with(t, c.rules)
			args := map[string]any{"command": c.text}
			if c.tool != "bash" {
				args = map[string]any{"path": c.text, "content": "x"}
			}
			if got := w.verdict(c.tool, args); got != c.want {
				t.Errorf("%s %q: got %s, want %s", c.tool, c.text, got, c.want)
			}
		})
	}
	t.Run("memory lifts yellow only", func(t *testing.T) {
		known := memoryFuncs{known: func(sentinel.Part) bool { return true }}
		for risk, want := range map[sentinel.Risk]bool{sentinel.Medium: true, sentinel.High: true, sentinel.Critical: false} {
			if d := decide(call(), sentinel.WithAssessor(risky(risk)), sentinel.WithMemory(known)); d.Permitted != want {
				t.Errorf("%s: permitted %v", risk, d.Permitted)
			}
		}
	})
	t.Run("a deny before memory", func(t *testing.T) {
		w := newWorld(nil)
		w.approve("npm publish", sentinel.YesAlways)
		if got := w.shell("npm publish"); got != "allow" {
			t.Fatalf("got %s, want allow", got)
		}
		w.with(t, `{"bash":{"npm publish*":"deny"}}`)
		if got := w.shell("npm publish"); got != "block" {
			t.Errorf("got %s, want block", got)
		}
	})
	t.Run("the record is written before the answer leaves", func(t *testing.T) {
		var written []sentinel.Outcome
		log := logFunc(func(d sentinel.Decision) error { written = append(written, d.Outcome); return nil })
		d := decide(call(), sentinel.WithAssessor(risky(sentinel.High)), sentinel.WithLog(log), sentinel.WithReviewer(answers(sentinel.No, "")))
		if len(written) != 1 || written[0] != sentinel.Denied || d.Outcome != sentinel.Denied {
			t.Errorf("written %v, answered %s", written, d.Outcome)
		}
	})
}

// TestX4_AskOrBlock: what nobody could sensibly approve is no question, other
// destruction is one each time.
func TestX4_AskOrBlock(t *testing.T) {
	w := newWorld(nil)
	for _, c := range []string{"rm -rf /", "rm -rf /*", "rm -rf ~", "rm -rf $HOME", "rm -rf ~/", "mkfs.ext4 /dev/sda1", "dd if=/dev/zero of=/dev/sda", ":(){ :|:& };:"} {
		if got := w.shell(c); got != "block" {
			t.Errorf("%s: got %s, want block", c, got)
		}
	}
	for _, c := range []string{"git reset --hard", "rm -rf .", "git clean -fdx"} {
		if got := w.shell(c); got != "ask" {
			t.Errorf("%s: got %s, want ask", c, got)
		}
	}
}

// TestX5_Silence is what nobody's answer means.
func TestX5_Silence(t *testing.T) {
	w := newWorld(nil)
	write := map[string]any{"path": "notes.md", "content": "hello"}
	if d := w.decide("write_file", write); !d.Permitted || d.Outcome != sentinel.TimedOut {
		t.Errorf("R346 write_file: %+v", d)
	}
	if d := w.decide("delete_file", map[string]any{"path": "prod.db"}); d.Permitted || d.Outcome != sentinel.TimedOut {
		t.Errorf("R347 delete_file: permitted %v, %s %s", d.Permitted, d.Outcome, d.Risk)
	}
	if d := w.bash("sudo ls"); d.Permitted {
		t.Error("sudo ls ran on silence")
	}
	if d := w.bash("npm publish"); d.Permitted { // R97
		t.Error("npm publish ran on silence")
	}
	if d := newWorld(nil).with(t, `{"write_file":"ask"}`).decide("write_file", write); d.Permitted {
		t.Error("an ask that a person wrote was answered by silence")
	}
	if d := newWorld(nil).with(t, `{"bash":{"git status*":"ask"}}`).bash("git status"); d.Permitted { // R209
		t.Error("an ask for a green command was answered by silence")
	}
	off := newWorld(nil)
	off.policy = off.policy.WithSilence(false, 60)
	if d := off.decide("write_file", write); d.Permitted {
		t.Error("silence permitted though it may not")
	}
	none := newWorld(nil)
	none.policy = none.policy.WithSilence(true, 0)
	if d := none.decide("write_file", write); d.Permitted {
		t.Error("silence permitted without a budget")
	}
	strict := newWorld(nil)
	strict.assessor.World.Strict = true
	if d := strict.bash("mkdir x"); !d.Permitted || d.Outcome != sentinel.TimedOut { // R97
		t.Errorf("mkdir x: permitted %v, %s", d.Permitted, d.Outcome)
	}
}

// TestX6_Yolo folds yellow into allow and nothing else.
func TestX6_Yolo(t *testing.T) {
	w := newWorld(map[string]string{".env": "KEY=value"})
	w.policy = w.policy.WithYolo(true)
	for _, c := range []struct{ command, want string }{
		{"npm publish", "allow"},
		{"git push", "allow"},
		{"git push --force", "ask"},
		{"sudo ls", "ask"},
		{"rm -rf /", "block"},
		{"cat .env", "block"},
		{"cat ~/.ssh/id_rsa", "block"},
	} {
		if got := w.shell(c.command); got != c.want {
			t.Errorf("%s: got %s, want %s", c.command, got, c.want)
		}
	}
	if got := w.verdict("read_file", map[string]any{"path": ".env"}); got != "block" {
		t.Errorf("read .env: got %s, want block", got)
	}
	lifted := newWorld(map[string]string{".env": "KEY=value"}).with(t, `{"read_file":"allow"}`)
	lifted.policy = lifted.policy.WithYolo(true)
	if got := lifted.verdict("read_file", map[string]any{"path": ".env"}); got != "ask" {
		t.Errorf("read .env without its rule: got %s, want ask", got)
	}
	if d := w.bash("git push --force"); d.Permitted { // R125
		t.Error("yolo permitted red where nobody attends")
	}
	asked := newWorld(nil).with(t, `{"bash":{"echo *":"ask","rm *":"deny"}}`)
	asked.policy = asked.policy.WithYolo(true)
	if got := asked.shell("rm build.log"); got != "block" { // R186
		t.Errorf("denied: got %s", got)
	}
}

// TestX7_DeletingInTheProject keeps the target of a deletion.
func TestX7_DeletingInTheProject(t *testing.T) {
	w := newWorld(map[string]string{"src/a.go": "package a", "docs/b.md": "b"})
	w.assessor.World.Strict = true
	w.approve("rm -rf node_modules", sentinel.YesAlways)
	for _, c := range []struct{ command, want string }{
		{"rm -rf node_modules", "allow"}, {"rm -rf src", "ask"}, {"rm -rf .", "ask"}, {"rm -rf *", "ask"}, {"rm -rf node_modules src", "ask"},
	} {
		if got := w.shell(c.command); got != c.want {
			t.Errorf("%s: got %s, want %s", c.command, got, c.want)
		}
	}
	if d := w.approve("rm -rf .", sentinel.YesAlways); d.Colour != sentinel.Red || d.Remember != "" {
		t.Errorf("rm -rf .: %s, remembered for %q", d.Colour, d.Remember)
	}
}

// TestX10_OneTableOfSensitivePaths: denied by default, asked once that rule is
// lifted.
func TestX10_OneTableOfSensitivePaths(t *testing.T) {
	for _, p := range []string{".env", "config/.env", "server.pem", "~/.aws/credentials", "~/.ssh/id_ed25519"} {
		read := map[string]any{"path": p}
		if got := newWorld(nil).verdict("read_file", read); got != "block" {
			t.Errorf("%s: got %s, want block", p, got)
		}
		if got := newWorld(nil).with(t, `{"read_file":{"*":"allow"}}`).verdict("read_file", read); got != "ask" {
			t.Errorf("%s without its rule: got %s, want ask", p, got)
		}
	}
	for _, p := range []string{".env.example", ".env.sample", ".env.template"} {
		if got := newWorld(nil).verdict("read_file", map[string]any{"path": p}); got != "allow" {
			t.Errorf("%s: got %s, want allow", p, got)
		}
	}
}

// TestX17_SessionGrants: a session's yes records nothing lasting and grants no
// tool.
func TestX17_SessionGrants(t *testing.T) {
	w := newWorld(nil)
	w.approve("npm publish", sentinel.YesSession)
	if got := w.shell("npm publish"); got != "allow" {
		t.Errorf("the same in the session: got %s", got)
	}
	if got := w.shell("npm unpublish x"); got != "ask" {
		t.Errorf("another command: got %s", got)
	}
	w.session = "s2"
	if got := w.shell("npm publish"); got != "ask" { // R191
		t.Errorf("another session: got %s", got)
	}
}

// TestX18_UnknownTools are HIGH, and remembered for the session at most.
func TestX18_UnknownTools(t *testing.T) {
	w := newWorld(nil)
	for _, tool := range []string{"frobnicate", "mcp__x__y", "unknown.tool"} {
		d := w.decide(tool, map[string]any{"a": 1})
		if d.Risk != sentinel.High || d.Permitted || d.Remember != "session" {
			t.Errorf("%s: %s, permitted %v, remembered for %q", tool, d.Risk, d.Permitted, d.Remember)
		}
	}
}

// TestX20_DenyByRuleIsBlocked and names its rule.
func TestX20_DenyByRuleIsBlocked(t *testing.T) {
	d := newWorld(nil).with(t, `{"bash":{"terraform destroy*":"deny"}}`).bash("terraform destroy -auto-approve")
	if d.Outcome != sentinel.Blocked || d.Rule != "permission:bash:terraform destroy*" {
		t.Errorf("%s by %q", d.Outcome, d.Rule)
	}
	for _, want := range []string{"bash", "terraform destroy*", "config.json"} { // R210
		if !strings.Contains(d.Reason, want) {
			t.Errorf("the reason %q does not name %s", d.Reason, want)
		}
	}
	d = newWorld(nil).with(t, `{"read_file":{"*":"allow","*.env":"deny"}}`).decide("read_file", map[string]any{"path": "config/prod.env"})
	if d.Outcome != sentinel.Blocked || !strings.Contains(d.Reason, "read_file") || !strings.Contains(d.Reason, "*.env") {
		t.Errorf("R210: %s: %s", d.Outcome, d.Reason)
	}
}

// TestR183_OrderOfTheRuleLayer goes through every combination of a deny, an
// allowing rule, a grant and yolo: only a deny refuses, any of the others lets
// a yellow command through.
func TestR183_OrderOfTheRuleLayer(t *testing.T) {
	for i := range 16 {
		deny, allow, grant, yolo := i&1 != 0, i&2 != 0, i&4 != 0, i&8 != 0
		t.Run(fmt.Sprintf("deny %v allow %v grant %v yolo %v", deny, allow, grant, yolo), func(t *testing.T) {
			w := newWorld(nil)
			if grant {
				w.approve("npm publish", sentinel.YesSession)
			}
			var entries []string
			if allow {
				entries = append(entries, `"*":"allow"`)
			}
			if deny {
				entries = append(entries, `"npm *":"deny"`)
			}
			if len(entries) > 0 {
				w.with(t, `{"bash":{`+strings.Join(entries, ",")+`}}`)
			}
			w.policy = w.policy.WithYolo(yolo)
			want := "ask"
			switch {
			case deny:
				want = "block"
			case allow || grant || yolo:
				want = "allow"
			}
			if got := w.shell("npm publish"); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// TestR192_GrantsNameThemselves: what lets a call through is named.
func TestR192_GrantsNameThemselves(t *testing.T) {
	w := newWorld(nil)
	w.approve("npm publish", sentinel.YesSession)
	if d := w.bash("npm publish"); d.Outcome != sentinel.Approved || d.Rule != "session" {
		t.Errorf("session: %s by %q", d.Outcome, d.Rule)
	}
	w.approve("git push", sentinel.YesAlways)
	if d := w.bash("git push"); d.Outcome != sentinel.Approved || d.Rule != "ledger:git push" || d.Risk != sentinel.High || d.Colour != sentinel.Green {
		t.Errorf("ledger: %s %s %s by %q", d.Outcome, d.Risk, d.Colour, d.Rule)
	}
	if d := newWorld(nil).with(t, `{"bash":{"npm *":"allow"}}`).bash("npm publish"); d.Rule != "permission:bash:npm *" {
		t.Errorf("rule: by %q", d.Rule)
	}
	y := newWorld(nil)
	y.policy = y.policy.WithYolo(true)
	if d := y.bash("npm publish"); d.Rule != "yolo" {
		t.Errorf("yolo: by %q", d.Rule)
	}
}

// TestR343_NoPathToAPermit searches for a permit over generated tools and
// nested arguments where nobody said yes and nothing was allowed.
func TestR343_NoPathToAPermit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	w := newWorld(nil)
	w.policy = w.policy.WithSilence(false, 0)
	names := []string{"frob", "Bash ", "bash\n", "readFile2", "exec_", "mcp__a__b", "write_file_", "BASHX", "rm", "curl", "ｂａｓｈ"}
	for range 2000 {
		tool := names[r.IntN(len(names))] + strconv.Itoa(r.IntN(3))
		args, _ := randomTree(r, 4).(map[string]any)
		if args == nil {
			args = map[string]any{"v": randomTree(r, 3)}
		}
		if d := w.decide(tool, args); d.Permitted {
			t.Fatalf("%q %v was permitted: %s by %q", tool, args, d.Outcome, d.Rule)
		}
	}
}

func randomTree(r *rand.Rand, depth int) any {
	texts := []string{"ls", "rm -rf /", ".env", "README.md", "", "allow", "true"}
	switch n := r.IntN(6); {
	case depth == 0 || n < 2:
		return texts[r.IntN(len(texts))]
	case n == 2:
		return []any{randomTree(r, depth-1), randomTree(r, depth-1)}
	case n == 3:
		return nil
	case n == 4:
		return float64(r.IntN(9))
	}
	return map[string]any{texts[r.IntN(3)]: randomTree(r, depth-1), "command": randomTree(r, depth-1), "path": randomTree(r, depth-1)}
}

// TestR349_Windows: each question has its window, and the request says so.
func TestR349_Windows(t *testing.T) {
	for r, want := range map[sentinel.Risk]time.Duration{sentinel.Medium: 120 * time.Second, sentinel.High: 600 * time.Second, sentinel.Critical: 1800 * time.Second} {
		var got sentinel.Request
		var left time.Duration
		decide(call(), sentinel.WithAssessor(risky(r)), sentinel.WithReviewer(func(ctx context.Context, q sentinel.Request) (*sentinel.Review, error) {
			deadline, _ := ctx.Deadline()
			got, left = q, time.Until(deadline)
			return nil, nil
		}))
		if got.Window != want || left > want || left < want-time.Minute {
			t.Errorf("%s: window %s with %s left, want %s", r, got.Window, left, want)
		}
		// R411: who asks, what, how bad, why.
		if got.Call.Agent != "test" || got.Call.Tool != "t" || got.Risk != r || got.Reason == "" {
			t.Errorf("%s: request %+v", r, got)
		}
	}
}

// TestR393_Outcomes are told apart.
func TestR393_Outcomes(t *testing.T) {
	low, high := sentinel.WithAssessor(risky(sentinel.Low)), sentinel.WithAssessor(risky(sentinel.High))
	known := sentinel.WithMemory(memoryFuncs{known: func(sentinel.Part) bool { return true }})
	deny, _ := rules.Parse(rules.Source{}, []byte(`{"t":"deny"}`))
	asks := assess(func(c sentinel.Call) (sentinel.Assessment, error) {
		a, err := risky(sentinel.Low)(c)
		a.Parts[0].Asks = []sentinel.RuleAsk{{Tools: []string{"t"}}}
		return a, err
	})
	for name, c := range map[string]struct {
		options []sentinel.Option
		want    sentinel.Outcome
		permits bool
	}{
		"nothing to ask":  {[]sentinel.Option{low}, sentinel.Allowed, true},
		"approved now":    {[]sentinel.Option{high, sentinel.WithReviewer(answers(sentinel.Yes, ""))}, sentinel.Approved, true},
		"approved before": {[]sentinel.Option{high, known}, sentinel.Approved, true},
		"a person's no":   {[]sentinel.Option{high, sentinel.WithReviewer(answers(sentinel.No, "not today"))}, sentinel.Denied, false},
		"nobody":          {[]sentinel.Option{high}, sentinel.TimedOut, false},
		"policy":          {[]sentinel.Option{sentinel.WithAssessor(asks), sentinel.WithPolicy(sentinel.DefaultPolicy().WithRules(deny))}, sentinel.Blocked, false},
		"MEDIUM silence":  {[]sentinel.Option{sentinel.WithAssessor(risky(sentinel.Medium))}, sentinel.TimedOut, true}, // R396
	} {
		t.Run(name, func(t *testing.T) {
			if d := decide(call(), c.options...); d.Outcome != c.want || d.Permitted != c.permits {
				t.Errorf("got %s, permitted %v: %s", d.Outcome, d.Permitted, d.Reason)
			}
		})
	}
	d := decide(call(), high, sentinel.WithReviewer(answers(sentinel.No, "not today")))
	if !strings.HasPrefix(d.Reason, "User denied permission") || !strings.Contains(d.Reason, "not today") { // R91
		t.Errorf("reason %q", d.Reason)
	}
}

// TestParallel: a gate of safe parts may be used by several goroutines.
func TestParallel(t *testing.T) {
	errs := errors.New("none")
	g := sentinel.New(sentinel.WithPolicy(sentinel.DefaultPolicy()), sentinel.WithAssessor(risky(sentinel.High)),
		sentinel.WithReviewer(func(context.Context, sentinel.Request) (*sentinel.Review, error) { return nil, errs }))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if g.Decide(context.Background(), call()).Permitted {
				t.Error("permitted")
			}
		})
	}
	wg.Wait()
}
