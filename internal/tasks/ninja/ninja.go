// Package ninja reads build.ninja: the commands that building some targets may
// run. Rules, variables and files that a file includes are followed; nothing is
// compared with what is built already, so that a command counts whether its
// output is there or not.
//
//	f := ninja.Parse("build.ninja", read)
//	for _, c := range f.Commands([]string{"all"}) { ... }
//
// Commands that differ only in which files of the same folders they name are
// given once: a generated file has thousands of them.
package ninja

import (
	"path"
	"slices"
	"strings"
)

const (
	maxSource = 16 << 20 // bytes of all files
	maxFiles  = 50
	maxEdges  = 200000
	maxCmds   = 500
	maxDeep   = 20 // variables in variables
)

// Command is the text that ninja hands to a shell.
type Command struct {
	Text string
	Line int
	Out  string // what it makes
}

type rule struct {
	vars map[string]string // as written
}

type edge struct {
	rule      string
	outs, ins []string
	explicit  int // of ins, how many $in holds
	outsShown int // of outs, how many $out holds
	vars      map[string]string
	scope     *scope
	line      int
}

// scope holds the variables of a file and those of the file it is included by.
type scope struct {
	vars map[string]string
	up   *scope
}

func (s *scope) get(name string) string {
	for ; s != nil; s = s.up {
		if v, ok := s.vars[name]; ok {
			return v
		}
	}
	return ""
}

// File is a build.ninja that was read.
type File struct {
	read     func(string) ([]byte, bool)
	rules    map[string]rule
	edges    []*edge
	makes    map[string]*edge
	defaults []string
	size     int
	files    int
	unread   []string
}

// Parse reads a file and those that it includes; false if it is not there.
func Parse(name string, read func(string) ([]byte, bool)) (*File, bool) {
	f := &File{read: read, rules: map[string]rule{}, makes: map[string]*edge{}}
	b, ok := read(name)
	if ok {
		f.text(string(b), &scope{vars: map[string]string{}})
	}
	return f, ok
}

// Unread says why the commands may not be all.
func (f *File) Unread() []string { return f.unread }

func (f *File) missed(why string) {
	if !slices.Contains(f.unread, why) && len(f.unread) < 20 {
		f.unread = append(f.unread, why)
	}
}

// text reads the statements of one file.
func (f *File) text(text string, s *scope) {
	if f.size += len(text); f.size > maxSource || f.files > maxFiles {
		f.missed("too much to read")
		return
	}
	f.files++
	number := 0
	next := func() (string, int, bool) {
		var b strings.Builder
		first := number + 1
		for text != "" {
			var l string
			l, text, _ = strings.Cut(text, "\n")
			l = strings.TrimSuffix(l, "\r")
			number++
			if goesOn(l) {
				b.WriteString(l[:len(l)-1])
				text = strings.TrimLeft(text, " ")
				continue
			}
			b.WriteString(l)
			return b.String(), first, true
		}
		return b.String(), first, b.Len() > 0
	}
	var into map[string]string // of the rule or edge that goes on
	var of *edge
	for {
		l, line, ok := next()
		if !ok {
			return
		}
		t := strings.TrimSpace(l)
		if t == "" || t[0] == '#' {
			continue
		}
		if l[0] == ' ' || l[0] == '\t' {
			name, value, ok := strings.Cut(t, "=")
			if !ok || into == nil {
				continue
			}
			value = strings.TrimLeft(value, " ")
			if of != nil { // variables of an edge are expanded at once
				value = expand(value, func(n string) string { return f.lookup(of, n, 0) }, 0)
			}
			into[strings.TrimSpace(name)] = value
			continue
		}
		into, of = nil, nil
		word, rest, _ := strings.Cut(t, " ")
		switch rest = strings.TrimSpace(rest); {
		case word == "rule":
			into = map[string]string{}
			f.rules[rest] = rule{into}
		case word == "pool":
			into = map[string]string{}
		case word == "build":
			if of = f.edge(rest, s, line); of != nil {
				into = of.vars
			}
		case word == "default":
			f.defaults = append(f.defaults, words(rest, s.get)...)
		case word == "include" || word == "subninja":
			name := expand(rest, s.get, 0)
			b, ok := f.read(name)
			if !ok {
				f.missed("includes " + name + ", which cannot be read")
				continue
			}
			to := s
			if word == "subninja" {
				to = &scope{vars: map[string]string{}, up: s}
			}
			f.text(string(b), to)
		default:
			if name, value, ok := strings.Cut(t, "="); ok {
				s.vars[strings.TrimSpace(name)] = expand(strings.TrimLeft(value, " "), s.get, 0)
			}
		}
	}
}

// goesOn tells whether a line ends in an escaped end of line.
func goesOn(l string) bool {
	n := len(l) - len(strings.TrimRight(l, "$"))
	return n%2 == 1
}

// edge reads `OUTS | MORE: RULE INS | MORE || ORDER |@ CHECKS`.
func (f *File) edge(text string, s *scope, line int) *edge {
	if len(f.edges) >= maxEdges {
		f.missed("too many steps")
		return nil
	}
	all := tokens(text)
	colon := slices.Index(all, ":")
	if colon < 0 || colon+1 >= len(all) {
		return nil
	}
	e := &edge{rule: all[colon+1], vars: map[string]string{}, scope: s, line: line}
	e.outs, e.outsShown = named(all[:colon], s.get)
	e.ins, e.explicit = named(all[colon+2:], s.get)
	f.edges = append(f.edges, e)
	for _, o := range e.outs {
		f.makes[o] = e
	}
	return e
}

// named expands names and says how many stand before the first bar.
func named(list []string, get func(string) string) (out []string, shown int) {
	shown = -1
	for _, t := range list {
		if strings.HasPrefix(t, "|") {
			if shown < 0 {
				shown = len(out)
			}
			continue
		}
		out = append(out, path.Clean(expand(t, get, 0)))
	}
	if shown < 0 {
		shown = len(out)
	}
	return out, shown
}

// tokens parts a build line; colons and bars stand alone unless escaped.
func tokens(s string) []string {
	var out []string
	var b strings.Builder
	end := func() {
		if b.Len() > 0 {
			out = append(out, b.String())
			b.Reset()
		}
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '$' && i+1 < len(s):
			b.WriteString(s[i : i+2])
			i++
		case c == ' ' || c == '\t':
			end()
		case c == ':':
			end()
			out = append(out, ":")
		case c == '|' && b.Len() == 0:
			for i+1 < len(s) && (s[i+1] == '|' || s[i+1] == '@') {
				i++
			}
			out = append(out, "|")
		default:
			b.WriteByte(c)
		}
	}
	end()
	return out
}

func words(s string, get func(string) string) []string {
	out, _ := named(tokens(s), get)
	return out
}

// expand puts variables in; $ before anything else stands for that.
func expand(s string, get func(string) string, deep int) string {
	if deep > maxDeep || !strings.Contains(s, "$") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s) && b.Len() < 1<<16; i++ {
		if s[i] != '$' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		if s[i] == '{' {
			name, _, ok := strings.Cut(s[i+1:], "}")
			if ok {
				b.WriteString(get(name))
				i += len(name) + 1
			}
			continue
		}
		n := i
		for n < len(s) && (s[n] == '_' || s[n] == '-' || s[n] >= '0' && s[n] <= '9' || s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z') {
			n++
		}
		if n == i {
			b.WriteByte(s[i])
			continue
		}
		b.WriteString(get(s[i:n]))
		i = n - 1
	}
	return b.String()
}

// lookup gives a variable as an edge sees it.
func (f *File) lookup(e *edge, name string, deep int) string {
	switch name {
	case "in":
		return quoted(e.ins[:e.explicit], " ")
	case "in_newline":
		return quoted(e.ins[:e.explicit], "\n")
	case "out":
		return quoted(e.outs[:e.outsShown], " ")
	}
	if v, ok := e.vars[name]; ok {
		return v
	}
	if v, ok := f.rules[e.rule].vars[name]; ok && deep < maxDeep {
		return expand(v, func(n string) string { return f.lookup(e, n, deep+1) }, 0)
	}
	return e.scope.get(name)
}

// quoted writes names for a shell.
func quoted(names []string, between string) string {
	out := make([]string, len(names))
	for i, n := range names {
		if out[i] = n; strings.ContainsAny(n, " \t\n'\"$&|;<>()*?[]#~`\\!{}") {
			out[i] = "'" + strings.ReplaceAll(n, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, between)
}

// Commands gives what building some targets may run, in the order of the file;
// none is what ninja builds unasked.
func (f *File) Commands(targets []string) []Command {
	if len(targets) == 0 {
		targets = f.defaults
	}
	wanted := map[*edge]bool{}
	var want func(name string)
	want = func(name string) {
		e := f.makes[path.Clean(name)]
		if e == nil || wanted[e] {
			return
		}
		wanted[e] = true
		for _, in := range e.ins {
			want(in)
		}
	}
	for _, t := range targets {
		want(strings.TrimSuffix(t, "^"))
	}
	want("build.ninja") // is made anew first
	seen := map[string]bool{}
	var out []Command
	for _, e := range f.edges {
		if len(targets) > 0 && !wanted[e] || e.rule == "phony" {
			continue
		}
		text := f.lookup(e, "command", 0)
		if content := f.lookup(e, "rspfile_content", 0); text == "" && content != "" {
			continue
		}
		if key := f.kind(e); text == "" || seen[key] {
			continue
		} else if seen[key] = true; len(out) >= maxCmds {
			f.missed("too many commands")
			return out
		}
		out = append(out, Command{Text: text, Line: e.line, Out: strings.Join(e.outs[:min(1, len(e.outs))], "")})
	}
	return out
}

// kind is what a command is apart from the names of plain files: the same for
// all files of one folder.
func (f *File) kind(e *edge) string {
	like := *e
	like.ins, like.outs = folders(e.ins[:e.explicit]), folders(e.outs[:e.outsShown])
	like.explicit, like.outsShown = len(like.ins), len(like.outs)
	text := f.lookup(&like, "command", 0)
	for _, n := range append(slices.Clone(e.ins), e.outs...) { // also where a variable holds them
		if len(n) > 3 {
			text = strings.ReplaceAll(text, n, path.Dir(n))
		}
	}
	return text
}

// folders gives the folders of plain names, and others as they are.
func folders(names []string) []string {
	var out []string
	for _, n := range names {
		if strings.Trim(n, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./:,@%+") == "" {
			n = path.Dir(n) + "/"
		}
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}
