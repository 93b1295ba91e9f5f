package config

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"github.com/sentinelgate/sentinel/internal/config/jsonc"
	"github.com/sentinelgate/sentinel/internal/config/keys"
)

const (
	maxFile     = 1 << 20 // size in bytes above which a file is not read
	maxProblems = 100     // mistakes of a file that are told one by one
	maxElements = 1000    // of a list
)

// section is what one file says, before it is decided what of it counts.
type section struct {
	source    Source
	values    map[string]leaf // by the path of their keys, as silence.medium or reviewers[0].name
	order     []string        // the paths in the order written
	blocks    map[string]Block
	reviewers []Reviewer
	secrets   Secrets
	sinks     []Sink
	problems  []Problem
	broken    bool
	invalid   bool
}

// leaf is one value of a file.
type leaf struct {
	v      any // string, bool, int, float64, time.Duration or []string; of a list of objects their number
	text   string
	origin Origin
	wrong  bool // it is not what its key wants, and v is nil
}

// reader reads one file.
type reader struct {
	doc    *jsonc.Doc
	plain  []byte // Source as plain JSON, made when the first block is found
	source Source
	s      *section
	top    keys.Key
	// lenient lets unknown keys pass with a warning, for files of other programs.
	lenient bool
}

// read turns a file's content into a section.
func read(source Source, data []byte) section {
	s := section{source: source, blocks: make(map[string]Block), values: make(map[string]leaf)}
	top := keys.Top()
	if source.guards {
		top = keys.Guards()
	}
	r := &reader{source: source, s: &s, doc: &jsonc.Doc{Source: data}, top: top, lenient: source.guards}
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
		s.salvage(data)
		return s
	}
	r.doc = doc
	if _, ok := doc.Root.Value.(*hujson.Object); !ok {
		s.fail(r.origin(doc.Root.StartOffset), "the file holds no object", "an empty configuration is {}")
		return s
	}
	r.value(&doc.Root, top, top.Name)
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
	r.report(Problem{Invalid, r.origin(v.StartOffset), fmt.Sprintf(format, args...), hint})
}

func (r *reader) warn(v *hujson.Value, hint, format string, args ...any) {
	r.report(Problem{Warning, r.origin(v.StartOffset), fmt.Sprintf(format, args...), hint})
}

func (r *reader) report(p Problem) {
	switch n := len(r.s.problems); {
	case n > maxProblems:
		return
	case n == maxProblems:
		p.Msg, p.Hint = "more mistakes follow", ""
	}
	r.s.problems = append(r.s.problems, p)
}

// object reads the members of an object and reports those it must not have.
func (r *reader) object(o *hujson.Object, k keys.Key, path string) {
	for i := range o.Members {
		m := &o.Members[i]
		name := jsonc.Text(m.Name)
		at := keys.Join(path, name)
		switch member, ok := k.Member(name); {
		case ok:
			r.value(&m.Value, member, at)
		case r.lenient:
			r.warn(&m.Name, "", "%q is no key of Sentinel and has no effect", clip(at))
		default:
			r.invalid(&m.Name, r.meant(name, k), "unknown key %q", clip(at))
		}
	}
	if k.Needs != "" && jsonc.Member(o, k.Needs) == nil {
		r.invalid(&hujson.Value{StartOffset: r.start(o)}, k.Hint, "%s has no %q", path, k.Needs)
	}
}

// start is where an object's first member stands, for want of the object's own place.
func (r *reader) start(o *hujson.Object) int {
	if len(o.Members) > 0 {
		return o.Members[0].Name.StartOffset
	}
	return 0
}

// meant guesses what an unknown key was meant to be: one of the same object, or
// one that belongs somewhere else.
func (r *reader) meant(name string, k keys.Key) string {
	if hint := hintFor(name, k.Names()); hint != "" {
		return hint
	}
	if place, ok := whereIs(r.top, name, ""); ok {
		return fmt.Sprintf("it belongs under %q", place)
	}
	return ""
}

// whereIs finds the first object with a member of that name.
func whereIs(k keys.Key, name, path string) (string, bool) {
	for _, m := range k.Keys {
		if m.Name == name && path != "" {
			return path, true
		}
		if at, ok := whereIs(m, name, keys.Join(path, m.Name)); ok {
			return at, true
		}
	}
	return "", false
}

// clip keeps a stranger's name short enough for a message.
func clip(name string) string {
	if len(name) <= 80 {
		return name
	}
	return strings.ToValidUTF8(name[:80], "") + "..."
}

// value reads the value of a key.
func (r *reader) value(v *hujson.Value, k keys.Key, path string) {
	switch k.Kind {
	case keys.Rules, keys.Any:
		r.block(v, path)
		return
	case keys.Object:
		o, ok := v.Value.(*hujson.Object)
		if !ok {
			r.invalid(v, k.Hint, "%s must be an object", path)
			return
		}
		if path == "guards" {
			r.block(v, path)
			if b := r.s.blocks[path]; r.lenient {
				b.Data = known(b.Data, k)
				r.s.blocks[path] = b
			}
		}
		r.object(o, k, path)
		return
	case keys.List:
		r.list(v, k, path)
		return
	}
	found, msg, hint := scalar(v, k)
	if msg != "" {
		r.invalid(v, hint, "%s must be %s", path, msg)
	}
	r.keep(path, v, found, msg != "")
}

func (r *reader) keep(path string, v *hujson.Value, found any, wrong bool) {
	text := "[...]"
	if raw := r.doc.Source[v.StartOffset:v.EndOffset]; !hasLines(raw) {
		text = clip(string(raw))
	}
	if _, ok := r.s.values[path]; !ok {
		r.s.order = append(r.s.order, path)
	}
	r.s.values[path] = leaf{v: found, text: text, origin: r.origin(v.StartOffset), wrong: wrong}
}

func hasLines(raw []byte) bool { return strings.ContainsAny(string(raw), "\r\n") }

// scalar reads one value. A message says what it must be.
func scalar(v *hujson.Value, k keys.Key) (found any, msg, hint string) {
	lit, _ := v.Value.(hujson.Literal)
	text, isText := jsonc.String(*v)
	switch k.Kind {
	case keys.Text:
		if !isText || strings.TrimSpace(text) == "" || strings.ContainsRune(text, 0) {
			return nil, "a text", k.Hint
		}
		return text, "", ""
	case keys.Path:
		if !isText || strings.ContainsRune(text, 0) || !strings.HasPrefix(text, "~/") && !filepath.IsAbs(text) {
			return nil, "an absolute path", k.Hint
		}
		return text, "", ""
	case keys.Word:
		for _, w := range k.Words {
			if isText && w == text {
				return text, "", ""
			}
		}
		return nil, keys.Choices(k.Words), hintFor(text, k.Words)
	case keys.Bool:
		if kind := lit.Kind(); kind == 't' || kind == 'f' {
			return lit.Bool(), "", ""
		}
		return nil, "true or false", hintFor(text, []string{"true", "false"})
	case keys.Number:
		n, err := strconv.Atoi(string(lit))
		if err != nil || n < k.Least || n > k.Most {
			return nil, fmt.Sprintf("a whole number from %d to %d", k.Least, k.Most), k.Hint
		}
		return n, "", ""
	case keys.Decimal:
		n, err := strconv.ParseFloat(string(lit), 64)
		if err != nil || n < float64(k.Least) || n > float64(k.Most) {
			return nil, fmt.Sprintf("a number from %d to %d", k.Least, k.Most), k.Hint
		}
		return n, "", ""
	case keys.Duration:
		d, err := time.ParseDuration(text)
		if err != nil || d < time.Duration(k.Least)*time.Second || d > time.Duration(k.Most)*time.Second {
			return nil, fmt.Sprintf("a time from %ds to %dh", k.Least, k.Most/3600), `for example "120s", "10m" or "2h"`
		}
		return d, "", ""
	}
	return nil, "something else", ""
}

// list reads a list, of texts or of objects.
func (r *reader) list(v *hujson.Value, k keys.Key, path string) {
	a, ok := v.Value.(*hujson.Array)
	switch {
	case !ok:
		r.invalid(v, k.Hint, "%s must be a list", path)
		r.keep(path, v, nil, true)
		return
	case len(a.Elements) > maxElements:
		r.invalid(v, "", "%s has more than %d elements", path, maxElements)
		r.keep(path, v, nil, true)
		return
	}
	var texts []string
	wrong := false
	for i := range a.Elements {
		e := &a.Elements[i]
		at := fmt.Sprintf("%s[%d]", path, i)
		if o, ok := e.Value.(*hujson.Object); ok && k.Of.Kind == keys.Object {
			r.element(o, e, *k.Of, at)
			continue
		}
		if k.Of.Kind == keys.Object {
			r.invalid(e, k.Of.Hint, "%s must be an object", at)
			wrong = true
			continue
		}
		found, msg, hint := scalar(e, *k.Of)
		switch text, ok := found.(string); {
		case ok && msg == "":
			texts = append(texts, text)
		case k.Drops:
			r.warn(e, "", "%s is left out: it must be %s that is not empty", at, msg)
		default:
			r.invalid(e, hint, "%s must be %s", at, msg)
			wrong = true
		}
	}
	if k.Of.Kind == keys.Object {
		r.keep(path, v, len(a.Elements), wrong)
		return
	}
	r.keep(path, v, texts, wrong)
}

// element reads one object of a list. What is wrong in it is kept as a wrong
// value of the element, since half of such an object is none.
func (r *reader) element(o *hujson.Object, v *hujson.Value, k keys.Key, path string) {
	before := len(r.s.problems)
	r.object(o, k, path)
	if len(r.s.problems) > before && r.s.invalid {
		r.s.values[path] = leaf{origin: r.origin(v.StartOffset), wrong: true}
		return
	}
	r.s.values[path] = leaf{origin: r.origin(v.StartOffset)}
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

// The values of a section by their types. ok is false for a value that is not
// there; a wrong one is there and gives zero.

func (s *section) bool(path string) (Value[bool], bool)      { return typed[bool](s, path) }
func (s *section) number(path string) (Value[int], bool)     { return typed[int](s, path) }
func (s *section) text(path string) (Value[string], bool)    { return typed[string](s, path) }
func (s *section) texts(path string) (Value[[]string], bool) { return typed[[]string](s, path) }
func (s *section) duration(path string) (Value[time.Duration], bool) {
	return typed[time.Duration](s, path)
}

func typed[T any](s *section, path string) (Value[T], bool) {
	l, ok := s.values[path]
	v, _ := l.v.(T)
	return Value[T]{v, l.origin}, ok
}

// wrong tells whether a value is there and is not what its key wants.
func (s *section) wrong(path string) bool { return s.values[path].wrong }
