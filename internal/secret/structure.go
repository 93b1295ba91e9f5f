package secret

import (
	"bytes"
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret/check"
	"github.com/sentinelgate/sentinel/internal/secret/form"
	"github.com/sentinelgate/sentinel/internal/secret/pipe"
	"github.com/sentinelgate/sentinel/internal/secret/word"
)

// url judges the part of a URL that names a user and a password.
func (r *run) url(at int) {
	i := at + 3
	limit := min(len(r.text), i+600)
	sign := -1
	for j := i; j < limit; j++ {
		c := r.text[j]
		if c == '@' {
			sign = j
		}
		if c <= ' ' || strings.IndexByte("\"'`<>\\", c) >= 0 || strings.IndexByte("/?,", c) >= 0 && (sign >= 0 || c == '/') {
			break
		}
	}
	if sign < 0 || at == 0 || !wordByte(r.text[at-1]) {
		return
	}
	user, password, ok := bytes.Cut(r.text[i:sign], []byte{':'})
	if n := bytes.LastIndexByte(password, ':'); n >= 0 && len(user) == 0 {
		password = password[n+1:] // a method stands before them, as in :pserver:
	}
	start := sign - len(password)
	if !ok {
		// A token may stand in the user's place.
		if len(user) >= 20 && word.Value(word.Secret, string(user), word.Place{}) && !r.sentry(sign) {
			r.add(found{label: "url-credentials", title: "Password in URL", start: i, end: sign, sure: Medium, rank: rankPlace})
		}
		return
	}
	if r.urlPassword(string(user), string(password), sign) {
		r.add(found{label: "url-credentials", title: "Password in URL", start: start, end: sign, sure: High, rank: rankPlace})
	}
}

func (r *run) urlPassword(user, password string, sign int) bool {
	password = word.Unescaped(password)
	if len(password) < 4 || word.Reference(password) || word.Placeholder(password) || word.Public(password) || strings.ContainsAny(password, "{}[]()<>$ ") {
		return false
	}
	host := r.text[sign+1 : min(len(r.text), sign+40)]
	local := bytes.HasPrefix(host, []byte("localhost")) || bytes.HasPrefix(host, []byte("127.")) || bytes.HasPrefix(host, []byte("example."))
	low := strings.ToLower(password)
	if low == strings.ToLower(user) || word.Placeholder(user+"1x") && len(password) < 8 {
		return false
	}
	mixed := strings.ContainsAny(password, "0123456789") || low != password
	if local || r.place.Code || r.place.Doc || r.place.Sketch {
		return mixed && len(password) >= 8 && word.Value(word.Password, password, word.Place{Quoted: true, Code: true}) && !bytes.HasPrefix(host, []byte("example."))
	}
	return mixed && len(password) >= 6 || len(password) >= 10
}

// sentry tells whether a host takes reports with a key that everybody may see.
func (r *run) sentry(sign int) bool {
	host, _, _ := bytes.Cut(r.text[sign:min(len(r.text), sign+120)], []byte{'/'})
	return bytes.Contains(host, []byte("sentry")) || bytes.Contains(host, []byte("ingest"))
}

// scheme judges what follows Bearer and Basic in a header.
func (r *run) scheme(at, n int) {
	if !r.free(at) {
		return
	}
	i := r.blanks(at + n)
	end := i
	for end < len(r.text) && end-i < 4096 && (form.In('T', r.text[end]) || form.In('S', r.text[end])) {
		end++
	}
	v := string(r.text[i:end])
	if len(v) < 8 || word.Reference(v) || word.Public(v) || word.Placeholder(v) || end < len(r.text) && strings.IndexByte("{($<", r.text[end]) >= 0 {
		return
	}
	f := found{label: "http-auth-header", title: "Authorization Header", start: i, end: end, sure: Medium, rank: rankPlace}
	if r.text[at]|0x20 == 'b' && r.text[at+1]|0x20 == 'a' {
		b, ok := check.Base64(v)
		_, password, colon := bytes.Cut(b, []byte{':'})
		if p := string(password); ok && colon && check.Text(b) && len(p) >= 4 && !word.Placeholder(p) && !word.Reference(p) {
			r.add(f)
		}
		return
	}
	if strings.HasPrefix(v, "eyJ") && strings.Count(v, ".") >= 2 {
		return
	}
	if len(v) >= 16 && word.Value(word.Secret, v, word.Place{Expected: true, Sketch: r.place.Doc}) {
		f.label, f.title, f.sure = "generic-secret", "Bearer Token", Low
		r.add(f)
	}
}

// program judges the options of a command that takes a password.
func (r *run) program(at int, name string) {
	if !r.free(at) || at+len(name) < len(r.text) && name[len(name)-1] != ' ' && strings.IndexByte(" -\n", r.text[at+len(name)]) < 0 || !r.place.Loose && !r.insideString(at) {
		return
	}
	line := r.text[at:min(len(r.text), at+1500)]
	for j := 0; j < len(line); j++ {
		if c := line[j]; c == '\n' && (j == 0 || line[j-1] != '\\') || c == ';' || c == '|' {
			line = line[:j]
			break
		}
	}
	if strings.HasPrefix(name, "sudo -") || strings.HasSuffix(name, "--stdin") || strings.HasPrefix(name, "--passphrase-fd") {
		r.echoed(at)
		r.handed(at, line)
		return
	}
	r.seen[atProgram] = r.base + int64(at+len(line))
	switch name {
	case "vault login ":
		if v, ok := r.until(at+len(name), " \n\"'`;|&<>"); ok && word.Value(word.Secret, v.text, word.Place{}) {
			r.password(name, v)
		}
		return
	case "chpasswd":
		r.piped(at)
		return
	case "htpasswd":
		if f := bytes.Fields(line); len(f) == 5 && f[1][0] == '-' && bytes.IndexByte(f[1], 'b') > 0 {
			r.password(name, literal{start: at + len(line) - len(f[4]), end: at + len(line), text: string(f[4])})
		}
		return
	}
	flags := optionsOf(name)
	for j := 1; j+2 < len(line); j++ {
		if line[j] != '-' || line[j-1] != ' ' {
			continue
		}
		if long, _, _ := bytes.Cut(line[j:], []byte{' '}); name == "curl" && (string(long) == "--user" || string(long) == "--proxy-user") {
			r.option(name, at+j+len(long), 'u')
		} else if strings.IndexByte(flags, line[j+1]) >= 0 {
			r.option(name, at+j+2, line[j+1])
		}
	}
}

// piped judges the user:password that is piped into chpasswd.
func (r *run) piped(at int) {
	line := r.lineBefore(at)
	quote := bytes.LastIndexAny(line, "\"'")
	pipe := bytes.LastIndexByte(line, '|')
	if pipe < 0 || quote < 0 || quote > pipe {
		return
	}
	open := bytes.LastIndexByte(line[:quote], line[quote])
	if user, password, ok := strings.Cut(string(line[open+1:quote]), ":"); ok && user != "" {
		end := at - len(line) + quote
		r.password("chpasswd", literal{start: end - len(password), end: end, text: password})
	}
}

// echoed judges what is piped into a command that takes a password from its
// input.
func (r *run) echoed(at int) {
	line := r.lineBefore(at)
	if from, to := pipe.Printed(line); to > from {
		base := at - len(line)
		r.password("echo", literal{start: base + from, end: base + to, text: string(line[from:to])})
	}
}

// handed judges what a command is given as its input with <<<.
func (r *run) handed(at int, line []byte) {
	if from, to := pipe.Handed(line); to > from {
		r.password("sudo", literal{start: at + from, end: at + to, text: string(line[from:to])})
	}
}

// pair judges user and password that are given as two literals to what makes
// credentials of them: ("user", "password").
func (r *run) pair(i int) {
	line, _, _ := bytes.Cut(r.text[i:min(len(r.text), i+200)], []byte{'\n'})
	open := bytes.IndexByte(line, '(') + 1
	if open > 30 {
		return
	}
	user, ok := r.quoted(r.blanks(i + open))
	if !ok {
		return
	}
	if j := r.blanks(user.end + 1); r.byteAt(j) == ',' {
		v, ok := r.quoted(r.blanks(j + 1))
		if ok && word.Value(word.Password, v.text, word.Place{Quoted: true, Code: true}) {
			r.add(found{label: "generic-password", title: "Generic Secret", name: user.text, start: v.start, end: v.end, sure: Low, rank: rankValue})
		}
	}
}

// password keeps a password that stands where a command takes one.
func (r *run) password(program string, v literal) {
	if word.Value(word.Password, v.text, word.Place{Quoted: true, Certain: true}) && !strings.ContainsAny(v.text, "$") {
		r.add(found{label: "generic-password", title: "Password on a Command Line", name: program, start: v.start, end: v.end, sure: Medium, rank: rankPlace})
	}
}

// optionsOf gives the letters of the options that carry passwords.
func optionsOf(program string) string {
	switch program {
	case "curl":
		return "uU"
	case "redis-cli":
		return "a"
	case "ldapsearch", "ldapadd", "ldapmodify":
		return "w"
	case "sqlcmd", "zip ", "unzip ":
		return "P"
	case "smbclient":
		return "U"
	case "htpasswd", "chpasswd", "wget":
		return ""
	}
	return "p"
}

// option judges the value of a short option that ends before i.
func (r *run) option(program string, i int, letter byte) {
	glued := r.byteAt(i) != ' '
	attached := strings.HasPrefix(program, "my") || program == "mariadb"
	if glued != attached && !(glued && program == "curl") && attached {
		return // mysql -p NAME asks, and NAME is a database
	}
	i = r.blanks(i)
	v, ok := r.quoted(i)
	if !ok {
		if v, ok = r.until(i, " \t\r\n\"'`;|&<>\\"); !ok {
			return
		}
	}
	if letter == 'u' || letter == 'U' {
		user, password, colon := strings.Cut(v.text, ":")
		if program == "smbclient" && !colon {
			user, password, colon = strings.Cut(v.text, "%")
		}
		if !colon || len(password) < 4 || word.Placeholder(user+"0") && word.Placeholder(password) {
			return
		}
		v.start, v.text = v.end-len(password), password
	}
	r.password(program, v)
}

// identified judges the password of CREATE USER and its relatives.
func (r *run) identified(i int) {
	rest := r.text[i:min(len(r.text), i+80)]
	n := bytes.IndexByte(rest, '\'')
	if n < 0 || bytes.IndexByte(rest[:n], '\n') >= 0 || !strings.HasSuffix(strings.ToLower(string(bytes.TrimSpace(rest[:n]))), "by") {
		return
	}
	if v, ok := r.quoted(i + n); ok && word.Value(word.Password, v.text, word.Place{Quoted: true, Certain: true}) {
		r.add(found{label: "generic-password", title: "Generic Secret", start: v.start, end: v.end, sure: Medium, rank: rankPlace})
	}
}

// jwk judges a JSON Web Key: only a private or symmetric one has d or k.
func (r *run) jwk(at int) {
	from, to := at, at
	for from > 0 && at-from < 4096 && r.text[from] != '{' {
		from--
	}
	for to < len(r.text) && to-at < 8192 && r.text[to] != '}' {
		to++
	}
	object := r.text[from:to]
	r.seen[atJWK] = r.base + int64(to)
	for _, m := range [...]string{`"d"`, `"k"`} {
		i := bytes.Index(object, []byte(m))
		if i < 0 {
			continue
		}
		j := r.blanks(from + i + 3)
		if r.byteAt(j) != ':' {
			continue
		}
		if v, ok := r.quoted(r.blanks(j + 1)); ok && len(v.text) >= 40 && word.Entropy(v.text) > 4 {
			r.add(found{label: "private-key", title: "JSON Web Key", start: v.start, end: v.end, sure: High, rank: rankSure})
			return
		}
	}
}

// manifest judges the values of a Kubernetes secret, which are in base64.
func (r *run) manifest(at int) {
	base := max(0, at-behind)
	if n := bytes.LastIndex(r.text[base:at], []byte("\n---")); n >= 0 {
		base += n
	}
	rest := r.text[base:min(len(r.text), at+2*behind)]
	if n := bytes.Index(rest[at-base:], []byte("\n---")); n >= 0 {
		rest = rest[:at-base+n]
	}
	r.seen[atManifest] = r.base + int64(base+len(rest))
	i := bytes.Index(rest, []byte("\ndata:"))
	if i < 0 || bytes.Contains(rest, []byte("kind: SealedSecret")) {
		return
	}
	i += len("\ndata:")
	for i < len(rest) {
		n := bytes.IndexByte(rest[i:], '\n')
		if n < 0 {
			n = len(rest) - i
		}
		line := rest[i : i+n]
		if t := bytes.TrimSpace(line); len(t) > 0 && line[0] != ' ' && line[0] != '\t' {
			return
		}
		r.manifestValue(base+i, line)
		i += n + 1
	}
}

func (r *run) manifestValue(at int, line []byte) {
	name, v, ok := bytes.Cut(line, []byte{':'})
	value := strings.Trim(string(v), " \t\r\"'")
	if !ok || len(value) < 8 || !allBase64(value) {
		return
	}
	b, ok := check.Base64(value)
	if !ok || !check.Text(b) {
		return
	}
	start := at + bytes.Index(line, []byte(value))
	f := found{label: "k8s-secret", title: "Kubernetes Secret", name: string(bytes.TrimSpace(name)), start: start, end: start + len(value), sure: Medium, rank: rankPlace}
	if inner, ok := r.firstIn(b); ok {
		f.label, f.title, f.sure = inner.Label, inner.Title, inner.Confidence
		r.add(f)
		return
	}
	text := strings.TrimSpace(string(b))
	kind := word.Name(f.name)
	if kind == word.Key || kind == word.Login {
		kind = word.Secret
	}
	if len(text) >= 6 && kind != word.None && (word.Value(kind, text, word.Place{Quoted: true, Expected: true}) || word.Value(word.Password, text, word.Place{Quoted: true, Certain: true})) {
		r.add(f)
	}
}
