package state

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// maxBefore bounds the files that are noted per project, newest kept.
const maxBefore = 500

// noteWritten changes the notes of a project, and tells whether it did.
func (p *project) noteWritten(list []WrittenFile, now int64) bool {
	before := len(p.Written)
	p.Written = slices.DeleteFunc(p.Written, func(w WrittenFile) bool { return now-w.At > maxAge.Milliseconds() })
	changed := len(p.Written) != before
	for _, w := range list {
		i := slices.IndexFunc(p.Written, func(o WrittenFile) bool { return o.Path == w.Path })
		if i >= 0 {
			p.Written = slices.Delete(p.Written, i, i+1)
		}
		if (w.Bad || len(w.Labels) > 0) && w.Path != "" && len(w.Path) <= maxText {
			p.Written = append(p.Written, w)
		}
		changed = changed || i >= 0 || w.Bad || len(w.Labels) > 0
	}
	p.Written = p.Written[max(0, len(p.Written)-maxBefore):]
	return changed
}

// before gives the notes that are not too old.
func (p project) before(now int64) []WrittenFile {
	var out []WrittenFile
	for _, w := range p.Written {
		if now-w.At <= maxAge.Milliseconds() {
			w.Before = true
			out = append(out, w)
		}
	}
	return out
}

// NoteWritten implements Store.
func (f *Files) NoteWritten(projectID string, list []WrittenFile) error {
	file := f.projectFile(projectID)
	now := f.now().UnixMilli()
	// Most files are harmless and not noted: then nothing is locked or written.
	if p, err := readProject(file); err == nil && !p.noteWritten(list, now) {
		return nil
	}
	unlock, err := f.lock(file)
	if err != nil {
		return fmt.Errorf("note written files: %w", err)
	}
	defer unlock()
	p, broken := readProject(file)
	p.noteWritten(list, now)
	data, err := json.Marshal(p)
	if err == nil {
		err = safefile.Write(file, data, safefile.Loose)
	}
	if err != nil {
		return fmt.Errorf("note written files: %w", err)
	}
	return broken
}

// WrittenBefore implements Store.
func (f *Files) WrittenBefore(projectID string) []WrittenFile {
	p, _ := readProject(f.projectFile(projectID))
	return p.before(f.now().UnixMilli())
}

// NoteWritten implements Store.
func (m *Memory) NoteWritten(project string, list []WrittenFile) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.projects[project]
	p.Written = slices.Clone(p.Written)
	p.noteWritten(list, m.now().UnixMilli())
	m.projects[project] = p
	return nil
}

// WrittenBefore implements Store.
func (m *Memory) WrittenBefore(project string) []WrittenFile {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.projects[project].before(m.now().UnixMilli())
}
