package livetest

import (
	"encoding/json"
	"net/http"
	"strings"
)

// offered is a tool of a Responses request; one of a namespace holds tools.
type offered struct {
	Type  string    `json:"type"`
	Name  string    `json:"name"`
	Tools []offered `json:"tools"`
}

// readResponses reads a request of OpenAI's Responses.
func readResponses(body []byte) (request, error) {
	var b struct {
		Model  string    `json:"model"`
		Stream bool      `json:"stream"`
		Tools  []offered `json:"tools"`
		Input  []struct {
			Type    string          `json:"type"`
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
			CallID  string          `json:"call_id"`
			Output  json.RawMessage `json:"output"`
			Tools   []offered       `json:"tools"`
		} `json:"input"`
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return request{}, err
	}
	r := request{model: b.Model, stream: b.Stream, results: map[string]Result{}, tools: names(b.Tools)}
	called := false // by the item before
	for _, x := range b.Input {
		r.tools = append(r.tools, names(x.Tools)...)
		if x.Role == "user" {
			r.prompt += textOf(x.Content) + "\n"
		}
		if strings.HasSuffix(x.Type, "_call_output") {
			r.results[x.CallID] = Result{Text: textOf(x.Output)}
		}
		calls := strings.HasSuffix(x.Type, "_call")
		if calls && !called {
			r.turns++
		}
		called = calls || called && x.Type == "reasoning"
	}
	return r, nil
}

func names(tools []offered) []string {
	var out []string
	for _, t := range tools {
		switch {
		case t.Type == "namespace":
			out = append(out, names(t.Tools)...)
		case t.Name != "":
			out = append(out, t.Name)
		default:
			out = append(out, t.Type)
		}
	}
	return out
}

// writeResponses answers, always as a stream: the clients want nothing else.
func writeResponses(w http.ResponseWriter, a answer, _ bool) {
	var items []map[string]any
	if len(a.calls) == 0 {
		items = append(items, map[string]any{"type": "message", "id": "msg_" + a.id, "role": "assistant", "status": "completed",
			"content": []any{map[string]any{"type": "output_text", "text": a.text, "annotations": []any{}}}})
	}
	for i, c := range a.calls {
		item := map[string]any{"type": "function_call", "id": "fc_" + a.ids[i], "status": "completed", "call_id": a.ids[i], "name": c.Name,
			"arguments": encoded(c.Input)}
		if c.Text != "" {
			delete(item, "arguments")
			item["type"], item["id"], item["input"] = "custom_tool_call", "ctc_"+a.ids[i], c.Text
		}
		if c.Space != "" {
			item["namespace"] = c.Space
		}
		items = append(items, item)
	}
	whole := func(status string) map[string]any {
		return map[string]any{"id": "resp_" + a.id, "object": "response", "created_at": 1, "model": a.model, "status": status, "output": []any{}}
	}
	streams(w)
	event(w, "response.created", map[string]any{"type": "response.created", "response": whole("in_progress")})
	for i, item := range items {
		event(w, "response.output_item.added", map[string]any{"type": "response.output_item.added", "output_index": i, "item": item})
		event(w, "response.output_item.done", map[string]any{"type": "response.output_item.done", "output_index": i, "item": item})
	}
	done := whole("completed")
	done["output"] = items
	done["usage"] = map[string]any{"input_tokens": 10, "output_tokens": 5, "total_tokens": 15,
		"input_tokens_details": map[string]any{"cached_tokens": 0}, "output_tokens_details": map[string]any{"reasoning_tokens": 0}}
	event(w, "response.completed", map[string]any{"type": "response.completed", "response": done})
}
