package kb

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb/guess"
	"github.com/sentinelgate/sentinel/internal/kb/wordpart"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Values that are more than they look: an address where a file is expected, a
// file where plain text is, and the values of options that no file lists.

// overNetwork replaces the effect on a path by the one that the same role has
// on an address. done is false for a word that is a path.
func overNetwork(d Deed) (Deed, bool) {
	if !guess.Address(wordpart.Head(d.Target)) {
		return d, false
	}
	switch d.Kind {
	case sentinel.Read, sentinel.List:
		d.Kind = sentinel.Fetch
	case sentinel.Write, sentinel.Create, sentinel.Move, sentinel.Permission:
		d.Kind = sentinel.Send
	case sentinel.Delete, sentinel.DeleteTree, sentinel.PermissionTree:
		d.Kind = sentinel.RemoteDestroy
	case sentinel.ExecuteFile:
		d.Kind, d.Say = sentinel.ExecuteDownloaded, "takes settings, which can load code, from "+d.Target.String()
	default:
		return d, false
	}
	d.Role = "url"
	return d, true
}

// named finds the file in a value that names one: file://PATH and fileb://PATH
// (clouds), and @PATH where a value may be taken from a file.
func (d *deedList) named(w shell.Word, role string) {
	switch kind, _, _ := strings.Cut(role, ":"); kind {
	case "code", "pattern", "secret", "read", "write", "config", "script", "data@", "named@", "form@", "package", "user", "ref", "narrow":
		return
	}
	head := wordpart.Head(w)
	low := strings.ToLower(head[:min(len(head), 8)])
	n := 0
	switch {
	case strings.HasPrefix(low, "file://"):
		n = len("file://")
	case strings.HasPrefix(low, "fileb://"):
		n = len("fileb://")
	case len(head) > 1 && head[0] == '@', head == "@" && len(w.Pieces) > 1:
		n = 1
	default:
		return
	}
	d.reads(wordpart.Cut(w, n))
}

func (d *deedList) reads(target shell.Word) {
	if s, ok := target.Known(); ok && (s == "-" || s == "") {
		return
	}
	d.list = append(d.list, Deed{Kind: sentinel.Read, Target: target, Aimed: true, Role: "read", Rule: d.p.rule("read", "")})
}

// formFiles reads the files of a form field: NAME=@FILE, NAME=<FILE, several
// with commas, quoted, followed by ;type=... .
func (d *deedList) formFiles(w shell.Word) {
	head := wordpart.Head(w)
	i := strings.IndexByte(head, '=')
	if i < 0 || i+1 >= len(head) || head[i+1] != '@' && head[i+1] != '<' {
		return
	}
	s, ok := wordpart.Cut(w, i+2).Known()
	if !ok {
		d.reads(wordpart.Cut(w, i+2))
		return
	}
	for _, f := range strings.Split(s, ",") {
		f, _, _ = strings.Cut(f, ";")
		d.reads(shell.Text(strings.Trim(f, `"`)))
	}
}

// namedFile reads NAME@FILE, NAME=@FILE, NAME:=@FILE, NAME:@FILE.
func (d *deedList) namedFile(w shell.Word) {
	head := wordpart.Head(w)
	i := strings.IndexByte(head, '@')
	if i < 0 || strings.Contains(head[:i], "=") && !strings.HasSuffix(head[:i], "=") {
		return
	}
	d.reads(wordpart.Cut(w, i+1))
}

// servers makes a fetch of every option that names a host or an address and of
// which nothing else was said: the command talks to it, whatever else it does.
func (d *deedList) servers() {
	for _, o := range d.p.Options {
		if !o.Has || o.Role != "host" && o.Role != "url" || o.Value.Is("") || d.aimed(o.Value) {
			continue
		}
		d.list = append(d.list, Deed{Kind: sentinel.Fetch, Target: o.Value, Aimed: true, Role: o.Role, Rule: d.p.rule("server", ""),
			Say: "talks to " + o.Value.String()})
	}
}

// aimed tells whether some effect names a word.
func (d *deedList) aimed(w shell.Word) bool {
	for _, x := range d.list {
		if x.Aimed && x.Target.Span == w.Span && x.Target.String() == w.String() {
			return true
		}
	}
	return false
}

// stray notes the value of an option that is let through without being listed,
// where the option's name says what the value is.
func (ps *parser) stray(w shell.Word, name string, eq int) {
	role := guess.Option(name)
	if role == "" && eq <= 0 {
		return
	}
	var v shell.Word
	switch {
	case eq > 0:
		v = wordpart.Cut(w, eq+1)
	case len(ps.words) == 0 || strings.HasPrefix(wordpart.Head(ps.words[0]), "-"):
		return
	default:
		v = ps.words[0]
	}
	s, known := v.Known()
	if role == "" && (strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~/") || strings.HasPrefix(s, "../")) {
		role = "read"
	}
	switch {
	case role == "url" && (!known || !strings.Contains(s, ":")):
		return
	case (role == "write" || role == "config") && (!known || !strings.ContainsAny(s, "/~")):
		return
	}
	ps.p.strays = append(ps.p.strays, Operand{Word: v, Role: role})
}
