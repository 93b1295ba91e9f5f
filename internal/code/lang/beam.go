package lang

import (
	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// The languages of the Erlang machine, and Groovy: what one-liners use.

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
		Rows:    table(elixirRows),
	}
}

var elixirRows = []row{
	{"System.cmd Rambo.run MuonTrap.cmd", report.Exec, do.Spawn, "", ""},
	{"System.shell :os.cmd", report.Exec, do.Shell, "0", ""},
	{"Port.open", report.Exec, elixirPort, "", ""},
	{":erlang.open_port", report.Exec, elixirPort, "", ""},
	{"File.rm File.rm! File.rmdir File.rmdir! :file.delete :file.del_dir", report.Delete, nil, "0", ""},
	{"File.rm_rf File.rm_rf! :file.del_dir_r", report.DeleteTree, nil, "0", ""},
	{"File.write File.write! File.touch File.touch! :file.write_file", report.Write, nil, "0", ""},
	{"File.read File.read! File.stream! :file.read_file File.open File.open!", report.Read, nil, "0", ""},
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
	return &walk.Language{
		Rules: lex.Rules{
			Line:   []string{"%"},
			Quotes: []lex.Quote{{Open: `"`, Close: `"`, Esc: lex.Full}, {Open: `'`, Close: `'`, Esc: lex.Full}},
			Ops:    []string{"->", "<-", "=:=", "=/=", "==", "/=", "=<", ">=", "++", "--", "||", "=>", ":="},
		},
		Member:  ":",
		Keep:    ":",
		Concat:  "++",
		Habits:  lex.Habits{Arrow: "->"},
		Noise:   "case of end if when fun begin receive after try catch",
		WordOps: "and or not andalso orelse div rem",
		Rows:    table(erlangRows),
	}
}

var erlangRows = []row{
	{"os:cmd", report.Exec, do.Shell, "0", ""},
	{"open_port erlang:open_port", report.Exec, elixirPort, "", ""},
	{"file:delete file:del_dir", report.Delete, nil, "0", ""},
	{"file:del_dir_r", report.DeleteTree, nil, "0", ""},
	{"file:write_file", report.Write, nil, "0", ""},
	{"file:read_file file:consult", report.Read, nil, "0", ""},
	{"file:rename", report.Move, nil, "0 1", ""},
	{"file:copy", report.Copy, nil, "0 1", ""},
	{"file:make_dir", report.Mkdir, nil, "0", ""},
	{"file:eval file:script", report.Import, nil, "0", ""},
	{"os:getenv", report.Env, do.EnvOrAll, "0", ""},
	{"httpc:request gen_tcp:connect ssl:connect", report.Send, nil, "0", ""},
	{"gen_tcp:listen", report.Listen, nil, "", ""},
	{"erl_eval:exprs erlang:binary_to_term binary_to_term erlang:load_nif apply erlang:apply", report.Unread, walk.Hide, "", ""},
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
		Noise:   "if else while for do try catch finally return switch case break continue throw class static public private void final boolean int String",
		Prefix:  "new println print def",
		WordOps: "in instanceof as",
		Pairs:   ":",
		Traits:  walk.DotKeys | walk.NameKeys,
		Keyword: func(r *walk.Reader, word string) bool {
			if word != "import" {
				return false
			}
			for r.I < len(r.Toks) && r.Peek().Kind != lex.Newline && !r.IsOp(";") {
				r.Next()
			}
			return true
		},
		Rows: table(groovyRows),
	}
}

var groovyRows = []row{
	{"str.execute list.execute *.execute", report.Exec, do.Shell, "@", ""},
	{"ProcessBuilder Runtime.getRuntime().exec Runtime.runtime.exec *.exec sh bat", report.Exec, do.Run, "0", ""},
	{"File Paths.get Path.of java.io.File", report.Quiet, do.Typed, "0", "File"},
	{"File.delete File.deleteOnExit Files.delete Files.deleteIfExists", report.Delete, nil, "@|0", ""},
	{"File.deleteDir FileUtils.deleteDirectory *.deleteDir", report.DeleteTree, nil, "@|0", ""},
	{"File.write File.setText File.append File.newWriter File.withWriter Files.write Files.writeString", report.Write, nil, "@|0", ""},
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
