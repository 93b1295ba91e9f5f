package known

import (
	"path"
	"strings"
)

// Kind says which table a wildcard may mean an entry of.
type Kind uint8

const (
	IsNothing Kind = iota
	IsGate
	IsSecret
	IsStartup
)

// MayMean compares a pattern with wildcards, absolute, with the tables: what
// could it stand for, and is it specific enough to be meant so? writes says
// that start-up files count.
func MayMean(pattern string, homes []string, writes bool) (kind Kind, mark Mark) {
	text := Spell(pattern)
	m := globMatch{parts: strings.Split(strings.Trim(text, "/"), "/")}
	if n := HomeOf(text, homes); n > 0 && n < len(text) {
		m.home, m.inHome = strings.Split(text[n+1:], "/"), true
	} else if m.hidden = disguised(m.parts[0]); m.hidden {
		m.belowHome(homes)
	}
	plain := Path{Text: Sample(text), Base: Sample(path.Base(text))}
	if m.any(gateHome, m.home, m.inHome) || m.tails([]string{".sentinel/**"}) {
		return IsGate, Mark{Label: "the gate's own file"}
	}
	if writes && (m.any(registeredIn, m.home, m.inHome) || m.any(registeredHome, m.home, m.inHome)) {
		return IsGate, Mark{Label: RegisteredLabel}
	}
	m.dots = true
	for i := range secretTable {
		if g := &secretTable[i]; !g.scan && m.group(g) && !harmlessTable.matches(&plain) {
			return IsSecret, Mark{Label: g.label}
		}
	}
	m.dots = false
	for i := range startupTable {
		if g := &startupTable[i]; writes && m.group(g) {
			return IsStartup, Mark{Label: g.label}
		}
	}
	return IsNothing, Mark{}
}

// globMatch is a pattern in parts, ready to be compared with table patterns.
type globMatch struct {
	parts  []string
	home   []string // relative to the home it lies in
	inHome bool
	dots   bool // a pattern for hidden files means each of them
	hidden bool // the first folder is disguised: what the pattern may be counts, however little it spells out
}

// disguised tells whether a folder of the first level is written as a pattern that is
// not simply all of them: /e*c/sh*w. Nobody writes so who does not hide what is meant.
func disguised(first string) bool { return IsWild(first) && len(first) > 1 && first != "**" }

// belowHome takes the pattern as one below a home that its first parts may stand for.
func (m *globMatch) belowHome(homes []string) {
	for _, h := range homes {
		if n := strings.Count(strings.Trim(h, "/"), "/") + 1; n < len(m.parts) && OverlapAll(m.parts[:n], strings.Split(strings.Trim(h, "/"), "/")) {
			m.home, m.inHome = m.parts[n:], true
			return
		}
	}
}

func (m *globMatch) group(g *group) bool {
	base := m.parts[len(m.parts)-1:]
	if IsWild(base[0]) {
		for _, n := range g.names {
			if m.meant(base, n) {
				return true
			}
		}
	}
	return m.tails(g.tails) || m.any(g.home, m.home, m.inHome) || m.any(g.system, m.parts, true)
}

func (m *globMatch) any(patterns, parts []string, holds bool) bool {
	if !holds || len(parts) == 0 {
		return false
	}
	for _, pat := range patterns {
		pat = strings.TrimPrefix(pat, "/")
		if !IsWild(parts[0]) && !strings.HasPrefix(pat, parts[0]) {
			continue
		}
		tree := strings.HasSuffix(pat, "/**")
		pat = strings.TrimSuffix(pat, "/**")
		n := strings.Count(pat, "/") + 1
		if (len(parts) == n || tree && len(parts) > n) && m.meant(parts[:n], pat) {
			return true
		}
	}
	return false
}

func (m *globMatch) tails(patterns []string) bool {
	for _, pat := range patterns {
		tree := strings.HasSuffix(pat, "/**")
		pat = strings.TrimSuffix(pat, "/**")
		n := strings.Count(pat, "/") + 1
		for end := len(m.parts); end >= n; end-- {
			if m.meant(m.parts[end-n:end], pat) {
				return true
			}
			if !tree {
				break
			}
		}
	}
	return false
}

// meant says whether wild parts can stand for the table pattern and are
// specific enough to be meant so: at least half of what the table spells out
// must be spelled out in them (three quarters where a star comes first), and a
// third of each part.
func (m *globMatch) meant(parts []string, pattern string) bool {
	if m.hidden && len(parts) > 1 && parts[0] == m.parts[0] || m.hidden && m.inHome && len(m.home) > 1 && len(parts) == len(m.home) {
		return OverlapAll(parts, strings.Split(pattern, "/"))
	}
	spelled, known, wild, need := 0, 0, false, 2
	for _, part := range parts {
		var want string
		want, pattern, _ = strings.Cut(pattern, "/")
		if !IsWild(part) {
			if !MatchPart(want, part) {
				return false
			}
			spelled += len(part)
			known += len(part)
			continue
		}
		s, k, ok := shared(part, want)
		if m.dots && everyDot(part) {
			s = k
		}
		if !ok || s*3 < k {
			return false
		}
		wild = true
		spelled += s
		known += k
		if part[0] == '*' && want[0] != '*' {
			need = 4
		}
	}
	return wild && (need == 2 && spelled*2 >= known || need == 4 && spelled*4 >= known*3)
}

// everyDot: a pattern for all hidden files, or for those that begin with one or
// two letters (.*, .e*, .[!.]*, .??*). Nobody means only the harmless ones of them.
func everyDot(part string) bool {
	if len(part) < 2 || part[0] != '.' || part[len(part)-1] != '*' {
		return false
	}
	letters := 0
	for mid := part[1 : len(part)-1]; mid != ""; {
		n := 1
		switch mid[0] {
		case '?':
		case '[':
			if n = strings.IndexByte(mid, ']') + 1; n == 0 {
				return false
			}
		case '.', '*':
			return false
		default:
			letters++
		}
		mid = mid[n:]
	}
	return letters <= 2
}

// shared counts the characters that a wild part spells out of those that the
// table pattern spells out. Only characters at the same end count: "main.*"
// has nothing of "*.key". A star never stands for a leading dot, as in shells.
func shared(part, want string) (spelled, known int, ok bool) {
	if want[0] == '.' && part[0] != '.' || !overlap(part, want) {
		return 0, 0, false
	}
	head, rest, star := strings.Cut(want, "*")
	if !star {
		lit, _ := literals(part)
		if !strings.Contains(part, "*") && 2*len(lit) >= len(want) {
			return len(want), len(want), true // .a?s: nothing else is as long
		}
		return min(len(lit), len(want)), len(want), true
	}
	cut := strings.LastIndexByte(rest, '*') + 1
	suffix, middle := rest[cut:], strings.Trim(rest[:cut], "*")
	known = len(head) + len(middle) + len(suffix)
	first, _, open := strings.Cut(part, "*")
	tail := part[strings.LastIndexByte(part, '*')+1:]
	a, _ := literals(first)
	b, _ := literals(tail)
	if !open {
		return min(len(a), known), known, true
	}
	spelled = min(len(a), len(head)) + min(len(b), len(suffix))
	if overlap(part, head) {
		lit, _ := literals(part)
		spelled = max(spelled, min(len(lit), len(head)))
	}
	if middle != "" && strings.Contains(part, middle) {
		spelled += len(middle)
	}
	begins := head != "" && a != ""
	ends := suffix != "" && len(units(tail)) >= len(suffix)
	return spelled, known, begins || head == "" && (ends || suffix == "" && spelled > 0)
}
