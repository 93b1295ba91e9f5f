package sqltext

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/sqltext/cut"
)

// command judges a client command.
func command(p cut.Piece, d Dialect, depth int) Statement {
	s := Statement{Verb: p.Command, Object: p.Arg}
	if d == PostgreSQL && p.Command != `\!` && p.Command != `\copy` {
		if _, inner, ok := strings.Cut(p.Arg, "`"); ok {
			inner, _, _ = strings.Cut(inner, "`")
			s.Class, s.Shell, s.Reason = Exec, inner, "runs a program for the value in backticks"
			return s
		}
	}
	arg, kind := p.Arg, p.CommandKind
	switch kind {
	case cut.CmdRead:
		s.Class = Read
	case cut.CmdShell:
		s.shell(arg)
	case cut.CmdPipe, cut.CmdWrite, cut.CmdSecond, cut.CmdIn, cut.CmdScript, cut.CmdImport:
		s.fileCommand(kind, arg)
	case cut.CmdLoad:
		s.Class, s.Reason = Exec, "loads code into the client"
		s.Files = []FileRef{{Path: firstArg(arg), Known: arg != "", Local: true}}
	case cut.CmdEditor:
		s.Class, s.Reason = Exec, "starts an editor or viewer"
	case cut.CmdGrant:
		s.Class, s.Reason = Grant, "changes a password"
	case cut.CmdChange:
		s.Class = Change
	case cut.CmdDestroy:
		s.Class, s.Reason = Destroy, "replaces or removes data"
	case cut.CmdRows:
		s.Reason = "runs the rows of the query as statements"
	case cut.CmdArchive:
		s.archive(arg)
	case cut.CmdCopy:
		s.psqlCopy(arg, d, depth)
	default:
		s.Reason = "client command not understood"
	}
	return s
}

// shell makes the statement one that runs shell text.
func (s *Statement) shell(text string) {
	s.Class, s.Reason = Exec, "runs a program on this machine"
	s.Shell = strings.TrimSpace(text)
}

// fed makes the statement one whose shell text gets rows on its input: a shell
// there runs them.
func (s *Statement) fed(text string) {
	if s.shell(text); s.Shell != "" {
		s.Shell = "cat | " + s.Shell
	}
}

// firstArg takes the first argument of a client command, without its quotes.
func firstArg(arg string) string {
	first, _ := cutArg(arg)
	return first
}

func cutArg(arg string) (first, rest string) {
	arg = strings.TrimSpace(arg)
	if arg == "" {
		return "", ""
	}
	if q := arg[0]; q == '\'' || q == '"' {
		if n := strings.IndexByte(arg[1:], q); n >= 0 {
			return arg[1 : 1+n], strings.TrimSpace(arg[n+2:])
		}
		return arg[1:], ""
	}
	if n := strings.IndexAny(arg, " \t"); n >= 0 {
		return arg[:n], strings.TrimSpace(arg[n:])
	}
	return arg, ""
}

// fileCommand judges commands whose argument is a file or a pipe.
func (s *Statement) fileCommand(kind cut.CommandKind, arg string) {
	for strings.HasPrefix(arg, "(") { // psql: \g (option=value) file
		n := strings.IndexByte(arg, ')')
		if n < 0 {
			return
		}
		arg = strings.TrimSpace(arg[n+1:])
	}
	file, rest := cutArg(arg)
	for strings.HasPrefix(file, "-") && len(file) > 1 { // options of dot commands
		if strings.TrimLeft(file, "-") == "e" || strings.TrimLeft(file, "-") == "x" {
			s.Class, s.Reason = Exec, "starts an editor or viewer"
			return
		}
		if s.Verb == ".import" && (strings.HasSuffix(file, "skip") || strings.HasSuffix(file, "schema")) {
			_, rest = cutArg(rest)
		}
		file, rest = cutArg(rest)
	}
	if kind == cut.CmdSecond && rest != "" {
		file, _ = cutArg(rest)
	}
	if strings.HasPrefix(file, "|") {
		// The rest of the line, also in one quoted argument, is shell text.
		text := strings.Trim(strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(strings.Trim(arg, `'"`)), "|")), `'"`)
		switch {
		case s.Verb == ".import":
			s.shell(strings.TrimPrefix(file, "|"))
		case kind == cut.CmdIn || kind == cut.CmdImport || kind == cut.CmdScript:
			s.shell(text)
		default:
			s.fed(text)
		}
		return
	}
	s.Object = file
	switch {
	case file == "" && kind == cut.CmdScript:
		return
	case file == "", file == "stdout", file == "off", file == "OFF", file == "-", file == ":memory:":
		s.Class = Read
		return
	}
	s.Class = File
	ref := FileRef{Path: file, Known: !strings.ContainsAny(file, "`$*?~:{") && !strings.Contains(file, "%"), Local: true}
	switch kind {
	case cut.CmdScript:
		ref.Script = true
		s.Reason = "runs the statements in a file"
	case cut.CmdIn:
		s.Reason = "reads a file"
	case cut.CmdImport:
		s.Reason = "loads a file into a table"
	default:
		ref.Write = true
		s.Reason = "writes a file"
	}
	s.Files = []FileRef{ref}
}

// archive judges sqlite's .archive, a tar in a database.
func (s *Statement) archive(arg string) {
	op := firstArg(arg)
	switch {
	case op == "", strings.Contains(op, "-list"), strings.HasPrefix(op, "-t"), strings.HasPrefix(op, "t"):
		s.Class = Read
	default:
		s.Class, s.Reason = File, "packs or unpacks files"
		s.Files = []FileRef{{Local: true, Write: true}}
	}
}

// psqlCopy judges \copy, whose file or program belongs to this machine.
func (s *Statement) psqlCopy(arg string, d Dialect, level int) {
	if level >= maxNesting {
		return
	}
	// File names may stand without quotes there; the target is the word after
	// the last FROM or TO outside of parentheses.
	toks, _ := cut.Tokens(arg, d)
	depth := 0
	for i, t := range toks {
		switch {
		case t.Text == "(" && t.Kind == cut.Sign:
			depth++
		case t.Text == ")" && t.Kind == cut.Sign:
			depth--
		case depth == 0 && (t.Is("FROM") || t.Is("TO")):
			s.copyTarget(toks, i, arg)
			if len(toks) > 1 && toks[0].Text == "(" {
				inner := parse("COPY "+arg[:t.Start]+" TO STDOUT", d, level+1)
				if w := Worst(inner); w.Rank() > s.Class.Rank() {
					s.Class, s.Reason = w, inner[0].Reason
				}
			}
			return
		}
	}
	s.Reason = "client command not understood"
}

func (s *Statement) copyTarget(toks []cut.Token, i int, arg string) {
	write := toks[i].Is("TO")
	rest := strings.TrimSpace(arg[toks[i].End:])
	if i+1 >= len(toks) {
		return
	}
	switch next := toks[i+1]; {
	case next.Is("PROGRAM"):
		s.shell("")
		if i+2 < len(toks) && toks[i+2].Kind == cut.Str {
			if s.Shell = toks[i+2].Text; write {
				s.fed(s.Shell)
			}
		}
	case next.Is("STDIN"), next.Is("PSTDIN"):
		s.Class = Change
	case next.Is("STDOUT"), next.Is("PSTDOUT"):
		s.Class = Read
	default:
		path := firstArg(rest)
		s.Class = File
		s.Files = []FileRef{{Path: path, Known: path != "" && path[0] != ':' && path[0] != '~', Write: write, Local: true}}
		s.Reason = "loads a file into a table"
		if write {
			s.Reason = "writes rows to a file"
		}
	}
}
