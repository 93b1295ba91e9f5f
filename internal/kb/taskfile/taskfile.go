// Package taskfile opens the files of a task runner, seen from the folder that
// the runner works in.
package taskfile

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/folders"
	"github.com/sentinelgate/sentinel/internal/kb/script"
	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/tasks"
)

// Files opens files for package tasks. The zero value opens none.
type Files struct {
	From  shell.Reader
	Dir   []shell.Word // the folder the runner is told to work in, if any
	Blind bool         // a file is there and cannot be read
}

// Word gives a name as a word from the command's own folder.
func (t *Files) Word(name string) (shell.Word, bool) {
	if len(t.Dir) == 0 || strings.HasPrefix(name, "/") {
		return shell.Text(name), true
	}
	d, ok := t.Dir[0].Known()
	return shell.Text(path.Join(d, name)), ok
}

// Read gives the content of a file.
func (t *Files) Read(name string) ([]byte, bool) {
	w, ok := t.Word(name)
	if !ok || t.From == nil {
		t.Blind = true
		return nil, false
	}
	o := t.From.Open(w)
	if o.Exists && !o.Known {
		t.Blind = true
	}
	return []byte(o.Text), o.Exists && o.Known
}

// List gives the names in a folder.
func (t *Files) List(name string) []string {
	w, ok := t.Word(name)
	if !ok || t.From == nil {
		return nil
	}
	return t.From.List(w)
}

// Args gives the words that a package manager adds to the script it runs:
// those behind the script's name, npm's own options left out. Other runners
// take further words for further tasks.
func Args(c *shell.Command, program string, task shell.Word) []shell.Word {
	own := false
	switch program {
	case "npm":
		own = true
	case "pnpm", "yarn", "bun", "composer", "deno":
	default:
		return nil
	}
	var out []shell.Word
	found := false
	for _, w := range c.Argv {
		switch s, known := w.Known(); {
		case !found:
			found = w.Span == task.Span && w.String() == task.String()
		case known && s == "--" && len(out) == 0:
			own = false
		case own && strings.HasPrefix(w.String(), "-"):
		default:
			out = append(out, w)
		}
	}
	return out
}

// With adds words to a shell text.
func With(text string, args []shell.Word) shell.Word {
	words := make([]*string, len(args))
	for i, w := range args {
		if s, ok := w.Known(); ok {
			words[i] = &s
		}
	}
	return shell.Text(wordpart.Quoted(text, words))
}

// Digest identifies what a task runs, so that a yes covers no other text
// under the same name.
func Digest(res tasks.Result) string {
	var b strings.Builder
	for _, c := range res.Cmds {
		b.WriteString(c.Interpreter + "\x00" + c.Text + "\x00")
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:])
}

// ShellPart judges a value that a runner pastes into the text of its commands:
// whatever stands behind a separator there is a command of its own.
func ShellPart(program string, w shell.Word) []shell.Inner {
	s, ok := w.Known()
	if !ok || !strings.ContainsAny(s, ";|&`<>\n$") {
		return nil
	}
	return []shell.Inner{{Kind: shell.InnerText, Text: shell.Text(": " + s), Via: program}}
}

// Wrapper gives the project's own copy of a tool as the script that it is, with
// what it does beside the tool as far as it is shell text that can be followed.
// lang is the language of one that is to be read otherwise, "" if it is not.
func Wrapper(o shell.Opened, name string, args []shell.Word) (in shell.Inner, lang string) {
	s := shell.ScriptOf(o, "")
	s.Tool = name
	in = shell.Inner{Kind: shell.InnerScript, Args: args, Via: o.Path}
	if o.Known {
		lang = script.Language(o.Path, o.Text)
	}
	switch {
	case !o.Known:
	case lang == "":
		s.Why = shell.NotScript
	case lang == "sh":
		s.Lang, lang = lang, ""
		in.Text = shell.Text(script.Wrapper(name, o.Path, o.Text))
	case folders.Local(path.Dir(o.Path)) || lang == "cmd" || lang == "powershell":
		lang = ""
	}
	in.Script = s
	return in, lang
}

// Exists tells whether the file that a word names is there; one that is not known may be.
func Exists(files shell.Reader) func(shell.Word) bool {
	return func(w shell.Word) bool {
		if _, ok := w.Known(); !ok {
			return true
		}
		return files.Open(w).Exists
	}
}
