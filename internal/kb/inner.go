package kb

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/inline"
	"github.com/sentinelgate/sentinel/internal/kb/env"
	"github.com/sentinelgate/sentinel/internal/kb/folders"
	"github.com/sentinelgate/sentinel/internal/kb/loads"
	"github.com/sentinelgate/sentinel/internal/kb/script"
	"github.com/sentinelgate/sentinel/internal/kb/standin"
	"github.com/sentinelgate/sentinel/internal/kb/takes"
	"github.com/sentinelgate/sentinel/internal/kb/taskfile"
	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// View is everything the knowledge says about one command. It is kept in
// shell.Command.Parsed.
type View struct {
	Name   string // the tool's name, "" if the program is not known
	Parse  *Parse // nil when nothing is known about the program
	Deeds  []Deed
	Unread []string
	// Program tells how the program was named.
	Program Program
	Takes   []takes.Taken // files that it takes commands from
	// Env lists the variables set for the command that change what it does.
	Env []string

	files  shell.Reader
	loaded []string // files that its code has taken in
}

// Program says how a command names its program.
type Program uint8

const (
	Named   Program = iota // by a bare name, found on the search path
	Trusted                // by a path into the system's program folders
	Local                  // by a path to the project's own copy of a known tool
	ByPath                 // by another path: a file of its own
	Unknown                // not known from the text
)

// Inner implements shell.Knows.
func (b *Base) Inner(c *shell.Command, files shell.Reader) []shell.Inner {
	v := &View{files: files}
	c.Parsed = v
	var out []shell.Inner
	out = append(out, b.envInner(c, v, files.Home())...)
	name, how := b.program(c, files)
	v.Program = how
	if how == ByPath || how == Unknown {
		return append(out, b.pathProgram(c, v, files, how)...)
	}
	if o, own := env.Found(c.Env, name, files); own && how == Named {
		v.Program = ByPath
		return append(out, b.script(c, v, o, "", c.Argv)...)
	}
	t, err := b.Tool(name)
	if err != nil {
		if err != ErrNoTool {
			v.Unread = append(v.Unread, err.Error())
		}
		return out
	}
	v.Name = t.Tool
	if how == Local {
		out = append(out, v.ownCopy(files.Open(c.Argv[0]), name, c.Argv)...)
	}
	p := b.parse(t, c.Argv[1:])
	v.Parse = p
	if p.err != nil {
		v.Unread = append(v.Unread, p.err.Error())
	}
	if p.helps() {
		return out
	}
	v.Deeds = append(v.Deeds, p.deeds(c, taskfile.Exists(files))...)
	return append(out, b.inside(c, v, files)...)
}

// program finds the tool a command names.
func (b *Base) program(c *shell.Command, files shell.Reader) (string, Program) {
	s, ok := c.Program()
	if !ok {
		return "", Unknown
	}
	i := strings.LastIndexAny(s, "/\\")
	if i < 0 {
		return strings.TrimSuffix(s, ".exe"), Named
	}
	dir, base := s[:i], strings.TrimSuffix(s[i+1:], ".exe")
	if folders.Trusted(dir) || strings.HasPrefix(base, "ld-") && (strings.HasPrefix(dir, "/lib") || strings.HasPrefix(dir, "/usr/lib")) {
		return base, Trusted
	}
	if base == "sentinel" || base == "sentinel-hook" { // what is asked of it counts
		if abs, _ := files.Resolve(c.Argv[0]); folders.Installed(abs, files.Home(), base) {
			return base, Trusted // a program as large as this one is not read
		}
		return base, Local
	}
	if abs, ok := files.Resolve(c.Argv[0]); ok && len(abs) == 1 && (folders.Trusted(path.Dir(abs[0])) || b.Has(base) && folders.Tools(path.Dir(abs[0]), files.Home())) {
		return base, Trusted
	}
	if b.Has(base) && (folders.Local(dir) || b.local(base)) {
		return base, Local
	}
	return base, ByPath
}

// local tells whether a tool's file says that the project's own copy counts.
func (b *Base) local(base string) bool {
	t, err := b.Tool(base)
	return folders.Wrapper(base) || err == nil && t.Local
}

// pathProgram judges a program named by a path: a script is opened and read.
func (b *Base) pathProgram(c *shell.Command, v *View, files shell.Reader, how Program) []shell.Inner {
	if how == Unknown {
		return nil
	}
	return b.script(c, v, files.Open(c.Argv[0]), "", c.Argv)
}

// ownCopy reads the project's own copy of a tool. What it does counts; what of it
// cannot be understood is for those to judge who know where it comes from.
func (v *View) ownCopy(o shell.Opened, name string, args []shell.Word) []shell.Inner {
	in, lang := taskfile.Wrapper(o, name, args)
	if lang == "" {
		return []shell.Inner{in}
	}
	r := inline.Read(lang, o.Text, inline.Client{Args: args})
	in.Script.Doubts, r.Unread = r.Unread, nil
	return append(v.report(lang, o.Text, r, o.Path), in)
}

// script gives what a script file comes to. lang is "" when its first line or
// its suffix has to tell.
func (b *Base) script(c *shell.Command, v *View, o shell.Opened, lang string, args []shell.Word) []shell.Inner {
	if o.Known && lang == "" {
		lang = script.Language(o.Path, o.Text)
	}
	if c.Place.Container != "" {
		v.Deeds = append(v.Deeds, Deed{Kind: sentinel.Remote, Scope: sentinel.ScopeContainer, Scoped: true, Rule: "script.container",
			Say: "runs a file of the container, which cannot be read from here"})
	}
	in := shell.Inner{Kind: shell.InnerScript, Script: shell.ScriptOf(o, lang), Text: shell.Text(o.Text), Args: args, Via: o.Path}
	if o.Known && lang == "" {
		in.Script.Why = shell.NotScript
	}
	out := []shell.Inner{in}
	if o.Known && lang != "sh" && lang != "" {
		if base := path.Base(o.Path); strings.HasPrefix(lang, "python") && base == "manage.py" {
			return out
		}
		out = append(out, v.code(lang, o.Text, inline.Client{Program: v.Name, Args: args}, o.Path)...)
	}
	return out
}

// code reads code and keeps what it does by itself.
func (v *View) code(lang, text string, cl inline.Client, from string) []shell.Inner {
	return v.report(lang, text, inline.Read(lang, text, cl), from)
}

// partial reads code of which some pieces may not be known.
func (v *View) partial(lang string, w shell.Word, cl inline.Client) []shell.Inner {
	text, ok := w.Known()
	if !ok {
		cl.Open = func(w shell.Word) (string, bool) { o := v.files.Open(w); return o.Text, o.Exists && o.Known }
		if r, data := inline.Partial(lang, w, cl); data {
			return v.report(lang, "", r, "")
		}
		if lang != "sql" || len(w.Raw) > 0 { // names in fed statements are often variables
			v.Unread = append(v.Unread, lang+" code that is not known: "+w.String())
		}
		text = standin.Known(w)
	}
	return v.code(lang, text, cl, "")
}

func (v *View) report(lang, text string, r inline.Report, from string) []shell.Inner {
	for i := range r.Acts {
		r.Acts[i] = loads.Beside(lang, r.Acts[i], from)
		a := r.Acts[i]
		v.Deeds = append(v.Deeds, Deed{Kind: a.Kind, Target: a.Target, Aimed: a.Aimed, Role: a.Role, Say: a.InWords(lang), Rule: lang + "." + a.Kind.String(), Code: true, Identity: loads.Settings(r, a, from, text)})
	}
	for _, u := range r.Unread {
		v.Unread = append(v.Unread, lang+" code: "+u)
	}
	for i := range r.Inner {
		if r.Inner[i].Via == "" {
			r.Inner[i].Via = lang
		}
	}
	for _, l := range loads.Of(lang, r, from) {
		r.Inner = append(r.Inner, v.load(lang, l, from == "")...)
	}
	return r.Inner
}

// load opens a file that code runs, and reads it. One that is not there yet counts
// as a script that is not, where the very command names it.
func (v *View) load(lang string, l loads.Load, named bool) []shell.Inner {
	o := shell.Opened{}
	for _, n := range l.Names {
		if o = v.files.Open(shell.Text(n)); o.Exists {
			break
		}
	}
	if !o.Exists && lang != "sql" && !l.Must && (l.Module || !named || lang == "julia") || !o.Known && l.Module || slices.Contains(v.loaded, o.Path) {
		return nil
	}
	if v.loaded = append(v.loaded, o.Path); len(v.loaded) > loads.Most {
		v.Unread = append(v.Unread, lang+" code: runs more files than are read")
		return nil
	}
	in := shell.Inner{Kind: shell.InnerScript, Script: shell.ScriptOf(o, lang), Via: o.Path}
	if !o.Known {
		return []shell.Inner{in}
	}
	r := inline.Read(lang, o.Text, inline.Client{Program: v.Name})
	if l.Module {
		r = loads.Certain(r)
	}
	for i := range r.Acts {
		r.Acts[i].Say += " (in " + o.Path + ")"
	}
	return append(v.report(lang, o.Text, r, o.Path), in)
}

// inside gives the inner commands of a known tool.
func (b *Base) inside(c *shell.Command, v *View, files shell.Reader) []shell.Inner {
	p := v.Parse
	var out []shell.Inner
	where := v.place()
	if p.Rest != nil && !(v.Name == "env" && p.HasAny("-S")) { // there they belong to its text
		out = append(out, b.rest(v, files, where)...)
	} else if v.Name == "xargs" {
		out = append(out, taskfile.Echoed(where))
	}
	for i, words := range p.inner {
		in := where
		names := p.search.Acted[p.acted[i]]
		in.Kind, in.Words, in.More = shell.InnerArgv, p.found(words, p.below(names)), false
		out = append(out, in)
		if p.itself(names) {
			in.Words = p.found(words, p.roots())
			out = append(out, in)
		}
	}
	for _, o := range p.Options {
		if o.Has {
			out = append(out, b.word(c, v, files, o.Value, o.Role, where, p.behind(o.Role)...)...)
		}
	}
	for i, o := range p.Operands {
		if kind, _, _ := strings.Cut(strings.TrimSuffix(o.Role, "..."), ":"); kind == "code" || kind == "script" || kind == "task" {
			out = append(out, b.word(c, v, files, o.Word, o.Role, where, p.after(i)...)...)
		}
	}
	if v.Name == "make" {
		out = append(out, v.makeEnv(c)...)
	}
	out = append(out, b.module(c, v, files)...)
	out = append(out, b.defaultTask(c, v, files)...)
	out = append(out, v.wholeTask(c, files)...)
	v.Takes = takes.Files(takes.Line{Tool: v.Name, Program: c.Argv[0], Verbs: p.Verbs, Words: c.Argv[1:], Dir: p.Words("dir"), Env: c.Env}, files)
	if role, ok := p.stdinRole(); ok {
		out = append(out, b.stdin(c, v, files, role, where)...)
	}
	if w := v.writes(); len(w.Words) > 0 {
		out = append(out, w)
	}
	return out
}

// place says how the place of inner commands differs from the command's own.
func (v *View) place() shell.Inner {
	in := shell.Inner{Via: v.Name}
	for _, d := range append(v.Parse.placed[:len(v.Parse.placed):len(v.Parse.placed)], v.Deeds...) {
		switch d.Kind {
		case sentinel.Privilege:
			in.Privilege = true
		case sentinel.Persist:
			in.Later = true
		case sentinel.Remote:
			name := "?"
			if d.Aimed {
				name = d.Target.String()
			}
			if d.Scoped && d.Scope == sentinel.ScopeContainer {
				in.Container = name
			} else {
				in.Host = name
			}
		}
	}
	for _, o := range v.Parse.Options {
		if o.Role == "dir" && o.Has {
			w := o.Value
			in.Dir = &w
		}
	}
	for _, o := range v.Parse.Operands {
		if o.Role == "env" {
			in.Env = append(in.Env, wordpart.Assignment(o.Word))
		}
		if o.Role == "host" && in.Host == "?" {
			in.Host = o.Word.String()
		}
	}
	return in
}

// behind gives the words that code in an option gets as its arguments. What a
// shell gets, its operands say.
func (p *Parse) behind(role string) []shell.Word {
	if !strings.HasPrefix(role, "code:") || role == "code:sh" {
		return nil
	}
	out := []shell.Word{{}}
	for _, o := range p.Operands {
		out = append(out, o.Word)
	}
	return out
}

// after gives the words behind operand i: the parameters of a script.
func (p *Parse) after(i int) []shell.Word {
	out := []shell.Word{p.Operands[i].Word}
	for _, o := range p.Operands[i+1:] {
		out = append(out, o.Word)
	}
	return out
}
