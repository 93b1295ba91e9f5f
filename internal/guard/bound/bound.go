// Package bound tells what a call depends on besides its words: the folders it
// works in as they really are, and the content of the files it reads or runs. A yes
// to a stored question counts for that and for nothing else, so that neither a link
// that is turned nor a file that is changed between the yes and the run is covered.
package bound

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Bounds. Larger files and those beyond the number count by size and time.
const (
	mostFiles    = 64
	mostBytes    = 1 << 20 // of one file
	mostCommands = 64
)

// Of makes a digest of it, nil for a call that nobody is asked about. It reads
// files, so that it is called for stored questions only.
func Of(out sentinel.Assessment, f seen.Facts, world *facts.World) func() string {
	if out.Colour == sentinel.Green || world == nil || world.Place == nil || world.Place.FS == nil {
		return nil
	}
	return func() string { return digest(f, world.Place) }
}

func digest(f seen.Facts, w *paths.Place) string {
	h := sha256.New()
	folder(h, w, "/", f.Cwd)
	for _, c := range f.Commands[:min(len(f.Commands), mostCommands)] {
		for _, d := range append(options(c), c.Dirs...) {
			if text, ok := d.Known(); ok {
				folder(h, w, f.Cwd, text)
			}
		}
	}
	files := 0
	for _, t := range f.Touches {
		if t.Loc.Real == "" || t.Whole || t.Target.Glob {
			continue
		}
		put(h, t.Kind.String(), t.Loc.Real)
		if t.Kind == sentinel.Read {
			files++
			content(h, w, t.Loc.Real, files <= mostFiles)
		}
	}
	for _, file := range f.Takes {
		files++
		put(h, "takes", file)
		content(h, w, file, files <= mostFiles)
	}
	for _, r := range f.Runs {
		put(h, "run", r.Script.Path, r.Script.SHA)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// options are the folders that a command is told to work in (git -C).
func options(c *shell.Command) (dirs []shell.Word) {
	v, ok := c.Parsed.(*kb.View)
	if !ok || v.Parse == nil {
		return nil
	}
	for _, o := range v.Parse.Options {
		if o.Role == "dir" && o.Has {
			dirs = append(dirs, o.Value)
		}
	}
	return dirs
}

// folder adds a working folder: where it really lies, and which one it is.
func folder(h hash.Hash, w *paths.Place, from, dir string) {
	if real, ok := w.Resolve(from, dir); ok {
		dir = real
	}
	inode := uint64(0)
	if info, err := w.FS.Lstat(dir); err == nil {
		inode = info.Inode
	}
	put(h, "folder", dir, fmt.Sprint(inode))
}

// put adds texts with their lengths, so that no two lists look alike.
func put(h hash.Hash, texts ...string) {
	for _, t := range texts {
		fmt.Fprintf(h, "%d:%s\n", len(t), t)
	}
}

func content(h hash.Hash, w *paths.Place, file string, whole bool) {
	info, err := w.FS.Lstat(file)
	switch {
	case err != nil:
		put(h, "missing")
	case info.Kind != paths.File:
		put(h, "no file")
	case !whole || info.Size > mostBytes:
		put(h, fmt.Sprint(info.Size, " ", info.ModTimeNs))
	default:
		data, err := w.FS.ReadFile(file, mostBytes)
		if err != nil {
			put(h, "unread", fmt.Sprint(info.Size, " ", info.ModTimeNs))
			return
		}
		put(h, string(data))
	}
}
