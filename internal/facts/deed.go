package facts

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// judgement is the work on one command.
type judgement struct {
	a    *assessor
	c    *shell.Command
	v    *kb.View
	p    *sentinel.Part
	text string
	// what the paths it touches are, for the questions to the rules
	touched []touch
	sends   []string // other hosts that it sends to
}

// touch is one path with what is done to it.
type touch struct {
	use  string // "read", "write", "list", "delete"
	loc  paths.Located
	text string
	tree bool
}

// add records an effect with its sentence.
func (j *judgement) add(e sentinel.Effect, d kb.Deed, say string) {
	f := sentinel.Finding{Rule: d.Rule, Say: say, Instead: d.Instead, Part: j.p.Text, Risk: d.Risk}
	if d.Aimed && d.Target.Span.End > 0 && d.Target.Span.End <= len(j.text) && j.c.Place.Script == "" {
		f.Span = sentinel.Span{Start: d.Target.Span.Start, End: d.Target.Span.End}
	} else {
		f.Span = sentinel.Span{Start: j.c.Span.Start, End: j.c.Span.End}
	}
	if f.Say == "" {
		f.Say = sentence(e, d)
	}
	f.Say += where(j.c.Place)
	j.a.find(j.p, e, f)
}

// deed gives one deed its scope and records it.
func (j *judgement) deed(d kb.Deed) {
	switch d.Kind {
	case sentinel.Read, sentinel.List, sentinel.Write, sentinel.Create, sentinel.Delete, sentinel.DeleteTree,
		sentinel.Move, sentinel.Permission, sentinel.PermissionTree:
		j.pathDeed(d)
	case sentinel.SecretRead:
		if d.Role == "env-name" {
			j.envName(d)
			return
		}
		j.add(sentinel.Effect{Kind: d.Kind, Scope: sentinel.ScopeNone, Target: d.Target.String()}, d, d.Say)
	case sentinel.Fetch, sentinel.Send, sentinel.Listen:
		j.network(d)
	case sentinel.ExecuteFile:
		j.execute(d)
	case sentinel.Signal, sentinel.SignalBroad:
		j.add(j.effect(d, sentinel.ScopeNone), d, d.Say)
	case sentinel.EnvPrint:
		if j.names() {
			return
		}
		j.plain(d)
	case sentinel.Run:
		j.run(d)
	default:
		j.plain(d)
	}
}

// run is a build or test step: known only inside the project or a temporary
// folder.
func (j *judgement) run(d kb.Deed) {
	e := j.effect(d, sentinel.ScopeProject)
	e.Identity = d.Identity
	if j.c.Place.Container != "" {
		e.Kind, e.Scope, e.Target = sentinel.Remote, sentinel.ScopeContainer, j.c.Place.Container
		j.add(e, d, d.Say)
		return
	}
	if strings.HasPrefix(d.Role, "task:") && j.productionTask() {
		e.Kind, e.Target = sentinel.ExecuteFile, d.Target.String()
		j.add(e, d, d.Say)
		return
	}
	w := shell.Text(".")
	if j.v.Parse != nil {
		for _, dir := range j.v.Parse.Words("dir") {
			w = dir
		}
	}
	loc := j.locate(sentinel.Read, w)
	switch loc.Scope {
	case sentinel.ScopeProject, sentinel.ScopeTemp, sentinel.ScopeWhole, sentinel.ScopeOutput:
		if loc.Scope != sentinel.ScopeTemp || w.Is(".") {
			break
		}
		fallthrough
	default:
		e.Kind, e.Scope, e.Target = sentinel.ExecuteFile, loc.Scope, loc.Real
		d.Say = "builds or runs what lies in " + w.String() + ", outside the project"
	}
	j.add(e, d, d.Say)
}

// effect makes an effect without a path.
func (j *judgement) effect(d kb.Deed, rest sentinel.Scope) sentinel.Effect {
	e := sentinel.Effect{Kind: d.Kind, Scope: rest}
	if d.Scoped {
		e.Scope = d.Scope
	}
	return e
}

// plain is a deed whose scope is a host, a place of installation, or nothing.
func (j *judgement) plain(d kb.Deed) {
	e := j.effect(d, sentinel.ScopeNone)
	switch d.Kind {
	case sentinel.DataChange, sentinel.DataDestroy:
		if !d.Scoped {
			e.Scope, e.Target = j.dataHost()
		}
	case sentinel.RemoteChange, sentinel.RemoteDestroy, sentinel.DeleteRemote:
		if !d.Scoped {
			e.Scope = sentinel.ScopeRemote
		}
		if e.Scope != sentinel.ScopeOwn && j.production() {
			e.Scope = sentinel.ScopeProduction
		}
	case sentinel.Publish:
		if d.Aimed {
			e.Target = remoteName(d.Target, d.Role)
		}
	case sentinel.Install:
		if !d.Scoped && d.Aimed {
			e.Scope, e.Target = packageScope(d.Target)
		}
	case sentinel.Remote:
		if d.Aimed {
			e.Target = remoteName(d.Target, d.Role)
		}
	case sentinel.ExecuteInline, sentinel.Setting, sentinel.Persist:
		if d.Aimed {
			e.Target = d.Target.String()
		}
	}
	j.add(e, d, d.Say)
}

// packageScope tells a package by name from one by address.
func packageScope(w shell.Word) (sentinel.Scope, string) {
	s, ok := w.Known()
	if !ok {
		return sentinel.ScopeForeign, w.String()
	}
	if strings.Contains(s, "://") || strings.HasPrefix(s, "git+") || strings.HasPrefix(s, "git@") || strings.HasPrefix(s, "github:") {
		return sentinel.ScopeForeign, hostOf(s)
	}
	return sentinel.ScopeProject, ""
}

// remoteName is what a push or a run elsewhere is bound to: a remote's name, the
// host of an address, the registry of an image.
func remoteName(w shell.Word, role string) string {
	s, ok := w.Known()
	switch {
	case ok && role == "url":
		return hostOf(s)
	case ok && role == "image":
		if host, _, found := strings.Cut(s, "/"); found && strings.ContainsAny(host, ".:") {
			return host
		}
		return ""
	}
	return w.String()
}

// dataHost finds the host a database client talks to.
func (j *judgement) dataHost() (sentinel.Scope, string) {
	if j.c.Place.Host != "" {
		return sentinel.ScopeRemote, j.c.Place.Host
	}
	scope, target := sentinel.ScopeOwn, ""
	if j.v.Parse != nil {
		for _, o := range j.v.Parse.Options {
			if o.Has && (o.Role == "host" || o.Role == "url") {
				scope, target = hostScope(o.Value)
			}
		}
		for _, o := range j.v.Parse.Operands {
			if s, ok := o.Word.Known(); o.Role == "host" || o.Role == "url" && (!ok || strings.Contains(s, "://")) {
				scope, target = hostScope(o.Word)
			}
		}
	}
	for _, e := range j.c.Env {
		if e.Name == "PGHOST" || e.Name == "MYSQL_HOST" || e.Name == "DATABASE_URL" {
			scope, target = hostScope(e.Value)
		}
	}
	if scope == sentinel.ScopeOwn && !j.production() {
		return scope, target
	}
	if j.production() {
		scope = sentinel.ScopeProduction
	}
	return scope, target
}

// production tells whether the command names production anywhere in its words.
func (j *judgement) production() bool {
	for _, w := range j.c.Argv {
		if NamesProduction(w.String()) {
			return true
		}
	}
	for _, e := range j.c.Env {
		if NamesProduction(e.Value.String()) {
			return true
		}
	}
	if d, ok := j.dir().Known(); ok && NamesProduction(d) {
		return true
	}
	return NamesProduction(j.c.Place.Host)
}

// productionTask is production for a task; the build mode of a bundler is not
// a place.
func (j *judgement) productionTask() bool {
	for _, e := range j.c.Env {
		if e.Name != "NODE_ENV" && e.Name != "MODE" && e.Name != "BUILD_ENV" && NamesProduction(e.Value.String()) {
			return true
		}
	}
	for _, w := range j.c.Argv {
		if s := w.String(); !strings.HasPrefix(s, "-") && !strings.Contains(s, "build") && NamesProduction(s) {
			return true
		}
	}
	return false
}

func (j *judgement) dir() shell.Word {
	if len(j.c.Dirs) > 0 {
		return j.c.Dirs[0]
	}
	return shell.Word{}
}

// NamesProduction tells whether a text has production, prod or live as a word
// of its own.
func NamesProduction(s string) bool {
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return (r < 'a' || r > 'z') && r != 0 }) {
		switch w {
		case "prod", "production", "prd", "live":
			return true
		}
	}
	return false
}

// network gives fetches and sends their host.
func (j *judgement) network(d kb.Deed) {
	e := j.effect(d, sentinel.ScopeRemote)
	if d.Kind == sentinel.Listen && !d.Scoped {
		e.Scope = sentinel.ScopeNone
	}
	if d.Aimed && !d.Scoped {
		e.Scope, e.Target = hostScope(d.Target)
		if s, ok := d.Target.Known(); ok && e.Scope == sentinel.ScopeOwn && strangeScheme(s) {
			e.Scope = sentinel.ScopeUnknown
		}
		if s, ok := d.Target.Known(); ok && strings.HasPrefix(strings.ToLower(s), "file:") {
			j.path(sentinel.Read, shell.Text(strings.TrimPrefix(s[5:], "//")), d, false)
			return
		}
	} else if !d.Aimed && !d.Scoped && d.Kind != sentinel.Listen {
		e.Scope, e.Target = j.anyHost()
	}
	if metadataHost(e.Target) {
		d.Say = "asks the machine's metadata service, which hands out credentials"
		e.Kind = sentinel.SecretRead
		d.Rule = "network.metadata"
	}
	if e.Kind == sentinel.Send && e.Scope != sentinel.ScopeOwn {
		j.sends = append(j.sends, e.Target)
	}
	j.add(e, d, d.Say)
}

// strangeScheme: schemes that carry raw bytes to a port, so that a request is
// whatever its writer wants it to be.
func strangeScheme(s string) bool {
	scheme, _, ok := strings.Cut(strings.ToLower(s), "://")
	if !ok {
		return false
	}
	switch scheme {
	case "gopher", "dict", "ldap", "ldaps", "tftp", "smb", "telnet", "imap", "smtp":
		return true
	}
	return false
}

// anyHost looks for the host among the command's words.
func (j *judgement) anyHost() (sentinel.Scope, string) {
	if j.v.Parse == nil {
		return sentinel.ScopeRemote, ""
	}
	for _, role := range []string{"url", "host", "remote"} {
		for _, w := range j.v.Parse.Words(role) {
			return hostScope(w)
		}
	}
	return sentinel.ScopeRemote, ""
}

// envName is a named variable that code reads: a question only when it names a
// secret.
func (j *judgement) envName(d kb.Deed) {
	name, ok := d.Target.Known()
	if ok && !SecretName(name) {
		return
	}
	j.add(sentinel.Effect{Kind: sentinel.SecretRead, Scope: sentinel.ScopeNone, Target: name}, d, "reads the secret "+name+" from the environment")
}

// SecretName tells whether a variable's name says that it holds a secret.
func SecretName(name string) bool {
	n := strings.ToUpper(name)
	for _, end := range []string{"TOKEN", "SECRET", "PASSWORD", "PASSWD", "APIKEY", "API_KEY", "PRIVATE_KEY", "ACCESS_KEY", "SECRET_KEY", "CREDENTIALS", "PASSPHRASE", "AUTH_KEY", "DATABASE_URL", "PGPASSWORD", "_PAT", "_PASS", "SECRET_ACCESS_KEY", "ACCESS_KEY_ID"} {
		if strings.HasSuffix(n, end) {
			return true
		}
	}
	return false
}

// sentence says what an effect is, where the knowledge has no sentence.
func sentence(e sentinel.Effect, d kb.Deed) string {
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
