package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// maxPrivate bounds a file with a secret, in bytes.
const maxPrivate = 64 << 10

// ReadPrivate reads a file that holds a secret, such as a key or a DSN, without
// the blanks around it. It refuses one that others can read or change.
func ReadPrivate(path string) (string, error) {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() { // opening a pipe would hang
		err = errors.New("it is no plain file")
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there is no file %s", path)
	}
	if err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("read secret: %w", err)
	}
	defer f.Close()
	now, err := f.Stat()
	switch {
	case err != nil:
		return "", fmt.Errorf("read secret: %w", err)
	case !os.SameFile(info, now):
		return "", fmt.Errorf("read %s: it was replaced meanwhile", path)
	case runtime.GOOS != "windows" && now.Mode().Perm()&0o077 != 0:
		return "", fmt.Errorf("read %s: others can read or change it (chmod 600 it)", path)
	case now.Size() > maxPrivate:
		return "", fmt.Errorf("read %s: it is larger than %d bytes", path, maxPrivate)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxPrivate))
	if err != nil {
		return "", fmt.Errorf("read secret: %w", err)
	}
	text := strings.TrimSpace(string(data))
	if text == "" {
		return "", fmt.Errorf("read %s: it is empty", path)
	}
	return text, nil
}
