package later

import (
	_ "embed" // for the kinds of files
	"encoding/json"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/sentinelgate/sentinel"
)

//go:embed kinds.json
var kindsJSON []byte

// maxGuesses bounds how many texts of one file are tried out.
const maxGuesses = 200

var table = sync.OnceValue(func() (t struct{ exact, like map[string]string }) {
	var rows map[string]string
	if json.Unmarshal(kindsJSON, &rows) != nil {
		return t // its test fails
	}
	t.exact, t.like = map[string]string{}, map[string]string{}
	for k, names := range rows {
		for name := range strings.FieldsSeq(names) {
			if strings.Contains(name, "*") {
				t.like[name] = k
			} else {
				t.exact[name] = k
			}
		}
	}
	return t
})

// Kind says how the text of a file runs by itself, "" if it does not.
func Kind(file string) string {
	base, t := strings.ToLower(path.Base(file)), table()
	if k, ok := t.exact[base]; ok {
		return k
	}
	best := "" // the longest name tells most, whatever order a map is in
	for name := range t.like {
		if ok, _ := path.Match(name, base); ok && (len(name) > len(best) || len(name) == len(best) && name < best) {
			best = name
		}
	}
	return t.like[best]
}

// Red tells whether a finding in a text that will run is reported. A folder that
// is computed there says nothing: set-up code makes and deletes its own.
func Red(f sentinel.Finding) bool {
	if f.Effect.Kind == sentinel.DeleteTree && f.Effect.Scope == sentinel.ScopeUnknown {
		return f.Block
	}
	return f.Colour == sentinel.Red
}

// Sure is Red for a text that may be no command at all: that it cannot be read
// says nothing then.
func Sure(f sentinel.Finding) bool {
	return Red(f) && f.Effect.Kind != sentinel.Unread && f.Effect.Kind != sentinel.SecretRead
}

// Guesses gives texts in a file, or in a piece that is put into one, which are
// commands if they are harmful at all: lines of recipes without their target,
// strings that are handed to something which starts programs.
func Guesses(file, text string) []Text {
	var out []Text
	add := func(s string) {
		s = strings.TrimLeft(strings.TrimSpace(s), "@-+ ")
		if t := (Text{Lang: "sh", Code: s}); strings.Contains(s, " ") && len(out) < maxGuesses && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	k := Kind(file)
	switch k {
	case "":
		return nil
	case "make", "just", "tasks", "package":
		for line := range strings.Lines(text) {
			command(k, line, add)
		}
	}
	if k == "make" || k == "just" {
		return out
	}
	if !strings.Contains(text, "\n") {
		add(text)
	}
	if k == "tasks" || k == "package" || starts(text) {
		quoted(text, add)
	}
	return out
}

// command finds what may be a command in a line.
func command(kind, line string, add func(string)) {
	t := strings.TrimSpace(line)
	switch kind {
	case "make":
		t = strings.ReplaceAll(t, "$$", "$")
		if _, inner, ok := strings.Cut(t, "$(shell "); ok {
			add(strings.TrimSuffix(inner, ")"))
		}
		if target, rest, ok := strings.Cut(t, ":"); ok && !strings.ContainsAny(target, " \"'/") {
			if _, after, ok := strings.Cut(rest, ";"); ok {
				t = after
			}
		}
	case "just":
		if line == t+"\n" && strings.HasSuffix(t, ":") {
			return
		}
	default:
		t = strings.TrimPrefix(t, "- ")
		if key, rest, ok := strings.Cut(t, ": "); ok && !strings.ContainsAny(key, " /") {
			t = rest
		} else if key, rest, ok := strings.Cut(t, " = "); ok && !strings.ContainsAny(key, " /") {
			t = rest
		}
		if strings.HasPrefix(t, `"`) || strings.HasPrefix(t, "'") || strings.HasPrefix(t, "[") || strings.HasPrefix(t, "{") {
			return // its strings are looked at
		}
	}
	add(t)
}

// starts tells whether a program may start others.
func starts(code string) bool {
	return slices.ContainsFunc([]string{"exec", "spawn", "system", "popen", "Popen", "run(", ".run", "$`", "sh'", `sh"`, "cmd", "Command", "COMMAND", "command",
		"local(", "shell", "process", "subprocess", "Process"}, func(s string) bool { return strings.Contains(code, s) })
}

// quoted gives the strings in a program, and those of a list joined: they may
// be the words of one command.
func quoted(code string, add func(string)) {
	var list []string
	joined := func() {
		if len(list) > 1 {
			add(strings.Join(list, " "))
		}
		list = list[:0]
	}
	rest := code
	for range 4 * maxGuesses {
		i := strings.IndexAny(rest, "\"'`")
		if i < 0 {
			break
		}
		if strings.Trim(rest[:i], ", \t\r\n[") != "" {
			joined()
		}
		s, n := literal(rest[i:])
		if rest = rest[i+n:]; n > 1 {
			add(s)
			list = append(list, shellWord(s))
		}
	}
	joined()
}

// literal reads the string that code begins with, and tells how long it is
// there; 1 for a quote that begins none.
func literal(code string) (text string, n int) {
	text, end := part(code, 1, code[0], code[0] != '`')
	return text, max(end+1, 1)
}

// shellWord writes a word so that a shell reads it as one, unless a home folder
// is meant.
func shellWord(s string) string {
	if s != "" && !strings.ContainsAny(s, " \t\n'\"`$&|;<>()*?[]\\") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
