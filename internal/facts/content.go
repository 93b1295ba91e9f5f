package facts

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/toolcall"
	"github.com/sentinelgate/sentinel/internal/inline"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

const contentFields = "content contents new_string newString new_source file_text new_str newStr newText new_text code_edit text"

// content looks at what is written into a file that a tool will run by itself
// later: scripts of a package, recipes, set-up code. What it would do is judged
// as if it ran now; only what is red or blocked there is reported.
func (a *assessor) content(j *judgement, file string) {
	text := strings.Join(append(toolcall.Texts(a.call.Arguments, contentFields),
		toolcall.Lists(a.call.Arguments, "edits", contentFields)...), "\n")
	if text == "" {
		return
	}
	for _, t := range runnable(file, text) {
		for _, f := range a.dryRun(t) {
			if f.Colour != sentinel.Red {
				continue
			}
			j.add(sentinel.Effect{Kind: sentinel.Persist, Scope: sentinel.ScopeStartup, Target: path.Base(file)},
				kb.Deed{Rule: "write.runs-later"}, "writes a file that runs later and "+f.Say)
			return
		}
	}
}

// later is a text that will run.
type later struct{ lang, text string }

// runnable gives the texts in a file that run without anybody naming them.
func runnable(file, text string) []later {
	switch base := strings.ToLower(path.Base(file)); base {
	case "package.json", "composer.json":
		return jsonScripts(text)
	case "makefile", "gnumakefile":
		return recipeLines(text)
	case "setup.py", "conftest.py", "sitecustomize.py", "noxfile.py", "tasks.py":
		return []later{{"python", text}}
	case "build.rs":
		return []later{{"rust", text}}
	case "rakefile", "gemfile", "podfile", "vagrantfile":
		return []later{{"ruby", text}}
	case "gulpfile.js", "gruntfile.js", ".eslintrc.js", ".pnpmfile.cjs":
		return []later{{"javascript", text}}
	}
	return nil
}

// jsonScripts finds commands in the scripts of a package file, whole or in
// part.
func jsonScripts(text string) []later {
	var out []later
	if v, err := strictjson.Object([]byte(text)); err == nil {
		scripts, _ := v["scripts"].(map[string]any)
		for _, s := range scripts {
			if t, ok := s.(string); ok {
				out = append(out, later{"sh", t})
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
			out = append(out, later{"sh", strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(rest[1:])})
		}
	}
	return out
}

func recipeLines(text string) []later {
	var out []later
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "\t") {
			out = append(out, later{"sh", strings.ReplaceAll(strings.TrimLeft(line[1:], "@-+ "), "$$", "$")})
		}
	}
	return out
}

// dryRun judges a text as a call of its own and gives its findings.
func (a *assessor) dryRun(t later) []sentinel.Finding {
	b := &assessor{w: a.w, cwd: a.cwd, call: sentinel.Call{Tool: "bash", Cwd: a.cwd}}
	text := t.text
	if t.lang == "rust" {
		// Rust is not read; a process start next to a fetch is enough to ask.
		if strings.Contains(text, "Command::new") && (strings.Contains(text, "curl") || strings.Contains(text, "sh\"") || strings.Contains(text, "rm")) {
			return []sentinel.Finding{{Colour: sentinel.Red, Say: "starts programs while it is built"}}
		}
		return nil
	}
	if t.lang != "sh" {
		r := inline.Read(t.lang, text, inline.Client{})
		var out []sentinel.Finding
		for _, in := range r.Inner {
			if s, ok := in.Text.Known(); ok && in.Kind == shell.InnerText {
				out = append(out, a.dryRun(later{"sh", s})...)
			} else if in.Kind == shell.InnerArgv {
				out = append(out, a.dryRun(later{"sh", wordsText(in.Words)})...)
			}
		}
		p := &sentinel.Part{}
		j := &judgement{a: b, c: &shell.Command{Dirs: []shell.Word{shell.Text(a.cwd)}}, v: &kb.View{}, p: p}
		for _, act := range r.Acts {
			j.deed(kb.Deed{Kind: act.Kind, Target: act.Target, Aimed: act.Aimed, Role: act.Role})
		}
		return append(out, b.findings...)
	}
	b.call.Arguments = map[string]any{"command": text}
	if err := b.shellCall(); err != nil {
		return nil
	}
	return b.findings
}
