package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/obey"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// world is a home and a project in memory, with the files of one registration.
type world struct {
	reg   settings.Registration
	files map[string][]byte
}

func (w *world) each(t *testing.T, level settings.Level, do func(f settings.File, old []byte, o settings.Options) ([]byte, error), o settings.Options) {
	t.Helper()
	was := map[string][]byte{}
	for path, data := range w.files {
		was[path] = data
	}
	o.Beside = func(path string) ([]byte, []byte) { return was[path], w.files[path] }
	o.Home = "/home/dev"
	for _, f := range w.reg.Files("/home/dev", "/home/dev/project", level) {
		out, err := do(f, w.files[f.Path], o)
		if err != nil {
			t.Fatalf("%s: %v", f.Path, err)
		}
		if out == nil {
			delete(w.files, f.Path)
		} else {
			w.files[f.Path] = out
		}
	}
}

func (w *world) status(t *testing.T, level settings.Level, o settings.Options) (registered bool, all []settings.Status) {
	t.Helper()
	o.Beside = func(path string) ([]byte, []byte) { return w.files[path], w.files[path] }
	o.Home = "/home/dev"
	for _, f := range w.reg.Files("/home/dev", "/home/dev/project", level) {
		s, err := w.reg.Edit.Status(f, w.files[f.Path], o)
		if err != nil {
			t.Fatalf("%s: %v", f.Path, err)
		}
		registered = registered || s.Registered && s.Complete && s.FailClosed && !s.Disabled && len(s.Notes) == 0
		all = append(all, s)
	}
	return registered, all
}

// byLevel runs a test for every client and level that can be installed.
func byLevel(t *testing.T, do func(t *testing.T, c Client, level settings.Level)) {
	for _, c := range All() {
		for _, level := range settings.Levels() {
			r := c.Registration()
			if len(r.Files("/home/dev", "/home/dev/project", level)) > 0 {
				t.Run(c.Name()+" "+level.String(), func(t *testing.T) { do(t, c, level) })
			}
		}
	}
}

var program = settings.Options{Binary: "/usr/local/bin/sentinel"}

// TestInstallTwiceIsOnce installs where there is nothing, again, with another
// program, and takes everything out.
func TestInstallTwiceIsOnce(t *testing.T) {
	byLevel(t, func(t *testing.T, c Client, level settings.Level) {
		w := &world{c.Registration(), map[string][]byte{}}
		w.each(t, level, w.reg.Edit.Install, program)
		once := map[string]string{}
		for path, data := range w.files {
			once[path] = string(data)
		}
		if ok, all := w.status(t, level, program); !ok {
			t.Errorf("after an install: %+v", all)
		}
		w.each(t, level, w.reg.Edit.Install, program)
		for path, data := range w.files {
			if string(data) != once[path] {
				t.Errorf("installed twice:\n%s", settings.Diff(path, []byte(once[path]), data))
			}
		}
		moved := settings.Options{Binary: "/home/dev/it's here/sentinel", Flags: []string{"--home", "/x \"y\""}}
		w.each(t, level, w.reg.Edit.Install, moved)
		for path, data := range w.files {
			if bytes.Contains(data, []byte(program.Binary)) {
				t.Errorf("%s still names the old program:\n%s", path, data)
			}
		}
		if ok, all := w.status(t, level, moved); !ok {
			t.Errorf("after a move: %+v", all)
		}
		w.each(t, level, w.reg.Edit.Uninstall, settings.Options{})
		if len(w.files) > 0 {
			t.Errorf("left over: %q", w.files)
		}
	})
}

// TestInstallNeedsAProgram refuses what is no path of a program.
func TestInstallNeedsAProgram(t *testing.T) {
	byLevel(t, func(t *testing.T, c Client, level settings.Level) {
		r := c.Registration()
		f := r.Files("/home/dev", "/home/dev/project", level)[0]
		for _, binary := range []string{"", "sentinel", "./sentinel", "/bin/sen\ntinel"} {
			if out, err := r.Edit.Install(f, nil, settings.Options{Binary: binary}); err == nil {
				t.Errorf("%q: wrote %s", binary, out)
			}
		}
		for _, broken := range []string{"{", "[[[", "= 5\n"} {
			if out, err := r.Edit.Install(f, []byte(broken), program); err == nil {
				t.Errorf("broken file %q: wrote %s", broken, out)
			}
		}
	})
}

// TestCanaryIsUnderstood: the event that the doctor fires is one of the client's.
func TestCanaryIsUnderstood(t *testing.T) {
	for _, c := range All() {
		r := c.Registration()
		if r.ByHand() {
			continue
		}
		event, err := json.Marshal(r.Canary("/home/dev/project"))
		if err != nil {
			t.Fatal(err)
		}
		e := env(nil)
		e.Event = r.CanaryEvent
		ev, err := c.Decode(event, e)
		if err != nil || ev.Kind != 0 || ev.Call.Cwd != "/home/dev/project" || ev.Call.Session != "" {
			t.Errorf("%s: %+v, %v", c.Name(), ev, err)
		}
		if len(r.Open) == 0 || len(r.Signs) == 0 {
			t.Errorf("%s: what it leaves open is not said, or what shows that it is there", c.Name())
		}
	}
}

// ends are ways in which something that stands in the gate's place can end
// without having judged a call: scripts, "" for no program at all.
var ends = map[string]string{
	"missing": "", "killed": "kill -9 $$", "a fault": "kill -SEGV $$", "exit 1": "exit 1", "exit 3 and a word": "echo no >&2; exit 3",
	"a panic":                  "echo 'panic: x' >&2; exit 2",
	"exit 2 without a word":    "exit 2",
	"exit 0 without a word":    "exit 0",
	"exit 0 after a log line":  `echo log; echo '{"decision":"deny"}'`,
	"exit 0 and plain text":    "echo fine",
	"half an answer":           `printf '{"decision":"al'; kill -9 $$`,
	"half an answer, exit 0":   `printf '{"decision":"al'`,
	"an answer and exit 1":     `echo '{}'; exit 1`,
	"an answer and then death": `echo '{}'; kill -9 $$`,
}

// programThat writes a program of such an end and gives its path.
func programThat(t *testing.T, script string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "sentinel")
	switch script {
	case "":
	case "empty": // what an interrupted update leaves
		write(t, binary, "", 0o755)
	case "not to be started":
		write(t, binary, "#!/bin/sh\n", 0o644)
	default:
		write(t, binary, "#!/bin/sh\ncat >/dev/null\n"+script+"\n", 0o755)
	}
	return binary
}

// registeredCommand is what a client calls before a tool with this program; ""
// for a client that asks from its own process.
func registeredCommand(t *testing.T, c Client, o settings.Options) string {
	t.Helper()
	if c.Registration().ByHand() {
		command, err := settings.Guarded(o, c.Name(), hook.NoAnswer(c, o.Doctor()))
		if err != nil {
			t.Fatal(err)
		}
		return command
	}
	w := &world{c.Registration(), map[string][]byte{}}
	w.each(t, settings.User, w.reg.Edit.Install, o)
	f := w.reg.Files("/home/dev", "/home/dev/project", settings.User)[0]
	if f.Perm&0o100 != 0 { // the client starts the file
		file := filepath.Join(t.TempDir(), filepath.Base(f.Path))
		write(t, file, string(w.files[f.Path]), 0o755)
		return "'" + file + "'"
	}
	if strings.HasSuffix(f.Path, ".ts") {
		return ""
	}
	_, all := w.status(t, settings.User, settings.Options{})
	return all[0].Command
}

// calledBy runs a registered command in a shell, as the client does.
func calledBy(t *testing.T, shell []string, command string) obey.Output {
	t.Helper()
	cmd := exec.Command(shell[0], append(shell[1:], command)...)
	cmd.Stdin = strings.NewReader("{}")
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	_ = cmd.Run()
	return obey.Output{Stdout: out.String(), Stderr: errOut.String(), Exit: cmd.ProcessState.ExitCode()}
}

// TestX13_NoAnswerRefuses runs what is registered before a tool with a program
// that ends in each of those ways. Each client must take the end for a refusal,
// whichever shell it hands the command to.
func TestX13_NoAnswerRefuses(t *testing.T) {
	shells := [][]string{{"sh", "-c"}, {"bash", "-c"}, {"zsh", "-c"}, {"fish", "-c"}, {"tcsh", "-c"}, {"nu", "-c"}}
	shells = slices.DeleteFunc(shells, func(s []string) bool { _, err := exec.LookPath(s[0]); return err != nil })
	if len(shells) == 0 {
		t.Skip("no shell")
	}
	all := map[string]string{"empty": "empty", "not to be started": "not to be started"}
	maps.Copy(all, ends)
	for i, c := range All() {
		for name, script := range all {
			command := registeredCommand(t, c, settings.Options{Binary: programThat(t, script)})
			if command == "" {
				continue // the module's own tests
			}
			shell := shells[(i+len(name))%len(shells)]
			out := calledBy(t, shell, command)
			if got, _ := obey.Of(c.Name(), "", false, out); got != obey.Blocked {
				t.Errorf("%s, %s, %s: came to %q: %+v", c.Name(), name, shell[0], got, out)
			}
		}
	}
}

// TestX13_AnswersComeThrough is the control of the test above: what the gate says
// reaches the client byte for byte.
func TestX13_AnswersComeThrough(t *testing.T) {
	for _, c := range All() {
		for _, s := range situations {
			want := told(c, "", s)
			dir := t.TempDir()
			if want.Stdout == "" {
				want.Stdout = "{}\n" // as the process says it
			}
			write(t, filepath.Join(dir, "out"), want.Stdout, 0o600)
			write(t, filepath.Join(dir, "err"), want.Stderr, 0o600)
			script := fmt.Sprintf("cat '%[1]s/out'; cat '%[1]s/err' >&2; exit %d", dir, want.Exit)
			command := registeredCommand(t, c, settings.Options{Binary: programThat(t, script), Flags: []string{"--home", "/x \"$y\" it's"}})
			if command == "" {
				continue
			}
			got := calledBy(t, []string{"sh", "-c"}, command)
			if c.Name() == "cline" {
				got.Exit, got.Stderr = want.Exit, want.Stderr // count for nothing there
				want.Stdout = strings.Replace(want.Stdout, "{}\n", "", 1)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", c.Name(), s.name, diff)
			}
		}
	}
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// filled are settings as people have them, by client; the first file of the user
// level unless a name says another.
var filled = map[string][]string{
	"gemini": {
		"{\n  // mine\n  \"theme\": \"GitHub\", /* dark */\n  \"hooksConfig\": {\"enabled\": true, \"disabled\": [\"other\"]},\n}\n",
		`{"hooks":{"enabled":true,"disabled":[],"BeforeTool":[{"matcher":"write_file","hooks":[{"name":"fmt","type":"command","command":"fmt","timeout":5000}]}]}}`,
	},
	"qwen": {
		"{\n\t\"model\": {\"name\": \"x\"},\n\t\"hooks\": {\n\t\t\"PreToolUse\": [\n\t\t\t{\"matcher\": \"Edit\", \"hooks\": [{\"type\": \"http\", \"url\": \"http://localhost:1/\"}]}\n\t\t]\n\t}\n}",
	},
	"codex": {
		`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"lint"}]}],"Stop":[{"hooks":[{"type":"command","command":"say"}]}]}}`,
		"{\r\n  \"hooks\": {\r\n    \"PostToolUse\": [\r\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"log\"}]}\r\n    ]\r\n  }\r\n}\r\n",
	},
	"copilot": {
		`{"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"audit","timeoutSec":5}]}}`,
	},
	"crush": {
		"{\n  \"$schema\": \"https://charm.land/crush.json\",\n  \"options\": {\"tui\": {}},\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"matcher\": \"^bash$\", \"command\": \"./check.sh\"}\n    ]\n  }\n}\n",
		"{\n  \"mcp\": {}\n}\n",
	},
	"cursor": {
		"{\n    \"version\": 1,\n    \"hooks\": {\n        \"afterFileEdit\": [{\"command\": \"./format.sh\"}],\n        \"preToolUse\": [{\"command\": \"./other.sh\", \"matcher\": \"Shell\"}]\n    }\n}\n",
	},
	"windsurf": {
		"{\n  \"hooks\": {\n    \"pre_run_command\": [\n      {\"command\": \"python3 /x/log.py\", \"show_output\": true}\n    ]\n  }\n}\n",
	},
}

// TestInstallKeepsTheRest installs into files that hold other things, twice, and
// takes it out: byte for byte what was there.
func TestInstallKeepsTheRest(t *testing.T) {
	byLevel(t, func(t *testing.T, c Client, level settings.Level) {
		r := c.Registration()
		path := r.Files("/home/dev", "/home/dev/project", level)[0].Path
		if strings.HasSuffix(path, ".toml") {
			return
		}
		for _, old := range filled[c.Name()] {
			w := &world{r, map[string][]byte{path: []byte(old)}}
			w.each(t, level, r.Edit.Install, program)
			once := string(w.files[path])
			for _, line := range strings.Split(old, "\n") {
				if line = strings.Trim(line, " \t\r,]}"); !strings.Contains(once, line) && strings.Contains(old, "\n") {
					t.Errorf("lost %q of\n%s", line, once)
				}
			}
			if ok, all := w.status(t, level, program); !ok {
				t.Errorf("status %+v of\n%s", all, once)
			}
			w.each(t, level, r.Edit.Install, program)
			if string(w.files[path]) != once {
				t.Errorf("installed twice:\n%s", settings.Diff(path, []byte(once), w.files[path]))
			}
			w.each(t, level, r.Edit.Uninstall, settings.Options{})
			if string(w.files[path]) != old || len(w.files) != 1 {
				t.Errorf("taken out: %s%q", settings.Diff(path, []byte(old), w.files[path]), w.files)
			}
		}
	})
}

// TestInstallRepairs: registrations that let calls by are made anew.
func TestInstallRepairs(t *testing.T) {
	for client, files := range map[string][]string{
		"gemini": {`{"hooks":{"BeforeTool":[{"matcher":"write_file","hooks":[{"type":"command","command":"sentinel hook gemini || exit 2"}]}]}}`,
			`{"hooks":{"BeforeTool":[{"hooks":[{"type":"command","command":"sentinel hook gemini"}]}]}}`,
			`{"hooks":{"BeforeTool":[{"hooks":[{"name":"sentinel","type":"command","command":"'/usr/local/bin/sentinel' hook gemini || exit 2","timeout":50}]}]}}`},
		"copilot": {`{"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"'/usr/local/bin/sentinel' hook copilot preToolUse || exit 2","matcher":"*"}]}}`,
			`{"hooks":{"preToolUse":[{"type":"command","bash":"sentinel hook copilot"}]}}`},
		"crush": {`{"hooks":{"PreToolUse":[{"command":"sentinel hook crush || exit 2","matcher":"*"}]}}`,
			`{"hooks":{"PreToolUse":[{"command":"sentinel hook crush"}]}}`},
		"cursor": {`{"version":1,"hooks":{"preToolUse":[{"command":"'/usr/local/bin/sentinel' hook cursor || exit 2","failClosed":false}]}}`},
		"codex":  {`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"sentinel hook codex"}]}]}}`},
	} {
		for _, old := range files {
			c, err := Find(client)
			if err != nil {
				t.Fatal(err)
			}
			r := c.Registration()
			path := r.Files("/home/dev", "/home/dev/project", settings.User)[0].Path
			w := &world{r, map[string][]byte{path: []byte(old)}}
			if ok, all := w.status(t, settings.User, program); ok {
				t.Errorf("%s: %s is fine: %+v", client, old, all)
			}
			w.each(t, settings.User, r.Edit.Install, program)
			if ok, all := w.status(t, settings.User, program); !ok {
				t.Errorf("%s: %s is not mended: %+v\n%s", client, old, all, w.files[path])
			}
		}
	}
}
