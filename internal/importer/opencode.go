package importer

import (
	"strings"

	"github.com/tailscale/hujson"

	"github.com/sentinelgate/sentinel/internal/config/jsonc"
)

// opencode reads the permission block of opencode's configuration, whose form the
// gate's own resembles (https://opencode.ai/docs/permissions): the last pattern
// that matches counts.
func opencode(_ string, data []byte) (Result, error) {
	doc, err := jsonc.Parse(data)
	if err != nil {
		return Result{}, err
	}
	r := Result{Ordered: true}
	root, _ := doc.Root.Value.(*hujson.Object)
	if root == nil {
		return r, doc.Errorf(doc.Root.StartOffset, "want an object")
	}
	if jsonc.Member(root, "agent") != nil {
		r.Notes = append(r.Notes, "permissions of single agents are not taken over")
	}
	m := jsonc.Member(root, "permission")
	if m == nil {
		return r, nil
	}
	if whole, ok := jsonc.String(m.Value); ok {
		r.Lines = []Line{opencodeRule("*", "", whole)}
		return r, nil
	}
	tools, ok := m.Value.Value.(*hujson.Object)
	if !ok {
		return r, doc.Errorf(m.Value.StartOffset, "%q is no object", "permission")
	}
	for i := range tools.Members {
		tool, v := jsonc.Text(tools.Members[i].Name), tools.Members[i].Value
		if word, ok := jsonc.String(v); ok {
			r.Lines = append(r.Lines, opencodeRule(tool, "", word))
			continue
		}
		patterns, ok := v.Value.(*hujson.Object)
		if !ok {
			return r, doc.Errorf(v.StartOffset, "%q is neither a decision nor a table", tool)
		}
		for j := range patterns.Members {
			p := &patterns.Members[j]
			r.Lines = append(r.Lines, opencodeRule(tool, jsonc.Text(p.Name), jsonc.Text(p.Value)))
		}
	}
	return r, nil
}

func opencodeRule(tool, pattern, word string) Line {
	text := tool + " " + word
	if pattern != "" {
		text = tool + " " + pattern + " " + word
	}
	l := line(Decision(word), text)
	if l.Decision != Allow && l.Decision != Ask && l.Decision != Deny {
		return l.leftOut("the decision is not known")
	}
	all := pattern == "" || pattern == "*"
	switch tool {
	case "bash":
		if all {
			return l.every("bash")
		}
		return opencodeCommand(l, pattern)
	case "edit":
		if all {
			return claudePath(l, []string{"edit", "write"}, "", false)
		}
		return opencodePath(l, []string{"edit", "write"}, pattern)
	case "read":
		if all {
			return l.every("read")
		}
		return opencodePath(l, []string{"read"}, pattern)
	case "webfetch":
		if all {
			return l.every("web_fetch")
		}
		return l.takes("web_fetch", pattern)
	case "websearch":
		return l.takes("web_search", "")
	case "external_directory":
		if all && l.Decision == Allow {
			return l.leftOut("reading outside the project is free already, writing there is asked")
		}
		return l.takes("external_directory", pattern)
	case "*":
		if l.Decision == Deny {
			return l.leftOut("nothing would run at all")
		}
		return l.leftOut(strings.Replace(askAll, "%s", "bash", 1))
	}
	if l.Decision == Allow || !all {
		return l.leftOut("a rule for this tool says nothing to the gate")
	}
	return l.takes(tool, "")
}

// opencodeCommand takes a pattern as it stands: * is any text in both. There, a
// pattern without one is the command as written.
func opencodeCommand(l Line, pattern string) Line {
	if strings.Contains(pattern, "*") && !shellActs(pattern) && !(l.Decision == Allow && strings.Contains(pattern, "?")) {
		if l.Decision == Allow && strings.HasPrefix(pattern, "*") {
			return l.leftOut("a pattern that begins with * allows any program")
		}
		return l.takes("bash", pattern)
	}
	return l.command(pattern, true)
}

// opencodePath takes over patterns of paths, in which * goes into folders, too.
func opencodePath(l Line, tools []string, pattern string) Line {
	if l.Decision == Allow && tools[0] == "read" {
		return l.leftOut("reading is allowed without a rule, but for secrets")
	}
	if strings.HasPrefix(pattern, "$") {
		return l.leftOut("variables in paths are not read")
	}
	for _, tool := range tools {
		l = l.takes(tool, strings.ReplaceAll(strings.TrimPrefix(pattern, "./"), "**", "*"))
	}
	return l
}
