// Package planted finds folders that git would take for repositories without
// their being called .git, with a configuration that names programs.
package planted

import (
	"path"

	"github.com/sentinelgate/sentinel/internal/facts/later"
)

// Find looks in the folders and those above them, up to the first that is a
// repository of the ordinary form. setting is "" if there is none.
func Find(dirs []string, looksLike, exists func(dir string) bool, text func(file string) (string, bool)) (dir, setting string) {
	for _, dir := range dirs {
		for d := path.Clean(dir); len(d) > 1; d = path.Dir(d) {
			if path.Base(d) == ".git" || exists(d+"/.git") {
				break
			}
			if !looksLike(d) {
				continue
			}
			config, _ := text(d + "/config")
			if name := later.GitPrograms(config, true); name != "" {
				return d, name
			}
			break
		}
	}
	return "", ""
}
