package kb

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb/folders"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// envTable is env.json: variables that change what programs do.
type envTable struct {
	Variables map[string]envRule `json:"variables"`
}

// envRule is what a variable means. Names may end in *.
type envRule struct {
	// Role of the value: code:sh (a command that programs will run), load (a
	// file whose code is loaded), path (a search path), or "".
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

func (t *envTable) find(name string) (envRule, bool) {
	if r, ok := t.Variables[name]; ok {
		return r, true
	}
	for pat, r := range t.Variables {
		if strings.HasSuffix(pat, "*") && strings.HasPrefix(name, pat[:len(pat)-1]) {
			return r, true
		}
	}
	return envRule{}, false
}

// envInner reads the variables that are set for a command.
func (b *Base) envInner(c *shell.Command, v *View) []shell.Inner {
	if len(c.Env) == 0 {
		return nil
	}
	t := b.envRules()
	var out []shell.Inner
	name, _ := c.Program()
	for _, a := range c.Env {
		r, ok := t.find(a.Name)
		if ok {
			v.Env = append(v.Env, a.Name)
		}
		if !ok || r.For != "" && !matchAny(r.For, name) {
			continue
		}
		val, known := a.Value.Known()
		if r.Like != "" && known && !matchAny(r.Like, val) {
			continue
		}
		out = append(out, v.envDeed(c, a, r, val, known)...)
	}
	return out
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
	switch r.Role {
	case "code:sh":
		if known && strings.TrimSpace(val) == "" {
			return nil
		}
		return []shell.Inner{{Kind: shell.InnerText, Text: a.Value, Via: a.Name}}
	case "load":
		if !known || val != "" {
			v.Deeds = append(v.Deeds, deed(sentinel.ExecuteInline, "load"))
		}
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

// searchPath judges a PATH set in the text: folders of the project's package
// manager, of language tools and of the system are ordinary; a relative
// folder, a temporary one or an unknown one lets a stranger's file pose as any
// program.
func (v *View) searchPath(a shell.Assign, deed func(sentinel.EffectKind, string) Deed) {
	text := ""
	for _, p := range a.Value.Pieces {
		switch {
		case p.Origin == shell.Literal:
			text += p.Text
		case p.Origin == shell.Variable && p.Name == a.Name:
			text += "/usr/bin"
		case p.Origin == shell.Variable && strings.HasSuffix(p.Name, "HOME") || p.Name == "GOPATH" || p.Name == "GOROOT" || p.Name == "PNPM_HOME" || p.Name == "HOME":
			text += "/usr/lib/tool"
		case p.Origin == shell.Output && !printsContent(p.Inside):
			text += "/usr/lib/tool"
		default:
			text += "?"
		}
	}
	for _, dir := range strings.Split(text, ":") {
		if !folders.Search(dir) {
			d := deed(sentinel.ExecuteInline, "path")
			d.Say = "looks for programs in " + dir + " first"
			v.Deeds = append(v.Deeds, d)
			return
		}
	}
}

// printsContent: what a file, the network or nobody knows what says, and not a
// tool about its own folders.
func printsContent(in *shell.Captured) bool {
	if in == nil || in.From == nil {
		return true
	}
	name, ok := in.From.Program()
	switch name {
	case "cat", "head", "tail", "curl", "wget", "nc", "ssh", "jq", "yq", "base64", "xxd", "tr", "awk", "read":
		return true
	}
	return !ok
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
