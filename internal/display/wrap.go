package display

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// leastWidth is how narrow a line is made at the most: a column of single words
// is harder to read than a line that the terminal breaks.
const leastWidth = 24

// Wrap breaks text, which is escaped already, into lines of at most width
// characters, each after the first behind indent blanks. It breaks at blanks
// only and leaves a command line in backquotes in one piece where that fits, so
// that both can be copied. A width of 0 is none: the text stays as it is, as
// programs want it.
func Wrap(text string, width, indent int) string {
	if width <= 0 || utf8.RuneCountInString(text) <= width && !strings.Contains(text, "\n") {
		return text
	}
	width = max(width, leastWidth)
	if indent > width/2 {
		indent = 4
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = wrapLine(line, width, indent)
	}
	return strings.Join(lines, "\n")
}

func wrapLine(line string, width, indent int) string {
	var b strings.Builder
	at, begun := 0, false // the column, and whether the line holds a word
	for _, piece := range pieces(line, width-indent) {
		word := strings.TrimLeft(piece, " ")
		blanks, n := len(piece)-len(word), columns(word)
		if begun && at+blanks+n > width {
			b.WriteString("\n" + strings.Repeat(" ", indent))
			at, blanks = indent, 0
		}
		b.WriteString(strings.Repeat(" ", blanks) + word)
		at, begun = at+blanks+n, true
	}
	return b.String()
}

// pieces are the words of a line, each with the blanks before it. What stands in
// backquotes is one of them if it is no longer than most.
func pieces(line string, most int) []string {
	var out []string
	for line != "" {
		end := len(line) - len(strings.TrimLeft(line, " "))
		for end < len(line) && line[end] != ' ' {
			size := 1
			if line[end] == '`' {
				if n := strings.IndexByte(line[end+1:], '`'); n >= 0 && columns(line[end:end+n+2]) <= most {
					size = n + 2
				}
			}
			end += size
		}
		out = append(out, line[:end])
		line = line[end:]
	}
	return out
}

// Columns lists short texts down and then across, as many columns as width has
// room for. Without a width it is a line each, for programs.
func Columns(list []string, width int) string {
	wide := 0
	for _, text := range list {
		wide = max(wide, columns(text)+2)
	}
	across := 1
	if wide > 0 {
		across = max(1, (width+2)/wide)
	}
	down := (len(list) + across - 1) / across
	var b strings.Builder
	for row := range down {
		for i := row; i < len(list); i += down {
			b.WriteString(list[i])
			if i+down < len(list) {
				b.WriteString(strings.Repeat(" ", wide-columns(list[i])))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// columns is how many columns of a terminal a text takes, nearly: what stands on
// the letter before it takes none. Letters of double width are counted once.
func columns(text string) int {
	n := 0
	for _, r := range text {
		if !unicode.Is(unicode.M, r) {
			n++
		}
	}
	return n
}
