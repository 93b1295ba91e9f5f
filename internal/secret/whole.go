package secret

import (
	"bytes"
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret/word"
)

// maxSingle bounds files that hold one secret and nothing else.
const maxSingle = 1024

// whole judges files whose name says what they hold: a secret alone, or lines
// of fields. all tells whether the whole file is in memory.
func (r *run) whole(all bool) {
	if r.binary || r.place.silent {
		return
	}
	if r.place.fields > 0 {
		for i := 0; i < len(r.text); {
			n := bytes.IndexByte(r.text[i:], '\n')
			if n < 0 {
				n = len(r.text) - i
			}
			r.fields(i, i+n)
			i += n + 1
		}
	}
	if r.place.single && all && len(r.text) <= maxSingle {
		r.single()
	}
}

// fields judges one line of fields with colons between.
func (r *run) fields(from, to int) {
	line := strings.TrimRight(string(r.text[from:to]), "\r")
	fields := strings.SplitN(line, ":", r.place.fields)
	if len(fields) < r.place.fields || strings.HasPrefix(line, "#") {
		return
	}
	v := fields[r.place.fields-1]
	if word.Value(word.Password, v, word.Place{Certain: true}) {
		end := from + len(line)
		r.add(found{label: "generic-password", title: "Generic Secret", start: end - len(v), end: end, sure: Medium, rank: rankPlace})
	}
}

// single judges a file that is one word.
func (r *run) single() {
	text := bytes.TrimSpace(r.text)
	start := bytes.Index(r.text, text)
	v := string(text)
	place := word.Place{Certain: true, Expected: true}
	if strings.ContainsAny(v, "\n=\"'{<") && !strings.HasSuffix(v, "=") {
		return
	}
	if word.Wallet(v) && len(v) >= 6 {
		r.add(found{label: "crypto-private-key", title: "Wallet Key", start: start, end: start + len(v), sure: Medium, rank: rankPlace})
	} else if strings.ContainsAny(v, "0123456789") && word.Value(word.Password, v, place) {
		r.add(found{label: "generic-secret", title: "Generic Secret", start: start, end: start + len(v), sure: Low, rank: rankValue})
	}
}

// generated judges the result of a password that Terraform made and keeps in
// its state.
func (r *run) generated(at int) {
	rest := r.text[at:min(len(r.text), at+2000)]
	i := bytes.Index(rest, []byte("\"result\""))
	if i < 0 || bytes.Contains(rest[1:i], []byte("random_password")) {
		return
	}
	j := r.blanks(at + i + len("\"result\""))
	if r.byteAt(j) != ':' {
		return
	}
	if v, ok := r.quoted(r.blanks(j + 1)); ok && word.Value(word.Password, v.text, word.Place{Quoted: true, Certain: true}) {
		r.add(found{label: "generic-password", title: "Generated Password", start: v.start, end: v.end, sure: Medium, rank: rankPlace})
	}
}
