package importer

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel/rules"
)

// show writes a result as one line a rule.
func show(r Result) []string {
	var out []string
	for _, l := range r.Lines {
		text := l.Fate.String() + " " + string(l.Decision) + " " + l.Text
		for _, x := range l.Rules {
			text += " > " + x.Tool + " " + x.Pattern
		}
		out = append(out, text)
	}
	return out
}

func TestClaude(t *testing.T) {
	r, err := Read("claude", "settings.json", []byte(`{
  // mine
  "permissions": {
    "allow": ["Bash(npm run test:*)", "Bash(npm run build)", "Bash(ls)", "Bash", "Bash(*)", "Bash(git * main)", "Bash(a && b)", "Bash(what?)",
      "Read(src/**)", "Edit(docs/**)", "Edit(docs/*)", "Edit", "WebFetch(domain:Example.com)", "WebFetch", "WebSearch", "mcp__github", "mcp__github__get_issue",
      "mcp__*", "Skill(x)", "Bash(unclosed", "Write(/**)", "Edit(../x)", "Bash(echo a\nrm b)"],
    "ask": ["Bash(git push:*)", "Bash", "Edit(migrations/**)", "WebFetch"],
    "deny": ["Bash(curl:*)", "Bash(rm)", "Read(./.env)", "Read(secrets/**)", "Read(*.key)", "Read(~/private/**)", "Read(//etc/shadow)", "Read(/build/*)",
      "Edit(**/gen/**)", "WebFetch(domain:evil.example)", "mcp__db__drop", "Read([ab].txt)", "Agent(x)", "Task"],
    "defaultMode": "acceptEdits", "additionalDirectories": ["../x"]
  }
}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"taken over allow Bash(npm run test:*) > bash npm run test *",
		"taken over allow Bash(npm run build) > bash npm run build",
		"left out allow Bash(ls)",
		"left out allow Bash",
		"left out allow Bash(*)",
		"taken over allow Bash(git * main) > bash git * main",
		"left out allow Bash(a && b)",
		"left out allow Bash(what?)",
		"left out allow Read(src/**)",
		"taken over allow Edit(docs/**) > edit docs/* > write docs/*",
		"left out allow Edit(docs/*)",
		"left out allow Edit",
		"tightened allow WebFetch(domain:Example.com) > web_fetch https://example.com > web_fetch https://example.com/*",
		"left out allow WebFetch",
		"taken over allow WebSearch > web_search ",
		"taken over allow mcp__github > mcp__github__* ",
		"taken over allow mcp__github__get_issue > mcp__github__get_issue ",
		"left out allow mcp__*",
		"left out allow Skill(x)",
		"left out allow Bash(unclosed",
		"left out allow Write(/**)",
		"left out allow Edit(../x)",
		"left out allow Bash(echo a\nrm b)",
		"taken over ask Bash(git push:*) > bash git push *",
		"left out ask Bash",
		"taken over ask Edit(migrations/**) > edit migrations/* > write migrations/*",
		"taken over ask WebFetch > web_fetch ",
		"taken over deny Bash(curl:*) > bash curl *",
		"tightened deny Bash(rm) > bash rm *",
		"taken over deny Read(./.env) > read .env",
		"taken over deny Read(secrets/**) > read secrets/*",
		"tightened deny Read(*.key) > read *.key",
		"taken over deny Read(~/private/**) > read ~/private/*",
		"taken over deny Read(//etc/shadow) > read /etc/shadow",
		"tightened deny Read(/build/*) > read build/*",
		"taken over deny Edit(**/gen/**) > edit gen/* > edit */gen/* > write gen/* > write */gen/*",
		"taken over deny WebFetch(domain:evil.example) > web_fetch http://evil.example* > web_fetch https://evil.example*",
		"taken over deny mcp__db__drop > mcp__db__drop ",
		"left out deny Read([ab].txt)",
		"left out deny Agent(x)",
		"taken over deny Task > Task ",
	}
	if diff := cmp.Diff(want, show(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(r.Notes) != 2 {
		t.Errorf("notes %q", r.Notes)
	}
	reads(t, r)
}

// reads checks that what is offered is a permission block without a mistake.
func reads(t *testing.T, r Result) *rules.Set {
	t.Helper()
	block := "{"
	for i, e := range r.Permission() {
		if i > 0 {
			block += ","
		}
		block += fmt.Sprintf("%q: %s", e.Tool, e.JSON)
	}
	block += "}"
	if !json.Valid([]byte(block)) {
		t.Fatalf("no JSON: %s", block)
	}
	set, problems := rules.Parse(rules.Source{}, []byte(block))
	for _, p := range problems {
		if !p.Warning {
			t.Errorf("%v in %s", p, block)
		}
	}
	return set
}

func TestCodex(t *testing.T) {
	r, err := Read("codex", "default.rules", []byte(`# mine
prefix_rule(pattern=["git", ["fetch", "status"]], decision="allow")
prefix_rule(
    pattern = ["gh", "pr", "view"],   # no decision: allow
    justification = 'reading "only"',
    match = [["gh", "pr", "view", "1"], "gh pr view --json x"],
)
prefix_rule(pattern=["rm"], decision="forbidden")
prefix_rule(pattern=["npm", "publish"], decision="prompt")
prefix_rule(pattern=["bash", "-lc", "x y"], decision="allow")
prefix_rule(pattern=["ls"], decision="maybe")
prefix_rule(pattern=[], decision="allow")
host_executable(name="git", paths=["/usr/bin/git"])
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`taken over allow prefix_rule(pattern=["git", ["fetch", "status"]], decision="allow") > bash git fetch * > bash git status *`,
		`taken over allow prefix_rule( pattern = ["gh", "pr", "view"], # no decision: allow justification = 'reading "only"', match = [["gh", "pr", "view", "1"], "gh pr view --json x"], ) > bash gh pr view *`,
		`taken over deny prefix_rule(pattern=["rm"], decision="forbidden") > bash rm *`,
		`taken over ask prefix_rule(pattern=["npm", "publish"], decision="prompt") > bash npm publish *`,
		`left out allow prefix_rule(pattern=["bash", "-lc", "x y"], decision="allow")`,
		`left out  prefix_rule(pattern=["ls"], decision="maybe")`,
		`left out allow prefix_rule(pattern=[], decision="allow")`,
		`left out  host_executable(name="git", paths=["/usr/bin/git"])`,
	}
	if diff := cmp.Diff(want, show(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	reads(t, r)
	for _, broken := range []string{"prefix_rule(", "x = 1", `prefix_rule(pattern=["a"`, `prefix_rule(pattern="a" "b")`, "prefix_rule(pattern='''a''')", "prefix_rule(pattern=\"a\nb\")",
		`prefix_rule(pattern=["\x41"])`, "for x in y:\n  prefix_rule()", "prefix_rule(pattern=" + strings.Repeat("[", 100) + ")"} {
		if _, err := Read("codex", "x.rules", []byte(broken)); err == nil {
			t.Errorf("%q: no error", broken)
		}
	}
	r, err = Read("codex", "config.toml", []byte("approval_policy = \"on-request\"\nsandbox_mode = \"workspace-write\"\n"))
	if err != nil || len(r.Notes) != 2 {
		t.Errorf("config: %+v, %v", r, err)
	}
}

func TestGemini(t *testing.T) {
	r, err := Read("gemini", "settings.json", []byte(`{"tools": {"allowed": ["run_shell_command(git status)", "run_shell_command", "read_file", "replace", "mcp_github_get"],
		"exclude": ["run_shell_command(rm)", "web_fetch", "x__y"], "core": ["read_file"]}, "mcp": {"excluded": ["db"], "allowed": ["x"]}, "excludeTools": ["write_file"]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"taken over allow run_shell_command(git status) > bash git status *",
		"left out allow run_shell_command",
		"left out allow read_file",
		"left out allow replace",
		"taken over allow mcp_github_get > mcp__github__get ",
		"taken over deny run_shell_command(rm) > bash rm *",
		"taken over deny web_fetch > web_fetch ",
		"taken over deny x__y > mcp__x__y ",
		"taken over deny write_file > write ",
		"taken over deny mcp.excluded db > mcp__db__* ",
	}
	if diff := cmp.Diff(want, show(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	reads(t, r)
	r, err = Read("gemini", "my.toml", []byte(`
[[rule]]
toolName = "run_shell_command"
commandPrefix = ["git status", "npm run "]
decision = "allow"
priority = 100
[[rule]]
toolName = "run_shell_command"
commandPrefix = "rm -rf"
decision = "deny"
[[rule]]
toolName = "run_shell_command"
commandRegex = "git (push|pull)"
decision = "ask_user"
[[rule]]
toolName = "*"
decision = "allow"
[[rule]]
mcpName = "db"
toolName = "drop"
decision = "deny"
[[rule]]
mcpName = "docs"
decision = "allow"
[[rule]]
toolName = ["write_file", "replace"]
decision = "deny"
modes = ["yolo"]
[[rule]]
decision = "never"
`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range show(r) {
		fate, rest, _ := strings.Cut(l, " > ")
		got = append(got, strings.Join(strings.Fields(fate)[:3], " ")+" > "+rest)
	}
	want = []string{
		"tightened allow commandPrefix=[git > bash git status *",
		"taken over allow > bash npm run *",
		"taken over deny > bash rm -rf*",
		"left out ask > ",
		"left out allow > ",
		"taken over deny > mcp__db__drop ",
		"taken over allow > mcp__docs__* ",
		"left out deny > ",
		"left out decision=never > ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	reads(t, r)
}

func TestOpencode(t *testing.T) {
	r, err := Read("opencode", "opencode.jsonc", []byte(`{
  "permission": {
    "bash": {"*": "ask", "git *": "allow", "git push *": "deny", "ls": "allow", "*": "ask"},
  }
}`))
	if err == nil {
		t.Errorf("a pattern twice: %v", show(r))
	}
	r, err = Read("opencode", "opencode.jsonc", []byte(`{
  "permission": {
    "bash": {"*": "allow", "git *": "allow", "git push *": "deny", "git push --dry-run *": "allow", "* --help": "allow", "npm test": "allow", "ls": "allow",}, // order counts
    "edit": {"docs/**": "allow", "*.lock": "deny"},
    "read": {"*.key": "deny", "*": "allow"},
    "webfetch": "ask", "external_directory": "ask", "skill": {"x": "deny"}, "doom_loop": "ask", "bash2": "perhaps"
  }, "agent": {"x": {}}
}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"left out allow bash * allow",
		"taken over allow bash git * allow > bash git *",
		"taken over deny bash git push * deny > bash git push *",
		"taken over allow bash git push --dry-run * allow > bash git push --dry-run *",
		"left out allow bash * --help allow",
		"taken over allow bash npm test allow > bash npm test",
		"left out allow bash ls allow",
		"taken over allow edit docs/** allow > edit docs/* > write docs/*",
		"taken over deny edit *.lock deny > edit *.lock > write *.lock",
		"taken over deny read *.key deny > read *.key",
		"left out allow read * allow",
		"taken over ask webfetch ask > web_fetch ",
		"taken over ask external_directory ask > external_directory ",
		"left out deny skill x deny",
		"taken over ask doom_loop ask > doom_loop ",
		"left out perhaps bash2 perhaps",
	}
	if diff := cmp.Diff(want, show(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	set := reads(t, r)
	for command, want := range map[string]rules.Decision{"git push --dry-run x": rules.Allow, "git push x": rules.Deny, "git log": rules.Allow} {
		if got := rules.Resolve(set, rules.NewCall("bash", command)); got.Decision != want {
			t.Errorf("%s: %v", command, got)
		}
	}
	if r, err := Read("opencode", "x", []byte(`{"permission": "allow"}`)); err != nil || len(r.Permission()) != 0 {
		t.Errorf("allow everything: %v, %v", show(r), err)
	}
	for _, broken := range []string{"[]", `{"permission": 5}`, `{"permission": {"bash": 5}}`, "{"} {
		if _, err := Read("opencode", "x", []byte(broken)); err == nil {
			t.Errorf("%q: no error", broken)
		}
	}
}

func TestCopilot(t *testing.T) {
	r, err := Read("copilot", "alias", []byte(`alias cop="copilot --allow-tool 'shell(git:*)' --allow-tool=shell(npm\ test) --deny-tool 'shell(git push)' --allow-tool write
  --deny-tool 'github(delete_repo)' --allow-tool 'github' --deny-tool 'write(.github/**)' --allow-all-tools --deny-tool 'url(evil.example)' --deny-tool 'shell(rm'"`))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Lines) != 0 {
		t.Errorf("words inside of other quotes: %v", show(r))
	}
	r, err = Read("copilot", "script", []byte(`copilot --allow-tool 'shell(git:*)' --deny-tool 'shell(git push)' --allow-tool write --allow-tool='shell(npm test)'
  --deny-tool 'github(delete_repo)' --allow-tool 'github' --deny-tool 'write(.github/**)' --allow-all-tools --deny-tool 'url(evil.example)' --deny-tool 'shell(rm'`))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"taken over allow shell(git:*) > bash git *",
		"tightened deny shell(git push) > bash git push *",
		"left out allow write",
		"taken over allow shell(npm test) > bash npm test",
		"taken over deny github(delete_repo) > mcp__github__delete_repo ",
		"taken over allow github > mcp__github__* ",
		"taken over deny write(.github/**) > edit .github/* > write .github/*",
		"left out allow --allow-all-tools",
		"taken over deny url(evil.example) > web_fetch http://evil.example* > web_fetch https://evil.example*",
		"left out deny shell(rm",
	}
	if diff := cmp.Diff(want, show(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	reads(t, r)
	r, err = Read("copilot", "permissions-config.json", []byte(`{"locations": {"/home/dev/p": {"tool_approvals": [{"kind": "commands", "commandIdentifiers": ["git push"]}]}}}`))
	if err != nil || len(r.Lines) != 1 || r.Lines[0].Fate != LeftOut {
		t.Errorf("approvals: %v, %v", show(r), err)
	}
}

// TestNothingIsWidened: with what is offered, no call is allowed that the
// client's rules do not allow, and reading is not freer than without any rules.
func TestNothingIsWidened(t *testing.T) {
	r, err := Read("claude", "settings.json", []byte(`{"permissions": {
		"allow": ["Bash(npm run test:*)", "Bash(make lint)", "Edit(docs/**)", "WebFetch(domain:go.dev)", "mcp__github__get"],
		"deny": ["Read(secrets/**)", "Bash(npm run test:prod:*)"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	set := reads(t, r).Over(rules.Defaults(nil))
	for _, tt := range []struct {
		tool, subject string
		want          rules.Decision
	}{
		{"bash", "npm run test", rules.Allow},
		{"bash", "npm run test -- x", rules.Allow},
		{"bash", "npm run tests", rules.Ask},
		{"bash", "npm run test:prod x", rules.Deny},
		{"bash", "make lint", rules.Allow},
		{"bash", "make lint x", rules.Ask},
		{"write", "docs/a/b.md", rules.Allow},
		{"write", "src/docs/b.md", rules.Ask},
		{"web_fetch", "https://go.dev/x", rules.Allow},
		{"web_fetch", "https://go.dev.evil.example/", rules.Ask},
		{"web_fetch", "http://go.dev/", rules.Ask},
		{"mcp__github__get", "", rules.Allow},
		{"mcp__github__get_all", "", rules.Ask},
		{"read", "src/a.go", rules.Allow},
		{"read", "secrets/x", rules.Deny},
		{"read", "conf/.env", rules.Deny},
		{"read", "conf/.env.example", rules.Allow},
		{"read", "server.pem", rules.Deny},
		{"read", "~/.aws/credentials", rules.Deny},
		{"read", "~/.ssh/id_ed25519", rules.Deny},
		{"read", "~/.ssh/id_ed25519.pub", rules.Allow},
	} {
		if got := rules.Resolve(set, rules.NewCall(tt.tool, tt.subject)); got.Decision != tt.want {
			t.Errorf("%s %q: %v, want %v", tt.tool, tt.subject, got, tt.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	if _, err := Read("nobody", "x", nil); err == nil {
		t.Error("unknown client: no error")
	}
	for _, client := range Clients() {
		if _, err := Read(client, "x.json", []byte("{")); err == nil {
			t.Errorf("%s: broken file: no error", client)
		}
		if len(Files(client)) == 0 {
			t.Errorf("%s: no files", client)
		}
	}
	r, err := Read("claude", "x", []byte(`{"permissions": {"deny": ["Bash(`+strings.Repeat("x", 2000)+`)", "Bash(a\u0007b)"]}}`))
	if err != nil || len(r.Permission()) != 0 {
		t.Errorf("long and hidden: %v, %v", r.Permission(), err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("claude", "settings.json", []byte(`{"permissions": {"allow": ["Bash(npm run test:*)"], "deny": ["Read(**/x/**)"]}}`))
	f.Add("codex", "x.rules", []byte(`prefix_rule(pattern=["git", ["a", "b"]], decision="allow")`))
	f.Add("gemini", "x.toml", []byte("[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = \"git\"\ndecision = \"allow\"\n"))
	f.Add("opencode", "x.json", []byte(`{"permission": {"bash": {"git *": "allow"}}}`))
	f.Add("copilot", "x", []byte(`copilot --allow-tool 'shell(git:*)'`))
	f.Fuzz(func(t *testing.T, client, file string, data []byte) {
		r, err := Read(client, file, data)
		if err != nil {
			return
		}
		reads(t, r)
	})
}
