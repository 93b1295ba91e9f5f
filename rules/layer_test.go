package rules

import (
	"fmt"
	goparser "go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestR129_Pure lists the imports: the rules read no file, talk to nobody and
// know no time.
func TestR129_Pure(t *testing.T) {
	allowed := strings.Fields("bytes encoding/json errors fmt io iter path slices strconv strings unicode unicode/utf8 github.com/sentinelgate/sentinel/rules/internal/tools")
	for _, dir := range []string{".", "internal/tools"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", dir, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := goparser.ParseFile(token.NewFileSet(), name, src, goparser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, imp := range f.Imports {
				if path := strings.Trim(imp.Path.Value, `"`); !slices.Contains(allowed, path) {
					t.Errorf("%s imports %s", name, path)
				}
			}
		}
	}
}

// TestR183_Order goes through all combinations of what can speak for a call.
func TestR183_Order(t *testing.T) {
	for bits := range 16 {
		deny, auto, grant, yolo := bits&8 != 0, bits&4 != 0, bits&2 != 0, bits&1 != 0
		t.Run(fmt.Sprintf("R183 deny=%v auto=%v grant=%v yolo=%v", deny, auto, grant, yolo), func(t *testing.T) {
			rules := `{"bash":{"*":"ask"}}`
			if deny {
				rules = `{"bash":{"*":"ask","rm *":"deny"}}`
			}
			o := Options{Rules: mustParse(t, rules), Yolo: yolo}
			if auto {
				o.AutoApprove = []string{"bash"}
			}
			if grant {
				o.Grants = []Grant{{"bash", "rm -r *"}}
			}
			type answer struct {
				Decision Decision
				Pattern  string
				By       By
			}
			want := answer{Ask, "*", ByRule}
			switch {
			case deny:
				want = answer{Deny, "rm *", ByRule}
			case auto:
				want = answer{Allow, "", ByAutoApprove}
			case grant:
				want = answer{Allow, "rm -r *", ByGrant}
			case yolo:
				want = answer{Allow, "*", ByYolo}
			}
			got := o.Decide(NewCall("bash", "rm -r build"))
			if diff := cmp.Diff(want, answer{got.Decision, got.Pattern, got.By}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDecide(t *testing.T) {
	star := []Grant{{"bash", "*"}}
	rm := mustParse(t, `{"bash":{"*":"ask","rm *":"deny"}}`)
	for _, c := range []struct {
		name    string
		options Options
		call    Call
		want    Decision
		pattern string
	}{
		{"R182 none of the options", Options{}, NewCall("read_file", "a"), Allow, "*"},
		{"R182 none of the options, shell", Options{}, NewCall("bash", "ls"), Ask, ""},
		{"R184 autoApprove lifts no deny", Options{AutoApprove: []string{"read_file"}}, NewCall("read_file", ".env"), Deny, "*.env"},
		{"R184 a grant lifts no deny", Options{Rules: rm, Grants: star}, NewCall("bash", "rm -rf build"), Deny, "rm *"},
		{"R184 yolo lifts no deny", Options{Yolo: true}, NewCall("read_file", ".env"), Deny, "*.env"},
		{"R185 autoApprove", Options{AutoApprove: []string{"bash"}}, NewCall("bash", "rm -rf /"), Allow, ""},
		{"R185 under another name", Options{AutoApprove: []string{"Bash"}}, NewCall("run_shell_command", "ls"), Allow, ""},
		{"R185 not for another tool", Options{AutoApprove: []string{"edit"}}, NewCall("apply_patch", "a"), Ask, ""},
		{"R186 yolo", Options{Yolo: true}, NewCall("bash", "echo hi"), Allow, ""},
		{"R186 yolo keeps the pattern", Options{Rules: rm, Yolo: true}, NewCall("bash", "echo hi"), Allow, "*"},
		{"R186 yolo on a deny", Options{Rules: rm, Yolo: true}, NewCall("bash", "rm x"), Deny, "rm *"},
		{"X6 yolo on an unknown tool", Options{Yolo: true}, NewCall("mcp__x__y"), Allow, ""},
		{"R190 many grants", Options{Grants: []Grant{{"bash", "git *"}, {"bash", "ls*"}}}, NewCall("bash", "git log", "ls -la"), Allow, "git *"},
		{"R190 all subjects", Options{Grants: []Grant{{"bash", "git *"}}}, NewCall("bash", "git log", "ls -la"), Ask, ""},
		{"R191 a new session has none", Options{Rules: rm}, NewCall("bash", "git log"), Ask, "*"},
		{"R192 the grant's pattern", Options{Rules: rm, Grants: []Grant{{"bash", "git *"}}}, NewCall("bash", "git log"), Allow, "git *"},
		{"R193 one path of two", Options{Grants: []Grant{{"apply_patch", "*.ts"}}}, NewCall("apply_patch", "secret.env", "b.ts"), Ask, ""},
		{"R194 no subject", Options{Rules: mustParse(t, `{"git_status":"ask"}`), Grants: []Grant{{"git_status", "x"}}}, NewCall("git_status"), Ask, ""},
		{"R194 no subject but star", Options{Rules: mustParse(t, `{"git_status":"ask"}`), Grants: []Grant{{"git_status", "*"}}}, NewCall("git_status"), Allow, "*"},
		{"a grant is for one tool", Options{Grants: []Grant{{"edit", "*"}}}, NewCall("write", "a"), Ask, ""},
		{"a grant does not cover a family", Options{Grants: []Grant{{"edit", "*"}}}, NewCall("multi_edit", "a"), Ask, ""},
		{"a grant for a folder", Options{Grants: []Grant{{"edit", "src/"}}}, NewCall("edit", "src/x/a.ts"), Allow, "src/"},
		{"a grant does not cover a path that climbs", Options{Grants: []Grant{{"edit", "src/"}}}, NewCall("edit", "src/../.bashrc"), Ask, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.options.Decide(c.call); got.Decision != c.want || got.Pattern != c.pattern {
				t.Errorf("got %v by %q (%v)", got.Decision, got.Pattern, got.By)
			}
		})
	}
}

func TestCovered(t *testing.T) {
	grants := []Grant{{"write", "docs/"}}
	if p, ok := Covered(grants, NewCall("write_file", "docs/a.md")); !ok || p != "docs/" {
		t.Errorf("%q %v", p, ok)
	}
	if _, ok := Covered(nil, NewCall("write_file", "docs/a.md")); ok {
		t.Error("covered by nothing")
	}
	sudo := Call{Tools: []string{"bash"}, Subjects: []Subject{{Kind: Command, Forms: []string{"sudo ls"}, Strict: []string{"ls"}}}}
	if _, ok := Covered([]Grant{{"bash", "ls *"}}, sudo); ok {
		t.Error("R183 a strict form is no reason to allow")
	}
}

func TestSuggest(t *testing.T) {
	for _, c := range []struct {
		name, tool string
		subjects   []string
		shape      string
		want       []string
	}{
		{"R187 shell", "bash", []string{"git status --porcelain"}, "git status --porcelain", []string{"git status --porcelain"}},
		{"R187 shell without a shape", "bash", []string{"x"}, "", nil},
		{"R188 no prefix", "Bash", []string{"FOO=1 npm test"}, "npm test", []string{"npm test"}},
		{"R189 file", "edit_file", []string{"src/app.ts"}, "", []string{"edit_file src/app.ts", "edit_file src/", "every call of edit_file"}},
		{"file of the project folder", "edit_file", []string{"a.ts"}, "", []string{"edit_file a.ts", "every call of edit_file"}},
		{"two files of one folder", "apply_patch", []string{"src/a", "src/b"}, "", []string{"apply_patch src/a, src/b", "apply_patch src/", "every call of apply_patch"}},
		{"two folders", "apply_patch", []string{"a/b", "c/d"}, "", []string{"apply_patch a/b, c/d", "every call of apply_patch"}},
		{"a name that would be a wildcard", "edit", []string{"src/a*.ts"}, "", []string{"edit src/", "every call of edit"}},
		{"a path that climbs", "edit", []string{"../x/a"}, "", []string{"every call of edit"}},
		{"the home is no folder to grant", "edit", []string{"~/.bashrc"}, "", []string{"edit ~/.bashrc", "every call of edit"}},
		{"nor is the root", "edit", []string{"/x"}, "", []string{"edit /x", "every call of edit"}},
		{"no subject", "git_status", nil, "", []string{"every call of git_status"}},
		{"address", "WebFetch", []string{"https://example.com/a"}, "", []string{"WebFetch https://example.com/a", "WebFetch https://example.com/*", "every call of WebFetch"}},
		{"address with a query", "fetch", []string{"https://example.com?a=1"}, "", []string{"fetch https://example.com/*", "every call of fetch"}},
		{"address with a user", "fetch", []string{"https://a@b/c"}, "", []string{"fetch https://a@b/c", "every call of fetch"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, s := range Suggest(c.tool, c.subjects, c.shape) {
				got = append(got, s.String())
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestR188_AlwaysOnOneCommandCoversNoOther(t *testing.T) {
	var grants []Grant
	for _, s := range Suggest("bash", []string{"git status"}, "git status") {
		grants = append(grants, s.Grants()...)
	}
	if got := (Options{Grants: grants}).Decide(NewCall("bash", "git push")); got.Decision != Ask {
		t.Errorf("%+v", got)
	}
}

func TestR189_ASuggestionCoversItsCall(t *testing.T) {
	for _, s := range Suggest("apply_patch", []string{"src/a", "src/b"}, "") {
		if got := (Options{Grants: s.Grants()}).Decide(NewCall("apply_patch", "src/a", "src/b")); got.Decision != Allow {
			t.Errorf("%v: %+v", s, got)
		}
	}
}

func TestByString(t *testing.T) {
	var got []string
	for _, b := range []By{ByRule, ByAutoApprove, ByGrant, ByYolo} {
		got = append(got, b.String())
	}
	if diff := cmp.Diff([]string{"rule", "autoApprove", "grant", "yolo"}, got); diff != "" {
		t.Error(diff)
	}
	for _, k := range []Kind{Plain, Command, Path} {
		if ParseKind(k.String()) != k {
			t.Error(k)
		}
	}
}
