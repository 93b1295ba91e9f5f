// Package livetest is test support: a scripted model that a real agent client
// can be pointed at, so that the gate is tested inside the client it guards
// rather than against recorded messages only.
//
// Nothing of the gate imports this package, which is why it may use net/http
// where the gate itself may not. The tests that use it carry the build tag
// "live" because they need a client installed; testdata/live/README.md says how
// to run them.
//
//	model, err := livetest.Start(livetest.Scenario{
//		Steps: []livetest.Step{{{Name: "Bash", Input: map[string]any{"command": "git status"}}}},
//		Final: "done",
//	})
//	defer model.Close()
//	// run the client with ANTHROPIC_BASE_URL=model.URL(), then:
//	result, ok := model.Result(0, 0)
//
// To drive a client that speaks another API, add a reader and a writer for that
// API beside the ones here and a path in ServeHTTP.
package livetest

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// maxBody bounds a request, in bytes. A client sends its whole conversation each
// time; a short scenario stays far below this.
const maxBody = 32 << 20

// A Call is one tool call the model makes. Input may be nil, an empty object.
type Call struct {
	Name  string
	Input map[string]any
}

// A Step is one turn of the model: the calls it makes together.
type Step []Call

// A Scenario is what the model says: each step in turn, then the final text.
// The zero value says nothing but an empty text.
type Scenario struct {
	Steps []Step
	Final string
}

// A Result is what the client told the model about one call. The zero value is
// an empty result that was not an error.
type Result struct {
	Text  string
	Error bool // the client marked it is_error: the call did not do its work
}

// A Model is a running mock of the Anthropic Messages API on a loopback port of
// its own. Which step it plays is read from the request (how many turns with
// tool calls the conversation has), so retries and side conversations cannot
// put it out of step. Make one with Start; it is safe for concurrent use.
type Model struct {
	scenario Scenario
	server   *http.Server
	url      string
	answers  atomic.Int64 // answers given so far, for their ids only

	mu      sync.Mutex
	results map[string]Result // by tool_use id, the last telling wins
}

// Start listens on 127.0.0.1 and answers until Close.
func Start(scenario Scenario) (*Model, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen on loopback: %w", err)
	}
	m := &Model{
		scenario: scenario,
		url:      "http://" + listener.Addr().String(),
		results:  map[string]Result{},
	}
	m.server = &http.Server{Handler: m, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = m.server.Serve(listener) }()
	return m, nil
}

// URL is the base address to give to the client, without a slash at its end.
func (m *Model) URL() string { return m.url }

// Close stops the server and drops its connections.
func (m *Model) Close() error {
	if err := m.server.Close(); err != nil {
		return fmt.Errorf("close model: %w", err)
	}
	return nil
}

// Result is what the client told about the call at the place (step, call), both
// from 0, and whether it told anything.
func (m *Model) Result(step, call int) (Result, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.results[callID(step, call)]
	return r, ok
}

// callID names a call by its place, so that its result can be found again.
func callID(step, call int) string { return fmt.Sprintf("toolu_live_%d_%d", step, call) }

// ServeHTTP answers one request of the client.
func (m *Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || r.URL.Path != "/v1/messages" {
		// input_tokens serves count_tokens; data serves a list of models. What asks
		// for neither finds nothing in it.
		writeJSON(w, map[string]any{"input_tokens": 10, "data": []any{}, "has_more": false})
		return
	}
	var req request
	if err := json.NewDecoder(io.LimitReader(r.Body, maxBody)).Decode(&req); err != nil {
		http.Error(w, `{"type":"error","error":{"type":"invalid_request_error","message":"unreadable"}}`,
			http.StatusBadRequest)
		return
	}
	m.keep(req)
	content, stop := m.turn(req)
	// A client takes two answers of one id for parts of the same message.
	answer := message(fmt.Sprintf("msg_live_%d", m.answers.Add(1)), req.Model, content, stop)
	if req.Stream {
		writeStream(w, answer)
		return
	}
	writeJSON(w, answer)
}

// keep remembers the tool results in a request.
func (m *Model) keep(req request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, msg := range req.Messages {
		for _, b := range msg.blocks() {
			if b.Type == "tool_result" {
				m.results[b.ToolUseID] = Result{Text: textOf(b.Content), Error: b.IsError}
			}
		}
	}
}

// turn is the model's next turn: content blocks and the reason it stops.
func (m *Model) turn(req request) (content []map[string]any, stop string) {
	step := req.turnsDone()
	switch {
	case step >= len(m.scenario.Steps):
		return []map[string]any{{"type": "text", "text": m.scenario.Final}}, "end_turn"
	case !req.offers(m.scenario.Steps[step]):
		// A side request (a title, a summary) comes without the tools: playing
		// the step there would start it in a conversation that cannot run it.
		return []map[string]any{{"type": "text", "text": "ok"}}, "end_turn"
	}
	for i, c := range m.scenario.Steps[step] {
		input := c.Input
		if input == nil {
			input = map[string]any{}
		}
		content = append(content, map[string]any{
			"type": "tool_use", "id": callID(step, i), "name": c.Name, "input": input,
		})
	}
	return content, "tool_use"
}

// request is the part of a Messages request that the model reads.
type request struct {
	Model    string `json:"model"`
	Stream   bool   `json:"stream"`
	Messages []turn `json:"messages"`
	Tools    []struct {
		Name string `json:"name"`
	} `json:"tools"`
}

// turn is one message. Content is a string or a list of blocks.
type turn struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	ToolUseID string          `json:"tool_use_id"`
	Content   json.RawMessage `json:"content"`
	IsError   bool            `json:"is_error"`
}

// blocks are a message's content blocks; a message of plain text has none.
func (t turn) blocks() []block {
	var list []block
	if json.Unmarshal(t.Content, &list) != nil {
		return nil
	}
	return list
}

// turnsDone counts the assistant's turns that made tool calls.
func (r request) turnsDone() int {
	n := 0
	for _, msg := range r.Messages {
		if msg.Role != "assistant" {
			continue
		}
		for _, b := range msg.blocks() {
			if b.Type == "tool_use" {
				n++
				break
			}
		}
	}
	return n
}

// offers says whether the request has every tool that the step calls.
func (r request) offers(step Step) bool {
	have := map[string]bool{}
	for _, t := range r.Tools {
		have[t.Name] = true
	}
	for _, c := range step {
		if !have[c.Name] {
			return false
		}
	}
	return true
}

// textOf is the text of a tool result: a string, or blocks with text.
func textOf(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var list []block
	if json.Unmarshal(raw, &list) != nil {
		return ""
	}
	texts := make([]string, 0, len(list))
	for _, b := range list {
		texts = append(texts, b.Text)
	}
	return strings.Join(texts, "\n")
}
