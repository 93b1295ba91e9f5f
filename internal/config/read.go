package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"github.com/sentinelgate/sentinel/internal/config/jsonc"
)

const (
	maxFile     = 1 << 20 // size in bytes above which a file is not read
	maxProblems = 100     // mistakes of a file that are told one by one
)

// section is what one file says, before it is decided what of it counts.
type section struct {
	source   Source
	autonomy *Value[Autonomy]
	yolo     *Value[bool]
	silence  *Value[bool]
	budget   *Value[int]
	inHome   *Value[bool]
	blocks   map[string]Block
	problems []Problem
	broken   bool
	invalid  bool
}

// keys lists the keys of a file.
func keys() []string {
	return []string{"$schema", "autonomy", "yolo", "silence", "permission", "guards", "risk", "ledger", "store", "audit"}
}

// member reads the value of a key. Values are checked here; who may set them is
// checked in apply.go.
func (r *reader) member(name string, v *hujson.Value) {
	switch name {
	case "$schema": // for editors
		r.text(v, name)
	case "autonomy":
		r.autonomy(v)
	case "yolo":
		r.s.yolo = r.boolean(v, name)
	case "silence":
		r.silence(v)
	case "ledger":
		r.ledger(v)
	default:
		r.block(v, name)
	}
}

// reader reads one file.
type reader struct {
	doc    *jsonc.Doc
	plain  []byte // Source as plain JSON, made when the first block is found
	source Source
	s      *section
}

// read turns a file's content into a section.
func read(source Source, data []byte) section {
	s := section{source: source, blocks: make(map[string]Block)}
	r := &reader{source: source, s: &s, doc: &jsonc.Doc{Source: data}}
	switch {
	case len(data) > maxFile:
		s.fail(r.origin(0), fmt.Sprintf("the file is larger than %d bytes", maxFile), "")
		return s
	case !utf8.Valid(data):
		s.fail(r.origin(0), "the file is not valid UTF-8", "save it as UTF-8")
		return s
	}
	doc, err := jsonc.Parse(data)
	if at, ok := jsonc.AsError(err); ok {
		s.fail(Origin{source.Scope, source.Path, at.Line, at.Col}, at.Msg, "until it is mended, everything that does more than read is asked")
		return s
	}
	r.doc = doc
	root, ok := doc.Root.Value.(*hujson.Object)
	if !ok {
		s.fail(r.origin(doc.Root.StartOffset), "the file holds no object", "an empty configuration is {}")
		return s
	}
	r.object(root, "", keys(), r.member)
	return s
}

func (s *section) fail(at Origin, msg, hint string) {
	s.broken = true
	s.problems = append(s.problems, Problem{Broken, at, msg, hint})
}

func (r *reader) origin(offset int) Origin {
	line, col := r.doc.Pos(offset)
	return Origin{r.source.Scope, r.source.Path, line, col}
}

func (r *reader) invalid(v *hujson.Value, hint, format string, args ...any) {
	r.s.invalid = true
	switch n := len(r.s.problems); {
	case n > maxProblems:
		return
	case n == maxProblems:
		hint, format, args = "", "more mistakes follow", nil
	}
	r.s.problems = append(r.s.problems, Problem{Invalid, r.origin(v.StartOffset), fmt.Sprintf(format, args...), hint})
}

// object calls f for every member of a known name and reports the others.
func (r *reader) object(o *hujson.Object, prefix string, known []string, f func(name string, v *hujson.Value)) {
	for i := range o.Members {
		m := &o.Members[i]
		name := jsonc.Text(m.Name)
		if !slices.Contains(known, name) {
			r.invalid(&m.Name, hintFor(name, known), "unknown key %q", clip(prefix+name))
			continue
		}
		f(name, &m.Value)
	}
}

// clip keeps a stranger's name short enough for a message.
func clip(name string) string {
	if len(name) <= 80 {
		return name
	}
	return strings.ToValidUTF8(name[:80], "") + "..."
}

func (r *reader) text(v *hujson.Value, key string) {
	if _, ok := jsonc.String(*v); !ok {
		r.invalid(v, "", "%s must be a text", key)
	}
}

func (r *reader) boolean(v *hujson.Value, key string) *Value[bool] {
	lit, ok := v.Value.(hujson.Literal)
	if !ok || lit.Kind() != 't' && lit.Kind() != 'f' {
		r.invalid(v, "", "%s must be true or false", key)
		return nil
	}
	return &Value[bool]{lit.Bool(), r.origin(v.StartOffset)}
}

// choice reads one of two words; the first one gives true.
func (r *reader) choice(v *hujson.Value, key, yes, no string) (Value[bool], bool) {
	word, ok := jsonc.String(*v)
	if ok = ok && (word == yes || word == no); !ok {
		r.invalid(v, hintFor(word, []string{yes, no}), "%s must be %q or %q", key, yes, no)
	}
	return Value[bool]{word == yes, r.origin(v.StartOffset)}, ok
}

// autonomy takes a word that it does not know for the stricter one: whoever
// writes the key wants something else than what holds anyway. So does silence.
func (r *reader) autonomy(v *hujson.Value) {
	b, _ := r.choice(v, "autonomy", Standard.String(), Strict.String())
	r.s.autonomy = &Value[Autonomy]{Origin: b.Origin}
	if b.V {
		r.s.autonomy.V = Standard
	}
}

func (r *reader) silence(v *hujson.Value) {
	o, ok := v.Value.(*hujson.Object)
	if !ok {
		r.invalid(v, `for example {"medium": "deny"}`, "silence must be an object")
		return
	}
	r.object(o, "silence.", []string{"medium", "budget"}, func(name string, v *hujson.Value) {
		if name == "medium" {
			b, _ := r.choice(v, "silence.medium", "allow", "deny")
			r.s.silence = &b
			return
		}
		lit, _ := v.Value.(hujson.Literal)
		n, err := strconv.Atoi(string(lit))
		if err != nil || n < 0 || n > 1_000_000 {
			r.invalid(v, "it counts calls an hour", "silence.budget must be a whole number from 0 to 1000000")
			n = 0
		}
		r.s.budget = &Value[int]{n, r.origin(v.StartOffset)}
	})
}

func (r *reader) ledger(v *hujson.Value) {
	o, ok := v.Value.(*hujson.Object)
	if !ok {
		r.invalid(v, `for example {"location": "user"}`, "ledger must be an object")
		return
	}
	r.object(o, "ledger.", []string{"location"}, func(_ string, v *hujson.Value) {
		if b, ok := r.choice(v, "ledger.location", "user", "project"); ok {
			r.s.inHome = &b
		}
	})
}

// block keeps a part of the file for the package that knows it.
func (r *reader) block(v *hujson.Value, key string) {
	if _, ok := v.Value.(*hujson.Object); !ok {
		r.invalid(v, "", "%s must be an object", key)
		return
	}
	if r.plain == nil {
		r.plain = r.doc.Plain()
	}
	r.s.blocks[key] = Block{Data: r.plain[v.StartOffset:v.EndOffset], Origin: r.origin(v.StartOffset)}
}
