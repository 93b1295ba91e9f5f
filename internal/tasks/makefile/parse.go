package makefile

import "strings"

// parse reads the lines of a makefile.
func (m *File) parse(src string) {
	lines := strings.Split(src, "\n")
	inRule := false
	for i := 0; i < len(lines); i++ {
		m.line = i + 1
		l := lines[i]
		if inRule && strings.HasPrefix(l, m.prefix) {
			start := i
			text := strings.TrimPrefix(l, m.prefix)
			if oddBackslashes(text) {
				parts := []string{text}
				for oddBackslashes(text) && i+1 < len(lines) {
					i++
					text = strings.TrimPrefix(lines[i], m.prefix)
					parts = append(parts, text)
				}
				text = strings.Join(parts, "\n")
			}
			r := &m.rules[len(m.rules)-1]
			r.recipe = append(r.recipe, makeLine{text, start + 1})
			continue
		}
		if oddBackslashes(l) {
			var parts []string
			for ; oddBackslashes(lines[i]) && i+1 < len(lines); i++ {
				parts = append(parts, strings.TrimLeft(strings.TrimSuffix(lines[i], "\\"), " \t"))
			}
			l = strings.Join(append(parts, strings.TrimLeft(lines[i], " \t")), " ")
		}
		l = stripMakeComment(l)
		trimmed := strings.TrimSpace(l)
		if trimmed == "" {
			continue
		}
		word, _, _ := strings.Cut(trimmed, " ")
		if name, ok := strings.CutPrefix(trimmed, "define "); ok {
			i = m.define(name, lines, i)
			continue
		}
		if m.directive(word, trimmed) {
			continue
		}
		inRule = m.statement(trimmed)
	}
	if m.ifs != 0 {
		m.missed("condition without an end")
	}
}

func oddBackslashes(s string) bool {
	return (len(s)-len(strings.TrimRight(s, "\\")))%2 == 1
}

// stripMakeComment cuts a comment; \# is a number sign.
func stripMakeComment(l string) string {
	for i := 0; i < len(l); i++ {
		if l[i] == '#' && (i == 0 || l[i-1] != '\\') {
			return l[:i]
		}
	}
	return l
}

// directive handles lines that are neither rule nor assignment.
func (m *File) directive(word, line string) bool {
	word, _, _ = strings.Cut(word, "(") // ifeq($(X),y)
	switch word {
	case "ifeq", "ifneq", "ifdef", "ifndef":
		m.ifs++
		m.expand(line, 0) // $(shell ...) in the condition runs
		return true
	case "else":
		m.expand(line, 0)
		return true
	case "endif":
		m.ifs--
		return true
	case "include", "-include", "sinclude", "load", "-load":
		if rest := strings.TrimSpace(strings.TrimPrefix(line, word)); strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, ":") {
			return false
		}
		m.missed("includes other files (line %d)", m.line)
		return true
	case "vpath", "unexport", "undefine", "endef":
		return true
	}
	return false
}

// define reads a variable over several lines.
func (m *File) define(name string, lines []string, i int) int {
	name = strings.TrimSpace(name)
	simple := strings.HasSuffix(name, ":=")
	if strings.HasSuffix(name, "!=") {
		m.missed("variable from a program (line %d)", m.line)
	}
	name = strings.TrimSpace(strings.TrimRight(name, ":=?+!"))
	var body []string
	for i++; i < len(lines); i++ {
		if strings.TrimSpace(lines[i]) == "endef" {
			break
		}
		body = append(body, lines[i])
	}
	m.assign(name, "=", strings.Join(body, "\n"))
	if simple {
		m.assign(name, ":=", strings.Join(body, "\n"))
	}
	return i
}

// statement reads an assignment or a rule; it tells whether recipe lines may follow.
func (m *File) statement(line string) bool {
	for _, p := range [...]string{"export ", "override ", "private "} {
		for strings.HasPrefix(line, p) {
			line = strings.TrimSpace(strings.TrimPrefix(line, p))
		}
	}
	if name, op, value, ok := makeAssignment(line); ok {
		m.assign(m.expand(name, 0), op, value)
		return false
	}
	colon := makeColon(line)
	if colon < 0 {
		// A macro that stands alone may define rules.
		before := len(m.lines)
		text := strings.TrimSpace(m.expand(line, 0))
		if text != "" && !strings.HasPrefix(line, "export") && len(m.lines) == before {
			m.missed("line not understood (line %d)", m.line)
		}
		return false
	}
	m.rule(line, colon)
	return true
}

// makeAssignment splits `NAME op value`, if the line is one.
func makeAssignment(line string) (name, op, value string, ok bool) {
	depth := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '$' && i+1 < len(line) && (line[i+1] == '(' || line[i+1] == '{'):
			depth++
			i++
		case (c == ')' || c == '}') && depth > 0:
			depth--
		case depth > 0:
		case c == '=' || strings.IndexByte("?+!", c) >= 0 && strings.HasPrefix(line[i+1:], "="):
			n := 1
			if c != '=' {
				n = 2
			}
			name = strings.TrimSpace(line[:i])
			return name, line[i : i+n], strings.TrimLeft(line[i+n:], " \t"), name != "" && !strings.ContainsAny(name, " \t:")
		case c == ':':
			rest := strings.TrimLeft(line[i:], ":")
			if strings.HasPrefix(rest, "=") {
				name = strings.TrimSpace(line[:i])
				return name, ":=", strings.TrimLeft(rest[1:], " \t"), name != "" && !strings.ContainsAny(name, " \t")
			}
			return "", "", "", false
		}
	}
	return "", "", "", false
}

// makeColon finds the colon of a rule outside of variable references.
func makeColon(line string) int {
	depth := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '$' && i+1 < len(line) && (line[i+1] == '(' || line[i+1] == '{'):
			depth++
			i++
		case (c == ')' || c == '}') && depth > 0:
			depth--
		case c == ':' && depth == 0:
			return i
		}
	}
	return -1
}

// assign sets a variable. Inside of conditions a second value makes it unknown.
func (m *File) assign(name, op, value string) {
	old, had := m.vars[name]
	if had && old.fixed {
		return
	}
	v := makeVar{value: value, defined: true}
	switch op {
	case ":=":
		v.value, v.simple = m.expand(value, 0), true
	case "!=":
		m.add(Line{Text: m.expand(value, 0), Line: m.line})
		v.vague = true
	case "?=":
		// The environment may have it already; then the value is not known. For the
		// reader of the text the file's own value is the likely one, so both show.
		if had {
			return
		}
	case "+=":
		if had {
			v = old
			add := value
			if old.simple {
				add = m.expand(value, 0)
			}
			v.value = strings.TrimLeft(old.value+" "+add, " ")
		}
	}
	if m.ifs > 0 && (!had || old.value != v.value) {
		v.vague = true // only one of the branches sets it
	}
	if name == ".RECIPEPREFIX" {
		if m.prefix = "\t"; v.value != "" {
			m.prefix = v.value[:1]
		}
	}
	if strings.HasPrefix(name, ".SHELLFLAGS") && strings.Trim(value, "-acefiloupnvx ") != "" {
		m.missed("flags of the shell (line %d)", m.line)
	}
	m.vars[name] = v
}

// rule reads `targets : needs ; command`.
func (m *File) rule(line string, colon int) {
	head, rest := line[:colon], strings.TrimLeft(line[colon:], ":")
	head = strings.TrimRight(strings.TrimSpace(head), "&")
	command := ""
	if n := makeSemicolon(rest); n >= 0 {
		rest, command = rest[:n], strings.TrimSpace(rest[n+1:])
	}
	r := makeRule{targets: strings.Fields(m.expand(head, 0))}
	if command != "" {
		r.recipe = append(r.recipe, makeLine{command, m.line})
	}
	for _, p := range [...]string{"export ", "override ", "private "} {
		rest = strings.TrimPrefix(strings.TrimLeft(rest, " "), p)
	}
	if name, op, value, ok := makeAssignment(strings.TrimSpace(rest)); ok {
		// A variable for one target: for the reader, one more value that it may have.
		if v, had := m.vars[name]; had && !v.fixed {
			v.vague = true
			m.vars[name] = v
		} else {
			m.assign(name, op, value)
		}
		m.rules = append(m.rules, makeRule{targets: r.targets})
		return
	}
	if c := makeColon(rest); c >= 0 { // static pattern: targets : pattern : needs
		pattern := strings.TrimSpace(m.expand(rest[:c], 0))
		m.staticRules(r, pattern, strings.Fields(m.expand(rest[c+1:], 0)))
		return
	}
	r.needs = strings.Fields(m.expand(rest, 0))
	for _, n := range r.needs {
		r.vague = r.vague || strings.ContainsAny(n, "$`")
	}
	for _, t := range r.targets {
		r.pattern = r.pattern || strings.Contains(t, "%")
		if strings.ContainsAny(t, "$") {
			m.missed("target not known (line %d)", m.line)
		}
		m.oneSh = m.oneSh || t == ".ONESHELL"
	}
	m.rules = append(m.rules, r)
}

// makeSemicolon finds the semicolon that begins a command on the rule's line.
func makeSemicolon(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ';':
			if depth <= 0 {
				return i
			}
		}
	}
	return -1
}

// staticRules makes one rule per target; recipe lines that follow belong to the last
// rule, so all share it.
func (m *File) staticRules(r makeRule, pattern string, needs []string) {
	r.needs = needs
	r.pattern = true
	for _, t := range r.targets {
		if _, ok := matchPattern(pattern, t); !ok {
			r.vague = true
		}
	}
	// The targets match the pattern; as a pattern rule it serves them and no more
	// than make would allow for a like name.
	r.targets = []string{pattern}
	m.rules = append(m.rules, r)
}
