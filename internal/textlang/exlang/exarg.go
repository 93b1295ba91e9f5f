package exlang

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/textlang"
	"github.com/sentinelgate/sentinel/internal/textlang/scan"
)

// fileName reads one file name argument, after `++opt` and `+cmd`, and returns
// the index after the command.
func (r *exReader) fileName(i, end int) (string, int) {
	stop := r.bar(i, end)
	text := r.src[i:stop]
	if stop > i && r.src[stop-1] == '|' {
		text = r.src[i : stop-1]
	}
	return strings.TrimSpace(text), stop
}

// plainName tells whether the editor takes a file name as it stands: no
// expansion of %, #, <cfile>, wildcards, variables, backticks or a tilde.
func plainName(name string) bool {
	return name != "" && !strings.ContainsAny(name, "%#<`*?[{$\\~'\"")
}

// reads handles commands that open files. In them `!cmd` reads the output of a
// program, and `+cmd` runs an editor command afterwards.
func (r *exReader) reads(c exCall, arg int) int {
	s := r.src[:c.end]
	// `r!cmd`, `r !cmd` and, in ed, `e !cmd` take the rest of the line. After
	// other commands of vim a bang means force, so then the argument counts.
	if arg < c.end && s[arg] == '!' || c.bang && (c.name == "r" || strings.HasPrefix(c.name, "re")) {
		text := strings.TrimSpace(strings.TrimPrefix(s[arg:], "!"))
		r.add(textlang.Exec, text, text != "" && text[0] != '!', c.start, c.end)
		return c.end
	}
	for arg < c.end && s[arg] == '+' {
		if strings.HasPrefix(s[arg:], "++") {
			for arg < c.end && !scan.Blank(s[arg]) {
				arg++
			}
		} else {
			from := arg + 1
			for arg < c.end && !scan.Blank(s[arg]) {
				if s[arg] == '\\' {
					arg++
				}
				arg++
			}
			r.line(from, min(arg, c.end), c.depth+1)
		}
		arg = scan.SkipBlank(s, min(arg, c.end))
	}
	file, next := r.fileName(arg, c.end)
	if file == "" || file == "#" || file == "%" {
		return next
	}
	if strings.Contains(file, "`") {
		r.add(textlang.Exec, strings.Trim(file, "`"), false, c.start, next)
	}
	r.add(textlang.Read, file, plainName(file) && !strings.ContainsAny(file, " \t"), c.start, next)
	return next
}

// writes handles commands that write: to the edited file, to a named file, or
// to the standard input of a program.
func (r *exReader) writes(c exCall, arg int) int {
	s := r.src[:c.end]
	if arg < c.end && s[arg] == '!' && !(arg == c.arg && c.bang) {
		text := strings.TrimSpace(s[arg+1:])
		r.add(textlang.Exec, text, text != "" && text[0] != '!', c.start, c.end)
		return c.end
	}
	if strings.HasPrefix(s[arg:], "q") && arg == c.arg { // ed's wq written apart from ex's
		arg = scan.SkipBlank(s, arg+1)
	}
	for strings.HasPrefix(s[arg:], "++") {
		for arg < c.end && !scan.Blank(s[arg]) {
			arg++
		}
		arg = scan.SkipBlank(s, arg)
	}
	if strings.HasPrefix(s[arg:], ">>") {
		arg = scan.SkipBlank(s, arg+2)
	}
	file, next := r.fileName(arg, c.end)
	if file == "" || file == "%" {
		r.out.Add(textlang.Act{Kind: textlang.Write, Text: textlang.OwnFile, Known: true, Start: c.start, End: next})
		return next
	}
	if !scan.HarmlessDevice(file) {
		r.add(textlang.Write, file, plainName(file), c.start, next)
	}
	return next
}

// saves handles commands that write something else than the text.
func (r *exReader) saves(c exCall, arg int) int {
	file, next := r.fileName(arg, c.end)
	if strings.HasPrefix(c.name, "redi") {
		if !strings.HasPrefix(file, ">") {
			return next // to a register, a variable, or END
		}
		file = strings.TrimSpace(strings.TrimLeft(file, ">"))
	}
	if !scan.HarmlessDevice(file) {
		r.add(textlang.Write, file, plainName(file), c.start, next)
	}
	return next
}

// substitute reads `s/pattern/replacement/flags`; a replacement that begins
// with \= is an expression.
func (r *exReader) substitute(c exCall, i int) int {
	s := r.src[:c.end]
	if i >= c.end || scan.Space(s[i]) || s[i] == '|' || s[i] == '&' || scan.Digit(s[i]) {
		return r.bar(i, c.end)
	}
	delim := s[i]
	next, clear := r.pattern(i+1, c.end, delim)
	if !clear {
		r.unread("pattern not understood", c.start, c.end)
		return c.end
	}
	stop := next
	for stop < c.end && s[stop] != delim {
		if s[stop] == '\\' {
			stop++
		}
		stop++
	}
	stop = min(stop, c.end)
	if strings.HasPrefix(s[next:], "\\=") {
		r.calls(next+2, stop)
	}
	return r.bar(min(stop+1, c.end), c.end)
}

// exOptionParts are parts of option names whose value is a program, a file, an
// expression or a function, and the short names of such options.
var exOptionParts = [...]string{"prg", "expr", "func", "dll", "shell", "file", "path", "dir", "statusline", "tabline", "titlestring", "iconstring", "rulerformat", "exrc", "viminfo", "shada", "home"}

var exOptionShort = [...]string{
	"mp", "sh", "shcf", "srr", "sp", "sxq", "ep", "fp", "gp", "kp", "csprg", "fde", "inde", "fex", "pex", "dex", "ccv", "bexpr", "inex", "opfunc",
	"cfu", "ofu", "tfu", "tsrfu", "qftf", "vfile", "hf", "vi", "vif", "udir", "bdir", "dir", "vdir", "rtp", "pp", "pa", "cdpath", "cd", "stl", "tal", "ruf",
	"fdt", "foldtext", "pmbcs", "patchmode", "pm", "bk", "backup", "ex", "pdev", "charconvert", "sdf", "mef", "cpo", "lua", "secure", "key",
}

// set reads options. Asking for a value and switching a plain option are
// harmless; giving a program, path or expression is not.
func (r *exReader) set(c exCall, arg int) int {
	next := r.bar(arg, c.end)
	for _, word := range strings.Fields(strings.TrimSuffix(r.src[arg:next], "|")) {
		name := word
		if n := strings.IndexAny(word, "=:+^-"); n > 0 {
			name = word[:n]
		} else if !strings.HasPrefix(word, "exrc") && word != "ex" && word != "backup" && word != "bk" {
			continue // no value: only asks, or switches
		}
		if exOptionRuns(name) {
			r.unread("option "+word, c.start, next)
			return next
		}
	}
	return next
}

func exOptionRuns(name string) bool {
	for _, short := range exOptionShort {
		if name == short {
			return true
		}
	}
	switch name {
	case "fileformat", "fileencoding", "fileencodings", "fileformats", "filetype", "shellslash":
		return false
	}
	for _, p := range exOptionParts {
		if strings.Contains(name, p) {
			return true
		}
	}
	return false
}

// normal reads keystrokes. Those that move and change text are harmless; those
// that open the command line, filter, run macros or look up a word are not.
func (r *exReader) normal(c exCall, arg int) {
	keys := r.src[arg:c.end]
	for i := 0; i < len(keys); i++ {
		k := keys[i]
		bad := k == ':' || k == '!' || k == '@' || k == 'K' || k == 'Q' || k == '<' && strings.Contains(keys[i:], ">") || k < ' ' && k != '\t'
		if k == 'g' && i+1 < len(keys) && strings.IndexByte("fFxX@?!", keys[i+1]) >= 0 || k == 'Z' {
			bad = true
		}
		if bad {
			r.unread("keystrokes "+keys, c.start, c.end)
			return
		}
	}
}

// expression reads the commands that evaluate expressions.
func (r *exReader) expression(c exCall, arg int) int {
	end := c.end
	switch {
	case strings.HasPrefix(c.name, "exe"):
		r.execute(c, arg)
	case c.name == "pu" || c.name == "put":
		if arg < end && r.src[arg] == '=' {
			r.calls(arg+1, end)
		}
	default:
		r.calls(arg, end)
		if strings.HasPrefix(r.src[arg:end], "$") {
			r.unread("environment set", c.start, end)
		} else if strings.HasPrefix(r.src[arg:end], "&") {
			name := strings.TrimPrefix(strings.TrimPrefix(r.src[arg+1:end], "l:"), "g:")
			n := 0
			for n < len(name) && scan.Letter(name[n]) {
				n++
			}
			if exOptionRuns(name[:n]) {
				r.unread("option "+name[:n], c.start, end)
			}
		}
	}
	// What follows a bar outside of strings is a next command.
	return r.exprEnd(arg, end)
}

// exprEnd finds a command separator outside of strings; `||` is an operator.
func (r *exReader) exprEnd(i, end int) int {
	for ; i < end; i++ {
		switch c := r.src[i]; c {
		case '\'':
			for i++; i < end && r.src[i] != c; i++ {
			}
		case '"':
			for i++; i < end && r.src[i] != c; i++ {
				if r.src[i] == '\\' {
					i++
				}
			}
		case '|':
			if i+1 < end && r.src[i+1] == '|' {
				i++
				continue
			}
			return i + 1
		}
	}
	return end
}

// execute reads `execute 'command'`: one literal is a command, anything else is
// not known.
func (r *exReader) execute(c exCall, arg int) {
	lit, next, ok := exLiteral(r.src[:c.end], arg)
	rest := scan.SkipBlank(r.src[:c.end], next)
	if !ok || rest < c.end && r.src[rest] != '|' {
		r.unread("execute of an expression", c.start, c.end)
		return
	}
	if c.depth >= maxNesting {
		r.unread("nested too deep", c.start, c.end)
		return
	}
	inner := exReader{src: lit, moved: r.moved}
	inner.line(0, len(lit), c.depth+1)
	for _, a := range inner.out.Acts {
		a.Start, a.End = c.start, c.end
		r.out.Add(a)
	}
}

// exLiteral reads a string literal of vim's script at s[i] that needs no
// decoding beyond doubled quotes and escaped quotes.
func exLiteral(s string, i int) (text string, next int, ok bool) {
	if i >= len(s) || s[i] != '\'' && s[i] != '"' {
		return "", i, false
	}
	q := s[i]
	var b strings.Builder
	for j := i + 1; j < len(s); j++ {
		switch c := s[j]; {
		case c == q && q == '\'' && j+1 < len(s) && s[j+1] == q:
			b.WriteByte(q)
			j++
		case c == q:
			return b.String(), j + 1, true
		case c == '\\' && q == '"':
			j++
			if j >= len(s) || strings.IndexByte("\"\\", s[j]) < 0 {
				return "", len(s), false
			}
			b.WriteByte(s[j])
		default:
			b.WriteByte(c)
		}
	}
	return "", len(s), false
}

// calls reports the function calls in an expression.
func (r *exReader) calls(i, end int) {
	s := r.src[:end]
	for j := i; j < end; j++ {
		if c := s[j]; c == '\'' || c == '"' {
			if c == '"' && strings.IndexByte(s[j+1:], '"') < 0 {
				return // a comment
			}
			_, next, _ := exLiteral(s, j)
			j = max(next-1, j)
			continue
		}
		if s[j] == '@' && j+1 < end && s[j+1] == '=' {
			r.unread("expression register", i, end)
		}
		if !scan.Letter(s[j]) {
			continue
		}
		from := j
		for j < end && (scan.Letter(s[j]) || scan.Digit(s[j]) || s[j] == '#' || s[j] == ':' || s[j] == '.') {
			j++
		}
		if j < end && s[j] == '(' {
			r.call(s[from:j], from, j, end)
		}
	}
}

// call reports one function call; the known harmless ones are vim's pure ones.
func (r *exReader) call(name string, from, open, end int) {
	lit, next, ok := exLiteral(r.src[:end], scan.SkipBlank(r.src[:end], open+1))
	after := scan.SkipBlank(r.src[:end], next)
	alone := ok && after < end && (r.src[after] == ')' || r.src[after] == ',')
	kind := ""
	switch name {
	case "system", "systemlist", "job_start", "term_start", "jobstart", "termopen", "vim.fn.system":
		kind = textlang.Exec
	case "writefile":
		// The file is the second argument.
		r.add(textlang.Write, "", false, from, end)
		return
	case "delete":
		kind = textlang.Delete
		if strings.Contains(r.src[after:end], "rf") {
			kind = textlang.DeleteTree
		}
	case "rename", "mkdir", "filecopy":
		kind = textlang.Write
	case "readfile", "readblob", "readdir":
		kind = textlang.Read
	case "py3eval", "pyeval", "pyxeval":
		r.out.Add(textlang.Act{Kind: textlang.Code, Text: lit, Known: alone, Lang: "python", Start: from, End: end})
		return
	case "luaeval":
		r.out.Add(textlang.Act{Kind: textlang.Code, Text: lit, Known: alone, Lang: "lua", Start: from, End: end})
		return
	case "environ":
		r.out.Add(textlang.Act{Kind: textlang.Env, Start: from, End: end})
		return
	case "getenv":
		r.out.Add(textlang.Act{Kind: textlang.Env, Text: lit, Known: alone, Start: from, End: end})
		return
	default:
		if !exPure(name) {
			r.unread("function "+name, from, end)
		}
		return
	}
	r.add(kind, lit, alone, from, end)
}

// exPure lists functions that only compute or change text in memory.
func exPure(name string) bool {
	switch name {
	case "abs", "add", "append", "appendbufline", "bufname", "bufnr", "ceil", "changenr", "char2nr", "col", "copy", "count", "cursor",
		"deepcopy", "empty", "escape", "exists", "expand", "extend", "filereadable", "float2nr", "floor", "fnameescape", "fnamemodify",
		"get", "getcwd", "getline", "getpos", "has", "has_key", "hostname", "indent", "index", "insert", "isdirectory", "items", "join",
		"json_decode", "json_encode", "keys", "len", "line", "localtime", "match", "matchend", "matchlist", "matchstr", "max", "min",
		"nr2char", "pow", "printf", "range", "remove", "repeat", "reverse", "round", "search", "searchpos", "setline", "setpos",
		"shellescape", "sort", "split", "sqrt", "str2float", "str2nr", "strchars", "strftime", "strlen", "strpart", "strridx", "stridx",
		"string", "strtrans", "strwidth", "submatch", "substitute", "synID", "synIDattr", "tolower", "toupper", "tr", "trim", "type",
		"uniq", "values", "virtcol", "winnr", "wordcount", "deletebufline", "execute_", "and", "or", "xor", "not", "if", "in":
		return true
	}
	return false
}
