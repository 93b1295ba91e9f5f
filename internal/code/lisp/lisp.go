// Package lisp reads the languages that are written in S-expressions: Common
// Lisp, Scheme and Racket, Clojure, the Lisp of Emacs, Fennel, Hy, Janet.
//
// A text is cut into forms (parse.go), the forms are written again as plain
// calls, bindings and loops (translate.go, special.go), and those are read by
// package walk like any other language:
//
//	(let ((d "build")) (uiop:delete-directory-tree d))
//
// becomes d = "build" and uiop.delete_directory_tree(d). Names are spelled with
// _ for - and . for / and :, a star at the end is _s. Fennel and Hy have the
// functions of Lua and Python and use the tables of those. What is quoted may be
// called later: a function that does something and whose name stands in a quoted
// list counts as called with arguments that are not known.
//
// To teach a dialect a function, add a row to its table in package table; to add a dialect, add
// a function below that returns its language, and a line to the list in package
// code.
package lisp

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/blind"
	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/endless"
	"github.com/sentinelgate/sentinel/internal/code/lang"
	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/lisp/table"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// dialect says how a language is written.
type dialect struct {
	fold      bool // names ignore case
	plain     bool // a backslash in a text only protects the next character
	blocks    bool // #| comments |# and |names|
	brackets  bool // [ ] and { } mean ( )
	vectors   bool // parameters stand in [ ]
	functions bool // (function f) and #'f
	chars     bool // ?a is a character
	keys      bool // :name is the text "name"
	members   bool // (.method object), (Class. x)
	hash      bool // Janet
	hy        bool
	clojure   bool
	imports   func(w *writer, name string, rest []node) (string, bool)
	rows      []rows.Row
	below     func() *walk.Language // the language whose functions it has
}

// Common is Common Lisp with the libraries that scripts use most.
func Common() *walk.Language {
	return language(&dialect{fold: true, plain: true, blocks: true, functions: true, rows: table.Common})
}

// Scheme is Guile, Racket, Chicken and Chez.
func Scheme() *walk.Language {
	return language(&dialect{blocks: true, brackets: true, imports: schemeImports, rows: table.Scheme})
}

// Clojure is Clojure and Babashka.
func Clojure() *walk.Language {
	return language(&dialect{clojure: true, vectors: true, members: true, imports: clojureImports, rows: table.Clojure})
}

// Emacs is the Lisp of Emacs.
func Emacs() *walk.Language {
	return language(&dialect{chars: true, functions: true, imports: emacsImports, rows: table.Emacs})
}

// Fennel is Lua in another dress.
func Fennel() *walk.Language {
	return language(&dialect{vectors: true, keys: true, members: true, imports: fennelImports, rows: table.Fennel, below: lang.Lua})
}

// Hy is Python in another dress.
func Hy() *walk.Language {
	return language(&dialect{vectors: true, members: true, hy: true, imports: hyImports, rows: table.Hy, below: lang.Python})
}

// Janet is Janet.
func Janet() *walk.Language {
	return language(&dialect{vectors: true, hash: true, imports: schemeImports, rows: table.Janet})
}

// language is what package walk gets to read: the translation is in a language
// of its own, but for names and tables.
func language(d *dialect) *walk.Language {
	l := &walk.Language{
		Rules:   lex.Rules{Quotes: []lex.Quote{{Open: `"`, Close: `"`, Esc: lex.Full}}, Lines: true},
		Member:  ".",
		Concat:  "+",
		WordOps: "or",
		Pairs:   "= :",
		Traits:  walk.KeywordArg,
		Loop:    do.Loop,
	}
	if d.below != nil {
		l = d.below()
		l.Concat, l.Loop, l.WordOps = l.Concat+" +", do.Loop, l.WordOps+" or"
	}
	for _, r := range d.rows {
		if r.Say == "code" {
			r.Do, r.Say = d.eval, ""
		}
		l.Rows = append(l.Rows, walk.Row(r))
	}
	l.Read = func(rep *report.Report, src string) { d.read(l, rep, src) }
	return l
}

// translate writes src in the plain language.
func (d *dialect) translate(rep *report.Report, rows map[string]*walk.Row, src string) *writer {
	p := parser{src: src, d: d}
	forms := p.until(0)
	if p.problem != "" {
		rep.Hide("text that cannot be read: " + p.problem)
		rep.Truncated = rep.Truncated || strings.HasPrefix(p.problem, "too many") || strings.HasPrefix(p.problem, "nested")
	}
	w := &writer{d: d, rows: rows}
	w.stmt(w.body(forms))
	if w.deep {
		rep.Truncate("nested too deeply")
	}
	return w
}

func (d *dialect) read(l *walk.Language, rep *report.Report, src string) {
	r := &walk.Reader{Lang: l, Report: rep}
	r.Rows, r.Roots = l.Index()
	w := d.translate(rep, r.Rows, src)
	r.Stars = w.all
	r.Text(w.out.String())
	blind.Note(r, w.out.String())
	for _, name := range w.heads {
		if r.Rows[name] == nil && r.Rows[l.Rename(name)] == nil && d.below == nil && fileLike(name) && !strings.Contains(w.out.String(), "function "+name+"(") {
			rep.Hide("unknown function " + name)
		}
	}
	endless.Check(rep, w.loops)
	for i := range rep.Acts {
		rep.Acts[i].Start, rep.Acts[i].End = 0, len(src)
	}
}

// eval reads the text that the row's target names in the same dialect.
func (d *dialect) eval(c *walk.Call) value.Value {
	v, _ := c.Pick(c.Row.At)
	if !v.IsText() {
		return do.Evaluate(c, v)
	}
	var rep report.Report
	w := d.translate(&rep, c.R.Rows, v.Text)
	for _, why := range rep.Unread {
		c.R.Hide(why)
	}
	v.Text = w.out.String()
	return do.Evaluate(c, v)
}

// fileLike tells a function that nobody knows and whose name says that it
// changes files or starts programs.
func fileLike(name string) bool {
	does, files := false, false
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '_' || r == '.' }) {
		if wordlist.Has("shell exec execute spawn subprocess popen fork eval syscall unlink rmdir chmod chown download upload ffi foreign system bash", part) {
			return true
		}
		does = does || wordlist.Has("delete remove erase write rename move copy overwrite truncate save run start call launch make open load", part)
		files = files || wordlist.Has("file files directory dir tree folder process program url", part)
	}
	return does && files
}
