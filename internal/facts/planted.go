package facts

import (
	"path"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/disk"
	"github.com/sentinelgate/sentinel/internal/facts/later"
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
// called .git, and its configuration names a program.
func (j *judgement) plantedRepository() {
	if j.v.Name != "git" || j.v.Parse == nil || j.c.Place.Host != "" || j.c.Place.Container != "" {
		return
	}
	for _, dir := range j.folders(sentinel.Read) {
		for d := path.Clean(dir); len(d) > 1; d = path.Dir(d) {
			if path.Base(d) == ".git" || disk.Exists(j.a.w.Place, d+"/.git") {
				break
			}
			if !j.a.repository(d) {
				continue
			}
			text, written := j.a.read.Written[d+"/config"]
			if !written {
				b, _, _ := j.a.w.Read(d + "/config")
				text = string(b)
			}
			if name := later.GitPrograms(text, true); name != "" {
				j.add(sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeNone, Target: d + "/config"},
					kb.Deed{Rule: "git.planted", Risk: sentinel.High}, "takes "+d+" for a repository, whose configuration sets "+name)
			}
			break
		}
	}
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
