package client

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// preTool gives an event before a tool in a client's own form.
func preTool(t *testing.T, client, tool string, input map[string]any) []byte {
	t.Helper()
	const cwd = "/home/dev/project"
	like := map[string]any{"hook_event_name": "PreToolUse", "session_id": "s", "cwd": cwd, "tool_name": tool, "tool_input": input}
	var e map[string]any
	switch client {
	case "claude", "codex", "qwen":
		e = like
	case "gemini":
		like["hook_event_name"] = "BeforeTool"
		e = like
	case "crush":
		e = map[string]any{"event": "PreToolUse", "session_id": "s", "cwd": cwd, "tool_name": tool, "tool_input": input}
	case "copilot":
		e = map[string]any{"sessionId": "s", "cwd": cwd, "toolName": tool, "toolArgs": input}
	case "cline":
		e = map[string]any{"hookName": "tool_call", "taskId": "s", "workspaceRoots": []any{cwd}, "tool_call": map[string]any{"id": "1", "name": tool, "input": input}}
	case "cursor":
		e = map[string]any{"hook_event_name": "preToolUse", "conversation_id": "s", "workspace_roots": []any{cwd}, "tool_name": tool, "tool_input": input}
	case "opencode":
		e = map[string]any{"hook_event_name": "tool.execute.before", "cwd": cwd, "sessionID": "s", "callID": "1", "tool": tool, "tool_input": input}
	case "pi":
		e = map[string]any{"hook_event_name": "tool_call", "cwd": cwd, "session_id": "s", "tool_name": tool, "tool_call_id": "1", "tool_input": input}
	case "hermes":
		e = map[string]any{"hook_event_name": "pre_tool_call", "cwd": cwd, "session_id": "s", "tool_name": tool, "tool_input": input}
	case "antigravity":
		e = map[string]any{"conversationId": "s", "workspacePaths": []any{cwd}, "toolCall": map[string]any{"name": tool, "args": input}}
	default:
		t.Fatalf("no form of %s", client)
	}
	b, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestX11Tools maps tools that no recorded event has; what is not known is
// "other", which is asked about.
func TestX11Tools(t *testing.T) {
	tests := []struct{ client, tools, input, want string }{
		{"claude", "Monitor", `{"command":"tail -f x"}`, "shell"},
		{"claude", "CronCreate Workflow EnterWorktree Frobnicate", `{"command":"x"}`, "other"},
		{"codex", "spawn_agent send_input wait_agent", `{"message":"x"}`, "task"},
		{"codex", "exec_command write_stdin frobnicate bash", `{"command":"x"}`, "other"},
		{"codex", "mcp__a__b", `{}`, "mcp"},
		{"gemini", "list_directory", `{"dir_path":"src"}`, "list"},
		{"gemini", "glob", `{"pattern":"*"}`, "list"},
		{"gemini", "grep_search search_file_content", `{"pattern":"x","dir_path":"src"}`, "search"},
		{"gemini", "read_many_files", `{"include":["a","b"]}`, "read"},
		{"gemini", "web_fetch", `{"prompt":"see https://example.com"}`, "fetch"},
		{"gemini", "google_web_search", `{"query":"x"}`, "fetch"},
		{"gemini", "activate_skill write_todos", `{}`, "task"},
		{"gemini", "save_memory run_shell_commands frobnicate", `{"fact":"x"}`, "other"},
		{"gemini", "mcp_a_b", `{}`, "mcp"},
		{"qwen", "monitor", `{"command":"tail -f x"}`, "shell"},
		{"qwen", "list_directory", `{"path":"src"}`, "list"},
		{"qwen", "glob", `{"pattern":"*"}`, "list"},
		{"qwen", "grep_search", `{"pattern":"x"}`, "search"},
		{"qwen", "notebook_edit", `{"notebook_path":"a.ipynb"}`, "edit"},
		{"qwen", "web_fetch", `{"url":"https://example.com"}`, "fetch"},
		{"qwen", "todo_write skill", `{}`, "task"},
		{"qwen", "save_memory cron_create loop_wakeup workflow exec enter_worktree frobnicate", `{}`, "other"},
		{"copilot", "grep rg", `{"pattern":"x"}`, "search"},
		{"copilot", "web_fetch", `{"url":"https://example.com"}`, "fetch"},
		{"copilot", "report_intent read_bash stop_bash", `{}`, "task"},
		{"copilot", "write_bash sql store_memory frobnicate", `{"input":"x"}`, "other"},
		{"copilot", "ask-user todo-write a-b a/b mcp__a__b", `{}`, "mcp"},
		{"crush", "multiedit", `{"file_path":"a","edits":[]}`, "edit"},
		{"crush", "ls", `{"path":"src"}`, "list"},
		{"crush", "fetch", `{"url":"https://example.com"}`, "fetch"},
		{"crush", "download", `{"url":"https://example.com","file_path":"x"}`, "fetch"},
		{"crush", "agentic_fetch", `{"prompt":"see https://example.com"}`, "fetch"},
		{"crush", "todos job_output", `{}`, "task"},
		{"crush", "lsp_rename lsp_replace_symbol frobnicate", `{}`, "other"},
		{"cline", "execute_command", `{"command":"ls","requires_approval":"false"}`, "shell"},
		{"cline", "write_to_file", `{"path":"a","content":"x"}`, "write"},
		{"cline", "list_files", `{"path":"a"}`, "list"},
		{"cline", "team_run frobnicate", `{}`, "other"},
		{"cline", "use_mcp_tool", `{"server_name":"a","tool_name":"b","arguments":"{}"}`, "mcp"},
		{"cursor", "Read", `{"file_path":"a"}`, "read"},
		{"cursor", "Grep", `{"pattern":"a"}`, "search"},
		{"cursor", "frobnicate", `{}`, "other"},
		{"opencode", "list", `{"path":"src"}`, "list"},
		{"opencode", "apply_patch", `{"patchText":"x"}`, "patch"},
		{"opencode", "todowrite question skill", `{}`, "task"},
		{"opencode", "read_file bash_run", `{"path":"a"}`, "mcp"},
		{"opencode", "frobnicate", `{}`, "other"},
		{"pi", "grep", `{"pattern":"x"}`, "search"},
		{"pi", "find", `{"pattern":"x"}`, "list"},
		{"pi", "ls", `{}`, "list"},
		{"pi", "frobnicate subagent_run", `{}`, "other"},
		{"hermes", "search_files", `{"pattern":"x"}`, "search"},
		{"hermes", "web_extract", `{"urls":["https://example.com"]}`, "fetch"},
		{"hermes", "execute_code process cronjob frobnicate", `{}`, "other"},
		{"antigravity", "grep_search", `{"Query":"x","SearchPath":"src"}`, "search"},
		{"antigravity", "list_dir", `{"DirectoryPath":"src"}`, "list"},
		{"antigravity", "read_url_content", `{"Url":"https://example.com"}`, "fetch"},
		{"antigravity", "browser_subagent frobnicate", `{}`, "other"},
	}
	for _, tt := range tests {
		c, err := Find(tt.client)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range strings.Fields(tt.tools) {
			var input map[string]any
			if err := json.Unmarshal([]byte(tt.input), &input); err != nil {
				t.Fatal(err)
			}
			ev, err := c.Decode(preTool(t, tt.client, tool, input), capturedEnv(tt.client, "preToolUse-x"))
			if tt.client == "antigravity" {
				ev, err = c.Decode(preTool(t, tt.client, tool, input), capturedEnv(tt.client, "PreToolUse-x"))
			}
			if err != nil || ev.Kind != hook.PreTool || ev.Call.Action.String() != tt.want {
				t.Errorf("%s: %s is %v, %v, want %s", tt.client, tool, ev.Call.Action, err, tt.want)
			}
		}
	}
}

// TestX13BrokenInputs: an argument that is missing or of another type makes a
// call unreadable, since what the client makes of it is not known.
func TestX13BrokenInputs(t *testing.T) {
	tests := []struct{ client, tool, input string }{
		{"codex", "Bash", `{"command":["ls"]}`}, {"codex", "Bash", `{}`}, {"codex", "apply_patch", `{"input":"x"}`},
		{"gemini", "run_shell_command", `{"command":"ls","dir_path":5}`}, {"gemini", "write_file", `{"file_path":"a"}`},
		{"qwen", "run_shell_command", `{"command":"ls","directory":["/"]}`}, {"qwen", "edit", `{"file_path":"a","old_string":"b"}`},
		{"copilot", "bash", `{"cmd":"ls"}`}, {"copilot", "view", `{"path":["a"]}`}, {"copilot", "create", `{}`},
		{"crush", "bash", `{"command":"ls","working_dir":{}}`}, {"crush", "multiedit", `{"file_path":"a"}`},
		{"cline", "run_commands", `{"commands":"ls"}`}, {"cline", "run_commands", `{}`}, {"cline", "read_files", `{"files":{}}`},
		{"opencode", "bash", `{"command":"ls","workdir":1}`}, {"opencode", "read", `{"path":"a"}`},
		{"pi", "bash", `{}`}, {"pi", "write", `{"path":"a"}`},
		{"hermes", "terminal", `{"command":1}`}, {"antigravity", "run_command", `{"CommandLine":1}`}, {"cursor", "Shell", `{}`},
	}
	for _, tt := range tests {
		c, err := Find(tt.client)
		if err != nil {
			t.Fatal(err)
		}
		var input map[string]any
		if err := json.Unmarshal([]byte(tt.input), &input); err != nil {
			t.Fatal(err)
		}
		e := capturedEnv(tt.client, "x")
		e.Event = ""
		ev, err := c.Decode(preTool(t, tt.client, tt.tool, input), e)
		if err == nil || ev.Kind != hook.PreTool || ev.Call.Tool != "" {
			t.Errorf("%s: %s %s: %+v, %v", tt.client, tt.tool, tt.input, ev, err)
		}
	}
}

// TestGeminiAsksOnlyAPerson: an ask that nobody can answer hangs that client.
func TestGeminiAsksOnlyAPerson(t *testing.T) {
	c, err := Find("gemini")
	if err != nil {
		t.Fatal(err)
	}
	event := preTool(t, "gemini", "run_shell_command", map[string]any{"command": "ls"})
	tests := []struct {
		name string
		p    hook.Process
		vars map[string]string
		want bool
	}{
		{"nothing is known", hook.Process{}, nil, false},
		{"a terminal", hook.Process{Args: []string{}, Terminal: true}, nil, true},
		{"no terminal", hook.Process{Args: []string{}}, nil, false},
		{"CI", hook.Process{Args: []string{}, Terminal: true}, map[string]string{"CI": "true"}, false},
		{"-p", hook.Process{Args: []string{"-p", "x"}, Terminal: true}, nil, false},
		{"-px", hook.Process{Args: []string{"-px"}, Terminal: true}, nil, false},
		{"--prompt", hook.Process{Args: []string{"--yolo", "--prompt", "x"}, Terminal: true}, nil, false},
		{"--prompt=x", hook.Process{Args: []string{"--prompt=x"}, Terminal: true}, nil, false},
		{"a question", hook.Process{Args: []string{"fix it"}, Terminal: true}, nil, false},
		{"a question behind a switch", hook.Process{Args: []string{"--yolo", "fix it"}, Terminal: true}, nil, false},
		{"a model", hook.Process{Args: []string{"-m", "pro"}, Terminal: true}, nil, true},
		{"a first prompt, then a person", hook.Process{Args: []string{"-i", "fix it"}, Terminal: true}, nil, true},
		{"--prompt-interactive", hook.Process{Args: []string{"--prompt-interactive", "fix it"}, Terminal: true}, nil, true},
	}
	for _, tt := range tests {
		e := env(tt.vars)
		e.Front = func(string) hook.Process { return tt.p }
		ev, err := c.Decode(event, e)
		if err != nil || ev.Call.Attended != tt.want {
			t.Errorf("%s: attended %v, %v", tt.name, ev.Call.Attended, err)
		}
	}
}

// TestCodexShellsAreTyped: what starts there can be typed to unseen.
func TestCodexShellsAreTyped(t *testing.T) {
	for _, c := range All() {
		for file, event := range captures(t, c.Name()) {
			ev, err := c.Decode(event, capturedEnv(c.Name(), file))
			if err != nil {
				t.Fatal(err)
			}
			if want := c.Name() == "codex" && ev.Call.Action == sentinel.ActionShell; ev.Call.Typed != want {
				t.Errorf("%s %s: typed is %v", c.Name(), file, ev.Call.Typed)
			}
		}
	}
}

// TestClineTexts: the extension writes lists as texts.
func TestClineTexts(t *testing.T) {
	c, err := Find("cline")
	if err != nil {
		t.Fatal(err)
	}
	event := func(tool, parameters string) []byte {
		return []byte(`{"hookName":"PreToolUse","taskId":"s","workspaceRoots":["/p"],"preToolUse":{"toolName":"` + tool + `","parameters":` + parameters + `}}`)
	}
	ev, err := c.Decode(event("run_commands", `{"commands":"[\"ls\",\"rm x\"]"}`), env(nil))
	if list, _ := ev.Call.Arguments["commands"].([]any); err != nil || len(list) != 2 || list[1] != "rm x" {
		t.Errorf("%+v, %v", ev, err)
	}
	ev, err = c.Decode(event("execute_command", `{"command":"ls","requires_approval":"true"}`), env(nil))
	if err != nil || ev.Call.Action != sentinel.ActionShell || ev.Call.ID == "" {
		t.Errorf("%+v, %v", ev, err)
	}
	if ev, err = c.Decode(event("run_commands", `{"commands":"ls"}`), env(nil)); err == nil || ev.Kind != hook.PreTool {
		t.Errorf("%+v, %v", ev, err)
	}
}
