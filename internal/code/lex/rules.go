package lex

import "github.com/sentinelgate/sentinel/internal/wordlist"

// Esc says which backslash escapes a quote form knows.
type Esc uint8

// Escape styles.
const (
	NoEsc  Esc = iota // the backslash is a character like any other
	Raw               // kept, but it protects the quote (Python r'')
	Single            // only \\ and the quote itself
	Full              // \n, \x72, \u0072, \162 and the rest
)

// Interp says how holes are written in a quote form.
type Interp uint8

// Hole styles.
const (
	NoHoles    Interp = iota
	Braces            // {x}, with {{ for a brace: Python f-strings
	DollarOnly        // ${x}: JavaScript templates
	Hash              // #{x}: Ruby, Elixir
	Dollar            // $x, ${x}, $(x): Julia, Groovy
	Sigils            // $x, @x, ${x}, $x->{k}, $x[0], {$x}: Perl, PHP
)

// Quote is one quote form. Forms are tried in order: list longer ones first.
type Quote struct {
	Open, Close string
	Esc         Esc
	Interp      Interp
	Kind        Kind // Str if zero
	OneLine     bool // a line end inside is an error
}

// Family names a language whose quote forms need code of their own.
type Family uint8

// Families.
const (
	Plain  Family = iota
	Perl          // q() qq() qw() qx() m() s/// <FH> __END__
	Ruby          // %w[] %x() :symbol ?c __END__ @@x
	Elixir        // ~w() ~s() :atom
)

// Rules says how a language is written.
type Rules struct {
	Line         []string    // marks of comments up to the end of the line
	Blocks       [][2]string // marks around block comments
	Nested       bool        // block comments nest
	Quotes       []Quote
	NameStart    string   // characters that may begin a name, besides letters
	NameMore     string   // characters inside a name, besides letters and digits
	NameEnd      string   // one of these may end a name: ? and ! of Ruby
	Sigils       string   // characters that begin a variable
	Ops          []string // operators of more than one character, longest first
	Before       string   // names after which a value follows, not an operator
	Lines        bool     // line ends separate statements
	Regex        bool     // /pattern/ where a value may begin
	BareArgs     bool     // calls need no parentheses
	Prefixed     bool     // letters before a quote change it: r'', f"", raw""
	KeepEscapes  bool     // an unknown escape keeps its backslash (Python)
	Decimal      bool     // \114 is decimal (Lua)
	EscapedNames bool     // \u0065val is a name (JavaScript)
	FoldNames    bool     // names are compatibility-folded (Python)
	Pod          bool     // =pod and =begin blocks
	Tags         bool     // <?php and ?> around code
	Heredocs     string   // the operator that announces one: << or <<<
	Family       Family   // forms that no table can say
}

func (r *Rules) isBefore(name string) bool {
	return wordlist.Has(r.Before, name)
}
