// Package program knows the names of the gate's two programs, which lie side by
// side wherever they are installed: the one with all commands, and the small one
// for hooks.
package program

import (
	"path/filepath"
	"strings"
)

// Names of the programs, without the ".exe" of Windows.
const (
	Whole = "sentinel"
	Hook  = "sentinel-hook"
)

// Beside is the program of that name in the folder of another one.
func Beside(path, name string) string {
	if strings.HasSuffix(strings.ToLower(path), ".exe") {
		name += ".exe"
	}
	return filepath.Join(filepath.Dir(path), name)
}

// WholeOf is the program with all commands: path itself, or for one whose name
// ends in "-hook" the one without that end beside it.
func WholeOf(path string) string {
	name, ext := filepath.Base(path), ""
	if cut, ok := strings.CutSuffix(name, ".exe"); ok {
		name, ext = cut, ".exe"
	}
	return filepath.Join(filepath.Dir(path), strings.TrimSuffix(name, "-hook")+ext)
}
