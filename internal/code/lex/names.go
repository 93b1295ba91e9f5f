package lex

import "github.com/sentinelgate/sentinel/internal/wordlist"

// Habits says how a language gives values to names, besides by assignment.
type Habits struct {
	Arrow     string // operators between parameters and a body
	Mutators  string // methods and functions that change a list in place
	SetTo     bool   // set x to value
	RightHand bool   // value -> x
}

// AssignOps are the operators that give the name before them a value.
const AssignOps = "= := <- <<- += -= *= /= .= ||= &&= ??= |= &= ^= %= **= //= ..= =~ <<="

// CountNames adds to counts every place where a name gets a value: only a name
// with a single one is a constant. It counts rather too many than too few.
func CountNames(toks []Token, h *Habits, counts map[string]int) {
	c := counter{toks, h, counts}
	for i := range toks {
		for _, p := range toks[i].Parts {
			CountNames(p.Code, h, counts)
		}
		c.operators(i)
		if k := toks[i].Kind; k == Name || k == Var {
			c.words(i)
		}
	}
}

type counter struct {
	toks   []Token
	habits *Habits
	counts map[string]int
}

// is reports whether token i is the operator op; false outside the list.
func (c *counter) is(i int, op string) bool {
	return i >= 0 && i < len(c.toks) && c.toks[i].Is(op)
}

func (c *counter) operators(i int) {
	t := &c.toks[i]
	if t.Kind != Op {
		return
	}
	switch {
	case wordlist.Has(AssignOps, t.Text), t.Text == "<<":
		c.targets(i)
	case t.Text == "++" || t.Text == "--":
		c.name(i - 1)
		c.name(i + 1)
	case wordlist.Has(c.habits.Arrow, t.Text):
		c.targets(i)
	case t.Text == "->" && c.habits.RightHand:
		c.name(i + 1)
	case (t.Text == "->" || t.Text == "\\") && c.is(i+1, "("):
		c.inside(i + 1)
	case t.Text == "|" && i > 0 && (c.is(i-1, "{") || c.toks[i-1].Text == "do"):
		c.until(i+1, "|", 16)
	case t.Text == "{" && c.is(i-1, ")"):
		c.params(i - 1)
	}
}

func (c *counter) words(i int) {
	t := &c.toks[i]
	switch {
	case wordlist.Has("for foreach lambda as catch each", t.Text):
		// for (@list) of Perl names no variable, for (x of list) does.
		if !c.is(i+1, "(") || t.Text == "catch" || i+2 < len(c.toks) && c.toks[i+2].Kind == Name {
			c.until(i+1, "in of : = ; { <- )", 12)
		}
		if wordlist.Has("for foreach", t.Text) {
			c.counts["$_"] += 2
		}
	case t.Text == "set" && c.habits.SetTo:
		c.name(i + 1)
	case wordlist.Has("map grep while until", t.Text):
		c.counts["$_"] += 2
	case t.Text == "def" && c.is(i+2, "="): // a variable of Groovy
	case wordlist.Has("def function sub func fn", t.Text):
		for n := i + 1; n < i+8; n++ {
			if c.is(n, "(") {
				c.inside(n)
				return
			}
		}
		c.until(i+1, "{ : do", 40)
	case wordlist.Has(c.habits.Mutators, t.Text):
		c.name(i - 2)
		c.name(i + 1)
		// os.remove(x) changes no list x, table.remove(x) does.
		if method := c.is(i-1, ".") && i > 1 && c.toks[i-2].Text != "table"; c.is(i+1, "(") && !method {
			c.name(i + 2)
		}
	}
}

// name counts token i if it is a name. An element of a list of Perl, $x[0],
// has the list's name with another sigil.
func (c *counter) name(i int) {
	if i < 0 || i >= len(c.toks) {
		return
	}
	t := &c.toks[i]
	if t.Kind != Name && t.Kind != Var {
		return
	}
	c.counts[t.Text]++
	if t.Kind == Var && len(t.Text) > 1 && t.Text[0] == '$' && (c.is(i+1, "[") || c.is(i+1, "{")) {
		c.counts["@"+t.Text[1:]]++
		c.counts["%"+t.Text[1:]]++
	}
}

func (c *counter) until(i int, stop string, most int) {
	for n := i; n < len(c.toks) && n < i+most && !wordlist.Has(stop, c.toks[n].Text) && c.toks[n].Kind != Newline; n++ {
		c.name(n)
	}
}

// inside counts the names in the brackets that open at i.
func (c *counter) inside(i int) {
	for n := i; n < c.toks[i].Match && n < len(c.toks) && n < i+200; n++ {
		c.name(n)
	}
}

// params counts the names of name(a, b) { .. }: a method, if the name is no
// keyword with a condition.
func (c *counter) params(closer int) {
	open := c.opener(closer)
	if open < 1 || c.toks[open-1].Kind != Name || wordlist.Has("if while for switch unless elsif elseif until foreach match", c.toks[open-1].Text) {
		return
	}
	c.inside(open)
}

// targets counts the names in front of an assignment.
func (c *counter) targets(i int) {
	for n := i - 1; n >= 0 && n > i-32; {
		t := &c.toks[n]
		switch {
		case t.Is(")") || t.Is("]") || t.Is("}"):
			open := c.opener(n)
			if open < 0 {
				return
			}
			c.inside(open)
			n = open - 1
			c.name(n)
		case t.Kind == Name || t.Kind == Var:
			c.name(n)
			n--
		case t.Is(",") || t.Is("*") || t.Is(".") || t.Is("->") || t.Is("&"):
			n--
			continue
		default:
			return
		}
		if c.is(n, ":") { // x: type = value
			c.name(n - 1)
		}
		if !c.is(n, ",") && !c.is(n, "*") || c.argument(n) {
			return
		}
	}
}

// argument reports that token i stands between the arguments of a call, where
// f(a, b=1) gives no value to a.
func (c *counter) argument(i int) bool {
	for n := i - 1; n > 0 && n > i-64; n-- {
		switch t := &c.toks[n]; {
		case t.Is(")") || t.Is("]") || t.Is("}"):
			open := c.opener(n)
			if open < 0 {
				return false
			}
			n = open
		case t.Is("("):
			before := &c.toks[n-1]
			return before.Kind == Name && !wordlist.Has("if while for foreach until unless switch catch my our local let var const each in and or not return elsif elseif match lambda list", before.Text)
		case t.Is("[") || t.Is("{") || t.Is(";"):
			return false
		}
	}
	return false
}

// opener finds the bracket that token closer closes, within a short way.
func (c *counter) opener(closer int) int {
	for n := closer - 1; n >= 0 && n > closer-200; n-- {
		if (c.is(n, "(") || c.is(n, "[") || c.is(n, "{")) && c.toks[n].Match == closer {
			return n
		}
	}
	return -1
}
