package module_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/client/opencode"
	"github.com/sentinelgate/sentinel/internal/client/pi"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// run writes a client's module for a program that is this script, and runs a
// piece of JavaScript in which m is the module. What it prints is given back.
func run(t *testing.T, edit settings.Editor, script, code string) string {
	t.Helper()
	return runAll(t, edit, []string{script}, "const m = modules[0]\n"+code)
}

// runAll has a module for each of the scripts, in the list modules.
func runAll(t *testing.T, edit settings.Editor, scripts []string, code string) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT TESTED: there is no node on this machine, so that the modules which run in opencode and pi were not run")
	}
	dir := t.TempDir()
	list := ""
	for i, script := range scripts {
		gate := filepath.Join(dir, fmt.Sprintf("gate's \"own\" %d", i))
		if script != "" {
			if err := os.WriteFile(gate, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		text, err := edit.Install(settings.File{Path: "/x/sentinel.ts"}, nil, settings.Options{Binary: gate, Flags: []string{"--home", "/h $(x)"}})
		if err != nil {
			t.Fatal(err)
		}
		module := fmt.Sprintf("m%d.mjs", i) // TypeScript without a type is JavaScript
		short := string(text)
		if strings.Contains(script, "sleep") { // nobody wants to wait for it
			short = strings.Replace(short, "const LIMIT = 60000", "const LIMIT = 1_000", 1)
		}
		if err := os.WriteFile(filepath.Join(dir, module), []byte(short), 0o644); err != nil {
			t.Fatal(err)
		}
		list += "await import('./" + module + "'), "
	}
	main := filepath.Join(dir, "main.mjs")
	if err := os.WriteFile(main, []byte("const modules = ["+list+"]\n"+harness+code), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, main)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// harness stands for the two clients.
const harness = `
import fs from "node:fs"
const said = (name) => fs.existsSync(name) ? fs.readFileSync(name, "utf8") : ""
async function opencode(m, args, posted = []) {
  const client = { postSessionIdPermissionsPermissionId: async (x) => { posted.push(x) } }
  const hooks = await m.Sentinel({ client, directory: "/p", worktree: "/p" })
  const output = { args }
  let end = "runs"
  try { await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s2", callID: "c" }, output) } catch (e) { end = "blocked: " + e.message }
  return { end, output, hooks }
}
async function pi(m, input, ctx = { cwd: "/p", hasUI: false }) {
  const on = {}
  m.default({ on: (name, f) => { on[name] = f } })
  const r = await on.tool_call({ toolName: "bash", toolCallId: "c", input }, ctx)
  return { end: r && r.block ? "blocked: " + r.reason : "runs", on }
}
`

// cases are gates and what becomes of a call. Whatever is no clear answer
// refuses.
var cases = []struct{ name, script, want string }{
	{"allow", `cat >/dev/null; echo '{"decision":"allow"}'`, "runs"},
	{"none", `cat >/dev/null; echo '{"decision":"none"}'`, "runs"},
	{"does not read", `echo '{"decision":"allow"}'`, "runs"},
	{"deny", `cat >/dev/null; echo '{"decision":"deny","reason":"because"}'; echo because >&2; exit 2`, "blocked: because"},
	{"deny with exit 0", `cat >/dev/null; echo '{"decision":"deny","reason":"because"}'`, "blocked: because"},
	{"deny without a reason", `echo '{"decision":"deny"}'`, "blocked: Refused"},
	{"exit 2 says more than allow", `echo '{"decision":"allow"}'; exit 2`, "blocked: Refused"},
	{"only standard error", `echo because >&2; exit 2`, "blocked: because"},
	{"missing", "", "blocked: Refused: the gate could not be started"},
	{"killed", "kill -9 $$", "blocked: Refused: the gate ended with SIGKILL"},
	{"killed after an answer", `echo '{"decision":"allow"}'; kill -9 $$`, "blocked: Refused: the gate ended with SIGKILL"},
	{"exit 1", `echo '{"decision":"allow"}'; exit 1`, "blocked: Refused: the gate ended with code 1"},
	{"silence", "exit 0", "blocked: Refused: the gate gave no answer"},
	{"junk", "echo hello", "blocked: Refused: the gate gave no answer"},
	{"a log line first", `echo log; echo '{"decision":"allow"}'`, "blocked: Refused: the gate gave no answer"},
	{"two answers", `echo '{"decision":"allow"}'; echo '{"decision":"allow"}'`, "blocked: Refused: the gate gave no answer"},
	{"another word", `echo '{"decision":"approve"}'`, "blocked: Refused: the gate gave no answer"},
	{"a list", `echo '["allow"]'`, "blocked: Refused: the gate gave no answer"},
	{"null", `echo null`, "blocked: Refused: the gate gave no answer"},
	{"a word of JavaScript", `echo '{"decision":"constructor"}'`, "blocked: Refused: the gate gave no answer"},
	{"never answers", "exec sleep 60", "blocked: Refused: the gate did not answer"},
	{"answers without end", "exec yes", "blocked: Refused: the gate"},
	{"an input that is none", `echo '{"decision":"allow","input":[1]}'`, "blocked: Refused: the gate's input is no object"},
}

func TestX13_ModulesRefuse(t *testing.T) {
	for client, edit := range editors() {
		var scripts []string
		for _, tt := range cases {
			scripts = append(scripts, tt.script)
		}
		var ends []string
		out := runAll(t, edit, scripts, `
const ends = []
for (const m of modules) ends.push((await `+client+`(m, { command: "ls" })).end)
console.log(JSON.stringify(ends)); process.exit(0)`)
		if err := json.Unmarshal([]byte(out), &ends); err != nil || len(ends) != len(cases) {
			t.Fatalf("%v in %s", err, out)
		}
		for i, tt := range cases {
			if !strings.HasPrefix(ends[i], tt.want) {
				t.Errorf("%s %s: got %q, want %q", client, tt.name, ends[i], tt.want)
			}
		}
		t.Run(client+" asks with", func(t *testing.T) {
			got := run(t, edit, `echo "$@" >args; cat >event; echo '{"decision":"allow"}'`, `await `+client+`(m, { command: "ls" }); console.log(said("args") + said("event"))`)
			args, event, _ := strings.Cut(got, "\n")
			var v map[string]any
			if args != "--home /h $(x) hook "+client || json.Unmarshal([]byte(event), &v) != nil || v["cwd"] != "/p" {
				t.Errorf("got %s", got)
			}
			if input, _ := v["tool_input"].(map[string]any); input["command"] != "ls" {
				t.Errorf("input %v", v["tool_input"])
			}
		})
		t.Run(client+" replaces the input", func(t *testing.T) {
			got := run(t, edit, `cat >/dev/null; echo '{"decision":"allow","input":{"command":"ls -l"}}'`,
				`const x = { command: "ls", timeout: 5 }; await `+client+`(m, x); console.log(JSON.stringify(x))`)
			if strings.TrimSpace(got) != `{"command":"ls -l"}` {
				t.Errorf("got %s", got)
			}
		})
		t.Run(client+" cannot write the event", func(t *testing.T) {
			got := run(t, edit, `cat >/dev/null; echo '{"decision":"allow"}'`, `const x = {}; x.x = x; console.log((await `+client+`(m, x)).end)`)
			if !strings.HasPrefix(got, "blocked: Refused: the gate could not be asked") {
				t.Errorf("got %s", got)
			}
		})
	}
}

func editors() map[string]settings.Editor {
	return map[string]settings.Editor{
		"opencode": opencode.Client{}.Registration().Edit,
		"pi":       pi.Client{}.Registration().Edit,
	}
}

// TestPiAsks: a question is the person's, and without one it is a no.
func TestR337_PiAsks(t *testing.T) {
	asking := `cat >/dev/null; echo '{"decision":"ask","reason":"sure?"}'`
	for code, want := range map[string]string{
		`{ cwd: "/p", hasUI: false }`:                                                          "blocked: A person said no.\nsure?",
		`{ cwd: "/p", hasUI: true, ui: { confirm: async () => false } }`:                       "blocked: A person said no.\nsure?",
		`{ cwd: "/p", hasUI: true, ui: { confirm: async () => undefined } }`:                   "blocked: A person said no.\nsure?",
		`{ cwd: "/p", hasUI: true, ui: { confirm: async () => { throw new Error("gone") } } }`: "blocked: Refused: gone",
		`{ cwd: "/p", hasUI: true, ui: { confirm: async (a, b) => b === "sure?" } }`:           "runs",
		`{ cwd: "/p", hasUI: true }`:                                                           "blocked: Refused: ",
	} {
		got := run(t, editors()["pi"], asking, `console.log((await pi(m, { command: "ls" }, `+code+`)).end)`)
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}

// TestOpencodeAsksNobody: a question is a refusal there, and the client's own
// prompt is answered only for a call that the gate has let through.
func TestOpencodeAsksNobody(t *testing.T) {
	got := run(t, editors()["opencode"], `cat >/dev/null; echo '{"decision":"ask","reason":"sure?"}'`, `console.log((await opencode(m, { command: "ls" })).end)`)
	if !strings.HasPrefix(got, "blocked: sure?") {
		t.Errorf("got %s", got)
	}
	for decision, want := range map[string]string{"allow": `1 once`, "none": "0 undefined"} {
		got := run(t, editors()["opencode"], `cat >/dev/null; echo '{"decision":"`+decision+`"}'`, `
const posted = []
const { hooks } = await opencode(m, { command: "ls" }, posted)
const asked = (call, session = "s2") => hooks.event({ event: { type: "permission.asked", properties: { id: "p", sessionID: session, tool: { callID: call } } } })
await asked("other"); await asked(undefined); await asked("c", "s3"); await asked("c")
await hooks["tool.execute.after"]({ tool: "bash", sessionID: "s2", callID: "c", args: {} }, { metadata: { exit: 0 } })
await asked("c")
console.log(posted.length, posted[0]?.body.response)`)
		if strings.TrimSpace(got) != want {
			t.Errorf("%s: %q, want %q", decision, got, want)
		}
	}
}

// TestOpencodeSubAgents: a session that another one started says so.
func TestOpencodeSubAgents(t *testing.T) {
	got := run(t, editors()["opencode"], `cat >>events; echo >>events; echo '{"decision":"allow"}'`, `
const { hooks } = await opencode(m, { command: "ls" })
await hooks.event({ event: { type: "session.created", properties: { sessionID: "s2", info: { id: "s2", parentID: "s1" } } } })
await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s2", callID: "d" }, { args: {} })
console.log(said("events"))`)
	lines := strings.Split(strings.TrimSpace(got), "\n")
	for i, want := range []string{"s2", "s1", "s1"} {
		var v map[string]any
		if i >= len(lines) || json.Unmarshal([]byte(lines[i]), &v) != nil || v["rootSessionID"] != want || v["sessionID"] != "s2" {
			t.Fatalf("event %d of\n%s", i, got)
		}
	}
}

// TestPiTellsWhatRan: results and sessions are told, and have no say.
func TestPiTellsWhatRan(t *testing.T) {
	got := run(t, editors()["pi"], `cat >>events; echo >>events; exit 1`, `
const { on } = await pi(m, { command: "ls" })
const ctx = { cwd: "/p", hasUI: true, sessionManager: { getSessionId: () => "id" } }
const ends = [await on.tool_result({ toolName: "bash", toolCallId: "c", input: {}, isError: true, content: [] }, ctx),
  await on.session_start({ reason: "new" }, ctx), await on.session_shutdown({}, ctx)]
console.log(JSON.stringify(ends)); console.log(said("events"))`)
	for _, want := range []string{"[null,null,null]", `"hook_event_name":"tool_result"`, `"isError":true`, `"session_id":"id"`, `"reason":"new"`, "session_shutdown"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "content") {
		t.Errorf("results are handed on:\n%s", got)
	}
}
