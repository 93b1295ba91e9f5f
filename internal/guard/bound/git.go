package bound

import (
	_ "embed" // the table
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

//go:embed taken.json
var takenText []byte

// table says what tools take up by themselves.
type table struct {
	Files  map[string]string `json:"files"`
	Git    string            `json:"git"`
	Hooks  string            `json:"hooks"`  // files that make hooks, at the top of a repository
	Hooked string            `json:"hooked"` // those that hooks usually take up, where there are any
	Stages string            `json:"stages"` // scripts of a package that run by themselves
	Every  struct {          // what works in all packages of a repository
		Tools, Words, Files string
	} `json:"every"`
}

// taken reads it. A table that cannot be read is one that a test would not pass.
func taken() (t table) {
	_ = json.Unmarshal(takenText, &t)
	return t
}

func (t table) of(name string) (out []string) {
	for tools, names := range t.Files {
		if slices.Contains(strings.Fields(tools), name) {
			out = append(out, names)
		}
	}
	return out
}

func (t table) usesGit(name string) bool { return slices.Contains(strings.Fields(t.Git), name) }

// git adds what git will use in the repository of a folder.
func (l *list) git(t table, dir string, c *shell.Command) {
	repo := l.w.Repo(dir)
	if repo == nil || l.read["git "+repo.Top()] {
		return
	}
	l.read["git "+repo.Top()] = true
	own, common, _ := repo.Dirs()
	if own == "" {
		return
	}
	head, _ := l.text(own + "/HEAD")
	branch, onBranch := strings.CutPrefix(strings.TrimSpace(head), "ref: ")
	short := strings.TrimPrefix(branch, "refs/heads/")
	if onBranch {
		l.put("the branch that is checked out", branch)
		l.ref(common, branch)
	} else {
		l.put("the commit that is checked out", head)
	}
	for _, name := range pushed(c) {
		for _, kind := range []string{"refs/heads/", "refs/tags/"} {
			l.ref(common, kind+name)
		}
	}
	if everything(c) {
		packed, state := l.text(common + "/packed-refs")
		l.put("the branches and tags of the repository", state, packed)
		l.refs(common+"/refs/heads", 0)
		l.refs(common+"/refs/tags", 0)
	}
	hooks := common + "/hooks"
	for _, file := range []string{common + "/config", own + "/config.worktree", path.Join(l.w.Home, ".gitconfig"), path.Join(l.w.Home, ".config/git/config")} {
		if to := l.config(file, short); to != "" {
			if real, ok := l.w.Resolve(repo.Top(), to); ok {
				hooks = real
			}
		}
	}
	there := append(l.files(hooks, "*"), l.files(repo.Top(), t.Hooks)...)
	for _, file := range there {
		text, _ := l.text(file)
		l.named(repo.Top(), text)
	}
	if len(there) > 0 {
		l.files(repo.Top(), t.Hooked)
	}
}

// ref adds where a branch or a tag points.
func (l *list) ref(common, name string) {
	text, state := l.text(path.Join(common, name))
	if state == "missing" {
		packed, _ := l.text(common + "/packed-refs")
		for line := range strings.Lines(packed) {
			if id, ok := strings.CutSuffix(strings.TrimSpace(line), " "+name); ok {
				text, state = id, "file"
			}
		}
	}
	if state != "missing" {
		l.put("the commit of "+strings.TrimPrefix(strings.TrimPrefix(name, "refs/heads/"), "refs/"), strings.TrimSpace(text))
	}
}

// refs adds all of a folder of them.
func (l *list) refs(dir string, depth int) {
	list, err := l.w.FS.ReadDir(dir, mostNames)
	if err != nil || depth > mostLevels {
		return
	}
	for _, name := range list {
		text, state := l.text(dir + "/" + name)
		if state == "no file" {
			l.refs(dir+"/"+name, depth+1)
			continue
		}
		l.put("the branches and tags of the repository", dir, name, text)
	}
}

// config adds git's settings that decide where something goes or what runs, and gives
// the folder of the hooks if they name one. What only says how things look, and who
// the author is, may change.
func (l *list) config(file, branch string) (hooks string) {
	text, state := l.text(file)
	if state == "missing" {
		return ""
	}
	section, kept := "", []string{state}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			section, line, _ = strings.Cut(name, "]")
			line = strings.TrimSpace(line)
		}
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		kind, which, _ := strings.Cut(section, " ")
		switch kind = strings.ToLower(kind); {
		case slices.Contains([]string{"user", "author", "committer", "color", "advice", "gui", "column", "init", "log", "status"}, kind):
			continue
		case kind == "branch" && strings.Trim(which, `"`) != branch:
			continue
		}
		kept = append(kept, section, line)
		key, value, _ := strings.Cut(line, "=")
		value = strings.Trim(strings.TrimSpace(value), `"`)
		switch key = strings.ToLower(strings.TrimSpace(key)); {
		case kind == "core" && key == "hookspath":
			hooks = value
		case strings.HasPrefix(kind, "include") && key == "path":
			if real, ok := l.w.Resolve(path.Dir(file), value); ok {
				l.content(real)
			}
		}
	}
	l.put("git's settings in "+file, kept...)
	return hooks
}

// pushed are the local names that a push sends.
func pushed(c *shell.Command) (names []string) {
	v, ok := c.Parsed.(*kb.View)
	if !ok || v.Parse == nil || !slices.Contains(v.Parse.Verbs, "push") {
		return nil
	}
	for _, o := range v.Parse.Operands {
		if s, ok := o.Word.Known(); ok {
			s, _, _ = strings.Cut(strings.TrimPrefix(s, "+"), ":")
			if s = strings.TrimPrefix(strings.TrimPrefix(s, "refs/heads/"), "refs/tags/"); s != "" {
				names = append(names, s)
			}
		}
	}
	return names
}

// everything tells whether a push sends more than it names.
func everything(c *shell.Command) bool {
	return slices.ContainsFunc(c.Argv, func(w shell.Word) bool {
		return w.Is("--all") || w.Is("--mirror") || w.Is("--tags") || w.Is("--follow-tags") || w.Is("--branches")
	})
}
