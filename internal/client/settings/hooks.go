package settings

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/tailscale/hujson"

	"github.com/sentinelgate/sentinel/internal/config/jsonc"
)

// Hooks edits the settings files of clients that register hooks as Claude Code
// does:
//
//	{"hooks": {EVENT: [{"matcher": M, "hooks": [HANDLER, ...]}, ...]}}
//
// It touches what it must and leaves every other byte alone, comments included.
type Hooks struct {
	// Events are what must be registered. The first one is the event before a
	// tool, which alone can refuse.
	Events []Event
	// Ours tells the gate's own handlers from everybody else's by their command.
	Ours func(command string) bool
	// Off names the client's own switch that turns all hooks off, "" if it has
	// none.
	Off string
}

// Event is one registration.
type Event struct {
	Name    string
	Matcher string // "" leaves it out
	Handler []Pair // members of the handler, in order; "command" is one of them
}

// Pair is a member of an object. Its value is a string or an int.
type Pair struct {
	Name  string
	Value any
}

func (p Pair) literal() hujson.Literal {
	switch v := p.Value.(type) {
	case string:
		return hujson.String(v)
	case int:
		return hujson.Int(int64(v))
	}
	return hujson.Literal("null")
}

func (e Event) find(name string) (Pair, bool) {
	for _, p := range e.Handler {
		if p.Name == name {
			return p, true
		}
	}
	return Pair{}, false
}

// open reads a settings file. A missing or blank one gives an empty object.
func openSettings(old []byte) (*jsonc.Doc, *hujson.Object, error) {
	if len(bytes.TrimSpace(old)) == 0 {
		old = []byte("{}\n")
	}
	doc, err := jsonc.Parse(old)
	if err != nil {
		return nil, nil, fmt.Errorf("read settings: %w", err)
	}
	root, ok := doc.Root.Value.(*hujson.Object)
	if !ok {
		return nil, nil, fmt.Errorf("read settings: %w", doc.Errorf(doc.Root.StartOffset, "want an object"))
	}
	return doc, root, nil
}

// hooksOf finds the object of all hooks, nil if there is none.
func hooksOf(doc *jsonc.Doc, root *hujson.Object) (*hujson.Object, error) {
	m := jsonc.Member(root, "hooks")
	if m == nil {
		return nil, nil
	}
	hooks, ok := m.Value.Value.(*hujson.Object)
	if !ok {
		return nil, doc.Errorf(m.Value.StartOffset, "%q is no object", "hooks")
	}
	return hooks, nil
}

// Install registers every event exactly once. old is nil or blank where there is
// no file; a file that does not read is refused.
func (h Hooks) Install(old []byte) ([]byte, error) {
	doc, root, err := openSettings(old)
	if err != nil {
		return nil, err
	}
	hooks, err := hooksOf(doc, root)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	lay := layoutOf(doc, root)
	found, err := h.tidy(doc, hooks, lay)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	for _, e := range h.Events {
		if found[e.Name] {
			continue
		}
		if hooks == nil {
			hooks = &hujson.Object{}
			lay.addMember(root, 1, "hooks", hooks)
		}
		m := jsonc.Member(hooks, e.Name)
		if m == nil {
			lay.addMember(hooks, 2, e.Name, &hujson.Array{})
			m = jsonc.Member(hooks, e.Name)
		}
		lay.addElement(m.Value.Value.(*hujson.Array), 3, e.group(lay))
	}
	return h.finish(doc, old)
}

// tidy walks over our handlers: the first one of an event that reaches every
// tool is kept or brought up to date, every other one is removed. It tells for
// which events one was kept.
func (h Hooks) tidy(doc *jsonc.Doc, hooks *hujson.Object, lay layout) (map[string]bool, error) {
	found := make(map[string]bool)
	want := make(map[string]Event)
	for _, e := range h.Events {
		want[e.Name] = e
	}
	err := h.each(doc, hooks, func(event string, g, handler *hujson.Object, v *hujson.Value) bool {
		e, wanted := want[event]
		if !wanted || found[event] || !coversAll(g) {
			return false
		}
		found[event] = true
		if !e.matches(handler) {
			v.Value = e.keepTimeout(handler).render(lay, lay.depthOf(v))
		}
		return true
	})
	return found, err
}

// Uninstall removes our handlers and the containers that are empty without them.
func (h Hooks) Uninstall(old []byte) ([]byte, error) {
	if len(bytes.TrimSpace(old)) == 0 {
		return old, nil
	}
	doc, root, err := openSettings(old)
	if err != nil {
		return nil, err
	}
	hooks, err := hooksOf(doc, root)
	if err != nil || hooks == nil {
		return old, err
	}
	before := len(hooks.Members)
	none := func(string, *hujson.Object, *hujson.Object, *hujson.Value) bool { return false }
	if err := h.each(doc, hooks, none); err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	if before > 0 && len(hooks.Members) == 0 {
		removeMember(root, "hooks")
	}
	return h.finish(doc, old)
}

// finish packs the document and makes sure that it still reads.
func (h Hooks) finish(doc *jsonc.Doc, old []byte) ([]byte, error) {
	b := doc.Pack()
	if bytes.Equal(b, old) {
		return old, nil
	}
	if _, err := jsonc.Parse(b); err != nil {
		return nil, fmt.Errorf("edit settings: %w", err)
	}
	return b, nil
}

// each calls keep for every handler of ours and removes those it does not want,
// with the groups and events that are left empty.
func (h Hooks) each(doc *jsonc.Doc, hooks *hujson.Object,
	keep func(event string, group, handler *hujson.Object, v *hujson.Value) bool) error {
	if hooks == nil {
		return nil
	}
	for i := len(hooks.Members) - 1; i >= 0; i-- {
		m := &hooks.Members[i]
		name := jsonc.Text(m.Name)
		groups, ok := m.Value.Value.(*hujson.Array)
		if !ok {
			return doc.Errorf(m.Value.StartOffset, "hooks of %q are no list", name)
		}
		changed := false
		for g := 0; g < len(groups.Elements); {
			emptied, err := h.eachOf(doc, name, &groups.Elements[g], keep)
			if err != nil {
				return err
			}
			if emptied {
				removeElement(groups, g)
				changed = true
				continue
			}
			g++
		}
		if changed && len(groups.Elements) == 0 {
			removeMember(hooks, name)
		}
	}
	return nil
}

// eachOf does each for one group. It tells whether the group is empty now and
// was not before.
func (h Hooks) eachOf(doc *jsonc.Doc, event string, v *hujson.Value,
	keep func(event string, group, handler *hujson.Object, v *hujson.Value) bool) (bool, error) {
	group, ok := v.Value.(*hujson.Object)
	if !ok {
		return false, doc.Errorf(v.StartOffset, "a hook of %q is no object", event)
	}
	m := jsonc.Member(group, "hooks")
	if m == nil {
		return false, doc.Errorf(v.StartOffset, "a hook of %q has no list %q", event, "hooks")
	}
	list, ok := m.Value.Value.(*hujson.Array)
	if !ok {
		return false, doc.Errorf(m.Value.StartOffset, "%q is no list", "hooks")
	}
	changed := false
	for i := 0; i < len(list.Elements); {
		handler, ok := list.Elements[i].Value.(*hujson.Object)
		if !ok || !h.Ours(textMember(handler, "command")) || keep(event, group, handler, &list.Elements[i]) {
			i++
			continue
		}
		removeElement(list, i)
		changed = true
	}
	return changed && len(list.Elements) == 0, nil
}

// coversAll tells whether a group's handlers are called for every tool.
func coversAll(group *hujson.Object) bool {
	for i := range group.Members {
		switch jsonc.Text(group.Members[i].Name) {
		case "hooks":
		case "matcher":
			s, ok := jsonc.String(group.Members[i].Value)
			if !ok || s != "" && s != "*" && s != ".*" {
				return false
			}
		default: // unknown, may narrow it
			return false
		}
	}
	return true
}

// matches tells whether a handler is as it should be. The person's own timeout
// and status text are left alone; any other member could weaken it.
func (e Event) matches(handler *hujson.Object) bool {
	for _, p := range e.Handler {
		if p.Name == "timeout" {
			continue
		}
		m := jsonc.Member(handler, p.Name)
		if m == nil || !sameLiteral(m.Value, p.literal()) {
			return false
		}
	}
	for i := range handler.Members {
		m := &handler.Members[i]
		switch name := jsonc.Text(m.Name); name {
		case "statusMessage":
		case "timeout":
			if n, ok := number(m.Value); !ok || n <= 0 {
				return false
			}
		default:
			if _, known := e.find(name); !known {
				return false
			}
		}
	}
	return true
}

// keepTimeout takes over the limit of a handler that is replaced, for a person
// may have chosen it.
func (e Event) keepTimeout(handler *hujson.Object) Event {
	m := jsonc.Member(handler, "timeout")
	if m == nil {
		return e
	}
	n, ok := number(m.Value)
	if !ok || n < 1 || n != float64(int(n)) {
		return e
	}
	e.Handler = slices.Clone(e.Handler)
	for i := range e.Handler {
		if e.Handler[i].Name == "timeout" {
			e.Handler[i].Value = int(n)
		}
	}
	return e
}

func sameLiteral(v hujson.Value, want hujson.Literal) bool {
	lit, ok := v.Value.(hujson.Literal)
	return ok && lit.Kind() == want.Kind() && lit.String() == want.String()
}

func number(v hujson.Value) (float64, bool) {
	lit, ok := v.Value.(hujson.Literal)
	if !ok || lit.Kind() != '0' {
		return 0, false
	}
	n, err := strconv.ParseFloat(string(lit), 64)
	return n, err == nil
}

func textMember(o *hujson.Object, name string) string {
	if m := jsonc.Member(o, name); m != nil {
		return jsonc.Text(m.Value)
	}
	return ""
}
