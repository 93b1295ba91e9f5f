// Package livetest is test support: a scripted model that real agent clients can
// be pointed at, so that the gate is tested inside the clients it guards rather
// than against recorded messages only.
//
// Nothing of the gate imports this package, which is why it may use net/http
// where the gate itself may not. The tests that use it carry the build tag
// "live" because they need clients installed; testdata/live/README.md says how
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
// It speaks the four interfaces that clients use (messages.go, chat.go,
// responses.go, content.go). Each has a reader, which gives what it found as a
// request, and a writer; to add another one, write both and name them in
// ServeHTTP.
package livetest

import (
	"bytes"
	"compress/gzip"
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
	// Text is the input of a tool that takes free text instead (Responses only).
	Text string
	// Space is the tool's namespace, where tools have one (Responses only).
	Space string
	// Unseen calls the tool though the request does not offer it: some clients
	// offer their tools bit by bit.
	Unseen bool
}

// A Step is one turn of the model: the calls it makes together.
type Step []Call

// A Scenario is what the model says: each step in turn, then the final text.
// The zero value says nothing but an empty text.
type Scenario struct {
	Steps []Step
	// Inner is played in the place of Steps to a conversation whose first
	// prompts hold Mark: that of a sub-agent.
	Inner []Step
	Mark  string
	Final string
}

// A Result is what the client told the model about one call. The zero value is
// an empty result that was not an error.
type Result struct {
	Text  string
	Error bool // the client marked it as an error: the call did not do its work
}

// A Model is a running mock of a model on a loopback port of its own. Which step
// it plays is read from the request (how many turns with tool calls the
// conversation has), so retries and side conversations cannot put it out of
// step. Make one with Start; it is safe for concurrent use.
type Model struct {
	scenario Scenario
	server   *http.Server
	url      string
	answers  atomic.Int64 // answers given so far, for their ids only
	finished atomic.Bool  // the final text was said

	mu      sync.Mutex
	results map[string]Result // by the call's id, the last telling wins
	log     []string          // what was asked for, one line a request
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

// Finished tells whether the model has said its final text, after which a client
// has nothing to do any more.
func (m *Model) Finished() bool { return m.finished.Load() }

// Result is what the client told about the call at the place (step, call), both
// from 0, and whether it told anything.
func (m *Model) Result(step, call int) (Result, bool) { return m.result(callID("", step, call)) }

// InnerResult is Result for a step of Scenario.Inner.
func (m *Model) InnerResult(step, call int) (Result, bool) {
	return m.result(callID(inner, step, call))
}

func (m *Model) result(id string) (Result, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.results[id]
	return r, ok
}

// Log tells what the client asked the model for, one line a request.
func (m *Model) Log() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string{}, m.log...)
}

// inner marks the ids of a sub-agent's calls.
const inner = "sub_"

// callID names a call by its place, so that its result can be found again.
func callID(part string, step, call int) string {
	return fmt.Sprintf("toolu_live_%s%d_%d", part, step, call)
}

// request is what a reader found in a request.
type request struct {
	model   string
	stream  bool
	prompt  string            // the first prompts, joined
	tools   []string          // the names of the tools that are offered
	turns   int               // of the model, with tool calls
	results map[string]Result // by the call's id
	ordered []Result          // of the interface whose calls have no id, in order
}

// answer is what a writer has to say: calls, or else text.
type answer struct {
	id    string
	model string
	text  string
	calls []Call
	ids   []string
}

// ServeHTTP answers one request of the client.
func (m *Model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	body, err := readBody(r)
	if err != nil {
		http.Error(w, `{"type":"error","error":{"type":"invalid_request_error","message":"unreadable"}}`, http.StatusBadRequest)
		return
	}
	var read func([]byte) (request, error)
	var write func(http.ResponseWriter, answer, bool)
	switch {
	case r.Method != http.MethodPost:
	case strings.HasSuffix(path, "/messages"):
		read, write = readMessages, writeMessages
	case strings.HasSuffix(path, "/chat/completions"):
		read, write = readChat, writeChat
	case strings.HasSuffix(path, "/responses"):
		read, write = readResponses, writeResponses
	case strings.HasSuffix(path, ":generateContent"), strings.HasSuffix(path, ":streamGenerateContent"):
		read, write = readContent, writeContent
	}
	if read == nil {
		m.note(r.Method + " " + path)
		// input_tokens serves count_tokens; data and models serve a list of models.
		// What asks for none of them finds nothing in it.
		one := map[string]any{"id": "mock-model", "name": "models/mock-model", "object": "model", "owned_by": "mock", "created": 0}
		writeJSON(w, map[string]any{"input_tokens": 10, "totalTokens": 10, "object": "list", "data": []any{one}, "models": []any{one}, "has_more": false})
		return
	}
	req, err := read(body)
	if err != nil {
		http.Error(w, `{"type":"error","error":{"type":"invalid_request_error","message":"unreadable"}}`, http.StatusBadRequest)
		return
	}
	stream := req.stream || strings.HasSuffix(path, ":streamGenerateContent")
	write(w, m.turn(req, path), stream)
}

func readBody(r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil || r.Header.Get("Content-Encoding") != "gzip" {
		return body, err
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(z, maxBody))
}

func (m *Model) note(line string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.log = append(m.log, line)
}

// turn keeps the results in a request and gives the model's next turn.
func (m *Model) turn(req request, path string) answer {
	steps, part := m.scenario.Steps, ""
	if m.scenario.Mark != "" && strings.Contains(req.prompt, m.scenario.Mark) {
		steps, part = m.scenario.Inner, inner
	}
	a := answer{id: fmt.Sprint(m.answers.Add(1)), model: req.model}
	m.mu.Lock()
	for id, r := range req.results {
		m.results[id] = r
	}
	n := 0
	for s, step := range steps {
		for c := range step {
			if n < len(req.ordered) {
				m.results[callID(part, s, c)] = req.ordered[n]
				n++
			}
		}
	}
	m.log = append(m.log, fmt.Sprintf("POST %s%s, turn %d of %d, %d tools: %s", part, path, req.turns, len(steps), len(req.tools), strings.Join(req.tools, " ")))
	m.mu.Unlock()
	switch {
	case req.turns >= len(steps):
		a.text = m.scenario.Final
		m.finished.Store(m.finished.Load() || part == "")
	case !offers(req, steps[req.turns]):
		// A side request (a title, a summary) comes without the tools: playing
		// the step there would start it in a conversation that cannot run it.
		a.text = "ok"
	default:
		for i, c := range steps[req.turns] {
			if c.Input == nil {
				c.Input = map[string]any{}
			}
			a.calls, a.ids = append(a.calls, c), append(a.ids, callID(part, req.turns, i))
		}
	}
	return a
}

// offers says whether the request has every tool that the step calls.
func offers(r request, step Step) bool {
	have := map[string]bool{}
	for _, t := range r.tools {
		have[t] = true
	}
	for _, c := range step {
		if !have[c.Name] && (!c.Unseen || len(r.tools) == 0) {
			return false
		}
	}
	return true
}

// textOf is the text of a content: a string, or blocks with text.
func textOf(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var list []struct{ Text string }
	if json.Unmarshal(raw, &list) != nil {
		return ""
	}
	texts := make([]string, 0, len(list))
	for _, b := range list {
		texts = append(texts, b.Text)
	}
	return strings.Join(texts, "\n")
}

// encoded is JSON of what a scenario holds: strings, numbers, lists, maps.
func encoded(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// event sends one server-sent event. An error means that the client has gone,
// which the test sees by the client's own exit.
func event(w http.ResponseWriter, name string, data any) {
	if name != "" {
		_, _ = fmt.Fprintf(w, "event: %s\n", name)
	}
	text, ok := data.(string)
	if !ok {
		text = encoded(data)
	}
	_, _ = fmt.Fprintf(w, "data: %s\n\n", text)
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}

func streams(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
}

func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}
