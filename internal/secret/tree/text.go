package tree

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel/internal/display"
)

// pace is how often a progress line changes.
const pace = 200 * time.Millisecond

// Progress shows on a terminal how far a scan is.
type Progress struct {
	Out   io.Writer
	Now   func() time.Time
	last  time.Time
	width int
}

// Show writes the line anew, now and then.
func (p *Progress) Show(r Report, name string) {
	if p.Now().Sub(p.last) < pace {
		return
	}
	p.last = p.Now()
	line := []rune(fmt.Sprintf("%d files, %d MB, %d found: %s", r.Files, r.Bytes>>20, len(r.Findings), display.Line(name)))
	p.write(string(line[:min(len(line), 78)]))
}

// Clear takes the line away.
func (p *Progress) Clear() {
	if p.width > 0 {
		p.write("")
	}
}

func (p *Progress) write(line string) {
	fmt.Fprintf(p.Out, "\r%s%s\r%s", line, strings.Repeat(" ", max(0, p.width-len(line))), line)
	p.width = len(line)
}

// Text prints a report for people.
func (r Report) Text(w io.Writer, style display.Style) {
	for _, f := range r.Findings {
		name := ""
		if f.Name != "" {
			name = ", " + display.Line(f.Name)
		}
		fmt.Fprintf(w, "%s:%d: %s %s (%s, %s%s)\n", display.Line(f.Path), f.Line, style.Red(f.Title), display.Line(f.Snippet), f.Label, f.Confidence, name)
	}
	for _, e := range r.Errors {
		fmt.Fprintf(w, "%s: %s %s\n", display.Line(e.Path), style.Yellow("not read:"), display.Line(e.Error))
	}
	var skipped []string
	for _, why := range [...]string{GitFolder, Link, SpecialFile} {
		if n := r.Skipped[why]; n > 0 {
			skipped = append(skipped, count(n, why))
		}
	}
	if len(skipped) > 0 {
		fmt.Fprintf(w, "skipped: %s\n", strings.Join(skipped, ", "))
	}
	fmt.Fprintf(w, "%s in %d of %s\n", count(len(r.Findings), "secret"), r.Flagged, count(r.Files, "file"))
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
