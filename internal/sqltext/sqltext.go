// Package sqltext reads the text that is given to database clients and says, per
// statement, what it would do: read, change, destroy, reach files or programs,
// change rights, read stored secrets. It covers SQL in the spellings of the usual
// servers, the clients' own commands (psql's backslash, sqlite3's dot, mysql's,
// sqlcmd's and SQL*Plus's) and CQL. Package nosql has Redis and mongosh.
//
//	for _, st := range sqltext.Parse(text, sqltext.DialectOf("psql")) {
//		if st.Class == sqltext.Destroy { ... st.Reason ... }
//	}
//
// Nothing is connected to and no name is resolved: a table's content, triggers
// and stored functions are unknown. What is not understood is Unread.
//
// To extend: statements are in verbs.go, one short function per family;
// functions with effects are one table in funcs.go; client commands are judged
// in command.go and listed in package cut. Each has a table test.
package sqltext

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/sqltext/cut"
)

// Class is what a statement does. The zero value is Unread.
type Class uint8

const (
	Unread  Class = iota // not understood
	Read                 // reads, or changes only this session
	Change               // adds or changes data or structure
	Destroy              // removes data or structure, or stops the server
	Exec                 // runs a program, or loads code, on client or server
	File                 // reads or writes files
	Grant                // changes rights, accounts or server settings
	Secret               // reads stored credentials
)

// String gives the lower-case name of the class.
func (c Class) String() string {
	switch c {
	case Read:
		return "read"
	case Change:
		return "change"
	case Destroy:
		return "destroy"
	case Exec:
		return "exec"
	case File:
		return "file"
	case Grant:
		return "grant"
	case Secret:
		return "secret"
	}
	return "unread"
}

// Rank orders classes by how much they deserve a question; higher is worse.
func (c Class) Rank() int {
	switch c {
	case Read:
		return 0
	case Change:
		return 1
	case File:
		return 2
	case Secret:
		return 3
	case Grant:
		return 4
	case Destroy:
		return 6
	case Exec:
		return 7
	}
	return 5 // Unread
}

// FileRef is a file that a statement names.
type FileRef struct {
	Path  string
	Known bool // false if the path is computed or a variable
	Write bool
	// Local is set if the client opens the file; else the server does.
	Local bool
	// Script is set if the file's content then runs as statements.
	Script bool
}

// Statement is one statement or client command.
type Statement struct {
	Verb   string // upper case: "SELECT", "DROP TABLE", `\copy`, ".import"
	Object string // what it acts on, as written; may be empty
	Class  Class
	Reason string // why it has this class; empty for plain reads
	Files  []FileRef
	// Shell is shell text that an Exec statement runs; empty if it loads code or
	// the text is computed.
	Shell      string
	Start, End int // byte span
}

// MaxSource is the longest text in bytes that is looked at; MaxStatements the
// most statements. Beyond either the rest is one Unread statement.
const (
	MaxSource     = 128 << 10
	MaxStatements = cut.MaxPieces
)

// maxNesting bounds statements inside statements (EXPLAIN, PREPARE, DO bodies).
const maxNesting = 8

// Dialect names a family of servers and its client; see package cut.
type Dialect = cut.Dialect

// The dialects. Generic means not known: all readings are tried and the worst
// counts.
const (
	Generic    = cut.Generic
	PostgreSQL = cut.PostgreSQL
	MySQL      = cut.MySQL
	SQLite     = cut.SQLite
	DuckDB     = cut.DuckDB
	SQLServer  = cut.SQLServer
	Oracle     = cut.Oracle
	ClickHouse = cut.ClickHouse
	CQL        = cut.CQL
	Warehouse  = cut.Warehouse
)

// DialectOf gives the dialect of a client program; unknown names give Generic.
func DialectOf(client string) Dialect { return cut.DialectOf(client) }

// Parse reads the statements of a text. An empty text, or one of comments only,
// gives none.
func Parse(src string, d Dialect) []Statement {
	if len(src) > MaxSource {
		return []Statement{{Verb: "?", Reason: "text too long to read", End: len(src)}}
	}
	if d != Generic && !switchesReading(src) {
		return parse(src, d, 0)
	}
	best := parse(src, PostgreSQL, 0)
	for _, other := range [...]Dialect{MySQL, SQLite, SQLServer} {
		if sts := parse(src, other, 0); Worst(sts).Rank() > Worst(best).Rank() {
			best = sts
		}
	}
	return best
}

// switchesReading tells whether a text sets one of the settings that change
// where its own later strings end.
func switchesReading(src string) bool {
	if !strings.ContainsRune(src, '\\') {
		return false
	}
	upper := strings.ToUpper(src)
	return strings.Contains(upper, "NO_BACKSLASH_ESCAPES") || strings.Contains(upper, "STANDARD_CONFORMING_STRINGS") || strings.Contains(upper, "SQL_MODE")
}

// Worst gives the class of the worst statement; Read if there is none.
func Worst(sts []Statement) Class {
	worst := Read
	for _, s := range sts {
		if s.Class.Rank() > worst.Rank() {
			worst = s.Class
		}
	}
	return worst
}

func parse(src string, d Dialect, depth int) []Statement {
	pieces := cut.Pieces(src, d)
	out := make([]Statement, 0, len(pieces))
	for _, p := range pieces {
		var s Statement
		switch {
		case p.Broken != "":
			s = Statement{Verb: "?", Reason: p.Broken}
		case p.Command != "":
			s = command(p, d, depth)
		default:
			c := classifier{toks: p.Toks, dialect: d, depth: depth}
			s = c.classify()
		}
		s.Start, s.End = p.Start, p.End
		out = append(out, s)
	}
	return out
}
