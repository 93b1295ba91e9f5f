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

// PHP is PHP with or without its tags.
func PHP() *walk.Language {
	return &walk.Language{
		Rules: lex.Rules{
			Line:   []string{"//", "#"},
			Blocks: [][2]string{{"/*", "*/"}},
			Quotes: []lex.Quote{
				{Open: `"`, Close: `"`, Esc: lex.Full, Interp: lex.Sigils},
				{Open: `'`, Close: `'`, Esc: lex.Single},
				{Open: "`", Close: "`", Esc: lex.Full, Interp: lex.Sigils, Kind: lex.Cmd},
			},
			Sigils: "$",
			Ops: []string{"<=>", "===", "!==", "**=", "??=", "...", "<<=", ">>=", "?->", "->", "=>", "::", "==", "!=", "<>", "<=", ">=", "&&", "||", "??", "?:",
				"++", "--", "+=", "-=", "*=", ".=", "/=", "%=", "&=", "|=", "^=", "**", "<<", ">>"},
			Tags: true, Heredocs: "<<<",
		},
		Member:  "-> ?-> ::",
		Keep:    "::",
		Concat:  ".",
		Habits:  lex.Habits{Mutators: "array_push array_pop array_shift array_unshift array_splice sort rsort shuffle"},
		Noise:   "if elseif else while for foreach do switch case break continue return endif endwhile endfor endforeach try catch finally throw echo print global static public private protected abstract final class interface trait extends implements namespace declare const default match yield as var",
		Prefix:  "new clone print echo",
		WordOps: "and or xor instanceof",
		Pairs:   "=> :",
		Traits:  walk.FoldCalls | walk.TextCalls | walk.NameKeys | walk.BareCalls,
		Keyword: phpKeyword,
		Renames: [][2]string{{`\`, ""}},
		Loop:    do.Loop,
		Argv:    "$argv",
		Rows:    rows.Of(phpFiles, phpProcess, phpHidden, phpText, anyMethods),
	}
}

var phpFiles = []rows.Row{
	{"file_get_contents file readfile fpassthru parse_ini_file highlight_file show_source php_strip_whitespace simplexml_load_file readgzfile gzfile parse_ini_string_file yaml_parse_file xmlreader::open domdocument().load domdocument().loadhtmlfile exif_read_data", report.Read, nil, "0", ""},
	{"file_put_contents", report.Write, phpPut, "0", ""},
	{"fopen splfileobject bzopen", report.Read, do.Open, "0 1", ""},
	{"ziparchive().open phardata", report.Read, nil, "0", ""},
	{"ziparchive().extractto phardata().extractto", report.Write, nil, "0", ""},
	{"ziparchive().addfile", report.Read, nil, "0", ""},
	{"error_log", report.Append, phpErrorLog, "2", ""},
	{"phpinfo get_defined_vars", report.EnvAll, nil, "", ""},
	{"gzopen", report.Read, do.Open, "0 1", ""},
	{"imagepng imagejpeg imagegif imagewebp imagebmp imageavif imagewbmp imagexbm imagegd imagegd2", report.Write, do.Named, "1", ""},
	{"openssl_pkey_export_to_file openssl_x509_export_to_file openssl_csr_export_to_file imap_savebody ftp_get", report.Write, do.Named, "1", ""},
	{"xmlwriter_open_uri xmlwriter().openuri yaml_emit_file session_save_path *.asxml *.savexml *.savehtmlfile *.writeimage *.writeimages domdocument().save simplexmlelement().savexml", report.Write, do.Named, "0", ""},
	{"ini_set ini_alter", report.Append, phpSetting, "1", ""},
	{"touch ftruncate mkfifo tempnam", report.Write, nil, "0", ""},
	{"unlink rmdir", report.Delete, nil, "0", ""},
	{"rename move_uploaded_file", report.Move, nil, "0 1", ""},
	{"copy", report.Copy, nil, "0 1", ""},
	{"symlink link", report.Link, nil, "0 1", ""},
	{"mkdir", report.Mkdir, nil, "0", ""},
	{"chmod chown chgrp lchown", report.Permission, nil, "0 1", ""},
	{"glob", report.List, do.List, "0", "pattern"},
	{"scandir", report.List, do.List, "0", "names"},
	{"opendir dir directoryiterator recursivedirectoryiterator", report.List, nil, "0", ""},
	{"$_ENV getenv() $_SERVER", report.EnvAll, nil, "", ""},
	{"getenv", report.Env, do.EnvOrAll, "0", ""},
	{"$_ENV[] $_SERVER[]", report.Env, do.Env, "0", ""},
	{"chdir", report.Quiet, do.Chdir, "", ""},
	{"array_slice", report.Quiet, do.Rest, "0", ""},
	{"getcwd", report.Quiet, do.Constant, "", "."},
	{"sys_get_temp_dir", report.Quiet, do.Constant, "", "/tmp"},
	{"dirname", report.Quiet, do.Parent, "0", ""},
	{"realpath", report.Quiet, do.Same, "0", ""},
}

var phpProcess = []rows.Row{
	{"system exec shell_exec passthru popen", report.Exec, do.Shell, "0", ""},
	{"proc_open", report.Exec, do.Run, "0", ""},
	{"pcntl_exec", report.Exec, do.Spawn, "", ""},
	{"pcntl_fork", report.Exec, do.Fork, "", ""},
	{"posix_kill", report.Signal, nil, "0", ""},
	{"mail mb_send_mail imap_open ftp_put soapclient ssh2_exec", report.Send, nil, "0", ""},
	{"expect_popen", report.Exec, do.Shell, "0", ""},
	{"fsockopen pfsockopen stream_socket_client ftp_connect ftp_ssl_connect ssh2_connect socket_connect", report.Send, nil, "0", ""},
	{"gethostbyname dns_get_record checkdnsrr", report.Fetch, do.Lookup, "0", ""},
	{"curl_init", report.Send, phpCurlInit, "0", ""},
	{"curl_setopt", report.Quiet, phpCurl, "", ""},
	{"stream_socket_server socket_bind", report.Listen, nil, "?0", ""},
	{"mysqli_query pg_query", report.DB, do.Sql, "1|0", ""},
	{"*.query *.exec *.prepare *.execute", report.DB, do.Sql, "0", "maybe"},
	{"db::statement db::select db::delete db::unprepared db::update db::insert", report.DB, do.Sql, "0", ""},
	{"schema::drop schema::dropifexists *.truncate", report.DB, nil, "?0", ""},
}

var phpHidden = []rows.Row{
	{"eval create_function assert", report.Eval, phpEval, "", ""},
	{"*.extractto", report.Write, nil, "0", ""},
	{"include include_once require require_once", report.Import, nil, "0", ""},
	{"unserialize ffi::cdef ffi::load dl reflectionfunction reflectionmethod extract parse_str", report.Unread, walk.Hide, "", ""},
	{"call_user_func array_map usort uasort uksort register_shutdown_function register_tick_function set_error_handler spl_autoload_register ob_start header_register_callback session_set_save_handler stream_wrapper_register array_walk array_reduce forward_static_call preg_replace_callback iterator_apply closure::fromcallable", report.Through, phpCallback, "", ""},
	{"call_user_func_array array_filter", report.Through, phpCallback, "", ""},
	{"function_exists is_callable extension_loaded file_exists is_file is_dir", report.Quiet, do.Pure, "", ""},
}

var phpText = []rows.Row{
	{"base64_decode", report.Quiet, do.Unbase64, "0", ""},
	{"hex2bin", report.Quiet, do.Unhex, "0", ""},
	{"str_rot13", report.Quiet, phpRot, "", ""},
	{"gzinflate gzuncompress gzdecode convert_uudecode openssl_decrypt", report.Quiet, do.Hidden, "", ""},
	{"strrev", report.Quiet, do.Reversed, "0", ""},
	{"chr", report.Quiet, do.Char, "", ""},
	{"pack", report.Quiet, do.Pack, "", ""},
	{"implode join", report.Quiet, do.JoinList, "0 1", ""},
	{"strtolower", report.Quiet, do.Change, "0", "lower"},
	{"strtoupper", report.Quiet, do.Change, "0", "upper"},
	{"trim", report.Quiet, do.Change, "0", "trim"},
	{"sprintf", report.Quiet, do.Format, "0", ""},
	{"urldecode rawurldecode", report.Quiet, do.Unpercent, "", ""},
	{"str_replace strtr preg_replace substr ucfirst lcfirst", report.Quiet, phpChanged, "", ""},
	{"array", report.Quiet, do.Array, "", ""},
	{"define", report.Quiet, phpDefine, "", ""},
}

// phpSetting: a few settings name a file that PHP writes, loads or starts.
func phpSetting(c *walk.Call) value.Value {
	a := report.Act{Kind: report.Append, Args: []report.Arg{c.Arg(1).Arg()}}
	switch strings.ToLower(c.Arg(0).Text) {
	case "error_log", "mail.log", "session.save_path", "xdebug.output_dir", "xdebug.log", "soap.wsdl_cache_dir", "opcache.error_log":
	case "auto_prepend_file", "auto_append_file", "extension", "unserialize_callback_func":
		a.Kind = report.Import
	case "sendmail_path":
		c.R.Exec(c, c.Arg(1))
		return c.Result()
	default:
		return c.Result()
	}
	c.Emit(a)
	return c.Result()
}

func phpPut(c *walk.Call) value.Value {
	a := report.Act{Kind: report.Write, Args: c.Targets()}
	if f := c.Arg(2); strings.Contains(strings.ToLower(f.Text), "append") {
		a.Kind = report.Append
	}
	c.Emit(a)
	return value.Value{}
}

// phpErrorLog writes into a file if it is told type 3.
func phpErrorLog(c *walk.Call) value.Value {
	if len(c.Args) > 2 {
		return walk.Do(c)
	}
	return value.Value{}
}

// phpCurlInit sends to the address, if it is given here already.
func phpCurlInit(c *walk.Call) value.Value {
	if len(c.Args) == 0 && !c.Bare {
		return c.Result()
	}
	return walk.Do(c)
}

// phpCurl sees the options that name an address.
func phpCurl(c *walk.Call) value.Value {
	if o := c.Arg(1); strings.EqualFold(o.Text, "CURLOPT_URL") {
		c.Emit(report.Act{Kind: report.Send, Args: []report.Arg{c.Arg(2).Arg()}})
	}
	return value.Value{}
}

// phpEval is eval("code"), assert("code"), create_function("args", "code").
func phpEval(c *walk.Call) value.Value {
	switch {
	case len(c.Args) == 0:
		return value.Value{}
	case c.Name == "assert" && c.Arg(0).Form != value.Text && c.Arg(0).Taint&(value.Encoded|value.Fetched) == 0:
		return value.Value{}
	}
	return do.Evaluate(c, c.Args[len(c.Args)-1])
}

// phpCallback calls the function that an argument names.
func phpCallback(c *walk.Call) value.Value {
	for i, v := range c.Args {
		f := v
		if f.Form == value.Text && (f.Known || i == 0 && strings.HasPrefix(c.Name, "call")) {
			again := *c
			again.Args = nil
			if strings.HasPrefix(c.Name, "call") || c.Name == "array_map" {
				again.Args = value.Flat(c.Args[i+1:])
			}
			if f.Known && c.R.Rows[strings.ToLower(f.Text)] == nil {
				continue
			}
			if c.Name == "array_map" && len(again.Args) > 1 { // once for each
				for _, x := range again.Args[:min(len(again.Args), 50)] {
					one := again
					one.Args = []value.Value{x}
					c.R.Invoke(f, &one)
				}
				return value.Value{Taint: value.Computed}
			}
			return c.R.Invoke(f, &again)
		}
		if f.Form == value.Unknown && f.Taint&value.Computed != 0 && i == 0 && strings.HasPrefix(c.Name, "call") {
			c.R.Hide("call of a function with a computed name")
		}
	}
	return value.Value{Taint: value.Computed}
}

func phpRot(c *walk.Call) value.Value {
	if v := c.Arg(0); v.IsText() {
		return do.Decoded(do.Rot13(v.Text), true)
	}
	return do.Hidden(c)
}

func phpChanged(c *walk.Call) value.Value {
	return value.Value{Form: value.Text, Taint: value.Computed}
}

func phpDefine(c *walk.Call) value.Value {
	if name := c.Arg(0); name.IsText() {
		c.R.Counts[name.Text] += 2 - c.R.Counts[name.Text]/2
		c.R.Bind(name.Text, c.Arg(1))
	}
	return value.Value{}
}

// phpKeyword skips use statements.
func phpKeyword(r *walk.Reader, word string) bool {
	if word != "use" || r.At(1).Is("(") {
		return false
	}
	for r.I < len(r.Toks) && !r.IsOp(";") {
		r.Next()
	}
	return true
}
