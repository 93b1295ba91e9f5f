package found

import (
	"path"
	"slices"
	"strings"
)

// This file holds what words of commands are as paths and as operands.

// Operands leaves out the options in front (cd -P, pushd -n).
func Operands(words []Word) []Word {
	for len(words) > 0 {
		s, ok := words[0].Known()
		if !ok || len(s) < 2 || s[0] != '-' {
			break
		}
		words = words[1:]
		if s == "--" {
			break
		}
	}
	return words
}

// JoinPath puts a path behind a folder; absolute paths stand for themselves.
func JoinPath(dir, w Word) Word {
	s, ok := w.Known()
	switch {
	case ok && strings.HasPrefix(s, "/"):
		return Text(path.Clean(s))
	case ok:
		if d, known := dir.Known(); known {
			return Text(path.Join(d, s))
		}
	case len(w.Pieces) > 0 && w.Pieces[0].Origin == Literal && strings.HasPrefix(w.Pieces[0].Text, "/"):
		return w
	}
	if len(w.Pieces) > 0 && w.Pieces[0].Origin > Glob {
		return w
	}
	out := Word{Pieces: slices.Clone(dir.Pieces)}
	out.AddText("/")
	out.Pieces = append(out.Pieces, w.Pieces...)
	return out
}

// Turns: +N and -N count along the stack.
func Turns(w Word) bool {
	s, _ := w.Known()
	return len(s) > 1 && (s[0] == '+' || s[0] == '-') && strings.Trim(s[1:], "0123456789") == ""
}

// ReplaceIn puts a word in place of a mark in the literal text of another.
func ReplaceIn(w Word, mark string, by Word) Word {
	var out Word
	out.Span, out.Raw = w.Span, w.Raw
	for _, p := range w.Pieces {
		if p.Origin != Literal {
			out.Pieces = append(out.Pieces, p)
			continue
		}
		parts := strings.Split(p.Text, mark)
		for i, t := range parts {
			if i > 0 {
				for _, q := range by.Pieces {
					if q.Origin == Literal {
						out.AddText(q.Text)
					} else {
						out.Pieces = append(out.Pieces, q)
					}
				}
			}
			out.AddText(t)
		}
	}
	return out
}

// Links tells whether a command makes a link: ln, and cp that is told to.
func Links(name string, c *Command) bool {
	switch strings.TrimPrefix(name, "g") {
	case "ln":
		return true
	case "cp":
		for _, o := range c.Argv[1:] {
			s, _ := o.Known()
			if strings.HasPrefix(s, "--s") || strings.HasPrefix(s, "--l") || len(s) > 1 && s[0] == '-' && s[1] != '-' && strings.ContainsAny(s, "sl") {
				return true
			}
		}
	}
	return false
}

// LinkTarget is where a link leads: a relative one from the folder that it lies
// in, unless ln makes it so that it leads to the file as seen from here.
func LinkTarget(c *Command, w Word, from, to string) string {
	s, known := w.Known()
	name, _ := c.Program()
	soft := strings.HasSuffix(name, "cp") // it takes no relative one from elsewhere
	for _, o := range c.Argv[1:] {
		text, _ := o.Known()
		if text == "--relative" || len(text) > 1 && text[0] == '-' && text[1] != '-' && strings.Contains(text, "r") {
			return from
		}
		soft = soft || text == "--symbolic" || len(text) > 1 && text[0] == '-' && text[1] != '-' && strings.Contains(text, "s")
	}
	if !known || !soft || s == "" || s[0] == '/' || s[0] == '~' {
		return from
	}
	return path.Join(path.Dir(to), s)
}

// PrintfTarget gives the variable that printf -v sets and the words behind it; no
// words where it prints.
func PrintfTarget(words []Word) (target Word, format []Word) {
	if len(words) == 0 || len(words[0].Pieces) == 0 || words[0].Pieces[0].Origin != Literal || !strings.HasPrefix(words[0].Pieces[0].Text, "-v") {
		return target, nil
	}
	if words[0].Is("-v") {
		if len(words) < 3 {
			return target, nil
		}
		return words[1], words[2:]
	}
	target = words[0]
	target.Pieces = slices.Clone(target.Pieces)
	target.Pieces[0].Text = target.Pieces[0].Text[2:]
	return target, words[1:]
}
