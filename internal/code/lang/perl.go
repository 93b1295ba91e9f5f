package lang

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// Perl is Perl 5.
func Perl() *walk.Language {
	return &walk.Language{
		Rules: lex.Rules{
			Line: []string{"#"},
			Quotes: []lex.Quote{
				{Open: `"`, Close: `"`, Esc: lex.Full, Interp: lex.Sigils},
				{Open: `'`, Close: `'`, Esc: lex.Single},
				{Open: "`", Close: "`", Esc: lex.Full, Interp: lex.Sigils, Kind: lex.Cmd},
			},
			Sigils: "$@%&",
			Ops: []string{"<=>", "**=", "||=", "&&=", "//=", "...", "->", "=>", "=~", "!~", "==", "!=", "<=", ">=", "&&", "||", "//", "..", "::", "++", "--",
				"+=", "-=", "*=", ".=", "/=", "x=", "**", "<<", ">>"},
			Before: "return and or not if unless while until split grep map join push unshift x lt gt le ge eq ne cmp print when",
			Regex:  true, BareArgs: true, Pod: true, Heredocs: "<<", Family: lex.Perl,
		},
		Member:  "-> ::",
		Keep:    "::",
		Concat:  ".",
		Habits:  lex.Habits{Mutators: "push unshift splice shift pop chop chomp"},
		Noise:   "if elsif else unless while until for foreach return last next redo our package given when BEGIN END",
		Prefix:  "my our local not new state defined ref scalar lc uc die warn",
		WordOps: "and or xor x eq ne lt gt le ge cmp isa",
		Pairs:   "=>",
		Traits:  walk.BareCalls | walk.BraceKeys | walk.NameKeys | walk.TextCalls,
		Keyword: perlKeyword,
		Renames: [][2]string{{"CORE::GLOBAL::", ""}, {"CORE::", ""}, {"POSIX::", ""}, {"main::", ""}, {"MIME::Base64::", ""}, {"%main", "%"}},
		Loop:    do.Loop,
		Argv:    "@ARGV",
		Rows:    rows.Of(perlFiles, perlProcess, perlNet, perlHidden, perlText, anyMethods),
	}
}

var perlFiles = []rows.Row{
	{"open", report.Read, perlOpen, "", ""},
	{"sysopen", report.Read, perlSysopen, "", ""},
	{"unlink rmdir", report.Delete, perlUnlink, "*", ""},
	{"rmtree remove_tree File::Path::rmtree File::Path::remove_tree File::Path::Tiny::rm", report.DeleteTree, nil, "*", ""},
	{"rename move mv File::Copy::move", report.Move, nil, "0 1", ""},
	{"copy cp File::Copy::copy", report.Copy, nil, "0 1", ""},
	{"link symlink", report.Link, nil, "0 1", ""},
	{"mkdir mkpath make_path File::Path::make_path File::Path::mkpath", report.Mkdir, nil, "0", ""},
	{"chdir", report.Quiet, do.Chdir, "", ""},
	{"chmod chown", report.Permission, perlChmod, "", ""},
	{"truncate", report.Write, do.Truncate, "0", ""},
	{"opendir", report.List, nil, "1", ""},
	{"glob", report.List, do.List, "0", "pattern"},
	{"<> <ARGV> <<>>", report.Read, perlDiamond, "", "="},
	{"shift", report.Through, perlShift, "", ""},
	{"Config::Tiny.read Config::INI::Reader.read_file YAML::LoadFile LoadFile Text::CSV::csv retrieve_file IO::File.new", report.Read, do.Open, "0 1", "pipe"},
	{"%ENV", report.EnvAll, nil, "", ""},
	{"%ENV[] @ENV[]", report.Env, do.Env, "0", ""},
	{"path Path::Tiny::path", report.Through, do.Typed, "0", "path"},
	{"path.slurp path.slurp_utf8 path.lines read_file File::Slurp::read_file path.slurp_raw", report.Read, nil, "@|0", ""},
	{"path.spew path.spew_utf8 path.touch path.append", report.Write, nil, "@", ""},
	{"write_file File::Slurp::write_file", report.Write, nil, "0", ""},
	{"path.remove", report.Delete, nil, "@", ""},
	{"path.remove_tree", report.DeleteTree, nil, "@", ""},
}

var perlProcess = []rows.Row{
	{"system exec IPC::System::Simple::system IPC::System::Simple::capture capture", report.Exec, do.Command, "", ""},
	{"readpipe", report.Exec, perlReadpipe, "0", ""},
	{"open2 open3 IPC::Open2::open2 IPC::Open3::open3", report.Exec, perlOpen3, "", ""},
	{"IPC::Run::run run", report.Exec, do.Run, "0", ""},
	{"fork", report.Exec, do.Fork, "", ""},
	{"kill", report.Signal, nil, "1", ""},
	{"syscall", report.Unread, walk.Hide, "", "a system call"},
}

var perlNet = []rows.Row{
	{"IO::Socket::INET.new IO::Socket::SSL.new IO::Socket::IP.new", report.Send, perlSocket, "PeerAddr|PeerHost|0", ""},
	{"connect", report.Send, nil, "1", ""},
	{"bind", report.Listen, nil, "", ""},
	{"sockaddr_in inet_aton pack_sockaddr_in", report.Through, perlAddress, "", ""},
	{"gethostbyname", report.Fetch, do.Lookup, "0", ""},
	{"LWP::UserAgent.new().get HTTP::Tiny.new().get LWP::Simple::get getstore LWP::Simple::getstore get *.mirror", report.Fetch, nil, "0", ""},
	{"LWP::UserAgent.new().post HTTP::Tiny.new().post HTTP::Tiny.new().put HTTP::Tiny.new().post_form LWP::UserAgent.new().put", report.Send, nil, "0", ""},
	{"HTTP::Tiny.new().request", report.Send, do.Verb, "1", ""},
	{"HTTP::Request.new", report.Send, do.Verb, "1", ""},
	{"Net::SSH.new Net::FTP.new Net::SMTP.new Net::Telnet.new Net::SSH::Perl.new", report.Send, nil, "0", ""},
	{"HTTP::Daemon.new", report.Listen, nil, "", ""},
	{"*.do *.prepare *.selectall_arrayref *.selectrow_array", report.DB, do.Sql, "0", "maybe"},
}

var perlHidden = []rows.Row{
	{"eval evalbytes", report.Eval, perlEval, "0", "given"},
	{"dbmopen", report.Write, nil, "1", ""},
	{"tie", report.Write, perlTie, "2", ""},
	{"do require", report.Import, perlDo, "0", ""},
	{"Storable::retrieve Storable::thaw thaw retrieve", report.Unread, walk.Hide, "", "unpickling, which can run anything"},
	{"*.can", report.Through, attribute2, "", ""},
}

var perlText = []rows.Row{
	{"pack", report.Quiet, do.Pack, "", ""},
	{"unpack", report.Quiet, do.UnpackText, "", ""},
	{"decode_base64", report.Quiet, do.Unbase64, "0", ""},
	{"chr", report.Quiet, do.Char, "", ""},
	{"reverse", report.Quiet, perlReverse, "0", ""},
	{"join", report.Quiet, do.JoinList, "0 rest", ""},
	{"lc", report.Quiet, do.Change, "0", "lower"},
	{"uc", report.Quiet, do.Change, "0", "upper"},
	{"sprintf", report.Quiet, do.Format, "0", ""},
	{"uri_unescape", report.Quiet, do.Unpercent, "", ""},
}

// perlOpen is open(F, "<p"), open(F, ">", "p"), open(F, "cmd|"), open(F, "-|", ..).
func perlOpen(c *walk.Call) value.Value {
	if len(c.Args) < 2 {
		c.R.Hide("open of a computed name")
		return value.Value{}
	}
	mode, path := c.Arg(1), c.Arg(2)
	if len(c.Args) == 2 {
		if mode.Form != value.Text {
			mode.Text = ""
		}
		s := strings.TrimSpace(mode.Text)
		n := len(s) - len(strings.TrimLeft(s, "<>+| "))
		path = value.Value{Form: value.Text, Text: strings.TrimSpace(s[n:]), Known: mode.IsText()}
		mode = value.Value{Form: value.Text, Text: s[:n], Known: mode.IsText() || n > 0}
		if cmd, ok := strings.CutSuffix(path.Text, "|"); ok {
			path.Text, mode.Text = strings.TrimSpace(cmd), "-|"
		}
	}
	m := mode.Text
	switch {
	case strings.Contains(m, "|"):
		if len(c.Args) > 3 {
			c.Argv(c.Args[2:])
		} else {
			c.R.Exec(c, path)
		}
	case strings.HasPrefix(path.Text, "&") || strings.Contains(m, "&"):
	case strings.HasPrefix(m, ">>"):
		c.Emit(report.Act{Kind: report.Append, Args: []report.Arg{path.Arg()}})
	case strings.ContainsAny(m, ">+"):
		c.Emit(report.Act{Kind: report.Write, Args: []report.Arg{path.Arg()}})
	case !mode.Known && len(c.Args) == 2:
		c.R.Hide("open of a computed name, which may start a process")
		c.Emit(report.Act{Kind: report.Write, Args: []report.Arg{{}}})
	default:
		c.Emit(report.Act{Kind: report.Read, Args: []report.Arg{path.Arg()}})
	}
	return value.Value{}
}

// perlDiamond is <>, which opens the program's arguments one by one, and runs
// those that begin or end with a bar.
func perlDiamond(c *walk.Call) value.Value {
	v, known := c.R.Variable("@ARGV")
	if c.R.Counts["@ARGV"] > 0 {
		perlPiped(c.R)
		c.Emit(report.Act{Kind: report.Read, Args: []report.Arg{{}}})
	}
	if known && v.Form == value.Sequence {
		for _, x := range v.Items {
			c.Emit(report.Act{Kind: report.Read, Args: x.Args()})
			if cmd := strings.Trim(x.Text, "| "); strings.Contains(x.Text, "|") && cmd != "" && (strings.HasPrefix(x.Text, "|") || strings.HasSuffix(x.Text, "|")) {
				c.R.Exec(c, value.Known(cmd))
			}
		}
	}
	return value.Value{Taint: value.Computed}
}

// perlPiped: where the text puts names into @ARGV by itself, one that begins or
// ends with a bar is a command.
func perlPiped(r *walk.Reader) {
	for i := range r.Toks {
		s := strings.TrimSpace(r.Toks[i].Text)
		if r.Toks[i].Kind == lex.Str && len(s) > 2 && (s[0] == '|' || s[0] == '>' || s[len(s)-1] == '|') {
			r.Hide("names in @ARGV that may start a command")
		}
	}
}

// perlSysopen is sysopen(F, "path", flags): only O_RDONLY leaves the file as it is.
func perlSysopen(c *walk.Call) value.Value {
	a := report.Act{Kind: report.Write, Args: []report.Arg{c.Arg(1).Arg()}}
	if f := c.Arg(2).Text; f == "O_RDONLY" || f == "0" || f == "Fcntl::O_RDONLY" {
		a.Kind = report.Read
	}
	c.Emit(a)
	return value.Value{}
}

// perlShift takes from the program's arguments, if no list is named.
func perlShift(c *walk.Call) value.Value {
	list := c.Arg(0)
	if len(c.Args) == 0 {
		list, _ = c.R.Variable("@ARGV")
	}
	if list.Form == value.Sequence {
		return do.Item(list)
	}
	return value.Value{Taint: value.Computed}
}

// perlUnlink deletes what $_ names if no argument does.
func perlUnlink(c *walk.Call) value.Value {
	args := c.Targets()
	if len(c.Args) == 0 {
		v, _ := c.R.Variable("$_")
		args = []report.Arg{v.Arg()}
	}
	c.Emit(report.Act{Kind: report.Delete, Args: args})
	return value.Value{}
}

// perlEval evaluates what $_ holds if neither a text nor a block is given.
func perlEval(c *walk.Call) value.Value {
	if len(c.Args) == 0 && !c.Bare && !c.R.IsOp("{") {
		v, _ := c.R.Variable("$_")
		return do.Evaluate(c, v)
	}
	return do.Eval(c)
}

// perlReadpipe runs its text, or what $_ holds, as backquotes do.
func perlReadpipe(c *walk.Call) value.Value {
	if len(c.Args) == 0 {
		v, _ := c.R.Variable("$_")
		c.Args = []value.Value{v}
	}
	return do.Shell(c)
}

func perlChmod(c *walk.Call) value.Value {
	vs := value.Flat(c.Args)
	skip := 1
	if c.Name == "chown" {
		skip = 2
	}
	for n := skip; n < len(vs) && n < 64; n++ {
		c.Emit(report.Act{Kind: report.Permission, Args: []report.Arg{vs[n].Arg(), vs[0].Arg()}})
	}
	if len(vs) <= skip {
		c.Emit(report.Act{Kind: report.Permission, Args: []report.Arg{{}}})
	}
	return value.Value{}
}

func perlOpen3(c *walk.Call) value.Value {
	n := 2
	if strings.HasSuffix(c.Name, "3") {
		n = 3
	}
	if len(c.Args) <= n {
		c.R.Exec(c, value.Value{})
		return value.Value{}
	}
	c.Args = c.Args[n:]
	return do.Command(c)
}

func perlSocket(c *walk.Call) value.Value {
	if c.Set("Listen LocalPort") {
		c.Emit(report.Act{Kind: report.Listen})
		return c.Result()
	}
	return walk.Do(c)
}

// perlAddress keeps the host of sockaddr_in(port, inet_aton("host")).
func perlAddress(c *walk.Call) value.Value {
	if len(c.Args) > 1 {
		return c.Arg(1)
	}
	return c.Arg(0)
}

// perlDo is do "file" and require "file"; do { .. } and require Module are
// harmless.
func perlDo(c *walk.Call) value.Value {
	v := c.Arg(0)
	switch {
	case v.Form == value.Ref:
		c.R.Report.Module(v.Text)
		return value.Value{}
	case v.Form == value.Text && v.Number, v.Form == value.Mapping, v.Form == value.Sequence, len(c.Args) == 0:
		return value.Value{}
	}
	return walk.Do(c)
}

// attribute2 is Class->can("name").
func attribute2(c *walk.Call) value.Value {
	return do.AttributeOf(c.R, value.Value{Form: value.Ref, Text: "main::"}, c.Arg(0))
}

func perlReverse(c *walk.Call) value.Value {
	if len(c.Args) == 1 && c.Arg(0).Form == value.Text {
		return do.Reversed(c)
	}
	return value.Value{Taint: value.Computed}
}

// perlKeyword reads use and no.
func perlKeyword(r *walk.Reader, word string) bool {
	if word == "system" || word == "exec" {
		return do.Indirect(r)
	}
	if word != "use" && word != "no" {
		return false
	}
	r.Next()
	name := ""
	for r.Peek().Kind == lex.Name || r.IsOp("::") {
		name += r.Next().Text
		if len(name) > 160 {
			break
		}
	}
	if strings.HasPrefix(name, "Filter") || strings.HasPrefix(name, "Acme") || strings.HasPrefix(name, "Inline") {
		r.Hide("a module that changes the source text")
	}
	if name == "lib" {
		v := r.Expr(0)
		c := walk.Call{R: r, Name: "use lib", Start: r.At(-1).Start}
		c.Emit(report.Act{Kind: report.Import, Args: []report.Arg{v.Arg()}})
	}
	if name != "" && name[0] >= 'A' {
		r.Report.Module(name)
	}
	return true
}

// perlTie binds a variable to a file.
func perlTie(c *walk.Call) value.Value {
	if len(c.Args) < 3 || c.Arg(2).Form != value.Text {
		return value.Value{}
	}
	return walk.Do(c)
}
