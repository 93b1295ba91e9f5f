package state

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel/internal/state/safefile"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

const (
	maxFile = 8 << 20        // bytes of a session's file
	maxAge  = 24 * time.Hour // sessions that nobody used for so long are gone
	maxYes  = 1000           // noted approvals per project, newest kept

	sweepNames = 4096 // names looked at when old sessions are dropped
	sweepFiles = 64   // files looked at
)

// Files is a Store in a folder: one JSON file per session and per project.
type Files struct {
	dir string
	now func() time.Time
}

// OpenFiles opens the store in dir, an absolute path in the user's state
// folder. It touches no file; the first change makes the folder.
func OpenFiles(dir string, now func() time.Time) (*Files, error) {
	if !filepath.IsAbs(dir) || now == nil {
		return nil, errors.New("open session state: absolute folder and clock are needed")
	}
	return &Files{dir, now}, nil
}

// hashName is the file name for an id. Ids come from outside and may be paths.
func hashName(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:16])
}

func (f *Files) sessions() string { return filepath.Join(f.dir, "sessions") }

func (f *Files) sessionFile(session string) string {
	return filepath.Join(f.sessions(), hashName(session)+".json")
}

func (f *Files) projectFile(project string) string {
	return filepath.Join(f.dir, "projects", hashName(project)+".json")
}

// lock is one of sixteen lock files, since one per session would have to be
// removed some day, which cannot be done safely.
func (f *Files) lock(file string) (func(), error) {
	for _, dir := range []string{filepath.Dir(file), filepath.Join(f.dir, "locks")} {
		if err := safefile.Folder(dir); err != nil {
			return nil, err
		}
	}
	return safefile.Lock(filepath.Join(f.dir, "locks", filepath.Base(file)[:1]))
}

func limits() strictjson.Options {
	return strictjson.Options{Limits: strictjson.Limits{Bytes: maxFile, Depth: 16, Members: 1 << 18, DataNames: true}}
}

// Load implements Store.
func (f *Files) Load(session string) (Session, error) {
	if session == "" {
		return Session{}, nil
	}
	s, _, err := f.read(f.sessionFile(session))
	return s, err
}

// read gives the session in file and whether there was one.
func (f *Files) read(file string) (Session, bool, error) {
	fresh := Session{Started: f.now().UnixMilli()}
	data, err := safefile.Read(file, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return fresh, false, nil
	}
	if err == nil {
		err = safefile.Trusted(file) // a grant may be somebody else's
	}
	var s Session
	if err == nil {
		s, err = decodeSession(data)
	}
	if err != nil {
		return fresh, true, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if age := f.now().Sub(time.UnixMilli(s.Used)); age > maxAge {
		return fresh, true, nil
	}
	return s, true, nil
}

// Update implements Store.
func (f *Files) Update(session string, change func(*Session) error) error {
	if session == "" {
		return ErrNoSession
	}
	file := f.sessionFile(session)
	unlock, err := f.lock(file)
	if err != nil {
		return fmt.Errorf("update session: %w", err)
	}
	defer unlock()
	s, known, broken := f.read(file)
	if err := change(&s); err != nil {
		return err
	}
	s.Used = f.now().UnixMilli()
	if err := write(file, s); err != nil {
		return fmt.Errorf("update session: %w", err)
	}
	if !known {
		f.sweep()
	}
	return broken
}

// write gives up asked calls, oldest first, before it fails for size.
func write(file string, s Session) error {
	for {
		data, err := json.Marshal(s)
		if err != nil {
			return err
		}
		if len(data) <= maxFile {
			return safefile.Write(file, data, safefile.Loose)
		}
		if len(s.Asked) == 0 {
			return ErrFull
		}
		s.Asked = s.Asked[1:]
	}
}

// Clear implements Store.
func (f *Files) Clear(session string) error {
	if session == "" {
		return nil
	}
	file := f.sessionFile(session)
	unlock, err := f.lock(file)
	if err != nil {
		return fmt.Errorf("clear session: %w", err)
	}
	defer unlock()
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("clear session: %w", err)
	}
	f.sweep()
	return nil
}

// sweep removes some of the sessions that nobody used for maxAge: a bounded
// number of files, beginning at another place each time. It is housekeeping,
// so errors are no matter. A session that comes back at this very moment is
// too old to be read anyway.
func (f *Files) sweep() {
	dir, err := os.Open(f.sessions())
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(sweepNames)
	if len(names) == 0 {
		return
	}
	now := f.now()
	start := int(uint64(now.UnixNano()) % uint64(len(names)))
	for i := range min(len(names), sweepFiles) {
		name := names[(start+i)%len(names)]
		path := filepath.Join(f.sessions(), name)
		info, err := os.Lstat(path)
		ours := strings.HasSuffix(name, ".json") || strings.Contains(name, ".json") && strings.HasPrefix(name, ".")
		if err == nil && ours && info.Mode().IsRegular() && now.Sub(info.ModTime()) > maxAge {
			_ = os.Remove(path)
		}
	}
}

// project is the file of one project.
type project struct {
	Yes     map[string]said `json:"yes"`               // by Part.Yes
	Written []WrittenFile   `json:"written,omitempty"` // what agents wrote in the last day
}

// said is the first yes.
type said struct {
	Session string `json:"session"` // hash of the id
	At      int64  `json:"at"`      // milliseconds since 1970
}

func readProject(file string) (project, error) {
	var p project
	data, err := safefile.Read(file, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err == nil {
		err = strictjson.Into(data, &p, limits())
	}
	if err != nil {
		return project{}, fmt.Errorf("read earlier approvals: %w", err)
	}
	return p, nil
}

// SaidYes implements Store.
func (f *Files) SaidYes(projectID, yes, session string) (bool, error) {
	if session == "" || yes == "" {
		return false, nil
	}
	p, err := readProject(f.projectFile(projectID))
	return err == nil && p.saidElsewhere(yes, session), err
}

// NoteYes implements Store. The first session stays noted: a second yes in it
// is no second session.
func (f *Files) NoteYes(projectID, session string, yes ...string) error {
	if session == "" || len(yes) == 0 {
		return nil
	}
	file := f.projectFile(projectID)
	unlock, err := f.lock(file)
	if err != nil {
		return fmt.Errorf("note approval: %w", err)
	}
	defer unlock()
	p, broken := readProject(file) // a broken one begins anew: it only saves questions
	p.note(session, f.now().UnixMilli(), yes)
	data, err := json.Marshal(p)
	if err == nil {
		err = safefile.Write(file, data, safefile.Loose)
	}
	if err != nil {
		return fmt.Errorf("note approval: %w", err)
	}
	return broken
}

// saidElsewhere reports whether another session had that yes.
func (p project) saidElsewhere(yes, session string) bool {
	first := p.Yes[yes]
	return yes != "" && session != "" && first.Session != "" && first.Session != hashName(session)
}

func (p *project) note(session string, now int64, yes []string) {
	if p.Yes == nil {
		p.Yes = map[string]said{}
	}
	for _, y := range yes {
		if _, ok := p.Yes[y]; !ok && y != "" {
			p.Yes[y] = said{hashName(session), now}
		}
	}
	for len(p.Yes) > maxYes {
		delete(p.Yes, p.oldest())
	}
}

func (p project) oldest() (oldest string) {
	for yes, s := range p.Yes {
		if o := p.Yes[oldest]; oldest == "" || s.At < o.At || s.At == o.At && yes < oldest {
			oldest = yes
		}
	}
	return oldest
}
