// Package secret finds credentials in content: files that are about to be
// read, text that is about to be written, commands that are about to run.
//
// What tokens look like is data (rules/*.json, one file per family, each with
// examples that must be found and others that must not). What stands under
// names such as password or api_key, in URLs, headers, key files and on command
// lines is judged by code: package word knows names and values, package check
// the checksums.
//
// A text is gone through once. A table of three-letter anchors tells where
// something may begin; nearly all of an ordinary text passes without another
// look. The table is made on the first scan and costs nothing before.
//
// Content is scanned in a stream with bounded memory, UTF-16 is converted, and
// in binary files only the fixed forms count. What could not be looked at is an
// error and never silently clean.
package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/sentinelgate/sentinel/internal/secret/own"
	"github.com/sentinelgate/sentinel/internal/secret/place"
	"github.com/sentinelgate/sentinel/internal/secret/wide"
)

// Confidence says how sure a finding is.
type Confidence int

// The degrees. High: a checksum or a private key. Medium: the exact form of a
// provider. Low: a value under a name.
const (
	Low Confidence = iota + 1
	Medium
	High
)

func (c Confidence) String() string {
	switch c {
	case Low:
		return "low"
	case Medium:
		return "medium"
	case High:
		return "high"
	}
	return "none"
}

// Finding is a secret and where it stands. It never holds the secret itself.
type Finding struct {
	Label      string // as github-token
	Title      string // as GitHub Token
	Name       string // what the value was given to, "" if nothing
	Line       int    // from 1
	Column     int    // of the line's bytes, from 1
	Offset     int64  // of the secret, in bytes of the text after conversion to UTF-8
	Length     int
	Confidence Confidence
	Snippet    string // masked
	// Fingerprint tells equal secrets, by Options.Key; zero without a key.
	Fingerprint [8]byte
}

// CommandPath stands for a shell command where a path is asked for.
const CommandPath = place.Command

// Options are the wishes of whoever scans.
type Options struct {
	// MaxBytes bounds what is read of one text; 0 is no bound. What lies behind
	// it is reported as ErrPartial.
	MaxBytes int64
	// MaxFindings bounds the findings of one text; 0 is DefaultMaxFindings.
	MaxFindings int
	// Rules are looked for besides the built-in ones.
	Rules []own.Rule
	// Allow takes findings out.
	Allow own.Allow
	// Key makes fingerprints that nobody without it can guess secrets from.
	Key []byte
}

// DefaultMaxFindings bounds the findings of one text.
const DefaultMaxFindings = 1000

// Errors of a scan. Findings that came before stay valid.
var (
	ErrNotMade = errors.New("secret: the scanner was not made with New")
	ErrPartial = errors.New("could not read the rest")
	ErrMany    = errors.New("more findings than are counted")
)

// Scanner finds secrets. It is safe for concurrent use. The zero value refuses.
type Scanner struct {
	opts  Options
	made  bool
	users []own.Compiled
	allow own.List
	once  sync.Once
	table *table
	pool  sync.Pool
}

// New makes a scanner. It fails for a rule of the caller's own that cannot be
// read; nothing is compiled before it is needed.
func New(o Options) (*Scanner, error) {
	s := &Scanner{opts: o, made: true}
	for _, r := range o.Rules {
		u, err := own.NewRule(r)
		if err != nil {
			return nil, err
		}
		s.users = append(s.users, u)
	}
	var err error
	if s.allow, err = own.NewList(o.Allow); err != nil {
		return nil, err
	}
	if s.opts.MaxFindings <= 0 {
		s.opts.MaxFindings = DefaultMaxFindings
	}
	return s, nil
}

// Version changes whenever this package may find something else: with its
// rules, its program and what the caller added.
func (s *Scanner) Version() string {
	if s == nil || len(s.opts.Rules)+len(s.opts.Allow.Values)+len(s.opts.Allow.Labels)+len(s.opts.Allow.Paths) == 0 {
		return version
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s%+v%+v", version, s.opts.Rules, s.opts.Allow))
	return fmt.Sprintf("%x", sum[:16])
}

// Bytes scans a text that is there already. path says what kind of file it is
// or would be; "(bash)" stands for a shell command.
func (s *Scanner) Bytes(path string, text []byte) ([]Finding, error) {
	if s == nil || !s.made {
		return nil, ErrNotMade
	}
	if s.opts.MaxBytes > 0 && int64(len(text)) > s.opts.MaxBytes {
		found, err := s.Bytes(path, text[:s.opts.MaxBytes])
		return found, errors.Join(partial(path, fmt.Errorf("only the first %d bytes", s.opts.MaxBytes)), err)
	}
	r := s.begin(path)
	if enc := wide.Of(text); enc != wide.Plain {
		text = wide.ToUTF8(enc, text)
	}
	for from := 0; from < len(text) && !r.full(); {
		n := min(len(text), from+window)
		r.window(text, from, n)
		from = n
	}
	return r.done()
}

// Scan scans what a reader gives, in a stream.
func (s *Scanner) Scan(path string, in io.Reader) ([]Finding, error) {
	if s == nil || !s.made {
		return nil, ErrNotMade
	}
	r := s.begin(path)
	err := r.stream(in)
	found, many := r.done()
	return found, errors.Join(err, many)
}

func partial(path string, why error) error {
	return fmt.Errorf("scan %s: %w: %w", path, ErrPartial, why)
}

// fingerprint tells equal secrets to whoever has the key.
func (s *Scanner) fingerprint(value []byte) (sum [8]byte) {
	if len(s.opts.Key) == 0 {
		return sum
	}
	h := hmac.New(sha256.New, s.opts.Key)
	h.Write(value)
	copy(sum[:], h.Sum(nil))
	return sum
}
