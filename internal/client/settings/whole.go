package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Whole registers by a file of the gate's own: a script or a module that the
// client runs. A line of it says which program it calls. It is an Editor.
type Whole struct {
	Client string
	// Comment begins a comment of one line in the file's language.
	Comment string
	// Text gives the file. mark is the line that tells it from a person's own
	// and has to stand in it as it is.
	Text func(o Options, mark string) ([]byte, error)
	// Script says that the client starts the file itself.
	Script bool
	// Taken says what a person can do where a file of their own stands there.
	Taken string
}

// ErrTaken is returned where a file that is not the gate's stands in its place.
var ErrTaken = errors.New("another file stands there")

// mark is what a file of the gate's own says of itself.
type mark struct {
	Client  string   `json:"client"`
	Program string   `json:"program"`
	Flags   []string `json:"flags,omitempty"`
}

func (w Whole) prefix() string { return w.Comment + " sentinel: " }

// render gives the file for a program.
func (w Whole) render(o Options) ([]byte, error) {
	if _, err := Command(o, w.Client); err != nil {
		return nil, err
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(mark{w.Client, o.Binary, o.Flags}); err != nil {
		return nil, err
	}
	return w.Text(o, w.prefix()+strings.TrimSpace(line.String()))
}

// read finds the mark in a file.
func (w Whole) read(data []byte) (mark, bool) {
	for line := range bytes.Lines(data) {
		text, ok := bytes.CutPrefix(line, []byte(w.prefix()))
		var m mark
		if ok && json.Unmarshal(text, &m) == nil && m.Client == w.Client {
			return m, true
		}
	}
	return mark{}, false
}

// Install writes the file anew. One that is not the gate's is refused.
func (w Whole) Install(f File, old []byte, o Options) ([]byte, error) {
	if _, ours := w.read(old); old != nil && !ours && len(bytes.TrimSpace(old)) > 0 {
		return nil, w.taken()
	}
	b, err := w.render(o)
	if err != nil {
		return nil, fmt.Errorf("install: %w", err)
	}
	return b, nil
}

func (w Whole) taken() error {
	if w.Taken == "" {
		return ErrTaken
	}
	return fmt.Errorf("%w: %s", ErrTaken, w.Taken)
}

// Uninstall takes the file away if it is the gate's.
func (w Whole) Uninstall(_ File, old []byte, _ Options) ([]byte, error) {
	if _, ours := w.read(old); ours {
		return nil, nil
	}
	return old, nil
}

// Status compares the file with the one that Install would write for the same
// program.
func (w Whole) Status(f File, data []byte, o Options) (Status, error) {
	var s Status
	m, ours := w.read(data)
	if !ours {
		if len(bytes.TrimSpace(data)) > 0 {
			s.note("%v", w.taken())
		}
		return s, nil
	}
	s.Registered, s.Binary = true, m.Program
	now := Options{Binary: m.Program, Flags: slices.Clone(m.Flags)}
	want, err := w.render(now)
	if err != nil {
		return Status{}, fmt.Errorf("read registration: %w", err)
	}
	s.Complete = bytes.Equal(want, data)
	s.FailClosed = s.Complete
	if !s.Complete {
		s.note("the file is not as this version of the gate writes it: install again")
	}
	if s.Command, err = Guarded(now, w.Client, nil); w.Script && err == nil {
		s.Command, err = quote(f.Path)
	}
	if err != nil {
		return Status{}, fmt.Errorf("read registration: %w", err)
	}
	if o.Exists != nil && !o.Exists(s.Binary) {
		s.Missing = true
		s.note("the registered program %s does not exist", s.Binary)
	}
	return s, nil
}
