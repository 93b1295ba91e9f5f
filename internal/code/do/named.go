package do

import (
	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// Named does what its row says where a path is given; without one, or with a
// stream that is open already, nothing happens to a file.
func Named(c *walk.Call) value.Value {
	v, ok := c.Pick(c.Row.At)
	if ok && (v.Form == value.OneOf || v.Form == value.Text && (v.Known || v.Text != "")) {
		return walk.Do(c)
	}
	return c.Result()
}

// Reopen sends what is printed into a file, or to a stream that is open already.
func Reopen(c *walk.Call) value.Value {
	if len(c.Arg(0).Texts()) > 0 {
		return Open(c)
	}
	return c.Result()
}

// Indirect reads system {"name"} LIST and exec $name LIST, which say in front
// of the list which program is started.
func Indirect(r *walk.Reader) bool {
	at := 1
	if r.At(at).Is("(") {
		at++
	}
	block := r.At(at).Is("{")
	if next := r.At(at + 1).Kind; !block && (r.At(at).Kind != lex.Var || r.At(at).Text[0] != '$' || next != lex.Str && next != lex.Var) {
		return false
	}
	c := walk.Call{R: r, Name: r.Peek().Text, Start: r.Peek().Start}
	for range at {
		r.Next()
	}
	var args []value.Value
	if block {
		r.Next()
		args = append(args, r.Expr(0))
		for r.I < len(r.Toks) && !r.IsOp("}") {
			r.Next()
		}
		r.Next()
	} else {
		v, _ := r.Variable(r.Next().Text)
		args = append(args, v)
	}
	for n := 0; n < 64 && r.I < len(r.Toks) && !r.IsOp(") ; }"); n++ {
		if v := r.Expr(1); n > 0 || v.Form == value.Sequence {
			args = append(args, v) // the first is only how the program is called
		}
		if !r.IsOp(", =>") {
			break
		}
		r.Next()
	}
	c.Argv(args)
	return true
}
