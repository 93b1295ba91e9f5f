package known

import "strings"

const wildcards = "*?["

// IsWild says whether the text has wildcard characters.
func IsWild(part string) bool { return strings.ContainsAny(part, wildcards) }

// MeansAll says whether a pattern part has nothing literal in it but dots:
// "*", ".*", ".[!.]*", "?*".
func MeansAll(part string) bool {
	lit, ok := literals(part)
	return ok && strings.Trim(lit, ".") == ""
}

// literals gives the characters that a pattern part is certain of; ok is
// false when it has no wildcard.
func literals(part string) (lit string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(part); i++ {
		switch part[i] {
		case '*', '?':
			ok = true
		case '[':
			if end := bracketEnd(part, i); end > 0 {
				i, ok = end, true
				continue
			}
			b.WriteByte('[')
		default:
			b.WriteByte(part[i])
		}
	}
	return b.String(), ok
}

// bracketEnd finds the "]" that closes the bracket expression at i, 0 if none.
func bracketEnd(part string, i int) int {
	j := i + 1
	if j < len(part) && (part[j] == '!' || part[j] == '^') {
		j++
	}
	if j < len(part) && part[j] == ']' {
		j++
	}
	if end := strings.IndexByte(part[min(j, len(part)):], ']'); end >= 0 {
		return j + end
	}
	return 0
}

// Sample makes one text that the pattern may stand for.
func Sample(part string) string {
	if !IsWild(part) {
		return part
	}
	var b strings.Builder
	for i := 0; i < len(part); i++ {
		switch c := part[i]; c {
		case '*', '?':
			b.WriteByte('x')
		case '[':
			end := bracketEnd(part, i)
			if end == 0 {
				b.WriteByte(c)
				continue
			}
			if first := part[i+1]; first == '!' || first == '^' || first == '[' || first == '/' {
				b.WriteByte('x')
			} else {
				b.WriteByte(first)
			}
			i = end
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// OverlapAll says whether two patterns in parts can stand for one path.
func OverlapAll(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !overlap(a[i], b[i]) {
			return false
		}
	}
	return true
}

// overlap says whether some name fits both patterns. A bracket expression
// counts as any character; what is too long to compare counts as fitting.
func overlap(a, b string) bool {
	if !IsWild(a) && !IsWild(b) {
		return a == b
	}
	if len(a)*len(b) > 1<<14 {
		return true
	}
	// row[j] says whether the units of a so far and the first j of b can end
	// at the same place.
	ua, ub := units(a), units(b)
	row, next := make([]bool, len(ub)+1), make([]bool, len(ub)+1)
	row[0] = true
	for j := 0; j < len(ub) && ub[j] == '*'; j++ {
		row[j+1] = true
	}
	for _, x := range ua {
		next[0] = row[0] && x == '*'
		for j, y := range ub {
			switch {
			case x == '*' && y == '*':
				next[j+1] = row[j+1] || next[j] || row[j]
			case x == '*':
				next[j+1] = row[j+1] || next[j]
			case y == '*':
				next[j+1] = next[j] || row[j+1]
			default:
				next[j+1] = row[j] && (x == y || x == '?' || y == '?')
			}
		}
		row, next = next, row
	}
	return row[len(ub)]
}

// units writes bracket expressions as "?".
func units(p string) []byte {
	out := make([]byte, 0, len(p))
	for i := 0; i < len(p); i++ {
		if p[i] == '[' {
			if end := bracketEnd(p, i); end > 0 {
				out = append(out, '?')
				i = end
				continue
			}
		}
		out = append(out, p[i])
	}
	return out
}

// Meeting says how a pattern's parts and those of a path meet.
type Meeting uint8

const (
	Apart  Meeting = iota // the pattern stands for nothing at, above or below the path
	Above                 // it may stand for the path or a folder that holds it
	Within                // it may stand for something below the path, and for nothing above
)

// Meet compares a pattern with a path, both from one folder on. A part "**"
// stands for any number of folders.
func Meet(pattern, path []string) Meeting {
	for i, part := range path {
		switch {
		case i == len(pattern):
			return Above
		case pattern[i] == "**":
			if last := pattern[len(pattern)-1]; i == len(pattern)-1 || MeansAll(last) {
				return Above
			}
			return Within
		case !overlap(Fold(pattern[i]), Fold(part)):
			return Apart
		}
	}
	if len(pattern) == len(path) {
		return Above
	}
	return Within
}
