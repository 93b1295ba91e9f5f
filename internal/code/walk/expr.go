package walk

import (
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// strength orders the operators that matter for folding; all others bind like
// comparisons and make an unknown value.
func (r *Reader) strength(t *lex.Token) int {
	if t.Kind == lex.Name {
		switch {
		case wordlist.Has("or and", t.Text) && wordlist.Has(r.Lang.WordOps, t.Text):
			if r.open {
				return 0 // print "x" or die: the call ends first
			}
			return 1
		case wordlist.Has(r.Lang.WordOps, t.Text):
			return 3
		}
		return 0
	}
	if t.Kind != lex.Op || wordlist.Has(r.Lang.Member, t.Text) || wordlist.Has(assignOps, t.Text) {
		return 0
	}
	switch t.Text {
	case ")", "]", "}", ",", ";", ":", "(", "[", "{", "=>", "++", "--", "!", "~", "@", "`", "\\", "$":
		return 0
	case "->":
		return 0
	case "|>", "%>%":
		return 2
	case "||", "&&", "??", "?:", "//":
		return 1
	case "+", "-", ".", "..", "<>":
		return 5
	case "&":
		if wordlist.Has(r.Lang.Concat, "&") {
			return 5
		}
	case "*", "/", "%":
		return 6
	case "**", "^":
		return 7
	case "?":
		return 0
	}
	return 3
}

// Expr reads an expression whose operators bind more strongly than min.
func (r *Reader) Expr(min int) value.Value {
	if r.depth++; r.depth > MaxDepth || r.spent() {
		r.Report.Truncate("nested too deeply")
		r.Next()
		r.depth--
		return value.Value{}
	}
	defer func() { r.depth-- }()
	v := r.unary()
	for {
		t := r.Peek()
		if wordlist.Has(r.Lang.Habits.Arrow, t.Text) && t.Kind == lex.Op {
			r.Next()
			r.Blanks()
			r.Use(r.Expr(0))
			return value.Value{}
		}
		if min == 0 && (t.Is("?") || t.Kind == lex.Name && t.Text == "if" && r.Lang.has(KeywordIf)) {
			v = r.choice(v, t)
			continue
		}
		p := r.strength(t)
		if p == 0 || p <= min {
			return v
		}
		op := r.Next().Text
		if op == "not" && r.IsWord("in") || op == "is" && r.IsWord("not") {
			r.Next()
		}
		r.Blanks()
		if p == 2 {
			v = r.pipe(v)
			continue
		}
		v = r.binary(op, v, r.Expr(p))
	}
}

// choice reads cond ? a : b, and a if cond else b.
func (r *Reader) choice(v value.Value, t *lex.Token) value.Value {
	r.Next()
	r.Blanks()
	if t.Text == "if" {
		r.Expr(0)
		if !r.IsWord("else") {
			return v // [x for x in y if z]
		}
		r.Next()
		return value.Or(v, r.Expr(0))
	}
	a := r.Expr(0)
	r.Blanks()
	if !r.IsOp(":") {
		return value.Value{}
	}
	r.Next()
	r.Blanks()
	return value.Or(a, r.Expr(0))
}

// pipe hands v as the first argument to what follows: "x" |> unlink().
func (r *Reader) pipe(v value.Value) value.Value {
	f := r.primary()
	for r.IsOp(r.Lang.Member) && r.At(1).Kind == lex.Name {
		op := r.Next().Text
		f = r.memberBy(f, op, r.Next().Text)
	}
	c := Call{R: r, Args: []value.Value{v}, Start: r.At(-1).Start}
	if t := r.Peek(); t.Is("(") && !t.Space {
		r.Next()
		r.arguments(&c, t.Match)
		r.I = t.Match + 1
	}
	return r.Invoke(f, &c)
}

func (r *Reader) binary(op string, a, b value.Value) value.Value {
	taint := a.Taint | b.Taint
	if op == "in" && a.Form != value.Text { // for k in os.environ
		r.Use(b)
	}
	switch {
	case op == "||" || op == "or" || op == "??" || op == "//" || op == "?:" || op == "&&" || op == "and":
		return value.Or(a, b)
	case op == "+" && a.Form == value.Sequence && b.Form == value.Sequence:
		return value.Value{Form: value.Sequence, Known: a.Known && b.Known, Items: append(a.Items[:len(a.Items):len(a.Items)], b.Items...)}
	case a.IsText() && b.IsText() && a.Number && b.Number && op != "<>" && op != "..":
		return value.Arithmetic(op, a, b)
	case op == "/" && a.Class != "":
		return r.Join(r.Join(a, value.Known("/")), b)
	case wordlist.Has(r.Lang.Concat, op):
		return r.Join(a, b)
	case (op == "*" || op == "x") && a.IsText():
		n, err := strconv.Atoi(b.Text)
		if err == nil && b.Number && n >= 0 && n*len(a.Text) <= MaxText/8 {
			return r.Join(value.Known(""), value.Value{Form: value.Text, Known: true, Text: strings.Repeat(a.Text, n)})
		}
	case op == "%" && a.Form == value.Text: // formatting
		before, _, _ := strings.Cut(a.Text, "%")
		return value.Value{Form: value.Text, Text: before, Taint: taint | value.Computed}
	}
	return value.Value{Taint: taint | value.Computed}
}

// unary reads prefix operators and the value behind them.
func (r *Reader) unary() value.Value {
	t := r.Peek()
	prefixed := t.Kind == lex.Name && wordlist.Has(r.Lang.Prefix, t.Text) && !r.At(1).Is("=") && !r.At(1).Is(":") && !r.At(1).Is("=>")
	if !prefixed && (t.Kind != lex.Op || !wordlist.Has("- + ! ~ * ** & \\ ... .. @ ^ not && -> < $ # ?", t.Text)) {
		at := r.I
		return r.postfix(r.primary(), at)
	}
	if r.depth++; r.depth > MaxDepth {
		r.Report.Truncate("nested too deeply")
		r.Next()
		r.depth--
		return value.Value{}
	}
	r.Next()
	if t.Text == "!" && r.Lang.Bang != nil {
		r.Lang.Bang(r)
		r.depth--
		return value.Value{}
	}
	v := r.unary()
	r.depth--
	switch t.Text {
	case "-", "+":
		if v.Number && v.Known && t.Text == "-" {
			v.Text = "-" + v.Text
		}
	case "!", "~", "not", "typeof", "void", "delete":
		return value.Value{}
	case "*", "**", "...":
		v.Spread = true
	case "->":
		r.Use(v)
		return value.Value{}
	}
	return v
}

func (r *Reader) primary() value.Value {
	t := r.Next()
	switch t.Kind {
	case lex.Str:
		return r.literal(t)
	case lex.Cmd:
		c := Call{R: r, Name: "`", Args: []value.Value{r.parts(t)}, Start: t.Start}
		r.Exec(&c, c.Args[0])
		return value.Value{Taint: value.Computed}
	case lex.Words:
		return r.wordList(t)
	case lex.Num:
		v := value.Known(strings.ReplaceAll(t.Text, "_", ""))
		v.Number = true
		return v
	case lex.Regex:
		return r.regex(t)
	case lex.Var, lex.Name:
		return r.named(t)
	}
	switch t.Text {
	case "(":
		return r.group(t)
	case "[", "{":
		v := r.items(t.Match, t.Text == "{")
		r.I = t.Match + 1
		return v
	}
	if t.Kind == lex.Op || t.Kind == lex.Newline {
		r.I-- // not the beginning of a value: leave it to the statement
		if r.IsOp(") ] } , ; : =>") || t.Kind == lex.Newline {
			return value.Value{}
		}
		r.I++
		if t.Text == "%" && r.Lang.Bang != nil {
			r.Lang.Bang(r)
		}
	}
	return value.Value{}
}

// group reads ( .. ): one value, or a list.
func (r *Reader) group(t *lex.Token) value.Value {
	v := r.items(t.Match, false)
	r.I = t.Match + 1
	switch {
	case len(v.Items) == 1 && v.Known && !v.Items[0].Spread:
		if r.At(-2).Is(",") {
			return v
		}
		return v.Items[0]
	case len(v.Items) > 1 && r.Lang.has(CommaLast):
		return v.Items[len(v.Items)-1]
	}
	return v
}

// items reads what stands between brackets: values, pairs, statements.
func (r *Reader) items(end int, braces bool) value.Value {
	defer r.closed()()
	v := value.Value{Form: value.Sequence, Known: true}
	pairs := value.Value{Form: value.Mapping, Known: true}
	for r.I < end && !r.spent() {
		before := r.I
		first := r.Peek()
		if first.Is(",") || first.Kind == lex.Newline || first.Is(";") || first.Is("|") {
			r.Next()
			continue
		}
		x, pair := r.item(end, braces)
		switch {
		case pair != nil:
			pairs.Keys = append(pairs.Keys, pair.Text)
			pairs.Items = append(pairs.Items, x)
		case x.Spread && x.Form == value.Ref && braces:
			return r.rest(end, x) // {...process.env, X: 1} is process.env still
		default:
			if x.Spread && x.Form == value.Sequence {
				v.Items, v.Known = append(v.Items, x.Items...), v.Known && x.Known
			} else {
				v.Items = append(v.Items, x)
			}
		}
		// What goes on after a value, as in [x for x in y], makes it unknown.
		for r.I < end && !r.IsOp(", ;") && r.Peek().Kind != lex.Newline && !r.spent() {
			at := r.I
			if n := len(v.Items); r.IsWord("for") && n > 0 {
				v.Known, v.Each = false, &v.Items[n-1]
			} else if n > 0 && !braces {
				v.Known = false
			}
			r.Use(r.statement(end))
			if r.I == at {
				r.Next()
			}
		}
		if r.I == before {
			r.Next()
		}
	}
	r.I = min(max(r.I, end), len(r.Toks))
	if len(pairs.Keys) > 0 {
		return pairs
	}
	return v
}

// rest reads on to end and keeps x as the value of the whole.
func (r *Reader) rest(end int, x value.Value) value.Value {
	r.statements(end)
	x.Spread = false
	return x
}

// item reads one member of a bracketed list; pair is its key, if it has one.
func (r *Reader) item(end int, braces bool) (v value.Value, pair *value.Value) {
	first, at := r.Peek(), r.I
	if braces && first.Kind == lex.Name && (r.Lang.Keyword != nil && r.Lang.Keyword(r, first.Text) || r.definition()) {
		return value.Value{}, nil
	}
	if braces && first.Kind == lex.Name && wordlist.Has(r.Lang.Noise, first.Text) {
		r.Next()
		return value.Value{}, nil
	}
	if braces && r.several(end) {
		return value.Value{}, nil
	}
	if n := r.At(1); first.Kind == lex.Name && n.Kind == lex.Op && wordlist.Has(r.Lang.Pairs, n.Text) && !(n.Text == "=" && braces) &&
		(r.Lang.has(NameKeys) || n.Text != ":") {
		r.Next()
		v = value.Known(first.Text)
	} else {
		v = r.assignment(end)
		if braces && r.assigned {
			return value.Value{}, nil
		}
		if braces && r.Lang.has(NameKeys) && first.Kind == lex.Name && r.I == at+1 && !r.IsOp(r.Lang.Pairs) {
			key := value.Known(first.Text) // {recursive} is {recursive: recursive}
			return v, &key
		}
	}
	if r.I >= end || !r.IsOp(r.Lang.Pairs) || r.I == at {
		return v, nil
	}
	if wordlist.Has(r.Lang.Habits.Arrow, r.Peek().Text) {
		return v, nil
	}
	r.Next()
	r.Blanks()
	key := v
	return r.assignment(end), &key
}

// named is what a name or variable stands for.
func (r *Reader) named(t *lex.Token) value.Value {
	name := t.Text
	if t.Kind == lex.Name && (wordlist.Has(r.Lang.Noise, name) || wordlist.Has(r.Lang.Prefix, name)) {
		return value.Value{}
	}
	if r.Lang.has(BraceKeys) && len(name) > 1 { // $x[0] belongs to @x, $x{k} to %x
		switch n := r.Peek(); {
		case n.Is("{") && (name[0] == '$' || name[0] == '@') && !n.Space:
			name = "%" + name[1:]
		case n.Is("[") && name[0] == '$' && !n.Space:
			name = "@" + name[1:]
		}
		if name[0] == '&' {
			name = name[1:]
		}
	}
	if v, ok := r.Variable(name); ok {
		return v
	}
	if t.Kind == lex.Var && (len(name) == 1 || name == "$#") { // $$x, @{ .. }: what is inside
		if r.depth++; r.depth > MaxDepth {
			r.Report.Truncate("nested too deeply")
			r.depth--
			return value.Value{}
		}
		v := r.primary()
		if r.depth--; v.Form != value.Sequence || len(v.Items) != 1 {
			return v
		}
		return v.Items[0]
	}
	for _, s := range r.Stars {
		if full := s + "." + name; r.Rows[full] != nil {
			return value.Value{Form: value.Ref, Text: full}
		}
	}
	if r.Lang.has(FoldCalls) && t.Kind == lex.Name {
		name = strings.ToLower(name)
	}
	if row := r.Rows[name]; row != nil && row.Say == "=" { // naming it is using it
		c := Call{R: r, Row: row, Name: name, Start: t.Start}
		return row.Do(&c)
	}
	return value.Value{Form: value.Ref, Text: r.Lang.Rename(name)}
}

// postfix reads members, subscripts and calls behind a value.
func (r *Reader) postfix(v value.Value, at int) value.Value {
	start := &nothing
	if at < len(r.Toks) {
		start = &r.Toks[at]
	}
	for n := 0; !r.spent(); n++ {
		t := r.Peek()
		next := r.At(1)
		switch {
		case t.Kind == lex.Newline && r.chained():
			r.Blanks()
		case t.Kind == lex.Op && wordlist.Has(r.Lang.Member, t.Text) && (next.Kind == lex.Name || next.Kind == lex.Var):
			r.Next()
			r.Next()
			name := next.Text
			if next.Kind == lex.Var {
				name = strings.TrimPrefix(name, "$")
			}
			v = r.memberBy(v, t.Text, name)
			if r.Lang.Block != nil && v.Self != nil {
				r.Lang.Block(r, *v.Self, name)
			}
		case t.Kind == lex.Op && wordlist.Has(r.Lang.Member, t.Text) && (next.Is("[") || next.Is("{") || next.Is("(")):
			r.Next()
			if next.Is("{") {
				r.Next()
				v = r.subscript(v, next)
			}
		case t.Is("["), t.Is("{") && r.Lang.has(BraceKeys) && !t.Space && (start.Kind == lex.Var || n > 0):
			if t.Space && r.Lang.has(BareCalls) && r.bare(v, t) != nil {
				return r.bareCall(v, start.Start)
			}
			r.Next()
			v = r.subscript(v, t)
		case t.Is("("):
			c := Call{R: r, Start: start.Start}
			r.Next()
			r.arguments(&c, t.Match)
			r.I = t.Match + 1
			v = r.Invoke(v, &c)
		case t.Kind == lex.Str && t.Bytes && v.Form == value.Ref: // tag`text`
			r.Next()
			c := Call{R: r, Start: start.Start, Args: []value.Value{r.tagged(v, t)}}
			v = r.Invoke(v, &c)
		case t.Is("++") || t.Is("--"):
			r.Next()
			v = value.Value{}
		default:
			if r.Lang.has(BareCalls) && r.bare(v, t) != nil {
				return r.bareCall(v, start.Start)
			}
			return v
		}
	}
	return v
}

// chained reports that the next line goes on with .member.
func (r *Reader) chained() bool {
	n := 0
	for r.At(n).Kind == lex.Newline {
		n++
	}
	t := r.At(n)
	return t.Kind == lex.Op && (t.Text == "." || t.Text == "&." || t.Text == "?.") && wordlist.Has(r.Lang.Member, t.Text)
}
