// Package script tells in which language a file is written that is about to run,
// and what short names for scripts of the project stand for.
package script

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/code"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Language finds the language of a script by its first line, then by its
// suffix.
func Language(name, text string) string {
	if strings.HasPrefix(text, "#!") {
		line, _, _ := strings.Cut(text[2:], "\n")
		f := strings.Fields(line)
		for len(f) > 0 && (path.Base(f[0]) == "env" || strings.HasPrefix(f[0], "-") || strings.Contains(f[0], "=")) {
			f = f[1:]
		}
		if len(f) == 0 {
			return ""
		}
		switch base := path.Base(f[0]); base {
		case "sh", "bash", "dash", "zsh", "ksh", "ash":
			return "sh"
		case "awk", "gawk", "mawk":
			return "awk"
		case "sed":
			return "sed"
		default:
			if l, ok := code.Language(base); ok {
				return l
			}
			return ""
		}
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".sh", ".bash", ".zsh", ".ksh", ".envrc", ".bashrc", ".zshrc", ".profile":
		return "sh"
	case ".py", ".pyw":
		return "python"
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx":
		return "javascript"
	case ".rb":
		return "ruby"
	case ".pl", ".pm":
		return "perl"
	case ".php":
		return "php"
	case ".lua":
		return "lua"
	case ".r":
		return "r"
	case ".jl":
		return "julia"
	case ".lisp", ".lsp", ".cl", ".asd":
		return "commonlisp"
	case ".scm", ".ss", ".rkt", ".sld":
		return "scheme"
	case ".clj", ".cljc", ".bb":
		return "clojure"
	case ".el":
		return "elisp"
	case ".fnl":
		return "fennel"
	case ".hy":
		return "hy"
	case ".janet":
		return "janet"
	case ".exs":
		return "elixir"
	case ".escript":
		return "erlang"
	case ".tcl", ".exp":
		return "tcl"
	case ".groovy":
		return "groovy"
	case ".ps1":
		return "powershell"
	case ".bat", ".cmd":
		return "cmd"
	case ".sql":
		return "sql"
	}
	if isText(text) && !strings.Contains(path.Base(name), ".") {
		return "sh" // execve fails, and the shell reads it
	}
	return ""
}

// isText tells program text from a binary.
func isText(s string) bool {
	return !strings.ContainsRune(s[:min(len(s), 4096)], 0) && !strings.HasPrefix(s, "\x7fELF")
}

// Shortcut spells npm:NAME out, by which concurrently runs a script of the
// project, as it does for other package managers.
func Shortcut(w shell.Word) shell.Word {
	s, known := w.Known()
	manager, rest, ok := strings.Cut(s, ":")
	if !known || !ok || rest == "" || rest[0] == '/' {
		return w
	}
	switch manager {
	case "npm", "pnpm", "yarn", "bun":
		out := shell.Text(manager + " run " + rest)
		out.Span, out.Raw = w.Span, w.Raw
		return out
	}
	return w
}
