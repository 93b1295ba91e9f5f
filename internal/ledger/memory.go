package ledger

import (
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/sentinelgate/sentinel"
)

// Memory is a Book that lives as long as the process: for tests, and for runs
// that must leave nothing behind.
type Memory struct {
	now func() time.Time
	mu  sync.Mutex
	all entries
}

// NewMemory makes an empty one.
func NewMemory(now func() time.Time) *Memory {
	return &Memory{now: now, all: entries{}}
}

// Lookup is Ledger.Lookup.
func (m *Memory) Lookup(key string) (Entry, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.all[key]
	return e, ok
}

// Record is Ledger.Record.
func (m *Memory) Record(key, shape string, effects []sentinel.Effect) error {
	return m.RecordAll([]Grant{{key, shape, effects}})
}

// RecordAll is Ledger.RecordAll.
func (m *Memory) RecordAll(grants []Grant) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := maps.Clone(m.all)
	for _, g := range grants {
		err := checkGrant(g)
		var e Entry
		if err == nil {
			e, err = all[g.Key].approve(g, m.now().UnixMilli(), 0)
		}
		if err != nil {
			return fmt.Errorf("record approval: %w", err)
		}
		e.Mine = true
		all[g.Key] = e
	}
	for _, e := range listOf(all)[min(MaxShapes, len(all)):] {
		delete(all, e.Key)
	}
	m.all = all
	return nil
}

// Forget is Ledger.Forget.
func (m *Memory) Forget(text string, others ...string) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, n := m.all.remove(text, others...)
	return n, nil
}

// List is Ledger.List.
func (m *Memory) List() []Entry {
	m.mu.Lock()
	defer m.mu.Unlock()
	return listOf(m.all)
}

func listOf(all entries) []Entry {
	list := make([]Entry, 0, len(all))
	for _, e := range all {
		list = append(list, e)
	}
	newestFirst(list)
	return list
}
