package cases

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sort"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/ledger"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/rules"
)

// Replay is what a recorded session would have asked.
type Replay struct {
	Version   int    `json:"version"`
	Calls     int    `json:"calls"`
	Shell     int    `json:"shell"`
	Questions int    `json:"questions"`
	InShell   int    `json:"shell_questions"`
	Blocked   int    `json:"blocked"`
	Kinds     []Kind `json:"kinds"`
}

// Kind is one kind of question with its first text.
type Kind struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
	First string `json:"first"`
}

// Rate is the number of questions per 100 shell calls.
func (r Replay) Rate() float64 {
	if r.Shell == 0 {
		return 0
	}
	return 100 * float64(r.InShell) / float64(r.Shell)
}

// Add joins two sessions.
func (r *Replay) Add(o Replay) {
	r.Version = 1
	r.Calls, r.Shell, r.Questions, r.Blocked, r.InShell = r.Calls+o.Calls, r.Shell+o.Shell, r.Questions+o.Questions, r.Blocked+o.Blocked, r.InShell+o.InShell
	for _, k := range o.Kinds {
		r.count(k.Kind, k.First, k.Count)
	}
	sort.SliceStable(r.Kinds, func(i, j int) bool { return r.Kinds[i].Count > r.Kinds[j].Count })
}

func (r *Replay) count(kind, first string, n int) {
	for i := range r.Kinds {
		if r.Kinds[i].Kind == kind {
			r.Kinds[i].Count += n
			return
		}
	}
	r.Kinds = append(r.Kinds, Kind{kind, n, first})
}

// ReplayFile plays one session: each question is answered with yes, remember.
func ReplayFile(name string, in io.Reader, now func() time.Time) (Replay, error) {
	r := Replay{Version: 1}
	memory := &engine.Memory{Book: ledger.NewMemory(now)}
	set := rules.Defaults(func(p string) bool { _, ok := paths.Sensitive(p); return ok })
	base := kb.New()
	mem := paths.NewProject(nil)
	sc := bufio.NewScanner(in)
	sc.Buffer(make([]byte, 64<<10), 16<<20)
	root := ""
	for n := 1; sc.Scan(); n++ {
		var c struct {
			Tool  string         `json:"tool"`
			Input map[string]any `json:"input"`
			Cwd   string         `json:"cwd"`
		}
		if len(sc.Bytes()) == 0 {
			continue
		}
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			return r, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if root == "" {
			root = c.Cwd
		}
		if c.Cwd == "" {
			c.Cwd = paths.ProjectRoot
		}
		home, project := homeOf(root)
		place := &paths.Place{FS: mem, Home: home, Root: project}
		g := sentinel.New(sentinel.WithAssessor(&facts.World{Place: place, KB: base}), sentinel.WithPolicy(sentinel.DefaultPolicy().WithRules(set)),
			sentinel.WithMemory(memory), sentinel.WithClientPrompt())
		b := &bench{gate: g, cwd: c.Cwd}
		r.play(b, memory, c.Tool, c.Input)
	}
	sort.SliceStable(r.Kinds, func(i, j int) bool { return r.Kinds[i].Count > r.Kinds[j].Count })
	return r, sc.Err()
}

// homeOf guesses home and project from a session's first folder.
func homeOf(cwd string) (home, project string) {
	if cwd == "" {
		return paths.ProjectHome, paths.ProjectRoot
	}
	for _, top := range []string{"/home/", "/Users/"} {
		if len(cwd) > len(top) && cwd[:len(top)] == top {
			for i := len(top); i < len(cwd); i++ {
				if cwd[i] == '/' {
					return cwd[:i], cwd
				}
			}
		}
	}
	return paths.ProjectHome, cwd
}

// play judges one call of the session.
func (r *Replay) play(b *bench, m *engine.Memory, tool string, input map[string]any) {
	r.Calls++
	shell := facts.ActionOf(tool) == sentinel.ActionShell
	if shell {
		r.Shell++
	}
	v, d := b.decide(tool, input)
	if v == Allow {
		return
	}
	if v == Block {
		r.Blocked++
	}
	r.Questions++
	if shell {
		r.InShell++
	}
	kind := d.Rule
	for _, f := range d.Findings {
		kind = f.Rule
		break
	}
	r.count(kind, callText(tool, input), 1)
	if v == Ask {
		_ = m.Remember(d.Call, d.Pending, true)
	}
}
