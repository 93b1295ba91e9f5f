package do

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/value"
	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Argv gives the names that stand for the program's arguments their value.
// The first of r.Args is the program itself, empty for code that stands in the
// command.
func Argv(r *walk.Reader) {
	if len(r.Args) == 0 {
		return
	}
	for _, name := range strings.Fields(r.Lang.Argv) {
		args := r.Args
		v := value.Value{Form: value.Sequence, Known: true}
		switch {
		case name == "process.argv" || name == "Bun.argv":
			v.Items = append(v.Items, value.Value{})
			if args[0].Text == "" {
				args = args[1:]
			}
		case wordlist.Has("@ARGV ARGV $* ARGS Deno.args", name):
			args = args[1:]
		}
		var all []value.Value
		for _, a := range args {
			x := value.Value{Form: value.Text, Text: a.Text, Known: a.Known, Glob: a.Glob}
			v.Known = v.Known && a.Known && !a.Glob
			v.Items = append(v.Items, x)
			if a.Text != "" || !a.Known {
				all = append(all, x)
			}
		}
		if any := value.AnyOf(all); any.Form != value.Unknown {
			v.Each = &any
		}
		r.Preset(name, v)
	}
}
