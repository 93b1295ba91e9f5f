// Package show words a stored question for a person: Lines for a list, Rows for
// the whole of it. Everything of a call is a stranger's text and comes out
// escaped; nothing is left out silently, since what the person sees is what
// will run.
//
//	fmt.Println(show.Lines(q, now))
//	for _, row := range show.Rows(q, now) { print(row.Kind, row.Text) }
package show

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/display"
)

// Kind says what a row is, for colours.
type Kind uint8

// Kinds of rows.
const (
	Plain  Kind = iota
	Head        // what and how serious
	Code        // text of the call itself
	Bad         // what is worst about it
	Warn        // what is worth a look
	Muted       // for the record
	Gone        // text that would be removed
	Added       // text that would be put there
	Answer      // what became of it
)

// Row is one line without its line end, of any length. Text is escaped.
type Row struct {
	Kind Kind   `json:"-"`
	Text string `json:"text"`
}

// Silence says what silence will do to a question: "allow" or "deny".
func Silence(q sentinel.Question) string {
	if q.Silence && q.Request.Risk == sentinel.Medium && (q.Told || q.NobodyOK || q.Outcome == sentinel.Pending) {
		return "allow"
	}
	return "deny"
}

// Lines are the two lines of a question in a list. Other programs read the
// first; its columns are those that they know.
func Lines(q sentinel.Question, now sentinel.Moment) string {
	agent := display.Line(q.Request.Call.Agent)
	if agent == "" {
		agent = "-"
	}
	return fmt.Sprintf("#%d  %-15s%-12s%ds left  on-silence=%s  agent=%s\n      %s",
		q.Number, display.Line(q.Request.Call.Tool), strings.ToLower(q.Request.Risk.String()),
		int(q.Remaining(now)/time.Second), Silence(q), agent, display.Line(q.Request.Reason))
}

// Rows are everything that is known about a question.
func Rows(q sentinel.Question, now sentinel.Moment) []Row {
	var r rows
	r.head(q, now)
	r.who(q)
	r.call(q.Request.Call)
	if q.Edit != nil {
		r.add(Warn, "changed by a reviewer to")
		edited := q.Request.Call
		edited.Arguments = q.Edit
		r.arguments(edited)
	}
	r.findings(q.Request.Assessment)
	r.parts(q.Request.Assessment)
	r.files(q.Request.Assessment)
	r.fate(q, now)
	r.add(Muted, "digest   "+display.Line(q.Shown))
	return r
}

type rows []Row

func (r *rows) add(k Kind, text string) { *r = append(*r, Row{k, text}) }

func (r *rows) head(q sentinel.Question, now sentinel.Moment) {
	text := fmt.Sprintf("#%d  %s  %s", q.Number, q.Request.Risk, display.Line(q.Request.Call.Tool))
	if q.Outcome == sentinel.Pending {
		text += fmt.Sprintf("  %s left, then %s", Left(q.Remaining(now)), Silence(q))
	}
	r.add(Head, text)
	kind := Warn
	if q.Request.Risk >= sentinel.High {
		kind = Bad
	}
	for _, line := range strings.Split(display.Block(q.Request.Reason), "\n") {
		r.add(kind, line)
	}
}

// Left words a span of time for people.
func Left(d time.Duration) string {
	d = d.Truncate(time.Second)
	if d >= time.Minute {
		return fmt.Sprintf("%d min %02d s", d/time.Minute, d%time.Minute/time.Second)
	}
	return fmt.Sprintf("%d s", d/time.Second)
}

func (r *rows) who(q sentinel.Question) {
	c := q.Request.Call
	for _, field := range [][2]string{{"agent", c.Agent}, {"session", c.Session}, {"host", q.Host}, {"folder", c.Cwd}, {"project", c.Project}} {
		if field[1] != "" {
			r.add(Plain, fmt.Sprintf("%-8s %s", field[0], display.Line(field[1])))
		}
	}
}

// call shows what would run, whole.
func (r *rows) call(c sentinel.Call) {
	r.add(Plain, "call     "+display.Line(c.Tool)+" ("+c.Action.String()+")")
	r.arguments(c)
}

func (r *rows) arguments(c sentinel.Call) {
	var long []string
	for _, name := range slices.Sorted(maps.Keys(c.Arguments)) {
		text, ok := c.Arguments[name].(string)
		switch {
		case ok && !strings.Contains(text, "\n") && len(text) <= shortValue && !mainText(name):
			r.add(Code, fmt.Sprintf("  %s: %s", display.Line(name), display.Line(text)))
		case ok:
			long = append(long, name)
		default:
			data, err := json.Marshal(c.Arguments[name])
			if err != nil {
				data = []byte("(cannot be shown: " + err.Error() + ")")
			}
			r.add(Code, fmt.Sprintf("  %s: %s", display.Line(name), display.Line(string(data))))
		}
	}
	slices.SortStableFunc(long, func(a, b string) int { return order(a) - order(b) })
	for _, name := range long {
		r.text(name, c.Arguments[name].(string))
	}
}

// shortValue is how many bytes of an argument stand beside its name.
const shortValue = 60

// mainText tells the arguments that say what runs or what is written.
func mainText(name string) bool { return order(name) < len(mainTexts) }

var mainTexts = [...]string{"command", "cmd", "script", "code", "old_string", "old_str", "new_string", "new_str", "content", "patch", "input"}

func order(name string) int {
	if i := slices.Index(mainTexts[:], name); i >= 0 {
		return i
	}
	return len(mainTexts)
}

// text shows a long argument line by line; lines are counted so that one with
// many blanks or line ends in it does not push its end out of sight unnoticed.
func (r *rows) text(name, text string) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	title := "  " + display.Line(name) + ":"
	if len(lines) > 1 {
		title += fmt.Sprintf(" %d lines, %d bytes", len(lines), len(text))
	}
	r.add(Plain, title)
	kind, mark := Code, "  | "
	switch name {
	case "old_string", "old_str", "oldText":
		kind, mark = Gone, "  - "
	case "new_string", "new_str", "newText", "content":
		kind, mark = Added, "  + "
	}
	for _, line := range lines {
		r.add(kind, mark+display.Line(line))
	}
}

func (r *rows) findings(a sentinel.Assessment) {
	if len(a.Findings) == 0 {
		return
	}
	r.add(Plain, "findings")
	for _, f := range a.Findings {
		kind := Warn
		if f.Colour == sentinel.Red || f.Block {
			kind = Bad
		}
		text := fmt.Sprintf("  - %s [%s, %s %s]", display.Line(f.Say), display.Line(f.Rule), f.Risk, f.Colour)
		r.add(kind, text)
		if f.Part != "" {
			r.add(Code, "    in: "+display.Line(f.Part))
		}
		if f.Instead != "" {
			r.add(Plain, "    safer: "+display.Line(f.Instead))
		}
	}
}

// parts shows the single commands, as they would run, where there are several.
func (r *rows) parts(a sentinel.Assessment) {
	if len(a.Parts) < 2 {
		return
	}
	r.add(Plain, fmt.Sprintf("%d parts", len(a.Parts)))
	for _, p := range a.Parts {
		kind := Plain
		if p.Colour == sentinel.Red {
			kind = Bad
		}
		r.add(kind, fmt.Sprintf("  %-6s %s", p.Colour, display.Line(p.Text)))
	}
}

// files lists what runs along and is bound to its content.
func (r *rows) files(a sentinel.Assessment) {
	var seen []string
	for _, p := range a.Parts {
		for _, e := range p.Effects {
			if e.Identity == "" || slices.Contains(seen, e.Target) {
				continue
			}
			if seen = append(seen, e.Target); len(seen) == 1 {
				r.add(Plain, "files that run with it; a change asks again")
			}
			r.add(Plain, "  "+display.Line(e.Target)+"  sha256 "+display.Line(e.Identity))
		}
	}
}

// fate says what an answer will do, or what became of the question.
func (r *rows) fate(q sentinel.Question, now sentinel.Moment) {
	if q.Outcome == sentinel.Pending {
		switch q.Request.Remember {
		case "project", "session":
			r.add(Plain, "a yes     once, for the session, or always in this project, as you say")
		default:
			r.add(Plain, "a yes     counts once; it will be asked again each time")
		}
		if q.Request.Risk >= sentinel.Critical {
			r.add(Plain, "reason    a yes needs a written reason")
		}
		if Silence(q) == "allow" {
			r.add(Plain, "silence   permits it, when its caller still waits then")
		} else {
			r.add(Plain, "silence   refuses it")
		}
		return
	}
	text := "answer   " + strings.ToLower(q.Outcome.String())
	if q.By != "" {
		text += " by " + display.Line(q.By)
	}
	if q.Channel != "" {
		text += " (" + display.Line(q.Channel) + ")"
	}
	text += ", " + q.Decided.UTC().Format(time.RFC3339)
	r.add(Answer, text)
	if q.Reason != "" {
		r.add(Answer, "reason   "+display.Line(q.Reason))
	}
	if q.Permit != sentinel.PermitNone {
		permit := "permit   " + q.Permit.String()
		if q.Permit == sentinel.PermitArmed {
			permit += ", for " + Left(q.Until.Sub(now.Time)) + " more"
		}
		if q.Result != "" {
			permit += ", ended with " + display.Line(q.Result)
		}
		r.add(Answer, permit)
	}
}

// Wrap breaks a row into lines of at most width characters, the later ones
// indented under its text.
func Wrap(row Row, width int) []Row {
	indent := len(row.Text) - len(strings.TrimLeft(row.Text, " ")) + 2
	if width < 20 {
		width = 20
	}
	runes := []rune(row.Text)
	if len(runes) <= width {
		return []Row{row}
	}
	indent = min(indent, width/2)
	out := []Row{{row.Kind, string(runes[:width])}}
	for rest := runes[width:]; len(rest) > 0; {
		n := min(len(rest), width-indent)
		out = append(out, Row{row.Kind, strings.Repeat(" ", indent) + string(rest[:n])})
		rest = rest[n:]
	}
	return out
}

// Safe is a stranger's text in one line, fit for a terminal.
func Safe(text string) string { return display.Line(text) }

// Paint colours a row for a terminal.
func Paint(r Row, colour bool) string {
	code := [...]string{Head: "1", Bad: "31", Warn: "33", Muted: "2", Gone: "31", Added: "32", Answer: "36"}[r.Kind]
	if !colour || r.Text == "" || code == "" {
		return r.Text
	}
	return "\x1b[" + code + "m" + r.Text + "\x1b[0m"
}
