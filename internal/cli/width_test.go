package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sentinelgate/sentinel/internal/cli"
)

// TestLinesFitATerminal: sentences are broken at blanks where the terminal ends.
// Only a word, a path and a command that is to be copied may be longer.
func TestLinesFitATerminal(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	project := filepath.Join(home, "project")
	for _, dir := range []string{filepath.Join(project, ".git"), filepath.Join(home, ".config", "sentinel"), filepath.Join(home, ".claude")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	config := filepath.Join(home, ".config", "sentinel", "config.json")
	if err := os.WriteFile(config, []byte(`{"autonmy": "strict", "permission": {"bash": {"git *": "alow"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{
		"--help", "audit|--help", "scan|--help", "check|--help", "install|--help", "hook|--help", "doctor", "status", "policy", "policy|--table", "config|show", "config|check",
		"knowledge|git", "knowledge|git*", "explain|cd build && rm -rf * && git push --force origin main && nosuchprogram x y z", "risk|nosuchprogram x",
		"risk|rm -rf ~", "risk", "check|git push --force|--why", "check|bash|git push", "approve", "approve|1|2", "install", "install|nosuch", "install|claude",
		"audit", "audit|--canaries", "audit|--outcome|no", "grants|revoke|nosuch", "trust", "kill", "doctor", "unkill", "pending", "review", "replay|nosuch", "hook",
	} {
		for _, width := range []int{40, 80} {
			out, errOut, _ := runIn(t, home, func(e *cli.Env) { e.Terminal, e.Width, e.ErrWidth = true, width, width; e.Getenv = noColour }, strings.Split(args, "|")...)
			for line := range strings.Lines(out + errOut) {
				line = strings.TrimSuffix(line, "\n")
				if utf8.RuneCountInString(line) > width && !mayBeLonger(line) {
					t.Errorf("%s: %d columns: %q", args, width, line)
				}
			}
		}
	}
}

func noColour(name string) string { return map[string]string{"NO_COLOR": "1"}[name] }

// mayBeLonger tells a line that has to stay in one piece: a path or a word with
// what stands before it, a command to copy, the change of a file, a mark below a
// text.
func mayBeLonger(line string) bool {
	text := strings.TrimSpace(line)
	for _, before := range []string{"hint: ", "run it by hand: "} {
		text = strings.TrimPrefix(text, before)
	}
	command := strings.HasPrefix(text, "sentinel ") || strings.HasPrefix(text, "printf ") || strings.HasPrefix(text, "git diff | sentinel ")
	diff := strings.HasPrefix(line, "+")
	asGiven := strings.HasPrefix(line, "  cd ")              // a text, and its shape
	flag := strings.HasPrefix(line, strings.Repeat(" ", 16)) // where the library gives up
	inQuotes := strings.HasPrefix(text, "`") || strings.HasPrefix(text, "(`")
	words := len(strings.Fields(text))
	path := strings.Contains(text, "/") && words <= 4
	return command || diff || asGiven || flag || inQuotes || path || words == 1
}

// TestPipesAreNotWrapped: what a program reads is a line an entry.
func TestPipesAreNotWrapped(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"risk|nosuchprogram x", "\nApproving this records this very command: with other words, or after its file changed, it asks again. For a program of the project only numbers and plain files may differ.\n"},
		{"--help", "\n  risk       Grade a shell command without running it, or show what this repository has learned\n"},
		{"knowledge", "\nkubectl\n"},
	} {
		if out, _, _ := run(t, nil, strings.Split(c.args, "|")...); !strings.Contains(out, c.want) {
			t.Errorf("%s: %q is not in\n%s", c.args, c.want, out)
		}
	}
}
