package settings

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/tailscale/hujson"

	"github.com/sentinelgate/sentinel/internal/config/jsonc"
)

// Hooks edits the settings files of clients that keep their hooks as JSON in one
// of two forms:
//
//	{"hooks": {EVENT: [{"matcher": M, "hooks": [HANDLER, ...]}, ...]}}
//	{"hooks": {EVENT: [HANDLER, ...]}}                                  Flat
//
// It touches what it must and leaves every other byte alone, comments included.
type Hooks struct {
	// Events are what must be registered. The first one is an event before a
	// tool, which can refuse.
	Events []Event
	// Ours tells the gate's own handlers from everybody else's by their command.
	Ours func(command string) bool
	// Flat says that handlers stand in an event's list without a group.
	Flat bool
	// Loose says that the client keeps other things than events beside them.
	Loose bool
	// Top are members that the client wants at the top of the file.
	Top []Pair
	// Unit is what the client counts its limit in, 0 if it has none.
	Unit time.Duration
	// Off are the client's own switches that turn hooks off.
	Off []Switch
}

// Event is one registration.
type Event struct {
	Name    string
	Matcher string // "" leaves it out
	Handler []Pair // members of the handler, in order; one of them is a command
	// Closed says that this event can refuse, so that a crash must.
	Closed bool
	// Least is the smallest limit of a person's own that is kept: where a slow
	// gate lets calls run, a short limit opens it.
	Least int
}

// Pair is a member of an object. Its value is a string, an int or a bool.
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
	case bool:
		return hujson.Bool(v)
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
	if err := h.top(doc, root, lay); err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
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
		list, ok := m.Value.Value.(*hujson.Array)
		if !ok {
			return nil, fmt.Errorf("read settings: %w", doc.Errorf(m.Value.StartOffset, "hooks of %q are no list", e.Name))
		}
		lay.addElement(list, 3, h.element(e, lay))
	}
	return h.finish(doc, old)
}

// top adds what the client wants at the top. A file that says something else
// there is of a form that is not known.
func (h Hooks) top(doc *jsonc.Doc, root *hujson.Object, lay layout) error {
	for _, p := range h.Top {
		m := jsonc.Member(root, p.Name)
		if m == nil {
			lay.addMember(root, 1, p.Name, p.literal())
		} else if !sameLiteral(m.Value, p.literal()) {
			return doc.Errorf(m.Value.StartOffset, "%q is not %s: this form of the file is not known", p.Name, p.literal())
		}
	}
	return nil
}

// element is what stands in an event's list.
func (h Hooks) element(e Event, lay layout) hujson.ValueTrimmed {
	if h.Flat {
		return e.render(lay, 3)
	}
	return e.group(lay)
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
		if !wanted || found[event] || !h.covers(g, handler) {
			return false
		}
		found[event] = true
		if e = e.keepTimeout(handler, h.Unit); !e.matches(handler) {
			v.Value = e.render(lay, lay.depthOf(v))
		}
		return true
	})
	return found, err
}

// Uninstall removes our handlers and the containers that are empty without them.
// It gives nil where nothing is left of the file.
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
	if b := doc.Pack(); !bytes.Equal(b, old) && h.nothing(root, b) {
		return nil, nil
	}
	return h.finish(doc, old)
}

// nothing tells whether a file says no more than what every such file says.
func (h Hooks) nothing(root *hujson.Object, packed []byte) bool {
	for i := range root.Members {
		m := &root.Members[i]
		if !slices.ContainsFunc(h.Top, func(p Pair) bool { return p.Name == jsonc.Text(m.Name) && sameLiteral(m.Value, p.literal()) }) {
			return false
		}
	}
	return !bytes.Contains(packed, []byte("//")) && !bytes.Contains(packed, []byte("/*"))
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
		if !ok && h.Loose {
			continue
		}
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
	if h.Flat {
		return h.mine(group) && !keep(event, group, group, v), nil
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
		if !ok || !h.mine(handler) || keep(event, group, handler, &list.Elements[i]) {
			i++
			continue
		}
		removeElement(list, i)
		changed = true
	}
	return changed && len(list.Elements) == 0, nil
}

// commandNames are the members in which clients look for a handler's command.
func commandNames() []string { return []string{"command", "bash"} }

// commandOf is a handler's command for a POSIX shell.
func commandOf(handler *hujson.Object) string {
	for _, name := range commandNames() {
		if text := textMember(handler, name); text != "" {
			return text
		}
	}
	return ""
}

// mine tells whether a handler is the gate's.
func (h Hooks) mine(handler *hujson.Object) bool { return h.Ours(commandOf(handler)) }

// covers tells whether a handler is called for every tool. Clients with the flat
// form take a matcher for a pattern in which even "*" matches nothing.
func (h Hooks) covers(group, handler *hujson.Object) bool {
	if h.Flat {
		m := jsonc.Member(handler, "matcher")
		return m == nil || sameLiteral(m.Value, hujson.String(""))
	}
	return coversAll(group)
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
		if isLimit(p.Name) {
			continue
		}
		m := jsonc.Member(handler, p.Name)
		if m == nil || !sameLiteral(m.Value, p.literal()) {
			return false
		}
	}
	for i := range handler.Members {
		m := &handler.Members[i]
		name := jsonc.Text(m.Name)
		_, known := e.find(name)
		switch {
		case name == "statusMessage":
		case isLimit(name) && known:
			if n, ok := number(m.Value); !ok || n <= 0 || n < float64(e.Least) {
				return false
			}
		case !known:
			return false
		}
	}
	return true
}

// isLimit knows the members in which clients have a handler's limit.
func isLimit(name string) bool { return name == "timeout" || name == "timeoutSec" }

// keepTimeout takes over the limit of a handler that is there, for a person may
// have chosen it, and tells the command of it.
func (e Event) keepTimeout(handler *hujson.Object, unit time.Duration) Event {
	for i := range e.Handler {
		m := jsonc.Member(handler, e.Handler[i].Name)
		if m == nil || !isLimit(e.Handler[i].Name) {
			continue
		}
		if n, ok := number(m.Value); ok && n >= 1 && n == float64(int(n)) && int(n) >= e.Least {
			e.Handler = slices.Clone(e.Handler)
			e.Handler[i].Value = int(n)
			e.tellLimit(seconds(n, unit))
		}
	}
	return e
}

// tellLimit puts the client's limit into an event's commands, which may wait for
// a person as long.
func (e Event) tellLimit(limit time.Duration) {
	for i, p := range e.Handler {
		if text, ok := p.Value.(string); ok && limit > 0 && slices.Contains(commandNames(), p.Name) {
			e.Handler[i].Value = withLimit(text, limit)
		}
	}
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
