package screen

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
)

// TestRecordedReview keeps docs/approvals/review.txt: the screen of 80 by 24 at
// some moments of its use. UPDATE_RECORDINGS=1 writes it anew.
func TestRecordedReview(t *testing.T) {
	publish := open(1, sentinel.High, "npm publish")
	publish.Request.Reason = "publishes a version that everybody can install"
	publish.Request.Assessment = sentinel.Assessment{Findings: []sentinel.Finding{{Rule: "npm.publish.release", Risk: sentinel.High, Colour: sentinel.Yellow,
		Say: "publishes a version that everybody can install", Part: "npm publish"}}}
	deploy := open(2, sentinel.Critical, "terraform destroy -target prod")
	deploy.Request.Reason, deploy.Request.Remember = "destroys what is named production", ""
	d := &desk{now: day, list: []sentinel.Question{publish, deploy}}
	var b strings.Builder
	show := func(m Model, what string) Model {
		b.WriteString("## " + what + "\n\n")
		for _, line := range strings.Split(m.Text(), "\n") {
			b.WriteString(strings.TrimRight("| "+line, " ") + "\n")
		}
		b.WriteString("\n")
		return m
	}
	m := show(start(t, d), "the queue, the most serious first")
	m = show(press(t, m, "a"), "a: approve; a critical call needs a reason")
	m = show(press(t, m, "enter"), "enter without a reason")
	m = show(press(t, m, "esc", "d", "n", "o", "t", " ", "n", "o", "w", "enter"), "d and a reason: denied")
	m = show(press(t, refresh(m), "j", "a", "tab"), "the next one: tab shows word by word what a longer yes remembers")
	show(press(t, m, "enter"), "enter: approved")
	file := filepath.Join("..", "..", "..", "docs", "approvals", "review.txt")
	if os.Getenv("UPDATE_RECORDINGS") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the recording is out of date: UPDATE_RECORDINGS=1 go test ./internal/approve/screen\n%s", b.String())
	}
}
