// Package loads finds the files that code takes in and runs: what exec is given
// of a file, what require and import name, what load, do and source run.
//
// Of is the entry. A file that is run as a text is judged like any script. A
// module is different: most of it is functions that nobody may ever call, so
// Certain keeps of it what names its target and leaves out what is only
// possible. To teach it a language, add its endings to Endings and its functions
// to moduleCall.
package loads

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/inline"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Most is how many files are opened for one command.
const Most = 20

// Load is one file that code runs.
type Load struct {
	Names  []string // where it may lie, the first that is there counts
	Module bool
	Must   bool // code in the command that evaluates a file: one that is not there yet may come
	Call   string
}

// Of lists what a piece of code in a language runs. from is the file that the
// code stands in, "" for code in the command.
func Of(lang string, r inline.Report, from string) []Load {
	var out []Load
	for _, a := range r.Acts {
		s, known := a.Target.Known()
		if a.Role != "import" && (a.Role != "config" || !tool(lang)) || !known || s == "" || folder(a.Say) {
			continue
		}
		l := Load{Names: []string{s}, Module: moduleCall(lang, a.Say), Call: a.Say}
		l.Must = from == "" && !tool(lang) && evaluates(a.Say)
		if l.Module {
			l.Names = named(lang, s)
		}
		if len(l.Names) > 0 {
			out = append(out, l)
		}
	}
	if from != "" || lang != "python" && lang != "lua" {
		return out
	}
	for _, m := range r.Modules { // the working folder is looked through first
		m = "./" + strings.ReplaceAll(m, ".", "/")
		out = append(out, Load{Names: named(lang, m), Module: true, Call: "import"})
	}
	return out
}

// Settings gives the SHA-256 (hex) of a file that reads a secret variable by its name,
// as programs do that log in somewhere, and neither sends anything nor starts a
// program; "" for all else, and for code in the command. A yes can then be to that
// very file.
func Settings(r inline.Report, a inline.Act, from, text string) string {
	if a.Kind != sentinel.SecretRead || a.Role != "env-name" || from == "" || len(r.Unread)+len(r.Inner) > 0 {
		return ""
	}
	for _, other := range r.Acts {
		switch other.Kind {
		case sentinel.Send, sentinel.Fetch, sentinel.ExecuteFile, sentinel.ExecuteInline, sentinel.EnvPrint, sentinel.Remote, sentinel.RemoteChange:
			if other.Role != "import" {
				return ""
			}
		}
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Beside turns the path of a module, which its language takes from the folder
// of the file that names it, into one that holds everywhere.
func Beside(lang string, a inline.Act, from string) inline.Act {
	s, known := a.Target.Known()
	if a.Role != "import" || from == "" || !known || s == "" || s[0] == '/' || s[0] == '~' || strings.Contains(s, "://") {
		return a
	}
	if call := a.Say[strings.LastIndexByte(a.Say, '.')+1:]; lang == "javascript" && moduleCall(lang, a.Say) || call == "require_relative" {
		w := shell.Text(path.Join(path.Dir(from), s))
		w.Span, w.Raw = a.Target.Span, a.Target.Raw
		a.Target = w
	}
	return a
}

// evaluates: functions that are given the content of a file as a text.
func evaluates(call string) bool {
	call = strings.ToLower(call)
	return strings.Contains(call, "eval") || strings.Contains(call, "exec") || strings.Contains(call, "string")
}

// tool: languages of tools, in which the files that a text takes in are written,
// too.
func tool(lang string) bool { return lang == "ex" || lang == "awk" || lang == "gdb" }

// folder: functions that name a folder in which modules are looked for.
func folder(call string) bool {
	return strings.HasPrefix(call, "sys.path.") || strings.HasPrefix(call, "site.") || call == "use lib" || call == "devtools::load_all"
}

// moduleCall: functions that take in a module rather than run a text.
func moduleCall(lang, call string) bool {
	switch call[strings.LastIndexByte(call, '.')+1:] {
	case "require", "import", "require_once", "include_once", "require_relative", "__import__", "import_module", "createRequire":
		return true
	case "include":
		return lang == "php"
	}
	return false
}

// Endings are what a language adds to the name of a module.
func Endings(lang string) []string {
	switch lang {
	case "javascript":
		return []string{"", ".js", ".ts", ".mjs", ".cjs", ".tsx", "/index.js", "/index.ts"}
	case "python":
		return []string{".py", "/__init__.py"}
	case "ruby":
		return []string{".rb", ""}
	case "lua":
		return []string{".lua", "/init.lua"}
	}
	return []string{""}
}

// Source tells a file of JavaScript from the name of a task.
func Source(name string) bool {
	switch path.Ext(name) {
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx":
		return true
	}
	return false
}

// named lists the files that the name of a module may stand for. Data is read,
// not run.
func named(lang, s string) []string {
	switch path.Ext(s) {
	case ".json", ".node", ".wasm", ".css", ".so":
		return nil
	}
	var out []string
	for _, e := range Endings(lang) {
		out = append(out, s+e)
	}
	if lang == "javascript" && path.Ext(s) == "" { // it may be a folder, whose file is meant
		out = append(out[1:], s)
	}
	return out
}

// Certain keeps of what a module does the acts and commands that are known from
// its text. A module that only may do something is left to what calls it.
func Certain(r inline.Report) inline.Report {
	known := func(w shell.Word) bool { _, _, ok := w.Pattern(); return ok }
	r.Unread, r.Modules = nil, nil
	r.Acts = slices.DeleteFunc(slices.Clone(r.Acts), func(a inline.Act) bool {
		switch a.Kind {
		case sentinel.Write, sentinel.Delete, sentinel.DeleteTree, sentinel.Move, sentinel.Permission, sentinel.PermissionTree,
			sentinel.Persist, sentinel.DataDestroy, sentinel.ExecuteDownloaded:
			return a.Aimed && !known(a.Target)
		}
		return true // reading, and talking to hosts, is what modules are for
	})
	r.Inner = slices.DeleteFunc(slices.Clone(r.Inner), func(in shell.Inner) bool {
		return !known(in.Text) || slices.ContainsFunc(in.Words, func(w shell.Word) bool { return !known(w) })
	})
	return r
}
