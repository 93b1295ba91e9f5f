package lang

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/lang/reach"
	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// JavaScript is JavaScript and TypeScript under Node, Deno and Bun.
func JavaScript() *walk.Language {
	return &walk.Language{
		Rules: lex.Rules{
			Line:   []string{"//", "#!", "<!--"},
			Blocks: [][2]string{{"/*", "*/"}},
			Quotes: []lex.Quote{
				{Open: `"`, Close: `"`, Esc: lex.Full, OneLine: true},
				{Open: `'`, Close: `'`, Esc: lex.Full, OneLine: true},
				{Open: "`", Close: "`", Esc: lex.Full, Interp: lex.DollarOnly},
			},
			NameStart: "$#", NameMore: "$",
			Ops: []string{">>>=", "...", "===", "!==", "**=", "&&=", "||=", "??=", "<<=", ">>=", ">>>", "=>", "==", "!=", "<=", ">=", "&&",
				"||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "**", "<<", ">>"},
			Before: "return typeof case do else in of instanceof new void delete throw await yield default",
			Regex:  true, EscapedNames: true,
		},
		Member:  ". ?.",
		Concat:  "+",
		Habits:  lex.Habits{Arrow: "=>", Mutators: "push unshift splice pop shift reverse sort fill copyWithin"},
		Noise:   "if else while for do try catch finally return switch case break continue throw default export static get set async yield extends implements interface type enum declare namespace public private protected readonly abstract override debugger const let var",
		Prefix:  "await new typeof void delete",
		WordOps: "in of instanceof as satisfies",
		Pairs:   ":",
		Traits:  walk.CommaLast | walk.DotKeys | walk.NameKeys,
		Keyword: javascriptKeyword,
		Renames: [][2]string{
			{"globalThis", ""}, {"global", ""}, {"window", ""}, {"self", ""},
			{"process.mainModule.require", "require"}, {"module.require", "require"}, {"module.constructor._load", "require"}, {"require.main.require", "require"},
			{"node:", ""}, {"fs.promises", "fs"}, {"fs/promises", "fs"}, {"fs-extra", "fs"}, {"graceful-fs", "fs"}, {"fs.default", "fs"},
			{"child_process.default", "child_process"}, {"os.default", "os"}, {"path.default", "path"}, {"path/posix", "path"}, {"path.posix", "path"},
			{"cross-spawn", "child_process.spawn"}, {"https", "http"}, {"tls", "net"}, {"Bun.env", "process.env"}, {"import.meta.env", "process.env"},
			{"axios.default", "axios"}, {"node-fetch.default", "fetch"}, {"node-fetch", "fetch"}, {"undici.fetch", "fetch"}, {"bun.$", "$"}, {"zx.$", "$"}, {"Bun.$", "$"}, {"execa.$", "$"}, {"execa.default", "execa"}, {"dax.default", "$"}, {"dax-sh.default", "$"}, {"cross-spawn.default", "child_process.spawn"}, {"Bun.sql", "bun.sql"}, {"Bun.SQL", "bun.SQL"},
			{"module:got.default", "module:got"}, {"superagent", "axios"}, {"isomorphic-fetch", "fetch"}, {"cross-fetch", "fetch"}, {"process.default", "process"},
		},
		Loop:    do.Loop,
		Block:   do.Block,
		Argv:    "process.argv Bun.argv Deno.args",
		Globals: "globalThis global window self",
		Rows:    rows.Of(reach.Javascript(), javascriptFiles, javascriptProcess, javascriptNet, reach.JavascriptServers(), javascriptHidden, javascriptText, anyMethods),
	}
}

var javascriptFiles = []rows.Row{
	{"fs.ReadStream fs.openAsBlob fs.readFileSync fs.readFile fs.createReadStream *.readFileSync *.createReadStream Deno.readTextFile Deno.readTextFileSync " +
		"Deno.readFile Deno.readFileSync Bun.file fs.readJson fs.readJsonSync", report.Read, nil, "0", ""},
	{"fs.WriteStream fs.writeFileSync fs.writeFile fs.createWriteStream *.writeFileSync *.createWriteStream Deno.writeTextFile " +
		"Deno.writeTextFileSync Deno.writeFile Deno.writeFileSync Deno.create Bun.write fs.outputFile fs.outputFileSync " +
		"fs.writeJson fs.writeJsonSync fs.outputJson fs.outputJsonSync fs.ensureFile fs.ensureFileSync", report.Write, nil, "0", ""},
	{"fs.truncateSync fs.truncate Deno.truncate Deno.truncateSync", report.Write, do.Truncate, "0", ""},
	{"dotenv.config process.loadEnvFile dotenv.configDotenv", report.Quiet, do.Pure, "", ""},
	{"dotenv.config().parsed", report.Read, javascriptEnvFile, "", "="},
	{"console.log console.info console.warn console.error console.debug console.dir console.table JSON.stringify util.inspect", report.Quiet, javascriptShows, "", ""},
	{"fs.appendFileSync fs.appendFile *.appendFileSync", report.Append, nil, "0", ""},
	{"fs.openSync fs.open", report.Read, do.Open, "0 1", ""},
	{"Deno.open Deno.openSync", report.Write, nil, "0", ""},
	{"fs.unlinkSync fs.unlink fs.rmdirSync fs.rmdir fs.rmSync fs.rm *.unlinkSync *.rmdirSync *.rmSync Deno.remove Deno.removeSync", report.Delete, do.Remove, "0", "recursive"},
	{"Bun.file().delete Bun.file().unlink", report.Delete, javascriptBunDelete, "", ""},
	{"fs.remove fs.removeSync fs.emptyDir fs.emptyDirSync rimraf rimraf.sync rimraf.rimraf rimraf.rimrafSync rimraf.native module:del module:del.sync module:del.deleteAsync module:del.deleteSync module:trash shelljs.rm", report.DeleteTree, nil, "*", ""},
	{"fs.renameSync fs.rename fs.move fs.moveSync Deno.rename Deno.renameSync shelljs.mv *.renameSync", report.Move, nil, "0 1", ""},
	{"fs.copyFileSync fs.copyFile fs.cpSync fs.cp fs.copy fs.copySync Deno.copyFile Deno.copyFileSync shelljs.cp *.copyFileSync *.cpSync", report.Copy, nil, "0 1", ""},
	{"fs.symlinkSync fs.symlink fs.linkSync fs.link Deno.symlink Deno.symlinkSync Deno.link Deno.linkSync fs.ensureSymlinkSync fs.ensureSymlink fs.ensureLinkSync fs.ensureLink", report.Link, nil, "0 1", ""},
	{"fs.mkdirSync fs.mkdir fs.mkdtempSync fs.mkdtemp fs.ensureDir fs.ensureDirSync fs.mkdirpSync fs.mkdirp Deno.mkdir Deno.mkdirSync shelljs.mkdir mkdirp mkdirp.sync", report.Mkdir, nil, "0", ""},
	{"fs.chmodSync fs.chmod fs.chownSync fs.chown fs.lchown fs.lchownSync Deno.chmod Deno.chmodSync Deno.chown Deno.chownSync *.chmodSync *.chownSync fs.fchmod fs.fchmodSync fs.fchown fs.fchownSync fs.lchmod fs.lchmodSync", report.Permission, nil, "0 1", ""},
	{"fs.readdirSync fs.readdir", report.List, do.List, "0", "names"},
	{"fs.globSync fs.glob module:glob module:glob.sync module:glob.glob module:glob.globSync fast-glob fast-glob.sync module:globby module:globby.sync", report.List, do.List, "0", "pattern"},
	{"fs.opendir fs.opendirSync Deno.readDir Deno.readDirSync shelljs.ls", report.List, nil, "0", ""},
	{"process.env Deno.env.toObject", report.EnvAll, nil, "", ""},
	{"process.env[] Deno.env.get", report.Env, do.Env, "0", ""},
	{"process.chdir Deno.chdir shelljs.cd", report.Quiet, do.Chdir, "", ""},
	{"list.slice", report.Quiet, do.Rest, "@", ""},
	{"os.homedir", report.Quiet, do.Constant, "", "~"},
	{"process.cwd Deno.cwd", report.Quiet, do.Constant, "", "."},
	{"os.tmpdir", report.Quiet, do.Constant, "", "/tmp"},
	{"path.join path.resolve", report.Quiet, do.JoinPath, "", ""},
	{"path.normalize fs.realpathSync fs.realpath url.fileURLToPath url.pathToFileURL", report.Through, do.Same, "0", ""},
	{"path.dirname", report.Quiet, do.Parent, "0", ""},
	{"fs.existsSync fs.exists fs.statSync fs.stat fs.lstatSync fs.lstat fs.accessSync fs.access fs.closeSync fs.close " +
		"fs.readSync fs.read fs.writeSync fs.write fs.fstatSync fs.readlinkSync fs.readlink fs.watch fs.watchFile fs.fsyncSync " +
		"fs.fsync fs.pathExists fs.pathExistsSync fs.Stats fs.utimesSync fs.utimes fs.statfs fs.Dirent fs.futimesSync " +
		"fs.unwatchFile fs.writev fs.writevSync fs.readv fs.readvSync fs.futimes fs.fstat fs.fdatasync fs.fdatasyncSync fs.lutimes fs.lutimesSync fs.statfsSync fs.FSWatcher fs.gracefulify fs.isWritable fs.accessible", report.Quiet, do.Pure, "", ""},
}

var javascriptProcess = []rows.Row{
	{"$.sync child-process-promise.exec node-cmd.run node-cmd.runSync dax.$ dax-sh.$ child_process.exec child_process.execSync *.execSync shelljs.exec execa.command execa.commandSync execa.execaCommand execa.execaCommandSync $ util.promisify().exec", report.Exec, do.Shell, "0", ""},
	{"child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync *.spawnSync *.execFileSync execa execa.sync execa.execa execa.execaSync Deno.Command node-pty.spawn child_process.spawn.sync child_process.spawn.spawn nano-spawn tinyexec.x tinyexec.exec child-process-promise.spawn child-process-promise.execFile foreground-child.foregroundChild", report.Exec, do.Spawn, "0", ""},
	{"child_process.fork worker_threads.Worker Worker", report.Import, javascriptWorker, "0", ""},
	{"Bun.spawn Bun.spawnSync Deno.run", report.Exec, do.Run, "cmd|0", ""},
	{"process.execve", report.Exec, do.Spawn, "0", ""},
	{"module.register module.registerHooks", report.Import, nil, "0", ""},
	{"inspector.Session inspector.promises.Session wasi.WASI", report.Unread, walk.Hide, "", "code that is not read"},
	{"cluster.setupPrimary cluster.setupMaster repl.start inspector.open v8.setFlagsFromString process.setuid process.setgid process.report.writeReport", report.Unread, walk.Hide, "", ""},
	{"*.doShellScript", report.Exec, do.Shell, "0", ""},
	{"Application().* ObjC.** Library", report.Unread, walk.Hide, "", "it makes another program do something"},
	{"process.kill Deno.kill", report.Signal, nil, "0", ""},
	{"process.abort", report.Quiet, do.Pure, "", ""},
	{"child_process.* fs.* shelljs.*", report.Unread, walk.Hide, "", ""},
}

var javascriptNet = []rows.Row{
	{"fetch *.fetch module:got module:ky undici.request undici.stream module:needle", report.Fetch, do.HTTP, "0", ""},
	{"axios axios.request http.request", report.Fetch, do.HTTP, "url|hostname|host|baseURL|0", ""},
	{"http.get axios.get axios.head module:got.get module:got.head module:ky.get module:ky.head module:needle.get module:request.get", report.Fetch, nil, "hostname|host|0", ""},
	{"axios.post axios.put axios.patch axios.delete module:got.post module:got.put module:got.patch module:got.delete module:ky.post module:ky.put module:ky.patch module:ky.delete module:needle.post module:request.post navigator.sendBeacon module:request", report.Send, nil, "0", ""},
	{"net.connect net.createConnection net.Socket().connect", report.Send, nil, "host|1|0", ""},
	{"http2.connect WebSocket module:ws module:ws.WebSocket EventSource socket.io-client socket.io-client.io ssh2.Client().connect dgram.createSocket().send", report.Send, nil, "host|0", ""},
	{"dns.lookup dns.resolve dns.resolve4 dns.resolveTxt dns.promises.lookup dns/promises.lookup dns/promises.resolve Deno.resolveDns", report.Fetch, do.Lookup, "0", ""},
	{"Deno.connect Deno.connectTls Bun.connect Bun.udpSocket", report.Send, nil, "hostname|0", ""},
	{"Deno.listen Deno.listenTls Bun.listen Bun.serve Deno.serve", report.Listen, nil, "?hostname", ""},
	{"*.listen", report.Listen, javascriptListen, "", ""},
	{"nodemailer.createTransport", report.Send, nil, "host|0", ""},
	{"@aws-sdk/client-s3.S3Client aws-sdk.S3 aws-sdk.EC2 @google-cloud/storage.Storage @azure/identity.DefaultAzureCredential", report.Unread, walk.Hide, "", "a cloud client"},
	{"redis.createClient ioredis mongodb.MongoClient mongoose.connect", report.Send, nil, "url|0", ""},
	{"*.deleteMany *.destroyAll *.dropSchemaIfExists *.dropAllSchemas *.flushall *.flushAll *.flushdb *.flushDb", report.DB, nil, "", ""},
	{"*.destroy *.sync *.synchronize", report.DB, javascriptMass, "", ""},
	{"*.query *.execute *.exec *.$executeRawUnsafe *.$queryRawUnsafe *.raw", report.DB, do.Sql, "0", "maybe"},
}

var javascriptHidden = []rows.Row{
	{"eval vm.runInThisContext vm.runInNewContext vm.runInContext vm.Script vm.compileFunction vm.SourceTextModule", report.Eval, do.Eval, "0", ""},
	{"Function AsyncFunction GeneratorFunction", report.Eval, javascriptFunction, "", ""},
	{"setTimeout setInterval setImmediate execScript", report.Eval, do.Eval, "0", "text"},
	{"*.constructor", report.Quiet, javascriptConstructor, "", ""},
	{"require import", report.Through, do.Load, "0", ""},
	{"require.resolve", report.Through, do.Same, "0", ""},
	{"module.createRequire", report.Quiet, javascriptRequire, "", ""},
	{"process.getBuiltinModule", report.Through, do.Load, "0", ""},
	{"process.binding process._linkedBinding process.dlopen module._load module._compile *._compile bun:ffi.dlopen bun:ffi.** Deno.dlopen ffi-napi.** v8.deserialize node-serialize.unserialize serialize-javascript.deserialize", report.Unread, walk.Hide, "", "a way around the module system"},
	{"Reflect.get", report.Through, do.Attribute, "", ""},
	{"Reflect.apply", report.Through, javascriptApply, "", ""},
	{"Reflect.construct", report.Through, javascriptConstruct, "", ""},
	{"Object.entries", report.Through, javascriptEntries, "", ""},
	{"Object.values Object.getOwnPropertyDescriptors", report.Through, javascriptValues, "", ""},
	{"Object.keys", report.Through, do.Pure, "", ""},
	{"Object.assign", report.Through, javascriptAssign, "", ""},
	{"fs.then fs.catch fs.finally child_process.then child_process.catch", report.Quiet, do.Pure, "", ""},
	{"util.promisify", report.Through, do.Same, "0", ""},
	{"process.*", report.Quiet, do.Pure, "", ""},
	{"importScripts", report.Import, nil, "*", ""},
}

var javascriptText = []rows.Row{
	{"Buffer.from Buffer", report.Quiet, javascriptBuffer, "", ""},
	{"atob", report.Quiet, do.Unbase64, "0", ""},
	{"btoa encodeURIComponent", report.Quiet, do.Hidden, "", ""},
	{"decodeURIComponent unescape decodeURI", report.Quiet, do.Unpercent, "", ""},
	{"zlib.gunzipSync zlib.inflateSync zlib.brotliDecompressSync zlib.unzipSync Bun.gunzipSync Uint8Array().toString", report.Quiet, do.Hidden, "", ""},
	{"String.fromCharCode String.fromCodePoint", report.Quiet, do.Char, "", ""},
	{"String str.valueOf", report.Quiet, do.Same, "0", "text"},
	{"str.toString str.trim str.normalize", report.Quiet, javascriptToString, "@ 0", ""},
	{"str.concat", report.Quiet, do.Concat, "@", ""},
	{"String.raw", report.Quiet, do.Same, "0", ""},
	{"list.join", report.Quiet, do.JoinList, "0 @", ","},
	{"str.split", report.Quiet, do.Split, "@", ""},
	{"list.reverse list.toReversed", report.Quiet, do.Reversed, "@", ""},
	{"str.replace", report.Quiet, do.Replace, "", "first"},
	{"str.replaceAll", report.Quiet, do.Replace, "", ""},
	{"str.toLowerCase", report.Quiet, do.Change, "@", "lower"},
	{"str.toUpperCase", report.Quiet, do.Change, "@", "upper"},
	{"URL", report.Quiet, do.Typed, "0", "URL"},
	{"URL.href URL.toString", report.Quiet, do.Same, "@", "="},
}

// javascriptAssign is Object.assign({}, process.env): still the environment.
func javascriptAssign(c *walk.Call) value.Value {
	for _, v := range c.Args {
		if v.Form == value.Ref {
			return v
		}
	}
	return c.Arg(len(c.Args) - 1)
}

func javascriptBunDelete(c *walk.Call) value.Value {
	path := value.Value{}
	if len(c.Self.Items) > 0 {
		path = c.Self.Items[0]
	}
	c.Emit(report.Act{Kind: report.Delete, Args: []report.Arg{path.Arg()}})
	return value.Value{}
}

// javascriptWorker starts a file as a worker, or a text with {eval: true}.
func javascriptWorker(c *walk.Call) value.Value {
	if c.Set("eval") {
		return do.Evaluate(c, c.Arg(0))
	}
	return walk.Do(c)
}

// javascriptEnvFile is dotenv.config().parsed: what stands in the file.
func javascriptEnvFile(c *walk.Call) value.Value {
	path := value.Known(".env")
	if v, ok := (&walk.Call{R: c.R, Args: c.Self.Items}).Option("path"); ok {
		path = v
	}
	c.Emit(report.Act{Kind: report.Read, Args: path.Args()})
	return value.Value{Taint: value.Computed}
}

// javascriptShows is console.log: what dotenv.config() gives holds what stands
// in the file, and a process, or the report about it, its environment.
func javascriptShows(c *walk.Call) value.Value {
	for _, a := range c.Args {
		if a.Form == value.Ref && wordlist.Has("process process.report process.report.getReport()", a.Text) {
			c.Emit(report.Act{Kind: report.EnvAll})
		}
		if a.Form == value.Ref && (a.Text == "dotenv.config()" || a.Text == "dotenv.configDotenv()") {
			env := *c
			env.Self = a
			javascriptEnvFile(&env)
		}
	}
	return c.Result()
}

// javascriptConstruct is Reflect.construct(Function, ["code"]).
func javascriptConstruct(c *walk.Call) value.Value {
	again := *c
	again.Args = value.Flat(c.Args[min(1, len(c.Args)):])
	return c.R.Invoke(c.Arg(0), &again)
}

// javascriptEntries is Object.entries(hash).
func javascriptEntries(c *walk.Call) value.Value {
	if v := c.Arg(0); v.Form == value.Mapping {
		return do.Pairs(&walk.Call{R: c.R, Self: v})
	}
	c.UseAll()
	return c.Result()
}

// javascriptValues is Object.values(library), among which any function may be
// picked.
func javascriptValues(c *walk.Call) value.Value {
	if v := c.Arg(0); v.Form == value.Ref && c.R.Rows[v.Text+".*"] != nil {
		c.R.Hide("a walk through the functions of " + v.Text)
	}
	return javascriptEntries(c)
}

// javascriptMass is what removes all rows of a table only when it is told so:
// destroy({truncate: true}), sync({force: true}).
func javascriptMass(c *walk.Call) value.Value {
	if c.Set("truncate cascade force") || c.Arg(0).Text == "true" && strings.HasSuffix(c.Name, "synchronize") {
		return walk.Do(c)
	}
	if where, ok := c.Option("where"); ok && where.Form != value.Ref && where.Taint == 0 && len(where.Items) == 0 && strings.HasSuffix(c.Name, "destroy") {
		return walk.Do(c)
	}
	return c.Result()
}

// javascriptListen is app.listen(port, host).
func javascriptListen(c *walk.Call) value.Value {
	a := report.Act{Kind: report.Listen}
	if host, ok := c.Option("host"); ok {
		a.Args = []report.Arg{host.Arg()}
	} else if h := c.Arg(1); h.Form == value.Text {
		a.Args = []report.Arg{h.Arg()}
	}
	c.Emit(a)
	return c.Result()
}

// javascriptFunction is new Function("a", "b", "code").
func javascriptFunction(c *walk.Call) value.Value {
	if len(c.Args) == 0 {
		return value.Value{}
	}
	return do.Evaluate(c, c.Args[len(c.Args)-1])
}

// javascriptConstructor is (..).constructor("code") if what was constructed
// from is a function, which an argument that is a text suggests.
func javascriptConstructor(c *walk.Call) value.Value {
	if len(c.Args) == 0 || c.Bare {
		return c.Result()
	}
	v := c.Args[len(c.Args)-1]
	if v.Form != value.Text && v.Taint&(value.Encoded|value.Fetched) == 0 && !strings.HasSuffix(c.Name, "constructor.constructor") {
		return c.Result()
	}
	return do.Evaluate(c, v)
}

// javascriptRequire makes another require.
// javascriptRequire is createRequire: what it makes takes modules from the
// folder that it is told.
func javascriptRequire(c *walk.Call) value.Value {
	if v := c.Arg(0); v.IsText() && (strings.HasPrefix(v.Text, "/") || strings.Contains(v.Text, "..")) {
		c.Emit(report.Act{Kind: report.Import, Args: []report.Arg{v.Arg()}})
	}
	return value.Value{Form: value.Ref, Text: "require"}
}

func javascriptApply(c *walk.Call) value.Value {
	if len(c.Args) < 3 {
		return value.Value{}
	}
	again := *c
	again.Args = value.Flat(c.Args[2:])
	return c.R.Invoke(c.Arg(0), &again)
}

func javascriptBuffer(c *walk.Call) value.Value {
	if v := c.Arg(0); v.Form == value.Sequence {
		return do.Chars(v.Items)
	}
	return do.Codec(&walk.Call{R: c.R, Row: &walk.Row{At: "0 1"}, Args: c.Args})
}

// javascriptToString undoes nothing for text, and encodes for other names.
func javascriptToString(c *walk.Call) value.Value {
	if enc := c.Arg(0); enc.IsText() && (enc.Text == "base64" || enc.Text == "hex" || enc.Text == "base64url") || len(c.Args) > 0 && !enc.IsText() {
		return value.Value{Form: value.Text, Taint: c.Self.Taint | value.Computed}
	}
	v := c.Self
	if strings.HasSuffix(c.Name, ".trim") && v.Known {
		v.Text = strings.TrimSpace(v.Text)
	}
	return v
}

// javascriptKeyword reads import statements, class heads and types.
func javascriptKeyword(r *walk.Reader, word string) bool {
	switch {
	case word == "import" && !r.At(1).Is("(") && !r.At(1).Is("."):
		r.Next()
		javascriptImport(r)
		return true
	case word == "with" && r.At(1).Is("("): // its names may come from any module
		r.Hide("names that with brings in")
	case word == "class" && (r.At(1).Kind == lex.Name || r.At(1).Is("{")):
		r.Next()
		if !r.IsOp("{") {
			r.Next()
		}
		return true
	}
	return false
}

// javascriptImport reads import a, {b as c} from "m", import * as d from "m".
func javascriptImport(r *walk.Reader) {
	type pair struct{ from, to string }
	var names []pair
	start := r.At(-1).Start
	for n := 0; n < 200; n++ {
		t := r.Next()
		switch {
		case t.Kind == lex.Str:
			module := do.Loaded(r, &walk.Call{R: r, Name: "import", Start: start}, t.Text)
			for _, p := range names {
				if p.from == "" {
					r.Bind(p.to, module)
				} else {
					r.Bind(p.to, r.Selected(module, p.from))
				}
			}
			return
		case t.Is("*") && r.IsWord("as"):
			r.Next()
			names = append(names, pair{"", r.Next().Text})
		case t.Is("{"):
			for r.I < t.Match && r.I < len(r.Toks) {
				p := pair{from: r.Next().Text}
				p.to = p.from
				if r.IsWord("as") {
					r.Next()
					p.to = r.Next().Text
				}
				if p.from == "default" {
					p.from = ""
				}
				if p.to != "," && p.to != "}" {
					names = append(names, p)
				}
				if r.IsOp(",") {
					r.Next()
				}
			}
		case t.Kind == lex.Name && t.Text != "from" && t.Text != "type":
			names = append(names, pair{"", t.Text})
		case t.Kind == 0 || t.Is(";"):
			return
		}
	}
}
