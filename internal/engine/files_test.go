package engine_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/sentinelgate/sentinel/internal/engine"
)

// TestReadConfig_LinkToNothing: it is no missing file, which would mean that the
// person wants the defaults.
func TestReadConfig_LinkToNothing(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "config.json")
	if _, err := engine.ReadConfig(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing there: %v", err)
	}
	if err := os.Symlink(filepath.Join(dir, "gone.json"), file); err != nil {
		t.Skip(err)
	}
	if _, err := engine.ReadConfig(file); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a link to nothing: %v", err)
	}
}
