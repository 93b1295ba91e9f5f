// Package unseen finds characters that a person does not see, or takes for others.
package unseen

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain tells whether a text holds nothing but what a person sees.
func Plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	return !strings.ContainsRune(s, '\r') || !strings.Contains(strings.ReplaceAll(s, "\r\n", "\n"), "\r")
}

// Rune names runes that are invisible or turn the line around.
func Rune(r rune) string {
	switch {
	case r == '\n' || r == '\t' || r == '\r':
		return ""
	case r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0:
		return "a control character"
	case r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f || r == 0x061c:
		return "a direction mark"
	case r == 0x200d || r == 0xfe0f:
		return "" // parts of emoji: see First
	case r >= 0x200b && r <= 0x200c || r == 0x2060 || r == 0xfeff || r == 0x00ad || r == 0x180e:
		return "an invisible character"
	case r >= 0xe0000 && r <= 0xe007f:
		return "an invisible tag character"
	case r == 0x2028 || r == 0x2029 || r == 0x0085 || r == 0x00a0 || r >= 0x2000 && r <= 0x200a || r == 0x3000 || r == 0x202f || r == 0x205f:
		return "a blank that the shell does not take for one"
	}
	return ""
}

// Lookalike: a name that mixes scripts, or is made of full-width letters.
func Lookalike(name string) bool {
	ascii, other := false, false
	for _, r := range name {
		switch {
		case r >= 0xff01 && r <= 0xff5e:
			return true
		case r < 0x80 && unicode.IsLetter(r):
			ascii = true
		case unicode.Is(unicode.Cyrillic, r) || unicode.Is(unicode.Greek, r):
			other = true
		}
	}
	return ascii && other || other && len(name) < 12
}

// First gives the first character of a text that is not seen, and from where to
// where it stands. A joiner is one unless it joins what is written so: emoji, and the
// letters of scripts that have joined forms.
func First(text string) (what string, at [2]int, ok bool) {
	before := rune(-1)
	for i, r := range text {
		n := utf8.RuneLen(r)
		what := Rune(r)
		if what == "" && (r == 0x200d || r == 0xfe0f && !strings.HasPrefix(text[i+n:], "\u20e3")) && !joined(before) {
			what = "an invisible character"
		}
		if what != "" {
			return fmt.Sprintf("%s (U+%04X)", what, r), [2]int{i, i + n}, true
		}
		if r != 0xfe0f {
			before = r
		}
	}
	return "", at, false
}

// InName is what a file's name holds that makes it look like another. Wide and narrow
// blanks are left alone: systems put them into the names of their own screenshots.
func InName(name string) string {
	what, at, ok := First(name)
	if !ok {
		return ""
	}
	if strings.HasPrefix(what, "a blank ") {
		return InName(name[at[1]:])
	}
	return what
}

// joined: characters behind which a joiner, or a sign for the coloured form, stands
// in ordinary text.
func joined(r rune) bool {
	return r == 0xa9 || r == 0xae || r >= 0x600 && r < 0x1e00 || r >= 0x203c && !unicode.Is(unicode.Latin, r)
}
