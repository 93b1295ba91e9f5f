package inline

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// filters reports a command that an awk program pipes its lines through, of
// programs that take lines for lines: nothing of what comes in is run. What
// their options do is judged with the command itself.
func filters(text string, known bool) bool {
	if !known || strings.ContainsAny(text, "\n;&`$<>(){}\\") {
		return false
	}
	for _, stage := range strings.Split(text, "|") {
		name, _, _ := strings.Cut(strings.TrimSpace(stage), " ")
		if !wordlist.Has("sort uniq head tail wc cat tac column tr cut paste nl rev fold fmt expand unexpand grep egrep fgrep comm join date basename dirname seq printf echo", name) {
			return false
		}
	}
	return true
}
