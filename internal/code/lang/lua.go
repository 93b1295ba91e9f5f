package lang

import (
	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Lua is Lua 5, LuaJIT and the functions of hosts that run it.
func Lua() *walk.Language {
	return &walk.Language{
		Rules: lex.Rules{
			Line:   []string{"--", "#!"},
			Blocks: [][2]string{{"--[[", "]]"}, {"--[=[", "]=]"}, {"--[==[", "]==]"}},
			Quotes: []lex.Quote{
				{Open: `"`, Close: `"`, Esc: lex.Full}, {Open: `'`, Close: `'`, Esc: lex.Full},
				{Open: "[[", Close: "]]"}, {Open: "[=[", Close: "]=]"}, {Open: "[==[", Close: "]==]"},
			},
			Ops:   []string{"...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"},
			Lines: true, Decimal: true,
		},
		Member:  ". :",
		Concat:  "..",
		Habits:  lex.Habits{Mutators: "insert remove sort"},
		Noise:   "if then elseif else end while do for in repeat until return break goto local",
		Prefix:  "not",
		WordOps: "and or in",
		Traits:  walk.DotKeys | walk.NameKeys | walk.BareCalls,
		Renames: [][2]string{{"_G", ""}, {"_ENV", ""}, {"package.loaded", ""}},
		Argv:    "arg",
		Globals: "_G _ENV",
		Rows:    rows.Of(luaRows, anyMethods),
	}
}

var luaRows = []rows.Row{
	{"os.execute io.popen posix.exec posix.execp *.execute", report.Exec, do.Shell, "0", ""},
	{"vim.fn.system vim.fn.systemlist vim.cmd vim.system", report.Exec, do.Run, "0", ""},
	{"vim.fn.jobstart vim.fn.termopen vim.uv.spawn vim.loop.spawn", report.Exec, do.Run, "0", ""},
	{"vim.fn.delete vim.fs.rm", report.DeleteTree, nil, "0", ""},
	{"vim.uv.fs_unlink vim.loop.fs_unlink vim.uv.fs_rmdir vim.loop.fs_rmdir", report.Delete, nil, "0", ""},
	{"vim.fn.writefile", report.Write, nil, "1", ""},
	{"vim.fn.rename vim.uv.fs_rename vim.loop.fs_rename", report.Move, nil, "0 1", ""},
	{"vim.uv.fs_copyfile vim.loop.fs_copyfile vim.fn.filecopy", report.Copy, nil, "0 1", ""},
	{"vim.uv.fs_symlink vim.loop.fs_symlink vim.uv.fs_link vim.loop.fs_link", report.Link, nil, "0 1", ""},
	{"vim.uv.fs_chmod vim.loop.fs_chmod vim.fn.setfperm vim.uv.fs_chown vim.loop.fs_chown", report.Permission, nil, "0 1", ""},
	{"vim.uv.fs_open vim.loop.fs_open", report.Read, do.Open, "0 1", ""},
	{"vim.fn.readfile vim.fn.readblob", report.Read, nil, "0", ""},
	{"vim.fn.mkdir vim.uv.fs_mkdir vim.loop.fs_mkdir", report.Mkdir, nil, "0", ""},
	{"vim.fn.expand vim.fs.normalize vim.fn.fnamemodify vim.fn.fnameescape vim.fn.resolve", report.Quiet, do.Same, "0", ""},
	{"vim.uv.os_homedir vim.loop.os_homedir", report.Quiet, do.Constant, "", "~"},
	{"vim.fn.feedkeys vim.api.nvim_feedkeys vim.api.nvim_input vim.fn.call vim.call vim.fn.libcall vim.fn.chansend vim.fn.rpcrequest", report.Unread, walk.Hide, "", "keys or calls that are not read"},
	{"os.remove", report.Delete, nil, "0", ""},
	{"lfs.rmdir", report.Delete, nil, "0", ""},
	{"os.rm os.rmdir os.tryrm os.rmdirs", report.DeleteTree, nil, "0", ""}, // of xmake and premake
	{"os.exec os.run os.iorun os.vrun", report.Exec, do.Shell, "0", ""},
	{"os.execv os.runv os.iorunv os.vrunv", report.Exec, do.Spawn, "0", ""},
	{"os.cd", report.Quiet, do.Chdir, "", ""},
	{"os.mv", report.Move, nil, "0 1", ""},
	{"io.writefile", report.Write, nil, "0", ""},
	{"os.rename", report.Move, nil, "0 1", ""},
	{"io.open", report.Read, do.Open, "0 1", ""},
	{"io.lines io.input", report.Read, nil, "0", ""},
	{"io.output", report.Write, nil, "0", ""},
	{"lfs.chdir", report.Quiet, do.Chdir, "", ""},
	{"lfs.mkdir", report.Mkdir, nil, "0", ""},
	{"lfs.dir", report.List, do.List, "0", "names"},
	{"lfs.link", report.Link, nil, "0 1", ""},
	{"os.getenv", report.Env, do.Env, "0", ""},
	{"load loadstring", report.Eval, do.Eval, "0", ""},
	{"dofile loadfile", report.Import, nil, "0", ""},
	{"require", report.Through, do.Load, "0", ""},
	{"package.loadlib ffi.** debug.sethook debug.setupvalue debug.getregistry ffi", report.Unread, walk.Hide, "", ""},
	{"socket.connect socket.tcp().connect ssl.wrap socket.udp().setpeername", report.Send, nil, "0", ""},
	{"*.connect", report.Send, do.Connect, "0", "socket"},
	{"socket.http.request socket.http ssl.https.request http.request", report.Fetch, do.HTTP, "url|0", "1"},
	{"socket.bind", report.Listen, nil, "0", ""},
	{"string.char", report.Quiet, do.Char, "", ""},
	{"string.reverse str.reverse", report.Quiet, luaReverse, "0", ""},
	{"string.format", report.Quiet, do.Format, "0", ""},
	{"string.lower str.lower", report.Quiet, luaLower, "0", ""},
	{"table.concat", report.Quiet, do.JoinList, "1 0", ""},
	{"string.gsub string.rep string.sub str.gsub str.rep str.sub", report.Quiet, do.Hidden, "", ""},
	{"os.tmpname", report.Quiet, do.Temp, "", ""},
	{"os.time os.date os.clock os.exit os.difftime os.setlocale io.write io.read io.stdout io.stderr io.close io.type io.flush", report.Quiet, do.Pure, "", ""},
	{"os.*", report.Unread, walk.Hide, "", ""},
	{"pairs next ipairs", report.Through, luaPairs, "", ""},
	{"rawget", report.Through, do.Attribute, "", ""},
}

func luaReverse(c *walk.Call) value.Value {
	if len(c.Args) > 0 {
		return value.ReverseText(c.Args[0])
	}
	return value.ReverseText(c.Self)
}

func luaLower(c *walk.Call) value.Value {
	v := c.Self
	if len(c.Args) > 0 {
		v = c.Args[0]
	}
	return do.Change(&walk.Call{R: c.R, Row: &walk.Row{At: "@", Say: "lower"}, Self: v})
}

// luaPairs goes through a table: of a library, it may find any function.
func luaPairs(c *walk.Call) value.Value {
	v := c.Arg(0)
	if v.Form == value.Ref && (c.R.Rows[v.Text+".*"] != nil || wordlist.Has("os io _G _ENV package.loaded package debug", v.Text)) {
		c.R.Hide("a walk through the functions of " + v.Text)
	}
	out := c.Result()
	out.Each = v.Each
	return out
}
