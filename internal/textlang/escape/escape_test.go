package escape

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sentinelgate/sentinel/internal/textlang"
)

func act(kind, text string, known bool) textlang.Act {
	return textlang.Act{Kind: kind, Text: text, Known: known}
}

func TestEscapeHarmless(t *testing.T) {
	for _, c := range []struct{ client, src string }{
		{"gdb", "run"}, {"gdb", "bt"}, {"gdb", "b main\nrun --flag x\nbt full\ninfo registers\nx/20i $pc\nprint x + 1\nquit"}, {"gdb", "set pagination off"}, {"gdb", "set args --x"}, {"gdb", "thread apply all bt"}, {"gdb", "print filesystem"},
		{"lldb", "bt all"}, {"lldb", "breakpoint set -n main"}, {"lldb", "expr x + 1"}, {"lldb", "target create a.out"},
		{"psql", `\dt`}, {"psql", "select 1; drop table x"}, {"sqlite3", ".tables"}, {"mysql", "show tables"},
		{"ftp", "open h\nuser x y\nls\ncd z\nbye"}, {"sftp", "ls -l\npwd\nquit"}, {"less", "+G"}, {"less", "+/TODO!"}, {"less", "-R"}, {"bc", "2+2; !x"}, {"dc", "2 3 + p"}, {"dc", "[lax]sa 2 3!<a"},
		{"gnuplot", "set terminal png; plot 'data.csv' using 1:2 with lines"}, {"gnuplot", "plot sin(x)"}, {"gnuplot", "show version"}, {"m4", "define(`x', `y')x"}, {"m4", "undivert(1)"}, {"octave", "disp(2+2)"}, {"mail", "hello\nworld"},
	} {
		if got := Escape(c.client, c.src); len(got) > 0 {
			t.Errorf("%s %q: %+v, want nothing", c.client, c.src, got)
		}
	}
}

func TestEscapeActs(t *testing.T) {
	exec := func(s string) []textlang.Act { return []textlang.Act{act(textlang.Exec, s, true)} }
	one := func(kind, text string, known bool) []textlang.Act { return []textlang.Act{act(kind, text, known)} }
	for _, c := range []struct {
		client, src string
		want        []textlang.Act
	}{
		{"gdb", "!git push -f", exec("git push -f")}, {"gdb", "shell rm -rf x", exec("rm -rf x")}, {"gdb", "she id", exec("id")}, {"gdb", "make all", exec("make all")}, {"gdb", "pipe bt | sh", exec("sh")}, {"gdb", "call (int)system(\"id\")", exec("id")}, {"gdb", "print system(\"id\")", exec("id")},
		{"gdb", "p ((int(*)(char*))system)(c)", one(textlang.Exec, "", false)}, {"gdb", "source x.gdb", one(textlang.Load, "x.gdb", true)}, {"gdb", "shell", one(textlang.Exec, "", false)}, {"gdb", "set logging file /x/.bashrc", one(textlang.Write, "/x/.bashrc", true)}, {"gdb", "run < $(id)", exec(": < $(id)")}, {"gdb", "target remote | ssh h gdbserver", exec("ssh h gdbserver")},
		{"lldb", "platform shell id", exec("id")}, {"lldb", "plat shell -- id", exec("id")}, {"lldb", "command script import x.py", one(textlang.Load, "x.py", true)}, {"lldb", "command source x", one(textlang.Load, "x", true)}, {"lldb", `expr (int)system("id")`, exec("id")},
		{"psql", `\! git push -f`, exec("git push -f")}, {"psql", `COPY t TO PROGRAM 'x'`, exec("x")}, {"psql", `\o f`, one(textlang.Write, "f", true)}, {"psql", `\i f.sql`, one(textlang.Load, "f.sql", true)},
		{"mysql", "system id", exec("id")}, {"sqlite3", ".shell id", exec("id")}, {"sqlite3", ".output f", one(textlang.Write, "f", true)}, {"sqlite3", ".load ./x", []textlang.Act{act(textlang.Read, "./x", true), act(textlang.Exec, "", false)}},
		{"ftp", "!git push -f", exec("git push -f")}, {"sftp", "-put .env", one(textlang.Send, ".env", true)}, {"sftp", "put a b", one(textlang.Send, "a", true)}, {"sftp", "get x/y.txt", one(textlang.Write, "y.txt", true)}, {"sftp", "get x ~/.bashrc", one(textlang.Write, "~/.bashrc", false)}, {"sftp", "get x /etc/y", one(textlang.Write, "/etc/y", true)}, {"sftp", "rm *", one(textlang.Remote, "rm *", true)}, {"ftp", "get x |sh", exec("sh")}, {"lftp", "open h; put k; bye", one(textlang.Send, "k", true)},
		{"less", "+!git reset --hard", exec("git reset --hard")}, {"less", "!id", exec("id")}, {"less", "|^sh", exec("sh")}, {"less", "s f", one(textlang.Write, "f", true)}, {"man", "!sh", exec("sh")},
		{"dc", "!git push -f", exec("git push -f")}, {"dc", "2p !id", exec("id")}, {"dc", "[!id]x", one(textlang.Exec, "id]x", false)},
		{"gnuplot", `system("git push -f")`, exec("git push -f")}, {"gnuplot", "!id", exec("id")}, {"gnuplot", "plot '< id'", exec("id")}, {"gnuplot", "print `id`", exec("id")}, {"gnuplot", "set output 'x.png'", one(textlang.Write, "x.png", true)}, {"gnuplot", "load 'x.gp'", one(textlang.Load, "x.gp", true)}, {"gnuplot", "set print '|sh'", exec("sh")}, {"gnuplot", "a = system('id')", exec("id")}, {"gnuplot", "shell", one(textlang.Exec, "", false)},
		{"m4", "syscmd(`git push -f')", exec("git push -f")}, {"m4", "esyscmd(`id')dnl", exec("id")}, {"m4", "include(`/etc/passwd')", one(textlang.Read, "/etc/passwd", true)}, {"m4", "syscmd(x)", one(textlang.Exec, "x", false)}, {"m4", "m4_syscmd(`id')", exec("id")},
		{"octave", `system("id")`, exec("id")}, {"gp", `system("id")`, exec("id")}, {"mail", "hi\n~!id", exec("id")}, {"mail", "~r .env", one(textlang.Read, ".env", true)}, {"telnet", "!id", exec("id")},
	} {
		got := Escape(c.client, c.src)
		if d := cmp.Diff(c.want, got, cmpopts.IgnoreFields(textlang.Act{}, "Start", "End")); d != "" {
			t.Errorf("%s %q (-want +got):\n%s", c.client, c.src, d)
		}
	}
}

func TestEscapeUnread(t *testing.T) {
	for _, c := range []struct{ client, src string }{
		{"nosuch", "x"}, {"gdb", "frobnicate"}, {"gdb", "set exec-wrapper sh"}, {"gdb", "call unlink(\"x\")"}, {"lldb", "frob"}, {"lldb", "command alias x platform shell"}, {"lldb", "breakpoint command add 1"}, {"sftp", "frob"}, {"sftp", "lcd /etc"}, {"less", "+G!id"},
		{"gnuplot", "eval x"}, {"m4", "indir(`x')"}, {"octave", "unlink('x')"}, {"psql", `\nosuch`}, {"mail", "~v"}, {"gdb", "edit"},
	} {
		found := false
		for _, a := range Escape(c.client, c.src) {
			found = found || a.Kind == textlang.Unread
		}
		if !found {
			t.Errorf("%s %q: %+v, want unread", c.client, c.src, Escape(c.client, c.src))
		}
	}
	if got := Escape("gdb", "python import os"); len(got) != 1 || got[0].Kind != textlang.Code || got[0].Lang != "python" {
		t.Errorf("python: %+v", got)
	}
}

func FuzzEscape(f *testing.F) {
	clients := []string{"gdb", "lldb", "psql", "sqlite3", "mysql", "sftp", "less", "dc", "gnuplot", "m4", "octave", "mail", "telnet", "vim"}
	for i := range clients {
		f.Add("!x | 'y' `z' ; [a]\n~!x\nput a b\nset output \"x\"", uint8(i))
	}
	f.Fuzz(func(t *testing.T, src string, n uint8) {
		for _, a := range Escape(clients[int(n)%len(clients)], src) {
			if a.Kind == "" || a.Start < 0 || a.End < a.Start || a.End > len(src) {
				t.Fatalf("%q: bad act %+v", src, a)
			}
		}
	})
}
