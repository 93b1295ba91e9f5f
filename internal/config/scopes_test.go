package config

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel/internal/config/trust"
	"github.com/sentinelgate/sentinel/internal/secret"
)

func loadWith(o Options, files map[string]string) (Config, []Problem) {
	o.Home, o.Root = home, root
	o.ReadFile = func(path string) ([]byte, error) {
		text, ok := files[path]
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		}
		return []byte(text), nil
	}
	return Load(o)
}

func guards(c Config) string {
	var b strings.Builder
	for _, g := range c.Guards {
		word := "all"
		if g.TightenOnly {
			word = "tighten"
		}
		fmt.Fprintf(&b, "%s %s %s\n", g.Origin.Scope, word, g.Data)
	}
	return b.String()
}

func TestR220_R221_R222_R224_FilesOfPi(t *testing.T) {
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(root)))[:12]
	local := "/extensions/sentinel/projects/project-" + sum + ".json"
	files := map[string]string{
		home + "/.pi/agent/extensions/sentinel.json": `{"features": {"pathAccess": true}, "vault": {"on": true}}`,
		home + "/.pi/agent" + local:                  `{"pathAccess": {"mode": "block"}}`,
		home + "/x/extensions/sentinel.json":         `{"enabled": false}`,
		home + "/x" + local:                          `{"permissionGate": {"autoDenyPatterns": ["rm"]}}`,
		root + "/.pi/extensions/sentinel.json":       `{"enabled": false, "features": {"pathAccess": true}}`,
		userPath:                                     `{"guards": {"pathAccess": {"mode": "ask"}}}`,
	}
	usual := `client all {"features":{"pathAccess":true}}
client all {"pathAccess":{"mode":"block"}}
repository tighten {"enabled":false,"features":{"pathAccess":true}}
user all {"pathAccess": {"mode": "ask"}}
`
	moved := `client tighten {"enabled":false}
client tighten {"permissionGate":{"autoDenyPatterns":["rm"]}}
repository tighten {"enabled":false,"features":{"pathAccess":true}}
user all {"pathAccess": {"mode": "ask"}}
`
	tests := []struct{ name, client, dir, want string }{
		{"R220 usual", Pi, "", usual}, {"R221 a folder below home", Pi, "~/x", moved}, {"absolute", Pi, home + "/x", moved},
		{"the usual one by name", Pi, "~/.pi/agent", usual}, {"R221 home itself", Pi, "~", strings.Join(strings.SplitAfter(usual, "\n")[2:], "")},
		{"another client", "claude", "~/x", "user all {\"pathAccess\": {\"mode\": \"ask\"}}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, problems := loadWith(Options{Client: tt.client, ClientDir: tt.dir}, files)
			if diff := cmp.Diff(tt.want, guards(c)); diff != "" || c.Broken {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, p := range problems {
				if p.Kind == Ignored && strings.HasPrefix(p.Msg, "guards.enabled does not count") {
					continue
				}
				if p.Kind != Warning || !strings.Contains(p.Msg, "guards.vault") || p.Origin.Line != 1 {
					t.Errorf("unexpected %v", p)
				}
			}
		})
	}
	c, problems := loadWith(Options{Client: Pi}, map[string]string{home + "/.pi/agent/extensions/sentinel.json": "{", userPath: `{"yolo": true}`})
	if !c.Broken || c.Yolo.V || len(problems) == 0 {
		t.Errorf("a broken file of pi: %+v, %v", c, problems)
	}
}

func TestTrustedRepository(t *testing.T) {
	repo := `{"yolo": true, "permission": {"bash": {"make *": "allow", "rm *": "deny"}}, "store": {"path": "/tmp/x"},
	  "events": [{"kind": "program", "argv": ["/bin/true"]}], "guards": {"features": {"pathAccess": true, "outputScanner": false}}}`
	load := func(state trust.State, user string) (Config, []Problem) {
		return loadWith(Options{Trusted: func(path string, content []byte) trust.State {
			if path != repoPath || string(content) != repo {
				t.Errorf("asked for %s, %s", path, content)
			}
			return state
		}}, map[string]string{userPath: user, repoPath: repo})
	}
	for _, state := range []trust.State{trust.Unknown, trust.Changed} {
		c, problems := load(state, "{}")
		if c.Yolo.V || len(c.Permission) != 1 || !c.Permission[0].TightenOnly {
			t.Errorf("%d: %+v", state, c)
		}
		if text := fmt.Sprint(problems); !strings.Contains(text, "sentinel trust") || strings.Contains(text, "has changed") != (state == trust.Changed) {
			t.Errorf("%d: %v", state, text)
		}
	}
	c, problems := load(trust.Trusted, "{}")
	if !c.Yolo.V || len(c.Permission) != 2 || c.Permission[0].TightenOnly || !c.Permission[1].TightenOnly ||
		c.Approvals.Store.Path.V != "" || c.Events != nil {
		t.Errorf("trusted: %+v", c)
	}
	for _, p := range problems { // what only the person may set stays so
		if p.Kind != Ignored || !strings.HasPrefix(p.Msg, "store.path") && !strings.HasPrefix(p.Msg, "events") {
			t.Errorf("unexpected %v", p)
		}
	}
	if c, _ := load(trust.Trusted, `{"yolo": false}`); c.Yolo.V {
		t.Error("a trusted repository overrules its person")
	}
	if c, _ := load(trust.Trusted, `{"yolo": "no"}`); c.Yolo.Origin.File == userPath {
		t.Error("a wrong value counts")
	}
	if c, _ := load(trust.Trusted, "{"); c.Yolo.V || !c.Permission[0].TightenOnly {
		t.Error("trust loosens while a file is broken")
	}
}

func TestSecretRules(t *testing.T) {
	c, problems := load(map[string]string{
		userPath: `{"secrets": {"rules": [{"id": "acme", "pattern": "acme_([0-9a-f]{8})", "group": 1, "keywords": ["acme_"], "entropy": 1.5,
		  "match": ["acme_0123abcd"], "noMatch": ["acme_x"]}], "allow": {"values": ["example-.*"], "paths": ["*.golden"]}}}`,
		projectPath: `{"secrets": {"allow": {"values": ["example-.*", "demo"], "labels": ["jwt"]}}}`,
		repoPath:    `{"secrets": {"rules": [{"id": "repo", "pattern": "repo_[0-9]{4}"}], "allow": {"labels": ["acme"]}}}`,
	})
	if len(problems) != 1 || problems[0].Kind != Ignored || !strings.HasPrefix(problems[0].Msg, "secrets.allow") {
		t.Errorf("problems %v", problems)
	}
	if len(c.Secrets.Rules) != 2 || len(c.Secrets.Allow.Values) != 2 || len(c.Secrets.Allow.Labels) != 1 || c.Secrets.Allow.Labels[0] != "jwt" {
		t.Errorf("got %+v", c.Secrets)
	}
	s, err := secret.New(secret.Options{Rules: c.Secrets.Rules, Allow: c.Secrets.Allow})
	if err != nil {
		t.Fatal(err)
	}
	if found, err := s.Bytes("a.txt", []byte("key acme_0123abcd and repo_1234")); err != nil || len(found) != 2 {
		t.Errorf("found %v, %v", found, err)
	}
}

func TestSecretMistakes(t *testing.T) {
	for text, want := range map[string]string{
		`{"rules": [{"id": "a", "pattern": "("}]}`:                        "missing closing",
		`{"rules": [{"id": "a"}]}`:                                        "has no pattern",
		`{"rules": [{"pattern": "abc"}]}`:                                 "without an id",
		`{"rules": [{"id": "a", "pattern": "abc", "group": 2}]}`:          "no group 2",
		`{"rules": [{"id": "a", "pattern": "abc", "keywords": ["ab"]}]}`:  "fewer than three letters",
		`{"rules": [{"id": "a", "pattern": "abc", "match": ["x"]}]}`:      "finds nothing",
		`{"rules": [{"id": "a", "pattern": "abc", "noMatch": ["xabc"]}]}`: "finds something",
		`{"rules": [{"id": "a", "patern": "abc"}]}`:                       `did you mean "pattern"`,
		`{"allow": {"values": ["("]}}`:                                    "missing closing",
		`{"allow": {"paths": ["["]}}`:                                     "allowed path",
		`{"allow": {"labels": "jwt"}}`:                                    "must be a list",
	} {
		c, problems := load(map[string]string{userPath: `{"secrets": ` + text + `}`})
		if len(problems) == 0 || problems[0].Kind != Invalid || !strings.Contains(problems[0].Error(), want) || problems[0].Origin.Column < 12 {
			t.Errorf("%s: %v", text, problems)
		}
		if len(c.Secrets.Allow.Values)+len(c.Secrets.Allow.Labels)+len(c.Secrets.Allow.Paths) != 0 {
			t.Errorf("%s allows %+v", text, c.Secrets.Allow)
		}
	}
}

func TestR258_Sinks(t *testing.T) {
	c, problems := load(map[string]string{
		userPath:    `{"events": [{"kind": "file", "path": "~/e.jsonl", "only": ["blocked"]}, {"kind": "program", "argv": ["~/bin/tell", "x"]}]}`,
		projectPath: `{"events": [{"kind": "webhook", "url": "http://localhost:9/x", "secret_file": "~/k"}]}`,
		repoPath:    `{"events": [{"kind": "program", "argv": ["/bin/sh", "-c", "id"]}]}`,
	})
	want := []Sink{
		{Kind: FileSink, Path: home + "/e.jsonl", Only: []string{"blocked"}, Origin: Origin{User, userPath, 1, 13}},
		{Kind: ProgramSink, Argv: []string{home + "/bin/tell", "x"}, Origin: Origin{User, userPath, 1, 73}},
		{Kind: WebhookSink, URL: "http://localhost:9/x", SecretFile: home + "/k", Origin: Origin{Project, projectPath, 1, 13}},
	}
	if diff := cmp.Diff(want, c.Events); diff != "" || len(problems) != 1 || problems[0].Kind != Ignored {
		t.Errorf("%v (-want +got):\n%s", problems, diff)
	}
	for text, want := range map[string]string{
		`[{"kind": "file"}]`: `has no "path"`, `[{"kind": "file", "path": "e.jsonl"}]`: "absolute",
		`[{"kind": "fiel", "path": "/e"}]`: `did you mean "file"?`, `[{"kind": "file", "path": "/e", "only": ["block"]}]`: `must be "dangerous" or "blocked"`,
		`[{"kind": "webhook", "url": "ftp://x"}]`: "use https", `[{"kind": "file", "path": "/e", "url": "https://x"}]`: `has no "url"`,
	} {
		c, problems := load(map[string]string{userPath: `{"events": ` + text + `}`})
		if len(problems) == 0 || problems[0].Kind != Invalid || !strings.Contains(problems[0].Error(), want) || c.Events != nil {
			t.Errorf("%s: %v %v", text, problems, c.Events)
		}
	}
}

// TestGuardMistakes: the guards' keys have places and hints, too.
func TestGuardMistakes(t *testing.T) {
	for text, want := range map[string]string{
		`{"feature": {}}`:                              `:1:13: unknown key "guards.feature" (did you mean "features"?)`,
		`{"pathAcess": {}}`:                            `(did you mean "pathAccess"?)`,
		`{"mode": "ask"}`:                              `unknown key "guards.mode" (it belongs under "guards.pathAccess")`,
		`{"features": {"pathAcces": true}}`:            `unknown key "guards.features.pathAcces" (did you mean "pathAccess"?)`,
		`{"features": {"pathAccess": "yes"}}`:          `:1:40: guards.features.pathAccess must be true or false`,
		`{"features": []}`:                             `guards.features must be an object (for example`,
		`{"pathAccess": {"mode": "blok"}}`:             `guards.pathAccess.mode must be "ask", "block" or "allow" (did you mean "block"?)`,
		`{"permissionGate": {"allowedPatterns": "x"}}`: `guards.permissionGate.allowedPatterns must be a list`,
	} {
		c, problems := load(map[string]string{userPath: `{"guards": ` + text + `}`})
		if len(problems) != 1 || problems[0].Kind != Invalid || !strings.Contains(problems[0].Error(), want) {
			t.Errorf("%s: %v", text, problems)
		}
		if c.Broken || len(c.Guards) == 1 && !c.Guards[0].TightenOnly {
			t.Errorf("%s: %+v", text, c.Guards)
		}
	}
}

func TestR240_ElementsThatAreNoTexts(t *testing.T) {
	c, problems := load(map[string]string{userPath: `{"guards": {"pathAccess": {"allowedPaths": ["/a", "/a", "", 5]}}}`})
	if len(problems) != 2 || problems[0].Kind != Warning || problems[1].Kind != Warning || c.Guards[0].TightenOnly {
		t.Errorf("%v, %+v", problems, c.Guards)
	}
}
