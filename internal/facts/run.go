package facts

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/address"
	"github.com/sentinelgate/sentinel/internal/facts/arrive"
	"github.com/sentinelgate/sentinel/internal/facts/compiled"
	"github.com/sentinelgate/sentinel/internal/facts/disk"
	"github.com/sentinelgate/sentinel/internal/facts/dotenv"
	"github.com/sentinelgate/sentinel/internal/facts/emptied"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/facts/owncopy"
	"github.com/sentinelgate/sentinel/internal/facts/shown"
	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/winshell/cmdlet"
)

// program judges the program itself: unknown ones, and those named by a path.
func (j *judgement) program() {
	if len(j.c.Argv) == 0 {
		return
	}
	name, known := j.c.Program()
	switch {
	case j.v.Parse != nil || len(j.v.Deeds) > 0 && j.v.Name != "":
	case !known && j.globProgram():
	case !known:
		j.unread("the program is not known from the text: " + j.c.Argv[0].String())
	case name == "":
		j.unread("an empty program name")
	case j.v.Program == kb.ByPath:
		// What runs was opened: see script.
	case j.a.w.KB != nil && j.v.Parse == nil:
		j.unknownProgram(name)
	}
}

// globProgram: a wildcard as the program's name matches what it may.
func (j *judgement) globProgram() bool {
	text, glob, ok := j.c.Argv[0].Pattern()
	if !ok || !glob {
		return false
	}
	j.unread("the program is chosen by a wildcard: " + text)
	return true
}

func (j *judgement) unknownProgram(name string) {
	if a := j.c.Argv; len(a) == 2 && (a[1].Is("--version") || a[1].Is("--help")) {
		return // is it there, and which one is it
	}
	if j.a.dry == 0 && j.a.call.Shell == "" && cmdlet.Own(name) {
		j.a.windows = true // the whole text is read in that language, too
		return
	}
	e := sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeNone, Target: words.Quoted(j.c.Argv)}
	j.add(e, kb.Deed{Rule: "program.unknown"}, "runs "+name+", a program that is not known")
}

// script judges a file or text that runs.
func (j *judgement) script(s shell.Script) {
	d := kb.Deed{Rule: "script"}
	name := s.Path
	if name == "" {
		name = "a text"
	}
	switch {
	case s.Fetched:
		d.Rule = "script.downloaded"
		j.add(sentinel.Effect{Kind: sentinel.ExecuteDownloaded, Scope: sentinel.ScopeNone}, d, "runs "+name+": "+s.Why)
	case s.Tool != "":
		j.ownCopy(s)
	case s.Missing:
		j.missingScript(s)
	case s.Why != "":
		d.Rule = "script.unread"
		if j.v.Program == kb.ByPath && s.Why == shell.NotScript {
			j.ownProgram(s)
			return
		}
		j.add(sentinel.Effect{Kind: sentinel.Unread, Scope: sentinel.ScopeNone}, d, "runs "+name+", which "+s.Why)
	default:
		j.readScript(s)
	}
}

// ownCopy judges the project's own copy of a tool beside what it was read to do.
func (j *judgement) ownCopy(s shell.Script) {
	switch owncopy.Judge(j.a.w.Place, s, j.a.w.Fresh) {
	case owncopy.Tool:
	case owncopy.Program:
		j.ownProgram(s)
	case owncopy.Missing:
		j.missingScript(s)
	case owncopy.Script:
		j.readScript(s)
	default:
		j.unread(owncopy.Why(s))
	}
}

// readScript: the script was opened and read; what it does was judged command
// by command, as text on the command line would be, and what it does decides. A
// yes is bound to its content.
func (j *judgement) readScript(s shell.Script) {
	if s.Path == "" {
		return
	}
	loc := j.a.w.Place.Judge(paths.Target{Text: s.Path, Dir: "/", Use: paths.Read})
	e := sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: loc.Scope, Target: s.Path, Identity: s.SHA}
	switch loc.Scope {
	case sentinel.ScopeSecret:
		if j.harmless() && j.settings(loc) {
			e.Kind, j.a.loads = sentinel.Run, true
		}
	case sentinel.ScopeProject, sentinel.ScopeOutput, sentinel.ScopeTemp:
		if j.harmless() || forms.GoodName(s.Path, j.a.w.Place.Root) && loc.Scope == sentinel.ScopeProject {
			e.Kind = sentinel.Run
		}
	}
	j.add(e, kb.Deed{Rule: "script.run"}, "runs "+path.Base(s.Path))
}

// harmless tells whether nothing that the command was found to do asks.
func (j *judgement) harmless() bool { return j.p.Colour == sentinel.Green }

// missingScript: the file does not exist (yet), so its name decides.
func (j *judgement) missingScript(s shell.Script) {
	loc := j.a.w.Place.Judge(paths.Target{Text: s.Path, Dir: "/", Use: paths.Read})
	e := sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: loc.Scope, Target: s.Path}
	say := forms.WhyMissing(s)
	if by := j.brought(s.Path); by != "" {
		say = ", which " + by + " has just brought, so nobody has read it"
	} else if loc.Scope == sentinel.ScopeProject && forms.MissingName(s.Path, j.a.w.Place.Root) || forms.BuiltByTool(s.Path, loc) && j.v.Program == kb.ByPath || s.SetsUp && (j.a.w.Fresh == nil || !j.a.w.Fresh(loc.Real)) {
		e.Kind = sentinel.Run
	}
	j.add(e, kb.Deed{Rule: "script.missing"}, "runs "+s.Path+say)
}

// brought names the program of this text that brings a file before it runs.
func (j *judgement) brought(file string) string {
	return arrive.Brought(j.a.read.Commands, j.c, file, disk.Exists(j.a.w.Place, file), func(c *shell.Command) (func(shell.Word) string, func(shell.Word) ([]byte, bool)) {
		v, _ := c.Parsed.(*kb.View)
		by := &judgement{a: j.a, c: c, v: v, p: &sentinel.Part{}}
		return func(w shell.Word) string { return by.locate(sentinel.Write, w).Real }, by.archive
	})
}

// recipes judges rules that run by their names, when an archive may hold them.
func (j *judgement) recipes() {
	if name := arrive.Recipes(j.v); name != "" {
		file := j.locate(sentinel.Read, shell.Text(name)).Real
		if by := j.brought(file); by != "" {
			j.add(sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeProject, Target: file}, kb.Deed{Rule: "script.brought"}, "runs "+file+", which "+by+" has just brought, so nobody has read it")
		}
	}
}

// builtHere: this very text has compiled the program, from sources of the
// project that it has not written itself.
func (j *judgement) builtHere(file string) bool {
	for _, c := range j.a.read.Commands {
		if c == j.c {
			return false
		}
		v, _ := c.Parsed.(*kb.View)
		if v == nil || v.Parse == nil || !slices.ContainsFunc(v.Deeds, func(d kb.Deed) bool { return d.Kind == sentinel.Run }) {
			continue
		}
		by := &judgement{a: j.a, c: c, v: v, p: &sentinel.Part{}}
		for _, d := range v.Deeds {
			if d.Kind == sentinel.Write && d.Aimed && by.locate(sentinel.Write, d.Target).Real == file {
				return by.sourcesOf(file)
			}
		}
	}
	return false
}

// computes: a source file whose program only computes and prints.
func (j *judgement) computes(loc paths.Located) bool {
	text, ok := j.a.read.Written[loc.Real]
	if fs := j.a.w.Place.FS; !ok && fs != nil && loc.Real != "" {
		data, _ := fs.ReadFile(loc.Real, 32<<10)
		text = string(data)
	}
	return compiled.Computes(loc.Real, text)
}

// sourcesOf tells whether all that a compiler reads lies in the project.
func (j *judgement) sourcesOf(file string) bool {
	found := false
	for _, o := range j.v.Parse.Operands {
		loc := j.locate(sentinel.Read, o.Word)
		if loc.Real == file {
			continue
		}
		if s, known := j.c.Stdin.Text.Known(); o.Word.Is("-") || o.Word.Is("/dev/stdin") {
			if !known || !compiled.Computes("stdin.c", s) || !compiled.Plain(j.c.Argv) {
				return false
			}
			found = true
			continue
		}
		if _, written := j.a.read.Written[loc.Real]; !(j.computes(loc) && compiled.Plain(j.c.Argv)) && (written || loc.Scope != sentinel.ScopeProject || o.Word.Unknown()) {
			return false
		}
		found = true
	}
	return found
}

// ownProgram is a compiled program named by its path.
func (j *judgement) ownProgram(s shell.Script) {
	if j.builtHere(s.Path) {
		loc := j.a.w.Place.Judge(paths.Target{Text: s.Path, Dir: "/", Use: paths.Read})
		if loc.Scope == sentinel.ScopeProject || loc.Scope == sentinel.ScopeTemp {
			j.add(sentinel.Effect{Kind: sentinel.Run, Scope: loc.Scope, Target: s.Path}, kb.Deed{Rule: "program.built"}, "runs "+s.Path+", which was built just before")
			return
		}
	}
	e := sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeNone, Target: words.Quoted(j.c.Argv)}
	j.add(e, kb.Deed{Rule: "program.path"}, "runs "+s.Path+", a program that is not known")
}

// unread records that a part cannot be understood.
func (j *judgement) unread(why string) {
	j.add(sentinel.Effect{Kind: sentinel.Unread, Scope: sentinel.ScopeNone}, kb.Deed{Rule: "unread"}, why)
}

// execute is a program, plug-in or settings file that runs code.
func (j *judgement) execute(d kb.Deed) {
	e := j.effect(d, sentinel.ScopeNone)
	e.Identity = d.Identity
	if d.Aimed {
		e.Target = d.Target.String()
	}
	if d.Aimed && (d.Role == "config" || d.Role == "import") {
		loc := j.locate(sentinel.Read, d.Target)
		switch text, _ := d.Target.Known(); {
		case strings.Contains(text, "://"):
			loc.Scope = sentinel.ScopeRemote
		case forms.FetchedLibrary(loc.Real, j.a.w.Place.Home), loc.Scope == sentinel.ScopeProject, loc.Scope == sentinel.ScopeTemp && (forms.Beside(text) || j.computes(loc)):
			return
		case forms.Beside(text) && forms.RunsHere(j.v):
			return // that it runs what lies in this folder is said anyway
		}
		e.Scope = loc.Scope
	}
	if d.Role == "option" || d.Role == "verb" {
		e.Target = d.Target.String()
	}
	j.add(e, d, d.Say)
}

// unknownWords are words that may be options, or set any variable.
func (j *judgement) unknownWords() {
	if j.v.Parse == nil || len(j.c.Argv) < 2 {
		return
	}
	words := j.c.Argv[1:]
	switch j.v.Name {
	case "tar":
		words = words[:1]
	case "find":
		words = words[1:]
	case "export", "declare", "typeset", "readonly":
	default:
		return
	}
	for _, w := range words {
		if dotenv.Exported(j.around(), j.c, w, j.settingsOf) {
			j.a.loads = true
			continue
		}
		if len(w.Pieces) == 0 || w.Pieces[0].Origin <= shell.Glob || w.Pieces[0].Origin == shell.Other || j.v.Name == "find" && !w.Pieces[0].Split {
			continue
		}
		j.add(sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeNone, Target: j.v.Name + " " + w.String()},
			kb.Deed{Rule: "word.unknown"}, "passes "+w.String()+" to "+j.v.Name+", which may be anything")
	}
}

// redirections are files that the shell itself opens.
func (j *judgement) redirections() {
	for _, r := range j.c.Redirs {
		d := kb.Deed{Rule: "redirect", Aimed: true, Target: r.File}
		if s, ok := r.File.Known(); ok && forms.NetworkFile(s) {
			scope := sentinel.ScopeUnknown
			if address.OwnDevice(s) && (forms.Prints(j.v.Name) || len(j.c.Argv) == 0) {
				scope = sentinel.ScopeOwn // is there somebody at this port?
			}
			j.add(sentinel.Effect{Kind: sentinel.Send, Scope: scope, Target: s}, d, "opens a connection to "+s)
			continue
		}
		switch r.Kind {
		case shell.ReadFile:
			j.path(sentinel.Read, r.File, d, true)
		case shell.ReadWrite:
			j.path(sentinel.Read, r.File, d, true)
			j.path(sentinel.Write, r.File, d, true)
		default:
			j.redirectWrite(r, d)
		}
	}
}

// redirectWrite: `> FILE` empties what was there.
func (j *judgement) redirectWrite(r shell.Redir, d kb.Deed) {
	if words.Inside(r.File) {
		return
	}
	kind := sentinel.Write
	if r.Kind == shell.WriteFile && emptied.Prints(j.c) && (emptied.Several(r.File) || j.loses(r.File, true)) {
		kind, d.Rule = sentinel.Delete, "redirect.empty"
	}
	j.path(kind, r.File, d, true)
}

// loses tells whether something is lost when a file is emptied; named, if its
// name alone says so, too.
func (j *judgement) loses(w shell.Word, named bool) bool {
	s, ok := w.Known()
	for _, dir := range j.dirs() {
		if real, there := j.a.w.Place.Resolve(dir, s); ok && there && emptied.Loses(j.a.w.Place.FS, real, named) {
			return true
		}
	}
	return false
}

// secretWords looks at variables that hold secrets and are printed or sent, and at
// words that spell the path of a secret.
func (j *judgement) secretWords() {
	t := shown.Text{All: j.a.read.Commands, Command: j.c, View: j.v, Variables: j.variables, Held: j.a.secrets}
	for _, w := range t.Files() {
		if j.locate(sentinel.Read, w).Scope == sentinel.ScopeSecret {
			j.path(sentinel.Read, w, kb.Deed{Rule: sensitivePath}, true)
		}
	}
	sends := len(j.sends) > 0 || j.hasEffect(sentinel.Fetch, sentinel.ScopeRemote) || j.hasEffect(sentinel.Fetch, sentinel.ScopeUnknown)
	for _, name := range t.Told(sends) {
		e, d, say := sentinel.Effect{Kind: sentinel.SecretRead, Scope: sentinel.ScopeNone, Target: name}, kb.Deed{Rule: "secret.print"}, "shows the secret "+name
		if sends {
			e.Kind, e.Scope, d.Rule, say = sentinel.SecretSend, sentinel.ScopeRemote, "secret.send", "sends the secret "+name+" away"
		}
		j.add(e, d, say)
	}
}

// variables are the unknown ones in a word, and once a file of settings was
// loaded also those whose value stands in it.
func (j *judgement) variables(w shell.Word) []shell.Piece {
	out := slices.DeleteFunc(slices.Clone(w.Pieces), func(p shell.Piece) bool { return p.Origin != shell.Variable })
	for _, p := range w.Pieces {
		if p.Origin == shell.Supplied && p.Inside != nil && !p.Inside.Known {
			out = append(out, words.Variables(p.Inside.Text)...) // read from a text that names them
		}
	}
	if j.a.loads {
		out = append(append(out, words.Variables(w.Raw)...), dotenv.Held(w.String(), j.a.secrets)...)
	}
	return out
}

// settings tells whether a file that holds secrets is one of the project's own
// settings and nothing besides. One that is not there holds nothing.
func (j *judgement) settings(loc paths.Located) bool {
	fs := j.a.w.Place.FS
	if root := j.a.w.Place.Root; root == "" || fs == nil || !strings.HasPrefix(loc.Real, root+"/") || !dotenv.Is(path.Base(loc.Real)) {
		return false
	}
	if _, err := fs.Lstat(loc.Real); err != nil {
		return true
	}
	text, err := fs.ReadFile(loc.Real, 64<<10)
	if err != nil || !dotenv.Form(string(text), j.a.w.KB.Matters) {
		return false
	}
	j.a.secrets = dotenv.Secrets(string(text), j.a.secrets)
	return true
}

// settingsOf: a command reads such files and no others.
func (j *judgement) settingsOf(c *shell.Command) bool {
	found := false
	for _, t := range j.a.notes.Touches {
		if t.Command == c {
			if !j.settings(t.Loc) {
				return false
			}
			found = true
		}
	}
	return found
}

func (j *judgement) hasEffect(kind sentinel.EffectKind, scope sentinel.Scope) bool {
	for _, e := range j.p.Effects {
		if e.Kind == kind && e.Scope == scope {
			return true
		}
	}
	return false
}
