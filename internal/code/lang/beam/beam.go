// Package beam knows the languages of the Erlang machine, Elixir and Erlang, and
// Groovy: as much of them as commands and small scripts use.
package beam

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/blind"
	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// Elixir is as much of Elixir as one-liners use.
func Elixir() *walk.Language {
	return &walk.Language{
		Rules: lex.Rules{
			Line: []string{"#"},
			Quotes: []lex.Quote{
				{Open: `"""`, Close: `"""`, Esc: lex.Full, Interp: lex.Hash},
				{Open: `"`, Close: `"`, Esc: lex.Full, Interp: lex.Hash},
				{Open: `'`, Close: `'`, Esc: lex.Full, Interp: lex.Hash},
			},
			NameEnd: "?!",
			Ops:     []string{"...", "===", "!==", "|>", "<>", "->", "=>", "<-", "++", "--", "==", "!=", "<=", ">=", "&&", "||", "::", "=~", ".."},
			Lines:   true, BareArgs: true, Family: lex.Elixir,
		},
		Member:  ".",
		Concat:  "<> ++",
		Habits:  lex.Habits{Arrow: "->"},
		Noise:   "do end if else unless case cond when for fn import alias require use quote unquote receive after rescue try with",
		Prefix:  "not",
		WordOps: "and or in",
		Pairs:   ": =>",
		Traits:  walk.BareCalls | walk.NameKeys,
		Renames: [][2]string{{"Kernel", ""}},
		Rows:    rows.Of(elixirRows),
	}
}

var elixirRows = []rows.Row{
	{"System.cmd Rambo.run MuonTrap.cmd", report.Exec, do.Spawn, "", ""},
	{"System.shell :os.cmd", report.Exec, do.Shell, "0", ""},
	{"Port.open", report.Exec, elixirPort, "", ""},
	{":erlang.open_port", report.Exec, elixirPort, "", ""},
	{"File.rm File.rm! File.rmdir File.rmdir! :file.delete :file.del_dir", report.Delete, nil, "0", ""},
	{"File.rm_rf File.rm_rf! :file.del_dir_r", report.DeleteTree, nil, "0", ""},
	{"File.write File.write! File.touch File.touch! :file.write_file", report.Write, nil, "0", ""},
	{"File.read File.read! :file.read_file", report.Read, nil, "0", ""},
	{"File.stream! File.open File.open! :file.open", report.Read, erlangOpen, "0", ""},
	{"Enum.into Stream.into", report.Through, elixirInto, "", ""},
	{"File.rename File.rename!", report.Move, nil, "0 1", ""},
	{"File.cp File.cp! File.cp_r File.cp_r!", report.Copy, nil, "0 1", ""},
	{"File.ln_s File.ln_s! File.ln File.ln!", report.Link, nil, "0 1", ""},
	{"File.mkdir File.mkdir! File.mkdir_p File.mkdir_p!", report.Mkdir, nil, "0", ""},
	{"File.chmod File.chmod! File.chown", report.Permission, nil, "0 1", ""},
	{"File.ls File.ls! Path.wildcard", report.List, nil, "?0", ""},
	{"System.get_env System.fetch_env! System.fetch_env", report.Env, do.EnvOrAll, "0", ""},
	{"System.user_home System.user_home!", report.Quiet, do.Constant, "", "~"},
	{"File.cwd File.cwd!", report.Quiet, do.Constant, "", "."},
	{"Path.join", report.Quiet, do.JoinPath, "", ""},
	{"Path.expand", report.Quiet, do.Same, "0", ""},
	{"Base.decode64! Base.decode64", report.Quiet, do.Unbase64, "0", ""},
	{"Base.decode16! Base.decode16", report.Quiet, do.Unhex, "0", ""},
	{"String.reverse", report.Quiet, do.Reversed, "0", ""},
	{"Code.eval_string Code.compile_string EEx.eval_string", report.Eval, do.Eval, "0", ""},
	{"Code.eval_file Code.require_file Code.compile_file Code.load_file", report.Import, nil, "0", ""},
	{"Code.eval_quoted :erl_eval.exprs :erlang.binary_to_term :erlang.load_nif", report.Unread, walk.Hide, "", ""},
	{"apply", report.Through, elixirApply, "", ""},
	{"HTTPoison.get HTTPoison.get! Req.get Req.get! Finch.request Tesla.get", report.Fetch, nil, "0", ""},
	{"HTTPoison.post HTTPoison.post! Req.post Req.post! Tesla.post :httpc.request :gen_tcp.connect :ssl.connect", report.Send, nil, "0", ""},
	{":gen_tcp.listen", report.Listen, nil, "", ""},
	{"Mix.install", report.Install, nil, "0", ""},
	{"Ecto.Adapters.SQL.query Ecto.Adapters.SQL.query!", report.DB, do.Sql, "1", ""},
	{"*.delete_all", report.DB, nil, "", ""},
}

// elixirPort is Port.open({:spawn, "cmd"}, []).
func elixirPort(c *walk.Call) value.Value {
	if v := c.Arg(0); v.Form == value.Sequence && len(v.Items) > 1 {
		c.R.Exec(c, v.Items[1])
		return value.Value{}
	}
	c.R.Exec(c, value.Value{})
	return value.Value{}
}

// elixirInto puts what it goes through into a file, if one is named behind.
func elixirInto(c *walk.Call) value.Value {
	for n, v := range c.Args {
		if v.File != nil && (n > 0 || len(c.Args) == 1) {
			c.Emit(report.Act{Kind: report.Write, Args: []report.Arg{v.File.Arg()}})
		}
	}
	return c.Result()
}

// elixirApply is apply(File, :rm, ["x"]).
func elixirApply(c *walk.Call) value.Value {
	name := c.Arg(1)
	if name.Form != value.Ref {
		c.R.Hide("call of a function with a computed name")
		return value.Value{}
	}
	again := *c
	again.Args = value.Flat(c.Args[min(2, len(c.Args)):])
	f := name.Text
	if f != "" && f[0] == ':' {
		f = f[1:]
	}
	return c.R.Invoke(c.R.Selected(c.Arg(0), f), &again)
}

// Erlang is as much of Erlang as erl -eval is given.
func Erlang() *walk.Language {
	l := &walk.Language{
		Rules: lex.Rules{
			Line:   []string{"%"},
			Quotes: []lex.Quote{{Open: `"`, Close: `"`, Esc: lex.Full}, {Open: `'`, Close: `'`, Esc: lex.Full}},
			Ops:    []string{"->", "<-", "=:=", "=/=", "==", "/=", "=<", ">=", "++", "--", "||", "=>", ":="},
		},
		Member:  ":",
		Concat:  "++",
		Habits:  lex.Habits{Arrow: "->"},
		Noise:   "case of end if when fun begin receive after try catch",
		WordOps: "and or not andalso orelse div rem",
		Rows:    rows.Of(erlangRows),
	}
	l.Read = func(rep *report.Report, src string) {
		if strings.Contains(src, "':") || strings.Contains(src, ":'") {
			rep.Hide("names of functions in quotes")
		}
		r := &walk.Reader{Lang: l, Report: rep}
		r.Rows, r.Roots = l.Index()
		r.Text(src)
		blind.Note(r, src)
	}
	return l
}

var erlangRows = []rows.Row{
	{"os.cmd *.cmd", report.Exec, do.Shell, "0", ""},
	{"open_port erlang.open_port", report.Exec, elixirPort, "", ""},
	{"file.delete file.del_dir prim_file.delete filelib.delete", report.Delete, nil, "0", ""},
	{"file.del_dir_r *.del_dir_r", report.DeleteTree, nil, "0", ""},
	{"file.write_file dets.open_file disk_log.open ets.tab2file erl_tar.create zip.create zip.zip", report.Write, nil, "0", ""},
	{"erl_tar.extract zip.extract zip.unzip", report.Read, nil, "0", ""},
	{"file.read_file file.consult file.path_consult ets.file2tab epp.parse_file", report.Read, nil, "0", ""},
	{"file.open", report.Read, erlangOpen, "0", ""},
	{"file.rename", report.Move, nil, "0 1", ""},
	{"file.copy", report.Copy, nil, "0 1", ""},
	{"file.make_dir filelib.ensure_dir filelib.ensure_path", report.Mkdir, nil, "0", ""},
	{"file.make_symlink file.make_link", report.Link, nil, "0 1", ""},
	{"file.change_mode file.change_owner file.change_group file.write_file_info", report.Permission, nil, "0 1", ""},
	{"file.list_dir filelib.wildcard", report.List, nil, "0", ""},
	{"file.eval file.script file.path_eval file.path_script compile.file c.c c.l code.load_abs code.load_file code.add_path code.add_patha code.add_pathz c.nc", report.Import, nil, "0", ""},
	{"file.set_cwd c.cd", report.Quiet, do.Chdir, "", ""},
	{"os.getenv", report.Env, do.EnvOrAll, "0", ""},
	{"os.env", report.EnvAll, nil, "", ""},
	{"httpc.request", report.Fetch, erlangRequest, "0", ""},
	{"gen_tcp.connect ssl.connect gen_udp.send ssh.connect ftp.open net_kernel.connect_node net_adm.ping rpc.call erpc.call rpc.cast", report.Send, nil, "0", ""},
	{"gen_tcp.listen ssl.listen gen_udp.open inets.start_service", report.Listen, nil, "", ""},
	{"erl_eval.exprs erl_eval.expr erl_eval.expr_list erlang.binary_to_term binary_to_term erlang.load_nif code.load_binary erlang.load_module", report.Unread, walk.Hide, "", "code that is not read"},
	{"apply erlang.apply spawn erlang.spawn spawn_link erlang.spawn_link proc_lib.spawn timer.apply_after", report.Through, elixirApply, "", ""},
	{"base64:decode", report.Quiet, do.Unbase64, "0", ""},
	{"filename.join", report.Quiet, do.JoinPath, "", ""},
	{"filename.absname lists.flatten binary_to_list list_to_binary", report.Quiet, do.Same, "0", ""},
	{"lists.concat", report.Quiet, do.Hidden, "", ""},
	{"list_to_atom list_to_existing_atom binary_to_atom erlang.list_to_atom", report.Through, erlangAtom, "0", ""},
	{"os.timestamp os.system_time os.type os.version os.getpid os.putenv os.unsetenv os.set_signal os.find_executable os.perf_counter", report.Quiet, do.Pure, "", ""},
	{"file.* os.*", report.Unread, walk.Hide, "", ""},
	{"file.get_cwd file.read_file_info file.read_link_info file.format_error file.native_name_encoding", report.Quiet, do.Pure, "", ""},
}

// erlangOpen is file:open(Name, [write]).
func erlangOpen(c *walk.Call) value.Value {
	kind := report.Read
	modes := c.Arg(1)
	for _, m := range append(slices.Clip(modes.Items), modes) {
		switch strings.TrimPrefix(m.Text, ":") {
		case "write", "append", "exclusive":
			kind = report.Write
		}
	}
	again := *c
	again.Row = &walk.Row{Kind: kind, At: "0"}
	return walk.Do(&again)
}

// erlangRequest is httpc:request(Url), or of a method and {Url, Headers}.
func erlangRequest(c *walk.Call) value.Value {
	kind, target := report.Fetch, c.Arg(0)
	if len(c.Args) > 1 {
		if c.Arg(0).Text != "get" && c.Arg(0).Text != "head" {
			kind = report.Send
		}
		if target = c.Arg(1); target.Form == value.Sequence && len(target.Items) > 0 {
			target = target.Items[0]
		}
	}
	c.Emit(report.Act{Kind: kind, Args: target.Args()})
	return c.Result()
}

// erlangAtom is a name that is put together from a text.
func erlangAtom(c *walk.Call) value.Value {
	v := c.Arg(0)
	if !v.IsText() {
		c.R.Hide("call of a function with a computed name")
		return value.Value{}
	}
	return value.Value{Form: value.Ref, Text: v.Text}
}

// Groovy is as much of Groovy as one-liners use.
func Groovy() *walk.Language {
	return &walk.Language{
		Rules: lex.Rules{
			Line:   []string{"//", "#!"},
			Blocks: [][2]string{{"/*", "*/"}},
			Quotes: []lex.Quote{
				{Open: `"""`, Close: `"""`, Esc: lex.Full, Interp: lex.Dollar},
				{Open: `'''`, Close: `'''`, Esc: lex.Full},
				{Open: `"`, Close: `"`, Esc: lex.Full, Interp: lex.Dollar},
				{Open: `'`, Close: `'`, Esc: lex.Full},
			},
			NameMore: "$",
			Ops:      []string{"<=>", "===", "...", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "?:", "?.", "*.", "::", "..", "=~", "++", "--", "+=", "-=", "*=", "/=", "<<", ">>"},
			Before:   "return in case assert println", Lines: true, Regex: true,
		},
		Member:  ". ?. *.",
		Concat:  "+",
		Habits:  lex.Habits{Arrow: "->", Mutators: "add push remove"},
		Noise:   "if else while for do try catch finally return switch case break continue throw class static public private void final boolean int String def",
		Prefix:  "new println print",
		WordOps: "in instanceof as",
		Pairs:   ":",
		Traits:  walk.DotKeys | walk.NameKeys,
		Keyword: func(r *walk.Reader, word string) bool {
			if word != "import" {
				groovyShift(r)
				return false
			}
			for r.I < len(r.Toks) && r.Peek().Kind != lex.Newline && !r.IsOp(";") {
				r.Next()
			}
			return true
		},
		Rows: rows.Of(groovyRows),
	}
}

// groovyShift turns a << b, which appends to a file, into the call that it is.
func groovyShift(r *walk.Reader) {
	at, end, depth := -1, r.I, 0
	for ; end < len(r.Toks) && end < r.I+200; end++ {
		t := &r.Toks[end]
		if t.Is("(") || t.Is("[") || t.Is("{") {
			depth++
		} else if t.Is(")") || t.Is("]") || t.Is("}") {
			depth--
		}
		if depth < 0 || depth == 0 && (t.Kind == lex.Newline || t.Is(";")) {
			break
		}
		if depth == 0 && at < 0 && t.Is("<<") {
			at = end
		}
	}
	if at < 0 || at+1 >= end {
		return
	}
	op := func(s string) lex.Token {
		return lex.Token{Kind: lex.Op, Text: s, Start: r.Toks[at].Start, End: r.Toks[at].End}
	}
	name := op("leftShift")
	name.Kind = lex.Name
	r.Toks = slices.Concat(r.Toks[:at], []lex.Token{op("."), name, op("(")}, r.Toks[at+1:end], []lex.Token{op(")")}, r.Toks[end:])
}

// groovyBuilder is new ProcessBuilder("git", "push") or one of a list, and its
// command(..): started or not, what it names is what runs.
func groovyBuilder(c *walk.Call) value.Value {
	if len(c.Args) > 0 {
		c.Argv(value.Flat(c.Args))
	}
	v := c.Result()
	v.Text = "ProcessBuilder()"
	return v
}

var groovyRows = []rows.Row{
	{"str.execute list.execute *.execute", report.Exec, do.Shell, "@", ""},
	{"ProcessBuilder ProcessBuilder().command", report.Exec, groovyBuilder, "", ""},
	{"Runtime.getRuntime().exec Runtime.runtime.exec *.exec sh bat", report.Exec, do.Run, "0", ""},
	{"File Paths.get Path.of java.io.File", report.Quiet, do.Typed, "0", "File"},
	{"it.delete it.deleteDir it.deleteOnExit", report.DeleteTree, nil, "?0", ""},
	{"AntBuilder().delete ant.delete", report.DeleteTree, nil, "dir|file|0", ""},
	{"AntBuilder().move ant.move", report.Move, nil, "file|0 tofile|todir|1", ""},
	{"AntBuilder().copy ant.copy AntBuilder().unzip ant.unzip AntBuilder().untar ant.untar AntBuilder().echo ant.echo", report.Write, nil, "?todir|tofile|dest|file", ""},
	{"AntBuilder().exec ant.exec AntBuilder().java ant.java AntBuilder().sql ant.sql AntBuilder().sshexec ant.sshexec AntBuilder().scp ant.scp AntBuilder().ftp ant.ftp AntBuilder().get ant.get", report.Unread, walk.Hide, "", "a task that starts programs or talks to hosts"},
	{"Grape.grab grab Grab GrabResolver Grapes", report.Install, nil, "?0", ""},
	{"File.delete File.deleteOnExit Files.delete Files.deleteIfExists", report.Delete, nil, "@|0", ""},
	{"File.deleteDir FileUtils.deleteDirectory *.deleteDir", report.DeleteTree, nil, "@|0", ""},
	{"File.write File.setText File.append File.newWriter File.withWriter File.leftShift File.withWriterAppend File.withPrintWriter File.newOutputStream File.withOutputStream File.newPrintWriter File.setBytes PrintWriter FileWriter FileOutputStream Files.newBufferedWriter Files.newOutputStream Files.write Files.writeString", report.Write, nil, "@|0", ""},
	{"File.text File.readLines File.eachLine File.getText Files.readString Files.readAllLines", report.Read, nil, "@", ""},
	{"File.renameTo", report.Move, nil, "@ 0", ""},
	{"File.mkdir File.mkdirs", report.Mkdir, nil, "@", ""},
	{"File.listFiles File.eachFile File.list", report.List, nil, "@", ""},
	{"System.getenv", report.Env, do.EnvOrAll, "0", ""},
	{"System.env", report.EnvAll, nil, "", ""},
	{"System.env[]", report.Env, do.Env, "0", ""},
	{"Eval.me GroovyShell().evaluate evaluate", report.Eval, do.Eval, "0", ""},
	{"URL", report.Quiet, do.Typed, "0", "URL"},
	{"URL.text URL.openStream URL.openConnection", report.Send, nil, "@", ""},
	{"Socket", report.Send, nil, "0", ""},
	{"ServerSocket", report.Listen, nil, "", ""},
	{"Class.forName GroovyClassLoader", report.Unread, walk.Hide, "", ""},
	{"str.reverse", report.Quiet, do.Reversed, "@", ""},
	{"str.decodeBase64", report.Quiet, do.Unbase64, "@", ""},
	{"list.join", report.Quiet, do.JoinList, "0 @", ""},
	{"*.executeUpdate *.executeQuery", report.DB, do.Sql, "0", ""},
}
