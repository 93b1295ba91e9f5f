package toolcall

import "strings"

// Deleted gives the files that a patch in the form of apply_patch removes.
func Deleted(patch any) []string {
	text, _ := patch.(string)
	var out []string
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "*** Delete File:"); ok && len(out) < maxCommands {
			out = append(out, strings.TrimSpace(name))
		}
	}
	return out
}

// Patched gives the files that a patch in that form names: those it adds,
// changes, removes and moves to.
func Patched(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		for _, mark := range []string{"*** Add File:", "*** Update File:", "*** Delete File:", "*** Move to:"} {
			name, ok := strings.CutPrefix(line, mark)
			if name = strings.TrimSpace(name); ok && name != "" && len(out) < maxCommands && !has(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}
