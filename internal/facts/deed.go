package facts

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/address"
	"github.com/sentinelgate/sentinel/internal/facts/appcode"
	"github.com/sentinelgate/sentinel/internal/facts/compiled"
	"github.com/sentinelgate/sentinel/internal/facts/dotenv"
	"github.com/sentinelgate/sentinel/internal/facts/foreign"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/facts/procs"
	"github.com/sentinelgate/sentinel/internal/facts/sentence"
	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/place"
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
	all     bool     // a tool that reads everything below its paths
	named   bool     // what goes into the folder it names was judged by name
	runs    place.Runs
	live    *bool // whether it names production, once that was looked for
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
	if e.Kind == sentinel.Run || e.Kind == sentinel.Send && e.Scope == sentinel.ScopeOwn {
		forms.Elsewhere(&e, j.c.Place) // ordinary here, unseen there
	}
	f := sentinel.Finding{Rule: d.Rule, Say: say, Instead: d.Instead, Part: j.p.Text, Risk: d.Risk}
	if d.Aimed && d.Target.Span.End > 0 && d.Target.Span.End <= len(j.text) && j.c.Place.Script == "" {
		f.Span = sentinel.Span{Start: d.Target.Span.Start, End: d.Target.Span.End}
	} else {
		f.Span = sentinel.Span{Start: j.c.Span.Start, End: j.c.Span.End}
	}
	if f.Say == "" {
		f.Say = sentence.Of(e, d)
	}
	f.Say += forms.Where(j.c.Place)
	j.runs.Raised = j.runs.Raised || d.Risk > sentinel.Low
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
		e := j.effect(d, sentinel.ScopeNone)
		if d.Kind == sentinel.Signal && j.v.Name == "kill" && j.v.Parse != nil {
			own, from := j.around().Ended(j.c, j.v.Parse.Words("pid"))
			if e.Target = from; own {
				e.Scope = sentinel.ScopeOwn
			}
		}
		j.add(e, d, d.Say)
	case sentinel.EnvPrint:
		if dotenv.Names(j.c.PipeTo) || j.c.PipeTo != nil && j.v.Name == "php" && dotenv.PHPInfo(j.c.PipeTo) {
			return
		}
		if j.a.loads {
			d.Kind, d.Say = sentinel.SecretRead, "shows the environment, in which the project's secrets are"
		}
		j.plain(d)
	case sentinel.Run:
		j.run(d)
	default:
		if d.Kind == sentinel.ExecuteInline && appcode.Looks(j.v.Name, j.v.Parse, j.c.Stdin) && !j.production() {
			d.Kind, d.Say = sentinel.Run, ""
		}
		j.plain(d)
	}
}

// around is the text that the command stands in.
func (j *judgement) around() procs.Text {
	return procs.Text{All: j.a.read.Commands, Cut: func(s shell.Span) string { return words.CutSpan(j.text, s) },
		Line: func(c *shell.Command) string { return j.a.partText(c, j.text) }}
}

// run is a build or test step: known only inside the project or a temporary
// folder.
func (j *judgement) run(d kb.Deed) {
	e := j.effect(d, sentinel.ScopeProject)
	e.Identity = d.Identity
	if forms.Elsewhere(&e, j.c.Place) {
		j.add(e, d, d.Say)
		return
	}
	if strings.HasPrefix(d.Role, "task:") && address.ProductionTask(j.c) {
		e.Kind, e.Target = sentinel.ExecuteFile, d.Target.String()
		j.add(e, d, d.Say)
		return
	}
	if file := compiled.Acting(j.v.Name, j.a.read.Written); file != "" {
		e.Kind, e.Target = sentinel.ExecuteFile, file
		j.add(e, d, "runs what "+file+" says, which this text writes")
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
		if loc.Scope != sentinel.ScopeTemp || w.Is(".") && foreign.Own(j.c, j.a.read.Commands, loc.Real, j.a.cwd, j.a.notes.Touches, j.a.w.Place.FS, j.a.w.Fresh) {
			break
		}
		fallthrough
	default:
		e.Kind, e.Scope, e.Target = sentinel.ExecuteFile, loc.Scope, loc.Real
		d.Say = "builds or runs what lies in " + loc.Real + ", outside the project"
		j.runs.Add(e, d.Rule == "git.elsewhere")
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
		if scope := j.dataFile(); scope != sentinel.ScopeUnknown {
			e.Kind, e.Scope = sentinel.Write, scope
		} else if !d.Scoped {
			if e.Scope, e.Target = address.Data(j.c, j.v.Parse); j.c.Place.Host == "" && j.production() {
				e.Scope = sentinel.ScopeProduction
			}
		}
		if j.a.w.Place.NamesGate(j.text) || slices.ContainsFunc(j.touched, func(t touch) bool { return t.loc.Scope == sentinel.ScopeGate }) {
			e.Scope = sentinel.ScopeGate
		}
	case sentinel.RemoteChange, sentinel.RemoteDestroy, sentinel.DeleteRemote:
		if !d.Scoped {
			e.Scope = sentinel.ScopeRemote
		}
		if e.Scope != sentinel.ScopeOwn && j.production() {
			e.Scope = sentinel.ScopeProduction
		}
	case sentinel.Publish, sentinel.Remote:
		if d.Aimed {
			e.Target = address.Remote(d.Target, d.Role)
		} else if forms.BarePush(j.v) {
			e.Target = j.a.w.Place.Repo(j.locate(sentinel.Read, shell.Text(".")).Real).Pushes()
		}
	case sentinel.Install:
		if d.Aimed {
			e.Scope, e.Target = address.Installed(d.Target, e.Scope, d.Scoped)
		}
	case sentinel.ExecuteInline, sentinel.Setting, sentinel.Persist:
		if d.Aimed {
			e.Target = d.Target.String()
		}
	}
	if here := j.locate(sentinel.Read, shell.Text(".")); !d.Scoped && here.Scope == sentinel.ScopeTemp && foreign.Scratch(j.c, d.Kind, j.a.read.Commands, here.Real, j.a.notes.Touches, j.a.w.Place.FS) {
		e.Scope = sentinel.ScopeTemp
	}
	j.add(e, d, d.Say)
}

// dataFile: data in memory, or in a database of one file that lies among
// temporary files, is scratch work like any other file there. The unknown scope
// is all else.
func (j *judgement) dataFile() sentinel.Scope {
	if j.v.Parse == nil || j.v.Parse.Last().DataFile == "" || forms.OpensMore(j.c) {
		return sentinel.ScopeUnknown
	}
	switch files := j.v.Parse.Words(j.v.Parse.Last().DataFile); {
	case len(files) != 1:
	case files[0].Is(":memory:"):
		return sentinel.ScopeNone
	case j.locate(sentinel.Write, files[0]).Scope == sentinel.ScopeTemp:
		return sentinel.ScopeTemp
	}
	return sentinel.ScopeUnknown
}

// production tells whether the command names production anywhere in its words.
// production is looked for once: the deeds may be many, and all words are read for it.
func (j *judgement) production() bool {
	if j.live == nil {
		j.live = new(address.Production(j.c, j.dir()))
	}
	return *j.live
}

func (j *judgement) dir() shell.Word {
	if len(j.c.Dirs) > 0 {
		return j.c.Dirs[0]
	}
	return shell.Word{}
}

// network gives fetches and sends their host.
func (j *judgement) network(d kb.Deed) {
	e := j.effect(d, sentinel.ScopeRemote)
	if d.Kind == sentinel.Listen && !d.Scoped {
		e.Scope = sentinel.ScopeNone
	}
	if d.Aimed && !d.Scoped {
		e.Scope, e.Target = address.Asked(j.v.Parse, d.Target)
		if s, ok := d.Target.Known(); ok && e.Scope == sentinel.ScopeOwn && address.StrangeScheme(s) {
			e.Scope = sentinel.ScopeUnknown
		}
		if text, _, ok := d.Target.Pattern(); ok && e.Scope == sentinel.ScopeOwn && address.ContainerPort(text) {
			e.Scope, e.Target, d.Say = sentinel.ScopeUnknown, text, "talks to the container engine of this machine"
		}
		if s, ok := d.Target.Known(); ok && strings.HasPrefix(strings.ToLower(s), "file:") {
			j.path(sentinel.Read, shell.Text(strings.TrimPrefix(s[5:], "//")), d, false)
			return
		}
	} else if !d.Aimed && !d.Scoped && d.Kind != sentinel.Listen {
		e.Scope, e.Target = address.Any(j.v.Parse)
	}
	if address.Metadata(e.Target) {
		d.Say = "asks the machine's metadata service, which hands out credentials"
		e.Kind = sentinel.SecretRead
		d.Rule = "network.metadata"
	}
	if e.Kind == sentinel.Send && e.Scope != sentinel.ScopeOwn {
		j.sends = append(j.sends, e.Target)
	}
	j.add(e, d, d.Say)
}

// envName is a named variable that code reads: a question only when it names a
// secret.
func (j *judgement) envName(d kb.Deed) {
	name, ok := d.Target.Known()
	if ok && !address.SecretName(name) && !dotenv.Loaded(j.c, name, j.a.w.Place, j.dirs()[0]) {
		return
	}
	j.add(sentinel.Effect{Kind: forms.SettingOf(d), Scope: sentinel.ScopeNone, Target: name, Identity: d.Identity}, d, "reads the secret "+name+" from the environment")
}
