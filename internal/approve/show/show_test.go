package show_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/approve/show"
)

var day = time.Date(2026, 8, 16, 17, 0, 0, 0, time.UTC)

func question(tool string, arguments map[string]any, r sentinel.Risk) sentinel.Question {
	return sentinel.Question{ID: "q", Number: 7, Outcome: sentinel.Pending, Created: day, Deadline: day.Add(1800 * time.Second),
		Request: sentinel.Request{Risk: r, Reason: "call targets production",
			Call: sentinel.Call{Agent: "worker-3", Tool: tool, Arguments: arguments, Cwd: "/p"}}}
}

func TestR400_LineOfTheList(t *testing.T) {
	q := question("deploy", map[string]any{"env": "production"}, sentinel.Critical)
	got := show.Lines(q, sentinel.Moment{Time: day.Add(596 * time.Second)})
	want := "#7  deploy         critical    1204s left  on-silence=deny  agent=worker-3\n      call targets production"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What the person sees is what runs: each byte of each argument is there,
// escaped, and nothing can move the cursor or turn the text around.
func TestR415_EverythingIsShownAndNothingActs(t *testing.T) {
	evil := "rm\x1b[2K\u202Etxt\u200b\r\n" + strings.Repeat("a", 5000) + "\nlast line"
	for _, name := range []string{"command", "content", "old_string", "path", "\x1b[31mname"} {
		q := question("tool\x07", map[string]any{name: evil, "list": []any{"\x1b]0;x\x07", 1.5}}, sentinel.High)
		q.Request.Call.Agent, q.Request.Reason = "a\x1bb", "be\u202Ecause\nsecond"
		all := show.Lines(q, sentinel.Moment{Time: day})
		for _, row := range show.Rows(q, sentinel.Moment{Time: day}) {
			for _, line := range show.Wrap(row, 80) {
				if strings.Contains(line.Text, "\n") {
					t.Errorf("a row of two lines: %q", line.Text)
				}
				if n := len([]rune(line.Text)); n > 80 {
					t.Errorf("a line of %d characters", n)
				}
				all += "\n" + line.Text
			}
		}
		for _, bad := range []string{"\x1b", "\x07", "\r", "\u202e", "\u200b"} {
			if strings.Contains(all, bad) {
				t.Errorf("%q: %q reaches the terminal", name, bad)
			}
		}
		if strings.Count(all, "a") < 5000 || !strings.Contains(all, "last line") {
			t.Errorf("%q: some of the text is not shown", name)
		}
	}
}

func TestWhatSilenceAndAYesMean(t *testing.T) {
	for _, c := range []struct {
		risk     sentinel.Risk
		silence  bool
		remember string
		want     []string
	}{
		{sentinel.Medium, true, "project", []string{"then allow", "always in this project", "silence   permits"}},
		{sentinel.Medium, false, "project", []string{"then deny", "silence   refuses"}},
		{sentinel.High, true, "session", []string{"then deny", "for the session, or always in this project", "silence   refuses"}},
		{sentinel.Critical, false, "", []string{"counts once", "needs a written reason"}},
	} {
		q := question("bash", map[string]any{"command": "x"}, c.risk)
		q.Silence, q.Request.Remember = c.silence, c.remember
		var b strings.Builder
		for _, row := range show.Rows(q, sentinel.Moment{Time: day}) {
			b.WriteString(row.Text + "\n")
		}
		for _, want := range c.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%v: %q is not said in\n%s", c.risk, want, b.String())
			}
		}
	}
}
