package schema

import "strings"

// Milder tells whether a change of role makes less of a word: such a change
// must not rest on a word that is not known.
func Milder(from, to string) bool {
	weight := map[string]int{"delete-tree": 6, "delete": 5, "permission-tree": 5, "write": 4, "move": 4, "permission": 3, "create": 3, "read": 2, "list": 1}
	return weight[to] < weight[from]
}

// TakesRest: an inner command, which goes on to the end or to a closing mark.
func TakesRest(role string) bool {
	return role == "command" || role == "command{}" || role == "command;" || strings.HasPrefix(role, "command@")
}

// AltDash is the name of a long option with the other number of dashes.
func AltDash(name string) string {
	if strings.HasPrefix(name, "--") {
		return name[1:]
	}
	return "-" + name
}
