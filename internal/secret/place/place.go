// Package place tells from the name of a file what kind of text is in it: which
// values may stand without quotes, what is for people to read, what holds
// nothing but hashes.
package place

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret/word"
)

// Command stands for a shell command where a path is asked for.
const Command = "(bash)"

// Place is what the name of a file says of what is in it.
type Place struct {
	Base   string // the last part, in small letters
	Loose  bool   // values stand without quotes
	Code   bool   // a program: values stand in quotes
	Shell  bool   // blanks end words
	Yaml   bool
	Doc    bool // for people to read
	Sketch bool // an example to copy
	Silent bool // nothing in it stands under a name: hashes, maps, tables
	Kube   bool
	Netrc  bool
	Fields int  // which field of a line, with colons between, is a password; 0 for none
	Single bool // the whole file is one secret
	Config bool // known to be settings by its own name
}

// Of judges a path.
func Of(name string) Place {
	name = strings.ToLower(strings.ReplaceAll(name, `\`, "/"))
	p := Place{Base: path.Base(name)}
	if name == "" || p.Base == Command {
		p.Loose, p.Shell = true, true
		return p
	}
	if stem, ok := cutSketch(p.Base); ok {
		p.Sketch = true
		p.Base = stem
	}
	ext := strings.TrimPrefix(path.Ext(p.Base), ".")
	p.kind(ext)
	p.known()
	p.Kube = p.Base == "config" && strings.Contains(name, ".kube/") || strings.Contains(p.Base, "kubeconfig")
	if strings.Contains(name, "/docs/") || strings.HasPrefix(name, "docs/") || strings.Contains(name, "/examples/") {
		p.Sketch = p.Sketch || p.Doc
	}
	if strings.Contains(name, "locales/") || strings.Contains(name, "i18n/") || strings.Contains(name, "/lang/") || strings.Contains(name, "translations/") {
		p.Silent = true
	}
	return p
}

// cutSketch knows files that are there to be copied and filled.
func cutSketch(base string) (string, bool) {
	for _, s := range [...]string{".example", ".sample", ".template", ".dist", ".tmpl", ".defaults", "-example", "-sample"} {
		if stem, ok := strings.CutSuffix(base, s); ok {
			return stem, true
		}
		if before, after, ok := strings.Cut(base, s+"."); ok {
			return before + "." + after, true
		}
	}
	if stem, ok := strings.CutPrefix(base, "example."); ok {
		return stem, true
	}
	return base, false
}

// kind sorts by the ending of the name.
func (p *Place) kind(ext string) {
	switch ext {
	case "go", "js", "mjs", "cjs", "ts", "tsx", "jsx", "vue", "svelte", "astro", "py", "pyi", "rb", "java", "kt", "kts", "scala", "groovy", "c", "h", "cc", "cpp",
		"hpp", "cxx", "m", "mm", "cs", "fs", "vb", "php", "pl", "pm", "rs", "swift", "dart", "lua", "ex", "exs", "erl", "hs", "clj", "elm", "jl", "r", "nim", "zig",
		"sol", "v", "s", "asm", "css", "scss", "less", "html", "htm", "erb", "ejs", "hbs", "cshtml", "razor", "twig", "proto", "graphql", "sql", "coffee", "cr", "ml", "d", "bas", "f90", "tcl", "y", "l":
		p.Code = true
	case "md", "mdx", "rst", "adoc", "asciidoc", "org", "tex", "texi", "rdoc", "pod", "man":
		p.Doc, p.Loose, p.Shell = true, true, true
	case "sh", "bash", "zsh", "fish", "ksh", "csh", "ps1", "psm1", "bat", "cmd", "log", "out", "http", "rest", "txt", "nix", "mk", "mak":
		p.Loose, p.Shell = true, true
	case "yml", "yaml":
		p.Loose, p.Yaml = true, true
	case "map", "sum", "lock", "lockfile", "svg", "pbxproj", "meta", "po", "pot", "csv", "tsv", "woff", "woff2", "ttf", "min", "enc", "pub", "crt", "cer", "csr",
		"sha256", "sha512", "md5", "sig", "snap", "strings", "xliff", "xlf", "resx", "arb", "ftl":
		p.Silent = ext != "csv" && ext != "tsv" && ext != "resx" && ext != "strings" && ext != "min"
	case "json", "json5", "jsonc", "jsonl", "ipynb", "har", "tfstate", "xml", "plist", "config", "csproj", "props", "targets", "storyboard", "xib":
	default:
		p.Loose = true
	}
}

// known sorts by the whole name.
func (p *Place) known() {
	switch p.Base {
	case "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "go.sum", "go.mod", "cargo.lock", "poetry.lock", "uv.lock", "composer.lock",
		"gemfile.lock", "pipfile.lock", "flake.lock", ".terraform.lock.hcl", "tokenizer.json", "vocab.json", "checksums.txt", "known_hosts", "authorized_keys",
		"sha256sums", "manifest.json.map", "gradle.lockfile", "packages.lock.json", "deno.lock", "bun.lock", "mix.lock", "pubspec.lock", "podfile.lock",
		"cargo.toml", "pyproject.toml":
		p.Silent = p.Base != "cargo.toml" && p.Base != "pyproject.toml"
	case "dockerfile", "containerfile", "makefile", "gnumakefile", "justfile", "procfile", "vagrantfile", "jenkinsfile":
		p.Loose, p.Shell = true, true
	case ".pgpass", "pgpass.conf":
		p.Fields = 5
	case ".passwd-s3fs":
		p.Fields = 2
	case ".vault-token", "master.key", ".vault_pass", ".vault-pass", "vault_pass", "vault-password", ".vault_password", "token", "access_token":
		p.Single = true
	case ".netrc", "_netrc", ".authinfo", "netrc":
		p.Netrc = true
	}
	if strings.HasSuffix(p.Base, "history") || strings.HasPrefix(p.Base, "dockerfile.") || strings.HasSuffix(p.Base, "rc") || strings.HasSuffix(p.Base, "profile") {
		p.Loose = true
		p.Shell = p.Shell || !strings.HasPrefix(p.Base, ".npm") && !strings.HasPrefix(p.Base, ".pypi")
	}
	if strings.HasSuffix(p.Base, ".min.js") || strings.HasSuffix(p.Base, ".d.ts") || strings.HasSuffix(p.Base, ".bundle.js") {
		p.Silent = false
	}
	if stem := strings.TrimSuffix(strings.TrimSuffix(p.Base, ".txt"), ".key"); !p.Code && !p.Doc && word.Name(stem) != word.None {
		p.Single = true
	}
	p.Config = p.Base == ".env" || strings.HasPrefix(p.Base, ".env.") || strings.HasSuffix(p.Base, ".env") || p.Base == ".envrc"
}
