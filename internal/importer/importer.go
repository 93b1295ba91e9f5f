// Package importer turns the rules that a person wrote for a client into rules
// for the gate.
//
//	r, err := importer.Read("claude", "settings.json", data)
//	for _, l := range r.Lines { ... }     // what became of each rule
//	text := r.Permission()                // a "permission" block
//
// Nothing is widened: a rule that allows is taken over only if the gate's pattern
// covers no more than the client's; a rule that denies or asks may cover more,
// and its line says so. What cannot be said is a line, too. Each client is a file;
// to add one, write a reader and name it in readers.
package importer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Bounds of what is read.
const (
	maxRules = 5000
	maxText  = 1000 // bytes of a rule
)

// Fate is what became of a rule. The zero value is "left out".
type Fate uint8

const (
	LeftOut   Fate = iota // it cannot be said, or should not
	Tightened             // taken over, and stricter than it was
	TakenOver             // taken over as it is
)

// String gives the word for people.
func (f Fate) String() string {
	names := [...]string{"left out", "tightened", "taken over"}
	if int(f) < len(names) {
		return names[f]
	}
	return "left out"
}

// Decision is what a rule says.
type Decision string

// The decisions, as they are written in a configuration.
const (
	Allow Decision = "allow"
	Ask   Decision = "ask"
	Deny  Decision = "deny"
)

// Line is one rule of the client and what became of it.
type Line struct {
	Decision Decision
	Text     string // the rule as it was written
	Fate     Fate
	Rules    []Rule // what it became
	Why      string // what is different, "" for nothing
}

// Rule is one rule for the gate.
type Rule struct {
	Tool     string // the key in a permission block
	Pattern  string // "" for the whole tool
	Decision Decision
}

// Result is everything that was read.
type Result struct {
	Lines []Line
	Notes []string // what a person should know besides
	// Ordered says that the rules stand in the order in which the last one that
	// matches counts. Without it, deny goes before ask and ask before allow.
	Ordered bool
}

// Clients lists the names of clients whose rules can be read.
func Clients() []string {
	var out []string
	for _, r := range readers() {
		out = append(out, r.name)
	}
	return out
}

type reader struct {
	name  string
	files []string // below the home, and below a project, where rules are looked for; * in a name
	read  func(file string, data []byte) (Result, error)
}

func readers() []reader {
	return []reader{
		{"claude", []string{".claude/settings.json", ".claude/settings.local.json"}, claude},
		{"codex", []string{".codex/rules/*.rules", ".codex/config.toml"}, codex},
		{"copilot", []string{".copilot/permissions-config.json", ".copilot/config.json"}, copilot},
		{"gemini", []string{".gemini/settings.json", ".gemini/policies/*.toml"}, gemini},
		{"opencode", []string{".config/opencode/opencode.json", ".config/opencode/opencode.jsonc", "opencode.json", "opencode.jsonc", ".opencode/opencode.json"}, opencode},
	}
}

func find(client string) (reader, bool) {
	list := readers()
	i := slices.IndexFunc(list, func(r reader) bool { return r.name == client })
	if i < 0 {
		return reader{}, false
	}
	return list[i], true
}

// Files are the files below a folder (a home or a project) in which a client's
// rules stand, slash-separated, with * in names.
func Files(client string) []string {
	r, _ := find(client)
	return r.files
}

// Read reads one file of a client's rules.
func Read(client, file string, data []byte) (Result, error) {
	r, ok := find(client)
	if !ok {
		return Result{}, fmt.Errorf("import from %q: want one of %s", client, strings.Join(Clients(), ", "))
	}
	res, err := r.read(file, data)
	if err != nil {
		return Result{}, fmt.Errorf("import from %s: %w", file, err)
	}
	if len(res.Lines) > maxRules {
		return Result{}, fmt.Errorf("import from %s: more than %d rules", file, maxRules)
	}
	for i := range res.Lines {
		res.Lines[i].check()
	}
	return res, nil
}

// check takes back what must not be in a configuration.
func (l *Line) check() {
	for _, r := range l.Rules {
		if len(r.Pattern) > maxText || strings.ContainsFunc(r.Pattern+r.Tool, func(c rune) bool { return c < ' ' || c == 0x7f }) {
			l.Fate, l.Rules, l.Why = LeftOut, nil, "too long, or with control characters"
			return
		}
	}
	if l.Fate == LeftOut {
		l.Rules = nil
	}
}

// Join puts the results of several files together.
func Join(list ...Result) Result {
	var out Result
	for _, r := range list {
		out.Lines = append(out.Lines, r.Lines...)
		out.Notes = append(out.Notes, r.Notes...)
		out.Ordered = out.Ordered || r.Ordered
	}
	return out
}

// Entry is the gate's entry for one tool.
type Entry struct {
	Tool string
	JSON []byte // a decision, or a table of patterns
}

// Permission gives the entries of a permission block in the order of their
// names.
func (r Result) Permission() []Entry {
	byTool := map[string][]Rule{}
	for _, l := range r.Lines {
		for _, rule := range l.Rules {
			byTool[rule.Tool] = append(byTool[rule.Tool], rule)
		}
	}
	var out []Entry
	for tool, list := range byTool {
		out = append(out, Entry{tool, entry(tool, list, r.Ordered)})
	}
	slices.SortFunc(out, func(a, b Entry) int { return strings.Compare(a.Tool, b.Tool) })
	return out
}

// entry writes one tool's rules. The later one of two rules counts, so that the
// stricter ones stand behind.
func entry(tool string, list []Rule, ordered bool) []byte {
	if tool == "read" {
		list = append(slices.Clone(builtinReads()), list...)
	}
	rank := map[Decision]int{Allow: 0, Ask: 1, Deny: 2}
	if !ordered {
		slices.SortStableFunc(list, func(a, b Rule) int { return rank[a.Decision] - rank[b.Decision] })
	}
	if tool == "read" { // exceptions of the built-in denies stay behind them
		list = append(slices.DeleteFunc(list, func(r Rule) bool { return slices.Contains(exceptions(), r) }), exceptions()...)
	}
	last := map[string]int{}
	for i, r := range list {
		last[r.Pattern] = i
	}
	if i, whole := last[""]; whole && len(last) == 1 {
		return quoted(string(list[i].Decision))
	}
	var b strings.Builder
	b.WriteString("{")
	sep := "\n"
	for i, r := range list {
		if last[r.Pattern] != i {
			continue
		}
		pattern := r.Pattern
		if pattern == "" {
			pattern = "*"
		}
		fmt.Fprintf(&b, "%s  %s: %s", sep, quoted(pattern), quoted(string(r.Decision)))
		sep = ",\n"
	}
	b.WriteString("\n}")
	return []byte(b.String())
}

// builtinReads are the built-in rules for reading, which an entry of a person's
// own replaces, and the secrets in a home that are denied without any rule.
func builtinReads() []Rule {
	list := []Rule{{"read", "*", Allow}}
	for _, p := range []string{"*.env", "*.env.*", "*.pem", "~/.ssh/id_*", "~/.aws/credentials", "~/.netrc", "~/.git-credentials", "~/.pgpass",
		"~/.gnupg/private-keys*", "~/.kube/config", "~/.docker/config.json"} {
		list = append(list, Rule{"read", p, Deny})
	}
	return list
}

func exceptions() []Rule {
	var list []Rule
	for _, p := range []string{"*.env.example", "*.env.sample", "*.env.template", "~/.ssh/id_*.pub"} {
		list = append(list, Rule{"read", p, Allow})
	}
	return list
}

func quoted(s string) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		return []byte(`""`)
	}
	for _, c := range []struct{ esc, plain string }{{`\u003c`, "<"}, {`\u003e`, ">"}, {`\u0026`, "&"}} {
		b = []byte(strings.ReplaceAll(string(b), c.esc, c.plain))
	}
	return b
}
