package facts

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/facts/later"
	"github.com/sentinelgate/sentinel/internal/facts/linked"
	"github.com/sentinelgate/sentinel/internal/facts/toolcall"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

const contentFields = "content contents new_string newString new_source file_text new_str newStr newText new_text code_edit text"

// writesText looks at what is written into a file that a tool will run by itself
// later: scripts of a package, recipes, set-up code. What it would do is judged
// as if it ran now; only what is red or blocked there is reported.
func (j *judgement) writesText(file string, args map[string]any) {
	text := strings.Join(append(toolcall.Texts(args, contentFields), toolcall.Lists(args, "edits", contentFields)...), "\n")
	j.gitSettings(file, text)
	j.putsIn(file, text)
}

// putsIn looks at a text that comes to stand in a file.
func (j *judgement) putsIn(file, text string) {
	if say := later.Says(file, text); say != "" {
		j.add(sentinel.Effect{Kind: sentinel.Persist, Scope: sentinel.ScopeStartup, Target: path.Base(file)}, kb.Deed{Rule: "write.runs-later"}, say)
	}
	j.runsLater(file, later.Texts(file, text), later.Counts(file))
	if j.p.Colour != sentinel.Red {
		j.runsLater(file, later.Guesses(file, text), later.Sure)
	}
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

// maxDry bounds how deep texts inside texts are tried out, maxTakes how deep files
// that tools take commands from, maxTries how many texts of those in one call, and
// maxWritten how many files of one text.
const (
	maxDry     = 4
	maxTakes   = 2
	maxTries   = 600
	maxWritten = 50
)

// takes judges what stands in the files that the tool takes its commands from:
// what would be refused or is dangerous there is so here, the rest is the tool's
// ordinary work.
func (j *judgement) takes() {
	if len(j.v.Takes) == 0 || j.a.dry >= maxTakes || j.c.Place.Host != "" || j.c.Place.Container != "" {
		return
	}
	w, dir := *j.a.w, append(j.v.Parse.Words("dir"), shell.Text("."))
	w.Place = w.Place.With(linked.FS{FS: w.Place.FS, Files: j.a.read.Written})
	at := &assessor{w: &w, cwd: j.locate(sentinel.List, dir[0]).Real, dry: j.a.dry, tries: j.a.tries}
	if at.tries == nil {
		at.tries = new(int)
		j.a.tries = at.tries
	}
	for _, t := range j.v.Takes {
		j.a.notes.Takes = append(j.a.notes.Takes, t.Path)
		if t.Fetched {
			j.add(sentinel.Effect{Kind: sentinel.ExecuteDownloaded, Scope: sentinel.ScopeNone, Target: t.Path}, kb.Deed{Rule: "script.downloaded"}, "runs "+t.Path+", which comes from the network")
		}
		for _, text := range later.Taken(t) {
			if *at.tries++; *at.tries > maxTries {
				j.unread(t.Path + " holds more commands than are read")
				return
			}
			for _, f := range at.dryRun(text) {
				if later.Harms(f) {
					f = later.In(f, path.Base(j.c.Argv[0].String()), strings.TrimPrefix(t.Path, w.Place.Root+"/"))
					f.Span = span(j.c.Span)
					p := sentinel.Part{Text: f.Part, Shape: f.Part, Risk: sentinel.Low, Colour: sentinel.Green}
					j.a.find(&p, f.Effect, f)
					j.a.parts = append(j.a.parts, p)
				}
			}
		}
	}
}

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
		j.putsIn(file, text)
		if runs && p.Colour == sentinel.Green {
			j.runsLater(file, later.Source(file, text), forms.Harms)
		}
		if p.Colour != sentinel.Green {
			a.parts = append(a.parts, p)
		}
	}
}

// edits looks at programs whose strings come to stand in a file that runs later.
func (j *judgement) edits() {
	for _, e := range later.Edits(j.c, j.v.Name, len(j.c.Argv) > 1 && forms.Shown(j.c)) {
		for _, text := range e.Texts {
			j.putsIn(e.File, text)
		}
		if e.Hook {
			j.add(sentinel.Effect{Kind: sentinel.Persist, Scope: sentinel.ScopeNone, Target: e.File},
				kb.Deed{Rule: "write.install-hook"}, "makes a script that runs when packages are installed")
		}
	}
}

// dryRun judges a text as a call of its own and gives its findings.
func (a *assessor) dryRun(t later.Text) []sentinel.Finding {
	b := &assessor{w: a.w, cwd: a.cwd, dry: a.dry + 1, tries: a.tries, call: sentinel.Call{Tool: "bash", Cwd: a.cwd}}
	if b.dry > maxDry {
		return []sentinel.Finding{{Colour: sentinel.Red, Say: "holds texts inside of texts, too deep to read"}}
	}
	text := t.Code
	if t.Lang == "rust" {
		return later.Building(text)
	}
	if t.Lang != "sh" {
		r := later.Read(t)
		var out []sentinel.Finding
		for _, in := range later.Inner(r.Inner) {
			out = append(out, a.dryRun(in)...)
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
