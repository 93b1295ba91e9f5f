package secret

import (
	"bytes"
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret/form"
	"github.com/sentinelgate/sentinel/internal/secret/instead"
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
	if string(r.text[start:stop]) == "--password-stdin" {
		r.echoed(start)
		return
	}
	how, i := r.linkAfter(start, stop)
	if how == linkNone {
		return
	}
	name := strings.Trim(string(r.text[start:stop]), "-.$:")
	if n := strings.LastIndex(name, "env."); n >= 0 && strings.IndexByte("|?o", r.byteAt(r.blanks(stop))) >= 0 {
		name = name[n+len("env."):] // what the environment may lack
	}
	kind := word.Name(name)
	switch {
	case kind == word.None, name == "PWD", strings.EqualFold(name, "pass") && r.byteAt(stop) == ':' && r.byteAt(i) != '"' && r.byteAt(i) != '\'':
		return // the folder of a shell; what a test did
	case r.byteAt(stop) == '"' && (r.byteAt(start-1) == ':' || r.text[start] == ':'):
		return // a type's name, as A::B::Key
	}
	if strings.HasSuffix(name, "auth") || strings.HasSuffix(name, "Auth") || strings.HasSuffix(name, "redential") {
		r.pair(i)
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

// linkAfter finds how a value follows the name that ends at stop, and where it
// begins.
func (r *run) linkAfter(start, stop int) (link, int) {
	i := stop
	for n := 0; n < 4 && strings.IndexByte("\"'\\]`", r.byteAt(i)) >= 0 && i < len(r.text); n++ {
		i++
	}
	closed := i > stop
	if n := instead.Or(r.lineBefore(stop), r.text[i:min(len(r.text), i+maxGap)]); n > 0 {
		return linkGiven, i + n
	}
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
	case c == '>' && (r.byteAt(start-1) == '<' || closed && bytes.IndexByte(r.lineBefore(start), '<') >= 0):
		return linkTag, i + 1
	case c == '{' && closed && bytes.HasPrefix(bytes.TrimSpace(r.lineBefore(start)), []byte("variable")):
		return r.variable(i)
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

// variable finds what a variable of Terraform is when nobody sets it.
func (r *run) variable(i int) (link, int) {
	body, _, _ := bytes.Cut(r.text[i:min(len(r.text), i+400)], []byte("\n}"))
	n := bytes.Index(body, []byte(" default"))
	if n < 0 {
		return linkNone, 0
	}
	if j := r.blanks(i + n + len(" default")); r.byteAt(j) == '=' {
		return linkGiven, r.blanks(j + 1)
	}
	return linkNone, 0
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
	if r.byteAt(start-1) == '{' && r.byteAt(start-2) == '$' && how == linkGiven {
		if r.byteAt(i) == '-' {
			i++
		}
		v, ok := r.until(i, "}\n") // what is used when a variable is not set
		return v, ok && r.byteAt(v.end) == '}' && strings.IndexByte("?+", r.text[i-1]) < 0
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
		return v, v.certain || r.keyword(start) || r.flag(start) || r.lineBegins(start) || r.place.Netrc
	}
	switch {
	case how == linkArg:
		return literal{}, false
	case how == linkWord:
		return r.nextWord(i, start, kind)
	case r.place.Code || !r.place.Loose:
		return r.inString(i, start)
	}
	return r.bare(i, start, kind)
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
	if n := instead.Wrapper(line); n > 0 {
		return r.blanks(i + n)
	}
	for _, w := range [...]string{" || ", " ?? ", " or ", " ?: ", "= "} {
		if n := bytes.Index(line, []byte(w)); n > 0 && (w != "= " || n < 40 && r.typed(i)) {
			if c := r.byteAt(i + n + len(w)); c == '"' || c == '\'' || c == '`' {
				return i + n + len(w)
			}
		}
	}
	return i + instead.LookUp(line)
}

// flag tells whether a name is an option of a command.
func (r *run) flag(start int) bool {
	if r.byteAt(start) != '-' || start > 0 && wordByte(r.text[start-1]) {
		return false
	}
	return !bytes.HasPrefix(r.text[start:], []byte("-pp")) // -p with its value
}

// keyword tells whether a name is a key of a map as Lisps write them: :name.
func (r *run) keyword(start int) bool {
	return r.byteAt(start-1) == ':' && (start < 2 || strings.IndexByte(" \t\n{([,", r.text[start-2]) >= 0)
}

// lineBegins tells whether only blanks, or a word that sets something, stand
// before a name.
func (r *run) lineBegins(start int) bool {
	line := r.lineBefore(start)
	line = bytes.Trim(line, " \t'\"")
	if f := bytes.Fields(line); len(f) > 0 && len(f) < 5 {
		first, last := string(f[0]), string(f[len(f)-1])
		switch {
		case len(f) == 1 && (first == "ENV" || first == "setenv" || first == "SetEnv"), first == "set" && last[0] == '-', last == "--secret":
			return true
		}
	}
	return len(line) == 0 || bytes.HasSuffix(line, []byte("set")) || bytes.HasSuffix(line, []byte("define")) || bytes.HasPrefix(line, []byte("machine "))
}

// nextWord reads a value that follows its name as the next word: of an option,
// in .netrc, in settings that have a name and a value a line.
func (r *run) nextWord(i, start int, kind word.Kind) (literal, bool) {
	flag := r.flag(start)
	line := r.lineBegins(start) || r.place.Netrc
	long := kind == word.Secret && !line // only what cannot be a word of a sentence
	if !flag && (!line && !long || !r.place.Loose || r.place.Yaml || r.place.Doc) || r.byteAt(i) == '-' || flag && r.place.Code && !r.insideString(start) {
		return literal{}, false
	}
	v, ok := r.until(i, " \t\r\n\"'`;|&<>\\")
	if how, _, _ := strings.Cut(v.text, ":"); flag && (how == "file" || how == "fd" || how == "env") {
		return v, false // openssl: where the password is
	}
	if long && !flag && v.end-v.start < 20 {
		return v, false
	}
	v.certain = r.place.Netrc || flag && kind == word.Password || bytes.Contains(r.lineBefore(start), []byte("login "))
	if rest := r.text[v.end:min(len(r.text), v.end+30)]; !flag && !r.place.Netrc && ok {
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

// lineBefore is what stands before i on its line, the nearest of it.
func (r *run) lineBefore(i int) []byte {
	near := r.text[max(0, i-300):i]
	return near[bytes.LastIndexByte(near, '\n')+1:]
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
	return v, ok && strings.ContainsAny(v.text, "0123456789") && !strings.Contains(v.text, "+=") && r.byteAt(v.end) != '{'
}

// bare reads a value without quotes in a file where that is usual.
func (r *run) bare(i, start int, kind word.Kind) (literal, bool) {
	switch {
	case r.place.Shell || strings.IndexByte("?&", r.byteAt(start-1)) >= 0 && start > 0 || r.insideString(start):
		if c := r.byteAt(i - 1); c != '=' && c != ':' && r.place.Shell && !r.lineBegins(start) && !bytes.Contains(r.lineBefore(start), []byte(" -H")) {
			if !strings.ContainsRune(string(r.text[start:i]), ':') {
				return literal{}, false
			}
		}
		return r.until(i, " \t\r\n\"'`;|&<>\\)")
	case r.place.Yaml && bytes.IndexByte(r.lineBefore(start), '{') >= 0:
		return r.until(i, ",}\n")
	}
	v, ok := r.until(i, "\n")
	if n := strings.Index(v.text, " #"); n > 0 {
		v, ok = r.trimmed(v.start, v.start+n)
	}
	if n := strings.IndexAny(v.text, " \t"); n > 0 && kind != word.Phrase {
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
