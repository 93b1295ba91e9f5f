package queue

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestRecordedDemo keeps docs/approvals/demo.txt as the demonstration prints it,
// but for the seconds that are left. UPDATE_RECORDINGS=1 writes it anew.
func TestRecordedDemo(t *testing.T) {
	var out, errOut bytes.Buffer
	env := Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errOut, Getenv: func(string) string { return "" }, Now: time.Now,
		Home: t.TempDir(), Cwd: t.TempDir(), User: "dev"}
	c := demoCommand(env)
	c.SetArgs([]string{"--fast"})
	if err := c.ExecuteContext(context.Background()); err != nil {
		t.Fatalf("%v\n%s", err, errOut.String())
	}
	got := "$ sentinel demo\n" + regexp.MustCompile(`\d+s left`).ReplaceAllString(out.String(), "599s left")
	file := filepath.Join("..", "..", "..", "docs", "approvals", "demo.txt")
	if os.Getenv("UPDATE_RECORDINGS") != "" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the recording is out of date: UPDATE_RECORDINGS=1 go test ./internal/cli/queue\n%s", got)
	}
}
