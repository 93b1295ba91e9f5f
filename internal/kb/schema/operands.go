package schema

import "strings"

// RoleOf gives the role of operand i of n; rep is the role that
// repeats, -1 if none does.
func RoleOf(ops []string, rep, i, n int) string {
	clean := func(s string) string { return strings.TrimSuffix(strings.TrimSuffix(s, "..."), "?") }
	if len(ops) == 0 {
		return "word"
	}
	if rep < 0 {
		return clean(ops[min(i, len(ops)-1)])
	}
	after := len(ops) - rep - 1
	switch {
	case i < rep:
		return clean(ops[i])
	case after > 0 && n > rep && i >= n-after:
		return clean(ops[len(ops)-(n-i)])
	}
	return clean(ops[rep])
}

// EnvBefore tells whether variables may stand before the role i.
func EnvBefore(ops []string, i int) bool {
	for _, o := range ops[:i] {
		if o == "env..." {
			return true
		}
	}
	return false
}
