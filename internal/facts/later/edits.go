package later

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Edit is what a command puts into a file that runs later.
type Edit struct {
	File  string
	Texts []string
	Hook  bool // among them is a script that package managers run by themselves
}

// maxCode bounds the program text that is looked through.
const maxCode = 64 << 10

// Edits reads commands that change files by a program of their own: the texts
// that stand in the program, as far as they may come to stand in such a file.
// prints says that the command only shows its result.
func Edits(c *shell.Command, name string, prints bool) []Edit {
	if len(c.Argv) == 0 {
		return nil
	}
	programs := false
	if name == "perl" {
		prints = !slices.ContainsFunc(c.Argv[1:], inPlace)
	}
	switch name {
	case "sed", "perl", "jq", "awk", "yq", "dasel", "json", "ex":
		if prints && name != "perl" && name != "ex" {
			return nil
		}
	case "python", "python3", "node", "ruby", "php", "deno", "bun", "lua":
		programs = true
	case "tee", "sponge":
		text, _ := c.Stdin.Text.Known()
		var out []Edit
		for _, file := range named(known(c.Argv[1:]), false) {
			if len(text) <= maxCode {
				out = append(out, Edit{File: file, Texts: []string{text}})
			}
		}
		return out
	default:
		return nil
	}
	words := known(append(slices.Clone(c.Argv[1:]), c.Stdin.Text))
	var out []Edit
	for _, file := range named(words, programs || name == "perl") {
		e := Edit{File: file}
		for _, s := range words {
			if !programs && (!prints || name != "perl") {
				e.Hook = e.Hook || strings.Contains(s, `"`) && strings.Contains(s, "=") && strings.Contains(s, "scripts") && hook(s)
			}
			switch {
			case !strings.ContainsAny(s, " \t") || path.Base(s) == path.Base(file):
			case programs || name == "perl" && prints:
				if changes(s) {
					e.Texts = append(e.Texts, strs(s)...)
				}
			default:
				e.Texts = append(append(e.Texts, replacements(s)...), strs(s)...)
			}
		}
		if e.Hook || len(e.Texts) > 0 {
			out = append(out, e)
		}
	}
	return out
}

func known(list []shell.Word) []string {
	var out []string
	for _, w := range list {
		if s, ok := w.Known(); ok && s != "" && len(s) <= maxCode {
			out = append(out, s)
		}
	}
	return out
}

// inPlace: -i, -pi, -0pi.bak of perl.
func inPlace(w shell.Word) bool {
	s, _ := w.Known()
	return strings.HasPrefix(s, "-") && strings.HasPrefix(strings.TrimLeft(s[1:], "0123456789acdlnpsuw"), "i")
}

// named gives the files that run later among the words, or among the strings
// of a program.
func named(words []string, programs bool) []string {
	var out []string
	add := func(s string) {
		base := path.Base(s)
		if Kind(base) == "" { // known by its folder
			base = path.Base(path.Dir(s)) + "/" + base
		}
		if len(s) < 300 && Kind(base) != "" && !strings.ContainsAny(base, " *\n") && !slices.Contains(out, base) && len(out) < 5 {
			out = append(out, base)
		}
	}
	for _, w := range words {
		if add(w); programs {
			for _, s := range strs(w) {
				add(s)
			}
		}
	}
	return out
}

// changes tells whether a program may write files.
func changes(code string) bool {
	return slices.ContainsFunc([]string{"write", "Write", "dump", "'w'", `"w"`, "'a'", `"a"`, "'r+'", `"r+"`, "save", "put", "append", "Append", "inplace", "'>", `">`},
		func(s string) bool { return strings.Contains(code, s) })
}

func strs(code string) []string {
	var out []string
	rest := code
	for range maxGuesses {
		i := strings.IndexAny(rest, "\"'`")
		if i < 0 {
			break
		}
		s, n := literal(rest[i:])
		if rest = rest[i+n:]; s != "" {
			out = append(out, s)
		}
	}
	return out
}

// replacements gives what a program of sed or perl puts in: the second part of
// s/a/b/, and the text behind a, i and c.
func replacements(code string) []string {
	var out []string
	for i := 0; i+1 < len(code) && len(out) < maxGuesses; i++ {
		before := byte(' ')
		if i > 0 {
			before = code[i-1]
		}
		if letter(before) {
			continue
		}
		switch c := code[i]; {
		case c == 's' && strings.IndexByte("/|#,!@%:~{+;_", code[i+1]) >= 0:
			if text, end := replaced(code, i+1); end > 0 {
				out = append(out, text)
				i = end
			}
		case c == 'a' || c == 'i' || c == 'c':
			if i > 0 && strings.IndexByte("/0123456789$} ;\n", before) < 0 {
				continue
			}
			if text, ok := strings.CutPrefix(code[i+1:], `\`); ok || strings.HasPrefix(text, " ") {
				text = strings.TrimPrefix(text, "\n")
				text = strings.ReplaceAll(text, "\\\n", "\n")
				out = append(out, text, strings.ReplaceAll(text, `\`, ""))
				return out
			}
		}
	}
	return out
}

// replaced reads the two parts of a substitution whose delimiter stands at i.
func replaced(code string, i int) (text string, end int) {
	d := code[i]
	close := d
	if d == '{' {
		close = '}'
	}
	_, end = part(code, i+1, close, false)
	if end < 0 {
		return "", 0
	}
	i = end + 1
	if d == '{' {
		for i < len(code) && (code[i] == ' ' || code[i] == '\n') {
			i++
		}
		if i >= len(code) || code[i] != '{' {
			return "", 0
		}
		i++
	}
	text, end = part(code, i, close, false)
	if end < 0 {
		return code[min(i, len(code)):], len(code)
	}
	return text, end
}

// part reads what stands from i on up to a mark, without the backslashes; end is
// that of the mark, -1 if there is none, or none in the same line where that counts.
func part(code string, i int, mark byte, line bool) (text string, end int) {
	var b strings.Builder
	for ; i < len(code); i++ {
		switch c := code[i]; {
		case c == mark:
			return b.String(), i
		case c == '\n' && line:
			return "", -1
		case c == '\\' && i+1 < len(code):
			i++
			switch code[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			default:
				b.WriteByte(code[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", -1
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '\\' }
