package sqltext

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/sqltext/cut"
)

// funcEntry gives the class of functions that do more than compute. In names a
// trailing * stands for any ending.
type funcEntry struct {
	names  string
	class  Class
	reason string
	file   fileUse
}

type fileUse uint8

const (
	noFile fileUse = iota
	serverRead
	serverWrite
	localRead
	localWrite
	shellArg
)

// funcTable is the one list of functions with effects, of all dialects.
var funcTable = [...]funcEntry{
	{"sys_exec sys_eval sys_bineval xp_cmdshell shell_exec system", Exec, "the server runs a program", shellArg},
	{"load_extension fts3_tokenizer", Exec, "loads code into the engine", noFile},
	{"edit", Exec, "starts an editor", noFile},
	{"executable", Exec, "the server runs a program", noFile},
	{"openrowset opendatasource openquery", File, "reads from another source", noFile},
	{"pg_read_file pg_read_binary_file pg_ls_dir pg_stat_file pg_ls_* lo_import load_file bfilename pg_current_logfile_read", File, "the server reads a file", serverRead},
	{"lo_export pg_file_write pg_file_rename pg_file_unlink", File, "the server writes a file", serverWrite},
	{"readfile read_text read_blob", Read, "", localRead},
	{"read_csv read_csv_auto read_json read_json_auto read_json_objects read_ndjson read_ndjson_auto read_parquet parquet_scan parquet_metadata parquet_schema sniff_csv glob read_xlsx st_read iceberg_scan delta_scan", Read, "", localRead},
	{"writefile", File, "writes a file", localWrite},
	{"lsdir fsdir", Read, "", localRead},
	{"file s3 url hdfs remote remotesecure mysql postgresql mongodb sqlite jdbc odbc azureblobstorage gcs", File, "reads from another source", serverRead},
	{"dblink dblink_exec dblink_connect dblink_send_query http_get http_post http_put http_delete http utl_http.request net.http_post", File, "reaches another host", noFile},
	{"pg_terminate_backend pg_cancel_backend", Destroy, "ends other sessions", noFile},
	{"lo_unlink pg_drop_replication_slot pg_replication_slot_advance pg_stat_reset* pg_stat_statements_reset pg_logical_slot_get_changes drop_chunks drop_hypertable", Destroy, "removes data", noFile},
	{"pg_reload_conf pg_rotate_logfile pg_switch_wal pg_promote pg_wal_replay_pause pg_wal_replay_resume pg_create_* pg_backup_* pg_start_backup pg_stop_backup pg_import_*", Grant, "acts on the server", noFile},
	{"query_to_xml query_to_xml_and_xmlschema query_to_xmlschema cursor_to_xml exec_sql execute_immediate dbms_sql.parse", Unread, "runs statements from a string", noFile},
	{"nextval setval lo_create lo_from_bytea lo_put lowrite add_job cron.schedule cron.unschedule create_hypertable pg_notify", Change, "changes data", noFile},
	{"pgp_sym_decrypt pgp_pub_decrypt current_setting set_config", Read, "", noFile},
}

// function judges a call at token i. from tells whether the statement reads
// from a table.
func (c *classifier) function(i int, from bool) {
	name := strings.ToLower(c.toks[i].Text)
	for _, e := range funcTable {
		if !nameIn(e.names, name) {
			continue
		}
		if e.file == localRead && c.dialect != DuckDB && c.dialect != SQLite {
			return
		}
		if (name == "file" || name == "s3" || name == "url" || name == "remote" || name == "mysql" || name == "sqlite" || name == "http") && c.dialect != ClickHouse && c.dialect != PostgreSQL {
			return
		}
		if name == "system" && c.dialect == PostgreSQL {
			return
		}
		if e.class != Read {
			c.raise(e.class, e.reason+" ("+name+")")
		}
		c.fileArg(e.file, i)
		return
	}
	if c.toks[i].Kind == cut.Word && notAFunction(c.toks[i].Up) {
		return
	}
	c.storedFunction(name, from)
}

// fileArg notes the file or shell text in a call's first argument.
func (c *classifier) fileArg(use fileUse, i int) {
	arg, after := c.at(i+2), c.at(i+3)
	if arg.Text == "[" && arg.Kind == cut.Sign {
		for n := i + 5; c.at(n-1).Text == "," && use == localRead; n += 2 { // the list's other files
			if t := c.at(n); t.Kind == cut.Str || t.Kind == cut.Ident {
				c.localRead(t.Text)
			}
		}
		arg, after = c.at(i+3), cut.Token{Kind: cut.Sign, Text: ")"}
	}
	// DuckDB takes a quoted name that is no column for a text.
	text := arg.Kind == cut.Str || arg.Kind == cut.Ident && c.dialect == DuckDB
	known := text && after.Kind == cut.Sign && (after.Text == ")" || after.Text == ",")
	switch use {
	case noFile:
	case shellArg:
		if known {
			c.s.Shell = arg.Text
		}
	case localRead:
		if known {
			c.localRead(arg.Text)
			return
		}
		c.s.Files = append(c.s.Files, FileRef{Local: true})
	default:
		path := ""
		if known {
			path = arg.Text
		}
		c.s.Files = append(c.s.Files, FileRef{Path: path, Known: known, Write: use == serverWrite || use == localWrite, Local: use == localWrite})
	}
}

// storedFunction judges a function that is not known to have effects. A
// database's own functions may do anything; those of the usual servers that
// only compute are too many to list, so the name and the place decide: a call
// that is the whole point of the statement (no FROM) and not of a known family,
// or a name that says that it acts, may change data.
func (c *classifier) storedFunction(name string, from bool) {
	if c.s.Class != Read || c.s.Verb == "PRAGMA" {
		return
	}
	for _, verb := range [...]string{"delete", "drop", "truncate", "purge", "destroy", "wipe", "remove_", "clear_", "reset_", "cleanup", "clean_up", "nuke", "kill"} {
		if strings.Contains(name, verb) && !strings.Contains(name, "deleted") && !strings.HasSuffix(name, "_at") {
			c.raise(Destroy, "calls "+name+", which by its name removes data")
			return
		}
	}
	for _, verb := range [...]string{"exec", "run_", "create_", "insert", "update_", "upsert", "set_", "import_", "refresh_", "migrate", "grant_", "revoke_", "send_", "sync_", "process_", "archive_"} {
		if strings.HasPrefix(name, verb) && name != "set_config" && name != "set_bit" && name != "set_byte" && name != "set_masklen" {
			c.raise(Change, "calls "+name+", which by its name changes data")
			return
		}
	}
	if !from && !pureFunction(name) {
		c.raise(Change, "calls "+name+", which may change data")
	}
}

// unseparated finds statements that follow without a semicolon, which SQL
// Server allows.
func (c *classifier) unseparated() {
	switch c.toks[0].Up {
	case "CREATE", "ALTER", "GRANT", "REVOKE", "DENY", "MERGE", "RESTORE", "EXPLAIN":
		return
	}
	if c.depth >= maxNesting {
		return
	}
	for j := 1; j < len(c.toks); j++ {
		t, n, p := c.toks[j], c.at(j+1), c.at(j-1)
		if t.Kind != cut.Word || n.Kind == cut.Sign || p.Kind == cut.Sign && p.Text == "." || p.Is("AS") {
			continue
		}
		switch t.Up {
		case "DROP", "TRUNCATE", "ALTER":
			if !n.Is("TABLE") && !n.Is("DATABASE") && !n.Is("SCHEMA") && !n.Is("VIEW") && !n.Is("LOGIN") && !n.Is("USER") && !n.Is("INDEX") && !n.Is("PROCEDURE") {
				continue
			}
		case "DELETE", "EXEC", "EXECUTE", "SHUTDOWN", "GRANT", "BACKUP", "RESTORE":
			if p.Is("ON") || p.Is("FOR") || p.Is("AFTER") || p.Is("OF") || p.Is("INTO") || p.Is("THEN") {
				continue
			}
		case "UPDATE", "INSERT":
			if p.Is("ON") || p.Is("FOR") || p.Is("AFTER") || p.Is("OR") || p.Is("DO") || p.Is("KEY") || p.Is("THEN") || c.has(j, "SET", "VALUES", "SELECT") < 0 {
				continue
			}
		default:
			continue
		}
		d := classifier{toks: c.toks[j:], dialect: c.dialect, depth: c.depth + 1}
		s := d.classify()
		c.raise(s.Class, s.Reason)
	}
}

// nameIn tells whether a name is in a list separated by blanks.
func nameIn(list, name string) bool {
	for list != "" {
		one, rest, _ := strings.Cut(list, " ")
		if one == name || strings.HasSuffix(one, "*") && strings.HasPrefix(name, one[:len(one)-1]) {
			return true
		}
		list = rest
	}
	return false
}

// notAFunction lists words that stand before a parenthesis without being called.
func notAFunction(up string) bool {
	return nameIn("SELECT FROM WHERE AND OR NOT IN ANY ALL SOME EXISTS VALUES ON USING AS OVER PARTITION BY FILTER WITHIN GROUP HAVING CASE WHEN THEN ELSE UNION EXCEPT INTERSECT WITH SET INTO KEY INDEX UNIQUE CHECK CONSTRAINT REFERENCES PRIMARY FOREIGN TABLE VIEW INTERVAL LIMIT OFFSET RETURNING DISTINCT JOIN LATERAL ARRAY ROW EXPLAIN ANALYZE COPY OPTIONS OPTION LIKE BETWEEN IS CHAR VARCHAR NUMERIC DECIMAL INT BIGINT TIMESTAMP TIME BIT FLOAT DOUBLE CHARACTER VARYING IF DEFAULT GENERATED ALWAYS ORDER SETS CUBE ROLLUP GROUPING WINDOW TABLESAMPLE MATERIALIZED RECURSIVE EXCLUDE REPLACE COLUMNS CONFLICT DO MATCH AGAINST FORMAT PRAGMA DELETE UPDATE INSERT OUTPUT TOP NVARCHAR ENUM", up)
}

// pureFunction lists functions, and families of them, that only compute or look
// at the state of the server.
func pureFunction(name string) bool {
	if nameIn("count sum avg min max abs round ceil ceiling floor trunc sqrt power pow exp ln log log10 log2 mod sign random rand greatest least coalesce nullif ifnull nvl isnull iif if case cast convert try_cast length len char_length octet_length upper lower initcap trim ltrim rtrim btrim substr substring mid left right replace translate reverse repeat lpad rpad concat concat_ws format printf chr char ascii hex unhex quote quote_ident quote_literal md5 sha sha1 sha2 sha224 sha256 sha512 crc32 digest hmac encode decode gen_random_uuid uuid uuid_generate_v4 newid now getdate sysdate current_date current_time current_timestamp clock_timestamp statement_timestamp timeofday localtime date time datetime timestamp strftime strptime julianday unixepoch year month day hour minute second extract age make_date make_timestamp version database schema user current_user session_user current_database current_schema current_schemas connection_id last_insert_id row_count found_rows changes total_changes last_insert_rowid sqlite_version sqlite_source_id sqlite_compileoption_used typeof pg_typeof pg_sleep sleep benchmark generate_series unnest range inet_server_addr inet_server_port txid_current nextafter instr position locate strpos charindex stuff split_part string_agg group_concat listagg bool_and bool_or every rank row_number dense_rank lag lead first_value last_value ntile cardinality any_value median mode stddev variance var_pop histogram approx_count_distinct list struct map map_keys map_values element_at has_table_privilege has_schema_privilege has_database_privilege obj_description col_description format_type unistr likely unlikely total soundex difference degrees radians pi sin cos tan atan nvl2 decode to_number newguid host_name hostname fqdn uptime servertimezone timezone tables dump", name) {
		return true
	}
	for _, family := range [...]string{"json", "jsonb", "array_", "string_", "date", "to_", "regexp_", "st_", "is_", "has_", "pg_size", "pg_get_", "pg_total", "pg_relation", "pg_database_size", "pg_table", "pg_indexes", "pg_is_", "pg_last", "pg_current", "pg_postmaster", "pg_conf", "pg_blocking", "pg_backend", "pg_available", "pg_show", "pg_encoding", "pg_column", "pg_input", "ts_", "tsvector", "plainto_", "phraseto_", "websearch_", "str_", "list_", "xml", "xpath", "num", "lo_get", "width", "bit_", "time", "make", "row_to", "var_", "stddev", "quantile", "uniq", "sum", "count", "avg", "any", "arg", "format", "to", "parse", "object_", "db_", "serverproperty", "schema_", "type_", "index_", "col_", "fn_", "inet", "host", "current_", "levenshtein", "similarity", "postgis_", "duckdb_", "get_"} {
		if strings.HasPrefix(name, family) {
			return true
		}
	}
	return false
}
