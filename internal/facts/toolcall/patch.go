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
