//go:build live

package livetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// driver is how one client is started, and how its tools are called.
type driver struct {
	name, program string
	// args start it for one prompt with nobody there, everything else allowed.
	args []string
	// setup writes its settings, but for the gate's, and gives its environment.
	setup func(t *testing.T, w world, m *Model) []string
	// innerArgs start it for the sub-agent's call, if that needs another way.
	innerArgs []string
	// alone says that a refusal ends the run, so that each call has its own.
	alone bool

	shell func(command string) Call
	read  func(path string) Call
	write func(path, text string) Call
	patch func(path, text string) Call
	mcp   Call
	agent func(prompt string) Call // nil: it has no sub-agents
	inner func(command string) Call
	wait  Step // what gives a sub-agent time, nil if it is waited for
}

func call(name string, pairs ...string) Call {
	c := Call{Name: name, Input: map[string]any{}}
	for i := 0; i+1 < len(pairs); i += 2 {
		c.Input[pairs[i]] = pairs[i+1]
	}
	return c
}

const prompt = "run the steps"

// drivers lists the clients that can be run.
func drivers() []driver {
	claudeArgs := []string{"-p", prompt, "--mcp-config", "mcp.json", "--allowedTools", "Bash", "Write", "Edit", "Read", "mcp__echo__say", "Agent"}
	return []driver{
		{
			name: "claude", program: "claude", args: claudeArgs,
			setup: func(t *testing.T, w world, m *Model) []string {
				write(t, filepath.Join(w.project, "mcp.json"), `{"mcpServers": {"echo": {"command": "`+w.mcp()+`"}}}`, 0o644)
				return clientEnv(m)
			},
			shell: func(s string) Call { return call("Bash", "command", s, "description", "a step") },
			read:  func(p string) Call { return call("Read", "file_path", p) },
			write: func(p, s string) Call { return call("Write", "file_path", p, "content", s) },
			patch: func(p, s string) Call { return call("Write", "file_path", p, "content", s) },
			mcp:   call("mcp__echo__say", "text", "hi"),
			agent: func(p string) Call {
				c := call("Agent", "description", "a task", "prompt", p, "subagent_type", "general-purpose")
				c.Input["run_in_background"] = false
				return c
			},
		},
		{
			name: "codex", program: "codex", args: []string{"exec", "--dangerously-bypass-approvals-and-sandbox", prompt},
			// Only some models are offered sub-agents, and those no patches.
			innerArgs: []string{"exec", "--dangerously-bypass-approvals-and-sandbox", "-m", "gpt-5.1-codex", prompt},
			setup: func(t *testing.T, w world, m *Model) []string {
				write(t, filepath.Join(w.home, ".codex", "config.toml"), "model = \"gpt-5.5\"\nmodel_provider = \"mock\"\ncheck_for_update_on_startup = false\n\n"+
					"[model_providers.mock]\nname = \"mock\"\nbase_url = \""+m.URL()+"/v1\"\nwire_api = \"responses\"\nenv_key = \"MOCK_KEY\"\n"+
					"request_max_retries = 0\nstream_max_retries = 0\n\n[analytics]\nenabled = false\n\n[mcp_servers.echo]\ncommand = \""+w.mcp()+"\"\n\n"+
					"[projects.\""+w.project+"\"]\ntrust_level = \"trusted\"\n", 0o600)
				return []string{"MOCK_KEY=none", "CODEX_HOME=" + filepath.Join(w.home, ".codex")}
			},
			shell: func(s string) Call { return call("exec_command", "cmd", s) },
			read:  func(p string) Call { return call("exec_command", "cmd", "cat "+p) },
			write: func(p, s string) Call {
				return Call{Name: "apply_patch", Text: "*** Begin Patch\n*** Add File: " + p + "\n+" + strings.TrimSpace(s) + "\n*** End Patch\n"}
			},
			patch: func(p, s string) Call {
				return call("exec_command", "cmd", "apply_patch <<'E'\n*** Begin Patch\n*** Add File: "+p+"\n+"+strings.TrimSpace(s)+"\n*** End Patch\nE\n")
			},
			mcp: Call{Name: "say", Space: "mcp__echo", Input: map[string]any{"text": "hi"}, Unseen: true},
			agent: func(p string) Call {
				return Call{Name: "spawn_agent", Space: "multi_agent_v1", Input: map[string]any{"message": p}}
			},
			wait: Step{call("exec_command", "cmd", "sleep 5")},
		},
		{
			name: "gemini", program: "gemini", args: []string{"-m", "gemini-2.5-flash", "--approval-mode", "yolo", "-p", prompt},
			setup: func(t *testing.T, w world, m *Model) []string {
				write(t, filepath.Join(w.home, ".gemini", "settings.json"), `{"security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": false}},
  "general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false}, "privacy": {"usageStatisticsEnabled": false}, "telemetry": {"enabled": false},
  "mcpServers": {"echo": {"command": "`+w.mcp()+`"}}}`, 0o600)
				return []string{"GEMINI_API_KEY=none", "GOOGLE_GEMINI_BASE_URL=" + m.URL(), "GEMINI_CLI_NO_RELAUNCH=true", "GEMINI_CLI_TRUST_WORKSPACE=true"}
			},
			shell: func(s string) Call { return call("run_shell_command", "command", s, "description", "a step") },
			read:  func(p string) Call { return call("read_file", "file_path", p) },
			write: func(p, s string) Call { return call("write_file", "file_path", p, "content", s) },
			patch: func(p, s string) Call { return call("write_file", "file_path", p, "content", s) },
			mcp:   Call{Name: "mcp_echo_say", Input: map[string]any{"text": "hi"}, Unseen: true},
			agent: func(p string) Call { return call("invoke_agent", "agent_name", "generalist", "prompt", p) },
		},
		{
			name: "qwen", program: "qwen", args: []string{"--approval-mode", "yolo", "-p", prompt},
			setup: func(t *testing.T, w world, m *Model) []string {
				write(t, filepath.Join(w.home, ".qwen", "settings.json"), `{"security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": false}},
  "general": {"enableAutoUpdate": false}, "privacy": {"usageStatisticsEnabled": false}, "telemetry": {"enabled": false},
  "mcpServers": {"echo": {"command": "`+w.mcp()+`"}}}`, 0o600)
				return []string{"OPENAI_API_KEY=none", "OPENAI_BASE_URL=" + m.URL() + "/v1", "OPENAI_MODEL=mock-model"}
			},
			shell: func(s string) Call {
				c := call("run_shell_command", "command", s, "description", "a step")
				c.Input["is_background"] = false
				return c
			},
			read:  func(p string) Call { return call("read_file", "file_path", p) },
			write: func(p, s string) Call { return call("write_file", "file_path", p, "content", s) },
			patch: func(p, s string) Call { return call("write_file", "file_path", p, "content", s) },
			mcp:   Call{Name: "mcp__echo__say", Input: map[string]any{"text": "hi"}, Unseen: true},
			agent: func(p string) Call {
				c := call("agent", "description", "a task", "prompt", p, "subagent_type", "general-purpose")
				c.Input["run_in_background"] = false
				return c
			},
		},
		{
			name: "opencode", program: "opencode", args: []string{"run", prompt},
			setup: func(t *testing.T, w world, m *Model) []string {
				dir := filepath.Join(w.home, ".config", "opencode")
				// It waits for this package before it loads plugins, and offline it waits for ever.
				plug := filepath.Join(w.clients, "opencode", "plug")
				for _, name := range []string{"node_modules", "package.json", "package-lock.json"} {
					if err := os.MkdirAll(dir, 0o755); err != nil {
						t.Fatal(err)
					}
					output(t, w.command(t, "cp", "-r", filepath.Join(plug, name), dir+"/"))
				}
				write(t, filepath.Join(dir, "opencode.json"), `{"$schema": "https://opencode.ai/config.json", "autoupdate": false, "share": "disabled",
  "model": "mock/mock-model", "small_model": "mock/mock-model", "permission": "allow",
  "provider": {"mock": {"npm": "@ai-sdk/openai-compatible", "name": "Mock", "options": {"baseURL": "`+m.URL()+`/v1", "apiKey": "none"},
    "models": {"mock-model": {"name": "Mock", "tool_call": true, "limit": {"context": 100000, "output": 8000}}}}},
  "mcp": {"echo": {"type": "local", "command": ["`+w.mcp()+`"], "enabled": true}}}`, 0o600)
				return []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1"}
			},
			shell: func(s string) Call { return call("bash", "command", s, "description", "a step") },
			read:  func(p string) Call { return call("read", "filePath", p) },
			write: func(p, s string) Call { return call("write", "filePath", p, "content", s) },
			patch: func(p, s string) Call { return call("write", "filePath", p, "content", s) },
			mcp:   call("echo_say", "text", "hi"),
			agent: func(p string) Call {
				return call("task", "description", "a task", "prompt", p, "subagent_type", "general")
			},
		},
		{
			name: "pi", program: "pi", args: []string{"--model", "mock/mock-model", "-p", prompt},
			setup: func(t *testing.T, w world, m *Model) []string {
				dir := filepath.Join(w.home, ".pi", "agent")
				write(t, filepath.Join(dir, "models.json"), `{"providers": {"mock": {"baseUrl": "`+m.URL()+`/v1", "api": "openai-completions", "apiKey": "none",
  "models": [{"id": "mock-model", "name": "Mock", "reasoning": false, "input": ["text"], "contextWindow": 100000, "maxTokens": 8000,
    "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}}]}}}`, 0o600)
				write(t, filepath.Join(dir, "settings.json"), `{"defaultProvider": "mock", "defaultModel": "mock-model", "quietStartup": true}`, 0o600)
				return []string{"PI_OFFLINE=1", "PI_TELEMETRY=0"}
			},
			shell: func(s string) Call { return call("bash", "command", s) },
			read:  func(p string) Call { return call("read", "path", p) },
			write: func(p, s string) Call { return call("write", "path", p, "content", s) },
			patch: func(p, s string) Call { return call("write", "path", p, "content", s) },
		},
		{
			name: "copilot", program: "copilot", args: []string{"--allow-all-tools", "-p", prompt},
			setup: func(t *testing.T, w world, m *Model) []string {
				write(t, filepath.Join(w.home, ".copilot", "mcp-config.json"),
					`{"mcpServers": {"echo": {"type": "local", "command": "`+w.mcp()+`", "args": [], "tools": ["*"]}}}`, 0o600)
				return []string{"COPILOT_PROVIDER_BASE_URL=" + m.URL() + "/v1", "COPILOT_PROVIDER_API_KEY=none", "COPILOT_MODEL=gpt-4.1",
					"COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false"}
			},
			shell: func(s string) Call { return call("bash", "command", s, "description", "a step") },
			read:  func(p string) Call { return call("view", "path", p) },
			write: func(p, s string) Call { return call("create", "path", p, "file_text", s) },
			patch: func(p, s string) Call { return call("create", "path", p, "file_text", s) },
			mcp:   call("echo-say", "text", "hi"),
			agent: func(p string) Call {
				return call("task", "description", "a task", "prompt", p, "agent_type", "general-purpose", "name", "inner", "mode", "sync")
			},
		},
		{
			name: "cline", program: "cline", args: []string{"-P", "openai-compatible", "-m", "mock-model", "-k", "none", prompt}, alone: true,
			setup: func(t *testing.T, w world, m *Model) []string {
				env := []string{"CLINE_NO_AUTO_UPDATE=1", "CLINE_TELEMETRY_DISABLED=1", "CLINE_DISABLE_CLINE_PASS_NOTICE=1"}
				auth := w.command(t, w.client, "auth", "openai-compatible", "-k", "none", "-m", "mock-model", "-b", m.URL()+"/v1")
				auth.Env = append(auth.Env, env...)
				output(t, auth)
				return env
			},
			shell: func(s string) Call {
				return Call{Name: "run_commands", Input: map[string]any{"commands": []any{"true", s}}}
			},
			read: func(p string) Call {
				return Call{Name: "read_files", Input: map[string]any{"files": []any{map[string]any{"path": p}}}}
			},
			write: func(p, s string) Call { return call("editor", "path", p, "new_text", s) },
			patch: func(p, s string) Call { return call("editor", "path", p, "new_text", s) },
			agent: func(p string) Call { return call("spawn_agent", "systemPrompt", "Be brief.", "task", p) },
		},
		{
			name: "crush", program: "crush", args: []string{"run", "-q", prompt},
			setup: func(t *testing.T, w world, m *Model) []string {
				write(t, filepath.Join(w.home, ".config", "crush", "crush.json"), `{"options": {"disable_metrics": true, "disable_provider_auto_update": true, "disable_default_providers": true},
  "models": {"large": {"model": "mock-model", "provider": "mock"}, "small": {"model": "mock-model", "provider": "mock"}},
  "providers": {"mock": {"name": "Mock", "type": "openai-compat", "base_url": "`+m.URL()+`/v1", "api_key": "none",
    "models": [{"id": "mock-model", "name": "Mock", "context_window": 100000, "default_max_tokens": 8000}]}},
  "mcp": {"echo": {"type": "stdio", "command": "`+w.mcp()+`"}}}`, 0o600)
				return []string{"CRUSH_DISABLE_METRICS=1", "CRUSH_DISABLE_PROVIDER_AUTO_UPDATE=1", "DO_NOT_TRACK=1"}
			},
			shell: func(s string) Call { return call("bash", "command", s, "description", "a step") },
			read:  func(p string) Call { return call("view", "file_path", p) },
			write: func(p, s string) Call { return call("write", "file_path", p, "content", s) },
			patch: func(p, s string) Call { return call("write", "file_path", p, "content", s) },
			mcp:   call("mcp_echo_say", "text", "hi"),
			// Its sub-agents have no shell; what one reads reaches no hook.
			agent: func(p string) Call { return call("agent", "prompt", p) },
			inner: func(string) Call { return call("view", "file_path", ".env") },
		},
	}
}
