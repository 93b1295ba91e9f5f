package facts

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/facts/later"
	"github.com/sentinelgate/sentinel/internal/facts/toolcall"
	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/internal/inline"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
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
	j.gitSettings(file, text)
	j.runsLater(file, later.Texts(file, text), func(f sentinel.Finding) bool { return f.Colour == sentinel.Red })
}

// runsLater judges texts of a file as if they ran now, and reports the first
// thing found that counts.
func (j *judgement) runsLater(file string, texts []later.Text, counts func(sentinel.Finding) bool) {
	for _, t := range texts {
		for _, f := range j.a.dryRun(t) {
			if counts(f) {
				j.add(sentinel.Effect{Kind: sentinel.Persist, Scope: sentinel.ScopeStartup, Target: path.Base(file)},
					kb.Deed{Rule: "write.runs-later"}, "writes a file that runs later and "+f.Say)
				return
			}
		}
	}
}

// maxDry bounds how deep texts inside texts are tried out, maxWritten how many
// files of one text.
const (
	maxDry     = 4
	maxWritten = 50
)

// writtenFiles looks at what the text itself puts into files: those that run
// by themselves, and sources, when something in the same text may load them.
func (a *assessor) writtenFiles() {
	if len(a.read.Written) == 0 || a.dry >= maxDry {
		return
	}
	runs := slices.ContainsFunc(a.read.Commands, forms.LoadsSources)
	files := slices.Sorted(maps.Keys(a.read.Written))
	for _, file := range files[:min(len(files), maxWritten)] {
		text := a.read.Written[file]
		p := sentinel.Part{Text: "writes " + file, Risk: sentinel.Low, Colour: sentinel.Green}
		j := &judgement{a: a, c: &shell.Command{Dirs: []shell.Word{shell.Text(a.cwd)}}, v: &kb.View{}, p: &p, text: p.Text}
		j.gitSettings(file, text)
		j.runsLater(file, later.Texts(file, text), func(f sentinel.Finding) bool { return f.Colour == sentinel.Red })
		if runs && p.Colour == sentinel.Green {
			j.runsLater(file, later.Source(file, text), forms.Harms)
		}
		if p.Colour != sentinel.Green {
			a.parts = append(a.parts, p)
		}
	}
}

// editsPackage looks at programs that write into a package file: the commands
// among their strings are its scripts.
func (j *judgement) editsPackage() {
	switch j.v.Name {
	case "sed", "perl", "jq", "awk", "yq", "dasel", "json":
	default:
		return
	}
	names := false
	for _, w := range j.c.Argv[1:] {
		s, _ := w.Known()
		names = names || path.Base(s) == "package.json" || path.Base(s) == "composer.json"
	}
	for _, w := range j.c.Argv[1:] {
		code, ok := w.Known()
		if !names || !ok || !strings.Contains(code, `"`) || forms.Shown(j.c) {
			continue
		}
		j.runsLater("package.json", later.Quoted(code), func(f sentinel.Finding) bool { return f.Colour == sentinel.Red })
		if strings.Contains(code, "=") && strings.Contains(code, "scripts") && later.Hook(code) {
			j.add(sentinel.Effect{Kind: sentinel.Persist, Scope: sentinel.ScopeNone, Target: "package.json"},
				kb.Deed{Rule: "write.install-hook"}, "makes a script that runs when packages are installed")
		}
	}
}

// dryRun judges a text as a call of its own and gives its findings.
func (a *assessor) dryRun(t later.Text) []sentinel.Finding {
	b := &assessor{w: a.w, cwd: a.cwd, dry: a.dry + 1, call: sentinel.Call{Tool: "bash", Cwd: a.cwd}}
	if b.dry > maxDry {
		return []sentinel.Finding{{Colour: sentinel.Red, Say: "holds texts inside of texts, too deep to read"}}
	}
	text := t.Code
	if t.Lang == "rust" {
		// Rust is not read; a process start next to a fetch is enough to ask.
		if strings.Contains(text, "Command::new") && (strings.Contains(text, "curl") || strings.Contains(text, "sh\"") || strings.Contains(text, "rm")) {
			return []sentinel.Finding{{Colour: sentinel.Red, Say: "starts programs while it is built"}}
		}
		return nil
	}
	if t.Lang != "sh" {
		r := inline.Read(t.Lang, text, inline.Client{})
		var out []sentinel.Finding
		for _, in := range r.Inner {
			if s, ok := in.Text.Known(); ok && in.Kind == shell.InnerText {
				out = append(out, a.dryRun(later.Text{Lang: "sh", Code: s})...)
			} else if in.Kind == shell.InnerArgv {
				out = append(out, a.dryRun(later.Text{Lang: "sh", Code: words.Quoted(in.Words)})...)
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
