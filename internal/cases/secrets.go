package cases

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/sentinelgate/sentinel/internal/secret"
)

// Content is a case about secrets in a text: what stands where in it.
type Content struct {
	Path     string   `json:"path"`
	Content  string   `json:"content"`
	Pieces   []string `json:"content_parts"` // the content, where it is stored in pieces
	Parts    [][]any  `json:"parts"`         // what {{0}}, {{1}} stand for, each in pieces
	Grade    string   `json:"grade"`         // cases of grade debatable are not scored
	Encoding string   `json:"encoding"`      // utf-16, or "" for UTF-8
	Secrets  []Secret `json:"expect"`
}

// Secret is a line on which a secret is expected.
type Secret struct {
	Label string   `json:"label"`
	Line  int      `json:"line"`
	Alt   []string `json:"alt"` // labels that are right as well
}

// isContent tells whether a line of a file is a case about secrets: only these
// expect a list.
func isContent(line []byte) bool {
	var c struct {
		Expect json.RawMessage `json:"expect"`
	}
	return json.Unmarshal(line, &c) == nil && len(c.Expect) > 0 && c.Expect[0] == '['
}

func decodeContent(line []byte) (Case, error) {
	var head struct {
		ID   string `json:"id"`
		Kind string `json:"kind"`
		Why  string `json:"why"`
	}
	var c Content
	if err := errors.Join(json.Unmarshal(line, &head), json.Unmarshal(line, &c)); err != nil {
		return Case{}, err
	}
	if head.ID == "" {
		return Case{}, errors.New("a case needs an id")
	}
	return Case{ID: head.ID, Kind: head.Kind, Why: head.Why, Content: &c}, nil
}

// Text puts the content together.
func (c *Content) Text() []byte {
	text := c.Content
	if text == "" {
		text = strings.Join(c.Pieces, "")
	}
	for i, pieces := range c.Parts {
		var b strings.Builder
		for _, p := range pieces {
			fmt.Fprint(&b, p)
		}
		text = strings.ReplaceAll(text, "{{"+strconv.Itoa(i)+"}}", b.String())
	}
	if c.Encoding == "" {
		return []byte(text)
	}
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return out
}

// content scores a case about secrets, by line: every expected one is found
// under a right label, and no other.
func (r *Runner) content(c Case, s *Score) {
	if c.Content.Grade == "debatable" {
		s.Skipped++
		return
	}
	s.Cases++
	s.Secrets += len(c.Content.Secrets)
	scanner, err := r.secrets()
	var got []secret.Finding
	if err == nil {
		got, err = scanner.Bytes(c.Content.Path, c.Content.Text())
	}
	if err != nil {
		s.fail(Failure{ID: c.ID, Class: class(c), Expect: expected(c), Got: "error", Why: err.Error(), Call: c.Content.Path})
		return
	}
	f := Failure{ID: c.ID, Class: class(c), Expect: expected(c), Got: foundAs(got), Why: c.Why, Call: c.Content.Path}
	missed, needless, wrong := compare(c.Content.Secrets, got)
	if missed+needless+wrong == 0 {
		return
	}
	s.Missed, s.Needless, s.Wrong = s.Missed+missed, s.Needless+needless, s.Wrong+1
	s.Failures = append(s.Failures, f)
}

// compare counts expected lines without a finding, lines with one that is not
// expected, and lines found under a wrong label.
func compare(want []Secret, got []secret.Finding) (missed, needless, wrong int) {
	for _, w := range want {
		labels := append([]string{w.Label}, w.Alt...)
		here := slices.DeleteFunc(slices.Clone(got), func(f secret.Finding) bool { return f.Line != w.Line })
		switch {
		case len(here) == 0:
			missed++
		case !slices.ContainsFunc(here, func(f secret.Finding) bool { return slices.Contains(labels, f.Label) }):
			wrong++
		}
	}
	lines := map[int]bool{}
	for _, f := range got {
		if !slices.ContainsFunc(want, func(w Secret) bool { return w.Line == f.Line }) {
			lines[f.Line] = true
		}
	}
	return missed, len(lines), wrong
}

func expected(c Case) string {
	var list []string
	for _, w := range c.Content.Secrets {
		list = append(list, fmt.Sprintf("%s in line %d", w.Label, w.Line))
	}
	return orNothing(list)
}

func foundAs(got []secret.Finding) string {
	var list []string
	for _, f := range got {
		list = append(list, fmt.Sprintf("%s in line %d", f.Label, f.Line))
	}
	return orNothing(list)
}

func orNothing(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, ", ")
}
