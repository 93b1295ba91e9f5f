package vars

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Commands tells whether setting an array changes what a command's name stands
// for: in bash those of its own, and in zsh, which is what many a "bash" tool runs,
// its tables of commands, functions and aliases. Their names are ordinary in bash,
// so there only an element under a word counts, or a list of aliases, and none of an
// array that the text declares to have words for keys.
func Commands(name string, a *syntax.Assign, own bool) bool {
	switch name {
	case "BASH_CMDS", "BASH_ALIASES":
		return true
	case "aliases", "galiases", "saliases", "dis_aliases", "dis_galiases", "dis_saliases":
		return a != nil && !own && (a.Index != nil && word(a.Index) || a.Array != nil)
	case "commands", "functions", "dis_functions":
		return a != nil && !own && a.Index != nil && word(a.Index)
	}
	return false
}

// word: a subscript that is no number and no variable.
func word(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	if !ok {
		return true // x-y reads as a difference
	}
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if strings.Trim(p.Value, "0123456789") != "" {
				return true
			}
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		}
	}
	return false
}
