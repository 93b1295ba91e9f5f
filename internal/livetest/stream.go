package livetest

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// answer is a whole answer of the Messages API.
type answer struct {
	ID           string           `json:"id"`
	Type         string           `json:"type"` // always "message"
	Role         string           `json:"role"` // always "assistant"
	Model        string           `json:"model"`
	Content      []map[string]any `json:"content"`     // a list, never null
	StopReason   *string          `json:"stop_reason"` // null while it streams
	StopSequence *string          `json:"stop_sequence"`
	Usage        map[string]int   `json:"usage"` // tokens; made up
}

func message(id, model string, content []map[string]any, stop string) answer {
	return answer{
		ID: id, Type: "message", Role: "assistant", Model: model, Content: content, StopReason: &stop,
		Usage: map[string]int{
			"input_tokens": 10, "output_tokens": 5,
			"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
		},
	}
}

// writeStream sends the answer as server-sent events: the message without its
// content, then each block as start, one delta and stop, then the stop reason.
func writeStream(w http.ResponseWriter, a answer) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	empty := a
	empty.Content, empty.StopReason = []map[string]any{}, nil
	send(w, "message_start", map[string]any{"message": empty})
	for i, b := range a.Content {
		start, delta := opened(b)
		send(w, "content_block_start", map[string]any{"index": i, "content_block": start})
		send(w, "content_block_delta", map[string]any{"index": i, "delta": delta})
		send(w, "content_block_stop", map[string]any{"index": i})
	}
	send(w, "message_delta", map[string]any{
		"delta": map[string]any{"stop_reason": a.StopReason, "stop_sequence": nil},
		"usage": map[string]any{"output_tokens": 5},
	})
	send(w, "message_stop", map[string]any{})
}

// opened splits a block into its empty start and the delta that fills it.
func opened(b map[string]any) (start, delta map[string]any) {
	if b["type"] == "text" {
		return map[string]any{"type": "text", "text": ""},
			map[string]any{"type": "text_delta", "text": b["text"]}
	}
	input, _ := json.Marshal(b["input"]) // of a scenario: strings, numbers, lists, maps
	return map[string]any{"type": b["type"], "id": b["id"], "name": b["name"], "input": map[string]any{}},
		map[string]any{"type": "input_json_delta", "partial_json": string(input)}
}

// send writes one event. An error means that the client has gone, which the
// test sees by the client's own exit.
func send(w http.ResponseWriter, event string, data map[string]any) {
	data["type"] = event
	raw, _ := json.Marshal(data)
	_, _ = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, raw)
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}

func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}
