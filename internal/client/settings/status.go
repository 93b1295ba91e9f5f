package settings

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

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
	for _, off := range h.Off {
		if f.Level != Managed && off.set(root) {
			s.Disabled = true
			s.note("%s is set, no hook of this file is called", strings.Join(off.Path, "."))
		}
	}
	for _, p := range h.Top {
		if m := jsonc.Member(root, p.Name); s.Registered && (m == nil || !sameLiteral(m.Value, p.literal())) {
			s.note("%q is not %s: the client may not read the file", p.Name, p.literal())
		}
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
	seen, open := make(map[string]bool), false
	want := make(map[string]Event)
	for _, e := range h.Events {
		want[e.Name] = e
	}
	err := h.each(doc, hooks, func(event string, group, handler *hujson.Object, _ *hujson.Value) bool {
		e, wanted := want[event]
		switch {
		case !wanted:
		case !h.covers(group, handler) || jsonc.Member(handler, "if") != nil:
			s.note("a hook of %s is called for some tools only", event)
		case isTrue(handler, "async"):
			s.note("a hook of %s is called without waiting for its answer", event)
		default:
			seen[event] = true
			if event == h.Events[0].Name {
				s.Registered, s.FailClosed = true, true
				s.Command = commandOf(handler)
				s.Binary = commandWords(s.Command)[0]
			}
			if e.Closed && !e.closes(handler) {
				open = true
			}
			if limit, told := h.limitOf(handler), ToldLimit(commandOf(handler)); limit > 0 && limit != told {
				s.note("the client waits %v for a hook of %s, which was told %v: install again", limit, event, told)
			}
		}
		return true
	})
	if s.Complete = s.Registered; open {
		s.FailClosed = false
		s.note("a crash of the gate may let calls run: install again")
	}
	for _, e := range h.Events {
		if !seen[e.Name] {
			s.Complete = false
			s.note("not registered for %s", e.Name)
		}
	}
	return err
}

// closes tells whether a handler is as closed as it can be made: its command
// ends as it should, and the client's own settings are there.
func (e Event) closes(handler *hujson.Object) bool {
	for _, p := range e.Handler {
		m := jsonc.Member(handler, p.Name)
		switch text, isText := p.Value.(string); {
		case isText && slices.Contains(commandNames(), p.Name):
			if m == nil || !endsAs(jsonc.Text(m.Value), text) {
				return false
			}
		case isLimit(p.Name):
			if n, ok := number(hujsonValue(m)); m != nil && (!ok || n < float64(e.Least)) {
				return false
			}
		case p.Name == "powershell":
		case m == nil || !sameLiteral(m.Value, p.literal()):
			return false
		}
	}
	return true
}

// limitOf is the client's limit for a handler, 0 if none is set.
func (h Hooks) limitOf(handler *hujson.Object) time.Duration {
	for i := range handler.Members {
		m := &handler.Members[i]
		if n, ok := number(m.Value); ok && isLimit(jsonc.Text(m.Name)) {
			return seconds(n, h.Unit)
		}
	}
	return 0
}

func hujsonValue(m *hujson.ObjectMember) hujson.Value {
	if m == nil {
		return hujson.Value{}
	}
	return m.Value
}

// set tells whether a file has the switch in the position that turns hooks off.
func (s Switch) set(root *hujson.Object) bool {
	var v hujson.Value
	for _, name := range s.Path {
		if root == nil {
			return false
		}
		m := jsonc.Member(root, name)
		if m == nil {
			return false
		}
		v = m.Value
		root, _ = v.Value.(*hujson.Object)
	}
	if s.Lists == "" {
		return sameLiteral(v, hujson.Bool(s.Off))
	}
	list, _ := v.Value.(*hujson.Array)
	return list != nil && slices.ContainsFunc(list.Elements, func(v hujson.Value) bool { return jsonc.Text(v) == s.Lists })
}

func isTrue(o *hujson.Object, name string) bool {
	m := jsonc.Member(o, name)
	return m != nil && !sameLiteral(m.Value, hujson.Bool(false))
}
