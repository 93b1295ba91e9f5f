// Package put says what an agent put into files from which tools take commands
// by themselves, and which of those a call runs.
//
// It joins package later, which reads such files, with the world in which they
// are tried out. What is asked is decided by package guard.
package put

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/facts/later"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Edited is what the programs of a text, sed and its like, put into a file that
// runs later.
func Edited(f seen.Facts, real string) string {
	var out []string
	for _, t := range f.Touches {
		if t.Loc.Real != real || t.View == nil || t.Command == nil || len(t.Command.Argv) < 2 {
			continue
		}
		for _, e := range later.Edits(t.Command, t.View.Name, forms.Shown(t.Command)) {
			if path.Base(e.File) == path.Base(real) {
				out = append(out, e.Texts...)
			}
		}
	}
	return strings.Join(out, "\n")
}

// Guessed is what texts in a file would be asked about that are commands if they
// are harmful at all.
func Guessed(w *facts.World, file, text string) []sentinel.Finding {
	return sure(w.Try(path.Dir(file), later.Guesses(file, text)))
}

// Runs are the words behind the runners of a text, by the kind of file whose
// commands they run.
func Runs(commands []*shell.Command) map[string][]string {
	out := map[string][]string{}
	for _, c := range commands {
		if v, _ := c.Parsed.(*kb.View); v != nil && later.Runner(v.Name) != "" {
			out[later.Runner(v.Name)] = append(out[later.Runner(v.Name)], later.Words(c)...)
		}
	}
	return out
}

// Named is what the commands of a file would be asked about that words name.
func Named(w *facts.World, file, text string, words []string) []sentinel.Finding {
	return sure(w.Try(path.Dir(file), later.Named(file, text, words)))
}

func sure(list []sentinel.Finding) []sentinel.Finding {
	return slices.DeleteFunc(list, func(f sentinel.Finding) bool { return !later.Sure(f) })
}
