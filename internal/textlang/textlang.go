// Package textlang reads the small languages inside Unix text tools (awk, sed,
// ex/vi/ed, jq, and the escape commands of debuggers, file transfer programs,
// pagers, calculators and database shells) and says which parts of such a text
// touch the world outside of the tool: run programs, open files, load code.
//
// Each reader is a pure function from program text to a list of Acts. A text
// that does nothing of the kind gives no Acts; a text that the reader does not
// understand gives an Act of kind Unread, so an empty list is a statement and
// not a lack of one. Readers never run anything and never open a file.
//
// Where implementations of one tool read a text differently (a slash inside a
// bracket expression, `a > b c`), the reader reports what each of them would do.
//
// This package holds awk, sed and jq; package exlang the editors' commands, and
// package escape the clients that have an escape to the shell.
//
// To add a tool: write a function `Tool(src string) []Act`, end each way out
// that is not understood with Unreadable, and give it a table test and a fuzz
// target.
package textlang

// Kinds of acts. A caller must treat a kind that it does not know as Unread.
const (
	Read       = "read"        // opens a local file for reading
	Write      = "write"       // creates, overwrites or appends to a local file
	Delete     = "delete"      // removes one file
	DeleteTree = "delete-tree" // removes a folder with what is in it
	Exec       = "exec"        // runs shell text, or a program named by it
	Load       = "load"        // a file or library whose code then runs inside the tool
	Code       = "code"        // text in another language, named by Lang
	Env        = "env"         // reads an environment variable; Text "" means all of them
	Send       = "send"        // sends a local file to another host
	Remote     = "remote"      // changes something on another host
	Unread     = "unread"      // not understood; Text says what
)

// OwnFile is the Text of a Write act that goes to the file being edited, which
// is named on the command line and not in the text.
const OwnFile = "%"

// MaxSource is the longest text in bytes that any reader looks at. A longer one
// gives a single Unread act.
const MaxSource = 128 << 10

// maxActs bounds what one text may yield; the rest becomes one Unread act.
const maxActs = 512

// Act is one thing that a text does outside of its tool. The zero value has no
// kind and must be treated as Unread.
type Act struct {
	Kind string
	// Text is the file, shell text, code or name concerned. If Known is false it
	// is only the known beginning, which may be empty.
	Text  string
	Known bool
	// Lang names the language of a Code act: "python", "lua", "perl", "ruby",
	// "tcl", "scheme", "vim".
	Lang string
	// Start and End are the byte span in the text that was given.
	Start, End int
}

// List collects acts up to a bound; what goes beyond it becomes one Unread act.
// The zero value is ready for use.
type List struct {
	Acts []Act
	full bool
}

// Add appends an act.
func (l *List) Add(a Act) {
	switch {
	case len(l.Acts) < maxActs:
		l.Acts = append(l.Acts, a)
	case !l.full:
		l.full = true
		l.Acts = append(l.Acts, Unreadable("too many acts in one text", a.Start, a.End))
	}
}

// Full tells whether the bound is passed, so that reading on is of no use.
func (l *List) Full() bool { return l.full }

// Unreadable makes an act of kind Unread.
func Unreadable(what string, start, end int) Act {
	return Act{Kind: Unread, Text: what, Start: start, End: end}
}

// Oversize gives the answer for a text longer than MaxSource.
func Oversize(src string) []Act {
	return []Act{Unreadable("text too long to read", 0, len(src))}
}

// merge joins two readings of one text and leaves out what both say.
func merge(a, b []Act) []Act {
	for _, x := range b {
		seen := false
		for _, y := range a {
			if x == y {
				seen = true
				break
			}
		}
		if !seen {
			a = append(a, x)
		}
	}
	return a
}

func hasUnread(acts []Act) bool {
	for _, a := range acts {
		if a.Kind == Unread {
			return true
		}
	}
	return false
}
