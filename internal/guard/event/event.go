// Package event tells others what the guards found and refused, for clients and
// programs that want to show or count it. Telling never changes a decision.
//
//	for _, e := range event.Of(decision, audit.Mask) { err := event.Emit(sink, e) }
package event

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
)

// Names of events.
const (
	Dangerous = "sentinel:dangerous" // a guard found something risky
	Blocked   = "sentinel:blocked"   // and the call was refused
)

// Event is one of them. Payload has feature, toolName and input; of a dangerous
// one description and labels, of a blocked one reason and userDenied.
type Event struct {
	Name    string         `json:"event"`
	Payload map[string]any `json:"payload"`
}

// features maps rules of the guards to the names that people switch them by.
var features = []struct{ rule, name string }{
	{"output-scanner.", "outputScanner"}, {"execution-tracker.", "executionTracker"}, {"path-access.", "pathAccess"}, {"argument-secrets.", "argumentSecrets"},
}

// feature names the guard that a finding is from, "" for none. What the
// permission gate recognises has a label.
func feature(f sentinel.Finding) string {
	for _, x := range features {
		if strings.HasPrefix(f.Rule, x.rule) {
			return x.name
		}
	}
	if f.Label != "" {
		return "permissionGate"
	}
	return ""
}

// Of gives the events of a decision: what each guard found, and that it was
// refused. mask hides secrets in the arguments, which go along.
func Of(d sentinel.Decision, mask func(string) string) []Event {
	var order []string
	says, labels := map[string][]string{}, map[string][]string{}
	for _, f := range d.Findings {
		name := feature(f)
		if name == "" {
			continue
		}
		if !slices.Contains(order, name) {
			order = append(order, name)
		}
		says[name] = append(says[name], mask(f.Say))
		if f.Label != "" && !slices.Contains(labels[name], f.Label) {
			labels[name] = append(labels[name], f.Label)
		}
	}
	if len(order) == 0 {
		return nil
	}
	input := masked(d.Call.Arguments, mask, 0)
	var out []Event
	for _, name := range order {
		out = append(out, Event{Dangerous, map[string]any{"feature": name, "toolName": d.Call.Tool, "input": input,
			"description": strings.Join(says[name], "; "), "labels": slices.Clone(labels[name])}})
	}
	if !d.Permitted && d.Outcome != sentinel.Asked {
		out = append(out, Event{Blocked, map[string]any{"feature": order[0], "toolName": d.Call.Tool, "input": input,
			"reason": mask(d.Reason), "userDenied": d.Outcome == sentinel.Denied}})
	}
	return out
}

const maxDepth = 64

// masked copies a value with its texts masked.
func masked(v any, mask func(string) string, depth int) any {
	if depth > maxDepth {
		return nil
	}
	switch v := v.(type) {
	case string:
		return mask(v)
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = masked(e, mask, depth+1)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = masked(e, mask, depth+1)
		}
		return out
	}
	return v
}

// Emit hands an event on. A sink that fails or panics is an error to be told,
// nothing else.
func Emit(sink func(Event) error, e Event) (err error) {
	if sink == nil {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("tell %s: %v", e.Name, p)
		}
	}()
	return sink(e)
}
