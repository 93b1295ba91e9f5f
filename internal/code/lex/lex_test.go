package lex

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func pythonRules() *Rules {
	return &Rules{
		Line: []string{"#"}, Lines: true, Prefixed: true, KeepEscapes: true, FoldNames: true,
		Quotes: []Quote{
			{Open: `"""`, Close: `"""`, Esc: Full},
			{Open: `"`, Close: `"`, Esc: Full, OneLine: true}, {Open: `'`, Close: `'`, Esc: Full, OneLine: true},
		},
		Ops: []string{"+=", "**", "=="},
	}
}

func scriptRules() *Rules {
	return &Rules{
		Line: []string{"//"}, Blocks: [][2]string{{"/*", "*/"}}, Regex: true, EscapedNames: true, NameStart: "$", NameMore: "$", Before: "return",
		Quotes: []Quote{{Open: `"`, Close: `"`, Esc: Full, OneLine: true}, {Open: "'", Close: "'", Esc: Full, OneLine: true}, {Open: "`", Close: "`", Esc: Full, Interp: DollarOnly}},
		Ops:    []string{"=>", "=="},
	}
}

func perlRules() *Rules {
	return &Rules{
		Line: []string{"#"}, Sigils: "$@%&", Regex: true, BareArgs: true, Pod: true, Heredocs: "<<", Family: Perl, Before: "split if and return",
		Quotes: []Quote{{Open: `"`, Close: `"`, Esc: Full, Interp: Sigils}, {Open: `'`, Close: `'`, Esc: Single}, {Open: "`", Close: "`", Esc: Full, Interp: Sigils, Kind: Cmd}},
		Ops:    []string{"->", "=>", "=~", "//", "::", "=="},
	}
}

func rubyRules() *Rules {
	return &Rules{
		Line: []string{"#"}, Sigils: "$@", NameEnd: "?!", Lines: true, Regex: true, BareArgs: true, Pod: true, Heredocs: "<<", Family: Ruby, Before: "puts if",
		Quotes: []Quote{{Open: `"`, Close: `"`, Esc: Full, Interp: Hash}, {Open: `'`, Close: `'`, Esc: Single}, {Open: "`", Close: "`", Esc: Full, Interp: Hash, Kind: Cmd}},
		Ops:    []string{"=>", "::", "<<"},
	}
}

// brief prints tokens: s"text" for strings, c for commands, w for words, r for
// patterns, n for line ends, the text itself for all others.
func brief(toks []Token) string {
	var out []string
	for _, t := range toks {
		letter := map[Kind]string{Str: "s", Cmd: "c", Words: "w", Regex: "r", Newline: "n"}[t.Kind]
		text := t.Text
		for _, p := range t.Parts {
			if text += p.Text; p.Hole {
				text += "{" + brief(p.Code) + "}"
			}
		}
		switch {
		case t.Kind == Newline:
			out = append(out, "n")
		case letter != "":
			out = append(out, fmt.Sprintf("%s<%s>", letter, text))
		default:
			out = append(out, text)
		}
	}
	return strings.Join(out, " ")
}

func TestScan(t *testing.T) {
	for _, tc := range []struct {
		name  string
		rules *Rules
		src   string
		want  string
	}{
		{"comment is no string", pythonRules(), "a # it's\nb", "a n b"},
		{"string is no comment", pythonRules(), "'# x' b", "s<# x> b"},
		{"escapes", pythonRules(), `'\x72\155\u0020\d'`, `s<rm \d>`},
		{"raw", pythonRules(), `r'\x72' b"\x72"`, `s<\x72> s<r>`},
		{"long string", pythonRules(), "\"\"\"a\n'b\"\"\" c", "s<a\n'b> c"},
		{"f-string", pythonRules(), `f"a{b['c']:>{w}}{{d}}"`, "s<a{b [ s<c> ]}{d}>"},
		{"no line ends in brackets", pythonRules(), "f(a,\nb)\nc", "f ( a , b ) n c"},
		{"continued line", pythonRules(), "a\\\n.b", "a . b"},
		{"template", scriptRules(), "`a${`b${c}`}d`", "s<a{s<b{c}>}d>"},
		{"pattern with a quote", scriptRules(), `x = /['"/\/]/g; y`, `x = r<['"/\/]> ; y`},
		{"division", scriptRules(), `a / b / c`, `a / b / c`},
		{"pattern after a condition", scriptRules(), `if (a) /'/.test(b)`, `if ( a ) r<'> . test ( b )`},
		{"escaped name", scriptRules(), `\u0065val`, `eval`},
		{"block comment", scriptRules(), `a /* ' */ b`, `a b`},
		{"perl quotes", perlRules(), `q(a(b)) qq{x$y} qw/a b/ qx!ls!`, `s<a(b)> s<x{$y}> w<a b> c<ls>`},
		{"perl keys", perlRules(), `$h{s}; (y => 1); $o->q`, `$h { s } ; ( y => 1 ) ; $o -> q`},
		{"perl replacement", perlRules(), `s/a'/b'/; s{a}{f("x")}e; x`, `r<sb'> ; r<s{f ( s<x> )}> ; x`},
		{"perl pattern", perlRules(), `split /'/, $x; $a / 2`, `split r<'> , $x ; $a / 2`},
		{"perl holes", perlRules(), `"@{[ f() ]} $x->{a}[0] a@b"`, `s<{[ f ( ) ]} {$x -> { a } [ 0 ]} a{@b}>`},
		{"perl heredoc", perlRules(), "f(<<A, 1);\n'x\nA\ng", "f ( s<'x\n> , 1 ) ; g"},
		{"perl pod and end", perlRules(), "a;\n=pod\n'\n=cut\nb\n__END__\n'", "a ; b"},
		{"ruby literals", rubyRules(), `%w[a b]; %x(ls); :sym; ?a; %q(x)`, `w<a b> ; c<ls> ; s<sym> ; s<a> ; s<x>`},
		{"ruby holes", rubyRules(), "\"a#{`b`}\"", "s<a{c<b>}>"},
		{"ruby heredoc", rubyRules(), "f <<~A\n  'x\n  A\ng", "f s<'x\n> n g"},
		{"ruby remainder", rubyRules(), `a % b`, `a % b`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			toks, problems := Scan(tc.src, tc.rules)
			if len(problems) > 0 {
				t.Errorf("problems %q", problems)
			}
			if diff := cmp.Diff(tc.want, brief(toks)); diff != "" {
				t.Errorf("%s\n-want +got\n%s", tc.src, diff)
			}
		})
	}
}

// What the scanner is not sure about must be said.
func TestScanProblems(t *testing.T) {
	for _, tc := range []struct {
		name  string
		rules *Rules
		src   string
	}{
		{"open string", pythonRules(), `'a`},
		{"string over a line end", pythonRules(), "'a\nb'"},
		{"open bracket", pythonRules(), "f("},
		{"wrong bracket", pythonRules(), "f(]"},
		{"look-alike letters", pythonRules(), "\uff45val"},
		{"open comment", scriptRules(), "/* a"},
		{"open template", scriptRules(), "`${a"},
		{"slash after a brace", scriptRules(), "} /'/ + '"},
		{"open quote of perl", perlRules(), "q(a"},
		{"too deep", scriptRules(), strings.Repeat("(", 300)},
		{"too many", scriptRules(), strings.Repeat("a ", 120_000)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, problems := Scan(tc.src, tc.rules); len(problems) == 0 {
				t.Errorf("%.40q has no problem", tc.src)
			}
		})
	}
}

func TestCountNames(t *testing.T) {
	for _, tc := range []struct {
		rules *Rules
		src   string
		name  string
		want  int
	}{
		{pythonRules(), "a = 1", "a", 1},
		{pythonRules(), "a = 1; a += 2", "a", 2},
		{pythonRules(), "a = 1\ndef f(a): pass", "a", 2},
		{pythonRules(), "a = []\na.append(1)", "a", 2},
		{pythonRules(), "a = {}\na['x'] = 1", "a", 2},
		{pythonRules(), "a == 1", "a", 0},
		{scriptRules(), "a = 1; b.map(a => a)", "a", 2},
		{scriptRules(), "a = 1; ({a, b} = c)", "a", 2},
		{perlRules(), "@a = (1); $a[0] = 2", "@a", 2},
	} {
		toks, _ := Scan(tc.src, tc.rules)
		counts := map[string]int{}
		CountNames(toks, &Habits{Arrow: "=>", Mutators: "append"}, counts)
		if counts[tc.name] != tc.want {
			t.Errorf("%q: %s counted %d times, want %d", tc.src, tc.name, counts[tc.name], tc.want)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add(uint8(0), `f"{a!r:>{w}}"`)
	f.Add(uint8(1), "`${a}` /x/ \\u0065")
	f.Add(uint8(2), "s{a}{b}e; <<A\nA\n$#{x}")
	f.Add(uint8(3), "%w[a] :\"b\" <<~X\nX\n")
	f.Fuzz(func(t *testing.T, n uint8, src string) {
		rules := []func() *Rules{pythonRules, scriptRules, perlRules, rubyRules}[int(n)%4]()
		toks, _ := Scan(src, rules)
		checkTokens(t, toks, len(src))
	})
}

func checkTokens(t *testing.T, toks []Token, size int) {
	for i, tok := range toks {
		if tok.Kind == 0 || tok.Start < 0 || tok.End < tok.Start || tok.End > size {
			t.Fatalf("token %d: %+v of %d bytes", i, tok, size)
		}
		if tok.Match != 0 && (tok.Match <= i || tok.Match > len(toks)) {
			t.Fatalf("token %d of %d matches %d", i, len(toks), tok.Match)
		}
		for _, p := range tok.Parts {
			checkTokens(t, p.Code, size)
		}
	}
}
