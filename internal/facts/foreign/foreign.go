// Package foreign tells a temporary folder that the agent made from one that was
// there: what lies in the latter decides what a build, a test or git runs, and
// nobody knows who wrote it.
//
// Own is the entry. It looks at what the same text did before and at the files
// that the agent wrote in this session; a folder about which neither says
// anything is foreign.
package foreign

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// most bounds how many names of a folder are looked at.
const most = 400

// Own tells whether the folder at a real path, in which c works, was made by this
// text (all its commands) or holds a file of this session. cwd is the folder that the call itself started in. fresh
// may be nil.
func Own(c *shell.Command, all []*shell.Command, dir, cwd string, touches []seen.Touch, fs paths.FS, fresh func(string) bool) bool {
	if dir == "" {
		return false
	}
	if below(dir, cwd) || onlyNamed(c) {
		return true
	}
	if there(dir, fs) {
		return holdsFresh(dir, fs, fresh)
	}
	if strings.Contains(path.Base(dir), "XXXX") {
		return true // the name that mktemp has yet to fill in
	}
	made := begun(c, all, dir)
	for _, t := range touches {
		switch t.Kind {
		case sentinel.Create, sentinel.Write, sentinel.Move:
		default:
			continue
		}
		if !below(t.Loc.Real, dir) && !below(dir, t.Loc.Real) || there(t.Loc.Real, fs) {
			continue
		}
		if brings(t.View) {
			return false
		}
		made = true
	}
	return made
}

// onlyNamed: compilers that read what the command names and run nothing of it.
func onlyNamed(c *shell.Command) bool {
	switch name, _ := c.Program(); name {
	case "javac", "java", "gcc", "rustc", "kotlinc", "kotlin", "ghc", "ocamlc", "swiftc", "rustfmt", "gofmt":
		return true
	}
	return false
}

// begun tells whether the text makes a new project in a folder: what does so
// fails where there is one, and runs nothing.
func begun(c *shell.Command, all []*shell.Command, dir string) bool {
	if _, ok := maker(c); ok {
		return true
	}
	for _, x := range all {
		if x == c {
			break
		}
		if p, ok := maker(x); ok && below(dir, p) {
			return true
		}
	}
	return false
}

// Scratch tells whether git records something in a repository that this very
// text makes, in the temporary folder dir: nothing of anybody's is in it.
func Scratch(c *shell.Command, kind sentinel.EffectKind, all []*shell.Command, dir string, touches []seen.Touch, fs paths.FS) bool {
	v, _ := c.Parsed.(*kb.View)
	switch kind {
	case sentinel.Record, sentinel.Integrate, sentinel.Setting:
	default:
		return false
	}
	if v == nil || v.Name != "git" || v.Parse == nil || len(v.Parse.Words("dir")) > 0 || v.Parse.HasAny("--git-dir", "--work-tree") || dir == "" || there(path.Join(dir, ".git"), fs) {
		return false
	}
	if slices.ContainsFunc(c.Env, func(a shell.Assign) bool { return strings.HasPrefix(a.Name, "GIT_") }) {
		return false
	}
	// What is put into its .git names programs.
	inside := func(t seen.Touch) bool {
		return t.Kind != sentinel.Read && t.Kind != sentinel.List && (t.Loc.Real == dir || below(t.Loc.Real, path.Join(dir, ".git"))) && t.View != nil && t.View.Name != "git" && t.View.Name != "mkdir"
	}
	return begun(c, all, dir) && !slices.ContainsFunc(touches, inside)
}

// maker gives the folder in which a command makes a new project.
func maker(c *shell.Command) (string, bool) {
	var words []string
	for _, w := range c.Argv {
		if s, ok := w.Known(); ok && !strings.HasPrefix(s, "-") {
			words = append(words, s)
		}
	}
	if len(words) < 2 || len(c.Dirs) == 0 {
		return "", false
	}
	dir, _ := c.Dirs[0].Known()
	switch words[0] + " " + words[1] {
	case "go mod":
		return dir, len(words) > 2 && words[2] == "init"
	case "npm init", "yarn init", "pnpm init":
		return dir, len(words) == 2
	case "cargo init", "uv init", "git init", "cargo new", "rails new", "poetry new":
		if last := words[len(words)-1]; len(words) > 2 {
			dir = path.Join(dir, last)
			if path.IsAbs(last) {
				dir = path.Clean(last)
			}
		}
		return dir, dir != ""
	}
	return "", false
}

// brings tells whether a command takes what it writes from somewhere else.
func brings(v *kb.View) bool {
	return v != nil && slices.ContainsFunc(v.Deeds, func(d kb.Deed) bool { return d.Kind == sentinel.Fetch })
}

func there(p string, fs paths.FS) bool {
	if fs == nil || p == "" {
		return false
	}
	_, err := fs.Lstat(p)
	return err == nil
}

func holdsFresh(dir string, fs paths.FS, fresh func(string) bool) bool {
	if fresh == nil {
		return false
	}
	names, err := fs.ReadDir(dir, most)
	return err == nil && slices.ContainsFunc(names, func(n string) bool { return fresh(path.Join(dir, n)) })
}

// below tells whether p is dir or lies in it.
func below(p, dir string) bool {
	return p != "" && dir != "" && (p == dir || strings.HasPrefix(p, strings.TrimSuffix(dir, "/")+"/"))
}

// GitReads tells whether git reads the settings of the folder it is in, which
// name programs: all but what makes a repository.
func GitReads(v *kb.View) bool {
	if v.Name != "git" || v.Parse == nil || len(v.Parse.Verbs) == 0 || len(v.Parse.Words("dir")) > 0 {
		return false
	}
	return !slices.Contains([]string{"init", "clone", "version", "help", "config"}, v.Parse.Verbs[0])
}

// SearchesHere tells whether a command prints lines of all files below the folder
// it is in, hidden ones too, as it names no place.
func SearchesHere(c *shell.Command, v *kb.View) bool {
	if v.Parse == nil || c.Stdin.Kind != shell.Inherited || v.Parse.HasAny("-l", "-L", "-q", "-c", "--files", "--files-with-matches", "--count", "--quiet") {
		return false
	}
	for _, o := range v.Parse.Operands {
		if o.Role == "read" || o.Role == "list" {
			return false
		}
	}
	switch v.Name {
	case "rg":
		return v.Parse.HasAny("--hidden", "-.", "-u", "-uu", "-uuu", "--unrestricted")
	case "ag":
		return v.Parse.HasAny("--hidden", "-u", "--unrestricted", "-a", "--all-types")
	case "grep":
		return v.Parse.HasAny("-r", "-R", "--recursive", "--dereference-recursive")
	case "git":
		return v.Parse.HasAny("--no-index")
	}
	return false
}
