package sqltext

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/sqltext/cut"
)

// verb judges a statement by its first words. It is one switch, so that a
// reader finds each statement's family at a glance.
func (c *classifier) verb(i int) {
	switch c.at(i).Up {
	case "SELECT", "VALUES", "TABLE", "FROM":
		c.selects(i)
	case "WITH":
		c.with(i)
	case "SHOW":
		c.set(Read, "")
		if c.words(i+1, "CREATE", "USER") {
			c.set(Secret, "shows an account's password hash")
		}
	case "EXPLAIN", "DESCRIBE", "DESC", "ANALYZE", "ANALYSE", "PROFILE":
		c.explain(i)
	case "PRAGMA":
		c.pragma(i)
	case "BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "END", "ABORT", "GO", "IF", "ELSE", "PRINT", "WAITFOR", "DECLARE", "FETCH", "OPEN", "CLOSE", "DEALLOCATE", "LISTEN", "UNLISTEN", "MOVE", "USE", "HELP", "DISCARD", "SUMMARIZE", "PIVOT", "UNPIVOT", "EXISTS", "WHENEVER", "STATUS", "CHECK", "CHECKSUM", "LIST", "LS", "HANDLER":
		c.control(i)
	case "SET", "RESET":
		c.setting(i)
	case "INSERT", "REPLACE", "MERGE", "UPSERT", "IMPORT", "EXPORT", "BACKUP", "RESTORE", "UNLOAD", "PUT", "GET", "UNDROP", "BULK", "COPY", "LOAD", "INSTALL", "UNINSTALL", "ATTACH", "DETACH", "FORCE":
		c.moves(i)
	case "UPDATE", "DELETE":
		c.rows(i)
	case "CREATE", "ALTER", "RENAME":
		c.define(i)
	case "DROP", "TRUNCATE", "PURGE", "SHUTDOWN", "KILL", "FLASHBACK", "VACUUM", "RECLAIM", "OPTIMIZE":
		c.removes(i)
	case "GRANT", "REVOKE", "DENY", "REASSIGN", "CHANGE", "STOP", "RECONFIGURE", "DBCC", "FLUSH", "SECURITY", "ADMIN", "SYSTEM":
		c.admin(i)
	case "CALL", "EXEC", "EXECUTE", "PREPARE", "DO":
		c.runs(i)
	case "COMMENT", "REFRESH", "REINDEX", "CLUSTER", "CHECKPOINT", "NOTIFY", "LOCK", "UNLOCK", "REPAIR", "CACHE", "UNCACHE", "MSCK", "BATCH", "APPLY", "REMARK":
		c.set(Change, "changes the database")
		if c.s.Verb == "BATCH" || c.s.Verb == "APPLY" {
			c.set(Read, "")
		}
	default:
		c.set(Unread, "statement not understood")
	}
	if c.s.Object == "" {
		c.s.Object, _ = c.name(i + 1)
	}
}

// selects judges SELECT and what may hide in it.
func (c *classifier) selects(i int) {
	c.set(Read, "")
	if f := c.has(i, "FROM"); f >= 0 {
		c.s.Object, _ = c.name(f + 1)
	}
	for j := i; j < len(c.toks); j++ {
		if !c.toks[j].Is("INTO") {
			continue
		}
		switch n := c.at(j + 1); {
		case n.Is("OUTFILE"), n.Is("DUMPFILE"):
			c.raise(File, "the server writes a file")
			path := c.at(j + 2)
			c.s.Files = append(c.s.Files, FileRef{Path: path.Text, Known: path.Kind == cut.Str, Write: true})
		case n.Kind == cut.Param, n.Is("STRICT"):
		default:
			c.raise(Change, "makes a table of the rows")
		}
	}
	c.innerWrites(i)
}

// innerWrites finds data-changing statements inside parentheses (common table
// expressions, COPY of a query).
func (c *classifier) innerWrites(i int) {
	for j := i; j < len(c.toks); j++ {
		t := c.toks[j]
		if t.Kind != cut.Word || !(c.at(j-1).Kind == cut.Sign && c.at(j-1).Text == "(") {
			continue
		}
		switch t.Up {
		case "DELETE", "UPDATE", "INSERT", "MERGE", "REPLACE", "DROP", "TRUNCATE", "ALTER", "CREATE":
		default:
			continue
		}
		if n := c.at(j + 1); n.Kind == cut.Sign {
			continue // a function of that name
		}
		end := c.closing(j - 1)
		d := classifier{toks: c.toks[j:min(end, len(c.toks))], dialect: c.dialect, depth: c.depth + 1}
		s := d.classify()
		c.raise(s.Class, s.Reason)
		if c.s.Class == s.Class && s.Object != "" {
			c.s.Object = s.Object
		}
	}
}

// with judges WITH: the statement after the list of queries counts, and so does
// each of them.
func (c *classifier) with(i int) {
	k := c.has(i+1, "SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "VALUES", "TABLE", "FROM")
	if k < 0 {
		c.set(Unread, "statement not understood")
		return
	}
	d := classifier{toks: c.toks[k:], dialect: c.dialect, depth: c.depth + 1}
	s := d.classify()
	s.Verb = "WITH " + s.Verb
	c.s = s
	c.innerWrites(i)
}

// explain judges EXPLAIN and its relatives, which run the statement only with
// ANALYZE.
func (c *classifier) explain(i int) {
	verb := c.at(i).Up
	run := verb == "ANALYZE" || verb == "ANALYSE" || verb == "PROFILE"
	j := i + 1
	for j < len(c.toks) {
		t := c.toks[j]
		switch {
		case t.Is("ANALYZE"), t.Is("ANALYSE"):
			run = true
		case t.Is("VERBOSE"), t.Is("EXTENDED"), t.Is("PARTITIONS"), t.Is("QUERY"), t.Is("PLAN"), t.Is("FOR"), t.Is("FORMATTED"), t.Is("PIPELINE"), t.Is("AST"), t.Is("SYNTAX"), t.Is("ESTIMATE"), t.Is("DISTSQL"):
		case t.Is("FORMAT"):
			if c.at(j+1).Text == "=" {
				j++
			}
			j++
		case t.Kind == cut.Sign && t.Text == "(" && j == i+1:
			end := c.closing(j)
			for k := j; k < end; k++ {
				run = run || c.toks[k].Is("ANALYZE") || c.toks[k].Is("ANALYSE")
			}
			j = end
		default:
			c.explained(verb, j, run)
			return
		}
		j++
	}
	c.set(Change, "collects statistics")
	if verb != "ANALYZE" && verb != "ANALYSE" {
		c.set(Read, "")
	}
}

func (c *classifier) explained(verb string, j int, run bool) {
	switch c.at(j).Up {
	case "SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "EXECUTE", "CREATE", "VALUES", "DECLARE", "TABLE", "REFRESH":
		if run && !(c.at(j).Is("TABLE") && (verb == "ANALYZE" || verb == "ANALYSE")) {
			c.inner(j)
			return
		}
	}
	if run && (verb == "ANALYZE" || verb == "ANALYSE") {
		c.set(Change, "collects statistics")
		return
	}
	if c.at(j).Kind == cut.Sign && run {
		c.inner(j)
		return
	}
	c.set(Read, "")
}

// pragma judges SQLite's PRAGMA (and DuckDB's): with a value it sets.
func (c *classifier) pragma(i int) {
	name, next := c.name(i + 1)
	c.s.Object = name
	if n := strings.LastIndexByte(name, '.'); n >= 0 {
		name = name[n+1:]
	}
	sets := c.at(next).Text == "=" || c.at(next).Text == "("
	c.set(Read, "")
	switch strings.ToLower(name) {
	case "wal_checkpoint", "optimize", "incremental_vacuum", "schema_version", "user_version", "application_id", "auto_vacuum", "page_size", "encoding", "journal_mode", "locking_mode":
		if sets || strings.HasPrefix(name, "wal") || strings.HasPrefix(name, "inc") || strings.HasPrefix(name, "opt") {
			c.set(Change, "changes the database file")
		}
	case "writable_schema":
		if sets {
			c.set(Destroy, "lets the schema be damaged")
		}
	case "temp_store_directory", "data_store_directory", "database_directory", "temp_directory", "secret_directory", "extension_directory", "log_query_path", "profile_output", "profiling_output":
		if sets {
			c.set(File, "names a folder for files")
		}
	case "enable_external_access", "allow_unsigned_extensions", "trusted_schema":
		if sets {
			c.set(Grant, "changes what the engine may reach")
		}
	case "rekey", "key", "hexkey", "hexrekey":
		c.set(Change, "sets the database's key")
	}
}

// control judges transactions, cursors and session commands. Blocks of
// procedural SQL begin with the same words; then the rest counts.
func (c *classifier) control(i int) {
	c.set(Read, "")
	n := c.at(i + 1)
	switch c.at(i).Up {
	case "BEGIN", "ELSE", "IF", "END":
		j := i + 1
		if c.at(i).Is("IF") || c.at(i).Is("END") && n.Is("ELSE") {
			if k := c.has(j, "BEGIN", "DROP", "DELETE", "UPDATE", "INSERT", "CREATE", "ALTER", "EXEC", "EXECUTE", "TRUNCATE", "THEN", "GRANT", "RAISERROR", "PRINT", "SELECT"); k >= 0 {
				j = k
				if c.at(k).Is("THEN") {
					j++
				}
			}
		}
		switch t := c.at(j); {
		case j >= len(c.toks), t.Kind != cut.Word, t.Is("TRAN"), t.Is("TRANSACTION"), t.Is("WORK"), t.Is("ISOLATION"), t.Is("READ"), t.Is("IMMEDIATE"), t.Is("EXCLUSIVE"), t.Is("DEFERRED"), t.Is("TRY"), t.Is("CATCH"), t.Is("NOT"), t.Is("IF"), t.Is("LOOP"), t.Is("CASE"), t.Is("WHILE"), t.Is("AND"), t.Is("NO"), t.Is("BATCH"), t.Is("UNLOGGED"), t.Is("CONCURRENT"), t.Is("RAISERROR"), t.Is("DISTRIBUTED"):
		case c.at(i).Is("END") && !n.Is("ELSE"): // a block's label
		default:
			c.inner(j)
		}
	case "START":
		if !n.Is("TRANSACTION") {
			c.set(Grant, "starts a server service")
		}
	case "CHECK", "CHECKSUM":
		c.set(Read, "")
	case "DECLARE":
		if k := c.has(i, "FOR"); k >= 0 && k+1 < len(c.toks) {
			c.inner(k + 1)
		}
	}
}

// setting judges SET and RESET.
func (c *classifier) setting(i int) {
	c.set(Read, "")
	if c.at(i).Is("RESET") {
		switch n := c.at(i + 1); {
		case n.Is("MASTER"), n.Is("SLAVE"), n.Is("REPLICA"), n.Is("BINARY"), n.Is("PERSIST"):
			c.set(Destroy, "removes the server's logs or settings")
		case n.Is("QUERY"):
			c.set(Change, "empties a cache")
		}
		return
	}
	for j := i + 1; j < len(c.toks); j++ {
		t := c.toks[j]
		switch {
		case t.Is("GLOBAL"), t.Is("PERSIST"), t.Is("PERSIST_ONLY"), t.Kind == cut.Param && strings.HasPrefix(strings.ToLower(t.Text), "@@global"), t.Kind == cut.Param && strings.HasPrefix(strings.ToLower(t.Text), "@@persist"):
			c.raise(Grant, "changes a setting of the whole server")
		case j == i+1 && (t.Is("PASSWORD") || t.Is("ROLE") || t.Is("DEFAULT")), c.words(j, "SESSION", "AUTHORIZATION"):
			c.raise(Grant, "changes the acting account or a password")
		}
	}
}
