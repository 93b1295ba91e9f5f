package kb

import (
	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/shell"
	"strings"
)

// Option is one option as given.
type Option struct {
	Key   string // the names it is listed under, "" if it is not listed
	Name  string // as recognised, without a value
	Value shell.Word
	Has   bool // has a value
	Role  string
	node  *Node
}

// Operand is one word that is no option, with its role.
type Operand struct {
	Word shell.Word
	Role string
}

// Parse is a command read by its tool's knowledge.
type Parse struct {
	Tool     *Tool
	Verbs    []string // canonical names of the verbs
	Options  []Option
	Operands []Operand
	Ended    bool           // "--" was given
	Rest     []shell.Word   // words of an inner command
	RestRole string         // "command", "command{}", "command@npm", "command;"
	Odd      []string       // options that are not listed
	NoVerb   *shell.Word    // a sub-command that is not listed
	strays   []Operand      // values of options that are not listed
	placed   []Deed         // where inner commands run, though that alone asks nothing
	nodes    []*Node        // from the top to the verb
	narrow   []shell.Word   // find -name patterns
	wide     bool           // a negated pattern narrows nothing
	either   bool           // alternatives: no pattern narrows for sure
	inner    [][]shell.Word // further inner commands (find -exec)
	err      error
}

// parser is the state of one reading.
type parser struct {
	p       *Parse
	node    *Node
	open    []*Node // nodes whose options count, innermost last
	style   string
	words   []shell.Word
	raw     []shell.Word // operands of the present node
	verbs   bool         // a verb may still come
	negated bool         // the next test is turned round (find !)
	stopped bool
	loose   bool // the word before was an option that only "*" lists: or one whose value may hang on it: this may be that value
	endAt   int  // operands in front of --
}

// parse reads the words behind the program.
func (b *Base) parse(t *Tool, args []shell.Word) *Parse {
	p := &Parse{Tool: t}
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

func (ps *parser) enter(n *Node) {
	ps.p.nodes = append(ps.p.nodes, n)
	ps.open = append(ps.open, n)
	ps.node = n
	if n.Style != "" {
		ps.style = n.Style
	}
	ps.verbs = len(n.verbs) > 0 && !n.flagVerb
	ps.raw = nil
}

// bundle turns a first word without a dash into options (tar xzf).
func (ps *parser) bundle() {
	s, ok := ps.words[0].Known()
	if !ok || s == "" || s[0] == '-' || strings.ContainsAny(s, "/.") {
		return
	}
	if _, isVerb := ps.node.verbs[s]; isVerb {
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
		o := Option{Key: f.key, Name: "-" + string(c), Role: f.role, node: f.node}
		if f.value && !f.glued && len(rest) > 0 {
			o.Value, o.Has, rest = rest[0], true, rest[1:]
		}
		ps.p.Options = append(ps.p.Options, o)
	}
	ps.words = rest
}

// flag looks an option up, innermost node first.
func (ps *parser) flag(name string) (flagSpec, bool) {
	for i := len(ps.open) - 1; i >= 0; i-- {
		if f, ok := ps.open[i].flags[name]; ok {
			f.node = ps.open[i]
			return f, true
		}
		for _, p := range ps.open[i].patterns {
			if like.Match(p.name, name) {
				p.flag.node = ps.open[i]
				return p.flag, true
			}
		}
	}
	return flagSpec{}, false
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
		if f, ok := ps.node.flags["--"]; ok && len(ps.words) > 0 && ps.restValue(f, &o) {
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
		v := cut(w, 1)
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
		v := cut(w, i+1)
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
		if f, ok := ps.flag(altDash(name)); ok {
			ps.exact(w, altDash(name), i, f, known)
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

func altDash(name string) string {
	if strings.HasPrefix(name, "--") {
		return name[1:]
	}
	return "-" + name
}

// exact takes an option whose name stands whole, with or without =value.
func (ps *parser) exact(w shell.Word, name string, eq int, f flagSpec, known bool) {
	if eq > 0 {
		v := cut(w, eq+1)
		ps.take(f, name, &v)
		return
	}
	if !known && len(w.Pieces) > 1 {
		v := cut(w, len(name))
		ps.take(f, name, &v)
		return
	}
	ps.take(f, name, nil)
}

func (ps *parser) odd(name string) {
	if f, ok := ps.flag("*"); ok && f.role == "" {
		ps.loose = true
		ps.p.Options = append(ps.p.Options, Option{Name: name, node: ps.node})
		return
	}
	ps.p.Odd = append(ps.p.Odd, name)
	ps.p.Options = append(ps.p.Options, Option{Name: name, node: ps.node})
}

// abbreviated finds the one long option that begins so (getopt_long).
func (ps *parser) abbreviated(name string) (flagSpec, string, bool) {
	var found flagSpec
	full := ""
	for i := len(ps.open) - 1; i >= 0; i-- {
		for n, f := range ps.open[i].flags {
			if len(n) > len(name) && strings.HasPrefix(n, name) && len(name) > 2 {
				if full != "" && f.key != found.key {
					// Ambiguous: the one with the most to say counts, so
					// that nothing hides behind a near miss.
					if len(n) < len(full) {
						f.node = ps.open[i]
						found, full = f, n
					}
					continue
				}
				f.node = ps.open[i]
				found, full = f, n
			}
		}
		if full != "" {
			break
		}
	}
	return found, full, full != ""
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
		if !f.value || last {
			ps.take(f, name, nil)
			if f.value {
				return
			}
			continue
		}
		v := glued(cut(w, i+1), f.role)
		ps.take(f, name, &v)
		return
	}
}

// take records an option and finds its value.
func (ps *parser) take(f flagSpec, name string, value *shell.Word) {
	o := Option{Key: f.key, Name: name, Role: f.role, node: f.node}
	ps.loose = f.glued && value == nil
	switch {
	case value != nil:
		o.Value, o.Has = *value, true
	case f.value && !f.glued:
		if ps.restValue(f, &o) {
			return
		}
		roles := strings.Fields(f.role)
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
	if o.Role == "narrow" && o.Has {
		// Behind a negation a name says what is left alone, not what is found.
		if ps.negated {
			ps.p.wide = ps.p.wide || len(ps.p.narrow) == 0
		} else {
			ps.p.narrow = append(ps.p.narrow, o.Value)
		}
	}
	ps.negated = o.Name == "-not"
	if o.Name == "-o" || o.Name == "-or" {
		ps.p.either = true
	}
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
func (ps *parser) restValue(f flagSpec, o *Option) bool {
	switch {
	case f.handsOver():
		ps.p.Options = append(ps.p.Options, *o)
		ps.handOver(f)
		return true
	case f.role == "command;":
		n := 0
		for n < len(ps.words) && !ps.words[n].Is(";") && !(ps.words[n].Is("+") && n > 0 && ps.words[n-1].Is("{}")) {
			n++
		}
		ps.p.Options = append(ps.p.Options, *o)
		ps.p.addInner(ps.words[:n])
		ps.words = ps.words[min(n+1, len(ps.words)):]
		return true
	case f.role == "command" || strings.HasPrefix(f.role, "command@"):
		ps.p.Options = append(ps.p.Options, *o)
		ps.p.Rest, ps.p.RestRole = ps.words, f.role
		ps.words = nil
		return true
	case strings.HasSuffix(f.role, "..."):
		o.Value, o.Has, o.Role = joinWords(ps.words), len(ps.words) > 0, strings.TrimSuffix(f.role, "...")
		ps.words = nil
		ps.p.Options = append(ps.p.Options, *o)
		return true
	}
	return false
}

// addInner notes a further inner command of an option (find -exec).
func (p *Parse) addInner(words []shell.Word) {
	p.inner = append(p.inner, words)
}

// operand reads a word that is no option: a verb, the start of an inner
// command, or an operand.
func (ps *parser) operand(w shell.Word, s string, known bool) {
	if ps.isOperandWord(s) && known {
		ps.negated = s == "!"
		ps.p.either = ps.p.either || s == ","
		return
	}
	if ps.verbs && !(ps.p.Ended && len(ps.node.Operands) > 0) {
		ps.verbs = false
		if known && ps.verb(s, w) {
			return
		}
		if ps.node.Open != "" && known && !ps.loose && !like.Any(ps.node.Open, s) {
			ps.p.NoVerb = &w
		}
		if len(ps.node.Operands) == 0 || !known {
			if v := ps.node.find("*"); v != nil && ps.verb("*", w) {
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
	if role == "command" || role == "command{}" || strings.HasPrefix(role, "command@") {
		ps.p.Rest, ps.p.RestRole = append([]shell.Word{w}, ps.words...), role
		ps.words = nil
		return
	}
	if strings.HasPrefix(role, "code:") && strings.HasSuffix(role, "...") {
		j := joinWords(append([]shell.Word{w}, ps.words...))
		ps.words = nil
		ps.raw = append(ps.raw, j)
		return
	}
	ps.raw = append(ps.raw, w)
	if ps.style == "posix" {
		ps.stopped = true
	}
}

// verb enters a sub-command; false when there is none by that name.
func (ps *parser) verb(s string, w shell.Word) bool {
	v := ps.node.find(s)
	if v == nil {
		return false
	}
	for hops := 0; v.same != "" && hops < 4; hops++ {
		if strings.HasPrefix(v.same, "=") {
			words := strings.Fields(v.same[1:])
			var rest []shell.Word
			for i, x := range words {
				t := shell.Text(x)
				if i == 0 {
					t.Span = w.Span
				}
				rest = append(rest, t)
			}
			ps.p.Verbs = append(ps.p.Verbs, s)
			ps.p.Rest, ps.p.RestRole = append(rest, ps.words...), "command"
			ps.words = nil
			return true
		}
		to := ps.node.find(v.same)
		if to == nil {
			break
		}
		v = to
	}
	n, err := v.open()
	if err != nil {
		ps.p.err = err
		return true
	}
	name := v.name
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
