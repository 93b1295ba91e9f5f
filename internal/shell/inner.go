package shell

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/table"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
)

// inside evaluates what the knowledge base finds within a command.
func (sc *scope) inside(c *Command) {
	if sc.e.o.Knows == nil || len(c.Argv)+len(c.Env) == 0 {
		return
	}
	before := len(sc.e.cmds)
	for _, in := range sc.e.o.Knows.Inner(c, reader{sc, c}) {
		sc.inner(c, in)
	}
	c.Holds = len(sc.e.cmds) > before
}

func (sc *scope) inner(c *Command, in Inner) {
	sub := sc
	if !in.Here {
		sub = sc.sub()
	}
	if !in.Here && in.Kind.isText() && !found.OwnText(c) {
		sub.s.Child()
		sub.startFile(c)
		sub.s.Nocase = slices.ContainsFunc(c.Argv, func(w Word) bool { return w.Is("nocasematch") })
	}
	if env := found.Inline(c); in.Here && len(env) > 0 {
		locals := sub.s.Locals
		sub.s.Locals = nil
		for _, a := range env {
			sub.s.Borrow(a)
		}
		defer func() { sub.s.Leave(locals, sub.e.o.Limits.Choices) }()
	}
	place := sub.place
	sub.place = mergePlace(place, in, c)
	defer func() { sub.place = place }()
	if in.Dir != nil {
		sub.s.Dirs = []Word{found.JoinPath(sub.s.Dirs[0], *in.Dir)}
	}
	if !in.Here && in.Kind != InnerArgv {
		for _, a := range found.Inline(c) {
			if name := vars.FunctionGiven(a.Name); name != "" && in.Kind.isText() {
				sub.textWord(c, Text(name).Plus(a.Value), "")
			} else if !vars.IsExportedName(a.Name) {
				sub.s.Given = append(slices.Clip(sub.s.Given), a.Name)
				sub.s.Put(a.Name, vars.Variable{Values: []Word{a.Value}, Exported: true, Given: true})
			}
		}
	}
	switch in.Kind {
	case InnerArgv:
		withhold(sub.s, c, in)
		sub.innerArgv(c, in)
	case InnerText:
		giveArgs(sub.s, in)
		if in.Script.Path != "" && !sub.place.Enter(in.Script, in.Line, in.Text.String()) {
			return
		}
		sub.textWord(c, in.Text, in.Via)
	case InnerStdin:
		giveArgs(sub.s, in)
		sub.stdinText(c, in.Via)
	case InnerScript:
		c.Runs = append(c.Runs, in.Script)
		if in.Script.Lang == "sh" && in.Script.Why == "" && !in.Script.Missing {
			giveArgs(sub.s, in)
			sub.script(c, in)
		}
	case InnerWrites:
		for _, w := range in.Words {
			for _, p := range sub.absolute(w) {
				sub.e.overlay.Set(p, written{fetched: in.Fetched, built: in.Built, by: c})
			}
		}
	default:
		c.Unread = append(c.Unread, in.Why)
	}
}

// startFile reads what bash runs before a script: the file that BASH_ENV names.
func (sc *scope) startFile(c *Command) {
	v, _ := sc.s.Vars.Get("BASH_ENV")
	values := v.Values
	for _, a := range found.Inline(c) {
		if a.Name == "BASH_ENV" {
			values = []Word{a.Value}
		}
	}
	if name, _ := c.Program(); len(values) == 0 || path.Base(name) != "bash" || values[0].Is("") {
		return
	}
	o := reader{sc, c}.Open(values[0])
	if len(values) > 1 || !o.Known && o.Exists {
		c.Unread = append(c.Unread, "a file that bash runs first: "+values[0].String())
		return
	}
	sc.script(c, Inner{Script: ScriptOf(o, "sh"), Text: Text(o.Text)})
}

// isText: another shell evaluates a text, for which it begins with what it
// inherits.
func (k InnerKind) isText() bool { return k == InnerText || k == InnerStdin || k == InnerScript }

func giveArgs(s *vars.State, in Inner) {
	if in.Args == nil || in.Here && len(in.Args) < 2 {
		return // what the shell has stays
	}
	s.Positional(nil)
	if len(in.Args) > 0 {
		s.Args0 = in.Args[0]
		s.Positional(in.Args[1:])
		if found.SplitAt(in.Args[:1]) > 0 { // nobody knows which is which
			s.Args, s.AnyArgs, s.Outer = nil, true, false
		}
	}
}

// mergePlace says where an inner command runs, given where its wrapper runs.
func mergePlace(p Place, in Inner, c *Command) Place {
	p.Via = append(slices.Clip(p.Via), in.Via)
	if in.Via == "" {
		p.Via = p.Via[:len(p.Via)-1]
	}
	p.Privilege = p.Privilege || in.Privilege
	if in.Host != "" {
		p.Host = in.Host
	}
	if in.Container != "" {
		p.Container = in.Container
	}
	p.Later = p.Later || in.Later
	p.Maybe = p.Maybe || in.Maybe
	p.Depth++
	return p
}

// innerArgv evaluates the words behind a wrapper as a command.
func (sc *scope) innerArgv(c *Command, in Inner) {
	if len(in.Words) == 0 || len(sc.place.Via) > 40 {
		return
	}
	words := in.Words
	input := c.Stdin
	calls := [][]Word{words}
	if in.More {
		calls = sc.moreWords(c, words)
		input = Input{}
	}
	plain := !c.Argv[0].Is("eval")
	span := c.Span
	if a, b := words[0].Span, words[len(words)-1].Span; a.End > 0 && b.End >= a.Start {
		span = Span{Start: a.Start, End: b.End}
	}
	for _, words := range calls {
		env := found.Inline(c)
		if all, _ := withheld(c, in); all {
			env = nil
		}
		sc.run(runCall{argv: words, env: append(slices.Clip(env), in.Env...), span: span, plain: plain, outer: c, in: &input})
	}
}

// withheld tells which variables a wrapper keeps from the command behind it:
// all, or those named.
func withheld(c *Command, in Inner) (all bool, names []string) {
	name, _ := c.Program()
	return pure.Withheld(path.Base(name), func() (words []string) {
		for _, w := range c.Argv[1:max(1, len(c.Argv)-len(in.Words))] {
			words = append(words, w.String())
		}
		if len(in.Words) > 0 && in.Words[0].Is("-") {
			words = append(words, "-")
		}
		return words
	})
}

// withhold makes s the state behind such a wrapper.
func withhold(s *vars.State, c *Command, in Inner) {
	all, names := withheld(c, in)
	if all {
		s.Env, s.Given, s.AllOut = table.New[bool](), nil, false
		return
	}
	for _, n := range names {
		s.Env.Delete(n)
		s.Given = slices.DeleteFunc(slices.Clone(s.Given), func(g string) bool { return g == n })
	}
}

// nested evaluates a word as shell text in this scope.
func (sc *scope) nested(c *Command, w Word, via string) {
	if via != "" {
		sc.place.Via = append(slices.Clip(sc.place.Via), via)
	}
	sc.textWord(c, w, via)
}

// textWord evaluates a word as shell text. Where only a part of it is known,
// the known part is read with a stand-in for the rest, and what is missing is
// noted.
func (sc *scope) textWord(c *Command, w Word, via string) {
	text, ok := w.Known()
	if !ok {
		for _, p := range w.Pieces {
			if p.Origin > Glob && p.Inside != nil && p.Inside.From != nil {
				c.Runs = append(c.Runs, Script{Lang: "sh", Fetched: true, Why: "text printed by " + p.Inside.From.Name()})
			}
		}
		if globOnly(w) {
			text, ok = w.String(), true
		} else if own, all := found.OwnJobs(w); all {
			text = own
		} else {
			c.Unread = append(c.Unread, "runs text that is not known: "+w.String())
			text = found.StandIn(w)
		}
	}
	if strings.TrimSpace(text) == "" {
		return
	}
	sub := *sc
	sub.src, sub.top = text, false
	sub.at = w.Span
	if sub.at.End == 0 {
		sub.at = c.Span
	}
	sub.parseAndRun(sc.e.o.Dialect)
	sc.s = sub.s
}

func globOnly(w Word) bool { return !w.Unknown() }

// stdinText evaluates standard input as shell text.
func (sc *scope) stdinText(c *Command, via string) {
	in := c.Stdin
	switch in.Kind {
	case Here, Pipe:
		if _, ok := in.Text.Known(); ok {
			sc.in = Input{}
			sc.textWord(c, in.Text, via)
			return
		}
		from := "another command"
		if in.From != nil && len(in.From.Argv) > 0 {
			from = in.From.Name()
		}
		if in.Kind == Here {
			sc.textWord(c, in.Text, via)
			return
		}
		c.Runs = append(c.Runs, Script{Lang: "sh", Fetched: true, Why: "text printed by " + from})
	case FromFile:
		o := reader{sc, c}.Open(in.File)
		sc.inner(c, Inner{Kind: InnerScript, Script: ScriptOf(o, "sh"), Text: Text(o.Text), Via: o.Path})
	}
	// Nothing is piped in, and an agent's shell has no terminal.
}

// ScriptOf is a file that was opened, as something that runs.
func ScriptOf(o Opened, lang string) Script {
	s := Script{Path: o.Path, Lang: lang, Missing: !o.Exists, Fetched: o.Fetched, Why: o.Why}
	if o.Known {
		sum := sha256.Sum256([]byte(o.Text))
		s.SHA = hex.EncodeToString(sum[:])
	} else if o.Exists && s.Why == "" {
		s.Why = "cannot be read"
	}
	return s
}

// script evaluates a shell script that was opened.
func (sc *scope) script(c *Command, in Inner) {
	text, _ := in.Text.Known()
	for _, via := range c.Place.Via {
		if via == in.Script.Path {
			if sc.e.forks > 0 {
				sc.e.problems = append(sc.e.problems, Problem{Why: "a script starts copies of itself without end", Span: c.Span, Bomb: true})
			}
			return
		}
	}
	sub := *sc
	sub.src, sub.top, sub.at = text, false, c.Span
	sub.place.Script, sub.place.ScriptSHA = in.Script.Path, in.Script.SHA
	file := sub.s.File
	sub.s.File = vars.FileOf(in.Here, file, text, c.Argv, in.Args)
	sub.parseAndRun(sc.e.o.Dialect)
	sc.s, sub.s.File = sub.s, file
}

// reader opens files for the knowledge base.
type reader struct {
	sc *scope
	c  *Command
}

func (r reader) Resolve(name Word) ([]string, bool) {
	p := r.sc.absolute(name)
	return p, len(p) > 0
}

// Home implements Reader.
func (r reader) Home() string { return r.sc.e.o.Home }

// List gives the names in a folder.
func (r reader) List(name Word) []string {
	dirs, ok := r.Resolve(name)
	files, lists := r.sc.e.o.Files.(interface {
		List(dir string) ([]string, bool)
	})
	if !ok || !lists || len(dirs) != 1 {
		return nil
	}
	names, _ := files.List(dirs[0])
	return names
}

func (r reader) Open(name Word) Opened {
	if len(name.Pieces) == 1 && name.Pieces[0].Inside != nil {
		in := name.Pieces[0].Inside
		if in.Known {
			return Opened{Text: in.Text, Exists: true, Known: true}
		}
		return Opened{Exists: true, Fetched: in.From != nil, Why: "text printed by another command"}
	}
	if in, ok := r.device(name); ok {
		return r.openInput(in)
	}
	paths := r.sc.absolute(name)
	if len(paths) == 0 {
		return Opened{Exists: true, Why: "its path is not known"}
	}
	o := r.sc.e.open(paths[0])
	o.Path = paths[0]
	return o
}

// NotScript is why a compiled program is not read.
const NotScript = "is a program, not a script"

// open reads a file, what the text has written first.
func (e *evaluator) open(p string) Opened {
	if w, ok := e.overlay.Get(p); ok {
		if w.built {
			return Opened{Path: p, Exists: true, Just: true, Why: NotScript}
		}
		if !w.known {
			return Opened{Path: p, Exists: true, Just: true, Fetched: w.fetched, Why: "was written just before by a command whose output is not known"}
		}
		return Opened{Path: p, Text: w.text, Exists: true, Just: true, Known: true}
	}
	if e.o.Files == nil {
		return Opened{Path: p}
	}
	b, exists, err := e.o.Files.Read(p)
	switch {
	case err != nil:
		return Opened{Path: p, Exists: exists, Why: err.Error()}
	case !exists:
		return Opened{Path: p}
	}
	return Opened{Path: p, Text: string(b), Exists: true, Known: true}
}

// absolute gives the absolute paths a word may name, none if it is not known.
func (sc *scope) absolute(w Word) []string {
	s, ok := w.Known()
	if !ok || s == "" {
		return nil
	}
	if strings.HasPrefix(s, "/") {
		return []string{path.Clean(s)}
	}
	var out []string
	for _, d := range sc.s.Dirs {
		if dir, ok := d.Known(); ok && dir != "" {
			out = append(out, path.Join(dir, s))
		}
	}
	return out
}

// writeOverlay notes what a redirection puts into its file.
func (sc *scope) writeOverlay(r redirects, text string, known bool, c *Command) {
	for _, f := range append(slices.Clip(r.files), r.through...) {
		if f.Kind == ReadWrite && len(r.through) > 0 { // somewhere in it
			f.Kind, known = AppendFile, false
		}
		if f.Kind != WriteFile && f.Kind != AppendFile {
			continue
		}
		stdout := r.stdoutFile != nil && found.Same(*r.stdoutFile, f.File)
		for _, p := range sc.absolute(f.File) {
			w := written{known: known && stdout, text: text, fetched: !known && c != nil && found.Fetches(c), by: c}
			if f.Kind == AppendFile && stdout {
				old := sc.e.open(p)
				w.known = w.known && (old.Known || !old.Exists)
				w.text = old.Text + text
				sc.grow(len(w.text) / 16)
			}
			sc.e.overlay.Set(p, w)
		}
	}
}
