package tasks

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/makefile"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// Make reads a makefile: the recipes of a target and of what it needs, in the order
// in which make would run them. The name may be several words, targets and
// assignments as on make's command line, and `NAME?=value` for its environment; flags among them are passed over. What make
// runs by a shell while it reads the file is in the result as commands without a task.
func Make(read Reader, file, name string) (Result, error) {
	var targets, assignments []string
	for _, w := range strings.Fields(name) {
		switch {
		case strings.HasPrefix(w, "-"):
		case strings.Contains(w, "="):
			assignments = append(assignments, w)
		default:
			targets = append(targets, w)
		}
	}
	return MakeWith(read, file, targets, assignments)
}

// MakeWith is Make with its targets and assignments apart, so that a value may hold
// blanks.
func MakeWith(read Reader, file string, targets, assignments []string) (Result, error) {
	file, b, err := load(read, file, "make")
	res := Result{File: file}
	if err != nil {
		return res, err
	}
	if len(b) > tree.MaxSource {
		res.Missed("file too long to read")
		return res, nil
	}
	if len(targets) == 0 {
		targets = []string{""}
	}
	m := makefile.Parse(string(b), assignments)
	m.Build(path.Base(file)) // make first remakes the file itself if there is a rule for it
	for _, t := range targets {
		if !m.Build(t) && (t == "" || !m.Build(".DEFAULT")) { // its recipe is for what has no rule
			return res, noTask(file, t)
		}
	}
	for _, l := range m.Lines() {
		res.Add(Cmd{Text: l.Text, Line: l.Line, Task: l.Target, Interpreter: l.Interpreter})
	}
	res.Unread = append(res.Unread, m.Unread()...)
	return res, nil
}
