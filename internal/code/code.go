// Package code reads a piece of a general-purpose language (the text behind
// python3 -c, node -e, a heredoc fed to an interpreter, a script about to run)
// and says what it does, as data, without running it.
//
//	report := code.Inspect("python", `import shutil; shutil.rmtree("build")`)
//	report.Acts[0].Kind      // code.DeleteTree
//	report.Acts[0].Args[0]   // {Text: "build", Known: true}
//
// Computing and printing leave no trace in the report. Deletes, writes, process
// starts, sends and their like become acts with their targets. What hides its
// meaning (eval of a computed text, getattr with a computed name, unpickling)
// becomes a line of Unread. Only a report without Unread is fully understood.
//
// # How it works
//
// Package lex cuts the text into tokens. A loose expression reader, package
// walk, the same for nearly all languages, goes over them twice: once to learn
// what names stand for, once to report. It folds literals, follows aliases, imports, constants
// assigned once, and resolves calls to dotted names such as "os.system" or
// "pathlib.Path.unlink". The reader errs towards more: every branch counts as
// taken, every function body as called. What it knows of an expression is in
// package value, what it found in package report. Names that loops give to the
// items of lists and folders, and parameters of functions of the text itself,
// are what they may be; a text that names a secret, given to a function that is
// not known, counts as read.
//
// # How to extend it
//
// A function of a known language is one row in that language's file in package
// lang: its names, what kind of act it is, which argument is the target. A
// language is one file there, and a line in languages. What functions do that
// no row can say is in package do; Tcl, which is words rather than expressions,
// has a reader of its own in package tcl, the Lisps are written again as plain
// calls by package lisp. Package endless finds loops that start
// processes, package ambient what is changed around programs that run.
package code

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/ambient"
	"github.com/sentinelgate/sentinel/internal/code/blind"
	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/endless"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// The report, its parts and its bound; package report explains them.
type (
	Report = report.Report
	Act    = report.Act
	Arg    = report.Arg
	Kind   = report.Kind
)

// The kinds of acts; package report says what their arguments are.
const (
	Unread     = report.Unread
	Read       = report.Read
	Write      = report.Write
	Append     = report.Append
	Delete     = report.Delete
	DeleteTree = report.DeleteTree
	Move       = report.Move
	Copy       = report.Copy
	Mkdir      = report.Mkdir
	Permission = report.Permission
	Exec       = report.Exec
	Eval       = report.Eval
	Send       = report.Send
	Fetch      = report.Fetch
	Listen     = report.Listen
	Env        = report.Env
	EnvAll     = report.EnvAll
	Signal     = report.Signal
	Import     = report.Import
	List       = report.List
	DB         = report.DB
	Install    = report.Install
	Link       = report.Link
)

// Inspect says what src, a text in the language lang, does. An unknown language
// is Unread. The arguments are the program's own name, empty for code that
// stands in the command, and the words behind it; none, if they are not known.
func Inspect(lang, src string, args ...Arg) Report {
	var report Report
	l := languageOf(lang)
	if l == nil {
		report.Hide("no reader for this language")
		return report
	}
	if len(src) > walk.MaxSource {
		report.Truncate("longer than what is read")
		src = src[:walk.MaxSource]
	}
	if l.Read != nil {
		l.Read(&report, src)
		return report
	}
	r := &walk.Reader{Lang: l, Report: &report, Args: args}
	r.Rows, r.Roots = l.Index()
	do.Argv(r)
	r.Text(src)
	blind.Note(r, src)
	ambient.Inspect(&report, src, &l.Rules)
	endless.Inspect(&report, l.Name, src, &l.Rules)
	return report
}

// Language names the language that a program runs: "python" for python3.11.
// The program may be a path and may end in .exe.
func Language(program string) (lang string, ok bool) {
	base := program[strings.LastIndexAny(program, `/\`)+1:]
	base = strings.TrimSuffix(strings.ToLower(base), ".exe")
	for _, name := range []string{base, strings.TrimRight(base, "0123456789.-")} {
		for _, l := range languages() {
			if wordlist.Has(l.programs, name) {
				return l.name, true
			}
		}
	}
	return "", false
}
