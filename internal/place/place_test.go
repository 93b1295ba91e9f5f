package place

import (
	"testing"

	"github.com/sentinelgate/sentinel"
)

func effect(kind sentinel.EffectKind, dir string) sentinel.Effect {
	return sentinel.Effect{Kind: kind, Scope: sentinel.ScopeHome, Target: dir}
}

func TestKey(t *testing.T) {
	const dir = "/home/dev/code/api"
	run, write := effect(sentinel.ExecuteFile, dir), effect(sentinel.Write, dir)
	part := func(effects ...sentinel.Effect) sentinel.Part {
		return sentinel.Part{Key: "own", Colour: sentinel.Yellow, Risk: sentinel.High, Effects: effects}
	}
	runs := func(git bool) (r Runs) { r.Add(run, git); return r }
	raised := runs(false)
	raised.Raised = true
	red := part(write)
	red.Colour = sentinel.Red
	for name, c := range map[string]struct {
		p     sentinel.Part
		r     Runs
		words bool
		want  string
	}{
		"git's reading":            {part(run), runs(true), false, Git},
		"a build":                  {part(run), runs(false), false, Work},
		"a build that writes":      {part(run, write), runs(false), false, Work},
		"git's reading and a file": {part(run, write), runs(true), false, "own"},
		"writing":                  {part(write, effect(sentinel.Read, dir)), Runs{}, false, Work},
		"a script":                 {part(run), Runs{}, false, "own"},
		"with a commit":            {part(run, sentinel.Effect{Kind: sentinel.Record}), runs(false), false, "own"},
		"deleting":                 {part(effect(sentinel.Delete, dir)), Runs{}, false, "own"},
		"among settings":           {part(effect(sentinel.Write, "/home/dev/.config/tool")), Runs{}, false, "own"},
		"among programs":           {part(effect(sentinel.Write, "/home/dev/tools/bin")), Runs{}, false, "own"},
		"the home itself":          {part(effect(sentinel.Write, "/home/dev")), Runs{}, false, "own"},
		"a folder nobody knows":    {part(effect(sentinel.Write, "$DIR/a")), Runs{}, false, "own"},
		"raised":                   {part(run), raised, false, "own"},
		"where the words count":    {part(run), runs(false), true, "own"},
		"red":                      {red, Runs{}, false, ""},
	} {
		if got := Key(c.p, c.r, c.words); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestCovers(t *testing.T) {
	const top = "/home/dev/code/api"
	run, write := effect(sentinel.ExecuteFile, top), effect(sentinel.Write, top+"/pkg")
	outside := run
	outside.Scope = sentinel.ScopeOutside
	sets := func(list ...sentinel.Effect) (out [][]sentinel.Effect) {
		for _, e := range list {
			out = append(out, []sentinel.Effect{e})
		}
		return out
	}
	for name, c := range map[string]struct {
		key       string
		wanted    sentinel.Effect
		git, work [][]sentinel.Effect
		want      bool
	}{
		"the same":                           {Work, run, nil, sets(run), true},
		"below it":                           {Work, effect(sentinel.ExecuteFile, top+"/cmd"), nil, sets(run), true},
		"above it":                           {Work, effect(sentinel.ExecuteFile, "/home/dev/code"), nil, sets(run), false},
		"a name that begins so":              {Work, effect(sentinel.ExecuteFile, top+"2"), nil, sets(run), false},
		"elsewhere by its scope":             {Work, run, nil, sets(outside), false},
		"git after a build":                  {Git, run, nil, sets(run), true},
		"a build after git":                  {Work, run, sets(run), nil, false},
		"writing after a build":              {Work, write, nil, sets(run), false},
		"a build after writing":              {Work, run, nil, sets(write), false},
		"writing beside":                     {Work, effect(sentinel.Write, top+"/cmd"), nil, sets(write), false},
		"writing beside, in one work tree":   {Work, effect(sentinel.Write, top+"/cmd"), nil, sets(write, run), true},
		"writing beside, with git's reading": {Work, effect(sentinel.Write, top+"/cmd"), sets(run), sets(write), false},
		"writing below":                      {Work, effect(sentinel.Write, top+"/pkg/sub"), nil, sets(write), true},
		"writing below a broad folder":       {Work, effect(sentinel.Write, "/home/dev/notes/sub"), nil, sets(effect(sentinel.Write, "/home/dev/notes")), false},
		"making what may be written":         {Work, effect(sentinel.Create, top+"/pkg"), nil, sets(write), true},
		"writing where files were made":      {Work, write, nil, sets(effect(sentinel.Create, top+"/pkg")), false},
	} {
		if got := Covers("/home/dev", c.key, []sentinel.Effect{c.wanted}, c.git, c.work); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if Covers("", Work, nil, nil, sets(run)) {
		t.Error("what does nothing is covered")
	}
}

func TestSay(t *testing.T) {
	p := sentinel.Part{Key: Work, Shape: "go test", Effects: []sentinel.Effect{effect(sentinel.ExecuteFile, "/home/dev/a"), effect(sentinel.Write, "/home/dev/a/b")}}
	if got, want := Shape(p), "building and testing in /home/dev/a, writing files into /home/dev/a/b"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if p.Key = "go test"; Shape(p) != "go test" {
		t.Errorf("%q", Shape(p))
	}
}

// TestDeep: what is one piece of work is counted from the home, wherever that lies.
func TestDeep(t *testing.T) {
	for _, c := range []struct {
		dir, home string
		want      bool
	}{
		{"/home/dev/notes", "/home/dev", false}, {"/home/dev/notes/a", "/home/dev", true},
		{"/data/people/dev/notes", "/data/people/dev", false}, {"/data/people/dev/notes/a", "/data/people/dev", true},
		{"/root/notes", "/root", false}, {"/root/notes/a", "/root", true},
		{"/srv/app/data", "/home/dev", false}, {"/srv/app/data/x", "/home/dev", true}, {"/home/dev/notes/a", "", true},
	} {
		if got := deep(c.dir, c.home); got != c.want {
			t.Errorf("%s in %s: %v", c.dir, c.home, got)
		}
	}
}
