package audit

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// The log's file is a chain: every line carries the hash of the one before, so
// that none can be changed, taken out or put between without a trace. What was
// cut off at the end shows against the checkpoints (checkpoint.go).

// kindDecision is the kind of the file's events.
const kindDecision = "decision"

// ErrNoLine is text in the log that is no line of a chain: cut by a crash, or
// written by somebody else.
var ErrNoLine = errors.New("not a line of the log")

// ErrForm is a line whose text says more, or says it otherwise, than its event: what
// this program did not write, and what its hash does not cover.
var ErrForm = errors.New("its text is not as this program writes it: further or doubled members, another order or other signs")

// encodeChained is the event in its place behind prev, as one line of the file.
func encodeChained(prev sentinel.Line, e sentinel.Event, at time.Time) (sentinel.Line, []byte, error) {
	l := prev.Follow(e, at)
	b, err := encodeOne(l)
	return l, b, err
}

// exact tells whether text is what encodeOne writes for the line, byte by byte.
func exact(l sentinel.Line, text []byte) bool {
	b, err := encodeOne(l)
	return err == nil && bytes.Equal(b, text) && l.Time.Equal(l.Time.Truncate(time.Millisecond))
}

// decodeLine reads one line. It does not look at its hash.
func decodeLine(text []byte) (sentinel.Line, error) {
	var l sentinel.Line
	if err := json.Unmarshal(text, &l); err != nil || l.Seq <= 0 || l.Hash == "" {
		return sentinel.Line{}, ErrNoLine
	}
	return l, nil
}

// tail reads number and hash of the last line of a file that ends with one, by the
// form in which encodeOne writes it. Anything unusual is left to head.
func tail(file *os.File, size int64) (l sentinel.Line, ok bool) {
	part := make([]byte, min(size, 4<<10))
	if _, err := file.ReadAt(part, size-int64(len(part))); err != nil {
		return l, false
	}
	text, whole := bytes.CutSuffix(part, []byte("\"}\n"))
	start := bytes.LastIndexByte(text, '\n') + 1
	if !whole || start == 0 && int64(len(part)) < size {
		return l, false
	}
	at := bytes.LastIndex(text, []byte(`,"hash":"`))
	number, there := bytes.CutPrefix(text[start:], []byte(`{"seq":`))
	comma := bytes.IndexByte(number, ',')
	if !there || at < start || comma < 0 {
		return l, false
	}
	seq, err := strconv.ParseInt(string(number[:comma]), 10, 64)
	hash := string(text[at+len(`,"hash":"`):])
	if _, bad := hex.DecodeString(hash); err != nil || seq <= 0 || bad != nil || len(hash) != 2*sha256.Size {
		return l, false
	}
	return sentinel.Line{Seq: seq, Hash: hash}, true
}

// head finds the end of the chain in a file: of its lines the last that is one.
// clean is false when the file does not end with a whole line.
func head(path string) (l sentinel.Line, clean bool, err error) {
	lines, clean, err := lastLines(path, headLines)
	if err != nil {
		return l, false, err
	}
	for _, text := range lines {
		if l, err := decodeLine(text); err == nil {
			return l, clean, nil
		}
	}
	return sentinel.Line{}, clean, nil
}

// headLines is how many broken lines at the end are looked past.
const headLines = 8

// Lines gives the lines of the log in dir, oldest first, the older file's before
// the newer one's. What is no line, or one in another form, comes with an error
// and does not end it.
func Lines(dir string) iter.Seq2[sentinel.Line, error] {
	return func(yield func(sentinel.Line, error) bool) {
		for _, name := range []string{olderName, fileName} {
			if !fileLines(filepath.Join(dir, name), yield) {
				return
			}
		}
	}
}

func fileLines(path string, yield func(sentinel.Line, error) bool) bool {
	if _, err := safefile.Stat(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return true
		}
		return yield(sentinel.Line{}, fmt.Errorf("read audit: %w", err)) && false
	}
	file, err := os.Open(path)
	if err != nil {
		return yield(sentinel.Line{}, fmt.Errorf("read audit: %w", err)) && false
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, maxLine+1024)
	for n := 1; ; n++ {
		text, err := in.ReadSlice('\n')
		if len(text) == 0 && errors.Is(err, io.EOF) {
			return true
		}
		l, bad := decodeLine(text)
		for errors.Is(err, bufio.ErrBufferFull) { // too long to be one of ours
			_, err = in.ReadSlice('\n')
			bad = ErrNoLine
		}
		if bad == nil && !exact(l, text) {
			bad = ErrForm
		}
		if bad != nil {
			bad = fmt.Errorf("%s, line %d: %w", filepath.Base(path), n, bad)
		}
		if !yield(l, bad) {
			return false
		}
		if err != nil {
			return true
		}
	}
}
