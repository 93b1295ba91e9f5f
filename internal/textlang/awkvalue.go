package textlang

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/textlang/scan"
)

// maxNesting bounds how deep parentheses are followed when a value is folded.
const maxNesting = 32

// value folds the tokens [from, to) to a string as far as that can be known: a
// concatenation of literals, of parenthesised ones and of followed variables.
// What is returned when known is false is the known beginning.
func (r *awkReader) value(from, to int) (text string, known bool) {
	return r.fold(from, to, 0)
}

func (r *awkReader) fold(from, to, depth int) (string, bool) {
	if depth > maxNesting {
		return "", false
	}
	for i := from; i < to; i++ { // an operator at this level: not a concatenation
		switch o := r.op(i); o {
		case "(", "[":
			i = r.closing(i)
		case "?", "+", "-", "*", "/", "%", "^", "~", "!~", "!", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "=", "|", ":", "**":
			return "", false
		}
	}
	var b strings.Builder
	for i := from; i < to; i++ {
		part, known, next := r.part(i, to, depth)
		if b.Len()+len(part) > MaxSource {
			return "", false
		}
		b.WriteString(part)
		if !known {
			return b.String(), false
		}
		i = next - 1
	}
	return b.String(), true
}

// part folds one operand that begins at i and returns the index after it.
func (r *awkReader) part(i, to, depth int) (text string, known bool, next int) {
	t := r.toks[i]
	switch t.kind {
	case awkString:
		return t.text, !t.vague, i + 1
	case awkNewline:
		return "", true, i + 1
	case awkNumber:
		return t.text, isPlainNumber(t.text), i + 1
	case awkName:
		if t.text == "sprintf" && r.op(i+1) == "(" {
			text, known = r.sprintf(i+1, depth)
			return text, known, r.closing(i+1) + 1
		}
		if o := r.op(i + 1); o == "(" || o == "[" {
			return "", false, i + 1
		}
		for k := len(r.consts) - 1; k >= 0; k-- {
			if r.consts[k].name == t.text {
				return r.consts[k].text, true, i + 1
			}
		}
	case awkOp:
		if t.text == "(" {
			end := min(r.closing(i), to)
			text, known = r.fold(i+1, end, depth+1)
			return text, known, end + 1
		}
	}
	return "", false, i + 1
}

// sprintf knows the text in front of the first conversion.
func (r *awkReader) sprintf(open, depth int) (string, bool) {
	end := r.closing(open)
	stop := open + 1
	for stop < end && r.op(stop) != "," {
		stop++
	}
	format, known := r.fold(open+1, stop, depth+1)
	if p := strings.IndexByte(format, '%'); p >= 0 {
		return format[:p], false
	}
	return format, known
}

func isPlainNumber(s string) bool {
	for i := 0; i < len(s); i++ {
		if !scan.Digit(s[i]) {
			return false
		}
	}
	return s == "0" || s != "" && s[0] != '0'
}

// assign follows `name = literal` where the value is beyond doubt at each later
// use in the block; see awkReader.
func (r *awkReader) assign(i int) {
	name := r.word(i - 1)
	if name == "" || r.noConsts || r.nest > 0 || r.depth == 0 || r.writes[name] != 1 || !r.statementStart(i-1) {
		return
	}
	switch name {
	case "FS", "OFS", "ORS", "RS", "NF", "NR", "FNR", "SUBSEP", "RSTART", "RLENGTH", "FILENAME", "CONVFMT", "OFMT":
		return
	}
	stop := r.statementEnd(i + 1)
	if c := r.op(stop); c == "," || c == "|" || c == "|&" {
		return
	}
	if text, known := r.value(i+1, stop); known && stop > i+1 {
		r.consts = append(r.consts, awkConst{name, text, r.depth})
	}
}

// statementStart tells whether token i begins a statement that is run whenever
// the following statements of its block are.
func (r *awkReader) statementStart(i int) bool {
	if i == 0 {
		return false
	}
	switch p := r.toks[i-1]; {
	case p.kind == awkOp && (p.text == "{" || p.text == ";"):
		return true
	case p.kind != awkNewline:
		return false
	}
	for i--; i > 0 && r.toks[i].kind == awkNewline; i-- {
	}
	p := r.toks[i]
	return !(p.kind == awkOp && p.text == ")" || p.kind == awkName && (p.text == "else" || p.text == "do"))
}
