package forms

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/kb/folders"
	"github.com/sentinelgate/sentinel/internal/tasks"
)

// Both joins two readings of one call: all that either would do counts.
func Both(a, b sentinel.Assessment) sentinel.Assessment {
	a.Risk, a.Colour, a.Abstain = max(a.Risk, b.Risk), sentinel.Worst(a.Colour, b.Colour), a.Abstain && b.Abstain
	a.Findings, a.Parts = append(a.Findings, b.Findings...), append(a.Parts, b.Parts...)
	a.Intent = Intent(a.Parts)
	return a
}

// ShellTools gives the names under which rules know a shell tool.
func ShellTools(tool string) []string {
	if tool == "" || strings.EqualFold(tool, "bash") {
		return []string{"bash"}
	}
	return []string{tool, "bash"}
}

// PassesBy: a search through a home that leaves out what is hidden, as ripgrep does
// unless it is told otherwise, and looks for no secret. Logins and keys of a home lie
// in hidden files.
func PassesBy(v *kb.View, real, home string) bool {
	if v.Name != "rg" || v.Parse == nil || home == "" || real != home && !strings.HasPrefix(real, home+"/") || strings.Contains(real, "/.") ||
		v.Parse.HasAny("-.", "--hidden", "-u", "--unrestricted", "-f", "--file", "--pre", "--ignore-file", "-L", "--follow", "-z", "--search-zip", "-a", "--text") {
		return false
	}
	words := 0
	for _, w := range v.Parse.Words("pattern") {
		s, known := w.Known()
		if known && strings.HasPrefix(s, "!") { // a glob that leaves out more
			continue
		}
		if words++; !known || words > 1 || !searches(s) {
			return false
		}
	}
	return words == 1
}

// searches: each of the alternatives of a pattern has a word, and none is about secrets.
func searches(pattern string) bool {
	low := strings.ToLower(pattern)
	for _, s := range []string{"key", "tok", "sec", "pass", "pwd", "auth", "cred", "bear", "akia", "gh", "sk", "priv", "begin", "login", "api", "xox", "conn", "dsn", "://", "@", "user", "account"} {
		if strings.Contains(low, s) {
			return false
		}
	}
	for _, one := range strings.Split(low, "|") {
		run, most := 0, 0
		for _, c := range one {
			if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c > 127 {
				run++
			} else {
				run = 0
			}
			most = max(most, run)
		}
		if most < 2 {
			return false
		}
	}
	return true
}

// SettingOf is what code does that reads a secret variable by its name: a program in
// a file that uses it is one that runs, and a yes is to that very file.
func SettingOf(d kb.Deed) sentinel.EffectKind {
	if d.Identity != "" {
		return sentinel.ExecuteFile
	}
	return sentinel.SecretRead
}

// MissingName is GoodName for a script that is not there, of which the name is all
// there is: also one that a method of work brings counts. What is there is read.
func MissingName(p, root string) bool { return GoodName(p, root) || folders.Brought(p, root) }

// GoodName tells whether a script's name says what it is for, and that is one
// of the ordinary things (Settled 11); in folders of others a name says nothing.
func GoodName(p, root string) bool {
	base := path.Base(p)
	return folders.Own(strings.TrimPrefix(p, root+"/")) && tasks.OrdinaryScript(strings.TrimSuffix(base, path.Ext(base)))
}
