package screen

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/approve/show"
)

// View implements tea.Model.
func (m Model) View() tea.View {
	v := tea.NewView(m.Text())
	v.AltScreen = true
	return v
}

// Text is the whole screen, exactly as many lines as it has.
func (m Model) Text() string {
	lines := []show.Row{{Kind: show.Head, Text: m.title()}}
	lines = append(lines, m.queue()...)
	lines = append(lines, show.Row{Kind: show.Muted, Text: strings.Repeat("-", m.width)})
	room := m.room()
	for i := m.top; i < m.top+room; i++ {
		if i < len(m.lines) {
			lines = append(lines, m.lines[i])
		} else {
			lines = append(lines, show.Row{})
		}
	}
	lines = append(lines, m.more())
	lines = append(lines, m.panel()...)
	lines = append(lines, m.told, show.Row{Kind: show.Muted, Text: m.help()})
	lines = lines[:min(len(lines), m.height)]
	var b strings.Builder
	for i, row := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(m.paint(row))
	}
	return b.String()
}

func (m Model) title() string {
	switch {
	case m.err != nil:
		return "sentinel review: the queue cannot be read: " + show.Safe(m.err.Error())
	case len(m.list) == 0:
		return "sentinel review: nothing is waiting"
	}
	return fmt.Sprintf("sentinel review: %d waiting", len(m.list))
}

// shownQueue is how many questions the list shows at once.
func (m Model) shownQueue() int { return min(max(len(m.list), 1), max(m.height/5, 2)) }

// queue are the lines of the list around the chosen question.
func (m Model) queue() []show.Row {
	n := m.shownQueue()
	at := max(index(m.list, m.chosen.ID), 0)
	first := min(max(at-n+1, 0), max(len(m.list)-n, 0))
	var out []show.Row
	for i := first; i < first+n; i++ {
		if i >= len(m.list) {
			out = append(out, show.Row{})
			continue
		}
		q := m.list[i]
		mark := " "
		if q.ID == m.chosen.ID {
			mark = ">"
		}
		kind := show.Plain
		if q.Request.Risk >= sentinel.High {
			kind = show.Bad
		}
		out = append(out, show.Row{Kind: kind, Text: fmt.Sprintf("%s #%-4d %-8s %11s, %-5s  %s  %s", mark, q.Number, q.Request.Risk,
			show.Left(q.Remaining(m.now)), show.Silence(q), show.Safe(q.Request.Call.Tool), show.Safe(q.Request.Reason))})
	}
	return out
}

// room is how many lines the chosen question has.
func (m Model) room() int {
	return max(m.height-1-m.shownQueue()-1-1-m.panelHeight()-2, 1)
}

func (m Model) more() show.Row {
	if left := len(m.lines) - m.top - m.room(); left > 0 {
		return show.Row{Kind: show.Warn, Text: fmt.Sprintf("-- %d more lines: space --", left)}
	}
	return show.Row{}
}

func (m Model) help() string {
	switch m.mode {
	case approve:
		return "enter: approve   tab: how long   esc: back"
	case deny:
		return "enter: deny   esc: back"
	case edit:
		return "ctrl+s: approve this   tab: arguments or reason   esc: back"
	}
	return "j k: choose   space b: page   a: approve   d: deny   e: edit   q: leave"
}

func (m Model) panelHeight() int { return len(m.panel()) }

// panel are the lines of the open panel.
func (m Model) panel() []show.Row {
	field := m.reason.rows(m.width-len(reasonTitle), 1, !m.inArea)[0]
	field.Text = reasonTitle + field.Text
	switch m.mode {
	case approve:
		out := []show.Row{{Kind: show.Head, Text: fmt.Sprintf("approve #%d %s", m.chosen.Number, scopeName(m.scope))}}
		for _, line := range m.desk.Keeps(m.chosen, m.scope) {
			out = append(out, show.Wrap(show.Row{Kind: show.Warn, Text: "  " + line}, m.width)...)
		}
		return append(out[:min(len(out), m.height/3)], field)
	case deny:
		return []show.Row{{Kind: show.Head, Text: fmt.Sprintf("deny #%d; the agent is told the reason", m.chosen.Number)}, field}
	case edit:
		out := []show.Row{{Kind: show.Head, Text: fmt.Sprintf("edit #%d: what runs in its place", m.chosen.Number)}}
		out = append(out, m.area.rows(m.width, max(m.height/3, 4), m.inArea)...)
		judged := m.judged[:min(len(m.judged), 3)]
		return append(append(out, judged...), field)
	}
	return nil
}

const reasonTitle = "reason: "

func scopeName(a sentinel.Answer) string {
	switch a {
	case sentinel.YesSession:
		return "for this session"
	case sentinel.YesAlways:
		return "always, in this project"
	}
	return "once"
}

// paint colours a row and cuts it to the screen.
func (m Model) paint(r show.Row) string {
	text := r.Text
	if runes := []rune(text); len(runes) > m.width {
		text = string(runes[:m.width-1]) + "…"
	}
	if !m.o.Colour || text == "" {
		return text
	}
	code := map[show.Kind]string{show.Head: "1", show.Bad: "31", show.Warn: "33", show.Muted: "2", show.Gone: "31", show.Added: "32", show.Answer: "36"}[r.Kind]
	if code == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
