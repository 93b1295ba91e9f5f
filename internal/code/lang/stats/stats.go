// Package stats knows the languages of statistics: R and Julia.
package stats

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/do"
	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/rows"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// R is R with the packages that scripts use most.
func R() *walk.Language {
	return &walk.Language{
		Rules: lex.Rules{
			Line: []string{"#"},
			Quotes: []lex.Quote{
				{Open: `"`, Close: `"`, Esc: lex.Full}, {Open: `'`, Close: `'`, Esc: lex.Full},
			},
			NameMore: ".", NameStart: ".",
			Ops:   []string{"<<-", "->>", "%>%", "%in%", "%%", "%/%", "|>", "<-", "->", ":::", "::", "==", "!=", "<=", ">=", "&&", "||"},
			Lines: true, Prefixed: true,
		},
		Member:  ":: ::: $ @",
		Keep:    ":: :::",
		Habits:  lex.Habits{Mutators: "append", RightHand: true},
		Noise:   "if else for while repeat in next break return",
		WordOps: "in",
		Pairs:   "=",
		Traits:  walk.KeywordArg | walk.RightArrow | walk.NameKeys,
		Renames: [][2]string{{"base::", ""}, {"utils::", ""}, {"base:::", ""}, {"processx::", ""}, {"sys::", ""}},
		Loop:    do.Loop,
		Rows:    rows.Of(rRows),
	}
}

var rRows = []rows.Row{
	{"system shell shell.exec", report.Exec, do.Shell, "command|0", ""},
	{"system2", report.Exec, rSystem2, "", ""},
	{"run processx_run exec_wait exec_internal callr::rcmd", report.Exec, do.Spawn, "", ""},
	{"pipe", report.Exec, do.Shell, "0", ""},
	{"unlink", report.Delete, do.Remove, "x|0", "recursive force"},
	{"file.remove fs::file_delete", report.Delete, nil, "0", ""},
	{"fs::dir_delete", report.DeleteTree, nil, "0", ""},
	{"file.rename fs::file_move", report.Move, nil, "0 1", ""},
	{"file.symlink file.link fs::link_create", report.Link, nil, "0 1", ""},
	{"file.copy file.append fs::file_copy fs::dir_copy", report.Copy, nil, "0 1", ""},
	{"dir.create fs::dir_create", report.Mkdir, nil, "0", ""},
	{"Sys.chmod fs::file_chmod", report.Permission, nil, "0 1", ""},
	{"readLines read.csv read.table readRDS scan read_csv readr::read_csv jsonlite::fromJSON fromJSON readBin readr::read_lines data.table::fread fread read_file readr::read_file readRenviron yaml::read_yaml yaml.load_file readxl::read_excel haven::read_sav arrow::read_parquet xml2::read_xml readr::read_tsv read_tsv read.delim read.fwf readChar", report.Read, nil, "file|con|0", ""},
	{"writeLines", report.Write, rWrite, "con|1", ""},
	{"cat", report.Quiet, rCat, "file", ""},
	{"write.csv write.table saveRDS dump save readr::write_csv write_csv data.table::fwrite ggsave ggplot2::ggsave", report.Write, rWrite, "file|1|0", ""},
	{"sink file.create pdf png", report.Write, nil, "?0", ""},
	{"file url gzfile", report.Read, do.Open, "0 open|1", ""},
	{"Sys.glob", report.List, do.List, "0", "pattern"},
	{"list.files dir", report.List, do.List, "?path|0", "names"},
	{"list.dirs", report.List, nil, "?path|0", ""},
	{"Sys.getenv", report.Env, do.EnvOrAll, "0", ""},
	{"eval evalq", report.Eval, rEval, "0", ""},
	{"parse str2lang str2expression", report.Through, rParse, "text|0", ""},
	{"source sys.source devtools::load_all", report.Import, nil, "0", ""},
	{"load", report.Read, nil, "0", ""},
	{"dyn.load .Internal .Call .External reticulate::py_run_string", report.Unread, walk.Hide, "", ""},
	{"do.call match.fun get match.arg0", report.Through, rCall, "", ""},
	{"unserialize", report.Unread, walk.Hide, "", "unpickling, which can run anything"},
	{"download.file", report.Fetch, nil, "0 1", ""},
	{"httr::GET httr::HEAD GET curl::curl_fetch_memory curl::curl_download RCurl::getURL", report.Fetch, nil, "0", ""},
	{"httr::POST httr::PUT POST PUT httr::DELETE", report.Send, nil, "0", ""},
	{"socketConnection", report.Send, nil, "host|0", ""},
	{"shiny::runApp httpuv::startServer runApp plumber::pr_run", report.Listen, nil, "?host", ""},
	{"install.packages remotes::install_github devtools::install_github BiocManager::install pak::pkg_install remotes::install_url devtools::install remotes::install_local", report.Install, nil, "0", ""},
	{"renv::restore renv::install", report.Install, nil, "?0", ""},
	{"remove.packages", report.Delete, nil, "0", ""},
	{"tools::pskill", report.Signal, nil, "0", ""},
	{"DBI::dbExecute dbExecute dbSendQuery dbGetQuery DBI::dbGetQuery DBI::dbSendQuery dbSendStatement", report.DB, do.Sql, "1", ""},
	{"paste0", report.Quiet, rPaste, "", ""},
	{"paste", report.Quiet, rPaste, "", " "},
	{"file.path", report.Quiet, do.JoinPath, "", ""},
	{"path.expand normalizePath", report.Quiet, do.Same, "0", ""},
	{"sprintf", report.Quiet, do.Format, "0", ""},
	{"c list", report.Quiet, do.Array, "", ""},
	{"rawToChar", report.Quiet, do.Same, "0", ""},
	{"as.raw", report.Quiet, do.Char, "", ""},
	{"intToUtf8", report.Quiet, do.Char, "", ""},
	{"base64enc::base64decode jsonlite::base64_dec openssl::base64_decode", report.Quiet, do.Unbase64, "0", ""},
	{"tempfile tempdir", report.Quiet, do.Temp, "", ""},
	{"setwd", report.Quiet, do.Chdir, "", ""},
	{"getwd", report.Quiet, do.Constant, "", "."},
	{"dirname", report.Quiet, do.Parent, "0", ""},
}

func rSystem2(c *walk.Call) value.Value {
	vs := []value.Value{c.Arg(0)}
	if v, ok := c.Option("command"); ok {
		vs[0] = v
	}
	v, ok := c.Option("args")
	if !ok && len(c.Args) > 1 {
		v, ok = c.Args[1], true
	}
	if ok {
		vs = append(vs, value.Flat([]value.Value{v})...)
	}
	c.Argv(vs)
	return do.Process(c)
}

func rWrite(c *walk.Call) value.Value {
	if v, ok := c.Pick(c.Row.At); ok && v.Form != value.Ref {
		c.Emit(report.Act{Kind: report.Write, Args: []report.Arg{v.Arg()}})
	}
	return value.Value{}
}

// rCat is cat("text", file = "x").
func rCat(c *walk.Call) value.Value {
	if v, ok := c.Option("file"); ok && v.Text != "" {
		c.Emit(report.Act{Kind: report.Write, Args: []report.Arg{v.Arg()}})
	}
	return value.Value{}
}

// rEval evaluates what parse made of a text; quoted code was read as code.
func rEval(c *walk.Call) value.Value {
	v := c.Arg(0)
	if v.Class != "code" && !c.Bare {
		if v.Form == value.Text || v.Taint&value.Fetched != 0 {
			return do.Evaluate(c, v)
		}
		return value.Value{}
	}
	return do.Evaluate(c, v)
}

func rParse(c *walk.Call) value.Value {
	v, _ := c.Pick("text|0")
	if f, ok := c.Option("file"); ok {
		v = value.Value{File: &f}
	}
	v.Class = "code"
	return v
}

// rCall calls the function that its first argument names.
func rCall(c *walk.Call) value.Value {
	f := c.Arg(0)
	switch {
	case f.IsText():
		f = value.Value{Form: value.Ref, Text: c.R.Lang.Rename(f.Text)}
	case f.Form != value.Ref:
		if c.Name != "get" {
			c.R.Hide("call of a function with a computed name")
		}
		return value.Value{Taint: value.Computed}
	}
	if c.Name != "do.call" {
		return f
	}
	again := *c
	again.Args = nil
	if len(c.Args) > 1 {
		again.Args = value.Flat(c.Args[1:2])
		if v := c.Args[1]; v.Form == value.Mapping {
			again.Args = nil
			for i, k := range v.Keys {
				if k == "" {
					again.Args = append(again.Args, v.Items[i])
				} else {
					again.Keys, again.Vals = append(again.Keys, k), append(again.Vals, v.Items[i])
				}
			}
		}
	}
	return c.R.Invoke(f, &again)
}

func rPaste(c *walk.Call) value.Value {
	sep := value.Known(c.Row.Say)
	if v, ok := c.Option("sep"); ok {
		sep = v
	}
	if _, ok := c.Option("collapse"); ok {
		return value.Value{Form: value.Text, Taint: value.Computed}
	}
	out := value.Known("")
	for i, v := range c.Args {
		if i > 0 {
			out = c.R.Join(out, sep)
		}
		out = c.R.Join(out, v)
	}
	return out
}

// Julia is Julia with its standard library.
func Julia() *walk.Language {
	return &walk.Language{
		Rules: lex.Rules{
			Line:   []string{"#"},
			Blocks: [][2]string{{"#=", "=#"}},
			Nested: true,
			Quotes: []lex.Quote{
				{Open: `"""`, Close: `"""`, Esc: lex.Full, Interp: lex.Dollar},
				{Open: `"`, Close: `"`, Esc: lex.Full, Interp: lex.Dollar},
				{Open: "```", Close: "```", Interp: lex.Dollar, Kind: lex.Words},
				{Open: "`", Close: "`", Interp: lex.Dollar, Kind: lex.Words},
			},
			NameEnd: "!",
			Ops:     []string{"...", "===", "!==", "|>", "->", "=>", "::", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", ".=", "//", "<<", ">>"},
			Lines:   true, Prefixed: true,
		},
		Member:  ".",
		Concat:  "*",
		Habits:  lex.Habits{Arrow: "->", Mutators: "push! append! pop! pushfirst! insert! splice!"},
		Noise:   "if elseif else end for while in begin let do try catch finally return break continue module struct mutable export global const using",
		WordOps: "in isa",
		Pairs:   "= =>",
		Traits:  walk.KeywordArg | walk.NameKeys,
		Keyword: juliaKeyword,
		Renames: [][2]string{{"Base.Filesystem", ""}, {"Filesystem", ""}, {"Base", ""}, {"Core", ""}, {"Main", ""}},
		Loop:    do.Loop,
		Argv:    "ARGS",
		Rows:    rows.Of(juliaRows),
	}
}

var juliaRows = []rows.Row{
	{"run read readchomp readlines pipeline success open eachline", report.Read, juliaRun, "0", ""},
	{"rm", report.Delete, do.Remove, "0", "recursive"},
	{"mv", report.Move, nil, "0 1", ""},
	{"cp", report.Copy, nil, "0 1", ""},
	{"symlink hardlink", report.Link, nil, "0 1", ""},
	{"mkdir mkpath mktempdir", report.Mkdir, nil, "?0", ""},
	{"chmod chown", report.Permission, nil, "0 1", ""},
	{"write touch", report.Write, nil, "0", ""},
	{"writedlm DelimitedFiles.writedlm CSV.write serialize Serialization.serialize savefig Plots.savefig JLD2.save FileIO.save Arrow.write", report.Write, do.Named, "0", ""},
	{"readdir", report.List, do.List, "?0", "names"},
	{"walkdir", report.List, do.List, "?0", "walk"},
	{"include", report.Import, nil, "0", ""},
	{"ENV", report.EnvAll, nil, "", ""},
	{"ENV[]", report.Env, do.Env, "0", ""},
	{"get haskey", report.Through, juliaGet, "", ""},
	{"cd", report.Quiet, do.Chdir, "", ""},
	{"homedir", report.Quiet, do.Constant, "", "~"},
	{"pwd", report.Quiet, do.Constant, "", "."},
	{"tempname tempdir", report.Quiet, do.Temp, "", ""},
	{"joinpath", report.Quiet, do.JoinPath, "", ""},
	{"expanduser abspath realpath", report.Quiet, do.Same, "0", ""},
	{"dirname", report.Quiet, do.Parent, "0", ""},
	{"string", report.Quiet, do.Concat, "", ""},
	{"String", report.Quiet, do.Same, "0", ""},
	{"reverse", report.Quiet, do.Reversed, "0", ""},
	{"join", report.Quiet, do.JoinList, "1 0", ""},
	{"Char", report.Quiet, do.Char, "", ""},
	{"base64decode Base64.base64decode", report.Quiet, do.Unbase64, "0", ""},
	{"hex2bytes", report.Quiet, do.Unhex, "0", ""},
	{"eval include_string Meta.eval", report.Eval, juliaEval, "", ""},
	{"Meta.parse", report.Through, rParse, "0", ""},
	{"ccall dlopen Libdl.dlopen unsafe_load unsafe_store! Serialization.deserialize deserialize", report.Unread, walk.Hide, "", ""},
	{"getfield getproperty", report.Through, do.Attribute, "", ""},
	{"download Downloads.download HTTP.get HTTP.head", report.Fetch, nil, "0", ""},
	{"HTTP.post HTTP.put HTTP.request Downloads.request", report.Send, nil, "0", ""},
	{"connect Sockets.connect", report.Send, nil, "0", ""},
	{"listen Sockets.listen HTTP.serve", report.Listen, nil, "", ""},
	{"Pkg.add Pkg.develop Pkg.rm Pkg.update", report.Install, nil, "?0", ""},
	{"kill", report.Signal, nil, "0", ""},
}

// juliaRun is run(`cmd`), read(`cmd`, String), read("file", String).
func juliaRun(c *walk.Call) value.Value {
	v := c.Arg(0)
	switch {
	case v.Form == value.Sequence, v.Form == value.Ref && strings.HasPrefix(v.Text, "Cmd"):
		if len(v.Items) > 0 && v.Items[0].IsText() && v.Items[0].Text == "sh" {
			c.Argv([]value.Value{v})
			return do.Process(c)
		}
		c.Argv([]value.Value{v})
		return do.Process(c)
	case c.Name == "run" || c.Name == "pipeline" || c.Name == "success" || c.Name == "readchomp":
		c.Argv([]value.Value{{}})
		return do.Process(c)
	}
	if m := c.Arg(1); c.Name == "open" && m.Form == value.Text && strings.ContainsAny(m.Text, "wa+") {
		c.Emit(report.Act{Kind: report.Write, Args: []report.Arg{v.Arg()}})
		return c.Result()
	}
	if v.Form == value.Text || v.Form == value.Unknown {
		return walk.Do(c)
	}
	return value.Value{}
}

// juliaGet is get(ENV, "X", default).
func juliaGet(c *walk.Call) value.Value {
	if v := c.Arg(0); v.Form == value.Ref && v.Text == "ENV" {
		return c.R.Element(v, c.Arg(1))
	}
	c.UseAll()
	return value.Value{}
}

func juliaEval(c *walk.Call) value.Value {
	v := c.Arg(len(c.Args) - 1)
	if v.Class == "code" || v.Form == value.Text || v.File != nil || c.Bare {
		return do.Evaluate(c, v)
	}
	return value.Value{}
}

func juliaKeyword(r *walk.Reader, word string) bool {
	if word != "using" && word != "import" || r.At(1).Kind != lex.Name {
		return false
	}
	r.Next()
	r.Report.Module(do.Dotted(r))
	for r.I < len(r.Toks) && r.Peek().Kind != lex.Newline && !r.IsOp(";") {
		r.Next()
	}
	return true
}
