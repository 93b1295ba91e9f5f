package facts

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/difftext"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/facts/toolcall"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// patches judges what a difference changes whose text is at hand, and what is
// lost when one is taken back.
func (j *judgement) patches() {
	if j.v.Name == "apply_patch" && j.v.Parse != nil {
		text, ok := j.difference()
		if ops := j.v.Parse.Operands; len(ops) > 0 {
			text, ok = ops[0].Word.Known()
		}
		names := toolcall.Patched(text)
		if j.patched(names, text); !ok || len(names) == 0 {
			j.unread("a patch that cannot be read")
		}
		return
	}
	git := forms.GitVerb(j.c, "apply", "am")
	if !git && j.v.Name != "patch" || j.v.Parse == nil || !git && !j.writes() {
		return
	}
	if from := j.c.Stdin.From; !git && j.v.Parse.HasAny("-R", "--reverse") && from != nil && j.c.Stdin.Kind == shell.Pipe && forms.GitVerb(from, "diff", "show", "stash", "log") {
		j.add(sentinel.Effect{Kind: sentinel.Discard, Scope: sentinel.ScopeNone}, kb.Deed{Rule: "patch.reverse"}, "takes changes back that were never committed")
	}
	text, ok := j.difference()
	if !ok {
		return
	}
	strip, dir := -1, ""
	if o, given := j.v.Parse.Option("-p", "--strip"); given {
		strip = difftext.Strip(o.Value.String())
	}
	for _, w := range j.v.Parse.Words("dir") {
		dir = strings.TrimSuffix(w.String(), "/") + "/"
	}
	j.patched(nil, text)
	names, more := difftext.Files(text, strip)
	if git {
		if names, ok = difftext.Git(text, strip); !ok || j.v.Parse.HasAny("--directory", "--unsafe-paths") || !j.v.Drop("git.apply.apply") {
			return
		}
	}
	for _, n := range names {
		if !strings.HasPrefix(n, "/") {
			n = dir + n
		}
		j.path(sentinel.Write, shell.Text(n), kb.Deed{Rule: "patch.file"}, true)
	}
	if more {
		j.unread("a difference of too many files")
	}
}

// writes tells whether the command changes files at all: not in a dry run.
func (j *judgement) writes() bool {
	for _, d := range j.v.Deeds {
		if d.Kind == sentinel.Write {
			return true
		}
	}
	return false
}

// difference gives the text that patch applies, if it is known.
func (j *judgement) difference() (string, bool) {
	files := j.v.Parse.Words("-i")
	if n, ops := len(j.v.Parse.Operands), j.v.Parse.Operands; n > 1 || n == 1 && j.v.Name == "git" {
		files = append(files, ops[n-1].Word)
	}
	if j.c.Stdin.Kind == shell.FromFile {
		files = append(files, j.c.Stdin.File)
	}
	if len(files) == 0 {
		return j.c.Stdin.Text.Known()
	}
	s, ok := files[0].Known()
	if !ok || len(j.dirs()) != 1 {
		return "", false
	}
	real, ok := j.a.w.Place.Resolve(j.dirs()[0], s)
	if !ok {
		return "", false
	}
	return j.a.content(real)
}

// restores: what git printed of an earlier state goes over the file itself,
// whose present content is lost unless git has it.
func (j *judgement) restores() {
	if forms.GitVerb(j.c, "show", "cat-file") {
		for _, r := range j.c.Redirs {
			if r.Kind != shell.WriteFile && r.Kind != shell.ReadWrite {
				continue
			}
			j.restore(r.File)
		}
	}
	if n := j.c.PipeTo; n != nil && forms.GitVerb(j.c, "show", "cat-file") {
		if v, _ := n.Parsed.(*kb.View); v != nil && v.Parse != nil && (v.Name == "tee" || v.Name == "sponge") {
			for _, w := range v.Parse.Words("write") {
				j.restore(w)
			}
		}
	}
	if from := j.c.Stdin.From; j.v.Name == "tar" && from != nil && j.c.Stdin.Kind == shell.Pipe && forms.GitVerb(from, "archive") && j.v.Parse != nil && j.v.Parse.HasAny("-x", "--extract", "--get") {
		j.unpacksHere()
	}
}

// restore judges one file that the words of the command name, too.
func (j *judgement) restore(file shell.Word) {
	s, ok := file.Known()
	if !ok {
		return
	}
	for _, w := range j.c.Argv[1:] {
		_, name, found := strings.Cut(w.String(), ":")
		name = strings.TrimPrefix(name, "./")
		if t := strings.TrimPrefix(s, "./"); !found || name == "" || t != name && !strings.HasSuffix("/"+t, "/"+name) && !strings.HasSuffix("/"+name, "/"+t) {
			continue
		}
		loc := j.locate(sentinel.Delete, file)
		if loc.Scope != sentinel.ScopeProject && loc.Scope != sentinel.ScopeWhole {
			continue
		}
		j.add(sentinel.Effect{Kind: sentinel.Discard, Scope: sentinel.ScopeNone, Target: loc.Real},
			kb.Deed{Rule: "git.restore-by-copy"}, "puts an earlier state in the place of "+s+", whose changes may not be committed")
	}
}

// unpacksHere: an archive of the repository goes over its own files.
func (j *judgement) unpacksHere() {
	w := shell.Text(".")
	for _, o := range j.v.Parse.Options {
		if o.Has && (o.Name == "-C" || o.Name == "--directory") {
			w = o.Value
		}
	}
	loc := j.locate(sentinel.Delete, w)
	if loc.Scope == sentinel.ScopeWhole {
		j.add(sentinel.Effect{Kind: sentinel.Discard, Scope: sentinel.ScopeNone, Target: loc.Real},
			kb.Deed{Rule: "git.restore-by-copy"}, "puts an earlier state in the place of the project's files")
	}
}
