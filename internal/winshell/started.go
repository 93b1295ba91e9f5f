package winshell

import "strings"

// startedProcess gives the command that Start-Process starts, where all of it is
// written down and it gets no other rights, folder or place for its output.
func startedProcess(c Command) (Command, bool) {
	started := Command{Shell: PS, PipedFrom: NotPiped, Inside: c.Inside}
	var args []Arg
	given := "" // the parameter whose value follows
	for _, a := range c.Argv[1:] {
		switch {
		case !a.Quoted && IsDash(a.Text) && given == "":
			if given = startedBy(a.Text[1:]); given == "" {
				return c, false
			}
			if given == "switch" {
				given = ""
			}
			continue
		case !a.Known || a.Block:
			return c, false
		case a.List && len(args) > 0 || given == "args":
			args = append(args, a)
		case given == "style":
		case given == "out":
			started.Redirects = append(started.Redirects, Redirect{Target: a})
		case given == "file" || given == "" && started.Argv == nil:
			started.Argv = append(started.Argv, a)
		case given == "":
			args = append(args, a)
		}
		given = ""
	}
	if len(started.Argv) != 1 || strings.Contains(started.Argv[0].Text, "://") || started.Argv[0].Text == "" {
		return c, false
	}
	if n := started.Name(); len(started.Redirects) > 0 && (n == "powershell" || n == "pwsh" || n == "cmd") {
		return c, false // they are read through, and their output goes with them
	}
	for _, a := range args {
		if !strings.ContainsAny(a.Text, " \t") || strings.ContainsAny(a.Text, `"'`) && len(args) > 1 {
			started.Argv = append(started.Argv, a)
			continue
		}
		if strings.ContainsAny(a.Text, `"'`) {
			return c, false // the program itself takes this apart
		}
		for _, w := range strings.Fields(a.Text) { // they are joined by blanks to one line
			started.Argv = append(started.Argv, Arg{Text: w, Known: true})
		}
	}
	return started, true
}

// startedBy says what a parameter of Start-Process is about, "" for those that
// change more than the command.
func startedBy(name string) string {
	low := strings.ToLower(name)
	for _, p := range [...]struct{ name, is string }{
		{"filepath", "file"}, {"path", "file"}, {"argumentlist", "args"}, {"args", "args"}, {"windowstyle", "style"},
		{"nonewwindow", "switch"}, {"wait", "switch"}, {"passthru", "switch"}, {"erroraction", "style"},
		{"redirectstandardoutput", "out"}, {"redirectstandarderror", "out"},
	} {
		if low == p.name || len(low) > 2 && len(low) < len(p.name) && strings.HasPrefix(p.name, low) {
			return p.is
		}
	}
	return ""
}
