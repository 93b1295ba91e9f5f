package screen

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/approve/show"
)

var day = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// desk keeps its questions in a list.
type desk struct {
	list    []sentinel.Question
	now     time.Time
	answers []string
	bad     bool // edits are refused
}

func (d *desk) List(context.Context) ([]sentinel.Question, sentinel.Moment, error) {
	var open []sentinel.Question
	for _, q := range d.list {
		if q.Outcome == sentinel.Pending {
			open = append(open, q)
		}
	}
	return open, sentinel.Moment{Time: d.now}, nil
}

func (d *desk) Get(_ context.Context, id string) (sentinel.Question, error) {
	for _, q := range d.list {
		if q.ID == id {
			return q, nil
		}
	}
	return sentinel.Question{}, sentinel.ErrNotFound
}

func (d *desk) Answer(ctx context.Context, asked sentinel.Question, r sentinel.Review) (sentinel.Question, error) {
	for i := range d.list {
		q := &d.list[i]
		if q.ID != asked.ID {
			continue
		}
		err := q.Decide(sentinel.Verdict{Review: r, Shown: asked.Shown}, sentinel.Moment{Time: d.now})
		if err == nil {
			d.answers = append(d.answers, fmt.Sprintf("#%d %s %q %v", q.Number, q.Outcome, r.Reason, r.Arguments))
		}
		return *q, err
	}
	return sentinel.Question{}, sentinel.ErrNotFound
}

func (d *desk) Judge(context.Context, sentinel.Question, string) ([]show.Row, bool) {
	return []show.Row{{Text: "judged"}}, !d.bad
}

func (d *desk) Keeps(q sentinel.Question, a sentinel.Answer) []string {
	switch {
	case a == sentinel.YesSession && q.Request.Remember != "":
		return []string{"npm publish, until this session ends"}
	case a == sentinel.YesAlways && q.Request.Remember == "project":
		return []string{"npm publish, in /p"}
	}
	return nil
}

func open(n int64, r sentinel.Risk, command string) sentinel.Question {
	return sentinel.Question{ID: fmt.Sprint("id", n), Number: n, Shown: fmt.Sprint("s", n), Outcome: sentinel.Pending, Version: 1,
		Created: day, Deadline: day.Add(10 * time.Minute), Waiting: day, Silence: r == sentinel.Medium,
		Request: sentinel.Request{Risk: r, Reason: "because " + command, Remember: "session",
			Call: sentinel.Call{Agent: "claude", Tool: "Bash", Cwd: "/p", Arguments: map[string]any{"command": command}}}}
}

// press gives the model keys, one after the other, and lets what they start end.
func press(t *testing.T, m Model, keys ...string) Model {
	t.Helper()
	for _, k := range keys {
		m = step(m, keyOf(k))
	}
	return m
}

func keyOf(k string) tea.Msg {
	codes := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "pgdown": tea.KeyPgDown}
	switch code, ok := codes[k]; {
	case ok:
		return tea.KeyPressMsg{Code: code}
	case k == "ctrl+s":
		return tea.KeyPressMsg{Code: 's', Mod: tea.ModCtrl}
	case k == "space":
		return tea.KeyPressMsg{Code: ' ', Text: " "}
	}
	return tea.KeyPressMsg{Code: []rune(k)[0], Text: k}
}

func step(m Model, msg tea.Msg) Model {
	next, cmd := m.Update(msg)
	m = next.(Model)
	if _, isKey := msg.(tea.KeyPressMsg); isKey && cmd != nil && m.busy {
		if after, ok := cmd().(answered); ok {
			return step(m, after)
		}
	}
	return m
}

func refresh(m Model) Model { return step(m, m.read()()) }

func start(t *testing.T, d *desk) Model {
	t.Helper()
	return refresh(New(context.Background(), d, Options{Size: [2]int{80, 24}}))
}

func TestQueueIsOrderedByRiskThenTime(t *testing.T) {
	d := &desk{now: day, list: []sentinel.Question{open(1, sentinel.Medium, "a"), open(2, sentinel.High, "b"), open(3, sentinel.Critical, "c"), open(4, sentinel.High, "d")}}
	d.list[3].Deadline = day.Add(time.Minute)
	m := start(t, d)
	var got []int64
	for _, q := range m.list {
		got = append(got, q.Number)
	}
	if fmt.Sprint(got) != "[3 4 2 1]" {
		t.Error(got)
	}
	if !strings.Contains(m.Text(), "> #3") {
		t.Errorf("the first is not chosen:\n%s", m.Text())
	}
}

func TestScreenFitsAndIsComplete(t *testing.T) {
	d := &desk{now: day}
	for i := int64(1); i < 30; i++ {
		d.list = append(d.list, open(i, sentinel.High, strings.Repeat("word ", int(i)*20)+"\x1b[2J"))
	}
	m := start(t, d)
	for _, keys := range [][]string{nil, {"j", "j"}, {"d"}, {"esc", "space", "space", "space", "space", "a"}, {"esc", "e"}} {
		m = press(t, m, keys...)
		text := m.Text()
		lines := strings.Split(text, "\n")
		if len(lines) > 24 {
			t.Errorf("%v: %d lines", keys, len(lines))
		}
		if strings.Contains(text, "\x1b[2J") {
			t.Errorf("%v: a sequence of the call reaches the terminal", keys)
		}
	}
}

func TestYesOnlyForWhatWasSeenToItsEnd(t *testing.T) {
	d := &desk{now: day, list: []sentinel.Question{open(1, sentinel.High, strings.Repeat("a\n", 200)+"rm -rf /srv")}}
	m := press(t, start(t, d), "enter", "a")
	if len(d.answers) > 0 || m.mode != browse || !strings.Contains(m.Text(), "page down") {
		t.Fatalf("%v\n%s", d.answers, m.Text())
	}
	for range 40 {
		m = press(t, m, "space")
	}
	if !strings.Contains(strings.Join(texts(m.lines), "\n"), "rm -rf /srv") {
		t.Fatal("the end is not among the lines")
	}
	press(t, m, "a", "enter")
	if fmt.Sprint(d.answers) != `[#1 APPROVED "" map[]]` {
		t.Error(d.answers)
	}
}

func texts(rows []show.Row) (out []string) {
	for _, r := range rows {
		out = append(out, r.Text)
	}
	return out
}

func TestR380_CriticalNeedsAReasonOnTheScreen(t *testing.T) {
	d := &desk{now: day, list: []sentinel.Question{open(1, sentinel.Critical, "deploy")}}
	m := press(t, start(t, d), "a", "enter", "space", "enter")
	if len(d.answers) > 0 || m.mode != approve {
		t.Fatal(d.answers)
	}
	press(t, m, "o", "k", "enter")
	if fmt.Sprint(d.answers) != `[#1 APPROVED "ok" map[]]` {
		t.Error(d.answers)
	}
}

// A question that arrives meanwhile never takes the place of the chosen one.
func TestTheChosenQuestionIsTheOneAnswered(t *testing.T) {
	d := &desk{now: day, list: []sentinel.Question{open(1, sentinel.Medium, "a")}}
	m := start(t, d)
	d.list = append(d.list, open(2, sentinel.Critical, "evil"))
	m = press(t, refresh(m), "d")
	d.list = append(d.list, open(3, sentinel.Critical, "evil"))
	press(t, refresh(m), "n", "o", "enter")
	if fmt.Sprint(d.answers) != `[#1 DENIED "no" map[]]` {
		t.Error(d.answers)
	}
}

func TestR408_TheSecondReviewerIsToldWhoDecided(t *testing.T) {
	d := &desk{now: day, list: []sentinel.Question{open(1, sentinel.High, "a")}}
	m := press(t, start(t, d), "a")
	q := &d.list[0]
	if err := q.Decide(sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.No, By: "maria"}}, sentinel.Moment{Time: day}); err != nil {
		t.Fatal(err)
	}
	late := press(t, m, "enter") // before the queue was read again
	for _, m := range []Model{late, refresh(m)} {
		if text := m.Text(); !strings.Contains(text, "already decided: denied (maria)") || m.mode != browse {
			t.Errorf("not told:\n%s", text)
		}
	}
}

func TestScopeIsShownWordByWordAndOnlyWhatMayBe(t *testing.T) {
	d := &desk{now: day, list: []sentinel.Question{open(1, sentinel.High, "npm publish")}}
	m := press(t, start(t, d), "a", "tab")
	if !strings.Contains(m.Text(), "npm publish, until this session ends") {
		t.Error(m.Text())
	}
	if m = press(t, m, "tab"); m.scope != sentinel.Yes {
		t.Errorf("always is offered for a HIGH call: %v", m.scope)
	}
}

func TestEditIsJudgedBeforeItCanBeApproved(t *testing.T) {
	d := &desk{now: day, bad: true, list: []sentinel.Question{open(1, sentinel.High, "deploy production")}}
	m := press(t, start(t, d), "e", "ctrl+s")
	if len(d.answers) > 0 {
		t.Fatal(d.answers)
	}
	d.bad = false
	m.area.set(`{"command":"deploy staging"}`)
	m.judge()
	m = press(t, m, "ctrl+s")
	if fmt.Sprint(d.answers) != `[#1 APPROVED "" map[command:deploy staging]]` {
		t.Errorf("%v\n%s", d.answers, m.Text())
	}
}

func TestFieldEdits(t *testing.T) {
	f := field{limit: 12, lines: true}
	for _, k := range []string{"a", "b", "enter", "c"} {
		f.key(keyOf(k))
	}
	f.press(tea.KeyPressMsg{Code: tea.KeyUp})
	f.key(keyOf("X"))
	if f.value() != "aXb\nc" {
		t.Errorf("%q", f.value())
	}
	f.press(tea.KeyPressMsg{Code: tea.KeyEnd})
	f.press(tea.KeyPressMsg{Code: tea.KeyBackspace})
	f.key(tea.PasteMsg{Content: strings.Repeat("y", 100)}) // does not fit, is not clipped
	if f.value() != "aX\nc" {
		t.Errorf("%q", f.value())
	}
	one := field{limit: 100}
	one.key(tea.PasteMsg{Content: "a\r\nb\x1b[2J"})
	if rows := one.rows(80, 1, true); strings.ContainsAny(rows[0].Text, "\n\r\x1b") {
		t.Errorf("%q", rows[0].Text)
	}
}
