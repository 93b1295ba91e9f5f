package facts

import (
	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/address"
	"github.com/sentinelgate/sentinel/internal/facts/arrive"
	"github.com/sentinelgate/sentinel/internal/facts/disk"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/facts/lists"
	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// flow is what a command's output may hold.
type flow struct {
	secret  bool           // content of a secret, or the environment
	content bool           // content of files
	fetched bool           // something from the network
	scope   sentinel.Scope // the worst place it reads
	names   bool           // only names of files
	label   string
}

// flow follows outputs along pipes and substitutions, before the commands are
// judged one by one.
func (a *assessor) flow() {
	a.flows = make(map[*shell.Command]*flow, len(a.read.Commands))
	for _, c := range a.read.Commands {
		a.flowOf(c, 0)
	}
}

// flowOf computes what a command may print.
func (a *assessor) flowOf(c *shell.Command, depth int) *flow {
	if f, ok := a.flows[c]; ok {
		return f
	}
	f := &flow{scope: sentinel.ScopeProject}
	a.flows[c] = f
	if depth > 40 {
		return f
	}
	v, _ := c.Parsed.(*kb.View)
	if v == nil {
		v = &kb.View{}
	}
	j := &judgement{a: a, c: c, v: v, p: &sentinel.Part{}}
	for _, d := range v.Deeds {
		f.deed(j, d)
	}
	for _, r := range c.Redirs {
		if r.Kind == shell.ReadFile {
			f.read(j, r.File)
		}
	}
	if c.Stdin.Kind == shell.Pipe && c.Stdin.From != nil && !forms.Quiet(c) {
		f.join(a.flowOf(c.Stdin.From, depth+1))
	}
	for _, w := range c.Argv {
		for _, p := range w.Pieces {
			if p.Inside != nil && p.Inside.From != nil && p.Inside.From != c {
				f.join(a.flowOf(p.Inside.From, depth+1))
			}
		}
	}
	return f
}

func (f *flow) deed(j *judgement, d kb.Deed) {
	switch d.Kind {
	case sentinel.Read:
		if d.Aimed {
			f.read(j, d.Target)
		}
	case sentinel.List:
		f.names = true
		if d.Aimed && !d.Scoped {
			f.worse(j.locate(sentinel.List, d.Target))
		}
	case sentinel.SecretRead:
		if d.Role == "env-name" {
			if n, ok := d.Target.Known(); ok && !address.SecretName(n) {
				return
			}
		}
		f.secret, f.label = true, "a secret"
	case sentinel.EnvPrint:
		f.secret, f.label = true, "the environment"
	case sentinel.Fetch:
		f.fetched = true
	}
}

func (f *flow) read(j *judgement, w shell.Word) {
	if words.Inside(w) || j.c.Place.Host != "" || j.c.Place.Container != "" {
		return
	}
	f.content = true
	loc := j.locate(sentinel.Read, w)
	if loc.Scope == sentinel.ScopeSecret {
		f.secret, f.label = true, loc.Label
	}
	f.worse(loc)
}

func (f *flow) worse(loc paths.Located) {
	if forms.ScopeRank(loc.Scope) > forms.ScopeRank(f.scope) {
		f.scope = loc.Scope
	}
}

func (f *flow) join(o *flow) {
	f.secret = f.secret || o.secret
	f.content = f.content || o.content
	f.fetched = f.fetched || o.fetched
	if o.label != "" {
		f.label = o.label
	}
	if forms.ScopeRank(o.scope) > forms.ScopeRank(f.scope) {
		f.scope = o.scope
	}
}

// flows adds what follows from the command's inputs: secrets or files that
// reach a send, fetched text that reaches an interpreter.
func (j *judgement) flows() {
	f := j.a.flows[j.c]
	if f == nil {
		return
	}
	if len(j.sends) == 0 {
		j.lookups(f)
		return
	}
	switch {
	case f.secret:
		j.add(sentinel.Effect{Kind: sentinel.SecretSend, Scope: sentinel.ScopeRemote, Target: j.sends[0]},
			kb.Deed{Rule: "flow.secret-send"}, "sends "+f.label+" to "+forms.OrOther(j.sends[0]))
	case f.content && !forms.Copies(j.v.Name):
		j.add(sentinel.Effect{Kind: sentinel.SecretSend, Scope: sentinel.ScopeRemote, Target: j.sends[0]},
			kb.Deed{Rule: "flow.file-send"}, "sends the content of files to "+forms.OrOther(j.sends[0]))
	}
}

// lookups: names and addresses that carry what was read (DNS, a GET address).
func (j *judgement) lookups(f *flow) {
	if !f.secret && !f.content && !f.names {
		return
	}
	for _, e := range j.p.Effects {
		if e.Kind == sentinel.Fetch && e.Scope != sentinel.ScopeOwn && j.computedAddress() {
			j.add(sentinel.Effect{Kind: sentinel.SecretSend, Scope: sentinel.ScopeRemote, Target: e.Target},
				kb.Deed{Rule: "flow.address"}, "puts what was read into an address")
			return
		}
	}
}

// computedAddress: a word holds the output of another command.
func (j *judgement) computedAddress() bool {
	for _, w := range j.c.Argv[1:] {
		for _, p := range w.Pieces {
			if p.Inside != nil && p.Inside.From != nil || p.Origin == shell.Supplied {
				return true
			}
		}
	}
	return false
}

// listed judges the names that a list in a file hands on, as far as they are
// secrets or the gate's own: the rest is no more than any unknown name.
func (j *judgement) listed(kind sentinel.EffectKind, w shell.Word, d kb.Deed, rules bool) {
	if kind == sentinel.List {
		return
	}
	names, whole := (lists.Text{Written: j.a.read.Written, Read: disk.Texts(j.a.w.Place, lists.MaxList)}).Names(w)
	if !whole {
		j.unread("takes names from a list that is too long to look at")
	}
	hits := 0
	for i, n := range names {
		loc := j.locate(kind, n)
		if hits < 5 && (loc.Scope == sentinel.ScopeGate || loc.Scope == sentinel.ScopeSecret && kind == sentinel.Read) {
			hits++
			j.path(kind, n, d, rules)
		} else if i < arrive.MaxNames && kind == sentinel.Read {
			j.note(kind, n, loc)
		}
	}
}

// sourceScope says where the unknown part of a path comes from: names that a
// command lists or reads in one place lie in that place.
func (a *assessor) sourceScope(w shell.Word) (sentinel.Scope, bool) {
	for i, p := range w.Pieces {
		switch {
		case p.Origin <= shell.Glob:
		case p.Inside != nil && p.Inside.From != nil:
			f := a.flowOf(p.Inside.From, 1)
			if forms.ScopeRank(f.scope) > 0 || f.fetched || f.secret {
				return 0, false
			}
		case p.Origin == shell.Supplied || p.Origin == shell.Other:
			if i == 0 && len(w.Pieces) > 1 && p.Origin == shell.Supplied {
				return 0, false
			}
		default:
			return 0, false
		}
	}
	return sentinel.ScopeProject, true
}
