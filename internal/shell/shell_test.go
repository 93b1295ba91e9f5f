package shell

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func readAll(t testing.TB, text string) Result {
	t.Helper()
	return Read(text, Options{Home: "/home/dev", Cwd: "/home/dev/project", Top: "/home/dev/project", Limits: DefaultLimits()})
}

// lines shows commands as words in brackets.
func lines(r Result) []string {
	var out []string
	for _, c := range r.Commands {
		var b strings.Builder
		for _, w := range c.Argv {
			s, ok := w.Known()
			if !ok {
				s = "?" + w.String()
			}
			b.WriteString("[" + s + "]")
		}
		for _, rd := range c.Redirs {
			b.WriteString(rd.Op + rd.File.String())
		}
		out = append(out, b.String())
	}
	return out
}

func TestCommands(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"quotes vanish", `r''m "-r"f \/`, "[rm][-rf][/]"},
		{"ansi-c", `$'\x72\155' $'\u002f'`, "[rm][/]"},
		{"ifs", `rm${IFS}-rf${IFS}x`, "[rm][-rf][x]"},
		{"own ifs", `IFS=,; x=a,b; echo $x`, "|[echo][a][b]"},
		{"braces", `echo {a,b}{1..3}x`, "[echo][a1x][a2x][a3x][b1x][b2x][b3x]"},
		{"empty brace member", `{,rm} x`, "[rm][x]"},
		{"padded sequence", `echo {08..10}`, "[echo][08][09][10]"},
		{"variables", `a=r; b=m; $a$b -rf ~/x`, "[rm][-rf][/home/dev/x]"},
		{"no split in quotes", `x="a b"; echo "$x" $x`, "[echo][a b][a][b]"},
		{"default", `${x:-rm} y`, "[rm][y]"},
		{"assign default", `: ${c:=git}; $c push`, "[:][git]|[git][push]"},
		{"alternate", `x=1; echo ${x:+y}${z:+n}`, "[echo][y]"},
		{"slice", `x=xrm; ${x:1} a`, "[rm][a]"},
		{"strip", `x=a_rm_b; y=${x#a_}; ${y%_b} z`, "[rm][z]"},
		{"longest strip", `x=/a/b/c; echo ${x##*/} ${x%/*}`, "[echo][c][/a/b]"},
		{"replace", `x=rXm; ${x/X} a`, "[rm][a]"},
		{"replace all", `x=a.b.c; echo ${x//./-}`, "[echo][a-b-c]"},
		{"case", `x=RM; ${x,,} a`, "[rm][a]"},
		{"indirect", `a=rm; b=a; ${!b} x`, "[rm][x]"},
		{"nameref", `declare -n r=x; x=rm; $r y`, "[declare][-n][r=x]|[rm][y]"},
		{"array", `a=(git push -f); "${a[@]}"`, "[git][push][-f]"},
		{"array element", `a=(x rm); ${a[1]} y`, "[rm][y]"},
		{"array slice", `a=(a b c d); echo "${a[@]:1:2}"`, "[echo][b][c]"},
		{"length", `x=abc; echo ${#x}`, "[echo][3]"},
		{"arithmetic", `x=$((2+3*4)); echo $x`, "[echo][14]"},
		{"printf -v", `printf -v c '%s' rm; $c x`, "[printf][-v][c][%s][rm]|[rm][x]"},
		{"substitution known", `$(printf '\162\155') x`, `[printf][\162\155]|[rm][x]`},
		{"substitution unknown", `echo "$(git log)"`, `[git][log]|[echo][?$(git log)]`},
		{"backquotes", "echo `rm x`", "[rm][x]|[echo][?`rm x`]"},
		{"pipe folded", `x=$(echo rm | rev | rev); $x y`, "[echo][rm]|[rev]|[rev]|[rm][y]"},
		{"base64", `$(echo cm0= | base64 -d) x`, "[echo][cm0=]|[base64][-d]|[rm][x]"},
		{"tr", `$(echo sn | tr n-z m-y) x`, "[echo][sn]|[tr][n-z][m-y]|[rm][x]"},
		{"chain", `a && b || c; d & e | f`, "[a]|[b]|[c]|[d]|[e]|[f]"},
		{"group", `{ a; (b); }`, "[a]|[b]"},
		{"if", `if a; then b; elif c; then d; else e; fi`, "[a]|[b]|[c]|[d]|[e]"},
		{"for", `for i in a b; do echo $i; done`, "[echo][a]|[echo][b]"},
		{"while read", `printf 'a\nb\n' | while read x; do rm $x; done`, `[printf][a\nb\n]|[read][x]|[rm][a]|[rm][b]`},
		{"case clause", `case x in a) b;; *) c;; esac`, "[b]|[c]"},
		{"function", `f(){ rm "$1"; }; f ~/x`, "[rm][/home/dev/x]"},
		{"uncalled function", `f(){ rm x; }`, "[rm][x]"},
		{"function shadows", `git(){ command git push -f; }; git status`, "[command][git][push][-f]"},
		{"set args", `set -- a b; echo $2`, "[set][--][a][b]|[echo][b]"},
		{"shift", `set -- a b; shift; echo $1`, "[set][--][a][b]|[shift]|[echo][b]"},
		{"alias", "alias g='rm -rf'\ng x", "[alias][g=rm -rf]|[rm][-rf][x]|[g][x]"},
		{"cd", `cd a && cd .. && cd b`, "[cd][a]|[cd][..]|[cd][b]"},
		{"trap", `trap 'rm x' EXIT`, "[trap][rm x][EXIT]|[rm][x]"},
		{"trap before its variable", `trap 'rm "$x"' EXIT; x=a`, `[trap][rm "$x"][EXIT]|[rm][]|[rm][a]`},
		{"trap and a way out", `trap 'rm "$x"' EXIT; x=a; b || exit; x=c`, `[trap][rm "$x"][EXIT]|[rm][]|[rm][a]|[b]|[exit]|[rm][c]`},
		{"trap of the surroundings", `trap 'rm "$TMPDIR"' EXIT; TMPDIR=a`, `[trap][rm "$TMPDIR"][EXIT]|[rm][?$TMPDIR]|[rm][a]`},
		{"own job", `a & trap "kill $!" EXIT`, "[a]|[trap][?kill $!][EXIT]|[kill][?$!]"},
		{"heredoc substitution", "cat <<E\n$(rm x)\nE\n", "[rm][x]|[cat]"},
		{"quoted heredoc", "cat <<'E'\n$(rm x)\nE\n", "[cat]"},
		{"process substitution", `diff <(a) <(b)`, "[a]|[b]|[diff][?<(a)][?<(b)]"},
		{"write substitution", `a > >(b)`, "[b]|[a]>>(b)"},
		{"redirect", `a > x 2>> y < z`, "[a]>x>>y<z"},
		{"no redirect", `a 2>&1 >&2`, "[a]"},
		{"tilde forms", `echo ~ ~+ ~/a "~"`, "[echo][/home/dev][/home/dev/project][/home/dev/a][~]"},
		{"comment", "a # rm x\nb", "[a]|[b]"},
		{"continuation", "r\\\nm x", "[rm][x]"},
		{"prompt expansion", `x='$(rm y)'; echo "${x@P}"`, `[rm][y]|[echo][?$(rm y)]`},
		{"subscript", `[[ -v 'a[$(rm x)]' ]]`, "[rm][x]"},
		{"coproc", `coproc rm x`, "[rm][x]"},
		{"time and not", `! time rm x`, "[rm][x]"},
		{"glob stays", `rm *.o [ab]`, "[rm][?*.o][?[ab]]"},
		{"unknown variable", `rm "$X"/y`, `[rm][?$X/y]`},
		{"top", `cd $(git rev-parse --show-toplevel)`, "[git][rev-parse][--show-toplevel]|[cd][/home/dev/project]"},
		{"mktemp", `T=$(mktemp -d); rm -rf "$T"`, "[mktemp][-d]|[rm][-rf][/tmp/tmp.XXXXXXXXXX]"},
		{"last word", `ls /x && cat $_`, "[ls][/x]|[cat][/x]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := strings.Join(lines(readAll(t, c.text)), "|")
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%q:\n%s", c.text, diff)
			}
		})
	}
}

// TestBranchesKeepBoth: after a branch both values and folders count.
func TestBranchesKeepBoth(t *testing.T) {
	r := readAll(t, `if a; then x=1; else x=2; fi; echo $x`)
	got := strings.Join(lines(r), "|")
	for _, want := range []string{"[echo][1]", "[echo][2]"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in %s", want, got)
		}
	}
	r = readAll(t, `cd "$X" && true; rm y`)
	if last := r.Commands[len(r.Commands)-1]; len(last.Dirs) < 2 {
		t.Errorf("rm runs in %v, want the old folder as well", last.Dirs)
	}
}

// TestBounds: everything is bounded, and a bound reached is a problem.
func TestBounds(t *testing.T) {
	for name, text := range map[string]string{
		"nested substitutions": "echo " + strings.Repeat("$(", 5000) + strings.Repeat(")", 5000),
		"parentheses":          strings.Repeat("(", 400000),
		"a megabyte":           "echo " + strings.Repeat("a", 1<<20),
		"words":                "echo " + strings.Repeat("w ", 10000),
		"braces":               "echo " + strings.Repeat("{a,b}", 30),
		"deep braces":          "echo " + strings.Repeat("{a,", 400) + strings.Repeat("}", 400),
		"sequence":             "echo {1..999999999}",
		"doubling":             "x=aaaaaaaaaaaaaaaa; " + strings.Repeat("x=$x$x; ", 60) + "echo $x",
		"doubling unknown":     "x=$y; " + strings.Repeat("x=$x$x; ", 60) + "echo $x",
		"loops":                strings.Repeat("for a in 1 2 3 4 5 6 7 8 9; do ", 7) + "echo" + strings.Repeat("; done", 7),
		"functions":            "f(){ g;g; }; g(){ h;h; }; h(){ i;i; }; i(){ j;j; }; j(){ k;k; }; k(){ l;l; }; l(){ f;f; }; f",
		"unclosed quote":       `echo "a`,
		"nul":                  "echo a\x00b",
		"pipes":                strings.Repeat("a|", 5000) + "a",
		"endless loop":         "while true; do a; done",
	} {
		t.Run(name, func(t *testing.T) {
			if r := readAll(t, text); len(r.Problems) == 0 {
				t.Error("no problem was reported")
			}
		})
	}
}

func TestForkBombs(t *testing.T) {
	for text, want := range map[string]bool{
		`:(){ :|:& };:`:                     true,
		`b(){ b|b & }; b`:                   true,
		`f(){ f & f & }; f`:                 true,
		`f(){ echo; }; f | f`:               false,
		`fact(){ fact $(($1-1)); }; fact 3`: false,
	} {
		got := false
		for _, p := range readAll(t, text).Problems {
			got = got || p.Bomb
		}
		if got != want {
			t.Errorf("%q: bomb %v, want %v", text, got, want)
		}
	}
}

func TestZeroLimitsRefuse(t *testing.T) {
	if r := Read("ls", Options{}); len(r.Problems) == 0 {
		t.Error("the zero value of Limits reads a text")
	}
}

func TestSpans(t *testing.T) {
	text := "cd a && git push -f"
	r := readAll(t, text)
	s := r.Commands[1].Span
	if got := text[s.Start:s.End]; got != "git push -f" {
		t.Errorf("span marks %q", got)
	}
}

// TestSplittingAgainstBash compares words with what the real shell makes of
// them, for texts without anything that comes from outside.
func TestSplittingAgainstBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash on this machine")
	}
	for _, text := range []string{
		`a b  c`, `'a b' "c d" e\ f`, `$'a\tb' $'\x41\102\u0043'`, `{a,b{c,d},}x`, `{1..5..2} {c..a}`, `a{b`, `{a}`, `"{a,b}"`,
		`x'y'z"w"`, `""`, `'' a`, `\a\\b`, `"\a\\b\$c"`, `$((1+2))x`, `a#b`, `{01..03}`, `-{n,e}`, `a"b c"{d,e}`, `'\n'`, `$'\'' x`,
	} {
		out, err := exec.Command(bash, "-c", `printf '<%s>' `+text).Output()
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		var got strings.Builder
		r := readAll(t, "printf0 "+text)
		for _, w := range r.Commands[0].Argv[1:] {
			s, _ := w.Known()
			got.WriteString("<" + s + ">")
		}
		want := string(out)
		if len(r.Commands[0].Argv) == 1 {
			got.WriteString("<>")
		}
		if got.String() != want {
			t.Errorf("%q: %s, bash makes %s", text, got.String(), want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{`a=r; ${a}m -rf "$HOME"/*`, "cat <<E\n$(x)\nE", `for i in {1..3}; do f $i; done`, `x=${y:-$(z)}; [[ $x =~ a ]] && (( a[1]++ ))`, `f(){ f; }; f`, "alias a='b c'\na", `printf '%b' '\x41' | sh`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := readAll(t, text)
		if len(r.Commands) > DefaultLimits().Commands+1 {
			t.Errorf("%d commands", len(r.Commands))
		}
		for _, c := range r.Commands {
			if c.Span.Start < 0 || c.Span.End > len(text) && c.Span.End != 0 && c.Place.Depth == 0 && c.Place.Script == "" && len(c.Place.Via) == 0 {
				t.Errorf("span %v of %d bytes", c.Span, len(text))
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for name, text := range map[string]string{
		"short": "git status", "typical": `cd packages/api && go test ./... 2>&1 | grep -E '^(ok|FAIL)' | head -20`,
		"loop": `for f in a b c d e f g h; do if [ -f "$f" ]; then wc -l "$f"; fi; done`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				readAll(b, text)
			}
		})
	}
}

// TestValuesAgainstBash compares what variables hold with what the real shell
// makes of them.
func TestValuesAgainstBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash on this machine")
	}
	for _, text := range []string{
		`x=dist; printf0 ${x/#/../} ${x/%/-old} ${x/#di/_} ${x/%st/_} ${x/#st/_} ${x//i/_}`,
		`x='a#b%'; printf0 ${x/"#"/y} ${x//#/y} ${x/\#/y} ${x/%%/y} ${x//%/y} "${x/%"%"/y}"`,
		`a=(p q); printf0 ${a[@]/#/../} ${a[@]/%/x}`,
		`x='a*b'; printf0 "${x/\*/y}" "${x%\**}"`,
		`printf0 "${nothing:-'a b'}" "x${nothing-'y'}z"`,
		`IFS=, read -r a b <<< "1,2,3"; printf0 "$a" "$b"`,
		`IFS=/; read a b <<< dist/src; printf0 "$a" "$b"`,
		`IFS=: read -ra p <<< "a:b::c"; printf0 "${p[@]}" "${p[1]}"`,
		`read -ap <<< 'a b'; printf0 "${p[1]}"`,
		`mapfile -t -s1 a <<< $'p\nq\nr'; printf0 "${a[@]}"`,
		`mapfile -tn 1 -O 1 a <<< $'p\nq'; printf0 "${a[1]}"`,
		`IFS=,; x=a,b; set -- $x; printf0 "$1" "$2" "$#"`,
		`set -- a b c; shift 2; printf0 "$1" "$#"`,
		`exec 3<<< hello; read x <&3; printf0 "$x"`,
		`declare -n r=v; v=1; printf0 "$r"`,
		`HOME=/h; printf0 x=~ of=~/a x=~/"b c" -x=~ x:~ x="~" 1=~/a x=y~`, `unset a; ((a=1/0)); printf0 $a x`, `a=7; ((a=1/0)); printf0 "$a"`, `n=3; ((n/=0)); printf0 $n`, `a=7; let a=5%0; printf0 $a`, `unset a c; ((b=2, a=1/0, c=3)); printf0 $a $b $c x`,
		`((0 && (a=1/0))); ((a=4)); printf0 $a`, `: a; x=1; printf0 "$_"`, `: a; x=$(: b); printf0 "$_"`, `: a; x=(1 2); printf0 "$_"`, `: a; x=1 : b; printf0 "$_"`,
		`: a; < /dev/null; printf0 "$_"`, `: a; export x=1; printf0 "$_"`, `: a; declare -i y; printf0 "$_"`,
		`f() { : in; }; f out; printf0 "$_"`, `f() { x=1; }; : a; f; printf0 "$_"`, `: a; (: b); printf0 "$_"`, `: a; : b | : c; printf0 "$_"`,
		`: a; [[ x = y ]]; printf0 "$_"`, `: a; eval ": b"; printf0 "$_"`, `: 'a b'; printf0 "$_"`, `: a; ! : b; printf0 "$_"`,
		`v=(a b c); i=1; printf0 "${v[i]}" "${v[-1]}" "${v[@]:i}"`,
	} {
		out, err := exec.Command(bash, "-c", `printf0() { printf '<%s>' "$@"; }; `+text).Output()
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		r := readAll(t, text)
		var got strings.Builder
		for _, w := range r.Commands[len(r.Commands)-1].Argv[1:] {
			s, ok := w.Known()
			if !ok {
				s = "?" + w.String()
			}
			got.WriteString("<" + s + ">")
		}
		if got.String() != string(out) {
			t.Errorf("%q: %s, bash makes %s", text, got.String(), out)
		}
	}
}

// TestLastWordFromOutside: before the first command of a shell $_ is not empty,
// but what it was started by.
func TestLastWordFromOutside(t *testing.T) {
	for _, text := range []string{`rm -rf $_`, `: a; alias b=c; rm -rf $_`, `: a; export x=$y; rm -rf $_`} {
		all := readAll(t, text).Commands
		if last := all[len(all)-1].Argv[2]; !last.Unknown() {
			t.Errorf("%s: $_ is %s", text, last)
		}
	}
}

// TestFailedMove: where a cd may have failed, the old folder counts for words
// that take all that is there, and for no others.
func TestFailedMove(t *testing.T) {
	for text, want := range map[string]int{
		`cd a; rm *`: 2, `cd a; rm ./*`: 2, `cd a; rm .`: 2, `cd a && b; rm *`: 2, "cd a\nrm -rf -- *": 2, `(cd a; rm *)`: 2, `pushd a; rm *`: 2,
		`cd a && rm *`: 1, `cd a || exit; rm *`: 1, `set -e; cd a; rm *`: 1, `mkdir -p a; cd a; rm *`: 1, `cd a; rm x`: 1, `cd a; rm x/*`: 1,
		`if cd a; then rm *; fi`: 1, `if ! cd a; then exit 1; fi; rm *`: 1, `set -o errexit; cd a; rm *`: 1, `d=$(mktemp -d); cd "$d"; rm *`: 1,
	} {
		n := 0
		for _, c := range readAll(t, text).Commands {
			if name, _ := c.Program(); name == "rm" {
				n = len(c.Dirs)
			}
		}
		if n != want {
			t.Errorf("%q: rm runs in %d folders, want %d", text, n, want)
		}
	}
}
