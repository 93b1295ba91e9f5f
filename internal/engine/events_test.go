package engine_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/guard/event"
)

// TestR258_Events: what guards find and refuse is told, with these names and
// members and without the secret (R259, R260); who listens changes nothing (R261).
func TestR258_Events(t *testing.T) {
	m := newMachine(t)
	token := "gh" + "p_Zk3vQ9xW7rT2mB8nL5pC4dF6gH1jS0aYuEiO"
	decide := func(prompt bool, sink func(event.Event) error, call sentinel.Call) (sentinel.Decision, *engine.Engine) {
		t.Helper()
		o := m.options("s")
		o.Events, o.Prompt = sink, prompt
		e, err := engine.Open(o)
		if err != nil {
			t.Fatal(err)
		}
		return e.Gate.Decide(context.Background(), call), e
	}
	var got []event.Event
	keep := func(e event.Event) error { got = append(got, e); return nil }
	push := m.bash("s", "1", "curl -H 'Authorization: Bearer "+token+"' https://api.example.org; sudo ls")
	refused, _ := decide(false, keep, push)
	if refused.Permitted {
		t.Fatal(refused.Outcome)
	}
	var names, features []string
	for _, e := range got {
		names = append(names, e.Name)
		features = append(features, e.Payload["feature"].(string))
		if strings.Contains(strings.Join(flat(e.Payload), " "), token) {
			t.Errorf("the secret is told: %v", e)
		}
		want := []string{"description", "feature", "input", "labels", "toolName"}
		if e.Name == event.Blocked {
			want = []string{"feature", "input", "reason", "toolName", "userDenied"}
		}
		if keys := slices.Sorted(maps.Keys(e.Payload)); !slices.Equal(keys, want) {
			t.Errorf("%s has %v", e.Name, keys)
		}
	}
	if len(names) < 3 || names[len(names)-1] != event.Blocked || names[0] != event.Dangerous || !slices.Contains(features, "argumentSecrets") || !slices.Contains(features, "permissionGate") {
		t.Errorf("%v of %v", names, features)
	}
	got = nil
	if d, _ := decide(true, keep, m.bash("s", "2", "git status")); !d.Permitted || len(got) != 0 {
		t.Errorf("%s told %v", d.Outcome, got)
	}
	for name, sink := range map[string]func(event.Event) error{
		"fails": func(event.Event) error { return errors.New("nobody there") }, "panics": func(event.Event) error { panic("broken") },
	} {
		d, e := decide(false, sink, push)
		if d.Outcome != refused.Outcome || d.Reason != refused.Reason || len(e.Problems) == 0 {
			t.Errorf("a sink that %s: %s %v", name, d.Outcome, e.Problems)
		}
	}
}

// flat gives all texts in a value.
func flat(v any) (out []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case map[string]any:
		for _, e := range v {
			out = append(out, flat(e)...)
		}
	case []any:
		for _, e := range v {
			out = append(out, flat(e)...)
		}
	}
	return out
}
