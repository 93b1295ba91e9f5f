package textlang

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/textlang/scan"
)

// Awk reads the text of an awk program (POSIX, gawk, mawk, BSD awk). Program
// files given by -f and libraries given by -l are the caller's to look at.
//
// Harmless and not reported: output to the standard streams, comparisons,
// reading the files named on the command line.
func Awk(src string) []Act {
	if len(src) > MaxSource {
		return Oversize(src)
	}
	acts, differ, failed := awkReading(src, false)
	if !differ {
		return acts
	}
	other, _, otherFailed := awkReading(src, true)
	switch {
	case failed && !otherFailed:
		return other
	case !failed && otherFailed:
		// The other implementation refuses the text, so it does nothing there.
		return acts
	}
	return merge(acts, other)
}

func awkReading(src string, bracketEnds bool) (acts []Act, differ, failed bool) {
	l := awkLexer{src: src, bracketEnds: bracketEnds}
	l.lex()
	r := awkReader{toks: l.toks}
	r.count()
	r.walk()
	if l.err != "" {
		r.out.Add(Unreadable("awk: "+l.err, l.errAt, len(src)))
	}
	return r.out.Acts, l.sawBracket, l.err != ""
}

// awkReader walks the tokens once. It does not build a tree: what opens files
// or runs programs in awk is marked by a handful of tokens.
type awkReader struct {
	toks []awkToken
	out  List

	// A variable is followed only where its value is beyond doubt: assigned once
	// in the whole program, by a literal, in a statement of its own that comes
	// before the use in a block that is still open, in a program that nowhere goes
	// on to a next record by itself (operands such as `v=x` assign then).
	writes   map[string]int
	consts   []awkConst
	depth    int  // open braces
	noConsts bool // switch, indirect calls, plain getline: follow no variables

	// State of a print statement.
	printing bool
	nest     int // open parentheses and brackets since it began
}

type awkConst struct {
	name, text string
	depth      int
}

// count finds how often each name is written to.
func (r *awkReader) count() {
	r.writes = map[string]int{}
	for i, t := range r.toks {
		if t.kind == awkOp && t.text == "@" {
			r.noConsts = true
		}
		if t.kind != awkName {
			continue
		}
		if t.text == "getline" {
			j := r.lvalue(i + 1)
			r.noConsts = r.noConsts || r.op(j) != "<" && !strings.HasPrefix(r.op(i-1), "|")
			continue
		}
		next, prev := r.op(i+1), r.op(i-1)
		switch {
		case t.text == "switch", t.text == "nextfile":
			r.noConsts = true
		case next == "=":
			r.writes[t.text]++
		case len(next) > 1 && strings.HasSuffix(next, "=") && next != "==" && next != "!=" && next != "<=" && next != ">=",
			next == "++", next == "--", prev == "++", prev == "--",
			r.word(i+1) == "in", r.word(i-1) == "getline",
			(prev == "," || prev == "(") && (next == ")" || next == ","):
			// The last line takes any bare argument as written to: sub, gsub, split
			// and functions may change it; a parameter of that name hides it.
			if !r.readOnlyCall(i) {
				r.writes[t.text] += 2
			}
		}
	}
}

// readOnlyCall tells whether the bare argument at i stands in a call that
// cannot change it.
func (r *awkReader) readOnlyCall(i int) bool {
	if r.op(i-1) != "(" || i < 2 {
		return false
	}
	switch r.word(i - 2) {
	case "close", "system", "fflush", "length", "tolower", "toupper":
		return true
	}
	return false
}

func (r *awkReader) op(i int) string {
	if i >= 0 && i < len(r.toks) && r.toks[i].kind == awkOp {
		return r.toks[i].text
	}
	return ""
}

func (r *awkReader) word(i int) string {
	if i >= 0 && i < len(r.toks) && r.toks[i].kind == awkName {
		return r.toks[i].text
	}
	return ""
}

func (r *awkReader) walk() {
	for i := 0; i < len(r.toks) && !r.out.Full(); i++ {
		switch t := r.toks[i]; t.kind {
		case awkNewline:
			if p := r.op(i - 1); p != "," && p != "&&" && p != "||" && p != "{" {
				r.printing = false
			}
		case awkName:
			r.name(i)
		case awkOp:
			r.operator(i)
		}
	}
}

func (r *awkReader) operator(i int) {
	t := r.toks[i]
	switch t.text {
	case "{":
		r.depth++
		r.printing = false
	case "}":
		r.depth--
		r.printing = false
		for n := len(r.consts); n > 0 && r.consts[n-1].depth > r.depth; n-- {
			r.consts = r.consts[:n-1]
		}
	case ";":
		if r.nest <= 0 {
			r.printing = false
		}
	case "(", "[":
		r.nest++
	case ")", "]":
		r.nest--
	case ">":
		if r.printing && r.nest == 0 {
			r.target(Write, i+1, t.start)
		}
	case ">>":
		r.target(Write, i+1, t.start)
	case "|", "|&":
		if r.word(i+1) == "getline" {
			r.command(i)
		} else {
			r.target(Exec, i+1, t.start)
		}
	case "@":
		r.at(i)
	case "=":
		r.assign(i)
	}
}

// at handles gawk's @load, @include, indirect calls and typed regular expressions.
func (r *awkReader) at(i int) {
	if i+1 >= len(r.toks) || r.toks[i+1].kind != awkName {
		return
	}
	t := r.toks[i+1]
	switch t.text {
	case "load", "include":
		if i+2 < len(r.toks) && r.toks[i+2].kind == awkString {
			s := r.toks[i+2]
			r.out.Add(Act{Kind: Load, Text: s.text, Known: !s.vague, Start: r.toks[i].start, End: s.end})
			return
		}
		r.out.Add(Act{Kind: Load, Start: r.toks[i].start, End: t.end})
	case "namespace":
	default:
		// The function's name is in a variable and may be "system".
		r.out.Add(Unreadable("awk: indirect function call", r.toks[i].start, t.end))
	}
}

func (r *awkReader) name(i int) {
	t := r.toks[i]
	switch t.text {
	case "print", "printf":
		r.printing, r.nest = true, 0
	case "system":
		if r.op(i+1) != "(" {
			r.out.Add(Unreadable("awk: system without arguments", t.start, t.end))
			return
		}
		end := r.closing(i + 1)
		text, known := r.value(i+2, end)
		r.out.Add(Act{Kind: Exec, Text: text, Known: known, Start: t.start, End: r.endOf(end)})
	case "getline":
		r.getline(i)
	case "function", "func", "BEGIN", "END":
		r.consts = r.consts[:0]
	case "ENVIRON":
		r.environ(i)
	case "ARGV":
		r.argv(i)
	}
}

// environ reports the use of the environment.
func (r *awkReader) environ(i int) {
	t := r.toks[i]
	if r.op(i+1) != "[" {
		r.out.Add(Act{Kind: Env, Start: t.start, End: t.end})
		return
	}
	end := r.closing(i + 1)
	text, known := r.value(i+2, end)
	if !known {
		text = ""
	}
	r.out.Add(Act{Kind: Env, Text: text, Known: known, Start: t.start, End: r.endOf(end)})
}

// argv reports files that the program adds to its own operands.
func (r *awkReader) argv(i int) {
	t := r.toks[i]
	if r.op(i+1) != "[" {
		if r.word(i-1) != "in" && r.word(i-1) != "delete" && r.word(i-2) != "length" {
			r.out.Add(Act{Kind: Read, Start: t.start, End: t.end})
		}
		return
	}
	end := r.closing(i + 1)
	if r.op(end+1) != "=" {
		if o := r.op(end + 1); strings.HasSuffix(o, "=") && o != "==" && o != "!=" {
			r.out.Add(Act{Kind: Read, Start: t.start, End: r.endOf(end)})
		}
		return
	}
	stop := r.statementEnd(end + 2)
	text, known := r.value(end+2, stop)
	if known && text == "" {
		return // the way to drop an operand
	}
	r.out.Add(Act{Kind: Read, Text: text, Known: known, Start: t.start, End: r.endOf(stop - 1)})
}

// getline reports `getline [lvalue] < file`. The plain form reads the next
// record of an operand.
func (r *awkReader) getline(i int) {
	j := r.lvalue(i + 1)
	if r.op(j) != "<" {
		return
	}
	end := r.operands(j + 1)
	text, known := r.value(j+1, end)
	if end-(j+1) > 1 && r.op(j+1) != "(" {
		// Implementations disagree on how much of a concatenation is the name.
		text, _ = r.value(j+1, j+2)
		known = false
	}
	if known && (scan.HarmlessDevice(text) || text == "-") {
		return
	}
	r.file(Read, text, known, r.toks[i].start, r.endOf(end-1))
}

// lvalue returns the index after the optional variable at i.
func (r *awkReader) lvalue(i int) int {
	j := i
	if r.op(j) == "$" {
		j++
	}
	if r.word(j) != "" || j > i {
		j++
		if r.op(j) == "[" {
			j = r.closing(j) + 1
		}
	}
	return j
}

// file adds an act on a file name, minding gawk's network names.
func (r *awkReader) file(kind, text string, known bool, start, end int) {
	if strings.HasPrefix(text, "/inet") {
		r.out.Add(Unreadable("awk: network connection "+text, start, end))
		return
	}
	if kind == Write && known && scan.HarmlessDevice(text) {
		return
	}
	r.out.Add(Act{Kind: kind, Text: text, Known: known, Start: start, End: end})
}

// target reports what follows an output redirection or an output pipe.
func (r *awkReader) target(kind string, from, start int) {
	stop := r.statementEnd(from)
	text, known := r.value(from, stop)
	if kind == Write && !known {
		text, known = r.numbered(from, stop, text)
	}
	end := r.endOf(stop - 1)
	if stop == from {
		r.out.Add(Unreadable("awk: output to nothing", start, end))
		return
	}
	r.file(kind, text, known, start, end)
}

// command reports `cmd | getline`, where cmd stands before the pipe at i.
// gawk takes the whole concatenation, mawk and BSD awk only its last piece.
func (r *awkReader) command(i int) {
	from := i
	for from > 0 && r.isOperand(from-1) {
		if c := r.op(from - 1); c == ")" || c == "]" {
			from = r.opening(from - 1)
			continue
		}
		from--
	}
	start, end := r.toks[from].start, r.toks[i].end
	text, known := r.value(from, i)
	r.file(Exec, text, known && from < i, start, end)
	if i-from > 1 && r.toks[i-1].kind == awkString {
		last := r.toks[i-1]
		r.file(Exec, last.text, !last.vague, last.start, end)
	}
}

// isOperand tells whether the token can be part of a concatenation.
func (r *awkReader) isOperand(i int) bool {
	t := r.toks[i]
	switch t.kind {
	case awkName:
		switch t.text {
		case "print", "printf", "return", "in", "else", "do", "BEGIN", "END", "if", "while", "for", "getline", "case", "exit":
			return false
		}
		return true
	case awkString, awkNumber:
		return true
	case awkOp:
		return t.text == ")" || t.text == "]" || t.text == "$"
	}
	return false
}

// operands returns the index after the run of operands that begins at i.
func (r *awkReader) operands(i int) int {
	for i < len(r.toks) {
		switch o := r.op(i); {
		case o == "(" || o == "[":
			i = r.closing(i) + 1
		case o != ")" && o != "]" && r.isOperand(i):
			i++
		default:
			return min(i, len(r.toks))
		}
	}
	return len(r.toks)
}

// statementEnd returns the index of the token that ends the simple statement
// in which token i stands.
func (r *awkReader) statementEnd(i int) int {
	depth := 0
	for ; i < len(r.toks); i++ {
		if r.toks[i].kind == awkNewline {
			if p := r.op(i - 1); depth == 0 && p != "&&" && p != "||" && p != "," {
				return i
			}
			continue
		}
		switch r.op(i) {
		case "(", "[":
			depth++
		case ")", "]":
			if depth == 0 {
				return i
			}
			depth--
		case ";", "}":
			if depth == 0 {
				return i
			}
		case ",", "|", "|&":
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

// closing returns the index of the bracket that closes the one at i, or the
// last index if there is none.
func (r *awkReader) closing(i int) int {
	depth := 0
	for j := i; j < len(r.toks); j++ {
		switch r.op(j) {
		case "(", "[":
			depth++
		case ")", "]":
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return len(r.toks) - 1
}

func (r *awkReader) opening(i int) int {
	depth := 0
	for j := i; j >= 0; j-- {
		switch r.op(j) {
		case ")", "]":
			depth++
		case "(", "[":
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return 0
}

func (r *awkReader) endOf(i int) int {
	if i < 0 || len(r.toks) == 0 {
		return 0
	}
	return r.toks[min(i, len(r.toks)-1)].end
}
