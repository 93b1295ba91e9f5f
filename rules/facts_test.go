package rules

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sentinelgate/sentinel/rules/internal/tools"
)

// decided reads a call's subjects and decides it as a user of the package does.
func decided(t *testing.T, o Options, tool string, args map[string]any) Answer {
	t.Helper()
	subjects, err := Subjects(tool, args)
	if err != nil {
		t.Fatal(err)
	}
	return o.Decide(NewCall(tool, subjects...))
}

// TestR201_PublishedFacts carries what other implementations of such rules
// publish as their behaviour.
func TestR201_PublishedFacts(t *testing.T) {
	type args = map[string]any
	files := func(paths ...string) args {
		var list []any
		for _, p := range paths {
			list = append(list, args{"path": p})
		}
		return args{"files": list}
	}
	for _, c := range []struct {
		name, rules, tool string
		args              args
		options           Options
		want              Decision
		pattern           string
	}{
		{"star matches an empty command", `{"bash":{"*":"deny"}}`, "bash", args{"command": ""}, Options{}, Deny, "*"},
		{"question mark is one character", `{"write_file":{"*":"ask","src/?.ts":"allow"}}`, "write_file", args{"path": "src/a.ts"}, Options{}, Allow, "src/?.ts"},
		{"not two", `{"write_file":{"*":"ask","src/?.ts":"allow"}}`, "write_file", args{"path": "src/ab.ts"}, Options{}, Ask, "*"},
		{"metacharacters are literal", `{"read_file":{"*":"allow","a+b.(c)":"deny"}}`, "read_file", args{"path": "aab.c"}, Options{}, Allow, "*"},
		{"a newline is spanned", `{"bash":{"*":"ask","git *":"allow"}}`, "bash", args{"command": "git commit -m \"a\nb\""}, Options{}, Allow, "git *"},
		{"subject of read_file", `{"read_file":{"*":"deny","a":"allow"}}`, "read_file", args{"path": "a"}, Options{}, Allow, "a"},
		{"subject of write_file", `{"write_file":{"*":"deny","a":"allow"}}`, "write_file", args{"path": "a"}, Options{}, Allow, "a"},
		{"subject of edit_file", `{"edit_file":{"*":"deny","a":"allow"}}`, "edit_file", args{"path": "a"}, Options{}, Allow, "a"},
		{"subject of multi_edit", `{"multi_edit":{"*":"deny","a":"allow"}}`, "multi_edit", args{"path": "a"}, Options{}, Allow, "a"},
		{"subject of list_dir", `{"list_dir":{"*":"deny","a":"allow"}}`, "list_dir", args{"path": "a"}, Options{}, Allow, "a"},
		{"subjects of a batch", `{"read_many_files":{"*":"deny","a":"allow","b":"allow"}}`, "read_many_files", files("a", "b"), Options{}, Allow, "a"},
		{"subject of grep", `{"grep":{"*":"deny","TODO":"allow"}}`, "grep", args{"pattern": "TODO"}, Options{}, Allow, "TODO"},
		{"subject of glob", `{"glob":{"*":"deny","src/*":"allow"}}`, "glob", args{"pattern": "src/**"}, Options{}, Allow, "src/*"},
		{"subject of git_show", `{"git_show":{"*":"deny","HEAD*":"allow"}}`, "git_show", args{"ref": "HEAD~1"}, Options{}, Allow, "HEAD*"},
		{"undefined is not empty", `{"bash":{"*":"ask","":"allow"}}`, "bash", args{}, Options{}, Ask, "*"},
		{"plain decision", `{"bash":"deny"}`, "bash", args{"command": "ls"}, Options{}, Deny, ""},
		{"last wins", `{"bash":{"*":"deny","ls *":"ask","ls -l *":"allow"}}`, "bash", args{"command": "ls -l x"}, Options{}, Allow, "ls -l *"},
		{"narrow allow after broad deny", `{"edit_file":{"*":"deny","src/*":"allow"}}`, "edit_file", args{"path": "src/a"}, Options{}, Allow, "src/*"},
		{"order decides", `{"edit_file":{"src/*":"allow","*":"deny"}}`, "edit_file", args{"path": "src/a"}, Options{}, Deny, "*"},
		{"without a subject only star", `{"git_status":{"*":"deny","a*":"allow"}}`, "git_status", args{}, Options{}, Deny, "*"},
		{"one bad path in a batch", `{"read_many_files":{"*":"allow","*.env":"deny"}}`, "read_many_files", files("src/a", ".env"), Options{}, Deny, "*.env"},
		{"defaults let reads", `{}`, "read_file", args{"path": "src/a"}, Options{}, Allow, "*"},
		{"defaults gate writes", `{}`, "write_file", args{"path": "src/a"}, Options{}, Ask, ""},
		{"credentials are denied", `{}`, "read_file", args{"path": "config/.env"}, Options{}, Deny, "*.env"},
		{"their example is not", `{}`, "read_file", args{"path": ".env.example"}, Options{}, Allow, "*.env.example"},
		{"git tools are free", `{}`, "git_status", args{}, Options{}, Allow, ""},
		{"session tools are free", `{}`, "todo_write", args{}, Options{}, Allow, ""},
		{"unknown asks", `{}`, "plugin_tool", args{}, Options{}, Ask, ""},
		{"wildcard key", `{"mcp__*":"deny"}`, "mcp__fs__write", args{}, Options{}, Deny, ""},
		{"config replaces", `{"read_file":{"*":"allow"}}`, "read_file", args{"path": ".env"}, Options{}, Allow, "*"},
		{"yolo leaves a deny", `{"bash":{"*":"ask","rm *":"deny"}}`, "bash", args{"command": "rm x"}, Options{Yolo: true}, Deny, "rm *"},
		{"yolo leaves a default deny", `{}`, "read_file", args{"path": ".env"}, Options{Yolo: true}, Deny, "*.env"},
		{"autoApprove not over a deny", `{"bash":"deny"}`, "bash", args{"command": "ls"}, Options{AutoApprove: []string{"bash"}}, Deny, ""},
		{"a granted pattern matches only its own", `{}`, "bash", args{"command": "npm test"}, Options{Grants: []Grant{{"bash", "git *"}}}, Ask, ""},
		{"a grant is bound by a deny", `{"bash":{"*":"ask","git push *":"deny"}}`, "bash", args{"command": "git push"}, Options{Grants: []Grant{{"bash", "git *"}}}, Deny, "git push *"},
	} {
		t.Run("R201 "+c.name, func(t *testing.T) {
			c.options.Rules = mustParse(t, c.rules)
			if got := decided(t, c.options, c.tool, c.args); got.Decision != c.want || got.Pattern != c.pattern {
				t.Errorf("got %v by %q, want %v by %q", got.Decision, got.Pattern, c.want, c.pattern)
			}
		})
	}
}

func TestR201_EveryMutatingToolHasADefault(t *testing.T) {
	for _, tool := range tools.All() {
		if tool.Families != "" && tool.Holds == tools.Unknown && tool.Families != "bash" {
			t.Errorf("%s has a family and no default", tool.ID)
		}
		if got := Resolve(Defaults(nil), NewCall(tool.ID)); tool.Holds != tools.Unknown && !got.Known {
			t.Errorf("%s has no default", tool.ID)
		}
	}
}

// TestHowPeopleWriteRules has one case for each thing that people expect of
// patterns. The subjects of commands are given as an analysis of a shell text
// gives them, one for each command.
func TestHowPeopleWriteRules(t *testing.T) {
	for _, c := range []struct {
		name, rules, tool string
		subjects          []string
		want              Decision
	}{
		{"star in the middle of a word", `{"bash":{"*":"ask","just build-*":"allow"}}`, "bash", []string{"just build-web"}, Allow},
		{"star crosses slashes", `{"bash":{"*":"ask","ls -l /srv/data-*":"allow"}}`, "bash", []string{"ls -l /srv/data-7/a/b"}, Allow},
		{"bare command", `{"bash":{"*":"ask","cargo fmt *":"allow"}}`, "bash", []string{"cargo fmt"}, Allow},
		{"bare program", `{"bash":{"*":"ask","df *":"allow"}}`, "bash", []string{"df"}, Allow},
		{"another program that starts alike", `{"bash":{"*":"ask","cat *":"allow"}}`, "bash", []string{"catdoc x"}, Ask},
		{"star crosses newlines", `{"bash":{"*":"ask","printf *":"allow"}}`, "bash", []string{"printf a\n\nb"}, Allow},
		{"denied program", `{"bash":{"*":"allow","cargo":"deny"}}`, "bash", []string{"cargo install x"}, Deny},
		{"denied program later in the line", `{"bash":{"*":"allow","cargo":"deny"}}`, "bash", []string{"cd x", "cargo add y"}, Deny},
		{"allowed program with options", `{"bash":{"*":"ask","jq":"allow"}}`, "bash", []string{"jq --version"}, Allow},
		{"bare file name", `{"read":{"*":"allow","token.txt":"deny"}}`, "read", []string{"token.txt"}, Deny},
		{"every member allowed", `{"bash":{"*":"ask","go test *":"allow","tail *":"allow"}}`, "bash", []string{"go test ./...", "tail -5"}, Allow},
		{"one member not", `{"bash":{"*":"ask","go test *":"allow","tail *":"allow"}}`, "bash", []string{"go test ./...", "tee x"}, Ask},
		{"general first, exception after", `{"edit":{"*":"ask","Guides/*":"allow"}}`, "edit", []string{"Guides/a.md"}, Allow},
		{"narrower deny", `{"bash":{"*":"allow","git *":"allow","git tag *":"deny"}}`, "bash", []string{"git tag v1"}, Deny},
		{"edits in a list", `{"edit":{"*":"allow","keys.txt":"deny"}}`, "multi_edit", []string{"keys.txt"}, Deny},
		{"another client's name", `{"read":{"*":"allow","keys.txt":"deny"}}`, "view", []string{"keys.txt"}, Deny},
		{"unknown tool", `{"bash":{"*":"allow"}}`, "brand_new", nil, Ask},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Resolve(mustParse(t, c.rules), NewCall(c.tool, c.subjects...)); got.Decision != c.want {
				t.Errorf("got %v by %q", got.Decision, got.Pattern)
			}
		})
	}
}

func TestR210_DenyNamesToolAndPattern(t *testing.T) {
	got := Resolve(Defaults(nil), NewCall("read_file", ".env"))
	if reason := got.Reason(); !strings.Contains(reason, "read_file") || !strings.Contains(reason, "*.env") {
		t.Error(reason)
	}
	for _, c := range []struct{ rules, tool, want string }{
		{`{"bash":"deny"}`, "Bash", "the rule for bash says deny (config.json:1)"},
		{`{"bash":{"x":"deny"}}`, "Bash", "no rule for bash covers this call"},
		{`{}`, "mcp__x__y", "no rule names this tool"},
	} {
		res := Resolve(mustParse(t, c.rules), NewCall(c.tool, "ls"))
		if diff := cmp.Diff(c.want, res.Reason()); diff != "" {
			t.Error(diff)
		}
		if !strings.HasPrefix(res.Rule(), "permission") {
			t.Error(res.Rule())
		}
	}
}

func TestR212_LinesAndNoJSON(t *testing.T) {
	patch := "*** Begin Patch\n*** Update File: src/app.ts\n@@\n-a\n+b\n*** Add File: src/new.ts\n+c\n*** End Patch"
	got := strings.Join(Describe("apply_patch", map[string]any{"patch": patch}), "\n")
	if got != "update src/app.ts\nadd src/new.ts" || strings.Contains(got, `"patch"`) {
		t.Error(got)
	}
}
