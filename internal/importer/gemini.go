package importer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/client/settings/tomltext"
)

// gemini reads the lists of tools in Gemini CLI's settings, and its policies
// (https://geminicli.com/docs/core/policy-engine).
func gemini(file string, data []byte) (Result, error) {
	if strings.HasSuffix(file, ".toml") {
		return geminiPolicies(data)
	}
	var s struct {
		Tools struct{ Allowed, Exclude, Core []string }
		MCP   struct{ Allowed, Excluded []string }
		// As they were named before.
		AllowedTools, ExcludeTools, CoreTools []string
	}
	if err := decode(data, &s); err != nil {
		return Result{}, err
	}
	var r Result
	for _, text := range slices.Concat(s.Tools.Allowed, s.AllowedTools) {
		r.Lines = append(r.Lines, geminiTool(line(Allow, text)))
	}
	for _, text := range slices.Concat(s.Tools.Exclude, s.ExcludeTools) {
		r.Lines = append(r.Lines, geminiTool(line(Deny, text)))
	}
	for _, name := range s.MCP.Excluded {
		r.Lines = append(r.Lines, line(Deny, "mcp.excluded "+name).server(name, ""))
	}
	if len(s.MCP.Allowed) > 0 {
		r.Notes = append(r.Notes, "mcp.allowed says which servers start, not which calls run: not taken over")
	}
	if len(s.Tools.Core)+len(s.CoreTools) > 0 {
		r.Notes = append(r.Notes, "tools.core says which tools the client offers, which stays with it")
	}
	return r, nil
}

// geminiTool reads TOOL or TOOL(BEGINNING).
func geminiTool(l Line) Line {
	tool, spec, has := strings.Cut(l.Text, "(")
	spec, closed := strings.CutSuffix(spec, ")")
	if has != closed {
		return l.leftOut("the rule is not closed")
	}
	return geminiCall(l, tool, spec, has)
}

func geminiCall(l Line, tool, start string, has bool) Line {
	switch tool {
	case "run_shell_command", "ShellTool":
		if has && start != "" {
			return l.command(start, false)
		}
		return l.every("bash")
	case "read_file", "ReadFileTool", "read_many_files", "list_directory", "glob", "grep_search", "search_file_content":
		return l.every("read")
	case "write_file", "WriteFileTool":
		return l.every("write")
	case "replace", "EditTool":
		return l.every("edit")
	case "web_fetch", "WebFetchTool":
		return l.every("web_fetch")
	case "google_web_search":
		return l.takes("web_search", "")
	case "*":
		return l.leftOut(broad)
	}
	if has {
		return l.leftOut("only a rule for shell commands may name a beginning")
	}
	if rest, ok := strings.CutPrefix(tool, "mcp_"); ok {
		server, name, ok := strings.Cut(strings.TrimPrefix(rest, "_"), "_")
		if !ok || l.Decision == Allow && strings.Contains(strings.Trim(name, "_"), "_") {
			return l.leftOut("which server this tool is of cannot be told from its name")
		}
		return l.server(server, strings.TrimPrefix(name, "_"))
	}
	if server, name, ok := strings.Cut(tool, "__"); ok {
		return l.server(server, strings.TrimSuffix(name, "*"))
	}
	if l.Decision == Allow {
		return l.leftOut("a rule for this tool says nothing to the gate")
	}
	return l.takes(tool, "")
}

func geminiPolicies(data []byte) (Result, error) {
	doc, err := tomltext.Parse(data)
	if err != nil {
		return Result{}, err
	}
	list, _ := doc.Find("rule").([]any)
	if len(list) > maxRules {
		return Result{}, fmt.Errorf("more than %d rules", maxRules)
	}
	var r Result
	for _, x := range list {
		m, _ := x.(map[string]any)
		r.Lines = append(r.Lines, geminiPolicy(m)...)
	}
	if len(r.Lines) > 0 {
		r.Notes = append(r.Notes, "priorities are not taken over: deny goes before ask, and ask before allow")
	}
	return r, nil
}

// geminiPolicy reads one rule. A condition that cannot be said leaves a rule that
// allows out, and one that denies, too: without its condition it would refuse
// ordinary work.
func geminiPolicy(m map[string]any) []Line {
	decision, _ := m["decision"].(string)
	d, known := map[string]Decision{"allow": Allow, "ask_user": Ask, "deny": Deny}[decision]
	text := describe(m)
	l := line(d, text)
	if !known {
		return []Line{l.leftOut("the decision is not known")}
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if !slices.Contains([]string{"toolName", "mcpName", "commandPrefix", "decision", "priority", "denyMessage", "deny_message", "name", "description"}, key) {
			return []Line{l.leftOut("the condition " + key + " cannot be said; the client itself still holds to the rule")}
		}
	}
	var out []Line
	mcp, _ := m["mcpName"].(string)
	for _, tool := range texts(m["toolName"], mcp != "") {
		if mcp != "" {
			out = append(out, l.server(mcp, strings.TrimSuffix(tool, "*")))
			continue
		}
		starts := texts(m["commandPrefix"], true)
		for _, s := range starts {
			if one := l; s != "" && tool == "run_shell_command" {
				out = append(out, one.starts(s))
			} else {
				out = append(out, geminiCall(one, tool, "", false))
			}
		}
	}
	if len(out) == 0 {
		return []Line{l.leftOut("the rule names no tool")}
	}
	return out
}

// texts reads a text or a list of them; nothing gives one empty text if that
// will do.
func texts(v any, empty bool) []string {
	switch x := v.(type) {
	case string:
		return []string{x}
	case []any:
		var out []string
		for _, e := range x {
			if s, ok := e.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	if empty {
		return []string{""}
	}
	return nil
}

// describe writes a rule's members in one line.
func describe(m map[string]any) string {
	var parts []string
	for key, v := range m {
		parts = append(parts, fmt.Sprintf("%s=%v", key, v))
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}
