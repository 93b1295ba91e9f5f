package facts

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/tasks"
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
	e := sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeNone, Target: wordsText(j.c.Argv)}
	d := kb.Deed{Rule: "program.unknown"}
	j.add(e, d, "runs "+name+", a program that is not known")
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

// readScript: the script was opened and read; what it does was judged command
// by command. A yes is bound to its content.
func (j *judgement) readScript(s shell.Script) {
	if s.Path == "" {
		return
	}
	loc := j.a.w.Place.Judge(paths.Target{Text: s.Path, Dir: "/", Use: paths.Read})
	e := sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: loc.Scope, Target: s.Path, Identity: s.SHA}
	if goodName(s.Path) && loc.Scope == sentinel.ScopeProject || loc.Scope == sentinel.ScopeTemp && j.harmless() {
		e.Kind = sentinel.Run
	}
	j.add(e, kb.Deed{Rule: "script.run"}, "runs "+path.Base(s.Path))
}

// harmless tells whether nothing that the command was found to do asks.
func (j *judgement) harmless() bool { return j.p.Colour == sentinel.Green }

// missingScript: the file does not exist (yet), so its name decides.
func (j *judgement) missingScript(s shell.Script) {
	loc := j.a.w.Place.Judge(paths.Target{Text: s.Path, Dir: "/", Use: paths.Read})
	e := sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: loc.Scope, Target: s.Path}
	if loc.Scope == sentinel.ScopeProject && goodName(s.Path) {
		e.Kind = sentinel.Run
	}
	j.add(e, kb.Deed{Rule: "script.missing"}, "runs "+s.Path+", which does not exist yet")
}

// ownProgram is a compiled program named by its path.
func (j *judgement) ownProgram(s shell.Script) {
	e := sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeNone, Target: wordsText(j.c.Argv)}
	j.add(e, kb.Deed{Rule: "program.path"}, "runs "+s.Path+", a program that is not known")
}

// goodName: names that say what a script is for, one of the ordinary things
// (Settled 11).
func goodName(p string) bool {
	base := path.Base(p)
	return tasks.Ordinary(strings.TrimSuffix(base, path.Ext(base)))
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
		case loc.Scope == sentinel.ScopeProject, loc.Scope == sentinel.ScopeTemp && beside(text):
			return
		}
		e.Scope = loc.Scope
	}
	if d.Role == "option" || d.Role == "verb" {
		e.Target = d.Target.String()
	}
	j.add(e, d, d.Say)
}

// beside: a file in the working folder or below it. What works in a folder
// takes its settings from there anyway, so naming one adds nothing.
func beside(text string) bool {
	return text != "" && text[0] != '/' && text[0] != '~' && path.Clean(text) == strings.TrimPrefix(text, "./") && !strings.HasPrefix(text, "..") || text == "." || text == "./..."
}

// redirections are files that the shell itself opens.
func (j *judgement) redirections() {
	for _, r := range j.c.Redirs {
		d := kb.Deed{Rule: "redirect", Aimed: true, Target: r.File}
		if s, ok := r.File.Known(); ok && networkFile(s) {
			j.add(sentinel.Effect{Kind: sentinel.Send, Scope: sentinel.ScopeUnknown, Target: s}, d, "opens a connection to "+s)
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
	if inside(r.File) {
		return
	}
	if r.Kind == shell.WriteFile && j.empties() && j.fileExists(r.File) {
		d.Rule = "redirect.empty"
		j.path(sentinel.Delete, r.File, d, true)
		return
	}
	j.path(sentinel.Write, r.File, d, true)
}

// empties: nothing is printed into the file, so what it held is gone.
func (j *judgement) empties() bool {
	n, ok := j.c.Program()
	return len(j.c.Argv) == 0 || ok && (n == ":" || n == "true")
}

func (j *judgement) fileExists(w shell.Word) bool {
	s, ok := w.Known()
	if !ok || j.a.w.Place.FS == nil {
		return false
	}
	for _, dir := range j.dirs() {
		if real, ok := j.a.w.Place.Resolve(dir, s); ok {
			if info, err := j.a.w.Place.FS.Lstat(real); err == nil && info.Kind == paths.File && info.Size > 0 {
				return true
			}
		}
	}
	return false
}

func networkFile(s string) bool {
	return strings.HasPrefix(s, "/dev/tcp/") || strings.HasPrefix(s, "/dev/udp/")
}

// secretWords looks at variables that hold secrets and are printed or sent.
func (j *judgement) secretWords() {
	if len(j.c.Argv) == 0 {
		return
	}
	name, _ := j.c.Program()
	for _, w := range j.c.Argv[1:] {
		for _, p := range w.Pieces {
			if p.Origin != shell.Variable || !SecretName(p.Name) {
				continue
			}
			switch {
			case len(j.sends) > 0 || j.hasEffect(sentinel.Fetch, sentinel.ScopeRemote) || j.hasEffect(sentinel.Fetch, sentinel.ScopeUnknown):
				j.add(sentinel.Effect{Kind: sentinel.SecretSend, Scope: sentinel.ScopeRemote, Target: p.Name},
					kb.Deed{Rule: "secret.send"}, "sends the secret "+p.Name+" away")
			case prints(name) && !j.hidden():
				j.add(sentinel.Effect{Kind: sentinel.SecretRead, Scope: sentinel.ScopeNone, Target: p.Name},
					kb.Deed{Rule: "secret.print"}, "shows the secret "+p.Name)
			}
		}
	}
}

// prints: the words of these come out again.
func prints(name string) bool {
	switch name {
	case "echo", "printf", "print", "printenv":
		return true
	}
	return false
}

// names tells whether only names, or a count, of what the command prints are
// let through by the next one in the pipe.
func (j *judgement) names() bool {
	n := j.c.PipeTo
	if n == nil {
		return false
	}
	if quiet(n) {
		return true
	}
	name, _ := n.Program()
	words := wordsLine(n.Argv)
	switch name {
	case "cut":
		return strings.Contains(words, "-d= -f1") || strings.Contains(words, "-d = -f 1") || strings.Contains(words, "-d= -f 1") || strings.Contains(words, "-f1 -d=") || strings.Contains(words, "-f 1 -d =")
	case "awk":
		return (strings.Contains(words, "-F=") || strings.Contains(words, "-F =")) && strings.Contains(words, "{print $1}")
	case "sed":
		return strings.Contains(words, "s/=.*/")
	}
	return false
}

// hidden: what is printed goes into a count or a test only.
func (j *judgement) hidden() bool {
	if j.c.PipeTo == nil {
		return false
	}
	n, _ := j.c.PipeTo.Program()
	return n == "wc"
}

func (j *judgement) hasEffect(kind sentinel.EffectKind, scope sentinel.Scope) bool {
	for _, e := range j.p.Effects {
		if e.Kind == kind && e.Scope == scope {
			return true
		}
	}
	return false
}
