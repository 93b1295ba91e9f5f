package approve

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// Caller says whose call waits and how long it can.
type Caller struct {
	Engine engine.Options // as for any call of this client; More and Prompt are set here
	Call   sentinel.Call
	// Patience is how long the caller waits for an answer. Where nobody would be
	// told it does not wait at all.
	Patience time.Duration
	// Fixed says that the client runs a call only as it is.
	Fixed bool
	// Here tells whether the caller is still there, nil where nobody knows.
	Here func() bool
	// Terminal opens a terminal to ask at, nil where there is none.
	Terminal func() (io.ReadWriteCloser, error)
}

// Wait decides a call with the queue: the question is stored before anybody is
// told, reviewers are asked, and whoever answers first in time decides. When
// patience ends the decision is PENDING, and the same call again picks up the
// answer.
func Wait(ctx context.Context, c Caller) sentinel.Decision {
	failed := func(err error) sentinel.Decision {
		return sentinel.Decision{Outcome: sentinel.Blocked, Risk: sentinel.High, Rule: "error:store", Call: c.Call,
			Reason: "the question could not be kept: " + err.Error()}
	}
	o, opened := c.Engine, error(nil)
	var store sentinel.Store
	o.Prompt = false
	o.More = func(e *engine.Engine) []sentinel.Option {
		var options []sentinel.Option
		store, options, opened = c.options(ctx, e)
		return options
	}
	e, err := engine.Open(o)
	if err == nil {
		err = opened
	}
	if store != nil {
		defer store.Close()
	}
	if err != nil {
		return failed(err)
	}
	d := e.Gate.Decide(ctx, c.Call)
	if d.Request != "" {
		sign(ctx, store, e.StateDir)
	}
	return d
}

// signing is how long an answer waits for its mark.
const signing = time.Second

// sign signs the chain's end, so that a store that is put back to before this call
// shows as such. What was decided stands also where that cannot be done, and the
// caller does not wait for whoever holds the log.
func sign(ctx context.Context, store sentinel.Store, dir string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), signing)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = audit.SignStore(ctx, store, dir)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

func (c Caller) options(ctx context.Context, e *engine.Engine) (sentinel.Store, []sentinel.Option, error) {
	store, err := Store(ctx, e)
	if err != nil {
		return nil, nil, err
	}
	options, err := common(e, store)
	if err != nil {
		return store, nil, err
	}
	ask, err := Reviewers(e.Config, c.Engine.Now, c.Terminal)
	if err != nil {
		return store, nil, err
	}
	patience := c.Patience
	if ask == nil && e.Config.Approvals.Ask.V != config.AskQueue { // nobody would hear of it
		patience = 0
	}
	if ask != nil {
		options = append(options, sentinel.WithReviewer(ask))
	}
	if c.Fixed {
		options = append(options, sentinel.WithFixedArguments())
	}
	return store, append(options, sentinel.WithPatience(patience), sentinel.WithCaller(c.Here)), nil
}

// secretFile holds what the requesters of this user prove themselves with: a
// hook that comes back with the same call is another process, and may use the
// permit of the first.
const secretFile = "requester.key"

// common are the options of every gate that uses the queue of this machine.
func common(e *engine.Engine, store sentinel.Store) ([]sentinel.Option, error) {
	key, err := safefile.OwnKey(filepath.Join(e.StateDir, secretFile))
	if err != nil {
		return nil, fmt.Errorf("open queue: %w", err)
	}
	return []sentinel.Option{sentinel.WithStore(store), sentinel.WithRequester(key), sentinel.WithHost(Host()), sentinel.WithMask(audit.Mask)}, nil
}
