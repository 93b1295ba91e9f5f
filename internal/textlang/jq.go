package textlang

import "github.com/sentinelgate/sentinel/internal/textlang/scan"

// JQ reads a jq filter (also yq and gojq, whose languages extend jq's). A filter
// cannot run programs; what it can reach is the environment, and files by
// modules and by yq's load and exec operators.
func JQ(src string) []Act {
	if len(src) > MaxSource {
		return Oversize(src)
	}
	r := jqReader{src: src}
	r.filter(0)
	return r.out.Acts
}

type jqReader struct {
	src string
	i   int
	out List
}

// filter reads up to the end of the text or, inside a string's interpolation,
// up to its closing parenthesis.
func (r *jqReader) filter(depth int) {
	if depth > maxNesting {
		r.out.Add(Unreadable("jq: nested too deep", r.i, len(r.src)))
		r.i = len(r.src)
		return
	}
	open := 0
	for r.i < len(r.src) {
		c := r.src[r.i]
		switch {
		case c == '#':
			r.i = scan.LineEnd(r.src, r.i)
		case c == '"':
			r.str(depth)
		case c == '(':
			open++
			r.i++
		case c == ')':
			if open--; open < 0 && depth > 0 {
				r.i++
				return
			}
			r.i++
		case scan.Letter(c):
			r.name()
		case scan.Digit(c):
			for r.i < len(r.src) && (scan.Digit(r.src[r.i]) || scan.Letter(r.src[r.i]) || r.src[r.i] == '.') {
				r.i++
			}
		default:
			r.i++
		}
	}
}

// str passes over a string, reading what `\( )` puts into it, and returns its
// literal value where it has no escapes.
func (r *jqReader) str(depth int) (string, bool) {
	start, plain := r.i+1, true
	for r.i++; r.i < len(r.src); {
		switch r.src[r.i] {
		case '"':
			r.i++
			return r.src[start : r.i-1], plain
		case '\\':
			plain = false
			if r.i+1 < len(r.src) && r.src[r.i+1] == '(' {
				r.i += 2
				r.filter(depth + 1)
				continue
			}
			r.i = min(r.i+2, len(r.src))
		default:
			r.i++
		}
	}
	r.out.Add(Unreadable("jq: string without an end", start-1, len(r.src)))
	return "", false
}

// name reads an identifier and reports the few that reach outside. A name after
// a dot is a field of the data.
func (r *jqReader) name() {
	start := r.i
	for r.i < len(r.src) && (scan.Letter(r.src[r.i]) || scan.Digit(r.src[r.i])) {
		r.i++
	}
	word := r.src[start:r.i]
	before := byte(0)
	if start > 0 {
		before = r.src[start-1]
	}
	if before == '.' {
		return
	}
	next := scan.SkipBlank(r.src, r.i)
	if next < len(r.src) && r.src[next] == ':' && before != '$' {
		return // an object's key
	}
	switch word {
	case "env", "ENV":
		if word == "ENV" != (before == '$') {
			return
		}
		r.env(start)
	case "strenv", "envsubst":
		r.env(start)
	case "import", "include":
		if next < len(r.src) && r.src[next] == '"' {
			r.i = next
			file, known := r.str(0)
			r.out.Add(Act{Kind: Read, Text: file, Known: known, Start: start, End: r.i})
		}
	case "load", "load_str", "load_xml", "load_props", "load_base64":
		r.argument(Read, start, next)
	case "system", "exec", "exec_str":
		r.argument(Exec, start, next)
	}
}

// argument reports a call whose first argument is a file or a command.
func (r *jqReader) argument(kind string, start, next int) {
	if next >= len(r.src) || r.src[next] != '(' {
		if kind == Exec {
			r.out.Add(Unreadable("jq: command operator", start, r.i))
		}
		return
	}
	arg := scan.SkipBlank(r.src, next+1)
	a := Act{Kind: kind, Start: start, End: arg}
	if arg < len(r.src) && r.src[arg] == '"' {
		r.i = arg
		a.Text, a.Known = r.str(0)
		if end := scan.SkipBlank(r.src, r.i); end >= len(r.src) || r.src[end] != ')' {
			a.Known = false
		}
		a.End = r.i
	}
	r.out.Add(a)
}

// env reports a use of the environment: one variable by `env.NAME`,
// `$ENV.NAME`, `env["NAME"]` and yq's `env(NAME)`, else all of it.
func (r *jqReader) env(start int) {
	a := Act{Kind: Env, Start: start, End: r.i}
	s := r.src
	j := r.i
	open := byte(0)
	if j < len(s) && (s[j] == '.' || s[j] == '[' || s[j] == '(') {
		open = s[j]
		j++
		if open == '.' && j < len(s) && s[j] == '[' {
			open = '['
			j++
		}
		quoted := j < len(s) && s[j] == '"'
		if quoted {
			j++
		}
		from := j
		for j < len(s) && (scan.Letter(s[j]) || scan.Digit(s[j])) {
			j++
		}
		ok := j > from && (open != '[' || quoted)
		if quoted {
			ok = ok && j < len(s) && s[j] == '"'
		}
		if ok {
			a.Text, a.Known = s[from:j], true
			r.i = j
			if quoted {
				r.i++
			}
			a.End = r.i
		}
	}
	r.out.Add(a)
}
