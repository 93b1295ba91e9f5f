package guard

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/rules"
)

// The risk classes of commands and the categories of paths. They are labels on
// what the analysis finds anyway, so that they hold however a command is
// spelled.
const (
	RemotePipeExec        = "remote-pipe-exec"
	PrivilegeEscalation   = "privilege-escalation"
	DestructiveSystemRm   = "destructive-system-rm"
	PackageManagerInstall = "package-manager-install"
	Persistence           = "persistence"
	ShellConfigWrite      = "shell-config-write"
	SystemBinaryInstall   = "system-binary-install"
	ShellConfig           = "shell-config"
	SystemDirectory       = "system-directory"
	OutsideProject        = "outside-project"
)

// row says which effect has which label.
type row struct {
	kinds  []sentinel.EffectKind
	scopes []sentinel.Scope // nil is any
	label  string
}

// table gives the first label that fits, the most specific first.
func table() []row {
	changes := []sentinel.EffectKind{sentinel.Write, sentinel.Create, sentinel.Move, sentinel.Permission, sentinel.PermissionTree, sentinel.Delete}
	far := []sentinel.Scope{sentinel.ScopeHome, sentinel.ScopeOutside, sentinel.ScopeTemp}
	return []row{
		{kinds: []sentinel.EffectKind{sentinel.ExecuteDownloaded}, label: RemotePipeExec},
		{kinds: []sentinel.EffectKind{sentinel.Privilege}, label: PrivilegeEscalation},
		{kinds: []sentinel.EffectKind{sentinel.Catastrophe}, label: DestructiveSystemRm},
		{kinds: []sentinel.EffectKind{sentinel.DeleteTree}, scopes: []sentinel.Scope{sentinel.ScopeSystem, sentinel.ScopeHome, sentinel.ScopeOutside, sentinel.ScopeDevice}, label: DestructiveSystemRm},
		{kinds: []sentinel.EffectKind{sentinel.Install}, scopes: []sentinel.Scope{sentinel.ScopeGlobal, sentinel.ScopeSystem}, label: PackageManagerInstall},
		{kinds: []sentinel.EffectKind{sentinel.Persist}, label: Persistence},
		{kinds: changes, scopes: []sentinel.Scope{sentinel.ScopeStartup}, label: ShellConfigWrite},
		{kinds: changes, scopes: []sentinel.Scope{sentinel.ScopeSystem, sentinel.ScopeGlobal}, label: SystemDirectory},
		{kinds: changes, scopes: far, label: OutsideProject},
	}
}

// LabelOf is the class of an effect, "" if it has none.
func LabelOf(e sentinel.Effect) string {
	for _, r := range table() {
		if slices.Contains(r.kinds, e.Kind) && (r.scopes == nil || slices.Contains(r.scopes, e.Scope)) {
			return r.label
		}
	}
	return ""
}

// binaries are folders whose programs everybody runs.
var binaries = [...]string{"/usr/local/bin", "/usr/local/sbin", "/usr/local/lib", "/usr/bin", "/usr/sbin", "/bin", "/sbin", "/opt/homebrew/bin", "/.local/bin"}

// labels gives the findings of the permission gate their classes.
func (c *check) labels() {
	if c.Config.off(PermissionGate) {
		return
	}
	c.schedules()
	tool := c.facts.Action != sentinel.ActionShell
	for i := range c.out.Findings {
		f := &c.out.Findings[i]
		if f.Label != "" {
			continue
		}
		f.Label = LabelOf(f.Effect)
		switch {
		case tool && f.Label == ShellConfigWrite:
			f.Label = ShellConfig
		case !tool && (f.Label == SystemDirectory || f.Label == OutsideProject || f.Label == ""):
			if c.binary() {
				f.Label = SystemBinaryInstall
			} else if f.Label == OutsideProject {
				f.Label = ""
			}
		}
	}
}

// schedules asks about lists of scheduled jobs, which only show what is there:
// the classes name them, and a pattern of the person's frees them.
func (c *check) schedules() {
	for _, cmd := range c.facts.Commands {
		v := view(cmd)
		if v == nil || v.Name != "crontab" || v.Parse == nil || !v.Parse.Has("-l") {
			continue
		}
		if slices.ContainsFunc(c.Config.AllowedPatterns, func(p string) bool { return rules.Match(p, words.Line(cmd.Argv)) }) {
			continue
		}
		c.ask(question{rule: "permission-gate.schedule", label: Persistence, say: "shows the person's scheduled jobs", key: "crontab -l", shape: "crontab -l", colour: sentinel.Yellow,
			effect: sentinel.Effect{Kind: sentinel.Read, Scope: sentinel.ScopeHome, Target: "crontab"}})
		return
	}
}

// binary: a program is put where everybody runs it from.
func (c *check) binary() bool {
	for _, t := range c.facts.Touches {
		if t.Kind != sentinel.Write && t.Kind != sentinel.Create && t.Kind != sentinel.Move {
			continue
		}
		for _, dir := range binaries {
			if strings.HasPrefix(t.Loc.Real, dir+"/") || t.Loc.Real == dir || strings.HasPrefix(dir, "/.") && strings.Contains(t.Loc.Real, dir+"/") {
				return true
			}
		}
	}
	return false
}

// patterns puts the person's patterns to each command: denies first.
func (c *check) patterns() {
	if c.Config.off(PermissionGate) {
		return
	}
	for i := range c.out.Parts {
		p := &c.out.Parts[i]
		for _, pattern := range c.Config.AutoDenyPatterns {
			if matches(pattern, *p, true) {
				c.ask(question{rule: "permission-gate.deny", label: PermissionGate, block: true, effect: sentinel.Effect{Kind: sentinel.Unread, Scope: sentinel.ScopeNone},
					say: "matches the pattern " + pattern + ", which is refused: " + p.Text})
				return
			}
		}
	}
	for i := range c.out.Parts {
		p := &c.out.Parts[i]
		if slices.ContainsFunc(c.Config.AllowedPatterns, func(s string) bool { return matches(s, *p, false) }) {
			c.free(p)
		} else if c.Config.Quiet && p.Colour == sentinel.Yellow && c.labelled(p.Text) {
			c.free(p)
		}
	}
}

// matches puts a pattern to a command in the forms that rules see.
func matches(pattern string, p sentinel.Part, deny bool) bool {
	for _, ask := range p.Asks {
		for _, s := range ask.Subjects {
			forms := s.Forms
			if deny {
				forms = append(slices.Clone(forms), s.Strict...)
			}
			if s.Kind == "command" && slices.ContainsFunc(forms, func(f string) bool {
				return rules.Match(pattern, f) || deny && rules.Match(pattern+" *", f)
			}) {
				return true
			}
		}
	}
	return false
}

// labelled: the permission gate has a class for what this part does.
func (c *check) labelled(text string) bool {
	return slices.ContainsFunc(c.out.Findings, func(f sentinel.Finding) bool { return f.Part == text && f.Label != "" && f.Colour == sentinel.Yellow })
}

// free takes the questions of one command away; what is never a question stays.
func (c *check) free(p *sentinel.Part) {
	for _, f := range c.out.Findings {
		if f.Part == p.Text && f.Block {
			return
		}
	}
	c.out.Findings = slices.DeleteFunc(c.out.Findings, func(f sentinel.Finding) bool { return f.Part == p.Text && !f.Guard })
	p.Risk, p.Colour = sentinel.Low, sentinel.Green
	c.out.Risk, c.out.Colour = sentinel.Low, sentinel.Green
	for _, f := range c.out.Findings {
		c.out.Risk, c.out.Colour = max(c.out.Risk, f.Risk), sentinel.Worst(c.out.Colour, f.Colour)
	}
	for _, q := range c.out.Parts {
		c.out.Risk, c.out.Colour = max(c.out.Risk, q.Risk), sentinel.Worst(c.out.Colour, q.Colour)
	}
}
