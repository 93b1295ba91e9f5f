package table

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// The functions of Emacs, and how Fennel, Hy, Scheme and Emacs take files in.

// Emacs has the functions of that dialect.
var Emacs = []rows.Row{
	{"shell_command shell_command_to_string async_shell_command call_process_shell_command compile recompile eshell_command process_file_shell_command shell_command_on_region eshell term ansi_term shell project_compile grep rgrep lgrep find_dired", report.Exec, do.Shell, "0", ""},
	{"start_process_shell_command start_file_process_shell_command", report.Exec, do.Shell, "2", ""},
	{"call_process process_file", report.Exec, from4, "0 4", ""},
	{"call_process_region", report.Exec, from4, "2 6", ""},
	{"start_process start_file_process", report.Exec, from4, "2 3", ""},
	{"process_lines process_lines_ignore_status", report.Exec, from4, "0 1", ""},
	{"make_process", report.Exec, do.Run, "command", ""},
	{"delete_file", report.Delete, nil, "0", ""},
	{"delete_directory", report.Delete, deeper, "0", ""},
	{"rename_file", report.Move, nil, "0 1", ""},
	{"copy_file copy_directory", report.Copy, nil, "0 1", ""},
	{"make_directory make_empty_file", report.Mkdir, nil, "0", ""},
	{"set_file_modes set_file_acl set_file_selinux_context set_file_extended_attributes", report.Permission, nil, "0 1", ""},
	{"make_symbolic_link add_name_to_file", report.Link, nil, "0 1", ""},
	{"with_temp_file write_file set_visited_file_name org_export_to_file", report.Write, nil, "0", ""},
	{"write_region append_to_file", report.Write, nil, "2", ""},
	{"insert_file_contents insert_file_contents_literally insert_file find_file_read_only view_file org_file_contents f_read f_read_text", report.Read, nil, "0", ""},
	{"find_file find_file_noselect find_file_literally find_file_other_window", report.Read, visited, "0", ""},
	{"org_babel_tangle org_babel_tangle_file org_publish org_publish_all org_publish_project", report.Unread, walk.Hide, "", "writes the files that a document names"},
	{"f_write f_write_text f_append_text", report.Write, nil, "2|1", ""},
	{"f_delete", report.DeleteTree, nil, "0", ""},
	{"directory_files", report.List, nil, "0", ""},
	{"directory_files_recursively", report.List, nil, "0", ""},
	{"file_expand_wildcards", report.List, do.List, "0", "pattern"},
	{"getenv getenv_internal", report.Env, do.Env, "0", ""},
	{"process_environment initial_environment", report.EnvAll, whole, "", ""},
	{"load load_file load_library load_theme byte_compile_file byte_recompile_directory module_load autoload native_compile load_folder", report.Import, emacsLoad, "0", ""},
	{"eval", report.Eval, nil, "0", "code"},
	{"eval_buffer eval_region eval_last_sexp eval_expression eval_defun org_babel_execute_buffer org_babel_execute_src_block execute_kbd_macro command_execute server_eval_at org_babel_load_file", report.Unread, walk.Hide, "", "runs text as code"},
	{"read read_from_string", report.Through, readText, "0", ""},
	{"intern intern_soft symbol_function indirect_function", report.Through, byName, "", ""},
	{"url_retrieve url_retrieve_synchronously url_insert_file_contents browse_url eww request plz", report.Fetch, nil, "0", ""},
	{"url_copy_file", report.Copy, nil, "0 1", ""},
	{"open_network_stream make_network_process open_tls_stream smtpmail_send_it mail_send message_send url_http", report.Send, nil, "2|host|0", ""},
	{"package_install package_refresh_contents package_vc_install straight_use_package quelpa package_install_file el_get package_upgrade_all package_upgrade", report.Install, nil, "0", ""},
	{"server_start", report.Listen, nil, "", ""},
	{"signal_process kill_process interrupt_process", report.Signal, nil, "0", ""},
	{"expand_file_name concat_path file_name_concat", report.Quiet, expanded, "", ""},
	{"format format_message", report.Quiet, formatted, "0", ""},
	{"file_truename substitute_in_file_name file_name_as_directory directory_file_name convert_standard_filename abbreviate_file_name shell_quote_argument identity", report.Quiet, do.Same, "0", ""},
	{"list vector", report.Through, sequenceOf, "", ""},
	{"base64_decode_string", report.Quiet, do.Unbase64, "0", ""},
	{"string char_to_string", report.Quiet, do.Hidden, "", ""},
	{"make_temp_file make_temp_name", report.Quiet, do.Temp, "", ""},
	{"ffi_call define_ffi_function", report.Unread, walk.Hide, "", "calls into the machine below"},
	{"system_name executable_find process_send_string save_excursion run_hooks run_with_timer run_at_time ert_run_tests_batch_and_exit ert_run_tests_batch start_kbd_macro kill_buffer kill_emacs package_initialize project_root file_exists_p shell_mode sh_mode eval_after_load with_eval_after_load delete_trailing_whitespace delete_region", report.Quiet, do.Pure, "", ""},
}

// Functions through which the language below is reached.
var (
	Fennel = []rows.Row{{"lua", report.Eval, do.Eval, "0", ""}, {"fennel.eval fennel.dofile fennel.view.eval", report.Eval, nil, "0", "code"}}
	Hy     = []rows.Row{{"py pys", report.Eval, do.Eval, "0", ""}, {"hy.eval", report.Eval, nil, "0", "code"}, {"hy.read hy.read_many hy.models.String", report.Through, readText, "0", ""}}
)

// from4 starts a program whose name and whose first argument stand at the two
// places that the row says.
func from4(c *walk.Call) value.Value {
	name, first := int(c.Row.At[0]-'0'), int(c.Row.At[2]-'0')
	vs := []value.Value{c.Arg(name)}
	for n := first; n < len(c.Args); n++ {
		v := c.Arg(n)
		if v.Form == value.Sequence {
			vs = append(vs, value.Flat([]value.Value{v})...)
		} else if !v.Falsy() {
			vs = append(vs, v)
		}
	}
	c.Argv(vs)
	return do.Process(c)
}

// emacsLoad takes a file in.
func emacsLoad(c *walk.Call) value.Value {
	if v := c.Arg(0); c.Name == "autoload" {
		return c.Result()
	} else if v.Form == value.Ref && strings.HasSuffix(c.Name, "theme") {
		return value.Value{}
	}
	return walk.Do(c)
}

// visited is a file that is opened to be changed: what saves it names no file.
func visited(c *walk.Call) value.Value {
	c.Emit(report.Act{Kind: report.Read, Args: c.Targets()})
	c.Emit(report.Act{Kind: report.Write, Args: c.Targets()})
	return value.Value{Taint: value.Computed}
}

// whole is the list of all variables of the environment.
func whole(c *walk.Call) value.Value {
	c.Emit(report.Act{Kind: report.EnvAll})
	return value.Value{}
}

// expanded is (expand-file-name "x" "folder").
func expanded(c *walk.Call) value.Value {
	if c.Name == "file_name_concat" {
		return do.JoinPath(&walk.Call{R: c.R, Row: &walk.Row{}, Args: c.Args})
	}
	a := c.Arg(0)
	if len(c.Args) < 2 || strings.HasPrefix(a.Text, "/") || strings.HasPrefix(a.Text, "~") || c.Arg(1).Form == value.Ref {
		return a
	}
	return do.JoinPath(&walk.Call{R: c.R, Row: &walk.Row{}, Args: []value.Value{c.Arg(1), a}})
}
