package claude

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// captures gives the recorded events by file name.
func captures(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", "clients", "claude", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no captures: %v", err)
	}
	events := make(map[string][]byte)
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		events[strings.TrimSuffix(filepath.Base(f), ".json")] = b
	}
	return events
}

func env(vars map[string]string) hook.Env {
	return hook.Env{Getenv: func(name string) string { return vars[name] }, Home: "/home/dev"}
}

// preTool makes a PreToolUse event.
func preTool(tool, input string) string {
	return `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"` + tool +
		`","tool_use_id":"t","tool_input":` + input + `}`
}

func TestX11ClaudeActions(t *testing.T) {
	tests := []struct {
		tool, input string
		want        sentinel.Action
	}{
		{"Bash", `{"command":"ls"}`, sentinel.ActionShell},
		{"PowerShell", `{"command":"dir"}`, sentinel.ActionShell},
		{"Monitor", `{"command":"tail -f x","description":"d"}`, sentinel.ActionShell},
		{"Monitor", `{"ws":"wss://example.com","description":"d"}`, sentinel.ActionOther},
		{"Monitor", `{"command":"ls","ws":"wss://example.com"}`, sentinel.ActionOther},
		{"Read", `{"file_path":"/p/a"}`, sentinel.ActionRead},
		{"Write", `{"file_path":"/p/a","content":""}`, sentinel.ActionWrite},
		{"Edit", `{"file_path":"/p/a","old_string":"a","new_string":"b"}`, sentinel.ActionEdit},
		{"MultiEdit", `{"file_path":"/p/a","edits":[]}`, sentinel.ActionEdit},
		{"NotebookEdit", `{"notebook_path":"/p/a.ipynb","edit_mode":"delete"}`, sentinel.ActionEdit},
		{"Glob", `{"pattern":"*"}`, sentinel.ActionList},
		{"LS", `{"path":"/p"}`, sentinel.ActionList},
		{"Grep", `{"pattern":"x","path":"src"}`, sentinel.ActionSearch},
		{"WebFetch", `{"url":"https://example.com","prompt":"?"}`, sentinel.ActionFetch},
		{"WebSearch", `{"query":"x"}`, sentinel.ActionFetch},
		{"Agent", `{"prompt":"x"}`, sentinel.ActionTask},
		{"Task", `{"prompt":"x"}`, sentinel.ActionTask},
		{"Skill", `{"skill":"x"}`, sentinel.ActionTask},
		{"TodoWrite", `{"todos":[]}`, sentinel.ActionTask},
		{"ExitPlanMode", `{"plan":"x"}`, sentinel.ActionTask},
		{"CronCreate", `{"cron":"* * * * *","prompt":"x"}`, sentinel.ActionOther},
		{"Workflow", `{"script":"x"}`, sentinel.ActionOther},
		{"EnterWorktree", `{}`, sentinel.ActionOther},
		{"mcp__echo__say", `{"text":"x"}`, sentinel.ActionMCP},
		{"bash", `{"command":"ls"}`, sentinel.ActionOther},
		{"Frobnicate", `{}`, sentinel.ActionOther},
	}
	for _, tt := range tests {
		t.Run(tt.tool, func(t *testing.T) {
			ev, err := Client{}.Decode([]byte(preTool(tt.tool, tt.input)), hook.Env{})
			if err != nil {
				t.Fatal(err)
			}
			if ev.Call.Action != tt.want || ev.Call.Tool != tt.tool || ev.Call.ID != "t" || ev.Call.Session != "s" {
				t.Errorf("got %+v, want action %v", ev.Call, tt.want)
			}
		})
	}
}

func TestX13ClaudeBrokenEvents(t *testing.T) {
	bash := preTool("Bash", `{"command":"ls"}`)
	tests := []struct{ name, event, want string }{
		{"nothing", "", "line 1"},
		{"no object", `["PreToolUse"]`, "object"},
		{"junk behind", bash + "x", "junk"},
		{"two objects", bash + bash, "junk"},
		{"a name twice", strings.Replace(bash, `"cwd":"/p"`, `"cwd":"/p","tool_name":"Read"`, 1), "tool_name"},
		{"a name twice in the input", preTool("Bash", `{"command":"ls","command":"rm -rf x"}`), "command"},
		{"a name twice but for its case", preTool("Bash", `{"command":"ls","Command":"rm -rf x"}`), "ommand"},
		{"cut off", bash[:len(bash)-2], "line 1"},
		{"too large", bash + strings.Repeat(" ", hook.MaxEvent), "more than"},
		{"too deep", preTool("Bash", strings.Repeat(`{"a":`, 3000)+"1"+strings.Repeat("}", 3000)), "line 1"},
		{"broken UTF-8", preTool("Bash", "{\"command\":\"\xff\"}"), "UTF-8"},
		{"NUL", preTool("Bash", `{"command":"ls\u0000"}`), "NUL"},
		{"no event name", strings.Replace(bash, "hook_event_name", "event", 1), "hook_event_name"},
		{"event name is no string", strings.Replace(bash, `"PreToolUse"`, `5`, 1), "hook_event_name"},
		{"event of another client", strings.Replace(bash, `PreToolUse`, `preToolUse`, 1), "spelled"},
		{"no tool", strings.Replace(bash, "tool_name", "tool", 1), "tool_name"},
		{"empty tool", preTool("", `{}`), "tool_name"},
		{"control character in tool", preTool(`Ba\nsh`, `{}`), "tool_name"},
		{"long tool", preTool(strings.Repeat("x", 300), `{}`), "tool_name"},
		{"no input", strings.Replace(bash, "tool_input", "input", 1), "tool_input"},
		{"input is null", preTool("Bash", `null`), "tool_input"},
		{"input is a list", preTool("Bash", `["ls"]`), "tool_input"},
		{"no command", preTool("Bash", `{}`), "command"},
		{"command is a list", preTool("Bash", `{"command":["ls"]}`), "command"},
		{"monitor of nothing", preTool("Monitor", `{"description":"x"}`), "command"},
		{"write without content", preTool("Write", `{"file_path":"/a"}`), "content"},
		{"read of a number", preTool("Read", `{"file_path":5}`), "file_path"},
		{"search in a number", preTool("Grep", `{"pattern":"x","path":5}`), "path"},
		{"no cwd", strings.Replace(bash, `"cwd":"/p",`, ``, 1), "cwd"},
		{"relative cwd", strings.Replace(bash, `"/p"`, `"p"`, 1), "cwd"},
		{"session is a number", strings.Replace(bash, `"s"`, `5`, 1), "session_id"},
		{"agent is a list", strings.Replace(bash, `"cwd"`, `"agent_type":[],"cwd"`, 1), "agent_type"},
		{"server is a string", preTool("mcp__a__b", `{},"mcp_server":"a"`), "mcp_server"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ev, err := Client{}.Decode([]byte(tt.event), hook.Env{})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one about %q", err, tt.want)
			}
			if ev.Kind != hook.PreTool || ev.Call.Tool != "" {
				t.Errorf("a broken event gave %+v", ev)
			}
		})
	}
}

func TestClaudeOtherEvents(t *testing.T) {
	tests := []struct {
		name, event string
		want        hook.Kind
		fails       bool
	}{
		{"unknown event", `{"hook_event_name":"SomethingNew","cwd":5}`, hook.Other, false},
		{"prompt", `{"hook_event_name":"UserPromptSubmit","prompt":"x"}`, hook.Other, false},
		{"broken event after a call", `{"hook_event_name":"PostToolUse"}`, hook.PostTool, true},
		{"broken failure", `{"hook_event_name":"PostToolUseFailure","cwd":"/p","tool_name":"Read","tool_input":{"file_path":"/a"},"is_interrupt":"no"}`,
			hook.PostToolFailed, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ev, err := Client{}.Decode([]byte(tt.event), hook.Env{})
			if ev.Kind != tt.want || (err != nil) != tt.fails {
				t.Errorf("got %v, %v", ev.Kind, err)
			}
		})
	}
}

func TestClaudeEnvironment(t *testing.T) {
	tests := []struct {
		name     string
		vars     map[string]string
		attended bool
		project  string
		shell    string
	}{
		{"nothing is told", nil, false, "", ""},
		{"terminal", map[string]string{"CLAUDE_CODE_SESSION_ATTENDED": "1", "CLAUDE_PROJECT_DIR": "/p", "SHELL": "/bin/zsh"}, true, "/p", "zsh"},
		{"print mode", map[string]string{"CLAUDE_CODE_SESSION_ATTENDED": "0", "CLAUDE_CODE_ENTRYPOINT": "cli"}, false, "", ""},
		{"unknown word", map[string]string{"CLAUDE_CODE_SESSION_ATTENDED": "true"}, false, "", ""},
		{"older terminal", map[string]string{"CLAUDE_CODE_ENTRYPOINT": "cli"}, true, "", ""},
		{"older print mode", map[string]string{"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, false, "", ""},
		{"relative project", map[string]string{"CLAUDE_PROJECT_DIR": "p"}, false, "", ""},
		{"own shell of the client", map[string]string{"CLAUDE_CODE_SHELL": "/usr/bin/bash", "SHELL": "/bin/zsh"}, false, "", "bash"},
		{"other shell", map[string]string{"SHELL": "/usr/bin/fish"}, false, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ev, err := Client{}.Decode([]byte(preTool("Bash", `{"command":"ls"}`)), env(tt.vars))
			if err != nil {
				t.Fatal(err)
			}
			if c := ev.Call; c.Attended != tt.attended || c.Project != tt.project || c.Shell != tt.shell {
				t.Errorf("got attended %v project %q shell %q", c.Attended, c.Project, c.Shell)
			}
		})
	}
	ev, err := Client{}.Decode([]byte(preTool("PowerShell", `{"command":"ls"}`)), env(map[string]string{"SHELL": "/bin/zsh"}))
	if err != nil || ev.Call.Shell != "powershell" {
		t.Errorf("PowerShell: %q, %v", ev.Call.Shell, err)
	}
}

func TestR181ClaudeSubAgents(t *testing.T) {
	tests := []struct{ member, agent, id string }{
		{``, "claude", ""},
		{`"agent_id":"a1","agent_type":"general-purpose",`, "claude/general-purpose", "a1"},
		{`"agent_id":"a1",`, "claude/a1", "a1"},
	}
	for _, tt := range tests {
		event := strings.Replace(preTool("Bash", `{"command":"ls"}`), `"cwd"`, tt.member+`"cwd"`, 1)
		ev, err := Client{}.Decode([]byte(event), hook.Env{})
		if err != nil || ev.Call.Agent != tt.agent || ev.SubAgent != tt.id || ev.Kind != hook.PreTool {
			t.Errorf("%s: agent %q id %q, %v", tt.member, ev.Call.Agent, ev.SubAgent, err)
		}
	}
}

func TestClaudeServers(t *testing.T) {
	tests := []struct{ tool, server, wantServer, wantTool string }{
		{"mcp__echo__say", "", "echo", "say"},
		{"mcp__echo__say", "echo", "echo", "say"},
		{"mcp__my__server__say", "my__server", "my__server", "say"},
		{"mcp__my__server__say", "", "my", "server__say"},
		{"mcp__my_server__say", "my.server", "my.server", "say"},
		{"mcp__echo__say", "liar", "echo", "say"},
		{"mcp__echo", "", "echo", ""},
	}
	for _, tt := range tests {
		if s, n := hook.Server(tt.tool, "mcp__", "__", tt.server); s != tt.wantServer || n != tt.wantTool {
			t.Errorf("Server(%q, %q) = %q, %q", tt.tool, tt.server, s, n)
		}
	}
}

func TestClaudeEncode(t *testing.T) {
	allow := `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}` + "\n"
	answer := func(word, reason, more string) string {
		return `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"` + word +
			`","permissionDecisionReason":"` + reason + `"` + more + "}}\n"
	}
	tests := []struct {
		name           string
		a              hook.Answer
		stdout, stderr string
		exit           int
	}{
		{"R371 zero refuses", hook.Answer{}, answer("deny", "refused by sentinel", ""), "refused by sentinel\n", 2},
		{"R395 deny", hook.Answer{Reason: "a\n\"b\""}, answer("deny", `a\n\"b\"`, ""), "a\n\"b\"\n", 2},
		{"deny never edits", hook.Answer{Reason: "a", Input: map[string]any{"command": "x"}}, answer("deny", "a", ""), "a\n", 2},
		{"unknown verdict refuses", hook.Answer{Verdict: 99, Reason: "a"}, answer("deny", "a", ""), "a\n", 2},
		{"allow", hook.Answer{Verdict: hook.Allow}, allow, "", 0},
		{"allow with reason", hook.Answer{Verdict: hook.Allow, Reason: "only reads"}, answer("allow", "only reads", ""), "", 0},
		{"allow with edit", hook.Answer{Verdict: hook.Allow, Reason: "r", Input: map[string]any{"command": "ls"}},
			answer("allow", "r", `,"updatedInput":{"command":"ls"}`), "", 0},
		{"allow with an edit that is no JSON", hook.Answer{Verdict: hook.Allow, Input: map[string]any{"n": math.NaN()}},
			answer("deny", "the edited call cannot be written as JSON: json: unsupported value: NaN", ""),
			"the edited call cannot be written as JSON: json: unsupported value: NaN\n", 2},
		{"allow of a dialogue", hook.Answer{Verdict: hook.Allow, Dialogue: true, Reason: "r"}, "", "", 0},
		{"deny of a dialogue", hook.Answer{Dialogue: true, Reason: "r"}, answer("deny", "r", ""), "r\n", 2},
		{"abstain", hook.Answer{Verdict: hook.Abstain, Reason: "r"}, "", "", 0},
		{"ask", hook.Answer{Verdict: hook.Ask, Attended: true, Reason: "push?\nShape: git push"}, answer("ask", `push?\nShape: git push`, ""), "", 0},
		{"R209 ask with nobody there", hook.Answer{Verdict: hook.Ask, Reason: "push?"},
			answer("deny", `This needs a person's yes, and nobody can be asked in this session.\npush?\nTo let it through, a person repeats it in an interactive session and answers the question there, or allows it in the gate's own configuration.`, ""),
			"This needs a person's yes, and nobody can be asked in this session.\npush?\nTo let it through, a person repeats it in an interactive session and answers the question there, or allows it in the gate's own configuration.\n", 2},
		{"other events get silence", hook.Answer{Kind: hook.PostTool, Reason: "r"}, "", "", 0},
		{"unknown events get silence", hook.Answer{Kind: hook.Other}, "", "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stdout, stderr, exit := Client{}.Encode(tt.a)
			if diff := cmp.Diff([]any{tt.stdout, tt.stderr, tt.exit}, []any{string(stdout), string(stderr), exit}); diff != "" {
				t.Errorf("Encode (-want +got):\n%s", diff)
			}
			if len(stdout) > 0 && !json.Valid(stdout) {
				t.Errorf("no JSON: %s", stdout)
			}
		})
	}
}

func TestClaudeDialogues(t *testing.T) {
	for _, tool := range []string{"AskUserQuestion", "ExitPlanMode", "EnterPlanMode"} {
		ev, err := Client{}.Decode([]byte(preTool(tool, `{}`)), hook.Env{})
		if err != nil {
			t.Fatal(err)
		}
		d := sentinel.Decision{Permitted: true, Outcome: sentinel.Allowed}
		if out, _, exit := (Client{}).Encode(hook.For(ev, d, "")); len(out) != 0 || exit != 0 {
			t.Errorf("%s: allow must not skip the client's own question, got %s", tool, out)
		}
	}
}

// FuzzClaudeDecode looks for events that panic, or that are read as a tool call
// though the parts that a verdict rests on are not there.
func FuzzClaudeDecode(f *testing.F) {
	for _, event := range captures(f) {
		f.Add(event)
	}
	f.Add([]byte(preTool("Bash", `{"command":"ls","command":"x"}`)))
	f.Fuzz(func(t *testing.T, event []byte) {
		ev, err := Client{}.Decode(event, hook.Env{})
		switch {
		case err != nil:
			if ev.Call.Tool != "" {
				t.Errorf("error and call: %+v", ev)
			}
		case ev.Kind == hook.PreTool:
			if ev.Call.Tool == "" || ev.Call.Arguments == nil || ev.Call.Cwd == "" {
				t.Errorf("incomplete call: %+v", ev)
			}
			if _, ok := ev.Call.Arguments["command"].(string); ev.Call.Action == sentinel.ActionShell && !ok {
				t.Errorf("shell call without a command: %+v", ev)
			}
			if _, err := ev.Call.Digest(); err != nil {
				t.Errorf("digest: %v", err)
			}
		}
	})
}

// FuzzClaudeEncode looks for a reason that spoils the answer.
func FuzzClaudeEncode(f *testing.F) {
	f.Add("push?\nyes", uint8(1), true)
	f.Add("\x1b[2K\xff\u202e\"\\", uint8(0), false)
	f.Fuzz(func(t *testing.T, reason string, verdict uint8, attended bool) {
		stdout, stderr, exit := Client{}.Encode(hook.Answer{Verdict: hook.Verdict(verdict), Reason: reason, Attended: attended})
		if len(stdout) == 0 && hook.Verdict(verdict) == hook.Abstain && exit == 0 {
			return
		}
		var got struct {
			HookSpecificOutput struct {
				PermissionDecision string
			}
		}
		if err := json.Unmarshal(stdout, &got); err != nil {
			t.Fatalf("%v: %q", err, stdout)
		}
		if bytes.ContainsAny(stdout[:len(stdout)-1], "\n\r\x1b") || bytes.ContainsAny(stderr, "\r\x1b") {
			t.Errorf("control characters: %q %q", stdout, stderr)
		}
		word := got.HookSpecificOutput.PermissionDecision
		if refused := word == "deny"; refused != (exit == 2) || refused != (len(stderr) > 0) {
			t.Errorf("%s with exit %d and %q", word, exit, stderr)
		}
		if word == "allow" && hook.Verdict(verdict) != hook.Allow {
			t.Errorf("verdict %d became an allow", verdict)
		}
	})
}

func BenchmarkClaude(b *testing.B) {
	event := captures(b)["PreToolUse-Bash"]
	for b.Loop() {
		ev, err := Client{}.Decode(event, env(map[string]string{"CLAUDE_CODE_SESSION_ATTENDED": "1"}))
		if err != nil {
			b.Fatal(err)
		}
		Client{}.Encode(hook.For(ev, sentinel.Decision{Reason: "no"}, ""))
	}
}
