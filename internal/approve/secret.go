package approve

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// secretFile holds what the requesters of this user prove themselves with: a
// hook that comes back with the same call is another process, and may use the
// permit of the first.
const (
	secretFile = "requester.key"
	secretSize = 32
)

// secret reads the requesters' secret, or makes it.
func secret(stateDir string) ([]byte, error) {
	path := filepath.Join(stateDir, secretFile)
	key, err := readSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := safefile.Folder(stateDir); err != nil {
		return nil, err
	}
	unlock, err := safefile.Lock(path + ".lock")
	if err != nil {
		return nil, err
	}
	defer unlock()
	if key, err = readSecret(path); !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	key = make([]byte, secretSize)
	if _, err := rand.Read(key); err != nil {
		return nil, fmt.Errorf("make the requesters' key: %w", err)
	}
	return key, safefile.Write(path, []byte(hex.EncodeToString(key)+"\n"), safefile.Keep)
}

func readSecret(path string) ([]byte, error) {
	data, err := safefile.Read(path, 1024)
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(data)))
	if err != nil || len(key) != secretSize {
		return nil, fmt.Errorf("key %s: no valid form; remove it to begin anew", path)
	}
	return key, nil
}
