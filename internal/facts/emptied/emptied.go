// Package emptied tells where a file is left without content: what it held is
// gone then, as if it had been deleted.
package emptied

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Prints tells whether nothing comes out of a command, so that a file which its
// output is put into is empty afterwards.
func Prints(c *shell.Command) bool {
	name, ok := c.Program()
	switch {
	case len(c.Argv) == 0:
		return true
	case !ok:
		return false
	}
	switch name {
	case ":", "true", "false":
		return true
	case "exec":
		return len(c.Argv) == 1 // the file is emptied at once, whatever is put into it later
	case "cat", "tee", "sponge":
		return Input(c) && onlyOptions(c.Argv[1:]) || len(c.Argv) > 1 && all(c.Argv[1:], "/dev/null")
	case "printf":
		return len(c.Argv) == 2 && c.Argv[1].Is("")
	case "echo":
		return len(c.Argv) > 1 && all(c.Argv[1:2], "-n") && all(c.Argv[2:], "")
	}
	return false
}

// Input tells whether a command gets nothing on its standard input.
func Input(c *shell.Command) bool {
	if c.Stdin.Kind == shell.FromFile {
		return c.Stdin.File.Is("/dev/null")
	}
	return c.Stdin.Kind == shell.Pipe && c.Stdin.From != nil && c.Stdin.From != c && Prints(c.Stdin.From)
}

func all(words []shell.Word, s string) bool {
	for _, w := range words {
		if !w.Is(s) {
			return false
		}
	}
	return true
}

func onlyOptions(words []shell.Word) bool {
	for _, w := range words {
		if !strings.HasPrefix(w.String(), "-") {
			return false
		}
	}
	return true
}

// Loses tells whether there is something to lose at a path that is emptied. A
// file that is there says so itself. One that is not counts as a source by its
// name, if named; marks that are empty by custom, logs and results are made
// this way.
func Loses(fs paths.FS, real string, named bool) bool {
	if real == "" || fs == nil {
		return false
	}
	if info, err := fs.Lstat(real); err == nil {
		return info.Kind == paths.File && info.Size > 0
	}
	return named && !strings.HasPrefix(path.Base(real), "__") && strings.Contains(sources, " "+strings.TrimPrefix(strings.ToLower(path.Ext(real)), ".")+" ")
}

// Several tells whether a word stands for any number of files of the project,
// some of which people write by hand.
func Several(w shell.Word) bool {
	text, glob, ok := w.Pattern()
	if tmp, _ := words.Temporary(w); tmp || ok && !glob || strings.HasPrefix(text, "/tmp/") || strings.HasPrefix(text, "/var/tmp/") {
		return false
	}
	ext := ""
	if last := w.Pieces[len(w.Pieces)-1]; last.Origin == shell.Literal {
		ext = strings.TrimPrefix(strings.ToLower(path.Ext(last.Text)), ".")
	}
	return ext == "" || strings.Contains(sources, " "+ext+" ")
}

// sources are the endings of files that people write by hand.
const sources = " go ts tsx mts cts js jsx mjs cjs vue svelte py rb rs java kt kts scala swift c h cc cpp cxx hpp hh m mm cs fs vb php pl pm lua r jl hs ml mli ex exs erl clj cljs dart zig nim d sh bash sql graphql proto tf css scss sass less html tex "
