package escape

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/textlang"
	"github.com/sentinelgate/sentinel/internal/textlang/scan"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// transfer reads one line for ftp, sftp or lftp. lftp takes several commands on a
// line; after a `!` the rest of the line is shell text.
func (r *reader) transfer(line string, start, end int) {
	for line != "" && line[0] != '!' && !r.out.Full() {
		one, rest, _ := strings.Cut(line, ";")
		if one = strings.TrimSpace(one); one != "" {
			r.transferCommand(one, start, end)
		}
		line = strings.TrimSpace(rest)
	}
	if line != "" {
		r.transferCommand(line, start, end)
	}
}

func (r *reader) transferCommand(line string, start, end int) {
	line = strings.TrimLeft(line, "-@ ") // sftp: do not stop on errors, do not print
	if line == "" || line[0] == '#' {
		return
	}
	if line[0] == '!' {
		r.exec(line[1:], start, end)
		return
	}
	name, rest := word(line)
	name = strings.ToLower(strings.TrimSuffix(name, ";"))
	args := fileArgs(rest)
	switch {
	case wordlist.Has("put send mput append reput mirror", name):
		r.uploads(name, rest, args, start, end)
	case wordlist.Has("get recv mget reget newer pget get1", name):
		r.downloads(args, start, end)
	case wordlist.Has("delete mdelete rm mrm del rmdir rename ren mv chmod chown chgrp chmod symlink ln mkdir mkd rmd site quote literal copy cp", name):
		r.add(textlang.Remote, line, true, start, end)
	case wordlist.Has("open user pass login account bye quit exit close disconnect cd cwd pwd lpwd ls dir nlist mls mdir nls rels cls cat more page less zcat size modtime stat status version help ? ascii binary bin type mode passive pass epsv hash progress prompt verbose debug glob case tick bell df find du alias bookmark jobs wait exit queue history kill cache repeat lls umask lumask version progress system nmap ntrans sunique runique struct form trace restart features idle", name):
		if name == "open" && strings.Contains(rest, "-e") {
			r.unread("command "+line, start, end)
		}
		if strings.ContainsAny(rest, "|>") && wordlist.Has("ls dir nlist cat more page less zcat cls find du", name) {
			_, cmd, _ := strings.Cut(rest, "|")
			r.exec(cmd, start, end)
		} else if len(args) > 1 && wordlist.Has("ls dir nlist mls mdir", name) {
			r.localFile(textlang.Write, args[len(args)-1], start, end)
		}
	case name == "set":
		if strings.Contains(rest, "program") {
			r.unread("setting "+rest, start, end)
		}
	case name == "lcd" || name == "lmkdir":
		// Later relative names are then below another folder.
		r.unread("changes the local folder", start, end)
	case name == "source":
		r.add(textlang.Load, rest, rest != "", start, end)
	default:
		r.unread("command "+name, start, end)
	}
}

// fileArgs splits operands and drops flags; quoted names keep their blanks.
func fileArgs(s string) []string {
	var args []string
	for s = strings.TrimSpace(s); s != ""; {
		var a string
		if s[0] == '"' || s[0] == '\'' {
			n := strings.IndexByte(s[1:], s[0])
			if n < 0 {
				a, s = s[1:], ""
			} else {
				a, s = s[1:1+n], strings.TrimSpace(s[n+2:])
			}
		} else {
			a, s = word(s)
		}
		if !strings.HasPrefix(a, "-") || a == "-" {
			args = append(args, a)
		}
	}
	return args
}

// localFile adds an act on a local name; ftp also takes |command and - there.
func (r *reader) localFile(kind, name string, start, end int) {
	switch {
	case strings.HasPrefix(name, "|"):
		r.exec(name[1:], start, end)
	case name == "-":
	default:
		r.add(kind, name, name != "" && !strings.ContainsAny(name, "*?[~$"), start, end)
	}
}

func (r *reader) uploads(name, rest string, args []string, start, end int) {
	if name == "mirror" && !strings.Contains(rest, "-R") && !strings.Contains(rest, "--reverse") {
		r.downloads(args, start, end)
		if strings.Contains(rest, "--delete") || strings.Contains(rest, "-e") {
			r.add(textlang.DeleteTree, "", false, start, end)
		}
		return
	}
	if len(args) == 0 {
		r.add(textlang.Send, "", false, start, end)
		return
	}
	sent := args[:1]
	if name == "mput" {
		sent = args
	}
	for _, a := range sent {
		r.localFile(textlang.Send, a, start, end)
	}
	if strings.Contains(rest, "--delete") {
		r.add(textlang.Remote, name+" "+rest, true, start, end)
	}
}

func (r *reader) downloads(args []string, start, end int) {
	switch {
	case len(args) == 0:
		r.add(textlang.Write, "", false, start, end)
	case len(args) == 1:
		base := args[0]
		if i := strings.LastIndexByte(base, '/'); i >= 0 {
			base = base[i+1:]
		}
		r.localFile(textlang.Write, base, start, end)
	default:
		r.localFile(textlang.Write, args[len(args)-1], start, end)
	}
}

// gnuplot reads one line of gnuplot commands.
func (r *reader) gnuplot(line string, start, end int) {
	if line[0] == '!' {
		r.exec(line[1:], start, end)
		return
	}
	if line[0] == '#' {
		return
	}
	for i := 0; i < len(line); i++ {
		if line[i] == '`' {
			text, _, _ := strings.Cut(line[i+1:], "`")
			r.exec(text, start, end)
			i += len(text) + 1
			continue
		}
		if line[i] == '\'' || line[i] == '"' {
			text, next := quoted(line, i)
			if t := strings.TrimSpace(text); strings.HasPrefix(t, "<") || strings.HasPrefix(t, "|") {
				r.exec(t[1:], start, end)
			}
			if line[i] == '"' && strings.Contains(text, "`") {
				_, inner, _ := strings.Cut(text, "`")
				inner, _, _ = strings.Cut(inner, "`")
				r.exec(inner, start, end)
			}
			i = next - 1
		}
	}
	for _, part := range strings.Split(line, ";") {
		r.gnuplotCommand(strings.TrimSpace(part), start, end)
	}
	r.callsWith(line, start, end, "system")
	if strings.Contains(line, "@") {
		r.unread("gnuplot macro", start, end)
	}
}

func (r *reader) gnuplotCommand(part string, start, end int) {
	name, rest := word(part)
	name, arg, _ := strings.Cut(name, "'")
	name, _, _ = strings.Cut(name, "\"")
	if arg != "" {
		rest = "'" + arg + " " + rest
	}
	file := strings.Trim(strings.TrimSpace(rest), `'"`)
	known := file != "" && file != strings.TrimSpace(rest)
	switch {
	case name == "system" || abbreviates(name, "shell", 2) && name != "show" && !strings.HasPrefix("show", name):
		if file != "" && !strings.HasPrefix(rest, "(") {
			r.add(textlang.Exec, file, known, start, end)
		} else if file == "" {
			r.exec("", start, end)
		}
	case abbreviates(name, "load", 2) || abbreviates(name, "call", 3):
		r.add(textlang.Load, file, known, start, end)
	case abbreviates(name, "save", 3):
		r.add(textlang.Write, file, known, start, end)
	case abbreviates(name, "eval", 4) || name == "evaluate" || name == "import":
		r.unread("gnuplot command "+name, start, end)
	case name == "set" || name == "se":
		sub, value := word(rest)
		switch {
		case abbreviates(sub, "output", 1) || abbreviates(sub, "table", 3) || sub == "print" || sub == "pr":
			out := strings.Trim(strings.TrimSpace(value), `'"`)
			if out != "" && out != "-" && !strings.HasPrefix(out, "|") && !scan.HarmlessDevice(out) {
				r.add(textlang.Write, out, out != strings.TrimSpace(value), start, end)
			}
		case abbreviates(sub, "loadpath", 3) || abbreviates(sub, "terminal", 1) && strings.Contains(value, "postscript_prologue"):
			r.unread("gnuplot setting "+sub, start, end)
		}
	}
}

// quoted returns the string literal at s[i] and the index after it.
func quoted(s string, i int) (string, int) {
	for j := i + 1; j < len(s); j++ {
		if s[j] == '\\' && s[i] == '"' {
			j++
			continue
		}
		if s[j] == s[i] {
			return s[i+1 : j], j + 1
		}
	}
	return s[i+1:], len(s)
}

// callsWith reports calls of the named functions, with a literal argument if
// there is one.
func (r *reader) callsWith(line string, start, end int, names string) {
	for i := 0; i < len(line); {
		if !scan.Letter(line[i]) {
			i++
			continue
		}
		j := i
		for j < len(line) && (scan.Letter(line[j]) || scan.Digit(line[j])) {
			j++
		}
		k := scan.SkipBlank(line, j)
		if wordlist.Has(names, line[i:j]) && k < len(line) && (line[k] == '(' || line[k] == '"' || line[k] == '\'') {
			if line[k] == '(' {
				k = scan.SkipBlank(line, k+1)
			}
			a := textlang.Act{Kind: textlang.Exec, Start: start, End: end}
			if k < len(line) && (line[k] == '"' || line[k] == '\'') {
				var next int
				a.Text, next = quoted(line, k)
				rest := strings.TrimSpace(line[next:])
				a.Known = (rest == "" || rest[0] == ')' || rest[0] == ';' || rest[0] == ',') && !strings.ContainsRune(a.Text, '\\')
			}
			r.out.Add(a)
		}
		i = j
	}
}

// calculator reads octave, maxima, scilab and PARI by the functions that run
// programs or open files.
func (r *reader) calculator() {
	r.callsWith(r.src, 0, len(r.src), "system shell_cmd popen popen2 exec extern externstr unix dos spawn perl python unix_g unix_s unix_w unix_x host")
	for _, w := range [...]string{"unlink", "delete", "rmdir", "fopen", "save", "load", "source", "run", "eval", "evalin", "feval", "write", "writebin", "read", "batch", "batchload", "cellfun", "str2func", "install", "urlread", "urlwrite", "movefile", "copyfile", "rename", "mkdir", "getenv", "setenv", "stringout", "with_stdout", "plot2d"} {
		if i := strings.Index(r.src, w); i >= 0 && (i == 0 || !scan.Letter(r.src[i-1])) {
			r.unread("function "+w, i, i+len(w))
		}
	}
	r.lines(func(line string, start, end int) {
		if line[0] == '!' {
			r.exec(line[1:], start, end)
		}
		if line[0] == '\\' {
			r.unread("command "+line, start, end)
		}
	})
}

// m4 reads macro text by the builtins that run programs or read files.
func (r *reader) m4() {
	for i := 0; i < len(r.src); {
		if !scan.Letter(r.src[i]) {
			i++
			continue
		}
		j := i
		for j < len(r.src) && (scan.Letter(r.src[j]) || scan.Digit(r.src[j])) {
			j++
		}
		name := strings.TrimPrefix(r.src[i:j], "m4_")
		kind := ""
		switch name {
		case "syscmd", "esyscmd", "esyscmd_s":
			kind = textlang.Exec
		case "include", "sinclude", "undivert":
			kind = textlang.Read
		case "maketemp", "mkstemp", "debugfile":
			kind = textlang.Write
		case "builtin", "indir", "changeword", "changequote", "defn":
			r.unread("m4 macro "+name, i, j)
		}
		if kind != "" && j < len(r.src) && r.src[j] == '(' {
			r.m4Argument(kind, i, j+1)
		}
		i = j
	}
}

func (r *reader) m4Argument(kind string, start, i int) {
	for i < len(r.src) && scan.Space(r.src[i]) {
		i++
	}
	a := textlang.Act{Kind: kind, Start: start, End: i}
	rest := r.src[i:]
	if strings.HasPrefix(rest, "`") {
		depth := 0
		for j := 0; j < len(rest); j++ {
			if rest[j] == '`' {
				depth++
			} else if rest[j] == '\'' {
				if depth--; depth == 0 {
					a.Text = rest[1:j]
					a.Known = j+1 < len(rest) && (rest[j+1] == ')' || rest[j+1] == ',') && !strings.ContainsAny(a.Text, "`'")
					a.End = i + j + 1
					break
				}
			}
		}
	} else if n := strings.IndexAny(rest, "),"); n >= 0 {
		a.Text = rest[:n] // macros in it may still be expanded
		a.End = i + n
	}
	if kind == textlang.Read && a.Text != "" && scan.Digit(a.Text[0]) {
		return // undivert(1): a diversion, not a file
	}
	r.out.Add(a)
}
