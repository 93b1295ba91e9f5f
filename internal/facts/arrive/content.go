package arrive

import (
	"maps"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/paths"
)

// MaxNames bounds the names of one source that are looked at.
const MaxNames = 200

// Content are the names in a folder that is copied, under which they arrive:
// what the text wrote there, and what lies there.
func (t Thing) Content(dir string, written map[string]string, fs paths.FS) []string {
	if dir == "" {
		return nil
	}
	var out []string
	for _, f := range slices.Sorted(maps.Keys(written)) {
		if rel, ok := strings.CutPrefix(f, strings.TrimSuffix(dir, "/")+"/"); ok && len(out) < MaxNames {
			out = append(out, rel)
		}
	}
	if fs != nil {
		names, _ := fs.ReadDir(dir, 50*MaxNames)
		if len(names) > MaxNames {
			names = slices.DeleteFunc(names, func(n string) bool { return n[0] != '.' }) // what matters is hidden
		}
		out = append(out, names...)
	}
	out = slices.DeleteFunc(out, func(n string) bool { return n == "" || !t.Fits(n) })
	if t.Name != "" {
		for i := range out {
			out[i] = t.Name + "/" + out[i]
		}
	}
	return out
}
