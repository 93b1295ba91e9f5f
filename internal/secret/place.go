package secret

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret/word"
)

// CommandPath stands for a shell command where a path is asked for.
const CommandPath = "(bash)"

// place is what the name of a file says of what is in it.
type place struct {
	base   string // the last part, in small letters
	loose  bool   // values stand without quotes
	code   bool   // a program: values stand in quotes
	shell  bool   // blanks end words
	yaml   bool
	doc    bool // for people to read
	sketch bool // an example to copy
	silent bool // nothing in it stands under a name: hashes, maps, tables
	kube   bool
	netrc  bool
	fields int  // which field of a line, with colons between, is a password; 0 for none
	single bool // the whole file is one secret
	config bool // known to be settings by its own name
}

func placeOf(name string) place {
	name = strings.ToLower(strings.ReplaceAll(name, `\`, "/"))
	p := place{base: path.Base(name)}
	if name == "" || p.base == CommandPath {
		p.loose, p.shell = true, true
		return p
	}
	if stem, ok := cutSketch(p.base); ok {
		p.sketch = true
		p.base = stem
	}
	ext := strings.TrimPrefix(path.Ext(p.base), ".")
	p.kind(ext)
	p.known()
	p.kube = p.base == "config" && strings.Contains(name, ".kube/") || strings.Contains(p.base, "kubeconfig")
	if strings.Contains(name, "/docs/") || strings.HasPrefix(name, "docs/") || strings.Contains(name, "/examples/") {
		p.sketch = p.sketch || p.doc
	}
	if strings.Contains(name, "locales/") || strings.Contains(name, "i18n/") || strings.Contains(name, "/lang/") || strings.Contains(name, "translations/") {
		p.silent = true
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
func (p *place) kind(ext string) {
	switch ext {
	case "go", "js", "mjs", "cjs", "ts", "tsx", "jsx", "vue", "svelte", "astro", "py", "pyi", "rb", "java", "kt", "kts", "scala", "groovy", "c", "h", "cc", "cpp",
		"hpp", "cxx", "m", "mm", "cs", "fs", "vb", "php", "pl", "pm", "rs", "swift", "dart", "lua", "ex", "exs", "erl", "hs", "clj", "elm", "jl", "r", "nim", "zig",
		"sol", "v", "s", "asm", "css", "scss", "less", "html", "htm", "erb", "ejs", "hbs", "cshtml", "razor", "twig", "proto", "graphql", "sql", "coffee", "cr", "ml", "d", "bas", "f90", "tcl", "y", "l":
		p.code = true
	case "md", "mdx", "rst", "adoc", "asciidoc", "org", "tex", "texi", "rdoc", "pod", "man":
		p.doc, p.loose, p.shell = true, true, true
	case "sh", "bash", "zsh", "fish", "ksh", "csh", "ps1", "psm1", "bat", "cmd", "log", "out", "http", "rest", "txt", "nix", "mk", "mak":
		p.loose, p.shell = true, true
	case "yml", "yaml":
		p.loose, p.yaml = true, true
	case "map", "sum", "lock", "lockfile", "svg", "pbxproj", "meta", "po", "pot", "csv", "tsv", "woff", "woff2", "ttf", "min", "enc", "pub", "crt", "cer", "csr",
		"sha256", "sha512", "md5", "sig", "snap", "strings", "xliff", "xlf", "resx", "arb", "ftl":
		p.silent = ext != "csv" && ext != "tsv" && ext != "resx" && ext != "strings" && ext != "min"
	case "json", "json5", "jsonc", "jsonl", "ipynb", "har", "tfstate", "xml", "plist", "config", "csproj", "props", "targets", "storyboard", "xib":
	default:
		p.loose = true
	}
}

// known sorts by the whole name.
func (p *place) known() {
	switch p.base {
	case "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "go.sum", "go.mod", "cargo.lock", "poetry.lock", "uv.lock", "composer.lock",
		"gemfile.lock", "pipfile.lock", "flake.lock", ".terraform.lock.hcl", "tokenizer.json", "vocab.json", "checksums.txt", "known_hosts", "authorized_keys",
		"sha256sums", "manifest.json.map", "gradle.lockfile", "packages.lock.json", "deno.lock", "bun.lock", "mix.lock", "pubspec.lock", "podfile.lock",
		"cargo.toml", "pyproject.toml":
		p.silent = p.base != "cargo.toml" && p.base != "pyproject.toml"
	case "dockerfile", "containerfile", "makefile", "gnumakefile", "justfile", "procfile", "vagrantfile", "jenkinsfile":
		p.loose, p.shell = true, true
	case ".pgpass", "pgpass.conf":
		p.fields = 5
	case ".passwd-s3fs":
		p.fields = 2
	case ".vault-token", "master.key", ".vault_pass", ".vault-pass", "vault_pass", "vault-password", ".vault_password", "token", "access_token":
		p.single = true
	case ".netrc", "_netrc", ".authinfo", "netrc":
		p.netrc = true
	}
	if strings.HasSuffix(p.base, "history") || strings.HasPrefix(p.base, "dockerfile.") || strings.HasSuffix(p.base, "rc") || strings.HasSuffix(p.base, "profile") {
		p.loose = true
		p.shell = p.shell || !strings.HasPrefix(p.base, ".npm") && !strings.HasPrefix(p.base, ".pypi")
	}
	if strings.HasSuffix(p.base, ".min.js") || strings.HasSuffix(p.base, ".d.ts") || strings.HasSuffix(p.base, ".bundle.js") {
		p.silent = false
	}
	if stem := strings.TrimSuffix(strings.TrimSuffix(p.base, ".txt"), ".key"); !p.code && !p.doc && word.Name(stem) != word.None {
		p.single = true
	}
	p.config = p.base == ".env" || strings.HasPrefix(p.base, ".env.") || strings.HasSuffix(p.base, ".env") || p.base == ".envrc"
}
