package claude

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel/internal/client/settings"
)

var opts = settings.Options{Binary: "/usr/local/bin/sentinel"}

// fresh is what Install writes where there is no file.
const fresh = `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "command": "/bin/sh -c 'a=$(\"$@\"); c=$?; case $c:$a in [02]:{*}) printf \"%s\\n\" \"$a\"; exit $c;; esac; printf \"%s\\n\" \"$0\"; echo \"Refused: the gate gave no answer. Run sentinel doctor.\" >&2; exit 2' '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"Refused: the gate gave no answer. Run sentinel doctor.\"}}' '/usr/local/bin/sentinel' hook claude --answer",
            "timeout": 60,
            "onFailure": "block"
          }
        ]
      }
    ],
    "PostToolUse": [
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "command": "'/usr/local/bin/sentinel' hook claude",
            "timeout": 60
          }
        ]
      }
    ],
    "PostToolUseFailure": [
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "command": "'/usr/local/bin/sentinel' hook claude",
            "timeout": 60
          }
        ]
      }
    ],
    "SessionStart": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "'/usr/local/bin/sentinel' hook claude",
            "timeout": 60
          }
        ]
      }
    ],
    "SessionEnd": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "'/usr/local/bin/sentinel' hook claude",
            "timeout": 60
          }
        ]
      }
    ]
  }
}
`

func editor() settings.Editor { return Client{}.Registration().Edit }

func install(t *testing.T, old string, o settings.Options) string {
	t.Helper()
	b, err := editor().Install(settings.File{}, []byte(old), o)
	if err != nil {
		t.Fatalf("install: %v", err)
	}
	return string(b)
}

func uninstall(t *testing.T, old string, o settings.Options) string {
	t.Helper()
	b, err := editor().Uninstall(settings.File{}, []byte(old), o)
	if err != nil {
		t.Fatalf("uninstall: %v", err)
	}
	return string(b)
}

func TestX13InstallFresh(t *testing.T) {
	for _, old := range []string{"", " \n", "{}\n", "\t{ }\n"} {
		got := install(t, old, opts)
		if diff := cmp.Diff(fresh, strings.TrimLeft(got, "\t")); diff != "" {
			t.Errorf("install into %q (-want +got):\n%s", old, diff)
		}
	}
	if got := uninstall(t, fresh, opts); got != "" {
		t.Errorf("uninstall leaves %q", got)
	}
	if got := uninstall(t, "", opts); got != "" {
		t.Errorf("uninstall without a file makes %q", got)
	}
}

// TestInstallKeepsTheRest installs into files of every style: a second time
// changes nothing, and uninstall gives back the file byte for byte.
func TestInstallKeepsTheRest(t *testing.T) {
	tests := []struct{ name, old string }{
		{"no hooks", "{\n  \"model\": \"opus\"\n}\n"},
		{"no line feed at the end", "{\n  \"model\": \"opus\"\n}"},
		{"tabs", "{\n\t\"model\": \"opus\",\n\t\"env\": {\"a\": \"1\", \"A\": \"2\"}\n}\n"},
		{"four blanks", "{\n    \"model\": \"opus\"\n}\n"},
		{"CRLF", "{\r\n  \"model\": \"opus\"\r\n}\r\n"},
		{"one line", `{"model":"opus"}`},
		{"one line with blanks", `{ "model": "opus", "env": { "a": "b" } }` + "\n"},
		{"byte order mark", "\xef\xbb\xbf{\n  \"model\": \"opus\"\n}\n"},
		{"comments and trailing commas", "// mine\n{\n  // the model\n  \"model\": \"opus\", // good\n  /* last */ \"env\": {},\n}\n"},
		{"other hooks", `{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "~/bin/lint.sh"}]}
    ],
    "Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]
  },
  "model": "opus"
}
`},
		{"other hooks of the same events", `{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Edit|Write",
        "hooks": [
          {"type": "command", "command": "prettier --write"}
        ]
      }
    ],
    "SessionStart": [
      {
        "hooks": [
          {"type": "command", "command": "sentinel-of-another-kind hook claude"}
        ]
      }
    ]
  }
}
`},
		{"a hook that only looks like ours", `{
  "hooks": {
    "PreToolUse": [
      {"hooks": [{"type": "command", "command": "sentinel hook codex"}]},
      {"hooks": [{"type": "command", "command": "sentinel hook claude; rm x"}]},
      {"hooks": [{"type": "command", "command": "tee log | sentinel hook claude"}]},
      {"hooks": [{"type": "command", "command": "/opt/othergate hook claude || exit 2"}]},
      {"hooks": [{"type": "http", "url": "http://localhost:1/sentinel"}]}
    ]
  }
}
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			once := install(t, tt.old, opts)
			if got := install(t, once, opts); got != once {
				t.Errorf("installed twice:\n%s", settings.Diff("f", []byte(once), []byte(got)))
			}
			if strings.Count(once, "/usr/local/bin/sentinel' hook claude") != 5 {
				t.Errorf("not registered five times:\n%s", once)
			}
			for _, line := range strings.SplitAfter(settings.Diff("f", []byte(tt.old), []byte(once)), "\n") {
				comma := strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "---") && strings.Contains(once, strings.TrimRight(line[1:], "\r\n")+",")
				if strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "---") && !comma && strings.Count(tt.old, "\n") > 2 {
					t.Errorf("install removes %q", line)
				}
			}
			s, err := editor().Status(settings.File{}, []byte(once), opts)
			if err != nil || !s.Registered || !s.Complete || !s.FailClosed || s.Disabled || s.Binary != opts.Binary || len(s.Notes) > 0 {
				t.Errorf("status %+v, %v", s, err)
			}
			if diff := cmp.Diff(tt.old, uninstall(t, once, opts)); diff != "" {
				t.Errorf("uninstall (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.old, uninstall(t, tt.old, opts)); diff != "" {
				t.Errorf("uninstall without install (-want +got):\n%s", diff)
			}
		})
	}
}

func TestInstallStyle(t *testing.T) {
	got := install(t, "{\n\t\"hooks\": {\n\t\t\"PreToolUse\": []\n\t}\n}\n", opts)
	want := "{\n\t\"hooks\": {\n\t\t\"PreToolUse\": [\n\t\t\t{\n\t\t\t\t\"matcher\": \"*\",\n\t\t\t\t\"hooks\": [\n\t\t\t\t\t{\n\t\t\t\t\t\t\"type\": \"command\","
	if !strings.HasPrefix(got, want) {
		t.Errorf("got:\n%s", got)
	}
	if got := install(t, `{"a":1}`, opts); strings.Contains(got, "\n") || !json.Valid([]byte(got)) {
		t.Errorf("one line became:\n%s", got)
	}
}

func TestInstallMovedProgram(t *testing.T) {
	moved := settings.Options{Binary: "/home/dev/it's here/sentinel", Flags: []string{"--home", "/x y"}}
	got := install(t, fresh, moved)
	if strings.Contains(got, opts.Binary) || strings.Count(got, "hook claude") != 5 {
		t.Errorf("not moved:\n%s", got)
	}
	command := `'/home/dev/it'\\''s here/sentinel' '--home' '/x y' hook claude --answer`
	if !strings.Contains(got, command) {
		t.Errorf("want %s in:\n%s", command, got)
	}
	if again := install(t, got, moved); again != got {
		t.Errorf("installed twice:\n%s", settings.Diff("f", []byte(got), []byte(again)))
	}
	got = install(t, strings.ReplaceAll(got, `"timeout": 60`, `"timeout": 90`), moved) // a person's own limit
	if strings.Count(got, " --limit=90\"") != 5 || strings.Count(got, `"timeout": 90`) != 5 {
		t.Errorf("the limit of 90 seconds is not told everywhere:\n%s", got)
	}
	back := install(t, got, settings.Options{Binary: opts.Binary})
	back = strings.ReplaceAll(strings.ReplaceAll(back, `"timeout": 90`, `"timeout": 60`), " --limit=90", "")
	if diff := cmp.Diff(fresh, back); diff != "" {
		t.Errorf("moved back, with the timeout that was there (-want +got):\n%s", diff)
	}
	if got := uninstall(t, got, settings.Options{}); got != "" {
		t.Errorf("uninstall leaves %s", got)
	}
}

// firstCommand is the command before a tool, as JSON.
func firstCommand(text string) string {
	_, rest, _ := strings.Cut(text, `"command": `)
	line, _, _ := strings.Cut(rest, ",\n")
	return line
}

func TestX13InstallRepairs(t *testing.T) {
	entry := func(group, handler string) string {
		return `{"hooks":{"PreToolUse":[{` + group + `"hooks":[{"type":"command",` + handler + `}]}]}}`
	}
	ours := `"command":` + firstCommand(fresh) + `,"timeout":5,"onFailure":"block"`
	old := `"command":"'/usr/local/bin/sentinel' hook claude || exit 2","timeout":60,"onFailure":"block"`
	tests := []struct {
		name, old string
		keeps     string // what must still be there
	}{
		{"right but for the group's way to say all", entry(``, ours), `"timeout": 5`},
		{"of an earlier version", entry(`"matcher":"*",`, old), ""},
		{"fails open", entry(`"matcher":"*",`, `"command":"'/usr/local/bin/sentinel' hook claude"`), ""},
		{"some tools only", entry(`"matcher":"Bash",`, ours), ""},
		{"under a condition", entry(`"matcher":"*",`, ours+`,"if":"Bash(git *)"`), ""},
		{"does not wait", entry(`"matcher":"*",`, ours+`,"async":true`), ""},
		{"timeout of nothing", entry(`"matcher":"*",`, strings.Replace(ours, ":5", ":0", 1)), ""},
		{"unquoted", entry(`"matcher":"*",`, `"command":"sentinel hook claude"`), ""},
		{"Windows", entry(`"matcher":"*",`, `"command":"'C:\\bin\\sentinel.exe' hook claude || exit 2"`), ""},
		{"twice", `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command",` + ours + `},{"type":"command",` + ours + `}]},{"hooks":[{"type":"command",` + ours + `}]}]}}`, ""},
		{"in an event nobody needs", `{"hooks":{"Stop":[{"hooks":[{"type":"command",` + ours + `}]}]}}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := install(t, tt.old, opts)
			var v struct{ Hooks map[string][]any }
			if err := json.Unmarshal([]byte(got), &v); err != nil {
				t.Fatal(err)
			}
			if strings.Count(got, "hook claude") != 5 || len(v.Hooks["PreToolUse"]) != 1 || v.Hooks["Stop"] != nil {
				t.Errorf("not registered once:\n%s", got)
			}
			s, err := editor().Status(settings.File{}, []byte(got), opts)
			if err != nil || !s.FailClosed || !s.Complete || len(s.Notes) > 0 {
				t.Errorf("status %+v, %v", s, err)
			}
			if !strings.Contains(got, tt.keeps) {
				t.Errorf("lost %s:\n%s", tt.keeps, got)
			}
			if got := uninstall(t, tt.old, opts); got != "" {
				t.Errorf("uninstall leaves %s", got)
			}
		})
	}
}

func TestInstallRefuses(t *testing.T) {
	tests := []struct{ name, old, want string }{
		{"no JSON", `{"model": `, "1:"},
		{"cut off", "{\n  \"hooks\": {\n", "3:1"},
		{"a list", `[]`, "want an object"},
		{"a key twice", `{"hooks":{},"hooks":{}}`, "again"},
		{"hooks are a list", `{"hooks":[]}`, "no object"},
		{"an event is an object", `{"hooks":{"PreToolUse":{}}}`, "no list"},
		{"another event is a string", `{"hooks":{"Stop":"x"}}`, "no list"},
		{"a group is a string", `{"hooks":{"PreToolUse":["x"]}}`, "no object"},
		{"a group without handlers", `{"hooks":{"PreToolUse":[{"command":"x"}]}}`, "no list"},
		{"handlers are an object", `{"hooks":{"PreToolUse":[{"hooks":{}}]}}`, "no list"},
		{"too deep", strings.Repeat("[", 100000), "brackets"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := editor().Install(settings.File{}, []byte(tt.old), opts); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("install: %v, want %q", err, tt.want)
			}
			if _, err := editor().Uninstall(settings.File{}, []byte(tt.old), opts); err == nil {
				t.Errorf("uninstall: no error")
			}
		})
	}
	for _, binary := range []string{"", "sentinel", "./sentinel", "/bin/sen\ntinel"} {
		if _, err := editor().Install(settings.File{}, nil, settings.Options{Binary: binary}); err == nil {
			t.Errorf("install of %q: no error", binary)
		}
	}
}

func TestClaudeStatus(t *testing.T) {
	missing := settings.Options{Exists: func(string) bool { return false }}
	tests := []struct {
		name, data string
		f          settings.File
		o          settings.Options
		want       settings.Status
	}{
		{"no file", "", settings.File{}, settings.Options{}, settings.Status{Notes: []string{"not registered for PreToolUse",
			"not registered for PostToolUse", "not registered for PostToolUseFailure", "not registered for SessionStart", "not registered for SessionEnd"}}},
		{"complete", fresh, settings.File{}, settings.Options{Exists: func(string) bool { return true }},
			settings.Status{Registered: true, Complete: true, FailClosed: true, Binary: opts.Binary}},
		{"R372 program is gone", fresh, settings.File{}, missing, settings.Status{Registered: true, Complete: true, FailClosed: true,
			Binary: opts.Binary, Missing: true, Notes: []string{"the registered program /usr/local/bin/sentinel does not exist"}}},
		{"fails open", strings.Replace(fresh, " --answer", "", 1), settings.File{}, opts, settings.Status{Registered: true, Complete: true,
			Binary: opts.Binary, Notes: []string{"a crash of the gate may let calls run: install again"}}},
		{"of an earlier version", strings.Replace(fresh, firstCommand(fresh), `"'/usr/local/bin/sentinel' hook claude || exit 2"`, 1), settings.File{}, opts,
			settings.Status{Registered: true, Complete: true, Binary: opts.Binary, Notes: []string{"a crash of the gate may let calls run: install again"}}},
		{"with another limit than the gate was told", strings.Replace(fresh, `"timeout": 60`, `"timeout": 600`, 1), settings.File{}, opts,
			settings.Status{Registered: true, Complete: true, FailClosed: true, Binary: opts.Binary,
				Notes: []string{"the client waits 10m0s for a hook of PreToolUse, which was told 1m0s: install again"}}},
		{"without onFailure", strings.Replace(fresh, `"block"`, `"continue"`, 1), settings.File{}, opts, settings.Status{Registered: true, Complete: true,
			Binary: opts.Binary, Notes: []string{"a crash of the gate may let calls run: install again"}}},
		{"switched off", strings.Replace(fresh, "{", `{"disableAllHooks": true,`, 1), settings.File{}, opts, settings.Status{Registered: true,
			Complete: true, FailClosed: true, Disabled: true, Binary: opts.Binary, Notes: []string{"disableAllHooks is set, no hook of this file is called"}}},
		{"managed cannot be switched off", strings.Replace(fresh, "{", `{"disableAllHooks": true,`, 1), settings.File{Level: settings.Managed}, opts,
			settings.Status{Registered: true, Complete: true, FailClosed: true, Binary: opts.Binary}},
		{"hooks do not read", `{"hooks":{"Stop":5}}`, settings.File{}, opts,
			settings.Status{Notes: []string{`the client reads no hooks from this file: 1:18: hooks of "Stop" are no list`}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := editor().Status(tt.f, []byte(tt.data), tt.o)
			if err != nil {
				t.Fatal(err)
			}
			if got.Registered == (got.Command == "") {
				t.Errorf("command %q", got.Command)
			}
			got.Command = ""
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("status (-want +got):\n%s", diff)
			}
		})
	}
	if _, err := editor().Status(settings.File{}, []byte("{"), opts); err == nil {
		t.Error("status of a file that does not read: no error")
	}
}

func TestClaudeFiles(t *testing.T) {
	var got []string
	for _, l := range []settings.Level{settings.User, settings.Project, settings.Local} {
		for _, f := range (Client{}).Registration().Files("/home/dev", "/p", l) {
			got = append(got, f.Path)
			if f.Links != (l == settings.User) {
				t.Errorf("%v: links %v", l, f.Links)
			}
		}
	}
	want := []string{"/home/dev/.claude/settings.json", "/p/.claude/settings.json", "/p/.claude/settings.local.json"}
	if !slices.Equal(got, want) {
		t.Errorf("files %q", got)
	}
	if (Client{}).Registration().Files("/home/dev", "/p", 99) != nil {
		t.Error("files of an unknown level")
	}
}

// FuzzInstall looks for settings that install spoils or uninstall does not
// give back.
func FuzzInstall(f *testing.F) {
	f.Add([]byte(fresh))
	f.Add([]byte(`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"x"},]}]},}`))
	f.Fuzz(func(t *testing.T, old []byte) {
		once, err := editor().Install(settings.File{}, old, opts)
		if err != nil {
			return
		}
		twice, err := editor().Install(settings.File{}, once, opts)
		if err != nil || string(twice) != string(once) {
			t.Errorf("%q: second install gave %v, %q after %q", old, err, twice, once)
		}
		s, err := editor().Status(settings.File{}, once, opts)
		if err != nil || !s.Complete || !s.FailClosed {
			t.Errorf("%q: status %+v, %v", old, s, err)
		}
		off, err := editor().Uninstall(settings.File{}, once, opts)
		if err != nil {
			t.Errorf("%q: %v", old, err)
		}
		if s, err := editor().Status(settings.File{}, off, opts); err != nil || s.Registered {
			t.Errorf("%q: still registered: %+v, %v", old, s, err)
		}
	})
}
