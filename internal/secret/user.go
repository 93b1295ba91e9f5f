package secret

import (
	"fmt"
	"path"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"

	"github.com/sentinelgate/sentinel/internal/secret/word"
)

// Rule is a rule of the user's own.
type Rule struct {
	ID    string // becomes the label
	Title string // "" is the ID
	// Keywords: the expression is tried where one of them, of at least three
	// letters, is in the text; capitals do not count. Without any it is tried on
	// every text, which is slow.
	Keywords []string
	Regexp   string
	Group    int     // which group of the expression is the secret, 0 the whole
	Entropy  float64 // at least so many bits per character
}

// Allow says what is no finding.
type Allow struct {
	Values []string // expressions that match the whole of a secret
	Labels []string
	Paths  []string // patterns of path.Match, for the whole path or its last part
}

// userRule compiles its expression when it is first needed.
type userRule struct {
	Rule
	re func() *regexp.Regexp
}

func newUserRule(r Rule) (userRule, error) {
	if r.ID == "" {
		return userRule{}, fmt.Errorf("secret rule without an id")
	}
	for _, k := range r.Keywords {
		if len(k) < 3 {
			return userRule{}, fmt.Errorf("secret rule %s: keyword %q has fewer than three letters", r.ID, k)
		}
	}
	re, err := syntax.Parse(r.Regexp, syntax.Perl)
	if err != nil {
		return userRule{}, fmt.Errorf("secret rule %s: %w", r.ID, err)
	}
	if r.Group < 0 || r.Group > re.MaxCap() {
		return userRule{}, fmt.Errorf("secret rule %s: the expression has no group %d", r.ID, r.Group)
	}
	if r.Title == "" {
		r.Title = r.ID
	}
	return userRule{r, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(r.Regexp) })}, nil
}

// user runs a rule of the user's own over the window, for what begins between
// from and to.
func (r *run) user(u *userRule, from, to int) {
	for _, m := range u.re().FindAllSubmatchIndex(r.text, -1) {
		start, end := m[2*u.Group], m[2*u.Group+1]
		if start < from || start >= to || end <= start || u.Entropy > 0 && word.Entropy(string(r.text[start:end])) < u.Entropy {
			continue
		}
		r.add(found{label: u.ID, title: u.Title, start: start, end: end, sure: Medium, rank: rankOwn})
	}
}

// allowList is Allow, ready for use.
type allowList struct {
	values []*regexp.Regexp
	Allow
}

func newAllowList(a Allow) (allowList, error) {
	l := allowList{Allow: a}
	for _, v := range a.Values {
		re, err := regexp.Compile(`\A(?:` + v + `)\z`)
		if err != nil {
			return l, fmt.Errorf("allowed secret %q: %w", v, err)
		}
		l.values = append(l.values, re)
	}
	for _, p := range a.Paths {
		if _, err := path.Match(p, ""); err != nil {
			return l, fmt.Errorf("allowed path %q: %w", p, err)
		}
	}
	return l, nil
}

// skips tells whether nothing in a file counts.
func (l *allowList) skips(name string) bool {
	name = strings.ReplaceAll(name, `\`, "/")
	for _, p := range l.Paths {
		if ok, _ := path.Match(p, name); ok {
			return true
		}
		if ok, _ := path.Match(p, path.Base(name)); ok && !strings.Contains(p, "/") {
			return true
		}
	}
	return false
}

func (l *allowList) has(label string, value []byte) bool {
	for _, a := range l.Labels {
		if a == label {
			return true
		}
	}
	for _, re := range l.values {
		if re.Match(value) {
			return true
		}
	}
	return false
}
