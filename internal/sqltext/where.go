package sqltext

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/sqltext/cut"
)

// rows judges UPDATE and DELETE: without a condition, or with one that always
// holds, every row is concerned.
func (c *classifier) rows(i int) {
	verb := c.at(i).Up
	k := c.skip(i+1, "FROM", "ONLY", "LOW_PRIORITY", "QUICK", "IGNORE", "OR", "ROLLBACK", "ABORT", "REPLACE", "FAIL", "TOP")
	c.s.Object, _ = c.name(k)
	reason := "deletes every row"
	if verb == "UPDATE" {
		reason = "changes every row"
	}
	w := c.has(i, "WHERE")
	switch {
	case c.dialect == CQL && w < 0 && verb == "UPDATE":
		c.set(Change, "changes rows")
	case w < 0:
		c.set(Destroy, reason+": there is no WHERE")
	case alwaysTrue(c.toks[w+1:conditionEnd(c, w+1)], 0):
		c.set(Destroy, reason+": the WHERE always holds")
	case verb == "DELETE":
		c.set(Change, "deletes rows")
	default:
		c.set(Change, "changes rows")
	}
	c.innerWrites(i)
}

// conditionEnd finds the end of the condition that begins at i.
func conditionEnd(c *classifier, i int) int {
	if k := c.has(i, "RETURNING", "ORDER", "LIMIT", "OPTION", "SETTINGS", "OUTPUT"); k >= 0 {
		return k
	}
	return len(c.toks)
}

// alwaysTrue tells whether a condition holds for every row as far as can be
// seen without the data: an OR with one such part, an AND of such parts.
func alwaysTrue(toks []cut.Token, depth int) bool {
	if depth > maxNesting || len(toks) == 0 {
		return true // an empty condition limits nothing; too deep a one is not trusted
	}
	if parts := splitTop(toks, "OR"); len(parts) > 1 {
		for _, p := range parts {
			if alwaysTrue(p, depth+1) {
				return true
			}
		}
		return false
	}
	if parts := splitTop(toks, "AND"); len(parts) > 1 {
		for _, p := range parts {
			if !alwaysTrue(p, depth+1) {
				return false
			}
		}
		return true
	}
	if toks[0].Is("NOT") {
		return alwaysFalse(toks[1:], depth+1)
	}
	if inner, ok := parenthesised(toks); ok {
		return alwaysTrue(inner, depth+1)
	}
	return trueTerm(toks)
}

func alwaysFalse(toks []cut.Token, depth int) bool {
	if inner, ok := parenthesised(toks); ok && depth <= maxNesting {
		return alwaysFalse(inner, depth+1)
	}
	switch {
	case len(toks) == 1:
		return toks[0].Is("FALSE") || toks[0].Is("NULL") || isZero(toks[0])
	case len(toks) == 3 && toks[1].Text == "=":
		return constant(toks[0]) && constant(toks[2]) && toks[0].Text != toks[2].Text
	case len(toks) == 4 && toks[1].Text == "<" && toks[2].Text == ">":
		return toks[0].Text == toks[3].Text
	}
	return false
}

func isZero(t cut.Token) bool {
	return (t.Kind == cut.Number || t.Kind == cut.Str) && strings.Trim(t.Text, "0.") == ""
}

func constant(t cut.Token) bool {
	return t.Kind == cut.Number || t.Kind == cut.Str || t.Is("TRUE") || t.Is("FALSE")
}

func parenthesised(toks []cut.Token) ([]cut.Token, bool) {
	if len(toks) < 2 || toks[0].Kind != cut.Sign || toks[0].Text != "(" {
		return nil, false
	}
	c := classifier{toks: toks}
	if c.closing(0) != len(toks)-1 {
		return nil, false
	}
	return toks[1 : len(toks)-1], true
}

// splitTop splits at a bare word outside of parentheses. BETWEEN's AND stays.
func splitTop(toks []cut.Token, w string) [][]cut.Token {
	var parts [][]cut.Token
	depth, from, between := 0, 0, false
	for i, t := range toks {
		if t.Kind == cut.Sign {
			switch t.Text {
			case "(":
				depth++
			case ")":
				depth--
			case "|":
				if w == "OR" && depth == 0 && i+1 < len(toks) && toks[i+1].Text == "|" && toks[i+1].Kind == cut.Sign {
					// In MySQL a double bar is OR.
					parts = append(parts, toks[from:i])
					from = i + 2
				}
			case "&":
				if w == "AND" && depth == 0 && i+1 < len(toks) && toks[i+1].Text == "&" && toks[i+1].Kind == cut.Sign {
					parts = append(parts, toks[from:i])
					from = i + 2
				}
			}
			continue
		}
		if depth > 0 || t.Kind != cut.Word {
			continue
		}
		switch {
		case t.Up == "BETWEEN":
			between = true
		case t.Up == w && w == "AND" && between:
			between = false
		case t.Up == w:
			parts = append(parts, toks[from:min(i, len(toks))])
			from = i + 1
		}
	}
	if from > len(toks) {
		from = len(toks)
	}
	return append(parts, toks[from:])
}

// trueTerm judges one comparison.
func trueTerm(toks []cut.Token) bool {
	if len(toks) == 1 {
		t := toks[0]
		return t.Is("TRUE") || (t.Kind == cut.Number || t.Kind == cut.Str && t.Text != "") && !isZero(t) && strings.Trim(t.Text, "0123456789.t") == ""
	}
	if toks[0].Is("EXISTS") && len(toks) > 2 && toks[2].Is("SELECT") {
		return len(toks) == 5 && toks[3].Kind == cut.Number // EXISTS (SELECT 1)
	}
	op, at, width := comparison(toks)
	if op == "" {
		return false
	}
	left, right := toks[:at], toks[at+width:]
	same := sameTokens(left, right)
	switch op {
	case "=", "<=", ">=", "IS", "==", "LIKE", "<=>":
		if same {
			return true
		}
	}
	if len(left) == 1 && len(right) == 1 && constant(left[0]) && constant(right[0]) {
		switch op {
		case "<>", "!=":
			return left[0].Text != right[0].Text
		case "<", ">", "<=", ">=":
			return true // two constants compared say nothing about a row
		}
		return false
	}
	key := len(left) > 0 && isKey(left[len(left)-1].Text)
	switch op {
	case "LIKE", "ILIKE":
		return len(right) == 1 && right[0].Kind == cut.Str && right[0].Text != "" && strings.Trim(right[0].Text, "%") == ""
	case "IS":
		return key && len(right) == 2 && right[0].Is("NOT") && right[1].Is("NULL")
	case ">", ">=":
		return key && (len(right) == 1 && (isZero(right[0]) || op == ">=" && right[0].Text == "1") || len(right) == 2 && right[0].Text == "-")
	case "<>", "!=":
		return key && (len(right) == 1 && (isZero(right[0]) || right[0].Text == "") || len(right) == 2 && right[0].Text == "-")
	}
	return false
}

// comparison finds the operator of a term.
func comparison(toks []cut.Token) (op string, at, width int) {
	depth := 0
	for i, t := range toks {
		if t.Kind == cut.Sign {
			switch t.Text {
			case "(":
				depth++
			case ")":
				depth--
			case "=", "<", ">", "!":
				if depth == 0 {
					op = t.Text
					for i+len(op) < len(toks) && toks[i+len(op)].Kind == cut.Sign && toks[i+len(op)].Joined && strings.Contains("=<>", toks[i+len(op)].Text) {
						op += toks[i+len(op)].Text
					}
					return op, i, len(op)
				}
			}
		}
		if depth == 0 && (t.Is("LIKE") || t.Is("ILIKE") || t.Is("IS")) {
			return t.Up, i, 1
		}
	}
	return "", 0, 0
}

func sameTokens(a, b []cut.Token) bool {
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	for i := range a {
		if a[i].Kind == cut.Param || !strings.EqualFold(a[i].Text, b[i].Text) {
			return false
		}
	}
	return true
}

// isKey tells whether a column is by its name one that every row fills.
func isKey(name string) bool {
	n := strings.ToLower(name)
	return n == "id" || n == "rowid" || n == "ctid" || n == "oid" || n == "uuid" || n == "pk" || strings.HasSuffix(n, "_id") || n == "_rowid_"
}
