// Package sources finds what the source files of compiled languages do that are
// run as they stand (java X.java, go run x.go, dotnet run x.cs): what they
// delete, write and move, and which programs they start.
//
// Deeds is the entry. It gives commands of a shell that do the same. It knows no
// grammar: it looks for calls by the last part of their name, in any of the
// languages, and follows texts, joined paths, the home folder, variables, the
// elements of loops and the parameters of the file's own functions. A place that
// cannot be followed is left out, so what it finds is what is certain.
//
// To teach it a call, add its name to the list of what it does (calls.go).
package sources

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Bounds on one file.
const (
	maxText   = 256 << 10
	maxTokens = 60000
	maxDeeds  = 100
	maxExpr   = 400 // tokens of one expression
	maxValue  = 1000
	maxSteps  = 150000 // tokens looked at in all expressions
)

// Marks inside of a value.
const (
	home    = "\x01" // the person's home folder
	unknown = "\x02" // what only the running program knows
	each    = "\x03" // any file there
	or      = "\x04" // between values of which each may be meant
)

// Deeds gives what the source text of a file does, as commands of a shell.
func Deeds(_ string, text string) []string {
	if len(text) > maxText {
		return nil
	}
	r := reader{toks: scan(text), vars: map[string]string{}, left: maxSteps}
	r.learn()
	for i := range r.toks {
		if len(r.out) >= maxDeeds {
			break
		}
		r.call(i)
	}
	return r.out
}

type reader struct {
	toks []token
	vars map[string]string
	own  map[string][]string // parameters of the file's own functions
	left int                 // tokens that may still be looked at
	out  []string
}

func (r *reader) at(i int) token {
	if i < 0 || i >= len(r.toks) {
		return token{}
	}
	return r.toks[i]
}

// learn follows what names stand for, from the top to the end: twice, as
// functions may stand behind what calls them.
func (r *reader) learn() {
	r.own = map[string][]string{}
	for i := range r.toks {
		if r.toks[i].kind == name && r.at(i+1).is("(") {
			r.function(i)
		}
	}
	for range 2 {
		for i := range r.toks {
			switch t := r.toks[i]; {
			case t.is("=") || t.is(":="):
				r.assigned(i)
			case t.kind == name && (t.text == "for" || t.text == "foreach"):
				r.loop(i)
			case t.is("->") || t.is("=>") || t.kind == name && t.text == "in" && r.at(i-2).is("{"):
				r.bind(r.params(i), r.receiverOf(i))
			case t.kind == name && t.text == "func" && r.at(i+1).is("(") && !r.at(i-1).nl:
				r.bind(r.names(i+2, r.at(i+1).match), r.receiverOf(i))
			case t.is("{") && !t.nl && (r.at(i-1).kind == name || r.at(i-1).is(")")):
				r.bind([]string{"it"}, r.receiverOf(i))
			case t.kind == name && r.at(i+1).is("(") && r.own[t.text] != nil:
				r.passed(i)
			}
		}
	}
}

// bind gives names a value that each of a folder's files may be.
func (r *reader) bind(names []string, value string) {
	if value == "" || strings.Contains(value, unknown) || len(value) > maxValue {
		return
	}
	for _, n := range names {
		r.vars[n] = value
	}
}

// function notes the parameters of a function that the file defines.
func (r *reader) function(i int) {
	end := r.at(i + 1).match
	before := r.at(i - 1)
	if end < i || before.kind != name || before.nl && before.text != "func" && before.text != "fn" && before.text != "proc" && before.text != "fun" && before.text != "void" && before.text != "def" {
		if !(before.is(">") || before.is("]")) {
			return
		}
	}
	if before.text == "new" || before.text == "return" || before.text == "await" || before.text == "else" {
		return
	}
	r.own[r.toks[i].text] = r.names(i+2, end)
}

// names are the parameters between two places: the last name of each part, or
// the one before a colon or before its type.
func (r *reader) names(from, to int) []string {
	var out []string
	for i := from; i < to && i < from+60; i++ {
		if t := r.at(i); t.kind == name && !wordlist.Has("final const var let mut ref throws string String error Path File", t.text) {
			out = append(out, t.text)
		}
	}
	return out
}

// passed binds the parameters of an own function to what it is given.
func (r *reader) passed(i int) {
	end := r.at(i + 1).match
	if end < i || r.at(end+1).is("{") || r.at(end+1).text == "throws" {
		return
	}
	if v := r.expr(i+2, end); v != "" && (v[:1] == home || v[0] == '/' || v[0] == '~') {
		for _, n := range r.own[r.toks[i].text] {
			if _, known := r.vars[n]; !known {
				r.bind([]string{n}, v)
			}
		}
	}
}

// assigned follows NAME = EXPRESSION.
func (r *reader) assigned(i int) {
	if r.at(i+1).text == "range" {
		return // a loop
	}
	k := i - 1
	if r.at(i - 2).is(":") { // name: Type = ..
		k = i - 3
	}
	names := []string{r.at(k).text}
	for r.at(k-1).is(",") && r.at(k-2).kind == name {
		k -= 2
		names = append(names, r.at(k).text)
	}
	if v := r.expr(i+1, r.end(i+1)); v != "" && !strings.HasPrefix(v, unknown) && len(v) <= maxValue {
		for _, n := range names {
			if n != "_" && n != "err" {
				r.vars[n] = v
			}
		}
	}
}

// loop binds the name of a loop to the elements that it goes through.
func (r *reader) loop(i int) {
	end := r.at(i + 1).match
	if !r.at(i+1).is("(") || end < i {
		end = min(i+60, len(r.toks))
		for k := i + 1; k < end; k++ {
			if r.toks[k].is("{") || r.toks[k].nl && k > i+1 {
				end = k
			}
		}
	}
	for k := i + 1; k < end && k < i+20; k++ {
		t := r.toks[k]
		if !(t.is(":") || t.kind == name && (t.text == "in" || t.text == "range") || t.is("<-")) {
			continue
		}
		n := k - 1
		if t.text == "range" {
			n = k - 2
		}
		r.bind([]string{r.at(n).text}, element(r.expr(k+1, end)))
		return
	}
}

func element(v string) string {
	if v == "" || strings.Contains(v, or) || strings.HasSuffix(v, each) {
		return v
	}
	return strings.TrimSuffix(v, "/") + "/" + each
}

// params are the names in front of an arrow.
func (r *reader) params(i int) []string {
	if r.at(i).text == "in" || r.at(i-1).kind == name {
		return []string{r.at(i - 1).text}
	}
	if from := r.at(i - 1).match; r.at(i-1).is(")") && from < i {
		return r.names(from+1, i-1)
	}
	return nil
}

// receiverOf is what the statement up to i goes through.
func (r *reader) receiverOf(i int) string {
	from := i
	for from > 0 && i-from < maxExpr {
		p := r.toks[from-1]
		if p.is(";") || p.is("{") || p.is("}") || p.is("->") || p.is("=>") || r.toks[from].nl && !r.toks[from].is(".") && !p.is("(") && !p.is(",") && !p.is(".") {
			break
		}
		from--
	}
	return element(r.expr(from, i))
}

// end is where the statement ends that goes on at i.
func (r *reader) end(i int) int {
	for k := i; k < len(r.toks) && k < i+maxExpr; k++ {
		switch t := r.toks[k]; {
		case t.is(";") || t.is(")") || t.is("}") || t.is("]"):
			return k
		case t.nl && k > i && !t.is(".") && !t.is("+") && !r.toks[k-1].is(".") && !r.toks[k-1].is("+") && !r.toks[k-1].is(","):
			return k
		case t.is("{") && !r.at(k-1).is("]") && r.at(k-1).kind != name:
			return k
		case t.match > k:
			k = t.match
		}
	}
	return min(i+maxExpr, len(r.toks))
}

// expr joins what the tokens of an expression name, as a path: texts, variables
// and the home folder, with slashes between them unless they are added up.
func (r *reader) expr(from, to int) string {
	out, glue, comma := "", "", false
	add := func(piece string) {
		switch {
		case out == "":
			out = piece
		case comma && (strings.HasPrefix(piece, "/") || strings.HasPrefix(piece, home) || strings.HasPrefix(piece, "~")):
			out += or + piece
		case glue == "+":
			out += piece
		default:
			out = strings.TrimSuffix(out, "/") + "/" + strings.TrimPrefix(piece, "/")
		}
		glue, comma = "", false
	}
	for i := from; i < to && i < from+maxExpr && len(out) < maxValue; i++ {
		if r.left--; r.left < 0 {
			return unknown
		}
		switch t := r.toks[i]; t.kind {
		case text:
			add(r.filled(t))
		case name:
			full, last := r.chain(i, to)
			switch piece, next := r.named(full, last); {
			case piece != "":
				add(piece)
				if i = next; wordlist.Has(streams, r.at(last).text) && last == next {
					i = max(r.at(last+1).match, last)
				}
			case r.at(last+1).is("(") && wordlist.Has(streams, r.at(last).text):
				i = max(r.at(last+1).match, last)
			case r.at(last+1).is("(") && !wordlist.Has(pure, r.at(last).text):
				add(unknown)
				i = max(r.at(last+1).match, last)
			default:
				i = last
			}
		case punct:
			switch t.text {
			case "+", "~":
				glue = "+"
			case ",":
				comma = true
			case "{":
				if r.at(i - 1).is(")") { // a body
					return out
				}
			}
		}
	}
	return out
}

// chain is the dotted name that begins at i, and where it ends.
func (r *reader) chain(i, to int) (full string, last int) {
	full = r.toks[i].text
	for last = i; last+2 < to && r.at(last+2).kind == name && wordlist.Has(". :: ?. !.", r.at(last+1).text); last += 2 {
		full += "." + r.at(last+2).text
	}
	return full, last
}

// named is what a name stands for, "" for what says nothing about a place, and
// the last token of it.
func (r *reader) named(full string, last int) (string, int) {
	first, _, member := strings.Cut(full, ".")
	end := full[strings.LastIndexByte(full, '.')+1:]
	open := r.at(last + 1)
	if open.is("(") && wordlist.Has(environment, end) {
		if arg := r.at(last + 2); arg.kind == text && wordlist.Has("HOME USERPROFILE user.home", arg.text) {
			return home, open.match
		}
		return unknown, max(open.match, last)
	}
	if wordlist.Has(homes, end) {
		if open.is("(") {
			return home, max(open.match, last)
		}
		return home, last
	}
	if v, ok := r.vars[first]; ok {
		if member && open.is("(") && !wordlist.Has(pure, end) && !wordlist.Has(walks, end) {
			return unknown, max(open.match, last)
		}
		return v, last
	}
	if open.is("(") || wordlist.Has(pure, end) || full[0] >= 'A' && full[0] <= 'Z' || wordlist.Has(plain, first) {
		return "", last
	}
	return unknown, last
}

// filled is a text with the variables in it.
func (r *reader) filled(t token) string {
	if len(t.parts) == 0 {
		return t.text
	}
	var b strings.Builder
	for i, p := range t.parts {
		if i%2 == 0 {
			b.WriteString(p)
		} else if v, ok := r.vars[p]; ok {
			b.WriteString(v)
		} else {
			b.WriteString(unknown)
		}
	}
	return b.String()
}

// word writes a value as a word of a shell; false if it begins with what is not
// known.
func word(v string) (string, bool) {
	if v == "" || strings.HasPrefix(v, unknown) {
		return "", false
	}
	var b strings.Builder
	plain := ""
	flush := func() {
		if plain != "" {
			b.WriteString(shelltext.Quote(plain))
		}
		plain = ""
	}
	for _, c := range v {
		mark := ""
		switch string(c) {
		case home:
			mark = `"$HOME"`
		case unknown:
			mark = `"$task_value_x"`
		case each:
			mark = "*"
		default:
			plain += string(c)
			continue
		}
		flush()
		b.WriteString(mark)
	}
	flush()
	return b.String(), true
}

func (r *reader) add(command string) {
	if command != "" && len(r.out) < maxDeeds && !slices.Contains(r.out, command) {
		r.out = append(r.out, command)
	}
}
