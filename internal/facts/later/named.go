package later

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/takes"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// Runner gives the kind of file whose commands a program runs by their names;
// "" for others.
func Runner(program string) string { return takes.Strict(program) }

// Named gives the commands of a file that a command runs whose words name them,
// and those that run without being named.
func Named(file, text string, words []string) []Text {
	switch takes.Of(file).Form {
	case "package":
		return namedScripts(text, words)
	case "make", "just":
		text = sections(text, words)
	}
	name := path.Base(file)
	return append(Texts(name, text), Guesses(name, text)...)
}

// Words are those of a command that may name what it runs.
func Words(c *shell.Command) []string {
	var out []string
	for _, w := range c.Argv[min(1, len(c.Argv)):] {
		if s, ok := w.Known(); ok && !strings.HasPrefix(s, "-") && !strings.Contains(s, "=") {
			out = append(out, s)
		}
	}
	return out
}

func namedScripts(text string, words []string) []Text {
	v, err := strictjson.Object([]byte(text))
	if err != nil {
		return append(jsonScripts(text), Guesses("package.json", text)...)
	}
	runs := func(name string) bool {
		for _, w := range words {
			switch w {
			case "install", "i", "ci", "add", "update":
				if name == "preinstall" || name == "install" || name == "postinstall" || name == "prepare" {
					return true
				}
			case "t", "tst":
				w = "test"
			}
			if name == w || name == "pre"+w || name == "post"+w {
				return true
			}
		}
		return len(words) == 0
	}
	var out []Text
	for _, member := range []string{"scripts", "tasks"} {
		scripts, _ := v[member].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(scripts)) {
			if t, ok := scripts[name].(string); ok && runs(name) && len(out) < maxGuesses {
				out = append(out, Text{Lang: "sh", Code: t})
			}
		}
	}
	return out
}

// sections are those of a Makefile that the words name, with what they need, and
// what stands in none: without a word, all.
func sections(text string, words []string) string {
	if len(words) == 0 {
		return text
	}
	wanted := slices.Clone(words)
	for range 20 {
		n := len(wanted)
		eachSection(text, func(names, needs []string, _ string) {
			if len(wanted) < maxGuesses && slices.ContainsFunc(names, func(s string) bool { return slices.Contains(wanted, s) }) {
				for _, need := range needs {
					if !slices.Contains(wanted, need) {
						wanted = append(wanted, need)
					}
				}
			}
		})
		if len(wanted) == n {
			break
		}
	}
	var b strings.Builder
	eachSection(text, func(names, _ []string, line string) {
		if len(names) == 0 || slices.ContainsFunc(names, func(s string) bool { return slices.Contains(wanted, s) || strings.Contains(s, "%") || s == ".DEFAULT" }) {
			b.WriteString(line)
		}
	})
	return b.String()
}

// eachSection calls f for every line with the targets of its section, and what
// they need.
func eachSection(text string, f func(names, needs []string, line string)) {
	var names, needs []string
	for line := range strings.Lines(text) {
		if line[0] != '\t' && line[0] != ' ' && strings.TrimSpace(line) != "" {
			target, rest, ok := strings.Cut(line, ":")
			rest, _, _ = strings.Cut(rest, ";")
			switch names = strings.Fields(target); {
			case !ok || strings.HasPrefix(rest, "=") || strings.ContainsAny(target, "=$#"):
				names, needs = nil, nil
			default:
				needs = strings.Fields(rest)
			}
		}
		f(names, needs, line)
	}
}
