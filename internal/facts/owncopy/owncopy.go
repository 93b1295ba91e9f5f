// Package owncopy tells whether a file is what its name says: the copy that a
// project has of a known tool (gradlew, bin/rails, node_modules/.bin/eslint).
// What stands in a copy that can be read is judged command by command before; the
// question here is whether the name may answer for the rest.
//
// Judge is the entry.
package owncopy

import (
	"path"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb/folders"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Verdict says how a copy is to be taken.
type Verdict uint8

const (
	Unread  Verdict = iota // it cannot be read, and nothing says where it comes from
	Program                // a program that nobody knows, whatever it is called
	Script                 // a script of its own, somewhere that is not the project's
	Missing                // a file that is not there, somewhere that is not the project's
	Doubted                // a script of the project that is understood in part
	Tool                   // the tool that it is called after
)

// Judge judges a copy. fresh tells what the agent wrote.
func Judge(p *paths.Place, s shell.Script, fresh func(string) bool) Verdict {
	loc := p.Judge(paths.Target{Text: s.Path, Dir: "/", Use: paths.Read})
	ours := loc.Scope == sentinel.ScopeProject || loc.Scope == sentinel.ScopeOutput
	written := fresh != nil && fresh(loc.Real)
	installed := folders.Package(path.Dir(s.Path)) && !written
	switch {
	case s.Missing && (ours || installed):
		return Tool
	case s.Missing:
		return Missing
	case s.Why == shell.NotScript && installed && loc.Scope != sentinel.ScopeTemp:
		return Tool
	case s.Why == shell.NotScript:
		return Program
	case s.Why != "" && !installed:
		return Unread
	case len(s.Doubts) > 0 && (written || !ours || !unchanged(p, loc.Real)):
		return Doubted
	case !ours && !installed:
		return Script
	}
	return Tool
}

// Why says what is not understood of a copy that is unread or doubted.
func Why(s shell.Script) string {
	if s.Why == "" && len(s.Doubts) > 0 {
		return "runs " + s.Path + ", which is called " + s.Tool + ": " + s.Doubts[0]
	}
	return "runs " + s.Path + ", which " + s.Why
}

// unchanged: git has the file as it is. Somebody may have looked at it.
func unchanged(p *paths.Place, real string) bool {
	repo := p.Repo(path.Dir(real))
	if repo == nil || real == "" {
		return false
	}
	same, err := repo.Unchanged(real)
	return err == nil && same
}
