package cases

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/guard"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/ledger"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/secret"
	"github.com/sentinelgate/sentinel/internal/state"
	"github.com/sentinelgate/sentinel/rules"
)

// Runner scores cases. Its zero value uses the default policy on the imaginary
// machine.
type Runner struct {
	KB *kb.Base // shared by all cases; made when nil
	// Home is where the home of the imaginary machine lies; "" is
	// paths.ProjectHome.
	Home string
	// Real decides on this machine instead of the imaginary one.
	Real    func(sentinel.Call) sentinel.Decision
	scanner *secret.Scanner // made when it is needed
}

// bench is the machine and the memory of one case.
type bench struct {
	gate     *sentinel.Gate
	assessor *guard.Assessor
	real     func(sentinel.Call) sentinel.Decision
	mem      *paths.Mem
	cwd      string
	// alone: nobody attends who could be asked.
	alone bool
}

// Run scores the cases, in order.
func (r *Runner) Run(list []Case) Score {
	if r.KB == nil {
		r.KB = kb.New()
	}
	s := Score{Version: 1, Failures: []Failure{}}
	for _, c := range list {
		if c.Hand || c.Setup != nil && c.Setup.RulesFile != "" {
			s.Skipped++
			continue
		}
		if c.Content != nil {
			r.content(c, &s)
			continue
		}
		s.Cases++
		switch {
		case len(c.SameShape) > 0 || len(c.NewShape) > 0:
			r.firstTime(c, &s)
		default:
			r.one(c, &s)
		}
	}
	return s
}

// bench makes the machine of a case.
func (r *Runner) bench(c Case) (*bench, error) {
	files := map[string]string{}
	links := map[string]string{}
	home, cwd := r.home(), c.Cwd
	project := home + "/project"
	if cwd == "" {
		cwd = project
	}
	policy := sentinel.DefaultPolicy()
	set := rules.Defaults(paths.IsSensitive)
	if c.Setup != nil {
		if c.Setup.Home != "" {
			home = c.Setup.Home
		}
		if c.Setup.Cwd != "" {
			cwd = c.Setup.Cwd
		}
		for name, raw := range c.Setup.Files {
			if err := setupFile(name, raw, files, links); err != nil {
				return nil, err
			}
		}
		set = layered(c.Setup, set)
	}
	root := project
	if c.Setup != nil && c.Setup.OS == "windows" && len(c.Setup.Cwd) > 2 && c.Setup.Cwd[1] == ':' {
		root = strings.ReplaceAll(c.Setup.Cwd, `\`, "/")
		files[root+"/.git/HEAD"] = "ref: refs/heads/main\n"
	}
	mem := paths.NewProjectAt(r.home()+"/project", files)
	for link, target := range links {
		if !strings.HasPrefix(link, "/") {
			link = project + "/" + link
		}
		mem.Symlink(target, link)
	}
	place := &paths.Place{FS: mem, Home: home, Root: root}
	world := &facts.World{Place: place, KB: r.KB}
	memory := &engine.Memory{Home: home, Standard: true, Book: ledger.NewMemory(func() time.Time { return time.Unix(1e9, 0) })}
	assessor, err := r.guarded(world)
	if err != nil {
		return nil, err
	}
	g := sentinel.New(sentinel.WithAssessor(assessor), sentinel.WithPolicy(policy.WithRules(set)),
		sentinel.WithMemory(memory), sentinel.WithClientPrompt())
	b := &bench{gate: g, assessor: assessor, mem: mem, cwd: cwd, real: r.Real}
	if c.Setup != nil {
		b.alone = strings.HasPrefix(c.Setup.Mode, "unattended")
		for _, a := range c.Setup.Approvals {
			// "once" is the answer to the very call that the case is about.
			if a.Project == "" || within(cwd, a.Project) {
				b.approve("bash", map[string]any{"command": a.Command})
			}
		}
	}
	return b, nil
}

func (r *Runner) home() string {
	if r.Home == "" {
		return paths.ProjectHome
	}
	return r.Home
}

// guarded puts the guards over a world, with a session of their own.
func (r *Runner) guarded(w *facts.World) (*guard.Assessor, error) {
	s, err := r.secrets()
	return &guard.Assessor{World: w, Session: &state.Session{}, Scanner: s}, err
}

// secrets is the scanner with the built-in rules.
func (r *Runner) secrets() (*secret.Scanner, error) {
	if r.scanner != nil {
		return r.scanner, nil
	}
	s, err := secret.New(secret.Options{})
	if err != nil {
		return nil, err
	}
	r.scanner = s
	return s, nil
}

func setupFile(name string, raw json.RawMessage, files, links map[string]string) error {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return err
	}
	if m, ok := v.(map[string]any); ok {
		if to, ok := m["symlink"].(string); ok {
			links[name] = to
			return nil
		}
	}
	s, ok := joined(v).(string)
	if !ok {
		return fmt.Errorf("file %s is neither text nor link", name)
	}
	files[name] = s
	return nil
}

// layered puts the rules of a case over the defaults.
func layered(s *Setup, set *rules.Set) *rules.Set {
	user := s.Rules
	if len(s.UserRules) > 0 {
		user = s.UserRules
	}
	if len(user) > 0 {
		own, _ := rules.Parse(rules.Source{File: "rules"}, user)
		set = own.Over(set)
	}
	if len(s.ProjectRules) > 0 {
		own, _ := rules.Parse(rules.Source{File: "project"}, s.ProjectRules)
		set = own.OnlyTightening().Over(set)
	}
	return set
}

// decide judges one call before silence.
func (b *bench) decide(tool string, input map[string]any) (Verdict, sentinel.Decision) {
	call := sentinel.Call{Agent: "test", Session: "s", Tool: tool, Arguments: input, Cwd: b.cwd, Attended: !b.alone}
	var d sentinel.Decision
	if b.real != nil {
		d = b.real(call)
	} else {
		d = b.gate.Decide(context.Background(), call)
	}
	switch {
	case d.Permitted:
		return Allow, d
	case d.Outcome == sentinel.Asked:
		return Ask, d
	}
	return Block, d
}

// within tells whether a folder is dir or lies below it.
func within(folder, dir string) bool { return folder == dir || strings.HasPrefix(folder, dir+"/") }

// approve answers a call with always.
func (b *bench) approve(tool string, input map[string]any) {
	if v, d := b.decide(tool, input); v == Ask {
		_ = b.gate.Remember(d)
	}
}

func (r *Runner) one(c Case, s *Score) {
	b, err := r.bench(c)
	if err != nil {
		s.fail(Failure{ID: c.ID, Class: class(c), Expect: c.Expect, Got: "error", Why: err.Error()})
		return
	}
	if c.Setup != nil {
		for _, w := range c.Setup.Session {
			b.play(w.Tool, w.Input)
		}
	}
	got, d := b.decide(c.Tool, c.Input)
	want := wanted(c.Expect)
	if right(want, got) {
		return
	}
	s.fail(Failure{ID: c.ID, Class: class(c), Expect: c.Expect, Got: string(got), Why: d.Reason, Call: callText(c.Tool, c.Input),
		Missed: got == Allow, Needle: want == "allow"})
}

// play lets an earlier call of the session happen, so that what it wrote is
// there and is known to have been written.
func (b *bench) play(tool string, input map[string]any) {
	call := sentinel.Call{Agent: "test", Session: "s", Tool: tool, Arguments: input, Cwd: b.cwd}
	if b.assessor == nil {
		return
	}
	for real, text := range b.assessor.Play(call) {
		b.mem.Put(real, text)
	}
}

func class(c Case) string {
	if c.Class != "" {
		return c.Class
	}
	return c.Kind
}

// wanted gives the verdict that an expectation begins with.
func wanted(expect string) string {
	if strings.HasPrefix(expect, "ask or deny") {
		return "ask or deny"
	}
	w := strings.FieldsFunc(expect, func(r rune) bool { return r == ' ' || r == ';' || r == ',' })
	if len(w) == 0 {
		return ""
	}
	return w[0]
}

// right tells whether a verdict meets the expectation. ask is also met by a
// refusal, a refusal only by a refusal.
func right(want string, got Verdict) bool {
	switch want {
	case "allow":
		return got == Allow
	case "ask", "ask or deny":
		return got != Allow
	case "deny", "block":
		return got == Block
	}
	return false
}

func callText(tool string, input map[string]any) string {
	if s, ok := input["command"].(string); ok {
		return s
	}
	b, _ := json.Marshal(input)
	return tool + " " + string(b)
}

// firstTime scores a case of one approval and what it covers.
func (r *Runner) firstTime(c Case, s *Score) {
	b, err := r.bench(c)
	if err != nil {
		s.fail(Failure{ID: c.ID, Class: class(c), Expect: c.Expect, Got: "error", Why: err.Error()})
		return
	}
	memory := &engine.Memory{Home: r.home(), Standard: true, Book: ledger.NewMemory(func() time.Time { return time.Unix(1e9, 0) })}
	b.gate = b.remembering(memory)
	first, d := b.decide(c.Tool, c.Input)
	f := Failure{ID: c.ID, Class: class(c), Expect: c.Expect, Call: callText(c.Tool, c.Input)}
	if first == Allow {
		f.Got, f.Why, f.Missed = "allow at first", d.Reason, true
		s.fail(f)
		return
	}
	if first == Ask {
		_ = b.gate.Remember(d)
	}
	var wrong []string
	for _, line := range c.SameShape {
		if got, d := b.decide("bash", map[string]any{"command": line}); got != Allow {
			f.Needle = true
			wrong = append(wrong, fmt.Sprintf("same %q: %s (%s)", line, got, d.Reason))
		}
	}
	for _, line := range c.NewShape {
		if got, _ := b.decide("bash", map[string]any{"command": line}); got == Allow {
			f.Missed = true
			wrong = append(wrong, fmt.Sprintf("new %q: allow", line))
		}
	}
	if len(wrong) > 0 {
		f.Got, f.Why = string(first), strings.Join(wrong, "; ")
		s.fail(f)
	}
}

// remembering is the bench's gate under the built-in rules alone, with another memory.
func (b *bench) remembering(m *engine.Memory) *sentinel.Gate {
	set := rules.Defaults(paths.IsSensitive)
	return sentinel.New(sentinel.WithAssessor(b.assessor),
		sentinel.WithPolicy(sentinel.DefaultPolicy().WithRules(set)), sentinel.WithMemory(m), sentinel.WithClientPrompt())
}
