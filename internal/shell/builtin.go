package shell

import (
	"path"
	"slices"
	"strings"
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
	for _, d := range sc.s.dirs {
		if s := d.String(); len(s) > mostPath || strings.Count(s, "/") > mostLevels {
			sc.problem("a working folder too deep to follow", c.Span)
			sc.s.dirs = []Word{unknownVar("PWD")}
		}
	}
	sc.s.oldDirs = old
}

// mostPath and mostLevels bound the path of the working folder.
const (
	mostPath   = 4096
	mostLevels = 128
)

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
			sc.s.aliases.Set(name, text)
		} else if !ok {
			c.Unread = append(c.Unread, "an alias whose text is not known")
		}
	}
}

func unalias(sc *scope, c *Command) {
	for _, w := range c.Argv[1:] {
		if s, ok := w.Known(); ok {
			sc.s.aliases.Delete(s)
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
			sc.s.funcs.Delete(s)
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

func getopts(sc *scope, c *Command) {
	if len(c.Argv) > 2 {
		if s, ok := c.Argv[2].Known(); ok && validName(s) {
			sc.s.set(s, unknown(Supplied, "$"+s, true))
		}
	}
	sc.s.set("OPTARG", unknown(Supplied, "$OPTARG", true))
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
