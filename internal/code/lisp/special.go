package lisp

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lisp/table"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Words that stand for the same kind of form in one or another dialect.
const (
	binding = "let let* letrec letrec* let-values let*-values flet labels cl-flet cl-labels cl-letf letf let-if when-let if-let when-let* if-let* when-some if-some " +
		"with-open with-redefs binding fluid-let parameterize pcase-let pcase-let* dlet symbol-macrolet macrolet let-syntax letrec-syntax with-local-vars"
	defining = "defun defn defn- define defmacro defmethod defgeneric cl-defun cl-defmacro cl-defmethod define* define-public defsubst define-inline " +
		"define-macro defmulti fn lambda λ hashfn varfn defn/a ert-deftest"
	naming   = "setq setf set! setv def defvar defparameter defconst defconstant defcustom defonce define-variable local var global psetq psetf setq-default setq-local cl-setf def- var- defglobal"
	sequence = "progn begin prog1 prog2 eval-when eval-when-compile eval-and-compile locally begin0 do when-compile values-prog1"
	skipped  = "declare declaim in-package defpackage define-package provide interactive define-module declare-function"
	walking  = "dolist doseq for for* for/list for/and for/or for*/list for/vector each eachp eachk loop-for cl-dolist lfor seq-doseq dolist-with-progress-reporter do-external-symbols"
)

// special writes the forms that are no calls.
func (w *writer) special(name string, rest []node) (string, bool) {
	switch {
	case name == "recur":
		return "recur_(" + w.arguments(rest) + ")", true
	case len(rest) == 0:
		return "", false
	case wordlist.Has("quote quasiquote quasi syntax", name):
		return w.data(rest[0]), true
	case name == "function" && w.d.functions || name == "var" && len(rest) == 1:
		return w.expr(rest[0]), true
	case wordlist.Has("apply cl-apply", name) && len(rest) > 1 && !w.d.hy:
		last := node{kind: raw, text: "*" + w.expr(rest[len(rest)-1])}
		return w.called(rest[0], append(rest[1:len(rest)-1:len(rest)-1], last)), true
	case wordlist.Has("funcall call cl-funcall funcall-interactively", name):
		return w.called(rest[0], rest[1:]), true
	case (name == "eval" || name == "hy.eval") && (rest[0].kind == quoted || rest[0].is("quote")):
		return w.expr(unquoted(rest[0])), true
	case name == "comment" && w.d.clojure:
		return "false", true
	case wordlist.Has(skipped, name):
		return w.data(node{kind: list, items: rest}), true
	case wordlist.Has(sequence, name) && !(name == "do" && w.d.brackets && len(rest) > 1):
		return w.body(rest), true
	case name == "if" && len(rest) > 1:
		w.stmt(w.expr(rest[0]))
		if len(rest) == 2 {
			return w.expr(rest[1]), true
		}
		return "(" + w.expr(rest[1]) + " or " + w.body(rest[2:]) + ")", true
	case wordlist.Has("when unless when-not if-not while until", name):
		return w.conditional(name, rest), true
	case wordlist.Has("cond case ecase typecase pcase condp cl-case match", name):
		return w.clauses(name, rest), true
	case wordlist.Has(naming, name):
		return w.naming(rest), true
	case name == "loop" && (w.d.fold || w.d.clojure) || name == "cl-loop":
		return w.loop(rest), true
	case wordlist.Has("forever go-loop", name):
		return w.endless(rest), true
	case wordlist.Has(walking, name):
		return w.walking(rest)
	case wordlist.Has(binding, name):
		return w.let(rest), true
	case wordlist.Has(defining, name):
		return w.define(name, rest), true
	case wordlist.Has("-> ->> some-> some->> -?> -?>> ~> ~>> thread-first thread-last", name):
		return w.thread(rest, strings.Contains(name, ">>") || name == "thread-last"), true
	case name == "doto":
		it := w.expr(rest[0])
		for _, f := range rest[1:] {
			w.stmt(w.threaded(it, f, false))
		}
		return it, true
	case name == "as->" && len(rest) > 1:
		w.bind(rest[1], w.expr(rest[0]))
		for _, f := range rest[2:] {
			w.bind(rest[1], w.expr(f))
		}
		return w.expr(rest[1]), true
	}
	return w.interop(name, rest)
}

// interop writes how objects of the language below are used, and imports.
func (w *writer) interop(name string, rest []node) (string, bool) {
	switch {
	case name == "new" && w.d.members:
		return w.called(rest[0], rest[1:]), true
	case name == ":" && len(rest) > 1: // Fennel: (: object :method ..)
		return "(" + w.expr(rest[0]) + ")." + table.Name(rest[1].text, true) + "(" + w.arguments(rest[2:]) + ")", true
	case name == "." && len(rest) > 1 || name == ".." && w.d.clojure:
		return w.chain(rest), true
	case name == ".." || name == "+" && w.d.hy || wordlist.Has("string-append str concat concatenate", name):
		return w.concat(rest), true
	case name == "text-with-holes":
		return w.concat(rest), true
	case w.d.imports != nil && wordlist.Has("require use import ns import-macros require-macros include", name):
		return w.d.imports(w, name, rest)
	}
	return "", false
}

// called writes the call of a function that is an argument itself.
func (w *writer) called(f node, args []node) string {
	if f = unquoted(f); f.kind == symbol {
		return w.call(node{kind: list, items: append([]node{f}, args...)})
	}
	return "(" + w.expr(f) + ")(" + w.arguments(args) + ")"
}

// chain is (. object (method x) member) and the like.
func (w *writer) chain(rest []node) string {
	out := "(" + w.expr(rest[0]) + ")"
	for i := 1; i < len(rest); i++ {
		switch n := rest[i]; {
		case n.kind == list && len(n.items) > 0 && n.items[0].kind == symbol:
			out += "." + table.Name(n.items[0].text, true) + "(" + w.arguments(n.items[1:]) + ")"
		case n.kind == symbol && w.d.clojure && i == 1 && len(rest) > 2 && rest[2].kind != symbol && rest[2].kind != list:
			return out + "." + table.Name(n.text, true) + "(" + w.arguments(rest[2:]) + ")"
		case n.kind == symbol && w.d.clojure:
			out += "." + table.Name(strings.TrimPrefix(n.text, "-"), true) + "()"
		case n.kind == symbol && !w.d.keys:
			out += "." + table.Name(n.text, true)
		case n.kind == keyword || n.kind == text:
			out += "." + table.Name(n.text, true)
		default:
			out += "[" + w.expr(n) + "]"
		}
	}
	return out
}

func (w *writer) concat(rest []node) string {
	if len(rest) > 0 && rest[0].kind == quoted { // (concatenate 'string ..)
		rest = rest[1:]
	}
	var parts []string
	for _, n := range rest {
		s := w.expr(n)
		if n.kind == number {
			s = quote(n.text)
		}
		parts = append(parts, s)
	}
	if len(parts) == 0 {
		return `""`
	}
	return "(" + strings.Join(parts, " + ") + ")"
}

func (w *writer) conditional(name string, rest []node) string {
	first := rest[0]
	always := first.text == "t" || first.text == "true" || first.text == "#t" || first.text == "True" || first.kind == number || first.kind == keyword
	if name == "while" && always || name == "until" && (first.text == "nil" || first.text == "#f" || first.text == "false") {
		return w.endless(rest[1:])
	}
	w.stmt(w.expr(first))
	return w.body(rest[1:])
}

// clauses are those of cond and case: what each begins with is a test.
func (w *writer) clauses(name string, rest []node) string {
	if name != "cond" || w.d.clojure || w.d.hy || w.d.hash {
		w.stmt(w.expr(rest[0]))
		rest = rest[1:]
	}
	last := "false"
	for _, c := range rest {
		switch {
		case c.kind == list && !w.d.clojure && len(c.items) > 0:
			if name == "cond" {
				w.stmt(w.expr(c.items[0]))
			}
			last = w.body(c.items[1:])
		default:
			last = w.expr(c)
		}
		w.stmt(last)
	}
	return last
}

func (w *writer) naming(rest []node) string {
	for len(rest) > 1 {
		if rest[0].kind != list {
			w.bind(rest[0], w.expr(rest[1]))
		} else if !rest[0].is("getenv") && !rest[0].is("uiop:getenv") {
			w.stmt(w.expr(rest[0]))
			w.stmt(w.expr(rest[1]))
		}
		rest = rest[2:]
	}
	return w.body(rest)
}

// pairs calls f with each name and its value, in both ways of writing them.
func (w *writer) pairs(n node, f func(name, value node)) {
	if n.kind == vector {
		for i := 0; i < len(n.items); i += 2 {
			if i+1 == len(n.items) {
				w.stmt(w.expr(n.items[i]))
			} else {
				f(n.items[i], n.items[i+1])
			}
		}
		return
	}
	if n.kind != list {
		w.stmt(w.expr(n))
		return
	}
	for i, p := range n.items {
		if p.kind != list || len(p.items) == 0 || i > 0 && n.items[i-1].kind == keyword {
			w.stmt(w.expr(p))
			continue
		}
		for _, more := range p.items[1:max(1, len(p.items)-1)] {
			w.stmt(w.expr(more))
		}
		if len(p.items) > 1 {
			f(p.items[0], p.items[len(p.items)-1])
		}
	}
}

func (w *writer) let(rest []node) string {
	name := ""
	if rest[0].kind == symbol && len(rest) > 1 { // (let loop ((i 0)) ..)
		name = table.Name(rest[0].text, false)
		rest = rest[1:]
	}
	var names []node
	w.pairs(rest[0], func(n, v node) {
		if n.kind == symbol {
			names = append(names, n)
		}
		if n.kind == symbol && v.kind == list && len(rest[0].items) > 0 && w.local(rest[0], n) {
			return
		}
		w.bind(n, w.expr(v))
	})
	if name == "" {
		return w.inside(names, func() string { return w.body(rest[1:]) })
	}
	w.function(name, node{}, rest[1:])
	return "false"
}

// local writes a function of flet and labels: (name (params) body ..).
func (w *writer) local(bindings, name node) bool {
	for _, p := range bindings.items {
		if p.kind == list && len(p.items) > 2 && p.items[0].kind == symbol && p.items[0].text == name.text {
			w.function(table.Name(name.text, false), p.items[1], p.items[2:])
			return true
		}
	}
	return false
}

// walking are loops over a list: (dolist (x xs) ..), (doseq [x xs] ..), (each x xs ..).
func (w *writer) walking(rest []node) (string, bool) {
	if rest[0].kind == symbol && len(rest) > 2 { // Janet
		w.over(rest[0], rest[1])
		return w.body(rest[2:]), true
	}
	if rest[0].kind != list && rest[0].kind != vector {
		return "", false
	}
	items := rest[0].items
	switch {
	case rest[0].kind == list && len(items) > 0 && items[0].kind == list: // (for ([x xs]) ..)
		w.pairs(rest[0], w.over)
	case len(items) == 3 && w.d.keys: // (each [k v (pairs t)] ..)
		w.over(items[1], items[2])
	default:
		for i := 0; i < len(items); i += 2 {
			switch {
			case i+1 == len(items):
				w.stmt(w.expr(items[i]))
			case items[i].kind == keyword:
				w.stmt(w.expr(items[i+1]))
			default:
				w.over(items[i], items[i+1])
			}
		}
	}
	return w.body(rest[1:]), true
}

func (w *writer) over(name, of node) {
	v := w.expr(of)
	if name.kind != symbol {
		w.stmt(v)
		return
	}
	w.stmt("for " + table.Name(name.text, false) + " in " + v)
}

// loop is LOOP of Common Lisp, with its words or without, and that of Clojure,
// which is a binding.
func (w *writer) loop(rest []node) string {
	if rest[0].kind == vector {
		w.function("recur_", node{}, []node{{kind: list, items: append([]node{{text: "let"}}, rest...)}})
		return "false"
	}
	if rest[0].kind == list || rest[0].text == "do" && rest[0].kind == symbol {
		return w.endless(rest)
	}
	var plain []node
	for i := 0; i < len(rest); i++ {
		if rest[i].kind == symbol && wordlist.Has("for as", rest[i].text) && i+3 < len(rest) && wordlist.Has("in across on", rest[i+2].text) {
			w.over(rest[i+1], rest[i+3])
			i += 3
			continue
		}
		if rest[i].kind != symbol && rest[i].kind != keyword {
			plain = append(plain, rest[i])
		}
	}
	return w.body(plain)
}

// define writes a function, or a name with a value.
func (w *writer) define(name string, rest []node) string {
	first := rest[0]
	switch {
	case wordlist.Has("fn lambda λ hashfn", name):
		return w.anonymous(rest)
	case first.kind == list && len(first.items) > 0 && !w.d.clojure: // (define (f x) ..)
		for first.items[0].kind == list && len(first.items[0].items) > 0 {
			first = first.items[0]
		}
		w.function(table.Name(first.items[0].text, false), node{items: first.items[1:]}, rest[1:])
		return "true"
	case wordlist.Has("define define-public define*", name):
		return w.naming(rest)
	}
	w.holes(first)
	w.parts(rest[1:], func(params node, body []node) { w.function(table.Name(first.text, false), params, body) })
	return "true"
}

func (w *writer) anonymous(rest []node) string {
	out := "false"
	w.parts(rest, func(params node, body []node) { out = w.lambda(params, body) })
	return out
}

// parts finds the parameters and the body of a function: several times, where
// one for each number of parameters may stand.
func (w *writer) parts(rest []node, f func(params node, body []node)) {
	if !w.d.vectors {
		for len(rest) > 1 && rest[0].kind == keyword {
			rest = rest[1:]
		}
		if len(rest) > 0 {
			f(rest[0], rest[1:])
		}
		return
	}
	for i, p := range rest {
		switch {
		case p.kind == vector:
			f(p, rest[i+1:])
			return
		case p.kind == list && len(p.items) > 0 && p.items[0].kind == vector:
			f(p.items[0], p.items[1:])
		case p.kind != symbol:
			w.stmt(w.expr(p))
		}
	}
}

// thread is (-> x (f a) g): f(x, a), then g of that.
func (w *writer) thread(rest []node, last bool) string {
	it := w.expr(rest[0])
	for _, f := range rest[1:] {
		it = w.threaded(it, f, last)
		if len(it) > maxOut {
			w.deep = true
			break
		}
	}
	return it
}

func (w *writer) threaded(it string, f node, last bool) string {
	x := node{kind: raw, text: it}
	if f.kind != list || len(f.items) == 0 {
		return w.called(f, []node{x})
	}
	items := []node{f.items[0]}
	if !last {
		items = append(items, x)
	}
	items = append(items, f.items[1:]...)
	if last {
		items = append(items, x)
	}
	return w.call(node{kind: list, items: items})
}
