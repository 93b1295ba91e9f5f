package pure

import "strings"

// RunsInZsh: the same text is a glob with qualifiers to zsh, and the
// qualifiers e and + run code (zsh manual, Glob Qualifiers).
func RunsInZsh(src string) bool {
	if !strings.HasPrefix(src, "*(") && !strings.HasPrefix(src, "?(") {
		return false
	}
	body := strings.TrimSuffix(src[2:], ")")
	for i := 0; i+1 < len(body); i++ {
		next := body[i+1]
		switch body[i] {
		case 'e':
			if next < '0' || next > '9' && next < 'A' || next == '{' || next == '[' || next == '|' && strings.Count(body, "|") > 1 {
				return i == 0 || !letterRun(body[:i])
			}
		case '+':
			if i+1 < len(body) && (next == '_' || next >= 'a' && next <= 'z' || next >= 'A' && next <= 'Z') {
				return true
			}
		}
	}
	return false
}

// letterRun tells whether a text is longer than qualifiers ordinarily are.
func letterRun(s string) bool { return len(s) > 3 }

// Nesting estimates how deep the parser would have to go by brackets. Quotes
// are not looked at; what slips through is bounded by the length of the text.
func Nesting(text string) int {
	depth, most, run, ticks := 0, 0, 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '{', '[':
			depth++
			most = max(most, depth)
		case ')', '}', ']':
			depth = max(0, depth-1)
		case '!', '-', '~', '+':
			run++
			most = max(most, run/8) // unary operators nest as well
			ticks = 0
			continue
		case '`':
			ticks++
			most = max(most, ticks/4)
			run = 0
			continue
		}
		ticks = 0
		run = 0
	}
	return most
}

// Bucket gives the place of a key in bash's associative arrays, whose listings
// go from place to place.
func Bucket(key string) uint32 {
	h := uint32(2166136261)
	for i := range len(key) {
		h *= 16777619
		h ^= uint32(key[i])
	}
	return h & 1023
}

// OwnValue: variables of bash that hold what it puts there, whatever a text
// assigns to them.
func OwnValue(name string) bool {
	switch name {
	case "FUNCNAME", "BASH_ARGC", "BASH_ARGV", "BASH_ARGV0", "BASH_SOURCE", "BASH_LINENO", "BASH_COMMAND", "BASH_SUBSHELL",
		"BASHPID", "BASH_VERSINFO", "BASH_MONOSECONDS", "DIRSTACK", "GROUPS", "HISTCMD", "LINENO", "PIPESTATUS", "PPID", "RANDOM",
		"SECONDS", "SRANDOM", "EPOCHSECONDS", "EPOCHREALTIME", "UID", "EUID":
		return true
	}
	return false
}

// Extended tells whether a pattern holds what counts only with extglob.
func Extended(pat string) bool {
	for i := 1; i < len(pat); i++ {
		if pat[i] == '(' && strings.IndexByte("?*+@!", pat[i-1]) >= 0 && (i < 2 || pat[i-2] != '\\') {
			return true
		}
	}
	return false
}
