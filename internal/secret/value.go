package secret

import (
	"bytes"
	"strings"

	"github.com/sentinelgate/sentinel/internal/secret/check"
	"github.com/sentinelgate/sentinel/internal/secret/form"
	"github.com/sentinelgate/sentinel/internal/secret/word"
)

// Bounds of values, in characters: of what machines make, and of what people
// choose or copy.
const (
	maxToken  = 2048
	maxChosen = 300
)

// value judges what was given to a name.
func (r *run) value(name string, kind word.Kind, v literal) {
	if n := len(v.text); n > maxToken || n > maxChosen && (kind == word.Password || kind == word.Phrase) {
		if !strings.ContainsAny(v.text, "\"'{,") {
			r.named = max(r.named, v.end) // one long word: no names are in it
		}
		return
	}
	for _, p := range [...]string{"Bearer ", "bearer ", "Basic ", "token ", "Token ", "base64:", "pass:"} {
		if strings.HasPrefix(v.text, p) && !v.pieces {
			v.start, v.text = v.start+len(p), v.text[len(p):]
		}
	}
	if len(v.text) < 6 || word.Reference(v.text) {
		return
	}
	f := found{label: "generic-secret", title: "Generic Secret", name: name, start: v.start, end: v.end, sure: Low, rank: rankValue}
	if strings.HasPrefix(v.text, "eyJ") && strings.Count(v.text, ".") >= 2 && check.JWT(v.text) != check.Right {
		return
	}
	if inner, ok := r.inside(v); ok {
		f.label, f.title, f.sure, f.rank = inner.Label, inner.Title, inner.Confidence, rankForm
		r.add(f)
		return
	}
	if u := r.provider(name, v); u != nil {
		f.label, f.title, f.sure = u.label, u.title, Medium
		r.add(f)
		return
	}
	if word.Public(v.text) || sentence(v.text) {
		return
	}
	if kind == word.Login {
		r.login(f, v.text)
		return
	}
	if word.Value(kind, v.text, word.Place{Quoted: v.quoted, Certain: v.certain, Code: r.place.Code, Sketch: r.place.Sketch || r.place.Doc,
		Expected: strings.ContainsAny(name, "_-.") || name != strings.ToLower(name)}) && !sameWords(name, v.text) {
		r.add(r.called(f, kind, v.text))
	}
}

// called names a value by what it is given to.
func (r *run) called(f found, kind word.Kind, v string) found {
	switch {
	case kind == word.Password && r.place.Netrc:
		f.label, f.title = "netrc-password", "Password in .netrc"
	case kind == word.Password:
		f.label = "generic-password"
	case kind == word.Phrase:
		f.label, f.title, f.sure = "crypto-private-key", "Wallet Key", Medium
	case len(v) == 66 && v[:2] == "0x", len(v) == 64 && word.Hex(v) && strings.Contains(strings.ToLower(f.name), "private"):
		f.label, f.title = "crypto-private-key", "Wallet Key"
	}
	return f
}

// sentence tells whether a value is words in base64.
func sentence(v string) bool {
	if len(v) < 16 || !allBase64(v) {
		return false
	}
	b, ok := check.Base64(v)
	return ok && check.Text(b) && bytes.Count(b, []byte{' '}) > 1
}

// sameWords tells whether a value only says its name again, perhaps with a
// number.
func sameWords(name, v string) bool {
	name, v = strings.ToLower(name), strings.ToLower(v)
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	return len(v) <= len(name)+6 && strings.Contains(v, name)
}

// inside looks for tokens in a value that was put together from pieces, and
// in one that is base64.
func (r *run) inside(v literal) (Finding, bool) {
	text := []byte(v.text)
	if !v.pieces {
		if len(text) < 24 || !allBase64(v.text) || word.Hex(v.text) {
			return Finding{}, false
		}
		var ok bool
		if text, ok = check.Base64(v.text); !ok || !check.Text(text) {
			return Finding{}, false
		}
	}
	return r.firstIn(text)
}

// firstIn gives the first token in a small text of its own.
func (r *run) firstIn(text []byte) (Finding, bool) {
	if r.depth > 1 {
		return Finding{}, false
	}
	in := r.s.begin("(value)")
	in.depth = r.depth + 1
	in.place.Silent = true
	in.window(text, 0, len(text))
	if len(in.found) == 0 || in.found[0].allowed {
		return Finding{}, false
	}
	return in.found[0].Finding, true
}

// provider finds the rule for a value without a mark of its own: a word of the
// provider stands in the name, the path, or shortly before.
func (r *run) provider(name string, v literal) *rule {
	if n := len(v.text); n < 16 || n > 1000 || v.pieces || word.Placeholder(v.text) || word.Entropy(v.text) < 2.8 {
		return nil
	}
	var context string
	for _, i := range r.s.table.named {
		u := &r.s.table.rules[i]
		if !wholeForm(u.forms, v.text) {
			continue
		}
		if context == "" {
			around := r.text[max(0, v.start-300):v.start]
			context = strings.ToLower(name + " " + r.place.Base + " " + string(around))
		}
		for words := u.named; words != ""; {
			var w string
			w, words, _ = strings.Cut(words, " ")
			if strings.Contains(context, w) {
				return u
			}
		}
	}
	return nil
}

func wholeForm(forms, v string) bool {
	for forms != "" {
		var one string
		one, forms, _ = strings.Cut(forms, " ")
		if form.Whole(one, v) {
			return true
		}
	}
	return false
}

// login judges user and password in base64.
func (r *run) login(f found, v string) {
	b, ok := check.Base64(v)
	_, password, colon := bytes.Cut(b, []byte{':'})
	if ok && colon && check.Text(b) && len(v) >= 12 {
		if p := string(password); len(p) >= 6 && !word.Reference(p) && !word.Placeholder(p) {
			f.label, f.title, f.sure = "docker-auth", "Registry Login", Medium
			if strings.HasPrefix(r.place.Base, ".npm") || strings.HasPrefix(f.name, "_auth") {
				f.label, f.title = "npm-token", "npm Login"
			}
			r.add(f)
		}
		return
	}
	if len(v) >= 20 && !word.Placeholder(v) && word.Value(word.Key, v, word.Place{}) {
		r.add(f)
	}
}
