// Package reading tells in words what a shell text was read as: each command
// that it could run, with where and how. Commands is the entry; `sentinel
// explain` prints it.
package reading

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Dialects are the shells whose texts can be told apart.
func Dialects() []string { return []string{"bash", "sh", "zsh", "mksh"} }

// Command is one command in words.
type Command struct {
	Words     []string `json:"words"`
	Env       []string `json:"env,omitempty"`       // NAME=value in front of it
	Dirs      []string `json:"dirs,omitempty"`      // folders it may run in
	Redirects []string `json:"redirects,omitempty"` // files the shell opens for it
	Stdin     string   `json:"stdin,omitempty"`     // what it reads, when that is no terminal
	PipeTo    string   `json:"pipe_to,omitempty"`   // the program that reads what it prints
	Place     string   `json:"place,omitempty"`     // how it is reached, where it does not stand by itself
	Runs      []string `json:"runs,omitempty"`      // files whose content it runs
	Unread    []string `json:"unread,omitempty"`    // what about it could not be read
}

// Commands reads a text as w does when it judges it, in the folder cwd.
func Commands(w *facts.World, cwd, text, dialect string) []Command {
	o := shell.Options{Home: w.Place.Home, Cwd: cwd, Top: w.Place.Root, Files: w, Knows: w.KB, Limits: shell.DefaultLimits()}
	switch dialect {
	case "sh":
		o.Dialect = shell.POSIX
	case "zsh":
		o.Dialect = shell.Zsh
	case "mksh":
		o.Dialect = shell.Mksh
	}
	out := []Command{}
	for _, c := range shell.Read(text, o).Commands {
		out = append(out, viewOf(c, cwd))
	}
	return out
}

func viewOf(c *shell.Command, cwd string) Command {
	v := Command{Words: texts(c.Argv), Unread: c.Unread, Stdin: stdinOf(c.Stdin), Place: placeOf(c.Place)}
	for _, a := range c.Env {
		if a.Inline {
			v.Env = append(v.Env, a.Name+"="+a.Value.String())
		}
	}
	for _, dir := range texts(c.Dirs) {
		if dir != cwd && !slices.Contains(v.Dirs, dir) {
			v.Dirs = append(v.Dirs, dir)
		}
	}
	for _, r := range c.Redirs {
		v.Redirects = append(v.Redirects, r.Op+" "+r.File.String())
	}
	if c.PipeTo != nil && len(c.PipeTo.Argv) > 0 {
		v.PipeTo = c.PipeTo.Argv[0].String()
	}
	for _, s := range c.Runs {
		v.Runs = append(v.Runs, scriptOf(s))
	}
	return v
}

func texts(words []shell.Word) []string {
	out := []string{}
	for _, w := range words {
		out = append(out, w.String())
	}
	return out
}

func stdinOf(in shell.Input) string {
	switch in.Kind {
	case shell.Here:
		return "text in the command: " + in.Text.String()
	case shell.Pipe:
		if text, ok := in.Text.Known(); ok && text != "" {
			return "a pipe, known to hold: " + text
		}
		return "a pipe"
	case shell.FromFile:
		return "the file " + in.File.String()
	}
	return ""
}

// placeOf tells in words how a command is reached.
func placeOf(p shell.Place) string {
	var out []string
	add := func(yes bool, say string) {
		if yes {
			out = append(out, say)
		}
	}
	add(len(p.Via) > 0, "inside "+strings.Join(p.Via, ", "))
	add(p.Privilege, "as another user")
	add(p.Host != "", "on host "+p.Host)
	add(p.Container != "", "in container "+p.Container)
	add(p.Script != "", "in file "+p.Script)
	add(p.Maybe, "perhaps")
	add(p.Later, "later")
	return strings.Join(out, ", ")
}

func scriptOf(s shell.Script) string {
	name := s.Path
	if name == "" {
		name = "a text"
	}
	switch {
	case s.Missing:
		return name + " (does not exist)"
	case s.Why != "":
		return name + " (" + s.Why + ")"
	case len(s.SHA) >= 12:
		return name + " (SHA-256 " + s.SHA[:12] + "...)"
	}
	return name
}
