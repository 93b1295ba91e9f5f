package taskfile

import (
	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/tasks/makefile"
)

// MakeAssignment reads NAME=value as make's command line does, with all of
// make's operators (:= ::= += ?= !=).
func MakeAssignment(w shell.Word) (a shell.Assign, op string, ok bool) {
	if len(w.Pieces) == 0 || w.Pieces[0].Origin != shell.Literal {
		return a, "", false
	}
	name, op, n, ok := makefile.Assignment(w.Pieces[0].Text)
	if !ok {
		return a, "", false
	}
	return shell.Assign{Name: name, Value: wordpart.Cut(w, n), Inline: true}, op, true
}
