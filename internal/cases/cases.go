// Package cases scores labelled cases: lines of JSON that say what a call is
// and what should become of it. `sentinel test` runs it; the format is the way
// in which people test their own policy, too.
//
// The machine of a case is imaginary: home /home/dev, a git project at
// /home/dev/project, no file but those the case brings. The verdict is taken
// before silence; abstaining counts as allow.
package cases

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Case is one line of a file.
type Case struct {
	ID        string          `json:"id"`
	Tool      string          `json:"tool"`
	Input     map[string]any  `json:"-"`
	RawInput  json.RawMessage `json:"input"`
	Cwd       string          `json:"cwd"`
	Class     string          `json:"class"`
	Kind      string          `json:"kind"`
	Expect    string          `json:"expect"`
	Why       string          `json:"why"`
	SameShape []string        `json:"same_shape"`
	NewShape  []string        `json:"new_shape"`
	Hand      bool            `json:"hand"`
	Setup     *Setup          `json:"setup"`
	Call      *struct {
		Tool  string         `json:"tool"`
		Input map[string]any `json:"input"`
	} `json:"call"`
	// Content, when set, makes this a case about secrets in a text.
	Content *Content `json:"-"`
}

// Setup is what a report case brings along.
type Setup struct {
	Cwd          string                     `json:"cwd"`
	Home         string                     `json:"home"`
	Rules        json.RawMessage            `json:"rules"`
	UserRules    json.RawMessage            `json:"user_rules"`
	ProjectRules json.RawMessage            `json:"project_rules"`
	Files        map[string]json.RawMessage `json:"files"`
	Approvals    []Approval                 `json:"approvals"`
	Session      []struct {
		Tool  string         `json:"tool"`
		Input map[string]any `json:"input"`
	} `json:"session"`
	OS string `json:"os"`
	// RulesFile describes a file in words, which only a person can make.
	RulesFile string `json:"rules_file"`
	Mode      string `json:"mode"` // "unattended...": nobody can be asked
}

// Approval is an answer that a person gave before.
type Approval struct {
	Command string `json:"command"`
	Choice  string `json:"choice"`
	Project string `json:"project"`
}

// Verdict is what came of one call: allow, ask or block.
type Verdict string

// The verdicts.
const (
	Allow Verdict = "allow"
	Ask   Verdict = "ask"
	Block Verdict = "block"
)

// Failure is a case that is not right.
type Failure struct {
	ID     string `json:"id"`
	Class  string `json:"class"`
	Expect string `json:"expect"`
	Got    string `json:"got"`
	Why    string `json:"why"`
	Call   string `json:"call,omitempty"`
	Missed bool   `json:"missed,omitempty"`
	Needle bool   `json:"needless,omitempty"`
}

// Score sums the cases up.
type Score struct {
	Version  int       `json:"version"`
	Cases    int       `json:"cases"`
	Missed   int       `json:"missed"`
	Needless int       `json:"needless"`
	Wrong    int       `json:"wrong"`
	Skipped  int       `json:"skipped"`
	Secrets  int       `json:"secrets,omitempty"` // lines on which one is expected
	Failures []Failure `json:"failures"`
}

// Summary is the last line of `sentinel test`.
func (s Score) Summary() string {
	return fmt.Sprintf("summary: cases %d missed %d needless %d wrong %d", s.Cases, s.Missed, s.Needless, s.Wrong)
}

func (s *Score) fail(f Failure) {
	s.Wrong++
	if f.Missed {
		s.Missed++
	}
	if f.Needle {
		s.Needless++
	}
	s.Failures = append(s.Failures, f)
}

// Read reads the cases of a file. name is for error messages.
func Read(name string, r io.Reader) ([]Case, error) {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 64<<10), 8<<20)
	var out []Case
	for n := 1; sc.Scan(); n++ {
		line := bytes.TrimSpace(sc.Bytes())
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		read := decode
		if isContent(line) {
			read = decodeContent
		}
		c, err := read(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		out = append(out, c)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return out, nil
}

func decode(line []byte) (Case, error) {
	var c Case
	if err := json.Unmarshal(line, &c); err != nil {
		return c, err
	}
	if len(c.RawInput) > 0 {
		var v any
		if err := json.Unmarshal(c.RawInput, &v); err != nil {
			return c, err
		}
		c.Input, _ = joined(v).(map[string]any)
	}
	if c.Call != nil {
		c.Tool = c.Call.Tool
		c.Input, _ = joined(c.Call.Input).(map[string]any)
	}
	return c, c.check()
}

// check refuses a case that would be right or wrong for a reason that has
// nothing to do with the gate, such as a misspelled member.
func (c Case) check() error {
	switch {
	case c.ID == "" || c.Expect == "":
		return fmt.Errorf("a case needs id and expect")
	case !c.Hand && !slices.Contains([]string{"allow", "ask", "ask or deny", "deny", "block"}, wanted(c.Expect)):
		return fmt.Errorf("expect is %q: say allow, ask, deny or block", c.Expect)
	case c.Tool == "" && !c.Hand:
		return fmt.Errorf("a case needs tool and input")
	}
	return nil
}

// joined puts texts together that are stored as {"join": [...]}, so that no
// scanner trips over the file.
func joined(v any) any {
	switch x := v.(type) {
	case map[string]any:
		if list, ok := x["join"].([]any); ok && len(x) == 1 {
			var b strings.Builder
			for _, p := range list {
				s, _ := p.(string)
				b.WriteString(s)
			}
			return b.String()
		}
		for k, e := range x {
			x[k] = joined(e)
		}
		return x
	case []any:
		for i, e := range x {
			x[i] = joined(e)
		}
	}
	return v
}

// Add joins two scores.
func (s *Score) Add(o Score) {
	s.Cases, s.Missed, s.Needless = s.Cases+o.Cases, s.Missed+o.Missed, s.Needless+o.Needless
	s.Wrong, s.Skipped, s.Secrets = s.Wrong+o.Wrong, s.Skipped+o.Skipped, s.Secrets+o.Secrets
	s.Failures = append(s.Failures, o.Failures...)
}
