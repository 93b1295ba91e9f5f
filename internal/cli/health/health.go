// Package health looks at what the gate keeps: can it be written, is it what it
// should be, is the gate stopped. It is what `sentinel doctor` says about these;
// each check is a function of its own in State.
package health

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/approve"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/config/trust"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/events"
	"github.com/sentinelgate/sentinel/internal/ledger"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// Check is one thing that was looked at; Err is what is wrong with it.
type Check struct {
	Name string
	Err  error
	Say  string
	Hint string
}

// Ledger is what is asked of a ledger.
type Ledger interface {
	Path() string
	Problem() error
	KeyProblem() error
	List() []ledger.Entry
}

// State looks at the state of an engine and at the ledger, nil outside of a project.
func State(ctx context.Context, e *engine.Engine, l Ledger) []Check {
	dir := e.StateDir
	out := []Check{{Name: "state folder", Err: writable(dir), Say: dir, Hint: "the hook refuses what it cannot record"}}
	if out[0].Err != nil {
		return out
	}
	if why := Stopped(dir); why != "" {
		out = append(out, Check{Name: "stopped", Err: errors.New("every call of every agent is refused: " + why),
			Hint: "`sentinel unkill` ends it; until then no canary proves anything"})
	}
	out = append(out, logCheck(dir))
	out = append(out, chains(ctx, e)...)
	out = append(out, reviewers(e)...)
	if l != nil {
		out = append(out, Check{Name: "ledger key", Err: l.KeyProblem(), Say: "usable, or not needed yet",
			Hint: "until then nothing that you allowed is remembered"})
		out = append(out, Check{Name: "ledger", Err: ledgerProblem(l), Say: l.Path() + ": " + counted(l.List()), Hint: "move the file away: what you allowed is asked again"})
	} else {
		out = append(out, Check{Name: "ledger", Say: "none: this folder belongs to no project, so nothing is remembered for good here"})
	}
	_, err := trust.Open(dir)
	return append(out, Check{Name: "trusted files", Err: err, Say: "readable", Hint: "move the file away: no repository's configuration is trusted then"})
}

// Stopped is why everything is refused, "" if it is not.
func Stopped(dir string) string {
	data, err := os.ReadFile(filepath.Join(dir, engine.StopFile))
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return ""
	case err != nil:
		return err.Error()
	}
	return "`kill` is on (" + strings.TrimSpace(string(data[:min(len(data), 500)])) + ")"
}

// Notes is what is right with a state folder and yet worth a look.
func Notes(dir string) []string {
	var out []string
	if _, err := os.Lstat(events.TroubleFile(dir)); err == nil {
		out = append(out, "events: some could not be delivered: "+events.TroubleFile(dir))
	}
	if n := audit.OpenFile(audit.FileOptions{Dir: dir}).Lost(); n > 0 {
		out = append(out, "log: "+console.Count(n, "decision")+" on calls of low risk could not be written down and cannot be found again")
	}
	return out
}

// counted says what a ledger holds.
func counted(list []ledger.Entry) string {
	mine := 0
	for _, e := range list {
		if e.Mine {
			mine++
		}
	}
	say := console.Count(mine, "shape") + " remembered"
	if others := len(list) - mine; others > 0 {
		say += fmt.Sprintf(", and %d that are not yours and count for nothing (see `sentinel risk --list`)", others)
	}
	return say
}

// chains looks at the approval store, and whether both chains of the log are whole.
func chains(ctx context.Context, e *engine.Engine) []Check {
	out := []Check{whole("log chain", audit.VerifyFile(e.StateDir, ""))}
	c := Check{Name: "approval store", Say: "none yet: it is made when something is asked", Hint: "whatever has to be asked is refused until it can be used"}
	if !approve.Exists(e) {
		if r := audit.VerifyGone(e.StateDir, ""); r.Checkpoints > 0 {
			c.Err, c.Hint = errors.New(r.Problems[0]), "if you moved it away yourself, keep it; `sentinel audit verify` tells all of it"
		}
		return append(out, c)
	}
	s, err := approve.Store(ctx, e)
	if err != nil {
		c.Err = err
		return append(out, c)
	}
	defer s.Close()
	open, err := s.List(ctx, sentinel.Filter{Open: true})
	c.Err = err
	c.Say = place(e) + ": " + console.Count(len(open), "open question")
	if out = append(out, c); err != nil {
		return out
	}
	return append(out, whole("approval store chain", audit.VerifyStore(ctx, s, e.StateDir, "")))
}

// reviewers looks at who is told of questions, without telling anybody anything.
// One that cannot be made keeps every question from being put.
func reviewers(e *engine.Engine) []Check {
	list := e.Config.Approvals.Reviewers
	if len(list) == 0 {
		return nil
	}
	var out []Check
	var names []string
	for _, r := range list {
		one := e.Config
		one.Approvals.Reviewers = []config.Reviewer{r}
		_, err := approve.Reviewers(one, func() time.Time { return time.Time{} }, nil)
		hint := "until that is mended every question is refused"
		if err == nil && r.Kind == config.Program && !runs(r.Argv[0]) {
			err = fmt.Errorf("reviewer %q: %s is no program that can be started", r.Name, r.Argv[0])
			hint = "until then it tells nobody, and questions wait for others"
		}
		if err != nil {
			out = append(out, Check{Name: "reviewers", Err: err, Hint: hint})
		}
		names = append(names, r.Name)
	}
	if len(out) > 0 {
		return out
	}
	return []Check{{Name: "reviewers", Say: strings.Join(names, ", ") + ": as far as can be said without a question"}}
}

// runs tells whether a file is there and may be a program.
func runs(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (info.Mode().Perm()&0o111 != 0 || runtime.GOOS == "windows")
}

// place is where questions are kept, without what could be a password.
func place(e *engine.Engine) string {
	if e.Config.Approvals.Store.Kind.V == config.Postgres {
		return "PostgreSQL"
	}
	return approve.Path(e.Config, e.StateDir)
}

func whole(name string, r audit.Report) Check {
	c := Check{Name: name, Say: console.Count(r.Lines, "line") + ", unbroken", Hint: "`sentinel audit verify` tells all of it"}
	if len(r.Problems) > 0 {
		c.Err = errors.New(r.Problems[0])
	}
	return c
}

// writable tries to make and remove a file.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "doctor-*")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

// logCheck tells whether the log can grow. A folder or a link in its place
// would make every call be refused.
func logCheck(dir string) Check {
	path := filepath.Join(dir, "audit.jsonl")
	c := Check{Name: "log", Say: path, Hint: "move it away; the hook refuses what it cannot record"}
	_, err := safefile.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		c.Err = fmt.Errorf("%s: %w", path, err)
	default:
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		if c.Err = err; err == nil {
			c.Err = f.Close()
		}
	}
	return c
}

// ledgerProblem names the file, which the ledger's own words may not.
func ledgerProblem(l Ledger) error {
	if err := l.Problem(); err != nil {
		return fmt.Errorf("%s: %w", l.Path(), err)
	}
	return nil
}
