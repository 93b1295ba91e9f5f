package pure

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// Timed reads `time` behind a pipe as bash does: only in front of a pipeline it
// is a word of the language, here it is a program.
func Timed(st *syntax.Stmt) *syntax.Stmt {
	x, ok := st.Cmd.(*syntax.TimeClause)
	if !ok {
		return st
	}
	program := &syntax.CallExpr{Args: []*syntax.Word{{Parts: []syntax.WordPart{&syntax.Lit{Value: "time"}}}}}
	if x.PosixFormat {
		program.Args = append(program.Args, &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: "-p"}}})
	}
	whole := *st
	if whole.Cmd = program; x.Stmt == nil {
		return &whole
	}
	call, ok := x.Stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 {
		return st
	}
	program.Args = append(program.Args, call.Args...)
	whole.Redirs = append(slices.Clip(st.Redirs), x.Stmt.Redirs...)
	return &whole
}
