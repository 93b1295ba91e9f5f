package clients

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/cli/health"
	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/obey"
	"github.com/sentinelgate/sentinel/internal/client/settings"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/program"
)

// registered is how the gate stands in one file of a client.
type registered struct {
	Client     string   `json:"client"`
	Level      string   `json:"level"`
	File       string   `json:"file"`
	Registered bool     `json:"registered"`
	FailClosed bool     `json:"failClosed"`
	Complete   bool     `json:"complete"`
	Problem    string   `json:"problem,omitempty"` // the file could not be read
	Notes      []string `json:"notes,omitempty"`
	status     settings.Status
}

// registrations looks at every file of a client. Files that are not there give
// nothing.
func (env Env) registrations(c client.Client) []registered {
	g := c.Registration()
	var out []registered
	for _, l := range settings.Levels() {
		for _, f := range g.Files(env.Home, env.Cwd, l) {
			data, err := settings.ReadFile(f)
			if data == nil && err == nil {
				continue
			}
			x := registered{Client: c.Name(), Level: l.String(), File: f.Path}
			if err == nil {
				o := env.clientOptions()
				o.Beside = func(path string) (was, will []byte) {
					near, _ := settings.ReadFile(settings.File{Path: path, Links: true})
					return near, near
				}
				x.status, err = g.Edit.Status(f, data, o)
			}
			if err != nil {
				x.Problem = trouble(err)
			}
			x.Registered, x.FailClosed, x.Complete = x.status.Registered, x.status.FailClosed, x.status.Complete
			x.Notes = slices.Sorted(slices.Values(x.status.Notes))
			if x.Registered || x.status.Disabled || x.Problem != "" || env.mentions(c, data) {
				out = append(out, x)
			}
		}
	}
	return out
}

// mentions tells whether a file speaks of the gate's hook at all.
func (env Env) mentions(c client.Client, data []byte) bool {
	return bytes.Contains(data, []byte("hook "+c.Name())) && bytes.Contains(data, []byte("sentinel"))
}

// Status shows where the gate is registered.
func Status(env Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "status [CLIENT...]",
		Short: "Show where the gate is registered",
		Long: "Shows for each client where the gate is registered. `sentinel doctor` also tries whether it answers.\n" +
			"Exit code 1 if a settings file cannot be read, or your configuration has a mistake.",
		Args:    Known,
		Example: "  sentinel status\n  sentinel status codex --json",
		RunE: func(_ *cobra.Command, names []string) error {
			if err := env.homeKnown(); err != nil {
				return err
			}
			if _, err := console.Folder(env.Cwd, ""); err != nil {
				return err
			}
			problems, stopped := env.condition()
			list := []registered{}
			free := []string{}
			for _, c := range env.chosen(names) {
				found := env.registrations(c)
				list = append(list, found...)
				if g := c.Registration(); len(found) == 0 && !g.ByHand() && (len(names) > 0 || env.uses(g)) {
					free = append(free, c.Name())
				}
			}
			if asJSON {
				if err := console.JSON(env.Stdout, map[string]any{"version": 1, "registrations": list, "unregistered": free, "problems": problems, "stopped": stopped}); err != nil {
					return err
				}
			} else {
				env.statusText(list, free)
				env.conditionText(problems, stopped)
			}
			if len(problems) > 0 || slices.ContainsFunc(list, func(x registered) bool { return x.Problem != "" }) {
				return &console.Error{Code: console.Failed} // the text has said which and why
			}
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (env Env) statusText(list []registered, free []string) {
	s := env.style()
	for _, x := range list {
		say, paint := "not registered", s.Red
		switch {
		case x.Problem != "":
			say = "does not read: " + display.Line(x.Problem)
		case x.status.Disabled:
			say = "switched off"
		case x.Registered && x.Complete && x.FailClosed:
			say, paint = "registered, refuses when the gate fails", s.Green
		case x.Registered:
			say = "registered, not as it should be"
		}
		before := fmt.Sprintf("%-9s %-8s %s: ", x.Client, x.Level, display.Line(x.File))
		if env.Width > 0 && utf8.RuneCountInString(before+say) > env.Width {
			before, say = strings.TrimSuffix(before, " ")+"\n", display.Wrap("    "+say, env.Width, 4)
		}
		env.printf("%s%s\n", before, paint(say))
		for _, n := range x.Notes {
			env.para(fmt.Sprintf("%-18s %s", "", display.Line(n)), 19)
		}
	}
	for _, name := range free {
		env.para(fmt.Sprintf("%-9s %-8s %s", name, "-", env.same("not registered (sentinel install "+name+")")), 19)
	}
	if len(list)+len(free) == 0 {
		env.para("no client that is known was found below "+display.Line(env.Home)+"; "+env.same("`sentinel install CLIENT` registers the gate with one all the same"), 2)
	}
}

// condition is what holds wherever the gate is registered: the mistakes in the
// configuration, and whether everything is refused.
func (env Env) condition() (problems []string, stopped bool) {
	problems = []string{}
	e, err := env.Open("")
	if err != nil {
		return append(problems, err.Error()), false
	}
	for _, p := range e.Problems {
		problems = append(problems, p.Error())
	}
	return problems, health.Stopped(e.StateDir) != ""
}

func (env Env) conditionText(problems []string, stopped bool) {
	s := env.style()
	for _, p := range problems {
		text := display.Wrap("configuration: "+display.Line(env.same(p)), env.Width, 2)
		env.printf("%s\n", s.Red("configuration:")+strings.TrimPrefix(text, "configuration:"))
	}
	if stopped {
		env.printf("%s\n", s.Red(display.Wrap(env.same("`kill` is on: every call is refused until a person runs `sentinel unkill`"), env.Width, 2)))
	}
}

// chosen gives the named clients, all without names.
func (env Env) chosen(names []string) []client.Client {
	if len(names) == 0 {
		return client.All()
	}
	return slices.DeleteFunc(client.All(), func(c client.Client) bool { return !slices.Contains(names, c.Name()) })
}

// Examine looks at the named clients. Without names it looks at those that
// are registered or used; one that is used and not registered is no fault as
// long as another is.
func (env Env) Examine(ctx context.Context, names []string) []Check {
	var out []Check
	var free []client.Client
	any := false
	for _, c := range env.chosen(names) {
		g := c.Registration()
		found := env.registrations(c)
		works := slices.ContainsFunc(found, func(x registered) bool { return x.Registered })
		any = any || works
		switch {
		case works || len(found) > 0:
			out = append(out, env.examineClient(ctx, c, found)...)
			if !works {
				free = append(free, c)
			}
		case g.ByHand() && len(names) > 0:
			out = append(out, env.inProcess(ctx, c), Check{c.Title(), true, "the gate does not edit its settings: whether it is registered is not known", env.byHand(c)})
		case !g.ByHand() && (len(names) > 0 || env.uses(g)):
			free = append(free, c)
		}
	}
	for _, c := range free {
		out = append(out, Check{c.Title(), any && len(names) == 0, "not registered: its calls pass no gate", "sentinel install " + c.Name()})
	}
	if !any && len(free) == 0 && len(names) == 0 {
		out = append(out, Check{"clients", false, "no client is registered", "sentinel install CLIENT; clients: " + Names()})
	}
	return out
}

// examineClient tells how the gate is registered with a client, tries it, and
// says what stays open.
func (env Env) examineClient(ctx context.Context, c client.Client, found []registered) []Check {
	g := c.Registration()
	out := []Check{env.inProcess(ctx, c)}
	works := false
	for _, x := range found {
		if x.Problem != "" {
			out = append(out, Check{c.Title(), false, x.File + ": " + x.Problem, "the client may ignore the whole file"})
			continue
		}
		if x.Registered {
			works = true
			out = append(out, Check{c.Title(), true, "registered in " + x.File, ""})
		} else if !x.status.Disabled {
			out = append(out, Check{c.Title(), false, "registered in " + x.File + ", but not before every tool call", "sentinel install " + c.Name()})
		}
		for _, n := range x.Notes {
			out = append(out, Check{c.Title(), false, x.File + ": " + n, "sentinel install " + c.Name()})
		}
		if x.status.Command != "" {
			out = append(out, env.canary(ctx, c, x.status.Command))
		}
	}
	if text := env.moved(c, g); text != "" {
		out = append(out, Check{c.Title(), false, text, "install with --home, or unset it"})
	}
	if !works {
		return out
	}
	out = append(out, Check{c.Title() + " without an answer", true, c.CrashNote(), ""})
	return append(out, Check{c.Title() + " leaves open", true, strings.Join(g.Open, "; "), ""})
}

// errStopped is why a canary is not sent.
var errStopped = errors.New("`kill` is on, and a gate that refuses everything refuses a canary, too")

// canaryLimit is how long the registered command may take.
const canaryLimit = 15 * time.Second

func (env Env) canaryEvent(g settings.Registration) ([]byte, error) {
	if g.Canary == nil {
		return nil, fmt.Errorf("no event is known for this client")
	}
	return json.Marshal(g.Canary(env.Cwd))
}

// inProcess fires an event through this very program.
func (env Env) inProcess(ctx context.Context, c client.Client) Check {
	x := Check{Name: c.Title() + " hook", Say: "refuses a call that is never a question", OK: true}
	g := c.Registration()
	event, err := env.canaryEvent(g)
	if err == nil && env.Stopped {
		err = errStopped
	}
	if err != nil {
		return Check{Name: x.Name, OK: true, Say: "not tried: " + err.Error()}
	}
	var out, errOut bytes.Buffer
	run := HookRun{Args: append([]string{"hook", c.Name()}, strings.Fields(g.CanaryEvent)...), Stdin: bytes.NewReader(event), Stdout: &out, Stderr: &errOut}
	if code := env.Hook(ctx, run); !refused(c, out.Bytes(), errOut.Bytes(), code) {
		x.OK, x.Say = false, "did not refuse a call that is never a question"
		x.Hint = "do not rely on this build: " + strings.TrimSpace(errOut.String()+" "+out.String())
	}
	return x
}

// neverAsked tells a decision from a refusal for want of understanding.
func neverAsked(said []byte) bool {
	return !bytes.Contains(said, []byte("the event could not be understood"))
}

// ByHand begins a hint that is a command line of any kind.
const ByHand = "run it by hand: "

// canary fires an event through the registered command line, as the client
// would.
func (env Env) canary(ctx context.Context, c client.Client, command string) Check {
	x := Check{Name: c.Title() + " canary"}
	event, err := env.canaryEvent(c.Registration())
	if err == nil && env.Stopped {
		err = errStopped
	}
	if err != nil {
		x.OK, x.Say = true, "not tried: "+err.Error()
		return x
	}
	if _, err := exec.LookPath("sh"); err != nil {
		x.OK, x.Say = true, "not tried: this system has no sh to run the registered command with"
		return x
	}
	ctx, cancel := context.WithTimeout(ctx, canaryLimit)
	defer cancel()
	var errOut bytes.Buffer
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.WaitDelay = time.Second
	cmd.Stdin, cmd.Stderr = bytes.NewReader(event), &errOut
	cmd.Dir = env.Cwd
	out, _ := cmd.Output()
	if cmd.ProcessState != nil && refused(c, out, errOut.Bytes(), cmd.ProcessState.ExitCode()) {
		x.OK, x.Say = true, "a call that is never a question was refused through the registered command"
		return x
	}
	x.Say = "the registered command did not answer with a decision to refuse a call that is never a question"
	x.Hint = ByHand + "printf '%s' " + program.Word(string(event)) + " | " + command
	return x
}

// refused tells whether the client takes a hook's end for a refusal, and the gate
// decided it: what stands in for a gate that says nothing refuses, too, but
// cannot know what.
func refused(c client.Client, out, errOut []byte, code int) bool {
	got, known := obey.Of(c.Name(), "", false, obey.Output{Stdout: string(out), Stderr: string(errOut), Exit: code})
	said := bytes.Join([][]byte{out, errOut}, nil)
	decided := denies(out) || bytes.Contains(errOut, []byte(settings.CanaryCommand))
	return known && got == obey.Blocked && decided && !bytes.Contains(said, []byte(hook.NoAnswerText)) && neverAsked(said)
}

// denies tells whether an answer is one JSON object that refuses, in the words
// of any client.
func denies(out []byte) bool {
	var v struct {
		Decision, PermissionDecision, Permission, Behavior string
		Cancel                                             bool
		HookSpecificOutput                                 struct{ PermissionDecision string }
	}
	if json.Unmarshal(out, &v) != nil {
		return false
	}
	for _, word := range []string{v.Decision, v.PermissionDecision, v.Permission, v.Behavior, v.HookSpecificOutput.PermissionDecision} {
		if word == "deny" || word == "block" {
			return true
		}
	}
	return v.Cancel
}
