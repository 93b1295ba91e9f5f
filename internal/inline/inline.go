// Package inline turns what the readers of small and large languages (code,
// textlang, sqltext, winshell) say about a piece of code into the vocabulary of
// the gate: effects, inner commands for the shell evaluator, and reasons why
// something could not be read.
//
// Read is the entry. To add a language, add a case to Read that maps the
// reader's acts onto Act.
package inline

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/code"
	"github.com/sentinelgate/sentinel/internal/code/endless"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/paths/known"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/sqltext"
	"github.com/sentinelgate/sentinel/internal/textlang"
	"github.com/sentinelgate/sentinel/internal/textlang/exlang"
)

// Act is one thing the code does by itself.
type Act struct {
	Kind   sentinel.EffectKind
	Target shell.Word
	Aimed  bool
	Role   string // read, write, url, host, name ...
	Say    string // what was recognised, for people
}

// Report is what a piece of code does. The zero value was not read: check
// Unread.
type Report struct {
	Acts   []Act
	Inner  []shell.Inner // shell texts and commands it starts
	Unread []string
	// Modules are the names of modules that the code takes in; each may be a
	// file of the project.
	Modules []string
}

// Client says which program reads the code, where dialects differ.
type Client struct {
	Program string
	Args    []shell.Word // the program's own name, empty for code in the command, and the words behind it
	// Open gives the content of a file that is there; nil where none can be read.
	Open func(shell.Word) (text string, known bool)
}

// Read reads code in one of the languages of docs/knowledge.md.
func Read(lang, text string, c Client) Report {
	var r Report
	switch lang {
	case "sh", "bash":
		r.Inner = append(r.Inner, shell.Inner{Kind: shell.InnerText, Text: shell.Text(text)})
	case "awk":
		r.textActs(textlang.Awk(text))
		r.endless(endless.Awk(text) || endless.AwkFills(text))
	case "sed":
		r.textActs(textlang.Sed(text, textlang.SedOptions{}))
	case "jq":
		r.textActs(textlang.JQ(text))
	case "ex":
		r.textActs(exlang.Ex(text))
	case "sql", "mongo", "redis":
		r.sql(lang, text, c)
	case "powershell", "cmd":
		r.windows(lang, text)
		r.endless(lang == "powershell" && endless.PowerShell(text))
	case "gdb":
		r.escape(c.Program, text)
	default:
		r.code(lang, text, c)
		if len(c.Args) > 0 && len(c.Args[0].Pieces) == 0 {
			r.everybody()
		} else {
			r.serves()
		}
	}
	if typesIntoTerminal(text) {
		r.unread("what it puts into a terminal counts as typed by a person")
	}
	return r
}

// everybody: code on the command line that listens where everybody on the
// network can connect names no address. Servers of the project which say so are
// its own business.
func (r *Report) everybody() {
	for i, a := range r.Acts {
		if s, _ := a.Target.Known(); a.Kind == sentinel.Listen && a.Aimed && slices.Contains([]string{"0.0.0.0", "::", "[::]", "*"}, s) {
			r.Acts[i] = Act{Kind: a.Kind, Role: a.Role, Say: a.Say}
		}
	}
}

// Word makes a word of a text that may go on with something unknown.
func Word(text string, known bool) shell.Word {
	w := shell.Text(text)
	if !known {
		w.Pieces = append(w.Pieces, shell.Piece{Origin: shell.Other, Text: "..."})
	}
	return w
}

func (r *Report) act(k sentinel.EffectKind, w shell.Word, role, say string) {
	r.Acts = append(r.Acts, Act{Kind: k, Target: w, Aimed: true, Role: role, Say: say})
}

func (r *Report) unread(why string) { r.Unread = append(r.Unread, why) }

func (r *Report) shellText(text string, known bool, via string) {
	r.Inner = append(r.Inner, shell.Inner{Kind: shell.InnerText, Text: Word(text, known), Via: via})
}

// textActs maps the acts of the text tools' languages.
func (r *Report) textActs(acts []textlang.Act) {
	for _, a := range acts {
		w := Word(a.Text, a.Known)
		switch a.Kind {
		case textlang.Read:
			r.act(sentinel.Read, w, "read", "")
		case textlang.Write:
			if a.Text == textlang.OwnFile {
				continue
			}
			r.act(sentinel.Write, w, "write", "")
		case textlang.Delete:
			r.act(sentinel.Delete, w, "delete", "")
		case textlang.DeleteTree:
			r.act(sentinel.DeleteTree, w, "delete-tree", "")
		case textlang.Exec:
			if !filters(a.Text, a.Known) {
				r.act(sentinel.ExecuteFile, Word(a.Text, a.Known), "escape", "starts a program from inside a text tool: "+a.Text)
			}
			r.shellText(a.Text, a.Known, "a shell escape")
		case textlang.Load:
			r.act(sentinel.ExecuteFile, w, "config", "loads code from "+a.Text)
		case textlang.Code:
			if !a.Known {
				r.unread("code that is not known")
				continue
			}
			r.add(Read(a.Lang, a.Text, Client{}))
		case textlang.Env:
			if a.Text == "" {
				r.act(sentinel.EnvPrint, shell.Word{}, "name", "")
			} else {
				r.act(sentinel.SecretRead, w, "env-name", "")
			}
		case textlang.Send:
			r.act(sentinel.Send, w, "data", "")
		case textlang.Remote:
			r.act(sentinel.RemoteChange, w, "name", "")
		default:
			r.unread(a.Text)
		}
	}
}

func (r *Report) add(o Report) {
	r.Acts = append(r.Acts, o.Acts...)
	r.Inner = append(r.Inner, o.Inner...)
	r.Unread = append(r.Unread, o.Unread...)
}

// code maps the acts of a general-purpose language.
func (r *Report) code(lang, text string, c Client) {
	args := arguments(text, c.Args)
	switch lang {
	case "osascript", "applescript":
		if strings.Contains(text, "Application(") || strings.Contains(text, "Application.") || strings.Contains(text, "ObjC.") {
			r.code("javascript", text, c) // the other language of osascript
			return
		}
	case "perl":
		r.piped(c.Args)
	}
	rep := code.Inspect(lang, text, args...)
	r.Unread = append(r.Unread, rep.Unread...)
	r.Modules = append(r.Modules, rep.Modules...)
	for _, a := range rep.Acts {
		inner := len(r.Inner)
		r.codeAct(moved(a))
		for i := inner; i < len(r.Inner) && a.Dir != nil && a.Kind != report.Move && a.Kind != report.Link; i++ {
			w := Word(a.Dir.Text, a.Dir.Known)
			r.Inner[i].Dir = &w
		}
	}
	r.names(rep)
	r.scrambles(text, rep)
}

// arguments are the words that code gets. The first is empty unless it names a
// script; a dash behind it stands for the code itself.
func arguments(text string, words []shell.Word) []report.Arg {
	var out []report.Arg
	for i, w := range words {
		s, glob, ok := w.Pattern()
		if i == 0 && s == text {
			s, glob = "", false
		}
		if i == 1 && s == "-" && out[0].Text == "" {
			continue
		}
		out = append(out, report.Arg{Text: s, Known: ok, Glob: glob})
	}
	return out
}

// moved gives the paths of an act from the folder that the code went to.
func moved(a report.Act) report.Act {
	switch a.Kind {
	case report.Send, report.Fetch, report.Listen, report.Env, report.Signal, report.DB, report.Install, report.Eval, report.Exec:
		return a
	}
	if a.Dir == nil {
		return a
	}
	args := slices.Clone(a.Args)
	for i, x := range args {
		if x.Text == "" || strings.HasPrefix(x.Text, "/") || strings.HasPrefix(x.Text, "~") || strings.Contains(x.Text, ":") || a.Kind == report.Permission && i > 0 {
			continue
		}
		args[i].Text = strings.TrimSuffix(a.Dir.Text, "/") + "/" + x.Text
		if !a.Dir.Known {
			args[i] = report.Arg{Text: a.Dir.Text}
		}
	}
	a.Args = args
	return a
}

// piped are arguments that perl -n and -p start as programs instead of opening
// them: those that begin or end with a bar.
func (r *Report) piped(args []shell.Word) {
	for _, w := range args[min(1, len(args)):] {
		s, ok := w.Known()
		cmd := strings.Trim(s, "| ")
		if ok && cmd != "" && (strings.HasPrefix(strings.TrimSpace(s), "|") || strings.HasSuffix(strings.TrimSpace(s), "|")) {
			r.shellText(cmd, true, "perl")
		}
	}
}

// names reads the secrets that the code names and no act reads: what it does
// with them is not known.
func (r *Report) names(rep report.Report) {
	var acts []string
	for _, a := range rep.Acts {
		if a.Kind == report.List {
			continue
		}
		for _, x := range a.Args {
			acts = append(acts, x.Text)
		}
	}
	for _, n := range rep.Names {
		if !slices.Contains(acts, n.Text) && secret(n) {
			r.act(sentinel.Read, pathWord(n), "read", "names "+n.Text)
		}
	}
}

// secret tells a path that holds secrets, whatever the working folder.
func secret(n report.Arg) bool {
	s := n.Text
	switch {
	case strings.HasPrefix(s, "~/"):
		s = "/home/u" + s[1:]
	case strings.HasPrefix(s, "file:///"):
		s = s[7:]
	case !strings.HasPrefix(s, "/"):
		s = "/home/u/p/" + s
	}
	if n.Glob || strings.ContainsAny(s, "*?[") {
		kind, _ := known.MayMean(s, mayBeHome(s), false)
		parts := strings.Split(s, "/")
		for i, part := range parts {
			parts[i] = known.Sample(part)
		}
		return kind == known.IsSecret || paths.IsSensitive(path.Clean(strings.Join(parts, "/")))
	}
	return paths.IsSensitive(path.Clean(s))
}

// pathWord is an argument as a word that names a path.
func pathWord(a report.Arg) shell.Word {
	if !a.Known || !a.Glob && !strings.ContainsAny(a.Text, "*?") {
		return Word(a.Text, a.Known)
	}
	if !a.Glob {
		a.Text = strings.TrimRight(a.Text, " ")
	}
	w := shell.Word{Raw: a.Text}
	for rest := a.Text; rest != ""; {
		n := strings.IndexAny(rest, "*?[")
		if n < 0 {
			w.Pieces = append(w.Pieces, shell.Piece{Text: rest})
			break
		}
		if n > 0 {
			w.Pieces = append(w.Pieces, shell.Piece{Text: rest[:n]})
		}
		end := n + 1
		for end < len(rest) && rest[end] != '/' {
			end++
		}
		w.Pieces = append(w.Pieces, shell.Piece{Origin: shell.Glob, Text: rest[n:end]})
		rest = rest[end:]
	}
	return w
}

// plainKinds are the acts whose every argument is one target.
var plainKinds = []act[report.Kind]{
	{report.Read, sentinel.Read, "read"}, {report.Write, sentinel.Write, "write"}, {report.Append, sentinel.Write, "write"},
	{report.Delete, sentinel.Delete, "delete"}, {report.DeleteTree, sentinel.DeleteTree, "delete-tree"},
	{report.Mkdir, sentinel.Create, "create"}, {report.List, sentinel.List, "list"}, {report.Send, sentinel.Send, "url"},
	{report.Fetch, sentinel.Fetch, "url"}, {report.Listen, sentinel.Listen, "host"}, {report.Install, sentinel.Install, "package"},
	{report.Signal, sentinel.Signal, "pid"}, {report.Empty, sentinel.Write, "empty"},
}

func (r *Report) codeAct(a report.Act) {
	word := func(i int) (shell.Word, bool) {
		if i >= len(a.Args) {
			return Word("", false), false
		}
		return tilde(a.Args[i]), true
	}
	if r.addresses(a) {
		return
	}
	if p, ok := actOf(plainKinds, a.Kind); ok {
		w, given := word(0)
		if !given && (a.Kind == report.Listen || a.Kind == report.Mkdir) {
			r.Acts = append(r.Acts, Act{Kind: p.kind, Role: p.role, Say: a.Call})
			return
		}
		if n := len(r.Acts); a.Kind == report.Empty && n > 0 && r.Acts[n-1].Kind == sentinel.Write && r.Acts[n-1].Target.String() == w.String() {
			r.Acts = r.Acts[:n-1] // it was opened for nothing else
		}
		r.act(p.kind, w, p.role, a.Call)
		for n := 1; n < len(a.Args) && n < 100; n++ {
			w, _ := word(n)
			r.act(p.kind, w, p.role, a.Call)
		}
		return
	}
	from, _ := word(0)
	to, _ := word(1)
	switch a.Kind {
	case report.Move:
		if !r.asCommand(a, "mv") {
			r.act(sentinel.Move, from, "move", a.Call)
			r.act(sentinel.Write, to, "write", a.Call)
		}
	case report.Link:
		if !r.asCommand(a, "ln", "-s") {
			r.act(sentinel.Read, from, "read", a.Call)
			r.act(sentinel.Write, to, "write", a.Call)
			if _, known := from.Known(); !known {
				r.unread("a link to something that is not known: what is written through it goes there")
			}
		}
	case report.Copy:
		r.act(sentinel.Read, from, "read", a.Call)
		r.act(sentinel.Write, to, "write", a.Call)
	case report.Permission:
		r.act(sentinel.Permission, from, "permission", a.Call)
	case report.Exec:
		r.exec(a)
	case report.Eval:
		r.unread(a.Call + " runs text as code")
	case report.Env:
		r.act(sentinel.SecretRead, from, "env-name", a.Call)
	case report.EnvAll:
		r.Acts = append(r.Acts, Act{Kind: sentinel.EnvPrint, Say: a.Call})
	case report.Import:
		r.act(sentinel.ExecuteFile, from, "import", a.Call)
	case report.DB:
		if len(a.Args) > 0 && a.Args[0].Known {
			r.sql("sql", a.Args[0].Text, Client{})
		} else {
			r.act(sentinel.DataChange, from, "sql", a.Call)
		}
	default:
		r.unread(a.Call + " cannot be understood")
	}
}

// asCommand gives a move or a link that is known to the program that does the
// same: what the project loses by it, and where later words then lead, is known
// there. false: something of it is not known.
func (r *Report) asCommand(a report.Act, words ...string) bool {
	if len(a.Args) != 2 {
		return false
	}
	in := shell.Inner{Kind: shell.InnerArgv, Via: a.Call}
	for _, w := range append(words, "--") {
		in.Words = append(in.Words, shell.Text(w))
	}
	for _, x := range a.Args {
		if !x.Known || x.Text == "" {
			return false
		}
		in.Words = append(in.Words, tilde(x))
	}
	r.Inner = append(r.Inner, in)
	return true
}

// tilde turns the reader's "~" for a home folder into a word the paths know.
func tilde(a report.Arg) shell.Word {
	if a.Glob {
		return pathWord(a)
	}
	return Word(a.Text, a.Known)
}

func (r *Report) exec(a report.Act) {
	switch {
	case a.Shell != nil:
		r.shellText(a.Shell.Text, a.Shell.Known, a.Call)
	case len(a.Argv) > 0:
		in := shell.Inner{Kind: shell.InnerArgv, Via: a.Call}
		for _, w := range a.Argv {
			in.Words = append(in.Words, Word(w.Text, w.Known))
		}
		r.Inner = append(r.Inner, in)
	default:
		r.unread(a.Call + " starts copies of itself or a program that is not known")
	}
}

// sql maps statements. What a database does is judged by its worst statements;
// files and programs are named one by one.
func (r *Report) sql(lang, text string, c Client) {
	for _, st := range statements(lang, text, c) {
		for _, f := range st.Files {
			k, role := sentinel.Read, "read"
			if f.Write {
				k, role = sentinel.Write, "write"
			}
			if f.Script && f.Local && f.Known {
				r.act(sentinel.ExecuteFile, Word(f.Path, true), "import", "runs the statements in "+f.Path)
			} else if f.Script {
				r.unread("runs the statements in " + f.Path)
			}
			switch {
			case f.Local && strings.Contains(f.Path, "://") && !strings.HasPrefix(f.Path, "file:"):
				if k = sentinel.Fetch; f.Write {
					k = sentinel.Send
				}
				r.act(k, Word(f.Path, true), "url", st.Verb+" "+f.Path)
			case f.Local && f.Known:
				r.act(k, pathWord(report.Arg{Text: strings.TrimPrefix(f.Path, "file://"), Known: true, Glob: !f.Write && strings.ContainsAny(f.Path, "*?")}), role, st.Verb)
			case f.Local:
				r.act(k, Word(f.Path, f.Known), role, st.Verb)
			}
		}
		say := strings.TrimSpace(st.Verb + " " + st.Object)
		switch st.Class {
		case sqltext.Read:
		case sqltext.Change:
			r.Acts = append(r.Acts, Act{Kind: sentinel.DataChange, Say: say})
		case sqltext.File:
			if len(st.Files) == 0 || !st.Files[0].Local {
				r.Acts = append(r.Acts, Act{Kind: sentinel.DataDestroy, Say: say + " reaches files of the server"})
			}
		case sqltext.Destroy, sqltext.Grant, sqltext.Secret:
			k := sentinel.DataDestroy
			if st.Class == sqltext.Secret {
				k = sentinel.SecretRead
			}
			if st.Reason != "" {
				say += ": " + st.Reason
			}
			r.Acts = append(r.Acts, Act{Kind: k, Say: say})
		case sqltext.Exec:
			if st.Shell != "" {
				r.shellText(st.Shell, true, st.Verb)
				if strings.HasPrefix(st.Verb, `\`) || strings.HasPrefix(st.Verb, ".") {
					continue // the client's own way to the shell
				}
			}
			r.Acts = append(r.Acts, Act{Kind: sentinel.ExecuteDownloaded, Say: say + " runs a program"})
		default:
			r.unread("statement " + say)
		}
	}
}
