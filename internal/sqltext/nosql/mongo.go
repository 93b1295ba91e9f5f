package nosql

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/sqltext"
	"github.com/sentinelgate/sentinel/internal/sqltext/cut"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// mongoTable sorts the methods that mongosh scripts call.
var mongoTable = [...]struct {
	class  sqltext.Class
	reason string
	names  string // separated by blanks
}{
	{sqltext.Read, "", "find findOne countDocuments count estimatedDocumentCount distinct aggregate explain limit skip sort toArray forEach map pretty next hasNext size itcount getCollection getCollectionNames getCollectionInfos getSiblingDB getName getIndexes getMongo stats dataSize storageSize totalSize totalIndexSize isCapped serverStatus hello isMaster version currentOp hostInfo getProfilingStatus getProfilingLevel getUser getRole getReplicationInfo printReplicationInfo printCollectionStats listCommands help status conf printShardingStatus collation comment hint batchSize maxTimeMS noCursorTimeout readConcern readPref returnKey showRecordId projection allowDiskUse latencyStats indexStats validate print printjson log tojson stringify parse ObjectId ISODate Date NumberLong NumberInt NumberDecimal UUID Timestamp quit exit keys length slice join concat push filter reduce includes indexOf toString toISOString getTime startsWith endsWith match test replace split trim toLowerCase toUpperCase parseInt parseFloat Number String Array from isArray entries values Object assign Math round floor max min sum now getFullYear sleep setReadPref getShardDistribution getPlanCache list isEmpty close returnDocument dir table valueOf getTimestamp toFixed localeCompare padStart padEnd some every flat flatMap reverse"},
	{sqltext.Change, "changes data", "insert insertOne insertMany update updateOne updateMany replaceOne save bulkWrite findAndModify findOneAndUpdate findOneAndReplace findOneAndDelete deleteOne createCollection createIndex createIndexes createView ensureIndex renameCollection convertToCapped setProfilingLevel compact reIndex cloneCollection initializeOrderedBulkOp initializeUnorderedBulkOp execute unhideIndex hideIndex upsert enableSharding shardCollection"},
	{sqltext.Destroy, "removes data or stops the server", "dropDatabase drop dropIndex dropIndexes shutdownServer removeShard killOp fsyncLock dropSearchIndex killSessions stepDown removeUser"},
	{sqltext.Grant, "changes accounts or the server", "createUser updateUser dropUser dropAllUsers grantRolesToUser revokeRolesFromUser createRole updateRole dropRole dropAllRoles changeUserPassword initiate reconfig add addShard grantPrivilegesToRole revokePrivilegesFromRole setFeatureCompatibilityVersion auth logout setSecondaryOk"},
	{sqltext.Exec, "runs code or a program", "eval Function require exec execSync spawn spawnSync execFile execFileSync fork runProgram rawRunProgram run load import system mapReduce constructor setTimeout setInterval"},
	{sqltext.File, "reaches files or another host", "cat writeFile writeFileSync readFileSync readFile appendFileSync unlinkSync unlink rmSync rm createWriteStream createReadStream removeFile copyFile mkdirSync cd fetch request connect Mongo copyDatabase cloneDatabase"},
}

// Mongo judges a mongosh script: one statement for each method call that it
// makes. Methods called by a computed name, and unknown ones, are sqltext.Unread.
func Mongo(js string) []sqltext.Statement {
	if len(js) > sqltext.MaxSource {
		return []sqltext.Statement{{Verb: "?", Reason: "text too long to read", End: len(js)}}
	}
	m := mongoReader{src: js}
	m.lex()
	m.calls()
	return m.out
}

type mongoReader struct {
	src  string
	toks []cut.Token
	out  []sqltext.Statement
}

func (m *mongoReader) unread(reason string, start, end int) {
	m.emit(sqltext.Statement{Verb: "?", Reason: reason, Start: start, End: end})
}

func (m *mongoReader) emit(s sqltext.Statement) {
	if len(m.out) < sqltext.MaxStatements {
		m.out = append(m.out, s)
	} else if len(m.out) == sqltext.MaxStatements {
		m.out = append(m.out, sqltext.Statement{Verb: "?", Reason: "too many statements", Start: s.Start, End: len(m.src)})
	}
}

// lex cuts JavaScript into words, literals and signs.
func (m *mongoReader) lex() {
	s := m.src
	for i := 0; i < len(s); {
		c := s[i]
		start := i
		switch {
		case cut.IsSpace(c):
			i++
		case strings.HasPrefix(s[i:], "//"):
			i = cut.LineEnd(s, i)
		case strings.HasPrefix(s[i:], "/*"):
			n := strings.Index(s[i+2:], "*/")
			if n < 0 {
				m.unread("comment without an end", i, len(s))
				return
			}
			i += n + 4
		case c == '"' || c == '\'' || c == '`':
			text, next, ok := jsString(s, i)
			if !ok {
				m.unread("string without an end or with an escape", i, len(s))
				if next <= i {
					return
				}
			}
			i = next
			m.toks = append(m.toks, cut.Token{Kind: cut.Str, Text: text, Start: start, End: i})
		case c == '/' && m.regexHere():
			i = m.regex(i)
			if i < 0 {
				return
			}
		case cut.IsLetter(c) || c == '$':
			for i < len(s) && (cut.IsLetter(s[i]) || cut.IsDigit(s[i]) || s[i] == '$') {
				i++
			}
			m.toks = append(m.toks, cut.Token{Kind: cut.Word, Text: s[start:i], Start: start, End: i})
		case cut.IsDigit(c):
			for i < len(s) && (cut.IsLetter(s[i]) || cut.IsDigit(s[i])) {
				i++
			}
			m.toks = append(m.toks, cut.Token{Kind: cut.Number, Text: s[start:i], Start: start, End: i})
		case c == '\\':
			m.unread("escaped name", i, len(s))
			return
		default:
			i++
			m.toks = append(m.toks, cut.Token{Kind: cut.Sign, Text: s[start:i], Start: start, End: i})
		}
	}
}

// jsString reads a string; a template with ${ } or an escape that spells
// characters is not decoded.
func jsString(s string, i int) (text string, next int, ok bool) {
	ok = true
	for j := i + 1; j < len(s); j++ {
		switch {
		case s[j] == '\\':
			if j+1 < len(s) && (s[j+1] == 'x' || s[j+1] == 'u' || cut.IsDigit(s[j+1])) {
				ok = false
			}
			j++
		case s[i] == '`' && strings.HasPrefix(s[j:], "${"):
			return "", i, false
		case s[j] == s[i]:
			return s[i+1 : j], j + 1, ok
		}
	}
	return "", i, false
}

func (m *mongoReader) regexHere() bool {
	if len(m.toks) == 0 {
		return true
	}
	t := m.toks[len(m.toks)-1]
	return t.Kind == cut.Sign && t.Text != ")" && t.Text != "]" && t.Text != "}"
}

func (m *mongoReader) regex(i int) int {
	for j := i + 1; j < len(m.src); j++ {
		switch m.src[j] {
		case '\\':
			j++
		case '[':
			if n := strings.IndexByte(m.src[j:], ']'); n > 0 {
				j += n
			}
		case '\n':
			m.unread("regular expression without an end", i, len(m.src))
			return -1
		case '/':
			m.toks = append(m.toks, cut.Token{Kind: cut.Number, Text: "/", Start: i, End: j + 1})
			return j + 1
		}
	}
	m.unread("regular expression without an end", i, len(m.src))
	return -1
}

func (m *mongoReader) at(i int) cut.Token {
	if i >= 0 && i < len(m.toks) {
		return m.toks[i]
	}
	return cut.Token{Kind: cut.Sign}
}

// calls finds method calls and what else matters.
func (m *mongoReader) calls() {
	for i, t := range m.toks {
		switch {
		case t.Kind == cut.Word && m.at(i+1).Text == "(" && m.at(i+1).Kind == cut.Sign:
			m.call(t.Text, i, i+1)
		case t.Kind == cut.Str && m.at(i-1).Text == "[" && m.at(i+1).Text == "]" && m.at(i+2).Text == "(":
			m.call(t.Text, i, i+2)
		case t.Text == "]" && t.Kind == cut.Sign && m.at(i+1).Text == "(" && m.at(i+1).Kind == cut.Sign && (m.at(i-1).Kind != cut.Str || m.at(i-2).Text != "["):
			m.unread("method called by a computed name", t.Start, t.End)
		case t.Kind == cut.Sign && t.Text == "=" && m.at(i-1).Kind == cut.Word && m.at(i+1).Kind == cut.Word && m.at(i+1).Text == "db" && m.at(i+2).Text == "[":
			m.unread("method taken by a computed name", t.Start, t.End)
		case t.Kind == cut.Word && (t.Text == "process" || t.Text == "globalThis" || t.Text == "global" || t.Text == "child_process"):
			m.emit(sqltext.Statement{Verb: t.Text, Class: sqltext.Exec, Reason: "reaches outside of the shell", Start: t.Start, End: t.End})
		case t.Kind == cut.Word && (t.Text == "$out" || t.Text == "$merge") || t.Kind == cut.Str && (t.Text == "$out" || t.Text == "$merge"):
			m.emit(sqltext.Statement{Verb: t.Text, Class: sqltext.Change, Reason: "writes the result to a collection", Start: t.Start, End: t.End})
		case (t.Kind == cut.Word || t.Kind == cut.Str) && (t.Text == "$where" || t.Text == "$function" || t.Text == "$accumulator"):
			m.emit(sqltext.Statement{Verb: t.Text, Class: sqltext.Change, Reason: "runs code in the server", Start: t.Start, End: t.End})
		case t.Kind == cut.Word && m.at(i-1).Text == "." && acts(t.Text):
			// Handed on, not called: somebody else calls it.
			m.unread("method "+t.Text+" handed on", t.Start, t.End)
		case t.Kind == cut.Word && (t.Text == "show" || t.Text == "use") && m.at(i+1).Kind == cut.Word && i == 0:
			m.emit(sqltext.Statement{Verb: t.Text, Class: sqltext.Read, Start: t.Start, End: m.at(i + 1).End})
		}
	}
}

// acts tells whether a method removes data or runs code.
func acts(name string) bool {
	for _, e := range mongoTable {
		if (e.class == sqltext.Destroy || e.class == sqltext.Exec) && wordlist.Has(e.names, name) {
			return true
		}
	}
	return name == "deleteMany" || name == "remove"
}

// call judges one call of name, whose argument list opens at token open.
func (m *mongoReader) call(name string, i, open int) {
	switch name {
	case "if", "for", "while", "switch", "catch", "function", "return", "typeof", "await", "in", "of":
		return
	}
	s := sqltext.Statement{Verb: name, Start: m.toks[i].Start, End: m.at(open).End, Reason: "method not understood"}
	if o := m.at(i - 2); m.at(i-1).Text == "." && o.Kind == cut.Word {
		s.Object = o.Text
	}
	if m.at(i-1).Kind == cut.Word && m.at(i-1).Text == "function" {
		return
	}
	for _, e := range mongoTable {
		if wordlist.Has(e.names, name) {
			s.Class, s.Reason = e.class, e.reason
			break
		}
	}
	all := m.everything(open)
	switch name {
	case "deleteMany", "remove":
		s.Class, s.Reason = sqltext.Change, "removes documents"
		if all {
			s.Class, s.Reason = sqltext.Destroy, "removes every document"
		}
	case "updateMany", "update":
		if all {
			s.Class, s.Reason = sqltext.Destroy, "changes every document"
		}
	case "runCommand", "adminCommand":
		s.Class, s.Reason = m.command(open)
	}
	m.emit(s)
}

// everything tells whether the first argument is missing or an empty filter.
func (m *mongoReader) everything(open int) bool {
	a, b := m.at(open+1), m.at(open+2)
	return a.Text == ")" || a.Text == "{" && b.Text == "}" || a.Kind == cut.Word && a.Text != "filter" && a.Text != "q" && (a.Text == "null" || a.Text == "undefined")
}

// command judges runCommand by the first key of its document.
func (m *mongoReader) command(open int) (sqltext.Class, string) {
	t := m.at(open + 1)
	if t.Text == "{" {
		t = m.at(open + 2)
	}
	if t.Kind != cut.Word && t.Kind != cut.Str {
		return sqltext.Unread, "command not understood"
	}
	switch name := strings.ToLower(t.Text); name {
	case "ping", "buildinfo", "serverstatus", "hello", "ismaster", "dbstats", "collstats", "listcollections", "listdatabases", "listindexes", "find", "count", "distinct", "aggregate", "explain", "connectionstatus", "getparameter", "hostinfo", "getlog", "validate", "usersinfo", "rolesinfo", "replsetgetstatus", "getcmdlineopts", "top", "whatsmyuri":
		return sqltext.Read, ""
	case "insert", "update", "findandmodify", "create", "createindexes", "collmod", "renamecollection", "delete", "compact", "reindex":
		return sqltext.Change, "changes data"
	case "drop", "dropdatabase", "dropindexes", "shutdown", "killop", "fsync", "killallsessions":
		return sqltext.Destroy, "removes data or stops the server"
	case "eval", "mapreduce":
		return sqltext.Exec, "runs code in the server"
	}
	return sqltext.Unread, "command not understood"
}
