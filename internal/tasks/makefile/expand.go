package makefile

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
)

// builtinVars are make's own variables, as far as they name programs.
var builtinVars = [...]struct{ name, value string }{
	{"RM", "rm -f"}, {"CC", "cc"}, {"CXX", "c++"}, {"CPP", "cc -E"}, {"AR", "ar"}, {"AS", "as"}, {"LD", "ld"}, {"FC", "f77"}, {"LEX", "lex"}, {"YACC", "yacc"}, {"MAKE", "make"}, {"SHELL", "/bin/sh"}, {"ARFLAGS", "-rv"}, {"MAKEFILE_LIST", "Makefile"}, {"MAKECMDGOALS", ""}, {"MAKEFLAGS", ""}, {"CURDIR", "."}, {"TANGLE", "tangle"}, {"CO", "co"}, {"GET", "get"}, {"TEX", "tex"},
}

// expand replaces make's variable references. What is not known becomes a shell
// variable, $(shell x) becomes $(x), $$ becomes $.
func (m *File) expand(s string, depth int) string {
	if strings.IndexByte(s, '$') < 0 {
		return s
	}
	if m.steps++; depth > maxNest || m.steps > maxSteps {
		m.missed("variables nested too deep")
		return "${task_value_deep}"
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if b.Len() > shelltext.MaxText {
			m.missed("value too long to read")
			break
		}
		if s[i] != '$' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case '$':
			b.WriteByte('$')
		case '(', '{':
			end := closingIn(s, i)
			if end < 0 {
				m.missed("variable without an end (line %d)", m.line)
				return b.String()
			}
			b.WriteString(m.reference(s[i+1:end], depth+1))
			i = end
		default:
			b.WriteString(m.variable(string(c), depth+1))
		}
	}
	return b.String()
}

// closingIn finds the bracket that closes the one at s[i]; only its own kind counts.
func closingIn(s string, i int) int {
	close := byte(')')
	if s[i] == '{' {
		close = '}'
	}
	if end := shelltext.Closing(s[i+1:], s[i], close); end >= 0 {
		return i + 1 + end
	}
	return -1
}

// reference expands what stands between the brackets: a variable, a substitution
// reference or a function.
func (m *File) reference(body string, depth int) string {
	if fn, args, ok := strings.Cut(strings.TrimLeft(body, " "), " "); ok && makeFunction(fn) {
		return m.function(fn, strings.TrimLeft(args, " \t"), depth)
	}
	if fn, args, ok := strings.Cut(body, "\t"); ok && makeFunction(fn) {
		return m.function(fn, strings.TrimLeft(args, " \t"), depth)
	}
	if name, sub, ok := strings.Cut(body, ":"); ok && strings.Contains(sub, "=") {
		from, to, _ := strings.Cut(m.expand(sub, depth), "=")
		return substitute(m.variable(m.expand(name, depth), depth), from, to)
	}
	return m.variable(m.expand(body, depth), depth)
}

// substitute replaces endings, or patterns with %, in each word.
func substitute(text, from, to string) string {
	words := strings.Fields(text)
	for i, w := range words {
		if strings.Contains(from, "%") {
			if stem, ok := matchPattern(from, w); ok {
				words[i] = strings.Replace(to, "%", stem, 1)
			}
		} else if strings.HasSuffix(w, from) {
			words[i] = strings.TrimSuffix(w, from) + to
		}
	}
	return strings.Join(words, " ")
}

// variable gives the value of a variable.
func (m *File) variable(name string, depth int) string {
	if v, ok := m.automatic(name); ok {
		return v
	}
	v, ok := m.vars[name]
	switch {
	case ok && v.vague, strings.ContainsAny(name, "$"):
		return "${" + shelltext.Identifier(name) + "}"
	case ok && v.simple:
		return v.value
	case ok:
		return m.expand(v.value, depth+1)
	}
	for _, b := range builtinVars {
		if b.name == name {
			return b.value
		}
	}
	// Not in the file: from the environment, or empty.
	if name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "" && (name[0] < '0' || name[0] > '9') {
		return "${" + name + "}"
	}
	return "${" + shelltext.Identifier(name) + "}"
}

// automatic gives $@, $<, $^, $*, and their D and F forms.
func (m *File) automatic(name string) (string, bool) {
	if name == "" || strings.IndexByte("@<^*?+|%", name[0]) < 0 || len(name) > 2 {
		return "", false
	}
	if !m.auto.on {
		return "$" + name, true // in a rule's head, for a second expansion
	}
	var v string
	switch name[0] {
	case '@', '%':
		v = m.auto.target
	case '<':
		if len(m.auto.needs) > 0 {
			v = m.auto.needs[0]
		}
	case '^', '?', '+':
		v = strings.Join(m.auto.needs, " ")
	case '*':
		v = m.auto.stem
	case '|':
		return "${task_value_order}", true
	}
	if len(name) == 2 {
		n := strings.LastIndexByte(v, '/')
		switch {
		case name[1] == 'D' && n >= 0:
			v = v[:n]
		case name[1] == 'D':
			v = "."
		default:
			v = v[n+1:]
		}
	}
	return v, true
}

func makeFunction(name string) bool {
	switch name {
	case "shell", "eval", "call", "file", "guile", "foreach", "if", "or", "and", "let", "info", "warning", "error", "wildcard", "subst", "patsubst", "strip", "findstring", "filter", "filter-out", "sort", "word", "words", "wordlist", "firstword", "lastword", "dir", "notdir", "suffix", "basename", "addsuffix", "addprefix", "join", "realpath", "abspath", "value", "origin", "flavor", "intcmp":
		return true
	}
	return false
}

// function expands a function call. Those that only compute over words are done
// where that is simple; the rest is not known, but what they run is found.
func (m *File) function(fn, args string, depth int) string {
	switch fn {
	case "eval", "call", "file", "guile":
		m.expand(args, depth)
		m.missed("$(%s ...) (line %d)", fn, m.line)
		return "${" + shelltext.Identifier(fn) + "}"
	}
	text := m.expand(args, depth)
	switch fn {
	case "shell":
		if !m.auto.on {
			m.add(Line{Text: text, Line: m.line})
		}
		return "$(" + text + ")"
	case "info", "warning", "error":
		return ""
	case "wildcard", "strip", "realpath", "abspath":
		return strings.Join(strings.Fields(text), " ")
	}
	parts := strings.Split(text, ",")
	last := strings.TrimSpace(parts[len(parts)-1])
	switch {
	case fn == "addprefix" && len(parts) == 2, fn == "addsuffix" && len(parts) == 2:
		words := strings.Fields(last)
		for i := range words {
			if fn == "addprefix" {
				words[i] = parts[0] + words[i]
			} else {
				words[i] += parts[0]
			}
		}
		return strings.Join(words, " ")
	case fn == "patsubst" && len(parts) == 3:
		return substitute(last, strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1]))
	case fn == "subst" && len(parts) == 3 && parts[0] != "":
		if len(last) <= shelltext.MaxText/8 {
			return strings.ReplaceAll(parts[2], parts[0], parts[1])
		}
	case fn == "if" && len(parts) <= 3 && len(parts) > 1:
		if strings.TrimSpace(parts[0]) == "" {
			return strings.TrimSpace(strings.Join(parts[2:], ","))
		}
	case fn == "sort":
		return text
	}
	return "${" + shelltext.Identifier(fn+"_"+text) + "}"
}
