package guard

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/archive"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/gitfacts"
	"github.com/sentinelgate/sentinel/internal/guard/glance"
	"github.com/sentinelgate/sentinel/internal/guard/history"
	"github.com/sentinelgate/sentinel/internal/guard/lines"
	"github.com/sentinelgate/sentinel/internal/guard/printed"
	"github.com/sentinelgate/sentinel/internal/guard/told"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/secret"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// maxInside bounds the files of a repository or an archive that are asked about
// one by one.
const maxInside = 10

// contents looks at what comes out of a repository or an archive, where
// no path in the call says which.
func (c *check) contents() {
	for _, cmd := range c.facts.Commands {
		v := view(cmd)
		if v == nil || v.Parse == nil || cmd.Place.Host != "" || cmd.Place.Container != "" || !c.comesOut(cmd) {
			continue
		}
		dir, ok := folder(cmd, c.facts.Cwd)
		if !ok {
			continue
		}
		switch v.Name {
		case "git":
			c.history(cmd, v, dir)
		case "tar", "unzip", "zcat", "gzip", "gunzip", "bzip2", "bunzip2", "bzcat", "gzcat", "zless", "zmore", "zgrep":
			c.unpacked(cmd, v, dir)
		}
	}
}

// comesOut: what the command prints is seen by somebody.
func (c *check) comesOut(cmd *shell.Command) bool {
	if printed.Kept(cmd) {
		return c.readAgain(cmd)
	}
	for n := cmd.PipeTo; n != nil; n = n.PipeTo {
		if printed.Counts(n) || printed.Kept(n) {
			return false
		}
	}
	return true
}

// part is a content with where it was found.
type part struct {
	name, from string // for people
	real       string // "" when it has no place of its own
	found      []secret.Finding
	content    []byte
}

// history asks about what git prints of earlier states and of changes.
func (c *check) history(cmd *shell.Command, v *kb.View, dir string) {
	if len(v.Parse.Verbs) == 0 {
		return
	}
	dir, words := c.gitWords(cmd, v, dir)
	if words == nil {
		return
	}
	var parts []part
	for _, t := range history.Shown(c.World.Place, dir, v.Parse.Verbs[0], words) {
		found, _ := c.bytes(t.Name, t.Content)
		found = slices.DeleteFunc(throughPipe(cmd, found, t.Content, c.call), func(f secret.Finding) bool { return t.Shows != nil && !t.Shows(f.Line) })
		real := path.Join(c.World.Place.Repo(dir).Top(), t.Name)
		if len(found) == 0 || glance.HarmlessPlace(real) {
			continue
		}
		from := t.Name
		if t.Rev != "" {
			from += " of " + t.Rev
		}
		parts = append(parts, part{t.Name, from, real, found, t.Content})
	}
	c.askInside(cmd, v, parts)
}

// gitWords gives the folder that git works in and the known words behind its
// verb, nil if there is none.
func (c *check) gitWords(cmd *shell.Command, v *kb.View, dir string) (in string, words []string) {
	for _, w := range v.Parse.Words("dir") {
		if s, ok := w.Known(); ok {
			dir, _ = c.World.Place.Absolute(dir, s)
		}
	}
	i := slices.IndexFunc(cmd.Argv, func(w shell.Word) bool { return len(v.Parse.Verbs) > 0 && w.Is(v.Parse.Verbs[0]) })
	if i < 0 {
		return dir, nil
	}
	words = []string{}
	for _, w := range cmd.Argv[i+1:] {
		if s, ok := w.Known(); ok {
			words = append(words, s)
		}
	}
	return dir, words
}

// throughPipe keeps the findings in lines that come through a search behind a pipe.
func throughPipe(cmd *shell.Command, found []secret.Finding, content []byte, call sentinel.Call) []secret.Finding {
	for n := cmd.PipeTo; n != nil && len(found) > 0; n = n.PipeTo {
		if v := view(n); v != nil {
			found = lines.Only(found, content, seen.Touch{Command: n, View: v}, call)
		}
	}
	return slices.Clone(found)
}

// unpacked asks about what a command prints of an archive.
func (c *check) unpacked(cmd *shell.Command, v *kb.View, dir string) {
	p := v.Parse
	var files, members []shell.Word
	switch {
	case v.Name == "tar" && p.HasAny("-x", "--extract", "--get") && p.HasAny("-O", "--to-stdout"):
		files, members = p.Words("resource"), slices.Concat(p.Words("path"), p.Words("text"), p.Words("read"))
	case v.Name == "unzip" && p.HasAny("-p", "-c"):
		all := slices.Concat(p.Words("read"), p.Words("pattern"))
		files, members = all[:min(1, len(all))], all[min(1, len(all)):]
	case slices.Contains([]string{"zcat", "bzcat", "gzcat", "zless", "zmore", "zgrep"}, v.Name), p.HasAny("-c", "--stdout", "--to-stdout"):
		for _, w := range cmd.Argv[1:] {
			if s, ok := w.Known(); ok && !strings.HasPrefix(s, "-") {
				files = append(files, w)
			}
		}
	}
	if cmd.Stdin.Kind == shell.FromFile {
		files = append(files, cmd.Stdin.File)
	}
	for _, w := range files {
		s, ok := w.Known()
		real, found := c.World.Place.Resolve(dir, s)
		if !ok || !found || c.World.Place.FS == nil {
			continue
		}
		if data, err := c.World.Place.FS.ReadFile(real, maxScan); err == nil {
			c.askInside(cmd, v, c.members(cmd, s, data, members))
		}
	}
}

// members scans the members of an archive that are printed.
func (c *check) members(cmd *shell.Command, archived string, data []byte, members []shell.Word) []part {
	var parts []part
	wanted := func(name string) bool {
		return len(members) == 0 || slices.ContainsFunc(members, func(w shell.Word) bool {
			s, _, ok := w.Pattern()
			return !ok || name == "" || strings.TrimPrefix(s, "./") == strings.TrimPrefix(name, "./") || gitfacts.Match(s, name) || strings.HasPrefix(name, strings.TrimSuffix(s, "/")+"/")
		})
	}
	_ = archive.Members(data, func(m archive.Member) bool {
		if !wanted(m.Name) {
			return true
		}
		content, err := m.Content()
		if err != nil {
			return false
		}
		name := m.Name
		if name == "" {
			name = strings.TrimSuffix(strings.TrimSuffix(path.Base(archived), ".gz"), ".bz2")
		}
		found, _ := c.bytes(name, content)
		if found = throughPipe(cmd, found, content, c.call); len(found) > 0 {
			parts = append(parts, part{name: name, from: name + " in " + archived, found: found, content: content})
		}
		return len(parts) <= maxInside
	})
	return parts
}

// askInside asks about each file once, with all that was found in its states.
func (c *check) askInside(cmd *shell.Command, v *kb.View, parts []part) {
	asked := map[string]int{}
	var files []part
	for _, p := range parts {
		i, again := asked[p.name]
		if !again {
			asked[p.name], files = len(files), append(files, p)
			continue
		}
		for _, f := range p.found {
			if !slices.ContainsFunc(files[i].found, func(g secret.Finding) bool { return g.Snippet == f.Snippet && g.Label == f.Label }) {
				files[i].found = append(files[i].found, f)
			}
		}
		files[i].content = slices.Concat(files[i].content, p.content)
	}
	for i, p := range files {
		if i == maxInside {
			c.tooMany()
			return
		}
		target := p.real
		if target == "" {
			target = p.from
		}
		q := question{rule: "output-scanner.secret", label: told.Kinds(p.found), say: "shows " + told.Count(p.found) + " in " + p.from + ": " + told.List(p.found),
			key: "read " + target, shape: "read " + p.from + " as it is now", colour: sentinel.Yellow,
			effect: sentinel.Effect{Kind: sentinel.SecretRead, Scope: sentinel.ScopeProject, Target: target, Identity: digest(p.content)}}
		if sends(seen.Touch{Command: cmd, View: v}) {
			q.say = "sends " + told.Count(p.found) + " away, from " + p.from + ": " + told.List(p.found)
			q.effect.Kind, q.colour = sentinel.SecretSend, sentinel.Red
		}
		c.ask(q)
	}
}
