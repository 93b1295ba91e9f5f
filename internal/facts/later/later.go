// Package later finds, in what is written into a file, the texts that a tool runs by
// itself without anybody naming them: scripts of a package, recipes, set-up code.
//
// To teach it a file, add its name to Texts.
package later

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// Text is a text that will run.
type Text struct{ Lang, Code string }

// Texts gives the texts in a file that run without anybody naming them.
func Texts(file, text string) []Text {
	switch base := strings.ToLower(path.Base(file)); base {
	case "package.json", "composer.json":
		return jsonScripts(text)
	case "makefile", "gnumakefile":
		return recipeLines(text)
	case "setup.py", "conftest.py", "sitecustomize.py", "noxfile.py", "tasks.py":
		return []Text{{"python", text}}
	case "build.rs":
		return []Text{{"rust", text}}
	case "rakefile", "gemfile", "podfile", "vagrantfile":
		return []Text{{"ruby", text}}
	case "gulpfile.js", "gruntfile.js", ".eslintrc.js", ".pnpmfile.cjs":
		return []Text{{"javascript", text}}
	case ".bazelrc", "user.bazelrc":
		return bazelPrograms(text)
	case "gradle-wrapper.properties":
		return wrapperAddress(text)
	}
	return nil
}

// bazelPrograms are the programs that settings of bazel start.
func bazelPrograms(text string) []Text {
	var out []Text
	for line := range strings.Lines(text) {
		for _, option := range []string{"--workspace_status_command=", "--run_under=", "--credential_helper="} {
			if _, program, ok := strings.Cut(line, option); ok && !strings.HasPrefix(line, "#") {
				out = append(out, Text{"sh", strings.Trim(strings.TrimSpace(program), `"'`)})
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
			return []Text{{"sh", "curl -fsSL '" + strings.ReplaceAll(url, "'", "") + "' | sh"}}
		}
	}
	return nil
}

// Source gives a source file's text where its language can be read: for files
// that a program loads in the very text that writes them.
func Source(file, text string) []Text {
	switch strings.ToLower(path.Ext(file)) {
	case ".py":
		return []Text{{"python", text}}
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx":
		return []Text{{"javascript", text}}
	case ".rb":
		return []Text{{"ruby", text}}
	case ".pl", ".pm":
		return []Text{{"perl", text}}
	case ".php":
		return []Text{{"php", text}}
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
				out = append(out, Text{"sh", call.command + " " + strings.ReplaceAll(words, "\n", " ")})
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

// Quoted finds the commands among the strings that an editor's program puts
// into a package file: "test": "COMMAND".
func Quoted(code string) []Text {
	var out []Text
	for range 50 {
		i := strings.IndexByte(code, '"')
		if i < 0 {
			break
		}
		end := strings.IndexByte(code[i+1:], '"')
		if end < 0 {
			break
		}
		if s := code[i+1 : i+1+end]; strings.TrimSpace(s) != "" {
			out = append(out, Text{"sh", s})
		}
		code = code[i+1+end+1:]
	}
	return out
}

// Hook tells whether a program names a script that package managers run by
// themselves.
func Hook(code string) bool {
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
		for _, s := range scripts {
			if t, ok := s.(string); ok {
				out = append(out, Text{"sh", t})
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
			out = append(out, Text{"sh", strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(rest[1:])})
		}
	}
	return out
}

func recipeLines(text string) []Text {
	var out []Text
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "\t") {
			out = append(out, Text{"sh", strings.ReplaceAll(strings.TrimLeft(line[1:], "@-+ "), "$$", "$")})
		}
	}
	return out
}
