package word

import (
	"math"
	"strings"
)

// Place says where a value stands.
type Place struct {
	Quoted   bool
	Certain  bool // the place itself says that it is a password
	Code     bool // in a program, not in settings
	Sketch   bool // in an example or a manual
	Expected bool // the name has more than one word
}

// maxValue bounds values, in characters.
const maxValue = 4096

// Value tells whether a value given to a name of that kind is a secret.
func Value(k Kind, v string, p Place) bool {
	if len(v) < 6 || len(v) > maxValue || Reference(v) || Public(v) || Placeholder(v) || !p.Quoted && expression(v) || p.Code && formats(v) {
		return false
	}
	switch k {
	case Password:
		return password(v, p)
	case Secret:
		return token(v, 12, 3, p)
	case Key:
		return token(v, 20, 3.5, p) && !allIn(v, hexDigit) && !uuid(v)
	case Phrase:
		return Wallet(v)
	}
	return false
}

// password judges what a person may have chosen.
func password(v string, p Place) bool {
	s := shape(v)
	switch {
	case s.blanks > 0 || s.odd > 0 && s.digits == 0:
		return false
	case p.Certain:
		return true
	case s.letters() == 0 || len(v) < 8 && (p.Code || p.Sketch):
		return false
	case identifier(v) || p.Code && pattern(v):
		return false
	case s.digits == 0 && s.letters() == len(v):
		return scrambled(v, s) && !p.Sketch
	case s.digits == 0:
		return s.special > 0 && s.upper > 0 && s.lower > 0 && len(v) >= 8 && !p.Sketch && !prose(v)
	case p.Sketch:
		return s.classes() >= 3 && len(v) >= 10 && Entropy(v) >= 3
	case s.classes() >= 3:
		return len(v) >= 8 || s.classes() == 4
	}
	return len(v) >= 8 && Entropy(v) >= 2.5
}

// scrambled tells whether letters alone are as mixed as a generator mixes them:
// the capitals of a name begin its words, these begin none.
func scrambled(v string, s signs) bool {
	return len(v) >= 10 && s.upper > 2 && s.lower > 2 && changes(v)*4 > len(v) && Entropy(v) >= 3 && !humps(v)
}

// token judges what a machine has made.
func token(v string, least int, floor float64, p Place) bool {
	s := shape(v)
	if len(v) < least || s.odd > 0 || identifier(v) || pattern(v) {
		return false
	}
	if s.blanks > 0 {
		return s.special >= 8 && s.digits > 0 && len(v) >= 40 && Entropy(v) >= 4
	}
	if allIn(v, hexDigit) {
		return len(v) >= 16 && s.digits > 0 && (s.letters() > 0 || len(v) >= 32) && Entropy(v) >= 2.8
	}
	if uuid(v) {
		return p.Expected && Entropy(v) >= 2.8
	}
	if p.Sketch {
		floor += 0.5
	}
	switch {
	case Entropy(v) < floor || s.letters() < 3:
		return false
	case s.digits > 0:
		return len(v) >= 16 || s.classes() >= 3 || p.Certain
	}
	return len(v) >= 20 && s.upper > 2 && s.lower > 2 && Entropy(v) >= 3.8 && changes(v)*4 > len(v)
}

// signs counts the characters of a text by class.
type signs struct{ upper, lower, digits, joints, special, blanks, odd int }

func (s signs) letters() int { return s.upper + s.lower }

func (s signs) classes() int {
	return min(s.upper, 1) + min(s.lower, 1) + min(s.digits, 1) + min(s.special, 1)
}

func shape(v string) signs {
	var s signs
	for i := range len(v) {
		switch c := v[i]; {
		case upper(c):
			s.upper++
		case lower(c):
			s.lower++
		case digit(c):
			s.digits++
		case c == ' ' || c == '\t':
			s.blanks++
		case c < ' ' || c >= 0x7f:
			s.odd++
		case joint(c):
			s.joints++
		default:
			s.special++
		}
	}
	return s
}

func joint(c byte) bool { return strings.IndexByte("_-.:/,", c) >= 0 }

// Entropy is Shannon's, in bits per character.
func Entropy(v string) float64 {
	var counts [256]int
	for i := range len(v) {
		counts[v[i]]++
	}
	h, n := 0.0, float64(len(v))
	for _, c := range counts {
		if c > 0 {
			p := float64(c) / n
			h -= p * math.Log2(p)
		}
	}
	return h
}

// changes counts where a text goes from one class of characters to another,
// other than from a capital to the rest of its word.
func changes(v string) int {
	n := 0
	for i := 1; i < len(v); i++ {
		if upper(v[i]) && lower(v[i-1]) || lower(v[i]) && upper(v[i-1]) && i > 1 && alpha(v[i-2]) || digit(v[i]) != digit(v[i-1]) {
			n++
		}
	}
	return n
}

func allIn(v string, in func(byte) bool) bool {
	for i := range len(v) {
		if !in(v[i]) {
			return false
		}
	}
	return true
}

func hexDigit(c byte) bool { return digit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' }

// Hex tells whether a value is in hexadecimal.
func Hex(v string) bool { return allIn(v, hexDigit) }

// Mixed tells whether letters of both kinds and digits are as mixed as in
// random base64.
func Mixed(v string) bool {
	s := shape(v)
	return s.upper > 3 && s.lower > 3 && s.digits > 0 && Entropy(v) >= 4
}

func uuid(v string) bool {
	if len(v) != 36 {
		return false
	}
	for i := range len(v) {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if v[i] != '-' {
				return false
			}
		} else if !hexDigit(v[i]) {
			return false
		}
	}
	return true
}

// identifier tells whether a value is made of words that are joined, as names,
// paths, versions and hosts are.
func identifier(v string) bool {
	pieces, words := 0, 0
	for rest := strings.TrimRight(v, "="); rest != ""; {
		cut := 0
		for cut < len(rest) && !joint(rest[cut]) && rest[cut] != '=' {
			cut++
		}
		if cut > 0 {
			pieces++
			if wordlike(rest[:cut]) {
				words++
			}
		}
		rest = rest[min(cut+1, len(rest)):]
	}
	return words == pieces && (pieces > 1 || longWord(v)) || pieces > 3 && words+1 == pieces && shape(v).upper == 0
}

// wordlike tells whether a piece of a name is a word, a number, or a word with
// a short number.
func wordlike(p string) bool {
	s := shape(p)
	if s.special+s.blanks+s.odd > 0 {
		return false
	}
	if s.digits == len(p) {
		return len(p) <= 8
	}
	turns := 0
	for i := 1; i < len(p); i++ {
		if digit(p[i]) && !digit(p[i-1]) {
			turns++
		}
	}
	if s.digits > 4 || turns > 1 || digit(p[0]) && s.digits > 1 {
		return false
	}
	return s.upper == 0 || s.lower == 0 || humps(p)
}

// humps tells whether capitals in a word begin words of their own: words have
// vowels and more than two letters as a rule.
func humps(p string) bool {
	words, good := 0, 0
	for i := 0; i < len(p); {
		n := i + 1
		for n < len(p) && (upper(p[n]) && upper(p[n-1]) && (n+1 == len(p) || !lower(p[n+1])) || !upper(p[n])) {
			n++
		}
		w := p[i:n]
		words++
		if len(w) > 2 && strings.ContainsAny(w, "aeiouyAEIOUY") && !digit(w[0]) {
			good++
		}
		i = n
	}
	return good*4 >= words*3 && (shape(p).digits == 0 || len(p) >= 4*words)
}

// longWord tells whether a text without joints is one word or several in
// humps, as names in programs are.
func longWord(v string) bool {
	s := shape(v)
	for i := 1; i < len(v); i++ {
		if lower(v[i]) && digit(v[i-1]) {
			return false
		}
	}
	return s.special+s.blanks+s.odd+s.joints == 0 && s.digits <= 2 && (len(v) < 32 || s.upper*3 < s.lower) && wordlike(v) &&
		(s.digits == 0 || s.upper == 0 && s.digits == 1 && len(v) < 12 || s.upper > 0 && !digit(v[len(v)-1]) && len(v) > 12)
}

// expression tells whether something without quotes calls or looks up.
func expression(v string) bool {
	v = strings.TrimRight(v, ",;")
	open := strings.IndexAny(v, "([")
	if open > 0 && (strings.HasSuffix(v, ")") || strings.HasSuffix(v, "]")) {
		return allIn(v[:open], func(c byte) bool { return alpha(c) || digit(c) || c == '.' || c == '_' })
	}
	if open >= 4 && strings.Count(v, "(") > strings.Count(v, ")") && allIn(v[:open], func(c byte) bool { return lower(c) || c == '.' || c == '_' }) {
		return true // cut off
	}
	return strings.Contains(v, "::") || strings.Contains(v, "->") || strings.Contains(v, "()")
}

// formats tells whether a value is a template for printing.
func formats(v string) bool {
	for _, p := range [...]string{"%s", "%d", "%v", "%q", "%x", "%0", `\x1b`, `\033`, `\e[`} {
		if strings.Contains(v, p) {
			return true
		}
	}
	return false
}

// pattern tells whether a value is a regular expression.
func pattern(v string) bool {
	for _, p := range [...]string{"[a-", "[^", "[0-9", `\d`, `\w`, `\s`, `\.`, `\(`, ".*", "(?"} {
		if strings.Contains(v, p) {
			return true
		}
	}
	return false
}

// prose tells whether words follow each other.
func prose(v string) bool { return strings.ContainsAny(v, "'\"") && strings.Count(v, " ") > 0 }

// Wallet tells whether a text is the words of a wallet: 12 to 24 short words,
// hardly any of them twice, or a raw key.
func Wallet(v string) bool {
	if len(v) == 66 && (v[:2] == "0x" || v[:2] == "0X") && allIn(v[2:], hexDigit) {
		return Entropy(v[2:]) > 3
	}
	words := strings.Fields(strings.ReplaceAll(v, ",", " "))
	if n := len(words); n < 12 || n > 24 || n%3 != 0 {
		return false
	}
	seen := map[string]bool{}
	for _, w := range words {
		if len(w) < 3 || len(w) > 8 || !allIn(w, lower) || stopWord(w) {
			return false
		}
		seen[w] = true
	}
	return len(seen)*10 >= len(words)*8
}

// stopWord tells whether a word is common in sentences and not in the list of
// words for wallets.
func stopWord(w string) bool {
	switch w {
	case "the", "and", "for", "are", "was", "with", "from", "your", "not", "has", "have", "which", "were", "been", "should", "would", "its", "his", "her":
		return true
	}
	return false
}
