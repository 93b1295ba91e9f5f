// Package later finds, in what is written into a file, the texts that a tool runs by
// itself without anybody naming them: scripts of a package, recipes, set-up code.
//
// Which files those are stands in the table of package takes.
package later

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/internal/inline"
	"github.com/sentinelgate/sentinel/internal/kb/takes"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// Text is a text that will run.
type Text = takes.Text

// Texts gives the texts in a file that run without anybody naming them. Those
// that are not certain to be commands are left to Guesses.
func Texts(file, text string) []Text {
	k := takes.Of(file)
	list := texts(k, file, text, nil)
	list = append(list, insertions(file, text)...)
	if k.Form == "rust" {
		list = append(list, Text{Lang: k.Form, Code: text})
	}
	return list
}

func texts(k takes.Kind, file, text string, names []string) []Text {
	switch k.Form {
	case "package":
		if names == nil {
			return jsonScripts(text)
		}
	case "make":
		return recipeLines(text)
	case "bazel":
		return bazelPrograms(text)
	case "wrapper":
		return wrapperAddress(text)
	}
	list, _ := takes.Commands(k, file, text, names)
	return list
}

// Counts tells which findings in Texts of a file count: of code all that is
// red, of commands what is so for certain.
func Counts(file string) func(sentinel.Finding) bool {
	if inserts(file) != "" {
		return Sure
	}
	switch takes.Of(file).Form {
	case "tree", "procfile", "xml", "directives", "bang", "doctest", "sh", "gdb", "lldb", "cmake", "earth", "template", "values", "notebook", "script", "source":
		return Sure
	}
	return written
}

// written is Red but for what only the tool knows, places and programs that stand
// in variables of a Makefile, and for the project's own settings.
func written(f sentinel.Finding) bool {
	return Red(f) && (f.Block || !unknownPlace(f) && !makesSettings(f) && !(f.Effect.Kind == sentinel.Unread && strings.HasPrefix(f.Say, "the program is not known from the text: $(")))
}

// Taken gives the texts of a file that a tool is about to take its commands
// from.
func Taken(t takes.Taken) []Text {
	list := texts(t.Kind, t.Path, t.Text, t.Names)
	if code := len(list) > 0 && list[0].Lang != "sh"; t.Names != nil || code && !t.Kind.Strings {
		return list
	}
	return append(list, guesses(t.Kind, t.Path, t.Text, false)...)
}

// Read reads a text that is no shell text.
func Read(t Text) inline.Report {
	if t.Lang == "gdb" || t.Lang == "lldb" {
		return inline.Read("gdb", t.Code, inline.Client{Program: t.Lang})
	}
	return inline.Read(t.Lang, t.Code, inline.Client{})
}

// Inner gives the texts and commands that a program starts.
func Inner(list []shell.Inner) []Text {
	var out []Text
	for _, in := range list {
		if s, ok := in.Text.Known(); ok && in.Kind == shell.InnerText {
			out = append(out, Text{Lang: "sh", Code: s})
		} else if in.Kind == shell.InnerArgv {
			out = append(out, Text{Lang: "sh", Code: words.Quoted(in.Words)})
		}
	}
	return out
}

// Building judges code of Rust, which is not read: a process start next to a
// fetch is enough to ask.
func Building(text string) []sentinel.Finding {
	if strings.Contains(text, "Command::new") && (strings.Contains(text, `"curl`) || strings.Contains(text, `"wget`) || strings.Contains(text, `"sh"`) || strings.Contains(text, `bash"`) || strings.Contains(text, `/sh"`) || strings.Contains(text, `"rm`)) {
		return []sentinel.Finding{{Colour: sentinel.Red, Say: "starts programs while it is built"}}
	}
	return nil
}

// bazelPrograms are the programs that settings of bazel start.
func bazelPrograms(text string) []Text {
	var out []Text
	for line := range strings.Lines(text) {
		for _, option := range []string{"--workspace_status_command=", "--run_under=", "--credential_helper="} {
			if _, program, ok := strings.Cut(line, option); ok && !strings.HasPrefix(line, "#") {
				out = append(out, Text{Lang: "sh", Code: strings.Trim(strings.TrimSpace(program), `"'`)})
			}
		}
	}
	return out
}

// wrapperAddress: a build tool that is fetched from elsewhere and run.
func wrapperAddress(text string) []Text {
	for line := range strings.Lines(text) {
		key, url, _ := strings.Cut(strings.TrimSpace(line), "=")
		url = strings.ReplaceAll(url, `\:`, ":")
		if key == "distributionUrl" && url != "" && !strings.HasPrefix(url, "https://services.gradle.org/") {
			return []Text{{Lang: "sh", Code: "curl -fsSL '" + strings.ReplaceAll(url, "'", "") + "' | sh"}}
		}
	}
	return nil
}

// Source gives a source file's text where its language can be read: for files
// that a program loads in the very text that writes them.
func Source(file, text string) []Text {
	switch strings.ToLower(path.Ext(file)) {
	case ".py":
		return []Text{{Lang: "python", Code: text}}
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx":
		return []Text{{Lang: "javascript", Code: text}}
	case ".rb":
		return []Text{{Lang: "ruby", Code: text}}
	case ".pl", ".pm":
		return []Text{{Lang: "perl", Code: text}}
	case ".php":
		return []Text{{Lang: "php", Code: text}}
	case ".go":
		return goCalls(text)
	}
	return nil
}

// goCalls writes the deeds of Go code whose arguments are all plain strings as
// shell text.
func goCalls(text string) []Text {
	var out []Text
	for _, call := range []struct{ name, command string }{{"os.RemoveAll(", "rm -rf"}, {"os.Remove(", "rm"}, {"os.WriteFile(", "true >"}, {"exec.Command(", ""}} {
		rest := text
		for range 100 {
			_, after, ok := strings.Cut(rest, call.name)
			if !ok {
				break
			}
			rest = after
			if words := plainStrings(after); words != "" {
				if call.command == "true >" {
					words, _, _ = strings.Cut(words, "\n")
				}
				out = append(out, Text{Lang: "sh", Code: call.command + " " + strings.ReplaceAll(words, "\n", " ")})
			}
		}
	}
	return out
}

// plainStrings reads "a", "b" and quotes them for a shell, one a line.
func plainStrings(s string) string {
	var out []string
	for {
		s = strings.TrimLeft(s, " \t\n,")
		if len(s) < 2 || s[0] != '"' {
			break
		}
		end := strings.IndexByte(s[1:], '"')
		if end < 0 || strings.Contains(s[1:end+1], `\`) {
			break
		}
		out = append(out, "'"+strings.ReplaceAll(s[1:end+1], "'", `'\''`)+"'")
		s = s[end+2:]
	}
	return strings.Join(out, "\n")
}

// hook tells whether a program names a script that package managers run by
// themselves.
func hook(code string) bool {
	for _, name := range []string{"preinstall", "postinstall", "prepare"} {
		if strings.Contains(code, name) {
			return true
		}
	}
	return false
}

// jsonScripts finds commands in the scripts of a package file, whole or in
// part.
func jsonScripts(text string) []Text {
	var out []Text
	if v, err := strictjson.Object([]byte(text)); err == nil {
		scripts, _ := v["scripts"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(scripts)) {
			s := scripts[name]
			list, _ := s.([]any)
			for _, s := range append(list, s) {
				if t, ok := s.(string); ok && len(out) < maxGuesses {
					out = append(out, Text{Lang: "sh", Code: t})
				}
			}
		}
		return out
	}
	for _, line := range strings.Split(text, "\n") {
		_, rest, ok := strings.Cut(line, `":`)
		if !ok {
			continue
		}
		rest = strings.TrimSpace(rest)
		rest = strings.TrimSuffix(strings.TrimSuffix(rest, ","), `"`)
		if strings.HasPrefix(rest, `"`) && strings.Contains(rest, " ") {
			out = append(out, Text{Lang: "sh", Code: strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(rest[1:])})
		}
	}
	return out
}

func recipeLines(text string) []Text {
	var out []Text
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "\t") {
			out = append(out, Text{Lang: "sh", Code: strings.ReplaceAll(strings.TrimLeft(line[1:], "@-+ "), "$$", "$")})
		}
	}
	return out
}
