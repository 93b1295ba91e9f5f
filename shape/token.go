package shape

import (
	"strconv"
	"strings"
)

// The placeholders a shape is made of. Expansion stands for what the text does
// not give; it is apart from the six so that nobody takes it for a value that
// was looked at.
const (
	URL       = "<url>"
	Path      = "<path>"
	Number    = "<n>"
	SHA       = "<sha>"
	Name      = "<name>"
	Word      = "<word>"
	Expansion = "<expansion>"
)

// Placeholders gives the six classes of values and the one of expansions.
func Placeholders() []string {
	return []string{URL, Path, Number, SHA, Name, Word, Expansion}
}

// tokens are plain words that stand for the placeholders while a shape is read
// as shell text, where <word> would be two redirections. The zero value knows
// none.
type tokens struct {
	head string // begins each token; does not occur in the text
}

const tail = "xqz"

// tokensFor chooses tokens that do not occur in the text.
func tokensFor(text string) tokens {
	if !strings.Contains(text, "<") {
		return tokens{}
	}
	for k := 0; ; k++ {
		head := "zq" + strconv.Itoa(k) + "x"
		if !strings.Contains(text, head) {
			return tokens{head}
		}
	}
}

func (t tokens) of(placeholder string) string {
	return t.head + placeholder[1:len(placeholder)-1] + tail
}

// hide puts tokens in place of the placeholders.
func (t tokens) hide(text string) string {
	if t.head == "" {
		return text
	}
	for _, p := range Placeholders() {
		text = strings.ReplaceAll(text, p, t.of(p))
	}
	return text
}

// restore is the reverse of hide.
func (t tokens) restore(text string) string {
	if t.head == "" {
		return text
	}
	for _, p := range Placeholders() {
		text = strings.ReplaceAll(text, t.of(p), p)
	}
	return text
}

// exact tells whether a word is a placeholder and nothing else.
func (t tokens) exact(s string) bool {
	if t.head == "" || !strings.HasPrefix(s, t.head) || !strings.HasSuffix(s, tail) {
		return false
	}
	for _, p := range Placeholders() {
		if s == t.of(p) {
			return true
		}
	}
	return false
}

// within tells whether a word holds a placeholder.
func (t tokens) within(s string) bool { return t.head != "" && strings.Contains(s, t.head) }
