// Package found has what a reading of a shell text finds: commands, their words
// and inputs, and how much of each is known. Package shell makes these, and
// names them all for whoever imports it.
//
// A Word is a list of pieces; a piece that is not known says why (Origin), and
// whether it may become several words or none.
package found

import (
	"path"
	"slices"
	"strings"
)

// Origin says why a piece of a word is not known from the text.
type Origin uint8

const (
	Literal  Origin = iota // known text
	Glob                   // unquoted wildcard; Text holds its characters
	Variable               // a variable that comes from outside
	Output                 // what a command prints
	Supplied               // read from standard input or given from outside
	Other                  // anything else that is not known
)

// Piece is a part of a word. For Literal and Glob, Text is what stands there;
// for the others it is the source text, for people.
type Piece struct {
	Origin Origin
	Text   string
	Name   string // Variable: its name
	// Split says that the piece is unquoted: it may become several words or none.
	Split bool
	// One: the piece holds no separators, so that it stays one word wherever it
	// is put.
	One bool
	// Inside is what a process substitution would read, when that is known.
	Inside *Captured
}

// Word is one word as a program would get it, as far as it is known. The zero
// value is the empty word.
type Word struct {
	Pieces []Piece
	Span   Span
	Raw    string // the source text
}

// Captured is the output of a command that another one takes up.
type Captured struct {
	Text  string
	Known bool
	From  *Command // the last command that printed into it
	// File is what it is read from, when that is a file: its absolute path.
	File Word
}

// Printed is what a command prints, nil for none.
func Printed(c *Command) *Captured {
	if c == nil {
		return nil
	}
	return &Captured{From: c}
}

// Span is a half-open range of bytes in the original text; both zero when the
// word does not stand there (made by an expansion or inside a script).
type Span struct{ Start, End int }

// Text makes a known word.
func Text(s string) Word {
	if s == "" {
		return Word{}
	}
	return Word{Pieces: []Piece{{Text: s}}, Raw: s}
}

// Known gives the word's text if all of it is known. Wildcards are not known:
// see Pattern.
func (w Word) Known() (string, bool) {
	switch len(w.Pieces) {
	case 0:
		return "", true
	case 1:
		return w.Pieces[0].Text, w.Pieces[0].Origin == Literal
	}
	var b strings.Builder
	for _, p := range w.Pieces {
		if p.Origin != Literal {
			return "", false
		}
		b.WriteString(p.Text)
	}
	return b.String(), true
}

// Numbers tells whether all words are plain numbers.
func Numbers(list []Word) bool {
	return !slices.ContainsFunc(list, func(w Word) bool {
		s, known := w.Known()
		return !known || s == "" || strings.Trim(s, "0123456789") != ""
	})
}

// Pattern gives the text with its wildcards, and whether there are any. ok is
// false when something else is unknown; text then is what is known before it.
func (w Word) Pattern() (text string, glob, ok bool) {
	var b strings.Builder
	for _, p := range w.Pieces {
		switch p.Origin {
		case Literal:
			b.WriteString(p.Text)
		case Glob:
			glob = true
			b.WriteString(p.Text)
		default:
			return b.String(), glob, false
		}
	}
	return b.String(), glob, true
}

// WithoutSuffix cuts a fixed text off the end of what the word stands for, also
// of each name that a pattern matches; false where that depends on the name.
func (w Word) WithoutSuffix(end string) (Word, bool) {
	last := len(w.Pieces) - 1
	if _, _, ok := w.Pattern(); !ok || last < 0 || end == "" || strings.ContainsAny(end, `*?[]\/!^`) {
		return w, false
	}
	rest, ok := strings.CutSuffix(w.Pieces[last].Text, end)
	out := w
	out.Pieces = slices.Clone(w.Pieces)
	if out.Pieces[last].Text = rest; rest == "" {
		out.Pieces = out.Pieces[:last]
	}
	return out, ok
}

// Base is what stands behind the last slash of what the word stands for, also
// of each name that a pattern matches; false where that depends on the name.
func (w Word) Base() (Word, bool) {
	text, _, ok := w.Pattern()
	if !ok || strings.Contains(text, "**") || strings.Contains(text, "[") {
		return w, false
	}
	out := w
	out.Pieces = slices.Clone(w.Pieces)
	for i := len(out.Pieces) - 1; i >= 0; i-- {
		if at := strings.LastIndexByte(out.Pieces[i].Text, '/'); at >= 0 {
			out.Pieces = out.Pieces[i:]
			if out.Pieces[0].Text = out.Pieces[0].Text[at+1:]; out.Pieces[0].Text == "" {
				out.Pieces = out.Pieces[1:]
			}
			break
		}
	}
	return out, true
}

// Joined merges neighbouring literal pieces.
func (w Word) Joined() Word {
	out := Word{Span: w.Span, Raw: w.Raw}
	for _, p := range w.Pieces {
		if p.Origin == Literal {
			out.AddText(p.Text)
		} else {
			out.Pieces = append(out.Pieces, p)
		}
	}
	return out
}

// Ended is a word up to its first zero byte, which ends what a program gets.
func (w Word) Ended() Word {
	for i, p := range w.Pieces {
		if at := strings.IndexByte(p.Text, 0); at >= 0 && p.Origin == Literal {
			w.Pieces = slices.Clone(w.Pieces[:i+1])
			w.Pieces[i].Text = p.Text[:at]
			break
		}
	}
	return w
}

// Is tells whether the word is known and equal to s.
func (w Word) Is(s string) bool {
	t, ok := w.Known()
	return ok && t == s
}

// Unknown tells whether the word holds a piece that is not in the text
// (wildcards count as known here).
func (w Word) Unknown() bool {
	for _, p := range w.Pieces {
		if p.Origin > Glob {
			return true
		}
	}
	return false
}

// String shows the word to a person: known text as it is, the rest as written.
func (w Word) String() string {
	var b strings.Builder
	for _, p := range w.Pieces {
		b.WriteString(p.Text)
	}
	return b.String()
}

// Assign is a variable set for a command.
type Assign struct {
	Name  string
	Value Word
	// Inline: stands in front of the command itself; otherwise exported before.
	Inline bool
}

// RedirKind says what a redirection does to its file.
type RedirKind uint8

const (
	ReadFile RedirKind = iota
	WriteFile
	AppendFile
	ReadWrite
)

// Redir is a redirection to or from a file. Duplications of descriptors,
// here-documents and here-strings are not in this list: see Command.Stdin.
type Redir struct {
	Kind RedirKind
	Fd   int
	File Word
	Op   string // as written: ">", ">>", ">|", "&>", "<", "<>"
}

// Input is what a command reads on its standard input.
type Input struct {
	Kind InputKind
	Text Word     // Here, or a pipe whose text is known
	From *Command // the last command before the pipe, if there is one
	File Word     // FromFile
	// Shared: a compound command's input, of which each of its commands may
	// take a part.
	Shared bool
}

// InputKind says where standard input comes from; the zero value is the
// terminal or whatever the whole text was given.
type InputKind uint8

const (
	Inherited InputKind = iota
	Here                // here-document or here-string
	Pipe                // another command's output
	FromFile            // a redirection
)

// Place says where a command runs and how it was reached.
type Place struct {
	Via       []string // wrappers and files on the way to it, outermost first
	Privilege bool     // as another user (sudo)
	Host      string   // on another host; "?" when its name is not known
	Container string   // in a container; "?" when its name is not known
	Depth     int      // nesting of texts
	Maybe     bool     // in a branch, or a function nobody calls
	Later     bool     // in a trap, a scheduled job
	Uncalled  bool     // in a function that nothing in the text calls
	Script    string   // the file it stands in, "" for the text itself
	ScriptSHA string   // SHA-256 of that file, hex
	Line      int      // line in Script
	// Tasks are the texts of the project's tasks that it stands in, innermost last.
	Tasks []string
}

// Command is one simple command that a text could run.
type Command struct {
	Argv   []Word // program and words; empty for bare redirections and assignments
	Env    []Assign
	Redirs []Redir
	Stdin  Input
	Dirs   []Word // working folders it may run in; more than one after branches
	Span   Span
	Place  Place
	PipeTo *Command // the command that reads its output
	Unread []string // what about it could not be read, for people
	// Runs are files it runs that were opened and read, or could not be.
	Runs   []Script
	Func   bool       // a call of a function defined in the text
	Holds  bool       // commands were found inside it
	Outer  *Command   // the wrapper it was found in
	Inner  []*Command // the commands found in its words
	Parsed any        // cache of the knowledge base
}

// Script is a file or text that a command runs.
type Script struct {
	Path    string // absolute, "" for text that has no file
	Lang    string
	SHA     string // SHA-256 of the content, hex; "" when it was not read
	Missing bool   // does not exist
	Fetched bool   // came from the network in this very text
	Why     string // why it could not be read, "" when it was
	SetsUp  bool   // sets up a shell, as installers tell people to source it: not opened
	// Tool is the known tool of which the file is the project's own copy, and
	// Doubts is what of that could not be understood.
	Tool   string
	Doubts []string
}

// Program is the command's first word; ok is false if it is not known.
func (c *Command) Program() (string, bool) {
	if len(c.Argv) == 0 {
		return "", true
	}
	return c.Argv[0].Known()
}

// Name is how a person is told of a command: its program, as far as it has one.
func (c *Command) Name() string {
	if len(c.Argv) == 0 {
		return "a redirection"
	}
	return c.Argv[0].String()
}

// AddText puts known text behind a word.
func (w *Word) AddText(s string) {
	if s == "" {
		return
	}
	// A long text is kept in several pieces: adding to one copies it.
	if n := len(w.Pieces); n > 0 && w.Pieces[n-1].Origin == Literal && len(w.Pieces[n-1].Text) < 4096 {
		w.Pieces[n-1].Text += s
		return
	}
	w.Pieces = append(w.Pieces, Piece{Text: s})
}

// Plus is a word with another behind it.
func (w Word) Plus(other Word) Word {
	sum := Word{Pieces: slices.Clone(w.Pieces)}
	for _, p := range other.Pieces {
		if p.Origin == Literal {
			sum.AddText(p.Text)
		} else {
			sum.Pieces = append(sum.Pieces, p)
		}
	}
	return sum
}

// Folded changes the case of what is known of a word.
func (w Word) Folded(fold byte) Word {
	w.Pieces = slices.Clone(w.Pieces)
	for i, p := range w.Pieces {
		if w.Pieces[i].Text = strings.ToLower(p.Text); fold == 'u' || fold == 'c' && i == 0 && p.Text != "" {
			n := len(p.Text)
			if fold == 'c' {
				n = 1
			}
			w.Pieces[i].Text = strings.ToUpper(p.Text[:n]) + w.Pieces[i].Text[n:]
		}
	}
	return w
}

// Same tells whether two words are written alike.
func Same(a, b Word) bool {
	return slices.EqualFunc(a.Pieces, b.Pieces, func(x, y Piece) bool {
		return x.Origin == y.Origin && x.Text == y.Text && x.Name == y.Name
	})
}

// Single says that an unknown item is a single word inside the loop's body.
func Single(w Word) Word {
	p := slices.Clone(w.Pieces)
	for i := range p {
		p[i].One = p[i].One || p[i].Split // the words that it was cut into
		p[i].Split = false
	}
	return Word{Pieces: p, Raw: w.Raw}
}

// SplitAt gives the place, from 1, of the first word that may be none or
// several; 0 if there is none.
func SplitAt(words []Word) int {
	return 1 + slices.IndexFunc(words, func(w Word) bool {
		return slices.ContainsFunc(w.Pieces, func(p Piece) bool { return p.Origin == Glob || p.Origin > Glob && p.Split })
	})
}

// Same tells whether two inputs hold the same.
func (in Input) Same(o Input) bool {
	return in.Kind == o.Kind && in.From == o.From && in.Shared == o.Shared && Same(in.Text, o.Text) && Same(in.File, o.File)
}

// Fetches: programs whose output comes from the network. It only sharpens the
// wording; an unknown text is never run unasked.
func Fetches(c *Command) bool {
	for c != nil && len(c.Argv) > 0 {
		n, _ := c.Program()
		switch path.Base(n) {
		case "curl", "wget", "fetch", "http", "xh", "aria2c", "nc", "ssh":
			return true
		}
		c = c.Stdin.From
	}
	return false
}

// Enter goes into a task's text; false when it stands in it twice already: what
// runs itself again does nothing that was not seen.
func (p *Place) Enter(s Script, line int, text string) bool {
	p.Script, p.ScriptSHA, p.Line = s.Path, s.SHA, line
	n, text := 0, s.Path+"\x00"+text
	for _, t := range p.Tasks {
		if t == text {
			n++
		}
	}
	p.Tasks = append(slices.Clip(p.Tasks), text)
	return n < 2
}

// StandIn writes a word as shell text in which unknown pieces are variables
// that nobody has set.
func StandIn(w Word) string {
	var b strings.Builder
	for _, p := range w.Pieces {
		if p.Origin <= Glob {
			b.WriteString(p.Text)
			continue
		}
		b.WriteString(`${SENTINEL_UNKNOWN}`)
	}
	return b.String()
}

// OwnJobs writes a word as shell text whose only unknown pieces are the number of
// a job that this very text has started.
func OwnJobs(w Word) (text string, all bool) {
	var b strings.Builder
	for _, p := range w.Pieces {
		if p.Origin > Glob && p.Name != "!" {
			return "", false
		}
		b.WriteString(p.Text)
	}
	return b.String(), true
}
