package lang

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/lang/library"
	"github.com/sentinelgate/sentinel/internal/code/lang/reach"
	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Python is Python 3, and what is left of Python 2.
func Python() *walk.Language {
	return &walk.Language{
		Rules: lex.Rules{
			Line: []string{"#"},
			Quotes: []lex.Quote{
				{Open: `"""`, Close: `"""`, Esc: lex.Full},
				{Open: `'''`, Close: `'''`, Esc: lex.Full},
				{Open: `"`, Close: `"`, Esc: lex.Full, OneLine: true},
				{Open: `'`, Close: `'`, Esc: lex.Full, OneLine: true},
			},
			Ops:   []string{"**=", "//=", ">>=", "<<=", "...", ":=", "==", "!=", "<=", ">=", "->", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "**", "//", "<<", ">>"},
			Lines: true, Prefixed: true, KeepEscapes: true, FoldNames: true,
		},
		Member:  ".",
		Concat:  "+",
		Habits:  lex.Habits{Mutators: "append extend insert pop remove reverse sort clear update"},
		Noise:   "if else elif while for in try except finally with return class pass break continue raise global nonlocal del assert async yield match case",
		Prefix:  "await lambda",
		WordOps: "and or not in is",
		Pairs:   "= :",
		Traits:  walk.KeywordArg | walk.Adjacent | walk.KeywordIf,
		Keyword: pythonKeyword,
		Renames: [][2]string{
			{"builtins", ""}, {"__builtins__", ""}, {"__builtin__", ""}, {"globals", ""}, {"posix", "os"}, {"_io", "io"}, {"nt", "os"},
			{"pathlib.PosixPath", "pathlib.Path"}, {"pathlib.WindowsPath", "pathlib.Path"}, {"Path", "pathlib.Path"},
			{"os.__dict__", "os"}, {"io.open", "open"}, {"codecs.open", "open"}, {"os.environb", "os.environ"}, {"aiofiles.open", "open"},
			{"gzip.open", "open"}, {"bz2.open", "open"}, {"lzma.open", "open"},
			{"commands", "subprocess"}, {"subprocess32", "subprocess"}, {"cPickle", "pickle"}, {"dill", "pickle"}, {"cloudpickle", "pickle"}, {"_pickle", "pickle"},
			{"urllib2.urlopen", "urllib.request.urlopen"}, {"urllib.urlopen", "urllib.request.urlopen"},
			{"os.environ.copy()", "os.environ"}, {"SimpleHTTPServer", "http.server"}, {"fileinput.FileInput", "fileinput.input"},
		},
		Loop:    do.Loop,
		Argv:    "sys.argv",
		Bang:    do.Bang,
		Globals: "builtins __builtins__ __builtin__ globals",
		Inner:   reach.Inner,
		Rows:    rows.Of(reach.Python(), pythonFiles, pythonProcess, pythonCommands, pythonNet, pythonHidden, pythonText, anyMethods),
	}
}

// pythonCommands are libraries in which a program is called like a function.
var pythonCommands = []rows.Row{
	{"git.Repo().git.* git.Git().* git.Repo.init().git.* git.Repo.clone_from().git.* git.cmd.Git().*", report.Exec, library.Git, "", "git"},
	{"git.Repo().head.reset git.Repo().head.ref git.Repo().head.reference", report.Exec, library.Git, "", "git"},
	{"git.Repo().remote().push git.Repo().remotes.origin.push", report.Exec, library.Git, "", "git"},
	{"sh.** plumbum.cmd.** plumbum.local().*", report.Exec, library.Program, "", ""},
	{"plumbum.local[] plumbum.local.get", report.Through, library.Local, "", ""},
	{"invoke.Context().run invoke.Context().sudo fabric.Connection().local fabric.api.local fabric.operations.local", report.Exec, do.Shell, "command|0", ""},
}

var pythonFiles = []rows.Row{
	{"open os.fdopen pathlib.Path().open io.FileIO", report.Read, do.Open, "0|file mode|1", ""},
	{"open().close", report.Quiet, do.Emptied, "", ""},
	{"pathlib.Path.open", report.Read, do.Open, "@ mode|0", ""},
	{"pathlib.Path.read_text pathlib.Path.read_bytes *.read_text *.read_bytes", report.Read, nil, "@", ""},
	{"pathlib.Path.write_text pathlib.Path.write_bytes pathlib.Path.touch *.write_text *.write_bytes", report.Write, nil, "@", ""},
	{"pathlib.Path.unlink pathlib.Path.rmdir *.unlink *.rmdir", report.Delete, nil, "@", ""},
	{"pathlib.Path.rename pathlib.Path.replace", report.Move, nil, "@ 0", ""},
	{"pathlib.Path.mkdir", report.Mkdir, nil, "@", ""},
	{"pathlib.Path.chmod pathlib.Path.lchmod", report.Permission, nil, "@ 0", ""},
	{"pathlib.Path.symlink_to pathlib.Path.hardlink_to", report.Link, nil, "target|0 @", ""},
	{"pathlib.Path.iterdir", report.List, do.List, "@", "children"},
	{"pathlib.Path.glob", report.List, do.List, "@", "inside"},
	{"pathlib.Path.rglob", report.List, do.List, "@", "below"},
	{"os.remove os.unlink os.rmdir os.removedirs", report.Delete, nil, "path|0", ""},
	{"shutil.rmtree *.rmtree distutils.dir_util.remove_tree send2trash.send2trash", report.DeleteTree, nil, "path|0", ""},
	{"os.rename os.replace os.renames shutil.move", report.Move, nil, "src|0 dst|1", ""},
	{"os.link os.symlink", report.Link, nil, "src|0 dst|1", ""},
	{"shutil.copy shutil.copy2 shutil.copyfile shutil.copytree distutils.dir_util.copy_tree", report.Copy, nil, "src|0 dst|1", ""},
	{"shutil.copymode shutil.copystat", report.Permission, nil, "1", ""},
	{"os.mkdir os.makedirs os.mkfifo os.mknod", report.Mkdir, nil, "name|path|0", ""},
	{"os.chmod os.chown os.lchown os.lchmod shutil.chown os.setxattr", report.Permission, nil, "path|0 1", ""},
	{"os.open", report.Write, nil, "0", ""},
	{"os.truncate", report.Write, do.Truncate, "0", ""},
	{"glob.glob glob.iglob", report.List, do.List, "pathname|0", "pattern"},
	{"os.listdir", report.List, do.List, "?path|0", "names"},
	{"os.walk os.fwalk", report.List, do.List, "top|0", "walk"},
	{"os.scandir os.listxattr", report.List, nil, "?path|0", ""},
	{"frozenset tqdm.tqdm", report.Through, do.Same, "0", ""},
	{"enumerate", report.Through, do.Numbered, "", ""},
	{"dict.items", report.Quiet, do.Pairs, "", ""},
	{"shutil.make_archive", report.Write, pythonArchive, "base_name|0", ""},
	{"linecache.getlines linecache.getline linecache.updatecache tokenize.open configparser.ConfigParser().read configparser.RawConfigParser().read " +
		"numpy.fromfile numpy.genfromtxt numpy.memmap pandas.read_table pandas.read_fwf pandas.read_xml pandas.read_html pandas.read_orc " +
		"pandas.read_feather pandas.read_stata pandas.read_sas pandas.read_hdf polars.read_csv polars.scan_csv polars.read_json polars.read_parquet " +
		"polars.read_ndjson PIL.Image.open cv2.imread toml.load json5.load plistlib.load xml.etree.ElementTree.parse ET.parse lxml.etree.parse " +
		"xml.dom.minidom.parse codecs.EncodedFile os.readv os.sendfile mimetypes.read_mime_types binhex.hexbin filecmp.cmp io.OpenWrapper " +
		"dotenv.get_key docx.Document openpyxl.load_workbook pypdf.PdfReader PyPDF2.PdfReader", report.Read, nil, "path|filename|0", ""},
	{"dotenv.dotenv_values", report.Read, pythonDefault, "dotenv_path|0", ".env"},
	{"netrc.netrc", report.Read, pythonDefault, "file|0", "~/.netrc"},
	{"dotenv.load_dotenv dotenv.find_dotenv", report.Quiet, do.Pure, "", ""},
	{"dotenv.set_key dotenv.unset_key", report.Write, nil, "dotenv_path|0", ""},
	{"keyring.get_password keyring.get_credential keyring.set_password keyring.delete_password secretstorage.** keyring.get_keyring", report.Unread, walk.Hide, "", "the store of passwords"},
	{"sys.path.insert sys.path.append sys.path.extend site.addsitedir site.addpackage", report.Import, pythonPath, "", ""},
	{"logging.basicConfig", report.Append, pythonLog, "filename", ""},
	{"logging.handlers.RotatingFileHandler logging.handlers.TimedRotatingFileHandler logging.handlers.WatchedFileHandler loguru.logger.add", report.Append, nil, "filename|0", ""},
	{"pathlib.Path.move pathlib.Path.move_into", report.Move, nil, "@ 0", ""},
	{"pathlib.Path.copy pathlib.Path.copy_into", report.Copy, nil, "@ 0", ""},
	{"os.chdir contextlib.chdir", report.Quiet, do.Chdir, "", ""},
	{"zipfile.ZipFile().write tarfile.open().add", report.Read, nil, "filename|name|0", ""},
	{"mmap.mmap", report.Quiet, do.Pure, "", ""},
	{"docker.from_env docker.DockerClient docker.APIClient kubernetes.config.load_kube_config", report.Unread, walk.Hide, "", "a client of containers"},
	{"shutil.unpack_archive", report.Write, nil, "extract_dir|1", ""},
	{"zipfile.ZipFile tarfile.open", report.Read, do.Open, "0 mode|1", ""},
	{"*.extractall *.extract", report.Write, nil, "path|0", ""},
	{"*.to_csv *.to_json *.to_parquet *.to_excel *.to_pickle *.savefig", report.Write, nil, "?0", ""},
	{"pandas.read_csv pandas.read_json pandas.read_excel pandas.read_parquet numpy.loadtxt", report.Read, nil, "0", ""},
	{"numpy.save numpy.savez numpy.savetxt logging.FileHandler", report.Write, nil, "0", ""},
	{"fileinput.input", report.Read, pythonFileinput, "files|0", ""},
	{"os.environ", report.EnvAll, nil, "", ""},
	{"os.environ[] os.environ.get os.getenv os.environ.pop os.getenvb decouple.config", report.Env, do.Env, "0", ""},
	{"os.environ.setdefault os.environ.update os.putenv os.unsetenv", report.Quiet, do.Pure, "", ""},
	{"os.environ.copy", report.Through, do.Same, "@", ""},
	{"os.environ.items os.environ.values os.environ.keys", report.EnvAll, nil, "", ""},
	{"os.getcwd os.getcwdb pathlib.Path.cwd", report.Quiet, do.Constant, "", "."},
	{"os.curdir", report.Quiet, do.Constant, "", "."},
	{"os.path.expanduser os.path.abspath os.path.realpath os.path.normpath os.path.expandvars os.fspath os.fsencode os.fsdecode pathlib.PurePath", report.Through, do.Same, "0", ""},
	{"pathlib.Path", report.Through, do.Typed, "0", "pathlib.Path"},
	{"pathlib.Path.home", report.Quiet, pythonHome, "", ""},
	{"pathlib.Path.resolve pathlib.Path.absolute pathlib.Path.expanduser pathlib.Path.as_posix", report.Through, do.Same, "@", ""},
	{"pathlib.Path.parent", report.Through, do.Parent, "@", "="},
	{"os.path.dirname", report.Through, do.Parent, "0", ""},
	{"os.path.join", report.Through, do.JoinPath, "", ""},
	{"pathlib.Path.joinpath", report.Through, do.JoinPath, "@", ""},
	{"tempfile.mkdtemp tempfile.mkstemp tempfile.mktemp tempfile.NamedTemporaryFile tempfile.TemporaryDirectory tempfile.TemporaryFile", report.Quiet, do.Temp, "", ""},
	{"tempfile.gettempdir", report.Quiet, do.Constant, "", "/tmp"},
	{"os.path.* os.cpu_count os.getpid os.getppid os.getuid os.geteuid os.getgid os.getlogin os.uname os.stat os.lstat os.fstat " +
		"os.access os.fsync os.close os.read os.pipe os.isatty os.get_terminal_size os.urandom os.times os.getloadavg os.strerror " +
		"os.umask os.readlink os.sched_getaffinity os.get_exec_path os.PathLike os.write os.lseek os.dup os.dup2 os.wait " +
		"os.waitpid os._exit os.abort os.nice os.getpgid os.setsid os.process_cpu_count os.sysconf os.WEXITSTATUS " +
		"os.WIFEXITED os.fsformat os.utime os.statvfs os.getgroups os.getpgrp os.get_inheritable os.set_inheritable " +
		"os.set_blocking os.sync os.error shutil.which shutil.get_terminal_size shutil.disk_usage shutil.copyfileobj " +
		"shutil.ignore_patterns shutil.Error shutil.get_archive_formats subprocess.CalledProcessError subprocess.TimeoutExpired " +
		"subprocess.list2cmdline subprocess.STARTUPINFO subprocess.CompletedProcess", report.Quiet, do.Pure, "", ""},
}

var pythonProcess = []rows.Row{
	{"os.system os.popen subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell asyncio.subprocess.create_subprocess_shell pexpect.run pexpect.spawn *.system", report.Exec, do.Shell, "cmd|command|0", ""},
	{"subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen invoke.run *.check_output *.check_call *.Popen", report.Exec, do.Run, "args|0", ""},
	{"asyncio.create_subprocess_exec asyncio.subprocess.create_subprocess_exec sh.Command", report.Exec, do.Program, "", ""},
	{"os.execl os.execle os.execlp os.execlpe os.execv os.execve os.execvp os.execvpe os.posix_spawn os.posix_spawnp", report.Exec, do.Program, "0", "named"},
	{"os.spawnl os.spawnle os.spawnlp os.spawnlpe os.spawnv os.spawnve os.spawnvp os.spawnvpe", report.Exec, do.Program, "1", "named"},
	{"pty.spawn os.login_tty", report.Exec, do.Run, "argv|0", ""},
	{"multiprocessing.set_executable", report.Exec, do.Program, "", ""},
	{"distutils.spawn.spawn setuptools.sandbox.run_setup *.spawn", report.Exec, do.Run, "0", ""},
	{"os.startfile", report.Exec, do.Shell, "0", ""},
	{"os.fork os.forkpty pty.fork", report.Exec, do.Fork, "", ""},
	{"os.kill os.killpg signal.pthread_kill psutil.Process().kill psutil.Process().terminate", report.Signal, nil, "0", ""},
	{"ensurepip.bootstrap ensurepip._bootstrap ensurepip._main", report.Install, nil, "", ""},
	{"pip.main pip._internal.main pip._internal.cli.main.main", report.Install, nil, "*", ""},
	{"webbrowser.open webbrowser.open_new webbrowser.open_new_tab", report.Fetch, nil, "0", ""},
	{"os.setuid os.setgid os.seteuid os.setreuid os.chroot os.*", report.Unread, walk.Hide, "", ""},
	{"subprocess.* shutil.* posix_spawn.*", report.Unread, walk.Hide, "", ""},
}

var pythonNet = []rows.Row{
	{"requests.get requests.head requests.options httpx.get httpx.head httpx.stream requests.Session().get requests.session().get httpx.Client().get httpx.AsyncClient().get aiohttp.ClientSession().get urllib3.PoolManager().get", report.Fetch, do.HTTP, "url|0", ""},
	{"requests.post requests.put requests.patch requests.delete httpx.post httpx.put httpx.patch httpx.delete requests.Session().post requests.Session().put requests.Session().patch requests.Session().delete requests.session().post httpx.Client().post httpx.Client().put httpx.AsyncClient().post aiohttp.ClientSession().post aiohttp.ClientSession().put", report.Send, nil, "url|0", ""},
	{"requests.request httpx.request requests.Session().request httpx.Client().request aiohttp.request aiohttp.ClientSession().request urllib3.PoolManager().request urllib3.request", report.Send, do.Verb, "url|1", ""},
	{"urllib.request.urlopen urllib.request.Request", report.Fetch, do.HTTP, "url|0", "data|1"},
	{"urllib.request.urlretrieve urllib.urlretrieve wget.download", report.Fetch, nil, "0", ""},
	{"http.client.HTTPConnection http.client.HTTPSConnection ftplib.FTP ftplib.FTP_TLS telnetlib.Telnet smtplib.SMTP smtplib.SMTP_SSL imaplib.IMAP4_SSL poplib.POP3_SSL xmlrpc.client.ServerProxy", report.Send, nil, "host|0", ""},
	{"paramiko.SSHClient().connect fabric.Connection websocket.create_connection websockets.connect websocket.WebSocketApp grpc.insecure_channel grpc.secure_channel", report.Send, nil, "host|hostname|0", ""},
	{"paramiko.SSHClient().exec_command fabric.Connection().run", report.Send, nil, "0", ""},
	{"socket.socket().connect socket.socket().connect_ex socket.create_connection asyncio.open_connection", report.Send, nil, "0.0|address|host|0", ""},
	{"socket.socket().sendto", report.Send, nil, "1.0|2.0", ""},
	{"*.connect *.connect_ex", report.Send, do.Connect, "0.0|0", "socket"},
	{"*.sendto", report.Send, do.Connect, "1.0|2.0", "socket"},
	{"socket.gethostbyname socket.getaddrinfo socket.gethostbyname_ex dns.resolver.resolve dns.resolver.query", report.Fetch, do.Lookup, "host|0", ""},
	{"socket.socket().bind socket.create_server asyncio.start_server", report.Listen, nil, "?0.0|host|1", ""},
	{"*.bind", report.Listen, do.Connect, "?0.0", "socket"},
	{"http.server.HTTPServer http.server.ThreadingHTTPServer socketserver.TCPServer socketserver.UDPServer socketserver.ThreadingTCPServer socketserver.ForkingTCPServer wsgiref.simple_server.make_server xmlrpc.server.SimpleXMLRPCServer http.server.test", report.Listen, nil, "?0.0|0", ""},
	{"flask.Flask().run uvicorn.run waitress.serve aiohttp.web.run_app Flask().run", report.Listen, nil, "?host|1", ""},
	{"boto3.client boto3.resource boto3.Session boto3.session.Session google.cloud.storage.Client azure.identity.DefaultAzureCredential", report.Unread, walk.Hide, "", "a cloud client"},
	{"redis.Redis redis.StrictRedis redis.from_url pymongo.MongoClient elasticsearch.Elasticsearch", report.Send, nil, "host|url|0", ""},
	{"*.flushall *.flushdb *.drop_database *.drop_collection *.delete_many", report.DB, nil, "", ""},
	{"*.execute *.executemany *.executescript *.raw", report.DB, do.Sql, "0", "maybe"},
	{"sqlalchemy.text", report.Through, do.Same, "0", ""},
	{"pandas.read_sql pandas.read_sql_query", report.DB, do.Sql, "0", ""},
}

var pythonHidden = []rows.Row{
	{"compile", report.Through, do.Same, "0", ""},
	{"timeit.timeit timeit.repeat timeit.Timer cProfile.run profile.run", report.Eval, do.Eval, "stmt|0", "statement"},
	{"pdb.run code.InteractiveInterpreter().runsource trace.Trace().run", report.Eval, do.Eval, "stmt|0", "text"},
	{"code.interact code.InteractiveConsole ctypes.** cffi.FFI cffi.** types.FunctionType types.CodeType marshal.loads sys.settrace sys.setprofile gc.get_objects", report.Unread, walk.Hide, "", ""},
	{"torch.load", report.Unread, do.Weights, "", "unpickling, which can run anything"},
	{"pickle.loads pickle.load pickle.Unpickler shelve.open joblib.load yaml.unsafe_load yaml.unsafe_load_all jsonpickle.decode pandas.read_pickle numpy.loads marshal.load shelve.DbfilenameShelf multiprocessing.connection.Client *.read_pickle", report.Unread, walk.Hide, "", "unpickling, which can run anything"},
	{"*.__subclasses__ *.__reduce__ *.__getattribute__ *.__globals__ *.func_globals *.f_globals *.f_builtins *.f_locals *.gi_frame *.cr_frame *.tb_frame *.__loader__", report.Unread, pythonInside, "", "inside"},
	{"*.__self__", report.Through, pythonInside, "", "inside"},
	{"yaml.load yaml.load_all", report.Unread, pythonYAML, "Loader|1", ""},
	{"ruamel.yaml.YAML", report.Quiet, do.Pure, "", ""},
	{"getattr operator.attrgetter", report.Through, do.Attribute, "", ""},
	{"operator.methodcaller", report.Through, pythonCaller, "", ""},
	{"globals locals vars", report.Through, pythonVars, "", ""},
	{"sys.modules[] sys.modules.get __import__", report.Through, do.Load, "name|0", "top"},
	{"importlib.import_module importlib.__import__", report.Through, do.Load, "name|0", ""},
	{"importlib.util.spec_from_file_location", report.Import, nil, "location|1", ""},
	{"importlib.machinery.SourceFileLoader imp.load_source", report.Import, nil, "1", ""},
	{"runpy.run_path execfile doctest.testfile", report.Import, nil, "filename|0", ""},
	{"compileall.compile_dir", report.Write, nil, "dir|0", ""},
	{"winreg.DeleteKey winreg.DeleteKeyEx winreg.DeleteValue winreg.SetValue winreg.SetValueEx winreg.CreateKey winreg.CreateKeyEx winreg.LoadKey winreg.SaveKey", report.Unread, walk.Hide, "", "changes the registry"},
	{"ctypes.sizeof ctypes.alignment ctypes.c_int ctypes.c_long ctypes.c_longlong ctypes.c_size_t ctypes.c_void_p ctypes.c_char ctypes.c_double ctypes.c_float", report.Quiet, do.Pure, "", ""},
	{"runpy.run_module", report.Exec, pythonModule, "0", ""},
	{"zipimport.zipimporter distutils.core.run_setup *.load_extension", report.Import, nil, "0", ""},
	{"pdb.Pdb().run pdb.Pdb().runeval pdb.runeval bdb.Bdb().run cProfile.Profile().run profile.Profile().run doctest.run_docstring_examples", report.Eval, do.Eval, "0", "text"},
	{"code.InteractiveInterpreter timeit.main _posixsubprocess.** _ctypes.** _imp.** _testcapi.**", report.Unread, walk.Hide, "", "code that is not read"},
	{"pydoc.pipepager pydoc.tempfilepager pydoc.pipe_pager pydoc.tempfile_pager", report.Exec, do.Shell, "1", ""},
	{"platform.popen", report.Exec, do.Shell, "0", ""},
	{"webbrowser.get webbrowser.GenericBrowser webbrowser.BackgroundBrowser", report.Through, pythonBrowser, "using|0", ""},
	{"functools.partial functools.partialmethod", report.Through, pythonPartial, "", ""},
	{"len bool type id isinstance hasattr callable", report.Through, do.Pure, "", ""},
	{"dict", report.Through, pythonDict, "0", ""},
}

var pythonText = []rows.Row{
	{"base64.b64decode base64.urlsafe_b64decode base64.standard_b64decode base64.decodebytes binascii.a2b_base64", report.Quiet, do.Unbase64, "s|0", ""},
	{"bytes.fromhex bytearray.fromhex binascii.unhexlify binascii.a2b_hex base64.b16decode", report.Quiet, do.Unhex, "0", ""},
	{"base64.b32decode base64.b85decode base64.a85decode zlib.decompress gzip.decompress bz2.decompress lzma.decompress cryptography.fernet.Fernet().decrypt binascii.a2b_uu", report.Quiet, do.Hidden, "", ""},
	{"codecs.decode codecs.encode", report.Quiet, do.Codec, "0 encoding|1", ""},
	{"str.decode str.encode", report.Quiet, do.Codec, "@ encoding|0", ""},
	{"chr", report.Quiet, do.Char, "", ""},
	{"bytes bytearray", report.Quiet, pythonBytes, "", ""},
	{"str str.__str__ repr os.path.normcase shlex.quote ast.literal_eval textwrap.dedent", report.Quiet, do.Same, "0", "text"},
	{"list tuple set sorted iter", report.Through, do.Same, "0", ""},
	{"reversed", report.Quiet, do.Reversed, "0", ""},
	{"map", report.Through, do.Each, "", ""},
	{"str.join", report.Quiet, do.JoinList, "@ 0", ""},
	{"str.split shlex.split", report.Quiet, pythonSplit, "", ""},
	{"str.replace", report.Quiet, do.Replace, "", ""},
	{"str.strip str.rstrip str.lstrip", report.Quiet, do.Change, "@", "trim"},
	{"str.lower str.casefold", report.Quiet, do.Change, "@", "lower"},
	{"str.upper", report.Quiet, do.Change, "@", "upper"},
	{"str.format", report.Quiet, do.Format, "@", ""},
	{"list.copy", report.Quiet, do.Same, "@", ""},
}

// anyMethods are methods that mean the same on whatever has them.
var anyMethods = []rows.Row{
	{"*.executeSql *.query_raw *.execute_sql", report.DB, do.Sql, "0", "maybe"},
}

func pythonFileinput(c *walk.Call) value.Value {
	kind := report.Read
	if c.Set("inplace") {
		kind = report.Write
	}
	c.Emit(report.Act{Kind: kind, Args: c.Targets()})
	return value.Value{Taint: value.Computed}
}

// pythonDefault reads the file that it is not told.
func pythonDefault(c *walk.Call) value.Value {
	if v, ok := c.Pick(c.Row.At); ok && v.Form != value.Ref {
		return walk.Do(c)
	}
	c.Emit(report.Act{Kind: report.Read, Args: []report.Arg{{Text: c.Row.Say, Known: true}}})
	return value.Value{Taint: value.Computed}
}

// pythonArchive is make_archive(name, format, folder): all in the folder is
// read.
func pythonArchive(c *walk.Call) value.Value {
	c.Emit(report.Act{Kind: report.Write, Args: c.Targets()})
	if v, ok := c.Pick("root_dir|2"); ok {
		c.Emit(report.Act{Kind: report.Read, Args: v.Args()})
	}
	if v, ok := c.Pick("base_dir|3"); ok {
		c.Emit(report.Act{Kind: report.Read, Args: v.Args()})
	}
	return value.Value{Taint: value.Computed}
}

// pythonPath lets modules come from another folder. One that is put together
// from the place of the script is the project's own.
func pythonPath(c *walk.Call) value.Value {
	for _, v := range value.Flat(c.Args) {
		for _, x := range v.Texts() {
			if !x.Number && x.Text != "" {
				c.Emit(report.Act{Kind: report.Import, Args: []report.Arg{x.Arg()}})
			}
		}
	}
	return value.Value{}
}

// pythonLog writes what is logged into a file.
func pythonLog(c *walk.Call) value.Value {
	if v, ok := c.Option("filename"); ok {
		c.Emit(report.Act{Kind: report.Append, Args: v.Args()})
	}
	return value.Value{}
}

// pythonInside is an attribute through which everything can be reached.
func pythonInside(c *walk.Call) value.Value {
	if strings.HasSuffix(c.Name, ".__self__") {
		return value.Value{Form: value.Ref, Text: "builtins"}
	}
	c.R.Hide("a walk through the interpreter's own objects")
	return value.Value{Taint: value.Computed}
}

// pythonModule is python -m.
func pythonModule(c *walk.Call) value.Value {
	v, _ := c.Pick(c.Row.At)
	c.Argv([]value.Value{value.Known("python3"), value.Known("-m"), v})
	return value.Value{Taint: value.Computed}
}

// pythonBrowser is a browser by its name, or by a command with %s in it.
func pythonBrowser(c *walk.Call) value.Value {
	if v, _ := c.Pick(c.Row.At); strings.ContainsAny(v.Text, " %/") {
		c.R.Exec(c, v)
	}
	return value.Value{Form: value.Ref, Text: "webbrowser"}
}

// pythonYAML is safe with a safe loader; without one, current versions refuse.
func pythonYAML(c *walk.Call) value.Value {
	loader, given := c.Pick(c.Row.At)
	if given && !wordlist.Has("SafeLoader CSafeLoader BaseLoader CBaseLoader FullLoader CFullLoader", loader.Text[strings.LastIndexByte(loader.Text, '.')+1:]) {
		c.R.Hide("a loader of YAML that can run anything")
	}
	return c.Result()
}

func pythonHome(*walk.Call) value.Value {
	return value.Value{Form: value.Text, Text: "~", Known: true, Class: "pathlib.Path"}
}

// pythonBytes is bytes([114, 109]) and bytes("text", "utf8").
func pythonBytes(c *walk.Call) value.Value {
	if v := c.Arg(0); v.Form != value.Sequence {
		return v
	}
	return do.Chars(c.Arg(0).Items)
}

// pythonDict is dict(os.environ, X="1"): still the environment.
func pythonDict(c *walk.Call) value.Value {
	if v := c.Arg(0); v.Form == value.Ref {
		return v
	}
	return value.Value{Form: value.Mapping, Known: true, Keys: c.Keys, Items: c.Vals}
}

// pythonVars is vars(os) and globals(): a namespace to select from.
func pythonVars(c *walk.Call) value.Value {
	if v := c.Arg(0); v.Form == value.Ref {
		return v
	}
	return value.Value{Form: value.Ref, Text: "globals"}
}

// pythonPartial calls its first argument with the rest.
func pythonPartial(c *walk.Call) value.Value {
	if f := c.Arg(0); f.Form == value.Ref && len(c.Args) > 0 {
		again := *c
		again.Args = c.Args[1:]
		c.R.Invoke(f, &again)
	}
	return value.Value{Taint: value.Computed}
}

// pythonCaller is methodcaller("system", "x")(os): unknown if it is computed.
func pythonCaller(c *walk.Call) value.Value {
	name := c.Arg(0)
	if !name.IsText() || c.R.Rows["os."+name.Text] != nil {
		c.R.Hide("a method chosen by its name")
	}
	return value.Value{Taint: value.Computed}
}

func pythonSplit(c *walk.Call) value.Value {
	if c.Name == "shlex.split" {
		v := c.Arg(0)
		if v.IsText() && !hasQuotes(v.Text) {
			c.Self, c.Args = v, nil
		} else {
			return value.Value{Taint: value.Computed}
		}
	}
	return do.Split(&walk.Call{R: c.R, Row: &walk.Row{At: "@"}, Self: c.Self, Args: c.Args})
}

func hasQuotes(s string) bool {
	for i := range len(s) {
		if s[i] == '\'' || s[i] == '"' || s[i] == '\\' {
			return true
		}
	}
	return false
}

// pythonKeyword reads import statements.
func pythonKeyword(r *walk.Reader, word string) bool {
	switch {
	case word == "import" && r.At(1).Kind == lex.Name:
		r.Next()
		pythonImport(r)
		return true
	case word == "from" && (r.At(1).Kind == lex.Name || r.At(1).Is(".") || r.At(1).Is("...")):
		r.Next()
		return pythonFrom(r)
	}
	return false
}

func pythonImport(r *walk.Reader) {
	for {
		name := do.Dotted(r)
		r.Report.Module(name)
		if r.IsWord("as") {
			r.Next()
			r.Bind(r.Next().Text, value.Value{Form: value.Ref, Text: r.Lang.Rename(name)})
		}
		if !r.IsOp(",") {
			return
		}
		r.Next()
	}
}

func pythonFrom(r *walk.Reader) bool {
	module := do.Dotted(r)
	if !r.IsWord("import") {
		return false
	}
	r.Next()
	r.Report.Module(module)
	end := len(r.Toks)
	if r.IsOp("(") {
		end = r.Next().Match
	}
	for r.I < end && !r.IsOp(";") && r.Peek().Kind != lex.Newline {
		t := r.Next()
		if t.Is("*") && len(r.Stars) < 8 {
			r.Stars = append(r.Stars, r.Lang.Rename(module))
		}
		if t.Kind != lex.Name {
			continue
		}
		v := value.Value{Form: value.Ref, Text: r.Lang.Rename(module + "." + t.Text)}
		if r.IsWord("as") {
			r.Next()
			t = r.Next()
		}
		r.Bind(t.Text, v)
	}
	return true
}
