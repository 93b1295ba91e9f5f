package script

import "strings"

// Cron gives the commands of a table of timed jobs, without when they run.
func Cron(table string) string {
	var b strings.Builder
	for line := range strings.Lines(table) {
		rest, n := strings.TrimSpace(line), 5
		if strings.HasPrefix(rest, "@") {
			n = 1
		}
		first, _, _ := strings.Cut(rest, "=")
		if rest == "" || rest[0] == '#' || strings.Trim(first, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_ ") == "" {
			b.WriteString(rest + "\n") // a note, or a variable
			continue
		}
		for range n {
			if i := strings.IndexAny(rest, " \t"); i >= 0 {
				rest = strings.TrimLeft(rest[i:], " \t")
			}
		}
		b.WriteString(rest + "\n")
	}
	return b.String()
}
