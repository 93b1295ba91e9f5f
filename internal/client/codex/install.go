package codex

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
	"github.com/sentinelgate/sentinel/internal/client/settings/tomltext"
)

// Registration says how Codex is told of the gate. A person's hooks stand in
// hooks.json, and count only if config.toml beside it has the hash of each of
// them; an administrator's stand in config.toml and need none.
func (c Client) Registration() settings.Registration {
	return settings.Registration{
		Client: c.Name(),
		Signs:  []string{".codex"},
		Moved:  "CODEX_HOME",
		Places: []settings.Place{
			{Level: settings.User, Path: ".codex/hooks.json"},
			{Level: settings.User, Path: ".codex/config.toml"},
			{Level: settings.Project, Path: ".codex/hooks.json"},
			{Level: settings.Project, Path: ".codex/config.toml", InHome: true}, // where trust is kept
			{Level: settings.Managed, Path: "/etc/codex/config.toml", System: "linux"},
			{Level: settings.Managed, Path: "/etc/codex/config.toml", System: "darwin"},
		},
		Edit: files{settings.JSON{Client: c.Name(), Hooks: c.hooks,
			Windows: "Codex CLI hands hooks to cmd there, and a registration that was not tried may let calls run"}},
		Canary: func(cwd string) any {
			return map[string]any{
				"session_id": "", "turn_id": "", "cwd": cwd, "hook_event_name": "PreToolUse", "model": "", "permission_mode": "default",
				"tool_name": "Bash", "tool_input": map[string]any{"command": settings.CanaryCommand}, "tool_use_id": "", "transcript_path": "",
			}
		},
		Open: []string{
			"in a folder that is gone no hook starts, and the call goes on without one",
			"what is typed into a shell that is open already (write_stdin) reaches no hook",
			"a question is a refusal: the client would run a call that a hook asks about",
			"a gate that is slower than its limit (" + settings.InWords(settings.ClientLimit) + ") lets the call run",
			"a hook that is changed or not trusted is skipped without a word, and so are those of a project that is not trusted",
		},
		Next: "A session that runs already goes on without the gate: start the client anew.",
	}
}

func (c Client) hooks(o settings.Options) (settings.Hooks, error) {
	before, later, err := o.Commands(c.Name(), hook.NoAnswer(c, o.Doctor()))
	limit := o.Limit(time.Second)
	handler := func(command string) []settings.Pair {
		return []settings.Pair{{Name: "type", Value: "command"}, {Name: "command", Value: command}, {Name: "timeout", Value: limit}}
	}
	return settings.Hooks{Unit: time.Second, Events: []settings.Event{
		{Name: evPre, Handler: handler(before), Closed: true, Least: limit},
		{Name: evPost, Handler: handler(later)},
		// Spares the person a question about what the gate lets through.
		{Name: evPermission, Handler: handler(later)},
		{Name: evStart, Handler: handler(later)},
		{Name: evEnd, Handler: handler(later)},
	}}, err
}

// files edits hooks.json as other clients' settings, and config.toml by what it
// is for at a level.
type files struct{ settings.JSON }

func isTOML(f settings.File) bool { return strings.HasSuffix(f.Path, ".toml") }

// Install registers. See settings.Editor.
func (e files) Install(f settings.File, old []byte, o settings.Options) ([]byte, error) {
	switch {
	case !isTOML(f):
		return e.JSON.Install(f, old, o)
	case f.Level == settings.Managed:
		return e.installManaged(old, o)
	}
	hooks := beside(f)
	was, will := o.Around(hooks)
	out, err := untrust(old, hooks, was, e.ours(o), will)
	if err != nil {
		return nil, err
	}
	return trust(out, hooks, will, e.ours(o))
}

// Uninstall takes the registration out.
func (e files) Uninstall(f settings.File, old []byte, o settings.Options) ([]byte, error) {
	switch {
	case !isTOML(f):
		return e.JSON.Uninstall(f, old, o)
	case old == nil:
		return nil, nil
	case f.Level == settings.Managed:
		out, err := removeManaged(old, e.ours(o))
		return emptied(old, out), err
	}
	hooks := beside(f)
	was, _ := o.Around(hooks)
	out, err := untrust(old, hooks, was, e.ours(o), nil)
	return emptied(old, out), err
}

// emptied gives nil for a file of which an edit has left nothing.
func emptied(old, out []byte) []byte {
	if len(bytes.TrimSpace(out)) == 0 && len(bytes.TrimSpace(old)) > 0 {
		return nil
	}
	return out
}

func (e files) ours(o settings.Options) func(string) bool { return settings.Ours(e.Client, o.Binary) }

// beside is the hooks.json that a config.toml is written for.
func beside(f settings.File) string {
	if f.Level == settings.Project {
		return filepath.Join(f.Root, ".codex", "hooks.json")
	}
	return filepath.Join(filepath.Dir(f.Path), "hooks.json")
}

// trustFile is the config.toml in which the trust of a hooks.json stands.
func trustFile(f settings.File, o settings.Options) string {
	if f.Level == settings.Project {
		return filepath.Join(o.Home, ".codex", "config.toml")
	}
	return filepath.Join(filepath.Dir(f.Path), "config.toml")
}

// handler is one entry of hooks.json.
type handler struct {
	Type    string  `json:"type"`
	Command string  `json:"command"`
	Timeout *int    `json:"timeout"`
	Async   bool    `json:"async"`
	Message *string `json:"statusMessage"`
	key     string
	hash    string
}

// handlersOf lists the gate's entries with their keys and hashes, as the client
// makes them: the place in the file, and the SHA-256 of the entry's meaning as
// JSON with sorted keys.
func handlersOf(path string, hooks []byte, ours func(string) bool) ([]handler, error) {
	if len(bytes.TrimSpace(hooks)) == 0 {
		return nil, nil
	}
	var file struct {
		Hooks map[string][]struct {
			Matcher *string   `json:"matcher"`
			Hooks   []handler `json:"hooks"`
		} `json:"hooks"`
	}
	if err := json.Unmarshal(hooks, &file); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	var out []handler
	for event, groups := range file.Hooks {
		label := snake(event)
		for g, group := range groups {
			for i, h := range group.Hooks {
				if !ours(h.Command) {
					continue
				}
				h.key = fmt.Sprintf("%s:%s:%d:%d", path, label, g, i)
				h.hash = h.trustHash(label, group.Matcher)
				out = append(out, h)
			}
		}
	}
	slices.SortFunc(out, func(a, b handler) int { return strings.Compare(a.key, b.key) })
	return out, nil
}

func (h handler) trustHash(label string, matcher *string) string {
	seconds := 600
	if h.Timeout != nil {
		seconds = max(1, *h.Timeout)
	}
	entry := map[string]any{"async": h.Async, "command": h.Command, "timeout": seconds, "type": h.Type}
	if h.Message != nil {
		entry["statusMessage"] = *h.Message
	}
	whole := map[string]any{"event_name": label, "hooks": []any{entry}}
	// These two events have no matcher for the client, whatever the file says.
	if matcher != nil && label != "user_prompt_submit" && label != "stop" {
		whole["matcher"] = *matcher
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b) // sorts keys, as the client does
	enc.SetEscapeHTML(false)
	if err := enc.Encode(whole); err != nil {
		return ""
	}
	sum := sha256.Sum256(bytes.TrimSpace(b.Bytes()))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// snake writes PreToolUse as pre_tool_use.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if 'A' <= r && r <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// stateOf is the table of an entry's trust.
func stateOf(key string) []string { return []string{"hooks", "state", key} }

// trust writes down that the person trusts the gate's entries, which is what an
// install says.
func trust(config []byte, path string, hooks []byte, ours func(string) bool) ([]byte, error) {
	list, err := handlersOf(path, hooks, ours)
	if err != nil {
		return nil, err
	}
	for _, h := range list {
		doc, err := tomltext.Parse(config)
		if err != nil {
			return nil, err
		}
		state := stateOf(h.key)
		switch t := doc.Table(state...); {
		case doc.Find(append(state, "trusted_hash")...) == h.hash:
		case t != nil:
			config, err = doc.Set(t, "trusted_hash", h.hash)
		default:
			config, err = doc.Append("[hooks.state." + tomltext.Quote(h.key) + "]\ntrusted_hash = " + tomltext.Quote(h.hash) + "\n")
		}
		if err != nil {
			return nil, err
		}
	}
	return config, nil
}

// untrust takes out the trust of entries that are going, unless they stay in
// their places.
func untrust(config []byte, path string, was []byte, ours func(string) bool, will []byte) ([]byte, error) {
	doc, err := tomltext.Parse(config)
	if err != nil {
		return nil, err
	}
	gone, err := handlersOf(path, was, ours)
	if err != nil {
		return nil, err
	}
	stay, err := handlersOf(path, will, ours)
	if err != nil {
		return nil, err
	}
	out := config
	removed := false
	remove := func(t *tomltext.Table) bool {
		if len(t.Path) != 3 || len(t.Pairs) != 1 || t.Array {
			return false
		}
		hash, ok := t.Get("trusted_hash")
		same := func(h handler) bool { return slices.Equal(t.Path, stateOf(h.key)) }
		yes := ok && slices.ContainsFunc(gone, func(h handler) bool { return same(h) && h.hash == hash }) && !slices.ContainsFunc(stay, same)
		removed = removed || yes
		return yes
	}
	edited, err := doc.Remove(remove)
	if removed || err != nil {
		out = edited
	}
	return out, err
}

// installManaged registers in the administrator's file.
func (e files) installManaged(old []byte, o settings.Options) ([]byte, error) {
	want, err := managedText(o)
	if err != nil {
		return nil, err
	}
	if bytes.Contains(old, []byte(want)) {
		return old, nil
	}
	out, err := removeManaged(old, e.ours(o))
	if err != nil {
		return nil, err
	}
	doc, err := tomltext.Parse(out)
	if err != nil {
		return nil, err
	}
	return doc.Append(want)
}

func managedText(o settings.Options) (string, error) {
	h, err := Client{}.hooks(o)
	if err != nil {
		return "", err
	}
	var parts []string
	for _, e := range h.Events {
		text := "[[hooks." + e.Name + "]]\n[[hooks." + e.Name + ".hooks]]\n"
		for _, p := range e.Handler {
			value := fmt.Sprint(p.Value)
			if s, ok := p.Value.(string); ok {
				value = tomltext.Quote(s)
			}
			text += p.Name + " = " + value + "\n"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "\n"), nil
}

// removeManaged takes out the gate's entries, and the groups in which nothing
// else stands.
func removeManaged(old []byte, ours func(string) bool) ([]byte, error) {
	doc, err := tomltext.Parse(old)
	if err != nil {
		return nil, err
	}
	isGroup := func(t *tomltext.Table) bool { return t.Array && len(t.Path) == 2 && t.Path[0] == "hooks" }
	isEntry := func(t *tomltext.Table) bool {
		return t.Array && len(t.Path) == 3 && t.Path[0] == "hooks" && t.Path[2] == "hooks"
	}
	gone := map[int]bool{} // by the place of a table's header
	for i := 0; i < len(doc.Tables); i++ {
		t := &doc.Tables[i]
		if isGroup(t) {
			all, n := true, 0
			for j := i + 1; j < len(doc.Tables) && !isGroup(&doc.Tables[j]); j++ {
				entry := &doc.Tables[j]
				if !isEntry(entry) || entry.Path[1] != t.Path[1] {
					break
				}
				n++
				if command, ok := entry.Get("command"); ok && ours(command) {
					gone[entry.Start] = true
				} else {
					all = false
				}
			}
			gone[t.Start] = all && n > 0
		}
	}
	if len(gone) == 0 {
		return old, nil
	}
	return doc.Remove(func(t *tomltext.Table) bool { return gone[t.Start] })
}
