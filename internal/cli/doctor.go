package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cli/conf"
	"github.com/sentinelgate/sentinel/internal/cli/health"
	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/client/settings"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
)

func doctorCommand(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check that the gate is registered, answers, and can keep its state",
		Long: "Looks at the configuration, the state folder and the registrations, and fires a call that must be\n" +
			"refused through the hook, in this process and through the registered command. Exit code 1 if\nsomething is wrong.",
		Args:    cobra.NoArgs,
		Example: "  sentinel doctor\n  sentinel doctor --json",
		RunE: func(c *cobra.Command, _ []string) error {
			checks := env.examine(c.Context())
			notes := env.notes()
			bad := 0
			for i, x := range checks {
				if !x.OK {
					bad++
				}
				checks[i].Hint = env.sameHome(x.Hint)
			}
			if asJSON {
				if err := env.json(map[string]any{"version": 1, "checks": checks, "notes": notes}); err != nil {
					return err
				}
			} else {
				env.checksText(checks)
				for _, n := range notes {
					env.printf("%s %s\n", env.style().Yellow("note"), display.Line(n))
				}
			}
			if bad > 0 {
				return &exitError{code: exitFailed}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// healthCheck is one thing the doctor looked at.
type healthCheck struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Say  string `json:"say"`
	Hint string `json:"hint,omitempty"`
}

func (env Env) checksText(list []healthCheck) {
	s := env.style()
	for _, x := range list {
		mark := s.Green("ok  ")
		if !x.OK {
			mark = s.Red("FAIL")
		}
		env.printf("%s %s: %s\n", mark, x.Name, display.Line(x.Say))
		if x.Hint != "" {
			env.printf("     %s\n", display.Line(x.Hint))
		}
	}
}

// examine makes all checks.
func (env Env) examine(ctx context.Context) []healthCheck {
	var out []healthCheck
	add := func(name string, err error, say, hint string) {
		if err != nil {
			out = append(out, healthCheck{name, false, err.Error(), hint})
			return
		}
		out = append(out, healthCheck{name, true, say, ""})
	}
	if env.Home == "" {
		add("home", fmt.Errorf("this user's home folder is not known to the system"), "", "the hook refuses every call until it is")
		return out
	}
	e, err := env.open("")
	add("configuration", err, "readable", "sentinel policy shows it")
	if err == nil {
		for _, p := range e.Problems {
			add("configuration", p, "", "fix the file; until then everything that does more than read is asked")
		}
		for _, x := range health.State(e.StateDir, env.book(e)) {
			add(x.Name, x.Err, x.Say, x.Hint)
		}
	}
	for _, c := range client.All() {
		out = append(out, env.examineClient(ctx, c)...)
	}
	return out
}

// book is the ledger to look at; a nil one must not become an interface that is
// none.
func (env Env) book(e *engine.Engine) health.Ledger {
	if e.Ledger == nil {
		return nil
	}
	return e.Ledger
}

// notes is what is right and yet worth a look.
func (env Env) notes() []string {
	out := []string{}
	e, err := env.open("")
	if err != nil {
		return out
	}
	for _, w := range conf.Warnings(e) {
		out = append(out, "configuration: "+w.Error())
	}
	return append(out, health.Notes(e.StateDir)...)
}

// sameHome puts the home that this program was told of into a command line for
// a person to run.
func (env Env) sameHome(hint string) string {
	rest, ok := strings.CutPrefix(hint, "sentinel ")
	if !ok || env.HomeFlag == "" {
		return hint
	}
	return "sentinel --home " + env.HomeFlag + " " + rest
}

func (env Env) examineClient(ctx context.Context, c client.Client) []healthCheck {
	out := []healthCheck{env.inProcess(ctx, c)}
	n := 0
	for _, l := range []settings.Level{settings.User, settings.Project, settings.Local, settings.Managed} {
		for _, f := range c.Files(env.Home, env.Cwd, l) {
			checks := env.examineFile(ctx, c, f)
			out = append(out, checks...)
			n += min(1, len(checks))
		}
	}
	if n == 0 {
		out = append(out, healthCheck{c.Title(), false, "not registered", "sentinel install " + c.Name()})
	}
	return append(out, healthCheck{c.Title() + " without an answer", true, c.CrashNote(), ""})
}

// examineFile looks at one settings file. A file in which the gate does not
// occur gives nothing.
func (env Env) examineFile(ctx context.Context, c client.Client, f settings.File) []healthCheck {
	data, err := settings.ReadFile(f)
	if data == nil && err == nil {
		return nil
	}
	var st settings.Status
	if err == nil {
		st, err = c.Status(f, data, env.clientOptions())
	}
	switch {
	case err != nil:
		return []healthCheck{{c.Title(), false, f.Path + ": " + err.Error(), "the client may ignore the whole file"}}
	case st.Registered:
		return append(statusChecks(c, f, st), env.canary(ctx, c, data, st))
	case registered(data, settings.Ours(c.Name(), env.Binary)) == "":
		return nil
	}
	return statusChecks(c, f, st)
}

// statusChecks tells how the gate is registered in a file.
func statusChecks(c client.Client, f settings.File, st settings.Status) []healthCheck {
	out := []healthCheck{{c.Title(), st.Registered, "registered in " + f.Path, ""}}
	if !st.Registered {
		out[0].Say = "registered in " + f.Path + ", but not before every tool call"
	}
	for _, p := range slices.Sorted(slices.Values(st.Notes)) {
		out = append(out, healthCheck{c.Title(), false, f.Path + ": " + p, "sentinel install " + c.Name()})
	}
	return out
}

// canaryLimit is how long the registered command may take.
const canaryLimit = 15 * time.Second

// canaryEvent is a call that is never a question. It belongs to no session, so
// that nothing of it is kept but the line in the log.
func (env Env) canaryEvent() ([]byte, error) {
	return json.Marshal(map[string]any{
		"session_id": "", "cwd": env.Cwd, "hook_event_name": "PreToolUse", "tool_name": "Bash",
		"tool_input": map[string]any{"command": "rm -rf /"}, "tool_use_id": "", "permission_mode": "default", "transcript_path": "",
	})
}

// inProcess fires the event through this very program.
func (env Env) inProcess(ctx context.Context, c client.Client) healthCheck {
	x := healthCheck{Name: c.Title() + " hook", Say: "refuses a call that is never a question", OK: true}
	event, err := env.canaryEvent()
	if err != nil {
		return healthCheck{Name: x.Name, Say: "no event could be made: " + err.Error()}
	}
	var out, errOut bytes.Buffer
	hook := env
	hook.Args, hook.Stdin, hook.Stdout, hook.Stderr = []string{"hook", c.Name()}, bytes.NewReader(event), &out, &errOut
	if code := runHook(ctx, hook); code != 2 || !bytes.Contains(out.Bytes(), []byte("deny")) {
		x.OK, x.Say = false, "did not refuse a call that is never a question"
		x.Hint = "do not rely on this build: " + strings.TrimSpace(errOut.String())
	}
	return x
}

// canary fires the event through the registered command line, as the client
// would.
func (env Env) canary(ctx context.Context, c client.Client, data []byte, st settings.Status) healthCheck {
	x := healthCheck{Name: c.Title() + " canary"}
	event, err := env.canaryEvent()
	command := registered(data, settings.Ours(c.Name(), env.Binary))
	if command == "" && err == nil {
		command, err = settings.Command(settings.Options{Binary: st.Binary, Flags: env.clientOptions().Flags}, c.Name(), true)
	}
	if err != nil {
		x.Say = "could not be made: " + err.Error()
		return x
	}
	if _, err := exec.LookPath("sh"); err != nil {
		x.OK, x.Say = true, "not tried: this system has no sh to run the registered command with"
		return x
	}
	ctx, cancel := context.WithTimeout(ctx, canaryLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.WaitDelay = time.Second
	cmd.Stdin = bytes.NewReader(event)
	cmd.Dir = env.Cwd
	out, runErr := cmd.Output()
	if runErr != nil && cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == 2 && bytes.Contains(out, []byte("deny")) {
		x.OK, x.Say = true, "a call that is never a question was refused through the registered command"
		return x
	}
	x.Say = "the registered command did not refuse a call that is never a question"
	x.Hint = "run it by hand: echo '{}' | " + command
	return x
}

// registered finds the command line that refuses in a client's settings, ""
// when they hold none or are no plain JSON.
func registered(data []byte, ours func(string) bool) string {
	var v any
	if json.Unmarshal(data, &v) != nil {
		return ""
	}
	found := ""
	var walk func(v any)
	walk = func(v any) {
		switch x := v.(type) {
		case map[string]any:
			for _, e := range x {
				walk(e)
			}
		case []any:
			for _, e := range x {
				walk(e)
			}
		case string:
			// Other events have the same command without that end.
			if ours(x) && (found == "" || strings.HasSuffix(x, "exit 2")) {
				found = x
			}
		}
	}
	walk(v)
	return found
}
