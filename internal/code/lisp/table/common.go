package table

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// The functions of Common Lisp, and what tables of several dialects share.

// Common has the functions of that dialect.
var Common = []rows.Row{
	{"uiop.run_program uiop.launch_program ext.run_shell_command asdf.run_shell_command uiop.run_shell_command trivial_shell.shell_command inferior_shell.run inferior_shell.run_s inferior_shell.run.ss legit.run excl.run_shell_command run_program launch_program", report.Exec, do.Run, "0", ""},
	{"sb_ext.run_program ext.run_program ccl.run_program system.run_program si.run_program sys.run_program lispworks.open_pipe external_program.run external_program.start simple_process.run", report.Exec, listed, "", ""},
	{"ext.shell ext.system si.system ccl.os_command excl.shell sys.call_system system.call_system lispworks.call_system unix.system", report.Exec, do.Shell, "0", ""},
	{"delete_file uiop.delete_file_if_exists cl_fad.delete_file sb_posix.unlink sb_posix.rmdir uiop.delete_empty_directory osicat_posix.unlink", report.Delete, nil, "0", ""},
	{"uiop.delete_directory_tree cl_fad.delete_directory_and_files fad.delete_directory_and_files osicat.delete_directory_and_files delete_directory_tree", report.DeleteTree, nil, "0", ""},
	{"sb_ext.delete_directory ext.delete_directory delete_directory ccl.delete_directory", report.Delete, do.Remove, "0", "recursive"},
	{"rename_file uiop.rename_file_overwriting_target sb_posix.rename", report.Move, nil, "0 1", ""},
	{"uiop.copy_file alexandria.copy_file cl_fad.copy_file fad.copy_file copy_file", report.Copy, nil, "0 1", ""},
	{"ensure_directories_exist uiop.ensure_all_directories_exist sb_posix.mkdir ext.make_directory", report.Mkdir, nil, "0", ""},
	{"sb_posix.chmod sb_posix.chown", report.Permission, nil, "0 1", ""},
	{"sb_posix.symlink sb_posix.link", report.Link, nil, "0 1", ""},
	{"sb_posix.fork sb_sys.fork sb_posix.execv posix.fork", report.Exec, do.Fork, "", ""},
	{"sb_posix.kill sb_posix.killpg", report.Signal, nil, "0", ""},
	{"open with_open_file with_open_stream", report.Read, direction, "0", ""},
	{"alexandria.with_output_to_file uiop.with_output_file with_output_to_file alexandria.write_string_into_file write_string_into_file alexandria.write_byte_vector_into_file uiop.with_temporary_file", report.Write, nil, "pathname|0", ""},
	{"uiop.read_file_string uiop.read_file_lines uiop.read_file_line uiop.read_file_form uiop.read_file_forms uiop.slurp_input_stream alexandria.read_file_into_string read_file_into_string probe_file_content uiop.with_input_file alexandria.with_input_from_file", report.Read, nil, "0", ""},
	{"load compile_file uiop.load_image asdf.load_asd uiop.call_with_input_file cffi.load_foreign_library sb_alien.load_shared_object load_shared_object", report.Import, nil, "0", ""},
	{"directory uiop.directory_files uiop.subdirectories uiop.directory_s cl_fad.list_directory", report.List, do.List, "0", "pattern"},
	{"uiop.getenv uiop.getenvp sb_posix.getenv sb_ext.posix_getenv posix_getenv ext.getenv si.getenv ccl.getenv getenv osicat.environment_variable", report.Env, do.Env, "0", ""},
	{"sb_ext.posix_environ posix_environ ext.environ osicat.environment sb_posix.environ uiop.environment", report.EnvAll, nil, "", ""},
	{"uiop.chdir sb_posix.chdir ext.chdir ext.cd", report.Quiet, do.Chdir, "", ""},
	{"eval", report.Eval, nil, "0", "code"},
	{"read_from_string uiop.safe_read_from_string read", report.Through, readText, "0", ""},
	{"uiop.eval_input uiop.eval_thunk uiop.load_from_string uiop.standard_eval_thunk", report.Eval, nil, "0", "code"},
	{"sb_alien.** cffi.** ffi.** sb_sys.** sb_vm.** sb_kernel.** sb_impl.** alien_funcall extern_alien define_alien_routine sb_posix.* osicat_posix.* static_vectors.** si.c_inline ffi.c_inline ffi.clines", report.Unread, walk.Hide, "", "calls into the machine below"},
	{"sb_ext.save_lisp_and_die save_lisp_and_die ext.saveinitmem uiop.dump_image ccl.save_application asdf.make_program", report.Write, nil, "0", ""},
	{"intern find_symbol uiop.find_symbol_s uiop.symbol_call uiop.intern_s symbol_function fdefinition alexandria.format_symbol alexandria.symbolicate", report.Through, byName, "", ""},
	{"ql.quickload ql.update_dist ql.update_all_dists ql_dist.install_dist quicklisp.quickload ql.update_client ocicl.install", report.Install, nil, "0", ""},
	{"drakma.http_request", report.Fetch, do.HTTP, "0", ""},
	{"dex.get dexador.get dex.head dex.fetch dexador.fetch", report.Fetch, nil, "0", ""},
	{"dex.post dexador.post dex.put dex.delete dexador.put dexador.delete dex.request usocket.socket_connect usocket.with_client_socket socket.socket_connect sb_bsd_sockets.socket_connect sb_bsd_sockets.socket_send", report.Send, nil, "0", ""},
	{"usocket.socket_listen usocket.socket_server hunchentoot.start clack.clackup woo.run sb_bsd_sockets.socket_bind swank.create_server slynk.create_server", report.Listen, nil, "", ""},
	{"postmodern.execute postmodern.query dbi.do_sql dbi.execute sqlite.execute_non_query clsql.execute_command", report.DB, do.Sql, "0", ""},
	{"user_homedir_pathname", report.Quiet, do.Constant, "", "~/"},
	{"merge_pathnames uiop.merge_pathnames_s uiop.subpathname", report.Quiet, merged, "", ""},
	{"pathname namestring uiop.native_namestring uiop.parse_native_namestring uiop.ensure_directory_pathname uiop.ensure_pathname parse_namestring truename uiop.truename_s coerce string_right_trim", report.Quiet, do.Same, "0", ""},
	{"format", report.Quiet, formatted, "1", ""},
	{"list vector", report.Through, sequenceOf, "", ""},
	{"code_char character", report.Quiet, do.Char, "", ""},
	{"asdf.load_system asdf.test_system asdf.find_system asdf.compile_system asdf.system_source_directory asdf.system_relative_pathname asdf.make asdf.component_pathname asdf.operate asdf.oos asdf.clear_system asdf.initialize_source_registry asdf.system_version uiop.quit uiop.println uiop.implementation_identifier uiop.operating_system uiop.file_exists_p uiop.directory_exists_p uiop.split_string uiop.command_line_arguments uiop.raw_command_line_arguments machine_type lisp_implementation_type fiveam.run fiveam.run_all_tests rove.run parachute.test run_all_tests make_string_output_stream open_stream_p file_exec_p", report.Quiet, do.Pure, "", ""},
}

// listed starts (run-program "git" (list "push") :search t).
func listed(c *walk.Call) value.Value {
	if v := c.Arg(0); v.Form == value.Sequence {
		return do.Run(&walk.Call{R: c.R, Row: &walk.Row{At: "0"}, Name: c.Name, Args: c.Args, Keys: c.Keys, Vals: c.Vals, Start: c.Start})
	}
	rest, ok := c.Option("arguments")
	if !ok {
		rest = c.Arg(1)
	}
	vs := []value.Value{c.Arg(0)}
	switch {
	case rest.Form == value.Sequence:
		vs = append(vs, value.Flat([]value.Value{rest})...)
	case len(c.Args) > 1 && !rest.Falsy() || ok || c.Bare:
		vs = append(vs, value.Value{})
	}
	c.Argv(vs)
	return do.Process(c)
}

// direction opens a file; what it is opened for says :direction.
func direction(c *walk.Call) value.Value {
	kind := report.Read
	how, ok := c.Option("direction")
	switch {
	case ok && !how.IsText():
		kind = report.Write
	case how.Text == ":output" || how.Text == ":io":
		kind = report.Write
		if e, ok := c.Option("if_exists"); ok && e.Text == ":append" {
			kind = report.Append
		}
	}
	again := *c
	again.Row = &walk.Row{Kind: kind, At: "0"}
	return walk.Do(&again)
}

// readText makes a form of a text: harmless, unless the text has code that runs
// while it is read.
func readText(c *walk.Call) value.Value {
	v := c.Arg(0)
	if v.Form == value.Text && (strings.Contains(v.Text, "#.") || strings.Contains(v.Text, "#=")) {
		c.R.Hide("a text with code that runs while it is read")
	}
	if name := strings.TrimSpace(v.Text); v.IsText() && name != "" && !strings.ContainsAny(name, "()[]{}\"; \n") {
		return value.Value{Form: value.Ref, Text: Name(strings.ToLower(name), false)}
	}
	return v
}

// byName is a function that a text or a quoted symbol names.
func byName(c *walk.Call) value.Value {
	if c.Bare {
		return value.Value{}
	}
	var found value.Value
	for i := range c.Args {
		v := c.Arg(i)
		if v.Form == value.Ref && !strings.HasSuffix(v.Text, "()") {
			v = value.Known(v.Text)
		}
		switch {
		case v.IsText():
			name := Name(strings.ToLower(strings.TrimPrefix(v.Text, ":")), false)
			if before := found.Text; found.Form == value.Ref {
				if c.R.Rows[before+"."+name] != nil {
					name = before + "." + name
				} else if c.R.Rows[name+"."+before] != nil {
					name += "." + before
				} else {
					name = before
				}
			}
			found = value.Value{Form: value.Ref, Text: name}
		case i == 0:
			c.R.Hide("call of a function with a computed name")
			return value.Value{}
		}
	}
	return found
}

// merged is (merge-pathnames "name" "folder/").
func merged(c *walk.Call) value.Value {
	if len(c.Args) < 2 {
		return c.Arg(0)
	}
	a, b := c.Arg(0), c.Arg(1)
	if c.Name == "uiop.subpathname" {
		a, b = b, a
	}
	if strings.HasPrefix(a.Text, "/") || strings.HasPrefix(a.Text, "~") {
		return a
	}
	return do.JoinPath(&walk.Call{R: c.R, Row: &walk.Row{}, Args: []value.Value{b, a}})
}

// formatted is (format nil "text ~a" x).
func formatted(c *walk.Call) value.Value {
	v, _ := c.Pick(c.Row.At)
	mark := "%"
	if c.Row.At == "1" {
		mark = "~"
	}
	before, _, cut := strings.Cut(v.Text, mark)
	if v.Form != value.Text || !cut {
		return v
	}
	return value.Value{Form: value.Text, Text: before, Taint: value.Computed}
}

// sequenceOf is (list a b).
func sequenceOf(c *walk.Call) value.Value {
	v := value.Value{Form: value.Sequence, Known: true}
	for i, a := range c.Args {
		if a.Spread {
			v.Known = false
		}
		v.Items = append(v.Items, c.Args[i])
	}
	v.Items = append(v.Items, c.Vals...)
	return v
}
