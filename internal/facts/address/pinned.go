package address

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Asked is the scope of an address that a command talks to: whose host its name says,
// or this machine where an option of curl leads that very name here.
func Asked(p *kb.Parse, w shell.Word) (sentinel.Scope, string) {
	scope, target := Scope(w)
	if scope != sentinel.ScopeRemote || p == nil || p.Tool == nil || p.Tool.Tool != "curl" {
		return scope, target
	}
	s, _ := w.Known()
	name, ok := named(s)
	if !ok {
		return scope, target
	}
	pinned := false
	for _, o := range p.Options {
		if o.Name != "--resolve" && o.Name != "--connect-to" {
			continue
		}
		v, known := o.Value.Known()
		if !known || strings.HasPrefix(v, "-") { // which takes such a line back
			return scope, target
		}
		pinned = pinned || leadsHere(strings.ToLower(v), name)
	}
	if pinned {
		return sentinel.ScopeOwn, ""
	}
	return scope, target
}

// leadsHere reads HOST:PORT:WHERE for one HOST:PORT, or for any.
func leadsHere(value, name string) bool {
	_, port, _ := strings.Cut(name, ":")
	for _, begin := range []string{name + ":", "*:" + port + ":", "::"} {
		if to, ok := strings.CutPrefix(value, begin); ok {
			to, _, _ = strings.Cut(strings.ReplaceAll(to, "[::1]", "localhost"), ":")
			return to == "localhost" || to == "127.0.0.1"
		}
	}
	return false
}

// named is HOST:PORT of an address whose every letter is plain.
func named(s string) (string, bool) {
	scheme, rest, ok := strings.Cut(strings.ToLower(s), "://")
	port := map[string]string{"http": "80", "https": "443"}[scheme]
	if !ok || port == "" {
		return "", false
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	host, given, ok := strings.Cut(rest, ":")
	if ok {
		port = given
	}
	plain := strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789.-") == "" && strings.Trim(port, "0123456789") == ""
	return host + ":" + port, plain && host != "" && port != ""
}
