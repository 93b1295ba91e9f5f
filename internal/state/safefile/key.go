package safefile

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// KeySize is the length of a key, in bytes.
const KeySize = 32

// ReadKey reads a file that holds a key in hexadecimal digits.
func ReadKey(path string) ([]byte, error) {
	data, err := Read(path, 1024)
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(data)))
	if err != nil || len(key) != KeySize {
		return nil, fmt.Errorf("key %s: no valid form; remove it to begin anew", path)
	}
	return key, nil
}

// MakeKey makes a key and its file. The caller holds a lock.
func MakeKey(path string) ([]byte, error) {
	key := make([]byte, KeySize)
	if _, err := rand.Read(key); err != nil {
		return nil, fmt.Errorf("make key: %w", err)
	}
	return key, Write(path, []byte(hex.EncodeToString(key)+"\n"), Keep)
}

// OwnKey is ReadKey that makes the key when there is none, once for all
// processes.
func OwnKey(path string) ([]byte, error) {
	key, err := ReadKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := Folder(filepath.Dir(path)); err != nil {
		return nil, err
	}
	unlock, err := Lock(path + ".lock")
	if err != nil {
		return nil, err
	}
	defer unlock()
	if key, err = ReadKey(path); !errors.Is(err, fs.ErrNotExist) { // somebody was faster
		return key, err
	}
	return MakeKey(path)
}
