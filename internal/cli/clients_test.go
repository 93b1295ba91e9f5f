package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/cli"
	"github.com/sentinelgate/sentinel/internal/client/obey"
)

// TestX11WorkingFolders: a call is judged in the folder where it runs, which each
// client tells in its own way. Relative to the project the command is ordinary
// work; in the other folder it is not.
func TestX11WorkingFolders(t *testing.T) {
	const command = `"command":"echo x > notes.txt"`
	tests := []struct{ client, event string }{
		{"claude", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"DIR","tool_name":"Bash","tool_use_id":"1","tool_input":{` + command + `}}`},
		{"codex", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"DIR","tool_name":"Bash","tool_use_id":"1","tool_input":{` + command + `}}`},
		{"gemini", `{"hook_event_name":"BeforeTool","session_id":"s","cwd":"PROJECT","tool_name":"run_shell_command","tool_input":{` + command + `,"dir_path":"DIR"}}`},
		{"qwen", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"PROJECT","tool_name":"run_shell_command","tool_input":{` + command + `,"directory":"DIR"}}`},
		{"crush", `{"event":"PreToolUse","session_id":"s","cwd":"PROJECT","tool_name":"bash","tool_input":{` + command + `,"working_dir":"DIR"}}`},
		{"opencode", `{"hook_event_name":"tool.execute.before","cwd":"PROJECT","worktree":"PROJECT","tool":"bash","sessionID":"s","callID":"1","tool_input":{` + command + `,"workdir":"DIR"}}`},
		{"copilot", `{"sessionId":"s","cwd":"DIR","toolName":"bash","toolArgs":{` + command + `}}`},
		{"pi", `{"hook_event_name":"tool_call","session_id":"s","cwd":"DIR","tool_name":"bash","tool_call_id":"1","tool_input":{` + command + `}}`},
		{"cline", `{"hookName":"tool_call","taskId":"s","workspaceRoots":["DIR"],"tool_call":{"id":"1","name":"run_commands","input":{"commands":["true","echo x > notes.txt"]}}}`},
		{"cursor", `{"hook_event_name":"beforeShellExecution","conversation_id":"s","workspace_roots":["PROJECT"],` + command + `,"cwd":"DIR"}`},
		{"windsurf", `{"agent_action_name":"pre_run_command","trajectory_id":"s","tool_info":{"command_line":"echo x > notes.txt","cwd":"DIR"}}`},
		{"hermes", `{"hook_event_name":"pre_tool_call","session_id":"s","cwd":"PROJECT","tool_name":"terminal","tool_input":{` + command + `,"workdir":"DIR"}}`},
		{"antigravity", `{"conversationId":"s","workspacePaths":["PROJECT"],"toolCall":{"name":"run_command","args":{"CommandLine":"echo x > notes.txt","Cwd":"DIR"}}}`},
		{"generic", `{"event":"before","session":"s","cwd":"DIR","project":"PROJECT","tool":"run","action":"shell","arguments":{` + command + `}}`},
	}
	for _, tt := range tests {
		t.Run(tt.client, func(t *testing.T) {
			home := realTemp(t)
			project, other := filepath.Join(home, "project"), filepath.Join(home, ".config")
			for _, dir := range []string{filepath.Join(project, ".git"), filepath.Join(project, "sub"), other} {
				if err := os.MkdirAll(dir, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			decide := func(dir string) obey.Outcome {
				event := strings.NewReplacer("DIR", dir, "PROJECT", project).Replace(tt.event)
				out, errOut, code := runIn(t, home, func(e *cli.Env) { e.Stdin, e.Cwd = strings.NewReader(event), project }, "hook", tt.client)
				got, _ := obey.Of(tt.client, "", false, obey.Output{Stdout: out, Stderr: errOut, Exit: code})
				return got
			}
			// The first event fixes the project of the session.
			for _, dir := range []string{project, filepath.Join(project, "sub")} {
				if got := decide(dir); got != obey.Runs && got != obey.Own {
					t.Errorf("in %s: %q", dir, got)
				}
			}
			if got := decide(other); got != obey.Blocked {
				t.Errorf("outside of the project: %q", got)
			}
		})
	}
}

// realTemp is a temporary folder outside of the places that count as temporary.
func realTemp(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestLearningByInput: a client whose calls have no id teaches by the call itself.
func TestLearningByInput(t *testing.T) {
	home := realTemp(t)
	project := filepath.Join(home, "project")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	tell := func(event, command, more string) obey.Outcome {
		input := `{"sessionId":"s","cwd":"` + project + `","toolName":"bash","toolArgs":{"command":"` + command + `"}` + more + `}`
		out, errOut, code := runIn(t, home, func(e *cli.Env) { e.Stdin, e.Cwd = strings.NewReader(input), project }, "hook", "copilot", event)
		got, _ := obey.Of("copilot", "", true, obey.Output{Stdout: out, Stderr: errOut, Exit: code})
		return got
	}
	const result = `,"toolResult":{"resultType":"success","textResultForLlm":""}`
	if got := tell("preToolUse", "git commit -m one", ""); got != obey.Asks {
		t.Fatalf("asked first: %q", got)
	}
	// Another call that ran says nothing about this one.
	tell("postToolUse", "git commit -m two", result)
	if got := tell("preToolUse", "git commit -m one", ""); got != obey.Asks {
		t.Fatalf("after another call: %q", got)
	}
	tell("postToolUse", "git commit -m one", result)
	if got := tell("preToolUse", "git commit -m three", ""); got != obey.Runs {
		t.Errorf("after a yes: %q", got)
	}
}
