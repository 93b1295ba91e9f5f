package lists

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// listers are programs that print names of files.
var listers = []string{"ls", "find", "fd", "git", "rg"}

// picked gives the names that a search picks out of a listing by saying them in
// full: ls -a | grep '^\.env$'.
func picked(c *shell.Command) []string {
	var out, some []string
	for range maxDepth {
		v, _ := c.Parsed.(*kb.View)
		if v == nil || v.Parse == nil {
			return nil
		}
		if v.Name == "ls" && v.Parse.HasAny("-a", "-A", "--all", "--almost-all") {
			return append(out, some...)
		}
		if slices.Contains(listers, v.Name) {
			return out
		}
		if v.Name == "grep" && !v.Parse.HasAny("-v", "--invert-match", "-c", "--count", "-q") {
			for _, w := range patterns(v.Parse) {
				s, _ := w.Known()
				for one := range strings.SplitSeq(strings.ReplaceAll(s, `\|`, "|"), "|") {
					if name := plainName(one); name != "" && len(out) < 20 {
						out, some = append(out, name), append(some, parts(name)...)
					}
				}
			}
		}
		if c.Stdin.Kind != shell.Pipe || c.Stdin.From == nil {
			return nil
		}
		c = c.Stdin.From
	}
	return nil
}

// patterns are those that a search is told.
func patterns(p *kb.Parse) []shell.Word {
	var out []shell.Word
	for _, o := range p.Options {
		if o.Has && (o.Name == "-e" || o.Name == "--regexp") {
			out = append(out, o.Value)
		}
	}
	return append(out, p.Words("pattern")...)
}

// plainName is the name that a pattern spells out, "" for one that fits many.
func plainName(pattern string) string {
	s := strings.Trim(pattern, "()^$")
	s = strings.NewReplacer(`\.`, ".", `\-`, "-", "[.]", ".").Replace(s)
	if strings.ContainsAny(s, `\*+?[](){}^$ `) {
		return ""
	}
	return s
}

// parts gives the names, usual for secrets and shown by a listing of hidden
// files only, of which a pattern is a part.
func parts(pattern string) (out []string) {
	for _, name := range []string{".env", ".npmrc", ".netrc", ".pypirc", ".pgpass"} {
		if len(pattern) > 2 && pattern != name && strings.Contains(name, strings.ToLower(pattern)) {
			out = append(out, name)
		}
	}
	return out
}
