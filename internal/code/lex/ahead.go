package lex

import (
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Range reports that the brackets around the tokens from i to end hold a range,
// and from which item on.
func Range(toks []Token, i, end int) (from int, ok bool) {
	for n := i; n < end && n < i+8 && n < len(toks); n++ {
		if t := &toks[n]; t.Is(":") || t.Is("..") || t.Is("...") {
			k, err := strconv.Atoi(toks[max(0, n-1)].Text)
			if err != nil || n != i+1 {
				k = 0
			}
			return k, true
		}
	}
	return 0, false
}

// Line is the text of the tokens from one index to another, without blanks.
func Line(toks []Token, from, to int) string {
	var b strings.Builder
	for n := max(0, from); n <= to && n < len(toks); n++ {
		b.WriteString(toks[n].Text)
	}
	return b.String()
}

// Typed is how many tokens from i on are a type between a name and its value;
// no more than one means that there is none.
func Typed(toks []Token, i int) int {
	if i >= 2 {
		prev := &toks[i-2]
		begins := prev.Kind == Newline || prev.Is(";")
		if !begins && (prev.Kind != Name || !wordlist.Has("const let var", prev.Text)) {
			return 0
		}
	}
	for n := 1; n < 16 && i+n < len(toks); n++ {
		switch t := &toks[i+n]; {
		case t.Is("="):
			return n
		case t.Kind != Name && !t.Is(".") && !t.Is("[") && !t.Is("]") && !t.Is("|") && !t.Is(",") && !t.Is("<") && !t.Is(">"):
			return 0
		}
	}
	return 0
}
