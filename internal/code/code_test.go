package code

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the reports in testdata")

// show prints a report, one act or reason a line.
func show(rep Report) string {
	var b strings.Builder
	for _, a := range rep.Acts {
		fmt.Fprintf(&b, "%v %s", a.Kind, a.Call)
		for _, x := range a.Args {
			b.WriteString(" " + showArg(x))
		}
		if a.Shell != nil {
			b.WriteString(" shell " + showArg(*a.Shell))
		}
		if a.Argv != nil {
			b.WriteString(" argv")
		}
		for _, x := range a.Argv {
			b.WriteString(" " + showArg(x))
		}
		b.WriteString("\n")
	}
	for _, u := range rep.Unread {
		b.WriteString("unread: " + u + "\n")
	}
	return b.String()
}

// showArg prints an argument; dots follow one that is not fully known.
func showArg(a Arg) string {
	if a.Known {
		return fmt.Sprintf("%q", a.Text)
	}
	return fmt.Sprintf("%q...", a.Text)
}

// sample is a piece of code and the report expected for it.
type sample struct{ src, want string }

// samples reads testdata/<language>.txt: code in lines that begin with "> ",
// the report in the lines below it, blank lines between.
func samples(t testing.TB, path string) []sample {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []sample
	for block := range strings.SplitSeq(string(data), "\n\n") {
		var s sample
		for line := range strings.Lines(block) {
			line = strings.TrimSuffix(line, "\n")
			if code, ok := strings.CutPrefix(line, ">"); ok {
				s.src += strings.TrimPrefix(code, " ") + "\n"
			} else if line != "" {
				s.want += line + "\n"
			}
		}
		if s.src = strings.TrimSuffix(s.src, "\n"); s.src != "" {
			out = append(out, s)
		}
	}
	return out
}

func languageOfFile(path string) string {
	return strings.TrimSuffix(filepath.Base(path), ".txt")
}

func TestSamples(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, path := range paths {
		t.Run(languageOfFile(path), func(t *testing.T) {
			var b strings.Builder
			for _, s := range samples(t, path) {
				got := show(Inspect(languageOfFile(path), s.src))
				if !*update {
					if diff := cmp.Diff(s.want, got); diff != "" {
						t.Errorf("%s\n-want +got\n%s", s.src, diff)
					}
				}
				b.WriteString("> " + strings.ReplaceAll(s.src, "\n", "\n> ") + "\n" + got + "\n")
			}
			if *update {
				if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
