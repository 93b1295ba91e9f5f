package proof

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// growths are texts of a size n, each large in one way.
var growths = []struct {
	name string
	of   func(n int) string
}{
	{"words", func(n int) string { return "echo" + strings.Repeat(" word", n) }},
	{"one-long-word", func(n int) string { return "echo " + strings.Repeat("x", 5*n) }},
	{"commands", func(n int) string { return strings.Repeat("git status; ", n) }},
	{"different-commands", func(n int) string { return numbered(n, "rm -rf dist/d%d; ") }},
	{"pipeline", func(n int) string { return "ls" + strings.Repeat(" | cat", n) }},
	{"variables", func(n int) string { return numbered(n, "v%d=x; ") + "ls $v1" }},
	{"exports", func(n int) string { return numbered(n, "export V%d=x; ") + "ls" }},
	{"folders", func(n int) string { return strings.Repeat("cd a; ", n) + "ls" }},
	{"functions", func(n int) string { return numbered(n, "f%d() { ls; }; ") + "f1" }},
	{"redirections", func(n int) string { return numbered(n, "echo x > out/f%d; ") }},
	{"nesting", func(n int) string {
		n = min(n, 60)
		return strings.Repeat("echo $(", n) + "ls" + strings.Repeat(")", n)
	}},
	{"branches", func(n int) string { return strings.Repeat("if x; then y; fi; ", n) }},
	{"escapes", func(n int) string { return "echo " + strings.Repeat(`\\`, 10*n) }},
	{"operands", func(n int) string { return "rm" + numbered(n, " a/b/f%d.txt") }},
	{"statements", func(n int) string { return "psql -c \"" + numbered(n, "insert into t values (%d); ") + "\"" }},
	{"find-exec", func(n int) string { return "find ." + strings.Repeat(" -exec ls {} \\;", n) }},
	{"evals", func(n int) string { return numbered(n, "eval 'echo %d'\n") }},
	{"wrappers", func(n int) string { return strings.Repeat("sudo ", n) + "ls" }},
	{"loops", func(n int) string {
		n = min(n, 60)
		return strings.Repeat("for i in a b; do ", n) + "echo $i" + strings.Repeat("; done", n)
	}},
	{"case", func(n int) string { return "case $1 in\n" + numbered(n, "a%[1]d) echo %[1]d;;\n") + "esac" }},
	{"locals", func(n int) string { return "f() { " + numbered(n, "local a%d=1; ") + "}; f" }},
	{"here-document", func(n int) string { return "cat <<'E' > out/x\n" + strings.Repeat("line of text\n", n) + "E" }},
}

func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// BenchmarkGrowth shows time and memory against size, kind by kind. The lines
// are a table: kind/size, runs, ns, ns for each unit, bytes, allocations.
//
//	go test -run - -bench Growth -benchtime 3x ./internal/proof
func BenchmarkGrowth(b *testing.B) {
	j := newJudge()
	for _, g := range growths {
		for _, n := range []int{10, 100, 1000, 4000} {
			text := g.of(n)
			b.Run(fmt.Sprintf("%s/%d", g.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := j.world.Assess(sentinel.Call{Tool: "bash", Arguments: map[string]any{"command": text}, Cwd: paths.ProjectRoot}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/unit")
			})
		}
	}
}
