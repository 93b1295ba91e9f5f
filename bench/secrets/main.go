// Command secrets compares the secret scanner with gitleaks on the labelled
// texts of testdata/cases/secrets.jsonl, by line: recall is the share of the
// expected lines that are found, precision the share of the lines found that
// are expected.
//
//	go run ./bench/secrets             # this scanner alone
//	go run ./bench/secrets -gitleaks   # fetches and builds gitleaks by the Go module proxy
//
// Labels do not count here, since each program has its own. Debatable cases are
// left out.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/sentinelgate/sentinel/internal/cases"
	"github.com/sentinelgate/sentinel/internal/secret"
)

// gitleaks is the module and the version that is compared with.
const gitleaks = "github.com/zricethezav/gitleaks/v8@v8.30.1"

func main() {
	with := flag.Bool("gitleaks", false, "compare with "+gitleaks)
	file := flag.String("cases", "testdata/cases/secrets.jsonl", "labelled texts")
	flag.Parse()
	if err := compare(*file, *with); err != nil {
		fmt.Fprintln(os.Stderr, "secrets:", err)
		os.Exit(1)
	}
}

// line is a place in one of the texts.
type line struct {
	text int
	line int
}

type row struct {
	name  string
	found map[line]bool
	took  time.Duration
}

func compare(file string, with bool) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	list, err := cases.Read(file, bytes.NewReader(data))
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "secrets")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	want := map[line]bool{}
	var texts []*cases.Content
	for _, c := range list {
		if c.Content == nil || c.Hand || c.Content.Grade == "debatable" {
			continue
		}
		for _, s := range c.Content.Secrets {
			want[line{len(texts), s.Line}] = true
		}
		texts = append(texts, c.Content)
	}
	own, err := ours(texts)
	if err != nil {
		return err
	}
	rows := []row{own}
	if with {
		theirs, err := others(dir, texts)
		if err != nil {
			return err
		}
		rows = append(rows, theirs)
	}
	fmt.Printf("%d texts, %d lines with a secret\n\n| scanner | found | of | recall | needless | precision | time |\n|---|---|---|---|---|---|---|\n", len(texts), len(want))
	for _, r := range rows {
		right := 0
		for l := range r.found {
			if want[l] {
				right++
			}
		}
		fmt.Printf("| %s | %d | %d | %.1f %% | %d | %.1f %% | %s |\n", r.name, right, len(want), share(right, len(want)), len(r.found)-right, share(right, len(r.found)), r.took.Round(time.Millisecond))
	}
	return nil
}

func share(n, of int) float64 {
	if of == 0 {
		return 100
	}
	return 100 * float64(n) / float64(of)
}

func ours(texts []*cases.Content) (row, error) {
	r := row{name: "sentinel", found: map[line]bool{}}
	s, err := secret.New(secret.Options{})
	if err != nil {
		return r, err
	}
	start := time.Now()
	for i, c := range texts {
		found, err := s.Bytes(c.Path, c.Text())
		if err != nil {
			return r, err
		}
		for _, f := range found {
			r.found[line{i, f.Line}] = true
		}
	}
	r.took = time.Since(start)
	return r, nil
}

// others writes the texts out, each into a folder of its own, since a scanner
// looks at names, too.
func others(dir string, texts []*cases.Content) (row, error) {
	r := row{name: gitleaks, found: map[line]bool{}}
	program := filepath.Join(dir, "bin")
	cmd := exec.Command("go", "install", gitleaks)
	cmd.Env = append(os.Environ(), "GOBIN="+program, "GOFLAGS=", "CGO_ENABLED=0")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return r, fmt.Errorf("build gitleaks: %w\n%s", err, out)
	}
	tree := filepath.Join(dir, "texts")
	for i, c := range texts {
		name := filepath.Join(tree, fmt.Sprint(i), filepath.FromSlash(filepath.Clean("/"+c.Path)))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return r, err
		}
		if err := os.WriteFile(name, c.Text(), 0o600); err != nil {
			return r, err
		}
	}
	report := filepath.Join(dir, "report.json")
	start := time.Now()
	out, err := exec.Command(filepath.Join(program, "gitleaks"), "dir", tree, "--no-banner", "--exit-code", "0", "--report-format", "json", "--report-path", report).CombinedOutput()
	r.took = time.Since(start)
	if err != nil {
		return r, fmt.Errorf("gitleaks: %w\n%s", err, out)
	}
	data, err := os.ReadFile(report)
	if err != nil {
		return r, err
	}
	var found []struct {
		File      string
		StartLine int
	}
	if err := json.Unmarshal(data, &found); err != nil {
		return r, fmt.Errorf("report: %w", err)
	}
	for _, f := range found {
		rel, err := filepath.Rel(tree, f.File)
		var i int
		if _, scanned := fmt.Sscanf(filepath.ToSlash(rel), "%d/", &i); err != nil || scanned != nil {
			return r, errors.Join(err, scanned)
		}
		r.found[line{i, f.StartLine}] = true
	}
	return r, nil
}
