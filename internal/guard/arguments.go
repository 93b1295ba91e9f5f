package guard

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/toolcall"
	"github.com/sentinelgate/sentinel/internal/guard/glance"
	"github.com/sentinelgate/sentinel/internal/guard/told"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/secret"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// view is what the knowledge says about a command, nil if nothing.
func view(c *shell.Command) *kb.View {
	v, _ := c.Parsed.(*kb.View)
	return v
}

const contentFields = "content contents new_string newString new_source file_text new_str newStr newText new_text code_edit text"

// Bounds of the texts of a call that are looked at.
const (
	maxValues = 2000
	maxText   = 4 << 20
)

// arguments asks about credentials that stand in the call itself.
func (c *check) arguments() {
	if c.Config.off(ArgumentSecrets) {
		return
	}
	name, text := c.ownText()
	if !glance.MayHold(text) {
		return
	}
	say := "has %s in its text: "
	if c.facts.Action != sentinel.ActionShell && name != secret.CommandPath && !strings.HasPrefix(name, "(") {
		say = "writes %s into " + c.name(name) + ": "
	}
	if len(text) > maxText {
		c.ask(question{rule: "argument-secrets.unscanned", label: "unscanned (too large)", say: "the call is too large to look at for secrets",
			effect: sentinel.Effect{Kind: sentinel.SecretRead, Scope: sentinel.ScopeUnknown}})
		return
	}
	found, err := c.bytes(name, []byte(text))
	if len(found) == 0 && err == nil {
		return
	}
	c.ask(question{rule: "argument-secrets.literal", label: told.Kinds(found), say: strings.Replace(say, "%s", told.Count(found), 1) + told.List(found),
		key: "secret in " + c.call.Tool, shape: "this very text with what it holds", colour: sentinel.Yellow,
		instead: "name a variable of the environment or a file that is not in the project instead of the value",
		effect:  sentinel.Effect{Kind: sentinel.SecretRead, Scope: sentinel.ScopeNone, Target: "text of the call", Identity: digest([]byte(text))}})
}

// ownText is the text of a call that may hold credentials, and a name that says
// what kind of text it is.
func (c *check) ownText() (name, text string) {
	args := c.call.Arguments
	switch c.facts.Action {
	case sentinel.ActionShell:
		return secret.CommandPath, c.facts.Text
	case sentinel.ActionWrite, sentinel.ActionEdit:
		for _, t := range c.facts.Touches {
			name = t.Loc.Real
		}
		list := append(toolcall.Texts(args, contentFields), toolcall.Lists(args, "edits", contentFields)...)
		return name, strings.Join(list, "\n")
	case sentinel.ActionPatch:
		return "(patch).txt", added(args)
	case sentinel.ActionFetch, sentinel.ActionMCP, sentinel.ActionOther:
		var b strings.Builder
		n := 0
		values(&b, &n, "", args)
		return "(arguments).yaml", b.String()
	}
	return "", ""
}

// added are the lines that a patch puts in.
func added(args map[string]any) string {
	var b strings.Builder
	for _, s := range toolcall.Texts(args, "command patch input diff") {
		for line := range strings.Lines(s) {
			if strings.HasPrefix(line, "+") {
				b.WriteString(line[1:])
			}
		}
	}
	return b.String()
}

// values writes the texts in a call's arguments, each with its name.
func values(b *strings.Builder, n *int, name string, v any) {
	if *n++; *n > maxValues || b.Len() > maxText {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			values(b, n, k, v[k])
		}
	case []any:
		for _, e := range v {
			values(b, n, name, e)
		}
	case string:
		b.WriteString(name + ": " + v + "\n")
	}
}
