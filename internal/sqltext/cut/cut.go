// Package cut cuts the text for a database client into statements, each a list
// of tokens, and into the client's own commands, as that client would: where a
// string or comment ends depends on the dialect.
//
// To add a client: a Dialect, its rules in rulesOf, and if it has commands of
// its own a table in command.go.
package cut

// MaxPieces bounds what one text is cut into; the rest is one broken piece.
const MaxPieces = 2000

// Piece is one statement, one client command, or the place from where on the
// text cannot be read. The zero value is none of them.
type Piece struct {
	Toks []Token // of a statement

	Command     string // name of a client command, as written
	CommandKind CommandKind
	Arg         string // its arguments, trimmed

	Broken     string // why the rest cannot be read
	Start, End int    // byte span
}

// Dialect names a family of servers and its client.
type Dialect uint8

const (
	Generic    Dialect = iota // not known: all readings are tried and the worst counts
	PostgreSQL                // psql and servers that speak its dialect
	MySQL                     // mysql, mariadb
	SQLite                    // sqlite3
	DuckDB                    // duckdb; its client opens the files that statements name
	SQLServer                 // sqlcmd
	Oracle                    // sqlplus, sqlcl
	ClickHouse                // clickhouse-client
	CQL                       // cqlsh
	Warehouse                 // bq, snowsql, trino, athena: plain SQL, no client commands
)

// DialectOf gives the dialect of a client program; unknown names give Generic.
func DialectOf(client string) Dialect {
	switch client {
	case "psql", "pgcli", "cockroach", "ysqlsh", "usql", "pg":
		return PostgreSQL
	case "mysql", "mariadb", "mycli", "mysqlsh", "tidb":
		return MySQL
	case "sqlite3", "sqlite", "litecli", "sqlcipher", "turso", "rqlite":
		return SQLite
	case "duckdb":
		return DuckDB
	case "sqlcmd", "mssql-cli", "tsql", "osql", "bcp":
		return SQLServer
	case "sqlplus", "sql", "sqlcl":
		return Oracle
	case "clickhouse", "clickhouse-client", "clickhouse-local":
		return ClickHouse
	case "cqlsh":
		return CQL
	case "bq", "snow", "snowsql", "trino", "presto", "athena", "hive", "beeline", "spark-sql":
		return Warehouse
	}
	return Generic
}

// Pieces cuts a whole text. The dialect Generic has no reading of its own and is
// read as plain SQL.
func Pieces(src string, d Dialect) []Piece {
	l := lexer{src: src, rules: rulesOf(d), lineStart: true}
	l.run()
	return l.out
}

// Tokens cuts a text into tokens without looking for statement ends or client
// commands; ok is false if it cannot be read to the end.
func Tokens(src string, d Dialect) (toks []Token, ok bool) {
	l := lexer{src: src, rules: rulesOf(d)}
	toks = l.tokens()
	return toks, len(l.out) == 0
}

// tokens cuts a text without looking for statements.
func (l *lexer) tokens() []Token {
	for l.i < len(l.src) && !l.stop {
		c := l.src[l.i]
		switch {
		case IsSpace(c):
			l.i++
		case l.comment():
		case c == '\\' || c == ';':
			l.i++
		default:
			l.next(c)
		}
	}
	return l.toks
}
