// Package guard looks at what a call is about, beside what it does: the
// content of the files it reads, the files it runs that the agent wrote, the
// credentials in its own text, the paths outside of the project.
//
// Assessor wraps a facts.World. It asks the world first and then puts the
// guards, one file each, to what was noted; a guard adds a part with a question
// of its own. Such a part is settled by nothing but a yes to the very thing it
// is about (the file with that content): rules, yolo and the modes of clients do
// not reach it, since its key and effects name the file and its hash.
// What is done against the gate itself is found by package self and cannot be switched off.
//
// To add a guard, write a method of check in a file of its own, call it in Assess and give it a switch in Features.
package guard

import (
	"errors"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/guard/bound"
	"github.com/sentinelgate/sentinel/internal/guard/self"
	"github.com/sentinelgate/sentinel/internal/secret"
	"github.com/sentinelgate/sentinel/internal/state"
)

// Names of the guards, as events and configuration have them.
const (
	OutputScanner    = "outputScanner"
	ExecutionTracker = "executionTracker"
	PermissionGate   = "permissionGate"
	PathAccess       = "pathAccess"
	ArgumentSecrets  = "argumentSecrets"
)

// Assessor judges calls with a world and the guards. The zero value refuses.
type Assessor struct {
	World  *facts.World
	Config Config
	// Session is what is known of the session; nil outside of any.
	Session *state.Session
	// Now is the time in milliseconds since 1970, for what is noted.
	Now int64
	// Wrote keeps what the call writes, beyond Session; nil keeps it nowhere else.
	Wrote func([]state.WrittenFile) error
	// Before gives what agents wrote into the project in earlier sessions; nil
	// gives nothing.
	Before func() []state.WrittenFile
	// Scanned keeps the stamp of a large file without secrets; nil keeps none.
	Scanned func(stamp string)
	// Scanner finds secrets; made when it is needed if nil.
	Scanner *secret.Scanner
}

// check is the work on one call.
type check struct {
	*Assessor
	call    sentinel.Call
	facts   seen.Facts
	out     *sentinel.Assessment
	scanned map[string]scan // by real path
	read    int64           // bytes scanned so far
}

// Assess implements sentinel.Assessor.
func (a *Assessor) Assess(call sentinel.Call) (sentinel.Assessment, error) {
	var opened bound.Opened
	out, notes, err := a.examine(call, opened.Add)
	out.Bound = bound.Of(out, notes, opened, a.World)
	return out, err
}

// examine gives the notes, too; opened is told of the files that were looked at.
func (a *Assessor) examine(call sentinel.Call, opened func(file string)) (sentinel.Assessment, seen.Facts, error) {
	if a.World == nil || a.World.Place == nil {
		return sentinel.Assessment{}, seen.Facts{}, errors.New("the guards have no world to judge calls in")
	}
	c, w := &check{Assessor: a, call: call, scanned: map[string]scan{}}, *a.World
	w.Opened = opened
	if !a.Config.off(OutputScanner) {
		w.Clean = func(real string) bool { s := c.scan(real); return s.exists && s.err == nil && len(s.found) == 0 }
	}
	if a.Session != nil && len(a.Session.Written) > 0 && !a.Config.off(ExecutionTracker) {
		w.Own = func(real string) bool {
			return a.Session.Made(real, func() string { b, _, _ := a.World.Read(real); return digest(b) })
		}
		w.Fresh = func(file string) bool {
			real, ok := w.Place.Resolve(call.Cwd, file)
			_, fresh := a.Session.WrittenAt(real)
			return ok && fresh
		}
	}
	out, notes, err := w.Examine(call)
	if err != nil {
		return out, notes, err
	}
	c.facts, c.out = notes, &out
	c.typed()
	for _, h := range self.Of(call, notes, w.Place, w.Try) { // no configuration switches this off
		c.ask(question{rule: h.Rule, label: "the gate", say: h.Say, block: true, effect: sentinel.Effect{Kind: sentinel.TouchGate, Scope: sentinel.ScopeGate}})
	}
	c.plants()
	if a.Config.Off.All {
		return out, notes, nil
	}
	c.labels()
	c.patterns()
	c.paths()
	c.outputs()
	c.contents()
	c.arguments()
	c.runs()
	if err := c.note(); err != nil && out.Risk > sentinel.Low {
		return out, notes, err
	}
	return out, notes, nil
}

// Play judges a call as one that ran, and gives the files that it wrote with
// their content, as far as that is known: for tests on a machine in memory.
func (a *Assessor) Play(call sentinel.Call) map[string]string {
	_, notes, err := a.examine(call, nil)
	if err != nil {
		return nil
	}
	c := &check{Assessor: a, call: call, facts: notes}
	out := map[string]string{}
	for _, t := range notes.Touches {
		if text, whole := c.textFor(t.Loc.Real); whole && t.Kind == sentinel.Write && t.Loc.Real != "" {
			out[t.Loc.Real] = text
		}
	}
	return out
}

// question is what a guard asks.
type question struct {
	rule, label string
	say         string // the sentence
	key         string // what a yes is filed under, "" for this once
	shape       string // the key for people
	effect      sentinel.Effect
	instead     string
	colour      sentinel.Colour // of zero, red: asked each time
	block       bool
}

// ask adds a part with its finding.
func (c *check) ask(q question) {
	f := sentinel.Finding{Rule: q.rule, Label: q.label, Risk: sentinel.High, Colour: q.colour, Effect: q.effect, Say: q.say,
		Instead: q.instead, Guard: true, Block: q.block, Part: c.text()}
	p := sentinel.Part{Text: c.text(), Shape: q.shape, Key: q.key, Effects: []sentinel.Effect{q.effect}, Risk: f.Risk, Colour: f.Colour, Guard: true}
	if q.colour == sentinel.Red || q.block {
		p.Key, p.Colour, f.Colour = "", sentinel.Red, sentinel.Red
	}
	if q.block {
		f.Risk, p.Risk = sentinel.Critical, sentinel.Critical
	}
	c.out.Findings, c.out.Parts = append(c.out.Findings, f), append(c.out.Parts, p)
	c.out.Risk = max(c.out.Risk, f.Risk)
	c.out.Colour = sentinel.Worst(c.out.Colour, f.Colour)
}

// text is the call in one line.
func (c *check) text() string {
	if c.facts.Action == sentinel.ActionShell {
		return strings.TrimSpace(c.facts.Text)
	}
	if len(c.out.Parts) > 0 {
		return c.out.Parts[0].Text
	}
	return c.call.Tool
}

// name is a path for people: relative inside the project, with ~ in the home.
func (c *check) name(real string) string {
	p := c.World.Place
	switch {
	case p.Root != "" && strings.HasPrefix(real, p.Root+"/"):
		return real[len(p.Root)+1:]
	case p.Home != "" && strings.HasPrefix(real, p.Home+"/"):
		return "~" + real[len(p.Home):]
	}
	return real
}
