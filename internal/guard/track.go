package guard

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/later"
	"github.com/sentinelgate/sentinel/internal/facts/toolcall"
	"github.com/sentinelgate/sentinel/internal/guard/glance"
	"github.com/sentinelgate/sentinel/internal/guard/put"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/state"
)

// Labels of what a written file would do.
const (
	curlPipeExec = "curl-pipe-exec"
	wgetPipeExec = "wget-pipe-exec"
	evalSubshell = "eval-subshell"
	networkExfil = "network-exfil"
	rmRecursive  = "rm-recursive"
	downloaded   = "downloaded"
)

// maxNoted bounds the harmless files of one call that are noted, maxTried the
// text that is tried out.
const (
	maxNoted = 100
	maxTried = 256 << 10
)

// note keeps what the call writes: the file, its hash as far as the content is
// known, and what is in it. Nothing is asked here; that comes when the file runs.
func (c *check) note() error {
	if c.Config.off(ExecutionTracker) || c.Session == nil {
		return nil
	}
	var list []state.WrittenFile
	for _, t := range c.facts.Touches {
		changes := t.Kind == sentinel.Write || t.Kind == sentinel.Move || t.Kind == sentinel.Create
		if !changes || t.Loc.Real == "" || t.Target.Glob || t.Loc.Scope == sentinel.ScopeNone {
			continue
		}
		if slices.ContainsFunc(list, func(w state.WrittenFile) bool { return w.Path == t.Loc.Real }) {
			continue
		}
		kind, there := c.stat(t.Loc.Real)
		if kind == paths.Dir {
			continue
		}
		w := c.written(t.Loc.Real)
		w.New = !there
		if t.View != nil && fetches(t.Command) {
			w.Labels, w.Bad = append(w.Labels, downloaded), true
		}
		if len(list) >= maxNoted && !w.Bad {
			continue
		}
		if old, ok := c.Session.WrittenAt(w.Path); !ok || old.Hash != w.Hash || !slices.Equal(old.Labels, w.Labels) || w.Hash == "" {
			list = append(list, w)
		}
	}
	if len(list) == 0 {
		return nil
	}
	for _, w := range list {
		c.Session.Wrote(w)
	}
	if c.Wrote == nil {
		return nil
	}
	if err := c.Wrote(list); err != nil {
		return fmt.Errorf("note what is written: %w", err)
	}
	return nil
}

// written is the note on one file. What an edit puts in adds to what was known.
func (c *check) written(real string) state.WrittenFile {
	w := state.WrittenFile{Path: real, At: c.Now}
	text, whole := c.textFor(real)
	if whole {
		w.Hash = digest([]byte(text))
	} else if old, ok := c.copied(real); ok {
		w.Labels, w.Bad = slices.Clone(old.Labels), old.Bad
	} else if old, ok := c.Session.WrittenAt(real); ok {
		w.Labels, w.Bad = slices.Clone(old.Labels), old.Bad
	}
	if text == "" || len(text) > maxTried {
		return w
	}
	var found []sentinel.Finding
	if glance.LangOf(real, text) != "sh" || glance.Alarming(text) {
		found = c.try(real, "", text)
	}
	for _, l := range labelsOf(found, text) {
		if !slices.Contains(w.Labels, l) {
			w.Labels = append(w.Labels, l)
		}
	}
	w.Bad = w.Bad || slices.ContainsFunc(found, func(f sentinel.Finding) bool { return dangerous(f, true) })
	return w
}

// textFor is what the call puts into a file, and whether that is all of it.
func (c *check) textFor(real string) (text string, whole bool) {
	if s, ok := c.facts.Written[real]; ok {
		return s, true
	}
	args := c.call.Arguments
	switch c.facts.Action {
	case sentinel.ActionWrite:
		list := toolcall.Texts(args, contentFields)
		return strings.Join(list, "\n"), len(list) == 1
	case sentinel.ActionEdit:
		return strings.Join(append(toolcall.Texts(args, contentFields), toolcall.Lists(args, "edits", contentFields)...), "\n"), false
	case sentinel.ActionPatch:
		return added(args), false
	}
	return put.Edited(c.facts, real), false
}

// fetches: the command takes what it writes from the network.
func fetches(c *shell.Command) bool {
	v := view(c)
	for at := c; v != nil; {
		for _, d := range v.Deeds {
			if d.Kind == sentinel.Fetch {
				return true
			}
		}
		if at.Stdin.Kind != shell.Pipe || at.Stdin.From == nil {
			return false
		}
		at = at.Stdin.From
		v = view(at)
	}
	return false
}

// try says what the text of a file would be asked about if it ran.
func (c *check) try(file, lang, text string) []sentinel.Finding {
	texts := later.Texts(file, text)
	switch {
	case lang == "":
		lang = glance.LangOf(file, text)
	case lang == "sh":
		texts = nil
	}
	if ext := path.Ext(file); ext == ".ps1" || ext == ".psm1" {
		texts = []later.Text{{Lang: "sh", Code: "pwsh -NoProfile -Command " + toolcall.Quote(text)}}
	}
	if lang != "" && len(texts) == 0 {
		texts = append(texts, later.Text{Lang: lang, Code: text})
	}
	if len(texts) == 0 {
		texts = later.Source(file, text)
	}
	return append(c.World.Try(path.Dir(file), glance.Short(texts)), put.Guessed(c.World, file, text)...)
}

// labelsOf names what was found, each once.
func labelsOf(found []sentinel.Finding, text string) []string {
	var out, kinds []string
	for _, f := range found {
		l := LabelOf(f.Effect)
		switch {
		case f.Effect.Kind == sentinel.PermissionTree, f.Effect.Kind == sentinel.Permission, strings.HasPrefix(f.Say, "changes who may use"):
			l = PrivilegeEscalation
		case f.Effect.Kind == sentinel.ExecuteDownloaded && strings.Contains(text, "wget") && !strings.Contains(text, "curl"):
			l = wgetPipeExec
		case f.Effect.Kind == sentinel.ExecuteDownloaded:
			l = curlPipeExec
		case f.Effect.Kind == sentinel.Send || f.Effect.Kind == sentinel.SecretSend:
			l = networkExfil
		case f.Effect.Kind == sentinel.DeleteTree, f.Effect.Kind == sentinel.Catastrophe && f.Effect.Scope != sentinel.ScopeDevice:
			l = rmRecursive
		case f.Effect.Kind == sentinel.Unread && strings.Contains(text, "eval"):
			l = evalSubshell
		case l == "" && f.Colour != sentinel.Green:
			kinds = append(kinds, f.Effect.Kind.String())
		}
		if l != "" && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		slices.Sort(kinds)
		return slices.Compact(kinds)
	}
	return out
}

// dangerous tells whether a finding is a reason to ask about the file that it
// stands in. Of programs other than shells everything that changes files is,
// since their deeds are no commands that rules could be asked about.
func dangerous(f sentinel.Finding, shellText bool) bool {
	if f.Colour == sentinel.Green && !f.Block {
		return false
	}
	switch f.Effect.Kind {
	case sentinel.Delete, sentinel.Move, sentinel.Permission, sentinel.Discard:
		return f.Block || f.Colour == sentinel.Red || !shellText || f.Risk >= sentinel.High
	case sentinel.ExecuteFile:
		return f.Rule != "script.run" && f.Rule != "script.missing" && (f.Colour == sentinel.Red || f.Risk >= sentinel.High && f.Effect.Scope != sentinel.ScopeProject)
	}
	return f.Block || f.Colour == sentinel.Red || f.Risk >= sentinel.High
}

// runs asks about files that the agent wrote in this session and that the call
// runs, when what they do is a reason to.
func (c *check) runs() {
	if c.Config.off(ExecutionTracker) || c.Session == nil {
		return
	}
	if c.before(); len(c.Session.Written) == 0 {
		return
	}
	asked := map[string]bool{}
	once := func(s shell.Script) {
		if real, ok := c.World.Place.Resolve(c.facts.Cwd, s.Path); ok && s.Path != "" && !asked[real] {
			asked[real] = true
			c.run(real, s)
		}
	}
	for _, r := range c.facts.Runs {
		once(r.Script)
		if r.Script.Path == "" {
			for _, file := range c.piped(r.Command) {
				once(shell.Script{Path: file, Lang: r.Script.Lang, Why: "piped"})
			}
		}
	}
	for _, cmd := range c.facts.Commands {
		once(shell.Script{Path: cmd.Place.Script, Lang: "sh"})
	}
	c.loaded(asked)
}

// before adds what was written in earlier sessions, when something runs that may
// be among it.
func (c *check) before() {
	runs := len(c.facts.Runs) > 0 || slices.ContainsFunc(c.facts.Commands, func(cmd *shell.Command) bool { return glance.Loads(view(cmd)) != nil })
	if c.Before == nil || !runs || c.Config.ThisSession {
		return
	}
	for _, w := range c.Before() {
		if _, ok := c.Session.WrittenAt(w.Path); !ok {
			c.Session.Wrote(w)
		}
	}
}

// piped gives the files whose content reaches an interpreter through pipes.
func (c *check) piped(cmd *shell.Command) []string {
	var out []string
	for n := 0; cmd.Stdin.Kind == shell.Pipe && cmd.Stdin.From != nil && n < 40; n++ {
		cmd = cmd.Stdin.From
		for _, t := range c.facts.Touches {
			if t.Command == cmd && t.Kind == sentinel.Read && t.Loc.Real != "" {
				out = append(out, t.Loc.Real)
			}
		}
	}
	return out
}

// run asks about one file.
func (c *check) run(real string, s shell.Script) {
	w, ok := c.Session.WrittenAt(real)
	from := real
	if !ok {
		if w, ok = c.copied(real); !ok {
			return
		}
		from = w.Path
	}
	content, exists, err := c.World.Read(from)
	if !exists || err != nil {
		if w.Bad {
			c.askRun(real, w.Labels, "", "and cannot be read again")
		}
		return
	}
	inside := " (in " + s.Path
	var found []sentinel.Finding
	for _, f := range c.out.Findings {
		if i := strings.Index(f.Say, inside); i >= 0 && strings.IndexByte(" )", f.Say[i+len(inside)]) >= 0 {
			found = append(found, f)
		}
	}
	shellText := s.Lang == "sh"
	if !shellText || s.Why == "piped" {
		found = append(found, c.try(real, langName(s.Lang), string(content))...)
	}
	id := digest(content)
	labels := labelsOf(found, string(content))
	if slices.Contains(w.Labels, downloaded) {
		c.askRun(real, append(labels, downloaded), id, "")
		return
	}
	if slices.ContainsFunc(found, func(f sentinel.Finding) bool { return dangerous(f, shellText) }) {
		c.askRun(real, labels, id, "")
	}
}

// copied gives the note on a file that this very call copies or moves to real.
func (c *check) copied(real string) (state.WrittenFile, bool) {
	for _, to := range c.facts.Touches {
		if to.Loc.Real != real || to.Kind == sentinel.Read || to.Kind == sentinel.List {
			continue
		}
		for _, from := range c.facts.Touches {
			if from.Command != to.Command || from.Loc.Real == real || from.Kind != sentinel.Read && from.Kind != sentinel.Move {
				continue
			}
			if w, ok := c.Session.WrittenAt(from.Loc.Real); ok {
				return w, true
			}
		}
	}
	return state.WrittenFile{}, false
}

// langName takes a shell's name for a language for the readers'.
func langName(lang string) string {
	if lang == "node" || lang == "js" {
		return "javascript"
	}
	return lang
}

// loaded asks about source files with harmful code that a runner or interpreter
// loads by itself: nobody names them in the command.
func (c *check) loaded(asked map[string]bool) {
	exts, recipes := map[string]bool{}, put.Runs(c.facts.Commands)
	for _, cmd := range c.facts.Commands {
		for _, e := range glance.Loads(view(cmd)) {
			exts[e] = true
		}
	}
	for _, w := range c.Session.Written {
		words, runs := recipes[later.Kind(w.Path)]
		named := glance.Mentions(c.text(), w.Path)
		if !w.Bad && (!named || runs) || asked[w.Path] || !runs && !exts[path.Ext(w.Path)] {
			continue
		}
		content, exists, err := c.World.Read(w.Path)
		if !exists {
			continue
		}
		if err != nil {
			c.askRun(w.Path, w.Labels, "", "and cannot be read again")
			continue
		}
		found := c.try(w.Path, "", string(content))
		if runs {
			found = put.Named(c.World, w.Path, string(content), words)
		}
		if slices.ContainsFunc(found, func(f sentinel.Finding) bool { return dangerous(f, !named) && (named || !glance.Ordinary(f)) }) {
			c.askRun(w.Path, labelsOf(found, string(content)), digest(content), "")
		}
	}
}

// askRun asks about a written file that runs.
func (c *check) askRun(real string, labels []string, id, more string) {
	name, what := c.name(real), strings.Join(labels, ", ")
	say := "runs " + name + ", which was written in this session"
	if w, _ := c.Session.WrittenAt(real); w.Before {
		say = "runs " + name + ", which was written in an earlier session"
	}
	if what != "" {
		say += " and does: " + what
	}
	if more != "" {
		say += " " + more
	}
	q := question{rule: "execution-tracker.run", label: what, say: say, key: "run " + real, shape: "run " + name + " as it is now", colour: sentinel.Yellow,
		effect: sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeProject, Target: real, Identity: id}}
	if id == "" {
		q.colour, q.key = sentinel.Red, ""
	}
	c.ask(q)
}
