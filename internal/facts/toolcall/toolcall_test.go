package toolcall

import (
	"slices"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
)

func TestReadShell(t *testing.T) {
	for name, c := range map[string]struct {
		args map[string]any
		text string
		odd  []string
		dir  string
	}{
		"plain":        {args: map[string]any{"command": "ls", "description": "x", "timeout": 1.0}, text: "ls"},
		"folder":       {args: map[string]any{"command": "ls", "workdir": "sub"}, text: "ls", dir: "sub"},
		"two folders":  {args: map[string]any{"command": "ls", "workdir": "a", "cwd": "b"}, text: "ls", odd: []string{"?"}},
		"words":        {args: map[string]any{"command": "ls", "args": []any{"-la"}}, text: "ls '-la'"},
		"strange word": {args: map[string]any{"command": "ls", "args": []any{"a;b"}}, text: "ls 'a;b'", odd: []string{"args"}},
		"argv":         {args: map[string]any{"command": []any{"bash", "-lc", "ls"}}, text: "'bash' '-lc' 'ls'"},
		"commands":     {args: map[string]any{"commands": []any{"a", "b"}}, text: "a\nb"},
		"unknown":      {args: map[string]any{"command": "ls", "stdin": "x"}, text: "ls", odd: []string{"stdin"}},
		"switched off": {args: map[string]any{"command": "ls", "stdin": "", "strange": false}, text: "ls"},
		"shell":        {args: map[string]any{"command": "ls", "shell": "/tmp/bash"}, text: "ls", odd: []string{"shell"}},
	} {
		got, err := ReadShell(c.args)
		if err != nil || got.Text != c.text || c.dir != "" && got.Dir != c.dir {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if len(got.Odd) != len(c.odd) || len(c.odd) == 1 && c.odd[0] != "?" && !strings.HasPrefix(got.Odd[0], c.odd[0]) {
			t.Errorf("%s: odd %q, want %q", name, got.Odd, c.odd)
		}
	}
	for _, args := range []map[string]any{nil, {}, {"command": "  "}, {"command": 1.0}, {"commands": []any{1.0}}} {
		if _, err := ReadShell(args); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
	if s, _ := ReadShell(map[string]any{"command": "ls", "dangerouslyDisableSandbox": true}); !s.Escapes {
		t.Error("leaving the sandbox is not seen")
	}
	if s, _ := ReadShell(map[string]any{"command": "ls", "sandbox_permissions": "use_default"}); s.Escapes || len(s.Odd) > 0 {
		t.Error("the default sandbox is no escape")
	}
}

func TestNames(t *testing.T) {
	for tool, want := range map[string]sentinel.Action{
		"Bash": sentinel.ActionShell, "run_shell_command": sentinel.ActionShell, "MultiEdit": sentinel.ActionEdit,
		"mcp__a__b": sentinel.ActionMCP, "write_stdin": sentinel.ActionOther, "": sentinel.ActionOther, "read write": sentinel.ActionOther,
	} {
		if got := Action(tool); got != want {
			t.Errorf("%q: %v, want %v", tool, got, want)
		}
	}
	for tool, want := range map[string]bool{"BashOutput": true, "update_plan": true, "write_bash": false, "": false, "kill": false} {
		if Own(tool) != want {
			t.Errorf("%q: own is %v", tool, !want)
		}
	}
	if got := Deleted("*** Begin Patch\n*** Delete File: a.go\n*** Update File: b.go\n*** End Patch"); !slices.Equal(got, []string{"a.go"}) {
		t.Errorf("deleted %q", got)
	}
}

// TestUnknownFieldsAreTold: a yes to a field that nobody knows is for its value, and no
// value that may be a secret is shown.
func TestUnknownFieldsAreTold(t *testing.T) {
	odd := func(v any) string {
		s, err := ReadShell(map[string]any{"command": "ls", "zork": v})
		if err != nil || len(s.Odd) != 1 {
			t.Fatalf("%v: %v %v", v, s.Odd, err)
		}
		return s.Odd[0]
	}
	if got := odd(true); got != "zork = true" {
		t.Error(got)
	}
	if got := odd("hunter2"); strings.Contains(got, "hunter2") || got != odd("hunter2") || got == odd("hunter3") {
		t.Error(got)
	}
	if odd(map[string]any{"a": "x", "b": "y"}) != odd(map[string]any{"b": "y", "a": "x"}) {
		t.Error("an object is told in another way each time")
	}
}

// A yes to looking at a running program is none to what is typed into it.
func TestTyped(t *testing.T) {
	for name, c := range map[string]struct {
		tool string
		args map[string]any
		want string
	}{
		"nothing":      {"write_stdin", map[string]any{"session_id": 1.0, "chars": ""}, ""},
		"interrupts":   {"write_stdin", map[string]any{"chars": "\x03\x04"}, ""},
		"a command":    {"write_stdin", map[string]any{"chars": "ls\n"}, "ls\n"},
		"a line":       {"write_stdin", map[string]any{"chars": "\n"}, "\n"},
		"no text":      {"write_stdin", map[string]any{"chars": 1.0}, "1"},
		"other fields": {"write_stdin", map[string]any{"keys": "ls"}, "map[keys:ls]"},
		"another tool": {"frobnicate", map[string]any{"chars": "ls"}, ""},
	} {
		if got := Typed(c.tool, c.args); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if Looks("frobnicate", nil) || !Looks("write_stdin", nil) {
		t.Error("only that tool looks at what a program prints")
	}
}
