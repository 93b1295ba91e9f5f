package known

import "strings"

// HomeOf is the length of the home that the spelled path lies in; 0 if it lies
// in none. homes are further homes beside those in the usual places.
func HomeOf(text string, homes []string) int {
	best := homeByForm(text)
	for _, h := range homes {
		if len(h) > best && (text == h || strings.HasPrefix(text, h+"/")) {
			best = len(h)
		}
	}
	return best
}

// HomeFolders hold one home per user.
var HomeFolders = []string{"/home", "/users", "/var/home", "/usr/home", "/export/home", "c:/users", "c:/documents and settings", "/system/volumes/data/users"}

// RootHomes are homes of the system's own user.
var RootHomes = []string{"/root", "/var/root"}

// homeByForm is the length of the home the path lies in, by the usual places
// of homes; 0 if there is none.
func homeByForm(folded string) int {
	for _, h := range RootHomes {
		if folded == h || strings.HasPrefix(folded, h+"/") {
			return len(h)
		}
	}
	for _, h := range HomeFolders {
		if rest, ok := strings.CutPrefix(folded, h+"/"); ok && rest != "" {
			name, _, _ := strings.Cut(rest, "/")
			return len(h) + 1 + len(name)
		}
	}
	return 0
}
