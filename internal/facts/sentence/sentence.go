// Package sentence says in words what an effect is, where the knowledge of a tool has no
// sentence of its own.
package sentence

import (
	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
)

// Of says what an effect is, where the knowledge has no sentence.
func Of(e sentinel.Effect, d kb.Deed) string {
	target := d.Target.String()
	if !d.Aimed || target == "" {
		target = "something"
	}
	switch e.Kind {
	case sentinel.Read:
		return "reads " + target
	case sentinel.Write:
		return "writes " + target
	case sentinel.Create:
		return "makes " + target
	case sentinel.Delete:
		return "deletes " + target
	case sentinel.DeleteTree:
		return "deletes " + target + " and everything below it"
	case sentinel.Move:
		return "moves " + target
	case sentinel.Permission, sentinel.PermissionTree:
		return "changes who may use " + target
	case sentinel.Fetch:
		return "fetches from " + orHost(e, target)
	case sentinel.Send:
		return "sends to " + orHost(e, target)
	case sentinel.Install:
		return "installs packages, whose scripts run"
	case sentinel.Publish:
		return "publishes to " + orHost(e, target)
	case sentinel.Privilege:
		return "runs as another user"
	case sentinel.Record:
		return "records work in the repository"
	case sentinel.Integrate:
		return "changes the history of the branch"
	}
	return defaultSentence(e)
}

func defaultSentence(e sentinel.Effect) string {
	switch e.Kind {
	case sentinel.Discard:
		return "throws away work that was never committed"
	case sentinel.RewriteHistory:
		return "erases history"
	case sentinel.RewriteRemote:
		return "overwrites commits that others may have"
	case sentinel.DeleteRemote:
		return "deletes something others use"
	case sentinel.Release:
		return "releases a version"
	case sentinel.Unrelease:
		return "takes a release back"
	case sentinel.RemoteChange:
		return "changes a service or infrastructure"
	case sentinel.RemoteDestroy:
		return "destroys a service or infrastructure"
	case sentinel.DataChange:
		return "changes data"
	case sentinel.DataDestroy:
		return "destroys data"
	case sentinel.SecretRead:
		return "shows a secret"
	case sentinel.SecretSend:
		return "sends a secret or the content of files away"
	case sentinel.EnvPrint:
		return "shows the whole environment, secrets included"
	case sentinel.Persist:
		return "arranges something to run later"
	case sentinel.Signal:
		return "ends a process"
	case sentinel.SignalBroad:
		return "ends processes by a broad name"
	case sentinel.System:
		return "changes the machine itself"
	case sentinel.Bypass:
		return "skips a check"
	case sentinel.Setting:
		return "changes settings"
	case sentinel.Listen:
		return "opens a port to others"
	case sentinel.Remote:
		return "runs elsewhere"
	case sentinel.ExecuteDownloaded:
		return "runs what came from the network"
	case sentinel.ExecuteInline:
		return "runs code that is not understood"
	case sentinel.ExecuteFile:
		return "runs a program that is not known"
	case sentinel.TouchGate:
		return "touches the gate itself"
	case sentinel.Catastrophe:
		return "cannot be undone by anyone"
	}
	return "cannot be understood"
}

func orHost(e sentinel.Effect, target string) string {
	if e.Target != "" {
		return e.Target
	}
	if target == "something" {
		return "another host"
	}
	return target
}
