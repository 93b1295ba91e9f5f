package livetest

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the page of live runs anew")

// outcome is what became of one call.
type outcome struct {
	Call string `json:"call"`
	Ran  bool   `json:"ran"`
	Told string `json:"told,omitempty"` // what the client told the model
}

// record is what a run showed, kept in testdata/live.
type record struct {
	Name      string    `json:"name"`
	Title     string    `json:"title"`
	Version   string    `json:"version"`
	Date      string    `json:"date"`
	Command   string    `json:"command"`
	Gate      []outcome `json:"gate"`    // with the gate
	Control   []outcome `json:"control"` // without it
	EachAlone bool      `json:"each_alone,omitempty"`
}

// TestLivePage holds docs/clients/live.md to what the runs left.
func TestLivePage(t *testing.T) {
	page := filepath.Join("..", "..", "docs", "clients", "live.md")
	got := livePage(t)
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is not what the runs left; go test ./internal/livetest -update writes it (-want +got):\n%s", page, diff)
	}
}

func livePage(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "live", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("# The gate inside real clients\n\n" +
		"What became of the same calls in each client, with the gate registered by `sentinel install` and without it. The model is a\n" +
		"script on loopback, the home is thrown away, nobody is there to be asked, and the client is told to allow everything it can.\n" +
		"`scripts/live` runs this and writes what it saw; [testdata/live/README.md](../../testdata/live/README.md) says how.\n\n" +
		"| client | version | date | ran with the gate | did not run with the gate | ran without it |\n|---|---|---|---|---|---|\n")
	var all []record
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var r record
		if err := json.Unmarshal(raw, &r); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		all = append(all, r)
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.Title, r.Version, r.Date, calls(r.Gate, true), calls(r.Gate, false), calls(r.Control, true))
	}
	b.WriteString("\n`rm -rf ~` is not tried without the gate. A call that ran in neither case was refused by the client itself, too.\n")
	for _, r := range all {
		fmt.Fprintf(&b, "\n## %s\n\n`%s`", r.Title, r.Command)
		if r.EachAlone {
			b.WriteString("; a refusal ends the run, so each call had a run of its own, and what is shown is what the client printed")
		}
		b.WriteString("\n")
		for _, o := range r.Gate {
			word := "did not run"
			if o.Ran {
				word = "ran"
			}
			fmt.Fprintf(&b, "\n%s: %s\n\n", o.Call, word)
			for line := range strings.Lines(o.Told) {
				b.WriteString(strings.TrimRight("    "+line, " \n") + "\n")
			}
		}
	}
	return b.String()
}

func calls(list []outcome, ran bool) string {
	var names []string
	for _, o := range list {
		if o.Ran == ran {
			names = append(names, o.Call)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
