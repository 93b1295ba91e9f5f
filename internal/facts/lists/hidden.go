package lists

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/kb/search"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// hidden gives all files of the folders that a command lists with those whose
// names begin with a dot, or of those that git does not keep; nil for others.
func hidden(c *shell.Command, v *kb.View) (out []shell.Word) {
	switch {
	case v.Name == "ls" && v.Parse.HasAny("-a", "-A", "-f"):
	case v.Name == "git" && slices.Contains(v.Parse.Verbs, "ls-files") && others(c):
	default:
		return nil
	}
	var roots []shell.Word
	for _, o := range v.Parse.Operands {
		roots = append(roots, o.Word)
	}
	if len(roots) == 0 {
		roots = []shell.Word{shell.Text(".")}
	}
	for _, r := range roots {
		if s, ok := r.Known(); !ok || strings.ContainsAny(s, "*?[") {
			return nil
		}
		out = append(out, search.Below(r, nil)...)
	}
	return out
}

// others: git lists files that it does not keep, and the ignored among them.
func others(c *shell.Command) bool {
	has := func(long string, short byte) bool {
		return slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool {
			s := w.String()
			return s == long || len(s) > 1 && s[0] == '-' && s[1] != '-' && strings.IndexByte(s, short) > 0
		})
	}
	return has("--others", 'o') && (has("--ignored", 'i') || !has("--exclude-standard", 'X'))
}

// letsThrough tells whether a filter may let the name of a settings file
// through: what it looks for stands in it.
func letsThrough(v *kb.View) bool {
	if v.Parse.HasAny("-v", "-L", "-c", "-E", "-P", "-w", "-x") {
		return true
	}
	for _, w := range v.Parse.Words("pattern") {
		s, ok := w.Known()
		if s = strings.Trim(strings.ReplaceAll(s, `\`, ""), "^$"); ok && !strings.Contains(".env.local", s) {
			return false
		}
	}
	return true
}
