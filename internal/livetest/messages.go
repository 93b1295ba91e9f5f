package livetest

import (
	"encoding/json"
	"net/http"
)

// readMessages reads a request of Anthropic's Messages.
func readMessages(body []byte) (request, error) {
	var b struct {
		Model    string `json:"model"`
		Stream   bool   `json:"stream"`
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return request{}, err
	}
	r := request{model: b.Model, stream: b.Stream, results: map[string]Result{}}
	for _, t := range b.Tools {
		r.tools = append(r.tools, t.Name)
	}
	for i, m := range b.Messages {
		if i < 2 && m.Role == "user" {
			r.prompt += textOf(m.Content) + "\n"
		}
		var blocks []struct {
			Type      string          `json:"type"`
			ToolUseID string          `json:"tool_use_id"`
			Content   json.RawMessage `json:"content"`
			IsError   bool            `json:"is_error"`
		}
		if json.Unmarshal(m.Content, &blocks) != nil {
			continue // plain text
		}
		called := false
		for _, x := range blocks {
			called = called || x.Type == "tool_use"
			if x.Type == "tool_result" {
				r.results[x.ToolUseID] = Result{Text: textOf(x.Content), Error: x.IsError}
			}
		}
		if m.Role == "assistant" && called {
			r.turns++
		}
	}
	return r, nil
}

// message is a whole answer.
type message struct {
	ID           string           `json:"id"`
	Type         string           `json:"type"` // always "message"
	Role         string           `json:"role"` // always "assistant"
	Model        string           `json:"model"`
	Content      []map[string]any `json:"content"`     // a list, never null
	StopReason   *string          `json:"stop_reason"` // null while it streams
	StopSequence *string          `json:"stop_sequence"`
	Usage        map[string]int   `json:"usage"` // tokens; made up
}

// writeMessages answers. A client takes two answers of one id for parts of the
// same message, so each has its own.
func writeMessages(w http.ResponseWriter, a answer, stream bool) {
	stop := "end_turn"
	content := []map[string]any{{"type": "text", "text": a.text}}
	if len(a.calls) > 0 {
		stop, content = "tool_use", nil
	}
	for i, c := range a.calls {
		content = append(content, map[string]any{"type": "tool_use", "id": a.ids[i], "name": c.Name, "input": c.Input})
	}
	m := message{ID: "msg_live_" + a.id, Type: "message", Role: "assistant", Model: a.model, Content: content, StopReason: &stop,
		Usage: map[string]int{"input_tokens": 10, "output_tokens": 5, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}}
	if !stream {
		writeJSON(w, m)
		return
	}
	streams(w)
	send := func(name string, data map[string]any) {
		data["type"] = name
		event(w, name, data)
	}
	empty := m
	empty.Content, empty.StopReason = []map[string]any{}, nil
	send("message_start", map[string]any{"message": empty})
	for i, b := range m.Content {
		start, delta := opened(b)
		send("content_block_start", map[string]any{"index": i, "content_block": start})
		send("content_block_delta", map[string]any{"index": i, "delta": delta})
		send("content_block_stop", map[string]any{"index": i})
	}
	send("message_delta", map[string]any{
		"delta": map[string]any{"stop_reason": m.StopReason, "stop_sequence": nil},
		"usage": map[string]any{"output_tokens": 5},
	})
	send("message_stop", map[string]any{})
}

// opened splits a block into its empty start and the delta that fills it.
func opened(b map[string]any) (start, delta map[string]any) {
	if b["type"] == "text" {
		return map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": b["text"]}
	}
	return map[string]any{"type": b["type"], "id": b["id"], "name": b["name"], "input": map[string]any{}},
		map[string]any{"type": "input_json_delta", "partial_json": encoded(b["input"])}
}
