package history

import (
	"io"

	"github.com/sentinelgate/sentinel/internal/paths"
)

// Files shows a place's file system to package objects.
type Files struct{ paths.FS }

// maxWhole bounds a file that can only be read as a whole.
const maxWhole = 64 << 20

// ReadAt implements objects.Files.
func (f Files) ReadAt(file string, p []byte, off int64) (int, error) {
	if at, ok := f.FS.(interface {
		ReadAt(string, []byte, int64) (int, error)
	}); ok {
		return at.ReadAt(file, p, off)
	}
	all, err := f.ReadFile(file, maxWhole)
	if err != nil {
		return 0, err
	}
	if off < 0 || off >= int64(len(all)) {
		return 0, io.EOF
	}
	return copy(p, all[off:]), nil
}
