package importer

import (
	"slices"
	"strings"
)

// What the clients' rules are made of: commands with a beginning or a pattern,
// paths, addresses, tools.

const (
	broad     = "everything: the gate asks by what a call does; \"yolo\" in the configuration is the wider word for this"
	askAll    = "everything: the gate asks by what a call does, harmless calls run; write {\"%s\": \"ask\"} yourself to be asked for each"
	needsRule = "a rule for the bare command alone cannot be said; harmless commands run without one"
)

func line(d Decision, text string) Line { return Line{Decision: d, Text: text} }

func (l Line) leftOut(why string) Line {
	l.Fate, l.Rules, l.Why = LeftOut, nil, why
	return l
}

func (l Line) takes(tool, pattern string) Line {
	if l.Fate == LeftOut {
		l.Fate = TakenOver
	}
	l.Rules = append(l.Rules, Rule{tool, pattern, l.Decision})
	return l
}

func (l Line) tighter(why string) Line {
	l.Fate, l.Why = Tightened, why
	return l
}

// every is a rule about all calls of a tool.
func (l Line) every(tool string) Line {
	switch {
	case l.Decision == Deny:
		return l.takes(tool, "")
	case l.Decision == Ask && (tool == "bash" || tool == "read"):
		return l.leftOut(strings.Replace(askAll, "%s", tool, 1))
	case l.Decision == Ask:
		return l.takes(tool, "")
	case tool == "bash" || tool == "web_fetch":
		return l.leftOut(broad)
	case tool == "edit" || tool == "write":
		return l.leftOut("edits inside the project are left to the client's own mode already; outside of it they are asked")
	case tool == "read":
		return l.leftOut("reading is allowed without a rule, but for secrets")
	}
	return l.takes(tool, "")
}

// command is a rule about commands that begin with some words. exact says that
// nothing may follow.
func (l Line) command(words string, exact bool) Line {
	words = strings.TrimSpace(words)
	switch {
	case words == "" || words == "*":
		return l.every("bash")
	case strings.ContainsAny(words, "\n\r"):
		return l.leftOut("several lines are several commands for the gate")
	case l.Decision == Allow && strings.Contains(words, "?"):
		return l.leftOut("a ? stands for any character in the gate's patterns")
	case l.Decision == Allow && shellActs(words):
		return l.leftOut("the gate looks at each command of a line by itself: write a rule for each")
	case exact && !strings.Contains(words, " ") && l.Decision == Allow:
		return l.leftOut(needsRule)
	case !exact && !strings.HasSuffix(words, "*"):
		return l.takes("bash", words+" *") // covers the words alone, too
	case exact && l.Decision != Allow && !strings.Contains(words, "*"):
		return l.takes("bash", words+" *").tighter("with anything behind it, too")
	}
	return l.takes("bash", words)
}

// shellActs tells whether words hold what joins or nests commands.
func shellActs(words string) bool {
	return strings.ContainsAny(words, ";&|`<>") || strings.Contains(words, "$(")
}

// starts is a rule about commands that begin with a text, wherever it ends.
func (l Line) starts(text string) Line {
	text = strings.TrimLeft(text, " ")
	if trimmed := strings.TrimRight(text, " "); trimmed != text {
		return l.command(trimmed, false) // it ended with a word
	}
	if strings.Contains(text, "*") && l.Decision == Allow {
		return l.leftOut("a * stands for any text in the gate's patterns")
	}
	if l.Decision == Allow {
		if l = l.command(text, false); l.Fate == TakenOver {
			return l.tighter("only where the last word ends there")
		}
		return l
	}
	return l.command(text+"*", false)
}

// path is a rule about files in the notation of .gitignore.
func (l Line) path(tools []string, pattern string) Line {
	if l.Decision == Allow && slices.Contains(tools, "read") {
		return l.leftOut("reading is allowed without a rule, but for secrets")
	}
	list, wider := paths(pattern)
	switch {
	case len(list) == 0:
		return l.leftOut("this form of path is not known to the gate")
	case strings.ContainsAny(pattern, "[]!{}"):
		return l.leftOut("the gate's patterns have * and ? only")
	case l.Decision == Allow && wider:
		return l.leftOut("the gate's * goes into folders below, too, which would allow more")
	case l.Decision == Allow && slices.Contains(list, "*"):
		return l.every(tools[0])
	}
	for _, tool := range tools {
		for _, p := range list {
			l = l.takes(tool, p)
		}
	}
	if wider {
		return l.tighter("in folders below, too")
	}
	return l
}

// paths writes a .gitignore pattern as patterns of the gate: relative inside the
// project, else absolute or with ~. wider says that they cover more.
func paths(pattern string) (list []string, wider bool) {
	p := strings.TrimSpace(pattern)
	anchored := true
	switch {
	case p == "" || strings.HasPrefix(p, "../"):
		return nil, false
	case strings.HasPrefix(p, "//"):
		p = p[1:]
	case strings.HasPrefix(p, "~/"):
	case strings.HasPrefix(p, "/"):
		p = p[1:]
	case strings.HasPrefix(p, "./"):
		p = p[2:]
	default:
		anchored = strings.Contains(strings.TrimSuffix(p, "/"), "/")
	}
	if strings.HasSuffix(p, "/") {
		p += "**"
	}
	bare := strings.ReplaceAll(p, "**", "\x00")
	wider = strings.Contains(bare, "*") || strings.Contains(bare, "?")
	// "**/x" is x in any folder, also in none.
	if rest, ok := strings.CutPrefix(bare, "\x00/"); ok {
		bare, anchored = rest, false
	}
	bare = strings.ReplaceAll(bare, "/\x00/", "/\x00")
	p = strings.ReplaceAll(bare, "\x00", "*")
	if p == "" {
		return nil, false
	}
	list = []string{p}
	if !anchored && !strings.HasPrefix(p, "*") {
		list = append(list, "*/"+p)
	}
	return list, wider
}

// site is a rule about addresses of a host.
func (l Line) site(host string) Line {
	host = strings.ToLower(strings.TrimSpace(host))
	if host == "" || host == "*" {
		return l.every("web_fetch")
	}
	if strings.ContainsAny(host, "*?/ @") && l.Decision == Allow {
		return l.leftOut("only whole names of hosts are taken over")
	}
	if l.Decision == Allow {
		return l.takes("web_fetch", "https://"+host).takes("web_fetch", "https://"+host+"/*").tighter("over https only")
	}
	for _, scheme := range []string{"http", "https"} {
		l = l.takes("web_fetch", scheme+"://"+host+"*")
	}
	return l
}

// server is a rule about the tools of an MCP server; "" for all of them.
func (l Line) server(name, tool string) Line {
	if strings.ContainsAny(name, "*?") && l.Decision == Allow {
		return l.leftOut("only whole names of servers are taken over")
	}
	if tool == "" {
		tool = "*"
	}
	if l.Decision == Allow && tool == "*" && name == "" {
		return l.leftOut(broad)
	}
	return l.takes("mcp__"+name+"__"+tool, "")
}
