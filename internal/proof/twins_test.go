package proof

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// judge grades texts on the imaginary machine of the examples.
type judge struct{ world *facts.World }

func newJudge() judge {
	return judge{&facts.World{KB: kb.New(), Place: &paths.Place{FS: paths.NewProject(nil), Home: paths.ProjectHome, Root: paths.ProjectRoot}}}
}

func (j judge) colour(t *testing.T, text string) sentinel.Colour {
	t.Helper()
	a, err := j.world.Assess(sentinel.Call{Tool: "bash", Arguments: map[string]any{"command": text}, Cwd: paths.ProjectRoot})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return a.Colour
}

func encoded(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// disguises are ways to say the same thing.
var disguises = []struct {
	name string
	of   func(text string) string
}{
	{"eval", func(s string) string { return "eval " + quote(s) }},
	{"bash -c", func(s string) string { return "bash -c " + quote(s) }},
	{"variable", func(s string) string { return "x=" + quote(s) + "; eval \"$x\"" }},
	{"branch", func(s string) string { return "if true; then\n" + s + "\nfi" }},
	{"function", func(s string) string { return "f() {\n" + s + "\n}\nf" }},
	{"subshell", func(s string) string { return "(\n" + s + "\n)" }},
	{"here-document", func(s string) string { return "bash <<'END_OF_TEXT'\n" + s + "\nEND_OF_TEXT" }},
	{"pipe", func(s string) string { return "printf '%s\\n' " + quote(s) + " | sh" }},
	{"timeout", func(s string) string { return "timeout 60 bash -c " + quote(s) }},
	{"base64", func(s string) string { return "echo " + encoded(s) + " | base64 -d | bash" }},
	{"loop", func(s string) string { return "for i in 1; do\n" + s + "\ndone" }},
	{"after another", func(s string) string { return "ls && {\n" + s + "\n}" }},
}

func examples(t *testing.T) []kb.Example {
	var all []kb.Example
	for _, file := range kb.List() {
		tool, err := kb.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, tool.Examples...)
	}
	return all
}

// TestDisguisesAgree judges every example of the knowledge in every disguise:
// never milder than as it stands.
func TestDisguisesAgree(t *testing.T) {
	j, pairs, milder, graver := newJudge(), 0, 0, 0
	for i, e := range examples(t) {
		plain := j.colour(t, e.Run)
		for k, d := range disguises {
			if testing.Short() && (i+k)%len(disguises) != 0 {
				continue
			}
			pairs++
			switch got := j.colour(t, d.of(e.Run)); {
			case got > plain: // green is the highest
				milder++
				t.Errorf("%s: %s is %s, the command itself %s", e.Run, d.name, got, plain)
			case got < plain:
				graver++
				if testing.Verbose() {
					t.Logf("%s: %s is %s, the command itself %s", e.Run, d.name, got, plain)
				}
			}
		}
	}
	t.Logf("%d pairs, %d milder in disguise, %d graver", pairs, milder, graver)
}

// words belong to the grammar of the shell or mean something else than their
// neighbours there, and no file has them for a name: [[ closes with ]], and let
// computes where declare lists variables.
var words = map[string]bool{"[[": true, "let": true, "integer": true, "float": true}

// TestTwinsAgree puts each further name of a program in the place of the first.
func TestTwinsAgree(t *testing.T) {
	j, pairs := newJudge(), 0
	for _, file := range kb.List() {
		tool, err := kb.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range tool.Examples {
			name, rest, _ := strings.Cut(e.Run, " ")
			all := append([]string{tool.Tool}, tool.Names...)
			if !slices.Contains(all, name) || words[name] {
				continue
			}
			plain := j.colour(t, e.Run)
			for _, twin := range all {
				if words[twin] {
					continue
				}
				for _, spelled := range []string{twin, "/usr/bin/" + twin, `\` + twin, "command " + twin} {
					if spelled[0] == '/' && slices.Contains([]string{"export", "readonly", "declare", "typeset", "local", "trap"}, twin) {
						continue // a shell does these itself; no file can
					}
					pairs++
					if got := j.colour(t, spelled+" "+rest); got != plain {
						t.Errorf("%s is %s, %s %s is %s", e.Run, plain, spelled, rest, got)
					}
				}
			}
		}
	}
	t.Logf("%d pairs", pairs)
}
