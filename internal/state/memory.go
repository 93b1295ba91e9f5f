package state

import (
	"encoding/json"
	"maps"
	"sync"
	"time"
)

// Memory is a Store that lives as long as the process.
type Memory struct {
	now      func() time.Time
	mu       sync.Mutex
	sessions map[string]stored
	projects map[string]project
}

// stored is a session as JSON, so that no two callers share parts of it.
type stored struct {
	data []byte
	used time.Time
}

// NewMemory makes an empty one.
func NewMemory(now func() time.Time) *Memory {
	return &Memory{now: now, sessions: map[string]stored{}, projects: map[string]project{}}
}

// Load implements Store.
func (m *Memory) Load(session string) (Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.load(session)
}

func (m *Memory) load(session string) (Session, error) {
	s := Session{Started: m.now().UnixMilli()}
	old, ok := m.sessions[session]
	if !ok || m.now().Sub(old.used) > maxAge {
		return s, nil
	}
	err := json.Unmarshal(old.data, &s)
	return s, err
}

// Update implements Store.
func (m *Memory) Update(session string, change func(*Session) error) error {
	if session == "" {
		return ErrNoSession
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.load(session)
	if err == nil {
		err = change(&s)
	}
	if err != nil {
		return err
	}
	now := m.now()
	s.Used = now.UnixMilli()
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	m.sessions[session] = stored{data, now}
	m.dropOld(now)
	return nil
}

// dropOld removes what nobody used for maxAge.
func (m *Memory) dropOld(now time.Time) {
	maps.DeleteFunc(m.sessions, func(_ string, s stored) bool { return now.Sub(s.used) > maxAge })
}

// Clear implements Store.
func (m *Memory) Clear(session string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.sessions, session)
	return nil
}

// SaidYes implements Store.
func (m *Memory) SaidYes(project, yes, session string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.projects[project].saidElsewhere(yes, session), nil
}

// NoteYes implements Store.
func (m *Memory) NoteYes(project, session string, yes ...string) error {
	if session == "" {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.projects[project]
	p.note(session, m.now().UnixMilli(), yes)
	m.projects[project] = p
	return nil
}
