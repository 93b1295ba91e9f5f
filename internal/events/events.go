// Package events tells others what the guards found and refused.
//
//	list := events.FromDecision(decision, now, mask)
//	err := events.Emit(sinks, list, events.Courier{...})
//
// There are two events, sentinel:dangerous and sentinel:blocked, and three kinds
// of sinks, which only the person's own configuration names: a file of JSON
// lines, a program, an address. Files are written at once. Programs and
// addresses are served by a process of their own (package deliver), so that no
// call waits for them and the hook is linked with nothing that needs a network.
//
// Events are best effort: whatever becomes of them changes no decision. Secrets
// in them are masked.
package events

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/guard"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// The names of the events.
const (
	Dangerous = "sentinel:dangerous"
	Blocked   = "sentinel:blocked"
)

// Event is one line.
type Event struct {
	Event   string    `json:"event"`
	At      time.Time `json:"at"`
	Agent   string    `json:"agent,omitempty"`
	Session string    `json:"session,omitempty"`
	Call    string    `json:"call,omitempty"` // the client's id of the call
	Cwd     string    `json:"cwd,omitempty"`
	// Payload is a DangerousPayload or a BlockedPayload.
	Payload any `json:"payload"`
}

// DangerousPayload is what a guard found.
type DangerousPayload struct {
	Feature     string         `json:"feature"` // the guard's name
	ToolName    string         `json:"toolName"`
	Input       map[string]any `json:"input"`
	Description string         `json:"description"`
	Labels      []string       `json:"labels"`
}

// BlockedPayload is what was refused for a guard.
type BlockedPayload struct {
	Feature    string         `json:"feature"`
	ToolName   string         `json:"toolName"`
	Input      map[string]any `json:"input"`
	Reason     string         `json:"reason"`
	UserDenied bool           `json:"userDenied"`
}

// FromDecision gives the events of a decision, none for most. mask takes the
// secrets out of a text.
func FromDecision(d sentinel.Decision, at time.Time, mask func(string) string) []Event {
	var features []string
	found := map[string][]sentinel.Finding{}
	for _, f := range d.Findings {
		if name := Feature(f); name != "" {
			if found[name] == nil {
				features = append(features, name)
			}
			found[name] = append(found[name], f)
		}
	}
	if len(features) == 0 {
		return nil
	}
	c := cleaner{mask: mask, left: maxInput}
	input := c.object(d.Call.Arguments, 0)
	event := func(name string, payload any) Event {
		return Event{Event: name, At: at.UTC().Truncate(time.Millisecond), Agent: d.Call.Agent, Session: d.Call.Session, Call: d.Call.ID,
			Cwd: d.Call.Cwd, Payload: payload}
	}
	var out []Event
	for _, name := range features {
		p := DangerousPayload{Feature: name, ToolName: d.Call.Tool, Input: input, Labels: []string{}}
		var say []string
		for _, f := range found[name] {
			say = append(say, f.Say)
			if f.Label != "" && !slices.Contains(p.Labels, f.Label) {
				p.Labels = append(p.Labels, f.Label)
			}
		}
		p.Description = mask(strings.Join(say, "; "))
		out = append(out, event(Dangerous, p))
	}
	if name := blockedBy(d, features); name != "" {
		out = append(out, event(Blocked, BlockedPayload{Feature: name, ToolName: d.Call.Tool, Input: input,
			Reason: mask(d.Reason), UserDenied: d.Outcome == sentinel.Denied}))
	}
	return out
}

// Feature is the guard that a finding comes from, "" for what is none's. The
// permission gate gives its classes to the findings of others.
func Feature(f sentinel.Finding) string {
	head, _, _ := strings.Cut(f.Rule, ".")
	switch head {
	case "output-scanner":
		return guard.OutputScanner
	case "execution-tracker":
		return guard.ExecutionTracker
	case "path-access":
		return guard.PathAccess
	case "argument-secrets":
		return guard.ArgumentSecrets
	case "permission-gate":
		return guard.PermissionGate
	}
	switch f.Label {
	case guard.RemotePipeExec, guard.PrivilegeEscalation, guard.DestructiveSystemRm, guard.PackageManagerInstall, guard.Persistence,
		guard.ShellConfigWrite, guard.SystemBinaryInstall, guard.ShellConfig, guard.SystemDirectory, guard.OutsideProject:
		return guard.PermissionGate
	}
	return ""
}

// blockedBy is the guard for which a call is refused: that of the finding that
// decided, else the first. What a rule of the person refuses no guard does.
func blockedBy(d sentinel.Decision, features []string) string {
	switch {
	case d.Permitted, d.Outcome == sentinel.Asked, d.Outcome == sentinel.Cancelled, strings.HasPrefix(d.Rule, "permission:"):
		return ""
	}
	for _, f := range d.Findings {
		if f.Rule == d.Rule && Feature(f) != "" {
			return Feature(f)
		}
	}
	return features[0]
}

// Bounds of an event.
const (
	maxInput = 16 << 10 // bytes of texts in the input
	maxText  = 3000     // bytes of one text
	maxDepth = 10
	maxItems = 200 // of a list or object
)

// cleaner copies arguments without their secrets.
type cleaner struct {
	mask func(string) string
	left int
}

func (c *cleaner) object(m map[string]any, depth int) map[string]any {
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if len(out) >= maxItems {
			break
		}
		out[name] = c.value(name, m[name], depth)
	}
	return out
}

func (c *cleaner) value(name string, v any, depth int) any {
	if depth >= maxDepth || c.left <= 0 {
		return "..."
	}
	switch v := v.(type) {
	case string:
		return c.text(name, v)
	case map[string]any:
		return c.object(v, depth+1)
	case []any:
		out := []any{}
		for _, e := range v[:min(len(v), maxItems)] {
			out = append(out, c.value(name, e, depth+1))
		}
		return out
	}
	return v
}

// text masks a text. A value whose name tells that it is a secret is hidden
// whole.
func (c *cleaner) text(name, v string) string {
	const probe = "Xq7Lm2Zr9T"
	if name != "" && !strings.Contains(c.mask(name+"="+probe), probe) {
		return fmt.Sprintf("[masked %d]", len([]rune(v)))
	}
	clipped := ""
	if len(v) > 16*maxText { // more is not shown anyway, and a secret at the cut would be shown in half
		v = v[:16*maxText]
	}
	if v = c.mask(v); len(v) > maxText {
		v, clipped = strings.ToValidUTF8(v[:maxText], ""), "..."
	}
	c.left -= len(v)
	return v + clipped
}

// Courier is the process that serves programs and addresses.
type Courier struct {
	Binary string // this program; the hook's own program stands beside it
	Home   string
	Root   string // the project, for its configuration
}

// Emit sends events to the sinks. The error is for a log and nothing else.
func Emit(sinks []config.Sink, list []Event, c Courier) error {
	var errs []error
	far := false
	for _, s := range sinks {
		switch s.Kind {
		case config.FileSink:
			errs = append(errs, appendTo(s, list))
		case config.ProgramSink, config.WebhookSink:
			far = far || slices.ContainsFunc(list, func(e Event) bool { return Wants(s, e) })
		case config.NoSink:
		}
	}
	if far {
		errs = append(errs, c.start(list))
	}
	return errors.Join(errs...)
}

// Wants tells whether a sink takes an event.
func Wants(s config.Sink, e Event) bool {
	return len(s.Only) == 0 || slices.Contains(s.Only, strings.TrimPrefix(e.Event, "sentinel:"))
}

// Line is an event as it is written.
func (e Event) Line() ([]byte, error) {
	data, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("write event: %w", err)
	}
	return append(data, '\n'), nil
}

// appendTo writes events to a file, which must be a plain one or none yet.
func appendTo(s config.Sink, list []Event) error {
	var out []byte
	for _, e := range list {
		if !Wants(s, e) {
			continue
		}
		line, err := e.Line()
		if err != nil {
			return err
		}
		out = append(out, line...)
	}
	if len(out) == 0 {
		return nil
	}
	return write(s.Path, out)
}

func write(path string, data []byte) error {
	if _, err := safefile.Stat(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("write events: %w", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("write events: %w", err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write events: %w", err)
	}
	return nil
}

// maxTrouble is the size from which the log of failures begins anew, in bytes.
const maxTrouble = 256 << 10

// Trouble keeps a failure in a state folder, where the doctor finds it.
func Trouble(state string, at time.Time, problem error) {
	path := TroubleFile(state)
	if info, err := safefile.Stat(path); err == nil && info.Size() > maxTrouble {
		_ = os.Rename(path, path+".1")
	}
	_ = write(path, fmt.Appendf(nil, "%s %q\n", at.UTC().Format(time.RFC3339), problem.Error()))
}

// TroubleFile is where failures are kept.
func TroubleFile(state string) string { return filepath.Join(state, "events.log") }
