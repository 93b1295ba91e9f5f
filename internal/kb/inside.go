package kb

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/inline"
	"github.com/sentinelgate/sentinel/internal/kb/folders"
	"github.com/sentinelgate/sentinel/internal/kb/packages"
	"github.com/sentinelgate/sentinel/internal/kb/script"
	"github.com/sentinelgate/sentinel/internal/kb/search"
	"github.com/sentinelgate/sentinel/internal/kb/taskfile"
	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// rest is the inner command behind a wrapper.
func (b *Base) rest(v *View, files shell.Reader, where shell.Inner) []shell.Inner {
	in := where
	in.Kind, in.Words = shell.InnerArgv, v.handed(v.Parse.Rest)
	if all := search.Fd(v.Parse.HasAny, v.Parse.Words, v.Parse.values); all != nil && v.Name == "fd" {
		v.Drop("fd.exec")
		in.Words = v.Parse.found(search.Marked(in.Words), all)
		return []shell.Inner{in}
	}
	switch role := v.Parse.RestRole; {
	case role == "command{}":
		return taskfile.Supplied(v.Name, in, v.Parse.Words("names"), files)
	case strings.HasPrefix(role, "command@"):
		return []shell.Inner{b.packageCommand(v, in)}
	}
	if v.Name == "command" || v.Name == "builtin" || v.Name == "exec" {
		in.Here = true
	}
	return []shell.Inner{in}
}

// packageCommand is what npx and its like run: a package whose program is
// known, or something that is fetched.
func (b *Base) packageCommand(v *View, in shell.Inner) shell.Inner {
	w := in.Words[0]
	s, ok := w.Known()
	name := packages.Program(s, b.Has)
	if !ok || name == "" || strings.ContainsAny(name, "/:.") || !b.comesFrom(name, strings.TrimPrefix(v.Parse.RestRole, "command@")) {
		v.Deeds = append(v.Deeds, Deed{Kind: sentinel.Install, Scope: sentinel.ScopeGlobal, Scoped: true, Target: w, Aimed: true, Role: "package",
			Rule: v.Parse.rule("", "package"), Say: "fetches the package " + w.String() + " and runs it"})
		if ok && strings.ContainsAny(s, ":") || strings.HasPrefix(s, ".") || strings.HasPrefix(s, "/") || !ok {
			v.Deeds[len(v.Deeds)-1].Kind = sentinel.ExecuteDownloaded
		}
		return shell.Inner{Kind: shell.InnerWrites}
	}
	first := shell.Text(name)
	first.Span = w.Span
	in.Words = append([]shell.Word{first}, in.Words[1:]...)
	return in
}

// comesFrom tells whether a registry has a program under its own name: a
// stranger's package may be called like any other program.
func (b *Base) comesFrom(name, registry string) bool {
	t, err := b.Tool(name)
	return err == nil && strings.Contains(" "+t.From+" ", " "+registry+" ")
}

// word gives what stands inside one word.
func (b *Base) word(c *shell.Command, v *View, files shell.Reader, w shell.Word, role string, where shell.Inner, args ...shell.Word) []shell.Inner {
	switch kind, arg, _ := strings.Cut(role, ":"); kind {
	case "code":
		return b.codeWord(c, v, w, arg, where, args)
	case "script":
		if w.Is("-") && arg != "" {
			if _, ok := v.Parse.stdinRole(); !ok {
				return b.stdin(c, v, files, "code:"+arg, where)
			}
		}
		return b.scriptWord(c, v, files, w, arg, args)
	case "names":
		if v.Parse.Rest != nil {
			return nil // they are the inner command's words
		}
		return []shell.Inner{taskfile.Listed(w, files)}
	case "task":
		if v.Parse.dry() {
			return nil
		}
		return b.task(c, v, files, w, arg)
	}
	return nil
}

func (b *Base) codeWord(c *shell.Command, v *View, w shell.Word, lang string, where shell.Inner, args []shell.Word) []shell.Inner {
	lang = strings.TrimSuffix(lang, "...")
	if prog, ok := strings.CutPrefix(lang, "sh:"); ok {
		// The words of a known program, which a shell gets behind its name.
		lang, w = "sh", wordpart.Given(prog, w)
	}
	if lang == "sh" {
		if v.Name == "concurrently" {
			w = script.Shortcut(w)
		}
		in := where
		in.Kind, in.Text = shell.InnerText, wordpart.CalledBack(v.Name, c, w, v.Parse.Rest)
		if len(args) > 1 {
			in.Args = args[1:]
		}
		in.Here = v.Name == "eval"
		return []shell.Inner{in}
	}
	return wordpart.Placed(v.partial(lang, w, inline.Client{Program: v.Name, Args: args}), where)
}

// scriptWord opens a script that is about to run.
func (b *Base) scriptWord(c *shell.Command, v *View, files shell.Reader, w shell.Word, lang string, args []shell.Word) []shell.Inner {
	if w.Is("-") {
		if _, ok := v.Parse.stdinRole(); ok || lang == "" {
			return nil
		}
		return b.stdin(c, v, files, "code:"+lang, v.place())
	}
	if s, ok := w.Known(); ok {
		if base := path.Base(s); b.local(base) && b.Has(base) {
			words := append([]shell.Word{shell.Text(base)}, args[min(1, len(args)):]...)
			return append(v.ownCopy(files.Open(w), base, args), shell.Inner{Kind: shell.InnerArgv, Words: words, Via: v.Name})
		}
	}
	o := files.Open(w)
	if s, _ := w.Known(); lang == "gdb" && !o.Exists && s != "" && s[0] != '/' {
		return nil // a file of commands that is not there: nothing runs
	}
	here := v.Name == "source" || v.Name == "."
	if here && !o.Just && folders.SetsUp(o.Path, files.Home()) {
		return []shell.Inner{{Kind: shell.InnerScript, Here: true, Script: shell.Script{Path: o.Path, Lang: "sh", Missing: true, SetsUp: true}}}
	}
	list := b.script(c, v, o, lang, args)
	list[0].Here = here
	if s := &list[0].Script; s.Missing && strings.HasSuffix(path.Dir(s.Path), "/bin") && folders.Local(path.Dir(s.Path)) {
		s.Missing, s.Why, s.Path = false, "", "" // activates the project's own environment
		return nil
	}
	return list
}

// stdinRole gives what standard input is to the command.
func (p *Parse) stdinRole() (string, bool) {
	for i := len(p.nodes) - 1; i >= 0; i-- {
		if p.nodes[i].Stdin != "" {
			return p.conditional(p.nodes[i].Stdin)
		}
	}
	return "", false
}

// stdin reads code from standard input.
func (b *Base) stdin(c *shell.Command, v *View, files shell.Reader, role string, where shell.Inner) []shell.Inner {
	kind, lang, _ := strings.Cut(role, ":")
	if kind == "names" {
		return []shell.Inner{taskfile.Listed(shell.Text("-"), files)}
	}
	if kind != "code" && kind != "script" {
		return nil
	}
	if lang == "sh" {
		in := where
		in.Kind, in.Args = shell.InnerStdin, wordpart.Parameters(v.Name, v.Parse.HasAny("-s"), v.Parse.Words("word"))
		if text, ok := c.Stdin.Text.Known(); ok && v.Name == "crontab" {
			in.Kind, in.Text, in.Later = shell.InnerText, shell.Text(script.Cron(text)), true
		}
		return []shell.Inner{in}
	}
	cl := inline.Client{Program: v.Name, Args: v.Parse.behind(role)}
	switch c.Stdin.Kind {
	case shell.Here, shell.Pipe:
		if _, ok := c.Stdin.Text.Known(); ok || c.Stdin.Kind == shell.Here {
			return wordpart.Placed(v.partial(lang, c.Stdin.Text, cl), where)
		}
		return []shell.Inner{{Kind: shell.InnerScript, Script: shell.Script{Lang: lang, Fetched: true, Why: "text printed by another command"}}}
	case shell.FromFile:
		return b.script(c, v, files.Open(c.Stdin.File), lang, nil)
	}
	// Nothing is piped in, and an agent's shell has no terminal.
	return nil
}

// writes names the files that the command writes, so that running one of them
// later in the same text is not judged by old content.
func (v *View) writes() shell.Inner {
	in := shell.Inner{Kind: shell.InnerWrites}
	for _, d := range v.Deeds {
		switch d.Kind {
		case sentinel.Fetch:
			in.Fetched = true
		case sentinel.Run:
			in.Built = true
		case sentinel.Write:
			if d.Aimed {
				in.Words = append(in.Words, d.Target)
			}
		}
	}
	return in
}

// Drop takes off what one rule says, for a caller who knows better; was there any?
func (v *View) Drop(rule string) bool {
	n := len(v.Deeds)
	v.Deeds = slices.DeleteFunc(v.Deeds, func(d Deed) bool { return d.Rule == rule })
	return len(v.Deeds) < n
}
