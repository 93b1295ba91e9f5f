package config

import "fmt"

// hintFor guesses which word of a list was meant.
func hintFor(word string, known []string) string {
	best, cost := "", 3
	for _, k := range known {
		if d := distance(word, k, cost); d < cost {
			best, cost = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %q?", best)
}

// distance counts the insertions, deletions and replacements that turn a into
// b without regard to ASCII case, up to a limit.
func distance(a, b string, limit int) int {
	if len(a) > 40 || len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1]|0x20 != b[j-1]|0x20 {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return min(row[len(b)], limit)
}
