package vars

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"mvdan.cc/sh/v3/syntax"
)

// SetWords is what set does with the words behind it: options, and positional
// parameters. It tells whether words behind a command will set its variables.
func (s *State) SetWords(words []found.Word, bash bool) (keyword bool) {
	for i := 0; i < len(words); i++ {
		text, ok := words[i].Known()
		if !ok || len(text) < 2 || text == "--" || text[0] != '-' && text[0] != '+' {
			break
		}
		if bash && strings.Trim(text[1:], "abefhkmnoprtuvxBCEHPT") != "" {
			return false // an option that is none: nothing is set
		}
		if strings.Contains(text, "o") {
			i++ // its name
		}
	}
	for i := 0; i < len(words); i++ {
		text, ok := words[i].Known()
		switch {
		case !ok:
			s.AnyParameters()
			return keyword
		case text == "--":
			s.Positional(words[i+1:])
			return keyword
		case text == "-":
			if i+1 < len(words) {
				s.Positional(words[i+1:])
			}
			return keyword
		case text == "" || text[0] != '-' && text[0] != '+':
			s.Positional(words[i:])
			return keyword
		}
		name := ""
		if strings.Contains(text, "o") && i+1 < len(words) {
			i++
			if name, ok = words[i].Known(); !ok {
				s.AnyParameters()
				return true // nobody knows which
			}
		}
		on := text[0] == '-'
		keyword = s.option(text, name, on) || keyword
	}
	return keyword
}

// option sets or takes back what letters and a name stand for.
func (s *State) option(letters, name string, on bool) (keyword bool) {
	if strings.Contains(letters, "e") || name == "errexit" {
		s.Errexit = on
	}
	if strings.Contains(letters, "a") || name == "allexport" {
		s.AllOut = on
	}
	return on && (strings.Contains(letters, "k") || name == "keyword")
}

// AnyParameters: nobody knows the positional parameters from here on.
func (s *State) AnyParameters() {
	s.Args, s.AnyArgs, s.Others, s.Outer = nil, true, nil, false
}

// Shift takes positional parameters away.
func (s *State) Shift(words []found.Word) {
	n := 1
	if len(words) > 0 {
		text, ok := words[0].Known()
		var err error
		if n, err = strconv.Atoi(text); err != nil || !ok || n < 0 || n > 1000 {
			s.AnyParameters()
			return
		}
	}
	if n > len(s.Args) && s.SplitAt == 0 && !s.AnyArgs && len(s.Others) == 0 {
		return // there are fewer, and they stay
	}
	if k := s.SplitAt; k > 0 && n >= k {
		// It may have been nothing, so that words behind it are gone, too.
		s.Others, s.Several = append(slices.Clip(s.Others), []found.Word{Unknown(found.Supplied, "$@", true)}), true
	}
	if k := s.SplitAt; k > 0 {
		n, s.SplitAt = min(n, k-1), max(1, k-n)
	}
	s.Args = s.Args[min(n, len(s.Args)):]
}

// Shopt is what shopt and setopt do with the words behind them.
func (s *State) Shopt(words []found.Word) {
	if len(words) > 0 && words[0].Is("-u") {
		return
	}
	for _, w := range words {
		text, _ := w.Known()
		switch strings.ToLower(strings.ReplaceAll(text, "_", "")) {
		case "cdablevars":
			s.Cdable = true
		case "errexit":
			s.Errexit = true
		case "nullglob":
			s.Nullglob = true
		case "nocasematch", "nocaseglob":
			s.Nocase = true
		}
	}
}

// Multi gives the variables of a command that may have several values.
func (s *State) Multi(st syntax.Node) []string {
	if !s.Several {
		return nil
	}
	var names []string
	add := func(name string) {
		for range 8 {
			v, _ := s.Vars.Get(name)
			if !slices.Contains(names, name) && (name == "@" || len(v.Values)+len(v.Others) > 1 || len(v.Refs) > 0) {
				names = append(names, name)
			}
			for _, ref := range v.Refs {
				if w, _ := s.Vars.Get(ref); len(w.Values)+len(w.Others) > 1 && !slices.Contains(names, ref) {
					names = append(names, ref)
				}
			}
			if name = v.Ref; name == "" {
				break
			}
		}
	}
	syntax.Walk(st, func(n syntax.Node) bool {
		switch x := n.(type) {
		case *syntax.ParamExp:
			if x.Param == nil {
				break
			}
			add("IFS")
			if len(s.Others) > 0 && !pure.ValidName(x.Param.Value) {
				add("@")
			}
			add(x.Param.Value)
		case *syntax.Assign:
			if x.Name == nil {
				break
			}
			if v, _ := s.Vars.Get(x.Name.Value); x.Append || x.Index != nil || len(v.Refs) > 0 {
				add(x.Name.Value)
			}
		case *syntax.CallExpr:
			if len(s.Others) > 0 && len(x.Args) > 0 && x.Args[0].Lit() == "shift" {
				add("@")
			}
		}
		return true
	})
	return names
}
