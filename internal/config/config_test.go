package config

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel/rules"
)

const (
	home = "/home/dev"
	root = "/home/dev/project"
)

var (
	userPath    = UserFile(home)
	projectPath = ProjectFile(home, root)
	repoPath    = RepositoryFile(root)
)

// load reads a configuration out of a few files in memory.
func load(files map[string]string) (Config, []Problem) {
	return Load(Options{Home: home, Root: root, ReadFile: func(path string) ([]byte, error) {
		text, ok := files[path]
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		}
		return []byte(text), nil
	}})
}

func TestR226_NoFiles(t *testing.T) {
	c, problems := load(nil)
	want := Defaults()
	want.Files = []Source{{Path: userPath, Scope: User}, {Path: projectPath, Scope: Project}, {Path: repoPath, Scope: Repository}}
	if diff := cmp.Diff(want, c, cmp.AllowUnexported(Source{})); diff != "" || problems != nil {
		t.Errorf("problems %v, config (-want +got):\n%s", problems, diff)
	}
	if empty, problems := load(map[string]string{userPath: "{}", projectPath: "// nothing\n{}", repoPath: "{ } // nothing"}); problems != nil ||
		empty.Autonomy != want.Autonomy || empty.Silence != want.Silence || empty.Broken {
		t.Errorf("empty files: %+v, %v", empty, problems)
	}
}

func TestZeroConfigIsTheStrictest(t *testing.T) {
	var c Config
	if c.Autonomy.V != Strict || c.Yolo.V || c.Silence.Allow.V || c.Silence.Budget.V != 0 {
		t.Errorf("zero value loosens: %+v", c)
	}
}

func TestR219_X8_Scopes(t *testing.T) {
	user := `{
  // mine
  "autonomy": "strict",
  "yolo": true,
  "silence": {"medium": "deny", "budget": 5},
  "ledger": {"location": "user"},
}`
	project := "{\"autonomy\": \"standard\",\n \"silence\": {\"medium\": \"allow\"}}\n"
	c, problems := load(map[string]string{userPath: user, projectPath: project})
	if problems != nil || c.Broken {
		t.Fatalf("problems %v", problems)
	}
	want := []Setting{
		{"autonomy", `"standard"`, Origin{Project, projectPath, 1, 14}},
		{"yolo", `true`, Origin{User, userPath, 4, 11}},
		{"silence.medium", `"allow"`, Origin{Project, projectPath, 2, 24}},
		{"silence.budget", `5`, Origin{User, userPath, 5, 43}},
		{"ledger.location", `"user"`, Origin{User, userPath, 6, 26}},
	}
	got := slices.DeleteFunc(c.Settings(), func(s Setting) bool { return s.Origin == Origin{} })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
}

func TestX8_RepositoryOnlyTightens(t *testing.T) {
	tests := []struct {
		name, user, repo string
		check            func(Config) bool
		ignored          []string
	}{
		{"all that loosens", `{"autonomy": "strict", "silence": {"medium": "deny", "budget": 3}}`,
			`{"autonomy": "standard", "yolo": true, "silence": {"medium": "allow", "budget": 100}, "ledger": {"location": "user"},
			  "store": {"path": "/tmp/x"}, "audit": {"retention_days": 1}, "permission": {"bash": "allow"}}`,
			func(c Config) bool {
				return c.Autonomy.V == Strict && !c.Yolo.V && !c.Silence.Allow.V && c.Silence.Budget.V == 3 && !c.Ledger.InHome.V &&
					c.Approvals.Store.Path.V == "" && c.Approvals.Audit.RetentionDays.V == 0 && len(c.Permission) == 1 && c.Permission[0].TightenOnly
			},
			[]string{"autonomy", "yolo", "silence.medium", "silence.budget", "store.path", "audit.retention_days", "ledger.location", "what permission allows"}},
		{"all that tightens", `{"autonomy": "standard", "yolo": true, "silence": {"medium": "allow", "budget": 30}}`,
			`{"autonomy": "strict", "yolo": false, "silence": {"medium": "deny", "budget": 2}, "permission": {"bash": {"rm *": "deny"}},
			  "guards": {"features": {"pathAccess": true}}, "risk": {}}`,
			func(c Config) bool {
				return c.Autonomy.V == Strict && !c.Yolo.V && !c.Silence.Allow.V && c.Silence.Budget.V == 2 &&
					c.Permission[0].TightenOnly && c.Guards[0].TightenOnly && c.Risk[0].TightenOnly
			}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, problems := load(map[string]string{userPath: tt.user, repoPath: tt.repo})
			if c.Broken || !tt.check(c) {
				t.Errorf("got %+v", c)
			}
			var ignored []string
			for _, p := range problems {
				if p.Kind != Ignored || p.Origin.File != repoPath || p.Origin.Line == 0 {
					t.Errorf("unexpected %v", p)
				}
				key, _, _ := strings.Cut(p.Msg, " does not count")
				ignored = append(ignored, key)
			}
			if diff := cmp.Diff(tt.ignored, ignored); diff != "" {
				t.Errorf("ignored (-want +got):\n%s", diff)
			}
		})
	}
}

func TestR241_BrokenFile(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"cut off", "{\n  \"yolo\": true,\n", userPath + ":3:1: "},
		{"nothing", "", userPath + ":1:1: "},
		{"no comma", "{\n  \"yolo\": true\n  \"autonomy\": \"strict\"\n}", userPath + ":3:3: "},
		{"no JSON", "yolo: true", userPath + ":1:1: "},
		{"behind an umlaut", `{"ä": "ö" x}`, userPath + ":1:11: "},
		{"a list", `[]`, "holds no object"},
		{"R240 a key twice", "{\"yolo\": false,\n\"yolo\": true}", `:2:1: "yolo" stands here again, it is on line 1`},
		{"a pattern twice", "{\"permission\": {\"bash\": {\"rm *\": \"deny\",\n \"rm *\": \"allow\"}}}", `:2:2: "rm *" stands here again`},
		{"junk behind", `{} {}`, userPath + ":1:4: "},
		{"too deep", strings.Repeat(`{"a":`, 5000), "brackets inside each other"},
		{"too large", "{" + strings.Repeat(" ", maxFile) + "}", "larger than"},
		{"no UTF-8", "{\"a\": \"\xff\"}", "UTF-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, problems := load(map[string]string{userPath: tt.text,
				projectPath: `{"autonomy": "standard", "yolo": true, "silence": {"medium": "allow"}, "permission": {"bash": "allow"}}`})
			if !c.Broken || c.Yolo.V || c.Silence.Allow.V || len(c.Permission) == 0 {
				t.Errorf("got %+v", c)
			}
			for _, b := range c.Permission {
				if !b.TightenOnly {
					t.Errorf("got %+v", b)
				}
			}
			if len(problems) == 0 || problems[0].Kind != Broken || !strings.Contains(problems[0].Error(), tt.want) {
				t.Errorf("problems %v, want %q", problems, tt.want)
			}
		})
	}
	t.Run("of the repository", func(t *testing.T) {
		c, problems := load(map[string]string{repoPath: "{", userPath: `{"yolo": true}`})
		if !c.Broken || c.Yolo.V || len(problems) == 0 {
			t.Errorf("got %+v, %v", c, problems)
		}
	})
}

func TestUnreadable(t *testing.T) {
	denied := func(string) ([]byte, error) { return nil, errors.New("permission denied") }
	for name, o := range map[string]Options{
		"cannot be read": {Home: home, Root: root, ReadFile: denied},
		"no function":    {Home: home},
		"no home":        {ReadFile: denied},
		"relative home":  {Home: "dev", ReadFile: denied},
	} {
		if c, problems := Load(o); !c.Broken || c.Silence.Allow.V || len(problems) == 0 || problems[0].Kind != Broken {
			t.Errorf("%s: %+v, %v", name, c, problems)
		}
	}
	if c, _ := Load(Options{Home: home, ReadFile: func(string) ([]byte, error) { return nil, fs.ErrNotExist }}); len(c.Files) != 1 || c.Broken {
		t.Errorf("outside of a project: %+v", c.Files)
	}
}

// TestR199_MistakesOnlyTighten: a file with a mistake still denies, and allows
// nothing.
func TestR199_MistakesOnlyTighten(t *testing.T) {
	tests := []struct{ name, member, want, hint string }{
		{"unknown key", `"yollo": true`, `unknown key "yollo"`, `did you mean "yolo"?`},
		{"R195 permissions", `"permissions": {}`, `unknown key "permissions"`, `did you mean "permission"?`},
		{"key in capitals", `"Autonomy": "strict"`, `unknown key "Autonomy"`, `did you mean "autonomy"?`},
		{"key of another program", `"mcpServers": {}`, `unknown key "mcpServers"`, ``},
		{"autonomy", `"autonomy": "standart"`, `autonomy must be "standard" or "strict"`, `did you mean "standard"?`},
		{"autonomy is no text", `"autonomy": 1`, `autonomy must be`, ``},
		{"R197 permission is a list", `"permission": ["allow"]`, `permission must be an object`, ``},
		{"R197 permission is a word", `"permission": "allow"`, `permission must be an object`, ``},
		{"R197 permission is null", `"permission": null`, `permission must be an object`, ``},
		{"silence is a word", `"silence": "deny"`, `silence must be an object`, `for example {"medium": "deny"}`},
		{"silence.medium", `"silence": {"medium": "denny"}`, `silence.medium must be "allow" or "deny"`, `did you mean "deny"?`},
		{"silence.budget", `"silence": {"budget": "many"}`, `silence.budget must be a whole number`, `it counts calls an hour`},
		{"negative budget", `"silence": {"budget": -1}`, `silence.budget must be a whole number`, `it counts calls an hour`},
		{"budget of an object", `"silence": {"budget": {}}`, `silence.budget must be a whole number`, `it counts calls an hour`},
		{"unknown key of silence", `"silence": {"high": "allow"}`, `unknown key "silence.high"`, `it belongs under "silence.windows"`},
		{"ledger is a word", `"ledger": "user"`, `ledger must be an object`, `for example {"location": "user"}`},
		{"ledger.location", `"ledger": {"location": "usr"}`, `ledger.location must be "user" or "project"`, `did you mean "user"?`},
		{"unknown key of ledger", `"ledger": {"place": "user"}`, `unknown key "ledger.place"`, ``},
		{"schema is a number", `"$schema": 5`, `$schema must be a text`, ``},
		{"yolo is a text", `"yolo": "true"`, `yolo must be true or false`, `did you mean "true"?`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			extra := ""
			if !strings.Contains(tt.member, `"permission":`) {
				extra = `"permission": {"bash": {"*": "allow", "rm *": "deny"}}, `
			}
			if !strings.Contains(tt.member, `"yolo":`) {
				extra += `"yolo": true, `
			}
			c, problems := load(map[string]string{userPath: "{" + extra + "\n  " + tt.member + "}"})
			if len(problems) == 0 {
				t.Fatal("no problem")
			}
			p := problems[0]
			if p.Kind != Invalid || !strings.Contains(p.Msg, tt.want) || p.Hint != tt.hint || p.Origin.Line != 2 || p.Origin.File != userPath {
				t.Errorf("got %+v: %v", p, p)
			}
			if c.Broken || c.Yolo.V || c.Ledger.InHome.V {
				t.Errorf("got %+v", c)
			}
			if strings.Contains(tt.name, "autonomy") != (c.Autonomy.V == Strict) ||
				strings.Contains(tt.name, "silence.medium") == c.Silence.Allow.V ||
				strings.Contains(tt.name, "budget") != (c.Silence.Budget.V == 0) {
				t.Errorf("a mistaken value must give the strictest one, others their default: %+v", c)
			}
			for _, b := range c.Permission {
				if !b.TightenOnly {
					t.Error("the rules of a file with a mistake may still allow")
				}
			}
		})
	}
}

func TestManyMistakes(t *testing.T) {
	var b strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&b, "\"key%d\": 1,\n", i)
	}
	c, problems := load(map[string]string{repoPath: "{" + b.String() + "\"autonomy\": \"strict\"}"})
	if len(problems) != maxProblems+1 || c.Autonomy.V != Strict {
		t.Errorf("%d problems, autonomy %v", len(problems), c.Autonomy)
	}
}

// TestR195_RulesReadTheBlock hands the block on as its user does, and looks at
// the places that come back.
func TestR195_RulesReadTheBlock(t *testing.T) {
	c, problems := load(map[string]string{userPath: `{
  // who may read
  "permission": { /* order counts */
    "bash": "deny", // never
    "read_file": {"*": "allow", "*.env": "denny",},
  },
}`})
	if problems != nil || len(c.Permission) != 1 {
		t.Fatalf("got %v, %v", c.Permission, problems)
	}
	b := c.Permission[0]
	if b.Origin != (Origin{User, userPath, 3, 17}) || b.TightenOnly {
		t.Errorf("block %+v", b)
	}
	set, found := rules.Parse(rules.Source{File: b.Origin.File, Scope: b.Origin.Scope.String(), Line: b.Origin.Line, Column: b.Origin.Column}, b.Data)
	if len(found) != 1 || found[0].Line != 5 || found[0].Column != 42 || !strings.Contains(found[0].Error(), "denny") {
		t.Errorf("problems of the rules: %v", found)
	}
	if got := rules.Resolve(set, rules.NewCall("bash", "ls")); got.Decision != rules.Deny {
		t.Errorf("bash: %+v", got)
	}
}

func TestR222_ProjectFile(t *testing.T) {
	a, b := ProjectFile(home, "/a/app"), ProjectFile(home, "/b/app")
	if a == b || !strings.HasPrefix(a, home+"/.config/sentinel/projects/app-") || !strings.HasSuffix(a, ".json") {
		t.Errorf("%s and %s", a, b)
	}
	tests := []struct{ root, want string }{
		{"/a/app", "app"}, {"/a/My App_1.2", "My-App_1.2"}, {"/a/größe", "gr--e"}, {"/", "root"}, {"/a/文件", "root"}, {"/a/..x", "x"},
		{"/a/" + strings.Repeat("x", 100), strings.Repeat("x", 48)},
	}
	for _, tt := range tests {
		if got := slug(tt.root); got != tt.want {
			t.Errorf("slug(%q) = %q, want %q", tt.root, got, tt.want)
		}
	}
	// The hash is the head of: printf %s /a/app | sha256sum
	if want := home + "/.config/sentinel/projects/app-8463b3739d75.json"; a != want {
		t.Errorf("name %s, want %s", a, want)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(`{"autonomy": "strict", "permission": {"bash": {"*": "allow"}}}`, `{"yolo": true}`)
	f.Add("// x\n{\"silence\": {\"medium\": \"allow\", \"budget\": 1e9},}", "{")
	f.Fuzz(func(t *testing.T, user, repo string) {
		alone, _ := load(map[string]string{userPath: user})
		both, problems := load(map[string]string{userPath: user, repoPath: repo})
		switch {
		case both.Yolo.V && !alone.Yolo.V, both.Autonomy.V > alone.Autonomy.V, both.Silence.Allow.V && !alone.Silence.Allow.V,
			both.Silence.Budget.V > alone.Silence.Budget.V, alone.Broken && !both.Broken:
			t.Errorf("the repository loosens: %+v after %+v", both, alone)
		case both.Broken && (len(problems) == 0 || both.Yolo.V || both.Silence.Allow.V):
			t.Errorf("broken, yet %+v, %v", both, problems)
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	files := map[string]string{userPath: `{
  // mine
  "autonomy": "standard",
  "permission": {"bash": {"*": "ask", "git status": "allow", "npm publish": "deny"}},
}`}
	for b.Loop() {
		load(files)
	}
}
