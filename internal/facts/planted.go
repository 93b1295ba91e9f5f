package facts

import (
	"path"
	"slices"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/disk"
	"github.com/sentinelgate/sentinel/internal/facts/later"
	"github.com/sentinelgate/sentinel/internal/facts/planted"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// gitSettings looks at a file called config that git would take for its own as
// soon as HEAD and objects lie beside it: then any git command there runs what
// it names.
func (j *judgement) gitSettings(file, text string) {
	if path.Base(file) != "config" {
		return
	}
	real, _ := j.a.w.Place.Resolve(j.dirs()[0], file)
	if name := later.GitPrograms(text, j.a.repository(path.Dir(real))); name != "" {
		j.add(sentinel.Effect{Kind: sentinel.Persist, Scope: sentinel.ScopeStartup, Target: real},
			kb.Deed{Rule: "write.git-config"}, "writes a git configuration that sets "+name)
	}
}

// repository tells whether a folder looks like the inside of a repository to
// git, now or by what this text writes.
func (a *assessor) repository(dir string) bool {
	if _, ok := a.read.Written[dir+"/HEAD"]; ok {
		return true
	}
	return disk.Exists(a.w.Place, dir+"/HEAD") && disk.Exists(a.w.Place, dir+"/objects")
}

// plantedRepository: git works in a folder that is a repository without being
// called .git, or in one below the project, and its configuration names a program.
func (j *judgement) plantedRepository() {
	if j.v.Name != "git" || j.v.Parse == nil || j.c.Place.Host != "" || j.c.Place.Container != "" {
		return
	}
	place, folders := j.a.w.Place, j.folders(sentinel.Read)
	m := &planted.Machine{Root: place.Root, LooksLike: j.a.repository, Text: j.a.content,
		Exists:  func(name string) bool { return disk.Exists(place, name) },
		Written: func(file string) bool { _, ok := j.a.read.Written[file]; return ok },
		List:    func(dir string) ([]string, bool) { return disk.List(place, dir) }}
	dir, name := m.Find(folders)
	if inside := j.optionDirs("--git-dir", folders); name == "" && len(inside) > 0 {
		dir, name = m.Named(inside)
	}
	if name == "" && (slices.Contains(folders, "") || slices.Contains(j.v.Parse.Verbs, "foreach") || j.anyFolder()) {
		dir, name = m.Below(place.Root)
	}
	if name != "" {
		j.add(sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeNone, Target: dir + "/config"},
			kb.Deed{Rule: "git.planted", Risk: sentinel.High}, "takes "+dir+" for a repository, whose configuration sets "+name)
	}
}

// optionDirs gives the folders that an option names, as seen from others.
func (j *judgement) optionDirs(option string, from []string) (dirs []string) {
	for _, w := range j.v.Parse.Words(option) {
		if s, ok := w.Known(); ok {
			for _, d := range from {
				if real, ok := j.a.w.Place.Resolve(d, s); ok {
					dirs = append(dirs, real)
				}
			}
		}
	}
	return dirs
}

// anyFolder tells whether -C leads to folders that only the run will show.
func (j *judgement) anyFolder() bool {
	return slices.ContainsFunc(j.v.Parse.Words("dir"), func(w shell.Word) bool { _, ok := w.Known(); return !ok })
}

// content gives what a file holds, or will hold by what this text writes.
func (a *assessor) content(real string) (string, bool) {
	if text, ok := a.read.Written[real]; ok {
		return text, true
	}
	b, exists, err := a.w.Read(real)
	return string(b), exists && err == nil
}

// folders gives those that paths may be relative to: what is read, also from
// where -C leads.
func (j *judgement) folders(kind sentinel.EffectKind) []string {
	dirs := j.dirs()
	if kind != sentinel.Read || j.v.Parse == nil || j.v.Name != "git" && j.v.Name != "tar" && j.v.Name != "fd" {
		return dirs
	}
	for _, w := range j.v.Parse.Words("dir") {
		if s, ok := w.Known(); ok {
			for _, d := range j.dirs() {
				if real, ok := j.a.w.Place.Resolve(d, s); ok {
					dirs = append(dirs, real)
				}
			}
		}
	}
	return dirs
}
