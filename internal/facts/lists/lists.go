// Package lists finds the names that a program is handed by a file in which
// they are listed: `xargs cat < list`, `cat $(cat list)`, `while read f`. Such a
// word is not known from the text of a call; what it may stand for is, since the
// file can be opened.
//
// Names gives what a word may stand for. Files that a text has written itself
// count as it wrote them. Lists that a program makes out of something else than
// lines (decodes, computes) are not followed.
package lists

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Text is a shell text with what its commands can open.
type Text struct {
	Written map[string]string // files that the text writes, by absolute path
	// Read gives the content of a file of at most MaxList bytes; ok is false
	// when there is none, and whole when it is larger.
	Read func(file string) (content string, ok, whole bool)
}

// Bounds. Of a list with more lines than maxNames, only those count that lead
// somewhere else than below the folder that the command works in.
const (
	MaxList  = 1 << 20
	maxNames = 1000
	maxLines = 20000
	maxDepth = 10
)

// source is a file in which names may stand.
type source struct {
	file  string
	plain bool // its lines are handed on as they are
}

// Found gives what a word may stand for that is what a search prints, also
// through filters: all that find finds, and all files of a folder where hidden
// ones are listed, too. nil if it is something else.
func Found(w shell.Word, depth int) []shell.Word {
	if len(w.Pieces) != 1 || w.Pieces[0].Inside == nil || w.Pieces[0].Inside.From == nil {
		return nil
	}
	for c := w.Pieces[0].Inside.From; depth < maxDepth; depth++ {
		v, _ := c.Parsed.(*kb.View)
		if v == nil || v.Parse == nil {
			return nil
		}
		switch v.Name {
		case "find":
			return v.Parse.Found()
		case "ls", "git":
			out := hidden(c, v)
			for _, name := range picked(w.Pieces[0].Inside.From) {
				out = append(out, shell.Text(name))
			}
			return out
		case "grep", "head", "tail", "sort", "uniq":
			if v.Name == "grep" && !letsThrough(v) {
				return nil
			}
			if c.Stdin.Kind != shell.Pipe || c.Stdin.From == nil {
				return nil
			}
			c = c.Stdin.From
		default:
			return nil
		}
	}
	return nil
}

// Names gives what a word stands for in turn; whole is false when there are
// more names than are looked at.
func (t Text) Names(w shell.Word) (names []shell.Word, whole bool) {
	i := slices.IndexFunc(w.Pieces, func(p shell.Piece) bool { return p.Inside != nil && p.Origin != shell.Other })
	if i < 0 || w.Pieces[i].Inside.Known {
		return nil, true
	}
	var from []source
	if file, ok := w.Pieces[i].Inside.File.Known(); ok && file != "" {
		from = append(from, source{file, true})
	} else if c := w.Pieces[i].Inside.From; c != nil {
		from = printed(c, true, 0)
		for _, name := range picked(c) {
			n := shell.Word{Span: w.Span, Pieces: slices.Clone(w.Pieces)}
			n.Pieces[i] = shell.Piece{Text: name}
			names = append(names, n.Joined())
		}
	}
	whole = true
	for _, s := range from {
		content, ok := t.Written[s.file]
		if !ok && t.Read != nil {
			all := true
			content, ok, all = t.Read(s.file)
			whole = whole && all
		}
		if !ok {
			continue
		}
		list, all := split(content, s.plain)
		whole = whole && all
		for _, name := range list {
			n := shell.Word{Span: w.Span, Pieces: slices.Clone(w.Pieces)}
			n.Pieces[i] = shell.Piece{Text: name}
			names = append(names, n.Joined())
		}
	}
	return names, whole
}

// keep are programs that hand lines on as they are.
var keep = []string{"cat", "head", "tail", "sort", "uniq", "tac", "shuf", "tee", "bat", ""}

// printed gives the files whose lines a command prints.
func printed(c *shell.Command, plain bool, depth int) (out []source) {
	v, _ := c.Parsed.(*kb.View)
	if v == nil {
		v = &kb.View{}
	}
	if depth > maxDepth || c.Place.Host != "" || c.Place.Container != "" || len(c.Dirs) == 0 || onlyNames(v) {
		return nil
	}
	plain = plain && slices.Contains(keep, v.Name)
	dir, known := c.Dirs[0].Known()
	add := func(w shell.Word) {
		s, ok := w.Known()
		if !path.IsAbs(s) && known {
			s = path.Join(dir, s)
		}
		if ok && path.IsAbs(s) {
			out = append(out, source{path.Clean(s), plain})
		}
	}
	for _, d := range v.Deeds {
		if d.Kind == sentinel.Read && d.Aimed {
			add(d.Target)
		}
	}
	for _, r := range c.Redirs {
		if r.Kind == shell.ReadFile {
			add(r.File)
		}
	}
	next := slices.Clone(c.Inner)
	if c.Stdin.Kind == shell.FromFile {
		add(c.Stdin.File)
	} else if c.Stdin.From != nil {
		next = append(next, c.Stdin.From)
	}
	for _, w := range c.Argv {
		for _, p := range w.Pieces {
			if p.Inside != nil && p.Inside.From != nil {
				next = append(next, p.Inside.From)
			}
		}
	}
	for _, n := range next[:min(len(next), maxDepth)] {
		if n != c {
			out = append(out, printed(n, plain, depth+1)...)
		}
	}
	return out
}

// onlyNames: the command looks into files and prints how they are called, or
// how much is in them.
func onlyNames(v *kb.View) bool {
	switch v.Name {
	case "grep", "rg", "ag", "git":
		return v.Parse != nil && v.Parse.HasAny("-l", "-L", "--files-with-matches", "--files-without-match", "-c", "--count", "-q", "--files")
	case "wc", "ls", "find", "fd", "stat", "file", "du", "sha256sum", "md5sum":
		return true
	}
	return false
}

// split gives the names in a list: each line, and the words of lines that have
// several, as xargs would take them.
func split(content string, plain bool) (names []string, whole bool) {
	rest := content
	for n := 0; rest != ""; n++ {
		if n == maxLines {
			return names, false
		}
		i := strings.IndexAny(rest, "\n\x00")
		line := rest
		if rest = ""; i >= 0 {
			line, rest = line[:i], line[i+1:]
		}
		line = strings.TrimSpace(line)
		if line != "" && (n < maxNames || leads(line)) {
			names = append(names, line)
		}
		if strings.ContainsAny(line, " \t\"',") {
			for _, f := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\"',;", r) }) {
				if leads(f) || plain && n < maxNames {
					names = append(names, f)
				}
			}
		}
	}
	return names, len(names) <= maxLines
}

// leads: the name may lie outside of the folder that it is looked for in.
func leads(name string) bool {
	return name[0] == '/' || name[0] == '~' || strings.HasPrefix(name, "..") || strings.Contains(name, "/../")
}
