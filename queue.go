package sentinel

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/sentinelgate/sentinel/internal/values"
)

// queue is what a gate needs to keep its questions in a store.
type queue struct {
	store    Store
	secret   []byte
	host     string
	mask     func(string) string
	patience time.Duration // how long Decide waits; below 0 as long as the window
	here     func() bool   // the caller is still there
}

const (
	// beat is how often a waiting call shows that it still waits.
	beat = WaiterGone / 5
	// toldAfter is how long a reviewer may take to fail before it counts as told.
	toldAfter = 200 * time.Millisecond
	// maxRounds is how often one call asks: anew when an identical call used the
	// permit, or when what would run changed.
	maxRounds = 3
	// MaxOpen is how many questions one session of an agent may keep open.
	MaxOpen = 20
)

// shownDigest identifies what a person sees of a call: the call, what it does, and
// the folders and files that it depends on, which it gives, too.
func shownDigest(call Call, a Assessment) (_ string, bound []Bound, _ error) {
	digest, err := call.Digest()
	if err != nil {
		return "", nil, err
	}
	var effects []Effect
	for _, p := range a.Parts {
		effects = append(effects, p.Effects...)
	}
	if a.Bound != nil {
		bound = a.Bound()
	}
	digest, err = values.Digest([]any{"sentinel shown 3", digest, call.Project, call.Shell, effects, bound})
	return digest, bound, err
}

// drift says what a call depends on that is not as it was.
func drift(was, is []Bound) string { return values.Changed(sums(was), sums(is)) }

func sums(list []Bound) map[string]string {
	out := map[string]string{}
	for _, b := range list {
		out[b.What] = b.Sum
	}
	return out
}

// key is that of the call for its requester: nobody without the secret makes it.
func (g *Gate) key(call Call) (string, error) {
	digest, err := call.Digest()
	if err != nil {
		return "", err
	}
	b, err := json.Marshal([]string{call.Agent, call.Session, call.Project, digest})
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, g.queue.secret)
	mac.Write(b)
	sum := sha256.Sum256(mac.Sum(nil))
	return hex.EncodeToString(sum[:]), nil
}

// enqueue stores the question, waits for its answer and takes the permit.
func (g *Gate) enqueue(ctx context.Context, call Call, j judgement) Decision {
	no := g.refusedLately(ctx, call)
	for range maxRounds {
		d, again := g.round(ctx, call, j)
		if !again {
			if d.Outcome == Pending && no != "" {
				d.Reason = no + "; " + d.Reason
			}
			return d
		}
		why := ""
		if d.Reason != j.d.Reason {
			why = d.Reason + "; "
		}
		if j = g.judge(call); !j.open {
			return j.d
		}
		j.d.Reason = why + j.d.Reason
	}
	return blocked(call, "error:changes", "what this call would do kept changing while it was asked; try it again later")
}

// refusedLately is what was said to the same call a while ago: a no, with its
// reason. A caller that does not wait would never hear of it otherwise.
func (g *Gate) refusedLately(ctx context.Context, call Call) string {
	key, err := g.key(call)
	if err != nil || g.queue.patience != 0 {
		return ""
	}
	list, err := g.queue.store.List(ctx, Filter{Key: key, Limit: 1})
	if err != nil || len(list) == 0 || list[0].Outcome != Denied || list[0].Channel == "edit" {
		return ""
	}
	now, err := g.queue.store.Now(ctx)
	if age := now.Time.Sub(list[0].Decided); err != nil || age < 0 || age >= PermitRetryLife {
		return ""
	}
	return saidNo(list[0].Reason)
}

// round is one question from its storing to its end. again: what was asked is
// not what would run now, or an identical call used the permit.
func (g *Gate) round(ctx context.Context, call Call, j judgement) (d Decision, again bool) {
	d = j.d
	q, joined, err := g.file(ctx, call, j)
	if err != nil {
		return g.unstored(ctx, d, err), false
	}
	d.Request, d.Number = q.ID, q.Number
	w := waiting{g: g, q: q, told: q.Told}
	switch {
	case q.Permit == PermitArmed: // answered while nobody waited
	case g.queue.patience == 0:
		w.leave(ctx)
	default:
		if err = w.wait(ctx, g.reviewer != nil && (!joined || w.left(ctx))); err != nil {
			return g.unstored(ctx, d, err), false
		}
		if w.q.Outcome == Pending && ctx.Err() == nil {
			w.leave(ctx)
		}
	}
	if ctx.Err() != nil && w.q.Outcome == Pending {
		if !joined { // an identical call may still wait for the answer
			_, _ = g.end(context.WithoutCancel(ctx), q.ID, Cancelled, "the caller gave up")
		}
		return g.unstored(ctx, d, ctx.Err()), false
	}
	return g.settle(ctx, call, d, w)
}

// unstored is the refusal when the store fails, or the caller leaves meanwhile.
func (g *Gate) unstored(ctx context.Context, d Decision, err error) Decision {
	if ctx.Err() != nil {
		d.Outcome, d.Reason = Cancelled, "the call was given up before it was answered"
		return d
	}
	d.Outcome, d.Rule, d.Reason = Blocked, "error:store", "the question could not be kept: "+err.Error()
	if errors.Is(err, errTooMany) {
		d.Rule, d.Reason = "error:queue", err.Error()
	}
	return d
}

func pendingDecision(d Decision, q Question) Decision {
	d.Outcome = Pending
	d.Reason = fmt.Sprintf("%s. It waits for a person, as number %d", d.Reason, q.Number)
	return d
}

var errTooMany error = tooMany{}

type tooMany struct{}

func (tooMany) Error() string {
	return fmt.Sprintf("there are already %d open questions of this session; a person answers them in `sentinel review`, or ends one with `sentinel deny NUMBER`; one whose time runs out makes room, too", MaxOpen)
}

// file stores the question, or joins the one that an identical call has open.
func (g *Gate) file(ctx context.Context, call Call, j judgement) (Question, bool, error) {
	r, err := g.request(call, j)
	if err != nil {
		return Question{}, false, err
	}
	key, err := g.key(call)
	if err != nil {
		return Question{}, false, err
	}
	if err := g.room(ctx, call, key); err != nil {
		return Question{}, false, err
	}
	policy, id := g.policy.Digest(), rand.Text()
	return g.queue.store.Create(ctx, func(m Moment) (Question, Event) {
		r.ID, r.Deadline = id, m.Time.Add(r.Window)
		q := Question{ID: id, Key: key, Request: r, Shown: r.Shown, Policy: policy, Host: g.queue.host, Outcome: Pending,
			Boot: m.Boot, Up: m.Up, Created: m.Time, Deadline: r.Deadline, Waiting: m.Time,
			Silence:  j.d.Colour != Red && g.policy.SilencePermits(j.d.Risk),
			NobodyOK: g.policy.alone || g.reviewer == nil}
		return q, g.event(told{kind: "asked"}, &q, "")
	})
}

// room refuses a session that floods the queue. A twin of an open question takes
// no room, and neither does one whose time is over. What is open stays so: a new
// question pushes none out.
func (g *Gate) room(ctx context.Context, call Call, key string) error {
	open, err := g.queue.store.List(ctx, Filter{Open: true})
	if err != nil {
		return err
	}
	var mine []string
	for _, q := range open {
		if q.Key == key { // what is over is not joined
			_, err := g.expire(ctx, q.ID)
			return err
		}
		if c := q.Request.Call; q.Outcome == Pending && c.Agent == call.Agent && c.Session == call.Session {
			mine = append(mine, q.ID)
		}
	}
	left := len(mine)
	for i := 0; i < len(mine) && left >= MaxOpen; i++ {
		q, err := g.expire(ctx, mine[i])
		if err != nil {
			return err
		}
		if q.Outcome != Pending {
			left--
		}
	}
	if left >= MaxOpen {
		return errTooMany
	}
	return nil
}

// waiting is a call that waits for the answer to a stored question.
type waiting struct {
	g    *Gate
	q    Question
	told bool // somebody was, as far as this gate knows
}

// left tells whether whoever asked first shows no sign any more, so that telling
// people falls to a twin.
func (w *waiting) left(ctx context.Context) bool {
	m, err := w.g.queue.store.Now(ctx)
	return err == nil && w.q.gone(m)
}

// leave notes that this call waits no longer: a yes that comes from now on counts for
// as long as its caller may need to come back. A twin that still waits says so again
// with its next sign. An answer that came at the last moment is taken.
func (w *waiting) leave(ctx context.Context) {
	ctx, done := context.WithTimeout(ctx, beat) // it is a courtesy: the refusal must not be late for it
	defer done()
	q, err := w.g.queue.store.Change(ctx, w.q.ID, func(q *Question, m Moment) ([]Event, error) {
		if q.Outcome != Pending {
			return nil, ErrDecided
		}
		q.Waiting = m.Time.Add(-WaiterGone - time.Millisecond)
		return nil, nil // who waits is no part of what the chain tells
	})
	if errors.Is(err, ErrDecided) {
		q, err = w.g.queue.store.Get(ctx, w.q.ID)
	}
	if err == nil { // else the mark ends by itself
		w.q = q
	}
}

// wait returns when the question is decided, the caller leaves or patience ends.
func (w *waiting) wait(ctx context.Context, tell bool) error {
	g := w.g
	m, err := g.queue.store.Now(ctx)
	if err == nil {
		err = g.queue.store.Beat(ctx, w.q.ID)
	}
	if err != nil {
		return err
	}
	here, leave := context.WithCancel(ctx)
	defer leave()
	window := time.NewTimer(w.q.Remaining(m))
	defer window.Stop()
	beats := time.NewTicker(beat)
	defer beats.Stop()
	var asking <-chan reviewed
	var told, patience <-chan time.Time
	if tell {
		open, cancel := context.WithTimeout(here, w.q.Remaining(m))
		defer cancel()
		r := w.q.Request
		r.Number = w.q.Number
		if r.Call.Arguments, err = values.Clone(r.Call.Arguments); err != nil {
			return err
		}
		asking, told = g.asking(open, r), time.After(toldAfter)
	}
	if g.queue.patience > 0 {
		patience = time.After(g.queue.patience)
	}
	changes := make(chan change, 1)
	watch := func() { go w.watch(here, w.q.Version, changes) }
	watch()
	for w.q.Outcome == Pending {
		select {
		case c := <-changes:
			if c.err != nil {
				return c.err
			}
			if w.q = c.q; w.q.Outcome == Pending {
				watch()
			}
		case got := <-asking:
			asking, told = nil, nil
			w.heard(ctx, got)
		case <-told:
			told = nil
			w.tell(ctx, true)
		case <-beats.C:
			if err := g.queue.store.Beat(ctx, w.q.ID); err != nil {
				return err
			}
		case <-window.C:
			if asking != nil {
				w.heard(ctx, lastWord(asking))
				asking = nil
			}
			if err := w.expire(ctx, window); err != nil {
				return err
			}
		case <-patience:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

type change struct {
	q   Question
	err error
}

// watch waits for a newer version of the question.
func (w *waiting) watch(ctx context.Context, version int64, to chan<- change) {
	defer func() {
		if p := recover(); p != nil {
			to <- change{err: fmt.Errorf("the store failed: %v", p)}
		}
	}()
	q, err := w.g.queue.store.Wait(ctx, w.q.ID, version)
	to <- change{q, err}
}

// heard takes in what this gate's own reviewer says. Anything but an answer means
// that the question stays open for others.
func (w *waiting) heard(ctx context.Context, got reviewed) {
	w.tell(ctx, !errors.Is(got.err, ErrNotDelivered))
	if got.err != nil || got.review == nil || got.review.Answer == Silence || got.review.Answer > No {
		return
	}
	v := Verdict{Review: *got.review, Channel: "reviewer", Shown: w.q.Shown}
	if q, err := w.g.Answer(ctx, w.q.ID, v); err == nil {
		w.q = q
	}
}

// tell notes that somebody was told, or that it turned out that nobody was.
func (w *waiting) tell(ctx context.Context, yes bool) {
	if w.told == yes {
		return
	}
	w.told = yes
	kind := "told"
	if !yes {
		kind = "not-told"
	}
	// An error changes nothing here: what nobody noted permits nothing.
	q, err := w.g.change(ctx, w.q.ID, func(q *Question, _ Moment) (told, error) {
		if q.Outcome != Pending || q.Told == yes {
			return told{}, ErrDecided
		}
		q.Told = yes
		return told{kind: kind}, nil
	})
	if err == nil && q.Version > w.q.Version {
		w.q = q
	}
}

// expire ends the question if its window is over by the store's clock, else it
// waits for the rest.
func (w *waiting) expire(ctx context.Context, window *time.Timer) error {
	q, err := w.g.expire(ctx, w.q.ID)
	if err != nil {
		return err
	}
	if w.q = q; q.Outcome == Pending {
		m, err := w.g.queue.store.Now(ctx)
		if err != nil {
			return err
		}
		window.Reset(max(q.Remaining(m), time.Millisecond))
	}
	return nil
}
