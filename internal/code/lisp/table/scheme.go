package table

import (
	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// The functions of Scheme and its families, and of Janet.

// Scheme has the functions of that dialect.
var Scheme = []rows.Row{
	{"system process process_run process.ports shell_command system.exit_code open_input_pipe open_output_pipe open_input_output_pipe with_input_from_pipe with_output_to_pipe call_with_input_pipe call_with_output_pipe run run_s system_file shell sh", report.Exec, do.Command, "0", ""},
	{"system_s system_s.exit_code process_s process_s.ports process_execute execl execlp execle exec spawn", report.Exec, program, "0", ""},
	{"open_pipe", report.Exec, do.Shell, "0", ""},
	{"open_pipe_s", report.Exec, program, "1", ""},
	{"subprocess", report.Exec, program, "3", ""},
	{"primitive_fork fork process_fork", report.Exec, do.Fork, "", ""},
	{"kill", report.Signal, nil, "0", ""},
	{"delete_file delete_file_s rmdir delete_directory unlink", report.Delete, deeper, "0", ""},
	{"delete_directory.files delete_file_recursively delete_tree", report.DeleteTree, nil, "0", ""},
	{"rename_file rename_file_or_directory", report.Move, nil, "0 1", ""},
	{"copy_file copy_directory.files", report.Copy, nil, "0 1", ""},
	{"mkdir make_directory make_directory_s create_directory", report.Mkdir, nil, "0", ""},
	{"chmod chown change_file_mode", report.Permission, nil, "0 1", ""},
	{"symlink link make_file_or_directory_link create_symbolic_link", report.Link, nil, "0 1", ""},
	{"open_output_file call_with_output_file with_output_to_file open_binary_output_file call_with_output_file_s open_input_output_file truncate_file call_with_atomic_output_file", report.Write, nil, "0", ""},
	{"display_to_file write_to_file display_lines_to_file", report.Write, nil, "1", ""},
	{"open_file", report.Read, do.Open, "0 1", ""},
	{"open_input_file call_with_input_file with_input_from_file open_binary_input_file file_string file_lines file_bytes file_list file_value read_file get_string_all_from_file read_all_from_file call_with_input_file_s read_lines_from_file", report.Read, nil, "0", ""},
	{"directory_list scandir ls directory file_system_tree glob find_files in_directory", report.List, nil, "?0", ""},
	{"getenv getenv_s environment_variables_ref get_environment_variable", report.Env, do.Env, "0", ""},
	{"environ get_environment_variables current_environment_variables environment_variables_copy", report.EnvAll, nil, "", ""},
	{"chdir current_directory change_directory", report.Quiet, do.Chdir, "", ""},
	{"load primitive_load load_from_path primitive_load_path load_extension load_compiled include dynamic_require", report.Import, nil, "0", ""},
	{"eval eval_string primitive_eval eval_syntax", report.Eval, nil, "0", "code"},
	{"dynamic_link dynamic_call dlopen ffi_lib get_ffi_obj foreign_procedure load_shared_object foreign_library_function foreign_lambda foreign_lambda_s foreign_safe_lambda vm_eval vm_primitive ffi.** system.foreign.** unsafe_undefined pointer_procedure", report.Unread, walk.Hide, "", "calls into the machine below"},
	{"namespace_variable_value module_ref module_variable resolve_module dynamic_require_for_syntax global_ref public_ref", report.Unread, walk.Hide, "", "call of a function with a computed name"},
	{"string_symbol symbol_append", report.Through, byName, "", ""},
	{"http_get http_sendrecv get_pure_port get_impure_port call.input_url http_request with_input_from_request download", report.Fetch, nil, "0", ""},
	{"http_post http_put http_delete post_pure_port connect tcp_connect open_tcp_stream tcp_connect.enable_break udp_send_to udp_connect ssl_connect", report.Send, nil, "0", ""},
	{"tcp_listen bind serve serve.servlet run_server", report.Listen, nil, "", ""},
	{"find_system_path", report.Quiet, systemPath, "0", ""},
	{"build_path string_path path_string path_append make_pathname string_path_s", report.Quiet, do.JoinPath, "", ""},
	{"expand_user_path path_complete_path simplify_path string_copy normalize_pathname canonicalize_path", report.Quiet, do.Same, "0", ""},
	{"format", report.Quiet, formatted, "1", ""},
	{"list vector", report.Through, sequenceOf, "", ""},
	{"read", report.Through, readText, "0", ""},
	{"string integer_char", report.Quiet, do.Char, "", ""},
	{"system_type system_name system_library_subpath system_language_country exact_integer system_path_convention_type process_context_switches process_id current_process_start_seconds open_input_string open_output_string delete_duplicates open_string make_parameter run_tests run_test foreign_count", report.Quiet, do.Pure, "", ""},
}

// program starts its arguments from number at on; one list may stand for all.
func program(c *walk.Call) value.Value {
	from := min(int(c.Row.At[0]-'0'), len(c.Args))
	var vs []value.Value
	for _, v := range c.Args[from:] {
		if v.Form == value.Sequence {
			vs = append(vs, value.Flat([]value.Value{v})...)
		} else if v.Form != value.Mapping {
			vs = append(vs, v)
		}
	}
	if len(vs) == 0 {
		vs = []value.Value{{}}
	}
	c.Argv(vs)
	return do.Process(c)
}

// deeper deletes; a second argument makes it recursive.
func deeper(c *walk.Call) value.Value {
	kind := report.Delete
	if len(c.Args) > 1 && !c.Arg(1).Falsy() {
		kind = report.DeleteTree
	}
	c.Emit(report.Act{Kind: kind, Args: c.Targets()})
	return value.Value{}
}

// systemPath is (find-system-path 'home-dir).
func systemPath(c *walk.Call) value.Value {
	switch c.Arg(0).Text {
	case "home_dir", "pref_dir", "init_dir":
		return value.Known("~")
	case "temp_dir":
		return do.Temp(c)
	}
	return c.Result()
}

// Janet has the functions of that dialect.
var Janet = []rows.Row{
	{"os.shell sh.$ sh.run", report.Exec, do.Shell, "0", ""},
	{"os.execute os.spawn os.posix_exec", report.Exec, do.Run, "0", ""},
	{"os.posix_fork", report.Exec, do.Fork, "", ""},
	{"os.rm os.rmdir", report.Delete, nil, "0", ""},
	{"os.rename", report.Move, nil, "0 1", ""},
	{"os.mkdir", report.Mkdir, nil, "0", ""},
	{"os.chmod", report.Permission, nil, "0 1", ""},
	{"os.link os.symlink", report.Link, nil, "0 1", ""},
	{"os.touch spit", report.Write, nil, "0", ""},
	{"os.open", report.Write, nil, "0", ""},
	{"file.open", report.Read, janetOpen, "0 1", ""},
	{"slurp", report.Read, nil, "0", ""},
	{"os.dir", report.List, nil, "0", ""},
	{"os.cd", report.Quiet, do.Chdir, "", ""},
	{"os.getenv", report.Env, do.Env, "0", ""},
	{"os.environ", report.EnvAll, nil, "", ""},
	{"eval eval_string", report.Eval, nil, "0", "code"},
	{"dofile require_ import_s native load_image", report.Import, nil, "0", ""},
	{"net.connect net.write net.request http.post", report.Send, nil, "0", ""},
	{"http.get", report.Fetch, nil, "0", ""},
	{"net.listen net.server", report.Listen, nil, "", ""},
	{"ffi.** compile parse unmarshal", report.Unread, walk.Hide, "", "code that is not read"},
	{"string", report.Quiet, do.Concat, "", ""},
	{"string.join", report.Quiet, do.JoinList, "1 0", ""},
	{"array tuple", report.Through, sequenceOf, "", ""},
	{"os.time os.clock os.date os.cwd os.arch os.which os.exit os.stat os.lstat os.sleep os.cpu_count os.isatty os.strftime os.mktime os.realpath os.getpid", report.Quiet, do.Pure, "", ""},
	{"os.*", report.Unread, walk.Hide, "", ""},
}

// janetOpen opens a file with a mode such as :w.
func janetOpen(c *walk.Call) value.Value {
	again := *c
	again.Args = append([]value.Value{}, c.Args...)
	if len(again.Args) > 1 {
		again.Args[1].Text = again.Args[1].Text[min(1, len(again.Args[1].Text)):]
	}
	return do.Open(&again)
}
