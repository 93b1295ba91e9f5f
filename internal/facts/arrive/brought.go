package arrive

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/unpack"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/kb/takes"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Brought gives the program in front of c, in the same text, that may just have
// brought the file which c runs: nobody has read it, whatever its name is. ""
// if there is none. at gives real paths and the content of archives as a command
// sees them. What exists already is brought only by an archive that holds it, or
// that cannot be opened.
func Brought(all []*shell.Command, c *shell.Command, file string, exists bool, at func(*shell.Command) (func(shell.Word) string, func(shell.Word) ([]byte, bool))) string {
	if base := path.Base(file); file == "" || base == "." || base == "/" {
		return ""
	}
	for _, before := range all {
		if before == c {
			return ""
		}
		v, _ := before.Parsed.(*kb.View)
		if v == nil || v.Parse == nil || len(before.Argv) == 0 {
			continue
		}
		real, open := at(before)
		if u, ok := unpack.Of(v, before); ok && holds(u, file, real(u.Dir), exists, open) {
			return v.Name
		}
		for _, m := range Members(v) {
			if real(m) == file {
				return program(before)
			}
		}
		if exists || Recipes(view(c)) != "" {
			continue
		}
		switch copied, ok := Of(v); {
		case v.Name == "unar" && len(v.Deeds) > 0, v.Name == "patch" && slices.ContainsFunc(v.Deeds, func(d kb.Deed) bool { return d.Kind == sentinel.Write }):
			return program(before)
		case ok && copied.from(file) && below(file, real(copied.To)):
			return program(before)
		}
	}
	return ""
}

func view(c *shell.Command) *kb.View {
	if v, _ := c.Parsed.(*kb.View); v != nil {
		return v
	}
	return &kb.View{}
}

func program(c *shell.Command) string {
	name, _ := c.Program()
	return path.Base(name)
}

// holds tells whether an archive may hold a file below the folder that it is
// unpacked into.
func holds(u unpack.Unpacking, file, dir string, exists bool, open func(shell.Word) ([]byte, bool)) bool {
	if !below(file, dir) {
		return false
	}
	rel := strings.TrimPrefix(strings.TrimPrefix(file, dir), "/")
	list, sure := u.Members(open, func(name string) bool { return path.Clean(name) == rel })
	return !exists || len(list) > 0 || !sure
}

// from tells whether a copy may bring the file from outside of the folder.
func (c Copy) from(file string) bool {
	return slices.ContainsFunc(c.Things, func(t Thing) bool {
		s, _ := t.From.Known()
		out := strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~") || strings.HasPrefix(s, "..") || remote(s)
		return out && (t.Name == path.Base(file) || t.Tree || t.Name == "")
	})
}

func below(file, dir string) bool {
	return dir != "" && (file == dir || strings.HasPrefix(file, strings.TrimSuffix(dir, "/")+"/"))
}

// Recipes is the file without which a command does nothing, "" for others.
func Recipes(v *kb.View) string {
	if v.Parse == nil || !slices.ContainsFunc(v.Deeds, func(d kb.Deed) bool {
		return d.Kind == sentinel.Run || d.Kind == sentinel.Serve || d.Kind == sentinel.Install
	}) && v.Name != "make" {
		return ""
	}
	return takes.Needed(v.Name)
}
