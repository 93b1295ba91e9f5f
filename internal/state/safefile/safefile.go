// Package safefile reads, replaces and locks the small files in which the gate
// remembers things. Several processes do so at once, any of them may be killed
// at any point, and whoever made the file may have meant harm.
//
//	data, err := safefile.Read(path, 1<<20)       // regular file, no link, bounded
//	err := safefile.Write(path, data, safefile.Keep)
//	unlock, err := safefile.Lock(path + ".lock")  // over read, change, write
//
// Readers need no lock: a file is replaced by renaming, so they see the old
// one or the new one.
package safefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

// Errors that callers tell apart from a file that cannot be read.
var (
	// ErrNotRegular is a link, folder, pipe or device where a file should be.
	ErrNotRegular = errors.New("not a regular file")
	// ErrTooLarge is a file beyond the bound of Read.
	ErrTooLarge = errors.New("file is too large")
	// ErrBusy is a lock that somebody else did not give back in time.
	ErrBusy = errors.New("lock is busy")
)

// Durability says what a crash of the machine (not of the process) may cost.
type Durability uint8

const (
	Keep  Durability = iota // Write returns when the content is on the disk
	Loose                   // faster; the newest content may be lost
)

// Read gives the content of the regular file at path, at most limit bytes. A
// missing file is fs.ErrNotExist. It never blocks, whatever path is.
func Read(path string, limit int64) ([]byte, error) {
	before, err := regular(path)
	if err != nil {
		return nil, err
	}
	if before.Size() > limit {
		return nil, fmt.Errorf("read %s: %w", path, ErrTooLarge)
	}
	f, err := os.OpenFile(path, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// The file may have been exchanged for a link or a pipe in between; a
	// regular file renamed over it is how Write works.
	after, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !after.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: %w", path, ErrNotRegular)
	}
	data := make([]byte, 0, min(after.Size(), limit)+1)
	data, err = readAll(f, data, limit)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return data, nil
}

func readAll(r io.Reader, data []byte, limit int64) ([]byte, error) {
	for {
		if int64(len(data)) > limit {
			return nil, ErrTooLarge
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// Stat is os.Lstat for a regular file.
func Stat(path string) (fs.FileInfo, error) { return regular(path) }

func regular(path string) (fs.FileInfo, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %s: %w", path, ErrNotRegular)
	}
	return info, nil
}

// Folder makes the folder at path with mode 0700, and what is missing above
// it. One that exists stays as it is.
func Folder(path string) error {
	// Almost always it is there: one call instead of MkdirAll's several.
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	return os.MkdirAll(path, 0o700)
}

// Write replaces the file at path by one with data that only its owner may
// read. What stood there, a link too, is replaced and not followed. The folder
// must exist. The passing copy is named ".<base>" and a number.
func Write(path string, data []byte, keep Durability) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)) // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(data); err != nil {
		return err
	}
	if keep == Keep {
		if err = f.Sync(); err != nil {
			return err
		}
	}
	if err = f.Close(); err != nil {
		return err
	}
	return rename(f.Name(), path)
}

// rename is os.Rename, with patience on Windows, where a file that somebody
// has open right now cannot be replaced.
func rename(from, to string) error {
	err := os.Rename(from, to)
	for try := 0; err != nil && runtime.GOOS == "windows" && try < 20; try++ {
		time.Sleep(5 * time.Millisecond)
		err = os.Rename(from, to)
	}
	return err
}

// patience is how long Lock waits. Locks are held over a few file operations,
// so whoever needs longer is stuck. A hook as a whole has 20 s.
const patience = 15 * time.Second

// Lock waits until nobody else holds the lock file at path, other processes
// and other goroutines alike, and returns what gives it back. The system gives
// it back too when the process dies. The file stays: removing it would let two
// hold the "same" lock.
func Lock(path string) (unlock func(), err error) {
	lock := flock.New(path, flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	if err == nil && !ok {
		// The system keeps those who wait in a queue. Asking again and again
		// would cost two hundred processes more than what they wait for.
		ok, err = wait(lock)
	}
	switch {
	case ok:
		return func() { _ = lock.Unlock() }, nil
	case err == nil:
		return nil, fmt.Errorf("lock %s: %w", path, ErrBusy)
	default:
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
}

// wait takes the lock when it is free, and gives up after a while.
func wait(lock *flock.Flock) (bool, error) {
	got := make(chan error)
	late := make(chan struct{})
	go func() {
		err := lock.Lock()
		select {
		case got <- err:
		case <-late:
			_ = lock.Unlock()
		}
	}()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case err := <-got:
		return err == nil, err
	case <-timer.C:
		close(late)
		return false, nil
	}
}
