package kb

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb/schema"
	"github.com/sentinelgate/sentinel/internal/kb/search"
	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Deed is one thing a command does by itself, before its scope is found.
type Deed struct {
	Kind    sentinel.EffectKind
	Scope   sentinel.Scope // what the knowledge says, if Scoped
	Scoped  bool
	Target  shell.Word // what it is aimed at, if Aimed
	Aimed   bool
	Role    string // role of the target
	Rule    string // rule id: tool, verbs, name
	Say     string
	Instead string
	Risk    sentinel.Risk // raised to at least this
	Narrow  []shell.Word  // find: only names like these below the target
	Code    bool          // comes from inline code
	// Identity is the SHA-256 (hex) of what a task runs.
	Identity string
}

// pathKinds are the roles that make an effect on a path by themselves.
func pathKind(role string) (sentinel.EffectKind, bool) {
	switch role {
	case "read":
		return sentinel.Read, true
	case "list":
		return sentinel.List, true
	case "write":
		return sentinel.Write, true
	case "create":
		return sentinel.Create, true
	case "delete":
		return sentinel.Delete, true
	case "delete-tree":
		return sentinel.DeleteTree, true
	case "move":
		return sentinel.Move, true
	case "permission":
		return sentinel.Permission, true
	case "permission-tree":
		return sentinel.PermissionTree, true
	}
	return 0, false
}

// deeds computes what a parsed command does by itself.
func (p *Parse) deeds(c *shell.Command, exists func(shell.Word) bool) []Deed {
	d := &deedList{p: p, c: c}
	met := d.conditions(exists)
	d.paths()
	for _, e := range p.Last().Does {
		d.add(e, p.Words(whereOf(e)), schema.Cond{})
	}
	d.odd()
	for _, m := range met {
		d.apply(m)
	}
	d.servers()
	if p.dry() {
		d.keepReads()
	}
	return d.list
}

// metCond is a condition that holds, with the words its effects are aimed at.
type metCond struct {
	schema.Cond
	certain bool
	words   [][]shell.Word // one list for each effect
}

// conditions tries all conditions in order; each sees the roles as the ones
// before it have changed them.
func (d *deedList) conditions(exists func(shell.Word) bool) []metCond {
	var out []metCond
	for _, n := range d.p.nodes {
		for _, cond := range n.When {
			ok, certain := d.p.holds(cond, n, d.c, exists)
			if !ok {
				continue
			}
			m := metCond{Cond: cond, certain: certain}
			for _, e := range cond.Does {
				m.words = append(m.words, d.p.Words(whereOf(e)))
			}
			for from, to := range cond.As {
				if certain || !schema.Milder(from, to) {
					d.p.renameRole(from, to)
				}
			}
			for i, e := range cond.Does {
				if len(m.words[i]) == 0 {
					m.words[i] = d.p.Words(whereOf(e))
				}
			}
			out = append(out, m)
		}
	}
	return out
}

// helps tells whether the command only prints its help.
func (p *Parse) helps() bool {
	help := "--help --version"
	for _, n := range p.nodes {
		if n.Help != "" {
			help = n.Help
		}
	}
	if p.alone && p.asksAboutItself() {
		return true
	} else if help == "none" || p.Rest != nil || len(p.inner) > 0 {
		return false
	}
	for _, o := range p.Options {
		for _, h := range strings.Fields(help) {
			if h, only := strings.CutSuffix(h, "!"); o.is(h) && !o.Has && (!only || len(p.Options) == 1 && len(p.Operands)+len(p.Odd)+len(p.strays) == 0) {
				return true
			}
		}
	}
	return false
}

// asksAboutItself tells that what nobody listed is how programs are asked for
// their help or version. It holds for a word that stands alone: what an option
// means beside others, a tool may decide.
func (p *Parse) asksAboutItself() bool {
	if p.NoVerb != nil {
		return p.NoVerb.Is("help") || p.NoVerb.Is("version")
	}
	return len(p.Odd) == 1 && slices.Contains([]string{"-h", "-V", "-version", "-help", "--help", "--version"}, p.Odd[0])
}

func (p *Parse) renameRole(from, to string) {
	for i := range p.Operands {
		if p.Operands[i].Role == from {
			p.Operands[i].Role = to
		}
	}
	for i := range p.Options {
		if p.Options[i].Role == from {
			p.Options[i].Role = to
		}
	}
}

type deedList struct {
	p    *Parse
	c    *shell.Command
	list []Deed
}

// paths makes the effects that roles have by themselves.
func (d *deedList) paths() {
	each := func(w shell.Word, role string, has bool) {
		if !has {
			return
		}
		if d.places(w, role) {
			return
		}
		if role == "config" {
			deed, _ := overNetwork(Deed{Kind: sentinel.ExecuteFile, Target: w, Aimed: true, Role: role, Rule: d.p.rule("config", ""),
				Say: "takes its settings, which can load code, from " + w.String()})
			if len(w.Pieces) == 1 && w.Pieces[0].Inside != nil && strings.HasPrefix(w.Pieces[0].Text, "<(") {
				deed.Kind, deed.Aimed = sentinel.ExecuteInline, false // what a command prints
			}
			d.list = append(d.list, deed)
			return
		}
		k, ok := pathKind(role)
		if !ok {
			return
		}
		deed := Deed{Kind: k, Target: w, Aimed: true, Role: role, Rule: d.p.rule(k.String(), "")}
		if k == sentinel.Delete || k == sentinel.DeleteTree {
			deed.Narrow = search.Union(d.p.deletes)
		}
		deed, _ = overNetwork(deed)
		d.list = append(d.list, deed)
	}
	for _, o := range d.p.Options {
		each(o.Value, o.Role, o.Has)
	}
	if len(d.p.deletes) > 0 {
		d.searched(each)
	}
	for _, o := range d.p.Operands {
		each(o.Word, o.Role, true)
		d.special(o.Word, o.Role)
	}
	for _, o := range d.p.strays {
		each(o.Word, o.Role, true)
		if o.Role == "url" {
			d.list = append(d.list, Deed{Kind: sentinel.Send, Target: o.Word, Aimed: true, Role: "url", Rule: d.p.rule("option", "")})
			continue
		}
		d.named(o.Word, o.Role)
	}
	for _, o := range d.p.Options {
		if o.Has {
			d.special(o.Value, o.Role)
		}
	}
}

// searched adds what a search that deletes does beyond the places it names:
// without any it is the present folder, and behind links it is anywhere.
func (d *deedList) searched(each func(shell.Word, string, bool)) {
	if len(d.p.Operands) == 0 {
		each(shell.Text("."), "delete-tree", true)
	}
	if d.p.follows() {
		d.list = append(d.list, Deed{Kind: sentinel.DeleteTree, Scope: sentinel.ScopeUnknown, Scoped: true,
			Rule: d.p.rule("delete-tree", "links"), Say: "deletes what lies behind links, too"})
	}
}

// special reads @FILE in data, REV:PATH in references, and files that other
// values name.
func (d *deedList) special(w shell.Word, role string) {
	switch role {
	case "data@", "ref":
	case "names":
		d.reads(w)
		return
	case "named@":
		d.namedFile(w)
		return
	case "form@":
		d.formFiles(w)
		return
	default:
		d.named(w, role)
		return
	}
	if len(w.Pieces) == 0 || w.Pieces[0].Origin != shell.Literal {
		return
	}
	head := w.Pieces[0].Text
	i := 0
	if role == "data@" {
		i = strings.IndexByte(head, '@')
		if i < 0 || i > 0 && !strings.HasSuffix(head[:i], "=") {
			return
		}
	} else if i = wordpart.Revision(head); i < 0 {
		return
	}
	d.reads(wordpart.Cut(w, i+1))
}

// odd makes effects of options and verbs that are not listed.
func (d *deedList) odd() {
	for _, o := range d.p.Odd {
		d.list = append(d.list, Deed{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeNone, Scoped: true,
			Target: shell.Text(o), Role: "option", Aimed: true, Rule: d.p.rule("option", ""),
			Say: "the option " + o + " of " + d.p.Tool.Tool + " is not known"})
	}
	if d.p.NoVerb != nil {
		d.list = append(d.list, Deed{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeNone, Scoped: true,
			Target: *d.p.NoVerb, Role: "verb", Aimed: true, Rule: d.p.rule("verb", ""),
			Say: d.p.Tool.Tool + " " + d.p.NoVerb.String() + " is not known"})
	}
}

// rule builds a rule id.
func (p *Parse) rule(kind, name string) string {
	id := p.Tool.Tool
	for _, v := range p.Verbs {
		id += "." + v
	}
	if name == "" {
		name = kind
	}
	return id + "." + name
}

// add adds one effect in the notation of the files: KIND[/SCOPE] [@WHERE].
func (d *deedList) add(text string, words []shell.Word, cond schema.Cond) {
	kind, scope, where := schema.Effect(text)
	k, err := sentinel.ParseEffectKind(kind)
	if err != nil {
		k = sentinel.Unread
	}
	deed := Deed{Kind: k, Rule: d.p.rule(kind, cond.Rule), Say: cond.Say, Instead: cond.Instead}
	if cond.Risk != "" {
		deed.Risk, _ = sentinel.ParseRisk(cond.Risk)
	}
	if scope != "" {
		if s, err := sentinel.ParseScope(scope); err == nil {
			deed.Scope, deed.Scoped = s, true
		}
	}
	if len(words) == 0 {
		d.list = append(d.list, deed)
		return
	}
	for _, w := range words {
		one := deed
		one.Target, one.Aimed, one.Role = w, true, where
		d.list = append(d.list, one)
	}
}

func whereOf(text string) string { _, _, where := schema.Effect(text); return where }

// Words gives the words with a role, or the values of an option.
func (p *Parse) Words(where string) []shell.Word {
	var out []shell.Word
	if where == "" {
		return nil
	}
	if len(p.Rest) > 0 && (where == p.RestRole || where == "command") {
		out = append(out, p.Rest[0])
	}
	if where == "rest" {
		out = append(out, p.Rest...)
	}
	for _, o := range p.Options {
		if o.Has && (o.Role == where || o.is(where)) {
			out = append(out, o.Value)
		}
	}
	for _, o := range p.Operands {
		if o.Role == where {
			out = append(out, o.Word)
		}
	}
	return out
}

// apply adds and drops what a condition says.
func (d *deedList) apply(cond metCond) {
	if cond.certain {
		for _, drop := range cond.Drop {
			d.drop(drop)
		}
	}
	for i, e := range cond.Does {
		d.add(e, cond.words[i], cond.Cond)
	}
	if len(cond.Does) > 0 || len(d.list) == 0 || cond.Say == "" && cond.Instead == "" && cond.Risk == "" {
		return
	}
	// A sentence without effects of its own explains what is there.
	for i := range d.list {
		if cond.Say != "" {
			d.list[i].Say = cond.Say
		}
		if cond.Instead != "" {
			d.list[i].Instead = cond.Instead
		}
		if cond.Risk != "" {
			r, _ := sentinel.ParseRisk(cond.Risk)
			d.list[i].Risk = max(d.list[i].Risk, r)
		}
		if cond.Rule != "" {
			d.list[i].Rule = d.p.rule("", cond.Rule)
		}
	}
}

func (d *deedList) drop(kind string) {
	kept := d.list[:0]
	for _, x := range d.list {
		if kind != "*" && x.Kind.String() != kind || x.Role == "option" {
			kept = append(kept, x)
		} else if x.Kind == sentinel.Remote {
			d.p.placed = append(d.p.placed, x) // no question, but what runs inside runs there all the same
		}
	}
	d.list = kept
}

// keepReads leaves what even a dry run does: read, run code, skip checks.
func (d *deedList) keepReads() {
	kept := d.list[:0]
	for _, x := range d.list {
		switch x.Kind {
		case sentinel.Read, sentinel.List, sentinel.Unread, sentinel.ExecuteFile, sentinel.ExecuteInline,
			sentinel.ExecuteDownloaded, sentinel.Fetch, sentinel.Privilege, sentinel.SecretRead:
			kept = append(kept, x)
		}
	}
	d.list = kept
}
