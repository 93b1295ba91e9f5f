package facts

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/later"
	"github.com/sentinelgate/sentinel/internal/facts/toolcall"
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
	for _, t := range later.Texts(file, text) {
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

// dryRun judges a text as a call of its own and gives its findings.
func (a *assessor) dryRun(t later.Text) []sentinel.Finding {
	b := &assessor{w: a.w, cwd: a.cwd, call: sentinel.Call{Tool: "bash", Cwd: a.cwd}}
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
				out = append(out, a.dryRun(later.Text{Lang: "sh", Code: wordsText(in.Words)})...)
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
