// Package escape reads what is given to programs that have commands of their own
// and, among them, ways to run a shell or open files: debuggers, database shells,
// file transfer programs, pagers, calculators, plotters, macro processors, mail.
//
//	escape.Escape("gdb", "shell rm -rf x")  // one Exec act
//
// To add a client: a line in clients and a reader for its commands; what a
// reader does not know it reports as Unread.
package escape

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/sqltext"
	"github.com/sentinelgate/sentinel/internal/textlang"
	"github.com/sentinelgate/sentinel/internal/textlang/exlang"
	"github.com/sentinelgate/sentinel/internal/textlang/scan"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Escape reads the text that a client gets by an option, operand or on its
// standard input. A client that is not known gives one Unread act. Clients are
// named by their program, lower case, without a folder.
func Escape(client, src string) []textlang.Act {
	if len(src) > textlang.MaxSource {
		return textlang.Oversize(src)
	}
	r := reader{src: src}
	switch client {
	case "gdb", "cgdb", "gdb-multiarch", "rr":
		r.lines(r.gdb)
	case "lldb":
		r.lines(r.lldb)
	case "psql", "mysql", "mariadb", "sqlite3", "duckdb", "sqlcmd", "sqlplus", "sqlcl", "cqlsh", "clickhouse-client", "cockroach", "pgcli", "mycli", "litecli":
		r.sql(client)
	case "ftp", "sftp", "lftp", "tnftp", "ncftp":
		r.lines(r.transfer)
	case "telnet":
		r.lines(r.bang)
	case "less", "more", "most", "man", "pager":
		r.lines(r.pager)
	case "dc":
		r.dc()
	case "bc":
		// No bc has a command that reaches outside.
	case "gnuplot":
		r.lines(r.gnuplot)
	case "m4", "gm4":
		r.m4()
	case "gp", "pari", "maxima", "octave", "octave-cli", "scilab":
		r.calculator()
	case "mail", "mailx", "s-nail":
		r.lines(r.mail)
	case "vi", "vim", "nvim", "ex", "view", "ed", "red", "vimdiff", "gvim":
		return exlang.Ex(src)
	default:
		r.out.Add(textlang.Unreadable("commands of "+client, 0, len(src)))
	}
	return r.out.Acts
}

type reader struct {
	src string
	out textlang.List
}

func (r *reader) add(kind, text string, known bool, start, end int) {
	r.out.Add(textlang.Act{Kind: kind, Text: text, Known: known, Start: start, End: end})
}

// exec adds shell text; nothing at all means an interactive shell.
func (r *reader) exec(text string, start, end int) {
	text = strings.TrimSpace(text)
	r.add(textlang.Exec, text, text != "", start, end)
}

func (r *reader) unread(what string, start, end int) {
	r.out.Add(textlang.Unreadable(what, start, end))
}

// lines calls f for each line that is not blank, without the blanks around it.
func (r *reader) lines(f func(line string, start, end int)) {
	for i := 0; i < len(r.src); {
		end := scan.LineEnd(r.src, i)
		start := i
		for start < end && scan.Space(r.src[start]) {
			start++
		}
		if line := strings.TrimRight(r.src[start:end], " \t\r"); line != "" {
			f(line, start, start+len(line))
		}
		i = end + 1
	}
}

// word cuts the first word off a line.
func word(line string) (first, rest string) {
	n := 0
	for n < len(line) && !scan.Blank(line[n]) {
		n++
	}
	return line[:n], strings.TrimSpace(line[n:])
}

// abbreviates tells whether w is the beginning of full, at least n letters long.
func abbreviates(w, full string, n int) bool {
	return len(w) >= n && strings.HasPrefix(full, w)
}

// sql turns what package sqltext finds into acts: only files and programs are of
// interest here, what happens to data is not.
func (r *reader) sql(client string) {
	for _, s := range sqltext.Parse(r.src, sqltext.DialectOf(client)) {
		for _, f := range s.Files {
			kind := textlang.Read
			switch {
			case f.Script:
				kind = textlang.Load
			case f.Write:
				kind = textlang.Write
			}
			r.add(kind, f.Path, f.Known, s.Start, s.End)
		}
		switch {
		case s.Class == sqltext.Exec:
			r.add(textlang.Exec, s.Shell, s.Shell != "", s.Start, s.End)
		case s.Class == sqltext.Unread, s.Class == sqltext.File && len(s.Files) == 0:
			r.unread(s.Reason, s.Start, s.End)
		}
	}
}

// bang reads clients whose only escape is an exclamation mark, as telnet.
func (r *reader) bang(line string, start, end int) {
	switch {
	case line[0] == '!':
		r.exec(line[1:], start, end)
	case wordlist.Has("z", line):
		r.unread("suspends into a shell", start, end)
	}
}

// pager reads less's start commands (given after + or in LESS) and what is typed
// into pagers.
func (r *reader) pager(line string, start, end int) {
	line = strings.TrimLeft(line, "+")
	if line == "" {
		return
	}
	switch c := line[0]; {
	case c == '!' || c == '#':
		r.exec(line[1:], start, end)
	case c == '|':
		if len(line) > 1 {
			r.exec(line[2:], start, end)
		} else {
			r.exec("", start, end)
		}
	case c == 'v':
		r.unread("starts an editor", start, end)
	case c == 's' || c == 'o' || c == 'O' || strings.HasPrefix(line, "-o") || strings.HasPrefix(line, "-O"):
		name := strings.TrimSpace(strings.TrimLeft(line, "-soO"))
		r.add(textlang.Write, name, name != "", start, end)
	case strings.HasPrefix(line, ":e") || c == 'E':
		_, name := word(line)
		r.add(textlang.Read, name, name != "", start, end)
	case strings.HasPrefix(line, "-k") || strings.HasPrefix(line, "--lesskey"):
		r.unread("loads key bindings", start, end)
	case c == '/' || c == '?' || c == '&':
		// A search; less takes the whole line as its pattern.
	case strings.ContainsAny(line, "!|#") && !strings.HasPrefix(line, "-"):
		r.unread("keystrokes "+line, start, end)
	}
}

// dc reads the reverse-polish calculator: `!` runs the rest of its line, except
// where it negates a comparison.
func (r *reader) dc() {
	depth := 0
	for i := 0; i < len(r.src); i++ {
		switch r.src[i] {
		case '[':
			depth++ // a string, which x may run as a macro: read alike
		case ']':
			depth--
		case '#':
			i = scan.LineEnd(r.src, i)
		case '!':
			if i+1 < len(r.src) && strings.IndexByte("<>=", r.src[i+1]) >= 0 {
				continue
			}
			end := scan.LineEnd(r.src, i)
			r.add(textlang.Exec, strings.TrimSpace(r.src[i+1:end]), depth == 0 && end > i+1, i, end)
			i = end
		}
	}
}

// mail reads the tilde escapes of mailx, which count in the text of a message.
func (r *reader) mail(line string, start, end int) {
	if len(line) < 2 || line[0] != '~' {
		if line[0] == '!' {
			r.exec(line[1:], start, end)
		}
		return
	}
	arg := strings.TrimSpace(line[2:])
	switch line[1] {
	case '!', '|':
		r.exec(arg, start, end)
	case '<', 'r':
		if strings.HasPrefix(arg, "!") {
			r.exec(arg[1:], start, end)
			return
		}
		r.add(textlang.Read, arg, arg != "", start, end)
	case 'w':
		r.add(textlang.Write, arg, arg != "", start, end)
	case 'e', 'v', ':', '_':
		r.unread("mail command "+line, start, end)
	case 'd':
		r.add(textlang.Read, "", false, start, end)
	}
}
