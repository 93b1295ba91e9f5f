package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/rules/internal/tools"
)

// Call is what the rules see of one tool call.
type Call struct {
	// Tools are the names by which rules may address the tool, the client's
	// own name first. A canonical name may follow: "mcp" for a tool of an MCP
	// server, "bash" for a shell tool with an unusual name.
	Tools    []string
	Subjects []Subject
	// Extra marks a question besides the call itself, such as a path that a
	// shell command writes, judged as "write", or a path outside the project,
	// judged as "external_directory". Keys with wildcards do not apply, and
	// the answer is None where no entry names the tool.
	Extra bool
	// FoldCase says that the file system ignores case: denies and asks then
	// match paths in any case.
	FoldCase bool
}

// Subject is one thing a call is about, in the forms that rules may name.
type Subject struct {
	Kind Kind
	// Forms are tried for every decision: a command unwrapped and unquoted, a
	// path cleaned and real, relative in the project and absolute outside.
	Forms []string
	// Strict are tried for deny and ask only: the wrapped command, the path as
	// written. A path with an element ".." always counts as one of these.
	Strict []string
	// Tree says that the call reaches everything below a folder, as deleting
	// it does: denies and asks for paths below it apply, too.
	Tree bool
}

// NewCall makes a call of a tool from its subjects as [Subjects] returns them.
// Paths are cleaned by their text only; a caller that can look at the file
// system fills in a [Subject] with the real path instead.
func NewCall(tool string, subjects ...string) Call {
	c := Call{Tools: []string{tool}}
	kind := KindOf(tool)
	for _, text := range subjects {
		s := Subject{Kind: kind, Forms: []string{text}}
		if kind == Path && text != "" {
			s = pathSubject(text)
		}
		c.Subjects = append(c.Subjects, s)
	}
	return c
}

func pathSubject(text string) Subject {
	s := Subject{Kind: Path}
	clean := path.Clean(text)
	if climbs(text) {
		s.Strict = append(s.Strict, clean)
	} else {
		s.Forms = []string{clean}
	}
	if text != clean {
		s.Strict = append(s.Strict, text)
	}
	if slashed := strings.ReplaceAll(text, `\`, "/"); slashed != text {
		s.Strict = append(s.Strict, path.Clean(slashed))
	}
	return s
}

// Result is the answer of the rules. The zero value permits nothing.
type Result struct {
	Decision Decision
	Tool     string // the key of the entry that decided, "" if none did
	Pattern  string // the pattern that decided, "" for a plain entry or no match
	Origin   Origin // of the rule that decided
	Default  bool   // no rule that a person wrote decided: neither its ask nor its allow is a wish
	Known    bool   // some entry speaks of this tool
	Subject  int    // index of the subject that decided, -1 if there was none
}

// Rule names what decided in one word for records: "permission:bash:git *".
func (r Result) Rule() string {
	switch {
	case r.Tool == "":
		return "permission"
	case r.Pattern == "":
		return "permission:" + r.Tool
	}
	return "permission:" + r.Tool + ":" + r.Pattern
}

// Reason says in a sentence what decided and where it is written.
func (r Result) Reason() string {
	if r.Tool == "" {
		return "no rule names this tool"
	}
	if r.Decision == None || r.Origin == (Origin{}) {
		return fmt.Sprintf("no rule for %s covers this call", r.Tool)
	}
	by := fmt.Sprintf("the rule for %s", r.Tool)
	if r.Pattern != "" {
		by = fmt.Sprintf("the rule %q for %s", r.Pattern, r.Tool)
	}
	return fmt.Sprintf("%s says %s (%s)", by, r.Decision, r.Origin)
}

// weight orders results over subjects and entries. An ask that a person wrote
// outweighs a built-in one, so that it is not lost beside it.
func (r Result) weight() int {
	w := 2 * int(r.Decision)
	if r.Decision == Ask && !r.Default {
		w++
	}
	return w
}

// stricter returns the heavier result, the first one if they weigh the same.
func stricter(a, b Result) Result {
	if b.weight() > a.weight() {
		return b
	}
	return a
}

// Resolve answers a call by the rules alone. Each subject is resolved by
// itself, the last matching rule wins, and the strictest answer over the
// subjects counts. Where no rule matches the answer is Ask with Default set.
func Resolve(set *Set, call Call) Result {
	n := namesOf(call.Tools)
	res := resolveMain(set, &call, &n)
	if set == nil {
		return res
	}
	for _, entries := range set.tighten {
		for _, e := range pick(entries, &n, call.Extra, false) {
			if r := e.resolve(&call); r.Decision > Allow {
				res = stricter(res, r)
			}
		}
	}
	return res
}

func resolveMain(set *Set, call *Call, n *names) Result {
	var found []*Entry
	if set != nil {
		found = pick(set.entries, n, call.Extra, false)
		if len(found) == 0 {
			found = pick(set.entries, n, call.Extra, true)
		}
	}
	if len(found) == 0 {
		res := Result{Default: true, Subject: -1}
		if !call.Extra {
			res.Decision = Ask
		}
		return res
	}
	res := Result{Subject: -1}
	for _, e := range found {
		res = stricter(res, e.resolve(call))
	}
	return res
}

// pick returns the entries that speak for a tool, either a person's or the
// built-in ones: those that name it, or else those of [near].
func pick(entries []Entry, n *names, extra, defaults bool) []*Entry {
	for _, id := range n.exact {
		var found []*Entry
		for i := range entries {
			if e := &entries[i]; e.Default == defaults && !e.wild && e.id == id {
				found = append(found, e)
			}
		}
		if found != nil {
			return found
		}
	}
	return near(entries, n, extra, defaults)
}

// near returns the entries that speak for a tool without naming it. Of the
// keys with wildcards the last one counts. It gives way to keys of the tool's
// families, unless it is narrower than "*" and written after them.
func near(entries []Entry, n *names, extra, defaults bool) []*Entry {
	var wild *Entry
	var families, later []*Entry // later: those after wild
	for i := range entries {
		switch e := &entries[i]; {
		case e.Default != defaults:
		case !e.wild:
			if slices.Contains(n.families, e.id) {
				families, later = append(families, e), append(later, e)
			}
		case extra:
		case slices.ContainsFunc(n.all, func(name string) bool { return Match(e.id, name) }):
			wild, later = e, nil
		}
	}
	switch {
	case wild == nil, families != nil && onlyStars(wild.id):
		return families
	case later != nil:
		return later
	}
	return []*Entry{wild}
}

// onlyStars reports whether a pattern matches everything, no subject included.
func onlyStars(pattern string) bool {
	return pattern != "" && strings.Trim(pattern, "*") == ""
}

// resolve answers a call by one entry.
func (e *Entry) resolve(call *Call) Result {
	subjects := call.Subjects
	if e.id == tools.MCP {
		subjects = mcpSubject(call.Tools)
	}
	if len(subjects) == 0 || e.Plain {
		return e.result(e.last(func(r *Rule) bool { return onlyStars(r.Pattern) }), -1)
	}
	res := Result{Subject: -1}
	for i := range subjects {
		res = stricter(res, e.resolveSubject(&subjects[i], call.FoldCase, i))
	}
	return res
}

// mcpSubject makes the tool's names the subject of the key "mcp".
func mcpSubject(spellings []string) []Subject {
	forms := slices.DeleteFunc(slices.Clone(spellings), func(name string) bool { return name == tools.MCP })
	if len(forms) == 0 {
		return nil
	}
	return []Subject{{Forms: forms}}
}

// resolveSubject finds the last rule that covers the subject. A form that is
// only good for denies and asks is resolved by itself; what it yields counts
// if its rule does not speak of the other forms as well, because there a later
// rule may have overruled it.
func (e *Entry) resolveSubject(s *Subject, fold bool, index int) Result {
	covered := func(r *Rule) bool { return r.coversForms(s, fold) }
	res := e.result(e.last(covered), index)
	strict := func(form string) {
		r := e.last(func(r *Rule) bool { return r.covers(s.Kind, form, fold) })
		if r != nil && r.Decision > Allow && !covered(r) {
			res = stricter(res, e.result(r, index))
		}
	}
	for _, form := range s.Strict {
		strict(form)
	}
	for _, form := range s.Forms {
		if s.Kind == Path && climbs(form) {
			strict(form)
		}
	}
	return res
}

// last returns the last rule that counts and is covered, or nil.
func (e *Entry) last(covered func(*Rule) bool) *Rule {
	for i := len(e.Rules) - 1; i >= 0; i-- {
		if r := &e.Rules[i]; !r.Void && (e.Plain || covered(r)) {
			return r
		}
	}
	return nil
}

// result is the answer by a rule, or by none: asked, unless the entry can only
// tighten and so has nothing to say.
func (e *Entry) result(r *Rule, subject int) Result {
	res := Result{Tool: e.Tool, Default: e.Default, Known: true, Subject: subject}
	switch {
	case r != nil:
		res.Decision, res.Pattern, res.Origin = r.Decision, r.Pattern, r.Origin
	case !e.Tightens:
		res.Decision, res.Default = Ask, true
	}
	return res
}

// coversForms reports whether a rule covers a subject by one of its forms.
func (r *Rule) coversForms(s *Subject, fold bool) bool {
	if r.test == nil && onlyStars(r.Pattern) {
		return true
	}
	for _, form := range s.Forms {
		if s.Kind == Path && climbs(form) {
			continue
		}
		if r.covers(s.Kind, form, fold) {
			return true
		}
		if s.Tree && r.Decision > Allow && r.test == nil && reachesBelow(r.Pattern, form) {
			return true
		}
	}
	return false
}

// covers reports whether a rule covers one form of a subject.
func (r *Rule) covers(kind Kind, form string, fold bool) bool {
	switch {
	case r.test != nil:
		return r.test(form)
	case r.fold, fold && kind == Path && r.Decision > Allow:
		return kind.covers(foldCase(r.Pattern), foldCase(form))
	}
	return kind.covers(r.Pattern, form)
}
