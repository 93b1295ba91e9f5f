package taskfile

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Behind is the word that names the task: w, or the one behind it where w is the
// runner's own verb (yarn workspace web run test).
func Behind(kind string, argv []shell.Word, w shell.Word) shell.Word {
	if !strings.HasPrefix(kind, "npm") || !w.Is("run") && !w.Is("run-script") {
		return w
	}
	for i := 2; i+1 < len(argv); i++ {
		if argv[i].String() == w.String() {
			return argv[i+1]
		}
	}
	return w
}
