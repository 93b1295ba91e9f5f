package sqlite

import (
	"io/fs"
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// private: what a user makes in the own profile is that user's by inheritance;
// the bits that Go reports for Windows say nothing about it.
func private(string, fs.FileInfo) error { return nil }

// networkFS names the kind of the drive if it is not a local one.
func networkFS(folder string) (string, error) {
	volume := filepath.VolumeName(folder)
	if strings.HasPrefix(volume, `\\`) {
		return "network share", nil
	}
	root, err := windows.UTF16PtrFromString(volume + `\`)
	if err != nil {
		return "", err
	}
	if windows.GetDriveType(root) == windows.DRIVE_REMOTE {
		return "network drive", nil
	}
	return "", nil
}
