package facts

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sentinelgate/sentinel"
)

// strangeCharacters reports what a person cannot see in the text, or would
// take for something else.
func (a *assessor) strangeCharacters(text string) {
	if plainASCII(text) {
		return
	}
	if !utf8.ValidString(text) {
		a.hidden(text, "bytes that are no text", sentinel.Span{})
		return
	}
	for i, r := range text {
		if what := hiddenRune(r); what != "" {
			a.hidden(text, fmt.Sprintf("%s (U+%04X)", what, r), sentinel.Span{Start: i, End: i + utf8.RuneLen(r)})
			return
		}
	}
	for _, c := range a.read.Commands {
		if name, ok := c.Program(); ok && lookalike(name) {
			a.hidden(text, "letters that look like others in the program name "+name, sentinel.Span{Start: c.Span.Start, End: c.Span.End})
		}
	}
}

func plainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	return !strings.ContainsRune(s, '\r') || !strings.Contains(strings.ReplaceAll(s, "\r\n", "\n"), "\r")
}

// hiddenRune names runes that are invisible or turn the line around.
func hiddenRune(r rune) string {
	switch {
	case r == '\n' || r == '\t' || r == '\r':
		return ""
	case r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0:
		return "a control character"
	case r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f || r == 0x061c:
		return "a direction mark"
	case r == 0x200d || r == 0xfe0f:
		return "" // parts of emoji
	case r >= 0x200b && r <= 0x200c || r == 0x2060 || r == 0xfeff || r == 0x00ad || r == 0x180e:
		return "an invisible character"
	case r >= 0xe0000 && r <= 0xe007f:
		return "an invisible tag character"
	case r == 0x2028 || r == 0x2029 || r == 0x0085 || r == 0x00a0 || r >= 0x2000 && r <= 0x200a || r == 0x3000 || r == 0x202f || r == 0x205f:
		return "a blank that the shell does not take for one"
	}
	return ""
}

// lookalike: a name that mixes scripts, or is made of full-width letters.
func lookalike(name string) bool {
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

func (a *assessor) hidden(text, what string, at sentinel.Span) {
	part := sentinel.Part{Text: text, Risk: sentinel.High, Colour: sentinel.Red}
	a.find(&part, sentinel.Effect{Kind: sentinel.Unread, Scope: sentinel.ScopeNone, Target: what},
		sentinel.Finding{Rule: "text.hidden", Label: "hidden characters", Say: "the text holds " + what, Span: at, Part: text})
	a.parts = append(a.parts, part)
}

// raw looks for catastrophes in a text that does not parse: it is asked about
// anyway, but these are no question.
func (a *assessor) raw(text string) {
	if !a.unparsed() {
		return
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n;&|()`\"'", r) })
	for i, w := range words {
		if w != "rm" {
			continue
		}
		recursive := false
		for _, x := range words[i+1 : min(len(words), i+8)] {
			if strings.HasPrefix(x, "-") {
				recursive = recursive || strings.ContainsAny(x, "rR")
				continue
			}
			if recursive && (x == "/" || x == "/*" || x == "~" || x == "~/" || x == "$HOME") {
				part := sentinel.Part{Text: text, Risk: sentinel.Critical, Colour: sentinel.Red}
				a.find(&part, sentinel.Effect{Kind: sentinel.Catastrophe, Scope: sentinel.ScopeSystem}, sentinel.Finding{
					Rule: destructiveShell, Say: "a text that cannot be read seems to delete " + x, Part: text})
				a.parts = append(a.parts, part)
				return
			}
		}
	}
}
