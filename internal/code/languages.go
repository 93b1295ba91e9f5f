package code

import (
	"github.com/sentinelgate/sentinel/internal/code/lang"
	"github.com/sentinelgate/sentinel/internal/code/lang/apple"
	"github.com/sentinelgate/sentinel/internal/code/lang/beam"
	"github.com/sentinelgate/sentinel/internal/code/lang/stats"
	"github.com/sentinelgate/sentinel/internal/code/lisp"
	"github.com/sentinelgate/sentinel/internal/code/plain"
	"github.com/sentinelgate/sentinel/internal/code/tcl"
	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// entry is one language that can be read.
type entry struct {
	name     string
	programs string // names of its interpreters, without version digits
	make     func() *walk.Language
}

// languages lists all that can be read.
func languages() []entry {
	return []entry{
		{"python", "python pythonw pypy ipython micropython", lang.Python},
		{"javascript", "node nodejs bun deno ts-node tsx bunx iojs javascript typescript", lang.JavaScript},
		{"perl", "perl", lang.Perl},
		{"ruby", "ruby jruby irb truffleruby", lang.Ruby},
		{"php", "php php-cli", lang.PHP},
		{"lua", "lua luajit texlua luvit", lang.Lua},
		{"r", "r rscript littler", stats.R},
		{"julia", "julia", stats.Julia},
		{"applescript", "osascript applescript", apple.AppleScript},
		{"tcl", "tclsh wish expect tcl jimsh", func() *walk.Language { return &walk.Language{Read: tcl.Read} }},
		{"groovy", "groovy groovysh", beam.Groovy},
		{"elixir", "elixir iex", beam.Elixir},
		{"erlang", "erl escript erlang", beam.Erlang},
		{"commonlisp", "sbcl clisp ecl ros ccl abcl alisp lisp cl", lisp.Common},
		{"scheme", "guile racket csi chez chezscheme scheme petite gsi gosh chibi-scheme mit-scheme", lisp.Scheme},
		{"clojure", "clojure clj bb babashka", lisp.Clojure},
		{"elisp", "emacs", lisp.Emacs},
		{"fennel", "fennel", lisp.Fennel},
		{"hy", "hy", lisp.Hy},
		{"janet", "janet", lisp.Janet},
		{"names", "", func() *walk.Language { return &walk.Language{Read: plain.Read} }}, // languages without a reader
	}
}

func languageOf(name string) *walk.Language {
	for _, e := range languages() {
		if e.name == name || wordlist.Has(e.programs, name) {
			l := e.make()
			l.Name = e.name
			return l
		}
	}
	return nil
}
