package walk

import (
	"slices"
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
	for _, v := range slices.Concat(c.Args, c.Vals) {
		c.R.mention(v)
	}
}

func (r *Reader) mention(v value.Value) {
	v.EachText(0, func(x value.Value) bool {
		if !x.Number {
			r.Report.Name(x.Arg())
		}
		return !r.spent()
	})
}
