package schema

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sentinelgate/sentinel"
)

// Check reads a whole file, verbs included, and reports everything that is not
// of the vocabulary. The tests run it; at run time a broken verb makes its
// command unread.
func (t *Tool) Check() error {
	if len(t.Examples) == 0 {
		return fmt.Errorf("%s: no examples", t.Tool)
	}
	return t.Node.check(t.Tool)
}

func (n *Node) check(where string) error {
	var errs []error
	bad := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf(where+": "+format, args...))
	}
	switch n.Style {
	case "", "gnu", "posix", "go", "dd", "plain":
	default:
		bad("style %q", n.Style)
	}
	for _, name := range n.twice() {
		bad("%s is listed twice: which of both counts would be left to chance", name)
	}
	for _, e := range n.Does {
		if err := CheckEffect(e); err != nil {
			bad("%w", err)
		}
	}
	for _, c := range n.When {
		for _, e := range c.Does {
			if err := CheckEffect(e); err != nil {
				bad("%w", err)
			}
		}
		if c.Risk != "" {
			if _, err := sentinel.ParseRisk(c.Risk); err != nil {
				bad("%w", err)
			}
		}
		for _, d := range c.Drop {
			if _, err := sentinel.ParseEffectKind(d); err != nil && d != "*" {
				bad("%w", err)
			}
		}
	}
	for name := range strings.FieldsSeq(n.Alike + " " + n.Bind) {
		_, known := n.flags[name]
		if _, all := n.flags["*"]; strings.HasPrefix(name, "-") && !known && !all {
			bad("alike or bind %q, which is no option of it", name)
		}
		if n.IsAlike(name) && n.Binds("", name) {
			bad("%q is alike and binds", name)
		}
	}
	if n.Free != "" && n.Bind == "" {
		bad("free %q, where nothing binds", n.Free)
	}
	seen := map[string]bool{}
	for name := range n.firstWords {
		if seen[name] {
			continue
		}
		seen[name] = true
		v := n.exact(name)
		if v.Same != "" {
			if !strings.HasPrefix(v.Same, "=") && n.Find(v.Same) == nil {
				bad("verb %s stands for %q, which is not there", name, v.Same)
			}
			continue
		}
		child, err := v.Open()
		if err == nil && v.raw != "" {
			err = Strict([]byte(v.raw), &Node{})
		}
		if err != nil {
			bad("%w", err)
			continue
		}
		if err := child.check(where + " " + name); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// twice gives the options and verbs that stand under more than one key.
func (n *Node) twice() []string {
	var out []string
	owner := map[string]string{}
	add := func(name, key string) {
		if before, ok := owner[name]; ok {
			out = append(out, fmt.Sprintf("%s (%q and %q)", name, before, key))
		}
		owner[name] = key
	}
	for _, o := range n.options {
		for name := range strings.FieldsSeq(o.key) {
			add("the option "+name, o.key)
		}
	}
	for _, s := range n.subs {
		for name := range strings.SplitSeq(s.key, "|") {
			add("the verb "+strings.Join(strings.Fields(name), " "), s.key)
		}
	}
	return out
}

// Effect takes an effect of the files apart: KIND[/SCOPE] [@WHERE].
func Effect(text string) (kind, scope, where string) {
	kind, where, _ = strings.Cut(text, "@")
	kind = strings.TrimSpace(kind)
	where = strings.TrimSpace(where)
	kind, scope, _ = strings.Cut(kind, "/")
	return kind, scope, where
}

// CheckEffect tells what of an effect is not of the vocabulary.
func CheckEffect(text string) error {
	kind, scope, _ := Effect(text)
	if _, err := sentinel.ParseEffectKind(kind); err != nil {
		return err
	}
	if scope != "" {
		if _, err := sentinel.ParseScope(scope); err != nil {
			return err
		}
	}
	return nil
}
