package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// checkExample shows how arguments are given.
const checkExample = "sentinel check bash -a '{\"command\":\"git push\"}'"

func checkCommand(env Env) *cobra.Command {
	var args, cwd string
	var asJSON, why bool
	c := &cobra.Command{
		Use:     "check TOOL -a JSON",
		Short:   "Say what would become of a tool call, without asking anyone or running it",
		Long:    "Exit code 0: it would run; 3: it would be asked; 4: it would be refused.",
		Example: "  " + checkExample,
		Args:    exact(1, "the tool's name"),
		RunE: func(_ *cobra.Command, words []string) error {
			e, err := env.open(cwd)
			if err != nil {
				return err
			}
			object, err := env.arguments(args)
			if err != nil {
				return console.Misused(checkExample, "--args: %v", err)
			}
			env.problems(e)
			d := e.Ask(sentinel.Call{Agent: "cli", Tool: words[0], Arguments: object, Cwd: e.Cwd(), Attended: true})
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

// arguments reads the arguments of a call as strictly as a client's.
func (env Env) arguments(text string) (map[string]any, error) {
	data := []byte(text)
	if text == "-" {
		var err error
		if data, err = io.ReadAll(io.LimitReader(env.Stdin, engine.MaxConfig+1)); err != nil {
			return nil, err
		}
		if len(data) > engine.MaxConfig {
			return nil, fmt.Errorf("more than %d bytes", engine.MaxConfig)
		}
	}
	return strictjson.Object(data)
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
		env.printf("        %s\n", display.Line(d.Reason))
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
	env.printf("why:   %s\n", display.Line(d.Reason))
	for _, f := range d.Findings {
		env.printf("- %s [%s, %s %s]\n", display.Line(f.Say), display.Line(f.Rule), f.Risk, f.Colour)
		if f.Instead != "" {
			env.printf("  safer: %s\n", display.Line(f.Instead))
		}
	}
}
