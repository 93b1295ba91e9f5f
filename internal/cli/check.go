package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/program"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// checkExample shows how arguments are given.
const checkExample = "sentinel check bash -a '{\"command\":\"git push\"}'"

func checkCommand(env Env) *cobra.Command {
	var args, cwd string
	var asJSON, why bool
	c := &cobra.Command{
		Use:   "check TOOL -a JSON",
		Short: "Say what would become of a tool call, without asking anyone or running it",
		Long: "TOOL is a tool of a client, such as bash, write_file or mcp__server__name. A whole command in one argument\n" +
			"is judged as a call of bash.\n\nExit code 0: it would run; 3: it would be asked; 4: it would be refused.",
		Example: "  " + checkExample + "\n  sentinel check 'git push'",
		Args:    callWords(&args),
		RunE: func(c *cobra.Command, words []string) error {
			e, err := env.open(cwd)
			if err != nil {
				return err
			}
			call := sentinel.Call{Agent: "cli", Tool: words[0], Cwd: e.Cwd(), Attended: true}
			if isCommand(words[0]) && !c.Flags().Changed("args") {
				call.Tool, call.Arguments = "bash", map[string]any{"command": words[0]}
			} else if call.Arguments, err = env.arguments(args, words[0]); err != nil {
				return err
			}
			env.problems(e)
			d := e.Ask(call)
			if d.Rule == "" && !asJSON && !c.Flags().Changed("args") {
				env.perhapsCommand(call.Tool)
			}
			return env.checked(e, d, asJSON, why)
		},
	}
	f := c.Flags()
	f.StringVarP(&args, "args", "a", "{}", "the call's arguments as a JSON object, - to read them from standard input")
	f.StringVar(&cwd, "cwd", "", "the call's working folder")
	f.BoolVar(&why, "why", false, "say why, too")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// perhapsCommand says that a word was taken for a tool where it is the name of a
// program, too.
func (env Env) perhapsCommand(tool string) {
	if facts.ActionOf(tool) == sentinel.ActionOther && slices.Contains(kb.Names(), tool) {
		env.complain("sentinel: " + display.Line(tool) + " is taken for the name of a tool here; it is a program, too")
		env.hint("sentinel risk " + program.Word(tool))
	}
}

// isCommand tells a command from the name of a tool, which holds no blank.
func isCommand(word string) bool { return strings.ContainsAny(strings.TrimSpace(word), " \t\n") }

// callWords wants a tool, or a command in one argument. What people type instead
// is answered with what they meant, ready to be run.
func callWords(args *string) cobra.PositionalArgs {
	return func(c *cobra.Command, words []string) error {
		given := c.Flags().Changed("args")
		switch {
		case len(words) == 0:
			return console.Misused(checkExample, "sentinel check needs the tool's name, or a whole command in one argument")
		case len(words) == 1 && strings.TrimSpace(words[0]) == "":
			return console.Misused(checkExample, "the tool's name is empty")
		case len(words) == 1 && isCommand(words[0]) && given:
			return console.Misused("sentinel check "+program.Word(words[0]), "%s is a command, not a tool with arguments of its own", console.Quote(words[0]))
		case len(words) == 1:
			return nil
		case !given && facts.ActionOf(words[0]) == sentinel.ActionShell:
			return console.Misused(shellCall(words[0], strings.Join(words[1:], " ")), "what %s is to run stands behind -a, as JSON", words[0])
		case !given:
			return console.Misused("sentinel check "+program.Word(strings.Join(words, " ")), "sentinel check takes one argument: the tool's name, or a whole command in quotes")
		}
		return console.Misused(checkExample, "sentinel check takes one tool, and %s is one argument too many", console.Quote(words[1]))
	}
}

// shellCall is how a call of a shell is checked.
func shellCall(tool, command string) string {
	data, err := audit.JSON(map[string]string{"command": command})
	if err != nil {
		return checkExample
	}
	return "sentinel check " + program.Word(tool) + " -a " + program.Word(strings.TrimSpace(string(data)))
}

// arguments reads the arguments of a call as strictly as a client's.
func (env Env) arguments(text, tool string) (map[string]any, error) {
	data, hint := []byte(text), checkExample
	if text == "-" {
		var err error
		if data, err = io.ReadAll(io.LimitReader(env.Stdin, engine.MaxConfig+1)); err != nil {
			return nil, fmt.Errorf("read the arguments: %w", err)
		}
		if len(data) > engine.MaxConfig {
			return nil, console.Misused(hint, "standard input has more than %d bytes", engine.MaxConfig)
		}
	} else if facts.ActionOf(tool) == sentinel.ActionShell && text != "" && !strings.HasPrefix(strings.TrimSpace(text), "{") {
		hint = shellCall(tool, text)
	}
	object, err := strictjson.Object(data)
	if err != nil {
		return nil, console.Misused(hint, "the text behind --args %s", console.Refused(string(data), err))
	}
	return object, nil
}

// checked prints a decision; the exit code tells it, too.
func (env Env) checked(e *engine.Engine, d sentinel.Decision, asJSON, why bool) error {
	word, code := "block", console.Block
	switch {
	case d.Permitted:
		word, code = "allow", 0
	case d.Outcome == sentinel.Asked:
		word, code = "ask", console.Ask
	}
	if asJSON {
		b, err := json.Marshal(d)
		if err != nil {
			return err
		}
		var m map[string]any
		if err := json.Unmarshal(b, &m); err != nil {
			return err
		}
		m["version"], m["verdict"] = 1, word
		if err := console.JSON(env.Stdout, m); err != nil {
			return err
		}
	} else {
		env.checkText(e, d)
		if why {
			env.checkWhy(d)
		}
	}
	if code == 0 {
		return nil
	}
	return &console.Error{Code: code}
}

// checkText says it in the fewest lines.
func (env Env) checkText(e *engine.Engine, d sentinel.Decision) {
	level := strings.ToLower(d.Risk.String())
	if base := baseRisk(d.Call.Tool); base != sentinel.RiskUnjudged && d.Risk > base {
		level += "  (escalated from " + strings.ToLower(base.String()) + ")"
	}
	env.printf("risk:  %s\n", level)
	if rule := ruleOf(d); rule != "" {
		env.printf("rule:  %s\n", display.Line(rule))
	}
	env.printf("result: %s\n", resultOf(d))
	if strings.HasPrefix(d.Rule, "error:") {
		env.para("        "+display.Line(d.Reason), 8)
	}
	if d.Outcome == sentinel.Asked {
		silence := "deny"
		if d.Colour != sentinel.Red && e.Policy.SilencePermits(d.Risk) {
			silence = "allow"
		}
		env.printf("        on silence:  %s\n", silence)
	}
}

// baseRisk is the risk of a tool whatever its arguments are; a shell has none.
func baseRisk(tool string) sentinel.Risk {
	switch facts.ActionOf(tool) {
	case sentinel.ActionShell:
		return sentinel.RiskUnjudged
	case sentinel.ActionRead, sentinel.ActionList, sentinel.ActionSearch, sentinel.ActionTask:
		return sentinel.Low
	case sentinel.ActionWrite, sentinel.ActionEdit, sentinel.ActionMove, sentinel.ActionPatch, sentinel.ActionFetch:
		return sentinel.Medium
	}
	return sentinel.High
}

// ruleOf names what decided, or else what was found to be worst.
func ruleOf(d sentinel.Decision) string {
	if d.Rule != "" {
		return d.Rule
	}
	worst := sentinel.Finding{}
	for _, f := range d.Findings {
		if f.Risk > worst.Risk {
			worst = f
		}
	}
	return worst.Rule
}

func resultOf(d sentinel.Decision) string {
	switch d.Outcome {
	case sentinel.Allowed:
		return "ALLOWED without asking anyone"
	case sentinel.Approved:
		return "APPROVED earlier"
	case sentinel.Abstained:
		return "left to the permission mode of the client"
	case sentinel.Asked:
		return "requires approval"
	}
	return "BLOCKED — never put to a human"
}

// checkWhy prints the reason and what was found.
func (env Env) checkWhy(d sentinel.Decision) {
	env.para("why:   "+display.Line(d.Reason), 7)
	for _, f := range d.Findings {
		env.para(fmt.Sprintf("- %s [%s, %s %s]", display.Line(f.Say), display.Line(f.Rule), f.Risk, f.Colour), 2)
		if f.Instead != "" {
			env.para("  safer: "+display.Line(f.Instead), 4)
		}
	}
}
