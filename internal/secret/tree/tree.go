// Package tree scans files and folders for secrets and reports what it found,
// what it skipped and what it could not read.
package tree

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/sentinelgate/sentinel/internal/secret"
)

// maxNamed bounds the skipped paths that a report names.
const maxNamed = 200

// Why something was skipped.
const (
	GitFolder   = ".git folder"
	Link        = "link"
	SpecialFile = "special file"
)

// Report is what was found; its JSON is printed to programs.
type Report struct {
	Version  int       `json:"version"`
	Files    int       `json:"files"`
	Bytes    int64     `json:"bytes"`
	Flagged  int       `json:"flagged"` // files with findings
	Findings []Finding `json:"findings"`
	// Skipped counts by reason.
	Skipped map[string]int `json:"skipped,omitempty"`
	// SkippedPaths names some of them.
	SkippedPaths []string `json:"skipped_paths,omitempty"`
	Errors       []Failed `json:"errors,omitempty"`
}

// Finding is a secret, masked.
type Finding struct {
	Path       string `json:"path"`
	Line       int    `json:"line"`
	Column     int    `json:"column"`
	Label      string `json:"label"`
	Title      string `json:"title"`
	Name       string `json:"name,omitempty"`
	Confidence string `json:"confidence"`
	Snippet    string `json:"snippet"`
}

// Failed is a path that could not be read, or not to its end.
type Failed struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

// Run goes over paths and gathers a report.
type Run struct {
	Scanner *secret.Scanner
	Cwd     string    // what paths are relative to
	Stdin   io.Reader // what - stands for
	Name    string    // what kind of file standard input is
	// Each, when set, hears of every file when it was read.
	Each   func(name string)
	Report Report
}

// Path scans one of the paths that were named. A link that is named is meant.
func (s *Run) Path(ctx context.Context, shown string) {
	if shown == "-" {
		s.content(s.Name, s.Stdin)
		return
	}
	real := shown
	if !filepath.IsAbs(real) {
		real = filepath.Join(s.Cwd, shown)
	}
	if target, err := filepath.EvalSymlinks(real); err == nil {
		real = target
	}
	err := filepath.WalkDir(real, func(file string, d fs.DirEntry, err error) error {
		name := shown
		if rel, e := filepath.Rel(real, file); e == nil && rel != "." {
			name = filepath.Join(shown, rel)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			s.failed(name, err)
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir() && d.Name() == ".git" && file != real:
			s.skip(GitFolder, name)
			return fs.SkipDir
		case d.IsDir():
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			s.skip(Link, name)
		case !d.Type().IsRegular():
			s.skip(SpecialFile, name)
		default:
			s.file(name, file)
		}
		return nil
	})
	if err != nil {
		s.failed(shown, err)
	}
}

func (s *Run) skip(why, name string) {
	if s.Report.Skipped == nil {
		s.Report.Skipped = map[string]int{}
	}
	s.Report.Skipped[why]++
	if len(s.Report.SkippedPaths) < maxNamed {
		s.Report.SkippedPaths = append(s.Report.SkippedPaths, name)
	}
}

func (s *Run) failed(name string, err error) {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err // the path is said already
	}
	s.Report.Errors = append(s.Report.Errors, Failed{name, err.Error()})
}

func (s *Run) file(name, file string) {
	in, err := os.Open(file)
	if err != nil {
		s.failed(name, err)
		return
	}
	defer in.Close()
	s.content(name, in)
}

func (s *Run) content(name string, in io.Reader) {
	reader := &countingReader{in: in}
	found, err := s.Scanner.Scan(name, reader)
	if err != nil {
		s.failed(name, err)
	}
	s.Report.Files++
	s.Report.Bytes += reader.n
	if len(found) > 0 {
		s.Report.Flagged++
	}
	for _, f := range found {
		s.Report.Findings = append(s.Report.Findings, Finding{name, f.Line, f.Column, f.Label, f.Title, f.Name, f.Confidence.String(), f.Snippet})
	}
	if s.Each != nil {
		s.Each(name)
	}
}

type countingReader struct {
	in io.Reader
	n  int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	return n, err
}
