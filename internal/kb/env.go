package kb

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// envTable is env.json: variables that change what programs do.
type envTable struct {
	Variables map[string]envRule `json:"variables"`
}

// envRule is what a variable means. Names may hold *; case does not count in
// such patterns.
type envRule struct {
	// Role of the value: code:sh (a command that programs will run), load (a
	// file whose code is loaded, wherever it lies), config (the same, ordinary
	// in the project, the home and the system's folders), args:TOOL and
	// flags:TOOL (words added to that tool's own; flags may lack their dash),
	// write (a file that is written), url (a host that gets what is sent),
	// path (a search path), or "".
	Role string `json:"role,omitempty"`
	// For limits the rule to programs with one of these names.
	For  string   `json:"for,omitempty"`
	Like string   `json:"like,omitempty"`
	Does []string `json:"does,omitempty"`
	Say  string   `json:"say,omitempty"`
}

func (b *Base) envRules() *envTable {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.env != nil {
		return b.env
	}
	var t envTable
	data, err := files.ReadFile("data/env.json")
	if err == nil {
		err = strict(data, &t)
	}
	if err != nil {
		// Without the table every variable is taken for one that loads code.
		t = envTable{Variables: map[string]envRule{"*": {Role: "load"}}}
	}
	b.env = &t
	return b.env
}

// find gives the rule for a variable: the one of its very name, else that of
// the longest pattern.
func (t *envTable) find(name string) (envRule, bool) {
	if r, ok := t.Variables[name]; ok {
		return r, true
	}
	best := ""
	for pat := range t.Variables {
		if !strings.Contains(pat, "*") || !like.Match(pat, name) {
			continue
		}
		if best == "" || len(pat) > len(best) || len(pat) == len(best) && pat < best {
			best = pat
		}
	}
	r, ok := t.Variables[best]
	return r, ok && best != ""
}

// envInner reads the variables that are set for a command.
func (b *Base) envInner(c *shell.Command, v *View) []shell.Inner {
	if len(c.Env) == 0 {
		return nil
	}
	t := b.envRules()
	var out []shell.Inner
	name, _ := c.Program()
	name = name[strings.LastIndexByte(name, '/')+1:]
	for _, a := range c.Env {
		r, ok := t.find(a.Name)
		if ok {
			v.Env = append(v.Env, a.Name)
		}
		if !ok || r.For != "" && !like.Any(r.For, name) {
			continue
		}
		val, known := envText(a.Value)
		if r.Like != "" && known && !like.Any(r.Like, val) {
			continue
		}
		out = append(out, v.envDeed(c, a, r, val, known)...)
	}
	return out
}

// envText is a value with what the shell keeps ready in it filled in by
// stand-ins that lie where the real ones do: the home, the working folder, a
// tool's answer where it is installed.
func envText(w shell.Word) (string, bool) {
	text := ""
	for _, p := range w.Pieces {
		switch {
		case p.Origin == shell.Literal:
			text += p.Text
		case p.Origin == shell.Variable && p.Name == "HOME":
			text += "/home/me"
		case p.Origin == shell.Variable && p.Name == "PWD":
			text += "."
		case p.Origin == shell.Variable && strings.HasSuffix(p.Name, "HOME"):
			text += "/usr/lib/tool"
		default:
			return text, false
		}
	}
	return text, true
}

// envSwitch: values that turn something on or off and name nothing.
func envSwitch(val string) bool {
	switch strings.ToLower(strings.TrimSpace(val)) {
	case "", "0", "1", "2", "no", "off", "none", "false", "never", "nul", "/dev/null":
		return true
	}
	return false
}

func (v *View) envDeed(c *shell.Command, a shell.Assign, r envRule, val string, known bool) []shell.Inner {
	rule := "env." + a.Name
	say := r.Say
	if say == "" {
		say = a.Name + " changes what " + programName(c) + " runs"
	}
	deed := func(k sentinel.EffectKind, role string) Deed {
		return Deed{Kind: k, Target: a.Value, Aimed: true, Role: role, Rule: rule, Say: say}
	}
	switch kind, arg, _ := strings.Cut(r.Role, ":"); kind {
	case "code":
		if known && envSwitch(val) {
			return nil
		}
		// An exported variable is set for its own value's commands, too, which
		// would be read once more, and so without end. What does nothing but
		// start a program means the same the second time.
		via := a.Name + "=" + val
		if known && !a.Inline && !strings.ContainsAny(val, "$`;&(){}<>\\\r\n") && slices.Contains(c.Place.Via, via) {
			return nil
		}
		return []shell.Inner{{Kind: shell.InnerText, Text: a.Value, Via: via}}
	case "args", "flags":
		return envWords(a, arg, kind == "flags")
	case "load":
		if !known || val != "" && !fresh(a.Value) {
			v.Deeds = append(v.Deeds, deed(sentinel.ExecuteInline, "load"))
		}
	case "config":
		for _, w := range foreignConfig(a.Value, val, known) {
			d := deed(sentinel.ExecuteFile, "config")
			d.Target = w
			v.Deeds = append(v.Deeds, d)
		}
	case "write", "url":
		if known && envSwitch(val) {
			return nil
		}
		d := deed(sentinel.Write, "write")
		if kind == "url" {
			d.Kind, d.Role = sentinel.Send, "url"
		} else if r.Say == "" {
			d.Say = ""
		}
		v.Deeds = append(v.Deeds, d)
	case "path":
		v.searchPath(a, deed)
	}
	for _, e := range r.Does {
		kind, scope, _ := splitEffect(e)
		k, err := sentinel.ParseEffectKind(kind)
		if err != nil {
			k = sentinel.Unread
		}
		d := deed(k, "env")
		if s, err := sentinel.ParseScope(scope); err == nil && scope != "" {
			d.Scope, d.Scoped = s, true
		}
		v.Deeds = append(v.Deeds, d)
	}
	return nil
}

func programName(c *shell.Command) string {
	if len(c.Argv) == 0 {
		return "every later command"
	}
	return c.Argv[0].String()
}
