package walk

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// mention notes the texts among the arguments of a call that may name a file:
// what a function of unknown meaning does with them is not known.
func (c *Call) mention() {
	if !c.R.loud || wordlist.Has(lex.Shown, c.Name[strings.LastIndexAny(c.Name, ".:>")+1:]) {
		return
	}
	for _, v := range c.Args {
		c.R.mention(v, 0)
	}
	for _, v := range c.Vals {
		c.R.mention(v, 0)
	}
}

func (r *Reader) mention(v value.Value, depth int) {
	if depth > 4 || r.spent() {
		return
	}
	for _, x := range v.Texts() {
		if !x.Number {
			r.Report.Name(x.Arg())
		}
	}
	if v.Form == value.Sequence || v.Form == value.Mapping || v.Form == value.Either {
		for _, x := range v.Items {
			r.mention(x, depth+1)
		}
	}
}

// Blind notes all texts of a program that reads a file whose name is not
// known: any of them may be it, and so may its arguments.
func (r *Reader) Blind(src string) {
	if !r.Report.Blind() {
		return
	}
	toks, _ := lex.Scan(src, &r.Lang.Rules)
	lex.Texts(toks, func(s string) { r.Report.Name(value.Known(s).Arg()) })
	for _, a := range r.Args {
		r.Report.Name(a)
	}
}
