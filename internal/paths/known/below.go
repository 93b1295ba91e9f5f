package known

import (
	"path"
	"strings"
)

// registrations are files in which agents list their hooks. Whoever changes
// "all JSON files" of a project changes these, too.
var registrations = []string{".claude/settings.json", ".claude/settings.local.json", ".cursor/hooks.json", ".gemini/settings.json", ".codex/hooks.json"}

// Below says whether the table of what runs later names anything below the
// folder: ".claude" holds settings, ".github" workflows. Who puts unknown names
// there, or another folder in its place, may write each of them. In a path
// with wildcards at its end the names must fit.
func (p *Path) Below() (Mark, bool) {
	hidden := strings.Contains(p.Text, "/.")
	for i := range startupTable {
		g := &startupTable[i]
		for _, pat := range g.tails {
			if (hidden || pat[0] != '.') && tailBelow(pat, p.Text) {
				return Mark{Label: g.label}, true
			}
		}
		if !p.InHome || p.Home == "" {
			continue
		}
		for _, pat := range g.home {
			if pat[0] == p.Home[0] && strings.HasPrefix(pat, p.Home+"/") {
				return Mark{Label: g.label}, true
			}
		}
	}
	return Mark{}, false
}

// tailBelow: the path ends in the first parts of the pattern, or its last parts
// are wildcards that may stand for the rest.
func tailBelow(pat, text string) bool {
	pat = strings.TrimSuffix(pat, "/**")
	first, rest, more := strings.Cut(pat, "/")
	if last := text[strings.LastIndexByte(text, '/')+1:]; more && first[0] == '.' && last != "" && last[0] == '.' && IsWild(last) && overlap(last, first) {
		return true
	}
	if !more || !strings.Contains(text, "/"+first) && !strings.Contains(first, "*") {
		return false
	}
	for head := first; more; {
		if !strings.Contains(head, "*") && strings.HasSuffix(text, "/"+head) {
			return true
		}
		var next string
		next, rest, more = strings.Cut(rest, "/")
		head += "/" + next
	}
	return wildTail(pat, text)
}

func wildTail(pat, text string) bool {
	if !IsWild(text) {
		return false
	}
	want, have := strings.Split(pat, "/"), strings.Split(text, "/")
	if len(have) < len(want) {
		return false
	}
	have = have[len(have)-len(want):]
	mine, its := have[len(have)-1], want[len(want)-1]
	if mine[0] == '*' && its[len(its)-1] == '*' && !MeansAll(mine) {
		return false // "*.md" and "config*" have nothing in common but what nobody means
	}
	return !IsWild(have[0]) && have[0] == want[0] && OverlapAll(have, want)
}

// Registered: a name with a wildcard, looked for in a folder and all below it,
// that fits a file in which an agent lists its hooks. in is that folder.
func (p *Path) Registered() (in string, ok bool) {
	in, name := path.Split(p.Text)
	in, deep := strings.CutSuffix(in, "/**/")
	if !deep || MeansAll(name) || !IsWild(name) {
		return "", false
	}
	for _, r := range registrations {
		if overlap(name, path.Base(r)) {
			return in, true
		}
	}
	return "", false
}
