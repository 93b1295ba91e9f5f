package takes

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
)

// xml adds the programs that builds described in XML start, and what they
// delete: exec, apply and delete of Ant, the exec plug-in of Maven, Exec of
// MSBuild.
func (t *texts) xml(text string) {
	x := xmlReader{t: t}
	for n := 0; n < 100*maxTexts; n++ {
		before, rest, ok := strings.Cut(text, "<")
		x.text(before)
		if !ok {
			break
		}
		if comment, after, is := cutComment(rest); is {
			_, text = comment, after
			continue
		}
		if data, is := strings.CutPrefix(rest, "![CDATA["); is {
			inside, after, _ := strings.Cut(data, "]]>")
			x.text(inside)
			text = after
			continue
		}
		end := tagEnd(rest)
		x.tag(rest[:end])
		text = rest[min(end+1, len(rest)):]
	}
	x.flush()
}

func cutComment(s string) (comment, after string, ok bool) {
	s, ok = strings.CutPrefix(s, "!--")
	if ok {
		comment, after, _ = strings.Cut(s, "-->")
	}
	return comment, after, ok
}

// tagEnd finds the > that ends a tag: not one in a value.
func tagEnd(s string) int {
	quote := byte(0)
	for i := range len(s) {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i
		}
	}
	return len(s)
}

// xmlReader is the state between tags.
type xmlReader struct {
	t     *texts
	words []string // of the command that is being put together
	in    string   // the element whose text is a word
}

// text takes the text between two tags.
func (x *xmlReader) text(s string) {
	s = value(strings.TrimSpace(s))
	switch {
	case s == "":
	case x.in == "executable":
		x.flush()
		x.words = []string{s}
	case x.in == "argument" || x.in == "arg":
		x.words = append(x.words, word(s))
	case x.in == "commandlineargs":
		x.words = append(x.words, s)
	}
}

// tag takes what stands between < and >.
func (x *xmlReader) tag(s string) {
	s = strings.TrimSuffix(strings.TrimSpace(s), "/")
	i := strings.IndexAny(s, " \t\r\n")
	if i < 0 {
		i = len(s)
	}
	name := strings.ToLower(s[:i])
	if _, local, ok := strings.Cut(name, ":"); ok {
		name = local
	}
	x.in = ""
	switch name {
	case "/exec", "/apply", "/configuration", "/execution", "/plugin", "/target":
		x.flush()
	case "exec", "apply":
		x.flush()
		if program := attribute(s, "executable"); program != "" {
			x.words = []string{program}
		}
		x.t.add(attribute(s, "command"))
	case "delete":
		for _, a := range []struct{ name, command string }{{"dir", "rm -rf "}, {"file", "rm "}} {
			if v := attribute(s, a.name); v != "" {
				x.t.add(a.command + word(v))
			}
		}
	case "arg", "argument", "executable", "commandlineargs":
		x.in = name
		for _, a := range []string{"value", "file", "path"} {
			if v := attribute(s, a); v != "" {
				x.words = append(x.words, word(v))
			}
		}
		if v := attribute(s, "line"); v != "" {
			x.words = append(x.words, v)
		}
	}
}

func (x *xmlReader) flush() {
	x.t.add(strings.Join(x.words, " "))
	x.words = nil
}

// attribute gives the value of one, whatever its letters.
func attribute(tag, name string) string {
	low := strings.ToLower(tag)
	for at := 0; ; {
		i := strings.Index(low[at:], name)
		if i < 0 {
			return ""
		}
		i += at
		at = i + len(name)
		rest := strings.TrimLeft(tag[at:], " \t\r\n")
		if i == 0 || strings.IndexByte(" \t\r\n", tag[i-1]) < 0 || !strings.HasPrefix(rest, "=") {
			continue
		}
		rest = strings.TrimLeft(rest[1:], " \t\r\n")
		if rest == "" || rest[0] != '"' && rest[0] != '\'' {
			continue
		}
		v, _, _ := strings.Cut(rest[1:], rest[:1])
		return value(v)
	}
}

// value puts in what signs and properties stand for. Of those that only the
// build knows a variable is left.
func value(s string) string {
	s = strings.NewReplacer("&quot;", `"`, "&apos;", "'", "&lt;", "<", "&gt;", ">", "&#10;", "\n", "&#xA;", "\n", "&amp;", "&",
		"${user.home}", "$HOME", "${basedir}", ".", "${project.basedir}", ".", "$(MSBuildProjectDirectory)", ".", "$(ProjectDir)", "./",
		"$(SolutionDir)", "./", "${env.HOME}", "$HOME", "$(HOME)", "$HOME").Replace(s)
	for _, open := range []string{"${", "$("} {
		var b strings.Builder
		for range 50 {
			before, rest, ok := strings.Cut(s, open)
			if !ok {
				break
			}
			name, after, _ := strings.Cut(rest, map[string]string{"${": "}", "$(": ")"}[open])
			b.WriteString(before + "$" + shelltext.Identifier(name))
			s = after
		}
		s = b.String() + s
	}
	return s
}

// word quotes a value that is one word, unless a variable stands in it.
func word(s string) string {
	if strings.HasPrefix(s, "~") || strings.Contains(s, "$") && !strings.ContainsAny(s, " ;|&") {
		return s
	}
	return shelltext.Quote(s)
}
