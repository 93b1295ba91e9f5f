// Package makefile finds the recipes that GNU make would run for a target, without
// running anything. It reads one file: variables, rules, patterns; includes and
// code that make generates for itself are reported as unread.
//
//	f := makefile.Parse(text, []string{"PREFIX=/usr"})
//	found := f.Build("test")
package makefile

import (
	"fmt"
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
)

// Line is one command.
type Line struct {
	Text        string // shell text
	Line        int    // from 1
	Target      string // empty: make runs it while it reads the file
	Interpreter string // set if recipes are not run by a shell
}

const (
	maxDepth = 160   // targets that need targets
	maxNest  = 40    // variables in variables
	maxSteps = 20000 // work on one file
	maxLines = 2000
)

// Parse reads a makefile. Assignments are those of make's command line, as
// "NAME=value", and those of its environment, as "NAME?=value", which the file's own
// assignments override.
func Parse(src string, assignments []string) *File {
	m := &File{vars: map[string]makeVar{}, done: map[string]bool{}, prefix: "\t"}
	for _, a := range assignments {
		name, value, _ := strings.Cut(a, "=")
		m.vars[strings.TrimRight(name, ":?+")] = makeVar{value: value, fixed: !strings.HasSuffix(name, "?")}
	}
	m.parse(strings.ReplaceAll(src, "\r\n", "\n"))
	return m
}

// Unread gives the reasons why what was found may not be all.
func (m *File) Unread() []string { return m.unread }

// Lines gives the commands found so far: those that reading the file runs, and those
// of the targets built.
func (m *File) Lines() []Line { return m.lines }

// Build adds what a target needs, then its own recipe; it is false if the file has no
// rule for it. An empty target is the default goal.
func (m *File) Build(target string) bool {
	if target == "" {
		goals := m.defaultGoal()
		for _, g := range goals {
			m.build(g, 0)
		}
		return len(goals) > 0
	}
	if !m.known(target) {
		return false
	}
	m.build(target, 0)
	return true
}

func (m *File) add(l Line) {
	switch {
	case strings.TrimSpace(l.Text) == "":
	case len(m.lines) < maxLines:
		m.lines = append(m.lines, l)
	default:
		m.missed("too many commands")
	}
}

func (m *File) missed(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	for _, u := range m.unread {
		if u == s {
			return
		}
	}
	if len(m.unread) < 50 {
		m.unread = append(m.unread, s)
	}
}

type makeVar struct {
	value   string
	simple  bool // := : expanded when it was read
	fixed   bool // given on the command line, which wins
	vague   bool // assigned in a condition, or more than once by different means
	defined bool
}

type makeRule struct {
	targets []string // expanded
	needs   []string // expanded words
	recipe  []makeLine
	pattern bool
	vague   bool // a need is not known
}

type makeLine struct {
	text string
	line int
}

// File is a makefile that has been read.
type File struct {
	lines  []Line
	unread []string
	vars   map[string]makeVar
	rules  []makeRule
	done   map[string]bool
	prefix string // what begins a recipe line
	ifs    int    // open conditions
	steps  int
	auto   makeAuto // automatic variables while a recipe is expanded
	line   int
	oneSh  bool // .ONESHELL
}

type makeAuto struct {
	on           bool
	target, stem string
	needs        []string
}

// known tells whether a target has a rule, or make could know one.
func (m *File) known(t string) bool {
	for _, r := range m.rules {
		for _, rt := range r.targets {
			if rt == t {
				return true
			}
			if _, ok := matchPattern(rt, t); r.pattern && ok {
				return true
			}
		}
	}
	return false
}

// defaultGoal gives what make builds without a target.
func (m *File) defaultGoal() []string {
	if v, ok := m.vars[".DEFAULT_GOAL"]; ok && v.value != "" {
		return strings.Fields(m.expand(v.value, 0))
	}
	for _, r := range m.rules {
		for _, t := range r.targets {
			if !r.pattern && (t[0] != '.' || strings.Contains(t, "/")) {
				return []string{t}
			}
		}
	}
	return nil
}

// build adds the recipes of what a target needs, then its own.
func (m *File) build(target string, depth int) {
	if m.done[target] {
		return
	}
	if m.steps++; depth > maxDepth || m.steps > maxSteps/4 {
		m.missed("targets nested too deep")
		return
	}
	m.done[target] = true
	var own []int
	stems := map[int]string{}
	recipe := false
	for i, r := range m.rules {
		for _, t := range r.targets {
			if !r.pattern && t == target {
				own = append(own, i)
				recipe = recipe || len(r.recipe) > 0
				break
			}
		}
	}
	if !recipe { // a pattern rule may serve
		for i, r := range m.rules {
			for _, t := range r.targets {
				if stem, ok := matchPattern(t, target); r.pattern && ok {
					own = append(own, i)
					stems[i] = stem
					break
				}
			}
		}
	}
	var needs []string
	for _, i := range own {
		for _, n := range m.rules[i].needs {
			n = strings.Replace(n, "%", stems[i], 1)
			if n != "|" {
				needs = append(needs, n)
				m.build(n, depth+1)
			}
		}
		if m.rules[i].vague {
			m.missed("what target %s needs is not known", target)
		}
	}
	for _, i := range own {
		m.recipe(m.rules[i], target, stems[i], needs)
	}
}

// recipe adds the lines of one rule.
func (m *File) recipe(r makeRule, target, stem string, needs []string) {
	m.auto = makeAuto{on: true, target: target, stem: stem, needs: needs}
	defer func() { m.auto = makeAuto{} }()
	shell := ""
	if v, ok := m.vars["SHELL"]; ok {
		words := strings.Fields(m.expand(v.value, 0))
		for i, w := range words {
			w = w[strings.LastIndexByte(w, '/')+1:]
			if w == "env" && i+1 < len(words) {
				continue
			}
			if !shelltext.IsShell(w) {
				shell = w
			}
			break
		}
	}
	var one []string
	for _, l := range r.recipe {
		m.line = l.line
		text := strings.TrimLeft(m.expand(l.text, 0), " \t")
		text = strings.TrimLeft(text, "@-+ \t")
		if m.oneSh {
			one = append(one, text)
			continue
		}
		m.add(Line{Text: text, Line: l.line, Target: target, Interpreter: shell})
	}
	if len(one) > 0 {
		m.add(Line{Text: strings.Join(one, "\n"), Line: r.recipe[0].line, Target: target, Interpreter: shell})
	}
}

// matchPattern matches a target against a pattern with one % and gives the stem.
func matchPattern(pattern, target string) (string, bool) {
	before, after, ok := strings.Cut(pattern, "%")
	if !ok || len(target) < len(before)+len(after) || !strings.HasPrefix(target, before) || !strings.HasSuffix(target, after) {
		return "", false
	}
	return target[len(before) : len(target)-len(after)], true
}
