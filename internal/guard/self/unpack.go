package self

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/archive"
	"github.com/sentinelgate/sentinel/internal/facts/difftext"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/paths/known"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// maxFile bounds a patch or archive that is looked into.
const maxFile = 16 << 20

// read gives the content of a file that a word names.
func (w *watch) read(c *shell.Command, word shell.Word) []byte {
	s, ok := word.Known()
	if !ok || w.place.FS == nil {
		return nil
	}
	real, ok := w.place.Resolve(w.dir(c), s)
	if !ok {
		return nil
	}
	if text, ok := w.facts.Written[real]; ok {
		return []byte(text)
	}
	b, _ := w.place.FS.ReadFile(real, maxFile)
	return b
}

// lands says what of the gate's a file would replace that comes below a folder.
func (w *watch) lands(c *shell.Command, dir, name string) string {
	if !path.IsAbs(name) {
		name = path.Join(dir, name)
	}
	return w.gate(c, name, paths.Write)
}

// patched: git applies a patch that changes files of the gate.
func (w *watch) patched(c *shell.Command, v *kb.View) (rule, say string) {
	if v.Name != "git" || v.Parse == nil || len(v.Parse.Verbs) == 0 || v.Parse.Verbs[0] != "apply" && v.Parse.Verbs[0] != "am" {
		return "", ""
	}
	if v.Parse.HasAny("--check", "--stat", "--numstat", "--summary", "--abort", "--quit", "--skip") && !v.Parse.HasAny("--apply") {
		return "", ""
	}
	strip := 1
	if o, ok := v.Parse.Option("-p"); ok {
		if n, err := strconv.Atoi(o.Value.String()); err == nil {
			strip = min(max(n, 0), 100)
		}
	}
	dir := w.place.Root
	if o, ok := v.Parse.Option("--directory"); ok {
		dir = path.Join(dir, o.Value.String())
	}
	texts := []string{}
	if s, ok := c.Stdin.Text.Known(); ok {
		texts = append(texts, s)
	}
	files := v.Parse.Words("read")
	if c.Stdin.Kind == shell.FromFile {
		files = append(files, c.Stdin.File)
	}
	for _, word := range files {
		texts = append(texts, string(w.read(c, word)))
	}
	for _, text := range texts {
		names, _ := difftext.Files(text, strip)
		for _, n := range names {
			if label := w.lands(c, dir, n); label != "" {
				return "patched", "applies a patch to " + n + " (" + label + ")"
			}
		}
	}
	return "", ""
}

// unpacked: an archive holds files that land on those of the gate.
func (w *watch) unpacked(c *shell.Command, v *kb.View) (rule, say string) {
	if v.Parse == nil || len(v.Deeds) == 0 {
		return "", ""
	}
	var files []shell.Word
	dir := w.dir(c)
	switch v.Name {
	case "tar":
		if !v.Parse.HasAny("-x", "--extract", "--get") || v.Parse.HasAny("-O", "--to-stdout", "-t", "--list") {
			return "", ""
		}
		files = v.Parse.Words("resource")
		for _, o := range v.Parse.Options {
			if s, ok := o.Value.Known(); ok && o.Has && (o.Name == "-C" || o.Name == "--directory") {
				dir, _ = w.place.Absolute(dir, s)
			}
		}
	case "unzip":
		if v.Parse.HasAny("-l", "-t", "-v", "-z", "-Z", "-p", "-c", "-1") {
			return "", ""
		}
		files = v.Parse.Words("read")
		for _, d := range v.Parse.Words("write") {
			if s, ok := d.Known(); ok {
				dir, _ = w.place.Absolute(dir, s)
			}
		}
	default:
		return "", ""
	}
	if c.Stdin.Kind == shell.FromFile {
		files = append(files, c.Stdin.File)
	}
	found := ""
	for _, word := range files {
		data := w.read(c, word)
		if data == nil {
			continue
		}
		_ = archive.Members(data, func(m archive.Member) bool {
			if label := w.lands(c, dir, m.Name); label != "" {
				found = "unpacks " + m.Name + " (" + label + ")"
			}
			return found == ""
		})
	}
	return "unpacked", found
}

// settled: a folder holds such files, and its content comes to lie there.
func (w *watch) settled(c *shell.Command, v *kb.View) (rule, say string) {
	switch v.Name {
	case "cp", "mv", "rsync", "install", "ditto", "rclone", "stow":
	default:
		return "", ""
	}
	for _, from := range w.facts.Touches {
		if from.Command != c || from.Kind != sentinel.Read && from.Kind != sentinel.Move || !w.isDir(from.Loc.Real) {
			continue
		}
		for _, to := range w.facts.Touches {
			if to.Command != c || to.Kind != sentinel.Write && to.Kind != sentinel.Create || to.Loc.Real == "" {
				continue
			}
			for _, rel := range known.Registrations() {
				for _, name := range []string{rel, path.Join(path.Base(from.Loc.Real), rel)} {
					src := path.Join(from.Loc.Real, strings.TrimPrefix(name, path.Base(from.Loc.Real)+"/"))
					if label := w.lands(c, to.Loc.Real, name); label != "" && w.exists(src) {
						return "settled", "puts " + name + " (" + label + ") in place"
					}
				}
			}
		}
	}
	return "", ""
}

func (w *watch) exists(file string) bool {
	if w.place.FS == nil {
		return false
	}
	_, err := w.place.FS.Lstat(file)
	return err == nil
}

func (w *watch) isDir(dir string) bool {
	if w.place.FS == nil || dir == "" {
		return false
	}
	info, err := w.place.FS.Lstat(dir)
	return err == nil && info.Kind == paths.Dir
}

// cleaned: git throws away what it does not know, a registration among it.
func (w *watch) cleaned(c *shell.Command, v *kb.View) (rule, say string) {
	if v.Name != "git" || v.Parse == nil || len(v.Parse.Verbs) == 0 || v.Parse.Verbs[0] != "clean" ||
		!slices.ContainsFunc(v.Deeds, func(d kb.Deed) bool { return d.Kind == sentinel.Discard }) {
		return "", ""
	}
	for _, word := range v.Parse.Words("") {
		if s, _ := word.Known(); s != "" && s != "." {
			return "", "" // a part of the project, of which the path was judged
		}
	}
	file := w.place.Root + "/.claude/settings.local.json"
	if w.place.Root == "" || v.Parse.HasAny("-e", "--exclude") || !w.exists(file) {
		return "", ""
	}
	if b, err := w.place.FS.ReadFile(file, maxFile); err == nil && strings.Contains(string(b), "sentinel") {
		return "cleaned", "deletes .claude/settings.local.json, where the gate is registered; leave it out by -e .claude"
	}
	return "", ""
}
