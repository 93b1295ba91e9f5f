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
	"time"
	"unicode/utf16"

	"github.com/sentinelgate/sentinel"
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
	// SignEvery is after how many lines a checkpoint is signed; 0 leaves that to
	// whoever calls SignFile.
	SignEvery int
}

// File is a Log in JSON Lines: audit.jsonl and, when that was full, one older
// file beside it. The lines are a chain over both. Whoever appends holds the lock
// of the log, reads the last line and writes the next.
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
	data, err := encodeLine(e)
	if err != nil {
		return fmt.Errorf("write audit entry: %w", err)
	}
	event := sentinel.Event{Kind: kindDecision, Request: e.Request, Data: json.RawMessage(bytes.TrimSuffix(data, []byte{'\n'}))}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.append(event, e.Time); err != nil {
		return fmt.Errorf("write audit entry: %w", err)
	}
	return nil
}

func (f *File) append(event sentinel.Event, at time.Time) error {
	if err := f.prepare(); err != nil {
		return err
	}
	unlock, err := safefile.Lock(f.path(lockName))
	if err != nil {
		return err
	}
	defer unlock()
	file, err := f.open(fileName)
	if err != nil {
		return err
	}
	defer func() { file.Close() }()
	prev, clean, size, err := f.end(file)
	if err != nil {
		return err
	}
	last, line, err := encodeChained(prev, event, at)
	if err != nil {
		return err
	}
	if size > 0 && size+int64(len(line)) > f.options.MaxBytes {
		file.Close()
		f.rotate(prev)
		if file, err = f.open(fileName); err != nil {
			return err
		}
		clean = true
	}
	if !clean { // something was cut in mid-line: what follows must not become part of it
		line = append([]byte{'\n'}, line...)
	}
	if _, err = file.Write(line); err != nil {
		return err
	}
	if every := f.options.SignEvery; every > 0 && last.Seq%int64(every) == 0 {
		// The line stands; a checkpoint that cannot be written is one the fewer.
		_ = checkpoint(f.options.Dir, FileOrigin, last, last.Time)
	}
	return nil
}

// end finds the last line of the chain, which stands in the older file when the
// newer one was just begun.
func (f *File) end(file *os.File) (l sentinel.Line, clean bool, size int64, err error) {
	info, err := file.Stat()
	if err != nil {
		return l, false, 0, err
	}
	if size = info.Size(); size > 0 {
		if l, ok := tail(file, size); ok {
			return l, true, size, nil
		}
	}
	l, clean, err = f.head()
	return l, clean, size, err
}

// head is the end of the chain, wherever it stands and whatever stands behind it.
func (f *File) head() (sentinel.Line, bool, error) {
	whole := true
	for i, name := range []string{fileName, olderName} {
		l, clean, err := head(f.path(name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return l, false, err
		}
		if i == 0 {
			whole = clean
		}
		if l.Seq > 0 {
			return l, whole, nil
		}
	}
	return sentinel.Line{}, whole, nil
}

func (f *File) prepare() error {
	if !filepath.IsAbs(f.options.Dir) {
		return errors.New("the audit folder is not absolute")
	}
	if f.folder {
		return nil
	}
	err := safefile.Folder(f.options.Dir)
	f.folder = err == nil
	return err
}

// open opens a file of the log for one write at its end.
func (f *File) open(name string) (*os.File, error) {
	if err := f.prepare(); err != nil {
		return nil, err
	}
	path := f.path(name)
	if _, err := safefile.Stat(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
}

// rotate makes the file the older one. The one that was older goes; where it
// ended was signed when it became the older one, and so is where this one ends. If
// that cannot be done, the file grows: rather too long a log than a lost line.
func (f *File) rotate(last sentinel.Line) {
	if err := checkpoint(f.options.Dir, FileOrigin, last, last.Time); err == nil {
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
	line, err := encodeEntry(e)
	if err != nil {
		return nil, err
	}
	if line = escapeHidden(line); len(line) > maxLine {
		return nil, ErrLong
	}
	return line, nil
}

// JSON is v in one line that ends with a line end and shows all there is in it:
// what would be invisible, or would move a cursor, stands as JSON's escapes.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return escapeHidden(b.Bytes()), nil
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
		lines, _, err := lastLines(filepath.Join(dir, name), n-len(entries))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return entries, bad, fmt.Errorf("read audit: %w", err)
		}
		for _, text := range lines {
			var e Entry
			l, err := decodeLine(text)
			if err != nil || json.Unmarshal(l.Event.Data, &e) != nil {
				bad++
				continue
			}
			entries = append(entries, e)
		}
	}
	return entries, bad, nil
}

// lastLines gives the last n lines of a file, last first, and whether the last
// one is whole. It reads from the end in blocks, so that the length of the file
// does not matter.
func lastLines(path string, n int) (list [][]byte, whole bool, err error) {
	info, err := safefile.Stat(path)
	if err != nil || n <= 0 {
		return nil, true, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer file.Close()
	const block = 16 << 10
	var tail []byte
	for start := info.Size(); start > 0 && bytes.Count(tail, []byte{'\n'}) <= n; {
		size := min(start, block)
		start -= size
		part := make([]byte, size, size+int64(len(tail)))
		if _, err := file.ReadAt(part, start); err != nil && err != io.EOF {
			return nil, false, err
		}
		tail = append(part, tail...)
	}
	whole = len(tail) == 0 || tail[len(tail)-1] == '\n'
	lines := bytes.Split(bytes.TrimSuffix(tail, []byte{'\n'}), []byte{'\n'})
	if len(tail) == 0 {
		lines = nil
	}
	lines = lines[max(0, len(lines)-n):]
	slices.Reverse(lines)
	return lines, whole, nil
}
