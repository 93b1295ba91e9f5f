// Package builtin makes gates with everything the program itself judges with:
// the shell reader, the knowledge of what commands do, the places on this
// machine and the risk table.
//
//	gate, err := builtin.New(builtin.Options{Home: home, Project: dir, Now: time.Now},
//	    sentinel.WithReviewer(ask))
//	d := gate.Decide(ctx, call)
//	if d.Permitted { run(d.Arguments) }
//
// The root package knows nothing of these, so that a gate with another assessor
// links none of them. To judge calls of your own tools, wrap Assessor's result
// and answer them yourself.
package builtin

import (
	"errors"
	"path/filepath"
	"sync"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/guard"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/ledger"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/secret"
	"github.com/sentinelgate/sentinel/internal/state"
	"github.com/sentinelgate/sentinel/rules"
)

// Options say whose agent is judged and where it works. Home and Now must be
// set.
type Options struct {
	Home    string           // the person's home folder, absolute
	Project string           // the folder the agent may work in, absolute; "" for none
	Now     func() time.Time // the clock
	Temp    []string         // folders for temporary files besides /tmp
	Protect []string         // files and folders of your own that no call may touch
	Strict  bool             // work inside the project is asked, too
}

func (o Options) check() error {
	if !filepath.IsAbs(o.Home) || o.Now == nil {
		return errors.New("make gate: an absolute home folder and a clock are needed")
	}
	if o.Project != "" && !filepath.IsAbs(o.Project) {
		return errors.New("make gate: the project folder is not absolute")
	}
	return nil
}

// New makes a gate with the built-in assessor, rules, memory and hourly budget;
// more options come after those and replace them. What people allow is kept as
// long as the gate. It may be used by several goroutines.
func New(o Options, more ...sentinel.Option) (*sentinel.Gate, error) {
	assessor, err := Assessor(o)
	if err != nil {
		return nil, err
	}
	options := []sentinel.Option{
		sentinel.WithAssessor(assessor),
		sentinel.WithPolicy(Policy()),
		sentinel.WithMemory(NewMemory(o.Now)),
		sentinel.WithBudget(NewBudget(o.Now)),
		sentinel.WithMask(audit.Mask),
	}
	return sentinel.New(append(options, more...)...), nil
}

// Policy is the default policy with the built-in rules on paths that hold
// secrets.
func Policy() sentinel.Policy { return sentinel.DefaultPolicy().WithRules(Rules()) }

// Rules are the built-in rules, to lay others over: own.Over(builtin.Rules()).
func Rules() *rules.Set {
	return rules.Defaults(paths.IsSensitive)
}

// Assessor judges calls on this machine. It may be used by several goroutines.
func Assessor(o Options) (sentinel.Assessor, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	scanner, err := secret.New(secret.Options{})
	if err != nil {
		return nil, err
	}
	return &assessor{options: o, kb: kb.New(), scanner: scanner, sessions: map[string]*state.Session{}}, nil
}

type assessor struct {
	options Options
	mu      sync.Mutex // the knowledge is read as it is needed, by one call at a time
	kb      *kb.Base
	scanner *secret.Scanner
	// sessions hold what was written in them; beyond maxSessions all begin anew.
	sessions map[string]*state.Session
}

// session gives what is known of a call's session.
func (a *assessor) session(id string) *state.Session {
	s := a.sessions[id]
	if s == nil {
		if len(a.sessions) >= maxSessions {
			clear(a.sessions)
		}
		s = &state.Session{}
		a.sessions[id] = s
	}
	return s
}

// Assess implements sentinel.Assessor. Each call looks at the machine anew.
func (a *assessor) Assess(call sentinel.Call) (sentinel.Assessment, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	o := a.options
	root := o.Project
	if root != "" {
		root = paths.FindRoot(paths.OS{}, root, o.Home)
	}
	w := facts.World{KB: a.kb, Strict: o.Strict, Place: &paths.Place{
		FS: paths.OS{}, Home: o.Home, Root: root, Temp: o.Temp, GateDirs: o.Protect,
		FoldCase: paths.FoldsCase,
	}}
	g := guard.Assessor{World: &w, Session: a.session(call.Session), Now: o.Now().UnixMilli(), Scanner: a.scanner}
	return g.Assess(call)
}

// memory keeps what people allow: for its session, or for all of them.
type memory struct {
	mu       sync.Mutex
	book     *ledger.Memory
	sessions map[string]*state.Session
}

// NewMemory remembers as long as the process lives. It may be used by several
// goroutines.
func NewMemory(now func() time.Time) sentinel.Memory {
	return &memory{book: ledger.NewMemory(now), sessions: map[string]*state.Session{}}
}

// maxSessions bounds what is kept; beyond it sessions are forgotten, which only
// leads to more questions.
const maxSessions = 1000

// of gives the memory of a call's session.
func (m *memory) of(call sentinel.Call) *engine.Memory {
	s := m.sessions[call.Session]
	if s == nil && call.Session != "" {
		if len(m.sessions) >= maxSessions {
			clear(m.sessions)
		}
		s = &state.Session{}
		m.sessions[call.Session] = s
	}
	return &engine.Memory{Book: m.book, Session: s}
}

// Known implements sentinel.Memory.
func (m *memory) Known(call sentinel.Call, p sentinel.Part) (string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.of(call).Known(call, p)
}

// Remember implements sentinel.Memory.
func (m *memory) Remember(call sentinel.Call, parts []sentinel.Part, always bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.of(call).Remember(call, parts, always)
}

// budget counts in memory.
type budget struct {
	mu   sync.Mutex
	now  func() time.Time
	used []time.Time
}

// NewBudget counts what silence permitted in the last hour as long as the
// process lives. It may be used by several goroutines.
func NewBudget(now func() time.Time) sentinel.Budget { return &budget{now: now} }

// Take implements sentinel.Budget.
func (b *budget) Take(most int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	recent := b.used[:0]
	for _, t := range b.used {
		if now.Sub(t) < time.Hour {
			recent = append(recent, t)
		}
	}
	b.used = recent
	if len(b.used) >= most {
		return false
	}
	b.used = append(b.used, now)
	return true
}
