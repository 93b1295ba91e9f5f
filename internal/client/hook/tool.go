package hook

import (
	"strings"

	"github.com/sentinelgate/sentinel"
)

// Tool is what is known about one of a client's tools. The zero value is a tool
// that nobody knows, which is asked about.
type Tool struct {
	Action   sentinel.Action
	Need     []string // text arguments that the tool cannot do without
	May      []string // text arguments that may be missing
	Lists    []string // arguments that are lists and must not be missing
	Dialogue bool     // see Event.Dialogue
}

// The tools that most clients have, with the arguments that they name alike.

// Shell runs what stands in the argument.
func Shell(command string, may ...string) Tool {
	return Tool{Action: sentinel.ActionShell, Need: []string{command}, May: may}
}

// File is a tool for the file in the argument.
func File(action sentinel.Action, path string, need ...string) Tool {
	return Tool{Action: action, Need: append([]string{path}, need...)}
}

// Search is a tool that lists or searches what lies below a place.
func Search(action sentinel.Action, pattern string, may ...string) Tool {
	return Tool{Action: action, Need: []string{pattern}, May: may}
}

// Fetch gets what stands in the argument from the network.
func Fetch(address string, may ...string) Tool {
	return Tool{Action: sentinel.ActionFetch, Need: []string{address}, May: may}
}

// Task is work inside the client: it touches nothing by itself, and whatever it
// leads to comes back as a call of its own.
func Task() Tool { return Tool{Action: sentinel.ActionTask} }

// MCP is a tool of an MCP server.
func MCP() Tool { return Tool{Action: sentinel.ActionMCP} }

// ReadCall reads a call of the tool into ev. An argument of another type than
// the tool takes is an error: what the client makes of it is not known.
func (f *Fields) ReadCall(ev *Event, name string, args map[string]any, t Tool) {
	call := &ev.Call
	call.Tool, call.Arguments, call.Action, ev.Dialogue = name, args, t.Action, t.Dialogue
	a := &Fields{M: args}
	for _, n := range t.Need {
		a.Text(n, true)
	}
	for _, n := range t.May {
		a.Text(n, false)
	}
	for _, n := range t.Lists {
		if _, ok := args[n].([]any); !ok {
			a.Fail("field %q is no list", n)
		}
	}
	if a.Err != nil {
		f.Fail("input of %s: %w", name, a.Err)
	}
}

// Agent names who calls: the client, and the sub-agent if there is one.
func Agent(client, kind, id string) string {
	switch {
	case kind != "":
		return client + "/" + kind
	case id != "":
		return client + "/" + id
	}
	return client
}

// Server takes PREFIX SERVER SEPARATOR TOOL apart. A server's name may hold the
// separator; then only the event's own word for the server, spelled as tool names
// are spelled, tells where it ends.
func Server(tool, prefix, separator, server string) (string, string) {
	rest := strings.TrimPrefix(tool, prefix)
	if server != "" {
		plain := strings.Map(func(r rune) rune {
			if r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
				return r
			}
			return '_'
		}, server)
		if name, ok := strings.CutPrefix(rest, plain+separator); ok {
			return server, name
		}
	}
	name, method, _ := strings.Cut(rest, separator)
	return name, method
}

// ShellOf names the shell at a path if it is one whose language is known; for any
// other it stays unknown, and all readings count.
func ShellOf(path string) string {
	switch base := path[strings.LastIndexByte(path, '/')+1:]; base {
	case "bash", "zsh", "sh", "powershell":
		return base
	}
	return ""
}

// PosixShell is the shell of clients that use this one everywhere but on Windows.
func PosixShell(cwd, shell string) string {
	if strings.HasPrefix(cwd, "/") {
		return shell
	}
	return ""
}

// NameByInput gives an id to a call whose client has none: what was asked and
// what ran are the same call if tool, input and folder are.
func (f *Fields) NameByInput(ev *Event) {
	if f.Err != nil || ev.Call.ID != "" {
		return
	}
	digest, err := ev.Call.Digest()
	if err != nil {
		f.Fail("input of %s: %w", ev.Call.Tool, err)
		return
	}
	ev.Call.ID = "input:" + digest[:32]
}
