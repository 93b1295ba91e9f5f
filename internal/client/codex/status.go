package codex

import (
	"encoding/json"
	"fmt"

	"github.com/sentinelgate/sentinel/internal/client/settings"
	"github.com/sentinelgate/sentinel/internal/client/settings/tomltext"
)

// Status tells how the gate is registered in a file. What hooks.json says counts
// only as far as config.toml trusts it.
func (e files) Status(f settings.File, data []byte, o settings.Options) (settings.Status, error) {
	if isTOML(f) {
		if f.Level != settings.Managed {
			return e.trustStatus(data)
		}
		return e.managedStatus(f, data, o)
	}
	s, err := e.JSON.Status(f, data, o)
	if err != nil || !s.Registered {
		return s, err
	}
	list, err := handlersOf(f.Path, data, e.ours(o))
	if err != nil {
		return s, err
	}
	config, _ := o.Around(trustFile(f, o))
	doc, err := tomltext.Parse(config)
	if err != nil {
		return s, err
	}
	for _, h := range list {
		state := stateOf(h.key)
		switch hash := doc.Find(append(state, "trusted_hash")...); {
		case doc.Find(append(state, "enabled")...) == false:
			s.Disabled = true
			s.Notes = append(s.Notes, "config.toml switches the hook "+h.key+" off")
		case hash == nil:
			s.Complete = false
			s.Notes = append(s.Notes, "the hook "+h.key+" is not trusted in config.toml and is skipped: install again, or trust it in the client")
		case hash != h.hash:
			s.Complete = false
			s.Notes = append(s.Notes, "the hook "+h.key+" has changed since it was trusted and is skipped: install again")
		}
	}
	return s, nil
}

// trustStatus looks at the switches of config.toml.
func (e files) trustStatus(data []byte) (settings.Status, error) {
	var s settings.Status
	doc, err := tomltext.Parse(data)
	if err != nil {
		return s, err
	}
	for _, name := range []string{"hooks", "codex_hooks"} {
		if doc.Find("features", name) == false {
			s.Disabled = true
			s.Notes = append(s.Notes, fmt.Sprintf("features.%s is off, no hook is called", name))
		}
	}
	return s, nil
}

// managedStatus looks for the registration in the administrator's file.
func (e files) managedStatus(f settings.File, data []byte, o settings.Options) (settings.Status, error) {
	doc, err := tomltext.Parse(data)
	if err != nil {
		return settings.Status{}, err
	}
	// The same hooks as JSON say all there is to say.
	asJSON, err := hooksJSON(doc)
	if err != nil {
		return settings.Status{}, err
	}
	return e.JSON.Status(f, asJSON, o)
}

func hooksJSON(doc *tomltext.Doc) ([]byte, error) {
	hooks := doc.Find("hooks")
	if hooks == nil {
		return nil, nil
	}
	table, _ := hooks.(map[string]any)
	delete(table, "state")
	return json.Marshal(map[string]any{"hooks": hooks})
}
