package rules_test

import (
	"fmt"

	"github.com/sentinelgate/sentinel/rules"
)

// The person's rules are laid over the built-in ones, and each command of a
// shell text is a subject of its own.
func Example() {
	block := []byte(`{ "bash": { "*": "ask", "git *": "allow", "git push *": "ask" } }`)
	own, problems := rules.Parse(rules.Source{File: "config.json", Line: 3}, block)
	for _, p := range problems {
		fmt.Println(p.Error())
	}
	gate := rules.Options{Rules: own.Over(rules.Defaults(nil))}
	fmt.Println(gate.Decide(rules.NewCall("Bash", "git status")).Reason())
	fmt.Println(gate.Decide(rules.NewCall("Bash", "git status", "git push")).Reason())
	fmt.Println(gate.Decide(rules.NewCall("Read", "config/.env")).Rule())
	// Output:
	// the rule "git *" for bash says allow (config.json:3)
	// the rule "git push *" for bash says ask (config.json:3)
	// permission:read_file:*.env
}

// A mistyped deny beside a valid allow widens nothing.
func ExampleParse() {
	own, problems := rules.Parse(rules.Source{File: "config.json"}, []byte(`{"read": {"*": "allow", "*.env": "denny"}}`))
	fmt.Println(problems[0].Error())
	fmt.Println(rules.Resolve(own.Over(rules.Defaults(nil)), rules.NewCall("Read", ".env")).Decision)
	// Output:
	// config.json:1:34: read "*.env" has "denny", which is no decision (did you mean "deny"?)
	// deny
}
