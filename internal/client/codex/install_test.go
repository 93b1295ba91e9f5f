package codex

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel/internal/client/settings"
)

var opts = settings.Options{Binary: "/usr/local/bin/sentinel", Home: "/h"}

func ours() func(string) bool { return settings.Ours("codex", "") }

// TestTrustHash compares with hashes that the client accepted.
func TestTrustHash(t *testing.T) {
	list, err := handlersOf("/h/.codex/hooks.json", []byte(`{"hooks": {
		"PreToolUse": [{"hooks": [{"type": "command", "command": "other"}, {"type": "command", "command": "'/usr/local/bin/sentinel' hook codex || exit 2", "timeout": 60}]}],
		"PostToolUse": [{"hooks": []}, {"matcher": "<*>", "hooks": [{"type": "command", "command": "'/usr/local/bin/sentinel' hook codex"}]}]}}`), ours())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range list {
		got = append(got, h.key+" "+h.hash)
	}
	want := []string{
		"/h/.codex/hooks.json:post_tool_use:1:0 sha256:1ed76f3e1b16c54066e7a0c52e5fe8817f996c2b215d6af25ea0fc8df22a7b6b",
		"/h/.codex/hooks.json:pre_tool_use:0:1 sha256:e941437e8acc16f67358066ea5a961b79785d789f6216f43bade7181b4015486",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

const config = `# mine
model = "gpt-5.5"

[features]
web_search = true

[hooks.state."/h/.codex/hooks.json:pre_tool_use:1:0"]
enabled = true
trusted_hash = "sha256:old" # accepted in the client
`

// TestTrustInPlace: a table that the client wrote is brought up to date where it
// stands, and stays when the gate goes.
func TestTrustInPlace(t *testing.T) {
	e := Client{}.Registration().Edit
	hooks := settings.File{Path: "/h/.codex/hooks.json"}
	toml := settings.File{Path: "/h/.codex/config.toml"}
	was := []byte(`{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "lint"}]}]}}`)
	will, err := e.Install(hooks, was, opts)
	if err != nil {
		t.Fatal(err)
	}
	o := opts
	o.Beside = func(string) ([]byte, []byte) { return was, will }
	out, err := e.Install(toml, []byte(config), o)
	if err != nil {
		t.Fatal(err)
	}
	text := string(out)
	if !strings.HasPrefix(text, "# mine\nmodel = \"gpt-5.5\"\n\n[features]\nweb_search = true\n") || strings.Contains(text, "sha256:old") ||
		!strings.Contains(text, " # accepted in the client\n") || strings.Count(text, "trusted_hash") != 5 {
		t.Errorf("got\n%s", text)
	}
	o.Beside = func(string) ([]byte, []byte) { return will, was }
	back, err := e.Uninstall(toml, out, o)
	if err != nil || strings.Count(string(back), "trusted_hash") != 1 || !strings.Contains(string(back), "enabled = true") {
		t.Errorf("%v\n%s", err, back)
	}
	// Twice is once, and a program that moves leaves no trust behind.
	o.Beside = func(string) ([]byte, []byte) { return will, will }
	if again, err := e.Install(toml, out, o); err != nil || string(again) != text {
		t.Errorf("%v\n%s", err, settings.Diff("x", out, again))
	}
}

func TestStatus(t *testing.T) {
	e := Client{}.Registration().Edit
	f := settings.File{Path: "/h/.codex/hooks.json"}
	hooks, err := e.Install(f, nil, opts)
	if err != nil {
		t.Fatal(err)
	}
	o := opts
	o.Beside = func(string) ([]byte, []byte) { return nil, hooks }
	trusted, err := e.Install(settings.File{Path: "/h/.codex/config.toml"}, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, config string
		complete     bool
		off          bool
		want         string
	}{
		{"trusted", string(trusted), true, false, ""},
		{"no config", "", false, false, "not trusted"},
		{"changed since", strings.ReplaceAll(string(trusted), "sha256:", "sha256:0"), false, false, "has changed"},
		{"switched off", strings.ReplaceAll(string(trusted), "trusted_hash", "enabled = false\ntrusted_hash"), true, true, "switches the hook"},
	} {
		o.Beside = func(path string) ([]byte, []byte) {
			if path != "/h/.codex/config.toml" {
				t.Errorf("looked at %s", path)
			}
			return []byte(tt.config), nil
		}
		for _, level := range []settings.Level{settings.User, settings.Project} {
			s, err := e.Status(settings.File{Path: f.Path, Level: level}, hooks, o)
			if err != nil || s.Complete != tt.complete || s.Disabled != tt.off || !strings.Contains(strings.Join(s.Notes, "\n"), tt.want) || tt.want == "" && len(s.Notes) > 0 {
				t.Errorf("%s: %+v, %v", tt.name, s, err)
			}
		}
	}
	if s, err := e.Status(settings.File{Path: "/h/.codex/config.toml"}, []byte("[features]\nhooks = false\n"), o); err != nil || !s.Disabled {
		t.Errorf("feature off: %+v, %v", s, err)
	}
}

// TestManaged edits the administrator's file, which needs no trust.
func TestManaged(t *testing.T) {
	e := Client{}.Registration().Edit
	f := settings.File{Path: "/etc/codex/config.toml", Level: settings.Managed}
	for _, old := range []string{"", "approval_policy = \"on-request\"\n", config,
		"[[hooks.PreToolUse]]\nmatcher = \"Bash\"\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"audit\" # ours\n",
	} {
		once, err := e.Install(f, []byte(old), opts)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(once), old) || strings.Count(string(once), "hook codex") != 5 {
			t.Errorf("from\n%s\ngot\n%s", old, once)
		}
		if twice, err := e.Install(f, once, opts); err != nil || string(twice) != string(once) {
			t.Errorf("twice: %v\n%s", err, twice)
		}
		if s, err := e.Status(f, once, opts); err != nil || !s.Registered || !s.Complete || !s.FailClosed || len(s.Notes) > 0 {
			t.Errorf("%+v, %v", s, err)
		}
		moved, err := e.Install(f, once, settings.Options{Binary: "/opt/sentinel"})
		if err != nil || strings.Contains(string(moved), "/usr/local/bin") || strings.Count(string(moved), "hook codex") != 5 {
			t.Errorf("%v\n%s", err, moved)
		}
		back, err := e.Uninstall(f, moved, settings.Options{})
		if err != nil || string(back) != old {
			t.Errorf("back to %q, %v", back, err)
		}
	}
	// A group in which somebody else's hook stands stays.
	shared := "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"audit\"\n\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"'/x/sentinel' hook codex || exit 2\"\n"
	back, err := e.Uninstall(f, []byte(shared), settings.Options{})
	if err != nil || strings.Contains(string(back), "sentinel") || !strings.Contains(string(back), "audit") {
		t.Errorf("%v\n%s", err, back)
	}
}
