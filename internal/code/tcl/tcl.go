// Package tcl reads Tcl and Expect. They have no expressions to speak of: a
// script is commands, a command is words, and a word in braces may be a script
// again. So each braced word is taken for a script, except those of commands
// known to hold none.
package tcl

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// reader reads one text.
type reader struct {
	report *report.Report
	src    string
	vars   map[string]string
	counts map[string]int
	depth  int
	steps  int
	spawns bool
	span   *[2]int // in a text that is evaluated: offsets of the command that does
}

// word is one word of a command.
type word struct {
	text   string
	known  bool
	braced bool
	start  int
	end    int
}

func (w word) arg() report.Arg { return report.Arg{Text: w.text, Known: w.known} }

// Read adds to the report what the script src does.
func Read(report *report.Report, src string) {
	t := &reader{report: report, src: src, vars: map[string]string{}, counts: map[string]int{}}
	for _, f := range strings.Fields(src) {
		t.counts[f]++ // more than needed: a name seen twice after set is no constant
	}
	t.script(0, len(src))
}

func (t *reader) hide(reason string) { t.report.Hide(reason) }

// script reads the commands between two offsets.
func (t *reader) script(i, end int) {
	if t.depth++; t.depth > walk.MaxDepth/2 {
		t.report.Truncate("nested too deeply")
		t.depth--
		return
	}
	defer func() { t.depth-- }()
	for i < end {
		words, next := t.command(i, end)
		if len(words) > 0 {
			t.act(words)
		}
		if next <= i {
			next = i + 1
		}
		i = next
	}
}

// command cuts the words of one command.
func (t *reader) command(i, end int) (words []word, next int) {
	for i < end {
		c := t.src[i]
		switch {
		case c == '#' && len(words) == 0:
			for i < end && t.src[i] != '\n' {
				if t.src[i] == '\\' {
					i++
				}
				i++
			}
		case c == '\n' || c == ';':
			if i++; len(words) > 0 {
				return words, i
			}
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case c == '\\' && i+1 < end && t.src[i+1] == '\n':
			i += 2
		default:
			var w word
			if w, i = t.word(i, end); len(words) < 1000 {
				words = append(words, w)
			}
		}
	}
	return words, i
}

func (t *reader) word(i, end int) (word, int) {
	if t.steps++; t.steps > walk.MaxSteps {
		t.report.Truncate("too much to read")
		return word{}, end
	}
	start := i
	if t.src[i] == '{' {
		if close := t.matching(i, end); close >= 0 {
			return word{text: t.src[i+1 : close], known: true, braced: true, start: i + 1, end: close}, close + 1
		}
		t.hide("text that cannot be read: unbalanced brackets")
		return word{}, end
	}
	quoted := t.src[i] == '"'
	if quoted {
		i++
	}
	var b strings.Builder
	known := true
	for i < end {
		c := t.src[i]
		switch {
		case quoted && c == '"':
			return word{text: b.String(), known: known, start: start, end: i}, i + 1
		case !quoted && strings.IndexByte(" \t\r\n;", c) >= 0:
			return word{text: b.String(), known: known, start: start, end: i}, i
		case c == '[':
			close := t.matching(i, end)
			if close < 0 {
				t.hide("text that cannot be read: unbalanced brackets")
				return word{}, end
			}
			t.script(i+1, close)
			known, i = false, close+1
		case c == '$':
			var v string
			var ok bool
			if v, ok, i = t.variable(i, end); ok && known {
				b.WriteString(v)
			} else {
				known = false
			}
		default:
			n := 1
			if c == '\\' && i+1 < end {
				i++
				c = escape(t.src[i])
			}
			if known {
				b.WriteByte(c)
			}
			i += n
		}
	}
	if quoted {
		t.hide("text that cannot be read: unterminated string")
	}
	return word{text: b.String(), known: known, start: start, end: i}, i
}

func escape(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	}
	return c
}

// matching finds the bracket that closes the one at i.
func (t *reader) matching(i, end int) int {
	open, close := t.src[i], byte(']')
	if open == '{' {
		close = '}'
	}
	depth := 0
	for start := i; i < end; i++ {
		switch t.src[i] {
		case '\\':
			i++
		case open:
			depth++
		case close:
			if depth--; depth == 0 {
				t.steps += (i - start) / 64
				return i
			}
		}
	}
	t.steps += walk.MaxSteps / 16 // a search to the end in vain
	return -1
}

// variable reads $name, ${name}, $env(NAME).
func (t *reader) variable(i, end int) (v string, known bool, next int) {
	start := i + 1
	if start < end && t.src[start] == '{' {
		if n := strings.IndexByte(t.src[start:end], '}'); n >= 0 {
			name := t.src[start+1 : start+n]
			v, known = t.vars[name]
			return v, known, start + n + 1
		}
	}
	n := start
	for n < end && (isWord(t.src[n])) {
		n++
	}
	name := t.src[start:n]
	if n < end && t.src[n] == '(' {
		close := strings.IndexByte(t.src[n:min(end, n+256)], ')')
		if close < 0 {
			return "", false, n
		}
		key := t.src[n+1 : n+close]
		if strings.HasSuffix(name, "env") {
			t.emit(report.Act{Kind: report.Env, Call: "env", Args: []report.Arg{{Text: key, Known: !strings.ContainsAny(key, "$[")}}, Start: i, End: n + close})
			if key == "HOME" {
				return "~", true, n + close + 1
			}
		}
		return "", false, n + close + 1
	}
	v, known = t.vars[name]
	return v, known, max(n, i+1)
}

func isWord(c byte) bool {
	return c == '_' || c == ':' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (t *reader) emit(a report.Act) {
	if len(t.report.Acts) >= walk.MaxActs {
		t.report.Truncate("too many acts")
		return
	}
	if t.span != nil {
		a.Start, a.End = t.span[0], t.span[1]
	}
	a.End = max(a.Start, a.End)
	t.report.Acts = append(t.report.Acts, a)
}

func args(words []word) (out []report.Arg) {
	for _, w := range words {
		out = append(out, w.arg())
	}
	return out
}

// data are commands whose braced words are text.
const data = "puts set lappend append string regexp regsub list format expr incr lindex llength split join return error exec spawn send open file glob array dict info lsort lrange package global variable upvar scan binary clock source socket cd unset send_user lreplace concat chan fconfigure exp_send"

// act reports what one command does.
func (t *reader) act(words []word) {
	name, rest := strings.TrimPrefix(words[0].text, "::"), words[1:]
	a := report.Act{Call: name, Start: words[0].start, End: words[len(words)-1].end}
	emit := func(kind report.Kind, args []report.Arg) {
		a.Kind, a.Args = kind, args
		t.emit(a)
	}
	if !words[0].known {
		t.hide("call of a function with a computed name")
		return
	}
	for _, w := range rest {
		if strings.HasPrefix(name, "{*}") {
			break
		}
		if w.braced && !wordlist.Has(data, name) {
			t.script(w.start, w.end)
		} else if w.braced && wordlist.Has("expr", name) {
			t.brackets(w)
		}
	}
	switch name {
	case "set":
		t.set(rest)
	case "exec":
		t.exec(a, rest)
	case "spawn", "system":
		t.spawns = true
		t.exec(a, rest)
	case "send", "exp_send":
		if t.spawns && len(rest) > 0 {
			last := rest[len(rest)-1]
			last.text = strings.TrimSpace(last.text)
			shell := last.arg()
			a.Kind, a.Shell = report.Exec, &shell
			t.emit(a)
		}
	case "file":
		t.file(rest, emit)
	case "open":
		t.open(a, rest, emit)
	case "source", "load":
		emit(report.Import, args(rest[:min(1, len(rest))]))
	case "glob":
		emit(report.List, args(rest[max(0, len(rest)-1):]))
	case "socket":
		t.socket(rest, emit)
	case "http::geturl":
		kind := report.Fetch
		for _, w := range rest {
			if strings.HasPrefix(w.text, "-query") {
				kind = report.Send
			}
		}
		emit(kind, args(rest[:min(1, len(rest))]))
	case "array":
		if len(rest) > 1 && wordlist.Has("get names", rest[0].text) && strings.HasSuffix(rest[1].text, "env") {
			emit(report.EnvAll, nil)
		}
	case "parray":
		emit(report.EnvAll, nil)
	case "kill":
		emit(report.Signal, args(rest))
	case "eval", "uplevel", "subst", "interp", "after", "apply", "try", "catch", "if", "while":
		for _, w := range rest {
			if !w.known && name != "if" && name != "while" {
				t.hide("eval of a computed text")
			}
		}
		if name == "eval" && len(rest) > 0 && !rest[0].braced {
			t.words(rest)
		}
	}
}

// words takes the words of eval for a command.
func (t *reader) words(rest []word) {
	line := ""
	for _, w := range rest {
		if !w.known {
			return
		}
		line += w.text + " "
	}
	if t.depth > 8 {
		t.report.Truncate("eval nested too deeply")
		return
	}
	t.emit(report.Act{Kind: report.Eval, Call: "eval", Args: []report.Arg{{Text: line, Known: true}}, Start: rest[0].start, End: rest[len(rest)-1].end})
	span := t.span
	if span == nil {
		span = &[2]int{rest[0].start, rest[len(rest)-1].end}
	}
	inner := &reader{span: span, report: t.report, src: line, vars: t.vars, counts: t.counts, depth: t.depth + 1, spawns: t.spawns, steps: t.steps}
	inner.script(0, len(line))
	t.steps = inner.steps
}

// brackets reads the substitutions in a braced expression.
func (t *reader) brackets(w word) {
	for i := w.start; i < w.end; i++ {
		if t.src[i] == '[' {
			close := t.matching(i, w.end)
			if close < 0 {
				return
			}
			t.script(i+1, close)
			i = close
		}
	}
}

func (t *reader) set(rest []word) {
	if len(rest) != 2 {
		return
	}
	name := rest[0].text
	if _, again := t.vars[name]; again || !rest[1].known || t.counts[name] > 1 {
		delete(t.vars, name)
		t.counts[name] += 2
		return
	}
	t.vars[name] = rest[1].text
}

func (t *reader) exec(a report.Act, rest []word) {
	a.Kind = report.Exec
	piped := false
	var parts []string
	known := true
	for len(rest) > 0 && strings.HasPrefix(rest[0].text, "-") && a.Call != "system" {
		rest = rest[1:]
	}
	for _, w := range rest {
		if w.known && (strings.HasPrefix(w.text, "|") || strings.HasPrefix(w.text, ">") || strings.HasPrefix(w.text, "<") || strings.HasPrefix(w.text, "2>")) || a.Call == "system" {
			piped = true
		}
		known = known && w.known
		parts = append(parts, w.text)
	}
	if piped {
		a.Shell = &report.Arg{Text: strings.Join(parts, " "), Known: known}
	} else {
		a.Argv = args(rest)
	}
	if len(rest) == 0 {
		a.Argv = []report.Arg{{}}
	}
	t.emit(a)
}

func (t *reader) file(rest []word, emit func(report.Kind, []report.Arg)) {
	if len(rest) == 0 {
		return
	}
	verb, rest := rest[0].text, rest[1:]
	for len(rest) > 0 && strings.HasPrefix(rest[0].text, "-") {
		rest = rest[1:]
	}
	switch verb {
	case "delete":
		emit(report.DeleteTree, args(rest))
	case "rename":
		emit(report.Move, args(rest))
	case "copy":
		emit(report.Copy, args(rest))
	case "link":
		if len(rest) == 2 { // the link's name goes first
			emit(report.Link, args([]word{rest[1], rest[0]}))
		}
	case "mkdir":
		emit(report.Mkdir, args(rest))
	case "attributes":
		if len(rest) > 2 {
			emit(report.Permission, args(rest[:1]))
		}
	}
}

func (t *reader) open(a report.Act, rest []word, emit func(report.Kind, []report.Arg)) {
	if len(rest) == 0 {
		return
	}
	path := rest[0]
	if cmd, ok := strings.CutPrefix(path.text, "|"); ok {
		a.Kind, a.Shell = report.Exec, &report.Arg{Text: strings.TrimSpace(cmd), Known: path.known}
		t.emit(a)
		return
	}
	kind := report.Read
	if len(rest) > 1 {
		switch m := rest[1].text; {
		case strings.HasPrefix(m, "a"):
			kind = report.Append
		case strings.ContainsAny(m, "w+WC") || !rest[1].known:
			kind = report.Write
		}
	}
	if !path.known && path.text == "" {
		t.hide("open of a computed name, which may start a process")
	}
	emit(kind, []report.Arg{path.arg()})
}

func (t *reader) socket(rest []word, emit func(report.Kind, []report.Arg)) {
	if len(rest) > 0 && rest[0].text == "-server" {
		emit(report.Listen, nil)
		return
	}
	for len(rest) > 2 && strings.HasPrefix(rest[0].text, "-") {
		rest = rest[1:]
	}
	emit(report.Send, args(rest[:min(1, len(rest))]))
}
