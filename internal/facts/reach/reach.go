// Package reach finds which words of a command lie outside of the project, for
// the rules on external folders: a command that works in another folder, or that
// is told one by an option, reaches out even where nothing of it is read or
// written by name.
package reach

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// maxWords bounds how many words of a command are looked at.
const maxWords = 500

// Words gives the words of a command that may name a place outside of its
// folder; "." is among them when it runs in another folder than the call.
func Words(c *shell.Command, v *kb.View, moved bool) []shell.Word {
	if c.Place.Host != "" || c.Place.Container != "" || len(c.Argv) == 0 {
		return nil
	}
	var out []shell.Word
	if moved {
		out = append(out, shell.Text("."))
	}
	if v == nil || v.Parse == nil {
		return out
	}
	taken := map[string]bool{}
	add := func(w shell.Word, role string) {
		taken[w.String()] = true
		if names(w, role) {
			out = append(out, w)
		}
	}
	for _, o := range v.Parse.Options {
		if o.Has {
			add(o.Value, o.Role)
		}
	}
	for _, o := range v.Parse.Operands {
		add(o.Word, o.Role)
	}
	// What options that are not listed are given is not parsed.
	words := c.Argv[1:]
	words = words[:max(0, min(maxWords, len(words)-len(v.Parse.Rest)))]
	for _, w := range words {
		s, ok := w.Known()
		if _, value, cut := strings.Cut(s, "="); ok && cut && strings.HasPrefix(s, "-") && !taken[value] && names(shell.Text(value), "") {
			out = append(out, shell.Text(value))
		}
	}
	return out
}

// names tells whether a word with that role can name a place outside: any that
// begins so where the role is that of a path, one that climbs elsewhere.
func names(w shell.Word, role string) bool {
	s, _, ok := w.Pattern()
	if !ok && len(w.Pieces) > 0 {
		s = w.Pieces[0].Text
	}
	climbs := s == ".." || strings.HasPrefix(s, "../") || strings.HasPrefix(s, "./..") || s == "~" || strings.HasPrefix(s, "~/") || strings.Contains(s, "/../")
	kind, _, _ := strings.Cut(role, ":")
	switch kind {
	case "dir", "path", "config", "script", "create", "read", "list", "write", "delete", "delete-tree", "move", "permission", "permission-tree", "names":
		return climbs || strings.HasPrefix(s, "/") || kind == "dir" // a link may lead out
	case "text", "data", "data@", "named@", "form@", "pattern", "code", "resource", "ref", "url", "secret", "remote":
		return false
	}
	return climbs
}

// Outside tells whether a place is none of the project; temporary folders are
// outside, too.
func Outside(p *paths.Place, loc paths.Located) bool {
	if loc.Real == "" || loc.Scope == sentinel.ScopeNone {
		return false
	}
	return p.Root == "" || loc.Real != p.Root && !strings.HasPrefix(loc.Real, p.Root+"/")
}

// Subject gives a path as rules see it: real, relative inside the project,
// absolute and with ~ outside; as written for denies.
func Subject(p *paths.Place, loc paths.Located, text string, tree bool) sentinel.RuleSubject {
	s := sentinel.RuleSubject{Kind: "path", Strict: []string{text}, Tree: tree}
	real := loc.Real
	if real == "" {
		s.Forms = []string{text}
		return s
	}
	switch {
	case p.Root != "" && real == p.Root:
		s.Forms = []string{"."}
	case p.Root != "" && strings.HasPrefix(real, p.Root+"/"):
		s.Forms = []string{real[len(p.Root)+1:]}
		s.Strict = append(s.Strict, real)
	case p.Home != "" && strings.HasPrefix(real, p.Home+"/"):
		s.Forms = []string{real, "~" + real[len(p.Home):]}
	default:
		s.Forms = []string{real}
	}
	if !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "~") {
		s.Strict = append(s.Strict, path.Clean(text))
	}
	return s
}
