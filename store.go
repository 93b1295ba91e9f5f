package sentinel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// Store keeps questions and the audit chain. Package storetest holds the tests
// that every one must pass; store/sqlite, store/postgres and store/memory are
// three of them. All methods may be called by several goroutines and, where the
// store is shared, by several processes and hosts at once.
//
// A method that fails has changed nothing, but for one case: the answer to a
// commit got lost. A caller therefore reads again and does not try again.
type Store interface {
	// Now is the time that every deadline of this store is measured with.
	Now(ctx context.Context) (Moment, error)
	// Create files the question with outcome Pending, its number, version and
	// times set, and events with it in one transaction. If a live question of the
	// same Key exists, that one is given back, joined, and nothing is filed.
	// make is given the store's time to set Created, Deadline, Boot and Up.
	Create(ctx context.Context, make func(Moment) (Question, Event)) (q Question, joined bool, err error)
	// Change gives the question, alone with it, and the store's time to step, and
	// files what step made of it together with step's events in one transaction,
	// as a compare-and-set on the version, which goes up if the question changed.
	// An error of step is given back; nothing is filed then. step may be called
	// again when somebody else was faster.
	Change(ctx context.Context, id string, step func(*Question, Moment) ([]Event, error)) (Question, error)
	// Beat notes that the requester still waits. It raises no version.
	Beat(ctx context.Context, id string) error
	// Get gives a question; ErrNotFound if there is none.
	Get(ctx context.Context, id string) (Question, error)
	// List gives questions, the newest first.
	List(ctx context.Context, f Filter) ([]Question, error)
	// Wait returns the question as soon as its version is above the given one, or
	// the context's error.
	Wait(ctx context.Context, id string, version int64) (Question, error)
	// Append files events of the chain that belong to no change.
	Append(ctx context.Context, e ...Event) error
	// Lines gives the chain's lines behind a sequence number, oldest first, at
	// most limit.
	Lines(ctx context.Context, after int64, limit int) ([]Line, error)
	// Prune removes the lines up to a sequence number and files mark, which
	// tells about them, in the same transaction. The first line that stays still
	// names the hash of the last that went.
	Prune(ctx context.Context, upTo int64, mark Event) error
	// Check looks the store over: settings, version, owners, integrity.
	Check(ctx context.Context) error
	// Close ends the store's use.
	Close() error
}

// Filter chooses questions. The zero value chooses all.
type Filter struct {
	Open   bool   // pending, or with a permit that nobody claimed yet
	Due    bool   // open with a window or permit that may be over
	Number int64  // the one of this number, 0 for any
	Before int64  // only those with a lower number, 0 for all
	Key    string // of this key, "" for any
	Limit  int    // at most so many, 0 for 1000
}

// Event is one thing that happened, for the chain. What it says is masked
// before it gets here.
type Event struct {
	Kind    string          `json:"kind"` // asked, told, approved, denied, refused-answer, claimed, ...
	Request string          `json:"request,omitempty"`
	Data    json.RawMessage `json:"data"` // one JSON object
}

// Line is an event in its place in the chain.
type Line struct {
	Seq   int64     `json:"seq"` // 1, 2, 3, ... without a gap
	Time  time.Time `json:"time"`
	Event Event     `json:"event"`
	Prev  string    `json:"prev"` // hash of the line before, "" for the first
	Hash  string    `json:"hash"`
}

// Sum is the hash that the line must carry: SHA-256 over the sequence number,
// the time in milliseconds, the event and the hash before.
func (l Line) Sum() string {
	h := sha256.New()
	for _, part := range []string{
		"sentinel audit line 1", strconv.FormatInt(l.Seq, 10), strconv.FormatInt(l.Time.UnixMilli(), 10),
		l.Event.Kind, l.Event.Request, string(l.Event.Data), l.Prev,
	} {
		fmt.Fprintf(h, "%d:%s\n", len(part), part) // lengths, so that no text can pass for two
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Follow is the line for an event behind prev; the zero Line begins a chain.
func (prev Line) Follow(e Event, at time.Time) Line {
	l := Line{Seq: prev.Seq + 1, Time: at.UTC().Truncate(time.Millisecond), Event: e, Prev: prev.Hash}
	l.Hash = l.Sum()
	return l
}
