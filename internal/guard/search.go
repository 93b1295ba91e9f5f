package guard

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/guard/glance"
	"github.com/sentinelgate/sentinel/internal/guard/lines"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// searched gives files of a tree that a search goes through. It shows single
// lines of many files, so what is looked at is bounded without a question: of
// a search for credentials all text, of others the files that hold settings.
func (c *check) searched(t seen.Touch) []string {
	pattern := lines.Pattern(t, c.call)
	left, most, which := maxWalk/2, maxTarget/2, glance.Text
	if !glance.WantsSecrets(pattern) {
		left, most, which = maxWalk/10, maxTarget/5, glance.Settings
	}
	n := maxWalk - left
	files := c.below(t.Loc.Real, nil, &n, which)
	files = files[:min(len(files), most)]
	return slices.DeleteFunc(files, func(f string) bool {
		content, err := c.World.Place.FS.ReadFile(f, maxSearched)
		return err != nil || !glance.MayMatch(pattern, content)
	})
}

// mayBe gives what a name that is known in part may stand for: the files with
// settings in that folder, of which a finding asks about one by one.
func (c *check) mayBe(t seen.Touch) []string {
	dir, _ := c.World.Place.Resolve(t.Target.Dir, "./"+path.Dir(t.Target.Text+"x"))
	if strings.HasPrefix(t.Target.Text, "/") || strings.HasPrefix(t.Target.Text, "~") {
		dir, _ = c.World.Place.Resolve(t.Target.Dir, path.Dir(t.Target.Text+"x"))
	}
	if dir == "" || dir == "/" || !c.inside(dir) {
		return nil
	}
	n := maxWalk * 9 / 10
	files := c.below(dir, nil, &n, glance.Settings)
	return files[:min(len(files), maxTarget/5)]
}

// wild gives the files that a wildcard stands for. ROOT/**/NAME is what a find
// with that name hands on.
func (c *check) wild(t paths.Target) (files []string, complete bool) {
	if top, name, deep := strings.Cut(t.Text, "**/"); deep && !strings.Contains(name, "/") {
		real, ok := c.World.Place.Resolve(t.Dir, "./"+top)
		if strings.HasPrefix(top, "/") || strings.HasPrefix(top, "~") {
			real, ok = c.World.Place.Resolve(t.Dir, top)
		}
		if !ok {
			return nil, true
		}
		n := 0
		files = c.below(real, nil, &n, func(base string) bool { ok, err := path.Match(name, base); return ok || err != nil })
		return files, n <= maxWalk && len(files) <= maxTarget
	}
	found, complete := c.World.Place.Expand(t)
	for _, f := range found {
		if real, ok := c.World.Place.Resolve("/", f); ok && c.kind(real) == paths.File {
			files = append(files, real)
		}
	}
	return files, complete || len(found) == 0
}

// below lists files under a folder whose names count, within bounds; n counts
// what was looked at.
func (c *check) below(dir string, files []string, n *int, counts func(name string) bool) []string {
	names, err := c.World.Place.FS.ReadDir(dir, maxWalk)
	if err != nil || glance.Dependency(dir) {
		return files
	}
	for _, name := range names {
		real := path.Join(dir, name)
		if *n++; *n > maxWalk || len(files) > maxTarget {
			return files
		}
		switch c.kind(real) {
		case paths.File:
			if counts(name) {
				files = append(files, real)
			}
		case paths.Dir:
			files = c.below(real, files, n, counts)
		}
	}
	return files
}

// implied adds searches that name no place: they go through the folder that
// they run in.
func (c *check) implied(out []seen.Touch) []seen.Touch {
	at := func(dir string, cmd *shell.Command, v *kb.View) {
		t := seen.Touch{Kind: sentinel.Read, Target: paths.Target{Text: ".", Dir: dir, Use: paths.Read}, Command: cmd, View: v, Whole: true}
		t.Loc = c.World.Place.Judge(t.Target)
		reads := func(o seen.Touch) bool { return o.Kind == sentinel.Read && (cmd == nil || o.Command == cmd) }
		if lines.Searched(t) && t.Loc.Scope != sentinel.ScopeSecret && !slices.ContainsFunc(c.facts.Touches, reads) {
			out = append(out, t)
		}
	}
	if c.facts.Action == sentinel.ActionSearch {
		at(c.facts.Cwd, nil, &kb.View{})
	}
	for _, cmd := range c.facts.Commands {
		v := view(cmd)
		if v == nil || v.Parse == nil || cmd.Stdin.Kind != shell.Inherited || cmd.Place.Host != "" || cmd.Place.Container != "" {
			continue
		}
		if name := v.Name; strings.HasSuffix(name, "grep") && name != "git" && !v.Parse.HasAny("-r", "-R", "--recursive") {
			continue
		}
		if dir, ok := folder(cmd, c.facts.Cwd); ok {
			at(dir, cmd, v)
		}
	}
	return out
}

// folder is where a command runs.
func folder(cmd *shell.Command, cwd string) (string, bool) {
	if len(cmd.Dirs) == 0 {
		return cwd, true
	}
	dir, ok := cmd.Dirs[0].Known()
	return dir, ok && dir != ""
}
