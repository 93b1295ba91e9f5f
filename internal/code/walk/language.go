package walk

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
)

// Language is all that is known about one language.
type Language struct {
	Name    string
	Rules   lex.Rules
	Member  string      // operators that select a member
	Keep    string      // those that stay in a name: a::b
	Concat  string      // operators that join texts
	Noise   string      // keywords that carry no value
	Prefix  string      // keywords in front of a value
	WordOps string      // operators that are words
	Pairs   string      // operators between a key and its value
	Habits  lex.Habits  // how names get values
	Renames [][2]string // other spellings of a name: prefix, what it stands for
	Rows    []Row
	Inner   func(string) string // the module that a chain of names ends in, or the name
	Traits  trait
	Keyword func(*Reader, string) bool         // statements of its own: imports
	Loop    func(*Reader) bool                 // heads of loops, which give names to items
	Block   func(*Reader, value.Value, string) // a method of a value, before its arguments: names for items
	Bang    func(*Reader)                      // a line that the prompt of a notebook hands to a shell
	Argv    string                             // names of the list of the program's arguments
	Globals string                             // objects that hold everything that has a name
	Read    func(*report.Report, string)       // a reader of its own
}

// trait is a set of habits of a language.
type trait uint16

const (
	BareCalls  trait = 1 << iota // calls need no parentheses
	KeywordArg                   // f(name=value) is a named argument
	Adjacent                     // 'a' 'b' is one text
	CommaLast                    // (a, b) is b
	DotKeys                      // x.k and x["k"] are the same
	FoldCalls                    // names of functions ignore case
	TextCalls                    // a text can be called as the function it names
	BraceKeys                    // $x{k} selects from a hash
	NameKeys                     // {k: v} has the key "k", whatever k is
	RightArrow                   // v -> x assigns
	KeywordIf                    // a if x else b
)

func (l *Language) has(t trait) bool { return l.Traits&t != 0 }

// Index maps names to rows. It is made for each reading, which costs less than
// keeping it would when a process reads one text and ends.
func (l *Language) Index() (index map[string]*Row, roots map[string]bool) {
	index, roots = make(map[string]*Row, 4*len(l.Rows)), map[string]bool{}
	for i := range l.Rows {
		for name := range strings.FieldsSeq(l.Rows[i].Names) {
			index[name] = &l.Rows[i]
			if n := strings.IndexByte(name, '.'); n > 0 && !roots[name[:n]] {
				roots[name[:n]] = true
			}
		}
	}
	return index, roots
}

// Rename gives a dotted name its usual spelling.
func (l *Language) Rename(name string) string {
	if l.Inner != nil {
		name = l.Inner(name)
	}
	for n, before := 0, ""; n < 4 && name != before; n++ {
		before = name
		for _, r := range l.Renames {
			rest, ok := strings.CutPrefix(name, r[0])
			if !ok || rest != "" && !strings.ContainsAny(r[0][len(r[0])-1:], ".:") && rest[0] != '.' && rest[0] != ':' {
				continue
			}
			if r[1] == "" {
				rest = strings.TrimLeft(rest, ".:")
				if rest == "" {
					continue
				}
			}
			name = r[1] + rest
		}
	}
	return name
}
