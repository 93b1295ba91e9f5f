package cases

import "encoding/json"

// message is what a line of a transcript holds. Its content is a text, or
// parts of which some are tool calls; whatever else it may be holds none.
type message struct {
	calls []recorded
}

// UnmarshalJSON takes the calls and leaves the rest, so that a transcript of a
// newer client is still read.
func (m *message) UnmarshalJSON(data []byte) error {
	var outer struct {
		Content json.RawMessage `json:"content"`
	}
	var parts []struct {
		Type  string         `json:"type"`
		Name  string         `json:"name"`
		Input map[string]any `json:"input"`
	}
	if json.Unmarshal(data, &outer) != nil || json.Unmarshal(outer.Content, &parts) != nil {
		return nil
	}
	for _, p := range parts {
		if p.Type == "tool_use" && p.Name != "" {
			m.calls = append(m.calls, recorded{p.Name, p.Input})
		}
	}
	return nil
}
