package later

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/dotenv"
	"github.com/sentinelgate/sentinel/internal/kb/takes"
)

// maxGuesses bounds how many texts of one file are tried out.
const maxGuesses = 200

// Kind names the kind of a file whose text runs by itself, "" if it does not.
func Kind(file string) string { return takes.Of(file).Name }

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

// Harms is Sure for what stands in a file that a tool takes its commands from.
// Settings that it makes are those of the project itself, as is the file of them
// that it makes of an example, and places that only the tool knows are where it
// works.
func Harms(f sentinel.Finding) bool {
	if ownHooks(f.Part) && !f.Block {
		return false
	}
	switch f.Effect.Kind {
	case sentinel.Setting, sentinel.ExecuteInline:
		return f.Block
	case sentinel.Release:
		return true
	}
	return Sure(f) && (f.Block || !unknownPlace(f) && !makesSettings(f))
}

// makesSettings: the project's own settings are made of an example.
func makesSettings(f sentinel.Finding) bool {
	return (f.Effect.Kind == sentinel.Write || f.Effect.Kind == sentinel.Create) && f.Effect.Scope == sentinel.ScopeSecret && ownSettings(f.Part)
}

// unknownPlace: something is changed at a place that is computed.
func unknownPlace(f sentinel.Finding) bool {
	switch f.Effect.Kind {
	case sentinel.Write, sentinel.Create, sentinel.Delete, sentinel.Move, sentinel.Permission, sentinel.PermissionTree:
		return f.Effect.Scope == sentinel.ScopeUnknown
	}
	return false
}

// ownHooks: a project that takes git's hooks from one of its own folders says so
// in a script that runs when it is installed.
func ownHooks(command string) bool {
	words := strings.Fields(strings.ToLower(command))
	if len(words) < 4 || words[0] != "git" || words[1] != "config" {
		return false
	}
	i := slices.Index(words, "core.hookspath")
	if i < 2 || i != len(words)-2 || i == 3 && words[2] != "--local" || i > 3 {
		return false
	}
	return !strings.ContainsAny(words[i+1][:1], `/~$"'`) && !strings.Contains(words[i+1], "..")
}

// ownSettings: of the files that a command names one is the project's own settings,
// and none lies outside.
func ownSettings(command string) bool {
	own := false
	for _, w := range strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune(" \t\n'\"(),;|&<>=", r) }) {
		if strings.ContainsAny(w, "~$`\\") || strings.HasPrefix(w, "/") || strings.Contains(w, "..") {
			return false
		}
		own = own || dotenv.Is(path.Base(w))
	}
	return own
}

// In makes the finding one that tells in which file it stands, and which tool
// takes it from there.
func In(f sentinel.Finding, tool, file string) sentinel.Finding {
	command := short(f.Part, maxPart)
	if f.Part = command; command == "" {
		f.Part = file
	} else {
		command = short(command, maxShown) + ", "
	}
	f.Say += " (" + command + "in " + file + ", which " + tool + " runs)"
	return f
}

// maxPart bounds what is kept of a command, maxShown what a sentence shows.
const (
	maxPart  = 300
	maxShown = 80
)

// short gives a text in one line of a limited length.
func short(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}

// Guesses gives texts in a file, or in a piece that is put into one, which are
// commands if they are harmful at all: lines of recipes without their target,
// strings that are handed to something which starts programs.
func Guesses(file, text string) []Text { return guesses(takes.Of(file), file, text, true) }

// guesses takes the text for a piece of a file, or for all of one.
func guesses(k takes.Kind, file, text string, piece bool) []Text {
	var out []Text
	add := func(s string) {
		s = strings.TrimLeft(strings.TrimSpace(s), "@-+ ")
		if t := (Text{Lang: "sh", Code: s}); strings.Contains(s, " ") && len(out) < maxGuesses && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	form := k.Form
	if form == "tree" || form == "directives" || form == "procfile" && !piece {
		if list, whole := takes.Commands(k, file, text, nil); whole && (len(list) > 0 || !piece || strings.HasPrefix(k.Keys, "//")) {
			return nil // directives in comments are whole lines of a program
		}
		form = "lines" // a piece of one, or one that is not understood
	}
	switch form {
	case "":
		return nil
	case "make", "just", "lines", "package", "procfile":
		for line := range strings.Lines(text) {
			command(form, line, add)
		}
	}
	if form == "make" || form == "just" || form == "procfile" {
		return out
	}
	if k.Name == "cmake" {
		commandsOf(uncommented(text), add)
	}
	if !strings.Contains(text, "\n") {
		add(text)
	}
	if form == "lines" || form == "package" || form == "xml" || k.Strings || starts(text) {
		quoted(uncommented(text), add)
	}
	return out
}

// uncommented leaves out lines that are comments in most languages.
func uncommented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if t := strings.TrimLeft(line, " \t"); !strings.HasPrefix(t, "#") && !strings.HasPrefix(t, "//") {
			b.WriteString(line)
		}
	}
	return b.String()
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
	if key, rest, ok := strings.Cut(t, "="); ok && !strings.ContainsAny(key, " /$\"'") {
		add(rest) // KEY=VALUE of settings; before a command of a shell it is a variable
	}
}

// commandsOf adds the words behind COMMAND of a file of CMake.
func commandsOf(text string, add func(string)) {
	for i, part := range strings.Split(text, "COMMAND ") {
		if end := strings.IndexByte(part, ')'); i > 0 && end > 0 {
			for _, word := range []string{" WORKING_DIRECTORY", " RESULT_VARIABLE", " OUTPUT_VARIABLE", " ERROR_VARIABLE", " COMMENT", " VERBATIM", " DEPENDS"} {
				if j := strings.Index(part[:end], word); j > 0 {
					end = j
				}
			}
			add(strings.TrimPrefix(part[:end], "${CMAKE_COMMAND} -E "))
		}
	}
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
