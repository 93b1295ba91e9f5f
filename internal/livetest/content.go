package livetest

import (
	"encoding/json"
	"net/http"
)

// readContent reads a request of Gemini's generateContent.
func readContent(body []byte) (request, error) {
	var b struct {
		Contents []struct {
			Role  string `json:"role"`
			Parts []struct {
				Text     string          `json:"text"`
				Call     json.RawMessage `json:"functionCall"`
				Response *struct {
					ID       string         `json:"id"`
					Response map[string]any `json:"response"`
				} `json:"functionResponse"`
			} `json:"parts"`
		} `json:"contents"`
		Tools []struct {
			Functions []struct {
				Name string `json:"name"`
			} `json:"functionDeclarations"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return request{}, err
	}
	r := request{results: map[string]Result{}}
	for _, t := range b.Tools {
		for _, f := range t.Functions {
			r.tools = append(r.tools, f.Name)
		}
	}
	for i, c := range b.Contents {
		called := false
		for _, p := range c.Parts {
			if c.Role == "user" && i < 3 {
				r.prompt += p.Text + "\n"
			}
			called = called || p.Call != nil
			if p.Response == nil {
				continue
			}
			res := Result{}
			for _, k := range []string{"output", "error"} {
				if s, ok := p.Response.Response[k].(string); ok {
					res = Result{Text: s, Error: k == "error"}
				}
			}
			r.ordered = append(r.ordered, res)
		}
		if c.Role == "model" && called {
			r.turns++
		}
	}
	return r, nil
}

// writeContent answers.
func writeContent(w http.ResponseWriter, a answer, stream bool) {
	parts := []any{}
	if len(a.calls) == 0 {
		parts = append(parts, map[string]any{"text": a.text})
	}
	for i, c := range a.calls {
		parts = append(parts, map[string]any{"functionCall": map[string]any{"id": a.ids[i], "name": c.Name, "args": c.Input}})
	}
	whole := map[string]any{
		"candidates":    []any{map[string]any{"index": 0, "finishReason": "STOP", "content": map[string]any{"role": "model", "parts": parts}}},
		"usageMetadata": map[string]any{"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
		"modelVersion":  "mock-model", "responseId": a.id,
	}
	if !stream {
		writeJSON(w, whole)
		return
	}
	streams(w)
	event(w, "", whole)
}
