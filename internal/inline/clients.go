package inline

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/sqltext"
	"github.com/sentinelgate/sentinel/internal/sqltext/nosql"
	"github.com/sentinelgate/sentinel/internal/textlang/escape"
	"github.com/sentinelgate/sentinel/internal/winshell"
	"github.com/sentinelgate/sentinel/internal/winshell/effect"
)

// statements reads the text of a database client.
func statements(lang, text string, c Client) []sqltext.Statement {
	switch lang {
	case "redis":
		return nosql.RedisText(text)
	case "mongo":
		return nosql.Mongo(text)
	}
	return sqltext.Parse(text, sqltext.DialectOf(c.Program))
}

// escape reads the command language of a client that has a way to the shell.
func (r *Report) escape(client, text string) { r.textActs(escape.Escape(client, text)) }

// windows reads PowerShell and cmd.exe text.
func (r *Report) windows(lang, text string) {
	read := winshell.PowerShell
	if lang == "cmd" {
		read, text = winshell.Cmd, afterSwitches(text)
	}
	cmds, unread := read(text)
	r.Unread = append(r.Unread, unread...)
	for _, c := range cmds {
		for _, e := range effect.Of(c) {
			r.windowsEffect(c, e)
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

// act is the effect that a report's own name for it stands for, and the role of
// its target. Lists of them are gone through: a map would be made at each start.
type act[K comparable] struct {
	is   K
	kind sentinel.EffectKind
	role string
}

func actOf[K comparable](list []act[K], is K) (act[K], bool) {
	i := slices.IndexFunc(list, func(a act[K]) bool { return a.is == is })
	if i < 0 {
		return act[K]{}, false
	}
	return list[i], true
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

func (r *Report) windowsEffect(c winshell.Command, e effect.Effect) {
	if e.Catastrophic {
		r.Acts = append(r.Acts, Act{Kind: sentinel.Catastrophe, Say: e.Say})
		return
	}
	if k, ok := actOf(windowsKinds, e.Kind); ok {
		w := Word(e.Target.Text, e.Target.Known)
		if e.Kind == effect.Format {
			r.Acts = append(r.Acts, Act{Kind: sentinel.Catastrophe, Say: e.Say})
			return
		}
		r.Acts = append(r.Acts, Act{Kind: k.kind, Target: w, Aimed: e.Target.Text != "" || !e.Target.Known, Role: k.role, Say: e.Say})
		return
	}
	switch e.Kind {
	case effect.Env:
		if e.Target.Text == "" {
			r.Acts = append(r.Acts, Act{Kind: sentinel.EnvPrint, Say: e.Say})
		} else {
			r.act(sentinel.SecretRead, Word(e.Target.Text, e.Target.Known), "env-name", e.Say)
		}
	case effect.Chdir:
	case effect.Native:
		in := shell.Inner{Kind: shell.InnerArgv, Via: "powershell"}
		for i, a := range c.Argv {
			text := a.Text
			if i == 0 {
				text = strings.TrimSuffix(c.Name(), ".exe")
			}
			in.Words = append(in.Words, Word(text, a.Known))
		}
		r.Inner = append(r.Inner, in)
	default:
		r.unread(e.Say)
	}
}
