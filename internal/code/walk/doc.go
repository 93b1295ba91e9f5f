// Package walk reads the tokens of a program and says what it does. It knows no
// language: a [Language] says how one is written and, in rows, what its
// functions do.
//
// A [Reader] goes over the tokens with a loose grammar that fits most
// languages: names, members, calls, subscripts, operators, brackets, bound
// names. Whatever it does not know is skipped token by token, so that nothing
// that follows is lost. The value of an expression is a [Value]: a text or its
// known beginning, a list, a reference with a dotted name such as "os.system".
// A call of a reference looks for its [Row]; a reference that is handed on
// instead (map(os.remove, names)) counts as a call with unknown arguments.
//
// All work is bounded by counts; a bound that is reached is a line of
// Report.Unread.
package walk

// Bounds on one reading. Beyond them the report is Truncated.
const (
	MaxSource = 256 << 10 // bytes
	MaxActs   = 500
	MaxDepth  = 120      // nested expressions
	MaxSteps  = 400_000  // expressions read, evaluated text included
	MaxEvals  = 4        // text evaluated inside evaluated text
	MaxText   = 32 << 10 // bytes of one folded text
	MaxMade   = 64 << 20 // bytes copied while folding
)
