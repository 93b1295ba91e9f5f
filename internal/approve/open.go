// Package approve joins the gate of this machine with the queue of questions:
// it opens the store that the configuration names, makes reviewers, lets hooks
// wait and people answer.
//
//	s, err := approve.Store(ctx, e)                 // the store of an engine
//	q, err := approve.Desk{...}.Answer(ctx, q, r)   // a person's answer
//
// Nothing here is needed for a call that nobody is asked about: LOW calls never
// open a database.
package approve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
	"github.com/sentinelgate/sentinel/reviewer"
	"github.com/sentinelgate/sentinel/reviewer/program"
	"github.com/sentinelgate/sentinel/reviewer/webhook"
	"github.com/sentinelgate/sentinel/store/postgres"
	"github.com/sentinelgate/sentinel/store/sqlite"
)

// File is the name of the SQLite file in the state folder.
const File = "sentinel.db"

// Path is where the SQLite store of a configuration lies.
func Path(c config.Config, stateDir string) string {
	if p := c.Approvals.Store.Path.V; p != "" {
		return p
	}
	return filepath.Join(stateDir, File)
}

// Store opens the store that the engine's configuration names. SQLite's file is
// made at its first use. Close it.
func Store(ctx context.Context, e *engine.Engine) (sentinel.Store, error) {
	a := e.Config.Approvals.Store
	if a.Kind.V == config.Postgres {
		dsn := a.DSN.V
		if a.DSNFile.V != "" {
			text, err := config.ReadPrivate(a.DSNFile.V)
			if err != nil {
				return nil, fmt.Errorf("open store: %w", err)
			}
			dsn = strings.TrimSpace(text)
		}
		return postgres.Open(ctx, dsn)
	}
	path := Path(e.Config, e.StateDir)
	if err := safefile.Folder(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	return sqlite.OpenWith(ctx, path, sqlite.Options{})
}

// Exists tells whether anything was ever asked here: a store that is only made
// at its first use need not be made to say that it is empty.
func Exists(e *engine.Engine) bool {
	if e.Config.Approvals.Store.Kind.V == config.Postgres {
		return true
	}
	_, err := os.Lstat(Path(e.Config, e.StateDir))
	return !errors.Is(err, os.ErrNotExist)
}

// Host names this machine in questions.
func Host() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}

// Reviewers makes the reviewers of the configuration into one, nil if there are
// none. tty opens the terminal of a person; nil where there is none to ask at.
func Reviewers(c config.Config, now func() time.Time, tty func() (io.ReadWriteCloser, error)) (sentinel.Reviewer, error) {
	var list []sentinel.Reviewer
	for _, r := range c.Approvals.Reviewers {
		one, err := oneReviewer(r, now, tty)
		if err != nil {
			return nil, fmt.Errorf("reviewer %q: %w", r.Name, err)
		}
		if one == nil {
			continue
		}
		if r.MaxRisk == sentinel.RiskUnjudged {
			one = reviewer.Notify(one)
		} else {
			one = reviewer.Limit(one, r.MaxRisk)
		}
		list = append(list, one)
	}
	if len(list) == 0 {
		return nil, nil
	}
	return reviewer.First(list...), nil
}

func oneReviewer(r config.Reviewer, now func() time.Time, tty func() (io.ReadWriteCloser, error)) (sentinel.Reviewer, error) {
	most := max(r.MaxRisk, sentinel.Low) // what may answer nothing is wrapped by Notify
	switch r.Kind {
	case config.Terminal:
		if tty == nil {
			return nil, nil
		}
		return reviewer.Terminal(reviewer.TerminalOptions{Open: tty, By: r.Name, Now: now}), nil
	case config.Program:
		return program.New(program.Options{Args: r.Argv, Most: most, Mask: audit.Mask})
	case config.Webhook:
		key := ""
		if r.SecretFile != "" {
			var err error
			if key, err = config.ReadPrivate(r.SecretFile); err != nil {
				return nil, err
			}
		}
		h, err := webhook.New(webhook.Options{URL: r.URL, Secret: []byte(strings.TrimSpace(key)), Most: most, Now: now, Mask: audit.Mask})
		if err != nil {
			return nil, err
		}
		return h.Review, nil
	}
	return nil, errors.New("its kind is none")
}
