// Package mask hides secrets in texts that are written down or shown: Text is its
// one function. A provider's form of secret is a line in tokens.go, a program's
// flag for a password one in programNamed there.
package mask

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Text replaces the secrets in text by "[masked N]", N being how many
// characters are left out. It knows secrets by where they stand (the value of
// --password, of GITHUB_TOKEN=, of an Authorization header, the password of a
// URL), by their form (tokens of known providers, private keys), and by
// looking random. It would rather mask too much: what is lost is legibility.
//
// It reads the text once and needs no more than linear time. Masking what was
// masked changes nothing.
func Text(text string) string {
	m := masker{text: text}
	m.run()
	if m.out.Len() == 0 {
		return text
	}
	m.out.WriteString(text[m.done:])
	return m.out.String()
}

// masker goes over text; what stands before done is in out.
type masker struct {
	text string
	out  strings.Builder
	done int
	// program is the last command name that takes a password in a flag with
	// another meaning elsewhere.
	program *program
	// random is where the word ends that was tested for looking random.
	random int
}

func (m *masker) run() {
	for i := 0; i < len(m.text); {
		c := m.text[i]
		switch {
		case strings.HasPrefix(m.text[i:], "[masked "):
			i += len("[masked ")
		case strings.HasPrefix(m.text[i:], "://"):
			i = m.userinfo(i + 3)
		case strings.HasPrefix(m.text[i:], "-----BEGIN "):
			i = m.privateKey(i)
		case wordByte(c):
			i = m.word(i)
		default:
			// A single & may be part of a URL.
			if c == ';' || c == '|' || c == '\n' || strings.HasPrefix(m.text[i:], "&&") {
				m.program = nil
			}
			i++
		}
	}
}

// hide masks text[start:end] and returns end. Empty and masked values stay.
func (m *masker) hide(start, end int) int {
	if start < end && start >= m.done && !strings.HasPrefix(m.text[start:], "[masked ") {
		m.out.WriteString(m.text[m.done:start])
		m.out.WriteString("[masked " + strconv.Itoa(utf8.RuneCountInString(m.text[start:end])) + "]")
		m.done = end
	}
	return end
}

func letterOrDigit(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// wordByte is what names and most tokens are made of.
func wordByte(c byte) bool { return letterOrDigit(c) || c == '_' || c == '-' || c == '.' }

// base64Byte is what base64 has besides.
func base64Byte(c byte) bool { return wordByte(c) || c == '+' || c == '/' || c == '=' }

func (m *masker) end(i int, in func(byte) bool) int {
	for i < len(m.text) && in(m.text[i]) {
		i++
	}
	return i
}

// word looks at the word that begins at i and returns where to go on.
func (m *masker) word(i int) int {
	end := m.end(i, wordByte)
	word := m.text[i:end]
	if keep, ok := knownToken(word); ok {
		// Some formats go on with signs that are no part of a word.
		return m.hide(i+keep, m.end(end, func(c byte) bool { return base64Byte(c) || c == '~' }))
	}
	if next := m.named(i, word, end); next > end {
		return next
	}
	if next := m.flagOf(word, end); next > end {
		return next
	}
	if p := programNamed(word); p != nil {
		m.program = p
	}
	if i >= m.random {
		m.random = m.end(i, base64Byte)
		if looksRandom(m.text[i:m.random]) {
			return m.hide(i, m.random)
		}
	}
	return end
}

// named masks the value behind a name that means a secret: NAME=value, name:
// value, "name": "value", --name value, Authorization: scheme value.
func (m *masker) named(i int, word string, end int) int {
	flag := strings.HasPrefix(word, "-")
	if scheme(word) {
		return m.afterScheme(end)
	}
	if !secretName(word) {
		return end
	}
	j := end
	if j < len(m.text) && (m.text[j] == '"' || m.text[j] == '\'') && i > 0 && m.text[i-1] == m.text[j] {
		j++ // the name itself is quoted
	} else if strings.HasPrefix(m.text[j:], `\"`) && i > 0 && m.text[i-1] == '"' {
		j += 2 // in JSON within JSON
	}
	spaced := m.blanks(j)
	switch {
	case spaced < len(m.text) && (m.text[spaced] == '=' || m.text[spaced] == ':'):
		j = spaced + 1
		if m.text[spaced] == ':' || spaced > end {
			j = m.blanks(j)
		}
	case flag && spaced > j && !strings.HasPrefix(m.text[spaced:], "-"):
		j = spaced
	default:
		return end
	}
	if header(word) && m.text[spaced] == ':' {
		return m.headerValue(j)
	}
	return m.value(j)
}

// header reports whether word names an HTTP header whose value has blanks.
func header(word string) bool {
	return strings.EqualFold(word, "authorization") || strings.EqualFold(word, "proxy-authorization") ||
		strings.EqualFold(word, "cookie") || strings.EqualFold(word, "set-cookie")
}

// headerValue masks from i, behind the scheme if there is one, to the end of
// the line or quoted word.
func (m *masker) headerValue(i int) int {
	i = m.schemeAt(i)
	if i < len(m.text) && strings.IndexByte("\"'\\", m.text[i]) >= 0 || m.reference(i) {
		return m.value(i)
	}
	return m.hide(i, m.end(i, func(c byte) bool { return strings.IndexByte("\"'\\\n\r", c) < 0 }))
}

func (m *masker) blanks(i int) int {
	return m.end(i, func(c byte) bool { return c == ' ' || c == '\t' })
}

// value masks the value that begins at i: the text in quotes, or up to what
// ends a word. A reference to a variable or a command is no secret.
func (m *masker) value(i int) int {
	if i >= len(m.text) {
		return i
	}
	if strings.HasPrefix(m.text[i:], `\"`) {
		end := strings.Index(m.text[i+2:], `\"`)
		if end < 0 {
			return m.hide(i+2, len(m.text))
		}
		return m.hide(i+2, i+2+end)
	}
	if quote := m.text[i]; quote == '"' || quote == '\'' {
		if quote == '"' && m.reference(i+1) {
			return i + 1
		}
		return m.hide(i+1, m.quoted(i+1, quote))
	}
	if m.reference(i) {
		return i
	}
	if start := m.schemeAt(i); start > i {
		return m.value(start)
	}
	return m.hide(i, m.bare(i))
}

// quoted is where the text in quotes ends that begins at i.
func (m *masker) quoted(i int, quote byte) int {
	for ; i < len(m.text); i++ {
		switch m.text[i] {
		case quote:
			return i
		case '\\':
			if quote == '"' {
				i++
			}
		}
	}
	return len(m.text)
}

// bare is where a value without quotes ends.
func (m *masker) bare(i int) int {
	for ; i < len(m.text); i++ {
		switch m.text[i] {
		case ' ', '\t', '\n', '\r', '"', '\'', ';', '|', '&', '<', '>', '`', ')':
			return i
		case '\\':
			i++
		}
	}
	return len(m.text)
}

// reference reports whether a variable or substitution stands at i.
func (m *masker) reference(i int) bool {
	if i+1 >= len(m.text) {
		return false
	}
	next := m.text[i+1]
	return m.text[i] == '`' || m.text[i] == '$' && (next == '{' || next == '(' || next == '_' || letterOrDigit(next) && next > '9')
}

// scheme reports whether word is an HTTP authentication scheme (RFC 7235) that
// is followed by the secret itself.
func scheme(word string) bool {
	if len(word) > 10 {
		return false
	}
	switch strings.ToLower(word) {
	case "bearer", "basic", "ssws", "apikey", "negotiate":
		return true
	}
	return false
}

// afterScheme masks what follows a scheme's name if it can be a secret; both
// are ordinary words, too.
func (m *masker) afterScheme(end int) int {
	start := m.blanks(end)
	if start == end || m.reference(start) {
		return end
	}
	stop := m.end(start, func(c byte) bool { return base64Byte(c) || c == '~' })
	if stop-start < 8 || stop-start < 16 && !hasDigit(m.text[start:stop]) {
		return end
	}
	return m.hide(start, stop)
}

// schemeAt skips a scheme's name at the start of a header's value.
func (m *masker) schemeAt(i int) int {
	end := m.end(i, wordByte)
	word := m.text[i:end]
	if scheme(word) || strings.EqualFold(word, "token") || strings.EqualFold(word, "digest") {
		if next := m.blanks(end); next > end && next < len(m.text) {
			return next
		}
	}
	return i
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// userinfo masks the password in a URL's authority (RFC 3986, section 3.2.1),
// which begins at i.
func (m *masker) userinfo(i int) int {
	end := m.end(i, func(c byte) bool { return c > ' ' && !strings.ContainsRune("/?#\"'<>`\\|;&()", rune(c)) })
	at := strings.LastIndexByte(m.text[i:end], '@')
	if at < 0 {
		return i
	}
	at += i
	start := i
	if colon := strings.IndexByte(m.text[i:at], ':'); colon >= 0 {
		start = i + colon + 1
	} else if at-i < 20 {
		return i // a user's name
	}
	if m.reference(start) {
		return i
	}
	return m.hide(start, at)
}

// privateKey masks what stands between the lines of a PEM or PGP key (RFC
// 7468); newlines may be written as \n.
func (m *masker) privateKey(i int) int {
	head := strings.Index(m.text[i+11:min(len(m.text), i+80)], "-----")
	if head < 0 || !strings.Contains(m.text[i:i+11+head], "PRIVATE KEY") {
		return i + 11
	}
	start := i + 11 + head + 5
	end := strings.Index(m.text[start:], "-----END ")
	if end < 0 {
		return m.hide(start, len(m.text))
	}
	return m.hide(start, start+end)
}
