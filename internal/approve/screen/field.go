package screen

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/sentinelgate/sentinel/internal/approve/show"
)

// field is a text that a person edits: one line, or several. It is our own
// since the usual ones look for clipboard programs each time a program starts.
type field struct {
	text  []rune
	at    int // the cursor stands before text[at]
	lines bool
	limit int
}

func (f *field) value() string { return string(f.text) }

func (f *field) set(text string) {
	f.text = []rune(text)
	f.at = 0
}

// key acts on a key or a paste.
func (f *field) key(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		f.insert(msg.Content)
	case tea.KeyPressMsg:
		f.press(msg)
	}
}

func (f *field) press(k tea.KeyPressMsg) {
	switch k.String() {
	case "left", "ctrl+b":
		f.at = max(f.at-1, 0)
	case "right", "ctrl+f":
		f.at = min(f.at+1, len(f.text))
	case "home", "ctrl+a":
		f.at = f.lineStart(f.at)
	case "end", "ctrl+e":
		f.at = f.lineEnd(f.at)
	case "up":
		f.vertical(f.lineStart(f.at) - 1)
	case "down":
		f.vertical(f.lineEnd(f.at) + 1)
	case "backspace", "ctrl+h":
		f.cut(f.at-1, f.at)
	case "delete", "ctrl+d":
		f.cut(f.at, f.at+1)
	case "ctrl+u":
		f.cut(f.lineStart(f.at), f.at)
	case "ctrl+k":
		f.cut(f.at, f.lineEnd(f.at))
	case "enter":
		f.insert("\n")
	default:
		f.insert(k.Text)
	}
}

func (f *field) insert(text string) {
	if !f.lines {
		text = strings.NewReplacer("\r", " ", "\n", " ").Replace(text)
	}
	add := []rune(strings.ReplaceAll(text, "\r\n", "\n"))
	if len(f.text)+len(add) > f.limit {
		return
	}
	f.text = slices.Insert(f.text, f.at, add...)
	f.at += len(add)
}

func (f *field) cut(from, to int) {
	if from < 0 || to > len(f.text) {
		return
	}
	f.text = slices.Delete(f.text, from, to)
	f.at = from
}

func (f *field) lineStart(at int) int {
	for at > 0 && f.text[at-1] != '\n' {
		at--
	}
	return at
}

func (f *field) lineEnd(at int) int {
	for at < len(f.text) && f.text[at] != '\n' {
		at++
	}
	return at
}

// vertical puts the cursor on the line that holds position at, in the column it
// stands in; nothing happens beyond the first and last line.
func (f *field) vertical(at int) {
	if at < 0 || at > len(f.text) {
		return
	}
	column := f.at - f.lineStart(f.at)
	start := f.lineStart(at)
	f.at = min(start+column, f.lineEnd(start))
}

// rows shows the field in so many lines around the cursor.
func (f *field) rows(width, height int, focused bool) []show.Row {
	text := string(f.text)
	if focused {
		text = string(f.text[:f.at]) + cursor + string(f.text[f.at:])
	}
	var all []show.Row
	at := 0
	for _, line := range strings.Split(text, "\n") {
		before, after, here := strings.Cut(line, cursor)
		line = show.Safe(line)
		if here {
			line = show.Safe(before) + cursor + show.Safe(after)
		}
		for _, row := range show.Wrap(show.Row{Kind: show.Code, Text: line}, width) {
			if all = append(all, row); strings.Contains(row.Text, cursor) {
				at = len(all) - 1
			}
		}
	}
	first := min(max(at-height+1, 0), max(len(all)-height, 0))
	all = all[first:min(first+height, len(all))]
	for len(all) < height {
		all = append(all, show.Row{})
	}
	return all
}

// cursor is shown where the next character will stand.
const cursor = "█"
