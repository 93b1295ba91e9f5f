// Package words reads what single words of a command say about a path.
package words

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Recursive: DIR/** means DIR and all below it.
func Recursive(kind sentinel.EffectKind, w shell.Word) (sentinel.EffectKind, shell.Word) {
	n := len(w.Pieces)
	if n == 0 || w.Pieces[n-1].Origin != shell.Glob || w.Pieces[n-1].Text != "**" {
		return kind, w
	}
	root := shell.Word{Span: w.Span, Raw: w.Raw, Pieces: append([]shell.Piece(nil), w.Pieces[:n-1]...)}
	if m := len(root.Pieces); m > 0 && root.Pieces[m-1].Origin == shell.Literal && len(root.Pieces[m-1].Text) > 1 {
		root.Pieces[m-1].Text = strings.TrimSuffix(root.Pieces[m-1].Text, "/")
	}
	switch kind {
	case sentinel.Delete:
		return sentinel.DeleteTree, root
	case sentinel.Permission:
		return sentinel.PermissionTree, root
	}
	return kind, root
}

// Temporary: $TMPDIR followed by a literal path below it is a temporary
// place (Settled 2).
func Temporary(w shell.Word) (bool, string) {
	if len(w.Pieces) != 2 || w.Pieces[0].Name != "TMPDIR" && w.Pieces[0].Name != "TMP" && w.Pieces[0].Name != "TEMP" || w.Pieces[1].Origin != shell.Literal {
		return false, ""
	}
	rest := w.Pieces[1].Text
	if !strings.HasPrefix(rest, "/") || len(path.Clean(rest)) < 2 || strings.Contains(rest, "..") {
		return false, ""
	}
	return true, "/tmp" + rest
}

// MayVanish: the word begins with something that could be empty.
func MayVanish(w shell.Word) bool { return len(w.Pieces) > 0 && w.Pieces[0].Origin > shell.Glob }

// Vanishes: what is left when it is empty is an absolute path.
func Vanishes(w shell.Word) bool {
	return len(w.Pieces) > 1 && strings.HasPrefix(w.Pieces[1].Text, "/")
}

// Folder gives a folder's path; of a wildcard the part in front of it, in
// which all that it matches lies.
func Folder(w shell.Word) string {
	s, glob, ok := w.Pattern()
	switch {
	case !ok:
		return ""
	case glob:
		i := strings.IndexAny(s, "*?[")
		return path.Dir(s[:i] + "x")
	}
	return s
}

// Within is a target in the folder of that number, which a wildcard may have
// chosen: what is below is then all that it may be.
func Within(dirs []shell.Word, i int, t paths.Target) paths.Target {
	if i >= len(dirs) || strings.HasPrefix(t.Text, "/") || strings.HasPrefix(t.Text, "~") || t.Text == "" {
		return t
	}
	if s, glob, ok := dirs[i].Pattern(); ok && glob {
		t.Text, t.Dir, t.Glob = s+"/"+t.Text, "/", true
	}
	return t
}

// Deep: a wildcard for all files below a folder.
func Deep(w shell.Word) bool {
	for _, p := range w.Pieces {
		if p.Origin == shell.Glob && strings.HasPrefix(p.Text, "**") {
			return true
		}
	}
	return false
}

// Quoted writes words as one line in which each can be told apart.
func Quoted(words []shell.Word) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		s := w.String()
		if s == "" || strings.ContainsAny(s, " \t\n") {
			s = "'" + s + "'"
		}
		b.WriteString(s)
	}
	return b.String()
}

// Line joins words by blanks.
func Line(words []shell.Word) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.String()
	}
	return strings.Join(out, " ")
}

// Variables are those that a word names in its source text, whatever is known
// of their values.
func Variables(raw string) []shell.Piece {
	var out []shell.Piece
	for len(out) < 100 {
		i := strings.IndexByte(raw, '$')
		if i < 0 {
			break
		}
		raw = strings.TrimLeft(raw[i+1:], "{!#")
		n := 0
		for n < len(raw) && (raw[n] == '_' || raw[n] >= '0' && raw[n] <= '9' || raw[n]|0x20 >= 'a' && raw[n]|0x20 <= 'z') {
			n++
		}
		if n > 0 {
			out = append(out, shell.Piece{Origin: shell.Variable, Name: raw[:n]})
		}
	}
	return out
}

// Inside: a process substitution or descriptor stands for a file that is not
// one.
func Inside(w shell.Word) bool {
	return len(w.Pieces) == 1 && w.Pieces[0].Inside != nil && w.Pieces[0].Origin == shell.Other
}

// CutSpan is the part of a text; all of it where the span does not lie in it.
func CutSpan(text string, s shell.Span) string {
	if s.Start < 0 || s.End > len(text) || s.Start >= s.End {
		return text
	}
	return text[s.Start:s.End]
}

// Windows: an absolute path as Windows has it.
func Windows(s string) bool { return len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/') }
