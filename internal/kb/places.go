package kb

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// places makes the effects of words that name more than one place, or name it
// behind a mark: values of options that load code (several with commas or
// colons, @FILE, file: and other addresses) and files to write (FORMAT:FILE,
// key=FILE). It is false for a word that is simply a path.
func (d *deedList) places(w shell.Word, role string) bool {
	switch role {
	case "config", "config:value":
		s, ok := w.Known()
		if !ok || role == "config" && !strings.ContainsAny(s, ",:@") {
			if role == "config:value" {
				d.loads(w)
			}
			return role == "config:value"
		}
		for _, part := range wordpart.Places(s, role == "config:value") {
			d.loads(wordpart.Shown(w, part))
		}
	case "write:":
		d.marked(w, ':')
	case "write:value":
		d.marked(w, '=')
	default:
		return false
	}
	return true
}

func (d *deedList) loads(w shell.Word) {
	deed := Deed{Kind: sentinel.ExecuteFile, Target: w, Aimed: true, Role: "config", Rule: d.p.rule("config", ""),
		Say: "takes its settings, which can load code, from " + w.String()}
	switch s, _ := w.Known(); {
	case strings.HasPrefix(s, "data:"):
		deed.Kind, deed.Say = sentinel.ExecuteInline, "loads code that stands in the command"
	case strings.Contains(s, "://"):
		deed.Kind, deed.Say = sentinel.ExecuteDownloaded, "loads code from "+s
	}
	d.list = append(d.list, deed)
}

// marked makes the files that stand behind a mark in a word be written, as in
// FORMAT:FILE and key=FILE.
func (d *deedList) marked(w shell.Word, mark byte) {
	parts := []shell.Word{w}
	if s, ok := w.Known(); ok {
		parts = nil
		for _, part := range wordpart.Behind(s, mark) {
			parts = append(parts, wordpart.Shown(w, part))
		}
	} else if i := strings.IndexByte(w.Pieces[0].Text, mark); i >= 0 && w.Pieces[0].Origin == shell.Literal {
		parts[0] = wordpart.Cut(w, i+1)
	}
	for _, t := range parts {
		d.list = append(d.list, Deed{Kind: sentinel.Write, Target: t, Aimed: true, Role: "write", Rule: d.p.rule("write", "")})
	}
}

// glued is the value behind a short option's letter. Most option readers, not
// those of C, drop the = of -c=FILE; a path never begins with one.
func glued(v shell.Word, role string) shell.Word {
	if len(v.Pieces) == 0 || v.Pieces[0].Origin != shell.Literal || !strings.HasPrefix(v.Pieces[0].Text, "=") {
		return v
	}
	if _, path := pathKind(role); path || strings.HasPrefix(role, "config") || strings.HasPrefix(role, "script") || role == "dir" {
		return wordpart.Cut(v, 1)
	}
	return v
}
