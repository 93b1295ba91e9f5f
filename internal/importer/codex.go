package importer

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sentinelgate/sentinel/internal/client/settings/tomltext"
)

// codex reads Codex' rules (prefix_rule in .codex/rules/*.rules), and says what of
// its config.toml has no counterpart.
func codex(file string, data []byte) (Result, error) {
	if strings.HasSuffix(file, ".toml") {
		return codexConfig(data)
	}
	calls, err := starlarkCalls(data)
	if err != nil {
		return Result{}, err
	}
	var r Result
	for _, c := range calls {
		if c.name != "prefix_rule" {
			r.Lines = append(r.Lines, line("", c.text).leftOut("only prefix_rule is known"))
			continue
		}
		r.Lines = append(r.Lines, codexRule(c))
	}
	return r, nil
}

func codexRule(c call) Line {
	words := map[string]Decision{"": Allow, "allow": Allow, "prompt": Ask, "forbidden": Deny}
	decision, _ := c.args["decision"].(string)
	d, known := words[decision]
	l := line(d, c.text)
	if !known {
		return l.leftOut("the decision " + decision + " is not known")
	}
	pattern, ok := c.args["pattern"].([]any)
	if !ok || len(pattern) == 0 {
		return l.leftOut("the rule has no pattern that can be read")
	}
	heads, err := spread(pattern)
	if err != nil {
		return l.leftOut(err.Error())
	}
	out := l
	for _, head := range heads {
		one := l.command(head, false)
		if one.Fate == LeftOut {
			return one
		}
		out.Rules = append(out.Rules, one.Rules...)
		out.Fate, out.Why = one.Fate, one.Why
	}
	return out
}

// spread gives every beginning that a pattern stands for: an element may be a list
// of words of which any will do.
func spread(pattern []any) ([]string, error) {
	heads := []string{""}
	for _, e := range pattern {
		words, isList := e.([]any)
		if !isList {
			words = []any{e}
		}
		var next []string
		for _, h := range heads {
			for _, w := range words {
				word, ok := w.(string)
				if !ok || word == "" || strings.ContainsAny(word, " \t*?\"'") {
					return nil, errors.New("a word with blanks, quotes or * cannot be said in a pattern")
				}
				next = append(next, strings.TrimSpace(h+" "+word))
			}
		}
		if heads = next; len(heads) > 200 {
			return nil, errors.New("the rule stands for more than 200 beginnings")
		}
	}
	return heads, nil
}

func codexConfig(data []byte) (Result, error) {
	doc, err := tomltext.Parse(data)
	if err != nil {
		return Result{}, err
	}
	var r Result
	for key, why := range map[string]string{
		"approval_policy": "when the client itself asks stays with it",
		"sandbox_mode":    "the sandbox stays with the client, the gate has none",
	} {
		if v, ok := doc.Find(key).(string); ok {
			r.Notes = append(r.Notes, fmt.Sprintf("%s = %q is not taken over: %s", key, v, why))
		}
	}
	return r, nil
}

// call is one call in a file of rules.
type call struct {
	name, text string
	args       map[string]any
}

// starlarkCalls reads calls with named arguments that are texts or lists of
// them, which is all that such files need to hold.
func starlarkCalls(data []byte) ([]call, error) {
	p := &starlark{text: string(data)}
	var out []call
	for p.skip(); p.at < len(p.text); p.skip() {
		start := p.at
		name := p.name()
		if name == "" || !p.take('(') {
			return nil, p.fail("want the call of a rule")
		}
		c := call{name: name, args: map[string]any{}}
		for !p.take(')') {
			arg := p.name()
			if arg == "" || !p.take('=') {
				return nil, p.fail("want a named argument")
			}
			v, err := p.value(0)
			if err != nil {
				return nil, err
			}
			c.args[arg] = v
			if !p.take(',') && p.peek() != ')' {
				return nil, p.fail("want a comma or the end of the call")
			}
		}
		c.text = strings.Join(strings.Fields(p.text[start:p.at]), " ")
		if out = append(out, c); len(out) > maxRules {
			return nil, p.fail("too many rules")
		}
	}
	return out, nil
}

type starlark struct {
	text string
	at   int
}

func (p *starlark) fail(msg string) error {
	return fmt.Errorf("line %d: %s", 1+strings.Count(p.text[:min(p.at, len(p.text))], "\n"), msg)
}

// skip passes blanks and comments.
func (p *starlark) skip() {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case strings.IndexByte(" \t\r\n;", c) >= 0:
			p.at++
		case c == '#':
			n := strings.IndexByte(p.text[p.at:], '\n')
			if n < 0 {
				p.at = len(p.text)
				return
			}
			p.at += n
		default:
			return
		}
	}
}

func (p *starlark) peek() byte {
	p.skip()
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *starlark) take(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.at++
	return true
}

func (p *starlark) name() string {
	p.skip()
	start := p.at
	for p.at < len(p.text) {
		c := p.text[p.at] | 0x20
		if (c < 'a' || c > 'z') && p.text[p.at] != '_' && (p.text[p.at] < '0' || p.text[p.at] > '9') {
			break
		}
		p.at++
	}
	return p.text[start:p.at]
}

func (p *starlark) value(depth int) (any, error) {
	switch c := p.peek(); {
	case c == '"' || c == '\'':
		return p.str(c)
	case c == '[' && depth < 5:
		p.at++
		list := []any{}
		for !p.take(']') {
			v, err := p.value(depth + 1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
			if !p.take(',') && p.peek() != ']' {
				return nil, p.fail("want a comma or the end of the list")
			}
		}
		return list, nil
	}
	if name := p.name(); name != "" {
		return struct{ name string }{name}, nil // True, None, a number
	}
	return nil, p.fail("want a text or a list")
}

func (p *starlark) str(quote byte) (any, error) {
	if strings.HasPrefix(p.text[p.at:], strings.Repeat(string(quote), 3)) {
		return nil, p.fail("texts over several lines are not read")
	}
	var b strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == quote:
			p.at++
			return b.String(), nil
		case c == '\n':
			return nil, p.fail("the text has no end")
		case c == '\\' && p.at+1 < len(p.text):
			p.at++
			switch e := p.text[p.at]; e {
			case '\\', '"', '\'':
				b.WriteByte(e)
			default:
				return nil, p.fail("this escape is not read")
			}
		default:
			b.WriteByte(c)
		}
	}
	return nil, p.fail("the text has no end")
}
