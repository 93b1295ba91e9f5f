package address

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Package tells a package by name from one by address.
func Package(w shell.Word) (sentinel.Scope, string) {
	s, ok := w.Known()
	if !ok {
		return sentinel.ScopeForeign, w.String()
	}
	if strings.Contains(s, "://") || strings.HasPrefix(s, "git+") || strings.HasPrefix(s, "git@") || strings.HasPrefix(s, "github:") {
		return sentinel.ScopeForeign, Host(s)
	}
	return sentinel.ScopeProject, ""
}

// Installed is where a package comes from, and what a yes to it is bound to: the host of
// its address, of the path of a module its owner, too. scope is the one that the
// command's knowledge gives, if it gives any.
func Installed(w shell.Word, scope sentinel.Scope, given bool) (sentinel.Scope, string) {
	found, host := Package(w)
	if !given {
		return found, host
	}
	s, known := w.Known()
	if scope != sentinel.ScopeForeign || !known || host != "" {
		return scope, host
	}
	s, _, _ = strings.Cut(s, "@")
	parts := strings.SplitN(s, "/", 3)
	if len(parts) > 1 && strings.Contains(parts[0], ".") {
		return scope, parts[0] + "/" + parts[1]
	}
	return scope, ""
}

// Remote is what a push or a run elsewhere is bound to: a remote's name, the
// host of an address, the registry of an image.
func Remote(w shell.Word, role string) string {
	s, ok := w.Known()
	switch {
	case ok && role == "url":
		return Host(s)
	case ok && role == "image":
		if host, _, found := strings.Cut(s, "/"); found && strings.ContainsAny(host, ".:") {
			return host
		}
		return ""
	}
	return w.String()
}
