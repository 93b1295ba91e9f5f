package settings

import (
	"bytes"
	"fmt"
)

const (
	diffContext = 3       // lines around a change
	diffCells   = 4 << 20 // work bound; above it a change is shown as one block
)

// edit is a line of a diff: kept (' '), removed ('-') or added ('+').
type edit struct {
	op   byte
	line []byte
}

// Diff gives the change from old to content as a unified diff, "" if there is
// none. nil stands for a file that is not there.
func Diff(path string, old, content []byte) string {
	if bytes.Equal(old, content) && (old == nil) == (content == nil) {
		return ""
	}
	edits := diffLines(lines(old), lines(content))
	from, to := path, path
	if old == nil {
		from = "/dev/null"
	}
	if content == nil {
		to = "/dev/null"
	}
	out := fmt.Appendf(nil, "--- %s\n+++ %s\n", from, to)
	for start := 0; start < len(edits); {
		first, end := hunk(edits, start)
		if first < 0 {
			break
		}
		out = appendHunk(out, edits, first, end)
		start = end
	}
	return string(out)
}

// lines splits after each line feed.
func lines(b []byte) [][]byte {
	if len(b) == 0 {
		return nil
	}
	l := bytes.SplitAfter(b, []byte("\n"))
	if len(l[len(l)-1]) == 0 {
		l = l[:len(l)-1]
	}
	return l
}

// diffLines compares by the longest common subsequence between the common head
// and the common tail.
func diffLines(a, b [][]byte) []edit {
	head := 0
	for head < len(a) && head < len(b) && bytes.Equal(a[head], b[head]) {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && bytes.Equal(a[len(a)-1-tail], b[len(b)-1-tail]) {
		tail++
	}
	var edits []edit
	add := func(op byte, l [][]byte) {
		for _, line := range l {
			edits = append(edits, edit{op, line})
		}
	}
	add(' ', a[:head])
	am, bm := a[head:len(a)-tail], b[head:len(b)-tail]
	if len(am)*len(bm) > diffCells {
		add('-', am)
		add('+', bm)
	} else {
		edits = append(edits, common(am, bm)...)
	}
	add(' ', a[len(a)-tail:])
	return edits
}

func common(a, b [][]byte) []edit {
	width := len(b) + 1
	length := make([]int32, (len(a)+1)*width) // of the longest common rest
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if bytes.Equal(a[i], b[j]) {
				length[i*width+j] = length[(i+1)*width+j+1] + 1
			} else {
				length[i*width+j] = max(length[(i+1)*width+j], length[i*width+j+1])
			}
		}
	}
	var edits []edit
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && bytes.Equal(a[i], b[j]):
			edits = append(edits, edit{' ', a[i]})
			i, j = i+1, j+1
		case i < len(a) && (j == len(b) || length[(i+1)*width+j] >= length[i*width+j+1]):
			edits = append(edits, edit{'-', a[i]})
			i++
		default:
			edits = append(edits, edit{'+', b[j]})
			j++
		}
	}
	return edits
}

// hunk finds the next block of changes from start on, with its context; changes
// whose contexts touch are one block. first is -1 if there is no change left.
func hunk(edits []edit, start int) (first, end int) {
	first = -1
	kept := 0
	for i := start; i < len(edits); i++ {
		if edits[i].op == ' ' {
			if kept++; first >= 0 && kept > 2*diffContext {
				return first, i - kept + 1 + diffContext
			}
			continue
		}
		if first < 0 {
			first = max(start, i-diffContext)
		}
		kept = 0
	}
	return first, len(edits) - max(0, kept-diffContext)
}

func appendHunk(out []byte, edits []edit, first, end int) []byte {
	place := func(other byte) string {
		line, count := 1, 0
		for i, e := range edits[:end] {
			if e.op == other {
				continue
			}
			if i < first {
				line++
			} else {
				count++
			}
		}
		if count == 0 {
			line--
		}
		return fmt.Sprintf("%d,%d", line, count)
	}
	out = fmt.Appendf(out, "@@ -%s +%s @@\n", place('+'), place('-'))
	for _, e := range edits[first:end] {
		out = append(append(out, e.op), e.line...)
		if !bytes.HasSuffix(e.line, []byte("\n")) {
			out = append(out, "\n\\ No newline at end of file\n"...)
		}
	}
	return out
}
