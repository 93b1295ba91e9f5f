package plain

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/code/report"
)

func TestReadComputesOrAsks(t *testing.T) {
	for src, ok := range map[string]bool{
		`print((1...10).reduce(0, +))`: true, `println(1 + 1)`: true, `sum [1..10]`: true, `puts [1, 2, 3].map { |x| x * 2 }.sum`: true,
		`print_endline (string_of_int (List.fold_left (+) 0 [1;2;3]))`: false, `System.out.println(Math.max(1, 2))`: true, `println("rm -rf /")`: true,
		`Process.run("git")`: false, "puts `git push -f`": false, `System.exit(0)`: true, `import sys.process._; "ls".!`: false, `"git push -f".!`: true,
		`System.Directory.removeFile "x"`: false, `puts "#{system("x")}"`: false, `println("${java.io.File("x").delete()}")`: false, `:! git push -f`: false,
		`open("x")`: false, `#use "x.ml"`: false, `print("\(try! FileManager.default.removeItem(atPath: "x"))")`: false, "\"a": false, strings.Repeat("x ", 20_000): false,
	} {
		var rep report.Report
		if Read(&rep, src); (len(rep.Unread) == 0) != ok {
			t.Errorf("%.60s: unread %q, harmless %v", src, rep.Unread, ok)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`println("${x}")`)
	f.Fuzz(func(t *testing.T, src string) {
		var rep report.Report
		Read(&rep, src)
		for _, bad := range []string{"system", "exec", "Process", "File"} {
			for _, w := range strings.FieldsFunc(src, func(r rune) bool { return r > 0x7f || !letter(byte(r)) }) {
				if w == bad && !strings.ContainsAny(src, "\"'") && len(rep.Unread) == 0 {
					t.Errorf("%q is harmless", src)
				}
			}
		}
	})
}
