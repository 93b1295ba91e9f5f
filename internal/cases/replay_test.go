package cases

import (
	"errors"
	"strings"
	"testing"
)

// TestReplayForms plays the same call in each form that a session may have.
func TestReplayForms(t *testing.T) {
	for name, line := range map[string]string{
		"own":        `{"tool":"bash","input":{"command":"git push"}}`,
		"hook event": `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git push"}}`,
		"transcript": `{"type":"assistant","cwd":"/home/dev/project","message":{"role":"assistant","content":[{"type":"text","text":"x"},` +
			`{"type":"tool_use","id":"1","name":"Bash","input":{"command":"git push"}}]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			p := Player{Each: true}
			r, err := p.Play("s", strings.NewReader(`{"type":"user","message":{"role":"user","content":"hello"}}`+"\n"+line+"\n"))
			if err != nil || r.Calls != 1 || r.Shell != 1 || r.Questions != 1 {
				t.Fatalf("%+v, %v", r, err)
			}
			if len(r.Asked) != 1 || r.Asked[0].Line != 2 || r.Asked[0].Call != "git push" {
				t.Errorf("asked %+v", r.Asked)
			}
		})
	}
}

// TestReplayOfSomethingElse: a file of another kind is an error, not a session
// in which nothing was asked.
func TestReplayOfSomethingElse(t *testing.T) {
	for _, text := range []string{"", "\n", `{"level":"info","msg":"hello"}`, `{"type":"assistant","message":"text"}`} {
		if _, err := new(Player).Play("s", strings.NewReader(text)); !errors.Is(err, ErrNoCalls) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestReplayTogether: what was remembered in one session holds in the next only
// when they are said to belong together; and a session may bring its files.
func TestReplayTogether(t *testing.T) {
	const session = `{"files":{"scripts/go.sh":"echo hi\n"}}
{"tool":"bash","input":{"command":"git push"}}
{"tool":"bash","input":{"command":"./scripts/go.sh"}}`
	for together, want := range map[bool]int{false: 2, true: 1} {
		p, all := Player{Together: together}, Replay{}
		for range 2 {
			r, err := p.Play("s", strings.NewReader(session))
			if err != nil {
				t.Fatal(err)
			}
			all.Add(r)
		}
		if all.Questions != want {
			t.Errorf("together %v: %d questions, want %d: %+v", together, all.Questions, want, all.Kinds)
		}
	}
}
