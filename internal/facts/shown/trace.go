package shown

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
)

// traced: the shell prints each command with its words before it runs it. What
// is switched on in one branch counts behind it.
func (t Text) traced() bool {
	on := false
	for _, c := range t.All {
		if c == t.Command {
			break
		}
		name, _ := c.Program()
		if shelltext.IsShell(path.Base(name)) && c.Place.Depth < t.Command.Place.Depth && traces(c.Argv[1:], false) {
			return true // the text of the command stands in the words of that shell
		}
		if (name == "set" || name == "setopt") && c.Place.Script == t.Command.Place.Script {
			on = traces(c.Argv[1:], on)
		}
	}
	return on
}

// traces reads the options of a shell or of set.
func traces(list []shell.Word, on bool) bool {
	for i, w := range list {
		s, _ := w.Known()
		switch {
		case s == "--" || s == "-" || s == "":
			return on
		case s == "xtrace" || s == "XTRACE":
			on = i == 0 || !list[i-1].Is("+o")
		case strings.HasPrefix(s, "--"):
		case s[0] == '-' && strings.Contains(s, "x"):
			on = true
		case s[0] == '+' && strings.Contains(s, "x"):
			on = false
		}
		if s[0] == '-' && strings.Contains(s, "c") {
			return on // the text of the commands follows
		}
	}
	return on
}
