package tree

import (
	"fmt"
	"strings"
)

// YAML reads one document of the part of YAML that the package comment names.
func YAML(b []byte) (*Node, error) {
	src, err := newSource(b)
	if err != nil {
		return nil, err
	}
	p := yamlParser{source: src}
	if err := p.split(); err != nil {
		return nil, err
	}
	if len(p.rows) == 0 {
		return &Node{Kind: Null, Line: 1}, nil
	}
	n, err := p.block(p.rows[0].indent, 0)
	if err != nil {
		return nil, err
	}
	if p.r < len(p.rows) {
		return nil, p.fail("indentation not understood")
	}
	return n, nil
}

// yamlRow is a line with content.
type yamlRow struct {
	indent int
	text   string // without indentation; comments still there
	line   int
}

type yamlParser struct {
	source
	raw  []string // all lines, for block scalars
	rows []yamlRow
	r    int // next row
}

func (p *yamlParser) fail(format string, args ...any) error {
	line := 0
	if p.r < len(p.rows) {
		line = p.rows[p.r].line
	} else if len(p.rows) > 0 {
		line = p.rows[len(p.rows)-1].line
	}
	return fmt.Errorf("line %d: %s", line, fmt.Sprintf(format, args...))
}

// split finds the lines with content. A leading --- is accepted.
func (p *yamlParser) split() error {
	p.raw = strings.Split(strings.ReplaceAll(p.s, "\r\n", "\n"), "\n")
	for i, l := range p.raw {
		text := strings.TrimLeft(l, " ")
		if text == "" || text[0] == '#' || strings.TrimSpace(text) == "" {
			continue
		}
		if strings.HasPrefix(text, "\t") {
			// Only inside of a block scalar, which is taken from the raw lines.
			text = "\t" + strings.TrimLeft(text, "\t")
		}
		if l == "---" && len(p.rows) == 0 {
			continue
		}
		if l == "..." || strings.HasPrefix(l, "---") || strings.HasPrefix(l, "%") {
			return fmt.Errorf("line %d: several documents or directives", i+1)
		}
		p.rows = append(p.rows, yamlRow{indent: len(l) - len(strings.TrimLeft(l, " ")), text: strings.TrimRight(text, " \t"), line: i + 1})
	}
	return nil
}

// block reads a map, list or scalar whose lines are indented by indent.
func (p *yamlParser) block(indent, depth int) (*Node, error) {
	if depth > maxDepth {
		return nil, p.fail("nested too deep")
	}
	row := p.rows[p.r]
	if row.text == "-" || strings.HasPrefix(row.text, "- ") {
		return p.list(indent, depth)
	}
	if _, _, ok := cutKey(row.text); ok {
		return p.mapping(indent, depth)
	}
	p.line = row.line
	p.r++
	return p.scalar(row.text, depth)
}

func (p *yamlParser) list(indent, depth int) (*Node, error) {
	p.line = p.rows[p.r].line
	n, err := p.node(List)
	if err != nil {
		return nil, err
	}
	for p.r < len(p.rows) && p.rows[p.r].indent == indent && (p.rows[p.r].text == "-" || strings.HasPrefix(p.rows[p.r].text, "- ")) {
		row := &p.rows[p.r]
		rest := strings.TrimLeft(row.text[1:], " ")
		var v *Node
		if rest == "" || rest[0] == '#' {
			p.r++
			v, err = p.nested(indent, row.line, depth, false)
		} else {
			// What follows the dash is a block of its own, further in.
			inner := indent + len(row.text) - len(rest)
			row.indent, row.text = inner, rest
			v, err = p.value(inner, depth+1)
		}
		if err != nil {
			return nil, err
		}
		n.Items = append(n.Items, v)
	}
	return n, nil
}

// value reads what stands at the present row, which may be a map, a list or a
// scalar with its continuation.
func (p *yamlParser) value(indent, depth int) (*Node, error) {
	row := p.rows[p.r]
	if _, _, ok := cutKey(row.text); ok || row.text == "-" || strings.HasPrefix(row.text, "- ") {
		return p.block(indent, depth)
	}
	p.line = row.line
	p.r++
	return p.inlineValue(row.text, indent-1, depth)
}

func (p *yamlParser) mapping(indent, depth int) (*Node, error) {
	p.line = p.rows[p.r].line
	n, err := p.node(Map)
	if err != nil {
		return nil, err
	}
	for p.r < len(p.rows) && p.rows[p.r].indent == indent {
		row := p.rows[p.r]
		key, rest, ok := cutKey(row.text)
		if !ok {
			return nil, p.fail("key missing")
		}
		if key == "<<" || strings.HasPrefix(key, "? ") || strings.HasPrefix(key, "&") || strings.HasPrefix(key, "*") || strings.HasPrefix(key, "!") {
			return nil, p.fail("key not understood: %q", key)
		}
		p.r++
		p.line = row.line
		var v *Node
		if rest == "" || rest[0] == '#' {
			v, err = p.nested(indent, row.line, depth, true)
		} else {
			v, err = p.inlineValue(rest, indent, depth)
		}
		if err == nil {
			err = n.put(key, v)
		}
		if err != nil {
			return nil, err
		}
	}
	return n, nil
}

// nested reads the block below a key or dash; none is null. Lists below a key may
// stand at the key's own indentation.
func (p *yamlParser) nested(indent, line, depth int, key bool) (*Node, error) {
	if p.r < len(p.rows) {
		row := p.rows[p.r]
		dash := row.text == "-" || strings.HasPrefix(row.text, "- ")
		if row.indent > indent || key && dash && row.indent == indent {
			return p.block(row.indent, depth+1)
		}
	}
	p.line = line
	return p.node(Null)
}

// cutKey splits `key: value`.
func cutKey(text string) (key, rest string, ok bool) {
	if text == "" || strings.IndexByte("[{|>%@`\t", text[0]) >= 0 {
		return "", "", false
	}
	if q := text[0]; q == '"' || q == '\'' {
		n := strings.IndexByte(text[1:], q)
		if n < 0 || q == '"' && strings.ContainsRune(text[1:1+n], '\\') {
			return "", "", false
		}
		rest = strings.TrimLeft(text[n+2:], " ")
		if !strings.HasPrefix(rest, ":") || len(rest) > 1 && rest[1] != ' ' {
			return "", "", false
		}
		return text[1 : 1+n], strings.TrimSpace(rest[1:]), true
	}
	for i := 0; i < len(text); i++ {
		if text[i] == '#' && i > 0 && text[i-1] == ' ' {
			return "", "", false
		}
		if text[i] == ':' && (i+1 == len(text) || text[i+1] == ' ') {
			return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+1:]), true
		}
	}
	return "", "", false
}

// inlineValue reads a value that begins on its key's line: a block scalar, a quoted,
// flow or plain one, the latter three maybe over several lines.
func (p *yamlParser) inlineValue(text string, indent, depth int) (*Node, error) {
	if text[0] == '|' || text[0] == '>' {
		return p.blockScalar(text, indent)
	}
	for tries := 0; !complete(text); tries++ {
		if p.r >= len(p.rows) || tries > 300 {
			return nil, p.fail("value without an end")
		}
		text += " " + p.rows[p.r].text
		p.r++
	}
	if strings.IndexByte("\"'[{", text[0]) < 0 {
		parts := []string{stripComment(text)}
		for p.r < len(p.rows) && p.rows[p.r].indent > indent { // a plain scalar goes on
			if _, _, ok := cutKey(p.rows[p.r].text); ok {
				return nil, p.fail("mapping in a plain value")
			}
			parts = append(parts, stripComment(p.rows[p.r].text))
			p.r++
		}
		text = strings.Join(parts, " ")
	}
	return p.scalar(text, depth)
}

// complete tells whether quotes and brackets in a value are closed.
func complete(text string) bool {
	if strings.IndexByte("\"'[{", text[0]) < 0 {
		return true
	}
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'':
			j := i + 1
			for j < len(text) && text[j] != c {
				if text[j] == '\\' && c == '"' {
					j++
				}
				j++
			}
			if j >= len(text) {
				return false
			}
			i = j
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
	}
	return depth <= 0
}

func stripComment(s string) string {
	if n := strings.Index(s, " #"); n >= 0 {
		s = s[:n]
	}
	return strings.TrimSpace(s)
}

// blockScalar reads | and > text from the raw lines below.
func (p *yamlParser) blockScalar(head string, indent int) (*Node, error) {
	n, err := p.node(String)
	if err != nil {
		return nil, err
	}
	head = stripComment(head)
	if strings.Trim(head[1:], "+-0123456789") != "" || strings.Trim(head[1:], "+-") != "" {
		return nil, p.fail("block value not understood: %q", head)
	}
	var lines []string
	inner := -1
	last := p.line
	for i := p.line; i < len(p.raw); i++ {
		l := p.raw[i]
		blank := strings.TrimSpace(l) == ""
		in := len(l) - len(strings.TrimLeft(l, " "))
		if !blank && inner < 0 {
			inner = in
		}
		if !blank && in <= indent {
			break
		}
		if !blank && in < inner {
			return nil, p.fail("indentation not understood")
		}
		if blank {
			lines = append(lines, "")
		} else {
			lines = append(lines, l[inner:])
			last = i + 1
		}
	}
	for p.r < len(p.rows) && p.rows[p.r].line <= last {
		p.r++
	}
	sep := "\n"
	if head[0] == '>' {
		sep = " "
	}
	n.Str = strings.TrimRight(strings.Join(lines, sep), "\n ")
	n.Line++ // the text begins below its key
	return n, nil
}

// scalar reads a complete value.
func (p *yamlParser) scalar(text string, depth int) (*Node, error) {
	switch text[0] {
	case '[', '{', '"', '\'':
		f := yamlFlow{source: source{s: text, line: p.line}}
		n, err := f.value(depth)
		if err != nil {
			return nil, err
		}
		if rest := strings.TrimSpace(f.s[f.i:]); rest != "" && rest[0] != '#' {
			return nil, p.errorf("text after a value")
		}
		return n, nil
	case '&', '*', '!', '@', '`', '%', '|', '>', '?', '\t':
		return nil, p.errorf("value not understood: %.20q", text)
	}
	return p.plain(stripComment(text))
}

func (p *source) plain(text string) (*Node, error) {
	kind := String
	switch text {
	case "", "~", "null", "Null", "NULL":
		kind = Null
	case "true", "false", "True", "False", "yes", "no", "on", "off":
		kind = Bool
	}
	if kind == String && strings.Trim(text, "0123456789.-+") == "" {
		kind = Number
	}
	n, err := p.node(kind)
	if err == nil {
		n.Str = text
	}
	return n, err
}
