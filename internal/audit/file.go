package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"unicode/utf16"

	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

const (
	fileName  = "audit.jsonl"
	olderName = "audit.1.jsonl"
	lostName  = "audit.lost"
	lockName  = "audit.lock"

	defaultMaxBytes = 16 << 20
	maxLine         = 128 << 10 // FromDecision stays below, were each character escaped
)

// ErrLong is an entry whose line would exceed 128 KiB.
var ErrLong = errors.New("audit entry is too long")

// FileOptions say where the log is.
type FileOptions struct {
	Dir string // absolute, in the user's state folder; made when needed
	// MaxBytes is the size beyond which the file becomes the older one, in
	// place of the one before it. 0 means 16 MiB.
	MaxBytes int64
}

// File is a Log in JSON Lines: audit.jsonl and, when that was full, one older
// file beside it. Each entry is one write at the end of the file, so that
// several processes do not mix their lines.
type File struct {
	options FileOptions

	mu     sync.Mutex
	folder bool // was made
	lost   int  // lines whose loss could not be noted in the file
}

// OpenFile prepares the log. It touches no file.
func OpenFile(options FileOptions) *File {
	if options.MaxBytes <= 0 {
		options.MaxBytes = defaultMaxBytes
	}
	return &File{options: options}
}

func (f *File) path(name string) string { return filepath.Join(f.options.Dir, name) }

// Append implements Log. The line has reached the system when it returns; it
// does not wait for the disk, which would cost more than the rest of a hook.
func (f *File) Append(e Entry) error {
	line, err := encodeLine(e)
	if err != nil {
		return fmt.Errorf("write audit entry: %w", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.append(line); err != nil {
		return fmt.Errorf("write audit entry: %w", err)
	}
	return nil
}

func (f *File) append(line []byte) error {
	file, err := f.open(fileName)
	if err != nil {
		return err
	}
	if info, err := file.Stat(); err == nil && info.Size() > 0 && info.Size()+int64(len(line)) > f.options.MaxBytes {
		file.Close()
		f.rotate(info)
		if file, err = f.open(fileName); err != nil {
			return err
		}
	}
	n, err := file.Write(line)
	if err != nil && n > 0 {
		// The disk is full in mid-line: end the line, so that the next entry
		// does not become part of it.
		_, _ = file.Write([]byte{'\n'})
	}
	return errors.Join(err, file.Close())
}

// open opens a file of the log for one write at its end.
func (f *File) open(name string) (*os.File, error) {
	if !filepath.IsAbs(f.options.Dir) {
		return nil, errors.New("the audit folder is not absolute")
	}
	if !f.folder {
		if err := safefile.Folder(f.options.Dir); err != nil {
			return nil, err
		}
		f.folder = true
	}
	path := f.path(name)
	if _, err := safefile.Stat(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
}

// rotate makes the file the older one, unless another process did so since
// full was looked at. If it cannot, the file grows: rather too long a log than
// a lost line.
func (f *File) rotate(full fs.FileInfo) {
	unlock, err := safefile.Lock(f.path(lockName))
	if err != nil {
		return
	}
	defer unlock()
	if now, err := os.Lstat(f.path(fileName)); err == nil && os.SameFile(now, full) {
		_ = os.Rename(f.path(fileName), f.path(olderName))
	}
}

// CountLost implements Log: one byte in a file per line.
func (f *File) CountLost() {
	f.mu.Lock()
	defer f.mu.Unlock()
	file, err := f.open(lostName)
	if err == nil {
		_, err = file.Write([]byte{'.'})
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		f.lost++
	}
}

// Lost implements Log.
func (f *File) Lost() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	if info, err := safefile.Stat(f.path(lostName)); err == nil {
		return f.lost + int(info.Size())
	}
	return f.lost
}

// encodeLine is the entry in one line of JSON in which nothing is hidden from
// somebody who looks at the file itself.
func encodeLine(e Entry) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(e); err != nil {
		return nil, err
	}
	line := escapeHidden(b.Bytes())
	if len(line) > maxLine {
		return nil, ErrLong
	}
	return line, nil
}

// escapeHidden writes characters that do not show as they are in JSON's
// escapes; the line's own end stays.
func escapeHidden(line []byte) []byte {
	hidden := func(r rune) bool { return r != '\n' && display.Hidden(r) }
	if !bytes.ContainsFunc(line, hidden) {
		return line
	}
	var out bytes.Buffer
	for _, r := range string(line) {
		switch {
		case !hidden(r):
			out.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		}
	}
	return out.Bytes()
}

// Read gives the newest entries of the log in dir, newest first, at most n.
// bad is how many of the lines looked at were no entries: cut by a crash, or
// written by somebody else.
func Read(dir string, n int) (entries []Entry, bad int, err error) {
	for _, name := range []string{fileName, olderName} {
		lines, err := lastLines(filepath.Join(dir, name), n-len(entries))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return entries, bad, fmt.Errorf("read audit: %w", err)
		}
		for _, line := range lines {
			var e Entry
			if json.Unmarshal(line, &e) != nil {
				bad++
				continue
			}
			entries = append(entries, e)
		}
	}
	return entries, bad, nil
}

// lastLines gives the last n lines of a file, last first. It reads from the
// end in blocks, so that the length of the file does not matter.
func lastLines(path string, n int) ([][]byte, error) {
	info, err := safefile.Stat(path)
	if err != nil || n <= 0 {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	const block = 64 << 10
	var tail []byte
	for start := info.Size(); start > 0 && bytes.Count(tail, []byte{'\n'}) <= n; {
		size := min(start, block)
		start -= size
		part := make([]byte, size, size+int64(len(tail)))
		if _, err := file.ReadAt(part, start); err != nil && err != io.EOF {
			return nil, err
		}
		tail = append(part, tail...)
	}
	lines := bytes.Split(bytes.TrimSuffix(tail, []byte{'\n'}), []byte{'\n'})
	if len(tail) == 0 {
		lines = nil
	}
	lines = lines[max(0, len(lines)-n):]
	slices.Reverse(lines)
	return lines, nil
}
