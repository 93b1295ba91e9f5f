// Package objects reads commits, trees and file contents out of a git
// repository without running git: loose objects and packs, with their deltas.
//
//	s := objects.Open(files, gitDir, commonDir)
//	c, err := s.Commit("HEAD~1")
//	err = s.Changes(parentTree, c.Tree, func(ch objects.Change) bool { ... })
//
// The repository may be a stranger's, so everything is bounded: bytes of an
// object, depth of deltas and trees, entries looked at. What cannot be read is
// an error. Repositories with SHA-256 names are not read.
//
// Sources: the git manual pages gitformat-pack(5), gitrevisions(7),
// gitrepository-layout(5).
package objects

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Files is what the package needs of a file system.
type Files interface {
	ReadFile(path string, max int64) ([]byte, error)
	ReadAt(path string, p []byte, off int64) (int, error)
	ReadDir(path string, max int) ([]string, error)
}

// Bounds.
const (
	MaxObject  = 1 << 20 // bytes of an object
	maxPacks   = 200
	maxDeltas  = 60
	maxLevels  = 100    // folders in a tree
	maxEntries = 200000 // entries of trees looked at by one Changes
	maxSmall   = 1 << 20
	maxNames   = 100000
)

var (
	// ErrMissing is an object or name that is not there.
	ErrMissing = errors.New("no such object")
	// ErrLarge is one beyond the bounds.
	ErrLarge = errors.New("larger than what is read of a repository")
)

// ID is the name of an object. The zero value names none.
type ID [20]byte

// String gives the name in hexadecimal digits.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// ParseID reads forty hexadecimal digits.
func ParseID(s string) (id ID, ok bool) {
	if len(s) != 2*len(id) {
		return id, false
	}
	_, err := hex.Decode(id[:], []byte(s))
	return id, err == nil
}

// Kinds of objects, as packs number them.
const (
	commitKind = 1 + iota
	treeKind
	blobKind
	tagKind
	ofsDelta = 6
	refDelta = 7
)

// Store is the objects of one repository. It may be used by one goroutine at a
// time. The zero value holds none.
type Store struct {
	files          Files
	gitDir, common string
	dirs           []string // folders of objects
	packs          []*pack
	opened         bool
	left           int // entries of trees that may still be looked at
	unzip          io.ReadCloser
	bases          map[place]object
	held           int // bytes in bases
}

// place is where an object lies in a pack.
type place struct {
	pack *pack
	off  int64
}

// object is one that others are differences to: of a file with a long history
// the same ones are needed again and again.
type object struct {
	kind int
	data []byte
}

// maxHeld bounds what is kept of them.
const maxHeld = 8 << 20

// Open names a repository by the folder of its work tree's git data and the
// one that all its work trees share. It reads nothing.
func Open(files Files, gitDir, common string) *Store {
	return &Store{files: files, gitDir: gitDir, common: common}
}

// object gives what an object holds.
func (s *Store) object(id ID) (kind int, data []byte, err error) {
	s.open()
	for _, dir := range s.dirs {
		name := id.String()
		raw, err := s.files.ReadFile(dir+"/"+name[:2]+"/"+name[2:], MaxObject)
		if err == nil {
			return s.loose(raw)
		}
	}
	for _, p := range s.packs {
		if off, ok := p.find(s.files, id); ok {
			return s.packed(p, off, 0)
		}
	}
	return 0, nil, fmt.Errorf("%w: %s", ErrMissing, id)
}

// open lists the folders of objects and the packs in them.
func (s *Store) open() {
	if s.opened || s.files == nil {
		return
	}
	s.opened = true
	s.dirs = []string{s.common + "/objects"}
	if b, err := s.files.ReadFile(s.dirs[0]+"/info/alternates", maxSmall); err == nil {
		for line := range strings.Lines(string(b)) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "/") && len(s.dirs) < 10 {
				s.dirs = append(s.dirs, line)
			}
		}
	}
	for _, dir := range s.dirs {
		names, _ := s.files.ReadDir(dir+"/pack", maxNames)
		for _, n := range names {
			if base, ok := strings.CutSuffix(n, ".idx"); ok && len(s.packs) < maxPacks {
				s.packs = append(s.packs, &pack{base: dir + "/pack/" + base})
			}
		}
	}
}

// loose reads an object that has a file of its own.
func (s *Store) loose(raw []byte) (kind int, data []byte, err error) {
	z, err := s.inflater(bytes.NewReader(raw))
	if err != nil {
		return 0, nil, fmt.Errorf("read object: %w", err)
	}
	all, err := io.ReadAll(io.LimitReader(z, MaxObject+64))
	if err != nil {
		return 0, nil, fmt.Errorf("read object: %w", err)
	}
	head, data, ok := bytes.Cut(all, []byte{0})
	name, size, _ := strings.Cut(string(head), " ")
	n, err := strconv.ParseInt(size, 10, 64)
	switch {
	case !ok || err != nil:
		return 0, nil, errors.New("read object: not an object")
	case n > MaxObject:
		return 0, nil, ErrLarge
	case int64(len(data)) != n:
		return 0, nil, errors.New("read object: ends too early")
	}
	for i, known := range []string{"commit", "tree", "blob", "tag"} {
		if name == known {
			return commitKind + i, data, nil
		}
	}
	return 0, nil, errors.New("read object: unknown kind")
}

// inflater is one that is used again: making it costs more than a small object.
func (s *Store) inflater(r io.Reader) (io.Reader, error) {
	if z, ok := s.unzip.(zlib.Resetter); ok {
		if err := z.Reset(r, nil); err != nil {
			return nil, err
		}
		return s.unzip, nil
	}
	z, err := zlib.NewReader(r)
	s.unzip = z
	return z, err
}

// BlobID is the name that git gives a content.
func BlobID(content []byte) ID {
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", len(content))
	h.Write(content)
	return ID(h.Sum(nil))
}

// Blob gives the content of a file.
func (s *Store) Blob(id ID) ([]byte, error) {
	kind, data, err := s.object(id)
	if err == nil && kind != blobKind {
		err = fmt.Errorf("%s is not a file", id)
	}
	return data, err
}
