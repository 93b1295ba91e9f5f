package cli

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

func checkCommand(env Env) *cobra.Command {
	var args, cwd string
	var asJSON bool
	c := &cobra.Command{
		Use:     "check TOOL -a JSON",
		Short:   "Say what would become of a tool call, without running it",
		Example: "  sentinel check bash -a '{\"command\":\"git push\"}'",
		Args:    exact(1, "the tool's name"),
		RunE: func(_ *cobra.Command, words []string) error {
			e, err := env.open(cwd)
			if err != nil {
				return err
			}
			object, err := strictjson.Object([]byte(args))
			if err != nil {
				return usage("sentinel check bash -a '{\"command\":\"git push\"}'", "--arguments: %v", err)
			}
			d := e.Ask(sentinel.Call{Agent: "cli", Tool: words[0], Arguments: object, Cwd: e.Cwd(), Attended: true})
			return env.checked(d, asJSON)
		},
	}
	f := c.Flags()
	f.StringVarP(&args, "arguments", "a", "{}", "the call's arguments, as a JSON object")
	f.StringVar(&cwd, "cwd", "", "the call's working folder")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// checked prints a decision; the exit code tells it, too.
func (env Env) checked(d sentinel.Decision, asJSON bool) error {
	word, code := "allow", 0
	switch {
	case d.Permitted:
	case d.Outcome == sentinel.Asked:
		word, code = "ask", exitAsk
	default:
		word, code = "block", exitBlock
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
		if err := env.json(m); err != nil {
			return err
		}
	} else {
		env.printf("%-6s %s\n", word, d.Risk)
		env.printf("%s\n", display.Line(d.Reason))
		for _, f := range d.Findings {
			env.printf("- %s [%s, %s]\n", display.Line(f.Say), f.Rule, f.Risk)
			if f.Instead != "" {
				env.printf("  safer: %s\n", display.Line(f.Instead))
			}
		}
		if d.Rule != "" {
			env.printf("rule: %s\n", display.Line(d.Rule))
		}
	}
	if code == 0 {
		return nil
	}
	return &exitError{code: code}
}
