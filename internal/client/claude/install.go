package claude

import (
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// timeout is the limit in seconds that is registered by default. The gate
// answers in milliseconds; the rest is for a slow disk.
const timeout = 60

// Files lists the settings file of a level.
func (Client) Files(home, project string, level settings.Level) []settings.File {
	switch f := (settings.File{Level: level, Perm: 0o600}); level {
	case settings.User:
		f.Path, f.Links = filepath.Join(home, ".claude", "settings.json"), true
		return []settings.File{f}
	case settings.Project:
		f.Path, f.Perm = filepath.Join(project, ".claude", "settings.json"), 0o644
		return []settings.File{f}
	case settings.Local:
		f.Path = filepath.Join(project, ".claude", "settings.local.json")
		return []settings.File{f}
	case settings.Managed:
		f.Path, f.Perm = managed(runtime.GOOS), 0o644
		return []settings.File{f}
	}
	return nil
}

// managed is where an administrator's settings stand
// (https://code.claude.com/docs/en/settings).
func managed(goos string) string {
	switch goos {
	case "darwin":
		return "/Library/Application Support/ClaudeCode/managed-settings.json"
	case "windows":
		return `C:\Program Files\ClaudeCode\managed-settings.json`
	}
	return "/etc/claude-code/managed-settings.json"
}

// Install registers the gate. See Client.
func (c Client) Install(_ settings.File, old []byte, o settings.Options) ([]byte, error) {
	h, err := c.hooks(o)
	if err != nil {
		return nil, fmt.Errorf("install for %s: %w", c.Title(), err)
	}
	b, err := h.Install(old)
	if err != nil {
		return nil, fmt.Errorf("install for %s: %w", c.Title(), err)
	}
	return b, nil
}

// Uninstall removes what Install wrote. o.Binary may be empty; a program of
// another name than sentinel is found only if it is given.
func (c Client) Uninstall(_ settings.File, old []byte, o settings.Options) ([]byte, error) {
	b, err := settings.Hooks{Ours: settings.Ours(c.Name(), o.Binary)}.Uninstall(old)
	if err != nil {
		return nil, fmt.Errorf("uninstall for %s: %w", c.Title(), err)
	}
	return b, nil
}

// Status tells how the gate is registered in a settings file. o.Binary may be
// empty.
func (c Client) Status(f settings.File, data []byte, o settings.Options) (settings.Status, error) {
	if o.Binary == "" {
		o.Binary = "/sentinel" // any program of that name
	}
	h, err := c.hooks(o)
	if err != nil {
		return settings.Status{}, fmt.Errorf("status of %s: %w", c.Title(), err)
	}
	s, err := h.Status(f, data, o)
	if err != nil {
		return s, fmt.Errorf("status of %s: %w", c.Title(), err)
	}
	return s, nil
}

// hooks is the registration itself. Before a tool, a crash must refuse: the
// command ends in exit 2 whatever the gate's own exit code was, and onFailure
// blocks on top of that where the client knows it. After a tool there is
// nothing to refuse.
func (c Client) hooks(o settings.Options) (settings.Hooks, error) {
	before, err := settings.Command(o, c.Name(), true)
	if err != nil {
		return settings.Hooks{}, err
	}
	later, err := settings.Command(o, c.Name(), false)
	if err != nil {
		return settings.Hooks{}, err
	}
	seconds := timeout
	if o.Timeout > 0 {
		seconds = max(1, int(o.Timeout/time.Second))
	}
	handler := func(command string) []settings.Pair {
		return []settings.Pair{{Name: "type", Value: "command"}, {Name: "command", Value: command}, {Name: "timeout", Value: seconds}}
	}
	closed := append(handler(before), settings.Pair{Name: "onFailure", Value: "block"})
	return settings.Hooks{
		Ours: settings.Ours(c.Name(), o.Binary),
		Off:  "disableAllHooks",
		Events: []settings.Event{
			{Name: evPre, Matcher: "*", Handler: closed},
			{Name: evPost, Matcher: "*", Handler: handler(later)},
			{Name: evFailed, Matcher: "*", Handler: handler(later)},
			{Name: evStart, Handler: handler(later)},
			{Name: evEnd, Handler: handler(later)},
		},
	}, nil
}
