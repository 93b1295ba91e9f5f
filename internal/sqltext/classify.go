package sqltext

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/sqltext/cut"
)

// classifier judges the tokens of one statement.
type classifier struct {
	toks    []cut.Token
	dialect Dialect
	depth   int
	s       Statement
}

// at returns token i, or a sign without text beyond the end.
func (c *classifier) at(i int) cut.Token {
	if i >= 0 && i < len(c.toks) {
		return c.toks[i]
	}
	return cut.Token{Kind: cut.Sign}
}

// words tells whether the bare words ws stand at i.
func (c *classifier) words(i int, ws ...string) bool {
	for k, w := range ws {
		if !c.at(i + k).Is(w) {
			return false
		}
	}
	return true
}

// has returns the index of the first bare word w at nesting level 0 from i on,
// or -1.
func (c *classifier) has(i int, ws ...string) int {
	depth := 0
	for ; i < len(c.toks); i++ {
		t := c.toks[i]
		if t.Kind == cut.Sign {
			switch t.Text {
			case "(", "[":
				depth++
			case ")", "]":
				depth--
			}
		}
		if depth == 0 && t.Kind == cut.Word {
			for _, w := range ws {
				if t.Up == w {
					return i
				}
			}
		}
	}
	return -1
}

// raise gives the statement a class unless it has a worse one.
func (c *classifier) raise(class Class, reason string) {
	if class.Rank() > c.s.Class.Rank() || c.s.Class == Unread && class != Unread && c.s.Reason == "" {
		c.s.Class, c.s.Reason = class, reason
	}
}

// set gives the statement its first class.
func (c *classifier) set(class Class, reason string) {
	c.s.Class, c.s.Reason = class, reason
}

func (c *classifier) classify() Statement {
	if c.depth > maxNesting {
		return Statement{Verb: "?", Reason: "statements nested too deep"}
	}
	i := 0
	for c.at(i).Text == "(" && c.at(i).Kind == cut.Sign { // (SELECT ...) UNION ...
		i++
	}
	first := c.at(i)
	if first.Kind != cut.Word {
		c.s.Verb, c.s.Reason = "?", "statement not understood"
		return c.s
	}
	c.s.Verb = first.Up
	c.verb(i)
	c.whole()
	return c.s
}

// inner judges the rest of the tokens as a statement of its own.
func (c *classifier) inner(i int) {
	if i >= len(c.toks) {
		c.set(Unread, "statement not understood")
		return
	}
	d := classifier{toks: c.toks[i:], dialect: c.dialect, depth: c.depth + 1}
	s := d.classify()
	s.Verb = c.s.Verb + " " + s.Verb
	c.s = s
}

// inText judges SQL text inside of a statement.
func (c *classifier) inText(src string) {
	if c.depth >= maxNesting {
		c.set(Unread, "statements nested too deep")
		return
	}
	sts := parse(src, c.dialect, c.depth+1)
	for _, s := range sts {
		if s.Class.Rank() > c.s.Class.Rank() || c.s.Reason == "" {
			c.s.Class, c.s.Reason, c.s.Object = s.Class, s.Reason, s.Object
		}
		c.s.Files = append(c.s.Files, s.Files...)
	}
}

// whole looks at what counts wherever it stands in a statement: functions with
// effects, tables with credentials, variables that a client replaces by text.
func (c *classifier) whole() {
	if c.s.Class == Unread && c.s.Reason != "" && c.s.Verb == "?" {
		return
	}
	from := c.has(0, "FROM") >= 0
	if c.dialect == SQLServer {
		c.unseparated()
	}
	for i, t := range c.toks {
		switch t.Kind {
		case cut.Word, cut.Ident:
			if n := c.at(i + 1); n.Kind == cut.Sign && n.Text == "(" && !c.introduces(i) {
				c.function(i, from)
			}
			c.secretName(i)
			if t.Kind == cut.Ident && strings.ContainsAny(t.Text, "./~") { // DuckDB reads a file of that name
				c.fileTable(i)
			}
		case cut.Param:
			c.variable(t)
		case cut.Str:
			c.fileTable(i)
		}
	}
}

// introduces tells whether the name at i is defined or listed there, not called.
func (c *classifier) introduces(i int) bool {
	switch p := c.at(i - 1); {
	case p.Kind == cut.Word:
		switch p.Up {
		case "INTO", "TABLE", "FUNCTION", "PROCEDURE", "EXISTS", "REFERENCES", "ON", "INDEX", "AGGREGATE", "TYPE", "CALL", "EXEC", "EXECUTE", "AS", "VIEW", "COPY", "UPDATE", "JOIN":
			return p.Up != "JOIN" && p.Up != "EXISTS" && p.Up != "ON" && p.Up != "AS" || c.s.Verb != "SELECT" && p.Up != "JOIN"
		}
	}
	return false
}

// variable minds psql's :name and sqlcmd's $(name): text put in before parsing.
func (c *classifier) variable(t cut.Token) {
	switch {
	case c.dialect == PostgreSQL && t.Text[0] == ':' && !t.Joined,
		strings.HasPrefix(t.Text, "$") && (len(t.Text) == 1 || t.Text[1] == '{' || !(t.Text[1] >= '0' && t.Text[1] <= '9')),
		c.dialect == Oracle && t.Text[0] == '&':
		c.raise(Unread, "variable "+t.Text+" is put into the text")
	}
}

// secretName marks the system tables and columns that hold credentials.
func (c *classifier) secretName(i int) {
	name := strings.ToLower(c.toks[i].Text)
	switch name {
	case "pg_shadow", "pg_authid", "pg_user_mapping", "pg_user_mappings", "sql_logins", "syslogins", "sysxlogins", "global_priv", "user$", "decrypted_secrets", "pg_subscription", "duckdb_secrets":
	case "user", "db", "proxies_priv", "slave_master_info":
		if p := c.at(i - 1); !(p.Text == "." && strings.EqualFold(c.at(i-2).Text, "mysql")) {
			return
		}
	case "users", "named_collections":
		if p := c.at(i - 1); !(p.Text == "." && strings.EqualFold(c.at(i-2).Text, "system")) {
			return
		}
	default:
		return
	}
	if c.s.Class == Read || c.s.Class == Change || c.s.Class == File {
		c.raise(Secret, "reads stored credentials ("+name+")")
	}
}

// fileTable notes files that stand in the place of a table, as DuckDB and
// ClickHouse's local client have it.
func (c *classifier) fileTable(i int) {
	if c.dialect != DuckDB {
		return
	}
	if p := c.at(i - 1); p.Is("FROM") || p.Is("JOIN") {
		if c.s.Verb != "COPY" && c.s.Verb != "IMPORT" && c.s.Verb != "INSTALL" && c.s.Verb != "LOAD" {
			c.localRead(c.toks[i].Text)
		}
	}
}

// localRead notes a file, or an address, that the client itself reads.
func (c *classifier) localRead(path string) {
	c.s.Files = append(c.s.Files, FileRef{Path: path, Known: path != "", Local: true})
	if strings.Contains(path, "://") && c.s.Class == Read {
		c.raise(File, "fetches from "+path)
	}
}

// name joins the tokens of a possibly qualified name at i.
func (c *classifier) name(i int) (string, int) {
	var b strings.Builder
	for i < len(c.toks) {
		t := c.toks[i]
		if t.Kind != cut.Word && t.Kind != cut.Ident && t.Kind != cut.Str {
			break
		}
		b.WriteString(t.Text)
		i++
		if c.at(i).Text != "." || c.at(i).Kind != cut.Sign {
			break
		}
		for c.at(i).Text == "." && c.at(i).Kind == cut.Sign { // SQL Server: db..name
			b.WriteByte('.')
			i++
		}
	}
	return b.String(), i
}

// skip passes over the optional words at i.
func (c *classifier) skip(i int, ws ...string) int {
	for again := true; again; {
		again = false
		for _, w := range ws {
			if c.at(i).Is(w) {
				i++
				again = true
			}
		}
	}
	return i
}

// closing returns the index of the parenthesis that closes the one at i.
func (c *classifier) closing(i int) int {
	depth := 0
	for j := i; j < len(c.toks); j++ {
		if c.toks[j].Kind != cut.Sign {
			continue
		}
		switch c.toks[j].Text {
		case "(", "[":
			depth++
		case ")", "]":
			if depth--; depth <= 0 {
				return j
			}
		}
	}
	return len(c.toks)
}
