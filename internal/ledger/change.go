package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// Record remembers one approval.
func (l *Ledger) Record(key, shape string, effects []sentinel.Effect) error {
	return l.RecordAll([]Grant{{key, shape, effects}})
}

// RecordAll remembers the approvals of one call: all of them or, with an
// error, none.
func (l *Ledger) RecordAll(grants []Grant) error {
	for _, g := range grants {
		if err := checkGrant(g); err != nil {
			return fmt.Errorf("record approval: %w", err)
		}
	}
	if len(grants) == 0 {
		return nil
	}
	err := l.change(func(all entries, t *trust) (bool, error) {
		now := l.options.Now().UnixMilli()
		for _, g := range grants {
			old := all[g.Key]
			if !t.mine(old) {
				old = Entry{}
			}
			e, err := old.approve(g, now, t.forgotten.Generation)
			if err != nil {
				return false, err
			}
			e.mac = e.sign(t.key, t.identity)
			all[g.Key] = e
		}
		return true, nil
	})
	if err != nil {
		return fmt.Errorf("record approval: %w", err)
	}
	return nil
}

// Forget drops what is filed under text or has the shape text; if there is
// nothing, the same for the others in turn. It returns how many entries went;
// with none the files stay as they are.
func (l *Ledger) Forget(text string, others ...string) (int, error) {
	doc := l.readDocument()
	if _, n := doc.all().remove(text, others...); n == 0 {
		return 0, doc.problem // make no files for nothing
	}
	removed := 0
	err := l.change(func(all entries, t *trust) (bool, error) {
		var found string
		if found, removed = all.remove(text, others...); removed == 0 {
			return false, nil
		}
		t.forgotten.add(l.options.Now().UnixMilli(), found)
		// The tombstone first: if the file cannot be written afterwards, the
		// entry is void all the same.
		return true, l.writeForgotten(t.forgotten)
	})
	if err != nil {
		return 0, fmt.Errorf("forget approval: %w", err)
	}
	return removed, nil
}

// remove drops the entries with the key or shape text, else those of the next
// of others that has any. It returns which text that was and how many went.
func (all entries) remove(text string, others ...string) (string, int) {
	before := len(all)
	for _, text := range append([]string{text}, others...) {
		for key, e := range all {
			if key == text || e.Shape == text {
				delete(all, key)
			}
		}
		if n := before - len(all); n > 0 {
			return text, n
		}
	}
	return "", 0
}

// change holds the lock over reading, changing and writing. The file is
// written if f says so.
func (l *Ledger) change(f func(entries, *trust) (bool, error)) error {
	unlock, err := l.lock()
	if err != nil {
		return err
	}
	defer unlock()
	doc := l.readDocument()
	if err := l.mayReplace(doc); err != nil {
		return err
	}
	t, err := l.trustForChange()
	if err != nil {
		return err
	}
	all := doc.all()
	write, err := f(all, &t)
	if err != nil || !write {
		return err
	}
	if doc.problem != nil { // perhaps somebody's work, and mended in a minute
		if err := os.Rename(l.path, filepath.Join(filepath.Dir(l.path), Aside)); err != nil {
			return err
		}
	}
	return l.write(encodeDocument(all.newest(t.mine)))
}

func (l *Ledger) lock() (func(), error) {
	for _, dir := range []string{l.options.StateDir, filepath.Dir(l.forgottenFile())} {
		if err := safefile.Folder(dir); err != nil {
			return nil, err
		}
	}
	return safefile.Lock(l.lockFile())
}

// mayReplace refuses what is no broken ledger but something else: a newer
// version, a link, a folder.
func (l *Ledger) mayReplace(doc document) error {
	if doc.newer {
		return ErrVersion
	}
	if err := l.ownFolder(); err != nil {
		return err
	}
	if _, err := safefile.Stat(l.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// trustForChange reads the key, made when needed, and the tombstones. If those
// are broken, nobody knows what was forgotten: all that is old is void.
func (l *Ledger) trustForChange() (trust, error) {
	t := trust{identity: l.options.Identity}
	var err error
	if t.key, err = l.ownKey(); err != nil {
		return t, err
	}
	if t.forgotten, err = l.readForgotten(); err != nil {
		t.forgotten.add(l.options.Now().UnixMilli())
		t.forgotten.Floor = t.forgotten.Generation
		return t, l.writeForgotten(t.forgotten)
	}
	return t, nil
}

func (l *Ledger) write(data []byte) error {
	dir := filepath.Dir(l.path)
	if !l.options.UserLocation {
		if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		if err := ignore(dir); err != nil {
			return err
		}
	}
	return safefile.Write(l.path, data, safefile.Keep)
}

// ignore keeps the ledger, what a killed process may leave of it, and this list
// itself out of version control. Other files of the folder are meant to be
// shared. A .gitignore that exists is somebody's own.
func ignore(dir string) error {
	f, err := os.OpenFile(filepath.Join(dir, ".gitignore"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(FileName + "\n." + FileName + "*\n.gitignore\n")
	return errors.Join(err, f.Close())
}
