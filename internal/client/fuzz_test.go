package client

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/obey"
)

// fuzzDecode looks for events of a client that panic, that are read as a call
// though what a verdict rests on is not there, or whose refusal the client does
// not obey.
func fuzzDecode(f *testing.F, name string) {
	c, err := Find(name)
	if err != nil {
		f.Fatal(err)
	}
	for file, event := range captures(f, name) {
		f.Add(event, capturedEnv(name, file).Event)
	}
	f.Add([]byte(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_name":"x"}`), "")
	f.Fuzz(func(t *testing.T, event []byte, argument string) {
		e := capturedEnv(name, "")
		e.Event = argument
		ev, err := c.Decode(event, e)
		if err != nil && ev.Call.Tool != "" {
			t.Errorf("error and call: %+v", ev)
		}
		if err == nil && ev.Kind == hook.PreTool {
			complete(t, ev)
		}
		if ev.Kind == hook.PreTool {
			stdout, stderr, exit := c.Encode(hook.Answer{Kind: ev.Kind, Form: ev.Form})
			if got, _ := obey.Of(name, ev.Form, true, obey.Output{Stdout: string(stdout), Stderr: string(stderr), Exit: exit}); got != obey.Blocked {
				t.Errorf("the refusal of %+v came to %q", ev, got)
			}
		}
	})
}

// complete holds a call to what the gate rests on.
func complete(t *testing.T, ev hook.Event) {
	t.Helper()
	call := ev.Call
	if call.Tool == "" || call.Arguments == nil || call.Cwd == "" || len(call.Cwd) > hook.MaxPath || strings.ContainsAny(call.Session+call.ID+call.Agent, "\n\x00\x1b") {
		t.Errorf("incomplete call: %+v", ev)
	}
	if _, err := call.Digest(); err != nil {
		t.Errorf("digest: %v", err)
	}
	if _, err := json.Marshal(ev); err != nil {
		t.Errorf("event: %v", err)
	}
	if call.Action != sentinel.ActionShell {
		return
	}
	for _, name := range []string{"command", "commands", "command_line"} {
		if call.Arguments[name] != nil {
			return
		}
	}
	if ev.Name != "before" { // the generic one leaves names to the agent
		t.Errorf("shell call without a command: %+v", ev)
	}
}

func FuzzAntigravity(f *testing.F) { fuzzDecode(f, "antigravity") }
func FuzzClaude(f *testing.F)      { fuzzDecode(f, "claude") }
func FuzzCline(f *testing.F)       { fuzzDecode(f, "cline") }
func FuzzCodex(f *testing.F)       { fuzzDecode(f, "codex") }
func FuzzCopilot(f *testing.F)     { fuzzDecode(f, "copilot") }
func FuzzCrush(f *testing.F)       { fuzzDecode(f, "crush") }
func FuzzCursor(f *testing.F)      { fuzzDecode(f, "cursor") }
func FuzzGemini(f *testing.F)      { fuzzDecode(f, "gemini") }
func FuzzGeneric(f *testing.F)     { fuzzDecode(f, "generic") }
func FuzzHermes(f *testing.F)      { fuzzDecode(f, "hermes") }
func FuzzOpencode(f *testing.F)    { fuzzDecode(f, "opencode") }
func FuzzPi(f *testing.F)          { fuzzDecode(f, "pi") }
func FuzzQwen(f *testing.F)        { fuzzDecode(f, "qwen") }
func FuzzWindsurf(f *testing.F)    { fuzzDecode(f, "windsurf") }
