package display

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLine(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"plain", `git commit -m "fix \n it"`, `git commit -m "fix \n it"`},
		{"colour sequence", "\x1b[31mred", `\u{1B}[31mred`},
		{"C1 sequence", "\u009b31m", `\u{9B}31m`},
		{"carriage return", "rm -rf /\rls", `rm -rf /\u{D}ls`},
		{"newline and tab", "a\nb\tc", `a\u{A}b\u{9}c`},
		{"delete", "a\x7f", `a\u{7F}`},
		{"turned direction", "a\u202eb\u2066c", `a\u{202E}b\u{2066}c`},
		{"zero width", "r\u200bm \ufeff", `r\u{200B}m \u{FEFF}`},
		{"soft hyphen", "r\u00adm", `r\u{AD}m`},
		{"tags", "x\U000e0041", `x\u{E0041}`},
		{"variation selectors", "a\ufe0fb\U000e0101", `a\u{FE0F}b\u{E0101}`},
		{"symbol in colour", "⚠\ufe0f careful", "⚠\ufe0f careful"},
		{"no-break blank", "a\u00a0b\u3000c\u2028d", `a\u{A0}b\u{3000}c\u{2028}d`},
		{"fillers", "\u3164\u2800\u115f", `\u{3164}\u{2800}\u{115F}`},
		{"private and unassigned", "\ue000\U0003ffff", `\u{E000}\u{3FFFF}`},
		{"broken UTF-8", "a\xff\xc3", `a\x{FF}\x{C3}`},
		{"escape in the text", `echo \u{202E} \x{41} \\u{41}`, `echo \u{5C}u{202E} \u{5C}x{41} \\u{5C}u{41}`},
		{"stacked marks", "a" + strings.Repeat("\u0301", 6), "a" + strings.Repeat("\u0301", 4) + `\u{301}\u{301}`},

		{"Cyrillic in an ASCII word", "gіt push", `g\u{456}t push`},
		{"Cyrillic word of doubles", "сору a b", `\u{441}\u{43E}\u{440}\u{443} a b`},
		{"Greek host", "https://gοogle.com", `https://g\u{3BF}ogle.com`},
		{"full width", "ｒｍ -rf", `\u{FF52}\u{FF4D} -rf`},
		{"mathematical", "𝚛𝚖 x", `\u{1D69B}\u{1D696} x`},
		{"dotless i", "gıt", `g\u{131}t`},
		{"dash as flag", "push —force –f a — b", `push \u{2014}force \u{2013}f a — b`},
		{"slash in path", "a∕b ／etc", `a\u{2215}b ／etc`},
		{"Russian", "git commit -m 'исправил ошибку в API'", "git commit -m 'исправил ошибку в API'"},
		{"Greek", "το αρχείο", "το αρχείο"},
		{"Chinese", "支持go语言，谢谢", "支持go语言，谢谢"},
		{"Vietnamese, German, French", "Đường größe naïve café", "Đường größe naïve café"},
		{"emoji and signs", "✓ done → 10 µs 😀", "✓ done → 10 µs 😀"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Line(test.text); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestBlock(t *testing.T) {
	t.Parallel()
	if got, want := Block("a\n\tb\r\x1b"), "a\n\tb\\u{D}\\u{1B}"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestClip(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a", 500) + " rm -rf ~ " + strings.Repeat("é", 500)
	if got := Clip("short", 20); got != "short" {
		t.Errorf("got %q", got)
	}
	got := Clip(text, 90)
	if !strings.HasPrefix(got, strings.Repeat("a", 60)+" [... 920 characters left out ...] é") {
		t.Errorf("got %q", got)
	}
	got = Clip(text, 90, 501, 509)
	if !strings.Contains(got, "a rm -rf ~ é") || strings.Count(got, "left out") != 2 {
		t.Errorf("got %q", got)
	}
	if got = Clip(text, 90, 0, len(text)); !strings.HasSuffix(got, "[... 920 characters left out ...] ") {
		t.Errorf("got %q", got)
	}
	for _, span := range [][]int{{-1, 5}, {5, 5}, {9, 2}, {0, 1 << 30}, {3}} {
		if got := Clip(text, 90, span...); utf8.RuneCountInString(got) > 200 {
			t.Errorf("span %v: got %q", span, got)
		}
	}
}

func TestStyle(t *testing.T) {
	t.Parallel()
	if got := (Style{}).Red("x"); got != "x" {
		t.Errorf("got %q", got)
	}
	if got := (Style{Colour: true}).Red("x"); got != "\x1b[31mx\x1b[0m" {
		t.Errorf("got %q", got)
	}
}

// FuzzLine: the output holds nothing hidden and is its text's alone.
func FuzzLine(f *testing.F) {
	for _, seed := range []string{"a\x1b[2J", `\u{41}`, "\xff\u202e", "gіt", "a\nb", "—force",
		"\x1b]52;c;eA==\a", "\x1b]0;title\x07", "\x9b31m", "\u009b31m", "\rrm -rf", "\u2066a\u2069", "\u200b\u200d\ufeff", "\U000e0041\U000e007f", "a\u0301\u0301\u0301\u0301\u0301\u0301",
		"\u3164\u115f\u2800", "\u00ad\u061c", "раypal", "ｒｍ －ｒｆ", "\x7f", "\xed\xa0\x80", "⚠\ufe0f\ufe0f", "\ufffd\uffff", "\u2028\u2029\u0085", `\x{41}\u{5C}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Line(text)
		var before rune
		for _, r := range got {
			if Hidden(r) && !(r == emojiStyle && before > utf8.RuneSelf) {
				t.Fatalf("%q shows %q", text, got)
			}
			before = r
		}
		if !utf8.ValidString(got) {
			t.Fatalf("%q is no UTF-8", got)
		}
		if back := unescape(got); back != text {
			t.Fatalf("%q reads back as %q", text, back)
		}
		Clip(text, 30, len(text)/2, len(text))
	})
}

// unescape is the inverse of Line.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		if !escapeAt(text[i:]) {
			b.WriteByte(text[i])
			i++
			continue
		}
		end := i + strings.IndexByte(text[i:], '}')
		var r rune
		for _, c := range text[i+3 : end] {
			r = r<<4 | rune(strings.IndexRune("0123456789ABCDEF", c))
		}
		if text[i+1] == 'x' {
			b.WriteByte(byte(r))
		} else {
			b.WriteRune(r)
		}
		i = end + 1
	}
	return b.String()
}

func BenchmarkLine(b *testing.B) {
	text := strings.Repeat("cd internal && go test ./... | tail -40 ", 5) + "é"
	b.ReportAllocs()
	for b.Loop() {
		Line(text)
	}
}
