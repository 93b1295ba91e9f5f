package walk

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Reader walks the tokens of one text, and of the texts it evaluates.
type Reader struct {
	Lang   *Language
	Rows   map[string]*Row // of Language.Index
	Roots  map[string]bool // of Language.Index: first names of rows
	Report *report.Report
	Args   []report.Arg // the program's own name, then its arguments; nil if not known

	Toks []lex.Token // the list being read
	I    int         // index of the next token
	End  int         // end offset of the token taken last

	vars   map[string]value.Value
	places map[string]map[int]value.Value // by name and place: what it gets there
	params map[string][]param             // by name: the parameters that have it
	funcs  map[string]*function           // functions of the text itself
	names  map[string]int                 // how often each name stands in the text
	Counts map[string]int                 // how often a name gets a value
	Stars  []string                       // modules whose names were all imported

	loud     bool    // second walk: acts are reported
	open     bool    // in arguments without parentheses
	assigned bool    // the statement just read gave its value a name
	Span     *[2]int // in a text that is evaluated: offsets of the call that does

	depth int
	steps int
	Dir   value.Value
	Evals int // texts being evaluated inside one another
	Made  int // bytes copied while folding
}

// Text reads src: once to learn names, once to report.
func (r *Reader) Text(src string) {
	toks, problems := lex.Scan(src, &r.Lang.Rules)
	for _, p := range problems {
		r.Report.Hide("text that cannot be read: " + p)
		if strings.HasPrefix(p, "too many") {
			r.Report.Truncated = true
		}
	}
	r.Preset("", value.Value{})
	if r.names == nil {
		r.names = map[string]int{}
	}
	lex.Occurrences(toks, r.names)
	lex.CountNames(toks, &r.Lang.Habits, r.Counts)
	loud := r.loud
	r.loud = false
	r.list(toks)
	if r.loud = loud || r.Evals == 0; r.loud {
		if r.Evals == 0 {
			r.Dir = value.Value{}
		}
		r.list(toks)
	}
}

// list reads a list of tokens from its beginning, then goes on where it was.
func (r *Reader) list(toks []lex.Token) (last value.Value) {
	was, at := r.Toks, r.I
	r.Toks, r.I = toks, 0
	last = r.statements(len(toks))
	r.Toks, r.I = was, at
	return last
}

// Peek is the next token, which stays.
func (r *Reader) Peek() *lex.Token { return r.At(0) }

// At is the token n places ahead; an empty one beyond the end.
func (r *Reader) At(n int) *lex.Token {
	if k := r.I + n; k >= 0 && k < len(r.Toks) {
		return &r.Toks[k]
	}
	return &nothing
}

var nothing lex.Token

// Next takes the next token.
func (r *Reader) Next() *lex.Token {
	t := r.Peek()
	r.I++
	if t.End > 0 {
		r.End = t.End
	}
	return t
}

// IsOp reports whether the next token is one of the operators in list.
func (r *Reader) IsOp(list string) bool {
	t := r.Peek()
	return t.Kind == lex.Op && wordlist.Has(list, t.Text)
}

// IsWord reports whether the next token is one of the names in list.
func (r *Reader) IsWord(list string) bool {
	t := r.Peek()
	return t.Kind == lex.Name && wordlist.Has(list, t.Text)
}

// statements reads up to the token with index end.
func (r *Reader) statements(end int) (last value.Value) {
	for r.I < end && !r.spent() {
		before := r.I
		last = r.statement(end)
		r.Use(last)
		if r.I == before {
			r.Next()
		}
	}
	r.I = max(r.I, end)
	return last
}

// closed says that brackets now enclose what is read; call its result at
// their end.
func (r *Reader) closed() func() {
	was := r.open
	r.open = false
	return func() { r.open = was }
}

// spent reports that the reader has done all the work it may.
func (r *Reader) spent() bool {
	if r.steps++; r.steps > MaxSteps {
		r.Report.Truncate("too much to read")
		return true
	}
	return false
}

func (r *Reader) statement(end int) value.Value {
	t := r.Peek()
	switch {
	case t.Kind == lex.Newline || r.IsOp("; , : => ) ] }"):
		r.Next()
		return value.Value{}
	case t.Kind == lex.Name && r.Lang.Keyword != nil && r.Lang.Keyword(r, t.Text):
		return value.Value{}
	case r.definition():
		return value.Value{}
	case t.Kind == lex.Name && r.Lang.Loop != nil && wordlist.Has("for foreach", t.Text) && r.Lang.Loop(r):
		return value.Value{}
	case t.Kind == lex.Name && wordlist.Has(r.Lang.Noise, t.Text):
		r.Next()
		return value.Value{}
	}
	if r.several(end) {
		return value.Value{}
	}
	v := r.assignment(end)
	if r.assigned {
		return value.Value{}
	}
	if r.Lang.has(KeywordIf) && r.IsWord("as") && r.At(1).Kind == lex.Name { // with x as y
		r.Next()
		r.Bind(r.Next().Text, v)
	}
	return v
}

// definition skips the name and the parameters of a function.
func (r *Reader) definition() bool {
	if !r.IsWord("def function sub func fn defp defmodule macro") {
		return false
	}
	if r.Lang.Name == "groovy" && r.At(2).Is("=") {
		return false // a variable
	}
	if n := r.At(1); n.Kind != lex.Name && n.Kind != lex.Var && !n.Is("(") && !n.Is("{") && !n.Is("*") && !n.Is("&") {
		return false
	}
	name := r.At(1).Text
	for r.Next(); r.Peek().Kind == lex.Name || r.IsOp(". :: : * &") || r.Peek().Kind == lex.Var; {
		r.Next()
	}
	if p := r.Peek(); p.Is("(") {
		r.Next()
		r.parameters(name, p.Match)
		r.items(p.Match, false)
		r.I = p.Match + 1
	}
	return true
}

const declares = "my our local const let var val auto"

const assignOps = lex.AssignOps

// several handles a, b = .. and {a, b: c} = .. and my ($a, $b) = ..
func (r *Reader) several(end int) bool {
	at := r.I
	for r.IsWord(declares) {
		r.Next()
	}
	start := r.I
	if t := r.Peek(); t.Is("(") || t.Is("[") || t.Is("{") {
		if r.I = t.Match + 1; t.Match < end && r.IsOp("= <- :=") {
			close := t.Match
			r.Next()
			v := r.assignment(end)
			r.unpack(start+1, close, v)
			return true
		}
		r.I = at
		return false
	}
	commas, k := 0, r.I
	for ; k < end && k < start+32; k++ {
		t := &r.Toks[k]
		switch {
		case t.Is(","):
			commas++
			continue
		case t.Is("*") || t.Is("."):
			continue
		case k > start && (r.Toks[k-1].Kind == lex.Name || r.Toks[k-1].Kind == lex.Var):
		case t.Kind == lex.Name && !wordlist.Has(r.Lang.Noise, t.Text) || t.Kind == lex.Var:
			continue
		}
		break
	}
	if commas == 0 || k >= end || !r.Toks[k].Is("=") {
		r.I = at
		return false
	}
	r.I = k + 1
	v := r.assignment(end)
	if r.IsOp(",") { // a, b = x, y
		v = value.Value{Form: value.Sequence, Items: []value.Value{v}, Known: true}
		for r.IsOp(",") && r.I < end {
			r.Next()
			v.Items = append(v.Items, r.Expr(0))
		}
	}
	r.unpack(start, k, v)
	return true
}

// unpack gives the names between two token indexes the items of v.
func (r *Reader) unpack(from, to int, v value.Value) {
	n := 0
	for k := from; k < to; k++ {
		t := &r.Toks[k]
		if t.Is(",") {
			n++
			continue
		}
		if t.Kind != lex.Name && t.Kind != lex.Var {
			continue
		}
		name, target := t.Text, t.Text
		if k+2 < to+1 && (r.Toks[k+1].Is(":") || r.Toks[k+1].Is("=>")) && r.Toks[k+2].Kind == lex.Name {
			k += 2
			target = r.Toks[k].Text
		}
		switch {
		case v.Form == value.Sequence && v.Known && n < len(v.Items):
			r.Bind(target, v.Items[n])
		case v.Form == value.Ref && r.Lang.has(DotKeys):
			r.Bind(target, r.Selected(v, name))
		default:
			r.Bind(target, value.Value{Taint: v.Taint})
		}
	}
}

// assignment reads an expression, and what it is assigned if it is a target.
func (r *Reader) assignment(end int) value.Value {
	for r.IsWord(declares) && (r.At(1).Kind == lex.Name || r.At(1).Kind == lex.Var) {
		r.Next()
	}
	start, start0 := r.Peek(), r.I
	v := r.Expr(0)
	typed := r.I < end && r.IsOp(":") && start.Kind == lex.Name && r.skipType() // x: string = ..
	if r.Lang.has(RightArrow) && r.IsOp("-> ->>") {
		r.Next()
		name := r.Peek().Text
		r.Expr(0)
		r.Bind(name, v)
		r.assigned = true
		return v
	}
	if r.assigned = false; r.I >= end || !r.IsOp(assignOps) {
		return v
	}
	last := r.At(-1)
	inside := r.At(-2).Kind == lex.Op && wordlist.Has(r.Lang.Member, r.At(-2).Text) && last.Kind == lex.Name
	op := r.Next().Text
	if op == "=~" {
		r.Use(r.Expr(0))
		return value.Value{}
	}
	r.Blanks()
	if r.depth++; r.depth > MaxDepth {
		r.Report.Truncate("nested too deeply")
		r.I = end
	}
	rhs := r.assignment(end)
	r.depth--
	r.assigned = true
	refs := rhs.Refs()
	if inside = inside && (refs.Form == value.Ref || len(refs.Items) > 0); inside {
		// self.run = os.system: from now on any .run may be it.
		r.Bind("."+last.Text, refs)
	}
	switch {
	case op != "=" && op != ":=" && op != "<-" && op != "<<-" && op != "||=" && op != "??=":
		r.Use(rhs)
		r.Bind(start.Text, value.Value{Taint: value.Computed})
	case typed, r.I > start0 && last == start:
		r.Bind(start.Text, rhs)
	case last.Kind == lex.Name && v.Form == value.Ref && v.Text != "" && r.Rows[v.Text] == nil:
		r.Bind(v.Text, rhs)
	case inside:
	case v.Self != nil && v.Form == value.Ref && r.Rows[v.Text] != nil && r.Rows[v.Text].Kind == report.Read: // file.text = "x"
		c := Call{R: r, Name: v.Text, Start: start.Start}
		c.Emit(report.Act{Kind: report.Write, Args: []report.Arg{v.Self.Arg()}})
	default:
		r.Use(rhs)
	}
	return rhs
}

// skipType skips a type between a name and its value.
func (r *Reader) skipType() bool {
	n := lex.Typed(r.Toks, r.I)
	r.I += n
	return n > 1
}

// Preset gives a name a value before the text is read.
func (r *Reader) Preset(name string, v value.Value) {
	if r.vars == nil {
		r.vars, r.Counts, r.places = map[string]value.Value{}, map[string]int{}, map[string]map[int]value.Value{}
	}
	if name != "" {
		r.vars[name] = v
	}
}

// Blanks skips line ends.
func (r *Reader) Blanks() {
	for r.Peek().Kind == lex.Newline {
		r.Next()
	}
}

// Bind lets name stand for v.
func (r *Reader) Bind(name string, v value.Value) {
	if name == "" || r.Counts[name] == 0 && r.Counts[name[strings.LastIndexByte(name, '.')+1:]] == 0 {
		r.Counts[name]++
	}
	if r.Rows[name] != nil || r.Roots[name] && v.Form != value.Text && v.Form != value.Sequence {
		v = value.Or(v, value.Value{Form: value.Ref, Text: name}) // it may still be what it was
	}
	r.place(name, v)
	if have, ok := r.vars[name]; ok && r.times(name) > 1 {
		v = value.Or(have.Refs(), v.Refs())
	}
	r.vars[name] = v
}

// BindAt is Bind for a name whose token stands ahead.
func (r *Reader) BindAt(t *lex.Token, v value.Value) {
	at := r.I
	for n := 0; n < 8; n++ {
		if r.At(n) == t {
			r.I += n + 1
			break
		}
	}
	r.Bind(t.Text, v)
	r.I = at
}

// times is how often the name gets a value anywhere in the text.
func (r *Reader) times(name string) int {
	return max(r.Counts[name], r.Counts[name[strings.LastIndexByte(name, '.')+1:]])
}

// Variable is what name stands for.
func (r *Reader) Variable(name string) (value.Value, bool) {
	v, ok := r.vars[name]
	if !ok && len(r.params[name]) > 0 {
		if any, ok := r.placed(name); ok {
			return any, true
		}
	}
	if !ok {
		return value.Value{}, r.Counts[name] > 0 && r.Rows[name] == nil && !r.Roots[name]
	}
	if r.times(name) > 1 {
		if any, ok := r.placed(name); ok {
			return any, true
		}
		v = v.Refs()
	}
	return v, true
}
