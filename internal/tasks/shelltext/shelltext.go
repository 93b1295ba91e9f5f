// Package shelltext has the small things that task files share: values put into
// templates, names and words written so that a shell reads them, #! lines.
package shelltext

import "strings"

// MaxText bounds a text after its templates are filled, in bytes.
const MaxText = 64 << 10

// Fill replaces {{ ... }} by known values, else by a shell variable, so that the
// text still reads as shell with an unknown value there.
func Fill(text string, known func(expr string) (string, bool)) string {
	var b strings.Builder
	for {
		i := strings.Index(text, "{{")
		if i < 0 {
			break
		}
		n := strings.Index(text[i:], "}}")
		if n < 0 {
			break
		}
		expr := strings.TrimSpace(strings.Trim(text[i+2:i+n], "-"))
		b.WriteString(text[:i])
		if v, ok := known(expr); ok && b.Len()+len(v) <= MaxText {
			b.WriteString(v)
		} else {
			b.WriteString("${" + Identifier(expr) + "}")
		}
		text = text[i+n+2:]
	}
	b.WriteString(text)
	return b.String()
}

// Identifier makes a shell variable's name of any text.
func Identifier(s string) string {
	out := []byte("task_value_")
	for i := 0; i < len(s) && i < 40; i++ {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' {
			out = append(out, c)
		} else if out[len(out)-1] != '_' {
			out = append(out, '_')
		}
	}
	return string(out)
}

// Interpreter gives the program of a #! line: "" for shells.
func Interpreter(first string) string {
	fields := strings.Fields(strings.TrimPrefix(first, "#!"))
	for len(fields) > 0 {
		name := fields[0][strings.LastIndexByte(fields[0], '/')+1:]
		fields = fields[1:]
		switch {
		case name == "env" || strings.HasPrefix(name, "-") || strings.Contains(name, "="):
			continue
		case IsShell(name):
			return ""
		}
		return name
	}
	return "unknown"
}

// IsShell tells whether a program, named without its folder, is a Unix shell.
func IsShell(name string) bool {
	switch name {
	case "sh", "bash", "zsh", "dash", "ash", "ksh", "mksh":
		return true
	}
	return false
}

// Quote writes a word so that a shell reads it as it is.
func Quote(w string) string {
	if w != "" && strings.Trim(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./:,@%+") == "" {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// Closing gives the index of the bracket that closes one that stands open in front of
// the text, -1 if none does. Only brackets of its own kind count.
func Closing(s string, open, close byte) int {
	depth := 1
	for i := range len(s) {
		switch s[i] {
		case open:
			depth++
		case close:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
