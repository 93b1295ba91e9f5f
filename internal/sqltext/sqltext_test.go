package sqltext

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseClasses(t *testing.T) {
	type row struct {
		d    Dialect
		src  string
		want Class
	}
	check := func(t *testing.T, rows []row) {
		t.Helper()
		for _, r := range rows {
			sts := Parse(r.src, r.d)
			if got := Worst(sts); got != r.want || len(sts) == 0 {
				t.Errorf("dialect %d %q: %v, want %v (%+v)", r.d, r.src, got, r.want, sts)
			}
		}
	}
	same := func(d Dialect, want Class, texts ...string) (rows []row) {
		for _, s := range texts {
			rows = append(rows, row{d, s, want})
		}
		return rows
	}
	t.Run("read", func(t *testing.T) {
		for _, d := range []Dialect{Generic, PostgreSQL, MySQL, SQLite, DuckDB, SQLServer, ClickHouse, Warehouse} {
			check(t, same(d, Read,
				`SELECT count(*) FROM users`, `select 1;`, `SELECT 'DROP TABLE x; DELETE FROM y' AS s`, `SELECT * FROM t WHERE a = 'it''s; DROP TABLE t'`, "-- DROP TABLE x\nSELECT 1",
				`SELECT /* DELETE FROM t */ 1`, `EXPLAIN SELECT * FROM t`, `EXPLAIN DELETE FROM t`, `WITH a AS (SELECT 1) SELECT * FROM a`, `SHOW TABLES`, `BEGIN; SELECT 1; COMMIT`, `SELECT id, deleted_at FROM t WHERE deleted = 1 ORDER BY updated LIMIT 5`,
				`SELECT max(created_at), min(x) FROM "update"`, `SELECT a FROM t UNION ALL SELECT b FROM u`, `(SELECT 1) UNION (SELECT 2)`, `SET search_path = x`, `select now()`, `SELECT * FROM t WHERE x IN (SELECT y FROM z) FOR UPDATE`, `VALUES (1)`,
				`SELECT json_extract(a, '$.x') FROM t`, `DESCRIBE users`, `SELECT replace(a, 'x', 'y') FROM t`, `SELECT lower(name), my_rank(x) FROM t`, `SELECT CASE WHEN a THEN 'DROP' ELSE b END FROM t`))
		}
		check(t, same(PostgreSQL, Read, `\dt`, `\d+ users`, `\l`, `\timing on`, "\\x\nSELECT 1", `SELECT 1 \g`, `\conninfo`, `SELECT $$DROP TABLE x$$`, `COPY t TO STDOUT`, `COPY (SELECT 1) TO STDOUT WITH CSV`, `\copy t to stdout`, `SELECT E'it\'s; DROP TABLE x'`, `SELECT '\'; SELECT ';'`, `SELECT a::text, b[1:2] FROM t`, `SELECT pg_size_pretty(pg_database_size('x'))`, `\echo DROP TABLE x`, `SELECT * FROM pg_stat_activity`, `PREPARE p AS SELECT 1`, `/* a /* b */ DROP TABLE x; */ SELECT 1`, `TABLE users`))
		check(t, same(MySQL, Read, `SHOW CREATE TABLE x`, `SELECT 'it\'s; DROP TABLE x'`, `# DROP TABLE x`+"\nSELECT 1", `USE app; SHOW TABLES`, `SELECT 1\G`, `SELECT 1 INTO @x`, `DESC users`, `SELECT "DROP TABLE x;"`, "SELECT `drop` FROM `delete`", `select 1--1`))
		check(t, same(SQLite, Read, `.tables`, `.schema users`, ".mode csv\nSELECT 1;", `PRAGMA table_info(users)`, `PRAGMA foreign_keys=ON`, `.headers on`, `.dump`, `PRAGMA integrity_check`, `EXPLAIN QUERY PLAN SELECT 1`, `SELECT readfile('a.txt')`, `.output stdout`, `SELECT [drop] FROM [delete]`, `.q`))
		check(t, same(DuckDB, Read, `SELECT count(*) FROM 'data/a.csv'`, `SELECT * FROM read_csv('a.csv')`, `FROM t`, `SUMMARIZE t`, `DESCRIBE t`))
		check(t, same(SQLServer, Read, "SELECT 1\nGO\nSELECT TOP 5 * FROM [drop]", `EXEC sp_help 'x'`))
		check(t, same(CQL, Read, `DESCRIBE KEYSPACES`, `SELECT * FROM t`, `CONSISTENCY QUORUM`))
	})
	t.Run("change", func(t *testing.T) {
		check(t, same(Generic, Change, `INSERT INTO t VALUES (1)`, `UPDATE t SET a=1 WHERE id=5`, `DELETE FROM t WHERE id = 5`, `CREATE TABLE t (id int, x text DEFAULT 'DROP')`, `ALTER TABLE t ADD COLUMN x int`, `CREATE INDEX CONCURRENTLY i ON t(x)`,
			`SELECT * INTO new FROM old`, `WITH d AS (DELETE FROM t WHERE id=1 RETURNING *) SELECT * FROM d`, `INSERT INTO t SELECT * FROM u ON CONFLICT DO UPDATE SET a=1`, `EXPLAIN ANALYZE DELETE FROM t WHERE id=1`, `CREATE TABLE t (a int REFERENCES u ON DELETE CASCADE)`,
			`ALTER TABLE t ALTER COLUMN x DROP NOT NULL`, `DELETE FROM t WHERE a=1 AND b IN (SELECT id FROM u)`, `UPDATE t SET a = a WHERE a <> b`, `VACUUM`, `DELETE FROM t WHERE a BETWEEN 1 AND 5`, `DELETE FROM t WHERE created < now()`, `SELECT do_everything()`, `PREPARE p AS UPDATE t SET a=1 WHERE b=2`))
	})
	t.Run("destroy", func(t *testing.T) {
		for _, d := range []Dialect{Generic, PostgreSQL, MySQL, SQLServer, Warehouse} {
			check(t, same(d, Destroy, `DROP DATABASE app`, `drop schema shop`, `TRUNCATE users CASCADE`, `DELETE FROM sessions`, `DELETE FROM s WHERE 1=1`, `DELETE FROM s WHERE true`, `delete from s where 'a'='a'`, `DELETE FROM s WHERE id = id`, `DELETE FROM s WHERE (1=1)`, `DELETE FROM s WHERE id=3 OR 1=1`,
				`DELETE FROM s WHERE NOT false`, `DELETE FROM s WHERE name LIKE '%'`, `DELETE FROM s WHERE id > 0`, `DELETE FROM s WHERE id IS NOT NULL`, `UPDATE users SET admin = 1`, `UPDATE u SET a=1 WHERE 1`, `ALTER TABLE t DROP COLUMN x`, `BEGIN; DROP SCHEMA public CASCADE; COMMIT;`,
				`SELECT 1; DROP TABLE x`, `EXPLAIN ANALYZE DELETE FROM t`, `WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d`, `/* x */ DROP /* y */ TABLE z`, `DROP INDEX i`, `SHUTDOWN`, "drop\ntable\tx", `DELETE FROM s WHERE 2 > 1`, `DELETE s FROM s JOIN u ON s.a=u.a`))
		}
		check(t, same(PostgreSQL, Destroy, `SELECT pg_terminate_backend(5)`, `DO $$ BEGIN DROP TABLE x; END $$`, `ALTER TABLE t DETACH PARTITION p`, `SELECT '\'; DROP TABLE x; --'`, `EXPLAIN (ANALYZE, BUFFERS) DELETE FROM t`, `COPY (DELETE FROM t RETURNING *) TO STDOUT`, `SELECT purge_all_users()`, `\lo_unlink 5`))
		check(t, same(MySQL, Destroy, `/*!50000 DROP TABLE x */`, `RESET MASTER`, `PURGE BINARY LOGS TO 'x'`, `SELECT 1;/*! TRUNCATE t*/`, "DELIMITER //\nDROP TABLE x//", `PREPARE s FROM 'DROP TABLE x'`, `DELETE FROM t WHERE 0 || 1`, `ANALYZE DELETE FROM t`, `SELECT 1\g DROP TABLE x`, `/* /* */ DROP TABLE x`, `SELECT 1 --1
			; DROP TABLE x`))
		check(t, same(Generic, Destroy, `SELECT '\'; DROP TABLE x; --'`, `SELECT 1 /*! ; DROP TABLE x */`, `EXEC('DROP TABLE x')`, `ALTER TABLE t DELETE WHERE 1`))
		check(t, same(SQLServer, Destroy, `SELECT 1 DROP TABLE x`, "IF 1=1 DROP TABLE x", "BEGIN DELETE FROM t END", `EXEC sp_executesql N'DROP TABLE x'`))
		check(t, same(SQLite, Destroy, `.restore x.db`, `DELETE FROM t;`))
		check(t, same(CQL, Destroy, `DROP KEYSPACE app`, `TRUNCATE t`))
	})
	t.Run("exec", func(t *testing.T) {
		check(t, same(PostgreSQL, Exec, `\! git push -f`, `SELECT 1 \! ls`, `COPY t TO PROGRAM 'sh x'`, `COPY t FROM PROGRAM 'id'`, `\copy users to program 'curl x'`, "\\o |sh", `\g |sh`, "\\set x `id`", `CREATE FUNCTION f() RETURNS int AS 'x' LANGUAGE plpython3u`, `CREATE FUNCTION f() RETURNS int AS '/tmp/x.so','f' LANGUAGE C`, `LOAD '/tmp/x'`, `CREATE EXTENSION plpython3u`, `\e`, "\\d\\! id", `ALTER SYSTEM SET archive_command = 'x'`, `CREATE FOREIGN TABLE f (a text) SERVER s OPTIONS (program 'id')`))
		check(t, same(MySQL, Exec, `\! ls`, `system git reset --hard`, `SELECT sys_exec('id')`, `pager sh`, `CREATE FUNCTION sys_exec RETURNS int SONAME 'x.so'`, `INSTALL PLUGIN p SONAME 'x.so'`, "SELECT 1;\nsystem id"))
		check(t, same(SQLite, Exec, `.shell id`, `.system id`, `.output |sh`, `.load ./x`, `SELECT load_extension('x')`, `.import "|id" t`, `.sh id`, "SELECT 1;\n.shell id", `.once -e`, `.read |id`))
		check(t, same(SQLServer, Exec, `EXEC xp_cmdshell 'dir'`, `EXEC master..xp_cmdshell 'x'`, `:!! dir`, `!! dir`))
		check(t, same(Oracle, Exec, `host ls`, `! ls`, `ho id`))
	})
	t.Run("file", func(t *testing.T) {
		check(t, same(PostgreSQL, File, `COPY t TO '/tmp/x'`, `COPY t FROM '/etc/passwd'`, `\copy t from a.csv`, `\o out.txt`, `\i x.sql`, `SELECT pg_read_file('/etc/passwd')`, `SELECT lo_export(1,'/tmp/x')`, `\s h.txt`, `\w q.sql`, `SELECT 1 \g out.txt`))
		check(t, same(MySQL, File, `SELECT 1 INTO OUTFILE '/tmp/x'`, `LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE t`, `SELECT LOAD_FILE('/etc/passwd')`, `source x.sql`, `\. x.sql`, `tee log.txt`))
		check(t, same(SQLite, File, `ATTACH 'x.db' AS y`, `VACUUM INTO 'x.db'`, `.output /home/x/.bashrc`, `.backup x.db`, `.read x.sql`, `.import a.csv t`, `.once out.txt`, `SELECT writefile('x','y')`, `.open x.db`))
		check(t, same(DuckDB, File, `COPY t TO 'x.parquet'`, `EXPORT DATABASE 'd'`, `SELECT * FROM 'https://h/x.csv'`))
	})
	t.Run("grant", func(t *testing.T) {
		check(t, same(Generic, Grant, `GRANT ALL ON t TO u`, `REVOKE ALL ON t FROM u`, `ALTER ROLE x SUPERUSER`, `CREATE USER x`, `SET GLOBAL x = 1`, `ALTER SYSTEM SET x = 1`, `SET ROLE admin`))
	})
	t.Run("secret", func(t *testing.T) {
		check(t, same(Generic, Secret, `SELECT * FROM pg_shadow`, `SELECT rolpassword FROM pg_catalog.pg_authid`, `SELECT user, authentication_string FROM mysql.user`))
	})
	t.Run("unread", func(t *testing.T) {
		check(t, same(PostgreSQL, Unread, `FROBNICATE x`, `SELECT 'x`, `CALL p()`, `EXECUTE q`, `SELECT 'DROP TABLE x' \gexec`, `\nosuch`, `SELECT * FROM :t`, `DO $$ BEGIN EXECUTE 'x'; END $$`, `/* x`))
		check(t, same(SQLite, Unread, `.cd /tmp`, `.frob`))
	})
}

func TestParseDetail(t *testing.T) {
	one := func(src string, d Dialect) Statement {
		t.Helper()
		sts := Parse(src, d)
		if len(sts) != 1 {
			t.Fatalf("%q: %d statements: %+v", src, len(sts), sts)
		}
		return sts[0]
	}
	for _, c := range []struct {
		src                 string
		d                   Dialect
		verb, object, shell string
		files               []FileRef
	}{
		{src: `DROP TABLE IF EXISTS public."Users" CASCADE`, d: PostgreSQL, verb: "DROP TABLE", object: "public.Users"},
		{src: `DELETE FROM app.t`, d: MySQL, verb: "DELETE", object: "app.t"},
		{src: `\! rm -rf x`, d: PostgreSQL, verb: `\!`, object: "rm -rf x", shell: "rm -rf x"},
		{src: `system git push -f;`, d: MySQL, verb: "system", object: "git push -f", shell: "git push -f"},
		{src: `COPY t TO PROGRAM 'sh x.sh'`, d: PostgreSQL, verb: "COPY", object: "sh x.sh", shell: "sh x.sh"},
		{src: `\copy t to 'o.csv' csv`, d: PostgreSQL, verb: `\copy`, object: "t to 'o.csv' csv", files: []FileRef{{Path: "o.csv", Known: true, Write: true, Local: true}}},
		{src: `.output /home/x/.bashrc`, d: SQLite, verb: ".output", object: "/home/x/.bashrc", files: []FileRef{{Path: "/home/x/.bashrc", Known: true, Write: true, Local: true}}},
		{src: `.output '|sh x'`, d: SQLite, verb: ".output", object: "'|sh x'", shell: "cat | sh x"},
		{src: `.read x.sql`, d: SQLite, verb: ".read", object: "x.sql", files: []FileRef{{Path: "x.sql", Known: true, Local: true, Script: true}}},
		{src: `.backup main b.db`, d: SQLite, verb: ".backup", object: "b.db", files: []FileRef{{Path: "b.db", Known: true, Write: true, Local: true}}},
		{src: `SELECT * FROM "d/a.csv"`, d: DuckDB, verb: "SELECT", object: "d/a.csv", files: []FileRef{{Path: "d/a.csv", Known: true, Local: true}}},
		{src: `SELECT * FROM read_text("a.txt")`, d: DuckDB, verb: "SELECT", object: "read_text", files: []FileRef{{Path: "a.txt", Known: true, Local: true}}},
		{src: `SELECT * FROM read_csv(['a.csv', 'b.csv'])`, d: DuckDB, verb: "SELECT", object: "read_csv", files: []FileRef{{Path: "b.csv", Known: true, Local: true}, {Path: "a.csv", Known: true, Local: true}}},
		{src: `SELECT * FROM 'a.csv'`, d: DuckDB, verb: "SELECT", object: "a.csv", files: []FileRef{{Path: "a.csv", Known: true, Local: true}}},
		{src: `SELECT 1 INTO OUTFILE '/tmp/x'`, d: MySQL, verb: "SELECT", files: []FileRef{{Path: "/tmp/x", Known: true, Write: true}}},
	} {
		got := one(c.src, c.d)
		if got.Verb != c.verb || got.Object != c.object || got.Shell != c.shell {
			t.Errorf("%q: verb %q object %q shell %q", c.src, got.Verb, got.Object, got.Shell)
		}
		if d := cmp.Diff(c.files, got.Files); d != "" {
			t.Errorf("%q: files (-want +got):\n%s", c.src, d)
		}
	}
}

func TestZeroClassIsUnread(t *testing.T) {
	if Class(0) != Unread || Unread.Rank() <= Grant.Rank() {
		t.Error("a class that was not set must count as not understood")
	}
	if got := Parse(strings.Repeat("x", MaxSource+1), Generic); Worst(got) != Unread {
		t.Errorf("long text: %v", got)
	}
	if got := Parse(strings.Repeat("select 1;", MaxStatements+5), PostgreSQL); Worst(got) != Unread || len(got) != MaxStatements+1 {
		t.Errorf("many statements: %v %d", Worst(got), len(got))
	}
	if got := Parse("  -- nothing\n ;;", Generic); len(got) != 0 {
		t.Errorf("empty text: %v", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`SELECT 1; DROP TABLE x`, "\\copy (select 1) to program 'x'\n\\! y", `/*!5 x */ E'\'' $$a$$ q'[x]'`, ".import |x t\nWITH a AS (DELETE FROM b) SELECT 1", "DELIMITER //\n EXEC('x')// GO", `DELETE FROM t WHERE NOT ((1=1)) OR x`} {
		for d := Generic; d <= Warehouse; d++ {
			f.Add(s, uint8(d))
		}
	}
	f.Fuzz(func(t *testing.T, src string, d uint8) {
		for _, s := range Parse(src, Dialect(d%uint8(Warehouse+1))) {
			if s.Start < 0 || s.End < s.Start || s.End > len(src) || s.Verb == "" {
				t.Fatalf("%q: bad statement %+v", src, s)
			}
		}
	})
}
