package toolcall

import (
	"strings"

	"github.com/sentinelgate/sentinel"
)

// Canonical is the name by which the seeds' rules address an action.
func Canonical(action sentinel.Action) string {
	switch action {
	case sentinel.ActionRead:
		return "read_file"
	case sentinel.ActionWrite:
		return "write_file"
	case sentinel.ActionEdit:
		return "edit_file"
	case sentinel.ActionDelete:
		return "delete_file"
	case sentinel.ActionMove:
		return "move_file"
	case sentinel.ActionPatch:
		return "apply_patch"
	case sentinel.ActionList:
		return "list_dir"
	case sentinel.ActionSearch:
		return "grep"
	case sentinel.ActionFetch:
		return "web_fetch"
	case sentinel.ActionTask:
		return "task"
	}
	return ""
}

// Addresses finds URLs inside a text.
func Addresses(s string) []string {
	var out []string
	for _, f := range strings.Fields(s) {
		if i := strings.Index(f, "://"); i > 0 {
			out = append(out, strings.TrimRight(strings.TrimLeft(f, "(<\"'"), ").,>\"'"))
		}
	}
	return out
}

// RuleTool is the name under which rules see a call: that of its action where
// there is one, else the tool's own.
func RuleTool(tool string, action sentinel.Action) string {
	if c := Canonical(action); c != "" {
		return c
	}
	return tool
}
