package inline

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb/folders"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/winshell"
	"github.com/sentinelgate/sentinel/internal/winshell/effect"
	"github.com/sentinelgate/sentinel/internal/winshell/whereabouts"
	"github.com/sentinelgate/sentinel/internal/winshell/winpath"
)

// windows reads PowerShell and cmd.exe text.
func (r *Report) windows(lang, text string) {
	read := winshell.PowerShell
	if lang == "cmd" {
		read, text = winshell.Cmd, afterSwitches(text)
	}
	cmds, unread := read(text)
	r.Unread = append(r.Unread, unread...)
	var at whereabouts.Folder
	for _, c := range cmds {
		if n := c.Name(); n == "pop-location" || n == "popd" {
			at.Follow(c, winshell.Arg{})
			continue
		}
		for _, e := range effect.Of(c) {
			if e.Kind == effect.Chdir {
				at.Follow(c, e.Target)
				continue
			}
			r.windowsEffect(c, e, &at)
		}
	}
}

// afterSwitches cuts the switches of cmd.exe off: its text stands behind /c or
// /k. Without one of them it opens a prompt.
func afterSwitches(text string) string {
	for {
		t := strings.TrimLeft(text, " \t")
		if len(t) < 2 || t[0] != '/' {
			return text
		}
		word, rest, _ := strings.Cut(t, " ")
		switch low := strings.ToLower(word); {
		case low == "/c" || low == "/k" || low == "/r":
			return rest
		case strings.HasPrefix(low, "/c") || strings.HasPrefix(low, "/k"):
			return t[2:]
		}
		text = rest
	}
}

// windowsKinds are the effects of Windows commands in the vocabulary.
var windowsKinds = []act[string]{
	{effect.Read, sentinel.Read, "read"}, {effect.List, sentinel.List, "list"}, {effect.Write, sentinel.Write, "write"},
	{effect.Delete, sentinel.Delete, "delete"}, {effect.DeleteTree, sentinel.DeleteTree, "delete-tree"}, {effect.Move, sentinel.Move, "move"},
	{effect.Permission, sentinel.PermissionTree, "permission-tree"}, {effect.Fetch, sentinel.Fetch, "url"}, {effect.Send, sentinel.Send, "url"},
	{effect.FetchRun, sentinel.ExecuteDownloaded, "url"}, {effect.Exec, sentinel.ExecuteFile, "name"}, {effect.Signal, sentinel.SignalBroad, "name"},
	{effect.Registry, sentinel.System, "name"}, {effect.System, sentinel.System, "name"}, {effect.Persist, sentinel.Persist, "name"},
	{effect.Format, sentinel.System, "name"}, {effect.Privilege, sentinel.Privilege, "name"}, {effect.Install, sentinel.Install, "package"},
}

// onPaths are the effects whose targets lie in folders.
func onPaths(kind string) bool {
	switch kind {
	case effect.Read, effect.List, effect.Write, effect.Delete, effect.DeleteTree, effect.Move, effect.Permission:
		return true
	}
	return false
}

func (r *Report) windowsEffect(c winshell.Command, e effect.Effect, at *whereabouts.Folder) {
	if e.Catastrophic {
		r.Acts = append(r.Acts, Act{Kind: sentinel.Catastrophe, Say: e.Say})
		return
	}
	if k, ok := actOf(windowsKinds, e.Kind); ok {
		if e.Kind == effect.Format {
			r.Acts = append(r.Acts, Act{Kind: sentinel.Catastrophe, Say: e.Say})
			return
		}
		targets := []winshell.Arg{e.Target}
		if onPaths(e.Kind) {
			if targets[0] = at.Path(e.Target); !at.Sure() && targets[0] != e.Target {
				targets = append(targets, e.Target)
			}
		}
		for _, t := range targets {
			if winpath.Catastrophic(t.Text) && (e.Kind == effect.DeleteTree || e.Kind == effect.Permission || e.Kind == effect.Move) {
				r.Acts = append(r.Acts, Act{Kind: sentinel.Catastrophe, Say: e.Say})
				return
			}
			r.Acts = append(r.Acts, Act{Kind: k.kind, Target: Word(t.Text, t.Known), Aimed: t.Text != "" || !t.Known, Role: k.role, Say: e.Say})
		}
		return
	}
	switch e.Kind {
	case effect.Env:
		if e.Target.Text == "" {
			r.Acts = append(r.Acts, Act{Kind: sentinel.EnvPrint, Say: e.Say})
		} else {
			r.act(sentinel.SecretRead, Word(e.Target.Text, e.Target.Known), "env-name", e.Say)
		}
	case effect.Native:
		r.Inner = append(r.Inner, native(c, at))
	default:
		r.unread(e.Say)
	}
}

// native is a program that the text starts: its own path and those among its
// arguments are written as everywhere else.
func native(c winshell.Command, at *whereabouts.Folder) shell.Inner {
	in := shell.Inner{Kind: shell.InnerArgv, Via: "powershell"}
	if dir, known := at.Dir(); dir != "" || !known {
		w := Word(dir, known)
		in.Dir = &w
	}
	for i, a := range c.Argv {
		text := a.Text
		if i == 0 {
			text = program(c)
		} else if relativeWindows(text) {
			text = strings.ReplaceAll(text, `\`, "/")
		}
		in.Words = append(in.Words, Word(text, a.Known))
	}
	return in
}

// program names the program of a command. One in a folder where tools put theirs
// goes without its ending: python.exe there is python.
func program(c winshell.Command) string {
	name := c.Argv[0].Text
	if !strings.ContainsAny(name, `\/`) || !strings.ContainsAny(c.Name(), `\/`) {
		return strings.TrimSuffix(c.Name(), ".exe")
	}
	if !strings.Contains(name, ":") {
		name = strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "./")
		if !strings.Contains(name, "/") {
			name = "./" + name
		}
	}
	if dir := strings.LastIndexByte(name, '/'); dir >= 0 && folders.Local(name[:dir]) {
		for _, end := range [...]string{".exe", ".cmd", ".bat", ".ps1"} {
			if len(name) > len(end) && strings.EqualFold(name[len(name)-len(end):], end) {
				return name[:len(name)-len(end)]
			}
		}
	}
	return name
}

// relativeWindows tells whether an argument reads like a path below the working
// folder in the spelling of Windows (src\a.ts), and like nothing else.
func relativeWindows(s string) bool {
	if !strings.Contains(s, `\`) || strings.Contains(s, `\\`) || s[0] == '\\' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if c != '\\' && c != '.' && c != '_' && c != '-' && c != '@' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}
