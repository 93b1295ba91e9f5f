package importer

import (
	"encoding/json"
	"slices"
	"strings"
)

// copilot reads what GitHub Copilot CLI was told to allow or deny: the approvals
// that it saved, lists of tools in its configuration, or a text with its options
// --allow-tool and --deny-tool, such as an alias.
func copilot(_ string, data []byte) (Result, error) {
	if text := strings.TrimSpace(string(data)); !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "//") {
		return copilotOptions(text), nil
	}
	var file struct {
		Locations map[string]struct {
			Approvals []map[string]any `json:"tool_approvals"`
		}
		AllowedTools, AllowTools, DeniedTools, DenyTools, ExcludedTools []string
		Allow, Deny                                                     []string `json:"-"`
	}
	if err := decode(data, &file); err != nil {
		return Result{}, err
	}
	var r Result
	for _, text := range slices.Concat(file.AllowedTools, file.AllowTools) {
		r.Lines = append(r.Lines, copilotRule(line(Allow, text)))
	}
	for _, text := range slices.Concat(file.DeniedTools, file.DenyTools, file.ExcludedTools) {
		r.Lines = append(r.Lines, copilotRule(line(Deny, text)))
	}
	var places []string
	for place := range file.Locations {
		places = append(places, place)
	}
	slices.Sort(places)
	for _, place := range places {
		for _, a := range file.Locations[place].Approvals {
			b, _ := json.Marshal(a)
			r.Lines = append(r.Lines, line(Allow, place+" "+string(b)).leftOut("an approval for one folder: the gate learns such yeses by itself"))
		}
	}
	return r, nil
}

// copilotOptions finds the options in a line of shell.
func copilotOptions(text string) Result {
	var r Result
	words := shellWords(text)
	for i := 0; i < len(words); i++ {
		name, value, has := strings.Cut(words[i], "=")
		switch name {
		case "--allow-all-tools", "--allow-all", "--yolo":
			r.Lines = append(r.Lines, line(Allow, name).leftOut(broad))
		case "--allow-tool", "--deny-tool":
			d := Allow
			if name == "--deny-tool" {
				d = Deny
			}
			if !has && i+1 < len(words) {
				i++
				value = words[i]
			}
			r.Lines = append(r.Lines, copilotRule(line(d, value)))
		}
	}
	return r
}

// shellWords splits at blanks outside of quotes.
func shellWords(text string) []string {
	var words []string
	var b strings.Builder
	quote, in := rune(0), false
	for _, c := range text {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			b.WriteRune(c)
		case c == '\'' || c == '"':
			quote, in = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if in {
				words = append(words, b.String())
				b.Reset()
			}
			in = false
		default:
			in = true
			b.WriteRune(c)
		}
	}
	if in {
		words = append(words, b.String())
	}
	return words
}

// copilotRule reads KIND or KIND(ARGUMENT).
func copilotRule(l Line) Line {
	kind, arg, has := strings.Cut(l.Text, "(")
	arg, closed := strings.CutSuffix(arg, ")")
	if has != closed {
		return l.leftOut("the rule is not closed")
	}
	switch kind {
	case "shell":
		if !has || arg == "*" {
			return l.every("bash")
		}
		if words, ok := strings.CutSuffix(arg, ":*"); ok {
			return l.command(words, false)
		}
		return l.command(arg, true)
	case "write":
		if has {
			return l.path([]string{"edit", "write"}, arg)
		}
		return claudePath(l, []string{"edit", "write"}, "", false)
	case "read", "view":
		if has {
			return l.path([]string{"read"}, arg)
		}
		return l.every("read")
	case "url", "web_fetch":
		if !has {
			return l.every("web_fetch")
		}
		return l.site(strings.TrimPrefix(strings.TrimPrefix(arg, "https://"), "http://"))
	}
	if kind == "" || strings.ContainsAny(kind, " -/") && !has {
		return l.leftOut("this form of rule is not known")
	}
	return l.server(kind, arg) // a server of MCP, and one of its tools
}
