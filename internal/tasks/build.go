package tasks

import (
	"cmp"
	"fmt"

	"github.com/sentinelgate/sentinel/internal/tasks/ninja"
)

// Ninja reads build.ninja: what building the targets may run.
func Ninja(read Reader, _ Lister, file string, names []string) (Result, error) {
	file = cmp.Or(file, "build.ninja")
	res := Result{File: file}
	f, ok := ninja.Parse(file, read)
	if !ok {
		return res, fmt.Errorf("ninja: %w", ErrNoFile)
	}
	for _, c := range f.Commands(names) {
		res.add(Cmd{Text: c.Text, Line: c.Line, Task: c.Out})
	}
	for _, why := range f.Unread() {
		res.missed("%s", why)
	}
	return res, nil
}
