// Package around answers what the conditions of knowledge files ask about the
// surroundings of a command: what is fed into it, where its output goes, and
// which variables are set for it.
package around

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// HasEnv tells whether a variable is set for the command.
func HasEnv(c *shell.Command, name string) bool {
	for _, a := range c.Env {
		if a.Name == name {
			return true
		}
	}
	return false
}

// IntoFile tells whether the shell writes what the command prints into a file.
func IntoFile(c *shell.Command) bool {
	for ; c != nil; c = c.Outer { // a wrapper's output is that of what it starts
		for _, r := range c.Redirs {
			if r.Kind != shell.ReadFile && !r.File.Is("/dev/null") {
				return true
			}
		}
	}
	return false
}

// Fed tries the word of a condition on standard input: "piped" holds when
// anything is fed in, "from:NAMES" when one of these programs prints it, patterns
// when a line of it matches, or may.
func Fed(word string, in shell.Input) bool {
	if names, ok := strings.CutPrefix(word, "from:"); ok {
		if in.From == nil {
			return false
		}
		name, _ := in.From.Program()
		return like.Any(names, name[strings.LastIndexByte(name, '/')+1:])
	}
	if in.Kind == shell.Inherited || word == "piped" {
		return in.Kind != shell.Inherited
	}
	text, known := in.Text.Known()
	if !known || in.Kind == shell.FromFile {
		return true
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && like.Any(word, line) {
			return true
		}
	}
	return false
}
