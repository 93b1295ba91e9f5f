package shell

import (
	"github.com/sentinelgate/sentinel/internal/shell/found"
)

// What a reading finds has the names of this package, too.
type (
	Origin    = found.Origin
	Piece     = found.Piece
	Word      = found.Word
	Captured  = found.Captured
	Span      = found.Span
	Assign    = found.Assign
	RedirKind = found.RedirKind
	Redir     = found.Redir
	Input     = found.Input
	InputKind = found.InputKind
	Place     = found.Place
	Command   = found.Command
	Script    = found.Script
)

// The origins, kinds of redirections and kinds of inputs.
const (
	Literal  = found.Literal
	Glob     = found.Glob
	Variable = found.Variable
	Output   = found.Output
	Supplied = found.Supplied
	Other    = found.Other

	ReadFile   = found.ReadFile
	WriteFile  = found.WriteFile
	AppendFile = found.AppendFile
	ReadWrite  = found.ReadWrite

	Inherited = found.Inherited
	Here      = found.Here
	Pipe      = found.Pipe
	FromFile  = found.FromFile
)

// Text makes a known word.
func Text(s string) Word { return found.Text(s) }
