package facts

import (
	"path"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/disk"
	"github.com/sentinelgate/sentinel/internal/facts/later"
	"github.com/sentinelgate/sentinel/internal/facts/planted"
	"github.com/sentinelgate/sentinel/internal/kb"
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
	m := planted.On(place, j.a.read.Written, j.a.repository, j.a.content)
	dir, name := m.Find(folders)
	if name == "" {
		dir, name = m.Led(folders, j.v.Parse.Words("--git-dir"), planted.Dirs(j.c, j.v.Parse.Words("dir")), j.v.Parse.Verbs)
	}
	if name != "" {
		j.add(sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeNone, Target: dir + "/config"},
			kb.Deed{Rule: "git.planted", Risk: sentinel.High}, "takes "+dir+" for a repository, whose configuration sets "+name)
	}
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
	return append(dirs, planted.Resolved(j.a.w.Place, j.v.Parse.Words("dir"), dirs)...)
}
