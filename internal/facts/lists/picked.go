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
	var out []string
	for range maxDepth {
		v, _ := c.Parsed.(*kb.View)
		if v == nil || v.Parse == nil {
			return nil
		}
		if slices.Contains(listers, v.Name) {
			return out
		}
		if v.Name == "grep" && !v.Parse.HasAny("-v", "--invert-match", "-c", "--count", "-q") {
			for _, w := range patterns(v.Parse) {
				s, _ := w.Known()
				for one := range strings.SplitSeq(strings.ReplaceAll(s, `\|`, "|"), "|") {
					if name := plainName(one); name != "" && len(out) < 20 {
						out = append(out, name)
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
