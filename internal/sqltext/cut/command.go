package cut

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// CommandKind says how the argument of a client command is read.
type CommandKind uint8

const (
	CmdUnread CommandKind = iota
	CmdRead               // harmless
	CmdShell              // the argument is shell text
	CmdPipe               // the argument is a file to write, or |shell text
	CmdIn                 // the argument is a file to read, or |shell text
	CmdScript             // the argument is a file of statements, or |shell text
	CmdWrite              // the argument is a file to write
	CmdLoad               // loads code
	CmdEditor             // starts an editor or viewer
	CmdGrant              // changes accounts
	CmdCopy               // psql's \copy
	CmdImport             // sqlite's .import FILE TABLE
	CmdChange
	CmdDestroy
	CmdRows    // runs the rows of the last query as statements
	CmdArchive // sqlite's .archive
	CmdSecond  // the second argument is a file to write (a database name may come first)
)

type metaEntry struct {
	names string // separated by blanks
	kind  CommandKind
}

// psqlMeta lists psql's commands; those of the \d family are matched by letter.
var psqlMeta = [...]metaEntry{
	{"!", CmdShell}, {"o out g gx s w write", CmdPipe}, {"i ir include include_relative", CmdScript},
	{"copy", CmdCopy}, {"e edit ef ev", CmdEditor}, {"gexec", CmdRows}, {"password", CmdGrant},
	{"lo_export", CmdSecond}, {"lo_import", CmdIn}, {"lo_unlink", CmdDestroy},
	{"l l+ list list+ z c connect conninfo x t a timing pset echo qecho warn if elif else endif q quit h help ? encoding errverbose p print r reset f H html C T set unset sf sf+ sv sv+ prompt copyright gset gdesc crosstabview watch bind parse bind_named close cd getenv lo_list startpipeline endpipeline sync flush sendpipeline", CmdRead},
	{"setenv", CmdUnread},
}

// mysqlMeta lists the mysql client's commands by letter and by name.
var mysqlMeta = [...]metaEntry{
	{"! system", CmdShell}, {". source", CmdScript}, {"T tee", CmdWrite}, {"P pager", CmdShell}, {"e edit", CmdEditor},
	{"g go G ego c clear q quit exit s status h help ? p print t notee n nopager r connect u use w nowarning W warnings C charset x resetconnection # rehash sslinfo", CmdRead},
}

// sqliteMeta lists the dot commands of sqlite3 and duckdb.
var sqliteMeta = [...]metaEntry{
	{".shell .system", CmdShell}, {".output .once .log .trace .testcase", CmdPipe}, {".excel .www .edit", CmdEditor}, {".read", CmdScript}, {".import", CmdImport},
	{".backup .save .bak .sav", CmdSecond}, {".clone", CmdWrite}, {".open", CmdWrite}, {".restore", CmdDestroy}, {".load", CmdLoad}, {".cd", CmdUnread},
	{".archive .ar", CmdArchive}, {".recover .dump .tables .schema .mode .headers .header .width .databases .indexes .indices .show .timer .stats .eqp .explain .nullvalue .separator .print .quit .exit .help .echo .bail .changes .fullschema .dbinfo .lint .limit .timeout .prompt .parameter .progress .selftest .sha3sum .version .vfsinfo .vfslist .vfsname .columns .rows .maxrows .maxwidth .large_number_rendering .decimal_sep .thousand_sep .highlight .constant .keyword .crnl .binary .intck .expert .scanstats .session .filectrl .dbconfig .connection .auth .cancel .check .describe .display_colors .headers_and_footers", CmdRead},
}

// sqlcmdMeta and sqlplusMeta list what sqlcmd and SQL*Plus take at the start of a line.
var sqlcmdMeta = [...]metaEntry{
	{"!! :!!", CmdShell}, {":r", CmdScript}, {":out :error :perftrace", CmdWrite}, {":ed :serverlist", CmdEditor},
	{":setvar :connect :reset :list :listvar :help :on :quit :exit :xml", CmdRead},
}

var sqlplusMeta = [...]metaEntry{
	{"host ho ! $", CmdShell}, {"spool spo save sav store", CmdPipe}, {"@ @@ start sta get", CmdScript}, {"edit ed", CmdEditor}, {"password passw", CmdGrant},
	{"column col break compute ttitle btitle prompt pause define undefine accept variable print desc show clear repheader repfooter exit quit connect conn whenever timing rem remark", CmdRead},
}

var cqlMeta = [...]metaEntry{
	{"SOURCE", CmdScript}, {"CAPTURE", CmdWrite}, {"CONSISTENCY EXPAND HELP PAGING SERIAL SHOW TRACING CLEAR CLS EXIT QUIT LOGIN", CmdRead},
}

// lookup finds a client command by its whole name.
func lookup(table []metaEntry, name string) (CommandKind, bool) {
	for _, e := range table {
		if wordlist.Has(e.names, name) {
			return e.kind, true
		}
	}
	return CmdUnread, false
}

// clientLine handles commands that a client takes at the start of a line; it
// returns false if there is none.
func (l *lexer) clientLine() bool {
	if len(l.toks) > 0 && !l.rules.goLine {
		return false
	}
	s := l.src[l.i:]
	switch l.rules.dialect {
	case SQLite, DuckDB:
		if s[0] == '.' && len(s) > 1 && IsLetter(s[1]) {
			return l.dotCommand()
		}
	case MySQL:
		return l.mysqlLine()
	case SQLServer:
		if name := firstWord(s); strings.EqualFold(name, "GO") {
			l.i = LineEnd(l.src, l.i)
			l.finish()
			return true
		}
		if s[0] == ':' || strings.HasPrefix(s, "!!") {
			return l.lineCommand(sqlcmdMeta[:], strings.ToLower)
		}
	case Oracle:
		if s[0] == '/' && strings.TrimSpace(l.src[l.i:LineEnd(l.src, l.i)]) == "/" {
			l.i = LineEnd(l.src, l.i)
			return true
		}
		return l.lineCommand(sqlplusMeta[:], strings.ToLower)
	case CQL:
		return l.lineCommand(cqlMeta[:], strings.ToUpper)
	}
	return false
}

// firstWord takes the letters or the signs that a text begins with.
func firstWord(s string) string {
	n := 0
	for n < len(s) && (IsLetter(s[n]) || IsDigit(s[n])) {
		n++
	}
	if n == 0 {
		for n < len(s) && n < 3 && strings.IndexByte("!@$:.", s[n]) >= 0 {
			n++
		}
		for n > 0 && s[0] == ':' && n < len(s) && IsLetter(s[n]) {
			n++
		}
	}
	return s[:n]
}

func (l *lexer) lineCommand(table []metaEntry, fold func(string) string) bool {
	name := firstWord(l.src[l.i:])
	kind, ok := lookup(table, fold(name))
	if !ok {
		if l.src[l.i] != ':' && l.src[l.i] != '!' {
			return false
		}
		kind = CmdUnread
	}
	start, end := l.i, LineEnd(l.src, l.i)
	arg := strings.TrimSpace(l.src[l.i+len(name) : end])
	l.i = end
	l.command(name, kind, strings.TrimSuffix(arg, ";"), start)
	return true
}

// dotCommand reads a command of the sqlite3 shell, which accepts any beginning
// of a name that is clear.
func (l *lexer) dotCommand() bool {
	start, end := l.i, LineEnd(l.src, l.i)
	j := l.i + 1
	for j < end && (IsLetter(l.src[j]) || IsDigit(l.src[j])) {
		j++
	}
	name := strings.ToLower(l.src[start:j])
	kind, ok := lookup(sqliteMeta[:], name)
	if !ok {
		kind = dotPrefix(name)
	}
	l.i = end
	l.command(name, kind, strings.TrimSpace(l.src[j:end]), start)
	return true
}

// dotPrefix gives the worst kind of the commands that a short name may mean.
func dotPrefix(name string) CommandKind {
	kind, found := CmdRead, false
	for _, e := range sqliteMeta {
		for _, full := range strings.Fields(e.names) {
			if strings.HasPrefix(full, name) {
				found = true
				if e.kind != CmdRead {
					kind = e.kind
				}
			}
		}
	}
	if !found {
		return CmdUnread
	}
	return kind
}

// mysqlLine reads the mysql client's commands by name, and DELIMITER.
func (l *lexer) mysqlLine() bool {
	name := firstWord(l.src[l.i:])
	end := LineEnd(l.src, l.i)
	arg := strings.TrimSpace(l.src[l.i+len(name) : end])
	name = strings.ToLower(name) // may change its length
	if name == "delimiter" {
		l.i = end
		l.setDelimiter(arg)
		return true
	}
	if len(name) < 2 {
		return false
	}
	kind, ok := lookup(mysqlMeta[:], name)
	if !ok || kind == CmdRead {
		return false // use, help and the like are read as statements
	}
	start := l.i
	l.i = end
	l.command(name, kind, strings.TrimSuffix(arg, ";"), start)
	return true
}

func (l *lexer) setDelimiter(arg string) {
	if n := strings.IndexAny(arg, " \t"); n >= 0 {
		arg = arg[:n]
	}
	if arg == ";" {
		arg = ""
	}
	l.delim = strings.Trim(arg, `"'`)
}

// clientEscape handles backslash commands; it returns false if the dialect has
// none.
func (l *lexer) clientEscape() bool {
	switch l.rules.dialect {
	case PostgreSQL:
		l.psqlCommand()
		return true
	case MySQL:
		l.mysqlEscape()
		return true
	}
	return false
}

func (l *lexer) mysqlEscape() {
	start := l.i
	if l.i+1 >= len(l.src) {
		l.i++
		return
	}
	name := l.src[l.i+1 : l.i+2]
	kind, ok := lookup(mysqlMeta[:], name)
	l.i += 2
	switch {
	case name == "g" || name == "G" || name == "c":
		l.finish()
		l.lineStart = true
	case name == "d":
		end := LineEnd(l.src, l.i)
		l.setDelimiter(strings.TrimSpace(l.src[l.i:end]))
		l.i = end
	case !ok || kind == CmdRead:
	default:
		end := LineEnd(l.src, l.i)
		arg := strings.TrimSpace(l.src[l.i:end])
		l.i = end
		l.command(`\`+name, kind, strings.TrimSuffix(arg, ";"), start)
	}
}

// psqlCommand reads one backslash command and its arguments.
func (l *lexer) psqlCommand() {
	s := l.src
	start := l.i
	j := l.i + 1
	for j < len(s) && (IsLetter(s[j]) || IsDigit(s[j]) || s[j] == '+' || s[j] == '?') {
		j++
	}
	if j == l.i+1 && j < len(s) && (s[j] == '!' || s[j] == ';' || s[j] == '\\' || s[j] == ':') {
		j++
	}
	name := s[l.i+1 : j]
	switch name {
	case "\\", "":
		l.i = j
		return
	case ";", ":":
		l.i = j
		return
	}
	end := LineEnd(s, j)
	if name != "!" && name != "copy" && name != "ef" && name != "ev" && name != "sf" && name != "sv" && name != "h" {
		end = psqlArgEnd(s, j, end)
	}
	arg := strings.TrimSpace(s[j:end])
	kind, ok := lookup(psqlMeta[:], name)
	if !ok && (name[0] == 'd' || name[0] == 'D') && len(name) <= 7 {
		kind = CmdRead
	}
	switch name {
	case "g", "gx", "gset", "gexec", "gdesc", "watch", "crosstabview":
		l.finish()
	}
	l.i = end
	l.lineStart = false
	l.command(`\`+name, kind, arg, start)
}

// psqlArgEnd finds the end of a command's arguments: the line's end or the next
// backslash outside of quotes.
func psqlArgEnd(s string, i, end int) int {
	for j := i; j < end; j++ {
		switch c := s[j]; c {
		case '\'', '"', '`':
			n := strings.IndexByte(s[j+1:end], c)
			if n < 0 {
				return end
			}
			j += n + 1
		case '\\':
			return j
		}
	}
	return end
}

// command emits a client command.
func (l *lexer) command(name string, kind CommandKind, arg string, start int) {
	l.emit(Piece{Command: name, CommandKind: kind, Arg: arg, Start: start, End: l.i})
}
