package whole

import (
	"cmp"
	"fmt"

	"github.com/sentinelgate/sentinel/internal/tasks"
	"github.com/sentinelgate/sentinel/internal/tasks/ninja"
)

// Ninja reads build.ninja: what building the targets may run.
func Ninja(read tasks.Reader, _ tasks.Lister, file string, names []string) (tasks.Result, error) {
	file = cmp.Or(file, "build.ninja")
	res := tasks.Result{File: file}
	f, ok := ninja.Parse(file, read)
	if !ok {
		return res, fmt.Errorf("ninja: %w", tasks.ErrNoFile)
	}
	for _, c := range f.Commands(names) {
		res.Add(tasks.Cmd{Text: c.Text, Line: c.Line, Task: c.Out})
	}
	for _, why := range f.Unread() {
		res.Missed("%s", why)
	}
	return res, nil
}
