package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/secret"
)

// Exit codes of scan: found, and nothing found but not everything read.
const (
	exitFound    = 1
	exitUnread   = 2
	maxShown     = 200 // skipped paths that are listed by name in JSON
	progressPace = 200 * time.Millisecond
)

func scanCommand(env Env) *cobra.Command {
	var asJSON, asSARIF bool
	var name string
	c := &cobra.Command{
		Use:   "scan PATH...",
		Short: "Look for secrets in files and folders",
		Long: "Reads every file below the paths and prints where credentials stand, masked.\n" +
			"Folders named .git are skipped and links are not followed; both are counted and said.\n" +
			"- reads standard input; --name says what kind of file it is.\n\n" +
			"Exits 0 when nothing was found, 1 when something was, 2 when nothing was but not everything could be read.",
		Example: "  sentinel scan .\n  git diff | sentinel scan -",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, paths []string) error {
			if asJSON && asSARIF {
				return usage("choose one form of output", "--json and --sarif exclude each other")
			}
			scanner, err := secret.New(secret.Options{})
			if err != nil {
				return err
			}
			s := &scanRun{env: env, scanner: scanner, name: name, report: scanReport{Version: 1, Findings: []scanFinding{}}}
			for _, p := range paths {
				s.path(c.Context(), p)
			}
			s.progress("")
			switch {
			case asJSON:
				err = env.json(s.report)
			case asSARIF:
				err = env.json(sarifOf(s.report))
			default:
				s.text()
			}
			return errors.Join(err, s.outcome())
		},
	}
	f := c.Flags()
	f.BoolVar(&asJSON, "json", false, "print JSON")
	f.BoolVar(&asSARIF, "sarif", false, "print SARIF 2.1.0")
	f.StringVar(&name, "name", "(stdin)", "take standard input for a file of this `NAME`")
	return c
}

// scanReport is what scan prints as JSON.
type scanReport struct {
	Version  int           `json:"version"`
	Files    int           `json:"files"`
	Bytes    int64         `json:"bytes"`
	Findings []scanFinding `json:"findings"`
	// Skipped counts by reason: git-folder, link, special-file.
	Skipped map[string]int `json:"skipped,omitempty"`
	// SkippedPaths names some of them.
	SkippedPaths []string     `json:"skipped_paths,omitempty"`
	Errors       []scanFailed `json:"errors,omitempty"`
}

// scanFinding is a secret, masked.
type scanFinding struct {
	Path       string `json:"path"`
	Line       int    `json:"line"`
	Column     int    `json:"column"`
	Label      string `json:"label"`
	Title      string `json:"title"`
	Name       string `json:"name,omitempty"`
	Confidence string `json:"confidence"`
	Snippet    string `json:"snippet"`
}

// scanFailed is a path that could not be read, or not to its end.
type scanFailed struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

// scanRun goes over the paths.
type scanRun struct {
	env     Env
	scanner *secret.Scanner
	name    string
	report  scanReport
	shown   time.Time
	width   int
	flagged int
}

// path scans one of the paths that were named. A link that is named is meant.
func (s *scanRun) path(ctx context.Context, shown string) {
	if shown == "-" {
		s.content(s.name, s.env.Stdin)
		return
	}
	real := shown
	if !filepath.IsAbs(real) {
		real = filepath.Join(s.env.Cwd, shown)
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
			s.skip("git-folder", name)
			return fs.SkipDir
		case d.IsDir():
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			s.skip("link", name)
		case !d.Type().IsRegular():
			s.skip("special-file", name)
		default:
			s.file(name, file)
		}
		return nil
	})
	if err != nil {
		s.failed(shown, err)
	}
}

func (s *scanRun) skip(why, name string) {
	if s.report.Skipped == nil {
		s.report.Skipped = map[string]int{}
	}
	s.report.Skipped[why]++
	if len(s.report.SkippedPaths) < maxShown {
		s.report.SkippedPaths = append(s.report.SkippedPaths, name)
	}
}

func (s *scanRun) failed(name string, err error) {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err // the path is said already
	}
	s.report.Errors = append(s.report.Errors, scanFailed{name, err.Error()})
}

func (s *scanRun) file(name, file string) {
	in, err := os.Open(file)
	if err != nil {
		s.failed(name, err)
		return
	}
	defer in.Close()
	s.content(name, in)
}

func (s *scanRun) content(name string, in io.Reader) {
	reader := &countingReader{in: in}
	found, err := s.scanner.Scan(name, reader)
	if err != nil {
		s.failed(name, err)
	}
	s.report.Files++
	s.report.Bytes += reader.n
	if len(found) > 0 {
		s.flagged++
	}
	for _, f := range found {
		s.report.Findings = append(s.report.Findings, scanFinding{name, f.Line, f.Column, f.Label, f.Title, f.Name, f.Confidence.String(), f.Snippet})
	}
	s.progress(name)
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

// progress shows on a terminal how far the scan is; without a name it clears
// the line.
func (s *scanRun) progress(name string) {
	if !s.env.Terminal || name != "" && s.env.Now().Sub(s.shown) < progressPace {
		return
	}
	line := ""
	if name != "" {
		s.shown = s.env.Now()
		line = fmt.Sprintf("%d files, %d MB, %d found: %s", s.report.Files, s.report.Bytes>>20, len(s.report.Findings), display.Line(name))
		if r := []rune(line); len(r) > 78 {
			line = string(r[:78])
		}
	}
	fmt.Fprintf(s.env.Stderr, "\r%s%s\r%s", line, strings.Repeat(" ", max(0, s.width-len(line))), line)
	s.width = len(line)
}

// text prints the report for people.
func (s *scanRun) text() {
	style := s.env.style()
	for _, f := range s.report.Findings {
		name := ""
		if f.Name != "" {
			name = ", " + display.Line(f.Name)
		}
		s.env.printf("%s:%d: %s %s (%s, %s%s)\n", display.Line(f.Path), f.Line, style.Red(f.Title), display.Line(f.Snippet), f.Label, f.Confidence, name)
	}
	for _, e := range s.report.Errors {
		s.env.printf("%s: %s %s\n", display.Line(e.Path), style.Yellow("not read:"), display.Line(e.Error))
	}
	var skipped []string
	for _, why := range [...]struct{ key, one, many string }{
		{"git-folder", ".git folder", ".git folders"}, {"link", "link", "links"}, {"special-file", "special file", "special files"},
	} {
		if n := s.report.Skipped[why.key]; n > 0 {
			skipped = append(skipped, counted(n, why.one, why.many))
		}
	}
	if len(skipped) > 0 {
		s.env.printf("skipped: %s\n", strings.Join(skipped, ", "))
	}
	s.env.printf("%s in %d of %s\n", counted(len(s.report.Findings), "secret", "secrets"), s.flagged, counted(s.report.Files, "file", "files"))
}

func counted(n int, one, many string) string { return fmt.Sprintf("%d %s", n, plural(n, one, many)) }

// outcome is the exit code.
func (s *scanRun) outcome() error {
	switch {
	case len(s.report.Findings) > 0:
		return &exitError{code: exitFound}
	case len(s.report.Errors) > 0:
		return &exitError{code: exitUnread}
	}
	return nil
}
