package walk

import "github.com/sentinelgate/sentinel/internal/code/lex"

// A parameter of a function of the text is what its calls give, if all places
// that name the function are calls that were seen.

// function is a function that the text defines.
type function struct {
	params []string
	calls  map[int][]Value // by place: the arguments
	hidden bool            // it may be called with arguments that are not seen
}

// param is one parameter of a function.
type param struct {
	function string
	n        int
}

// parameters notes the parameters of the function name, which end at the token
// with index end.
func (r *Reader) parameters(name string, end int) {
	if r.funcs == nil {
		r.funcs, r.params = map[string]*function{}, map[string][]param{}
	}
	if have := r.funcs[name]; have != nil || len(r.funcs) > 200 || end-r.I > 60 {
		return
	}
	f := &function{calls: map[int][]Value{}, hidden: r.Evals > 0}
	for n := r.I; n < end && n < len(r.Toks); n++ {
		t := &r.Toks[n]
		f.hidden = f.hidden || t.Is("*") || t.Is("**") || t.Is("...") || t.Is("{") || t.Is("&")
		if prev := &r.Toks[n-1]; (t.Kind == lex.Name || t.Kind == lex.Var) && (n == r.I || prev.Is(",")) {
			r.params[t.Text] = append(r.params[t.Text], param{name, len(f.params)})
			f.params = append(f.params, t.Text)
		}
	}
	r.funcs[name] = f
}

// passed notes the arguments of a call of a function of the text.
func (r *Reader) passed(c *Call) {
	f := r.funcs[c.Name]
	if f == nil {
		return
	}
	if len(f.calls) > maxTexts || c.Bare || r.Evals > 0 {
		f.hidden = true
		return
	}
	args := make([]Value, len(f.params))
	for n, p := range f.params {
		if args[n] = c.Arg(n); args[n].Form == Unknown {
			args[n], _ = c.Option(p)
		}
	}
	f.calls[c.Start] = args
}

// given is what the calls give for a parameter.
func (r *Reader) given(p param) (Value, bool) {
	f := r.funcs[p.function]
	if f == nil || f.hidden || len(f.calls) == 0 || r.names[p.function] != len(f.calls)+1 {
		return Value{}, false
	}
	var all []Value
	for _, args := range f.calls {
		if len(args[p.n].Texts()) == 0 {
			return Value{}, false
		}
		all = append(all, args[p.n])
	}
	return AnyOf(sorted(all)), true
}
