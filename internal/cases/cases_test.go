package cases_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel/internal/cases"
)

func read(t *testing.T, lines ...string) []cases.Case {
	t.Helper()
	list, err := cases.Read("t.jsonl", strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestScore: what ran silently and must not have, what did not and should have,
// and what is wrong besides.
func TestScore(t *testing.T) {
	const bash = `"tool":"bash","cwd":"/home/dev/project","class":"c"`
	for _, c := range []struct {
		name string
		line string
		want cases.Score
	}{
		{"right", `{"id":"1",` + bash + `,"input":{"command":"git status"},"expect":"allow"}`, cases.Score{Cases: 1}},
		{"missed", `{"id":"1",` + bash + `,"input":{"command":"git status"},"expect":"ask"}`, cases.Score{Cases: 1, Missed: 1, Wrong: 1}},
		{"needless", `{"id":"1",` + bash + `,"input":{"command":"git push -f"},"expect":"allow"}`, cases.Score{Cases: 1, Needless: 1, Wrong: 1}},
		{"asked where it must be blocked", `{"id":"1",` + bash + `,"input":{"command":"git push -f"},"expect":"block"}`, cases.Score{Cases: 1, Wrong: 1}},
		{"blocked is as good as asked", `{"id":"1",` + bash + `,"input":{"command":"rm -rf /"},"expect":"ask"}`, cases.Score{Cases: 1}},
		{"words behind the verdict", `{"id":"1",` + bash + `,"input":{"command":"rm -rf /"},"expect":"deny; the reason says why"}`, cases.Score{Cases: 1}},
		{"texts in pieces", `{"id":"1",` + bash + `,"input":{"command":{"join":["git ","push -f"]}},"expect":"ask"}`, cases.Score{Cases: 1}},
		{"written by hand", `{"id":"1",` + bash + `,"input":{"command":"ls"},"expect":"block","hand":true}`, cases.Score{Skipped: 1}},
		{"first time", `{"id":"1",` + bash + `,"input":{"command":"git commit -m a"},"expect":"ask","same_shape":["git commit -m b"],"new_shape":["git push"]}`,
			cases.Score{Cases: 1}},
		{"first time, once each", `{"id":"1",` + bash + `,"input":{"command":"git commit -m a"},"expect":"ask","same_shape":["git push","git tag v1"],"new_shape":["git commit -m c","ls"]}`,
			cases.Score{Cases: 1, Missed: 1, Needless: 1, Wrong: 1}},
		{"first time, red is not remembered", `{"id":"1",` + bash + `,"input":{"command":"git push -f; git commit -m a"},"expect":"ask","new_shape":["git commit -m a"]}`,
			cases.Score{Cases: 1}},
		{"approved before", `{"id":"1","setup":{"cwd":"/home/dev/project","approvals":[{"command":"git stash","choice":"always"}]},"call":{"tool":"bash","input":{"command":"git stash"}},"expect":"allow"}`,
			cases.Score{Cases: 1}},
		{"approved for another project", `{"id":"1","setup":{"cwd":"/home/dev/project","approvals":[{"command":"git stash","choice":"always","project":"/home/dev/other"}]},"call":{"tool":"bash","input":{"command":"git stash"}},"expect":"ask"}`,
			cases.Score{Cases: 1}},
		{"nobody attends", `{"id":"1","setup":{"cwd":"/home/dev/project","mode":"unattended"},"call":{"tool":"bash","input":{"command":"npm publish"}},"expect":"deny"}`,
			cases.Score{Cases: 1}},
		{"own rules", `{"id":"1","setup":{"cwd":"/home/dev/project","rules":{"bash":{"*":"allow","git push*":"deny"}}},"call":{"tool":"bash","input":{"command":"git push"}},"expect":"deny"}`,
			cases.Score{Cases: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := (&cases.Runner{}).Run(read(t, c.line))
			failures := got.Failures
			got.Version, got.Failures = 0, nil
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s\n%+v", diff, failures)
			}
		})
	}
}

// TestSummary is read by other programs.
func TestSummary(t *testing.T) {
	s := cases.Score{Cases: 4, Missed: 1, Needless: 2, Wrong: 3}
	if got, want := s.Summary(), "summary: cases 4 missed 1 needless 2 wrong 3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, line := range []string{"junk", "[]", `{"id":"1"}`, `{"expect":"ask"}`, `{"id":"1","expect":"ask","input":"`} {
		if _, err := cases.Read("t.jsonl", strings.NewReader("# comment\n\n"+line)); err == nil || !strings.HasPrefix(err.Error(), "t.jsonl:3:") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestPlay: a yes is remembered as the gate would, what is written is there, and
// what is refused does not happen.
func TestPlay(t *testing.T) {
	line := func(tool string, input map[string]any) string {
		b, err := json.Marshal(map[string]any{"tool": tool, "input": input, "cwd": "/home/eve/project"})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	sh := func(command string) string { return line("Bash", map[string]any{"command": command}) }
	session := strings.Join([]string{
		sh("git commit -m a"), sh("git commit -m b"), "",
		sh("git push -f"), sh("git push -f"), // red is asked each time
		sh("rm -rf /"),
		line("Write", map[string]any{"file_path": "/home/eve/project/build.sh", "content": "npm publish\n"}),
		sh("./build.sh"), // its content counts, not its name
	}, "\n")
	r, err := (&cases.Player{}).Play("s.jsonl", strings.NewReader(session))
	if err != nil {
		t.Fatal(err)
	}
	if r.Calls != 7 || r.Shell != 6 || r.Questions != 4 || r.InShell != 4 || r.Blocked != 1 {
		t.Errorf("%+v", r)
	}
	if len(r.Kinds) == 0 || r.Kinds[0] != (cases.Kind{Kind: "git.push.force", Count: 2, First: "git push -f"}) {
		t.Errorf("%+v", r.Kinds)
	}
	if _, err := (&cases.Player{}).Play("s.jsonl", strings.NewReader("\n{")); err == nil || !strings.HasPrefix(err.Error(), "s.jsonl:2:") {
		t.Errorf("junk: %v", err)
	}
}
