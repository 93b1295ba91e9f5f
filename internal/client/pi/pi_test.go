package pi_test

import (
	"fmt"
	"testing"

	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/pi"
)

// TestR257_LeadingAt: pi reads src/x where its model says @src/x, and so is it
// judged, in each of its tools; in a command the sign stays.
func TestR257_LeadingAt(t *testing.T) {
	for _, c := range []struct{ tool, input, name, want string }{
		{"read", `{"path":"@.env"}`, "path", ".env"},
		{"read", `{"path":"@@.env"}`, "path", "@.env"},
		{"read", `{"path":"@"}`, "path", "@"},
		{"write", `{"path":"@/etc/hosts","content":"@x"}`, "path", "/etc/hosts"},
		{"write", `{"path":"a","content":"@x"}`, "content", "@x"},
		{"edit", `{"path":"@~/.bashrc","oldText":"a","newText":"b"}`, "path", "~/.bashrc"},
		{"ls", `{"path":"@src"}`, "path", "src"},
		{"bash", `{"command":"@echo"}`, "command", "@echo"},
	} {
		event := fmt.Sprintf(`{"hook_event_name":"tool_call","session_id":"s","cwd":"/p","has_ui":true,"tool_call_id":"1","tool_name":%q,"tool_input":%s}`, c.tool, c.input)
		ev, err := pi.Client{}.Decode([]byte(event), hook.Env{})
		if err != nil {
			t.Fatalf("%s: %v", event, err)
		}
		if got := ev.Call.Arguments[c.name]; got != c.want {
			t.Errorf("%s %s: %v, want %v", c.tool, c.input, got, c.want)
		}
	}
}
