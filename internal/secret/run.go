package secret

import (
	"bytes"
	"slices"

	"github.com/sentinelgate/sentinel/internal/secret/gate"
	"github.com/sentinelgate/sentinel/internal/secret/own"
	"github.com/sentinelgate/sentinel/internal/secret/place"
	"github.com/sentinelgate/sentinel/internal/secret/word"
)

// run is one scan of one text.
type run struct {
	s     *Scanner
	path  string
	place place.Place
	text  []byte // what of the text is in memory
	base  int64  // where it begins in the whole
	// taken and named are up to where a token was found and a name was judged.
	taken, named int
	// seen is up to where each of those judges has looked that look far.
	seen [atUser + 1]int64
	// Where lines were counted last.
	at, line, column int
	binary           bool
	skip             bool
	found            []kept
	many             bool
	woken            []bool // which rules of the user's own have a keyword here
	depth            int
}

// rank says which of two findings in the same place stays.
type rank int

const (
	rankValue rank = iota + 1 // a value under a name
	rankPlace                 // a URL, a header, a command line
	rankForm                  // the form of a provider
	rankSure                  // a checksum, or a structure that was read
	rankOwn                   // a rule of the user's own
)

// found is a finding in the window.
type found struct {
	label, title string
	name         string
	start, end   int
	sure         Confidence
	rank         rank
}

// kept is a finding with what is needed to compare it with others.
type kept struct {
	Finding
	rank    rank
	allowed bool // is no finding, and keeps others from its place
}

func (s *Scanner) begin(path string) *run {
	s.prepare()
	return &run{s: s, path: path, place: place.Of(path), line: 1, column: 1, skip: s.allow.Skips(path), woken: make([]bool, len(s.users))}
}

func (r *run) full() bool { return r.many || r.skip }

// window looks at what begins between from and to of a part of the text.
func (r *run) window(text []byte, from, to int) {
	if from >= to {
		return
	}
	r.text = text
	r.binary = binary(text[from:])
	if r.base == 0 && from == 0 {
		r.named = 0
		r.whole(to == len(text))
	}
	r.s.table.gate.Walk(text, from, to, func(e *gate.Entry, at int) bool {
		if at >= r.taken {
			r.judge(e, at)
		}
		return r.full()
	})
	for i := range r.s.users {
		u := &r.s.users[i]
		if r.woken[i] || len(u.Keywords) == 0 {
			r.user(u, from, to)
		}
		r.woken[i] = false
	}
}

// shift forgets the beginning of the window.
func (r *run) shift(gone []byte) {
	r.lineOf(len(gone))
	n := len(gone)
	r.base += int64(n)
	r.at, r.taken, r.named = r.at-n, max(0, r.taken-n), max(0, r.named-n)
}

func (r *run) done() ([]Finding, error) {
	out := make([]Finding, 0, len(r.found))
	for _, k := range r.found {
		if k.allowed {
			continue
		}
		out = append(out, k.Finding)
	}
	slices.SortStableFunc(out, func(a, b Finding) int { return int(a.Offset - b.Offset) })
	if r.many {
		return out, partial(r.path, ErrMany)
	}
	return out, nil
}

// lineOf counts the lines up to a place. Places come nearly in order.
func (r *run) lineOf(i int) (line, column int) {
	if i < r.at {
		r.line -= bytes.Count(r.text[i:r.at], []byte{'\n'})
	} else {
		r.line += bytes.Count(r.text[r.at:i], []byte{'\n'})
	}
	r.at = i
	return r.line, i - bytes.LastIndexByte(r.text[:i], '\n')
}

// add keeps a finding, unless a better one stands in its place.
func (r *run) add(f found) {
	value := r.text[f.start:f.end]
	start, end := r.base+int64(f.start), r.base+int64(f.end)
	for i := len(r.found) - 1; i >= max(0, len(r.found)-16); i-- {
		old := r.found[i]
		if old.Offset >= end || old.Offset+int64(old.Length) <= start {
			continue
		}
		if old.rank >= f.rank {
			return
		}
		r.found = slices.Delete(r.found, i, i+1)
	}
	if len(r.found) >= r.s.opts.MaxFindings {
		r.many = true
		return
	}
	k := kept{rank: f.rank, allowed: r.s.allow.Has(f.label, value), Finding: Finding{Label: f.label, Title: f.title, Name: f.name, Offset: start, Length: f.end - f.start,
		Confidence: f.sure, Snippet: word.Mask(string(value)), Fingerprint: r.s.fingerprint(value)}}
	k.Line, k.Column = r.lineOf(f.start)
	r.found = append(r.found, k)
	if f.rank >= rankForm {
		r.taken = max(r.taken, f.end)
	}
}

// judge hands an anchor to who knows what may stand there.
func (r *run) judge(e *gate.Entry, at int) {
	switch e.What {
	case atForm:
		r.token(e, at)
		return
	case atUser:
		r.woken[e.Rule] = true
		return
	case atPEM:
		r.pem(at)
		return
	case atWrappedPEM:
		r.wrappedPEM(at)
		return
	case atJWT:
		r.jwt(at)
		return
	case atPuTTY:
		r.putty(at)
		return
	}
	if r.binary || r.place.Silent {
		return
	}
	if r.base+int64(at) < r.seen[e.What] {
		return
	}
	switch e.What {
	case atName:
		r.assignment(at, at+len(e.Text))
	case atURL:
		r.url(at)
	case atScheme:
		r.scheme(at, len(e.Text))
	case atProgram:
		r.program(at, e.Text)
	case atJWK:
		r.jwk(at)
	case atManifest:
		r.manifest(at)
	case atState:
		r.generated(at)
	case atSQL:
		r.identified(at + len(e.Text))
	}
}

// user runs a rule of the user's own over the window, for what begins between
// from and to.
func (r *run) user(u *own.Compiled, from, to int) {
	for _, m := range u.Re().FindAllSubmatchIndex(r.text, -1) {
		start, end := m[2*u.Group], m[2*u.Group+1]
		if start < from || start >= to || end <= start || u.Entropy > 0 && word.Entropy(string(r.text[start:end])) < u.Entropy {
			continue
		}
		r.add(found{label: u.ID, title: u.Title, start: start, end: end, sure: Medium, rank: rankOwn})
	}
}
