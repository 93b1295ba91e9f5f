package sqltext

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/sqltext/cut"
)

// moves judges statements that bring data in and out, and those that load code.
func (c *classifier) moves(i int) {
	n := c.at(i + 1)
	switch c.at(i).Up {
	case "INSERT", "REPLACE", "UPSERT", "MERGE":
		c.set(Change, "adds or changes rows")
		k := c.skip(i+1, "INTO", "OR", "IGNORE", "REPLACE", "ABORT", "FAIL", "ROLLBACK", "LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "OVERWRITE", "TABLE", "FUNCTION")
		c.s.Object, _ = c.name(k)
		if n.Is("OVERWRITE") {
			c.set(Destroy, "replaces all rows of a table")
		}
		if c.words(i+1, "OVERWRITE", "LOCAL") || c.words(i+1, "OVERWRITE", "DIRECTORY") {
			c.set(File, "the server writes files")
		}
		c.innerWrites(i)
	case "LOAD":
		if n.Is("DATA") || n.Is("XML") || n.Is("CSV") {
			c.set(File, "loads a file into a table")
			if k := c.has(i, "INFILE"); k >= 0 {
				c.s.Files = append(c.s.Files, FileRef{Path: c.at(k + 1).Text, Known: c.at(k+1).Kind == cut.Str, Local: c.has(i, "LOCAL") >= 0})
			}
			return
		}
		c.set(Exec, "loads code into the engine")
	case "INSTALL", "UNINSTALL", "FORCE":
		c.set(Exec, "installs code into the engine")
	case "COPY":
		c.copies(i)
	case "ATTACH":
		c.set(File, "opens another database file")
		k := c.skip(i+1, "DATABASE", "IF", "NOT", "EXISTS", "OR", "REPLACE")
		c.s.Object = c.at(k).Text
		c.s.Files = append(c.s.Files, FileRef{Path: c.at(k).Text, Known: c.at(k).Kind == cut.Str, Write: true, Local: true})
		if c.at(k).Text == ":memory:" {
			c.set(Read, "")
			c.s.Files = nil
		}
	case "DETACH":
		c.set(Read, "")
		if c.dialect == ClickHouse || n.Is("TABLE") || n.Is("VIEW") || n.Is("DICTIONARY") || c.has(i, "PERMANENTLY") >= 0 {
			c.set(Destroy, "takes a table out of the database")
		}
	case "RESTORE":
		c.set(Destroy, "replaces data by a backup")
	case "UNDROP":
		c.set(Change, "changes the database")
	case "BULK":
		c.set(File, "loads a file into a table")
		c.fileAfter(i, "FROM", false)
	default: // IMPORT, EXPORT, BACKUP, UNLOAD, PUT, GET
		c.set(File, "moves data between the database and files")
		write := c.at(i).Up != "IMPORT" && c.at(i).Up != "PUT"
		local := c.dialect == DuckDB || c.at(i).Is("PUT") || c.at(i).Is("GET")
		for j := i + 1; j < len(c.toks); j++ {
			if c.toks[j].Kind == cut.Str {
				c.s.Files = append(c.s.Files, FileRef{Path: strings.TrimPrefix(c.toks[j].Text, "file://"), Known: true, Write: write, Local: local})
				break
			}
		}
	}
}

// fileAfter notes the file named after a word.
func (c *classifier) fileAfter(i int, w string, write bool) {
	if k := c.has(i, w); k >= 0 {
		t := c.at(k + 1)
		c.s.Files = append(c.s.Files, FileRef{Path: t.Text, Known: t.Kind == cut.Str, Write: write, Local: c.dialect == DuckDB})
	}
}

// copies judges COPY: rows between the server and a stream, a file or a program.
func (c *classifier) copies(i int) {
	c.set(Unread, "statement not understood")
	k := c.has(i, "FROM", "TO", "INTO")
	if k < 0 {
		return
	}
	write := c.at(k).Is("TO")
	switch n := c.at(k + 1); {
	case n.Is("PROGRAM"):
		c.set(Exec, "the server runs a program")
		if c.at(k+2).Kind == cut.Str {
			c.s.Shell = c.at(k + 2).Text
		}
		c.s.Object = c.s.Shell
	case n.Is("STDOUT"):
		c.set(Read, "")
	case n.Is("STDIN"):
		c.set(Change, "adds rows")
	case c.at(k).Is("INTO"), n.Kind == cut.Sign && n.Text == "@":
		c.set(File, "moves data between the database and files")
	default:
		c.set(File, "loads a file into a table")
		if write {
			c.set(File, "writes rows to a file")
		}
		path := n.Text
		known := n.Kind == cut.Str
		if known && strings.Contains(path, "://") {
			known = false
		}
		c.s.Files = append(c.s.Files, FileRef{Path: path, Known: known, Write: write, Local: c.dialect == DuckDB || c.dialect == CQL})
	}
	c.innerWrites(i)
}

// define judges CREATE, ALTER and RENAME.
func (c *classifier) define(i int) {
	k := c.skip(i+1, "OR", "REPLACE", "TEMP", "TEMPORARY", "GLOBAL", "LOCAL", "UNIQUE", "UNLOGGED", "MATERIALIZED", "FOREIGN", "EXTERNAL", "TRUSTED", "PROCEDURAL", "LANGUAGE_", "AGGREGATE", "IF", "NOT", "EXISTS", "VIRTUAL", "DEFINER", "EVENT_", "RECURSIVE", "CONSTRAINT", "PUBLIC", "SECURE")
	obj := c.at(k)
	c.s.Object, _ = c.name(c.skip(k+1, "IF", "NOT", "EXISTS", "CONCURRENTLY", "ONLY"))
	c.s.Verb = c.at(i).Up + " " + obj.Up
	c.set(Change, "changes the structure")
	switch obj.Up {
	case "USER", "ROLE", "GROUP", "LOGIN", "POLICY", "PROFILE", "DEFAULT", "CREDENTIAL", "SECRET", "QUOTA", "AUTHENTICATION", "MASKING", "CERTIFICATE", "KEY":
		c.set(Grant, "changes accounts or rights")
		if obj.Is("USER") && c.words(k+1, "MAPPING") {
			c.set(Grant, "stores a password for another server")
		}
	case "SYSTEM", "INSTANCE", "SERVER":
		c.set(Grant, "changes the server")
	case "EXTENSION", "LANGUAGE", "PLUGIN", "LIBRARY", "ASSEMBLY":
		c.codeObject(obj.Up)
	case "FUNCTION", "PROCEDURE":
		c.codeObject(obj.Up)
	}
	if c.at(i).Is("ALTER") || c.at(i).Is("RENAME") {
		c.alters(k)
	}
	if obj.Up == "TABLE" || obj.Up == "DATABASE" || obj.Up == "SCHEMA" {
		if c.words(i+1, "OR", "REPLACE") {
			c.set(Destroy, "replaces a table and its rows")
		}
	}
	c.options(i)
	c.innerWrites(i)
}

// codeObject judges objects that bring code into the server.
func (c *classifier) codeObject(kind string) {
	switch kind {
	case "LIBRARY", "ASSEMBLY", "PLUGIN", "LANGUAGE":
		c.set(Exec, "loads code into the server")
		return
	case "EXTENSION":
		switch name := strings.ToLower(c.s.Object); {
		case strings.HasPrefix(name, "plpython"), strings.HasSuffix(name, "u"), name == "plsh", name == "file_fdw", name == "adminpack", name == "dblink", name == "pg_cron", name == "http", name == "plrust", name == "lo":
			c.set(Exec, "adds a language or functions that reach files and programs")
		}
		return
	}
	for j, t := range c.toks {
		switch {
		case t.Is("SONAME"):
			c.set(Exec, "loads a library into the server")
		case t.Is("LANGUAGE"):
			switch lang := strings.ToLower(c.at(j + 1).Text); lang {
			case "sql", "plpgsql", "java_script", "plv8", "plpgsql_", "javascript", "plperl", "pltcl":
			default:
				c.set(Exec, "defines a function in "+lang+", which reaches files and programs")
			}
		}
	}
}

// alters looks for the parts of ALTER that lose something.
func (c *classifier) alters(k int) {
	for j := k; j < len(c.toks); j++ {
		t := c.toks[j]
		if t.Kind != cut.Word {
			continue
		}
		switch t.Up {
		case "DROP":
			n := c.at(j + 1)
			if n.Is("NOT") || n.Is("DEFAULT") || n.Is("IDENTITY") || n.Is("EXPRESSION") {
				continue
			}
			c.raise(Destroy, "drops a part of the structure")
		case "TRUNCATE", "DETACH", "DISCARD", "PURGE", "SWITCH":
			c.raise(Destroy, "takes rows out of a table")
		case "DELETE":
			if !c.at(j - 1).Is("ON") {
				c.raise(Destroy, "deletes rows")
			}
		case "OWNER", "DISABLE", "BYPASSRLS", "SUPERUSER":
			c.raise(Grant, "changes ownership or protection")
		case "UPDATE":
			if c.dialect == ClickHouse {
				c.raise(Change, "changes rows")
			}
		}
	}
}

// options finds programs in the options of foreign tables and settings.
func (c *classifier) options(i int) {
	for j := i; j < len(c.toks); j++ {
		switch name := strings.ToLower(c.toks[j].Text); name {
		case "program", "archive_command", "restore_command", "ssl_passphrase_command", "archive_cleanup_command", "recovery_end_command", "shared_preload_libraries", "session_preload_libraries", "local_preload_libraries", "dynamic_library_path", "plugin_load", "init_connect":
			if n := c.at(j + 1); n.Kind == cut.Str || n.Text == "=" || n.Is("TO") {
				c.raise(Exec, "names a program or library that the server runs")
			}
		}
	}
}

// removes judges what takes away.
func (c *classifier) removes(i int) {
	n := c.at(i + 1)
	switch c.at(i).Up {
	case "DROP":
		k := c.skip(i+1, "TEMPORARY", "MATERIALIZED", "FOREIGN", "EXTERNAL", "UNIQUE", "PUBLIC")
		c.s.Verb = "DROP " + c.at(k).Up
		c.s.Object, _ = c.name(c.skip(k+1, "IF", "EXISTS", "CONCURRENTLY"))
		c.set(Destroy, "drops a "+strings.ToLower(c.at(k).Text))
	case "TRUNCATE":
		c.s.Object, _ = c.name(c.skip(i+1, "TABLE", "ONLY", "IF", "EXISTS", "DATABASE"))
		c.set(Destroy, "removes all rows")
	case "VACUUM":
		c.set(Change, "rewrites storage")
		if k := c.has(i, "INTO"); k >= 0 {
			c.set(File, "writes a copy of the database")
			c.s.Files = append(c.s.Files, FileRef{Path: c.at(k + 1).Text, Known: c.at(k+1).Kind == cut.Str, Write: true, Local: true})
		}
		if n.Is("RETAIN") || c.has(i, "RETAIN") >= 0 {
			c.set(Destroy, "removes old versions")
		}
	case "OPTIMIZE":
		c.set(Change, "rewrites storage")
	case "PURGE":
		c.set(Destroy, "removes logs or dropped objects")
	case "SHUTDOWN":
		c.set(Destroy, "stops the server")
	case "KILL":
		c.set(Destroy, "ends other sessions")
	default:
		c.set(Destroy, "takes the database back in time")
	}
}

// admin judges rights, replication and server commands.
func (c *classifier) admin(i int) {
	c.set(Grant, "changes rights or the server")
	switch c.at(i).Up {
	case "FLUSH":
		c.set(Change, "empties caches or logs of the server")
	case "REASSIGN":
		c.set(Grant, "changes ownership")
	case "GRANT", "REVOKE", "DENY":
		if k := c.has(i, "ON"); k >= 0 {
			c.s.Object, _ = c.name(c.skip(k+1, "TABLE", "DATABASE", "SCHEMA", "ALL", "TABLES", "IN"))
		}
	case "SYSTEM":
		if c.has(i, "DROP", "SHUTDOWN", "KILL", "STOP", "RESET") >= 0 {
			c.set(Destroy, "stops or empties a part of the server")
		}
	}
}

// runs judges CALL, EXECUTE, PREPARE and DO.
func (c *classifier) runs(i int) {
	c.set(Unread, "runs a stored procedure")
	j := i + 1
	switch c.at(i).Up {
	case "PREPARE":
		k := c.has(i, "AS", "FROM")
		switch {
		case k < 0:
		case c.at(k).Is("AS"):
			c.inner(k + 1)
		case c.at(k+1).Kind == cut.Str:
			c.s.Reason = ""
			c.inText(c.at(k + 1).Text)
		}
	case "DO":
		for ; j < len(c.toks); j++ {
			if c.toks[j].Kind == cut.Str {
				c.block(c.toks[j].Text)
				return
			}
		}
		c.set(Read, "") // MySQL: evaluates expressions; functions are looked at later
	default:
		if c.at(j).Is("IMMEDIATE") {
			j++
		}
		t := c.at(j)
		if t.Kind == cut.Sign && t.Text == "(" && c.at(j+1).Kind == cut.Str {
			t = c.at(j + 1)
		}
		if t.Kind == cut.Str {
			c.s.Reason = ""
			c.inText(t.Text)
			return
		}
		c.procedure(j)
	}
}

// procedure judges a stored procedure by its name.
func (c *classifier) procedure(j int) {
	full, _ := c.name(j)
	name := strings.ToLower(full)
	if n := strings.LastIndexByte(name, '.'); n >= 0 {
		name = name[n+1:]
	}
	switch {
	case strings.HasPrefix(name, "xp_"), strings.HasPrefix(name, "sp_oa"), name == "sp_execute_external_script", name == "sys_exec":
		c.set(Exec, "the server runs a program")
		if p := c.at(j + 1); p.Kind == cut.Str {
			c.s.Shell = p.Text
		}
	case name == "sp_executesql", name == "sp_configure", name == "sp_addsrvrolemember", name == "sp_addlogin", name == "sp_password":
		c.set(Grant, "changes the server")
		if name == "sp_executesql" {
			c.set(Unread, "runs statements from a string")
			if p := c.at(j + 1); p.Kind == cut.Str {
				c.s.Reason = ""
				c.inText(p.Text)
			}
		}
	case strings.HasPrefix(name, "sp_help"), name == "sp_columns", name == "sp_tables", name == "sp_who", name == "sp_who2", name == "sp_spaceused", name == "sp_databases", name == "sp_depends", name == "sp_pkeys", name == "sp_fkeys", name == "sp_lock":
		c.set(Read, "")
	case strings.HasPrefix(name, "sp_drop"), strings.HasPrefix(name, "sp_delete"), name == "sp_detach_db":
		c.set(Destroy, "drops an object")
	}
}

// block judges the body of an anonymous block: its statements are found by
// verb, whatever stands around them.
func (c *classifier) block(src string) {
	if c.depth >= maxNesting {
		c.set(Unread, "statements nested too deep")
		return
	}
	c.set(Change, "runs a block of code")
	toks, whole := cut.Tokens(src, c.dialect)
	for j, t := range toks {
		if t.Kind != cut.Word {
			continue
		}
		switch t.Up {
		case "DROP", "TRUNCATE", "DELETE", "UPDATE", "ALTER", "GRANT", "REVOKE", "COPY", "SELECT", "PERFORM", "CREATE", "INSERT":
			d := classifier{toks: toks[j:], dialect: c.dialect, depth: c.depth + 1}
			if t.Up == "PERFORM" {
				continue
			}
			s := d.classify()
			c.raise(s.Class, s.Reason)
		case "EXECUTE":
			c.raise(Unread, "runs statements from a string")
		}
	}
	if !whole {
		c.raise(Unread, "block not understood")
	}
}
