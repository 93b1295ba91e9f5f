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
	}
	return nil
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
