package paths

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/gitfacts"
	"github.com/sentinelgate/sentinel/internal/paths/known"
)

// Bounds of looking up what a wildcard stands for.
const (
	maxMatches = 100
	maxListing = 5_000
)

// globbed is a pattern taken apart: a real folder and the parts after it, the
// first of which is wild.
type globbed struct {
	dir   string
	parts []string
	slash bool // a slash ends it: folders only, links followed
	back  bool // ".." follows a wildcard
}

func (p *Place) splitGlob(t Target) (g globbed, ok bool) {
	text := t.Text
	if strings.IndexByte(text, '\\') >= 0 {
		text = slashes(text)
	}
	abs, ok := p.Absolute(t.Dir, text)
	if !ok {
		return g, false
	}
	g.slash = strings.HasSuffix(abs, "/")
	dir := ""
	for rest := abs; rest != ""; {
		var part string
		part, rest, _ = strings.Cut(rest, "/")
		switch {
		case len(g.parts) > 0 && part == "..":
			g.back = true
			g.parts = g.parts[:len(g.parts)-1]
			if len(g.parts) == 0 {
				g.parts = append(g.parts, "*")
			}
		case len(g.parts) > 0 || known.IsWild(part):
			if part != "" && part != "." {
				g.parts = append(g.parts, part)
			}
		default:
			dir += part + "/"
		}
	}
	cwd := ""
	if c := slashes(t.Dir); isAbs(c) {
		cwd = cleanAbs(c)
	}
	real, ok := follow(p.FS, dir, cwd, true)
	g.dir = known.Canonical(real)
	return g, ok && len(g.parts) <= 64
}

func join(dir, name string) string {
	return strings.TrimSuffix(dir, "/") + "/" + name
}

func (p *Place) judgeGlob(t Target) Located {
	g, ok := p.splitGlob(t)
	if !ok {
		return p.unknownGlob(t)
	}
	if len(g.parts) == 0 { // no wildcard after all
		t.Glob = false
		return p.judgeOne(t)
	}
	pattern := strings.Join(g.parts, "/")
	loc := p.globScope(g, pattern, t.Use)
	loc.Vital = loc.Vital || p.globVital(g)
	if r := p.reach(g, t.Use); r.Rule != "" {
		if loc.Scope == sentinel.ScopeTemp {
			r.Vital, loc = r.Vital || loc.Vital, r
		}
		loc = Worse(loc, r)
	}
	if l := p.searched(g); t.Use == Read && l.Rule != "" {
		loc = Read.Worse(loc, l)
	}
	if l := p.mayMean(join(g.dir, pattern), t.Use); l.Rule != "" && severity(l.Scope) > severity(loc.Scope) {
		l.Vital = loc.Vital
		loc = l
	}
	if g.back {
		loc = Worse(loc, Located{Scope: sentinel.ScopeUnknown, Label: "unknown place", Rule: "path.unknown"})
	}
	names, complete := p.expand(g.dir, g.parts)
	for _, n := range names {
		if g.slash {
			n += "/"
		}
		found := p.judgeOne(Target{Text: n, Dir: t.Dir, NoFollow: t.NoFollow, Use: t.Use})
		if loc.Scope == sentinel.ScopeOutput && found.Scope == sentinel.ScopeProject && found.Rule == "path.project" {
			loc.Scope, loc.Label, loc.Rule = found.Scope, found.Label, found.Rule
		}
		loc = t.Use.Worse(loc, found)
	}
	loc.More = !complete
	loc.Real = join(g.dir, pattern)
	return loc
}

// searched judges DIR/**/NAME, which is what a search through all of a folder
// finds, outside of the project and of folders for temporary files.
func (p *Place) searched(g globbed) Located {
	if len(g.parts) == 0 || len(g.parts) > 2 || g.parts[0] != "**" || p.deepest(g.dir, p.facts.roots) != "" {
		return Located{}
	}
	if temp := p.deepest(g.dir, p.facts.temps); temp != "" && len(temp) >= len(p.deepest(g.dir, p.facts.homes)) {
		return Located{}
	}
	if len(g.parts) == 1 || known.MeansAll(g.parts[1]) {
		if p.HoldsSecrets(g.dir) {
			return Located{Scope: sentinel.ScopeSecret, Label: "a folder with secrets among others", Rule: "path.secret"}
		}
		return Located{}
	}
	for _, home := range p.facts.homes {
		if !p.under(g.dir, home) && !p.under(home, g.dir) {
			continue
		}
		if m, ok := known.Searched(g.dir, home, g.parts[1], onDisk{p.FS}); ok {
			return Located{Scope: sentinel.ScopeSecret, Label: m.Label, Rule: "path.secret"}
		}
	}
	return Located{}
}

// onDisk shows a file system to package known.
type onDisk struct{ fs FS }

const maxSecretNames = 200

func (d onDisk) Exists(file string) bool {
	if d.fs == nil {
		return false
	}
	_, err := d.fs.Lstat(file)
	return err == nil
}

func (d onDisk) Names(dir string) []string {
	if d.fs == nil {
		return nil
	}
	names, _ := d.fs.ReadDir(dir, maxSecretNames)
	return names
}

// unknownGlob is a pattern in an unknown folder: its parts still count.
func (p *Place) unknownGlob(t Target) Located {
	loc := p.unknown(t)
	if l := p.mayMean("/?/"+slashes(t.Text), t.Use); l.Rule != "" {
		loc = Worse(loc, l)
	}
	return loc
}

// globScope places the pattern by its folder and by a sample of its names.
func (p *Place) globScope(g globbed, pattern string, use Use) Located {
	last := g.parts[len(g.parts)-1]
	if len(g.parts) == 1 && known.MeansAll(last) {
		loc := p.locate(g.dir, use)
		if strings.HasPrefix(last, ".") && loc.Scope != sentinel.ScopeSecret && use == Read {
			s := p.look(g.dir)
			if s.InHome && s.Home == "" {
				return Located{Scope: sentinel.ScopeSecret, Label: "hidden files of a home", Rule: "path.secret"}
			}
		}
		return loc
	}
	sampled := make([]string, len(g.parts))
	for i, part := range g.parts {
		sampled[i] = known.Sample(part)
	}
	loc := p.locate(join(g.dir, strings.Join(sampled, "/")), use)
	if loc.Scope != sentinel.ScopeOutput && loc.Scope != sentinel.ScopeProject || use == Read || use == Write {
		return loc
	}
	return p.globOutput(g, pattern, loc)
}

// globOutput decides whether all that the pattern may match is build output.
func (p *Place) globOutput(g globbed, pattern string, loc Located) Located {
	root := p.deepest(g.dir, p.facts.roots)
	if root == "" {
		return loc
	}
	if loc.Scope == sentinel.ScopeOutput {
		loc = Located{Scope: sentinel.ScopeProject, Rule: "path.project", Real: loc.Real}
	}
	rel := strings.TrimPrefix(join(g.dir, pattern)[len(root):], "/")
	sort := known.OutputOf(rel)
	repo := p.repoOf(join(g.dir, "x"))
	if sort == known.NotOutput || repo == nil && sort != known.Unmistaken {
		return loc
	}
	if repo != nil {
		if held, err := repo.TrackedMatch(g.dir, pattern); err != nil || held > 0 {
			return loc
		}
	}
	loc.Scope, loc.Label, loc.Rule = sentinel.ScopeOutput, "build output", "path.output"
	return loc
}

// globVital says whether the pattern may stand for a vital folder, or for all
// that is in one.
func (p *Place) globVital(g globbed) bool {
	if p.deepest(g.dir, p.facts.roots) != "" || p.deepest(g.dir, p.facts.temps) != "" {
		return false
	}
	all := true
	for _, part := range g.parts {
		all = all && known.MeansAll(part)
	}
	if all && (p.vital(known.Spell(g.dir)) || len(g.parts) > 1 && p.vital(known.Spell(join(g.dir, "x")))) {
		return true
	}
	whole := strings.Split(strings.Trim(known.Spell(join(g.dir, strings.Join(g.parts, "/"))), "/"), "/")
	if n := len(whole) - 1; n > 0 && known.MeansAll(whole[n]) { // "/et*/*": all in what the rest stands for
		if whole = whole[:n]; !known.IsWild(strings.Join(whole, "/")) {
			return false
		}
	}
	for _, v := range append(known.VitalPatterns(), p.facts.spelled...) {
		if known.OverlapAll(whole, strings.Split(strings.Trim(v, "/"), "/")) {
			return true
		}
	}
	return false
}

// mayMean compares a pattern with the tables.
func (p *Place) mayMean(pattern string, use Use) Located {
	kind, m := known.MayMean(pattern, p.facts.spelled, use != Read)
	switch kind {
	case known.IsGate:
		return Located{Scope: sentinel.ScopeGate, Label: m.Label, Rule: "path.gate"}
	case known.IsSecret:
		return Located{Scope: sentinel.ScopeSecret, Label: m.Label, Rule: "path.secret"}
	case known.IsStartup:
		return Located{Scope: sentinel.ScopeStartup, Label: m.Label, Rule: "path.startup"}
	}
	return Located{}
}

// Expand lists what a wildcard stands for now, as absolute paths. complete is
// false when there may be more than was looked at.
func (p *Place) Expand(t Target) (found []string, complete bool) {
	p.known()
	g, ok := p.splitGlob(t)
	if !ok || g.back {
		return nil, false
	}
	return p.expand(g.dir, g.parts)
}

func (p *Place) expand(dir string, parts []string) (found []string, complete bool) {
	if p.FS == nil {
		return nil, false
	}
	dirs, listed := []string{dir}, 0
	for i, part := range parts {
		if part == "**" {
			return nil, false
		}
		var next []string
		for _, d := range dirs {
			if !known.IsWild(part) {
				if _, err := p.FS.Lstat(join(d, part)); err == nil {
					next = append(next, join(d, part))
				}
				continue
			}
			names, err := p.FS.ReadDir(d, maxListing-listed)
			if err != nil {
				if info, statErr := p.FS.Lstat(d); i == 0 && statErr == nil && info.Kind == Dir {
					return nil, false
				}
				continue
			}
			listed += len(names)
			for _, n := range names {
				if (n[0] != '.' || part[0] == '.') && (gitfacts.Match(part, n) || p.FoldCase && gitfacts.Match(known.Fold(part), known.Fold(n))) {
					next = append(next, join(d, n))
				}
			}
			if len(next) > maxMatches || listed >= maxListing {
				return next[:min(len(next), maxMatches)], false
			}
		}
		dirs = next
	}
	return dirs, true
}

// judgePartial judges a known beginning. What follows may be empty, may name
// anything in the folder, and may lead out of it: Unsure says so.
func (p *Place) judgePartial(t Target) Located {
	unknown := Located{Scope: sentinel.ScopeUnknown, Label: "unknown place", Rule: "path.unknown", Unsure: true}
	stem := t.Text[strings.LastIndexAny(t.Text, `/\`)+1:]
	if stem == t.Text && strings.Trim(stem, ".~") == "" {
		return unknown
	}
	t.Partial, t.Glob = false, true
	if strings.Trim(stem, ".") != "" {
		t.Text += "*"
		loc := p.judgeGlob(t)
		loc.Vital, loc.Unsure = false, true
		return loc
	}
	t.Text += "*"
	g, ok := p.splitGlob(t)
	if !ok {
		return unknown
	}
	loc := p.locate(g.dir, t.Use)
	loc.Real, loc.Vital, loc.Unsure = join(g.dir, "*"), false, true
	if severity(loc.Scope) >= severity(sentinel.ScopeStartup) {
		return loc
	}
	s := p.look(g.dir)
	for _, temp := range p.facts.temps {
		if g.dir == temp { // something in it, not all of it
			return Located{Real: loc.Real, Scope: sentinel.ScopeTemp, Rule: "path.temp", Unsure: true}
		}
	}
	shallow := s.InHome && !strings.Contains(s.Home, "/") && p.deepest(g.dir, p.facts.roots) == ""
	if shallow || p.vital(s.Text) || p.holds(g.dir, p.facts.roots) {
		unknown.Real = loc.Real
		return unknown
	}
	return loc
}
