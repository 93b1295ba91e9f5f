package rules

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// mustParse reads rules that have no problem and lays them over the defaults.
func mustParse(t testing.TB, text string) *Set {
	t.Helper()
	set, problems := Parse(Source{File: "config.json", Scope: "global"}, []byte(text))
	for _, p := range problems {
		if !p.Warning {
			t.Fatalf("parse %s: %v", text, p)
		}
	}
	return set.Over(Defaults(nil))
}

func TestResolve(t *testing.T) {
	const generated = `{"edit_file":{"*":"deny","src/generated/*":"allow"}}`
	for _, c := range []struct {
		name, rules string
		call        Call
		want        Decision
		pattern     string
	}{
		{"R127 plain entry", `{"bash":"deny"}`, NewCall("bash", "ls"), Deny, ""},
		{"R128 subject and not tool", `{"bash":{"*":"ask","git *":"allow"}}`, NewCall("bash", "git status"), Allow, "git *"},
		{"R128 the rest asks", `{"bash":{"*":"ask","git *":"allow"}}`, NewCall("bash", "npm test"), Ask, "*"},
		{"R130 pattern is named", `{"bash":{"*":"ask","git *":"allow"}}`, NewCall("bash", "git log"), Allow, "git *"},
		{"R142 a move that lands there", `{"move_file":{"*":"ask","src/generated/*":"deny"}}`, NewCall("move_file", "a", "src/generated/x"), Deny, "src/generated/*"},
		{"R142 a move that leaves", `{"move_file":{"*":"ask","src/generated/*":"deny"}}`, NewCall("move_file", "src/generated/x", "a"), Deny, "src/generated/*"},
		{"R144 a patch with one bad path", `{"apply_patch":{"*":"ask","src/generated/*":"deny"}}`, NewCall("apply_patch", "a.ts", "src/generated/x"), Deny, "src/generated/*"},
		{"R150 no subject is no empty text", `{"git_status":{"src/*":"allow"}}`, NewCall("git_status"), Ask, ""},
		{"R150 star matches no subject", `{"git_status":{"*":"allow"}}`, NewCall("git_status"), Allow, "*"},
		{"R150 nothing else does", `{"git_status":{"*":"allow","?*":"deny"}}`, NewCall("git_status"), Allow, "*"},
		{"R152 line tools have a subject", `{"append_file":{"*":"ask","src/generated/*":"deny"}}`, NewCall("append_file", "src/generated/x"), Deny, "src/generated/*"},
		{"R153 one bad path in a batch", `{"read_many_files":{"*":"allow","*.env":"deny"}}`, NewCall("read_many_files", "src/app.ts", "config/.env"), Deny, "*.env"},
		{"R154 a path with a blank stays whole", `{"read_many_files":{"*":"allow","my":"deny","secret.txt":"deny"}}`, NewCall("read_many_files", "my secret.txt"), Allow, "*"},
		{"R155 one good path lets nothing through", `{"read_many_files":{"*":"deny","src/*":"allow"}}`, NewCall("read_many_files", "src/a", "etc/passwd"), Deny, "*"},
		{"R156 the default exception covers only itself", `{}`, NewCall("read_many_files", ".env", ".env.example"), Deny, "*.env"},
		{"R158 plain without subject", `{"bash":"deny"}`, NewCall("bash"), Deny, ""},
		{"R159 last wins", `{"bash":{"*":"ask","git *":"allow","git push *":"ask"}}`, NewCall("bash", "git push origin main"), Ask, "git push *"},
		{"R159 swapped", `{"bash":{"*":"ask","git push *":"ask","git *":"allow"}}`, NewCall("bash", "git push"), Allow, "git *"},
		{"R160 narrow allow after broad deny", generated, NewCall("edit_file", "src/generated/api.ts"), Allow, "src/generated/*"},
		{"R160 the broad deny holds else", generated, NewCall("edit_file", "src/app.ts"), Deny, "*"},
		{"R161 broad allow last", `{"bash":{"rm *":"deny","*":"allow"}}`, NewCall("bash", "rm -rf build"), Allow, "*"},
		{"R161 reversed", `{"bash":{"*":"allow","rm *":"deny"}}`, NewCall("bash", "rm -rf build"), Deny, "rm *"},
		{"R162 none matches", `{"bash":{"git *":"allow"}}`, NewCall("bash", "ls"), Ask, ""},
		{"R164 number-like keys keep their place", `{"bash":{"*":"deny","2":"allow"}}`, NewCall("bash", "2"), Allow, "2"},
		{"R166 every command of a line", `{"bash":{"*":"ask","git *":"allow"}}`, NewCall("bash", "git status", "rm -rf /"), Ask, "*"},
		{"R167 config replaces the default whole", `{"read_file":{"*":"allow"}}`, NewCall("read_file", ".env"), Allow, "*"},
		{"R167 by another name of the tool", `{"Read":{"*":"allow"}}`, NewCall("view", ".env"), Allow, "*"},
		{"R168 exact beats wildcard", `{"*":"deny","bash":"allow"}`, NewCall("bash", "ls"), Allow, ""},
		{"R168 in any order", `{"bash":"allow","*":"deny"}`, NewCall("bash", "ls"), Allow, ""},
		{"R169 wildcard key", `{"mcp__*":"deny"}`, NewCall("mcp__fs__read"), Deny, ""},
		{"R169 wildcard key on another tool", `{"mcp__*":"deny"}`, NewCall("read_file", "a"), Allow, "*"},
		{"R170 last wildcard key wins", `{"mcp__*":"deny","mcp__x__*":"allow"}`, NewCall("mcp__x__y"), Allow, ""},
		{"R170 reversed", `{"mcp__x__*":"allow","mcp__*":"deny"}`, NewCall("mcp__x__y"), Deny, ""},
		{"R170 the key star is one of them", `{"mcp__*":"allow","*":"deny"}`, NewCall("mcp__x__y"), Deny, ""},
		{"R170 a family and a wildcard", `{"mcp":"ask","mcp__x__*":"allow"}`, NewCall("mcp__x__y"), Allow, ""},
		{"R170 a wildcard and a family", `{"mcp__x__*":"allow","mcp":"deny"}`, NewCall("mcp__x__y"), Deny, ""},
		{"R171 question mark is a wildcard", `{"mcp__?":"deny"}`, NewCall("mcp__a"), Deny, ""},
		{"R172 the key star replaces every default", `{"*":"allow"}`, NewCall("read_file", ".env"), Allow, ""},
		{"R173 free", `{}`, NewCall("grep", "x"), Allow, ""},
		{"R173 unknown", `{}`, NewCall("mcp__fs__write"), Ask, ""},
		{"R173 unknown beside config", `{"bash":"allow"}`, NewCall("some_new_tool"), Ask, ""},
		{"R179 config gates a free tool", `{"grep":"deny"}`, NewCall("grep", "x"), Deny, ""},
		{"R206 credential files are not written by default", `{}`, NewCall("write_file", "config/.env"), Ask, ""},

		{"X11 the client's name", `{"Bash":{"*":"deny"}}`, NewCall("run_shell_command", "ls"), Deny, "*"},
		{"X11 the action's name", `{"shell":"deny"}`, NewCall("Bash", "ls"), Deny, ""},
		{"X11 a family", `{"edit":{"*":"allow",".env":"deny"}}`, NewCall("multi_edit", ".env"), Deny, ".env"},
		{"X11 a tool before its family", `{"multi_edit":"allow","edit":"deny"}`, NewCall("MultiEdit", "a"), Allow, ""},
		{"X11 a patch obeys both its families", `{"write":"deny","edit":"allow"}`, NewCall("apply_patch", "a"), Deny, ""},
		{"X11 a family beats the key star", `{"*":"deny","edit":"allow"}`, NewCall("multi_edit", "a"), Allow, ""},
		{"X11 in any order", `{"edit":"allow","*":"deny"}`, NewCall("multi_edit", "a"), Allow, ""},
		{"X11 deleting is under write", `{"write":{"*":"allow",".env":"deny"}}`, NewCall("delete_file", ".env"), Deny, ".env"},
		{"X11 case of an unknown tool does not count", `{"MyTool":"deny"}`, NewCall("mytool"), Deny, ""},

		{"path cleaned by its text", `{"read":{"*":"allow","id_rsa":"deny"}}`, NewCall("read", "./id_rsa"), Deny, "id_rsa"},
		{"path that climbs gets no narrow allow", `{"read":{"*":"deny","src/*":"allow"}}`, NewCall("read", "src/../../etc/passwd"), Deny, "*"},
		{"path that climbs meets a deny", `{"read":{"*":"allow","*.env":"deny"}}`, NewCall("read", "x/../.env"), Deny, "*.env"},
		{"path with backslashes meets a deny", `{"read":{"*":"allow","**/.env":"deny"}}`, NewCall("read", `backend\.env`), Deny, "**/.env"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Resolve(mustParse(t, c.rules), c.call)
			if got.Decision != c.want || got.Pattern != c.pattern {
				t.Errorf("got %v by %q, want %v by %q", got.Decision, got.Pattern, c.want, c.pattern)
			}
		})
	}
}

func TestR157_NoRules(t *testing.T) {
	for name, set := range map[string]*Set{"nil": nil, "zero": {}} {
		if got := Resolve(set, NewCall("bash", "ls")); got.Decision != Ask || got.Pattern != "" || got.Known {
			t.Errorf("%s set: %+v", name, got)
		}
	}
	if got := Resolve(Defaults(nil), Call{}); got.Decision != Ask {
		t.Errorf("zero call: %+v", got)
	}
}

func TestZeroValuesPermitNothing(t *testing.T) {
	if d := (Result{}).Decision; d == Allow {
		t.Error("zero Result allows")
	}
	if d := (Answer{}).Decision; d == Allow {
		t.Error("zero Answer allows")
	}
	if d := (Options{}).Decide(Call{}).Decision; d == Allow {
		t.Error("zero Options allow the zero Call")
	}
	if got := Resolve(mustParse(t, `{"read":{"*":"ask","":"allow","a":"allow"}}`), Call{Tools: []string{"read"}, Subjects: []Subject{{}}}); got.Decision != Ask {
		t.Errorf("zero Subject: %v", got.Decision)
	}
}

func TestR163_InvalidDecisionIsSkipped(t *testing.T) {
	own, problems := Parse(Source{}, []byte(`{"bash":{"*":"ask","x":"maybe"}}`))
	if got := Resolve(own.Over(Defaults(nil)), NewCall("bash", "x")); got.Decision != Ask || got.Pattern != "*" || len(problems) != 1 {
		t.Errorf("%+v, %v", got, problems)
	}
}

func TestStrictForms(t *testing.T) {
	wrapped := func(form string, strict ...string) Call {
		return Call{Tools: []string{"bash"}, Subjects: []Subject{{Kind: Command, Forms: []string{form}, Strict: strict}}}
	}
	for _, c := range []struct {
		name, rules string
		call        Call
		want        Decision
	}{
		{"a wrapper keeps the allow of its command", `{"*":"ask","git log *":"allow"}`, wrapped("git log -1", "timeout 5 git log -1"), Allow},
		{"and falls under a deny of its own", `{"*":"ask","timeout *":"deny","git log *":"allow"}`, wrapped("git log -1", "timeout 5 git log -1"), Deny},
		{"an ask of its own", `{"*":"allow","timeout *":"ask"}`, wrapped("git log -1", "timeout 5 git log -1"), Ask},
		{"an exception for the wrapped form", `{"*":"allow","timeout *":"deny","timeout 5 *":"allow"}`, wrapped("git log -1", "timeout 5 git log -1"), Allow},
		{"privilege is not looked through for an allow", `{"*":"ask","apt-get update":"allow"}`, wrapped("sudo apt-get update", "apt-get update"), Ask},
		{"but for a deny", `{"*":"allow","rm *":"deny"}`, wrapped("sudo rm -r x", "rm -r x"), Deny},
		{"a broad allow written last", `{"sudo *":"deny","*":"allow"}`, wrapped("rm -r x", "sudo rm -r x"), Allow},
		{"a broad deny with an exception", `{"*":"deny","git *":"allow"}`, wrapped("git log", "nice git log"), Allow},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Resolve(mustParse(t, `{"bash":`+c.rules+`}`), c.call); got.Decision != c.want {
				t.Errorf("got %v by %q", got.Decision, got.Pattern)
			}
		})
	}
}

func TestSeveralForms(t *testing.T) {
	call := Call{Tools: []string{"read"}, Subjects: []Subject{{Kind: Path, Forms: []string{"src/a", "/home/dev/project/src/a", "~/project/src/a"}}}}
	for rules, want := range map[string]Decision{
		`{"*":"ask","src/*":"allow"}`:                  Allow,
		`{"*":"ask","/home/dev/project/*":"allow"}`:    Allow,
		`{"*":"allow","~/project/*":"deny"}`:           Deny,
		`{"/home/*":"deny","src/*":"allow"}`:           Allow,
		`{"src/*":"allow","/home/*":"deny","b":"ask"}`: Deny,
	} {
		if got := Resolve(mustParse(t, `{"read":`+rules+`}`), call); got.Decision != want {
			t.Errorf("%s: %v", rules, got.Decision)
		}
	}
}

func TestTree(t *testing.T) {
	tree := func(form string) Call {
		return Call{Tools: []string{"write"}, Subjects: []Subject{{Kind: Path, Forms: []string{form}, Tree: true}}}
	}
	for _, c := range []struct {
		name, rules, form string
		want              Decision
	}{
		{"a folder above a denied one", `{"*":"allow","src/generated/*":"deny"}`, "src", Deny},
		{"the denied folder itself", `{"*":"allow","src/generated/*":"deny"}`, "src/generated", Deny},
		{"with a slash", `{"*":"allow","src/generated/*":"deny"}`, "src/generated/", Deny},
		{"another folder", `{"*":"allow","src/generated/*":"deny"}`, "docs", Allow},
		{"a name that only starts alike", `{"*":"allow","srcs/x":"deny"}`, "src", Allow},
		{"the whole project", `{"*":"allow","src/generated/*":"deny"}`, ".", Deny},
		{"patterns without a place do not count", `{"*":"allow","*.env":"deny"}`, "src", Allow},
		{"an allow below says nothing of the folder", `{"*":"ask","src/a":"allow"}`, "src", Ask},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Resolve(mustParse(t, `{"write":`+c.rules+`}`), tree(c.form)); got.Decision != c.want {
				t.Errorf("got %v by %q", got.Decision, got.Pattern)
			}
		})
	}
}

func TestMCPKey(t *testing.T) {
	const rules = `{"mcp":{"*":"ask","mcp__context7__*":"allow","mcp__atlassian__get*":"allow","mcp__github__*":"deny"}}`
	for _, c := range []struct {
		tools []string
		want  Decision
	}{
		{[]string{"mcp__context7__resolve-library-id"}, Allow},
		{[]string{"mcp__atlassian__getIssue"}, Allow},
		{[]string{"mcp__atlassian__createIssue"}, Ask},
		{[]string{"mcp__context7_mirror__resolve"}, Ask},
		{[]string{"mcp__github__push"}, Deny},
		{[]string{"github_push", "mcp__github__push", "mcp"}, Deny},
		{[]string{"context7_x", "mcp__context7__x", "mcp"}, Allow},
		{[]string{"read_file"}, Allow},
	} {
		if got := Resolve(mustParse(t, rules), Call{Tools: c.tools}); got.Decision != c.want {
			t.Errorf("%v: %v by %q", c.tools, got.Decision, got.Pattern)
		}
	}
	named := mustParse(t, `{"mcp__*":"allow","mcp__x__y":"deny"}`)
	if got := Resolve(named, Call{Tools: []string{"x_y", "mcp__x__y", "mcp"}}); got.Decision != Deny {
		t.Errorf("a normalised name is exact: %v by %q", got.Decision, got.Tool)
	}
}

func TestExtra(t *testing.T) {
	outside := func(path string) Call {
		return Call{Tools: []string{"external_directory"}, Extra: true, Subjects: []Subject{{Kind: Path, Forms: []string{path}}}}
	}
	set := mustParse(t, `{"*":"deny","external_directory":{"*":"ask","/tmp/*":"allow"}}`)
	if got := Resolve(set, outside("/opt/x")); got.Decision != Ask || got.Default {
		t.Errorf("outside: %+v", got)
	}
	if got := Resolve(set, outside("/tmp/x")); got.Decision != Allow {
		t.Errorf("temp: %+v", got)
	}
	if got := Resolve(mustParse(t, `{"*":"deny"}`), outside("/opt/x")); got.Decision != None || got.Known {
		t.Errorf("a wildcard key is no answer to an extra question: %+v", got)
	}
	reading := Call{Tools: []string{"read"}, Extra: true, Subjects: []Subject{{Kind: Path, Forms: []string{".env"}}}}
	if got := Resolve(mustParse(t, `{"bash":"allow"}`), reading); got.Decision != Deny || !got.Default {
		t.Errorf("a default deny holds for what a command reads: %+v", got)
	}
}

func TestFoldCase(t *testing.T) {
	set := mustParse(t, `{"read":{"*":"allow","Secrets/*":"deny"},"write":{"*":"ask","Docs/*":"allow"}}`)
	call := NewCall("read", "secrets/a")
	if got := Resolve(set, call); got.Decision != Allow {
		t.Errorf("R137 case counts: %v", got.Decision)
	}
	call.FoldCase = true
	if got := Resolve(set, call); got.Decision != Deny {
		t.Errorf("unless the file system ignores it: %v", got.Decision)
	}
	call = NewCall("write", "docs/a")
	call.FoldCase = true
	if got := Resolve(set, call); got.Decision != Ask {
		t.Errorf("an allow is never folded: %v", got.Decision)
	}
}

func TestSettledDefaultAskIsNoRule(t *testing.T) {
	if got := Resolve(Defaults(nil), NewCall("bash", "ls")); got.Decision != Ask || !got.Default || !got.Known {
		t.Errorf("default: %+v", got)
	}
	if got := Resolve(mustParse(t, `{"bash":"ask"}`), NewCall("bash", "ls")); got.Decision != Ask || got.Default {
		t.Errorf("written: %+v", got)
	}
	if got := Resolve(mustParse(t, `{"bash":{"git *":"allow"}}`), NewCall("bash", "ls")); got.Decision != Ask || !got.Default || !got.Known {
		t.Errorf("no rule matches: %+v", got)
	}
	both := Resolve(mustParse(t, `{"bash":{"git *":"ask"}}`), NewCall("bash", "ls", "git status"))
	if both.Default || both.Pattern != "git *" || both.Subject != 1 {
		t.Errorf("a written ask counts before a missing rule: %+v", both)
	}
}

func TestResultNamesWhatDecided(t *testing.T) {
	got := Resolve(mustParse(t, "{\n\"read_file\":{\"*\":\"allow\",\n\t\"*.env\":\"deny\"}}"), NewCall("Read", "a.ts", "x/.env"))
	want := Result{Decision: Deny, Tool: "read_file", Pattern: "*.env", Known: true, Subject: 1,
		Origin: Origin{File: "config.json", Scope: "global", Line: 3, Column: 2}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got.Rule() != "permission:read_file:*.env" { // X20
		t.Error(got.Rule())
	}
	for _, part := range []string{"read_file", "*.env", "deny", "config.json:3"} { // R210
		if !strings.Contains(got.Reason(), part) {
			t.Errorf("R210 %q lacks %q", got.Reason(), part)
		}
	}
}

func TestOverReplacesWhole(t *testing.T) {
	global := mustParse(t, `{"bash":{"*":"ask","git *":"allow"},"read":{"*":"allow"},"mcp__*":"deny"}`)
	project, _ := Parse(Source{File: "p.json", Scope: "project"}, []byte(`{"shell":{"*":"deny"},"mcp__*":"ask"}`))
	set := project.Over(global)
	var keys []string
	for _, e := range set.Entries() {
		if !e.Default {
			keys = append(keys, e.Tool)
		}
	}
	if diff := cmp.Diff([]string{"read", "shell", "mcp__*"}, keys); diff != "" {
		t.Error(diff)
	}
	if got := Resolve(set, NewCall("bash", "git status")); got.Decision != Deny || got.Origin.Scope != "project" {
		t.Errorf("%+v", got)
	}
	if got := (*Set)(nil).Over(global); got != global {
		t.Error("nil over a set")
	}
	if got := global.Over(nil); got != global {
		t.Error("a set over nil")
	}
}

func TestX8_RepositoryMayOnlyTighten(t *testing.T) {
	own := mustParse(t, `{"bash":{"*":"ask","git *":"allow"}}`)
	repo, _ := Parse(Source{File: "repo.json", Scope: "repository"}, []byte(`{"bash":{"*":"allow","git push *":"deny"},"read":{"*":"allow"},"new_tool":"allow"}`))
	set := repo.OnlyTightening().Over(own)
	for _, c := range []struct {
		call Call
		want Decision
	}{
		{NewCall("bash", "npm publish"), Ask},
		{NewCall("bash", "git status"), Allow},
		{NewCall("bash", "git push"), Deny},
		{NewCall("read", ".env"), Deny},
		{NewCall("read", "a.ts"), Allow},
		{NewCall("new_tool"), Ask},
	} {
		if got := Resolve(set, c.call); got.Decision != c.want {
			t.Errorf("%v: %v by %s", c.call, got.Decision, got.Rule())
		}
	}
	if (*Set)(nil).OnlyTightening() != nil {
		t.Error("nil set")
	}
}

func TestDefaults(t *testing.T) {
	set := Defaults(nil)
	check := func(name string, call Call, want Decision) {
		t.Helper()
		if got := Resolve(set, call); got.Decision != want || !got.Default {
			t.Errorf("%s: %v by %q", name, got.Decision, got.Pattern)
		}
	}
	for _, tool := range []string{"read_file", "read_many_files"} {
		for _, path := range []string{"src/app.ts", ".env.example", "a/.env.example", ".env.sample", ".env.template"} {
			check("R174 "+path, NewCall(tool, path), Allow)
		}
		for _, path := range []string{".env", "config/.env", ".env.local", "x.env.bak", "certs/key.pem", ".env.example.bak", ".ENV", "X.Pem"} {
			check("R174 "+path, NewCall(tool, path), Deny)
		}
	}
	for tool := range strings.FieldsSeq("write_file edit_file multi_edit apply_patch move_file delete_file insert_lines delete_lines replace_lines append_file prepend_file bash web_fetch") {
		check("R176 "+tool, NewCall(tool, "x"), Ask)
	}
	freeTools := strings.Fields("glob grep list_dir task todo_write remember recall forget skill ask current_time git_status git_diff git_log git_show git_blame git_branch git_commit_message")
	for _, tool := range freeTools {
		check("R177 "+tool, NewCall(tool), Allow)
	}
	less := cmpopts.SortSlices(func(a, b string) bool { return a < b })
	if diff := cmp.Diff(freeTools, Free(), less); diff != "" {
		t.Errorf("R178 %s", diff)
	}
}

func TestR175_SensitivePathsOfTheCaller(t *testing.T) {
	sensitive := func(path string) bool {
		for suffix := range strings.FieldsSeq(".envrc id_rsa .aws/credentials .npmrc .netrc .key .p12") {
			if strings.HasSuffix(path, suffix) {
				return true
			}
		}
		return false
	}
	for path := range strings.FieldsSeq(".envrc .ENV id_rsa .aws/credentials .npmrc .netrc tls.key x.p12") {
		if got := Resolve(Defaults(sensitive), NewCall("read_file", path)); got.Decision != Deny {
			t.Errorf("%s: %v", path, got.Decision)
		}
	}
	if got := Resolve(Defaults(sensitive), NewCall("read_file", "a.ts")); got.Decision != Allow {
		t.Errorf("a.ts: %v", got.Decision)
	}
	if got := Resolve(Defaults(sensitive), NewCall("read_file")); got.Decision != Allow {
		t.Errorf("no subject: %v", got.Decision)
	}
}

// FuzzResolve checks that no call is allowed while a rule denies one of its
// subjects finally, judged one pattern at a time.
func FuzzResolve(f *testing.F) {
	f.Add(`{"bash":{"*":"allow","rm *":"deny"}}`, "Bash", "git status", "rm -r x", "sudo rm")
	f.Add(`{"*":"allow","read":{"*":"ask","src/":"allow","**/x":"deny"}}`, "view", "src/a", "../x", "/x")
	f.Add(`{"mcp":{"a*":"deny"},"m?p__*":"allow"}`, "mcp__a__b", "", "", "")
	f.Add(`{"read":{"*":"allow","*.env":"denny"}}`, "read", "a", "x/.env", "b")
	f.Fuzz(func(t *testing.T, text, tool, a, b, strict string) {
		own, _ := Parse(Source{}, []byte(text))
		kind := KindOf(tool)
		call := Call{Tools: []string{tool}, Subjects: []Subject{
			{Kind: kind, Forms: []string{a}, Strict: []string{strict}}, {Kind: kind, Forms: []string{b}}}}
		set := own.Over(Defaults(nil))
		got := Resolve(set, call)
		(Options{Rules: set, Yolo: true}).Decide(call)
		own.Lint()
		if got.Decision != Allow {
			return
		}
		n := namesOf(call.Tools)
		found := pick(set.entries, &n, false, false)
		if found == nil {
			found = pick(set.entries, &n, false, true)
		}
		for _, e := range found {
			if e.id == "mcp" {
				continue
			}
			for _, form := range []string{a, b} {
				for i := len(e.Rules) - 1; i >= 0; i-- {
					if r := e.Rules[i]; e.Plain || Match(r.Pattern, form) && !climbs(form) {
						if r.Decision == Deny {
							t.Fatalf("%q is denied by %q in %s", form, r.Pattern, text)
						}
						break
					} else if kind.covers(r.Pattern, form) {
						break
					}
				}
			}
		}
		if len(own.tighten) > 0 {
			if base := Resolve(Defaults(nil), call); base.Decision > Allow {
				t.Fatalf("a file with mistakes lifts %v: %s", base.Decision, text)
			}
		}
	})
}

func BenchmarkResolve(b *testing.B) {
	set := mustParse(b, `{"bash":{"*":"ask","ls *":"allow","echo *":"allow","cat *":"allow","git status *":"allow","git log *":"allow","npm test *":"allow","rm *":"deny"}}`)
	call := NewCall("Bash", "git status --short", "ls -la", "npm run build")
	for b.Loop() {
		Resolve(set, call)
	}
}

func BenchmarkDefaults(b *testing.B) {
	for b.Loop() {
		Defaults(nil)
	}
}
