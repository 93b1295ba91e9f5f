// Package state keeps what the gate must know from one event of a session to
// the next. A hook is a new process for each event, so this lives in files.
//
// What is kept per session: its project root, what a person allowed for it,
// which files the agent wrote, and the calls that were handed to the client's
// prompt and whose answer is not known yet. Per project: which HIGH approvals
// got a yes before, since a second session with a yes makes them last.
//
//	store, err := state.OpenFiles(dir, time.Now)
//	s, err := store.Load(call.Session)
//	err = store.Update(call.Session, func(s *state.Session) error { s.AddAsked(asked); return nil })
//
// and at the event that tells the call ran:
//
//	err = store.Update(event.Session, func(s *state.Session) error {
//	    if asked, ok := s.TakeAsked(event.CallID); ok { grants = state.Learn(asked, event) }
//	    s.Grant(grants...)
//	    return nil
//	})
//
// Files is the Store of hooks, Memory that of tests and of programs that run
// on. Another one implements Store and joins the list in TestStores.
package state

import (
	"errors"
	"slices"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/ledger"
)

// ErrBroken is a session whose state could not be read. What was granted in it
// is gone, and each question is asked again. Update and Load both go on with
// an empty session and return it beside their result.
var ErrBroken = errors.New("the session's state could not be read; it begins anew")

// ErrNoSession is a change for a call without a session.
var ErrNoSession = errors.New("the call has no session")

// ErrFull is a grant that does not fit any more.
var ErrFull = errors.New("the session holds too many grants")

// Store keeps sessions. All methods may be called by several goroutines and
// processes at once.
type Store interface {
	// Load gives the session's state, empty if there is none. With an error,
	// too, the Session may be used: it grants nothing.
	Load(session string) (Session, error)
	// Update changes the session's state, alone with it. An error of change
	// leaves it as it was. ErrBroken says that change was made on an empty one.
	Update(session string, change func(*Session) error) error
	// Clear forgets the session, as at its start, and some that are too old.
	Clear(session string) error
	// SaidYes reports whether in another session of the project a person said
	// yes to what yes stands for (see Part.Yes). It never errs to true.
	SaidYes(project, yes, session string) (bool, error)
	// NoteYes notes yes for SaidYes in later sessions.
	NoteYes(project, session string, yes ...string) error
	// NoteWritten keeps files for WrittenBefore: those with a reason to ask when
	// they run are noted, of others an earlier note is dropped.
	NoteWritten(project string, list []WrittenFile) error
	// WrittenBefore gives what agents wrote into the project in the last day,
	// in whatever session: a session that begins anew makes nobody forget it.
	WrittenBefore(project string) []WrittenFile
}

// Bounds of one session. Reaching maxAsked or maxWritten drops the oldest,
// reaching maxGrants or maxPaths is an error.
const (
	maxAsked   = 64
	maxGrants  = 500
	maxPaths   = 500
	maxWritten = 2000
	maxText    = 16 << 10 // bytes of a key, path or digest
	maxParts   = 200
)

// Session is the state of one session. The zero value is a new one.
type Session struct {
	// Root is the project's folder, "" until it was fixed. It stays for the
	// session: a later working folder must not move what counts as inside.
	Root    string                 `json:"root,omitempty"`
	Started int64                  `json:"started"` // milliseconds since 1970
	Used    int64                  `json:"used"`    // last change, milliseconds since 1970
	Grants  map[string]ledger.Sets `json:"grants,omitempty"`
	Paths   []PathGrant            `json:"paths,omitempty"`
	Tools   []string               `json:"tools,omitempty"` // tools other than the shell, allowed whole
	Written []WrittenFile          `json:"written,omitempty"`
	Scanned []string               `json:"scanned,omitempty"` // stamps of files without secrets
	Asked   []AskedCall            `json:"asked,omitempty"`   // oldest first
}

// PathGrant is a file, or a folder with all below it, that a person allowed.
type PathGrant struct {
	Path   string          `json:"path"` // absolute, real
	Tree   bool            `json:"tree,omitempty"`
	Action sentinel.Action `json:"action"`
	Hash   string          `json:"hash,omitempty"` // SHA-256 (hex) of the content that was seen, "" for any
}

// WrittenFile is a file that the agent wrote in this session.
type WrittenFile struct {
	Path string `json:"path"` // absolute, real
	Hash string `json:"hash,omitempty"`
	Seen bool   `json:"seen,omitempty"` // a person saw the content
	// At is when, in milliseconds since 1970; Labels is what the guards found in
	// it then, and Bad tells that this is a reason to ask when it runs.
	At     int64    `json:"at,omitempty"`
	Labels []string `json:"labels,omitempty"`
	Bad    bool     `json:"bad,omitempty"`
	New    bool     `json:"new,omitempty"` // nothing was there before the agent's first write
	// Before tells that it was written in an earlier session.
	Before bool `json:"-"`
}

// Known reports whether a person allowed this for the session: calls filed
// under key whose effects include all of wanted.
func (s *Session) Known(key string, wanted []sentinel.Effect) bool {
	return key != "" && s.Grants[key].Covers(wanted)
}

// FixRoot sets the project's folder unless it is set, and returns which counts.
func (s *Session) FixRoot(root string) string {
	if s.Root == "" {
		s.Root = root
	}
	return s.Root
}

// Grant adds what a person allowed. What is for the project is for the session
// as well: the ledger may be out of reach.
func (s *Session) Grant(grants ...Grant) error {
	for _, g := range grants {
		if g.Key == "" || len(g.Effects) == 0 || g.Keep == Once {
			continue
		}
		if s.Grants == nil {
			s.Grants = map[string]ledger.Sets{}
		}
		if _, old := s.Grants[g.Key]; !old && (len(s.Grants) >= maxGrants || len(g.Key) > maxText) {
			return ErrFull
		}
		s.Grants[g.Key] = s.Grants[g.Key].Add(g.Effects)
	}
	return nil
}

// GrantPath adds a path that a person allowed.
func (s *Session) GrantPath(p PathGrant) error {
	if slices.Contains(s.Paths, p) {
		return nil
	}
	if len(s.Paths) >= maxPaths || len(p.Path) > maxText {
		return ErrFull
	}
	s.Paths = append(s.Paths, p)
	return nil
}

// GrantTool allows all calls of a tool other than the shell.
func (s *Session) GrantTool(tool string) error {
	if tool == "" || slices.Contains(s.Tools, tool) {
		return nil
	}
	if len(s.Tools) >= maxPaths || len(tool) > maxText {
		return ErrFull
	}
	s.Tools = append(s.Tools, tool)
	return nil
}

// maxClean bounds the files that are known to hold no secrets.
const maxClean = 500

// Clean notes that the file with this stamp, which changes with its content,
// holds no secrets.
func (s *Session) Clean(stamp string) {
	if len(stamp) <= maxText && !slices.Contains(s.Scanned, stamp) {
		s.Scanned = append(s.Scanned, stamp)
		s.Scanned = s.Scanned[max(0, len(s.Scanned)-maxClean):]
	}
}

// Wrote notes a file that the agent wrote. The newest content counts.
func (s *Session) Wrote(f WrittenFile) {
	if f.Path == "" || len(f.Path) > maxText {
		return
	}
	if old, ok := s.WrittenAt(f.Path); ok {
		f.New = old.New // it is there by now
	}
	s.Written = slices.DeleteFunc(s.Written, func(old WrittenFile) bool { return old.Path == f.Path })
	s.Written = append(s.Written, f)
	for len(s.Written) > maxWritten { // harmless ones go first, so that many of them hide nothing
		i := max(0, slices.IndexFunc(s.Written, func(w WrittenFile) bool { return !w.Bad }))
		s.Written = slices.Delete(s.Written, i, i+1)
	}
}

// WrittenAt gives what is known about a file that the agent may have written.
func (s *Session) WrittenAt(path string) (WrittenFile, bool) {
	i := slices.IndexFunc(s.Written, func(f WrittenFile) bool { return f.Path == path })
	if i < 0 {
		return WrittenFile{}, false
	}
	return s.Written[i], true
}

// Made tells whether the agent made a file in this session: nothing was there before,
// and what is there, by its digest, is what the agent wrote.
func (s *Session) Made(path string, digest func() string) bool {
	w, ok := s.WrittenAt(path)
	return ok && w.New && !w.Before && w.Hash != "" && w.Hash == digest()
}

// AddAsked notes a call that was handed to the client's prompt. It reports
// false if the call cannot be told from others later, so that its answer will
// teach nothing; the prompt must then promise nothing.
func (s *Session) AddAsked(a AskedCall) bool {
	if a.CallID == "" || len(a.CallID) > maxText || a.Digest == "" || len(a.Parts) > maxParts {
		return false
	}
	s.Asked = slices.DeleteFunc(s.Asked, func(old AskedCall) bool { return old.CallID == a.CallID })
	s.Asked = append(s.Asked, a)
	s.Asked = s.Asked[max(0, len(s.Asked)-maxAsked):]
	return true
}

// TakeAsked removes the call with that id and returns it: an answer teaches
// once.
func (s *Session) TakeAsked(callID string) (AskedCall, bool) {
	i := slices.IndexFunc(s.Asked, func(a AskedCall) bool { return a.CallID == callID })
	if i < 0 || callID == "" {
		return AskedCall{}, false
	}
	a := s.Asked[i]
	s.Asked = slices.Delete(s.Asked, i, i+1)
	return a, true
}
