package livetest

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// post sends a request to the model and returns the answer's text.
func post(t *testing.T, url, body string) string {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// TestModel speaks to the mock as a client would, so that a fault of the mock
// is not taken for one of the client.
func TestModel(t *testing.T) {
	m, err := Start(Scenario{
		Steps: []Step{{{Name: "Bash", Input: map[string]any{"command": "id"}}}},
		Final: "all done",
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })

	const tools = `"tools":[{"name":"Bash"}]`
	const after = `"messages":[{"role":"user","content":"go"},` +
		`{"role":"assistant","content":[{"type":"tool_use","id":"toolu_live_0_0","name":"Bash","input":{}}]},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_live_0_0","is_error":true,` +
		`"content":[{"type":"text","text":"no"}]}]}]`
	tests := []struct{ name, path, body, want string }{
		{"first turn", "/v1/messages", `{"messages":[{"role":"user","content":"go"}],` + tools + `}`,
			`"id":"toolu_live_0_0"`},
		{"first turn, streamed", "/v1/messages?beta=true", `{"stream":true,"messages":[],` + tools + `}`,
			`"partial_json":"{\"command\":\"id\"}"`},
		{"side request without tools", "/v1/messages", `{"messages":[]}`, `"text":"ok"`},
		{"after the steps", "/v1/messages", `{` + after + `}`, `"text":"all done"`},
		{"count", "/v1/messages/count_tokens", `{}`, `"input_tokens":10`},
		{"not JSON", "/v1/messages", `{`, `invalid_request_error`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := post(t, m.URL()+tt.path, tt.body); !strings.Contains(got, tt.want) {
				t.Errorf("answer %q lacks %q", got, tt.want)
			}
		})
	}
	if got, ok := m.Result(0, 0); !ok || got != (Result{Text: "no", Error: true}) {
		t.Errorf("result = %+v, %v", got, ok)
	}
	if _, ok := m.Result(0, 1); ok {
		t.Error("a call nobody made has a result")
	}
}
