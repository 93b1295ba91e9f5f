package client_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/client/obey"
	"github.com/sentinelgate/sentinel/internal/hookproc"
)

// answer takes an event the whole way: through the hook process, and to what the
// client makes of it with nobody there.
func answer(t *testing.T, name string, event []byte) (obey.Outcome, obey.Output) {
	t.Helper()
	home := t.TempDir()
	var out, errOut bytes.Buffer
	code := hookproc.Run(context.Background(), hookproc.Env{
		Args: []string{"hook", name}, Stdin: bytes.NewReader(event), Stdout: &out, Stderr: &errOut,
		Getenv: func(string) string { return "" }, Now: time.Now, Home: home, Cwd: home, Binary: "/opt/bin/sentinel",
	})
	o := obey.Output{Stdout: out.String(), Stderr: errOut.String(), Exit: code}
	got, ok := obey.Of(name, "", false, o)
	if !ok {
		t.Fatalf("nobody knows what %s obeys", name)
	}
	return got, o
}

// spelled is how each client names the tools and arguments of a call.
type spelled struct{ shell, command, write, path, content string }

var spellings = map[string]spelled{
	"claude": {"Bash", "command", "Write", "file_path", "content"}, "codex": {"Bash", "command", "", "", ""},
	"gemini":      {"run_shell_command", "command", "write_file", "file_path", "content"},
	"qwen":        {"run_shell_command", "command", "write_file", "file_path", "content"},
	"copilot":     {"bash", "command", "create", "path", "file_text"},
	"crush":       {"bash", "command", "write", "file_path", "content"},
	"cline":       {"execute_command", "command", "write_to_file", "path", "content"},
	"cursor":      {"Shell", "command", "Write", "file_path", "content"},
	"opencode":    {"bash", "command", "write", "filePath", "content"},
	"pi":          {"bash", "command", "write", "path", "content"},
	"hermes":      {"terminal", "command", "write_file", "path", "content"},
	"antigravity": {"run_command", "CommandLine", "write_to_file", "TargetFile", "CodeContent"},
}

// TestX13_OddPayloads: events that an honest client could send and that no
// recording has. What is harmless goes on; what is not, or is not understood,
// never does.
func TestX13_OddPayloads(t *testing.T) {
	for _, c := range client.All() {
		s, ok := spellings[c.Name()]
		if !ok {
			continue // events of their own, below
		}
		t.Run(c.Name(), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.MkdirAll(filepath.Join(dir, "dépôt 日本"), 0o755); err != nil {
				t.Fatal(err)
			}
			call := func(tool string, input map[string]any) []byte {
				return bytes.ReplaceAll(client.PreTool(t, c.Name(), tool, input), []byte("/home/dev/project"), []byte(dir))
			}
			shell := func(command any, more ...any) []byte {
				input := map[string]any{s.command: command}
				for i := 0; i+1 < len(more); i += 2 {
					input[more[i].(string)] = more[i+1]
				}
				return call(s.shell, input)
			}
			moved := func(event []byte, to string) []byte {
				return bytes.ReplaceAll(event, []byte(`"`+dir+`"`), []byte(`"`+strings.Replace(to, "DIR", dir, 1)+`"`))
			}
			type odd struct {
				name  string
				event []byte
				runs  bool
			}
			tests := []odd{
				{"plain", shell("ls -la"), true},
				{"a name of other scripts", shell("cat 'dépôt 日本/readme ☃.md'"), true},
				{"lines of Windows", shell("git status\r\ngit diff\r\n"), true},
				{"a description", shell("ls", "description", "lists 日本"), true},
				{"a member that nobody knows", shell("ls", "x_future", map[string]any{"a": []any{1.5, nil}}), false},
				{"an argument that is null", shell("ls", "timeout", nil), true},
				{"a folder that is gone", moved(shell("ls"), "DIR/gone"), true},
				{"a folder with a slash behind it", moved(shell("ls"), "DIR/"), true},
				{"another background flag, and a bad command", shell("git push --force", "run_in_background", true, "is_background", true, "background", true), false},
				{"a command of a list", shell([]any{"ls", "-la"}), false},
				{"a command of a list that is bad", shell([]any{"rm", "-rf", "/"}), false},
				{"a command of an object", shell(map[string]any{"run": "rm -rf /"}), false},
				{"a command that is null", shell(nil), false},
				{"a command that is a number", shell(7), false},
				{"no command", call(s.shell, map[string]any{"cmd_": "ls"}), false},
				{"the tool's name in another case", call(strings.ToUpper(s.shell)+"X", map[string]any{s.command: "rm -rf /"}), false},
				{"a letter of another script in it", call(strings.Replace(s.shell, "a", "а", 1)+"а", map[string]any{s.command: "rm -rf /"}), false},
				{"a blank behind it", call(s.shell+" ", map[string]any{s.command: "rm -rf /"}), false},
				{"a tool that nobody knows", call("frobnicate", map[string]any{"x": "y"}), false},
				{"a server in a server's name", call("mcp__a__b__exec", map[string]any{"command": "rm -rf /"}), false},
				{"a patch in a shell", shell("apply_patch <<'E'\n*** Begin Patch\n*** Add File: .git/hooks/post-checkout\n+x\n*** End Patch\nE"), false},
				{"a second command behind hidden letters", shell("ls \u202e; rm -rf ~"), false},
				{"hidden in a heredoc of a shell", shell("bash <<'E'\nrm -rf ~\nE"), false},
				{"a relative folder", moved(shell("ls"), "project"), false},
				{"no folder", moved(shell("ls"), ""), c.Name() == "hermes"}, // whose hook runs in it
				{"input as JSON in a text", bytes.Replace(shell("rm -rf /"), []byte(`{"`+s.command+`":"rm -rf /"}`), []byte(`"{\"`+s.command+`\":\"rm -rf /\"}"`), 1), false},
				{"a list of events", append(append([]byte("["), shell("ls")...), ']'), false},
			}
			if s.write != "" {
				write := func(path any) []byte { return call(s.write, map[string]any{s.path: path, s.content: "x"}) }
				tests = append(tests,
					odd{"a file of other scripts", write("dépôt 日本/☃.md"), true},
					odd{"a list of files", write([]any{"a", ".git/hooks/pre-commit"}), false},
					odd{"a file by address", write("file://" + dir + "/.git/hooks/pre-commit"), false},
					odd{"out of the project by steps", write("src/../../../../../../../../etc/cron.d/x"), false},
				)
			}
			for _, tt := range tests {
				if bytes.Equal(tt.event, shell("rm -rf /")) {
					t.Fatalf("%s: not changed", tt.name)
				}
				got, out := answer(t, c.Name(), tt.event)
				if runs := got == obey.Runs || got == obey.Own; runs != tt.runs {
					t.Errorf("%s: came to %q: %+v\n%s", tt.name, got, out, tt.event)
				}
			}
		})
	}
}

// TestX13_OddEvents: forms that only one client has.
func TestX13_OddEvents(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		client, name, event string
		runs                bool
	}{
		{"claude", "a notebook outside", `{"hook_event_name":"PreToolUse","cwd":"DIR","tool_name":"NotebookEdit","tool_input":{"notebook_path":"/home/dev/.bashrc","new_source":"x"}}`, false},
		{"claude", "a notebook's cell", `{"hook_event_name":"PreToolUse","cwd":"DIR","tool_name":"NotebookEdit","tool_input":{"notebook_path":"DIR/a.ipynb","cell_id":"c1","new_source":"x","edit_mode":"insert"}}`, true},
		{"claude", "a socket in the place of a command", `{"hook_event_name":"PreToolUse","cwd":"DIR","tool_name":"Monitor","tool_input":{"ws":"wss://example.com/x","description":"d"}}`, false},
		{"claude", "many edits, one of them outside", `{"hook_event_name":"PreToolUse","cwd":"DIR","tool_name":"MultiEdit","tool_input":{"file_path":"DIR/a","edits":[{"file_path":"/home/dev/.bashrc","old_string":"a","new_string":"b"}]}}`, false},
		{"crush", "many edits", `{"event":"PreToolUse","cwd":"DIR","tool_name":"multiedit","tool_input":{"file_path":"DIR/a.go","edits":[{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":"d","replace_all":true}]}}`, true},
		{"crush", "many edits of a hook", `{"event":"PreToolUse","cwd":"DIR","tool_name":"multiedit","tool_input":{"file_path":"DIR/.git/hooks/pre-push","edits":[]}}`, false},
		{"codex", "a patch that leaves the project", `{"hook_event_name":"PreToolUse","cwd":"DIR","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Update File: a.go\n*** Move to: ../../../../../../home/dev/.bashrc\n@@\n-a\n+b\n*** End Patch"}}`, false},
		{"codex", "a patch of a list", `{"hook_event_name":"PreToolUse","cwd":"DIR","tool_name":"apply_patch","tool_input":{"command":["apply_patch","*** Begin Patch"]}}`, false},
		{"codex", "a call's own folder", `{"hook_event_name":"PreToolUse","cwd":"DIR","tool_name":"Bash","tool_input":{"command":"ls","workdir":"/"}}`, true},
		{"codex", "a call's own folder that matters", `{"hook_event_name":"PreToolUse","cwd":"DIR","tool_name":"Bash","tool_input":{"command":"rm -rf etc","workdir":"/"}}`, false},
		{"gemini", "a folder that is a list", `{"hook_event_name":"BeforeTool","cwd":"DIR","tool_name":"run_shell_command","tool_input":{"command":"ls","dir_path":["/"]}}`, false},
		{"gemini", "a field of the model's", `{"hook_event_name":"BeforeTool","cwd":"DIR","tool_name":"run_shell_command","tool_input":{"command":"ls","wait_for_previous":true}}`, true},
		{"gemini", "many files", `{"hook_event_name":"BeforeTool","cwd":"DIR","tool_name":"read_many_files","tool_input":{"include":["src/**",".env"]}}`, false},
		{"cline", "a list of commands, the last one bad", `{"hookName":"tool_call","taskId":"s","workspaceRoots":["DIR"],"tool_call":{"id":"1","name":"run_commands","input":{"commands":["ls","git push --force"]}}}`, false},
		{"cline", "a list of lists", `{"hookName":"tool_call","taskId":"s","workspaceRoots":["DIR"],"tool_call":{"id":"1","name":"run_commands","input":{"commands":[["rm","-rf","/"]]}}}`, false},
		{"cline", "commands as objects", `{"hookName":"tool_call","taskId":"s","workspaceRoots":["DIR"],"tool_call":{"id":"1","name":"run_commands","input":{"commands":[{"command":"rm -rf /"}]}}}`, false},
		{"cline", "an empty list", `{"hookName":"tool_call","taskId":"s","workspaceRoots":["DIR"],"tool_call":{"id":"1","name":"run_commands","input":{"commands":[]}}}`, false},
		{"cline", "files as names", `{"hookName":"tool_call","taskId":"s","workspaceRoots":["DIR"],"tool_call":{"id":"1","name":"read_files","input":{"files":["README.md",".env"]}}}`, false},
		{"cline", "files under another name", `{"hookName":"tool_call","taskId":"s","workspaceRoots":["DIR"],"tool_call":{"id":"1","name":"read_files","input":{"files":[{"file_path":"DIR/.env"}]}}}`, false},
		{"cline", "a list in a text that holds objects", `{"hookName":"PreToolUse","taskId":"s","workspaceRoots":["DIR"],"preToolUse":{"toolName":"run_commands","parameters":{"commands":"[{\"command\":\"rm -rf /\"}]"}}}`, false},
		{"cline", "no workspace", `{"hookName":"tool_call","taskId":"s","workspaceRoots":[],"tool_call":{"id":"1","name":"run_commands","input":{"commands":["ls"]}}}`, false},
		{"cursor", "attachments as names", `{"hook_event_name":"beforeReadFile","workspace_roots":["DIR"],"file_path":"DIR/a.go","attachments":["/home/dev/.ssh/id_rsa"]}`, false},
		{"cursor", "attachments that nobody knows", `{"hook_event_name":"beforeReadFile","workspace_roots":["DIR"],"file_path":"DIR/a.go","attachments":[{"type":"file","uri":"/home/dev/.ssh/id_rsa"}]}`, false},
		{"cursor", "an attachment that is no list", `{"hook_event_name":"beforeReadFile","workspace_roots":["DIR"],"file_path":"DIR/a.go","attachments":{"file_path":"/home/dev/.ssh/id_rsa"}}`, false},
		{"cursor", "rules that come with a file", `{"hook_event_name":"beforeReadFile","workspace_roots":["DIR"],"file_path":"DIR/a.go","content":"x","attachments":[{"type":"rule","file_path":"DIR/.cursor/rules/a.mdc"}]}`, true},
		{"cursor", "input in a text with a member twice", `{"hook_event_name":"beforeMCPExecution","workspace_roots":["DIR"],"tool_name":"run","tool_input":"{\"command\":\"ls\",\"command\":\"rm -rf /\"}"}`, false},
		{"cursor", "a shell's own folder", `{"hook_event_name":"preToolUse","workspace_roots":["DIR"],"tool_name":"Shell","tool_input":{"command":"rm -rf etc","working_directory":"/"}}`, false},
		{"windsurf", "plain", `{"agent_action_name":"pre_run_command","trajectory_id":"s","tool_info":{"command_line":"ls","cwd":"DIR"}}`, true},
		{"windsurf", "a command of a list", `{"agent_action_name":"pre_run_command","trajectory_id":"s","tool_info":{"command_line":["rm","-rf","/"],"cwd":"DIR"}}`, false},
		{"windsurf", "no command", `{"agent_action_name":"pre_run_command","trajectory_id":"s","tool_info":{"cwd":"DIR"}}`, false},
		{"windsurf", "a bad command", `{"agent_action_name":"pre_run_command","trajectory_id":"s","tool_info":{"command_line":"git push --force","cwd":"DIR"}}`, false},
		{"windsurf", "no details", `{"agent_action_name":"pre_run_command","trajectory_id":"s"}`, false},
		{"windsurf", "an action that nobody knows", `{"agent_action_name":"pre_open_socket","trajectory_id":"s","tool_info":{"cwd":"DIR"}}`, false},
		{"windsurf", "a write with edits of another file", `{"agent_action_name":"pre_write_code","trajectory_id":"s","tool_info":{"file_path":"DIR/a","edits":[{"file_path":"/home/dev/.bashrc","new_string":"x"}]}}`, false},
		{"windsurf", "a file of a list", `{"agent_action_name":"pre_read_code","trajectory_id":"s","tool_info":{"file_path":["DIR/a","DIR/.env"]}}`, false},
		{"windsurf", "a folder to read", `{"agent_action_name":"pre_read_code","trajectory_id":"s","tool_info":{"file_path":"DIR/src"}}`, true},
		{"windsurf", "a server's tool", `{"agent_action_name":"pre_mcp_tool_use","trajectory_id":"s","tool_info":{"mcp_server_name":"a","mcp_tool_name":"exec","mcp_tool_arguments":{"command":"rm -rf /"}}}`, false},
		{"windsurf", "a server's tool without a name", `{"agent_action_name":"pre_mcp_tool_use","trajectory_id":"s","tool_info":{"mcp_server_name":"a","mcp_tool_arguments":{}}}`, false},
		{"generic", "plain", `{"event":"before","cwd":"DIR","tool":"run","action":"shell","arguments":{"command":"ls"}}`, true},
		{"generic", "a command of a list", `{"event":"before","cwd":"DIR","tool":"run","action":"shell","arguments":{"command":["rm","-rf","/"]}}`, false},
		{"generic", "a command under another name", `{"event":"before","cwd":"DIR","tool":"run","action":"shell","arguments":{"script":"rm -rf /"}}`, false},
		{"generic", "an action that nobody knows", `{"event":"before","cwd":"DIR","tool":"run","action":"exec","arguments":{"command":"ls"}}`, false},
		{"generic", "an action as a list", `{"event":"before","cwd":"DIR","tool":"run","action":["shell"],"arguments":{"command":"ls"}}`, false},
		{"generic", "arguments of a list", `{"event":"before","cwd":"DIR","tool":"run","action":"shell","arguments":["ls"]}`, false},
		{"generic", "no arguments", `{"event":"before","cwd":"DIR","tool":"run","action":"shell"}`, false},
		{"generic", "two paths, one secret", `{"event":"before","cwd":"DIR","tool":"x","action":"read","arguments":{"path":"DIR/a","paths":["DIR/.env"]}}`, false},
		{"copilot", "an event of Claude's with Copilot's names", `{"hook_event_name":"PreToolUse","toolName":"bash","toolArgs":{"command":"rm -rf /"},"cwd":"DIR"}`, false},
		{"copilot", "arguments in a text", `{"sessionId":"s","cwd":"DIR","toolName":"bash","toolArgs":"{\"command\":\"ls\"}"}`, false},
		{"opencode", "many edits", `{"hook_event_name":"tool.execute.before","cwd":"DIR","sessionID":"s","callID":"1","tool":"multiedit","tool_input":{"filePath":"DIR/.git/hooks/pre-commit","edits":[]}}`, false},
		{"opencode", "a folder of a call", `{"hook_event_name":"tool.execute.before","cwd":"DIR","sessionID":"s","callID":"1","tool":"bash","tool_input":{"command":"rm -rf etc","workdir":"/"}}`, false},
		{"pi", "an edit with two forms", `{"hook_event_name":"tool_call","cwd":"DIR","tool_name":"edit","tool_call_id":"1","tool_input":{"path":"DIR/.git/hooks/pre-commit","edits":[{"oldText":"a","newText":"b"}]}}`, false},
		{"qwen", "a folder of a call", `{"hook_event_name":"PreToolUse","cwd":"DIR","tool_name":"run_shell_command","tool_input":{"command":"rm -rf etc","directory":"/","is_background":true}}`, false},
		{"hermes", "a folder of a call", `{"hook_event_name":"pre_tool_call","cwd":"DIR","tool_name":"terminal","tool_input":{"command":"rm -rf etc","workdir":"/"}}`, false},
		{"antigravity", "two names for one thing", `{"workspacePaths":["DIR"],"toolCall":{"name":"run_command","args":{"CommandLine":"ls","command":"rm -rf /"}}}`, false},
	} {
		event := strings.ReplaceAll(tt.event, "DIR", dir)
		if !json.Valid([]byte(event)) {
			t.Fatalf("%s, %s: no JSON", tt.client, tt.name)
		}
		got, out := answer(t, tt.client, []byte(event))
		if runs := got == obey.Runs || got == obey.Own; runs != tt.runs {
			t.Errorf("%s, %s: came to %q: %+v", tt.client, tt.name, got, out)
		}
	}
}
