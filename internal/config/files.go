package config

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"
)

// Folder is the person's configuration folder below a home.
func Folder(home string) string { return filepath.Join(home, ".config", "sentinel") }

// UserFile is the person's file for every project.
func UserFile(home string) string { return filepath.Join(Folder(home), "config.json") }

// ProjectFile is the person's file for one project. Its name is the readable
// name of the project's folder and a hash of its whole path, so that two
// projects of one name have two files.
func ProjectFile(home, root string) string {
	return filepath.Join(Folder(home), "projects", fileName(root))
}

func fileName(root string) string {
	sum := sha256.Sum256([]byte(root))
	return slug(root) + "-" + hex.EncodeToString(sum[:])[:12] + ".json"
}

// RepositoryFile is the file that comes with a project.
func RepositoryFile(root string) string { return filepath.Join(root, ".sentinel", "config.json") }

// slug keeps the letters, digits, dots, underscores and dashes of a folder's
// name, at most 48 bytes.
func slug(root string) string {
	name := strings.Map(func(r rune) rune {
		if r == '.' || r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, filepath.Base(root))
	name = strings.Trim(name[:min(len(name), 48)], "-.")
	if name == "" {
		return "root"
	}
	return name
}
