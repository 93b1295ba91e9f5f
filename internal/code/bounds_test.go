package code

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestUnknownLanguageIsUnread(t *testing.T) {
	if rep := Inspect("cobol", "STOP RUN."); len(rep.Unread) == 0 {
		t.Error("a language without a reader must be unread")
	}
}

func TestLanguage(t *testing.T) {
	for program, want := range map[string]string{
		"python": "python", "python3.11": "python", "/usr/bin/python3": "python", `C:\Python\python.exe`: "python", "pypy3": "python",
		"node": "javascript", "nodejs": "javascript", "bun": "javascript", "deno": "javascript", "ts-node": "javascript", "tsx": "javascript",
		"perl": "perl", "perl5.36.0": "perl", "ruby": "ruby", "ruby3.2": "ruby", "php8.2": "php", "lua5.4": "lua", "luajit": "lua",
		"Rscript": "r", "R": "r", "julia": "julia", "osascript": "applescript", "tclsh8.6": "tcl", "expect": "tcl",
		"groovy": "groovy", "elixir": "elixir", "erl": "erlang",
		"bash": "", "git": "", "": "", "3": "",
	} {
		if got, ok := Language(program); got != want || ok != (want != "") {
			t.Errorf("Language(%q) = %q, %v; want %q", program, got, ok, want)
		}
	}
}

func TestKindNames(t *testing.T) {
	seen := map[string]bool{}
	for k := Unread; k <= Link; k++ {
		if seen[k.String()] {
			t.Errorf("kind %d has the name %q of another", k, k)
		}
		seen[k.String()] = true
	}
	if got := Kind(200).String(); got != "unread" {
		t.Errorf("an unknown kind is called %q", got)
	}
}

// Whatever is too much must be said, and must not take long: the time grows
// with the length of the text and no faster.
func TestBoundsAreReported(t *testing.T) {
	rep := strings.Repeat
	doubling := "a = 'xxxxxxxx'\n"
	for _, name := range "bcdefghijklmnopqrstuvwxyz" {
		doubling += string(name) + " = " + string(name-1) + " + " + string(name-1) + "\n"
	}
	for _, tc := range []struct{ name, lang, src string }{
		{"long", "python", "x = 1\n" + rep("# comment\n", 30_000)},
		{"deep brackets", "javascript", rep("(", 5_000)},
		{"deep closed brackets", "javascript", rep("[", 5_000) + rep("]", 5_000)},
		{"deep prefixes", "javascript", rep("!", 50_000) + "x"},
		{"deep templates", "javascript", rep("`${", 5_000)},
		{"deep f-strings", "python", rep(`f"{`, 5_000)},
		{"deep arrows", "javascript", rep("a=>", 60_000) + "1"},
		{"deep ternaries", "javascript", rep("a?", 60_000) + "1"},
		{"many tokens", "python", rep("a ", 120_000)},
		{"many acts", "python", "import os\n" + rep("os.remove('a')\n", 2_000)},
		{"eval in eval", "python", evalBomb(8)},
		{"heredocs", "ruby", rep("<<A,", 20_000) + "\nA"},
		{"patterns without end", "javascript", rep("=/[", 40_000)},
		{"patterns without end", "perl", rep("=~m/[(", 40_000)},
		{"substitutions", "perl", rep("s{", 40_000)},
		{"deep sigils", "php", rep("$", 100_000)},
		{"deep sigils", "perl", rep("$", 100_000) + "x"},
		{"tcl braces", "tcl", rep("{", 50_000)},
		{"tcl brackets", "tcl", rep("[a ", 50_000)},
	} {
		t.Run(tc.name+" "+tc.lang, func(t *testing.T) {
			start := time.Now()
			report := Inspect(tc.lang, tc.src)
			if len(report.Unread) == 0 {
				t.Error("nothing is unread")
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
			if len(report.Acts) > 500 {
				t.Errorf("%d acts", len(report.Acts))
			}
		})
	}
	for name, src := range map[string]string{
		"doubling": doubling, "joins": "x = " + rep("'aa'+", 6_000) + "'b'", "lists": "x = [" + rep("'a',", 8_000) + "]\n" + rep("f(x)\n", 1_000),
		"chain": "a" + rep(".b", 12_000), "calls": "a" + rep("()", 12_000), "equals": rep("a = ", 8_000) + "1", "alternatives": rep("a = a or b\n", 3_000),
		"subscripts": "a" + rep("[0]", 10_000), "params": rep("def f(a, b, c, d, e, f, g):\n", 1_000), "quotes": rep(`"a" `, 12_000), "braces": rep("{a: b}", 6_000),
	} {
		for _, lang := range []string{"python", "javascript", "perl", "ruby", "php", "r", "julia", "applescript", "elixir"} {
			start := time.Now()
			Inspect(lang, src)
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("%s in %s took %v", name, lang, took)
			}
		}
	}
}

// evalBomb is a text that evaluates a text that evaluates a text.
func evalBomb(n int) string {
	src := "print(1)"
	for range n {
		src = "exec(" + quoted(src) + ")"
	}
	return src
}

func quoted(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

func FuzzInspect(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for n, path := range paths {
		for _, s := range samples(f, path) {
			f.Add(uint8(n), s.src)
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, src string) {
		list := languages()
		lang := list[int(n)%len(list)].name
		rep := Inspect(lang, src)
		for _, a := range rep.Acts {
			if a.Start < 0 || a.End < a.Start || a.End > len(src) {
				t.Errorf("%s: act %v %s at %d:%d of %d bytes", lang, a.Kind, a.Call, a.Start, a.End, len(src))
			}
			if a.Kind == Unread || a.Kind > Link {
				t.Errorf("%s: act of kind %d", lang, a.Kind)
			}
		}
		if rep.Truncated && len(rep.Unread) == 0 {
			t.Errorf("%s: truncated, but nothing is unread", lang)
		}
	})
}
