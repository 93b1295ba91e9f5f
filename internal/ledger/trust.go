package ledger

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"

	"github.com/sentinelgate/sentinel/internal/state/safefile"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// trust is what the user's state folder knows: the key and what was forgotten.
// The zero value trusts no entry.
type trust struct {
	key       []byte
	identity  string
	forgotten forgotten
	problem   error
}

// mine reports whether this person made e for this project and did not forget
// it since.
func (t trust) mine(e Entry) bool {
	if len(t.key) == 0 || t.problem != nil || e.mac == "" {
		return false
	}
	return !t.forgotten.holds(e) && hmac.Equal([]byte(e.mac), []byte(e.sign(t.key, t.identity)))
}

// forgotten is one project's file of tombstones. Each Forget opens a new
// generation, and each entry is signed with the generation it was made in; so
// older is told by count and not by a clock that can be set back.
type forgotten struct {
	// Generation is the present one, 0 before the first Forget.
	Generation int64 `json:"generation"`
	// Floor voids all entries of earlier generations: tombstones were given up
	// to stay within maxForgotten, or lost.
	Floor int64 `json:"floor,omitempty"`
	// Texts are keys and shapes with the generation that began when they were
	// forgotten.
	Texts map[string]int64 `json:"texts,omitempty"`
}

const maxForgotten = 1000

// holds reports whether e was forgotten. A generation that has not begun yet
// belongs to tombstones that were lost.
func (f forgotten) holds(e Entry) bool {
	return e.generation > f.Generation || e.generation < f.Floor ||
		e.generation < f.Texts[e.Key] || e.generation < f.Texts[e.Shape]
}

// add begins a new generation without the given texts.
func (f *forgotten) add(now int64, texts ...string) {
	f.Generation = max(now, f.Generation+1)
	if len(f.Texts)+len(texts) > maxForgotten {
		f.Floor, f.Texts = f.Generation, nil
		return
	}
	if f.Texts == nil {
		f.Texts = map[string]int64{}
	}
	for _, text := range texts {
		f.Texts[text] = f.Generation
	}
}

func (l *Ledger) keyFile() string  { return filepath.Join(l.options.StateDir, "ledger.key") }
func (l *Ledger) lockFile() string { return filepath.Join(l.options.StateDir, "ledger.lock") }

func (l *Ledger) forgottenFile() string { return l.stateFile("forgotten.json") }

// stateFile is this project's file of that name in the state folder. Paths are
// hostile names, so their hash stands for them.
func (l *Ledger) stateFile(name string) string {
	sum := sha256.Sum256([]byte(l.options.Identity))
	return filepath.Join(l.options.StateDir, "ledger", hex.EncodeToString(sum[:16])+"."+name)
}

func (l *Ledger) readTrust() trust {
	t := trust{identity: l.options.Identity}
	key, err := l.readKey()
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			t.problem = err
		}
		return t
	}
	t.key = key
	t.forgotten, t.problem = l.readForgotten()
	return t
}

func (l *Ledger) readKey() ([]byte, error) {
	path := l.keyFile()
	info, err := safefile.Stat(path)
	if err != nil {
		return nil, err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("key %s: others may read it; remove it to begin anew", path)
	}
	return safefile.ReadKey(path)
}

// ownKey is readKey that makes the key when there is none. The caller holds
// the lock.
func (l *Ledger) ownKey() ([]byte, error) {
	key, err := l.readKey()
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	return safefile.MakeKey(l.keyFile())
}

func (l *Ledger) readForgotten() (forgotten, error) {
	var f forgotten
	limits := strictjson.Limits{Bytes: 2 * maxFile, DataNames: true}
	data, err := safefile.Read(l.forgottenFile(), int64(limits.Bytes))
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err == nil {
		err = strictjson.Into(data, &f, strictjson.Options{Limits: limits})
	}
	if err != nil {
		return forgotten{}, fmt.Errorf("read what was forgotten: %w", err)
	}
	return f, nil
}

func (l *Ledger) writeForgotten(f forgotten) error {
	return safefile.Write(l.forgottenFile(), encodeJSON(f), safefile.Keep)
}

// KeyProblem says why the key cannot be used, or nil if it can or was never
// needed.
func (l *Ledger) KeyProblem() error {
	if _, err := l.readKey(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
