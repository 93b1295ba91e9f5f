package textlang

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// a makes the acts of a table short to write: kind, text, known.
func act(kind, text string, known bool) Act { return Act{Kind: kind, Text: text, Known: known} }

var noSpans = cmpopts.IgnoreFields(Act{}, "Start", "End")

type actCase struct {
	name, src string
	want      []Act
}

func runCases(t *testing.T, read func(string) []Act, cases []actCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := read(c.src)
			if d := cmp.Diff(c.want, got, noSpans, cmpopts.EquateEmpty()); d != "" {
				t.Errorf("%q (-want +got):\n%s", c.src, d)
			}
			for _, a := range got {
				if a.Start < 0 || a.End < a.Start || a.End > len(c.src) {
					t.Errorf("%q: span %d:%d out of order", c.src, a.Start, a.End)
				}
			}
		})
	}
}

func TestAwkHarmless(t *testing.T) {
	for _, src := range []string{
		`{print $1}`, `{s+=$3} END {print s}`, `NR==1{for(i=1;i<=NF;i++)print i,$i}`,
		`/start/{f=1} f{print} /end/{f=0}`, `{ if ($3 > 100) print $1 }`, `$3 > 1`, `$3 > "m"`,
		`$1 == "rm" { c++ } END { print c+0 }`, `{print > "/dev/stderr"}`, `{ print ($1 > $2) }`,
		`{ print a[b > c] }`, `{ x = $1 > 5 ? "a" : "b"; print x }`, `BEGIN { while (i++ < 3) print i }`,
		`{ while ((getline line) > 0) n++ }`, `# system("x")` + "\n{print}", `/system\(/ {print "system(\"x\")"}`,
		`{print $1/2, "a/b"}`, `BEGIN{x=4; y = x / 2 / 1; print y}`, `!seen[$0]++`, `{gsub(/[/]/, "|"); print}`,
		`{ printf "%-20s|%s\n", $1, $2 }`, `BEGIN{FS="|"} {print $2}`, `length > 80`, `length($0) > 80 { print FILENAME ":" FNR }`,
		`function f(x, y) { return x > y } { if (f($1,$2)) print }`, `{ print $1 }` + "\n" + `$2 > 3 { print }`,
		`{ ARGV[1] = "" }`, `{ a["x"] = a["x"] " > " $2; print a["x"] }`, `@/re/ {print}`, `{printf("%s > %s\n", $1, $2)}`,
		`BEGIN{printf "a" "b", 1 ; if (2 > 1) print "x"}`, `{print; if ($1>2) {next}}`,
		`{getline x < "-"}`, `BEGIN { "/dev/null" ~ /x/ }`,
	} {
		if got := Awk(src); len(got) > 0 {
			t.Errorf("%s: %+v, want nothing", src, got)
		}
	}
}

func TestAwkActs(t *testing.T) {
	runCases(t, func(s string) []Act { return Awk(s) }, []actCase{
		{"system", `BEGIN{system("git push -f")}`, []Act{act(Exec, "git push -f", true)}},
		{"system joined", `BEGIN { system("r" "m -rf ~") }`, []Act{act(Exec, "rm -rf ~", true)}},
		{"system in parentheses", `BEGIN { system(("rm " "-rf") " x") }`, []Act{act(Exec, "rm -rf x", true)}},
		{"system escapes", `BEGIN { system("\162\155 -rf x") }`, []Act{act(Exec, "rm -rf x", true)}},
		{"system hexadecimal", `BEGIN { system("\x72\x6d -rf x") }`, []Act{act(Exec, "rm -rf x", true)}},
		{"system field", `{ system("rm " $1) }`, []Act{act(Exec, "rm ", false)}},
		{"system sprintf", `{ system(sprintf("rm -rf %s", $1)) }`, []Act{act(Exec, "rm -rf ", false)}},
		{"system variable", `BEGIN { c = "git reset --hard"; system(c) }`, []Act{act(Exec, "git reset --hard", true)}},
		{"system choice", `{ system(x ? "a" : "b") }`, []Act{act(Exec, "", false)}},
		{"system from outside", `BEGIN { system(c) }`, []Act{act(Exec, "", false)}},
		{"variable twice", `BEGIN { c = "date"; c = "x"; system(c) }`, []Act{act(Exec, "", false)}},
		{"variable in a branch", "BEGIN { if (0)\nc = \"date\"; system(c) }", []Act{act(Exec, "", false)}},
		{"variable changed by sub", `BEGIN { c = "date"; sub(/date/, "rm", c); system(c) }`, []Act{act(Exec, "", false)}},
		{"variable of another block", `BEGIN { if (x) { c = "date" } system(c) }`, []Act{act(Exec, "", false)}},
		{"variable over a record", `{ c = "date"; getline; system(c) }`, []Act{act(Exec, "", false)}},
		{"pipe in", `BEGIN { "date" | getline d; print d }`, []Act{act(Exec, "date", true)}},
		{"pipe in, idiom", `BEGIN { cmd = "date +%F"; cmd | getline d; close(cmd) }`, []Act{act(Exec, "date +%F", true)}},
		{"pipe in, joined", `BEGIN { "echo x; " "rm -rf y" | getline d }`, []Act{act(Exec, "echo x; rm -rf y", true), act(Exec, "rm -rf y", true)}},
		{"pipe in, condition", `{ while (("ls " $1) | getline f) print f }`, []Act{act(Exec, "ls ", false)}},
		{"pipe out", `{ print $1 | "sh" }`, []Act{act(Exec, "sh", true)}},
		{"pipe out printf", `{ printf "%s\n", $1 | "sort -u" }`, []Act{act(Exec, "sort -u", true)}},
		{"pipe out unknown", `{ print $1 | cmd }`, []Act{act(Exec, "", false)}},
		{"coprocess", `BEGIN { print "x" |& "cat"; "cat" |& getline y }`, []Act{act(Exec, "cat", true), act(Exec, "cat", true)}},
		{"write", `{print > "/home/x/.zshenv"}`, []Act{act(Write, "/home/x/.zshenv", true)}},
		{"append", `{ print $1 >> "out.txt" }`, []Act{act(Write, "out.txt", true)}},
		{"write per key", `{ print > "out_" $1 ".csv" }`, []Act{act(Write, "out_", false)}},
		{"write in parentheses", `{ print($1, $2) > ("a" ".txt") }`, []Act{act(Write, "a.txt", true)}},
		{"write after if", `{ if ($1 > 2) print $2 > "big"; else print $2 > "small" }`, []Act{act(Write, "big", true), act(Write, "small", true)}},
		{"printf to a field", `{ printf "%s", $2 > $1 }`, []Act{act(Write, "", false)}},
		{"write continued", "{ print $1,\n $2 > \"f\" }", []Act{act(Write, "f", true)}},
		{"read", `BEGIN { while ((getline l < "/etc/passwd") > 0) print l }`, []Act{act(Read, "/etc/passwd", true)}},
		{"read array", `BEGIN { getline a[1] < "k.pem" }`, []Act{act(Read, "k.pem", true)}},
		{"read joined", `BEGIN { getline x < "/etc/" "shadow" }`, []Act{act(Read, "/etc/", false)}},
		{"operand added", `BEGIN { ARGV[1] = "/etc/shadow"; ARGC = 2 }`, []Act{act(Read, "/etc/shadow", true)}},
		{"one variable", `BEGIN { print ENVIRON["HOME"] }`, []Act{act(Env, "HOME", true)}},
		{"all variables", `BEGIN { for (k in ENVIRON) print k }`, []Act{act(Env, "", false)}},
		{"any variable", `{ print ENVIRON[$1] }`, []Act{act(Env, "", false)}},
		{"network", `BEGIN { s = "/inet/tcp/0/h/80"; print "x" |& s }`, []Act{act(Unread, "awk: network connection /inet/tcp/0/h/80", false)}},
		{"library", `@load "filefuncs"` + "\nBEGIN{}", []Act{act(Load, "filefuncs", true)}},
		{"include", `@include "x.awk"`, []Act{act(Load, "x.awk", true)}},
		{"indirect", `BEGIN { f = "system"; @f("x") }`, []Act{act(Unread, "awk: indirect function call", false)}},
		{"string in comment trick", "/\"/ { system(\"x\") } # \"", []Act{act(Exec, "x", true)}},
		{"division then text", `{ x = a / b; system("y") } # /`, []Act{act(Exec, "y", true)}},
		{"regex after if", `{ if (x) /"/; system("y") } # "`, []Act{act(Exec, "y", true)}},
		{"no end", `BEGIN { system("x`, []Act{act(Exec, "", true), act(Unread, "awk: string without an end", false)}},
		{"continued", "BEGIN { system(\\\n\"x\") }", []Act{act(Exec, "x", true)}},
		{"blank before parenthesis", `BEGIN { system ("x") }`, []Act{act(Exec, "x", true)}},
		{"slash in brackets", `/[/]"/ { system("a") } /"]/ {print}`, []Act{act(Exec, "a", true)}},
	})
}

func FuzzAwk(f *testing.F) {
	f.Add(`BEGIN { "date" | getline d; print d > "x" }`)
	f.Add(`/[/]"/ { system("a" b) } @load "x"`)
	f.Add(`{ARGV[1]=ENVIRON["x"]; getline a[1] < ("x" y)}`)
	f.Fuzz(func(t *testing.T, src string) { checkSpans(t, src, Awk(src)) })
}

// checkSpans is the property of every reader: no panic, spans inside the text.
func checkSpans(t *testing.T, src string, acts []Act) {
	t.Helper()
	for _, a := range acts {
		if a.Kind == "" || a.Start < 0 || a.End < a.Start || a.End > len(src) {
			t.Fatalf("%q: bad act %+v", src, a)
		}
	}
}

func TestOversize(t *testing.T) {
	big := string(make([]byte, MaxSource+1))
	for name, got := range map[string][]Act{"awk": Awk(big), "sed": Sed(big, SedOptions{}), "jq": JQ(big)} {
		if len(got) != 1 || got[0].Kind != Unread {
			t.Errorf("%s: %v", name, got)
		}
	}
}
