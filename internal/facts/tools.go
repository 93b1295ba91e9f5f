package facts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/difftext"
	"github.com/sentinelgate/sentinel/internal/facts/toolcall"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/place"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/rules"
)

// ActionOf gives the canonical action of a tool by the names that clients use.
// Unknown names are ActionOther.
func ActionOf(tool string) sentinel.Action { return toolcall.Action(tool) }

// toolCall judges a call of another tool than the shell.
func (a *assessor) toolCall(action sentinel.Action) error {
	p := sentinel.Part{Text: toolText(a.call), Risk: sentinel.Low, Colour: sentinel.Green, Key: "tool " + a.call.Tool}
	c := &shell.Command{Dirs: []shell.Word{shell.Text(a.cwd)}}
	j := &judgement{a: a, c: c, v: &kb.View{}, p: &p, text: p.Text}
	var err error
	switch action {
	case sentinel.ActionRead:
		err = a.pathTool(j, sentinel.Read, "read")
	case sentinel.ActionWrite, sentinel.ActionEdit:
		err = a.writeTool(j)
	case sentinel.ActionDelete:
		err = a.pathTool(j, sentinel.Delete, "delete")
	case sentinel.ActionMove, sentinel.ActionPatch:
		err = a.manyPaths(j, action)
	case sentinel.ActionList:
		a.listTool(j, sentinel.List)
	case sentinel.ActionSearch:
		a.listTool(j, sentinel.Read)
	case sentinel.ActionFetch:
		err = a.fetchTool(j)
	case sentinel.ActionTask:
	default:
		a.otherTool(j)
	}
	if err != nil {
		return err
	}
	p.Asks = append(a.toolAsks(action), toolPathAsks(a, j)...)
	p.Key = place.Key(p, j.runs, a.w.Strict)
	a.parts = append(a.parts, p)
	return nil
}

// toolText is a call in one line, for people.
func toolText(c sentinel.Call) string {
	lines := rules.Describe(c.Tool, c.Arguments)
	if len(lines) == 0 {
		return c.Tool
	}
	return strings.Join(lines, "; ")
}

func (a *assessor) pathTool(j *judgement, kind sentinel.EffectKind, rule string) error {
	list := toolcall.Texts(a.call.Arguments, toolcall.PathFields)
	if files, ok := a.call.Arguments["files"]; ok {
		more, err := rules.Subjects("read_many_files", map[string]any{"files": files})
		if err != nil {
			return fmt.Errorf("%w: %w", ErrMalformed, err)
		}
		list = append(list, more...)
	}
	list = slices.Concat(list, toolcall.Lists(a.call.Arguments, "paths file_paths filePaths", toolcall.PathFields), toolcall.Members(a.call.Arguments, "edits", toolcall.PathFields))
	if len(list) == 0 {
		return fmt.Errorf("%w: %s without a path", ErrMalformed, a.call.Tool)
	}
	for _, s := range list {
		d := kb.Deed{Rule: "tool." + rule}
		if kind == sentinel.Delete {
			d.Risk = sentinel.High // a tool that deletes says no more than that
		}
		j.path(kind, shell.Text(s), d, true)
	}
	return nil
}

// writeTool judges the client's own write and edit tools. Inside the project,
// with nothing found, the client's permission mode decides: the hook abstains.
func (a *assessor) writeTool(j *judgement) error {
	if err := a.pathTool(j, sentinel.Write, "write"); err != nil {
		return err
	}
	for _, s := range toolcall.Texts(a.call.Arguments, toolcall.PathFields) {
		j.writesText(s, a.call.Arguments)
	}
	if j.p.Colour == sentinel.Green && !a.w.Strict {
		a.abstain = true
		j.p.Risk, j.p.Colour = sentinel.Medium, sentinel.Yellow
	}
	return nil
}

func (a *assessor) manyPaths(j *judgement, action sentinel.Action) error {
	tool, args := "move_file", a.call.Arguments
	if action == sentinel.ActionPatch {
		tool = "apply_patch"
		if texts := toolcall.Texts(args, "command patch patchText patch_text input diff"); len(texts) > 0 {
			args = map[string]any{"patch": strings.Join(texts, "\n")}
		}
	}
	list, err := rules.Subjects(tool, args)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if len(list) == 0 {
		j.add(sentinel.Effect{Kind: sentinel.Write, Scope: sentinel.ScopeUnknown}, kb.Deed{Rule: "tool.patch"}, "changes files that could not be recognised")
		return nil
	}
	patch, _ := args["patch"].(string)
	j.patched(list, patch)
	if j.p.Colour == sentinel.Green && !a.w.Strict {
		a.abstain = action == sentinel.ActionPatch
		j.p.Risk, j.p.Colour = sentinel.Medium, sentinel.Yellow
	}
	return nil
}

// patched judges the files that a patch changes or removes.
func (j *judgement) patched(list []string, patch string) {
	gone := toolcall.Deleted(patch)
	for _, s := range list {
		kind, rule := sentinel.Write, "tool.write"
		if slices.Contains(gone, s) {
			kind, rule = sentinel.Delete, "tool.delete"
		}
		j.path(kind, shell.Text(s), kb.Deed{Rule: rule}, true)
	}
	for _, f := range difftext.Added(patch) {
		j.putsIn(f.Name, f.Text)
	}
}

func (a *assessor) listTool(j *judgement, kind sentinel.EffectKind) {
	j.all = kind == sentinel.Read
	list := append(toolcall.Texts(a.call.Arguments, toolcall.PathFields), toolcall.Lists(a.call.Arguments, toolcall.ListFields, toolcall.PathFields)...)
	for _, s := range list {
		j.path(kind, shell.Text(s), kb.Deed{Rule: "tool.search"}, true)
	}
	if kind != sentinel.Read {
		return
	}
	for _, f := range []string{"glob", "include", "include_pattern"} {
		if s, ok := a.call.Arguments[f].(string); ok {
			for _, one := range toolcall.Braces(s) {
				w := shell.Word{Pieces: []shell.Piece{{Origin: shell.Glob, Text: one}}}
				j.path(kind, w, kb.Deed{Rule: "tool.search"}, true)
			}
		}
	}
}

func (a *assessor) fetchTool(j *judgement) error {
	list := toolcall.Texts(a.call.Arguments, toolcall.URLFields)
	list = append(list, toolcall.Lists(a.call.Arguments, "requests urls", toolcall.URLFields)...)
	for _, s := range toolcall.Texts(a.call.Arguments, toolcall.PathFields) {
		j.path(sentinel.Write, shell.Text(s), kb.Deed{Rule: "tool.download"}, true)
	}
	if len(list) == 0 {
		if s, ok := a.call.Arguments["prompt"].(string); ok {
			list = toolcall.Addresses(s)
		}
	}
	if len(list) == 0 {
		j.add(sentinel.Effect{Kind: sentinel.Fetch, Scope: sentinel.ScopeRemote, Target: "search"}, kb.Deed{Rule: "tool.search-web"}, "asks a search engine")
		return nil
	}
	for _, s := range list {
		j.network(kb.Deed{Kind: sentinel.Fetch, Rule: "tool.fetch", Aimed: true, Target: shell.Text(s), Role: "url"})
		j.p.Key = ""
	}
	j.p.Key = "tool " + a.call.Tool
	return nil
}

// otherTool: tools nobody knows are asked about; those that only concern the
// client itself are free.
func (a *assessor) otherTool(j *judgement) {
	if a.call.Action != sentinel.ActionMCP && (toolcall.Own(a.call.Tool) || toolcall.Looks(a.call.Tool, a.call.Arguments) || slices.Contains(rules.Free(), a.call.Tool)) {
		return // a server's tool may have any name
	}
	a.arguments(j)
	e := sentinel.Effect{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeNone, Target: "tool " + a.call.Tool}
	if text := toolcall.Typed(a.call.Tool, a.call.Arguments); text != "" {
		e.Target += " " + text // the program may be a shell: a yes is to these very words
	}
	j.add(e, kb.Deed{Rule: "tool.unknown"}, "calls "+a.call.Tool+", a tool that is not known")
}

// toolAsks is the question to the rules about the tool itself.
func (a *assessor) toolAsks(action sentinel.Action) []sentinel.RuleAsk {
	if action == sentinel.ActionMCP {
		return []sentinel.RuleAsk{{Tools: []string{a.call.Tool, "mcp"}, Subjects: []sentinel.RuleSubject{{Kind: "plain", Forms: []string{a.call.Tool}}}}}
	}
	tools := []string{a.call.Tool}
	if name := toolcall.Canonical(action); name != "" && name != a.call.Tool {
		tools = append(tools, name)
	}
	ask := sentinel.RuleAsk{Tools: tools}
	subjects, err := rules.Subjects(toolcall.RuleTool(a.call.Tool, action), a.call.Arguments)
	if err == nil {
		for _, s := range subjects {
			ask.Subjects = append(ask.Subjects, a.toolSubject(action, s))
		}
	}
	return []sentinel.RuleAsk{ask}
}

// toolSubject gives a tool's subject in the forms rules see.
func (a *assessor) toolSubject(action sentinel.Action, s string) sentinel.RuleSubject {
	switch action {
	case sentinel.ActionRead, sentinel.ActionWrite, sentinel.ActionEdit, sentinel.ActionDelete, sentinel.ActionMove, sentinel.ActionPatch:
		real, _ := a.w.Place.Resolve(a.cwd, s)
		return pathSubject(a, touch{loc: paths.Located{Real: real}, text: s})
	}
	return sentinel.RuleSubject{Kind: "plain", Forms: []string{s}}
}

// toolPathAsks asks about places outside the project.
func toolPathAsks(a *assessor, j *judgement) []sentinel.RuleAsk {
	var out []sentinel.RuleAsk
	for _, t := range j.touched {
		if t.use == "read" && a.call.Action != sentinel.ActionRead && ActionOf(a.call.Tool) == sentinel.ActionSearch {
			out = append(out, pathAsk(a, t))
		}
		out = append(out, a.external(t)...)
	}
	return out
}
