package importer

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/config/jsonc"

	"encoding/json"
)

// decode reads JSON with comments.
func decode(data []byte, into any) error {
	doc, err := jsonc.Parse(data)
	if err != nil {
		return err
	}
	return json.Unmarshal(doc.Plain(), into)
}

// claude reads the permissions of Claude Code's settings
// (https://code.claude.com/docs/en/permissions).
func claude(_ string, data []byte) (Result, error) {
	var file struct {
		Permissions struct {
			Allow, Ask, Deny []string
			DefaultMode      string
			Additional       []string `json:"additionalDirectories"`
		}
	}
	if err := decode(data, &file); err != nil {
		return Result{}, err
	}
	var r Result
	p := file.Permissions
	for _, list := range []struct {
		d     Decision
		rules []string
	}{{Allow, p.Allow}, {Ask, p.Ask}, {Deny, p.Deny}} {
		for _, text := range list.rules {
			r.Lines = append(r.Lines, claudeRule(line(list.d, text)))
		}
	}
	if p.DefaultMode != "" && p.DefaultMode != "default" {
		r.Notes = append(r.Notes, "defaultMode "+p.DefaultMode+" stays with the client: edits in the project follow it, everything else is judged by the gate")
	}
	if len(p.Additional) > 0 {
		r.Notes = append(r.Notes, "additionalDirectories are not taken over: outside the project the gate reads freely and asks before it writes")
	}
	return r, nil
}

func claudeRule(l Line) Line {
	tool, spec, has := strings.Cut(l.Text, "(")
	spec, closed := strings.CutSuffix(spec, ")")
	if has != closed {
		return l.leftOut("the rule is not closed")
	}
	if spec == "*" {
		has = false
	}
	switch tool = strings.TrimSpace(tool); tool {
	case "Bash", "PowerShell", "Monitor":
		if !has {
			return l.every("bash")
		}
		if words, ok := strings.CutSuffix(spec, ":*"); ok {
			return l.command(words, false)
		}
		return l.command(spec, true)
	case "Read", "Glob", "Grep", "LS", "NotebookRead":
		return claudePath(l, []string{"read"}, spec, has)
	case "Edit", "Write", "MultiEdit", "NotebookEdit":
		return claudePath(l, []string{"edit", "write"}, spec, has)
	case "WebFetch":
		if host, ok := strings.CutPrefix(spec, "domain:"); ok {
			return l.site(host)
		}
		if has {
			return l.leftOut("only rules for a domain are known")
		}
		return l.every("web_fetch")
	case "WebSearch":
		return l.takes("web_search", "")
	}
	if rest, ok := strings.CutPrefix(tool, "mcp__"); ok && !has {
		server, name, _ := strings.Cut(rest, "__")
		return l.server(server, name)
	}
	if has || tool == "" || l.Decision == Allow {
		return l.leftOut("a rule for this tool says nothing to the gate")
	}
	return l.takes(tool, "")
}

func claudePath(l Line, tools []string, spec string, has bool) Line {
	if has {
		return l.path(tools, spec)
	}
	first := l.every(tools[0])
	for _, tool := range tools[1:] {
		first.Rules = append(first.Rules, l.every(tool).Rules...)
	}
	return first
}
