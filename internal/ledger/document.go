package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// document is the file's content. The zero value is an empty ledger.
type document struct {
	raw     map[string]any // entries that nobody needed yet, by key
	newer   bool           // another version: must not be overwritten
	problem error          // why it counts as empty
}

// entry reads one entry. A hook needs one or two of two hundred.
func (d document) entry(key string) (Entry, bool) {
	v, ok := d.raw[key]
	if !ok {
		return Entry{}, false
	}
	return parseEntry(key, v)
}

// all reads all entries that have a valid form.
func (d document) all() entries {
	all := make(entries, len(d.raw))
	for key, v := range d.raw {
		if e, ok := parseEntry(key, v); ok {
			all[key] = e
		}
	}
	return all
}

// entries are entries by their key.
type entries map[string]Entry

var errForm = errors.New("the ledger has no valid form")

// fileLimits bound the file and, the more so, an entry of it.
func fileLimits() strictjson.Limits {
	return strictjson.Limits{Bytes: maxFile, Depth: 8, Members: 1 << 18, DataNames: true}
}

// parseDocument never fails: what is not a ledger is an empty one.
func parseDocument(data []byte) document {
	v, err := strictjson.DecodeTop(data, fileLimits(), 2) // the top and its shapes
	if err != nil {
		return document{problem: fmt.Errorf("parse ledger: %w", err)}
	}
	top, ok := v.(map[string]any)
	if !ok {
		return document{problem: errForm}
	}
	if !currentVersion(top["version"]) {
		return document{newer: true, problem: ErrVersion}
	}
	shapes, ok := top["shapes"].(map[string]any)
	if !ok {
		return document{problem: errForm}
	}
	return document{raw: shapes}
}

// currentVersion takes a missing or empty version for the current one. 1 as a
// number is what other programs with this file write.
func currentVersion(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == "" || v == Version
	case json.Number:
		return v.String() == Version
	}
	return false
}

// parseEntry reads one entry. Members may be missing, since another program's
// entries are listed, too; one of a wrong type voids the entry.
func parseEntry(key string, v any) (Entry, bool) {
	raw, ok := v.(strictjson.Raw)
	if !ok || key == "" || len(key) > maxKey {
		return Entry{}, false
	}
	m, err := strictjson.ObjectWithin([]byte(raw), fileLimits())
	if err != nil {
		return Entry{}, false
	}
	f := fields{m, true}
	e := Entry{
		Key: key, Shape: f.text("shape"), At: f.number("at"), First: f.number("first"),
		Count: int(f.number("count")), generation: f.number("generation"), mac: f.text("mac"),
	}
	if e.Shape == "" {
		e.Shape = key
	}
	e.Sets = f.sets()
	return e, f.ok && len(e.Shape) <= maxKey
}

// fields reads members of one object and remembers whether all were right.
type fields struct {
	members map[string]any
	ok      bool
}

func (f *fields) text(name string) string {
	v, there := f.members[name]
	s, ok := v.(string)
	f.ok = f.ok && (ok || !there)
	return s
}

func (f *fields) number(name string) int64 {
	v, there := f.members[name]
	if !there {
		return 0
	}
	digits, ok := v.(json.Number)
	n, err := digits.Int64()
	// Beyond 2^53 other programs would read another number.
	f.ok = f.ok && ok && err == nil && n >= 0 && n < 1<<53
	return n
}

func (f *fields) sets() Sets {
	v, there := f.members["effects"]
	list, ok := v.([]any)
	if f.ok = f.ok && (ok || !there) && len(list) <= maxSets; !f.ok {
		return nil
	}
	sets := make(Sets, 0, len(list))
	for _, v := range list {
		effects, ok := v.([]any)
		f.ok = f.ok && ok
		set := make([]sentinel.Effect, 0, len(effects))
		for _, v := range effects {
			set = append(set, f.effect(v))
		}
		sets = append(sets, set)
	}
	return sets
}

func (f *fields) effect(v any) sentinel.Effect {
	m, ok := v.(map[string]any)
	own := fields{m, ok}
	kind, err1 := sentinel.ParseEffectKind(own.text("kind"))
	scope, err2 := sentinel.ParseScope(own.text("scope"))
	e := sentinel.Effect{Kind: kind, Scope: scope, Target: own.text("target"), Identity: own.text("identity")}
	f.ok = f.ok && own.ok && err1 == nil && err2 == nil
	return e
}

// encodeDocument writes the entries in the order given.
func encodeDocument(entries []Entry) []byte {
	var b bytes.Buffer
	b.WriteString(`{"version":"` + Version + `","shapes":{`)
	for i, e := range entries {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(encodeJSON(e.Key))
		b.WriteByte(':')
		b.Write(e.encode())
	}
	b.WriteString("}}")
	var out bytes.Buffer
	if err := json.Indent(&out, b.Bytes(), "", "  "); err != nil {
		return nil
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// newest is what of all is kept: those that count, newest first, then
// others while there is room. A stranger's entries, however new they claim to
// be, must not push out this person's.
func (all entries) newest(mine func(Entry) bool) []Entry {
	var own, foreign []Entry
	for _, e := range all {
		if mine(e) {
			own = append(own, e)
		} else if len(e.encode()) <= maxEntry {
			foreign = append(foreign, e)
		}
	}
	newestFirst(own)
	newestFirst(foreign)
	own = own[:min(len(own), MaxShapes)]
	kept := append(own, foreign[:min(len(foreign), MaxShapes-len(own))]...)
	newestFirst(kept)
	return kept
}
