// Package seen holds what package facts notes about a call for the guards:
// which files it touches, runs and writes. A guard reads these and adds what it
// has to say; nothing here judges.
package seen

import (
	"maps"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// most bounds the notes of one kind. Over records that there were more, which
// guards must take for the worst.
const most = 4000

// Facts are the notes on one call. The zero value is empty and ready to use.
type Facts struct {
	Action   sentinel.Action
	Cwd      string
	Text     string // of a shell call
	Touches  []Touch
	Runs     []Run
	Takes    []string          // files that tools take commands from
	Written  map[string]string // files that a shell text writes, with what is known of their content
	Commands []*shell.Command
	Over     bool // there was more than is noted
}

// Touch is a path and what is done to it.
type Touch struct {
	Kind    sentinel.EffectKind
	Loc     paths.Located
	Target  paths.Target // as it was looked up, in the command's first folder
	Command *shell.Command
	View    *kb.View
	Whole   bool // all files below it are meant
}

// Run is a file that a command runs.
type Run struct {
	Script  shell.Script
	Command *shell.Command
}

// Touched notes a path.
func (f *Facts) Touched(t Touch) {
	if len(f.Touches) >= most {
		f.Over = true
		return
	}
	f.Touches = append(f.Touches, t)
}

// Join adds the notes of another reading of the same call.
func (f *Facts) Join(o Facts) {
	for _, t := range o.Touches {
		f.Touched(t)
	}
	for _, r := range o.Runs {
		f.Ran(r.Script, r.Command)
	}
	f.Takes, f.Commands, f.Over = append(f.Takes, o.Takes...), append(f.Commands, o.Commands...), f.Over || o.Over
	if f.Written == nil {
		f.Written = map[string]string{}
	}
	maps.Copy(f.Written, o.Written)
}

// Ran notes a file that runs.
func (f *Facts) Ran(s shell.Script, c *shell.Command) {
	if len(f.Runs) >= most {
		f.Over = true
		return
	}
	f.Runs = append(f.Runs, Run{s, c})
}
