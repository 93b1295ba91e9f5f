// Package trust keeps which repositories' configuration files a person has read
// and trusts.
//
//	b, err := trust.Open(state)
//	b.State(file, content)        // Unknown, Trusted or Changed
//	err = trust.Add(state, file, content, now)
//	ok, err := trust.Revoke(state, file)
//
// Trust is bound to the place of the file and the hash of its content: whatever
// changes the file ends it until the person looks again. It is kept in the
// person's state folder, where no agent may write, and never in the repository.
package trust

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel/internal/state/safefile"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// State says what a person thinks of a file. The zero value is Unknown.
type State uint8

// What a person thinks of a file.
const (
	Unknown State = iota // never looked at
	Trusted              // with exactly this content
	Changed              // with another content
)

// Entry is a file that a person trusts.
type Entry struct {
	File   string    `json:"file"`
	SHA256 string    `json:"sha256"`
	At     time.Time `json:"at"`
}

// Book is all that a person trusts. The zero value trusts nothing.
type Book struct{ entries []Entry }

const (
	maxBytes   = 1 << 20
	maxEntries = 2000
	version    = 1
)

type document struct {
	Version int     `json:"version"`
	Trusted []Entry `json:"trusted"`
}

// File is where the book stands in a state folder.
func File(state string) string { return filepath.Join(state, "trust.json") }

// Open reads the book. One that is not there is empty; one that cannot be read
// is an error and trusts nothing.
func Open(state string) (Book, error) {
	data, err := safefile.Read(File(state), maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return Book{}, nil
	}
	var d document
	if err == nil {
		err = strictjson.Into(data, &d, strictjson.Options{KnownMembers: true})
	}
	if err == nil && d.Version != version {
		err = fmt.Errorf("it has version %d", d.Version)
	}
	if err != nil {
		return Book{}, fmt.Errorf("read what is trusted: %s: %w", File(state), err)
	}
	return Book{d.Trusted}, nil
}

// State says what the person thinks of a file with this content.
func (b Book) State(file string, content []byte) State {
	for _, e := range b.entries {
		switch {
		case e.File != file:
		case e.SHA256 == Sum(content):
			return Trusted
		default:
			return Changed
		}
	}
	return Unknown
}

// In says what the person thinks of a file, by the book of a state folder.
func In(state string) func(file string, content []byte) State {
	return func(file string, content []byte) State {
		b, err := Open(state)
		if err != nil {
			return Unknown
		}
		return b.State(file, content)
	}
}

// Entries lists what is trusted, by file.
func (b Book) Entries() []Entry {
	return slices.SortedFunc(slices.Values(b.entries), func(x, y Entry) int { return strings.Compare(x.File, y.File) })
}

// Sum is the hash of a content as the book has it.
func Sum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Add notes that the person trusts a file with this content.
func Add(state, file string, content []byte, now time.Time) error {
	return change(state, func(list []Entry) ([]Entry, error) {
		list = slices.DeleteFunc(list, func(e Entry) bool { return e.File == file })
		if len(list) >= maxEntries {
			return nil, fmt.Errorf("more than %d files are trusted", maxEntries)
		}
		return append(list, Entry{File: file, SHA256: Sum(content), At: now.UTC().Truncate(time.Second)}), nil
	})
}

// Revoke takes trust back, and tells whether there was any.
func Revoke(state, file string) (was bool, err error) {
	err = change(state, func(list []Entry) ([]Entry, error) {
		before := len(list)
		list = slices.DeleteFunc(list, func(e Entry) bool { return e.File == file })
		was = len(list) < before
		return list, nil
	})
	return was && err == nil, err
}

func change(state string, f func([]Entry) ([]Entry, error)) error {
	if err := safefile.Folder(state); err != nil {
		return fmt.Errorf("keep what is trusted: %w", err)
	}
	unlock, err := safefile.Lock(File(state) + ".lock")
	if err != nil {
		return fmt.Errorf("keep what is trusted: %w", err)
	}
	defer unlock()
	b, err := Open(state)
	if err != nil {
		return err
	}
	list, err := f(b.entries)
	if err != nil {
		return fmt.Errorf("keep what is trusted: %w", err)
	}
	if list == nil {
		list = []Entry{}
	}
	data, err := json.MarshalIndent(document{version, list}, "", "  ")
	if err == nil {
		err = safefile.Write(File(state), append(data, '\n'), safefile.Keep)
	}
	if err != nil {
		return fmt.Errorf("keep what is trusted: %w", err)
	}
	return nil
}
