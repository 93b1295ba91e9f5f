// Package health looks at the files in which the gate keeps what it knows: can
// they be written, are they what they should be. It is what `sentinel doctor`
// says about them; each check is a function of its own in State.
package health

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sentinelgate/sentinel/internal/config/trust"
	"github.com/sentinelgate/sentinel/internal/events"
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
}

// State looks at a state folder and at the ledger, nil outside of a project.
func State(dir string, l Ledger) []Check {
	out := []Check{{Name: "state folder", Err: writable(dir), Say: dir, Hint: "the hook refuses what it cannot record"}}
	if out[0].Err != nil {
		return out
	}
	out = append(out, logCheck(dir))
	if l != nil {
		out = append(out, Check{Name: "ledger key", Err: l.KeyProblem(), Say: "usable, or not needed yet",
			Hint: "until then nothing that you allowed is remembered"})
		out = append(out, Check{Name: "ledger", Err: ledgerProblem(l), Say: l.Path(), Hint: "move the file away: what you allowed is asked again"})
	}
	_, err := trust.Open(dir)
	return append(out, Check{Name: "trusted files", Err: err, Say: "readable", Hint: "move the file away: no repository's configuration is trusted then"})
}

// Notes is what is right with a state folder and yet worth a look.
func Notes(dir string) []string {
	if _, err := os.Lstat(events.TroubleFile(dir)); err != nil {
		return nil
	}
	return []string{"events: some could not be delivered: " + events.TroubleFile(dir)}
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
