package livetest

import (
	"encoding/json"
	"net/http"
)

// readChat reads a request of OpenAI's Chat Completions.
func readChat(body []byte) (request, error) {
	var b struct {
		Model    string `json:"model"`
		Stream   bool   `json:"stream"`
		Messages []struct {
			Role       string            `json:"role"`
			Content    json.RawMessage   `json:"content"`
			ToolCalls  []json.RawMessage `json:"tool_calls"`
			ToolCallID string            `json:"tool_call_id"`
		} `json:"messages"`
		Tools []struct {
			Function struct {
				Name string `json:"name"`
			} `json:"function"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return request{}, err
	}
	r := request{model: b.Model, stream: b.Stream, results: map[string]Result{}}
	for _, t := range b.Tools {
		r.tools = append(r.tools, t.Function.Name)
	}
	prompts := 0
	for _, m := range b.Messages {
		switch {
		case m.Role == "user" && prompts < 2:
			prompts++
			r.prompt += textOf(m.Content) + "\n"
		case m.Role == "assistant" && len(m.ToolCalls) > 0:
			r.turns++
		case m.Role == "tool":
			r.results[m.ToolCallID] = Result{Text: textOf(m.Content)}
		}
	}
	return r, nil
}

// writeChat answers.
func writeChat(w http.ResponseWriter, a answer, stream bool) {
	reason := "stop"
	var calls []map[string]any
	for i, c := range a.calls {
		reason = "tool_calls"
		calls = append(calls, map[string]any{"index": i, "id": a.ids[i], "type": "function",
			"function": map[string]any{"name": c.Name, "arguments": encoded(c.Input)}})
	}
	usage := map[string]any{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
	whole := func(object string, more map[string]any) map[string]any {
		m := map[string]any{"id": "chatcmpl-" + a.id, "object": object, "created": 1, "model": a.model}
		for k, v := range more {
			m[k] = v
		}
		return m
	}
	if !stream {
		said := map[string]any{"role": "assistant", "content": a.text}
		if calls != nil {
			said["tool_calls"] = calls
		}
		writeJSON(w, whole("chat.completion", map[string]any{"usage": usage, "choices": []any{
			map[string]any{"index": 0, "message": said, "finish_reason": reason}}}))
		return
	}
	streams(w)
	chunk := func(delta map[string]any, finish any) {
		event(w, "", whole("chat.completion.chunk", map[string]any{"choices": []any{
			map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}}))
	}
	chunk(map[string]any{"role": "assistant", "content": a.text}, nil)
	for _, c := range calls {
		chunk(map[string]any{"tool_calls": []any{c}}, nil)
	}
	chunk(map[string]any{}, reason)
	event(w, "", whole("chat.completion.chunk", map[string]any{"choices": []any{}, "usage": usage}))
	event(w, "", "[DONE]")
}
