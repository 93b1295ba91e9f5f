package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// builtin gives what a command does to the state of the shell itself, nil for
// most. Builtins are commands like any other as well: the knowledge base judges
// them.
func builtin(name string) func(*scope, *Command) {
	switch name {
	case "cd", "chdir":
		return cd
	case "pushd":
		return pushd
	case "popd":
		return popd
	case "alias":
		return alias
	case "unalias":
		return unalias
	case "unset":
		return unset
	case "set":
		return setArgs
	case "shift":
		return shift
	case "read":
		return read
	case "mapfile", "readarray":
		return mapfile
	case "getopts":
		return getopts
	case "export", "readonly", "declare", "typeset", "local":
		return exportWords
	case "printf":
		return printfVar
	case "let":
		return letWords
	case "test", "[":
		return testWords
	case "exit", "return":
		return ends
	case "trap":
		return trap
	}
	return nil
}

func ends(sc *scope, _ *Command) { sc.s.ended = true }

// cd moves the working folder. Without a word it goes home, `-` goes back.
func cd(sc *scope, c *Command) {
	words := operands(c.Argv[1:])
	old := sc.s.dirs
	switch {
	case len(words) == 0:
		sc.s.dirs = []Word{sc.value("HOME")}
	case words[0].Is("-"):
		if len(sc.s.oldDirs) > 0 {
			sc.s.dirs = sc.s.oldDirs
		} else {
			sc.s.dirs = []Word{unknownVar("OLDPWD")}
		}
	default:
		var next []Word
		for _, d := range old {
			next = addValue(next, joinPath(d, words[0]), sc.e.o.Limits.Choices, "PWD")
		}
		sc.s.dirs = next
	}
	sc.s.oldDirs = old
}

// operands leaves out the options in front (cd -P, pushd -n).
func operands(words []Word) []Word {
	for len(words) > 0 {
		s, ok := words[0].Known()
		if !ok || len(s) < 2 || s[0] != '-' {
			break
		}
		words = words[1:]
		if s == "--" {
			break
		}
	}
	return words
}

// joinPath puts a path behind a folder; absolute paths stand for themselves.
func joinPath(dir, w Word) Word {
	s, ok := w.Known()
	switch {
	case ok && strings.HasPrefix(s, "/"):
		return Text(path.Clean(s))
	case ok:
		if d, known := dir.Known(); known {
			return Text(path.Join(d, s))
		}
	case len(w.Pieces) > 0 && w.Pieces[0].Origin == Literal && strings.HasPrefix(w.Pieces[0].Text, "/"):
		return w
	}
	if len(w.Pieces) > 0 && w.Pieces[0].Origin > Glob {
		return w
	}
	out := Word{Pieces: slices.Clone(dir.Pieces)}
	out.literal("/")
	out.Pieces = append(out.Pieces, w.Pieces...)
	return out
}

func pushd(sc *scope, c *Command) {
	words := operands(c.Argv[1:])
	sc.s.dirs0 = append(slices.Clip(sc.s.dirs0), sc.s.dirs[0])
	if len(words) == 0 {
		sc.s.dirs = []Word{unknownVar("PWD")}
		return
	}
	cd(sc, c)
}

func popd(sc *scope, _ *Command) {
	if n := len(sc.s.dirs0); n > 0 {
		sc.s.dirs, sc.s.dirs0 = []Word{sc.s.dirs0[n-1]}, sc.s.dirs0[:n-1]
		return
	}
	sc.s.dirs = []Word{unknownVar("PWD")}
}

func alias(sc *scope, c *Command) {
	for _, w := range c.Argv[1:] {
		s, ok := w.Known()
		name, text, found := strings.Cut(s, "=")
		if ok && found {
			sc.s.aliases[name] = text
		} else if !ok {
			c.Unread = append(c.Unread, "an alias whose text is not known")
		}
	}
}

func unalias(sc *scope, c *Command) {
	for _, w := range c.Argv[1:] {
		if s, ok := w.Known(); ok {
			delete(sc.s.aliases, s)
		}
	}
}

func unset(sc *scope, c *Command) {
	for _, w := range c.Argv[1:] {
		sc.subscriptText(w)
		if s, ok := w.Known(); ok {
			if sc.isSet(s) {
				sc.s.set(s, Word{})
			}
			delete(sc.s.funcs, s)
		}
	}
}

// setArgs is `set -- words`.
func setArgs(sc *scope, c *Command) {
	for i, w := range c.Argv[1:] {
		s, ok := w.Known()
		if ok && (s == "--" || s == "" || s[0] != '-' && s[0] != '+') {
			rest := c.Argv[1+i:]
			if s == "--" {
				rest = rest[1:]
			}
			sc.s.args, sc.s.anyArgs = rest, false
			return
		}
		if !ok {
			sc.s.args, sc.s.anyArgs = nil, true
			return
		}
	}
}

func shift(sc *scope, c *Command) {
	n := 1
	if len(c.Argv) > 1 {
		s, ok := c.Argv[1].Known()
		if !ok || len(s) != 1 || s[0] < '0' || s[0] > '9' {
			sc.s.args, sc.s.anyArgs = nil, true
			return
		}
		n = int(s[0] - '0')
	}
	sc.s.args = sc.s.args[min(n, len(sc.s.args)):]
}

// read puts a line of standard input into variables.
func read(sc *scope, c *Command) {
	text, known := c.Stdin.Text.Known()
	known = known && (c.Stdin.Kind == Here || c.Stdin.Kind == Pipe)
	line, _, _ := strings.Cut(text, "\n")
	var names []string
	array, skip := false, false
	for _, w := range c.Argv[1:] {
		s, ok := w.Known()
		sc.subscriptText(w)
		if skip {
			skip = false
			continue
		}
		if ok && strings.HasPrefix(s, "-") {
			array = array || strings.HasSuffix(s, "a")
			skip = strings.ContainsAny(s[len(s)-1:], "dinNptu")
			known = known && !strings.ContainsAny(s, "dnN")
			continue
		}
		if ok && validName(s) {
			names = append(names, s)
		}
	}
	if len(names) == 0 {
		names = []string{"REPLY"}
	}
	parts := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(sc.ifs(), r) })
	if array {
		sc.setList(names[0], parts, known)
		return
	}
	for i, n := range names {
		switch {
		case !known:
			sc.s.set(n, Word{Pieces: []Piece{{Origin: Supplied, Name: n, Text: "$" + n, Split: true, Inside: printedBy(c.Stdin)}}})
		case i == len(names)-1:
			sc.s.set(n, Text(strings.Join(parts[min(i, len(parts)):], " ")))
		case i < len(parts):
			sc.s.set(n, Text(parts[i]))
		default:
			sc.s.set(n, Word{})
		}
	}
}

func (sc *scope) setList(name string, parts []string, known bool) {
	v := variable{array: true, values: []Word{unknownVar(name)}}
	for _, p := range parts {
		v.list = append(v.list, Text(p))
	}
	if !known {
		v.list = []Word{{Pieces: []Piece{{Origin: Supplied, Name: name, Text: "$" + name, Split: true}}}}
	}
	if len(v.list) > 0 {
		v.values = []Word{v.list[0]}
	}
	sc.s.vars[name] = v
}

// mapfile reads lines into an array; -C names a command run for each chunk.
func mapfile(sc *scope, c *Command) {
	name := "MAPFILE"
	for i, w := range c.Argv[1:] {
		s, _ := w.Known()
		if s == "-C" && i+2 < len(c.Argv) {
			sc.nested(c, c.Argv[i+2], "mapfile -C")
		}
		if validName(s) && !strings.HasPrefix(s, "-") {
			name = s
		}
	}
	text, known := c.Stdin.Text.Known()
	known = known && (c.Stdin.Kind == Here || c.Stdin.Kind == Pipe)
	sc.setList(name, strings.Split(strings.TrimSuffix(text, "\n"), "\n"), known)
}

func getopts(sc *scope, c *Command) {
	if len(c.Argv) > 2 {
		if s, ok := c.Argv[2].Known(); ok && validName(s) {
			sc.s.set(s, unknown(Supplied, "$"+s, true))
		}
	}
	sc.s.set("OPTARG", unknown(Supplied, "$OPTARG", true))
}

// exportWords is export, declare and the like when they arrive as plain words
// (behind command or builtin).
func exportWords(sc *scope, c *Command) {
	for _, w := range c.Argv[1:] {
		sc.subscriptText(w)
		sc.assignWord(w, c.Argv[0].Is("export"))
	}
}

// assignWord is NAME=value as one word.
func (sc *scope) assignWord(w Word, export bool) {
	if len(w.Pieces) == 0 || w.Pieces[0].Origin != Literal {
		return
	}
	name, rest, found := strings.Cut(w.Pieces[0].Text, "=")
	if !validName(name) {
		return
	}
	if found {
		val := Word{}
		val.literal(rest)
		val.Pieces = append(val.Pieces, w.Pieces[1:]...)
		sc.s.set(name, val)
	}
	if v, ok := sc.s.vars[name]; ok && export {
		v.exported = true
		sc.s.vars[name] = v
	}
}

// decl is declare, export, local, readonly, typeset, nameref.
func (sc *scope) decl(x *syntax.DeclClause) {
	argv := []Word{Text(x.Variant.Value)}
	export := x.Variant.Value == "export"
	ref := x.Variant.Value == "nameref"
	for _, a := range x.Args {
		if a.Naked && a.Name == nil && a.Value != nil {
			w := sc.word(a.Value)
			s, _ := w.Known()
			if strings.HasPrefix(s, "-") {
				export = export || strings.Contains(s, "x")
				ref = ref || strings.Contains(s, "n")
			}
			sc.subscriptText(w)
			argv = append(argv, w)
			sc.assignWord(w, export)
			continue
		}
		if a.Name == nil {
			continue
		}
		if !a.Naked || a.Array != nil {
			sc.assign(a, export)
		}
		v := sc.s.vars[a.Name.Value]
		if ref && len(v.values) == 1 {
			v.ref, _ = v.values[0].Known()
		}
		if export && (len(v.values) > 0) {
			v.exported, v.given = true, false
			sc.s.vars[a.Name.Value] = v
		} else if ref {
			sc.s.vars[a.Name.Value] = v
		}
		argv = append(argv, Word{Pieces: []Piece{{Text: sc.source(a)}}, Span: sc.node(a), Raw: sc.source(a)})
	}
	cmd := &Command{Argv: argv, Env: sc.exported(nil), Dirs: sc.s.dirs, Span: sc.node(x), Place: sc.place}
	if sc.emit(cmd) {
		sc.inside(cmd)
		sc.out.hide(cmd)
		if len(argv) > 1 || !export {
			return
		}
	}
}

// assign is NAME=value, NAME+=value, NAME[i]=value and NAME=(...).
func (sc *scope) assign(a *syntax.Assign, export bool) {
	name := a.Name.Value
	if r := sc.s.vars[name].ref; r != "" {
		name = r
	}
	if a.Array != nil {
		sc.assignArray(name, a)
		return
	}
	w := Word{}
	if a.Value != nil {
		w = sc.word(a.Value)
	}
	v := sc.s.vars[name]
	switch {
	case a.Index != nil:
		sc.subscript(a.Index)
		v = setElement(v, w, a, sc)
		sc.s.vars[name] = v
	case a.Append && len(v.values) == 1:
		old := v.values[0]
		sum := Word{Pieces: slices.Clone(old.Pieces)}
		for _, p := range w.Pieces {
			if p.Origin == Literal {
				sum.literal(p.Text)
			} else {
				sum.Pieces = append(sum.Pieces, p)
			}
		}
		sc.s.set(name, sum)
	case a.Append && !sc.isSet(name):
		sum := unknownVar(name)
		sum.Pieces = append(sum.Pieces, w.Pieces...)
		if name == strings.ToLower(name) {
			sum = w
		}
		sc.s.set(name, sum)
	default:
		sc.s.set(name, w)
	}
	if export {
		v := sc.s.vars[name]
		v.exported = true
		sc.s.vars[name] = v
	}
}

func setElement(v variable, w Word, a *syntax.Assign, sc *scope) variable {
	n, ok := sc.number(a.Index)
	if !v.array {
		v = variable{array: true, list: slices.Clone(v.values), exported: v.exported}
	}
	if ok && n >= 0 && n < 256 {
		list := slices.Clone(v.list)
		for len(list) <= n {
			list = append(list, Word{})
		}
		list[n] = w
		v.list = list
	} else {
		v.list = append(slices.Clip(v.list), w)
	}
	v.values = []Word{v.list[0]}
	return v
}

func (sc *scope) assignArray(name string, a *syntax.Assign) {
	v := variable{array: true}
	if old := sc.s.vars[name]; a.Append {
		v.list = slices.Clone(old.list)
		if !old.array {
			v.list = slices.Clone(old.values)
		}
	}
	for _, el := range a.Array.Elems {
		if el.Index != nil {
			sc.subscript(el.Index)
		}
		if el.Value != nil {
			v.list = append(v.list, sc.fields(el.Value)...)
		}
	}
	v.values = []Word{{}}
	if len(v.list) > 0 {
		v.values = []Word{v.list[0]}
	}
	sc.s.vars[name] = v
}

// printfVar is printf -v NAME.
func printfVar(sc *scope, c *Command) {
	if len(c.Argv) < 4 || !c.Argv[1].Is("-v") {
		return
	}
	sc.subscriptText(c.Argv[2])
	name, ok := c.Argv[2].Known()
	if !ok || !validName(name) {
		return
	}
	if text, known := printf(c.Argv[3:]); known {
		sc.s.set(name, Text(text))
	} else {
		sc.s.set(name, unknown(Supplied, "$"+name, true))
	}
}

func letWords(sc *scope, c *Command) {
	for _, w := range c.Argv[1:] {
		sc.subscriptText(w)
	}
}

func testWords(sc *scope, c *Command) {
	for i, w := range c.Argv {
		if w.Is("-v") || w.Is("-R") || w.Is("-eq") || w.Is("-ne") || w.Is("-gt") || w.Is("-lt") || w.Is("-ge") || w.Is("-le") {
			if i+1 < len(c.Argv) {
				sc.subscriptText(c.Argv[i+1])
			}
			if i > 0 {
				sc.subscriptText(c.Argv[i-1])
			}
		}
	}
}

// trap arranges a text to run later: it is read now.
func trap(sc *scope, c *Command) {
	words := operands(c.Argv[1:])
	if len(words) < 2 || words[0].Is("-") {
		return
	}
	if len(words[0].Pieces) == 0 {
		return
	}
	sub := sc.sub()
	sub.place.Later = true
	sub.nested(c, words[0], "trap")
}
