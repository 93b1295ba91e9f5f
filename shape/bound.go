package shape

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/kb/bound"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// bound is the value of a word as a yes is bound to it: whole or as a place
// where the knowledge says so, else generalised by its role. names are those of
// the option whose value it is.
func (p *printer) bound(role string, w shell.Word, names []string) string {
	s, _ := w.Known()
	node := p.v.Parse.Last()
	if role == "resource" && !p.acts() {
		return byRole(role, w) // what is only read is no place to be bound to
	}
	if node.Binds(s, role) || node.Binds(s, names...) {
		return place(role, w)
	}
	if bound.Option(names...) && !strings.HasPrefix(role, "read") && !strings.HasPrefix(role, "secret") {
		return place(role, w)
	}
	if p.acts() {
		if at := elsewhere(role, w); at != "" {
			return at
		}
	}
	return byRole(role, w)
}

// place is a value that counts as it is, but for the numbers in an address and
// the text in a field.
func place(role string, w shell.Word) string {
	s, _, ok := w.Pattern() // labels[]=x is a pattern to the shell
	switch {
	case !ok:
		return w.String()
	case strings.HasPrefix(role, "data"):
		return bound.Field(s)
	case role == "image":
		return bound.Image(s)
	case strings.Contains(s, "/"):
		return bound.Place(s)
	}
	return s
}

// elsewhere is where a command acts that changes what others see, "" if the
// word names no place.
func elsewhere(role string, w shell.Word) string {
	s, ok := w.Known()
	if !ok || s == "" {
		return ""
	}
	switch role {
	case "remote", "url":
		if strings.ContainsAny(s, ":/@") || role == "url" {
			return role + ":" + bound.Place(s)
		}
	case "image":
		return "image:" + bound.Image(s)
	case "resource":
		if strings.Contains(s, "://") || strings.Count(s, "/") > 1 {
			return role + ":" + bound.Place(s)
		}
	case "name", "word", "text":
		if strings.Contains(s, "://") && !strings.ContainsAny(s, " \t\n") || role != "text" && bound.Owned(s) {
			return role + ":" + bound.Place(s)
		}
	}
	return ""
}

// acts tells whether a command changes something that does not lie here.
func (p *printer) acts() bool {
	return slices.ContainsFunc(p.v.Deeds, func(d kb.Deed) bool {
		switch d.Kind {
		case sentinel.Publish, sentinel.Release, sentinel.Unrelease, sentinel.RemoteChange, sentinel.RemoteDestroy, sentinel.DeleteRemote,
			sentinel.RewriteRemote, sentinel.Send, sentinel.SecretSend, sentinel.DataChange, sentinel.DataDestroy:
			return true
		}
		return false
	})
}

// unlisted gives the places among options that the knowledge does not list by
// name: what they are given is not parsed, so it is taken from the words.
func (p *printer) unlisted() []string {
	var out []string
	words := p.c.Argv[1:]
	words = words[:max(0, len(words)-len(p.v.Parse.Rest))]
	for i, w := range words {
		s, known := w.Known()
		if !known && len(w.Pieces) > 0 && w.Pieces[0].Origin == shell.Literal {
			s = w.Pieces[0].Text
		}
		if len(s) < 3 || s[0] != '-' {
			continue
		}
		name, value, given := strings.Cut(s, "=")
		if node := p.v.Parse.Last(); !bound.Option(name) && !node.Binds("", name) || node.IsAlike(name) || p.listed(name) {
			continue
		}
		switch {
		case given && known:
			out = append(out, name+"="+place("", shell.Text(value)))
		case given:
			out = append(out, w.String())
		case i+1 < len(words) && !strings.HasPrefix(words[i+1].String(), "-"):
			out = append(out, name+"="+place("", words[i+1]))
		}
	}
	return out
}

// listed tells whether an option was read by the knowledge, with its value.
func (p *printer) listed(name string) bool {
	return slices.ContainsFunc(p.v.Parse.Options, func(o kb.Option) bool {
		return o.Key != "" && slices.Contains(strings.Fields(o.Key), name)
	})
}
