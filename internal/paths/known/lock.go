package known

import "strings"

// LeftLock tells whether a path of a project is one of the files by which git keeps a
// second git out (gitrepository-layout(5): index.lock and its like beside what they
// guard). One that is left over holds nothing that is missed, and git itself says to
// remove it. Among the hooks a file of that name is a hook's.
func LeftLock(rel string) bool {
	return strings.HasPrefix(rel, ".git/") && strings.HasSuffix(rel, ".lock") && !strings.HasPrefix(rel, ".git/hooks/")
}
