package difftext

import "strings"

// Git gives the names of all files that git would change by a difference. It is not ok
// where more than the text of named files changes, or a name is written in escapes.
// Without the option -p (strip below 0) git takes off one part, or none if there is but
// one: both count, which names too much and never too little.
func Git(text string, strip int) (names []string, ok bool) {
	for line := range strings.Lines(text) {
		for _, mark := range []string{"new mode ", "new file mode 1", "GIT binary", "Subproject commit"} {
			rest, found := strings.CutPrefix(strings.TrimLeft(line, "+- \t"), mark)
			if found && (mark != "new file mode 1" || strings.TrimSpace(rest) != "00644" && strings.TrimSpace(rest) != "00755") {
				return nil, false
			}
		}
		if len(header(strings.TrimRight(line, "\r\n"))) > 0 && strings.Contains(line, `\`) {
			return nil, false
		}
	}
	if strip >= 0 {
		names, more := Files(text, strip)
		return names, len(names) > 0 && !more
	}
	names, more := Files(text, 1)
	whole, further := Files(text, 0)
	return append(names, whole...), len(whole) > 0 && !more && !further
}
