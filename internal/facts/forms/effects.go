package forms

import (
	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Destroys are the kinds for which a path must not lead elsewhere.
func Destroys(kind sentinel.EffectKind) bool {
	switch kind {
	case sentinel.Delete, sentinel.DeleteTree, sentinel.PermissionTree:
		return true
	}
	return false
}

func UseOf(kind sentinel.EffectKind) paths.Use {
	switch kind {
	case sentinel.Read, sentinel.List:
		return paths.Read
	case sentinel.Delete, sentinel.DeleteTree, sentinel.Move, sentinel.PermissionTree:
		return paths.Delete
	}
	return paths.Write
}

func UseName(kind sentinel.EffectKind) string {
	switch kind {
	case sentinel.Read:
		return "read"
	case sentinel.List:
		return "list"
	}
	return "write"
}

// VitalKind: what must never happen to a vital place.
func VitalKind(kind sentinel.EffectKind, s sentinel.Scope) bool {
	switch kind {
	case sentinel.DeleteTree, sentinel.PermissionTree:
		return true
	case sentinel.Write, sentinel.Delete, sentinel.Move:
		return s == sentinel.ScopeDevice || kind == sentinel.Move
	}
	return false
}

func OutOfProject(s sentinel.Scope) bool {
	switch s {
	case sentinel.ScopeTemp, sentinel.ScopeOutside, sentinel.ScopeHome:
		return true
	}
	return false
}

// ScopeRank orders places by how little may be read there unseen.
func ScopeRank(s sentinel.Scope) int {
	switch s {
	case sentinel.ScopeProject, sentinel.ScopeOutput, sentinel.ScopeTemp, sentinel.ScopeWhole, sentinel.ScopeNone:
		return 0
	case sentinel.ScopeSystem, sentinel.ScopeStartup:
		return 1
	case sentinel.ScopeOutside, sentinel.ScopeHome:
		return 2
	case sentinel.ScopeUnknown:
		return 3
	}
	return 4
}

// Elsewhere makes the effect one of running on another host or in a container,
// if the place is one.
func Elsewhere(e *sentinel.Effect, p shell.Place) bool {
	switch {
	case p.Host != "":
		e.Kind, e.Scope, e.Target = sentinel.Remote, sentinel.ScopeRemote, p.Host
	case p.Container != "":
		e.Kind, e.Scope, e.Target = sentinel.Remote, sentinel.ScopeContainer, p.Container
	default:
		return false
	}
	return true
}
