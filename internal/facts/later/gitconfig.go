package later

import (
	"slices"
	"strings"
)

// GitPrograms gives the first setting of a git configuration that makes git
// run a program, or take another folder for its work tree, whatever it is asked
// to do; "" if there is none. With all, settings count which only some verbs
// use.
func GitPrograms(text string, all bool) string {
	return firstSetting(text, func(name, value string) bool { return runs(name, value, all) })
}

// GitNested is the same for the configuration of a repository of the ordinary
// form inside a project, where some settings are what tools write there
// themselves.
func GitNested(text string) string {
	return firstSetting(text, func(name, value string) bool { return runs(name, value, true) && !usual(name, value) })
}

func firstSetting(text string, counts func(name, value string) bool) string {
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
		if counts(section+"."+key, value) {
			return section + "." + key
		}
	}
	return ""
}

// usual tells settings that name a program which everybody's configuration
// names, or none at all: a submodule's has a work tree, git-lfs writes its
// filters, and an editor or a pager is a bare name.
func usual(name, value string) bool {
	bare, rest, _ := strings.Cut(value, " ")
	switch name {
	case "core.worktree":
		return true
	case "core.hookspath":
		return value == ".husky" || value == ".husky/_" || value == ".githooks"
	case "filter.clean", "filter.smudge", "filter.process":
		verb, file, _ := strings.Cut(rest, " ")
		return bare == "git-lfs" && slices.Contains([]string{"clean", "smudge", "filter-process"}, verb) &&
			slices.Contains([]string{"", "-- %f", "--skip", "--skip -- %f"}, file)
	case "credential.helper":
		return slices.Contains([]string{"store", "cache", "osxkeychain", "manager", "manager-core", "wincred", "libsecret"}, bare) && plain(rest)
	case "core.editor", "sequence.editor", "core.pager", "interactive.difffilter", "diff.external":
		return slices.Contains(strings.Fields("vi vim nvim nano emacs code subl hx micro less more cat delta bat difft"), bare) && options(rest)
	case "gpg.program":
		return value == "gpg" || value == "gpg2"
	}
	return strings.HasPrefix(name, "pager.") && usual("core.pager", value)
}

// plain tells words without a meaning to the shell.
func plain(words string) bool { return !strings.ContainsAny(words, "`$;&|<>()\n'\"\\") }

// options tells options of editors and pagers that name neither a command nor a file.
func options(words string) bool {
	for word := range strings.FieldsSeq(words) {
		long, is := strings.CutPrefix(word, "--")
		if is && !slices.Contains(strings.Fields("wait new-window quit-if-one-screen dark light side-by-side line-numbers color color-only"), long) ||
			!is && (word[0] != '-' || strings.Trim(word[1:], "frxskqinwp") != "") {
			return false
		}
	}
	return true
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
