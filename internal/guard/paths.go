package guard

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// maxOutside bounds the paths that one call may name outside of the project.
const maxOutside = 50

// outside is a path outside of the project that a call touches.
type outside struct {
	real  string
	kind  sentinel.EffectKind
	scope sentinel.Scope
}

// paths asks about, or refuses, paths outside of the project.
func (c *check) paths() {
	if c.Config.off(PathAccess) || c.Config.Paths.Mode == AllowOutside {
		return
	}
	list := c.outside()
	if len(list) == 0 {
		return
	}
	if c.Config.Paths.Mode == BlockOutside {
		o := list[0]
		c.ask(question{rule: "path-access.block", label: PathAccess, block: true, effect: sentinel.Effect{Kind: o.kind, Scope: o.scope, Target: o.real},
			say: "leaves the project " + c.World.Place.Root + ": " + o.real + " is not among the allowed paths"})
		return
	}
	if len(list) > maxOutside {
		c.ask(question{rule: "path-access.many", label: PathAccess, effect: sentinel.Effect{Kind: sentinel.Read, Scope: sentinel.ScopeUnknown},
			say: fmt.Sprintf("leaves the project for %d paths, more than are looked at one by one", len(list))})
		return
	}
	for _, o := range list {
		c.ask(question{rule: "path-access.ask", label: PathAccess, colour: sentinel.Yellow, key: "path " + o.kind.String() + " " + o.real,
			shape: o.kind.String() + " " + c.name(o.real), effect: sentinel.Effect{Kind: o.kind, Scope: o.scope, Target: o.real},
			say: "leaves the project " + c.World.Place.Root + ": " + verb(o.kind) + " " + c.name(o.real)})
	}
}

func verb(k sentinel.EffectKind) string {
	if k == sentinel.Read || k == sentinel.List {
		return "reads"
	}
	return "changes"
}

// outside lists those paths, each once, in the order of the call.
func (c *check) outside() []outside {
	var out []outside
	add := func(real string, kind sentinel.EffectKind, scope sentinel.Scope) {
		if real == "" || c.inside(real) || scope == sentinel.ScopeNone || Covers(c.World.Place, c.Config.Paths.Allowed, real) || c.granted(real) {
			return
		}
		if !slices.ContainsFunc(out, func(o outside) bool { return o.real == real && o.kind == kind }) {
			out = append(out, outside{real, kind, scope})
		}
	}
	for _, t := range c.facts.Touches {
		add(c.realOf(t), t.Kind, t.Loc.Scope)
	}
	for _, r := range c.facts.Runs {
		if real, ok := c.World.Place.Resolve(c.facts.Cwd, r.Script.Path); ok && r.Script.Path != "" {
			add(real, sentinel.Read, sentinel.ScopeOutside)
		}
	}
	for _, cmd := range c.facts.Commands {
		dir := c.facts.Cwd
		if len(cmd.Dirs) > 0 {
			dir, _ = cmd.Dirs[0].Known()
		}
		for i, w := range cmd.Argv {
			if s, ok := w.Known(); ok && i > 0 && !isText(cmd, s) {
				if real, ok := c.pathForm(dir, s); ok {
					add(real, sentinel.Read, sentinel.ScopeOutside)
				}
			}
		}
	}
	return out
}

// isText: the program takes the word for a pattern, a message or code.
func isText(cmd *shell.Command, word string) bool {
	v := view(cmd)
	if v == nil || v.Parse == nil {
		return false
	}
	for _, o := range v.Parse.Operands {
		if s, _ := o.Word.Known(); s == word {
			switch o.Role {
			case "pattern", "message", "text", "code", "sql", "url", "n", "name":
				return true
			}
		}
	}
	return false
}

// realOf is where a touch leads; of a wildcard, the folder it stands in.
func (c *check) realOf(t seen.Touch) string {
	if t.Loc.Real != "" && t.Loc.Scope != sentinel.ScopeUnknown {
		return t.Loc.Real
	}
	real, _ := c.World.Place.Resolve(t.Target.Dir, t.Target.Text)
	return real
}

// pathForm tells whether a word, or the value behind its first "=", is a path
// that leads somewhere: absolute, in the home, or upwards.
func (c *check) pathForm(dir, word string) (string, bool) {
	if i := strings.IndexByte(word, '='); i > 0 {
		word = word[i+1:]
	}
	if strings.Contains(word, "://") || strings.ContainsAny(word, "\n \t*?{}$()|;") {
		return "", false
	}
	form := strings.HasPrefix(word, "/") && len(word) > 1 && !strings.HasPrefix(word, "//") || strings.HasPrefix(word, "~/") || word == "~" || word == ".." || strings.HasPrefix(word, "../")
	if !form || strings.HasPrefix(word, "/dev/") {
		return "", false
	}
	if strings.HasPrefix(word, "/") && path.Clean(word) != strings.TrimSuffix(word, "/") && !strings.Contains(word, "..") {
		return "", false // a regular expression, as /^x/
	}
	return c.World.Place.Resolve(dir, word)
}

// inside: the project, and the places that are no files of anybody.
func (c *check) inside(real string) bool {
	root := c.World.Place.Root
	return root != "" && (real == root || strings.HasPrefix(real, root+"/")) || strings.HasPrefix(real, "/dev/")
}

// granted: a person allowed the path for this session.
func (c *check) granted(real string) bool {
	if c.Session == nil {
		return false
	}
	for _, g := range c.Session.Paths {
		if g.Path == real || g.Tree && !TooBroad(g.Path, c.World.Place.Home) && strings.HasPrefix(real, strings.TrimSuffix(g.Path, "/")+"/") {
			return true
		}
	}
	return false
}
