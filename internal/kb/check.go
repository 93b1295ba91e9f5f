package kb

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
	for _, e := range n.Does {
		if err := checkEffect(e); err != nil {
			bad("%w", err)
		}
	}
	for _, c := range n.When {
		for _, e := range c.Does {
			if err := checkEffect(e); err != nil {
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
	seen := map[*verb]bool{}
	for name, v := range n.verbs {
		if seen[v] {
			continue
		}
		seen[v] = true
		if v.same != "" {
			if !strings.HasPrefix(v.same, "=") && n.find(v.same) == nil {
				bad("verb %s stands for %q, which is not there", name, v.same)
			}
			continue
		}
		child, err := v.open()
		if err == nil && len(v.raw) > 0 {
			err = strict(v.raw, &Node{})
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

func checkEffect(text string) error {
	kind, scope, _ := splitEffect(text)
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
