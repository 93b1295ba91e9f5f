// Package engine wires configuration, knowledge, facts, rules, memory and log
// into a gate for one call on this machine. It decides nothing itself.
//
//	e, err := engine.Open(engine.Options{Home: home, Cwd: cwd, Session: id, Now: time.Now, Prompt: true})
//	d := e.Gate.Decide(ctx, call)
//
// Open reads; nothing is written until a decision is recorded, asked or
// remembered.
package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/config/trust"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/guard"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/ledger"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/program"
	"github.com/sentinelgate/sentinel/internal/state"
	"github.com/sentinelgate/sentinel/rules"
)

// Options say for whom and where a gate is opened. Home and Cwd must be
// absolute, Now must be set.
type Options struct {
	Home    string // the person's home, as the system's user database gives it
	Cwd     string
	Project string // the project folder, if the client tells it
	Session string // the client's session id, "" for none
	Client  string // the client's name, for those with settings of ours in their folder
	// ClientDir is that folder as the client's environment names it, "" for the usual one.
	ClientDir string
	Binary    string // the program itself, so that nobody touches it
	TempDir   string // the folder for temporary files besides /tmp
	Now       func() time.Time
	// FS is what is looked at; nil is this machine.
	FS paths.FS
	// ReadFile reads configuration; nil reads nothing.
	ReadFile func(string) ([]byte, error)
	// Prompt hands questions to the client's own prompt.
	Prompt bool
	// Look leaves no trace: no log, no session, no silence.
	Look bool
	// More are options of the gate besides the usual ones; they come last.
	More func(*Engine) []sentinel.Option
}

// Engine is a gate with its parts.
type Engine struct {
	Gate     *sentinel.Gate
	World    *facts.World
	Guard    *guard.Assessor
	Policy   sentinel.Policy
	Config   config.Config
	Rules    *rules.Set
	Problems []error // what is wrong with the configuration, for people
	Notes    []error // what of it does not count, or is perhaps not meant
	Root     string  // the project's folder, "" outside of any
	StateDir string
	Ledger   *ledger.Ledger // nil outside of any project
	Identity string
	Log      audit.Log

	store   *state.Files
	session state.Session
	options Options
}

// StateDir is where the gate keeps its state, below a home.
func StateDir(home string) string { return filepath.Join(home, ".local", "state", "sentinel") }

// Open reads what is needed for one call and makes its gate.
func Open(o Options) (*Engine, error) {
	if !filepath.IsAbs(o.Home) || !filepath.IsAbs(o.Cwd) || o.Now == nil {
		return nil, errors.New("open gate: home, working folder and clock are needed")
	}
	if o.FS == nil {
		o.FS = paths.OS{}
	}
	e := &Engine{options: o, StateDir: StateDir(o.Home)}
	if err := e.openSession(); err != nil {
		return nil, err
	}
	e.openConfig()
	if err := e.openLedger(); err != nil {
		return nil, err
	}
	e.World = &facts.World{Place: e.place(), KB: kb.New(), Strict: e.Config.Autonomy.V == config.Strict}
	e.Guard = e.guard()
	e.Policy = e.policy()
	e.Gate = sentinel.New(e.gateOptions()...)
	return e, nil
}

// openSession loads the session's state and fixes the project's root.
func (e *Engine) openSession() error {
	var err error
	if e.store, err = state.OpenFiles(e.StateDir, e.options.Now); err != nil {
		return err
	}
	if e.session, err = e.store.Load(e.options.Session); err != nil {
		e.Problems = append(e.Problems, err)
	}
	if e.Root = e.session.Root; e.Root != "" {
		return e.use()
	}
	start := e.options.Project
	if start == "" {
		start = e.options.Cwd
	}
	e.Root = paths.FindRoot(e.options.FS, start, e.options.Home)
	if e.options.Session == "" || e.options.Look || e.Root == "" {
		return nil // outside of any project there is nothing to keep
	}
	// The root stays for the session: a later working folder only moves
	// relative paths. If it cannot be kept, it is found anew each time.
	if err := e.store.Update(e.options.Session, func(s *state.Session) error {
		e.Root = s.FixRoot(e.Root)
		return nil
	}); err != nil {
		e.Problems = append(e.Problems, err)
	}
	return nil
}

// use notes that the session is still used, now and then: what nobody changes for
// a day would be forgotten in the middle of it.
func (e *Engine) use() error {
	if e.options.Look || e.options.Now().Sub(time.UnixMilli(e.session.Used)) < stillUsed {
		return nil
	}
	if err := e.change(func(*state.Session) {}); err != nil {
		e.Problems = append(e.Problems, err)
	}
	return nil
}

// stillUsed is how often a session that only reads is written all the same.
const stillUsed = time.Hour

// openConfig reads the configuration and the rules in it.
func (e *Engine) openConfig() {
	var problems []config.Problem
	e.Config, problems = config.Load(config.Options{ReadFile: e.options.ReadFile, Home: e.options.Home, Root: e.Root, Cwd: e.options.Cwd,
		Client: e.options.Client, ClientDir: e.options.ClientDir, Trusted: trust.In(e.StateDir)})
	for _, p := range problems {
		e.tell(p, p.Kind > config.Invalid)
	}
	set := rules.Defaults(paths.IsSensitive)
	for _, b := range e.Config.Permission {
		own, wrong := rules.Parse(rules.Source{File: b.Origin.File, Scope: b.Origin.Scope.String(), Line: b.Origin.Line, Column: b.Origin.Column}, b.Data)
		for _, p := range wrong {
			e.tell(p, p.Warning)
		}
		if own == nil {
			continue
		}
		if b.TightenOnly {
			own = own.OnlyTightening()
		}
		set = own.Over(set)
	}
	e.Rules = set
}

// tell keeps what is to be said about the configuration.
func (e *Engine) tell(problem error, note bool) {
	if note {
		e.Notes = append(e.Notes, problem)
		return
	}
	e.Problems = append(e.Problems, problem)
}

func (e *Engine) openLedger() error {
	root, identity := e.Root, ""
	if root == "" {
		return nil
	}
	if p, err := ledger.Identify(root); err == nil {
		root, identity = p.Root, p.Identity
	} else {
		identity = "dir:" + root
	}
	l, err := ledger.Open(ledger.Options{Root: root, Identity: identity, StateDir: e.StateDir, Now: e.options.Now, UserLocation: e.Config.Ledger.InHome.V})
	if err != nil {
		return fmt.Errorf("open gate: %w", err)
	}
	e.Ledger, e.Identity = l, identity
	return nil
}

func (e *Engine) place() *paths.Place {
	gate := append(config.ClientFolders(e.options.Home), config.Folder(e.options.Home), e.StateDir)
	gate = append(gate, programs(e.options.Binary)...)
	if db := e.Config.Approvals.Store.Path.V; db != "" {
		gate = append(gate, db, db+"-wal", db+"-shm")
	}
	p := &paths.Place{FS: e.options.FS, Home: e.options.Home, Root: e.Root, GateDirs: gate,
		FoldCase: paths.FoldsCase}
	if e.options.TempDir != "" {
		p.Temp = []string{e.options.TempDir}
	}
	return p
}

// programs are the gate's own: the one that runs, and the two that are
// installed side by side.
func programs(binary string) []string {
	if binary == "" {
		return nil
	}
	return []string{binary, program.Beside(binary, program.Whole), program.Beside(binary, program.Hook)}
}

// guard puts the guards over the world. What they learn goes into the session's
// state, and nowhere when no trace may be left.
func (e *Engine) guard() *guard.Assessor {
	var blocks []guard.Block
	for _, b := range e.Config.Guards {
		blocks = append(blocks, guard.Block{Data: b.Data, Tighten: b.TightenOnly, From: b.Origin.String()})
	}
	c, problems := guard.Load(blocks)
	if len(e.Problems) == 0 { // else they were told, with their places
		e.Problems = append(e.Problems, problems...)
	}
	a := &guard.Assessor{World: e.World, Config: c, Session: &e.session, Now: e.options.Now().UnixMilli()}
	if e.options.Session == "" || e.options.Look {
		return a
	}
	a.Before = func() []state.WrittenFile { return e.store.WrittenBefore(e.project()) }
	a.Wrote = func(list []state.WrittenFile) error {
		err := e.change(func(s *state.Session) {
			for _, w := range list {
				s.Wrote(w)
			}
		})
		return errors.Join(err, e.store.NoteWritten(e.project(), list))
	}
	a.Scanned = func(stamp string) { _ = e.change(func(s *state.Session) { s.Clean(stamp) }) }
	return a
}

// project is what notes on the project are filed under.
func (e *Engine) project() string {
	if e.Identity != "" {
		return e.Identity
	}
	return "dir:" + e.options.Cwd
}

// change changes the session's state. One that was broken begins anew.
func (e *Engine) change(f func(*state.Session)) error {
	err := e.store.Update(e.options.Session, func(s *state.Session) error { f(s); return nil })
	if errors.Is(err, state.ErrBroken) {
		return nil
	}
	return err
}

func (e *Engine) policy() sentinel.Policy {
	p := sentinel.DefaultPolicy().WithRules(e.Rules).WithYolo(e.Config.Yolo.V).
		WithSilence(e.Config.Silence.Allow.V, e.Config.Silence.Budget.V)
	a := e.Config.Approvals
	w := a.Windows
	p = p.WithWindow(sentinel.Medium, w.Medium.V).WithWindow(sentinel.High, w.High.V).WithWindow(sentinel.Critical, w.Critical.V).
		WithApproveFrom(a.From.V).WithUnattended(a.Unattended.V)
	if e.Config.Broken {
		p = p.WithAskAll("The gate's configuration cannot be read (see `sentinel doctor`), so everything that does more than read is asked.")
	}
	return p
}

func (e *Engine) gateOptions() []sentinel.Option {
	options := []sentinel.Option{
		sentinel.WithAssessor(e.Guard), sentinel.WithPolicy(e.Policy), sentinel.WithMemory(e.memory()),
	}
	options = append(options, sentinel.WithStop(e.stopped))
	if e.options.Prompt || e.options.Look {
		options = append(options, sentinel.WithClientPrompt())
	}
	if e.options.Look {
		return e.more(options)
	}
	log := audit.OpenFile(audit.FileOptions{Dir: e.StateDir, SignEvery: e.Config.Approvals.Audit.CheckpointEvery.V})
	e.Log = log
	return e.more(append(options, sentinel.WithLog(record{log, e.options.Now, e.emit}),
		sentinel.WithLostEntries(func(sentinel.Decision) { log.CountLost() }),
		sentinel.WithBudget(&Budget{Store: e.store, Now: e.options.Now})))
}

func (e *Engine) more(options []sentinel.Option) []sentinel.Option {
	if e.options.More != nil {
		options = append(options, e.options.More(e)...)
	}
	return options
}

// StopFile is the file that refuses everything while it lies in the state
// folder; its text says why.
const StopFile = "stopped"

// stopped is looked at for every call. A file that cannot be read stops, too.
func (e *Engine) stopped() string {
	data, err := os.ReadFile(filepath.Join(e.StateDir, StopFile))
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return ""
	case err != nil:
		return "everything is refused: " + err.Error()
	}
	return "everything is refused until `sentinel unkill`: " + strings.TrimSpace(string(data[:min(len(data), 500)]))
}

// record turns decisions into entries of the log.
type record struct {
	log  audit.Log
	now  func() time.Time
	emit func(sentinel.Decision)
}

// Append implements sentinel.Log.
func (r record) Append(d sentinel.Decision) error {
	err := r.log.Append(audit.FromDecision(d, r.now()))
	if err == nil {
		r.emit(d)
	}
	return err
}

func (e *Engine) memory() *Memory {
	m := &Memory{Home: e.options.Home, Session: &e.session, Standard: !e.World.Strict}
	if e.Ledger != nil {
		m.Book = e.Ledger
	}
	m.Grant = func(grants []state.Grant) error {
		return e.store.Update(e.options.Session, func(s *state.Session) error { return s.Grant(grants...) })
	}
	return m
}

// Cwd is the working folder that the gate was opened for.
func (e *Engine) Cwd() string { return e.options.Cwd }

// Ask decides a call; what needs a person comes back as ASKED.
func (e *Engine) Ask(call sentinel.Call) sentinel.Decision {
	return e.Gate.Decide(context.Background(), call)
}
