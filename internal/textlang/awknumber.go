package textlang

import "strings"

// numbered is the name of a file with numbers in it, "out_" NR%2 ".txt", with
// a 1 for each number: whatever it is, the file lies beside the others. Of
// another name it returns what is known of it.
func (r *awkReader) numbered(from, stop int, begin string) (string, bool) {
	var b strings.Builder
	number := false
	for i := from; i < stop; i++ {
		t := r.toks[i]
		switch {
		case t.kind == awkString && !t.vague && !strings.ContainsAny(t.text, "/\\~") && (i > from || t.text != "" && t.text[0] != '.' && t.text[0] != '-'):
			b.WriteString(t.text)
			number = false
		case i == from:
			return begin, false
		case t.kind == awkNumber || t.kind == awkName && (t.text == "NR" || t.text == "FNR" || t.text == "NF") && r.writes[t.text] == 0:
			if !number {
				b.WriteByte('1')
			}
			number = true
		case t.kind == awkOp && strings.Contains("+-*/%()", t.text):
		default:
			return begin, false
		}
	}
	return b.String(), true
}
