// Package unpack tells what an archive holds that a command unpacks, where its
// words do not say it: a member can have any name, one that runs later among
// them.
//
// Of is the entry; Members opens the archive. To teach it a program, add a case
// to Of.
package unpack

import (
	"path"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/archive"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// maxMembers bounds the names that are handed on.
const maxMembers = 200

// Unpacking is a command that unpacks an archive.
type Unpacking struct {
	Dir   shell.Word   // where to
	Files []shell.Word // the archives; none: what comes in
	in    shell.Input
	strip int  // how many folders of each name are left out
	junk  bool // all of them are
}

// Of reads a command; ok is false for one that unpacks nothing, or only members
// that its words name, or into a folder of its own.
func Of(v *kb.View, c *shell.Command) (u Unpacking, ok bool) {
	p := v.Parse
	if p == nil || len(v.Deeds) == 0 {
		return u, false
	}
	u.Dir, u.in = shell.Text("."), c.Stdin
	switch v.Name {
	case "tar":
		ok = p.HasAny("-x", "--extract", "--get") && !p.HasAny("-t", "--list", "-O", "--to-stdout", "--to-command", "-c") && u.tar(p)
	case "unzip":
		ok = !p.HasAny("-l", "-t", "-v", "-z", "-Z", "-p", "-c", "-1") && len(p.Words("pattern")) == 0
		u.junk = p.HasAny("-j")
		u.from(p, "read", "-d")
	case "cpio":
		ok = p.HasAny("-i", "--extract") && !p.HasAny("-t", "--list")
		u.from(p, "", "-D")
		for _, o := range p.Options {
			if o.Has && (o.Name == "-F" || o.Name == "-I") {
				u.Files = append(u.Files, o.Value)
			}
		}
	case "7z":
		ok = len(p.Verbs) > 0 && (p.Verbs[0] == "x" || p.Verbs[0] == "e") && !p.HasAny("-so") && len(p.Words("pattern")) == 0
		u.junk = ok && p.Verbs[0] == "e"
		u.from(p, "read", "-o")
	case "unar":
		ok = p.HasAny("-D", "-no-directory") && !p.HasAny("-l", "-L", "-j", "-T") // else it makes a folder
		u.from(p, "read", "-o")
	case "unrar":
		ok = len(p.Verbs) > 0 && (p.Verbs[0] == "x" || p.Verbs[0] == "e")
		u.from(p, "read", "")
		for _, w := range p.Words("write") {
			u.Dir = w
		}
	case "pax":
		ok = p.HasAny("-r") && !p.HasAny("-w")
		u.from(p, "", "")
		for _, o := range p.Options {
			if o.Has && o.Name == "-f" {
				u.Files = append(u.Files, o.Value)
			}
		}
	case "jar":
		ok = p.HasAny("-x", "--extract")
		for _, o := range p.Options {
			switch {
			case !o.Has:
			case o.Name == "-f" || o.Name == "--file":
				u.Files = append(u.Files, o.Value)
			case o.Name == "-C" || o.Name == "--dir":
				u.Dir = o.Value
			}
		}
	case "python":
		o, given := p.Option("-e", "--extract")
		ok = given && o.Has && len(p.Verbs) > 0 && (p.Verbs[0] == "tarfile" || p.Verbs[0] == "zipfile")
		u.Files = []shell.Word{o.Value}
		for _, o := range p.Operands {
			u.Dir = o.Word
		}
	}
	return u, ok
}

func (u *Unpacking) from(p *kb.Parse, role, dir string) {
	if role != "" {
		u.Files = p.Words(role)
	}
	for _, o := range p.Options {
		if o.Has && dir != "" && o.Name == dir {
			u.Dir = o.Value
		}
	}
}

// tar reads the options of tar, and is false for one that names its members or
// makes a folder of its own.
func (u *Unpacking) tar(p *kb.Parse) bool {
	for _, o := range p.Options {
		switch o.Name {
		case "-C", "--directory":
			u.Dir = o.Value
		case "--one-top-level":
			if !o.Has {
				return false
			}
			u.Dir = o.Value
		case "--strip-components":
			u.strip, _ = strconv.Atoi(o.Value.String())
		case "-f", "--file":
			if !o.Value.Is("-") {
				u.Files = append(u.Files, o.Value)
			}
		}
	}
	return len(p.Operands) == 0
}

// Member is one file of an archive, under the name it gets.
type Member struct {
	Name string
	Link bool
}

// Members lists the members that keep accepts. sure is false where the archive
// cannot be opened, or may hold more. read gives the content of a file and
// whether it is there, or is yet to be written by the same text.
func (u Unpacking) Members(read func(shell.Word) (data []byte, there bool), keep func(name string) bool) (list []Member, sure bool) {
	files := u.Files
	if len(files) == 0 {
		files = source(u.in)
	}
	if len(files) == 0 {
		return nil, false
	}
	for _, f := range files {
		data, there := read(f)
		if !there {
			if s, known := f.Known(); len(u.Files) == 0 || !known || !openable(s) {
				return list, false
			}
			continue // nothing will be unpacked
		}
		last := ""
		err := archive.Members(data, func(m archive.Member) bool {
			name := u.named(m.Name)
			if last = m.Name; name != "" && keep(name) {
				list = append(list, Member{name, m.Link != ""})
			}
			return len(list) < maxMembers
		})
		if err != nil || last == "" || len(list) >= maxMembers {
			return list, false
		}
	}
	return list, true
}

func (u Unpacking) named(name string) string {
	name = strings.TrimPrefix(name, "/")
	for range min(u.strip, 50) {
		_, name, _ = strings.Cut(name, "/")
	}
	if u.junk {
		name = path.Base(name)
	}
	return name
}

// Above is the folder in which a member is looked for by those who run it: above
// the first hidden folder of its name.
func Above(name string) string {
	if i := strings.Index("/"+name, "/."); i >= 0 {
		return path.Clean(name[:i])
	}
	return path.Dir(name)
}

// source gives the file whose content reaches the command.
func source(in shell.Input) []shell.Word {
	switch {
	case in.Kind == shell.FromFile:
		return []shell.Word{in.File}
	case in.Kind != shell.Pipe || in.From == nil || len(in.From.Argv) < 2:
		return nil
	}
	switch name, _ := in.From.Program(); path.Base(name) {
	case "cat", "zcat", "gzcat", "bzcat", "gzip", "gunzip", "bzip2", "bunzip2", "pv":
	default:
		return nil
	}
	var out []shell.Word
	for _, w := range in.From.Argv[1:] {
		if s, known := w.Known(); !known || !strings.HasPrefix(s, "-") {
			out = append(out, w)
		}
	}
	return out
}

// Made tells whether a command in front of c may leave files behind, so that an
// archive which is not there now will be then.
func Made(all []*shell.Command, c *shell.Command) bool {
	for _, x := range all {
		if x == c {
			return false
		}
		if len(x.Redirs) > 0 {
			return true
		}
		v, _ := x.Parsed.(*kb.View)
		if v == nil || v.Parse == nil && len(x.Argv) > 0 {
			return true
		}
		for _, d := range v.Deeds {
			switch d.Kind {
			case sentinel.Read, sentinel.List, sentinel.Create, sentinel.Permission:
			default:
				return true
			}
		}
	}
	return false
}

// openable: an archive of this name could be opened if it were there.
func openable(name string) bool {
	name = strings.ToLower(name)
	for _, end := range []string{".tar", ".tgz", ".tar.gz", ".tbz", ".tbz2", ".tar.bz2", ".zip", ".jar", ".war", ".whl"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
