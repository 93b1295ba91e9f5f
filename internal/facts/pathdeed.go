package facts

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/address"
	"github.com/sentinelgate/sentinel/internal/facts/climb"
	"github.com/sentinelgate/sentinel/internal/facts/dotenv"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/facts/linked"
	"github.com/sentinelgate/sentinel/internal/facts/lists"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/facts/sentence"
	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/kb/folders"
	"github.com/sentinelgate/sentinel/internal/kb/search"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// pathDeed is an effect on a path that a word names.
func (j *judgement) pathDeed(d kb.Deed) {
	if !d.Aimed {
		if d.Kind == sentinel.Write && d.Scoped && d.Scope == sentinel.ScopeProject && j.c.Place.Host == "" && j.c.Place.Container == "" {
			j.here(d)
			return
		}
		j.add(j.effect(d, sentinel.ScopeUnknown), d, d.Say)
		return
	}
	if d.Scoped {
		j.add(j.effect(d, d.Scope), d, d.Say)
		return
	}
	if len(d.Narrow) > 0 {
		for _, w := range search.Below(d.Target, d.Narrow) {
			j.path(d.Kind, w, d, true)
		}
		return
	}
	if d.Role == "empty" && j.loses(d.Target, true) {
		d.Kind = sentinel.Delete
	}
	j.path(d.Kind, d.Target, d, true)
}

// path finds where a word lies and records the effect.
func (j *judgement) path(kind sentinel.EffectKind, w shell.Word, d kb.Deed, rules bool) {
	if s, ok := w.Known(); ok && (s == "" || s == "-") {
		return
	}
	if j.elsewhere(kind, d) {
		return
	}
	if words.Inside(w) {
		return
	}
	if found := lists.Found(w, 0); found != nil {
		for _, f := range found {
			j.path(kind, f, d, rules)
		}
		return
	}
	j.listed(kind, w, d, rules)
	found := len(w.Pieces)
	kind, w = words.Recursive(kind, w)
	loc := j.locate(kind, w)
	loc = j.replaced(kind, w, d, loc)
	j.note(kind, w, loc)
	if kind == sentinel.Read && loc.Scope == sentinel.ScopeSecret && j.settings(loc) && (dotenv.Leave(j.c) || dotenv.Consumed(j.around(), j.c)) {
		kind = sentinel.List
	}
	if rules {
		j.touched = append(j.touched, touch{use: forms.UseName(kind), loc: loc, text: w.String(), tree: kind == sentinel.DeleteTree || kind == sentinel.Move})
	}
	j.a.makes(kind, loc)
	if kind == sentinel.Delete && loc.Scope == sentinel.ScopeProject && j.a.scratch(loc.Real) {
		loc.Scope = sentinel.ScopeOutput
	}
	if kind == sentinel.Delete || kind == sentinel.DeleteTree {
		if from := j.a.moved.Lost(loc.Real); from != "" {
			j.lose(kind, from, "deletes "+from+" of the project, which was moved there")
		}
	}
	if kind == sentinel.Write && loc.Scope == sentinel.ScopeSecret && j.copiesExample(w, loc) {
		loc.Scope, loc.Label = sentinel.ScopeProject, ""
	}
	if kind == sentinel.Create && j.v.Name == "mkdir" && loc.Scope == sentinel.ScopeStartup && j.a.w.Place.Root != "" && strings.HasPrefix(loc.Real, j.a.w.Place.Root+"/") {
		loc.Scope, loc.Label = sentinel.ScopeProject, "" // an empty folder arranges nothing
	}
	if (kind == sentinel.Write || kind == sentinel.Create) && loc.Scope != sentinel.ScopeUnknown && loc.Scope != sentinel.ScopeTemp && folders.Package(path.Dir(loc.Real)) {
		loc.Scope, loc.Label = sentinel.ScopeStartup, "a program that other commands run"
	}
	if say := forms.Misleads(j.c, w); say != "" && (kind == sentinel.Write || kind == sentinel.Create) {
		j.unread(say)
	}
	e := sentinel.Effect{Kind: kind, Scope: loc.Scope}
	e = j.sharpen(e, w, loc)
	if kind == sentinel.Read && forms.Endless(j.c, w) {
		e.Kind, e.Scope = sentinel.System, sentinel.ScopeNone
		j.add(e, d, "reads "+w.String()+", which never ends")
		return
	}
	if deep := found > len(w.Pieces); kind == sentinel.Read && (forms.ScopeRank(loc.Scope) > 0 && (deep || j.deep() && !forms.PassesBy(j.v, loc.Real, j.a.w.Place.Home)) && j.a.w.Place.HoldsSecrets(loc.Real) || deep && dotenv.Shown(j.c, j.a.w.Place, loc.Real)) {
		e.Scope = sentinel.ScopeSecret
	}
	say := d.Say
	if say == "" {
		say = j.pathSentence(e, loc, w, d)
	}
	d.Aimed, d.Target = true, w
	if loc.Vital && forms.VitalKind(kind, e.Scope) {
		j.blockVital(e, loc, w, d)
		return
	}
	if e.Scope == sentinel.ScopeSecret && kind == sentinel.Read {
		d.Rule = sensitivePath
	}
	j.add(e, d, say)
}

// note keeps a path for the guards.
func (j *judgement) note(kind sentinel.EffectKind, w shell.Word, loc paths.Located) {
	text, glob, ok := w.Pattern()
	j.a.notes.Touched(seen.Touch{Kind: kind, Loc: loc, Target: paths.Target{Text: text, Glob: glob, Partial: !ok, Dir: j.dirs()[0], Use: forms.UseOf(kind)},
		Command: j.c, View: j.v, Whole: j.deep()})
}

// copiesExample: a settings file that is not there yet is made from the example
// that the project has for it.
func (j *judgement) copiesExample(w shell.Word, loc paths.Located) bool {
	s, known := w.Known()
	if j.v.Name != "cp" || !known || len(j.v.Parse.Operands) != 2 || loc.Real == "" || j.a.w.Place.FS == nil || !strings.HasPrefix(loc.Real, j.a.w.Place.Root+"/") {
		return false
	}
	if _, err := j.a.w.Place.FS.Lstat(loc.Real); err == nil {
		return false
	}
	from, _ := j.v.Parse.Operands[0].Word.Known()
	return dotenv.MadeFrom(s, from) && j.locate(sentinel.Read, j.v.Parse.Operands[0].Word).Scope == sentinel.ScopeProject
}

// makes notes a file that did not exist before this text writes it.
func (a *assessor) makes(kind sentinel.EffectKind, loc paths.Located) {
	if kind == sentinel.Write && loc.Real != "" && len(a.made) < 200 {
		a.made = append(a.made, loc.Real)
	}
}

// scratch: a single file that the agent made in this session; or this very text, or
// the copy that an editor in it left beside one (x.bak of x), and not there before.
func (a *assessor) scratch(real string) bool {
	if real == "" || a.w.Place.FS == nil {
		return false
	}
	if _, err := a.w.Place.FS.Lstat(real); err == nil {
		return a.w.Own != nil && a.w.Own(real)
	}
	for _, m := range a.made {
		if real == m || strings.HasPrefix(real, m+".") || real == m+"~" {
			return true
		}
	}
	return false
}

// deep: programs that read all files below a folder.
func (j *judgement) deep() bool {
	if j.all {
		return true
	}
	switch j.v.Name {
	case "rg", "ag", "ack", "tar", "zip", "7z", "rsync", "scp", "git":
		return true
	case "grep", "cp", "diff":
		return j.v.Parse != nil && j.v.Parse.HasAny("-r", "-R", "-a")
	}
	return false
}

// elsewhere judges paths that lie on another host or in a container.
func (j *judgement) elsewhere(kind sentinel.EffectKind, d kb.Deed) bool {
	p, e := j.c.Place, sentinel.Effect{}
	if !forms.Elsewhere(&e, p) {
		return false
	}
	switch kind {
	case sentinel.List:
		return true
	case sentinel.Read:
		if !d.Aimed || !j.secretThere(d.Target) {
			return true
		}
	case sentinel.Delete, sentinel.DeleteTree, sentinel.Permission, sentinel.PermissionTree, sentinel.Move:
		e.Kind = sentinel.RemoteDestroy
		if address.NamesProduction(p.Host) {
			e.Scope = sentinel.ScopeProduction
		}
		if p.Host == "" {
			e.Kind, e.Scope = sentinel.RemoteDestroy, sentinel.ScopeContainer
		}
	}
	j.add(e, d, "")
	return true
}

// secretThere: a path that would hold secrets if it lay here, or through which
// containers are handed theirs.
func (j *judgement) secretThere(w shell.Word) bool {
	s, _, ok := w.Pattern()
	if !ok || strings.HasPrefix(s, "/run/secrets") || strings.HasPrefix(s, "/proc/") && strings.HasSuffix(s, "/environ") {
		return true
	}
	return j.locate(sentinel.Read, w).Scope == sentinel.ScopeSecret
}

// locate finds the worst place that a word may name.
func (j *judgement) locate(kind sentinel.EffectKind, w shell.Word) paths.Located {
	use := forms.UseOf(kind)
	t := paths.Target{Use: use, NoFollow: kind == sentinel.Delete || kind == sentinel.DeleteTree || kind == sentinel.Move}
	text, glob, ok := w.Pattern()
	t.Text, t.Glob, t.Partial = text, glob, !ok
	if !ok {
		if tmp, rest := words.Temporary(w); tmp {
			t.Text, t.Partial = rest, false
		} else {
			return j.unknownPath(kind, w, t)
		}
	}
	var worst paths.Located
	for i, dir := range j.folders(kind) {
		t.Dir = dir
		t := words.Within(j.c.Dirs, i, t)
		loc := linked.Judge(j.a.w.Place, t, kind == sentinel.Create && j.v != nil && j.v.Name == "ln")
		if worst = use.Worse(worst, loc); i == 0 {
			worst = loc
		}
	}
	if worst.Scan && use == paths.Read && !glob && j.a.w.Clean != nil && j.a.w.Clean(worst.Real) {
		worst.Scope, worst.Label = sentinel.ScopeProject, ""
	}
	return worst
}

// unknownPath judges a word that is known in part only.
func (j *judgement) unknownPath(kind sentinel.EffectKind, w shell.Word, t paths.Target) paths.Located {
	dirs := j.dirs()
	t.Dir = dirs[0]
	loc := j.a.w.Place.Judge(t)
	if kind != sentinel.Read && kind != sentinel.List {
		if words.MayVanish(w) && words.Vanishes(w) {
			loc.Scope = sentinel.ScopeUnknown
		}
		if kind == sentinel.Write && (climb.Text{Source: j.a.text, Commands: j.a.read.Commands}).Lists(w) {
			if s, ok := j.a.sourceScope(w); ok {
				loc.Scope, loc.Label = s, ""
			}
		}
		if forms.Destroys(kind) && (climb.Text{Source: j.a.text, Commands: j.a.read.Commands}).Climbs(w) {
			loc.Scope, loc.Label = sentinel.ScopeUnknown, "unknown place"
		}
		return loc
	}
	// For reading, what brought the unknown part decides.
	if s, ok := j.a.sourceScope(w); ok {
		loc.Scope, loc.Label = s, ""
	}
	return loc
}

// dirs gives the folders the command may run in; "" is an unknown one.
func (j *judgement) dirs() []string {
	if len(j.c.Dirs) == 0 {
		return []string{j.a.cwd}
	}
	out := make([]string, 0, len(j.c.Dirs))
	for _, d := range j.c.Dirs {
		out = append(out, words.Folder(d))
	}
	return out
}

// sharpen binds an effect to its literal target where a grant has to.
func (j *judgement) sharpen(e sentinel.Effect, w shell.Word, loc paths.Located) sentinel.Effect {
	switch e.Kind {
	case sentinel.DeleteTree:
		e.Target = forms.TargetText(loc, w)
	case sentinel.Delete:
		if _, glob, _ := w.Pattern(); glob || e.Scope != sentinel.ScopeProject {
			e.Target = forms.TargetText(loc, w)
		}
	case sentinel.Write, sentinel.Create, sentinel.Move:
		if e.Scope == sentinel.ScopeOutside || e.Scope == sentinel.ScopeHome {
			e.Target = path.Dir(forms.TargetText(loc, w))
		}
	}
	return e
}

func (j *judgement) blockVital(e sentinel.Effect, loc paths.Located, w shell.Word, d kb.Deed) {
	what := loc.Label
	if what == "" {
		what = forms.TargetText(loc, w)
	}
	verb := "deletes"
	switch e.Kind {
	case sentinel.PermissionTree:
		verb = "changes who may use everything in"
	case sentinel.Write:
		verb = "overwrites"
	case sentinel.Move:
		verb = "moves away"
	}
	e.Kind = sentinel.Catastrophe
	d.Rule = destructiveShell
	j.add(e, d, verb+" "+what)
}

// pathSentence says what happens where.
func (j *judgement) pathSentence(e sentinel.Effect, loc paths.Located, w shell.Word, d kb.Deed) string {
	d.Target, d.Aimed = w, true
	s := sentence.Of(e, d)
	switch {
	case loc.Label != "":
		s += " (" + loc.Label + ")"
	case e.Scope == sentinel.ScopeOutside || e.Scope == sentinel.ScopeHome:
		s += ", outside the project"
	case e.Scope == sentinel.ScopeUnknown:
		s += ", a place that is not known from the text"
	}
	return s
}
