package shell

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell/found"
	"github.com/sentinelgate/sentinel/internal/shell/pure"
	"github.com/sentinelgate/sentinel/internal/shell/vars"
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
	case "let", "wait":
		return letWords
	case "test", "[":
		return testWords
	case "exit", "return":
		return ends
	case "break", "continue":
		return func(sc *scope, _ *Command) { sc.leaves(false) }
	case "true", ":":
		return func(sc *scope, _ *Command) { sc.s.Status = vars.Passes }
	case "false":
		return func(sc *scope, _ *Command) { sc.s.Status = vars.Fails }
	case "trap":
		return trap
	case "emulate":
		return emulate
	case "hash", "rehash":
		return hashWords
	case "bind":
		return bind
	case "shopt", "setopt":
		return options
	case "mkdir":
		return made
	}
	return nil
}

func ends(sc *scope, c *Command) {
	if c.Argv[0].Is("return") {
		sc.leaves(true)
	} else {
		sc.atEnd(0)
	}
	sc.s.Ended = true
}

// cd moves the working folder. Without a word it goes home, `-` goes back.
func cd(sc *scope, c *Command) {
	words := found.Operands(c.Argv[1:])
	old := sc.s.Dirs
	switch {
	case len(words) == 0:
		sc.s.Dirs = []Word{sc.value("HOME")}
	case words[0].Is("-"):
		if v, set := sc.s.Vars.Get("OLDPWD"); set && !v.Given {
			sc.s.Dirs = v.Values
		} else if len(sc.s.OldDirs) > 0 {
			sc.s.Dirs = sc.s.OldDirs
		} else {
			sc.s.Dirs = []Word{vars.UnknownVar("OLDPWD")}
		}
	default:
		sc.goTo(c, words[0])
	}
	if len(words) > 1 { // too many for bash, though not for every shell
		for _, d := range old {
			sc.s.Dirs = vars.AddValue(slices.Clip(sc.s.Dirs), d, sc.e.o.Limits.Choices, "PWD")
		}
	}
	for _, d := range sc.s.Dirs {
		if s := d.String(); len(s) > mostPath || strings.Count(s, "/") > mostLevels {
			sc.problem("a working folder too deep to follow", c.Span)
			sc.s.Dirs = []Word{vars.UnknownVar("PWD")}
		}
	}
	sc.s.OldDirs = old
	sc.s.Vars.Delete("PWD")
	sc.s.Vars.Delete("OLDPWD")
}

// mostPath and mostLevels bound the path of the working folder.
const (
	mostPath   = 4096
	mostLevels = 128
)

// goTo moves to a folder: below the current one, or where CDPATH and variables
// lead. A folder that is not known to be there may leave the shell where it is.
func (sc *scope) goTo(c *Command, w Word) {
	old, most := sc.s.Dirs, sc.e.o.Limits.Choices
	var next []Word
	for _, d := range old {
		next = vars.AddValue(next, found.JoinPath(d, w), most, "PWD")
	}
	for _, base := range sc.searched(c, w) {
		next = vars.AddValue(next, found.JoinPath(found.JoinPath(old[0], base), w), most, "PWD")
	}
	if s, ok := w.Known(); ok && sc.s.Cdable && pure.ValidName(s) {
		next = vars.AddValue(next, found.JoinPath(old[0], sc.value(s)), most, "PWD")
	}
	sc.s.Dirs = next
	if sc.s.Errexit || sc.there(next) {
		sc.s.Stay = nil
	} else {
		sc.s.Stay = append(slices.Clip(old), sc.s.Stay[:min(4, len(sc.s.Stay))]...)
	}
}

// searched gives the folders of a CDPATH that the text has set.
func (sc *scope) searched(c *Command, w Word) []Word {
	if s := w.String(); strings.HasPrefix(s, "/") || strings.HasPrefix(s, ".") {
		return nil
	}
	v, ok := sc.s.Vars.Get("CDPATH")
	values := v.Values
	for _, a := range c.Env {
		if a.Inline && a.Name == "CDPATH" {
			values, ok = []Word{a.Value}, true
		}
	}
	if !ok {
		return nil
	}
	var out []Word
	for _, value := range values {
		s, known := value.Known()
		if !known {
			out = append(out, value)
			continue
		}
		for _, p := range strings.SplitN(s, ":", 8) {
			out = append(out, Text(p))
		}
	}
	return out
}

// there tells whether folders are known to exist.
func (sc *scope) there(dirs []Word) bool {
	for _, d := range dirs {
		s, ok := d.Known()
		if !ok {
			return false
		}
		if sc.e.made[s] || strings.HasPrefix(s, "/tmp/tmp.XXX") {
			continue
		}
		if sc.e.o.Files == nil {
			return false
		}
		if _, exists, _ := sc.e.o.Files.Read(s); !exists {
			return false
		}
	}
	return true
}

func pushd(sc *scope, c *Command) {
	words := found.Operands(c.Argv[1:])
	stack := slices.Clip(sc.s.Dirs0[max(0, len(sc.s.Dirs0)-64):])
	if stays(c) {
		for _, w := range words {
			sc.s.Dirs0 = append(stack, found.JoinPath(sc.s.Dirs[0], w))
		}
		return
	}
	sc.s.Dirs0 = append(stack, sc.s.Dirs[0])
	if len(words) == 0 || found.Turns(words[0]) {
		sc.s.Dirs = []Word{vars.UnknownVar("PWD")}
		return
	}
	cd(sc, c)
}

// stays: with -n the stack of folders changes, and the working folder does not.
func stays(c *Command) bool {
	return slices.ContainsFunc(c.Argv[1:], func(w Word) bool { return w.Is("-n") })
}

func popd(sc *scope, c *Command) {
	if stays(c) {
		sc.s.Dirs0 = nil
		return
	}
	if len(c.Argv) > 1 && found.Turns(c.Argv[1]) {
		sc.s.Dirs, sc.s.Dirs0 = []Word{vars.UnknownVar("PWD")}, nil
		return
	}
	if n := len(sc.s.Dirs0); n > 0 {
		sc.s.Dirs, sc.s.Dirs0 = []Word{sc.s.Dirs0[n-1]}, sc.s.Dirs0[:n-1]
		return
	}
	sc.s.Dirs = []Word{vars.UnknownVar("PWD")}
}

func alias(sc *scope, c *Command) {
	for _, w := range c.Argv[1:] {
		s, ok := w.Known()
		name, text, found := strings.Cut(s, "=")
		if strings.HasPrefix(s, "-") && strings.ContainsAny(s, "gs") {
			c.Unread = append(c.Unread, "an alias that counts anywhere in a line, or by the end of a file's name")
		}
		if ok && found {
			sc.s.AddAliases(name, []string{text})
		} else if !ok {
			c.Unread = append(c.Unread, "an alias whose text is not known")
		}
	}
}

func unset(sc *scope, c *Command) {
	only := c.Argv[min(1, len(c.Argv)-1)].String()
	for _, w := range c.Argv[1:] {
		sc.subscriptText(w)
		s, ok := w.Known()
		name, index, element := strings.Cut(s, "[")
		switch v, set := sc.s.Get(sc.deref(name)); {
		case !ok || !pure.ValidName(name) || v.Fixed == vars.Never:
		case only == "-f":
			sc.s.Funcs.Delete(s)
		case element && v.Array:
			key, ends := strings.CutSuffix(index, "]")
			sc.s.Put(sc.deref(name), v.Without(key, ends && v.Plain(key), name, sc.e.o.Limits.Choices))
		case !element:
			if only != "-n" {
				if name = sc.deref(name); len(v.Refs) > 0 {
					sc.s.Somewhere(name, Word{}, sc.e.o.Limits.Choices)
					break
				}
			}
			sc.s.Put(name, vars.Variable{Values: []Word{{}}, Gone: true})
			if !set && only != "-v" {
				sc.s.Funcs.Delete(s)
			}
		}
	}
}

// setArgs is `set -- words`, and options.
func setArgs(sc *scope, c *Command) {
	if sc.s.SetWords(c.Argv[1:], sc.e.o.Dialect == Bash) {
		c.Unread = append(c.Unread, "makes words behind a command set its variables")
	}
}

func shift(sc *scope, c *Command) { sc.s.Shift(c.Argv[1:]) }

func letWords(sc *scope, c *Command) {
	sc.subscriptText(c.Argv[1:]...)
}

func testWords(sc *scope, c *Command) {
	sc.s.Status = vars.Decide(c.Argv)
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
