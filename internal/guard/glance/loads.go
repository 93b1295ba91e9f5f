package glance

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// idle are verbs with which a tool runs nothing of the sources: it fetches packages,
// compiles, formats or looks. What runs then by itself, such as the scripts of a
// package, is read as what it is.
const idle = "install i ci add remove rm uninstall update upgrade outdated ls list why view info init create audit dedupe prune pack " +
	"version cache config login whoami pkg lock sync export tree show check fmt format lint vet get mod build clean env doc " +
	"require dump-autoload validate metadata fetch search freeze download wheel python venv tool"

// Loads gives the endings of the files that a program may load.
func Loads(v *kb.View) []string {
	if v == nil {
		return nil
	}
	quiet := v.Parse != nil && len(v.Parse.Verbs) > 0 && wordlist.Has(idle, v.Parse.Verbs[0])
	switch v.Name {
	case "python", "python3":
		if quiet || v.Parse != nil && len(v.Parse.Verbs) > 0 && wordlist.Has("py_compile compileall json.tool pip ensurepip tokenize ast black ruff isort flake8 mypy pylint", v.Parse.Verbs[0]) {
			return nil
		}
		return []string{".py"}
	case "pytest", "tox", "nox", "ipython", "coverage":
		return []string{".py"}
	case "pip", "pip3", "uv", "poetry":
		if !quiet {
			return []string{".py"}
		}
	case "npm", "npx", "pnpm", "yarn", "bun", "deno":
		if !quiet {
			return []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"}
		}
	case "node", "jest", "vitest", "mocha", "ts-node", "tsx":
		return []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"}
	case "vite", "eslint":
		return []string{".js", ".mjs", ".cjs"} // their settings, and what those load
	case "go":
		if !quiet {
			return []string{".go"}
		}
	case "ruby", "rake", "rspec", "bundle", "rails":
		if v.Name != "bundle" || !quiet {
			return []string{".rb"}
		}
	case "php", "phpunit", "composer":
		if v.Name != "composer" || !quiet {
			return []string{".php"}
		}
	case "cargo", "rustc":
		return []string{".rs"} // build.rs and macros run while it compiles
	case "pwsh", "powershell":
		return []string{".ps1", ".psm1"}
	case "perl", "prove":
		return []string{".pl", ".pm"}
	}
	return nil
}

// Ordinary tells whether a finding about a source file is what sources of a project
// do every day when other code loads them: they take the path, the host or the program
// from their caller, or talk to a service. Of a file that runs itself it counts all the
// same.
func Ordinary(f sentinel.Finding) bool {
	if f.Block {
		return false
	}
	switch f.Effect.Kind {
	case sentinel.Fetch, sentinel.Listen:
		return true
	case sentinel.Send:
		return f.Colour != sentinel.Red || f.Effect.Scope == sentinel.ScopeUnknown
	case sentinel.Write, sentinel.Create, sentinel.Move, sentinel.Delete, sentinel.DeleteTree:
		return f.Effect.Scope == sentinel.ScopeUnknown
	case sentinel.ExecuteFile:
		return f.Effect.Scope == sentinel.ScopeUnknown || strings.HasSuffix(f.Rule, ".import") || strings.HasSuffix(f.Say, ": import")
	}
	return false
}
