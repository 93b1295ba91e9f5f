// Command rules writes docs/rules.md: every rule id that the examples of the
// knowledge and the labelled cases raise, with what is said, how grave it is at
// worst, the safer way if one is known, and a call that raises it. Run it from
// the repository's top:
//
//	go run ./internal/tools/rules           rewrite docs/rules.md
//	go run ./internal/tools/rules -check    fail if it is out of date
//
// A rule id is made of the program, its sub-command and what is done
// (git.push.force), so a new knowledge file brings its own.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
)

const file = "docs/rules.md"

func main() {
	check := flag.Bool("check", false, "change nothing; fail if "+file+" is out of date")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "rules:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	text, err := page()
	if err != nil {
		return err
	}
	if !check {
		return os.WriteFile(file, text, 0o644)
	}
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !bytes.Equal(old, text) {
		return fmt.Errorf("%s is out of date: go run ./internal/tools/rules", file)
	}
	return nil
}

// rule is what is known of one id.
type rule struct {
	colour       sentinel.Colour
	say, instead string
	call         string
}

func page() ([]byte, error) {
	calls, err := texts()
	if err != nil {
		return nil, err
	}
	found := map[string]rule{}
	world := &facts.World{KB: kb.New(), Place: &paths.Place{FS: paths.NewProject(nil), Home: paths.ProjectHome, Root: paths.ProjectRoot}}
	for _, c := range calls {
		a, err := world.Assess(sentinel.Call{Tool: "bash", Arguments: map[string]any{"command": c}, Cwd: paths.ProjectRoot})
		if err != nil {
			continue // a call that cannot be read at all raises no rule
		}
		for _, f := range a.Findings {
			note(found, f, c)
		}
	}
	return write(found), nil
}

// note keeps the gravest finding of a rule, and of those the shortest call.
func note(found map[string]rule, f sentinel.Finding, call string) {
	old, ok := found[f.Rule]
	if ok && (f.Colour > old.colour || f.Colour == old.colour && len(call) >= len(old.call)) {
		return
	}
	r := rule{colour: f.Colour, say: f.Say, instead: f.Instead, call: call}
	if r.instead == "" {
		r.instead = old.instead
	}
	found[f.Rule] = r
}

// texts gives the shell texts that are tried, in an order that does not change.
func texts() ([]string, error) {
	var all []string
	for _, name := range kb.List() {
		tool, err := kb.Open(name)
		if err != nil {
			return nil, err
		}
		for _, e := range tool.Examples {
			all = append(all, e.Run)
		}
	}
	f, err := os.Open("testdata/cases/danger.jsonl")
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<22)
	for in.Scan() {
		var c struct{ Input struct{ Command any } }
		if json.Unmarshal(in.Bytes(), &c) != nil {
			continue // a comment
		}
		if text, ok := c.Input.Command.(string); ok && len(text) < 200 {
			all = append(all, text)
		}
	}
	return all, in.Err()
}

func write(found map[string]rule) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# Rules

Made by `+"`go run ./internal/tools/rules`"+` from the knowledge and the labelled cases: %d rule ids, each with how grave it is at worst, what is
said, a safer way where one is known, and a call that raises it. The ids stand here as in the output of `+"`--json`"+`.
`+"`sentinel explain CALL`"+` shows those of a call; `+"`sentinel knowledge TOOL`"+` all that is known of a program.

| rule | at worst | what is said | safer | for example |
|---|---|---|---|---|
`, len(found))
	for _, id := range slices.Sorted(maps.Keys(found)) {
		r := found[id]
		fmt.Fprintf(&b, "| %q | %s | %s | %s | %s |\n", id, r.colour, cell(r.say), cell(r.instead), code(r.call))
	}
	return b.Bytes()
}

// cell makes text safe in a table.
func cell(s string) string { return strings.ReplaceAll(display.Line(s), "|", `\|`) }

// code shows a call, which may hold anything, in one cell.
func code(s string) string {
	s = cell(s)
	if s == "" {
		return ""
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + s + " " + fence
	}
	return fence + s + fence
}
