package vars

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
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

// SearchPath gives the PATH that setting an array means to zsh, whose path is the
// same as its PATH. In bash that name is as good as any, so the list must be made of
// what it was before, or of more, and of folders.
func SearchPath(name string, more bool, list []found.Word) (path found.Word, ok bool) {
	if name != "path" {
		return path, false
	}
	for _, w := range list {
		s, known := w.Known()
		switch {
		case known && (strings.HasPrefix(s, "/") || strings.HasPrefix(s, ".")):
			if len(path.Pieces) > 0 {
				path.AddText(":")
			}
			path.AddText(s)
		case !known && len(w.Pieces) == 1 && w.Pieces[0].Name == name:
			more = true
		default:
			return path, false
		}
	}
	return path, more && len(path.Pieces) > 0
}

// LastOf is what $_ becomes behind a command.
func LastOf(argv []found.Word) found.Word {
	if argv[0].Is("alias") { // which cuts its words where it stores them
		return UnknownVar("_")
	}
	return argv[len(argv)-1]
}
