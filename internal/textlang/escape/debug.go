package escape

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/textlang"
	"github.com/sentinelgate/sentinel/internal/textlang/scan"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// gdbPlain lists gdb commands that move the program under inspection or look at
// it. Running that program is what the debugger is called for and is judged by
// its operands.
const gdbPlain = "run r start starti break b br brea tbreak tb hbreak rbreak watch rwatch awatch bt backtrace where info i inf frame f up down next n nexti ni step s stepi si continue c cont finish fin until u advance quit q exit list l x print p inspect output display undisplay ptype whatis thread threads t disassemble disas delete d disable enable clear ignore condition tui layout focus refresh help apropos show echo printf file symbol-file exec-file core-file core handle directory dir nosharedlibrary sharedlibrary explore catch tcatch commands end silent kill detach record reverse-continue rc reverse-step reverse-next skip return jump search forward-search tty cd pwd path complete maint if else while loop_continue loop_break define document target attach info-frame faas taas tfaas with alias inferior add-inferior checkpoint unset signal queue-signal call set macro winheight wh ptype/o x/s"

// gdb reads one gdb command.
func (r *reader) gdb(line string, start, end int) {
	if line[0] == '#' {
		return
	}
	if line[0] == '!' {
		r.exec(line[1:], start, end)
		return
	}
	name, rest := word(line)
	name, _, _ = strings.Cut(name, "/") // x/20i, print/x
	switch {
	case abbreviates(name, "shell", 3), name == "make":
		if name == "make" {
			rest = "make " + rest
		}
		r.exec(rest, start, end)
	case name == "pipe" || name == "|":
		_, cmd, _ := strings.Cut(rest, "|")
		r.exec(cmd, start, end)
	case strings.HasPrefix(line, "|"):
		_, cmd, _ := strings.Cut(line[1:], "|")
		r.exec(cmd, start, end)
	case wordlist.Has("python py python-interactive pi", name):
		r.code("python", rest, start, end)
	case wordlist.Has("guile gu guile-repl", name):
		r.code("scheme", rest, start, end)
	case name == "source":
		r.add(textlang.Load, strings.TrimSpace(strings.TrimPrefix(rest, "-v")), rest != "", start, end)
	case wordlist.Has("dump append save generate-core-file gcore tsave", name):
		fields := strings.Fields(rest)
		a := textlang.Act{Kind: textlang.Write, Start: start, End: end}
		if len(fields) == 1 {
			a.Text, a.Known = fields[0], true
		}
		r.out.Add(a)
	case wordlist.Has("edit e compile expression", name):
		r.unread("gdb command "+name, start, end)
	case wordlist.Has(gdbPlain, name):
		r.gdbArguments(name, rest, start, end)
	default:
		r.unread("gdb command "+name, start, end)
	}
}

// gdbArguments looks at the arguments of commands that are harmless as such.
func (r *reader) gdbArguments(name, rest string, start, end int) {
	first, value := word(rest)
	switch name {
	case "set", "with":
		switch {
		case first == "logging" && strings.HasPrefix(value, "file"):
			_, file := word(value)
			r.add(textlang.Write, file, file != "", start, end)
			return
		case wordlist.Has("exec-wrapper startup-with-shell environment env args auto-load auto-load-gdb sysroot debug-file-directory data-directory script-extension libthread-db-search-path", first):
			if first != "args" {
				r.unread("gdb setting "+first, start, end)
				return
			}
		}
	case "target", "attach":
		if strings.Contains(rest, "|") {
			_, cmd, _ := strings.Cut(rest, "|")
			r.exec(cmd, start, end)
			return
		}
	case "run", "r", "start", "starti":
		if strings.ContainsAny(rest, "`$;|&<>(") {
			// The debugger starts the program by a shell.
			r.add(textlang.Exec, ": "+rest, true, start, end)
			return
		}
	case "define", "document", "alias", "tui":
		return
	}
	r.inferiorCalls(rest, start, end)
}

// inferiorCalls finds calls into the C library in an expression: a debugger lets
// the program under inspection run them.
func (r *reader) inferiorCalls(expr string, start, end int) {
	for i := 0; i < len(expr); {
		if !scan.Letter(expr[i]) {
			i++
			continue
		}
		j := i
		for j < len(expr) && (scan.Letter(expr[j]) || scan.Digit(expr[j])) {
			j++
		}
		switch w := strings.TrimLeft(expr[i:j], "_"); w {
		case "system", "popen", "execl", "execlp", "execle", "execv", "execvp", "execve", "posix_spawn", "libc_system", "do_system":
			text, known := cString(expr[j:])
			r.add(textlang.Exec, text, known, start, end)
			return
		case "unlink", "remove", "rmdir", "rename", "open", "fopen", "creat", "dlopen", "libc_dlopen_mode", "kill", "fork", "truncate", "chmod", "mount", "symlink", "link", "connect":
			r.unread("call of "+w, start, end)
			return
		}
		i = j
	}
}

// cString takes the first C string literal, if it has no escapes.
func cString(s string) (string, bool) {
	i := strings.IndexByte(s, '"')
	if i < 0 {
		return "", false
	}
	n := strings.IndexByte(s[i+1:], '"')
	if n < 0 || strings.ContainsRune(s[i+1:i+1+n], '\\') {
		return "", false
	}
	return s[i+1 : i+1+n], true
}

func (r *reader) code(lang, text string, start, end int) {
	// Without text the code follows on the next lines, up to "end".
	r.out.Add(textlang.Act{Kind: textlang.Code, Lang: lang, Text: text, Known: text != "", Start: start, End: end})
}

// lldb reads one lldb command.
func (r *reader) lldb(line string, start, end int) {
	name, rest := word(line)
	first, value := word(rest)
	switch {
	case name == "shell" || name == "!":
		r.exec(rest, start, end)
	case abbreviates(name, "platform", 2) && abbreviates(first, "shell", 2):
		for strings.HasPrefix(value, "-") && value != "" {
			_, value = word(value)
		}
		r.exec(value, start, end)
	case abbreviates(name, "script", 2):
		r.code("python", rest, start, end)
	case abbreviates(name, "command", 3) || name == "commands":
		sub, file := word(value)
		switch {
		case abbreviates(first, "source", 2):
			r.add(textlang.Load, value, value != "", start, end)
		case first == "script" && sub == "import":
			r.add(textlang.Load, file, file != "", start, end)
		default:
			r.unread("lldb command "+line, start, end)
		}
	case wordlist.Has("run r b br break breakpoint bt backtrace thread frame f up down next n nexti ni step s stepi si continue c finish quit q exit list l source image target register memory x display help apropos watchpoint disassemble di kill detach log settings type version gui process statistics session language", name):
		if wordlist.Has("process target settings memory log", name) && strings.ContainsAny(rest, "<>-") && !strings.HasPrefix(rest, "create") && !strings.HasPrefix(rest, "variable") || name == "settings" && strings.Contains(rest, "env-vars") {
			r.unread("lldb command "+line, start, end)
			return
		}
		if (name == "breakpoint" || name == "br" || name == "watchpoint") && strings.Contains(rest, "command") {
			r.unread("lldb command "+line, start, end)
			return
		}
		r.inferiorCalls(rest, start, end)
	case wordlist.Has("p print po expr expression call e v var parray poarray dwim-print", name):
		r.inferiorCalls(rest, start, end)
	default:
		r.unread("lldb command "+name, start, end)
	}
}
