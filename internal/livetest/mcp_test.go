//go:build live

package livetest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

// TestMCPServer is no test: clients start this program with LIVE_MCP set, and it
// is a server with one tool, say, which leaves a file of that name.
func TestMCPServer(t *testing.T) {
	said := os.Getenv("LIVE_MCP")
	if said == "" {
		t.Skip("not started by a client")
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var q struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				ProtocolVersion string `json:"protocolVersion"`
			} `json:"params"`
		}
		if json.Unmarshal(in.Bytes(), &q) != nil || q.ID == nil {
			continue // a notification
		}
		var result any = map[string]any{}
		switch q.Method {
		case "initialize":
			result = map[string]any{"protocolVersion": q.Params.ProtocolVersion, "capabilities": map[string]any{"tools": map[string]any{}},
				"serverInfo": map[string]any{"name": "echo", "version": "1"}}
		case "tools/list":
			result = map[string]any{"tools": []any{map[string]any{"name": "say", "description": "Says a text.", "inputSchema": map[string]any{
				"type": "object", "properties": map[string]any{"text": map[string]any{"type": "string"}}, "required": []string{"text"}}}}}
		case "tools/call":
			_ = os.WriteFile(said, []byte("said\n"), 0o644)
			result = map[string]any{"content": []any{map[string]any{"type": "text", "text": "said: hi"}}}
		}
		answer, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": q.ID, "result": result})
		fmt.Println(string(answer))
	}
	os.Exit(0)
}
