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
