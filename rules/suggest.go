package rules

import (
	"strings"

	"github.com/sentinelgate/sentinel/rules/internal/tools"
)

// Suggestion is one way to allow more than the call at hand.
type Suggestion struct {
	Tool     string
	Patterns []string // one for each subject, or one for all
	// Shape replaces Patterns for commands: the shape of the command, which
	// is compared as a shape and never as a pattern.
	Shape string
}

// Grants returns what the suggestion allows in this layer. A suggestion of a
// shape grants nothing here; whoever keeps shapes remembers it.
func (s Suggestion) Grants() []Grant {
	var grants []Grant
	for _, p := range s.Patterns {
		grants = append(grants, Grant{Tool: s.Tool, Pattern: p})
	}
	return grants
}

// String returns the words to show before the choice is made.
func (s Suggestion) String() string {
	switch {
	case s.Shape != "":
		return tools.Visible(s.Shape)
	case len(s.Patterns) == 1 && s.Patterns[0] == "*":
		return "every call of " + tools.Visible(s.Tool)
	}
	return tools.Visible(s.Tool + " " + strings.Join(s.Patterns, ", "))
}

// Suggest returns what "always" may mean for a call, the narrowest first. For
// commands that is their shape, which the caller computes, or nothing: neither
// a guessed prefix nor everything. For files it is the paths themselves, their
// common folder, everything; for addresses the same with the host.
func Suggest(tool string, subjects []string, shape string) []Suggestion {
	t := tools.Lookup(tool)
	if t != nil && t.Kind == tools.Command {
		if shape == "" {
			return nil
		}
		return []Suggestion{{Tool: tool, Shape: shape}}
	}
	var list []Suggestion
	if patterns, ok := exactly(subjects, t != nil && t.Kind == tools.Path); ok {
		list = append(list, Suggestion{Tool: tool, Patterns: patterns})
	}
	common := ""
	switch {
	case t != nil && t.Kind == tools.Path:
		common = commonOf(subjects, folderOf)
	case t != nil && t.ID == "web_fetch":
		common = commonOf(subjects, hostOf)
	}
	if common != "" {
		list = append(list, Suggestion{Tool: tool, Patterns: []string{common}})
	}
	return append(list, Suggestion{Tool: tool, Patterns: []string{"*"}})
}

// exactly returns the subjects as patterns, unless one would match more than
// itself or, as a path that climbs, nothing.
func exactly(subjects []string, paths bool) ([]string, bool) {
	for _, s := range subjects {
		if s == "" || strings.ContainsAny(s, "*?") || paths && (climbs(s) || strings.HasSuffix(s, "/")) {
			return nil, false
		}
	}
	return subjects, len(subjects) > 0
}

// commonOf returns what all subjects have in common by f, or "".
func commonOf(subjects []string, f func(string) string) string {
	common := ""
	for i, s := range subjects {
		c := f(s)
		if i > 0 && c != common {
			return ""
		}
		common = c
	}
	return common
}

// folderOf returns the folder of a path with a slash at its end, or "" where
// that is a root, a home or the whole project.
func folderOf(path string) string {
	i := strings.LastIndexByte(path, '/')
	if i <= 0 || climbs(path) || strings.ContainsAny(path[:i], "*?") {
		return ""
	}
	switch folder := path[:i+1]; folder {
	case "~/", "./":
		return ""
	default:
		return folder
	}
}

// hostOf returns a pattern for all addresses of a host, or "" where it is not
// plain which host that is.
func hostOf(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		return ""
	}
	host := rest
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		host = rest[:i]
	}
	if host == "" || strings.ContainsAny(scheme+host, "*?@\\ \t\r\n") {
		return ""
	}
	return scheme + "://" + host + "/*"
}
