package kb

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/kb/schema"
	"github.com/sentinelgate/sentinel/internal/kb/search"
	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Option is one option as given.
type Option struct {
	Key   string // the names it is listed under, "" if it is not listed
	Name  string // as recognised, without a value
	Value shell.Word
	Has   bool // has a value
	Role  string
	node  *schema.Node
}

// Operand is one word that is no option, with its role.
type Operand struct {
	Word shell.Word
	Role string
}

// Parse is a command read by its tool's knowledge.
type Parse struct {
	Tool     *schema.Tool
	Verbs    []string // canonical names of the verbs
	Options  []Option
	Operands []Operand
	Ended    bool           // "--" was given
	alone    bool           // one word stands behind the program
	Rest     []shell.Word   // words of an inner command
	RestRole string         // "command", "command{}", "command@npm", "command;"
	Odd      []string       // options that are not listed
	NoVerb   *shell.Word    // a sub-command that is not listed
	strays   []Operand      // values of options that are not listed
	placed   []Deed         // where inner commands run, though that alone asks nothing
	nodes    []*schema.Node // from the top to the verb
	search   search.Search  // the expression of find
	deletes  [][]shell.Word // names that each -delete of find is limited to
	inner    [][]shell.Word // further inner commands (find -exec)
	acted    []int          // of each: which action of the search it is
	err      error
}

// parser is the state of one reading.
type parser struct {
	p       *Parse
	node    *schema.Node
	open    []*schema.Node // nodes whose options count, innermost last
	style   string
	words   []shell.Word
	raw     []shell.Word // operands of the present node
	verbs   bool         // a verb may still come
	stopped bool
	loose   bool // the word before was an option that only "*" lists: or one whose value may hang on it: this may be that value
	endAt   int  // operands in front of --
}

// parse reads the words behind the program.
func (b *Base) parse(t *schema.Tool, args []shell.Word) *Parse {
	p := &Parse{Tool: t, alone: len(args) == 1}
	ps := &parser{p: p, words: args}
	ps.enter(&t.Node)
	if t.Bundle && len(args) > 0 {
		ps.bundle()
	}
	for len(ps.words) > 0 && p.Rest == nil {
		ps.next()
	}
	ps.roles()
	return p
}

func (ps *parser) enter(n *schema.Node) {
	ps.p.nodes = append(ps.p.nodes, n)
	ps.open = append(ps.open, n)
	ps.node = n
	if n.Style != "" {
		ps.style = n.Style
	}
	ps.verbs = n.ExpectsVerb()
	ps.raw = nil
}

// bundle turns a first word without a dash into options (tar xzf).
func (ps *parser) bundle() {
	s, ok := ps.words[0].Known()
	if !ok || s == "" || s[0] == '-' || strings.ContainsAny(s, "/.") {
		return
	}
	if ps.node.HasVerb(s) {
		return
	}
	for _, c := range s {
		if _, ok := ps.flag("-" + string(c)); !ok {
			return
		}
	}
	w := shell.Text("-" + s)
	w.Span = ps.words[0].Span
	rest := ps.words[1:]
	// In a bundle the values follow in the order of the letters.
	for _, c := range s {
		f, _ := ps.flag("-" + string(c))
		o := Option{Key: f.Key, Name: "-" + string(c), Role: f.Role, node: f.Node}
		if f.Value && !f.Glued && len(rest) > 0 {
			o.Value, o.Has, rest = rest[0], true, rest[1:]
		}
		ps.p.Options = append(ps.p.Options, o)
	}
	ps.words = rest
}

// flag looks an option up, innermost node first.
func (ps *parser) flag(name string) (schema.Flag, bool) {
	for i := len(ps.open) - 1; i >= 0; i-- {
		if f, ok := ps.open[i].Flag(name); ok {
			return f, true
		}
	}
	return schema.Flag{}, false
}

// next reads one word, or an option with its value.
func (ps *parser) next() {
	loose := ps.loose
	ps.loose = false
	w := ps.words[0]
	ps.words = ps.words[1:]
	s, known := w.Known()
	head := s
	if !known && len(w.Pieces) > 0 && w.Pieces[0].Origin == shell.Literal {
		head = w.Pieces[0].Text
	}
	switch {
	case ps.p.Ended || ps.stopped || ps.style == "plain":
		ps.operand(w, s, known)
	case known && s == "--" && ps.style != "dd":
		o := Option{Name: "--", Key: "--", node: ps.node}
		if f, ok := ps.node.Flag("--"); ok && len(ps.words) > 0 && ps.restValue(f, &o) {
			return
		}
		ps.p.Ended, ps.endAt = true, len(ps.raw)
		ps.p.Options = append(ps.p.Options, Option{Name: "--", Key: "--", node: ps.node})
	case ps.style == "dd":
		ps.assignment(w, head)
	case head != "" && ps.prefixed(w, head):
	case len(head) > 1 && head[0] == '-' && !ps.isOperandWord(s):
		ps.option(w, head, known)
	case head != "" && (head[0] == '+' || head[0] == '/') && ps.special(w, head):
	default:
		ps.loose = loose
		ps.operand(w, s, known)
		ps.loose = false
	}
}

func (ps *parser) isOperandWord(s string) bool {
	for _, o := range ps.node.OperandWords {
		if o == s {
			return true
		}
	}
	return false
}

// special reads options that begin with + or / where a node lists them.
func (ps *parser) special(w shell.Word, head string) bool {
	if f, ok := ps.flag(head); ok {
		ps.take(f, head, nil)
		return true
	}
	if f, ok := ps.flag(head[:1]); ok {
		v := wordpart.Cut(w, 1)
		ps.take(f, head[:1], &v)
		return true
	}
	return false
}

// assignment reads NAME=value operands (dd).
func (ps *parser) assignment(w shell.Word, head string) {
	i := strings.IndexByte(head, '=')
	if i < 0 {
		ps.raw = append(ps.raw, w)
		return
	}
	if f, ok := ps.flag(head[:i+1]); ok {
		v := wordpart.Cut(w, i+1)
		ps.take(f, head[:i+1], &v)
		return
	}
	if _, ok := ps.flag("*"); !ok {
		ps.p.Odd = append(ps.p.Odd, head[:i+1])
	}
}

// option reads a word that begins with a dash.
func (ps *parser) option(w shell.Word, head string, known bool) {
	name, i := head, strings.IndexByte(head, '=')
	if i > 0 {
		name = head[:i]
	}
	if f, ok := ps.flag(name); ok && (len(name) > 2 || i < 0 && known && len(head) == 2 || ps.style == "go") {
		ps.exact(w, name, i, f, known)
		return
	}
	if ps.style == "go" {
		if f, ok := ps.flag(schema.AltDash(name)); ok {
			ps.exact(w, schema.AltDash(name), i, f, known)
			return
		}
		ps.odd(name)
		ps.stray(w, name, i)
		return
	}
	if strings.HasPrefix(head, "--") {
		if f, full, ok := ps.abbreviated(name); ok {
			ps.exact(w, full, i, f, known)
			return
		}
		ps.odd(name)
		ps.stray(w, name, i)
		return
	}
	ps.cluster(w, head, known)
}

// exact takes an option whose name stands whole, with or without =value.
func (ps *parser) exact(w shell.Word, name string, eq int, f schema.Flag, known bool) {
	if eq > 0 {
		v := wordpart.Cut(w, eq+1)
		ps.take(f, name, &v)
		return
	}
	if !known && len(w.Pieces) > 1 {
		v := wordpart.Cut(w, len(name))
		ps.take(f, name, &v)
		return
	}
	ps.take(f, name, nil)
}

func (ps *parser) odd(name string) {
	if f, ok := ps.flag("*"); ok && f.Role == "" {
		ps.loose = true
		ps.p.Options = append(ps.p.Options, Option{Name: name, node: ps.node})
		return
	}
	ps.p.Odd = append(ps.p.Odd, name)
	ps.p.Options = append(ps.p.Options, Option{Name: name, node: ps.node})
}

// abbreviated finds the long option that begins so, innermost node first.
func (ps *parser) abbreviated(name string) (schema.Flag, string, bool) {
	for i := len(ps.open) - 1; i >= 0; i-- {
		if f, full := ps.open[i].Abbreviated(name); full != "" {
			return f, full, true
		}
	}
	return schema.Flag{}, "", false
}

// cluster reads -abc, -n5, -fVALUE.
func (ps *parser) cluster(w shell.Word, head string, known bool) {
	if strings.Trim(head[1:], "0123456789") == "" {
		if _, ok := ps.flag("-" + head[1:2]); !ok {
			ps.p.Options = append(ps.p.Options, Option{Name: "-#", Value: shell.Text(head[1:]), Has: true, node: ps.node})
			return
		}
	}
	for i := 1; i < len(head); i++ {
		name := "-" + head[i:i+1]
		f, ok := ps.flag(name)
		if !ok {
			if c := head[i]; c >= 0x80 || c == '=' {
				ps.odd(head)
				return
			}
			ps.odd(name)
			continue
		}
		last := i+1 == len(head) && known
		if !f.Value || last {
			ps.take(f, name, nil)
			if f.Value {
				return
			}
			continue
		}
		v := glued(wordpart.Cut(w, i+1), f.Role)
		ps.take(f, name, &v)
		return
	}
}

// take records an option and finds its value.
func (ps *parser) take(f schema.Flag, name string, value *shell.Word) {
	o := Option{Key: f.Key, Name: name, Role: f.Role, node: f.Node}
	ps.loose = f.Glued && value == nil
	switch {
	case value != nil && schema.TakesRest(f.Role):
		ps.words = append([]shell.Word{*value}, ps.words...) // --exec=rm FILE
		ps.restValue(f, &o)
		return
	case value != nil:
		o.Value, o.Has = *value, true
	case f.Value && !f.Glued:
		if ps.restValue(f, &o) {
			return
		}
		roles := strings.Fields(f.Role)
		for i, role := range roles {
			if len(ps.words) == 0 {
				break
			}
			o.Value, o.Has, o.Role = ps.words[0], true, role
			ps.words = ps.words[1:]
			if i < len(roles)-1 {
				ps.p.Options = append(ps.p.Options, o)
			}
		}
	}
	if role, ok := strings.CutSuffix(o.Role, "="); ok {
		ps.fragments(o, role)
		return
	}
	ps.p.Options = append(ps.p.Options, o)
	ps.searches(o)
	if o.Role == "verb" && o.Has {
		s, _ := o.Value.Known()
		ps.open = nil
		if !ps.verb(s, o.Value) {
			ps.p.NoVerb = &o.Value
		}
		ps.verbs = false
	}
}

// restValue reads options whose value is the rest of the words, or all up to a
// closing mark.
func (ps *parser) restValue(f schema.Flag, o *Option) bool {
	switch {
	case f.HandsOver():
		ps.p.Options = append(ps.p.Options, *o)
		ps.handOver(f)
		return true
	case f.Role == "command;":
		n := 0
		for n < len(ps.words) && !ps.words[n].Is(";") && !(ps.words[n].Is("+") && n > 0 && ps.words[n-1].Is("{}")) {
			n++
		}
		ps.p.Options = append(ps.p.Options, *o)
		ps.p.search.Action(false)
		ps.p.acted = append(ps.p.acted, len(ps.p.search.Acted)-1)
		ps.p.addInner(ps.words[:n])
		ps.words = ps.words[min(n+1, len(ps.words)):]
		return true
	case schema.TakesRest(f.Role):
		ps.p.Options = append(ps.p.Options, *o)
		ps.p.Rest, ps.p.RestRole = ps.words, f.Role
		ps.words = nil
		return true
	case strings.HasSuffix(f.Role, "..."):
		o.Value, o.Has, o.Role = wordpart.Join(ps.words), len(ps.words) > 0, strings.TrimSuffix(f.Role, "...")
		ps.words = nil
		ps.p.Options = append(ps.p.Options, *o)
		return true
	}
	return false
}

// addInner notes a further inner command of an option (find -exec).
func (p *Parse) addInner(words []shell.Word) { p.inner = append(p.inner, words) }

// operand reads a word that is no option: a verb, the start of an inner
// command, or an operand.
func (ps *parser) operand(w shell.Word, s string, known bool) {
	if ps.isOperandWord(s) && known {
		ps.p.search.Word(s)
		return
	}
	if ps.verbs = ps.verbs && !(len(ps.node.Operands) > 0 && like.Path(ps.node.Open, w)); ps.verbs && !(ps.p.Ended && len(ps.node.Operands) > 0) {
		ps.verbs = false
		if known && ps.verb(s, w) {
			return
		}
		if ps.node.Open != "" && known && !ps.loose && !like.Any(ps.node.Open, s) {
			ps.p.NoVerb = &w
		}
		if len(ps.node.Operands) == 0 || !known {
			if v := ps.node.Find("*"); v != nil && ps.verb("*", w) {
				if !known {
					ps.p.NoVerb = &w // it could be any of those that are listed, too
				}
				return
			}
			ps.p.NoVerb = &w
			if len(ps.node.Operands) == 0 {
				ps.raw = append(ps.raw, w)
				return
			}
		}
	}
	role := ps.roleAt(len(ps.raw), w)
	if role != "command;" && schema.TakesRest(role) {
		ps.p.Rest, ps.p.RestRole = append([]shell.Word{w}, ps.words...), role
		ps.words = nil
		return
	}
	if strings.HasPrefix(role, "code:") && strings.HasSuffix(role, "...") {
		j := wordpart.Join(append([]shell.Word{w}, ps.words...))
		ps.words = nil
		ps.raw = append(ps.raw, j)
		return
	}
	ps.raw = append(ps.raw, w)
	if ps.style == "posix" && role != "env" { // sudo A=b -u root: options may follow
		ps.stopped = true
	}
}

// verb enters a sub-command; false when there is none by that name.
func (ps *parser) verb(s string, w shell.Word) bool {
	v := ps.node.Find(s)
	if v == nil {
		return false
	}
	for hops := 0; v.Same != "" && hops < 4; hops++ {
		if strings.HasPrefix(v.Same, "=") {
			words := strings.Fields(v.Same[1:])
			var rest []shell.Word
			for i, x := range words {
				t := shell.Text(x)
				if i == 0 {
					t.Span = w.Span
				}
				if rest = append(rest, t); i == 0 && x == ps.p.Tool.Tool {
					rest = append(rest, ps.p.selectors()...)
				}
			}
			ps.p.Verbs = append(ps.p.Verbs, s)
			ps.p.Rest, ps.p.RestRole = append(rest, ps.words...), "command"
			ps.words = nil
			return true
		}
		to := ps.node.Find(v.Same)
		if to == nil {
			break
		}
		v = to
	}
	n, err := v.Open()
	if err != nil {
		ps.p.err = err
		return true
	}
	name := v.Name
	if strings.Contains(name, "*") {
		name = s
	}
	if s == "*" {
		name, _ = w.Known()
	}
	ps.p.Verbs = append(ps.p.Verbs, name)
	open := ps.open
	ps.enter(n)
	ps.open = append(open[:len(open):len(open)], n)
	return true
}
