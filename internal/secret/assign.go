package secret

import (
	"bytes"
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret/form"
	"github.com/sentinelgate/sentinel/internal/secret/word"
)

// maxGap bounds blanks and the like between a name and its value.
const maxGap = 80

// link is how a value is given to a name.
type link byte

const (
	linkNone  link = iota
	linkGiven      // = or : and their relatives
	linkArg        // the next argument, or the only one
	linkTag        // <name>value</name>
	linkWord       // the next word
	linkApart      // a member of its own says value
)

// assignment judges a name that has a telling word from at to end in it.
func (r *run) assignment(at, end int) {
	if at < r.named {
		return
	}
	start, stop := r.nameAround(at, end)
	r.named = stop
	how, i := r.linkAfter(start, stop)
	if how == linkNone {
		return
	}
	name := strings.Trim(string(r.text[start:stop]), "-.$:")
	kind := word.Name(name)
	switch {
	case kind == word.None, name == "PWD", strings.EqualFold(name, "pass") && r.byteAt(stop) == ':' && r.byteAt(i) != '"' && r.byteAt(i) != '\'':
		return // the folder of a shell; what a test did
	case r.byteAt(stop) == '"' && (r.byteAt(start-1) == ':' || r.text[start] == ':'):
		return // a type's name, as A::B::Key
	}
	v, ok := r.valueAt(i, how, start, kind)
	if !ok {
		return
	}
	r.value(name, kind, v)
}

func nameByte(c byte) bool { return wordByte(c) || c == '-' || c == '.' }

// nameAround is the whole name around a telling word.
func (r *run) nameAround(at, end int) (int, int) {
	for n := 0; at > 0 && n < 100 && (nameByte(r.text[at-1]) || r.text[at-1] == ':' && at > 1 && r.text[at-2] == ':'); n++ {
		at--
	}
	// The letter of an escape is no part of a name.
	if at > 0 && r.text[at-1] == '\\' && strings.IndexByte("nrt", r.text[at]) >= 0 {
		at++
	}
	for n := 0; end < len(r.text) && n < 60 && nameByte(r.text[end]); n++ {
		end++
	}
	for end > at && (r.text[end-1] == '-' || r.text[end-1] == '.') {
		end--
	}
	return at, end
}

// blanks skips blanks from i on.
func (r *run) blanks(i int) int {
	for n := 0; i < len(r.text) && n < maxGap && (r.text[i] == ' ' || r.text[i] == '\t'); n++ {
		i++
	}
	return i
}

func (r *run) byteAt(i int) byte {
	if i >= 0 && i < len(r.text) {
		return r.text[i]
	}
	return 0
}

// linkAfter finds how a value follows the name that ends at stop, and where it
// begins.
func (r *run) linkAfter(start, stop int) (link, int) {
	i := stop
	for n := 0; n < 4 && strings.IndexByte("\"'\\]`", r.byteAt(i)) >= 0 && i < len(r.text); n++ {
		i++
	}
	closed := i > stop
	i = r.blanks(i)
	next := r.byteAt(i + 1)
	switch c := r.byteAt(i); {
	case c == '=' && next != '~', c == ':' && next != ':', c == '?' && (next == '=' || next == ':'), c == '|' && next == '|' && r.byteAt(i+2) == '=', c == '+' && next == '=':
		if c == '=' && closed && start > 0 && r.valueIsName(start) {
			break
		}
		return linkGiven, r.afterSign(i)
	case c == ',' && closed && !r.valueIsName(start):
		return linkArg, r.blanks(i + 1)
	case c == '(' && !closed:
		return linkArg, r.blanks(i + 1)
	case c == '>' && r.byteAt(start-1) == '<':
		return linkTag, i + 1
	}
	if v, ok := r.apart(start, i, closed); ok {
		return linkApart, v
	}
	switch {
	case closed || i == stop:
		return linkNone, 0
	case r.typed(i):
		return linkGiven, r.afterSign(bytes.IndexByte(r.text[i:], '=') + i)
	}
	return linkWord, i
}

// afterSign is behind = : := => == and what else they are written with.
func (r *run) afterSign(i int) int {
	for n := 0; n < 3 && i < len(r.text) && strings.IndexByte("=:>|+?", r.text[i]) >= 0; n++ {
		i++
	}
	return r.blanks(i)
}

// typed tells whether a type and then = follow, as in var token string = "x".
func (r *run) typed(i int) bool {
	line := r.text[i:min(len(r.text), i+50)]
	eq := bytes.Index(line, []byte("= \""))
	if eq < 2 {
		return false
	}
	for _, c := range line[:eq] {
		if !wordByte(c) && strings.IndexByte(" *[]&<>", c) < 0 {
			return false
		}
	}
	return true
}

// valueIsName tells whether the name is itself the value of a member called
// name or key.
func (r *run) valueIsName(start int) bool {
	i := start
	for n := 0; n < 8 && i > 0 && strings.IndexByte(" \t\"'\\", r.text[i-1]) >= 0; n++ {
		i--
	}
	if i == 0 || strings.IndexByte(":=>", r.text[i-1]) < 0 {
		return false
	}
	for n := 0; n < 8 && i > 0 && strings.IndexByte(" \t\"'\\:=>", r.text[i-1]) >= 0; n++ {
		i--
	}
	word := strings.ToLower(string(r.text[max(0, i-8):i]))
	return strings.HasSuffix(word, "name") || strings.HasSuffix(word, "key") || strings.HasSuffix(word, "id")
}

// apart finds the value of a pair whose halves are members of their own.
func (r *run) apart(start, i int, closed bool) (int, bool) {
	if c := r.byteAt(i); !closed && c != '\n' && c != '\r' && c != '<' || !r.valueIsName(start) {
		return 0, false
	}
	rest := r.text[i:min(len(r.text), i+maxGap)]
	at, n := -1, 0
	for _, w := range [...]string{"value", "Value", "VALUE", "<string>"} {
		if k := bytes.Index(rest, []byte(w)); k >= 0 && (at < 0 || k < at) {
			at, n = k, len(w)
		}
	}
	if at < 0 || bytes.IndexByte(rest[:at], '}') >= 0 || bytes.Count(rest[:at], []byte{'\n'}) > 1 {
		return 0, false
	}
	v := i + at + n
	if rest[at] == '<' {
		return v, true
	}
	for n := 0; n < 3 && strings.IndexByte("\"'\\", r.byteAt(v)) >= 0; n++ {
		v++
	}
	v = r.blanks(v)
	if strings.IndexByte(":=>", r.byteAt(v)) < 0 {
		return 0, false
	}
	return r.afterSign(v), true
}

// literal is a value that was found.
type literal struct {
	start, end int
	text       string // put together when it was written in pieces
	quoted     bool
	certain    bool
	pieces     bool
}

// valueAt reads the value that begins at i.
func (r *run) valueAt(i int, how link, start int, kind word.Kind) (literal, bool) {
	if how == linkTag || how == linkApart && r.byteAt(i-1) == '>' {
		v, ok := r.until(i, "<\n")
		return v, ok && bytes.HasPrefix(bytes.TrimLeft(r.text[v.end:min(len(r.text), v.end+40)], " \t\r\n"), []byte("</"))
	}
	if c := r.byteAt(i); (c == '"' || c == '\'' || c == '`') && how == linkGiven && r.open(start, c) && bytes.IndexByte(r.text[start:i], c) < 0 {
		return literal{}, false // the quote ends what the name stands in
	}
	j := r.wrapped(i)
	if v, ok := r.quoted(j); ok {
		if how != linkWord {
			return r.joined(v), true
		}
		v.certain = kind == word.Password && (r.flag(start) || r.account(start))
		return v, v.certain || r.flag(start) || r.lineBegins(start) || r.place.netrc
	}
	switch {
	case how == linkArg:
		return literal{}, false
	case how == linkWord:
		return r.nextWord(i, start, kind)
	case r.place.code || !r.place.loose:
		return r.inString(i, start)
	}
	return r.bare(i, start, kind)
}

// until reads a value up to one of some characters.
func (r *run) until(i int, ends string) (literal, bool) {
	limit := min(len(r.text), i+4096)
	n := bytes.IndexAny(r.text[i:limit], ends)
	if n < 0 {
		n = limit - i
	}
	return r.trimmed(i, i+n)
}

func (r *run) trimmed(from, to int) (literal, bool) {
	for from < to && strings.IndexByte(" \t\r", r.text[from]) >= 0 {
		from++
	}
	for to > from && strings.IndexByte(" \t\r", r.text[to-1]) >= 0 {
		to--
	}
	return literal{start: from, end: to, text: string(r.text[from:to])}, to-from >= 6
}

// wrapped skips what programs put around a literal: a call that only converts,
// a bracket, what is used when a variable is not set, a type.
func (r *run) wrapped(i int) int {
	line := r.text[i:min(len(r.text), i+200)]
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		if n < 2 || len(bytes.TrimSpace(line[:n])) == 0 {
			// The value stands on the next line, in quotes.
			next := bytes.TrimLeft(line[n:], "\r\n\t ")
			if len(next) > 0 && (next[0] == '"' || next[0] == '\'') {
				return i + len(line) - len(next)
			}
		}
		line = line[:n]
	}
	for _, w := range [...]string{"String::from(", "SecretStr(", "Secret(", "Some(", "ConvertTo-SecureString ", "[]byte(", "Buffer.from(", "new String(",
		"base64.b64decode(", "str(", "bytes(", "Optional.of(", "SecretString(", "cdk.SecretValue.unsafePlainText(", "[", "(", "{"} {
		if bytes.HasPrefix(line, []byte(w)) {
			return r.blanks(i + len(w))
		}
	}
	for _, w := range [...]string{" || ", " ?? ", " or ", " ?: ", "= "} {
		if n := bytes.Index(line, []byte(w)); n > 0 && (w != "= " || n < 40 && r.typed(i)) {
			if c := r.byteAt(i + n + len(w)); c == '"' || c == '\'' || c == '`' {
				return i + n + len(w)
			}
		}
	}
	return r.fallback(i, line)
}

// fallback finds what a look-up in the environment falls back to.
func (r *run) fallback(i int, line []byte) int {
	for _, w := range [...]string{"getenv(", "environ.get(", "env.get(", "ENV.fetch(", "env(", "getEnv(", "config("} {
		n := bytes.Index(line, []byte(w))
		if n < 0 || n > 24 {
			continue
		}
		if comma := bytes.IndexByte(line[n:], ','); comma > 0 {
			if j := r.blanks(i + n + comma + 1); r.byteAt(j) == '"' || r.byteAt(j) == '\'' {
				return j
			}
		}
	}
	return i
}

// quoted reads a value in quotes.
func (r *run) quoted(i int) (literal, bool) {
	for n := 0; n < 2 && strings.IndexByte("bBrRuUfFL@$", r.byteAt(i)) >= 0 && i+1 < len(r.text) && strings.IndexByte("\"'bBrRuUfF@$", r.text[i+1]) >= 0; n++ {
		i++
	}
	escapes := 0
	for r.byteAt(i) == '\\' && escapes < 4 {
		i++
		escapes++
	}
	quote := r.byteAt(i)
	if quote != '"' && quote != '\'' && quote != '`' {
		if bytes.HasPrefix(r.text[min(i, len(r.text)):], []byte("&quot;")) {
			return r.until(i+6, "&\n")
		}
		return literal{}, false
	}
	end := r.closing(i+1, quote, escapes)
	if end < i+2 {
		return literal{}, false
	}
	v, _ := r.trimmed(i+1, end)
	v.quoted = true
	return v, true
}

// closing is where a quote that was opened before i is closed, -1 if it is not
// on this line.
func (r *run) closing(i int, quote byte, escapes int) int {
	for limit := min(len(r.text), i+4200); i < limit; i++ {
		switch c := r.text[i]; {
		case c == '\n':
			return -1
		case c == quote:
			return i
		case c == '\\' && escapes > 0 && r.byteAt(i+escapes) == quote:
			return i
		case c == '\\' && escapes == 0:
			i++
		}
	}
	return -1
}

// joined adds the further pieces of a value that is put together from
// literals.
func (r *run) joined(v literal) literal {
	i := v.end
	for range 6 {
		j := r.blanks(i + 1)
		if c := r.byteAt(j); c != '+' && c != '.' && c != '\\' {
			return v
		}
		j++
		for n := 0; n < maxGap && strings.IndexByte(" \t\r\n", r.byteAt(j)) >= 0 && j < len(r.text); n++ {
			j++
		}
		quote := r.byteAt(j)
		end := -1
		if quote == '"' || quote == '\'' {
			end = r.closing(j+1, quote, 0)
		}
		if end < 0 {
			return v
		}
		v.text += string(r.text[j+1 : end])
		v.pieces = true
		i = end
	}
	return v
}

// flag tells whether a name is an option of a command.
func (r *run) flag(start int) bool {
	if r.byteAt(start) != '-' || start > 0 && wordByte(r.text[start-1]) {
		return false
	}
	return !bytes.HasPrefix(r.text[start:], []byte("-pp")) // -p with its value
}

// lineBegins tells whether only blanks, or a word that sets something, stand
// before a name.
func (r *run) lineBegins(start int) bool {
	line := r.text[max(0, bytes.LastIndexByte(r.text[:start], '\n')+1):start]
	line = bytes.Trim(line, " \t'\"")
	return len(line) == 0 || bytes.HasSuffix(line, []byte("set")) || bytes.HasSuffix(line, []byte("define")) || bytes.HasPrefix(line, []byte("machine "))
}

// nextWord reads a value that follows its name as the next word: of an option,
// in .netrc, in settings that have a name and a value a line.
func (r *run) nextWord(i, start int, kind word.Kind) (literal, bool) {
	flag := r.flag(start)
	line := r.lineBegins(start) || r.place.netrc
	if !flag && (!line || !r.place.loose || r.place.yaml || r.place.doc) || r.byteAt(i) == '-' || flag && r.place.code && !r.insideString(start) {
		return literal{}, false
	}
	v, ok := r.until(i, " \t\r\n\"'`;|&<>\\")
	v.certain = r.place.netrc || flag && kind == word.Password || bytes.Contains(r.lineBefore(start), []byte("login "))
	if rest := r.text[v.end:min(len(r.text), v.end+30)]; !flag && !r.place.netrc && ok {
		rest, _, _ = bytes.Cut(rest, []byte("\n"))
		rest = bytes.TrimSpace(rest)
		ok = len(rest) == 0 || rest[0] == '-' || rest[0] == '#' || rest[0] == ';' || bytes.Contains(r.lineBefore(start), []byte("machine "))
	}
	return v, ok
}

// account tells whether an account of a database is made or changed on this
// line: PASSWORD 'x' then sets its password.
func (r *run) account(start int) bool {
	line := strings.ToLower(string(r.lineBefore(start)))
	return strings.Contains(line, " user ") || strings.Contains(line, " role ") || strings.Contains(line, "identified with")
}

func (r *run) lineBefore(i int) []byte {
	return r.text[max(0, i-300, bytes.LastIndexByte(r.text[:i], '\n')+1):i]
}

// insideString tells whether a quote is open on this line before i.
func (r *run) insideString(i int) bool { return r.open(i, '"') || r.open(i, '\'') || r.open(i, '`') }

func (r *run) open(i int, quote byte) bool {
	return bytes.Count(r.lineBefore(i), []byte{quote})%2 == 1
}

// inString reads a value that stands without quotes of its own within a
// literal of a program: part of a URL or of a connection string. In a comment
// it stands as in a file of settings.
func (r *run) inString(i, start int) (literal, bool) {
	if i == 0 || r.text[i-1] != '=' && r.text[i-1] != ' ' {
		return literal{}, false
	}
	if bytes.ContainsAny(r.text[start:i], "\"'`") {
		return literal{}, false
	}
	if !r.insideString(start) {
		line := bytes.TrimSpace(r.lineBefore(start))
		comment := len(line) > 0 && (line[0] == '#' || bytes.HasPrefix(line, []byte("//")))
		name := string(r.text[start:min(i, r.named)])
		if !comment || name != strings.ToUpper(name) || r.text[i-1] != '=' {
			return literal{}, false
		}
	}
	v, ok := r.until(i, " \t\r\n\"'`;&\\<>{},)")
	return v, ok && strings.ContainsAny(v.text, "0123456789") && !strings.Contains(v.text, "+=")
}

// bare reads a value without quotes in a file where that is usual.
func (r *run) bare(i, start int, kind word.Kind) (literal, bool) {
	switch {
	case r.place.shell || strings.IndexByte("?&", r.byteAt(start-1)) >= 0 && start > 0 || r.insideString(start):
		if c := r.byteAt(i - 1); c != '=' && c != ':' && r.place.shell && !r.lineBegins(start) && !bytes.Contains(r.lineBefore(start), []byte(" -H")) {
			if !strings.ContainsRune(string(r.text[start:i]), ':') {
				return literal{}, false
			}
		}
		return r.until(i, " \t\r\n\"'`;|&<>\\)")
	case r.place.yaml && bytes.IndexByte(r.lineBefore(start), '{') >= 0:
		return r.until(i, ",}\n")
	}
	v, ok := r.until(i, "\n")
	if n := strings.Index(v.text, " #"); n > 0 {
		v, ok = r.trimmed(v.start, v.start+n)
	}
	if n := strings.IndexAny(v.text, " \t"); n > 0 && kind != word.Phrase && r.at >= 0 {
		if strings.HasPrefix(v.text, "Bearer ") || strings.HasPrefix(v.text, "Basic ") {
			return literal{}, false // the scheme's own judge sees it
		}
		if c := v.text[n+1]; c != ';' && c != '/' && kind != word.Key {
			return literal{}, false
		}
	}
	return v, ok
}

// allBase64 tells whether a value is in the alphabet of base64.
func allBase64(v string) bool {
	for i := range len(v) {
		if !form.In('S', v[i]) {
			return false
		}
	}
	return true
}
