package kb

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/code"
	"github.com/sentinelgate/sentinel/internal/kb/env"
	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/kb/schema"
	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// envRules gives the table of variables, which no command needs that sets none.
func (b *Base) envRules() *env.Table {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.env == nil {
		b.env = env.Read(variables)
	}
	return b.env
}

// Matters tells whether a variable is known to change what programs do.
func (b *Base) Matters(name string) bool {
	_, ok := b.envRules().Find(name)
	return ok
}

// envInner reads the variables that are set for a command by somebody with that
// home.
func (b *Base) envInner(c *shell.Command, v *View, home string) []shell.Inner {
	if len(c.Env) == 0 {
		return nil
	}
	t := b.envRules()
	var out []shell.Inner
	name, _ := c.Program()
	name = name[strings.LastIndexByte(name, '/')+1:]
	for _, a := range c.Env {
		r, ok := t.Find(a.Name)
		val, known := env.Text(a.Value, home)
		harmless := ok && r.Like != "" && known && !like.Any(r.Like, val)
		if ok && !harmless {
			v.Env = append(v.Env, a.Name)
		}
		if !ok || harmless || r.For != "" && !like.Any(r.For, name) {
			continue
		}
		out = append(out, b.envDeed(c, v, a, r, val, known, home)...)
	}
	return out
}

func (b *Base) envDeed(c *shell.Command, v *View, a shell.Assign, r env.Rule, val string, known bool, home string) []shell.Inner {
	rule := "env." + a.Name
	say := r.Say
	if say == "" {
		say = a.Name + " changes what " + wordpart.Program(c) + " runs"
	}
	deed := func(k sentinel.EffectKind, role string) Deed {
		return Deed{Kind: k, Target: a.Value, Aimed: true, Role: role, Rule: rule, Say: say}
	}
	switch kind, arg, _ := strings.Cut(r.Role, ":"); kind {
	case "code":
		if known && env.Switch(val) {
			return nil
		}
		if known && env.Shows(a.Name) && b.runsInput(val) {
			d := deed(sentinel.ExecuteInline, "code")
			d.Say = "hands what " + wordpart.Program(c) + " shows to a program that runs it"
			v.Deeds = append(v.Deeds, d)
		}
		// An exported variable is set for its own value's commands, too, which
		// would be read once more, and so without end. What does nothing but
		// start a program means the same the second time; PS4 is not shown in itself.
		via := a.Name + "=" + val
		if known && (a.Name == "PS4" || !a.Inline && !strings.ContainsAny(val, "$`;&(){}<>\\\r\n")) && slices.Contains(c.Place.Via, via) {
			return nil
		}
		return []shell.Inner{{Kind: shell.InnerText, Text: a.Value, Via: via}}
	case "args", "flags":
		if words := env.Words(a.Value, arg, kind == "flags"); words != nil {
			return []shell.Inner{{Kind: shell.InnerArgv, Words: words, Via: a.Name}}
		}
		return nil
	case "load":
		if !known || val != "" && !env.Fresh(a.Value) {
			v.Deeds = append(v.Deeds, deed(sentinel.ExecuteInline, "load"))
		}
	case "config":
		for _, w := range env.Foreign(a.Value, val, known) {
			d := deed(sentinel.ExecuteFile, "config")
			d.Target = w
			v.Deeds = append(v.Deeds, d)
		}
	case "write", "url":
		if known && env.Switch(val) {
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
		if dir, ok := env.Stray(a, c.Dirs, home); ok {
			d := deed(sentinel.ExecuteInline, "path")
			d.Say = "looks for programs in " + dir + " first"
			v.Deeds = append(v.Deeds, d)
		}
	}
	for _, e := range r.Does {
		kind, scope, _ := schema.Effect(e)
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

// runsInput tells whether a command runs what it is given as a program: a shell
// or another interpreter, without code of its own.
func (b *Base) runsInput(command string) bool {
	words := strings.Fields(command)
	for i, w := range words {
		if i > 0 && (w == "-c" || w == "-e" || !strings.HasPrefix(w, "-")) {
			return false
		}
	}
	if len(words) == 0 {
		return false
	}
	t, err := b.Tool(path.Base(words[0]))
	if err != nil {
		return false
	}
	lang, ok := strings.CutPrefix(t.Stdin, "code:")
	if !ok {
		return false
	}
	lang, _, _ = strings.Cut(lang, " ")
	_, general := code.Language(lang)
	return general || lang == "sh" // an editor takes commands from its input, not from the text
}
