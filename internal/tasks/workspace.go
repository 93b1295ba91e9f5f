package tasks

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// Lister gives the names in a folder, nil if there is none.
type Lister func(dir string) []string

const (
	maxSpaces = 200 // packages of one repository
	maxLooks  = 2000
)

// Workspaces gives the folders of the packages that the package.json, the
// pnpm-workspace.yaml or the lerna.json beside it names. With only those whose
// folder or name is among them. whole is false if there are more than were
// looked at.
func Workspaces(read Reader, list Lister, only []string) (dirs []string, whole bool) {
	s := spaces{read: read, list: list, seen: map[string]bool{}}
	all := patterns(read)
	for _, p := range all[:min(len(all), maxSpaces)] {
		s.match("", strings.Split(path.Clean(strings.TrimPrefix(p, "./")), "/"))
	}
	if len(all) > maxSpaces {
		s.looks = maxLooks
	}
	for _, o := range only {
		if o = path.Clean(o); !strings.HasPrefix(o, "..") && !path.IsAbs(o) {
			s.found(o)
		}
	}
	if len(only) == 0 {
		return s.dirs, s.looks < maxLooks
	}
	for _, d := range s.dirs {
		if s.named(d, only) {
			dirs = append(dirs, d)
		}
	}
	return dirs, s.looks < maxLooks
}

// patterns are the names of folders, with wildcards, that hold packages.
func patterns(read Reader) []string {
	var out []string
	for _, f := range []struct {
		name, key string
		parse     func([]byte) (*tree.Node, error)
	}{{"package.json", "workspaces", plainJSON}, {"pnpm-workspace.yaml", "packages", tree.YAML}, {"lerna.json", "packages", plainJSON}} {
		b, ok := read(f.name)
		if !ok {
			continue
		}
		root, err := f.parse(b)
		if err != nil {
			continue
		}
		n := root.Get(f.key)
		if n.Is(tree.Map) {
			n = n.Get("packages")
		}
		if !n.Is(tree.List) {
			continue
		}
		for _, item := range n.Items {
			if s, ok := item.Text(); ok && s != "" && s[0] != '!' && len(out) <= maxSpaces {
				out = append(out, s)
			}
		}
	}
	return out
}

type spaces struct {
	read  Reader
	list  Lister
	dirs  []string
	seen  map[string]bool
	looks int
}

// match walks one pattern, part by part.
func (s *spaces) match(dir string, parts []string) {
	if s.looks++; s.looks >= maxLooks || len(parts) > maxDepth {
		s.looks = maxLooks
		return
	}
	if len(parts) == 0 {
		s.found(dir)
		return
	}
	part, rest := parts[0], parts[1:]
	switch {
	case part == "..":
	case part == "**":
		s.match(dir, rest)
		if strings.Count(dir, "/") < 4 {
			s.each(dir, "*", parts)
		}
	case strings.ContainsAny(part, "*?[{"):
		s.each(dir, part, rest)
	default:
		s.match(path.Join(dir, part), rest)
	}
}

// each goes into the folders whose name fits.
func (s *spaces) each(dir, part string, rest []string) {
	for _, n := range s.list(path.Join(".", dir)) {
		if n == "node_modules" || n[0] == '.' {
			continue
		}
		if fits, err := path.Match(part, n); fits || err != nil || strings.Contains(part, "{") {
			s.match(path.Join(dir, n), rest)
		}
	}
}

func (s *spaces) found(dir string) {
	if dir == "" || dir == "." || s.seen[dir] {
		return
	}
	s.seen[dir] = true
	if len(s.dirs) >= maxSpaces {
		s.looks = maxLooks
		return
	}
	if _, ok := s.read(path.Join(dir, "package.json")); ok {
		s.dirs = append(s.dirs, dir)
	}
}

// named tells whether a package is one of those asked for: by its folder, a
// folder above it, or its name, with wildcards as pnpm has them.
func (s *spaces) named(dir string, only []string) bool {
	name := ""
	if b, ok := s.read(path.Join(dir, "package.json")); ok {
		if root, err := plainJSON(b); err == nil {
			name, _ = root.Get("name").Text()
		}
	}
	for _, o := range only {
		plain := strings.Trim(o, "{}.^")
		if strings.ContainsAny(plain, "![]") {
			return true // what has changed, or all but some
		}
		if plain = path.Clean(strings.TrimPrefix(plain, "/")); plain == dir || strings.HasPrefix(dir, plain+"/") {
			return true
		}
		short := name[strings.IndexByte(name, '/')+1:]
		for _, n := range []string{name, short, dir} {
			if ok, err := path.Match(plain, n); ok || err != nil {
				return true
			}
		}
	}
	return false
}
