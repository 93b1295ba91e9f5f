package cases

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sort"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/guard"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/ledger"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/state"
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
	Asked     []Said `json:"asked,omitempty"` // each question and refusal, when wanted
}

// Kind is one kind of question with its first text.
type Kind struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
	First string `json:"first"`
}

// Said is one question or refusal of a session.
type Said struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Verdict string `json:"verdict"`
	Kind    string `json:"kind"`
	Reason  string `json:"reason"`
	Call    string `json:"call"`
}

// Rate is the number of questions per 100 calls.
func (r Replay) Rate() float64 { return rate(r.Questions, r.Calls) }

// ShellRate is the number of questions per 100 shell calls.
func (r Replay) ShellRate() float64 { return rate(r.InShell, r.Shell) }

func rate(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}

// Add joins two sessions.
func (r *Replay) Add(o Replay) {
	r.Version = 1
	r.Calls, r.Shell, r.Questions, r.Blocked, r.InShell = r.Calls+o.Calls, r.Shell+o.Shell, r.Questions+o.Questions, r.Blocked+o.Blocked, r.InShell+o.InShell
	for _, k := range o.Kinds {
		r.count(k.Kind, k.First, k.Count)
	}
	r.Asked = append(r.Asked, o.Asked...)
	r.sort()
}

// sort puts the most frequent kind first.
func (r *Replay) sort() {
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

// Player plays recorded sessions. Its zero value uses the default policy on an
// imaginary machine whose project has no files but those the session writes.
type Player struct {
	Now func() time.Time // for what is remembered; nil stands still
	// Assessor and Policy, when set, are those of this machine.
	Assessor sentinel.Assessor
	Policy   sentinel.Policy
	// Together: the sessions are one person's in one project, one after the
	// other, so that what was remembered in one holds in the next.
	Together bool
	// Each: keep every question and refusal, not only the first of its kind.
	Each bool
	// Heard, when set, hears of each call that did not simply run.
	Heard func(text string, v Verdict, d sentinel.Decision)

	book *ledger.Memory // of the sessions that belong together
}

// Play plays one session, a JSON object a line: each question is answered with
// yes, remember. name is for error messages. A file in which no call was found
// is an error: nothing asked about nothing looks like a quiet gate.
func (p *Player) Play(name string, in io.Reader) (Replay, error) {
	r := Replay{Version: 1}
	sc := bufio.NewScanner(in)
	sc.Buffer(make([]byte, 64<<10), 16<<20)
	var b *bench
	for n := 1; sc.Scan(); n++ {
		if len(bytes.TrimSpace(sc.Bytes())) == 0 {
			continue
		}
		var c record
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			return r, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		calls := c.calls()
		if b == nil && (len(calls) > 0 || len(c.Files) > 0) {
			b = p.bench(c.Cwd, c.Files)
		}
		for _, call := range calls {
			if b.cwd = c.Cwd; b.cwd == "" {
				b.cwd = paths.ProjectRoot
			}
			r.play(b, call, p, Said{File: name, Line: n})
		}
	}
	r.sort()
	if err := sc.Err(); err != nil {
		return r, fmt.Errorf("read %s: %w", name, err)
	}
	if r.Calls == 0 {
		return r, fmt.Errorf("%s: %w", name, ErrNoCalls)
	}
	return r, nil
}

// bench makes the machine of a session that begins in cwd.
func (p *Player) bench(cwd string, files map[string]string) *bench {
	now := p.Now
	if now == nil {
		now = func() time.Time { return time.Unix(1e9, 0) }
	}
	b := &bench{}
	assessor, policy := p.Assessor, p.Policy
	home, project := homeOf(cwd)
	if assessor == nil {
		b.mem = paths.NewProjectAt(project, files)
		b.assessor = &guard.Assessor{Session: &state.Session{},
			World: &facts.World{Place: &paths.Place{FS: b.mem, Home: home, Root: project}, KB: kb.New()}}
		assessor = b.assessor
		policy = sentinel.DefaultPolicy().WithRules(rules.Defaults(paths.IsSensitive))
	}
	if p.book == nil || !p.Together {
		p.book = ledger.NewMemory(now)
	}
	b.gate = sentinel.New(sentinel.WithAssessor(assessor), sentinel.WithPolicy(policy),
		sentinel.WithMemory(&engine.Memory{Home: home, Standard: true, Book: p.book}), sentinel.WithClientPrompt())
	return b
}

// homeOf guesses home and project from a session's first folder. The project is
// a git work tree wherever it lies: what git can give back must count there, too.
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

// play judges one call of the session, and lets it happen.
func (r *Replay) play(b *bench, c recorded, p *Player, at Said) {
	r.Calls++
	shell := facts.ActionOf(c.Tool) == sentinel.ActionShell
	if shell {
		r.Shell++
	}
	v, d := b.decide(c.Tool, c.Input)
	text := callText(c.Tool, c.Input)
	if p.Heard != nil && v != Allow {
		p.Heard(text, v, d)
	}
	if p.Each && v != Allow {
		at.Verdict, at.Kind, at.Reason, at.Call = string(v), kindOf(d, c.Tool), d.Reason, text
		r.Asked = append(r.Asked, at)
	}
	switch v {
	case Ask:
		r.Questions++
		if shell {
			r.InShell++
		}
		r.count(kindOf(d, c.Tool), text, 1)
		_ = b.gate.Remember(d) // red is not remembered, as in life
	case Block:
		r.Blocked++
		r.count("refused: "+kindOf(d, c.Tool), text, 1)
		return
	}
	if b.mem != nil {
		b.play(c.Tool, c.Input)
	}
}

// kindOf names what a question is about: the worst finding, else the rule, else
// the tool.
func kindOf(d sentinel.Decision, tool string) string {
	switch {
	case len(d.Findings) > 0:
		return d.Findings[0].Rule
	case d.Rule != "":
		return d.Rule
	}
	return tool
}
