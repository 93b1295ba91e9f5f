// Package ledger keeps what a person approved for good in a project, so that
// the same kind of call is not asked about again: the file .sentinel/risk.json.
//
//	project, err := ledger.Identify(root)
//	l, err := ledger.Open(ledger.Options{Root: project.Root, Identity: project.Identity,
//	    StateDir: state, Now: time.Now})
//	if entry, ok := l.Lookup(part.Key); ok && entry.Covers(part.Effects) { ... }
//	err = l.Record(part.Key, part.Shape, part.Effects) // after a yes that lasts
//	n, err := l.Forget("npm publish")
//
// The file lies where others can write it: it may come with a cloned
// repository, out of an archive, from an older backup. So an entry counts only
// if its MAC, made with a key in this user's state folder, holds for the whole
// entry and this project; and what was forgotten is noted in the state folder,
// so that an older copy of the file does not bring it back. A file that is
// broken, huge, linked or of another version counts as empty: the worst a
// ledger can do is to let a question be asked again.
//
// Looking up creates nothing. The first Record creates the file, a .gitignore
// beside it, and the key.
package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// Names and bounds of the file.
const (
	Folder    = ".sentinel"
	FileName  = "risk.json"
	Aside     = "." + FileName + ".broken" // what could not be read, when a new file takes its place
	Version   = "1"
	MaxShapes = 200 // newest entries that are kept

	maxFile = 8 << 20 // bytes; MaxShapes entries of maxEntry fit, indented
)

// Errors that callers tell apart.
var (
	// ErrVersion is a file that a newer program wrote: not read, not overwritten.
	ErrVersion = errors.New("the ledger has another version")
	// ErrNeverLearned is a grant that may not be remembered.
	ErrNeverLearned = errors.New("this is never remembered")
)

// Options say whose ledger it is. All fields but UserLocation must be set.
type Options struct {
	Root     string           // the project's folder, absolute
	Identity string           // what the entries are bound to, see Identify
	StateDir string           // this user's state folder, absolute; made when needed
	Now      func() time.Time // the clock
	// UserLocation puts the file into the state folder instead of the project.
	UserLocation bool
}

// Book is what a gate needs of a ledger. *Ledger and *Memory have it.
type Book interface {
	Lookup(key string) (Entry, bool)
	RecordAll(grants []Grant) error
	Forget(text string, others ...string) (int, error)
	List() []Entry
}

// Grant is something to remember: Key is what it is filed under, Shape what
// people are shown.
type Grant struct {
	Key     string
	Shape   string
	Effects []sentinel.Effect
}

// Ledger is one project's ledger. It may be used by several goroutines, and
// several may be open on one file.
type Ledger struct {
	options Options
	path    string

	mu   sync.Mutex
	last *snapshot
}

// Open checks the options. It touches no file.
func Open(options Options) (*Ledger, error) {
	if options.Now == nil || options.Identity == "" {
		return nil, errors.New("open ledger: clock and identity are needed")
	}
	if !filepath.IsAbs(options.StateDir) || !options.UserLocation && !filepath.IsAbs(options.Root) {
		return nil, errors.New("open ledger: folders must be absolute")
	}
	l := &Ledger{options: options, path: filepath.Join(options.Root, Folder, FileName)}
	if options.UserLocation {
		l.path = l.stateFile(FileName)
	}
	return l, nil
}

// Path is where the file is or would be.
func (l *Ledger) Path() string { return l.path }

// Lookup gives the entry filed under key if this person made it in this
// project and did not forget it since.
func (l *Ledger) Lookup(key string) (Entry, bool) {
	s := l.current()
	e, ok := s.doc.entry(key)
	if !ok || !s.trust.mine(e) {
		return Entry{}, false
	}
	e.Mine = true
	return e, true
}

// List gives all entries, newest first. Those with Mine false do not count.
func (l *Ledger) List() []Entry {
	s := l.current()
	all := s.doc.all()
	list := make([]Entry, 0, len(all))
	for _, e := range all {
		e.Mine = s.trust.mine(e)
		list = append(list, e)
	}
	newestFirst(list)
	return list
}

// Problem says why the ledger counts as empty, or nil if it is all right or
// simply not there.
func (l *Ledger) Problem() error {
	s := l.current()
	return errors.Join(s.doc.problem, s.trust.problem)
}

// snapshot is what the files held when they were looked at last.
type snapshot struct {
	doc    document
	trust  trust
	stamps [3]fs.FileInfo
}

// current reads the files again if they changed: another process may have
// recorded or, more important, forgotten something.
func (l *Ledger) current() *snapshot {
	l.mu.Lock()
	defer l.mu.Unlock()
	stamps := l.stamps()
	if l.last == nil || !same(stamps, l.last.stamps) {
		l.last = l.read(stamps)
	}
	return l.last
}

// read looks at the stamps that were taken before: a change in between makes
// the next look read again.
func (l *Ledger) read(stamps [3]fs.FileInfo) *snapshot {
	s := &snapshot{stamps: stamps, doc: l.readDocument()}
	if len(s.doc.raw) > 0 {
		s.trust = l.readTrust()
	}
	return s
}

func (l *Ledger) stamps() (stamps [3]fs.FileInfo) {
	for i, path := range []string{l.path, l.keyFile(), l.forgottenFile()} {
		if info, err := os.Lstat(path); err == nil {
			stamps[i] = info
		}
	}
	return stamps
}

func same(a, b [3]fs.FileInfo) bool {
	for i := range a {
		if (a[i] == nil) != (b[i] == nil) {
			return false
		}
		if a[i] != nil && (!os.SameFile(a[i], b[i]) || a[i].Size() != b[i].Size() || !a[i].ModTime().Equal(b[i].ModTime())) {
			return false
		}
	}
	return true
}

func (l *Ledger) readDocument() document {
	if err := l.ownFolder(); err != nil {
		return document{problem: err}
	}
	data, err := safefile.Read(l.path, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return document{}
	}
	if err != nil {
		return document{problem: err}
	}
	return parseDocument(data)
}

// ownFolder refuses a folder .sentinel that is a link: the ledger of another
// place must not be read, and nothing written there.
func (l *Ledger) ownFolder() error {
	if l.options.UserLocation {
		return nil
	}
	dir := filepath.Dir(l.path)
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("use %s: not a folder", dir)
	}
	return nil
}
