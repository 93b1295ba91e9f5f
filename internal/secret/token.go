package secret

import (
	"bytes"
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret/check"
	"github.com/sentinelgate/sentinel/internal/secret/form"
	"github.com/sentinelgate/sentinel/internal/secret/word"
)

// token judges a place at which a form's anchor stands.
func (r *run) token(e *entry, at int) {
	if form.Leads(e.form) && !r.free(at) {
		return
	}
	start, end, ok := form.At(e.form, r.text, at)
	if !ok || !r.free(start) || end < len(r.text) && wordByte(r.text[end]) && wordByte(r.text[end-1]) && !strings.HasSuffix(e.form, "+>") {
		return
	}
	rule := &r.s.table.rules[e.rule]
	sure, ok := rule.verdict(string(r.text[start:end]), r.place.doc)
	if !ok {
		return
	}
	rank := rankForm
	if sure == High {
		rank = rankSure
	}
	r.add(found{label: rule.label, title: rule.title, start: start, end: end, sure: sure, rank: rank})
	if rule.check == "aws" {
		r.nearKey(end)
	}
}

// verdict judges a text that has one of the rule's forms. A wrong checksum in
// a manual means an example; elsewhere it may be a form that we do not know.
func (u *rule) verdict(token string, doc bool) (Confidence, bool) {
	switch check.Token(u.check, token) {
	case check.Right:
		return High, true
	case check.Public:
		return 0, false
	case check.Wrong:
		if !strings.HasPrefix(u.check, "crc") || doc || word.Placeholder(token) {
			return 0, false
		}
		return Low, word.Entropy(token) >= u.floor()
	}
	// A rule with a low floor takes what others would hold for typed.
	if u.floor() >= 2.6 && filled(token) || word.Entropy(token) < u.floor() {
		return 0, false
	}
	if u.loose {
		return Low, strings.ContainsAny(token, "0123456789")
	}
	return Medium, true
}

func (u *rule) floor() float64 {
	if u.entropy > 0 {
		return u.entropy
	}
	return 3
}

// filled tells whether a token was typed to show the form. Words of a language
// come up by chance in long tokens, so only some count.
func filled(token string) bool {
	low := strings.ToLower(token)
	for _, w := range [...]string{"example", "xxxxx", "your", "placeholder", "redacted", "....", "*****", "-here", "_here", "changeme", "dummy"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return word.Runs(token)*2 >= len(token)
}

func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// free tells whether a token may begin at i: no word goes on there. Letters
// that belong to an escape before it are no word.
func (r *run) free(i int) bool {
	if i == 0 || !wordByte(r.text[i-1]) {
		return true
	}
	if i < 2 {
		return false
	}
	if c := r.text[i-1]; r.text[i-2] == '\\' {
		return strings.IndexByte("nrt", c) >= 0
	}
	if i >= 3 && r.text[i-3] == '%' {
		return form.In('H', r.text[i-1]) && form.In('H', r.text[i-2])
	}
	return i >= 6 && r.text[i-6] == '\\' && r.text[i-5] == 'u'
}

// nearKey looks for the secret half of an AWS key pair within five lines of
// the id, which has no mark of its own.
func (r *run) nearKey(from int) {
	rest := r.text[from:min(len(r.text), from+500)]
	lines := 0
	for i := 0; i < len(rest) && lines < 5; i++ {
		if rest[i] == '\n' {
			lines++
		}
		if !form.In('B', rest[i]) || !form.In('B', before(r.text, from+i+1)) && i == 0 {
			continue
		}
		n := i
		for n < len(rest) && form.In('B', rest[n]) {
			n++
		}
		v := string(rest[i:n])
		if len(v) == 40 && from+n < len(r.text) && r.text[from+n] != '=' && !hexOnly(v) && awsSecret(v) {
			r.add(found{label: "aws-secret-access-key", title: "AWS Secret Key", start: from + i, end: from + n, sure: Medium, rank: rankForm})
			return
		}
		i = n - 1
	}
}

// awsSecret tells whether 40 characters of base64 are as mixed as a random
// secret is.
func awsSecret(v string) bool {
	var upper, lower, digits int
	for i := range len(v) {
		switch c := v[i]; {
		case 'A' <= c && c <= 'Z':
			upper++
		case 'a' <= c && c <= 'z':
			lower++
		case '0' <= c && c <= '9':
			digits++
		}
	}
	return upper > 3 && lower > 3 && digits > 0 && word.Entropy(v) >= 4 && !filled(v)
}

func hexOnly(v string) bool {
	for i := range len(v) {
		if !form.In('H', v[i]) {
			return false
		}
	}
	return true
}

func before(text []byte, i int) byte {
	if i > 0 && i <= len(text) {
		return text[i-1]
	}
	return ' '
}

// jwt judges a place at which the base64 of {" stands.
func (r *run) jwt(at int) {
	if !r.free(at) || at > 0 && (r.text[at-1] == '.' || r.text[at-1] == '-') {
		return
	}
	i, dots := at, 0
	for ; i < len(r.text) && i-at < 16<<10; i++ {
		if c := r.text[i]; c == '.' {
			dots++
		} else if !form.In('U', c) && c != '=' {
			break
		}
	}
	token := string(bytes.TrimRight(r.text[at:i], ".=-"))
	if dots = strings.Count(token, "."); dots < 2 || dots > 4 || check.JWT(token) != check.Right || (r.place.doc || r.place.sketch) && check.Bare(token) {
		return
	}
	f := found{label: "jwt", title: "JSON Web Token", start: at, end: at + len(token), sure: High, rank: rankSure}
	if check.ServiceRole(token) {
		f.label, f.title = "supabase-key", "Supabase Service Key"
	}
	r.add(f)
}

// pem judges the beginning of an armoured block. A header alone is program
// text; a key has a body.
func (r *run) pem(at int) {
	head := r.text[at:min(len(r.text), at+80)]
	name, after, ok := bytes.Cut(head[len("-----BEGIN "):], []byte("-----"))
	private := bytes.Contains(name, []byte("PRIVATE KEY")) || bytes.Contains(name, []byte("OpenVPN Static key"))
	if !ok || !private || bytes.IndexByte(name, '\n') >= 0 {
		return
	}
	from := at + len(head) - len(after)
	if n := r.body(from); n < 0 {
		return
	} else {
		r.add(found{label: "private-key", title: "PEM Private Key", start: at, end: from + n, sure: High, rank: rankSure})
	}
}

// body counts how far the body of a private key reaches; -1 when there is none
// worth the name. Keys stand in strings and lists, with escapes and signs of
// quoting between their lines.
func (r *run) body(from int) int {
	letters, run, longest := 0, 0, 0
	var seen [256]bool
	kinds := 0
	rest := r.text[from:min(len(r.text), from+16<<10)]
	for i := 0; i < len(rest); i++ {
		c := rest[i]
		switch {
		case bytes.HasPrefix(rest[i:], []byte("-----")):
			return accept(i, letters, longest, kinds)
		case c == '\\' && i+1 < len(rest):
			i++
			run = 0
		case form.In('S', c):
			letters++
			run++
			longest = max(longest, run)
			if !seen[c] {
				seen[c] = true
				kinds++
			}
		case letters > 400 && strings.IndexByte("\n\r\t \"'+,#*>|:.()-_;/", c) < 0, letters == 0 && i > 300:
			return accept(i, letters, longest, kinds)
		default:
			run = 0
		}
	}
	return accept(len(rest), letters, longest, kinds)
}

func accept(i, letters, longest, kinds int) int {
	if letters < 64 || longest < 30 || kinds < 14 {
		return -1
	}
	return i
}

// wrappedPEM judges the base64 of an armoured block.
func (r *run) wrappedPEM(at int) {
	end := at
	for end < len(r.text) && end-at < 32<<10 && form.In('S', r.text[end]) {
		end++
	}
	if end-at < 120 {
		return
	}
	b, ok := check.Base64(string(r.text[at : at+100]))
	if !ok || !bytes.Contains(b, []byte("PRIVATE KEY")) {
		return
	}
	f := found{label: "private-key", title: "PEM Private Key", start: at, end: end, sure: High, rank: rankSure}
	if r.place.kube || bytes.HasSuffix(r.text[:at], []byte("client-key-data: ")) {
		f.label, f.title = "kubeconfig-credential", "Kubernetes Client Key"
	}
	r.add(f)
}

// putty judges the private part of a PuTTY key file.
func (r *run) putty(at int) {
	_, rest, ok := bytes.Cut(r.text[at:min(len(r.text), at+400)], []byte("\n"))
	if !ok {
		return
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	line = bytes.TrimRight(line, "\r")
	if len(line) < 40 {
		return
	}
	for _, c := range line {
		if !form.In('S', c) {
			return
		}
	}
	start := bytes.IndexByte(r.text[at:], '\n') + at + 1
	r.add(found{label: "private-key", title: "PuTTY Private Key", start: start, end: start + len(line), sure: High, rank: rankSure})
}
