package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sentinelgate/sentinel/rules/internal/tools"
)

// Problem is one mistake in a file of rules. It is an error whose text begins
// with the place.
type Problem struct {
	File    string
	Line    int // 1-based
	Column  int // 1-based, in characters
	Message string
	Hint    string // what was probably meant, "" if there is no good guess
	Tool    string // the tool key it is about, "" for the whole block
	Pattern string // the pattern it is about, "" for the whole entry
	// Warning marks a rule that is valid but cannot do what its writer
	// expects. A problem that is no warning voids the allows of its file.
	Warning bool
}

// Error returns "file:line:column: message (hint)".
func (p Problem) Error() string {
	text := fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
	if p.Hint != "" {
		text += " (" + p.Hint + ")"
	}
	return text
}

// Source says where the text of a permission block stands.
type Source struct {
	File   string // for problems and origins, never opened
	Scope  string // copied into each [Origin]
	Line   int    // of the first byte, 1-based; 0 means 1
	Column int    // of the first byte, 1-based; 0 means 1
}

// cursor turns offsets into lines and columns. It goes on from the last
// offset, so that reading a whole file costs one pass.
type cursor struct {
	data                 []byte
	offset, line, column int
}

func newCursor(src Source, data []byte) cursor {
	return cursor{data: data, line: max(src.Line, 1), column: max(src.Column, 1)}
}

// to moves the cursor forward to an offset. One that lies behind stays put.
func (c *cursor) to(offset int) {
	for offset = min(offset, len(c.data)); c.offset < offset; c.offset++ {
		switch b := c.data[c.offset]; {
		case b == '\n':
			c.line, c.column = c.line+1, 1
		case utf8.RuneStart(b):
			c.column++
		}
	}
}

// didYouMean words a hint, or returns "" for no guess.
func didYouMean(guess string) string {
	if guess == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %q?", guess)
}

// likelyTool returns the known tool name closest to a wrong one, or "".
func likelyTool(name string) string {
	if len(name) < 3 || strings.HasPrefix(name, tools.MCPPrefix) {
		return ""
	}
	best, bestCost := "", 2
	if len(name) > 6 {
		bestCost = 3
	}
	try := func(known string) {
		if cost := distance(known, name, bestCost); cost < bestCost {
			best, bestCost = known, cost
		}
	}
	for _, t := range tools.All() {
		try(t.ID)
		for known := range tools.Words(t.Names) {
			try(known)
		}
	}
	return best
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b without regard to case. It returns limit for
// everything that is at least that far apart.
func distance(a, b string, limit int) int {
	if diff := len(a) - len(b); len(a) > 40 || diff >= limit || -diff >= limit {
		return limit
	}
	a, b = foldCase(a), foldCase(b)
	var before, above, row []int
	above = make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row = make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above = above, row
	}
	return min(above[len(b)], limit)
}
