package tools

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// change is one file that a patch touches.
type change struct {
	verb  string // "add", "update", "delete"
	path  string // may be "" where a patch only says where a file goes
	to    string // where the file is moved or copied, "" if it stays
	guess bool   // taken from a header that later lines make precise
}

// nowhere is the name that diffs give a file that does not exist.
const nowhere = "/dev/null"

// maxHeader bounds the line that names both files, 4096 bytes being the longest
// path that Linux takes.
const maxHeader = 2 * 4200

var errPatchPath = errors.New("a file of the patch has no name")

// readPatch finds the files that a patch touches. It knows the format that
// begins with "*** Begin Patch", unified diffs, git's extended headers and
// context diffs. It would rather report a file too many: a line that looks like
// a header counts wherever it stands.
func readPatch(text string) ([]change, error) {
	p := patchReader{at: map[string]int{}}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		next := ""
		if i+1 < len(lines) {
			next = lines[i+1]
		}
		known, err := p.marker(line)
		if err == nil && !known {
			err = p.diff(line, next)
		}
		if err != nil {
			return nil, fmt.Errorf("read line %d of patch: %w", i+1, err)
		}
	}
	return p.changes, nil
}

type patchReader struct {
	changes []change
	at      map[string]int // path => index in changes
	old     string         // the "---" or "*** " name that waits for the other one
	renamed string         // "rename from" or "copy from" that waits for its "to"
}

func (p *patchReader) add(c change) {
	if i, ok := p.at[c.path]; ok && c.path != "" && c.to == "" {
		if p.changes[i].guess {
			p.changes[i].verb, p.changes[i].guess = c.verb, c.guess
		}
		return
	}
	if c.path != "" {
		p.at[c.path] = len(p.changes)
	}
	p.changes = append(p.changes, c)
}

// marker reads a line like "*** Add File: a.go". Readers of this format trim
// the line first, so blanks in front do not hide it.
func (p *patchReader) marker(line string) (bool, error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "*** ")
	if !ok {
		return false, nil
	}
	for _, m := range [...]struct{ word, verb string }{
		{"Add File:", "add"}, {"Update File:", "update"}, {"Delete File:", "delete"}, {"Move to:", ""},
	} {
		name, ok := strings.CutPrefix(rest, m.word)
		if !ok {
			continue
		}
		if name = strings.TrimSpace(name); name == "" {
			return true, errPatchPath
		}
		switch last := len(p.changes) - 1; {
		case m.verb != "":
			p.add(change{verb: m.verb, path: name})
		case last >= 0 && p.changes[last].to == "":
			p.changes[last].to = name
		default:
			p.changes = append(p.changes, change{verb: "update", to: name})
		}
		return true, nil
	}
	return false, nil
}

// diff reads a header line of a unified or context diff.
func (p *patchReader) diff(line, next string) error {
	old := p.old
	p.old = ""
	switch word, rest, _ := strings.Cut(line, " "); word {
	case "diff":
		if names, ok := strings.CutPrefix(rest, "--git "); ok {
			return p.gitHeader(names)
		}
	case "***":
		if strings.HasPrefix(next, "--- ") && !strings.HasSuffix(line, " ****") {
			p.old = rest
		}
	case "---":
		switch {
		case old != "" && !strings.HasSuffix(line, " ----"):
			return p.pair(old, rest)
		case strings.HasPrefix(next, "+++ "):
			p.old = rest
		case strings.HasPrefix(next, "@@ "):
			return p.pair(rest, rest)
		}
	case "+++":
		switch {
		case old != "":
			return p.pair(old, rest)
		case strings.HasPrefix(next, "@@ "):
			return p.pair(rest, rest)
		}
	case "Index:":
		return p.pair(rest, rest)
	case "new", "deleted", "rename", "copy":
		return p.extended(word, rest)
	}
	return nil
}

// extended reads one of git's extended header lines.
func (p *patchReader) extended(word, rest string) error {
	last := len(p.changes) - 1
	switch key, value, _ := strings.Cut(rest, " "); {
	case key == "file" && strings.HasPrefix(value, "mode ") && last >= 0 && p.changes[last].guess:
		p.changes[last].verb = map[string]string{"new": "add", "deleted": "delete"}[word]
	case key == "from":
		p.renamed = value
	case key == "to" && p.renamed != "":
		from, err := unquotePath(p.renamed)
		if err != nil {
			return err
		}
		to, err := unquotePath(value)
		if err != nil {
			return err
		}
		p.renamed = ""
		p.add(change{verb: "update", path: from, to: to})
	}
	return nil
}

// pair adds a file by its old and its new name in a diff.
func (p *patchReader) pair(old, new string) error {
	old, err := diffName(old)
	if err != nil {
		return err
	}
	if new, err = diffName(new); err != nil {
		return err
	}
	old, new = stripSides(old, new)
	switch {
	case old == nowhere && new == nowhere:
	case old == nowhere:
		p.add(change{verb: "add", path: new})
	case new == nowhere:
		p.add(change{verb: "delete", path: old})
	case old == new:
		p.add(change{verb: "update", path: new})
	default:
		p.add(change{verb: "update", path: old, to: new})
	}
	return nil
}

// gitHeader reads the names of "diff --git a/x b/x". Names with blanks are not
// quoted there, so every place where they may part is taken.
func (p *patchReader) gitHeader(names string) error {
	if len(names) > maxHeader {
		return fmt.Errorf("header is longer than %d bytes", maxHeader)
	}
	if half := len(names) / 2; len(names)%2 == 1 && names[half] == ' ' {
		if old, new := stripSides(names[:half], names[half+1:]); old == new {
			return p.guess(old, new)
		}
	}
	if strings.HasPrefix(names, `"`) {
		if end := strings.Index(names[1:], `" `); end >= 0 {
			return p.guess(stripSides(names[:end+2], names[end+3:]))
		}
	}
	for i := range len(names) {
		if names[i] == ' ' && i+1 < len(names) && strings.ContainsAny(names[i+1:], "/\"") {
			if err := p.guess(stripSides(names[:i], names[i+1:])); err != nil {
				return err
			}
		}
	}
	return nil
}

// guess adds both names of a git header.
func (p *patchReader) guess(old, new string) error {
	for _, name := range [...]string{old, new} {
		name, err := diffName(name)
		if err != nil {
			return err
		}
		if len(p.changes) > maxSubjects {
			return fmt.Errorf("more than %d files", maxSubjects)
		}
		if _, known := p.at[name]; !known && name != nowhere {
			p.add(change{verb: "update", path: name, guess: true})
		}
	}
	return nil
}

// diffName takes the name from a header: up to a tab, where a date follows, and
// without the quotes that git puts around unusual names.
func diffName(s string) (string, error) {
	s, _, _ = strings.Cut(s, "\t")
	return unquotePath(strings.TrimRight(s, " \r"))
}

func unquotePath(s string) (string, error) {
	if strings.HasPrefix(s, `"`) {
		plain, err := strconv.Unquote(s)
		if err != nil {
			return "", fmt.Errorf("unquote %s: %w", s, err)
		}
		s = plain
	}
	if s == "" {
		return "", errPatchPath
	}
	return s, nil
}

// stripSides removes the one-letter folders that git puts in front of the two
// names of a file ("a/" and "b/", or "i/", "w/", "c/", "o/").
func stripSides(old, new string) (string, string) {
	oldSide, newSide := hasSide(old), hasSide(new)
	switch {
	case oldSide && newSide && old[strings.IndexByte(old, '/')-1] != new[strings.IndexByte(new, '/')-1]:
		return dropSide(old), dropSide(new)
	case oldSide && new == nowhere:
		return dropSide(old), new
	case newSide && old == nowhere:
		return old, dropSide(new)
	}
	return old, new
}

func hasSide(s string) bool {
	s = strings.TrimPrefix(s, `"`)
	return len(s) > 2 && s[1] == '/' && strings.IndexByte("abciwo", s[0]) >= 0
}

func dropSide(s string) string {
	if rest, ok := strings.CutPrefix(s, `"`); ok {
		return `"` + rest[2:]
	}
	return s[2:]
}
