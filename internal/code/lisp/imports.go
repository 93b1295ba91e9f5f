package lisp

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lisp/table"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// How each dialect takes modules and files in.

// own are the first names of modules that come with Clojure, Babashka and the
// libraries that everybody uses.
const own = "clojure babashka cheshire java javax cljs taoensso next hiccup ring selmer org clj-http hato medley camel-snake-kebab malli portal flatland honey honeysql rewrite-clj " +
	"edamame sci datascript compojure reitit integrant mount aero buddy clj-time tick java-time nextjournal instaparse specter com hickory etaoin meander cognitect"

// clojureImports are require, use, import and ns.
func clojureImports(w *writer, name string, rest []node) (string, bool) {
	switch name {
	case "require", "use", "require-macros":
		for _, spec := range rest {
			w.library(spec, name == "use", "")
		}
	case "import":
		for _, spec := range rest {
			w.classes(spec)
		}
	case "ns":
		for _, clause := range rest {
			if clause.kind != list || len(clause.items) == 0 {
				continue
			}
			which := clause.items[0].text
			for _, spec := range clause.items[1:] {
				if which == "import" {
					w.classes(spec)
				} else if which == "require" || which == "use" {
					w.library(spec, which == "use", "")
				}
			}
		}
	default:
		return "", false
	}
	return "false", true
}

// unquoted is x of 'x and (quote x).
func unquoted(n node) node {
	for range 4 {
		switch {
		case n.kind == quoted && len(n.items) > 0:
			n = n.items[0]
		case n.is("quote") && len(n.items) == 2:
			n = n.items[1]
		}
	}
	return n
}

// library names the module that a part of require or use names.
func (w *writer) library(spec node, all bool, prefix string) {
	spec = unquoted(spec)
	if spec.kind == symbol {
		w.module(prefix+spec.text, all)
		return
	}
	if spec.kind != vector && spec.kind != list || len(spec.items) == 0 {
		if spec.kind != keyword {
			w.stmt("require_file(" + w.expr(spec) + ")")
		}
		return
	}
	if spec.kind == list && spec.items[0].kind == symbol && prefix == "" && len(spec.items) > 1 && spec.items[1].kind != keyword { // (clojure string [set :as s])
		for _, s := range spec.items[1:] {
			w.library(s, all, spec.items[0].text+".")
		}
		return
	}
	if spec.items[0].kind != symbol {
		w.stmt("require_file(" + w.expr(spec) + ")")
		return
	}
	full := prefix + spec.items[0].text
	for i := 1; i+1 < len(spec.items); i += 2 {
		switch v := spec.items[i+1]; spec.items[i].text {
		case "as", "as-alias":
			w.stmt(table.Name(v.text, false) + " = " + table.Name(full, false))
		case "refer", "only":
			all = all || v.kind == keyword
			for _, n := range v.items {
				w.stmt(table.Name(n.text, false) + " = " + table.Name(full, false) + "." + table.Name(n.text, true))
			}
		case "rename":
			for k := 0; k+1 < len(v.items); k += 2 {
				w.stmt(table.Name(v.items[k+1].text, false) + " = " + table.Name(full, false) + "." + table.Name(v.items[k].text, true))
			}
		}
	}
	w.module(full, all)
}

// module takes a module in: one that nobody else has is a file of the project.
func (w *writer) module(name string, all bool) {
	if all && len(w.all) < 20 {
		w.all = append(w.all, table.Name(name, false))
	}
	if first, _, _ := strings.Cut(name, "."); !wordlist.Has(own, first) {
		w.stmt("require_file(" + quote("src/"+strings.NewReplacer(".", "/", "-", "_").Replace(name)+".clj") + ")")
	}
}

// classes are those of (import java.io.File '(java.net URL Socket)).
func (w *writer) classes(spec node) {
	spec = unquoted(spec)
	if spec.kind == symbol {
		w.stmt(table.Name(spec.text[strings.LastIndexByte(spec.text, '.')+1:], false) + " = " + table.Name(spec.text, false))
		return
	}
	for _, n := range spec.items[min(1, len(spec.items)):] {
		w.stmt(table.Name(n.text, false) + " = " + table.Name(spec.items[0].text+"."+n.text, false))
	}
}

// emacsImports: a module is installed or built in, unless its file is named.
func emacsImports(w *writer, name string, rest []node) (string, bool) {
	if name != "require" {
		return "", false
	}
	if len(rest) > 1 && rest[1].text != "nil" {
		return "load(" + w.expr(rest[1]) + ")", true
	}
	if rest[0].kind != quoted {
		return w.expr(rest[0]), true
	}
	return "false", true
}

// schemeImports: names of modules are harmless, files are not.
func schemeImports(w *writer, name string, rest []node) (string, bool) {
	for _, n := range rest {
		if n.is("file", "submod", "only-in", "prefix-in", "rename-in", "except-in", "for-syntax") {
			schemeImports(w, name, n.items[1:])
			continue
		}
		local := n.kind == text || n.kind == symbol && (strings.HasPrefix(n.text, ".") || strings.HasPrefix(n.text, "/")) || n.is("planet")
		switch {
		case local && w.d.hash:
			w.stmt("dofile(" + quote(n.text) + ")")
		case local:
			w.stmt("load(" + quote(n.text) + ")")
		case n.kind == list && name != "import":
			w.stmt(w.data(n))
		}
	}
	return "false", true
}

// fennelImports: macros come from files that run while the text is read.
func fennelImports(w *writer, name string, rest []node) (string, bool) {
	switch name {
	case "require":
		return "require(" + w.arguments(rest) + ")", true
	case "import-macros", "require-macros", "include":
		return "dofile(" + w.expr(rest[len(rest)-1]) + ")", true
	}
	return "", false
}

// hyImports are import and require, in the words of Python.
func hyImports(w *writer, name string, rest []node) (string, bool) {
	if name != "import" && name != "require" {
		return "", false
	}
	for i := 0; i < len(rest); i++ {
		module := table.Name(rest[i].text, true)
		if i+1 >= len(rest) || rest[i+1].kind == symbol {
			w.stmt("import " + module)
			continue
		}
		i++
		switch n := rest[i]; {
		case n.kind == keyword && i+1 < len(rest):
			i++
			w.stmt("import " + module + " as " + table.Name(rest[i].text, false))
		case n.kind == vector:
			for k := 0; k < len(n.items); k++ {
				s := "from " + module + " import " + table.Name(n.items[k].text, true)
				if n.items[k].text == "*" {
					s = "from " + module + " import *"
				}
				if k+2 < len(n.items) && n.items[k+1].kind == keyword {
					s += " as " + table.Name(n.items[k+2].text, false)
					k += 2
				}
				w.stmt(s)
			}
		}
	}
	return "false", true
}
