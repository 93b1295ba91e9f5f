package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/grade"
	"github.com/sentinelgate/sentinel/internal/ledger"
	"github.com/sentinelgate/sentinel/shape"
)

func riskCommand(env Env) *cobra.Command {
	var dir, forget, remember string
	var list, asJSON, exit bool
	c := &cobra.Command{
		Use:   "risk [COMMAND]",
		Short: "Grade a shell command without running it, or show what this repository has learned",
		Long: "Grades a shell command without running it: green runs, yellow is asked until a yes was remembered, red is\n" +
			"asked each time or refused. Without a command it lists what this repository has learned.\n\n" +
			"A command with flags stands in quotes. --forget ends with 0 also where no such shape was learned, and says so.",
		Example: "  sentinel risk \"npm publish\"\n  sentinel risk --list\n  sentinel risk --forget \"npm publish\"",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := oneOf(c, len(args) > 0, "list", "forget", "remember"); err != nil {
				return err
			}
			e, err := env.open(dir)
			if err != nil {
				return err
			}
			text := strings.Join(args, " ")
			switch {
			case c.Flags().Changed("forget"):
				return env.forget(e, forget, asJSON)
			case c.Flags().Changed("remember"):
				return env.remember(e, remember, asJSON)
			case list || len(args) == 0:
				return env.list(e, asJSON)
			case strings.TrimSpace(text) == "":
				return console.Misused("sentinel risk \"npm publish\"", "there is no command to grade")
			default:
				env.problems(e)
				return env.grade(e, text, asJSON, exit)
			}
		},
	}
	f := c.Flags()
	f.StringVarP(&dir, "dir", "d", "", "look at the repository in DIR")
	f.BoolVar(&list, "list", false, "list what this repository has learned")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	f.StringVar(&forget, "forget", "", "forget a shape, given as a shape or as a command")
	f.StringVar(&remember, "remember", "", "remember the shape of a command for good; needs a terminal")
	f.BoolVar(&exit, "exit-code", false, "exit 0 for green, 3 for yellow, 4 for red")
	return c
}

// oneOf refuses flags that ask for several things at once. operands says that
// there are operands, which are one more thing to ask for.
func oneOf(c *cobra.Command, operands bool, flags ...string) error {
	var set []string
	for _, f := range flags {
		if c.Flags().Changed(f) {
			set = append(set, "--"+f)
		}
	}
	if operands {
		set = append(set, "an operand")
	}
	if len(set) > 1 {
		return console.Misused("see `"+c.CommandPath()+" --help`", "%s do not go together", strings.Join(set, " and "))
	}
	return nil
}

// look decides a shell command as a person would be asked, leaving no trace.
func (env Env) look(e *engine.Engine, text string) (sentinel.Decision, sentinel.Assessment, error) {
	return env.lookIn(e, text, "")
}

// lookIn is look for the text of a certain shell; "" is not known.
func (env Env) lookIn(e *engine.Engine, text, dialect string) (sentinel.Decision, sentinel.Assessment, error) {
	call := sentinel.Call{Agent: "cli", Tool: "bash", Action: sentinel.ActionShell, Shell: dialect, Arguments: map[string]any{"command": text}, Cwd: e.Cwd(), Attended: true}
	a, err := e.Guard.Assess(call)
	if err != nil {
		return sentinel.Decision{}, a, err
	}
	return e.Ask(call), a, nil
}

func (env Env) grade(e *engine.Engine, text string, asJSON, exit bool) error {
	d, a, err := env.look(e, text)
	if err != nil {
		return err
	}
	g := grade.Of(d, a)
	if g.Level == "red" {
		g.Known = recorded(e, g.Shape) // it changes nothing, but it is told
	}
	if asJSON {
		if err := console.JSON(env.Stdout, struct {
			Version int `json:"version"`
			sentinel.Grade
		}{1, g}); err != nil {
			return err
		}
	} else {
		env.gradeText(g, d, text)
	}
	if !exit || g.Level == "green" {
		return nil
	}
	return &console.Error{Code: map[string]int{"yellow": console.Ask, "red": console.Block}[g.Level]}
}

// recorded tells whether an own entry of the ledger has the shape.
func recorded(e *engine.Engine, text string) bool {
	return e.Ledger != nil && slices.ContainsFunc(e.Ledger.List(), func(x ledger.Entry) bool { return x.Mine && x.Shape == text })
}

func (env Env) gradeText(g sentinel.Grade, d sentinel.Decision, text string) {
	level := fmt.Sprintf("%-8s", g.Level)
	s := env.style()
	switch g.Level {
	case "red":
		level = s.Red(level)
	case "yellow":
		level = s.Yellow(level)
	default:
		level = s.Green(level)
	}
	env.printf("%s%s\n", level, display.Line(text))
	for _, l := range grade.Explain(g, d) {
		env.para(display.Line(l), 2)
	}
	if g.Level == "green" {
		env.para(display.Line(g.Reason), 2)
	}
	switch {
	case d.Outcome == sentinel.Blocked && d.Reason != g.Reason && !slices.Contains(g.Warnings, d.Reason):
		env.para("never put to a human: "+display.Line(d.Reason)+" (BLOCKED)", 2)
	case d.Outcome == sentinel.Blocked:
		env.printf("never put to a human (BLOCKED)\n")
	case g.Level == "red" && d.Risk >= sentinel.Critical:
		env.printf("CRITICAL: who approves it has to write down why\n")
	}
}

func (env Env) list(e *engine.Engine, asJSON bool) error {
	if e.Ledger == nil {
		return console.Misused("run it inside a repository, or with --dir DIR", "there is no project here")
	}
	entries := e.Ledger.List()
	if asJSON {
		return console.JSON(env.Stdout, map[string]any{"version": 1, "path": e.Ledger.Path(), "shapes": entryViews(entries)})
	}
	if len(entries) == 0 {
		env.para("No command shapes approved here yet.\nThey would be in "+display.Line(e.Ledger.Path())+", written when you approve a command for good.", 2)
		return nil
	}
	env.printf("%d command %s approved in this repository\n", len(entries), plural(len(entries), "shape", "shapes"))
	for _, x := range entries {
		env.para(entryLine(x), 4)
	}
	return nil
}

// entryView is one shape as `sentinel risk --list --json` prints it.
type entryView struct {
	Shape   string      `json:"shape"`
	Key     string      `json:"key"`
	Count   int         `json:"count"`
	At      int64       `json:"at"`    // milliseconds since 1970
	First   int64       `json:"first"` // milliseconds since 1970
	Mine    bool        `json:"mine"`
	Effects ledger.Sets `json:"effects"`
}

func entryViews(list []ledger.Entry) []entryView {
	out := []entryView{}
	for _, x := range list {
		out = append(out, entryView{x.Shape, x.Key, x.Count, x.At, x.First, x.Mine, x.Sets})
	}
	return out
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func entryLine(x ledger.Entry) string {
	note := ""
	if to := grade.BoundNote(grade.BoundTo(x.Shape, x.Key)); to != "" {
		note = "  " + display.Line(to)
	}
	if !x.Mine {
		note += "  (not yours: it counts for nothing)"
	}
	return fmt.Sprintf("%-40s  %d %s, last %s%s", display.Line(x.Shape), x.Count, plural(x.Count, "time", "times"),
		time.UnixMilli(x.At).UTC().Format("2006-01-02 15:04"), note)
}

func (env Env) forget(e *engine.Engine, text string, asJSON bool) error {
	if strings.TrimSpace(text) == "" {
		return console.Misused("sentinel risk --forget \"npm publish\"", "there is no shape to forget")
	}
	if e.Ledger == nil {
		return console.Misused("run it inside a repository, or with --dir DIR", "there is no project here")
	}
	n, err := e.Ledger.Forget(text, shape.Of(text))
	if err != nil {
		return err
	}
	if n > 0 {
		env.noted(env.who("").Note(e.StateDir, env.Now(), audit.Forgotten, text, ""))
	}
	switch {
	case asJSON:
		return console.JSON(env.Stdout, map[string]any{"version": 1, "forgotten": n})
	case n == 0:
		env.para("no such shape: "+display.Line(text), 2)
		return nil
	}
	env.printf("forgotten; %d %s left\n", len(e.Ledger.List()), plural(len(e.Ledger.List()), "shape", "shapes"))
	return nil
}

// remember files what a yes to the command would cover, for good.
func (env Env) remember(e *engine.Engine, text string, asJSON bool) error {
	if strings.TrimSpace(text) == "" {
		return console.Misused("sentinel risk --remember \"npm publish\"", "there is no command to remember")
	}
	d, a, err := env.look(e, text)
	if err != nil {
		return err
	}
	switch {
	case e.Ledger == nil:
		return console.Misused("run it inside a repository", "there is no project here")
	case d.Permitted && asJSON:
		return console.JSON(env.Stdout, map[string]any{"version": 1, "remembered": false, "shape": d.Shape, "reason": d.Reason})
	case d.Permitted:
		env.para("nothing to remember: "+display.Line(d.Reason), 2)
		return nil
	case a.Colour == sentinel.Red || d.Remember == "":
		return &console.Error{Code: console.Block, Msg: "this is never remembered: " + d.Reason}
	}
	tty, terminal, err := console.Person(env.TTY, "lets the gate remember a shape", "")
	if err != nil {
		return err
	}
	defer tty.Close()
	if err := env.who(terminal).Note(e.StateDir, env.Now(), audit.Remembered, d.Shape, ""); err != nil {
		return console.Problem("`sentinel doctor` looks at the log; nothing was remembered", "%v", err)
	}
	broken := e.Ledger.Problem()
	if err := e.Gate.Remember(d); err != nil {
		return err
	}
	if _, err := os.Lstat(filepath.Join(filepath.Dir(e.Ledger.Path()), ledger.Aside)); err == nil && broken != nil {
		fmt.Fprintf(env.Stderr, "sentinel: what stood in %s could not be used and is kept as %s: %s\n", display.Line(e.Ledger.Path()), ledger.Aside, display.Line(broken.Error()))
	}
	if asJSON {
		return console.JSON(env.Stdout, map[string]any{"version": 1, "remembered": true, "shape": d.Shape, "reason": ""})
	}
	env.printf("remembered for this repository: %s\n", display.Line(d.Shape))
	switch {
	case grade.Bound(d):
		env.para("This very command: with other words, or after its file changed, it asks again.", 2)
	case strings.Contains(d.Shape, "<"):
		rest := "Whatever"
		if note := grade.BoundNote(grade.BoundBy(d)); note != "" {
			env.printf("%s\n", display.Line(note))
			rest = "Whatever else"
		}
		env.para(rest+" stands in the place of <...> is covered, as long as the command does no more than this one.", 2)
	}
	return nil
}
