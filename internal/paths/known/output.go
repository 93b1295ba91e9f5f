package known

import (
	"path"
	"strings"
)

// OutputSort says how sure a name alone makes us that a tool wrote the thing
// and can write it again.
type OutputSort uint8

const (
	NotOutput  OutputSort = iota
	Likely                // needs a repository that holds nothing of it
	Unmistaken            // nobody keeps own work under this name
)

// outputFolders by name. The names are what the tools' manuals call their
// output, cache and dependency folders.
var outputFolders = [3][]string{
	Unmistaken: {"node_modules", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".nox", ".next", ".nuxt", ".turbo", ".parcel-cache",
		".svelte-kit", ".nyc_output", ".cache", ".gradle", ".dart_tool", ".angular", ".vite", ".webpack", ".eslintcache", ".hypothesis",
		".ipynb_checkpoints", ".sass-cache", ".terragrunt-cache", "bower_components", ".pnpm-store", ".docusaurus", ".astro", ".expo",
		".serverless", ".aws-sam", ".ccls-cache", ".clangd", ".stack-work", "dist-newstyle", "zig-cache", ".zig-cache", "zig-out", "cmakefiles", "elm-stuff",
		".eggs", ".ropeproject", "deriveddata", ".swc", ".wireit", ".nx", ".jest-cache", ".stylelintcache", ".phpunit.cache", ".php-cs-fixer.cache", ".bloop", ".metals", ".godot",
		".jekyll-cache", ".jekyll-metadata", ".rollup.cache", ".rpt2_cache", ".pytype", ".pdm-build", ".benchmarks", ".psci_modules", ".pulp-cache", ".spago", ".bsp", "buck-out", "plz-out", "autom4te.cache", "cdk.out",
		".contentlayer", ".velite", ".react-router", ".vinxi", ".nitro", ".wxt", ".plasmo", ".eleventy-cache", ".build-cache", ".kotlin", ".quarto", ".lake"},
	Likely: {"dist", "build", ".build", ".output", ".tmp", ".temp", "target", "out", "output", "coverage", "htmlcov", "venv", ".venv", "obj", "debug", "release", "tmp", "temp", "lib-cov", "_site", "_build", "storybook-static", "playwright-report", "test-results", "test-reports", "reports", "wheels", "pip-wheel-metadata", "cmake-build-*", "builddir",
		"build-*san", "build-debug*", "build-rel*", "build-minsizerel", "build-cov*", "build-x86*", "build-arm*", "build-aarch64*", "build-riscv*", "build-wasm*", "build-clang*", "build-gcc*", "build-ninja", "build-fuzz*", "build-linux*", "build-win*", "build-mac*", "build-android*", "build-ios*", "build-cmake", "build-meson",
		"build_*san", "build_debug*", "build_rel*", "build_cov*", "meson-logs", "meson-private", "_book", "htmlreport", "bazel-out", "bazel-bin", "bazel-testlogs",
		"logs", "log", "cache", ".terraform", "pods", "carthage", "_deps", "allure-results", "allure-report", "junit", "lcov-report", ".nuget", "test_output", "blob-report"},
}

// outputFiles by name, with "*".
var outputFiles = [3][]string{
	Unmistaken: {"*.pyc", "*.pyo", "*.o", "*.obj", "*.lo", "*.la", "*.gcda", "*.gcno", "*.tsbuildinfo", ".ds_store", "thumbs.db", "desktop.ini", ".eslintcache", ".stylelintcache", "npm-debug.log*", "yarn-debug.log*", "yarn-error.log*",
		"pnpm-debug.log*", "lerna-debug.log*", "*.class", "*.hi", "*.dyn_o", "*.dyn_hi", "*.beam", "*.rlib", "*.rmeta", ".coverage", ".coverage.*", "*.aux", "*.fls", "*.fdb_latexmk", "*.synctex.gz", "*.bbl", "*.blg", "*.egg-info", "*.stackdump", "cmakecache.txt", "nohup.out"},
	Likely: {"*.log", "*.log.*", "*.tmp", "*.temp", "*.exe", "*.dll", "*.so", "*.dylib", "*.a", "*.lib", "*.pdb", "*.ilk", "*.out", "*.prof", "*.pprof", "*.cover", "coverage.*", "*.coverprofile", "lcov.info", "*.toc", "*.lof", "*.lot", "*.nav", "*.snm", "*.whl", "*.egg", "*.nupkg", "*.vsix", "*.map", "*.pid", "junit.xml", "*.trace", "*.min.js", "*.min.css", "*.orig", "*.rej"},
}

// precious are things that git is often told to ignore and that no tool makes
// anew: being ignored does not make them outputs.
var precious = []string{"*.db", "*.sqlite", "*.sqlite3", "*.db3", "*.mdb", "*.sql", "*.dump", "*.bak", "*.backup", "*.csv", "*.parquet", "*.xlsx", "*.docx", "*.md", "*.txt", "*.ipynb",
	"*.mp4", "*.mov", "*.jpg", "*.png", "*.psd", "*.zip", "*.tar", "*.gz", "*.tgz", "*.pth", "*.ckpt", "*.safetensors", "*.onnx", "*.gguf", "data", "uploads", "upload", "media", "storage", "db", "backup", "backups", "dumps", "datasets", "models", "checkpoints", "notes", "private", "local",
	".idea", ".vscode", ".vs", ".history", "volumes", ".docker-data", "pgdata", ".git", "*.local", "*.user"}

// OutputOf judges a path relative to the project's root by its names: an
// output folder at any depth, or the name of an output file.
func OutputOf(rel string) OutputSort {
	rel = Fold(rel)
	best := NotOutput
	for rest := rel; rest != ""; {
		var part string
		part, rest, _ = strings.Cut(rest, "/")
		best = max(best, sortOf(outputFolders, part))
	}
	return max(best, sortOf(outputFiles, path.Base(rel)))
}

func sortOf(table [3][]string, name string) OutputSort {
	for _, sort := range []OutputSort{Unmistaken, Likely} {
		for _, p := range table[sort] {
			if MatchPart(p, name) {
				return sort
			}
		}
	}
	return NotOutput
}

func Precious(rel string) bool {
	for rest := Fold(rel); rest != ""; {
		var part string
		part, rest, _ = strings.Cut(rest, "/")
		for _, p := range precious {
			if MatchPart(p, part) {
				return true
			}
		}
	}
	return false
}
