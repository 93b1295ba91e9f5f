package lisp

import (
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lisp/table"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// writer turns forms into calls, bindings and loops of the plain language that
// package walk reads. What stands inside an expression and is a statement there
// (a binding, the body of a function) is written before it.
type writer struct {
	d     *dialect
	out   strings.Builder
	depth int
	made  int      // functions without a name
	loops [][2]int // parts of the translation that run again and again
	all   []string // modules whose names need no prefix
	heads []string // names that are called
	rows  map[string]*walk.Row
	scope map[string]int // how many bindings of a name surround what is written
	deep  bool
}

// maxOut is how much a translation may hold: threading repeats nothing, but
// texts are cheap to nest.
const maxOut = 1 << 20

func (w *writer) stmt(s string) {
	if s == "" || s == "false" || s == "true" {
		return
	}
	if w.out.Len()+len(s) > maxOut {
		w.deep = true
		return
	}
	w.out.WriteString(s)
	w.out.WriteByte('\n')
}

// body writes forms as statements; the last is the value of all.
func (w *writer) body(items []node) string {
	last := "false"
	for i, n := range items {
		s := w.expr(n)
		if i == len(items)-1 {
			last = s
		} else {
			w.stmt(s)
		}
	}
	return last
}

func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`).Replace(s) + `"`
}

// down goes one level deeper, if the bound allows; who went down comes up again.
func (w *writer) down() bool {
	if w.depth >= maxDepth {
		w.deep = true
		return false
	}
	w.depth++
	return true
}

func (w *writer) up() { w.depth-- }

func (w *writer) expr(n node) string {
	if !w.down() {
		return "false"
	}
	defer w.up()
	switch n.kind {
	case raw:
		return n.text
	case text:
		return quote(n.text)
	case number:
		if strings.Trim(n.text, "0123456789") == "" && len(n.text) < 12 {
			return n.text
		}
		return "0"
	case keyword:
		if w.d.keys {
			return quote(n.text)
		}
		return quote(":" + n.text)
	case vector:
		return w.sequence(n.items, w.expr)
	case braces:
		return w.mapping(n)
	case quoted:
		return w.data(n.items[0])
	case evaluated:
		return w.expr(n.items[0])
	case list:
		return w.call(n)
	}
	switch n.text {
	case "nil", "#f", "#false", "false", "None", "False":
		return "false"
	case "t", "#t", "#true", "true", "True":
		return "true"
	}
	name := table.Name(n.text, false)
	if w.scope[name] > 0 && w.rows[name] != nil {
		return name + "_v" // a variable with the name of a function
	}
	return name
}

// inside writes what the names of a binding surround.
func (w *writer) inside(names []node, f func() string) string {
	if w.scope == nil {
		w.scope = map[string]int{}
	}
	for _, n := range names {
		w.scope[table.Name(n.text, false)]++
	}
	out := f()
	for _, n := range names {
		w.scope[table.Name(n.text, false)]--
	}
	return out
}

func (w *writer) sequence(items []node, each func(node) string) string {
	var b strings.Builder
	for i, x := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(each(x))
		if b.Len() > maxOut {
			w.deep = true
			break
		}
	}
	return "[ " + b.String() + " ]"
}

func (w *writer) mapping(n node) string {
	var b strings.Builder
	for i := 0; i+1 < len(n.items); i += 2 {
		k := n.items[i]
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		if k.kind == keyword {
			b.WriteString(quote(table.Name(k.text, true)))
		} else {
			b.WriteString(w.expr(k))
		}
		b.WriteString(": " + w.expr(n.items[i+1]))
	}
	return "{" + b.String() + "}"
}

// data is what stands behind a quote: symbols in it may be called later.
func (w *writer) data(n node) string {
	if !w.down() {
		return "false"
	}
	defer w.up()
	switch n.kind {
	case list, vector, braces:
		return w.sequence(n.items, w.data)
	case quoted:
		return w.data(n.items[0])
	}
	return w.expr(n)
}

// arguments writes what a function is given: :key value becomes key=value.
func (w *writer) arguments(items []node) string {
	var b strings.Builder
	for i := 0; i < len(items); i++ {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		if n := items[i]; n.kind == keyword && i+1 < len(items) && !w.d.keys {
			i++
			b.WriteString(table.Name(n.text, false) + "=" + w.expr(items[i]))
			continue
		}
		b.WriteString(w.expr(items[i]))
		if b.Len() > maxOut {
			w.deep = true
			break
		}
	}
	return b.String()
}

// plainName is the name of a form without the packages that all share.
func (w *writer) plainName(s string) string {
	for _, p := range []string{"cl:", "cl::", "common-lisp:", "cl-user::", "clojure.core/", "elisp:"} {
		if rest, ok := strings.CutPrefix(s, p); ok {
			return strings.TrimLeft(rest, ":")
		}
	}
	return s
}

func (w *writer) call(n node) string {
	if len(n.items) == 0 {
		return "false"
	}
	head, rest := n.items[0], n.items[1:]
	head = unquoted(head) // ('f x)
	if head.kind != symbol {
		if head.kind == list || head.kind == raw || head.kind == evaluated {
			return "(" + w.expr(head) + ")(" + w.arguments(rest) + ")"
		}
		return "op_(" + w.arguments(n.items) + ")"
	}
	name := w.plainName(head.text)
	if s, ok := w.special(name, rest); ok {
		return s
	}
	if w.d.members && len(name) > 1 {
		switch {
		case name[0] == '.' && len(rest) > 0 && name != ".." && name != "...":
			return "(" + w.expr(rest[0]) + ")." + table.Name(strings.TrimPrefix(name[1:], "-"), true) + "(" + w.arguments(rest[1:]) + ")"
		case strings.HasSuffix(name, ".") && name[len(name)-2] != '.':
			return table.Name(strings.TrimSuffix(name, "."), true) + "(" + w.arguments(rest) + ")"
		}
	}
	if w.d.fold && strings.HasPrefix(name[strings.LastIndexByte(name, ':')+1:], "with-") && len(rest) > 0 && rest[0].kind == list && len(rest[0].items) > 1 {
		if rest[0].items[0].kind != symbol {
			w.stmt(w.expr(rest[0].items[0]))
		}
		w.bind(rest[0].items[0], table.Name(name, false)+"("+w.arguments(rest[0].items[1:])+")")
		return w.body(rest[1:])
	}
	f := table.Name(name, false)
	if len(w.heads) < 2000 {
		w.heads = append(w.heads, f)
	}
	return f + "(" + w.arguments(rest) + ")"
}

// bind gives a name a value; a pattern of names gets nothing that is known.
func (w *writer) bind(name node, value string) {
	if name.kind == symbol {
		m := table.Name(name.text, false)
		w.stmt(m + " = " + value)
		if w.rows[m] != nil {
			w.stmt(m + "_v = " + value)
		}
		return
	}
	w.stmt(value)
	w.holes(name)
	if name.kind == braces && w.d.keys { // {: execute :remove r} of Fennel
		for i := 0; i+1 < len(name.items); i += 2 {
			key := name.items[i].text
			if key == ":" {
				key = name.items[i+1].text
			}
			w.bind(name.items[i+1], "("+value+")."+table.Name(key, true))
		}
	}
}

// holes writes what a pattern of Clojure computes: values for names that get none.
func (w *writer) holes(n node) {
	switch {
	case !w.d.clojure:
	case n.kind == list:
		w.stmt(w.expr(n))
	case n.kind == vector || n.kind == braces:
		for _, x := range n.items {
			w.holes(x)
		}
	}
}

// names are the parameters of a function.
func (w *writer) names(params node) string {
	var out []string
	for _, p := range params.items {
		if p.kind == list && len(p.items) > 0 {
			p = p.items[0]
		}
		if p.kind != symbol || strings.HasPrefix(p.text, "&") || p.text == "." {
			out = append(out, "*")
			continue
		}
		out = append(out, table.Name(p.text, false))
	}
	return strings.Join(out, ", ")
}

// function writes a function; its body counts as called.
func (w *writer) function(name string, params node, body []node) {
	from := w.out.Len()
	w.stmt("function " + name + "(" + w.names(params) + ")")
	for _, p := range params.items { // what a parameter is if it is not given
		if p.kind == list && len(p.items) > 1 {
			w.stmt(w.body(p.items[1:]))
		} else if p.kind != list {
			w.holes(p)
		}
	}
	start := w.out.Len()
	var names []node
	for _, p := range params.items {
		if p.kind == list && len(p.items) > 0 {
			p = p.items[0]
		}
		if p.kind == symbol {
			names = append(names, p)
		}
	}
	w.stmt(w.inside(names, func() string { return w.body(body) }))
	if strings.Contains(w.out.String()[start:], name+"(") {
		w.loops = append(w.loops, [2]int{from, w.out.Len()})
	}
}

// lambda gives a function without a name one.
func (w *writer) lambda(params node, body []node) string {
	w.made++
	name := "lambda_" + strconv.Itoa(w.made)
	w.function(name, params, body)
	return name
}

// endless writes a loop that does not end by itself.
func (w *writer) endless(body []node) string {
	from := w.out.Len()
	w.stmt(w.body(body))
	w.loops = append(w.loops, [2]int{from, w.out.Len()})
	return "false"
}
