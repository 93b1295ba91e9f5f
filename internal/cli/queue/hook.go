package queue

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/sentinelgate/sentinel/internal/approve"
	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/client/settings"
	"github.com/sentinelgate/sentinel/internal/hookproc"
)

// parentBeat is how often a waiting hook looks whether its client is still
// there.
const parentBeat = time.Second

// Hook answers a call of a client that waits for a person. A hook that is killed
// or whose client is gone cancels its question.
func (env Env) Hook(ctx context.Context, w hookproc.Waiting) hookproc.Reply {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	parent := os.Getppid()
	here := func() bool { return os.Getppid() == parent }
	go orphan(ctx, here, cancel)
	h := hookproc.Env{Getenv: env.Getenv, Now: env.Now, Home: env.Home, HomeFlag: env.HomeFlag, Cwd: env.Cwd, Binary: env.Binary}
	d := approve.Wait(ctx, approve.Caller{Engine: h.Options(w.Event), Call: w.Event.Call, Patience: settings.Patience(w.Limit),
		Fixed: !client.TakesInput(w.Client), Here: here})
	var r hookproc.Reply
	r.Out, r.Err, r.Code = h.Encode(w.Client, w.Event, d, "")
	return r
}

// orphan cancels when the process that started this one is gone.
func orphan(ctx context.Context, here func() bool, cancel func()) {
	beat := time.NewTicker(parentBeat)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			if !here() {
				cancel()
				return
			}
		}
	}
}
