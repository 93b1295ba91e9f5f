package table

import (
	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// The functions of Clojure, of Babashka and of Java below them. The second name
// of a function is what its module is usually called.

// Clojure has the functions of that dialect.
var Clojure = []rows.Row{
	{"clojure.java.shell.sh shell.sh sh.sh sh me.raynes.conch.programs.**", report.Exec, do.Program, "", ""},
	{"babashka.process.shell babashka.process.process babashka.process.sh babashka.process.exec babashka.process.process_s p.shell p.process p.sh p.exec process.shell process.process shell process bp.shell bp.process babashka.tasks.shell babashka.tasks.clojure clojure babashka.process.pb", report.Exec, do.Command, "", ""},
	{"java.lang.ProcessBuilder ProcessBuilder", report.Exec, do.Run, "0", ""},
	{"Runtime.getRuntime().exec java.lang.Runtime.getRuntime().exec *.exec", report.Exec, do.Run, "0", ""},
	{"clojure.java.io.delete_file io.delete_file babashka.fs.delete fs.delete babashka.fs.delete_if_exists fs.delete_if_exists", report.Delete, nil, "0", ""},
	{"babashka.fs.delete_tree fs.delete_tree me.raynes.fs.delete_dir fs.delete_dir", report.DeleteTree, nil, "0", ""},
	{"File.delete File.deleteOnExit java.io.File.delete *.delete *.deleteOnExit", report.Delete, nil, "@|0", ""},
	{"java.nio.file.Files.delete java.nio.file.Files.deleteIfExists Files.delete Files.deleteIfExists", report.Delete, nil, "0", ""},
	{"babashka.fs.move fs.move fs.rename me.raynes.fs.rename java.nio.file.Files.move Files.move", report.Move, nil, "0 1", ""},
	{"*.renameTo", report.Move, nil, "@ 0", ""},
	{"babashka.fs.copy fs.copy babashka.fs.copy_tree fs.copy_tree java.nio.file.Files.copy Files.copy babashka.fs.unzip fs.unzip babashka.fs.zip fs.zip babashka.fs.gzip fs.gzip babashka.fs.gunzip fs.gunzip", report.Copy, nil, "0 1", ""},
	{"clojure.java.io.copy io.copy", report.Copy, nil, "0 1", ""},
	{"babashka.fs.create_dir babashka.fs.create_dirs fs.create_dir fs.create_dirs clojure.java.io.make_parents io.make_parents fs.mkdirs fs.mkdir", report.Mkdir, nil, "0", ""},
	{"*.mkdir *.mkdirs", report.Mkdir, nil, "@", ""},
	{"babashka.fs.set_posix_file_permissions fs.set_posix_file_permissions fs.chmod *.setExecutable *.setWritable *.setReadable Files.setPosixFilePermissions java.nio.file.Files.setPosixFilePermissions", report.Permission, nil, "@|0 1", ""},
	{"babashka.fs.create_sym_link fs.create_sym_link babashka.fs.create_link fs.create_link Files.createSymbolicLink Files.createLink java.nio.file.Files.createSymbolicLink", report.Link, nil, "1 0", ""},
	{"spit", report.Write, clojureSpit, "0", ""},
	{"clojure.java.io.writer clojure.java.io.output_stream io.writer io.output_stream java.io.FileWriter FileWriter java.io.FileOutputStream FileOutputStream java.io.PrintWriter PrintWriter java.io.RandomAccessFile RandomAccessFile babashka.fs.write_lines fs.write_lines babashka.fs.write_bytes fs.write_bytes babashka.fs.create_file fs.create_file babashka.fs.update_file fs.update_file Files.write Files.writeString Files.newBufferedWriter Files.newOutputStream java.nio.file.Files.write java.nio.file.Files.writeString Files.createFile fs.touch", report.Write, nil, "0", ""},
	{"slurp clojure.java.io.reader clojure.java.io.input_stream io.reader io.input_stream babashka.fs.read_all_lines fs.read_all_lines babashka.fs.read_all_bytes fs.read_all_bytes Files.readString Files.readAllLines Files.readAllBytes Files.lines java.nio.file.Files.readString java.io.FileReader FileReader java.io.FileInputStream FileInputStream java.util.Scanner", report.Read, nil, "0", ""},
	{"file_seq babashka.fs.list_dir fs.list_dir babashka.fs.walk_file_tree fs.walk_file_tree", report.List, do.List, "0", "children"},
	{"babashka.fs.glob fs.glob babashka.fs.match fs.match fs.find_files", report.List, nil, "0", ""},
	{"clojure.java.io.file io.file babashka.fs.file fs.file babashka.fs.path fs.path java.io.File File java.nio.file.Paths.get Paths.get java.nio.file.Path.of Path.of clojure.java.io.as_file io.as_file", report.Quiet, do.JoinPath, "", ""},
	{"babashka.fs.home fs.home babashka.fs.expand_home_dir", report.Quiet, do.Constant, "", "~"},
	{"babashka.fs.expand_home fs.expand_home babashka.fs.absolutize fs.absolutize babashka.fs.canonicalize fs.canonicalize babashka.fs.normalize fs.normalize str_ clojure.java.io.as_url", report.Quiet, do.Same, "0", ""},
	{"*.getPath *.getAbsolutePath *.toString *.getCanonicalPath *.toPath *.toFile *.getCanonicalFile *.getAbsoluteFile", report.Quiet, do.Same, "@", ""},
	{"babashka.fs.cwd fs.cwd", report.Quiet, do.Constant, "", "."},
	{"babashka.fs.create_temp_dir fs.create_temp_dir babashka.fs.create_temp_file fs.create_temp_file babashka.fs.temp_dir fs.temp_dir File.createTempFile java.io.File.createTempFile", report.Quiet, do.Temp, "", ""},
	{"System.getenv java.lang.System.getenv", report.Env, do.EnvOrAll, "0", ""},
	{"System.getProperty java.lang.System.getProperty", report.Quiet, clojureProperty, "", ""},
	{"load_file babashka.classpath.add_classpath require_file clojure.main.load_script clojure.lang.Compiler.loadFile clojure.lang.RT.loadResourceScript System.load System.loadLibrary load", report.Import, nil, "0", ""},
	{"eval load_string clojure.main.with_read_known", report.Eval, nil, "0", "code"},
	{"read_string read clojure.core.read_string", report.Through, readText, "0", ""},
	{"resolve ns_resolve requiring_resolve find_var intern symbol clojure.core.resolve", report.Through, byName, "", ""},
	{"Class.forName java.lang.Class.forName clojure.lang.** ClassLoader.** java.net.URLClassLoader URLClassLoader load_reader add_classpath javax.script.** javax.naming.** java.lang.reflect.** sun.** jdk.** *.invoke *.getMethod *.getDeclaredMethod clojure.core.server.start_server sci.core.eval_string babashka.nrepl.server.start_server_s java.io.ObjectInputStream *.readObject", report.Unread, walk.Hide, "", "call of a function with a computed name"},
	{"babashka.deps.add_deps deps.add_deps clojure.repl.deps.add_lib clojure.repl.deps.add_libs add_lib add_libs babashka.pods.load_pod pods.load_pod", report.Install, nil, "0", ""},
	{"clj_http.client.get clj_http.client.head http.get http.head client.get babashka.http_client.get babashka.http_client.head org.httpkit.client.get babashka.curl.get curl.get hato.client.get clj_http.lite.client.get", report.Fetch, do.HTTP, "0", ""},
	{"clj_http.client.post clj_http.client.put clj_http.client.delete clj_http.client.patch http.post http.put http.delete http.patch http.request client.post client.put babashka.http_client.post babashka.http_client.put babashka.http_client.patch babashka.http_client.delete babashka.http_client.request org.httpkit.client.post org.httpkit.client.put org.httpkit.client.request babashka.curl.post babashka.curl.put curl.post curl.put hato.client.post", report.Send, nil, "0", ""},
	{"java.net.URL URL java.net.Socket Socket java.net.http.** HttpClient.** java.net.DatagramSocket *.openConnection *.openStream javax.net.ssl.**", report.Send, nil, "0", ""},
	{"java.net.ServerSocket ServerSocket org.httpkit.server.run_server httpkit.run_server ring.adapter.jetty.run_jetty server.run_server aleph.http.start_server", report.Listen, nil, "", ""},
	{"next.jdbc.execute_ next.jdbc.execute jdbc.execute clojure.java.jdbc.execute jdbc.query next.jdbc.execute_one next.jdbc.sql.query", report.DB, do.Sql, "1.0|1", ""},
	{"format", report.Quiet, formatted, "0", ""},
	{"list vector", report.Through, sequenceOf, "", ""},
	{"clojure.string.join str.join string.join", report.Quiet, do.JoinList, "0 1", ""},
	{"clojure.string.reverse str.reverse", report.Quiet, reversed, "0", ""},
	{"char", report.Quiet, do.Char, "", ""},
	{"System.exit System.currentTimeMillis System.nanoTime System.lineSeparator shutdown_agents clojure.test.run_tests run_tests clojure.test.run_all_tests ProcessHandle.current babashka.fs.exec_paths fs.exec_paths babashka.fs.which fs.which babashka.process.alive_ babashka.process.check babashka.process.tokenize p.tokenize p.check check babashka.fs.exists fs.exists", report.Quiet, do.Pure, "", ""},
	{"babashka.process.* babashka.fs.*", report.Quiet, do.Pure, "", ""},
}

// clojureSpit writes a file, or adds to it.
func clojureSpit(c *walk.Call) value.Value {
	again := *c
	again.Row = &walk.Row{Kind: report.Write, At: "0"}
	if c.Set("append") {
		again.Row.Kind = report.Append
	}
	return walk.Do(&again)
}

func clojureProperty(c *walk.Call) value.Value {
	switch c.Arg(0).Text {
	case "user.home":
		return value.Known("~")
	case "user.dir":
		return value.Known(".")
	}
	return c.Result()
}

func reversed(c *walk.Call) value.Value { return value.ReverseText(c.Arg(0)) }
