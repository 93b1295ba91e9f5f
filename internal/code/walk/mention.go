package walk

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// shown are functions whose arguments are shown, compared or kept, never
// opened.
const shown = "print println printf puts pp log info warn warning error debug echo write format join " +
	"startswith endswith startsWith endsWith start_with? end_with? includes include? has in_array includes? match test search indexOf index " +
	"replace replaceAll gsub sub split strip lstrip rstrip removeprefix removesuffix count find fnmatch compile " +
	"append push add insert extend unshift concat add_argument option Option exists is_file is_dir exist? file? isfile isdir stat " +
	"Error Exception ValueError RuntimeError exit die raise assert assertEqual equal expect load_dotenv"

// mention notes the texts among the arguments of a call that may name a file:
// what a function of unknown meaning does with them is not known.
func (c *Call) mention() {
	if !c.R.loud || wordlist.Has(shown, c.Name[strings.LastIndexAny(c.Name, ".:>")+1:]) {
		return
	}
	for _, v := range c.Args {
		c.R.mention(v, 0)
	}
	for _, v := range c.Vals {
		c.R.mention(v, 0)
	}
}

func (r *Reader) mention(v Value, depth int) {
	if depth > 4 || r.spent() {
		return
	}
	for _, x := range v.Texts() {
		if !x.Number {
			r.Report.Name(x.Arg())
		}
	}
	if v.Form == Sequence || v.Form == Mapping || v.Form == either {
		for _, x := range v.Items {
			r.mention(x, depth+1)
		}
	}
}

// Blind notes all texts of a program that reads a file whose name is not
// known: any of them may be it, and so may its arguments.
func (r *Reader) Blind(src string) {
	if !r.Report.Blind() {
		return
	}
	toks, _ := lex.Scan(src, &r.Lang.Rules)
	lex.Texts(toks, func(s string) { r.Report.Name(Known(s).Arg()) })
	for _, a := range r.Args {
		r.Report.Name(a)
	}
}

// argv gives the names that stand for the program's arguments their value.
// The first of r.Args is the program itself, empty for code that stands in the
// command.
func (r *Reader) argv() {
	if len(r.Args) == 0 {
		return
	}
	for _, name := range strings.Fields(r.Lang.Argv) {
		args := r.Args
		v := Value{Form: Sequence, Known: true}
		switch {
		case name == "process.argv" || name == "Bun.argv":
			v.Items = append(v.Items, Value{})
			if args[0].Text == "" {
				args = args[1:]
			}
		case wordlist.Has("@ARGV ARGV $* ARGS Deno.args", name):
			args = args[1:]
		}
		var all []Value
		for _, a := range args {
			x := Value{Form: Text, Text: a.Text, Known: a.Known, Glob: a.Glob}
			v.Known = v.Known && a.Known && !a.Glob
			v.Items = append(v.Items, x)
			if a.Text != "" || !a.Known {
				all = append(all, x)
			}
		}
		if any := AnyOf(all); any.Form != Unknown {
			v.Each = &any
		}
		r.vars[name] = v
	}
}
