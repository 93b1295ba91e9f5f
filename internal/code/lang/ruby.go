package lang

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Ruby is Ruby with its standard library.
func Ruby() *walk.Language {
	return &walk.Language{
		Rules: lex.Rules{
			Line: []string{"#"},
			Quotes: []lex.Quote{
				{Open: `"`, Close: `"`, Esc: lex.Full, Interp: lex.Hash},
				{Open: `'`, Close: `'`, Esc: lex.Single},
				{Open: "`", Close: "`", Esc: lex.Full, Interp: lex.Hash, Kind: lex.Cmd},
			},
			Sigils: "$@", NameEnd: "?!",
			Ops: []string{"<=>", "===", "**=", "||=", "&&=", "...", "<<=", ">>=", "->", "=>", "=~", "!~", "==", "!=", "<=", ">=", "&&", "||", "..", "::", "&.",
				"+=", "-=", "*=", "/=", "%=", "|=", "&=", "**", "<<", ">>"},
			Before: "return and or not if unless while until when in then do else elsif puts print p raise yield",
			Lines:  true, Regex: true, BareArgs: true, Pod: true, Heredocs: "<<", Family: lex.Ruby,
		},
		Member:  ". :: &.",
		Concat:  "+",
		Habits:  lex.Habits{Mutators: "push append unshift prepend insert concat delete clear replace pop shift reverse! map! gsub! sub! upcase! downcase! tr! concat"},
		Noise:   "if elsif else unless while until for in do then end begin rescue ensure return next break redo retry case when module class self. loop yield public private protected BEGIN END",
		Prefix:  "not defined? puts p print pp raise",
		WordOps: "and or in",
		Pairs:   ": =>",
		Traits:  walk.BareCalls | walk.NameKeys | walk.Adjacent,
		Renames: [][2]string{
			{"Kernel", ""}, {"Process.spawn", "spawn"}, {"Process.exec", "exec"}, {"::", ""}, {"Object", ""}, {"self", ""}, {"IO.sysopen", "File.open"},
			{"URI.parse", "URI"}, {"File.new", "File.open"}, {"Pathname.new", "Pathname"}, {"Gem.Deprecate", ""},
		},
		Loop:  do.Loop,
		Block: do.Block,
		Argv:  "ARGV $*",
		Rows:  rows.Of(rubyFiles, rubyProcess, rubyNet, rubyHidden, rubyText, anyMethods),
	}
}

var rubyFiles = []rows.Row{
	{"open", report.Read, do.Open, "0 1", "pipe"},
	{"File.open", report.Read, do.Open, "0 mode|1", ""},
	{"IO.read IO.readlines IO.foreach IO.binread", report.Read, do.Open, "0 mode|1", "pipe"},
	{"File.read File.readlines File.foreach File.binread File.each_line YAML.load_file JSON.load_file CSV.read CSV.foreach CSV.table YAML.safe_load_file", report.Read, nil, "0", ""},
	{"Pathname.read Pathname.readlines Pathname.each_line Pathname.binread", report.Read, nil, "@", ""},
	{"File.truncate", report.Write, do.Truncate, "0", ""},
	{"Logger.new PStore.new YAML::Store.new", report.Append, do.Named, "0", ""},
	{"$stdout.reopen $stderr.reopen $stdin.reopen STDOUT.reopen STDERR.reopen STDIN.reopen *.reopen", report.Read, do.Reopen, "0 1", ""},
	{"*.extract *.extract_files *.extract_all", report.Write, rubyExtract, "0", ""},
	{"Zip::File.open CSV.open File::Stat.new", report.Read, do.Open, "0 1", ""},
	{"ARGF.read ARGF.each_line ARGF.readlines ARGF.each ARGF.readline gets readlines $<.read", report.Read, rubyArgf, "", ""},
	{"File.write IO.write File.binwrite IO.binwrite FileUtils.touch", report.Write, nil, "0", ""},
	{"Pathname.write Pathname.binwrite", report.Write, nil, "@", ""},
	{"File.delete File.unlink Dir.rmdir Dir.delete Dir.unlink FileUtils.rm FileUtils.rm_f FileUtils.remove FileUtils.rmdir FileUtils.safe_unlink FileUtils.remove_file", report.Delete, nil, "*", ""},
	{"FileUtils.rm_r FileUtils.rm_rf FileUtils.rmtree FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.remove_tree rm_rf rm_r", report.DeleteTree, nil, "*", ""},
	{"Pathname.rmtree", report.DeleteTree, nil, "@", ""},
	{"Pathname.delete Pathname.unlink Pathname.rmdir *.unlink", report.Delete, nil, "@", ""},
	{"*.extract_entry", report.Write, nil, "*", ""},
	{"*.rmtree", report.DeleteTree, nil, "@", ""},
	{"File.rename FileUtils.mv FileUtils.move", report.Move, nil, "0 1", ""},
	{"Pathname.rename", report.Move, nil, "@ 0", ""},
	{"File.symlink File.link FileUtils.ln_s FileUtils.ln_sf FileUtils.ln FileUtils.symlink FileUtils.link", report.Link, nil, "0 1", ""},
	{"FileUtils.cp FileUtils.cp_r FileUtils.copy FileUtils.copy_file FileUtils.install IO.copy_stream", report.Copy, nil, "0 1", ""},
	{"Dir.mkdir FileUtils.mkdir FileUtils.mkdir_p FileUtils.makedirs", report.Mkdir, nil, "0", ""},
	{"Pathname.mkpath Pathname.mkdir", report.Mkdir, nil, "@", ""},
	{"File.chmod File.chown FileUtils.chmod FileUtils.chmod_R FileUtils.chown FileUtils.chown_R", report.Permission, rubyChmod, "", ""},
	{"Dir.glob Dir[]", report.List, do.List, "0", "pattern"},
	{"Dir.entries Dir.children Dir.each_child Dir.foreach", report.List, do.List, "0", "names"},
	{"Pathname.glob Pathname.children Pathname.each_child Pathname.entries Find.find", report.List, nil, "@|0", ""},
	{"Dir.exist? File.exist? File.file? File.directory?", report.Quiet, do.Pure, "", ""},
	{"ENV ENV.to_h ENV.to_hash ENV.each ENV.map ENV.inspect ENV.to_a ENV.select ENV.each_pair", report.EnvAll, nil, "", ""},
	{"ENV[] ENV.fetch", report.Env, do.Env, "0", ""},
	{"ENV.key? ENV.delete ENV.update", report.Quiet, do.Pure, "", ""},
	{"Dir.chdir FileUtils.cd FileUtils.chdir", report.Quiet, do.Chdir, "", ""},
	{"list.drop", report.Quiet, do.Rest, "@", ""},
	{"list.shift list.first list.pop list.last list.fetch", report.Quiet, rubyItem, "", ""},
	{"Dir.home", report.Quiet, do.Constant, "", "~"},
	{"Dir.pwd Dir.getwd", report.Quiet, do.Constant, "", "."},
	{"Dir.tmpdir", report.Quiet, do.Constant, "", "/tmp"},
	{"Dir.mktmpdir Tempfile.new Tempfile.create", report.Quiet, do.Temp, "", ""},
	{"File.join", report.Quiet, do.JoinPath, "", ""},
	{"File.expand_path File.absolute_path File.realpath", report.Quiet, do.Same, "0", ""},
	{"File.dirname", report.Quiet, do.Parent, "0", ""},
	{"Pathname", report.Quiet, do.Typed, "0", "Pathname"},
	{"FileUtils.*", report.Unread, walk.Hide, "", ""},
}

var rubyProcess = []rows.Row{
	{"system exec spawn Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen2 Open3.popen2e Open3.popen3 Open3.pipeline sh", report.Exec, do.Command, "", ""},
	{"gemfile Bundler::Inline.gemfile", report.Install, rubyGemfile, "", ""},
	{"Gem.install Gem::DependencyInstaller.new().install Gem::Commands::InstallCommand.new().invoke", report.Install, nil, "?0", ""},
	{"IO.popen PTY.spawn", report.Exec, rubyPopen, "0", ""},
	{"`", report.Exec, do.Shell, "0", ""},
	{"fork Process.fork Process.daemon", report.Exec, do.Fork, "", ""},
	{"Process.kill", report.Signal, nil, "1", ""},
	{"syscall Fiddle.** Fiddle.dlopen FFI.**", report.Unread, walk.Hide, "", ""},
}

var rubyNet = []rows.Row{
	{"Net::HTTP.get Net::HTTP.get_response Net::HTTP.get_print URI.open OpenURI.open_uri URI.read HTTParty.get Faraday.get RestClient.get HTTP.get URI.open_uri", report.Fetch, nil, "@|0", ""},
	{"Net::HTTP.post Net::HTTP.post_form HTTParty.post HTTParty.put Faraday.post Faraday.put RestClient.post RestClient.put HTTP.post Net::HTTP.start Net::HTTP.new", report.Send, nil, "0", ""},
	{"TCPSocket.new TCPSocket.open Socket.tcp UDPSocket.new().send Net::SMTP.start Net::SSH.start Net::FTP.new Net::FTP.open Net::Telnet.new Net::SCP.upload! OpenSSL::SSL::SSLSocket.new UNIXSocket.new Socket.new().connect", report.Send, nil, "0", ""},
	{"Resolv.getaddress Addrinfo.getaddrinfo Socket.getaddrinfo IPSocket.getaddress Socket.gethostbyname", report.Fetch, do.Lookup, "0", ""},
	{"TCPServer.new TCPServer.open WEBrick::HTTPServer.new Socket.tcp_server_loop Rack::Handler::WEBrick.run UNIXServer.new", report.Listen, nil, "?BindAddress", ""},
	{"Aws::S3::Client.new Aws::S3::Resource.new Google::Cloud::Storage.new", report.Unread, walk.Hide, "", "a cloud client"},
	{"Redis.new", report.Send, nil, "url|host|0", ""},
	{"Mysql2::Client.new().query Sequel.connect().run Sequel.connect().execute_ddl Sequel.sqlite().run Sequel.postgres().run Sequel.mysql2().run", report.DB, do.Sql, "0", "maybe"},
	{"Launchy.open", report.Exec, do.Opened, "", ""},
	{"TTY::Command.new().run TTY::Command.new().run! Mixlib::ShellOut.new Cocaine::CommandLine.new Terrapin::CommandLine.new POSIX::Spawn.spawn POSIX::Spawn::Child.new", report.Exec, do.Command, "", ""},
	{"DRb.start_service DRb::DRbServer.new XMLRPC::Server.new", report.Unread, walk.Hide, "", "a service that runs what others send"},
	{"*.delete_bucket *.terminate_instances *.delete_stack *.delete_table *.delete_db_instance *.delete_db_cluster *.delete_cluster *.delete_queue *.delete_hosted_zone *.delete_user *.delete_secret *.delete_volume *.delete_snapshot " +
		"Stripe::Refund.create Stripe::Charge.create Stripe::Payout.create Stripe::Transfer.create", report.Unread, walk.Hide, "", "a client that deletes or pays on a server"},
	{"*.execute *.exec_query *.exec *.exec_params *.execute_batch", report.DB, do.Sql, "0", "maybe"},
	{"*.destroy_all *.delete_all *.drop_table *.truncate_tables", report.DB, nil, "", ""},
}

var rubyHidden = []rows.Row{
	{"eval instance_eval class_eval module_eval *.instance_eval *.class_eval *.module_eval Binding.eval binding().eval *.eval TOPLEVEL_BINDING.eval binding.eval", report.Eval, do.Eval, "0", "given"},
	{"send public_send __send__ *.send *.public_send *.__send__ try *.try", report.Through, rubySend, "", ""},
	{"method *.method instance_method *.instance_method public_method *.public_method", report.Through, rubyMethod, "", ""},
	{"const_get *.const_get", report.Through, rubyConst, "", ""},
	{"str.to_proc", report.Through, rubyProc, "", "="},
	{"require", report.Through, do.Load, "0", ""},
	{"require_relative load", report.Import, nil, "0", ""},
	{"autoload", report.Import, nil, "1", ""},
	{"ERB.new Erubi::Engine.new", report.Through, rubyTemplate, "0", ""},
	{"Marshal.load YAML.unsafe_load YAML.load Marshal.restore Oj.load Psych.unsafe_load", report.Unread, rubyUnmarshal, "", "unpickling, which can run anything"},
	{"ObjectSpace.each_object RubyVM::InstructionSequence.compile RubyVM::InstructionSequence.** TracePoint.new", report.Unread, walk.Hide, "", ""},
}

var rubyText = []rows.Row{
	{"Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64", report.Quiet, do.Unbase64, "0", ""},
	{"str.unpack1", report.Quiet, do.UnpackText, "@", ""},
	{"str.unpack", report.Quiet, do.UnpackText, "@", "list"},
	{"list.pack", report.Quiet, do.Pack, "@", ""},
	{"str.reverse", report.Quiet, do.Reversed, "@", "="},
	{"list.join", report.Quiet, do.JoinList, "0 @", ""},
	{"str.to_s str.to_str str.freeze str.dup str.force_encoding str.encode str.to_sym str.+@", report.Quiet, do.Same, "@", "="},
	{"str.strip str.chomp str.chop", report.Quiet, do.Change, "@", "trim"},
	{"str.downcase", report.Quiet, do.Change, "@", "lower"},
	{"str.upcase", report.Quiet, do.Change, "@", "upper"},
	{"str.tr str.swapcase str.gsub str.sub Zlib::Inflate.inflate Zlib.gunzip Zlib.inflate", report.Quiet, do.Hidden, "", ""},
	{"str.split Shellwords.split", report.Quiet, do.Split, "@", ""},
	{"num.chr", report.Quiet, rubyChr, "", "="},
	{"format sprintf", report.Quiet, do.Format, "0", ""},
	{"URI", report.Quiet, do.Typed, "0", "URI"},
}

// rubyItem is one item of a list.
func rubyItem(c *walk.Call) value.Value { return do.Item(c.Self) }

// rubyGemfile is gemfile { .. } of bundler/inline, which installs what it lists;
// elsewhere it is a name like any other.
func rubyGemfile(c *walk.Call) value.Value {
	for i := range c.R.Toks {
		if c.R.Toks[i].Kind == lex.Str && c.R.Toks[i].Text == "bundler/inline" {
			return walk.Do(c)
		}
	}
	return c.Result()
}

// rubyExtract unpacks to a path; other methods of that name take none.
func rubyExtract(c *walk.Call) value.Value {
	if len(c.Args) > 0 && c.Args[0].Form != value.Mapping {
		return walk.Do(c)
	}
	return c.Result()
}

// rubyArgf reads the files that the program's arguments name.
func rubyArgf(c *walk.Call) value.Value {
	if v, ok := c.R.Variable("ARGV"); ok && v.Form == value.Sequence {
		for _, x := range v.Items {
			c.Emit(report.Act{Kind: report.Read, Args: x.Args()})
		}
	}
	if c.R.Counts["ARGV"] > 0 {
		c.Emit(report.Act{Kind: report.Read, Args: []report.Arg{{}}})
	}
	return value.Value{Taint: value.Computed}
}

func rubyChmod(c *walk.Call) value.Value {
	vs := value.Flat(c.Args)
	if len(vs) < 2 {
		vs = []value.Value{{}, {}}
	}
	for _, v := range vs[1:] {
		if v.Form != value.Mapping {
			c.Emit(report.Act{Kind: report.Permission, Args: []report.Arg{v.Arg(), vs[0].Arg()}})
		}
	}
	return value.Value{}
}

// rubyPopen is IO.popen("cmd"), IO.popen(["a", "b"]), with or without a hash
// of variables in front.
func rubyPopen(c *walk.Call) value.Value {
	if len(c.Args) > 1 && c.Args[0].Form == value.Mapping {
		c.Args = c.Args[1:]
	}
	if v := c.Arg(0); v.Form == value.Sequence {
		c.Argv([]value.Value{v})
		return do.Process(c)
	}
	return do.Shell(c)
}

// rubySend calls the method that the first argument names.
func rubySend(c *walk.Call) value.Value {
	if c.Bare || len(c.Args) == 0 {
		return value.Value{}
	}
	name, self := c.Args[0], c.Self
	again := *c
	again.Args = c.Args[1:]
	return c.R.Invoke(rubyOf(c, self, name), &again)
}

func rubyOf(c *walk.Call, self, name value.Value) value.Value {
	if !name.IsText() {
		c.R.Hide("a method with a computed name")
		return value.Value{}
	}
	if self.Form != value.Ref || c.R.Rows[self.Text+"."+name.Text] == nil && c.R.Rows[name.Text] != nil {
		self = value.Value{Form: value.Ref, Text: "Kernel"}
	}
	return c.R.Selected(self, name.Text)
}

// rubyMethod is method(:system), to be called later.
func rubyMethod(c *walk.Call) value.Value {
	if c.Bare || len(c.Args) == 0 {
		return value.Value{}
	}
	return rubyOf(c, c.Self, c.Args[0])
}

// rubyProc is :system.to_proc, which is called later with a receiver in front:
// of a function with a row, that is more than is followed.
func rubyProc(c *walk.Call) value.Value {
	row := c.R.Rows[c.Self.Text]
	if !c.Self.IsText() || row != nil && (row.Kind < report.Quiet || wordlist.Has("send public_send __send__ eval instance_eval", c.Self.Text)) {
		c.R.Hide("a method that is called by its name")
	}
	return value.Value{Taint: value.Computed}
}

func rubyConst(c *walk.Call) value.Value {
	name := c.Arg(0)
	if !name.IsText() {
		c.R.Hide("a constant with a computed name")
		return value.Value{}
	}
	return value.Value{Form: value.Ref, Text: c.R.Lang.Rename(name.Text)}
}

// rubyUnmarshal is harmless for the text of a YAML file, which current
// versions read safely.
func rubyUnmarshal(c *walk.Call) value.Value {
	if strings.HasPrefix(c.Name, "YAML.load") {
		return value.Value{}
	}
	return walk.Hide(c)
}

func rubyChr(c *walk.Call) value.Value { return do.Chars([]value.Value{c.Self}) }

// rubyTemplate is a text with code in <% %>.
func rubyTemplate(c *walk.Call) value.Value {
	v := c.Arg(0)
	if !v.IsText() {
		if v.File != nil {
			c.R.Hide("a template with code that is not read")
		}
		return c.Result()
	}
	for rest := v.Text; ; {
		_, after, ok := strings.Cut(rest, "<%")
		if !ok {
			return c.Result()
		}
		var src string
		src, rest, _ = strings.Cut(after, "%>")
		if src = strings.Trim(src, "=- "); !strings.HasPrefix(src, "#") && !simple(src) {
			do.Evaluate(c, value.Known(src))
		}
	}
}

// simple is a hole that names a value.
func simple(src string) bool {
	return strings.Trim(src, "abcdefghijklmnopqrstuvwxyz_@. 0123456789") == ""
}
