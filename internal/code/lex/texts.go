package lex

import "github.com/sentinelgate/sentinel/internal/wordlist"

// Texts gives the strings of a program, but for those that something is
// compared with.
func Texts(toks []Token, add func(string)) {
	for i := range toks {
		t := &toks[i]
		for _, p := range t.Parts {
			Texts(p.Code, add)
		}
		if t.Kind != Str && t.Kind != Words {
			continue
		}
		if compares(toks, i-1) || compares(toks, i+1) || inComparison(toks, i) {
			continue
		}
		add(t.Text)
		for _, p := range t.Parts {
			add(p.Text)
		}
	}
}

// compares reports that token i compares what stands on its sides.
func compares(toks []Token, i int) bool {
	if i < 0 || i >= len(toks) {
		return false
	}
	t := &toks[i]
	return t.Kind == Op && wordlist.Has("== != === !== =~ !~", t.Text) ||
		t.Kind == Name && wordlist.Has("eq ne is not", t.Text) ||
		t.Kind == Name && t.Text == "in" && !iterates(toks, i)
}

// iterates reports that the word in at i belongs to a loop.
func iterates(toks []Token, i int) bool {
	for n := i - 1; n >= 0 && n > i-12; n-- {
		switch t := &toks[n]; {
		case t.Kind == Name && wordlist.Has("for foreach", t.Text):
			return true
		case t.Kind == Name && wordlist.Has("if and or not in else", t.Text):
			return false
		case t.Kind != Name && t.Kind != Var && !t.Is(",") && !t.Is("(") && !t.Is(")"):
			return false
		}
	}
	return false
}

// inComparison reports that token i stands in a list that something is looked
// up in, or in the arguments of a function that compares: x in ("a", "b").
func inComparison(toks []Token, i int) bool {
	for n := i - 1; n >= 0 && n > i-200; n-- {
		if t := &toks[n]; t.Kind != Op || t.Match < i || !t.Is("(") && !t.Is("[") && !t.Is("{") {
			continue
		}
		if n == 0 {
			return false
		}
		prev := &toks[n-1]
		return compares(toks, n-1) || prev.Kind == Name &&
			wordlist.Has("startswith endswith startsWith endsWith include? includes has test match replace in_array exists existsSync isfile isdir", prev.Text)
	}
	return false
}

// Occurrences counts how often each name stands in a program.
func Occurrences(toks []Token, counts map[string]int) {
	for i := range toks {
		for _, p := range toks[i].Parts {
			Occurrences(p.Code, counts)
		}
		if toks[i].Kind == Name {
			counts[toks[i].Text]++
		}
	}
}
