package toolcall

import "strings"

// Braces gives the patterns that a pattern with {a,b} stands for, 64 at most.
func Braces(s string) []string {
	out := []string{s}
	for i := 0; i < len(out) && len(out) < 64; {
		open := strings.IndexByte(out[i], '{')
		end := open + 1
		if open >= 0 {
			end += strings.IndexByte(out[i][open:], '}') - 1
		}
		if open < 0 || end <= open {
			i++
			continue
		}
		head, tail := out[i][:open], out[i][end+1:]
		parts := strings.Split(out[i][open+1:end], ",")
		out[i] = head + parts[0] + tail
		for _, p := range parts[1:] {
			out = append(out, head+p+tail)
		}
	}
	return out
}
