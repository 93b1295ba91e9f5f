package paths

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/gitfacts"
	"github.com/sentinelgate/sentinel/internal/paths/known"
)

// Use is what is done at the place. It decides which of several truths about a
// path counts: reading a start-up file is ordinary, writing it is not.
type Use uint8

const (
	AnyUse Use = iota // not known: the strictest reading
	Read              // content, names or metadata are read; the place runs
	Write             // something is written or made there, or in that folder
	Delete            // it is removed, moved away or emptied
)

// Target is a path as a command or tool names it. The zero value names
// nothing and lies nowhere known.
type Target struct {
	Text    string // the path, unquoted
	Glob    bool   // Text holds wildcard characters that a shell would expand
	Partial bool   // something unknown follows the known text
	Dir     string // working folder, absolute; "" unknown
	// NoFollow is for programs that act on a link itself, as rm and mv do. A
	// slash at the end of Text makes them follow it all the same.
	NoFollow bool
	Use      Use
}

// Located says where a target lies. The zero value is an unknown place.
type Located struct {
	Real  string         // real path; with wildcards in the last parts for globs; "" unknown
	Scope sentinel.Scope // where it lies
	Label string         // what it is, for people: "SSH key"; "" for ordinary places
	// Vital places must not be changed recursively, nor overwritten, whatever
	// anyone says: "/", homes, system folders, the system's disks.
	Vital bool
	Rule  string // stable id of what decided: "path.secret", ...
	// Scan says that only the name is suspicious: a clean scan of the content
	// lifts a read.
	Scan bool
	// Unsure says that the scope holds for the known text, while an unknown
	// part could lead elsewhere.
	Unsure bool
	// More says that a wildcard stands for more names than were looked at.
	More bool
}

// Judge says where the target lies. The most severe of the text as written
// and the path behind all links counts.
func (p *Place) Judge(t Target) Located {
	p.known()
	switch {
	case tooLong(t.Text) || tooLong(t.Dir):
		return Located{Scope: sentinel.ScopeUnknown, Label: "a path too long to follow", Rule: "path.unknown", Unsure: true}
	case t.Partial:
		return p.judgePartial(t)
	case t.Glob:
		return p.judgeGlob(t)
	}
	return p.judgeOne(t)
}

func (p *Place) judgeOne(t Target) Located {
	real, ok := p.resolve(t.Dir, t.Text, !t.NoFollow)
	if !ok {
		return p.unknown(t)
	}
	loc := p.locate(real, t.Use)
	if abs, ok := p.Absolute(t.Dir, t.Text); ok {
		if text := known.Canonical(cleanAbs(abs)); text != real {
			if l := p.marked(text, t.Use); l.Rule != "" && severity(l.Scope) > severity(loc.Scope) {
				l.Real, l.Vital = real, loc.Vital
				return l
			}
		}
	}
	return loc
}

// unknown is a place that cannot be told. What its last parts say still
// counts: a file called id_rsa is a key in every folder.
func (p *Place) unknown(t Target) Located {
	loc := Located{Scope: sentinel.ScopeUnknown, Label: "unknown place", Rule: "path.unknown"}
	text := slashes(t.Text)
	if text == "" {
		return loc
	}
	s := known.LookName(strings.TrimPrefix(cleanAbs("/"+text), "/"))
	if l := p.table(&s, t.Use); l.Rule != "" {
		return l
	}
	return loc
}

// locate judges a real path.
func (p *Place) locate(real string, use Use) Located {
	s := p.look(real)
	loc := p.markedSubject(&s, real, use)
	if loc.Rule == "" {
		loc = p.ordinary(&s, real, use)
	}
	loc.Real = real
	if p.deepest(real, p.facts.roots) == "" && (p.vital(s.Text) || p.aboveHome(real)) {
		loc.Vital = true
	}
	return loc
}

// marked is the part of the judgement that hangs on names: gate, devices,
// secrets, start-up files. Rule is "" when none of it holds.
func (p *Place) marked(real string, use Use) Located {
	s := p.look(real)
	return p.markedSubject(&s, real, use)
}

func (p *Place) markedSubject(s *known.Path, real string, use Use) Located {
	if label := p.gate(s, real, use); label != "" {
		if m, ok := s.Secret(); ok && use == Read {
			return Located{Scope: sentinel.ScopeSecret, Label: m.Label, Rule: "path.secret"}
		}
		return Located{Scope: sentinel.ScopeGate, Label: label, Rule: "path.gate"}
	}
	if scope, label, vital, ok := known.Device(s.Text); ok {
		return Located{Scope: scope, Label: label, Vital: vital, Rule: "path.device"}
	}
	return p.table(s, use)
}

func (p *Place) table(s *known.Path, use Use) Located {
	var later known.Mark
	runsLater := false
	if use != Read {
		later, runsLater = s.Startup()
	}
	if m, ok := s.Secret(); ok && !(m.Scan && use == Write && runsLater) {
		return Located{Scope: sentinel.ScopeSecret, Label: m.Label, Scan: m.Scan, Rule: "path.secret"}
	}
	if runsLater {
		return Located{Scope: sentinel.ScopeStartup, Label: later.Label, Rule: "path.startup"}
	}
	return Located{}
}

// gate names what of the gate's own lies there, "" if nothing does. Removing
// a folder above the gate's removes the gate.
func (p *Place) gate(s *known.Path, real string, use Use) string {
	for _, g := range p.facts.gates {
		if p.under(real, g) {
			return "the gate's own file"
		}
		if use != Read && use != Write && p.under(g, real) && !p.holds(real, p.facts.homes) && !p.holds(real, p.facts.roots) {
			return "a folder that holds the gate"
		}
	}
	if label, ok := s.Gate(); ok {
		return label
	}
	temp := p.deepest(real, p.facts.temps)
	if s.GateProgram() && p.deepest(real, p.facts.roots) == "" && (temp == "" || s.InHome && len(s.Text)-len(s.Home) > len(temp)) {
		return "the gate's program"
	}
	return p.registration(s, real, use)
}

// ordinary places a path that no name marks. The deepest of project, temporary
// folders and homes that holds it counts.
func (p *Place) ordinary(s *known.Path, real string, use Use) Located {
	root := p.deepest(real, p.facts.roots)
	temp := p.deepest(real, p.facts.temps)
	home := ""
	if s.InHome {
		home = s.Text[:len(s.Text)-len(s.Home)]
	}
	switch {
	case root != "" && len(root) >= len(temp):
		return p.inProject(real, root, use)
	case temp != "" && len(temp) >= len(home):
		return p.inTemporary(real, temp, use)
	case use != Read && use != Write && p.holds(real, p.facts.roots) && !p.vital(s.Text):
		return Located{Scope: sentinel.ScopeWhole, Label: "a folder that holds the project", Rule: "path.whole"}
	case s.InHome:
		loc := Located{Scope: sentinel.ScopeHome, Rule: "path.home"}
		if s.Home == "" {
			loc.Label = "a home folder"
		}
		return loc
	case known.SystemBelow(s.Text) || p.vital(s.Text):
		return Located{Scope: sentinel.ScopeSystem, Label: "system folder", Rule: "path.system"}
	}
	return Located{Scope: sentinel.ScopeOutside, Rule: "path.outside"}
}

func (p *Place) inProject(real, root string, use Use) Located {
	inside := Located{Scope: sentinel.ScopeProject, Rule: "path.project"}
	if use == Read {
		return inside
	}
	rel := strings.TrimPrefix(real[len(root):], "/")
	if hasPart(known.Fold(rel), ".git") && (use != Delete || !known.LeftLock(rel)) {
		return Located{Scope: sentinel.ScopeWhole, Label: "git's own data", Rule: "path.whole"}
	}
	if use == Write {
		return inside
	}
	if rel == "" {
		return Located{Scope: sentinel.ScopeWhole, Label: "the project itself", Rule: "path.whole"}
	}
	if label := p.comesBack(real, rel, use); label != "" {
		return Located{Scope: sentinel.ScopeOutput, Label: label, Rule: "path.output"}
	}
	return inside
}

func hasPart(rel, part string) bool {
	for rest := rel; rest != ""; {
		var first string
		if first, rest, _ = strings.Cut(rest, "/"); first == part {
			return true
		}
	}
	return false
}

// comesBack says why losing the path is no loss: a tool writes it again, or
// git holds it as it is. "" when that is not proven.
func (p *Place) comesBack(real, rel string, use Use) string {
	info, err := p.lstat(real)
	if err == nil && (info.Kind == Link || info.Kind == Device) {
		return ""
	}
	if _, err := p.lstat(real + "/.git"); err == nil {
		return "" // a repository of its own
	}
	repo := p.repoOf(real)
	sort := known.OutputOf(rel)
	if repo == nil {
		if sort == known.Unmistaken {
			return "build output"
		}
		return ""
	}
	held, err := repo.TrackedBelow(real)
	if err != nil {
		return ""
	}
	if held == 0 {
		if sort != known.NotOutput {
			return "build output"
		}
		if ignored, err := repo.Ignored(real, err == nil && info.Kind == Dir); err == nil && ignored && !known.Precious(rel) {
			return "ignored by git"
		}
		return ""
	}
	if use == Delete && info.Kind == File {
		if same, err := repo.Unchanged(real); err == nil && same {
			return "given back by git"
		}
	}
	return ""
}

func (p *Place) lstat(file string) (Info, error) {
	if p.FS == nil {
		return Info{}, missing("lstat", file)
	}
	return p.FS.Lstat(file)
}

// Repo is the repository whose work tree the folder is, or lies in; nil if
// there is none. It is opened once and read only when asked.
func (p *Place) Repo(folder string) *gitfacts.Repo { return p.repoOf(join(folder, "x")) }

// repoOf is the repository that the path lies in, itself not counted.
func (p *Place) repoOf(real string) *gitfacts.Repo {
	for d := parentOf(real); ; d = parentOf(d) {
		if r, ok := p.repos[d]; ok {
			return r
		}
		if _, err := p.lstat(d + "/.git"); err == nil {
			if p.repos == nil {
				p.repos = map[string]*gitfacts.Repo{}
			}
			r := gitfacts.Open(gitFiles{p}, d)
			p.repos[d] = r
			return r
		}
		if d == parentOf(d) {
			return nil
		}
	}
}

func parentOf(file string) string {
	i := strings.LastIndexByte(file, '/')
	if i <= 0 || i == 2 && known.IsDrive(file) {
		return file[:i+1]
	}
	return file[:i]
}

// gitFiles shows a Place's file system to gitfacts.
type gitFiles struct{ p *Place }

func (g gitFiles) ReadFile(file string, max int64) ([]byte, error) { return g.p.FS.ReadFile(file, max) }

func (g gitFiles) Lstat(file string) (gitfacts.Stat, error) {
	i, err := g.p.lstat(file)
	return gitfacts.Stat{Dir: i.Kind == Dir, Link: i.Kind == Link, Size: i.Size, ModTimeNs: i.ModTimeNs}, err
}

func (g gitFiles) Real(file string) (string, bool) { return follow(g.p.FS, file, "", true) }

// severity orders scopes for the worse of two judgements about one target.
func severity(s sentinel.Scope) int {
	switch s {
	case sentinel.ScopeGate:
		return 12
	case sentinel.ScopeDevice:
		return 11
	case sentinel.ScopeSecret:
		return 10
	case sentinel.ScopeStartup:
		return 9
	case sentinel.ScopeSystem:
		return 8
	case sentinel.ScopeWhole:
		return 7
	case sentinel.ScopeUnknown:
		return 6
	case sentinel.ScopeRemote:
		return 5
	case sentinel.ScopeOutside:
		return 4
	case sentinel.ScopeHome:
		return 3
	case sentinel.ScopeProject, sentinel.ScopeTemp:
		return 2
	case sentinel.ScopeOutput:
		return 1
	}
	return 0
}

// Worse gives the worse of two judgements for a use. To one that reads, a secret
// is worse than the gate's own files, which anybody may see.
func (u Use) Worse(a, b Located) Located {
	worst := Worse(a, b)
	if u == Read && worst.Scope == sentinel.ScopeGate {
		for _, one := range []Located{a, b} {
			if one.Scope == sentinel.ScopeSecret {
				one.Vital, one.More, one.Unsure = worst.Vital, worst.More, worst.Unsure
				return one
			}
		}
	}
	return worst
}

// Worse is the more severe of two judgements.
func Worse(a, b Located) Located {
	vital, more, unsure := a.Vital || b.Vital, a.More || b.More, a.Unsure || b.Unsure
	if severity(b.Scope) > severity(a.Scope) {
		a = b
	}
	a.Vital, a.More, a.Unsure = vital, more, unsure
	return a
}

// Into judges a place that something with unknown names comes into, or that
// is moved or replaced as a whole: what the tables name below it counts.
// Copies in temporary folders are nobody's settings.
func (p *Place) Into(loc Located) Located {
	p.known()
	if real := strings.TrimSuffix(loc.Real, "/**"); loc.Scope == sentinel.ScopeTemp && real != "" && p.aboveHome(real) {
		loc.Scope, loc.Label, loc.Rule = sentinel.ScopeStartup, "a folder that holds a home", "path.startup"
		return loc
	}
	if loc.Real == "" || loc.Scope == sentinel.ScopeTemp || severity(loc.Scope) >= severity(sentinel.ScopeStartup) {
		return loc
	}
	s := p.look(strings.TrimSuffix(loc.Real, "/**"))
	if in, ok := s.Registered(); ok && p.spelledAbove(in) {
		loc.Scope, loc.Label, loc.Rule = sentinel.ScopeStartup, "an agent's settings are among them", "path.startup"
		return loc
	}
	if m, ok := s.Below(); ok {
		loc.Scope, loc.Label, loc.Rule = sentinel.ScopeStartup, m.Label, "path.startup"
	}
	return loc
}
