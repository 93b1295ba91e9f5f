// Package arrive tells under which names something comes to lie in a folder:
// what copies, unpacks or downloads there seldom says the whole path.
//
// It reads words only. Where the folder is and what a name in it means is
// judged by package facts.
package arrive

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Thing is one source of a command that copies, links or moves.
type Thing struct {
	From shell.Word
	Name string // what it is called where it arrives; "" when names are not known
	Like string // a wildcard that the names fit; "" for all
	Tree bool   // it may be a folder, whose content is not named
}

// Copy is a command that puts things into a folder or in its place.
type Copy struct {
	To     shell.Word
	Things []Thing
	// Into says that the words alone make To a folder which the things go
	// into.
	Into bool
}

// Of reads a copying command; ok is false for others.
func Of(v *kb.View) (c Copy, ok bool) {
	if v.Parse == nil {
		return Copy{}, false
	}
	recursive, slash := true, false
	switch v.Name {
	case "cp", "scp", "install":
		recursive = v.Name != "install" && v.Parse.HasAny("-r", "-R", "-a", "--recursive", "--archive", "-d")
	case "rsync":
		slash = true
	case "mv", "ln", "ditto", "cpx":
	case "git":
		if len(v.Parse.Verbs) == 0 || v.Parse.Verbs[0] != "mv" {
			return Copy{}, false
		}
	default:
		return Copy{}, false
	}
	for _, o := range v.Parse.Operands {
		switch o.Role {
		case "read", "move", "list":
			c.Things = append(c.Things, thing(o.Word, recursive, slash))
		case "write", "create":
			c.To = o.Word
		}
	}
	if o, given := v.Parse.Option("-t", "--target-directory"); given && o.Has && v.Name != "rsync" {
		c.To, c.Into = o.Value, true
	}
	if len(c.To.Pieces) == 0 {
		if v.Name != "ln" || len(v.Parse.Operands) != 1 {
			return Copy{}, false
		}
		c.To, c.Into = shell.Text("."), true
		c.Things = []Thing{thing(v.Parse.Operands[0].Word, recursive, slash)}
	}
	if v.Name == "cp" && v.Parse.HasAny("--parents") {
		c.Into = true
		for i, t := range c.Things {
			if text, ok := t.From.Known(); ok && t.Name != "" && !strings.HasPrefix(text, "..") {
				c.Things[i].Name = strings.TrimPrefix(text, "/")
			}
		}
	}
	to, _ := c.To.Known()
	c.Into = c.Into || len(c.Things) > 1 || folder(to)
	return c, len(c.Things) > 0 && !remote(to)
}

// folder: a text that names a folder whatever lies there.
func folder(text string) bool {
	return text == "." || text == ".." || strings.HasSuffix(text, "/") || strings.HasSuffix(text, "/.") || strings.HasSuffix(text, "/..")
}

func remote(text string) bool {
	host, _, found := strings.Cut(text, ":")
	return found && !strings.Contains(host, "/")
}

func thing(w shell.Word, recursive, slash bool) Thing {
	s, glob, ok := w.Pattern()
	t := Thing{From: w, Tree: recursive}
	switch base := path.Base(s); {
	case !ok || s == "":
	case glob && strings.ContainsAny(base, "*?["):
		t.From, t.Like = shell.Text(path.Dir(s)), base
	case strings.HasSuffix(s, "/.") || base == "." || base == ".." || slash && strings.HasSuffix(s, "/"):
	default:
		t.Name = base
	}
	return t
}

// Fits tells whether a name in the folder is one of those that the words mean.
func (t Thing) Fits(name string) bool {
	if t.Like == "" {
		return true
	}
	first, _, _ := strings.Cut(name, "/")
	ok, err := path.Match(t.Like, first)
	return err != nil || ok && (first[0] != '.' || t.Like[0] == '.')
}

// Here gives the names that a command which writes into its working folder, or
// the one it is told, makes there; all says that it makes no others.
func Here(v *kb.View) (dir shell.Word, names []string, all bool) {
	dir = shell.Text(".")
	if v.Parse == nil {
		return dir, nil, false
	}
	for _, w := range v.Parse.Words("dir") {
		dir = w
	}
	switch v.Name {
	case "curl":
		if o, ok := v.Parse.Option("--output-dir"); ok && o.Has {
			dir = o.Value
		}
		names = addresses(v.Parse)
	case "wget", "aria2c":
		names = addresses(v.Parse)
	}
	return dir, names, len(names) > 0 && !chosen(v.Parse)
}

// chosen: the server, or what it sends, says how the files are called.
func chosen(p *kb.Parse) bool {
	return p.HasAny("-r", "--recursive", "-m", "--mirror", "-p", "--page-requisites", "-i", "--input-file", "--content-disposition",
		"--trust-server-names", "-J", "--remote-header-name", "-K", "--config")
}

// Downloads tells whether the command names the files it fetches after their
// addresses, in a folder that stands in its words.
func Downloads(v *kb.View) (dir shell.Word, names []string) {
	if v.Parse == nil || v.Name != "wget" && v.Name != "aria2c" || chosen(v.Parse) {
		return shell.Word{}, nil
	}
	for _, name := range []string{"-P", "--directory-prefix", "-d", "--dir"} {
		if o, ok := v.Parse.Option(name); ok && o.Has && (name[1] != 'd' || v.Name == "aria2c") {
			return o.Value, addresses(v.Parse)
		}
	}
	return shell.Word{}, nil
}

func addresses(p *kb.Parse) []string {
	var out []string
	for _, o := range p.Operands {
		s, ok := o.Word.Known()
		if !ok {
			continue
		}
		s, _, _ = strings.Cut(s, "?")
		s, _, _ = strings.Cut(s, "#")
		if plain, err := url.PathUnescape(s); err == nil {
			s = plain
		}
		if base := path.Base(s); base != "" && base != "/" && base != "." {
			out = append(out, base)
		}
	}
	return out
}

// Members are the files that a command names out of an archive, and what one
// that unpacks in place leaves.
func Members(v *kb.View) []shell.Word {
	if v.Parse == nil {
		return nil
	}
	var out []shell.Word
	for i, o := range v.Parse.Operands {
		s, ok := o.Word.Known()
		if !ok {
			continue
		}
		switch {
		case v.Name == "tar" && v.Parse.HasAny("-x", "--extract", "--get") && o.Role == "text", v.Name == "unzip" && i > 0 && o.Role == "pattern":
			out = append(out, member(s))
		case v.Name == "gzip" && (o.Role == "move" || o.Role == "read" && v.Parse.HasAny("-k", "--keep")):
			if ext := path.Ext(s); ext != "" {
				out = append(out, shell.Text(strings.TrimSuffix(s, ext)))
			}
		}
	}
	return out
}

// member: those who unpack match wildcards themselves.
func member(s string) shell.Word {
	w := shell.Text(s)
	if strings.ContainsAny(s, "*?[") {
		w.Pieces = []shell.Piece{{Origin: shell.Glob, Text: s}}
	}
	return w
}

// Replaces tells whether a deed may put something with other content in the
// place of a whole folder, or take the folder away. Formatters, which run the
// project's own settings, leave what a file says.
func Replaces(v *kb.View, d kb.Deed, kind sentinel.EffectKind) bool {
	switch kind {
	case sentinel.Move:
		return true
	case sentinel.Write:
		_, copies := Of(v)
		return copies || !slices.ContainsFunc(v.Deeds, func(d kb.Deed) bool { return d.Kind == sentinel.Run })
	case sentinel.Create:
		return v.Name == "ln" || d.Code && links(v, d)
	}
	return false
}

// links: code that makes a link names its target just before. Making a folder
// names none.
func links(v *kb.View, d kb.Deed) bool {
	for i, e := range v.Deeds {
		if i > 0 && e.Kind == sentinel.Create && e.Target.String() == d.Target.String() && v.Deeds[i-1].Code && v.Deeds[i-1].Kind == sentinel.Read {
			return true
		}
	}
	return false
}

// Beside gives the folders that a command behind find -execdir works in: those
// it finds something in.
func Beside(c *shell.Command) []shell.Word {
	if c.Outer == nil {
		return nil
	}
	v, _ := c.Outer.Parsed.(*kb.View)
	if v == nil || v.Parse == nil || v.Name != "find" || !v.Parse.HasAny("-execdir", "-okdir") {
		return nil
	}
	return v.Parse.Found()
}

// Listed gives the files that a word from another command's output may name:
// all in the folder that it lists, or those whose names it was told.
func Listed(w shell.Word) []shell.Word {
	if len(w.Pieces) == 0 || w.Pieces[0].Inside == nil || w.Pieces[0].Inside.From == nil {
		return nil
	}
	c := w.Pieces[0].Inside.From
	for range 10 {
		v, _ := c.Parsed.(*kb.View)
		if v == nil || v.Parse == nil {
			return nil
		}
		switch {
		case v.Name == "ls":
			out := []shell.Word{shell.Text(".")}
			for _, o := range v.Parse.Operands {
				if _, glob, ok := o.Word.Pattern(); glob && ok {
					out = append(out, o.Word)
				}
			}
			return out
		case v.Name == "grep" && v.Parse.HasAny("-l", "--files-with-matches"):
			return included(v.Parse)
		case c.Stdin.Kind != shell.Pipe || c.Stdin.From == nil:
			return nil
		}
		c = c.Stdin.From
	}
	return nil
}

// included are the names that a search through all folders is limited to.
func included(p *kb.Parse) []shell.Word {
	roots := []string{"."}
	for i, o := range p.Operands {
		if s, ok := o.Word.Known(); ok && i > 0 {
			roots = append(roots[:0:0], s)
		}
	}
	var out []shell.Word
	for _, n := range p.Words("--include") {
		for _, r := range roots {
			out = append(out, shell.Word{Pieces: []shell.Piece{{Text: r + "/"}, {Origin: shell.Glob, Text: "**"}, {Text: "/"}, {Origin: shell.Glob, Text: n.String()}}})
		}
	}
	return out
}
