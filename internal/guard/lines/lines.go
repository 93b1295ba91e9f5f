// Package lines tells which lines of a file a search brings out, so that a
// secret in the other ones is not asked about.
package lines

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/facts/toolcall"
	"github.com/sentinelgate/sentinel/internal/secret"
)

// Searched: only lines that match come out.
func Searched(t seen.Touch) bool {
	if t.Command == nil || len(t.Command.Argv) == 0 {
		return t.Whole
	}
	switch t.View.Name {
	case "grep", "egrep", "fgrep", "rg", "ag", "ack":
		return true
	case "git":
		return t.View.Parse != nil && len(t.View.Parse.Verbs) > 0 && t.View.Parse.Verbs[0] == "grep"
	}
	return false
}

// Pattern is what a search looks for, "" when that is not known.
func Pattern(t seen.Touch, call sentinel.Call) string {
	if t.Command == nil || len(t.Command.Argv) == 0 {
		return strings.Join(toolcall.Texts(call.Arguments, "pattern query regex search"), "|")
	}
	if t.View.Parse == nil {
		return ""
	}
	for _, o := range t.View.Parse.Operands {
		if o.Role == "pattern" {
			s, _ := o.Word.Known()
			return s
		}
	}
	if o, ok := t.View.Parse.Option("-e", "--regexp"); ok {
		s, _ := o.Value.Known()
		return s
	}
	return ""
}

// Only keeps the findings that a search would show: those in lines that match.
func Only(found []secret.Finding, content []byte, t seen.Touch, call sentinel.Call) []secret.Finding {
	pattern := Pattern(t, call)
	if !Searched(t) || pattern == "" || len(pattern) > 1000 || around(t) {
		return found
	}
	if t.View.Parse != nil && t.View.Parse.HasAny("-F", "--fixed-strings") {
		pattern = regexp.QuoteMeta(pattern)
	}
	re, err := regexp.Compile("(?i)" + strings.ReplaceAll(pattern, `\|`, "|"))
	if err != nil {
		return found
	}
	lines := strings.Split(string(content), "\n")
	return slices.DeleteFunc(slices.Clone(found), func(f secret.Finding) bool {
		return f.Line < 1 || f.Line > len(lines) || !re.MatchString(lines[f.Line-1])
	})
}

// around: lines that do not match come out, too.
func around(t seen.Touch) bool {
	return t.View.Parse != nil && t.View.Parse.HasAny("-v", "--invert-match", "-A", "-B", "-C", "--after-context", "--before-context", "--context", "-f", "--file", "--passthru", "-z")
}
