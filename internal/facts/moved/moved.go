// Package moved remembers what a text moves away, so that deleting it at its new
// place counts as losing it.
package moved

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/gitfacts"
)

// Thing is something of the project that was moved.
type Thing struct {
	From, To string // real paths; From may be a pattern
	Inside   bool   // To is a folder in which it lies now
	Tree     bool   // more than a single file
}

// List are the things that one text moves, in its order.
type List []Thing

// maxThings bounds what is remembered.
const maxThings = 100

// Add notes one more.
func (l *List) Add(t Thing) {
	if t.To != "" && len(*l) < maxThings {
		*l = append(*l, t)
	}
}

// is tells whether the thing lies exactly there now.
func (t Thing) is(real string) bool {
	return t.To == real && !t.Inside || t.Inside && path.Join(t.To, path.Base(t.From)) == real
}

// At gives what was moved exactly to the file, "" for nothing.
func (l List) At(real string) string {
	for _, t := range l {
		if !t.Tree && t.is(real) {
			return t.From
		}
	}
	return ""
}

// Carry moves on what was moved before; false if there is none.
func (l List) Carry(real string, now Thing) bool {
	for i, t := range l {
		if real != "" && t.is(real) {
			l[i].To, l[i].Inside = now.To, now.Inside
			return true
		}
	}
	return false
}

// Lost gives what would be lost with a path, which may be a pattern; "" for
// nothing.
func (l List) Lost(real string) string {
	for _, t := range l {
		if real != "" && t.lostWith(real) {
			return t.From
		}
	}
	return ""
}

func (t Thing) lostWith(real string) bool {
	end := t.To
	if base := path.Base(t.From); t.Inside && !strings.ContainsAny(base, "*?[") {
		end = path.Join(t.To, base)
	}
	if !strings.ContainsAny(real, "*?[") {
		return real == end || strings.HasPrefix(end, real+"/") || strings.HasPrefix(real, end+"/")
	}
	n := strings.Count(real, "/")
	parts := strings.SplitAfter(end, "/")
	if n+1 > len(parts) {
		return strings.HasPrefix(real, end+"/")
	}
	return gitfacts.Match(real, strings.TrimSuffix(strings.Join(parts[:n+1], ""), "/"))
}
