// Package blind is for programs that read a file whose name nobody can tell: any of
// their texts, and of their arguments, may be it.
package blind

import (
	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
)

// Note adds these names to the reader's report, if it is about such a program.
func Note(r *walk.Reader, src string) {
	if !r.Report.Blind() {
		return
	}
	toks, _ := lex.Scan(src, &r.Lang.Rules)
	lex.Texts(toks, func(s string) { r.Report.Name(value.Known(s).Arg()) })
	for _, a := range r.Args {
		r.Report.Name(a)
	}
}
