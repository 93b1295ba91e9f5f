package kb

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// places makes the effects of words that name more than one place, or name it
// behind a mark: values of options that load code (several with commas or
// colons, @FILE, file: and other addresses) and files to write (FORMAT:FILE,
// key=FILE). It is false for a word that is simply a path.
func (d *deedList) places(w shell.Word, role string) bool {
	switch role {
	case "config", "config:value":
		parts := placesOf(w, role == "config:value")
		if role == "config" && len(parts) == 1 && parts[0].String() == w.String() && !strings.Contains(w.String(), ":") {
			return false
		}
		for _, part := range parts {
			d.loads(part)
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

// placesOf splits a word at commas, and at colons that a path follows. With
// valued it takes only what stands behind the = of each part. A word that is
// not known stays whole.
func placesOf(w shell.Word, valued bool) []shell.Word {
	s, ok := w.Known()
	if !ok || strings.Contains(s, "::") || strings.HasPrefix(s, "data:") {
		return []shell.Word{w}
	}
	var out []shell.Word
	add := func(part string) {
		if valued {
			_, value, found := strings.Cut(part, "=")
			switch {
			case found:
				part = value
			case len(out) == 0:
				return
			}
		}
		part = strings.TrimPrefix(strings.TrimPrefix(part, "file://"), "file:")
		part = strings.TrimPrefix(part, "@")
		if part != "" {
			one := shell.Text(part)
			one.Span, one.Raw = w.Span, w.Raw
			out = append(out, one)
		}
	}
	for _, part := range strings.Split(s, ",") {
		for i := strings.IndexByte(part, ':'); i >= 0; i = strings.IndexByte(part, ':') {
			rest := part[i+1:]
			if strings.HasPrefix(rest, "//") || part[:i] == "file" || !strings.HasPrefix(rest, "/") && !strings.HasPrefix(rest, "~") && !strings.HasPrefix(rest, "..") {
				break
			}
			add(part[:i])
			part = rest
		}
		add(part)
	}
	return out
}

// marked makes the files that stand behind a mark in a word be written, as in
// FORMAT:FILE and key=FILE, several with commas between them.
func (d *deedList) marked(w shell.Word, mark byte) {
	write := func(t shell.Word) {
		d.list = append(d.list, Deed{Kind: sentinel.Write, Target: t, Aimed: true, Role: "write", Rule: d.p.rule("write", "")})
	}
	s, ok := w.Known()
	if !ok {
		if i := strings.IndexByte(w.Pieces[0].Text, mark); i >= 0 && w.Pieces[0].Origin == shell.Literal {
			w = cut(w, i+1)
		}
		write(w)
		return
	}
	for _, part := range strings.Split(s, ",") {
		if i := strings.IndexByte(part, mark); i >= 0 && i+1 < len(part) {
			one := shell.Text(part[i+1:])
			one.Span, one.Raw = w.Span, w.Raw
			write(one)
		}
	}
}
