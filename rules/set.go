package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/rules/internal/tools"
)

// Origin says where a rule was written. The zero value is a rule that no file
// holds.
type Origin struct {
	File   string // as the caller named it, "" for built-in rules
	Scope  string // as the caller named it, for example "global" or "project"
	Line   int    // 1-based, 0 if unknown
	Column int    // 1-based, in characters, 0 if unknown
}

// String returns "file:line", or the scope for a rule without a file.
func (o Origin) String() string {
	if o.File == "" {
		return o.Scope
	}
	if o.Line == 0 {
		return o.File
	}
	return fmt.Sprintf("%s:%d", o.File, o.Line)
}

// Rule is one pattern with its decision.
type Rule struct {
	Pattern  string // "" in a plain entry, which covers every call
	Decision Decision
	Origin   Origin
	Void     bool // an allow that does not count, since its file has mistakes

	fold bool                   // Pattern holds for any case
	test func(path string) bool // replaces Pattern, which is then a label
}

// Entry is what holds for one tool key, in the order written.
type Entry struct {
	Tool     string // the key as written
	Plain    bool   // one decision for all calls: Rules has one element without pattern
	Default  bool   // built in, not written by a person
	Tightens bool   // only denies and asks count, besides what holds anyway
	Rules    []Rule

	id   string // toolID(Tool), or the folded key if it has wildcards
	wild bool
	kind Kind
	at   Origin // of the key
}

// key is the place of the entry's tool key, or that of its first rule.
func (e *Entry) key() Origin {
	if e.at == (Origin{}) {
		return e.origin()
	}
	return e.at
}

// Set is an immutable list of entries. The nil Set and the zero Set have no
// rules: everything is asked.
type Set struct {
	entries []Entry   // a later entry for the same tool has replaced the earlier one
	tighten [][]Entry // one list per source; each can only make the answer stricter
	// replaced are entries of files below that another file's have replaced, for Lint.
	replaced []Entry
}

// newEntry fills in what follows from the key.
func newEntry(key string, isDefault bool, rules []Rule) Entry {
	e := Entry{Tool: key, Default: isDefault, Rules: rules}
	if e.wild = strings.ContainsAny(key, "*?"); e.wild {
		e.id = foldCase(key)
		return e
	}
	e.id, e.kind = toolID(key), KindOf(key)
	return e
}

// Over lays the set over another one. An entry replaces the entry of the same
// tool below it whole, patterns are not merged. A key below that names a tool
// still comes before a key with wildcards above. Built-in entries stay, but are
// looked at only where no entry of a person applies.
func (s *Set) Over(below *Set) *Set {
	if s == nil {
		return below
	}
	if below == nil {
		return s
	}
	out := &Set{tighten: slices.Concat(below.tighten, s.tighten), replaced: slices.Concat(below.replaced, s.replaced)}
	for _, e := range below.entries {
		if !e.Default && slices.ContainsFunc(s.entries, func(o Entry) bool { return !o.Default && o.id == e.id }) {
			out.replaced = append(out.replaced, e)
			continue
		}
		out.entries = append(out.entries, e)
	}
	out.entries = append(out.entries, s.entries...)
	return out
}

// OnlyTightening returns the set as one that can make answers stricter and
// never milder, for a file that did not come from the person: whatever it
// allows is left to what holds without it.
func (s *Set) OnlyTightening() *Set {
	if s == nil {
		return nil
	}
	out := &Set{tighten: slices.Clone(s.tighten)}
	if len(s.entries) > 0 {
		out.tighten = append(out.tighten, tightening(s.entries))
	}
	return out
}

func tightening(entries []Entry) []Entry {
	entries = slices.Clone(entries)
	for i := range entries {
		entries[i].Tightens = true
	}
	return entries
}

// void returns the entries of a file with mistakes: nothing in it allows.
func void(entries []Entry) []Entry {
	entries = tightening(entries)
	for i := range entries {
		entries[i].Rules = slices.Clone(entries[i].Rules)
		for j := range entries[i].Rules {
			r := &entries[i].Rules[j]
			r.Void = r.Decision == Allow
		}
	}
	return entries
}

// Entries returns all entries for display: those that decide first, then
// those that only tighten. The caller must not change the rules in them.
func (s *Set) Entries() []Entry {
	if s == nil {
		return nil
	}
	return slices.Concat(append([][]Entry{s.entries}, s.tighten...)...)
}

// Defaults returns the built-in rules: files may be read unless they hold
// credentials, what changes something is asked, the tools of [Free] are
// allowed. sensitive adds to the paths that reads are denied; it sees each form
// of a path and may be nil.
func Defaults(sensitive func(path string) bool) *Set {
	s := &Set{entries: make([]Entry, 0, len(tools.All()))}
	origin := Origin{Scope: "default"}
	readRules := defaultReads(origin, sensitive)
	for _, t := range tools.All() {
		e := Entry{Tool: t.ID, Default: true, id: t.ID, kind: ParseKind(t.Kind)}
		switch t.Holds {
		case tools.Asks:
			e.Plain, e.Rules = true, []Rule{{Decision: Ask, Origin: origin}}
		case tools.Free:
			e.Plain, e.Rules = true, []Rule{{Decision: Allow, Origin: origin}}
		case tools.Reads:
			e.Rules = readRules
		case tools.Unknown:
			continue
		}
		s.entries = append(s.entries, e)
	}
	return s
}

// defaultReads denies what usually holds credentials. Case does not count in a
// deny, since .ENV is .env on many file systems; it does in an exception.
func defaultReads(origin Origin, sensitive func(string) bool) []Rule {
	list := []Rule{
		{Pattern: "*", Decision: Allow},
		{Pattern: "*.env", Decision: Deny},
		{Pattern: "*.env.*", Decision: Deny},
		{Pattern: "*.env.example", Decision: Allow},
		{Pattern: "*.env.sample", Decision: Allow},
		{Pattern: "*.env.template", Decision: Allow},
		{Pattern: "*.env.*.example", Decision: Allow}, // .env.test.example
		{Pattern: "*.env.*.sample", Decision: Allow},
		{Pattern: "*.env.*.template", Decision: Allow},
		{Pattern: "*.pem", Decision: Deny},
	}
	if sensitive != nil {
		list = append(list, Rule{Pattern: "sensitive path", Decision: Deny, test: sensitive})
	}
	for i := range list {
		list[i].Origin = origin
		list[i].fold = list[i].Decision == Deny
	}
	return list
}
