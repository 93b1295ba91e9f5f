package trial

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
	"pgregory.net/rapid"
)

// Clock is a clock that tests move. A server's clock has no second one.
type Clock struct {
	mu  sync.Mutex
	now sentinel.Moment
}

// NewClock begins somewhere.
func NewClock(server bool) *Clock {
	c := &Clock{now: sentinel.Moment{Time: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}}
	if !server {
		c.now.Boot, c.now.Up = "boot 0", time.Hour
	}
	return c
}

// Now is the time it shows.
func (c *Clock) Now() sentinel.Moment {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *Clock) move(wall, up time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now.Time = c.now.Time.Add(wall)
	if c.now.Boot != "" {
		c.now.Up += up
	}
}

// World is a store whose clock and faults a test has in its hand.
type World struct {
	Name  string // of the store, for the report
	Clock *Clock
	// Open opens the store again, as after a crash.
	Open func() (sentinel.Store, error)
	// Moved is called when the clock was moved; nil where the store reads it by
	// itself.
	Moved func(sentinel.Moment) error
	// Fail lets the open store fail once, at the point of that name; nil for a
	// store that has no such points.
	Fail func(point string)
	Runs int // how often a life is played, 0 for 100
}

// points are where a store may fail, and whether the change is done then.
var points = map[string]bool{"begin": false, "after_step": false, "before_commit": false, "after_commit_before_ack": true}

// ErrFault is what a store fails with at a point.
var ErrFault = errors.New("the trial let it fail")

// Life plays the life of questions: they are asked, answered, claimed and
// forgotten at random, while clocks jump and the store fails and is opened
// again. After every step what is stored must be what may be.
func Life(t *testing.T, w World) {
	s, err := w.Open()
	if err != nil {
		t.Fatal(err)
	}
	steps, run := 0, 0
	if err := flag.Set("rapid.checks", fmt.Sprint(Long(cmp.Or(w.Runs, 100), 3000))); err != nil {
		t.Fatal(err)
	}
	l := &life{World: w, s: s}
	defer func() { _ = l.s.Close() }()
	rapid.Check(t, func(rt *rapid.T) {
		run++
		l.begin(rt, run)
		rt.Repeat(map[string]func(*rapid.T){
			"ask": l.ask, "answer": l.answer, "expire": l.expire, "claim": l.claim, "revoke": l.revoke, "report": l.report, "refuse": l.refuse,
			"beat": l.beat, "forge": l.forge, "time passes": l.pass, "clock jumps": l.jump, "host restarts": l.restart, "crash": l.crash,
			"": func(rt *rapid.T) { steps++; l.check(rt) },
		})
	})
	t.Logf("life of questions, %s: %d steps in %d runs, every state and its audit as they may be", w.Name, steps, run)
}

// fact is what the trial itself knows about a question: when it was asked, and
// what was acknowledged.
type fact struct {
	risk     sentinel.Risk
	silence  bool
	key      string
	at       sentinel.Moment
	window   time.Duration
	beat     time.Time
	outcome  sentinel.Outcome
	permit   sentinel.Permit
	claims   int
	version  int64
	approved bool // ever
	denied   bool // ever
}

type life struct {
	World
	s     sentinel.Store
	run   int
	after int64 // the chain's lines of earlier runs
	ids   []string
	facts map[string]*fact
	boots int
}

var ctx = context.Background()

func (l *life) begin(t *rapid.T, run int) {
	l.run, l.ids, l.facts = run, nil, map[string]*fact{}
	for { // what earlier runs filed is theirs
		lines, err := l.s.Lines(ctx, l.after, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if len(lines) == 0 {
			return
		}
		l.after = lines[len(lines)-1].Seq
	}
}

func (l *life) pick(t *rapid.T) (string, *fact) {
	if len(l.ids) == 0 {
		t.Skip("nothing was asked yet")
	}
	id := rapid.SampledFrom(l.ids).Draw(t, "id")
	return id, l.facts[id]
}

func (l *life) ask(t *rapid.T) {
	if len(l.ids) > 12 {
		t.Skip("enough")
	}
	risk := rapid.SampledFrom([]sentinel.Risk{sentinel.Low, sentinel.Medium, sentinel.Medium, sentinel.High, sentinel.Critical}).Draw(t, "risk")
	window := rapid.SampledFrom([]time.Duration{0, time.Second, time.Minute, 10 * time.Minute}).Draw(t, "window")
	f := &fact{risk: risk, silence: rapid.Bool().Draw(t, "silence"), key: fmt.Sprint("run ", l.run, rapid.IntRange(1, 3).Draw(t, "key")),
		window: window, outcome: sentinel.Pending, version: 1}
	id := fmt.Sprint("q", l.run, ".", len(l.ids))
	q, joined, err := l.s.Create(ctx, func(m sentinel.Moment) (sentinel.Question, sentinel.Event) {
		f.at, f.beat = m, m.Time
		q, _ := ask(id, risk)(m)
		q.Key, q.Silence, q.NobodyOK, q.Deadline = f.key, f.silence, true, m.Time.Add(window)
		return q, told(&q, "asked")
	})
	if err != nil {
		t.Fatalf("ask: %v", err)
	}
	twin := ""
	for _, other := range l.ids {
		if o := l.facts[other]; o.key == f.key && (o.outcome == sentinel.Pending || o.permit == sentinel.PermitArmed) {
			twin = other
		}
	}
	if joined != (twin != "") || joined && q.ID != twin || !joined && q.ID != id {
		t.Fatalf("joined %v to %s, its live twin is %q", joined, q.ID, twin)
	}
	if !joined {
		l.ids, l.facts[id] = append(l.ids, id), f
	}
}

// inTime: by both clocks, the window is open.
func (f *fact) inTime(m sentinel.Moment) bool {
	open := m.Time.Before(f.at.Time.Add(f.window))
	if m.Boot != "" && m.Boot == f.at.Boot {
		return open && m.Up-f.at.Up < f.window
	}
	return open && !m.Time.Before(f.at.Time)
}

// surelyOver: by both clocks, it is closed.
func (f *fact) surelyOver(m sentinel.Moment) bool {
	return !m.Time.Before(f.at.Time.Add(f.window)) && m.Boot == f.at.Boot && (m.Boot == "" || m.Up-f.at.Up >= f.window)
}

func (l *life) answer(t *rapid.T) {
	id, f := l.pick(t)
	a := rapid.SampledFrom([]sentinel.Answer{sentinel.Yes, sentinel.Yes, sentinel.YesAlways, sentinel.No, sentinel.Silence, 9}).Draw(t, "answer")
	reason := rapid.SampledFrom([]string{"it was looked at", "", " \n"}).Draw(t, "reason")
	shown := rapid.SampledFrom([]string{"", "shown", "shown", "something else"}).Draw(t, "shown")
	now := l.Clock.Now()
	q, err := l.s.Change(ctx, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		err := q.Decide(sentinel.Verdict{Review: sentinel.Review{Answer: a, By: "p", Reason: reason}, Shown: shown, Channel: "trial"}, m)
		return []sentinel.Event{told(q, "answered")}, err
	})
	yes := a == sentinel.Yes || a == sentinel.YesAlways
	may := f.outcome == sentinel.Pending && f.inTime(now) && (yes || a == sentinel.No) && shown != "something else" &&
		(!yes || f.risk != sentinel.Critical || reason == "it was looked at")
	if (err == nil) != may {
		t.Fatalf("answer %d to %s with reason %q: %v, and it may: %v", a, id, reason, err, may)
	}
	if err == nil {
		l.took(f, q)
	}
}

// took notes what was acknowledged.
func (l *life) took(f *fact, q sentinel.Question) {
	if q.Permit == sentinel.PermitClaimed && f.permit != sentinel.PermitClaimed {
		f.claims++
	}
	f.outcome, f.permit, f.version = q.Outcome, q.Permit, q.Version
	f.approved = f.approved || q.Outcome == sentinel.Approved
	f.denied = f.denied || q.Outcome == sentinel.Denied || q.Outcome == sentinel.Blocked || q.Outcome == sentinel.Cancelled
}

func (l *life) expire(t *rapid.T) {
	id, f := l.pick(t)
	now, room := l.Clock.Now(), rapid.Bool().Draw(t, "room in the budget")
	was := *f
	q, err := l.s.Change(ctx, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		if !q.Expire(m, func() bool { return room }) {
			return nil, nil
		}
		return []sentinel.Event{told(q, "expired")}, nil
	})
	if err != nil {
		t.Fatalf("expire: %v", err)
	}
	l.took(f, q)
	if was.outcome == sentinel.Pending && (q.Outcome == sentinel.TimedOut) == was.inTime(now) {
		t.Fatalf("%s is %v, and its window is open: %v", id, q.Outcome, was.inTime(now))
	}
	if q.Outcome == sentinel.TimedOut && was.outcome == sentinel.Pending && q.Permit == sentinel.PermitArmed &&
		(f.risk != sentinel.Medium || !f.silence || !room || !f.surelyOver(now) || now.Time.Sub(f.beat) > sentinel.WaiterGone) {
		t.Fatalf("silence permits %s, which it may not: %+v at %+v", id, f, now)
	}
}

func (l *life) claim(t *rapid.T) {
	id, f := l.pick(t)
	key := rapid.SampledFrom([]string{f.key, f.key, "", "another"}).Draw(t, "key")
	what := rapid.SampledFrom([]string{"shown", "shown", "", "something else"}).Draw(t, "what")
	was := *f
	q, err := l.s.Change(ctx, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		err := q.Claim(key, what, m)
		return []sentinel.Event{told(q, "claimed")}, err
	})
	if err != nil {
		return
	}
	if was.permit != sentinel.PermitArmed || key != f.key || what != "shown" {
		t.Fatalf("%s: claimed a permit that is %v, with %q for %q", id, was.permit, key, what)
	}
	l.took(f, q)
}

func (l *life) revoke(t *rapid.T) {
	id, f := l.pick(t)
	was := f.permit
	q, err := l.s.Change(ctx, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		err := q.Revoke(m)
		return []sentinel.Event{told(q, "revoked")}, err
	})
	if (err == nil) != (was == sentinel.PermitArmed) {
		t.Fatalf("%s: revoke a permit that is %v: %v", id, was, err)
	}
	if err == nil {
		l.took(f, q)
	}
}

func (l *life) refuse(t *rapid.T) {
	id, f := l.pick(t)
	o := rapid.SampledFrom([]sentinel.Outcome{sentinel.Denied, sentinel.Blocked, sentinel.Cancelled, sentinel.Approved}).Draw(t, "outcome")
	was := f.outcome
	q, err := l.s.Change(ctx, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		err := q.Refuse(o, sentinel.Verdict{Channel: "trial"}, m)
		return []sentinel.Event{told(q, "refused")}, err
	})
	if (err == nil) != (was == sentinel.Pending) {
		t.Fatalf("%s: refuse what is %v: %v", id, was, err)
	}
	if err == nil {
		l.took(f, q)
	}
}

func (l *life) report(t *rapid.T) {
	id, f := l.pick(t)
	q, err := l.s.Change(ctx, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		err := q.Report("ok")
		return []sentinel.Event{told(q, "reported")}, err
	})
	if err == nil {
		if f.claims != 1 {
			t.Fatalf("%s: a result of what nobody claimed", id)
		}
		l.took(f, q)
	}
}

func (l *life) beat(t *rapid.T) {
	id, f := l.pick(t)
	if err := l.s.Beat(ctx, id); err != nil {
		t.Fatalf("beat: %v", err)
	}
	if now := l.Clock.Now().Time; now.After(f.beat) {
		f.beat = now
	}
}

// forge does to a question what no step may.
func (l *life) forge(t *rapid.T) {
	id, f := l.pick(t)
	if f.outcome == sentinel.Pending && f.risk <= sentinel.Medium {
		t.Skip("this could be an answer")
	}
	_, err := l.s.Change(ctx, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		q.Outcome, q.Permit, q.Decided, q.Until, q.Allowed, q.Claimed = sentinel.TimedOut, sentinel.PermitArmed, m.Time, m.Time.Add(time.Hour), "anything", time.Time{}
		return []sentinel.Event{told(q, "forged")}, nil
	})
	if err == nil {
		t.Fatalf("%s, %v with permit %v, was made to permit anything", id, f.outcome, f.permit)
	}
}

func (l *life) pass(t *rapid.T) {
	d := rapid.SampledFrom([]time.Duration{time.Millisecond, time.Second, 9 * time.Second, time.Minute, 11 * time.Minute}).Draw(t, "time")
	l.moved(t, d, d)
}

func (l *life) jump(t *rapid.T) {
	d := time.Duration(rapid.IntRange(-7200, 7200).Draw(t, "seconds")) * time.Second
	l.moved(t, d, time.Millisecond)
}

func (l *life) moved(t *rapid.T, wall, up time.Duration) {
	l.Clock.move(wall, up)
	if l.Moved != nil {
		if err := l.Moved(l.Clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
}

func (l *life) restart(t *rapid.T) {
	l.Clock.mu.Lock()
	if l.Clock.now.Boot != "" {
		l.boots++
		l.Clock.now.Boot, l.Clock.now.Up = fmt.Sprint("boot ", l.boots), time.Duration(rapid.IntRange(0, 7200).Draw(t, "up"))*time.Second
	}
	l.Clock.mu.Unlock()
	l.open(t)
}

func (l *life) open(t *rapid.T) {
	if err := l.s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := l.Open()
	if err != nil {
		t.Fatal(err)
	}
	l.s = s
}

// crash lets an answer fail at some point, and the process with it: what is
// found afterwards must be all of the change or nothing.
func (l *life) crash(t *rapid.T) {
	id, f := l.pick(t)
	if l.Fail == nil {
		t.Skip("this store has no such points")
	}
	point := rapid.SampledFrom([]string{"begin", "after_step", "before_commit", "after_commit_before_ack"}).Draw(t, "point")
	l.Fail(point)
	passed := false
	_, err := l.s.Change(ctx, id, func(q *sentinel.Question, m sentinel.Moment) ([]sentinel.Event, error) {
		err := q.Decide(sentinel.Verdict{Review: sentinel.Review{Answer: sentinel.No, By: "p"}}, m)
		passed = err == nil
		return []sentinel.Event{told(q, "answered")}, err
	})
	l.Fail("")
	if passed && !errors.Is(err, ErrFault) || err == nil {
		t.Fatalf("at %s: %v", point, err)
	}
	l.open(t)
	q, err := l.s.Get(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if done := q.Version != f.version; done != (passed && points[point]) {
		t.Fatalf("it failed at %s, and the change is done: %v", point, done)
	}
	l.took(f, q)
}

// check looks at everything that is stored.
func (l *life) check(t *rapid.T) {
	seen := 0
	err := Agree(ctx, l.s, l.after, func(id string, q sentinel.Question, _ int64) {
		f := l.facts[id]
		if f == nil {
			return
		}
		seen++
		if q.Outcome != f.outcome || q.Permit != f.permit || q.Version != f.version {
			t.Fatalf("%s is %v, %v in version %d; acknowledged was %v, %v in %d", id, q.Outcome, q.Permit, q.Version, f.outcome, f.permit, f.version)
		}
		switch may := q.Permit == sentinel.PermitArmed || q.Permit == sentinel.PermitClaimed; {
		case f.claims > 1:
			t.Fatalf("%s was claimed %d times", id, f.claims)
		case f.denied && (may || f.approved):
			t.Fatalf("%s was refused, and may run", id)
		case may && q.Outcome == sentinel.TimedOut && f.risk != sentinel.Medium:
			t.Fatalf("silence permits %s of risk %v", id, f.risk)
		case q.Outcome == sentinel.Approved && f.risk == sentinel.Critical && q.Reason != "it was looked at":
			t.Fatalf("%s is approved without a reason", id)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen != len(l.ids) {
		t.Fatalf("%d questions were asked, the chain tells of %d", len(l.ids), seen)
	}
}
