package proof

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// real are the programs that a script gets in truth:
// shells, wrappers that start others, and tools whose output a shell takes up.
var real = strings.Fields(`bash cat base64 tr rev head tail seq sort uniq cut xxd wc env timeout nice nohup xargs setsid
	find sed awk tee basename dirname date expr mktemp printenv touch mkdir ionice stdbuf paste nl tac fold echo printf true false ls`)

// reading is what the gate foresees of a script.
type reading struct {
	patterns []*regexp.Regexp
	blind    bool   // said that it cannot be inspected: everything is foreseen
	resolved bool   // and every word is known
	why      string // the first word that is not
	returns  bool   // lines end in returns, which bash keeps and the shells of Windows drop
}

func read(script string, knows shell.Knows) reading {
	r := shell.Read(script, shell.Options{Home: "/home/dev", Cwd: "/home/dev/project",
		Vars: map[string]string{"USER": "dev"}, Knows: knows, Limits: shell.DefaultLimits()})
	out := reading{blind: len(r.Problems) > 0, returns: strings.Contains(script, "\r\n")}
	if out.blind {
		out.why = r.Problems[0].Why
	}
	for _, c := range r.Commands {
		if c.Place.Uncalled { // it is read for what it could do, but said to run never
			continue
		}
		if len(c.Unread) > 0 {
			out.blind, out.why = true, cmp.Or(out.why, c.Unread[0])
		}
		for _, script := range c.Runs {
			if script.Lang == "sh" && script.Why != "" {
				out.blind, out.why = true, cmp.Or(out.why, script.Why)
			}
		}
		if len(c.Argv) == 0 || c.Func {
			continue
		}
		out.patterns = append(out.patterns, pattern(c.Argv))
		if c.Outer != nil && slices.ContainsFunc(c.Outer.Argv, func(w shell.Word) bool { return w.Is("-execdir") || w.Is("-okdir") }) {
			out.patterns = append(out.patterns, pattern(near(c.Argv)))
		}
		if c.Outer != nil && c.Outer.Argv[0].Is("exec") && len(c.Outer.Argv) > 2 && c.Outer.Argv[1].Is("-a") { // the name that the program is given
			out.patterns = append(out.patterns, pattern(append(slices.Clip(c.Outer.Argv[2:3]), c.Argv[1:]...)))
		}
		if i := slices.IndexFunc(c.Argv, unresolved); i >= 0 {
			out.why = cmp.Or(out.why, "a word that is not known: "+c.Argv[i].String()+"  <- "+c.Argv[i].Raw)
		}
	}
	out.resolved = out.why == ""
	return out
}

// unresolved tells whether a word holds something that is not known. What a
// program prints stands in no script, nor does the name of the file that a
// substitution gets; but what a tool prints that the reading computes counts.
func unresolved(w shell.Word) bool {
	return slices.ContainsFunc(w.Pieces, func(p shell.Piece) bool {
		if p.Origin <= shell.Glob || p.Origin == shell.Other && p.Inside != nil {
			return false
		}
		if p.Origin != shell.Output || p.Inside == nil || p.Inside.From == nil {
			return true
		}
		name, known := p.Inside.From.Program()
		return !known || slices.Contains(real, path.Base(name))
	})
}

// near spells paths as find -execdir does, which hands on the same files as seen
// from the folder that each is in.
func near(argv []shell.Word) []shell.Word {
	out := slices.Clone(argv)
	for i, w := range argv {
		if text, _, ok := w.Pattern(); ok && strings.Contains(text, "/") {
			out[i] = shell.Word{Pieces: []shell.Piece{{Text: "./"}, {Origin: shell.Glob, Text: "**"}}}
		}
	}
	return out
}

// pattern matches what a program may get: words, each with a zero byte behind
// it. A piece that is not known and not quoted may be any number of words.
func pattern(argv []shell.Word) *regexp.Regexp {
	var b strings.Builder
	b.WriteString("(?s)^")
	for _, w := range argv {
		b.WriteString(wordPattern(w))
	}
	b.WriteString("$")
	return regexp.MustCompile(b.String())
}

// made is the end of the name of a file that mktemp makes.
var made = regexp.MustCompile(`\.XXXX+`)

func wordPattern(w shell.Word) string {
	for i := 1; i < len(w.Pieces); i++ { // in a text that find's command runs
		if star := (shell.Piece{Origin: shell.Glob, Text: "*"}); w.Pieces[i-1].Text == "*" && w.Pieces[i].Text == "*" && w.Pieces[i].Origin == star.Origin {
			w.Pieces = slices.Concat(w.Pieces[:i-1], []shell.Piece{{Origin: shell.Glob, Text: "**", Split: w.Pieces[i].Split}}, w.Pieces[i+1:])
		}
	}
	var b strings.Builder
	vanishes, unmatched := len(w.Pieces) > 0, false
	for i, p := range w.Pieces {
		if i > 0 && found(w.Pieces[i-1]) {
			p.Text = strings.TrimPrefix(p.Text, "/") // below any folder, or in the first one
		}
		switch {
		case found(p) && i+1 < len(w.Pieces) && (w.Pieces[i+1].Origin == shell.Glob || strings.HasPrefix(w.Pieces[i+1].Text, "/")):
			b.WriteString("(?:.*/)?")
		case p.Origin == shell.Literal, p.Origin == shell.Glob && !strings.ContainsAny(p.Text, "*?[("):
			text := regexp.QuoteMeta(strings.ToValidUTF8(p.Text, "\ufffd"))
			// The reading says where a mktemp makes its file, not which.
			b.WriteString(made.ReplaceAllStringFunc(text, func(x string) string { return fmt.Sprintf(".[0-9A-Za-z]{%d}", len(x)-1) }))
		case p.Split || p.Origin == shell.Glob:
			b.WriteString(".*")
		default:
			b.WriteString("[^\x00]*")
		}
		vanishes = vanishes && p.Split
		// With nullglob; and what find has found stands in several words, of which
		// each program gets some.
		unmatched = unmatched || p.Origin == shell.Glob && p.Split || found(p)
	}
	if vanishes || unmatched {
		return "(?:" + b.String() + "\x00)?"
	}
	if name, _, _ := strings.Cut(w.Raw, "/"); len(name) > 1 && name[0] == '~' && name != "~+" && name != "~-" { // of a user who may be none
		return "(?:" + b.String() + "|" + regexp.QuoteMeta(w.Raw) + ")\x00"
	}
	return b.String() + "\x00"
}

// found tells whether a piece stands for what find finds.
func found(p shell.Piece) bool { return p.Origin == shell.Glob && (p.Text == "**" || p.Text == ".*") }

// foresees tells whether an argv that bash executed was foreseen. A shell that
// a program starts for a text (awk's system) is passed by: what the text starts
// is recorded and asked about itself. The return at the end of a word that ends a line
// is left out by the reading, as it is by the shells of Windows.
func (r reading) foresees(argv []string) bool {
	if r.blind {
		return true
	}
	if len(argv) > 2 && argv[1] == "-c" && slices.Contains([]string{"sh", "bash"}, path.Base(argv[0])) {
		return true
	}
	line := strings.Join(argv, "\x00") + "\x00"
	if r.returns {
		line = strings.ReplaceAll(line, "\r\x00", "\x00")
	}
	return slices.ContainsFunc(r.patterns, func(p *regexp.Regexp) bool { return p.MatchString(line) })
}

func TestForeseesRefuses(t *testing.T) {
	cases := []struct {
		script string
		argv   string
		want   bool
	}{
		{"rm -rf x", "rm -rf x", true},
		{"rm -rf x", "rm -rf y", false},
		{"rm -rf x", "rm -rf x y", false},
		{"rm -rf $x", "rm -rf a b", true},
		{`rm -rf "$x"`, "rm -rf a b", false},
		{"echo rm", "rm", false},
		{"git status\r\nls -l", "git status\r", true},
		{"git status\r\nls -l", "git x\r", false},
		{"git status\nls -l", "git status\r", false},
		{"env rm x", "rm x", true},
		{"ls *.go", "ls a.go b.go", true},
		{"ls ~slow/x", "ls ~slow/x", true},
		{"ls ~slow/x", "ls ~slow", false},
		{`find . -name x -exec rm {} \;`, "rm ./x", true},
		{`find . -name x -exec rm {} \;`, "rm ./a/b/x", true},
		{`find . -name x -exec rm {} \;`, "rm ./y", false},
		{`find ~ -exec rm -f {} \;`, "rm -f /home/dev/x", true},
		{`find ~ -exec rm -f {} \;`, "rm -f /home/other", false},
		{`find a/b -execdir rm {} \;`, "rm ./b", true},
		{`find a/b -exec rm {} \;`, "rm ./b", false},
		{`find a c -execdir rm {} +`, "rm ./b", true},
	}
	for _, c := range cases {
		if got := read(c.script, kb.New()).foresees(strings.Split(c.argv, " ")); got != c.want {
			t.Errorf("%s foresees %q: %v", c.script, c.argv, got)
		}
	}
}
