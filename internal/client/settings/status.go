package settings

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/sentinelgate/sentinel/internal/config/jsonc"
)

// Status tells how the gate is registered in a file. A file that does not read
// is an error; one whose hooks the client could not read is a note.
func (h Hooks) Status(f File, data []byte, o Options) (Status, error) {
	var s Status
	doc, root, err := openSettings(data)
	if err != nil {
		return s, err
	}
	hooks, err := hooksOf(doc, root)
	if err == nil {
		err = h.inspect(doc, hooks, &s)
	}
	var at *jsonc.Error
	if errors.As(err, &at) {
		return Status{Notes: []string{"the client reads no hooks from this file: " + at.Error()}}, nil
	}
	if err != nil {
		return Status{}, err
	}
	// An administrator's hooks are called whatever the switches say.
	if m := jsonc.Member(root, h.Off); m != nil && f.Level != Managed && sameLiteral(m.Value, hujson.Bool(true)) {
		s.Disabled = true
		s.note("%s is set, no hook of this file is called", h.Off)
	}
	if s.Binary != "" && o.Exists != nil && !o.Exists(s.Binary) {
		s.Missing = true
		s.note("the registered program %s does not exist", s.Binary)
	}
	return s, nil
}

func (s *Status) note(format string, args ...any) {
	s.Notes = append(s.Notes, fmt.Sprintf(format, args...))
}

// inspect fills in what the file's hooks say.
func (h Hooks) inspect(doc *jsonc.Doc, hooks *hujson.Object, s *Status) error {
	seen := make(map[string]bool)
	err := h.each(doc, hooks, func(event string, group, handler *hujson.Object, _ *hujson.Value) bool {
		switch {
		case !coversAll(group) || jsonc.Member(handler, "if") != nil:
			s.note("a hook of %s is called for some tools only", event)
		case isTrue(handler, "async"):
			s.note("a hook of %s is called without waiting for its answer", event)
		default:
			seen[event] = true
			if event == h.Events[0].Name {
				h.first(handler, s)
			}
		}
		return true
	})
	s.Complete = s.Registered
	for _, e := range h.Events {
		if !seen[e.Name] {
			s.Complete = false
			s.note("not registered for %s", e.Name)
		}
	}
	return err
}

// first reads the handler that is called before a tool.
func (h Hooks) first(handler *hujson.Object, s *Status) {
	command := textMember(handler, "command")
	s.Registered = true
	s.Binary = commandWords(command)[0]
	s.FailClosed = strings.HasSuffix(strings.TrimSpace(command), failClosed)
	for _, p := range h.Events[0].Handler {
		if m := jsonc.Member(handler, p.Name); p.Name != "command" && p.Name != "timeout" {
			s.FailClosed = s.FailClosed && m != nil && sameLiteral(m.Value, p.literal())
		}
	}
	if !s.FailClosed {
		s.note("a crash of the gate may let calls run: install again")
	}
}

func isTrue(o *hujson.Object, name string) bool {
	m := jsonc.Member(o, name)
	return m != nil && !sameLiteral(m.Value, hujson.Bool(false))
}
