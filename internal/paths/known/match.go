package known

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/gitfacts"
)

// group is one row of a table of places: patterns that share a label. All are
// lower case; "*" stands for any characters but "/".
type group struct {
	label  string
	names  []string // the last part of a path, wherever it lies
	tails  []string // the last parts ("config/master.key"); with "/**" a folder and all below it, wherever
	home   []string // relative to any home; with "/**" a folder and all below it
	system []string // absolute; with "/**" a folder and all below it
	scan   bool     // secret by suspicion only: a clean scan of the content lifts it
}

// matches compares first characters before anything else: nearly every
// comparison ends there, and a path meets all patterns of a table.
func (g *group) matches(s *Path) bool {
	first := firstByte(s.Base)
	for _, p := range g.names {
		if (p[0] == first || p[0] == '*') && MatchPart(p, s.Base) {
			return true
		}
	}
	hidden := strings.Contains(s.Text, "/.")
	for _, p := range g.tails {
		if (hidden || p[0] != '.') && matchTail(p, s.Text) {
			return true
		}
	}
	if s.InHome {
		first := firstByte(s.Home)
		for _, p := range g.home {
			if p[0] == first && matchTree(p, s.Home) {
				return true
			}
		}
	}
	if len(s.Text) < 2 {
		return false
	}
	for _, p := range g.system {
		if p[1] == s.Text[1] && matchTree(p, s.Text) {
			return true
		}
	}
	return false
}

func firstByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// MatchPart matches one pattern with "*" against one name. Most patterns have
// no star, or one at an end, and cost one comparison.
func MatchPart(p, name string) bool {
	star := strings.IndexByte(p, '*')
	switch {
	case star < 0:
		return p == name
	case star == len(p)-1:
		return strings.HasPrefix(name, p[:star])
	case star == 0 && strings.IndexByte(p[1:], '*') < 0:
		return strings.HasSuffix(name, p[1:]) && len(name) > len(p)-1
	}
	return strings.HasPrefix(name, p[:star]) && gitfacts.Match(p, name)
}

// matchTree matches a whole path; "x/**" is x and all below it.
func matchTree(p, s string) bool {
	tree := strings.HasSuffix(p, "/**")
	if tree {
		p = p[:len(p)-3]
	}
	star := strings.IndexByte(p, '*')
	if star < 0 {
		return strings.HasPrefix(s, p) && (len(s) == len(p) || tree && s[len(p)] == '/')
	}
	if !strings.HasPrefix(s, p[:star]) {
		return false
	}
	if tree {
		n := cutParts(s, strings.Count(p, "/")+1)
		return gitfacts.Match(p, s[:n])
	}
	return gitfacts.Match(p, s)
}

// cutParts is the length of the first n parts of s. A slash at the beginning
// counts as a part of its own, as it does in patterns.
func cutParts(s string, n int) int {
	for i := range len(s) {
		if s[i] == '/' {
			if n--; n == 0 {
				return i
			}
		}
	}
	return len(s)
}

// matchTail tries the pattern wherever a part of the path begins.
func matchTail(p, s string) bool {
	first, _, _ := strings.Cut(p, "/")
	lit, _, wild := strings.Cut(first, "*")
	for from := 0; from <= len(s); {
		i := strings.Index(s[from:], lit)
		if i < 0 {
			return false
		}
		at := from + i
		begins := at == 0 || s[at-1] == '/'
		if begins && (wild || at+len(lit) == len(s) || s[at+len(lit)] == '/') && matchTree(p, s[at:]) {
			return true
		}
		if lit != "" {
			from = at + 1
			continue
		}
		next := strings.IndexByte(s[at:], '/') // a star begins the pattern: part by part
		if next < 0 {
			return false
		}
		from = at + next + 1
	}
	return false
}
