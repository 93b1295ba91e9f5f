package takes

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
)

// gyp adds the commands of a binding.gyp: what stands in <!(...), whose output goes
// into the settings (node-gyp runs it when it configures, npm install without being
// told), and the words of each action.
func (t *texts) gyp(text string) {
	for i, rest := 0, text; i < maxTexts; i++ {
		at := strings.Index(rest, "<!")
		if at < 0 {
			break
		}
		rest = strings.TrimPrefix(strings.TrimPrefix(rest[at+2:], "@"), "|")
		if command, ok := strings.CutPrefix(rest, "("); ok {
			if end := shelltext.Closing(command, '(', ')'); end >= 0 {
				command = command[:end]
			}
			t.add(strings.ReplaceAll(command, `\"`, `"`))
		}
	}
	for i, rest := 0, text; i < maxTexts; i++ {
		at := strings.Index(rest, "action")
		if at < 0 {
			break
		}
		rest = rest[at+len("action"):]
		list, ok := strings.CutPrefix(strings.TrimLeft(rest, "'\": \t\r\n"), "[")
		if !ok {
			continue
		}
		if list, _, ok = strings.Cut(list, "]"); ok {
			t.add(strings.ReplaceAll(list, ",", " "))
		}
	}
}
