package sentinel_test

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// This file tests the repository itself: who may import whom, how large things
// may grow, what is documented. A test that fails here names the place; the
// limits are those of CONTRIBUTING.md and are not raised to make it pass.

const module = "github.com/sentinelgate/sentinel"

// The limits, in lines.
const (
	maxRoot     = 3000 // the root package without tests
	maxPackage  = 2000 // any other package without tests
	maxFile     = 500
	maxFunction = 100
	maxMedian   = 12 // of the functions' lengths, over the whole module
)

// source is one Go file of the repository.
type source struct {
	name  string // slash-separated, from the top
	dir   string
	text  []byte
	file  *ast.File
	lines int
	test  bool
}

// sourceTree is every Go file of the repository, read once per test.
type sourceTree struct {
	fset  *token.FileSet
	files []source
}

// walk calls f for every file that belongs to the repository: not for what git
// ignores or keeps for itself.
func walk(t *testing.T, f func(name string)) {
	t.Helper()
	ignored := []string{}
	for line := range strings.Lines(string(readFile(t, ".gitignore"))) {
		if dir, ok := strings.CutSuffix(strings.TrimSpace(line), "/"); ok {
			ignored = append(ignored, strings.TrimPrefix(dir, "/"))
		}
	}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == ".git" || slices.Contains(ignored, name)):
			return fs.SkipDir
		case d.Type().IsRegular():
			f(name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func readTree(t *testing.T) *sourceTree {
	t.Helper()
	r := &sourceTree{fset: token.NewFileSet()}
	walk(t, func(name string) {
		if !strings.HasSuffix(name, ".go") || strings.Contains("/"+name, "/testdata/") {
			return
		}
		text := readFile(t, name)
		file, err := parser.ParseFile(r.fset, name, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		r.files = append(r.files, source{name: name, dir: path.Dir(name), text: text, file: file,
			lines: bytes.Count(text, []byte("\n")), test: strings.HasSuffix(name, "_test.go")})
	})
	if len(r.files) < 50 {
		t.Fatalf("only %d Go files found", len(r.files))
	}
	return r
}

// under tells whether a folder is one of those, or below one. "." is only the
// top itself.
func under(dir string, tops ...string) bool {
	return slices.ContainsFunc(tops, func(top string) bool {
		return dir == top || top != "." && strings.HasPrefix(dir, top+"/")
	})
}

// imports gives what a file imports; packages of this module as folders.
func (s source) imports() (std, own, foreign []string) {
	for _, i := range s.file.Imports {
		name, _ := strconv.Unquote(i.Path.Value)
		first, _, _ := strings.Cut(name, "/")
		switch {
		case name == module:
			own = append(own, ".")
		case strings.HasPrefix(name, module+"/"):
			own = append(own, strings.TrimPrefix(name, module+"/"))
		case strings.Contains(first, "."):
			foreign = append(foreign, name)
		default:
			std = append(std, name)
		}
	}
	return std, own, foreign
}

func TestFormatted(t *testing.T) {
	for _, s := range readTree(t).files {
		want, err := format.Source(s.text)
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
		} else if !bytes.Equal(want, s.text) {
			t.Errorf("%s: run gofmt", s.name)
		}
	}
}

// programs may start processes, read the clock and leave: everything else gets
// what it needs from its caller.
// internal/trial is for tests and a bench, and starts itself again.
var programs = []string{"cmd", "bench", "internal/kb/gen", "internal/tools", "internal/trial"}

func TestForbiddenImports(t *testing.T) {
	// onlyIn lists what only these folders may import.
	onlyIn := map[string][]string{
		"os/exec":                         append([]string{"internal/cli", "internal/events/deliver", "reviewer/program"}, programs...),
		"net":                             {"internal/livetest", "reviewer/webhook"},
		"net/http":                        {"internal/livetest", "internal/events/deliver", "reviewer/webhook"},
		"database/sql":                    {"store/sqlite"},
		"database/sql/driver":             {"store/sqlite"},
		"modernc.org/sqlite/lib":          {"store/sqlite"},
		"plugin":                          nil,
		"mvdan.cc/sh/v3/syntax":           {"internal/shell", "bench"},
		"mvdan.cc/sh/v3/pattern":          {"internal/shell"},
		"mvdan.cc/sh/v3/interp":           nil,
		"mvdan.cc/sh/v3/expand":           nil,
		"github.com/spf13/cobra":          {"internal/cli", "bench"},
		"github.com/gofrs/flock":          {"internal/state/safefile", "bench"},
		"github.com/tailscale/hujson":     {"internal/config", "internal/client/settings", "internal/importer", "bench"},
		"github.com/pelletier/go-toml/v2": {"internal/client/settings/tomltext", "bench"},
		"charm.land/bubbletea/v2":         {"internal/approve/screen"},
		"modernc.org/sqlite":              {"store/sqlite", "bench"},
		"github.com/jackc/pgx/v5":         {"store/postgres", "bench"},
	}
	for _, s := range readTree(t).files {
		if s.test {
			continue
		}
		std, _, foreign := s.imports()
		for _, name := range append(std, foreign...) {
			if dirs, ok := onlyIn[name]; ok && !under(s.dir, dirs...) {
				t.Errorf("%s imports %s; only %q may", s.name, name, dirs)
			}
		}
	}
}

// TestLayers keeps the one way of a call: what decides knows neither clients
// nor stores, and nothing knows the command line.
func TestLayers(t *testing.T) {
	rows := []struct {
		dirs []string
		only []string // folders that may be imported; nil: any but never
		not  []string
	}{
		{dirs: []string{"."}, only: []string{"rules", "internal/values"}},
		{dirs: []string{"internal/values"}, only: []string{}},
		{dirs: []string{"rules"}, only: []string{"rules/internal"}},
		{dirs: []string{"store"}, only: []string{".", "store"}},
		{dirs: []string{"shape"}, only: []string{".", "internal/kb", "internal/shell"}},
		{dirs: []string{"internal/shell", "internal/strictjson", "internal/display", "internal/gitfacts", "internal/sqltext",
			"internal/textlang", "internal/winshell", "internal/tasks", "internal/code"},
			only: []string{"internal/shell", "internal/sqltext", "internal/textlang", "internal/winshell", "internal/tasks", "internal/code", "internal/wordlist"}},
		{dirs: []string{"internal/wordlist", "internal/lazyjson"}, only: []string{}},
		{dirs: []string{"internal/facts", "internal/kb", "internal/paths", "internal/risk", "internal/inline"},
			not: []string{"internal/engine", "internal/client", "internal/config", "internal/ledger", "internal/state", "internal/audit"}},
		{dirs: []string{"internal/client"}, only: []string{".", "internal/client", "internal/config/jsonc", "internal/display", "internal/strictjson"}},
		{dirs: []string{"internal/ledger", "internal/state", "internal/audit", "internal/config"},
			not: []string{"internal/engine", "internal/client", "internal/kb", "internal/facts", "internal/shell"}},
	}
	for _, s := range readTree(t).files {
		_, own, _ := s.imports()
		for _, name := range own {
			if s.test {
				continue
			}
			if under(name, "internal/cli") && !under(s.dir, "cmd", "internal/cli") || under(name, "cmd") {
				t.Errorf("%s imports %s: nothing but the program may", s.name, name)
			}
			for _, r := range rows {
				if under(s.dir, r.dirs...) && (under(name, r.not...) || r.only != nil && !under(name, r.only...)) {
					t.Errorf("%s imports %s, which lies outside its layer", s.name, name)
				}
			}
		}
	}
}

// TestLinked looks at everything that a Go program gets with the library.
func TestLinked(t *testing.T) {
	for _, pkg := range []string{".", "./rules", "./shape", "./builtin", "./reviewer"} {
		out, err := exec.Command("go", "list", "-deps", pkg).CombinedOutput()
		if err != nil {
			t.Fatalf("go list: %v\n%s", err, out)
		}
		for name := range strings.Lines(string(out)) {
			switch name = strings.TrimSpace(name); name {
			case "os/exec", "net", "net/http", "database/sql", "plugin", "C":
				t.Errorf("%s links %s", pkg, name)
			}
		}
	}
}

// TestNothingBehindTheCallersBack keeps the clock, the environment, the
// arguments and the exit in the programs.
func TestNothingBehindTheCallersBack(t *testing.T) {
	r := readTree(t)
	forbidden := map[string][]string{
		"os":   {"Args", "Exit", "Getenv", "LookupEnv", "Environ", "Stdin", "Stdout", "Stderr", "Setenv", "Chdir", "Getwd", "UserHomeDir"},
		"time": {"Now", "Since", "Until"},
		"log":  {"Fatal", "Fatalf", "Print", "Printf", "Println"},
	}
	for _, s := range r.files {
		if s.test || under(s.dir, programs...) || under(s.dir, "store/internal/clock") { // a store is who tells the time
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Obj == nil && slices.Contains(forbidden[pkg.Name], sel.Sel.Name) {
					t.Errorf("%s: %s.%s: let the caller give it", r.fset.Position(n.Pos()), pkg.Name, sel.Sel.Name)
				}
			}
			return true
		})
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: init runs behind everybody's back", r.fset.Position(f.Pos()))
			}
		}
		atStart(t, r.fset, s)
	}
}

// atStart finds expressions compiled at package level: each costs every start
// of the hook.
func atStart(t *testing.T, fset *token.FileSet, s source) {
	t.Helper()
	for _, d := range s.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		ast.Inspect(g, func(n ast.Node) bool {
			if _, ok := n.(*ast.FuncLit); ok {
				return false
			}
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Name == "regexp" && strings.HasPrefix(sel.Sel.Name, "MustCompile") {
					t.Errorf("%s: compile it when it is needed", fset.Position(n.Pos()))
				}
			}
			return true
		})
	}
}

// tooLarge are packages that outgrew the budget before it was enforced, with
// the size they must not pass. The list may only become shorter, and its
// numbers smaller.
var tooLarge = map[string]int{"internal/shell": 4890, "internal/facts": 2805, "internal/kb": 2935, "internal/code/walk": 2010}

// tooFewTests are public packages whose tests are still smaller than their
// code, with the share in percent that they have and must not fall below.
var tooFewTests = map[string]int{"rules": 70, "shape": 20}

func TestSizes(t *testing.T) {
	r := readTree(t)
	packages := map[string]int{}
	var lengths []int
	for _, s := range r.files {
		if s.lines > maxFile && !s.test {
			t.Errorf("%s has %d lines, more than %d", s.name, s.lines, maxFile)
		}
		if s.test {
			continue
		}
		packages[s.dir] += s.lines
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			n := r.fset.Position(f.End()).Line - r.fset.Position(f.Pos()).Line + 1
			if lengths = append(lengths, n); n > maxFunction {
				t.Errorf("%s: %s has %d lines, more than %d", r.fset.Position(f.Pos()), f.Name.Name, n, maxFunction)
			}
		}
	}
	for dir, n := range packages {
		limit := maxPackage
		if dir == "." {
			limit = maxRoot
		}
		if was, ok := tooLarge[dir]; ok && n > limit && n <= was {
			t.Logf("package %s has %d lines, more than %d: to be split", dir, n, limit)
			continue
		}
		if n > limit {
			t.Errorf("package %s has %d lines, more than %d", dir, n, limit)
		}
	}
	slices.Sort(lengths)
	if m := lengths[len(lengths)/2]; m > maxMedian {
		t.Errorf("the median function has %d lines, more than %d", m, maxMedian)
	}
	t.Logf("%d packages, %d functions: median %d lines, nine tenths at most %d", len(packages), len(lengths), lengths[len(lengths)/2], lengths[len(lengths)*9/10])
}

// TestTestsOutweighCode holds for the packages that other programs import.
func TestTestsOutweighCode(t *testing.T) {
	code, tests := map[string]int{}, map[string]int{}
	for _, s := range readTree(t).files {
		if s.test {
			tests[s.dir] += s.lines
		} else {
			code[s.dir] += s.lines
		}
	}
	for _, dir := range []string{".", "rules", "shape"} {
		if share, ok := tooFewTests[dir]; ok && tests[dir]*100 >= code[dir]*share {
			continue
		}
		if tests[dir] < code[dir] {
			t.Errorf("package %s has %d lines of code and %d of tests", dir, code[dir], tests[dir])
		}
	}
}

func TestPackagesDocumented(t *testing.T) {
	documented := map[string]int{}
	for _, s := range readTree(t).files {
		if s.test {
			continue
		}
		documented[s.dir] += 0
		if s.file.Doc == nil || onlyDirectives(s.file) {
			continue
		}
		documented[s.dir]++
		want := "Package " + s.file.Name.Name + " "
		if s.file.Name.Name == "main" {
			want = "Command "
		}
		if !strings.HasPrefix(s.file.Doc.Text(), want) {
			t.Errorf("%s: the package comment should begin with %q", s.name, want)
		}
	}
	for dir, n := range documented {
		if n != 1 {
			t.Errorf("package %s has %d package comments, wanted one", dir, n)
		}
	}
}

// onlyDirectives tells whether what stands above the package is for the
// compiler alone.
func onlyDirectives(f *ast.File) bool {
	return !slices.ContainsFunc(f.Doc.List, func(c *ast.Comment) bool { return !constraint.IsGoBuild(c.Text) })
}

// TestExportedDocumented wants a sentence for every exported name that other
// programs can use. Values of an enumeration may share the one of their type.
func TestExportedDocumented(t *testing.T) {
	r := readTree(t)
	types := map[string]bool{}
	public := func(s source) bool {
		return !s.test && under(s.dir, ".", "rules", "shape", "builtin", "store") && !strings.Contains(s.dir, "internal")
	}
	for _, s := range r.files {
		for _, d := range s.file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE && public(s) {
				for _, spec := range g.Specs {
					ts := spec.(*ast.TypeSpec)
					types[s.dir+"."+ts.Name.Name] = g.Doc != nil || ts.Doc != nil
				}
			}
		}
	}
	for _, s := range r.files {
		if !public(s) {
			continue
		}
		for _, d := range s.file.Decls {
			for _, id := range undocumented(d, func(name string) bool { return types[s.dir+"."+name] }) {
				t.Errorf("%s: %s is not documented", r.fset.Position(id.Pos()), id.Name)
			}
		}
	}
}

// undocumented gives the exported names of a declaration that nothing is said
// about. known tells whether a type is documented.
func undocumented(d ast.Decl, known func(string) bool) []*ast.Ident {
	var out []*ast.Ident
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
			out = append(out, d.Name)
		}
	case *ast.GenDecl:
		kind := ""
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
					out = append(out, spec.Name)
				}
			case *ast.ValueSpec:
				if id, ok := spec.Type.(*ast.Ident); ok {
					kind = id.Name
				}
				said := d.Doc != nil || spec.Doc != nil || spec.Comment != nil || d.Tok == token.CONST && known(kind)
				for _, id := range spec.Names {
					if id.IsExported() && !said {
						out = append(out, id)
					}
				}
			}
		}
	}
	return out
}

func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	kind := f.Recv.List[0].Type
	if p, ok := kind.(*ast.StarExpr); ok {
		kind = p.X
	}
	id, ok := kind.(*ast.Ident)
	return !ok || id.IsExported()
}

func TestNamesUpToDate(t *testing.T) {
	dir := t.TempDir()
	generator := filepath.Join(dir, "gen"+exeSuffix())
	if out, err := exec.Command("go", "build", "-o", generator, "./internal/kb/gen").CombinedOutput(); err != nil {
		t.Fatalf("build the generator: %v\n%s", err, out)
	}
	if err := os.CopyFS(filepath.Join(dir, "data"), os.DirFS("internal/kb/data")); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(generator)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("gen: %v\n%s", err, out)
	}
	if !bytes.Equal(readFile(t, filepath.Join(dir, "names.txt")), readFile(t, "internal/kb/names.txt")) {
		t.Error("internal/kb/names.txt is not up to date: run go generate ./internal/kb")
	}
}

func exeSuffix() string {
	if os.PathSeparator == '\\' {
		return ".exe"
	}
	return ""
}

// TestDependenciesHaveReasons compares go.mod with the list in CONTRIBUTING.md.
func TestDependenciesHaveReasons(t *testing.T) {
	reasons := map[string]bool{}
	_, list, _ := strings.Cut(string(readFile(t, "CONTRIBUTING.md")), "\n## Dependencies")
	list, _, _ = strings.Cut(list, "\n## ")
	for _, m := range regexp.MustCompile("(?m)^- `([^`]+)`: \\S+ \\S+").FindAllStringSubmatch(list, -1) {
		reasons[m[1]] = true
	}
	for line := range strings.Lines(string(readFile(t, "go.mod"))) {
		f := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(f) < 2 || !strings.Contains(f[0], ".") || !strings.HasPrefix(f[1], "v") || strings.HasSuffix(strings.TrimSpace(line), "// indirect") {
			continue
		}
		if !reasons[f[0]] {
			t.Errorf("CONTRIBUTING.md gives no reason for %s", f[0])
		}
		delete(reasons, f[0])
	}
	for name := range reasons {
		t.Errorf("CONTRIBUTING.md gives a reason for %s, which go.mod does not require", name)
	}
}

// TestLinksOfDocuments follows the links between the documents.
func TestLinksOfDocuments(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#: ]+)(?:#[^)]*)?\)`)
	walk(t, func(name string) {
		if !strings.HasSuffix(name, ".md") {
			return
		}
		for _, m := range link.FindAllSubmatch(readFile(t, name), -1) {
			to := path.Join(path.Dir(name), string(m[1]))
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s, which is not there", name, to)
			}
		}
	})
}

// TestSpeaksOfItselfAlone finds what only makes sense on the machine of who
// wrote it: the folder of this checkout, folders of a build machine, names of
// people in notes.
func TestSpeaksOfItselfAlone(t *testing.T) {
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	patterns := []*regexp.Regexp{
		regexp.MustCompile(`(?:^|[^\w.~/-])/` + "wor" + `k/`),
		regexp.MustCompile("(?:" + "TO" + "DO|" + "FIX" + `ME)(?:\(\w+\))?:`),
		regexp.MustCompile(`(?i)\b` + "help" + `ers?\b(?:[^".:'=,/_(-]|$)`),
	}
	if !strings.HasPrefix(here, "/home/dev") { // the imaginary machine of the cases
		patterns = append(patterns, regexp.MustCompile(regexp.QuoteMeta(filepath.ToSlash(here))))
	}
	walk(t, func(name string) {
		if under(name, "internal/kb/data", "testdata") || strings.Contains(name, "/testdata/") || strings.HasSuffix(name, ".sum") {
			return // what commands of the world look like
		}
		n := 0
		for line := range bytes.Lines(readFile(t, name)) {
			n++
			for _, p := range patterns {
				if m := p.Find(line); m != nil {
					t.Errorf("%s:%d: %q", name, n, m)
				}
			}
		}
	})
}

// TestReadmeIsCurrent runs what README.md shows and compares: the session and
// the list of commands. Figures depend on the machine.
func TestReadmeIsCurrent(t *testing.T) {
	if out, err := exec.Command("go", "run", "./internal/tools/readme", "-check").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestRulesAreCurrent compares the page of rule ids with the data it is made of.
func TestRulesAreCurrent(t *testing.T) {
	if out, err := exec.Command("go", "run", "./internal/tools/rules", "-check").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestFiguresInReadme keeps the block of README.md that
// go run ./internal/tools/readme writes in its place.
func TestFiguresInReadme(t *testing.T) {
	readme := string(readFile(t, "README.md"))
	_, block, ok := strings.Cut(readme, "<!-- figures -->")
	block, _, closed := strings.Cut(block, "<!-- /figures -->")
	if !ok || !closed || strings.Count(readme, "<!-- figures -->") != 1 {
		t.Fatal("README.md has no block of figures")
	}
	for _, c := range caseFiles {
		lines := bytes.Count(readFile(t, "testdata/cases/"+c.name+".jsonl"), []byte("\n"))
		m := regexp.MustCompile(`(?m)^\| ` + c.name + ` \| (\d+) \|`).FindStringSubmatch(block)
		if m == nil {
			t.Errorf("no row for %s: run go run ./internal/tools/readme", c.name)
		} else if n, _ := strconv.Atoi(m[1]); n > lines || n*10 < lines*9 {
			t.Errorf("the row for %s counts %d cases of %d: run go run ./internal/tools/readme", c.name, n, lines)
		}
	}
}
