// Package facts turns a call into everything that is known about it before
// rules, memory and people are heard: commands, effects with their scopes,
// findings, and the parts that a rule or a grant can cover.
//
// Assess is the entry. A shell call is read by package shell with the
// knowledge of package kb; each deed is given a scope by package paths and
// looked up in the risk table. Calls of other tools are judged by the same
// table. What a command does belongs into kb's data, where a path lies into
// paths, how bad it is into risk: this package only joins them.
package facts

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/disk"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/facts/later"
	"github.com/sentinelgate/sentinel/internal/facts/linked"
	"github.com/sentinelgate/sentinel/internal/facts/moved"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/risk"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// World is what a call is judged against. The zero value knows no files, no
// home and no tools.
type World struct {
	Place  *paths.Place
	KB     *kb.Base
	Strict bool // autonomy "strict": work inside the project is asked, too
	// Scripts is the most bytes read of a script that is about to run; 0 means 256 KiB.
	Scripts int64
	// Clean tells whether a file whose name alone is suspicious holds nothing;
	// nil says that none does. Fresh tells whether the agent wrote a file in
	// this session, so that the rules are asked about what it runs; Own whether
	// it made it: nothing was there before, so that nothing is lost with it.
	Clean, Fresh, Own func(real string) bool
	Opened            func(file string) // is told of what is looked at as what may run
}

// ErrMalformed says that a call lacks what its tool needs.
var ErrMalformed = errors.New("malformed call")

// Assess judges a call. An error means that it must be refused.
func (w *World) Assess(call sentinel.Call) (sentinel.Assessment, error) {
	a, _, err := w.Examine(call)
	return a, err
}

// Examine is Assess with what guards want to know.
func (w *World) Examine(call sentinel.Call) (sentinel.Assessment, seen.Facts, error) {
	a := &assessor{w: w, call: call, cwd: call.Cwd}
	if !strings.HasPrefix(a.cwd, "/") && !words.Windows(a.cwd) {
		return sentinel.Assessment{}, a.notes, fmt.Errorf("%w: the working folder %q is not absolute", ErrMalformed, call.Cwd)
	}
	action := call.Action
	if action == sentinel.ActionOther {
		action = ActionOf(call.Tool)
	}
	if err := a.judge(action); err != nil {
		return sentinel.Assessment{}, a.notes, err
	}
	a.notes.Action, a.notes.Cwd, a.notes.Text, a.notes.Written, a.notes.Commands = action, a.cwd, a.text, a.read.Written, a.read.Commands
	if a.windows {
		return w.alsoPowerShell(a)
	}
	return a.result(), a.notes, nil
}

// alsoPowerShell judges a text with words of PowerShell as both: nothing says
// which shell will get it, so that what either would do counts.
func (w *World) alsoPowerShell(a *assessor) (sentinel.Assessment, seen.Facts, error) {
	call := a.call
	call.Shell = "powershell"
	b, notes, err := w.Examine(call)
	a.notes.Join(notes)
	return forms.Both(a.result(), b), a.notes, err
}

// Try gives what texts would be asked about if they ran now.
func (w *World) Try(cwd string, texts []later.Text) []sentinel.Finding {
	a := &assessor{w: w, cwd: cwd}
	var out []sentinel.Finding
	for _, t := range texts {
		out = append(out, a.dryRun(t)...)
	}
	return out
}

// assessor collects what is found out about one call.
type assessor struct {
	w        *World
	call     sentinel.Call
	cwd      string
	findings []sentinel.Finding
	parts    []sentinel.Part
	shape    string
	abstain  bool
	text     string // of a shell call
	shell    string // that reads it
	windows  bool   // it has words of PowerShell, and nobody says which shell it is for
	dry      int    // how many texts this one is written in
	tries    *int   // texts tried out that stand in files which tools take commands from
	before   int    // bytes of text that stand in front of what the call says
	read     shell.Result
	flows    map[*shell.Command]*flow
	told     seen.Told
	made     []string      // real paths of files that this very text makes
	loads    bool          // the project's secret settings are variables of this very text
	secrets  []shell.Piece // with their values, as far as a file that it reads was opened
	moved    moved.List
	notes    seen.Facts
}

// withLinks judges the rest of the call against the links that it makes.
func (a *assessor) withLinks() {
	if len(a.read.Links) == 0 || a.w.Place.FS == nil {
		return
	}
	w := *a.w
	w.Place = a.w.Place.With(linked.FS{FS: a.w.Place.FS, Links: a.read.Links})
	a.w = &w
}

func (a *assessor) judge(action sentinel.Action) error {
	if action == sentinel.ActionShell {
		return a.shellCall()
	}
	return a.toolCall(action)
}

// result sums the findings up.
func (a *assessor) result() sentinel.Assessment {
	out := sentinel.Assessment{Risk: sentinel.Low, Colour: sentinel.Green, Findings: a.findings, Parts: a.parts, Shape: a.shape, Abstain: a.abstain}
	for _, f := range a.findings {
		out.Risk = max(out.Risk, f.Risk)
		out.Colour = sentinel.Worst(out.Colour, f.Colour)
	}
	for _, p := range a.parts {
		out.Risk = max(out.Risk, p.Risk)
		out.Colour = sentinel.Worst(out.Colour, p.Colour)
	}
	out.Intent = forms.Intent(a.parts)
	return out
}

// find records a finding for an effect, with its cell of the risk table.
func (a *assessor) find(p *sentinel.Part, e sentinel.Effect, f sentinel.Finding) {
	cell := risk.Of(e.Kind, e.Scope, a.w.Strict)
	f.Effect = e
	if a.before > 0 {
		f.Span.Start, f.Span.End = f.Span.Start-a.before, f.Span.End-a.before
		if f.Span.Start < 0 || f.Span.End > len(a.text)-a.before {
			f.Span = sentinel.Span{}
		}
	}
	f.Risk = max(f.Risk, cell.Risk)
	f.Colour = cell.Colour
	if f.Block || cell.Block {
		f.Block, f.Colour, f.Risk = true, sentinel.Red, sentinel.Critical
	}
	if p != nil {
		p.Effects = append(p.Effects, e)
		p.Risk = max(p.Risk, f.Risk)
		p.Colour = sentinel.Worst(p.Colour, f.Colour)
	}
	if f.Colour == sentinel.Green && !f.Block && f.Risk <= sentinel.Low {
		return
	}
	if a.told.Before(f.Rule, f.Part, e.Target) {
		return
	}
	a.findings = append(a.findings, f)
}

// Read implements shell.Files over the place's file system, within limits.
func (w *World) Read(p string) (content []byte, exists bool, err error) {
	return disk.Noted(w.Opened, w.Place, p, w.Scripts)
}

// List gives the names in a folder.
func (w *World) List(p string) ([]string, bool) { return disk.List(w.Place, p) }
