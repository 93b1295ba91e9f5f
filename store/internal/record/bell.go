package record

import (
	"context"
	"sync"

	"github.com/sentinelgate/sentinel"
)

// Bell wakes the waiters of one opened store when something changed, and says
// when the store is closed. Use NewBell.
type Bell struct {
	mu      sync.Mutex
	changed chan struct{} // closed with the next change
	closed  bool
}

// NewBell is the bell of an open store.
func NewBell() *Bell { return &Bell{changed: make(chan struct{})} }

// Usable is the reason why the store cannot be used, and what the next Ring
// closes.
func (b *Bell) Usable(ctx context.Context) (<-chan struct{}, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, ErrClosed
	}
	return b.changed, nil
}

// Closed tells whether the store's use has ended.
func (b *Bell) Closed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed
}

// Ring wakes the waiters.
func (b *Bell) Ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		close(b.changed)
		b.changed = make(chan struct{})
	}
}

// Close wakes them for the last time.
func (b *Bell) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.closed = true
		close(b.changed)
	}
}

// Rows are what a query gives, with either driver.
type Rows interface {
	Next() bool
	Scan(to ...any) error
	Err() error
}

// Questions reads all rows; closing them is left to the caller.
func Questions(rows Rows) ([]sentinel.Question, error) {
	var out []sentinel.Question
	for rows.Next() {
		var r Row
		if err := rows.Scan(r.Fields()...); err != nil {
			return nil, err
		}
		q, err := r.Question()
		if err != nil {
			return nil, err
		}
		out = append(out, q)
	}
	return out, rows.Err()
}
