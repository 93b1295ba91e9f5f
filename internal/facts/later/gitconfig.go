package later

import "strings"

// GitPrograms gives the first setting of a git configuration that makes git
// run a program, or take another folder for its work tree, whatever it is asked
// to do; "" if there is none. With all, settings count which only some verbs
// use.
func GitPrograms(text string, all bool) string {
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if head, ok := strings.CutPrefix(line, "["); ok {
			var rest string
			head, rest, _ = strings.Cut(head, "]")
			section, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(head)), " ")
			section, _, _ = strings.Cut(section, ".")
			line = strings.TrimSpace(rest)
		}
		key, value, _ := strings.Cut(line, "=")
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.ToLower(strings.Trim(strings.TrimSpace(value), `"`))
		if runs(section+"."+key, value, all) {
			return section + "." + key
		}
	}
	return ""
}

func runs(name, value string, all bool) bool {
	if value == "" || value == "true" || value == "false" {
		return false
	}
	switch name {
	case "core.fsmonitor", "core.hookspath", "core.sshcommand", "core.worktree", "core.gitproxy", "core.alternaterefscommand":
		return true
	case "core.pager", "core.editor", "core.askpass", "sequence.editor", "diff.external", "diff.textconv", "diff.command", "filter.clean", "filter.smudge",
		"filter.process", "merge.driver", "gpg.program", "credential.helper", "interactive.difffilter", "include.path", "includeif.path":
		return all
	}
	return all && (strings.HasPrefix(name, "pager.") || strings.HasPrefix(name, "alias.") && value[0] == '!')
}
