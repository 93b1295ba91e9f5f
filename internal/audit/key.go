package audit

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// keyName is the file of the signing key in the state folder, and the name by
// which signatures call it.
const (
	keyFile = "audit.key"
	keyName = "sentinel"
	// algorithm is that of Ed25519 in signed notes.
	algorithm = 1
)

// Key signs checkpoints. Who can read it can forge them: it holds against
// mistakes and against whoever has only the log, not against the user itself.
type Key struct{ private ed25519.PrivateKey }

// OpenKey reads the key in a state folder, or makes one if there is none.
func OpenKey(dir string) (*Key, error) {
	seed, err := safefile.OwnKey(filepath.Join(dir, keyFile))
	if err != nil {
		return nil, fmt.Errorf("open audit key: %w", err)
	}
	return &Key{ed25519.NewKeyFromSeed(seed)}, nil
}

// Verifier is the public half, in the form of signed notes: name+id+key. Kept
// elsewhere it shows whether the key on this machine was exchanged.
func (k *Key) Verifier() string {
	pub := k.private.Public().(ed25519.PublicKey)
	return fmt.Sprintf("%s+%08x+%s", keyName, keyID(pub), base64.StdEncoding.EncodeToString(append([]byte{algorithm}, pub...)))
}

func keyID(pub ed25519.PublicKey) uint32 {
	h := sha256.New()
	h.Write([]byte(keyName + "\n"))
	h.Write([]byte{algorithm})
	h.Write(pub)
	return binary.BigEndian.Uint32(h.Sum(nil))
}

// sign puts a signature under a text that ends with a line end.
func (k *Key) sign(text []byte) []byte {
	sig := binary.BigEndian.AppendUint32(nil, keyID(k.private.Public().(ed25519.PublicKey)))
	sig = append(sig, ed25519.Sign(k.private, text)...)
	return fmt.Appendf(bytes.Clone(text), "\n— %s %s\n", keyName, base64.StdEncoding.EncodeToString(sig))
}

// CheckVerifier tells whether a text is what Verifier gives.
func CheckVerifier(text string) error {
	_, err := parseVerifier(text)
	return err
}

// parseVerifier reads what Verifier gave.
func parseVerifier(text string) (ed25519.PublicKey, error) {
	name, rest, _ := strings.Cut(strings.TrimSpace(text), "+")
	id, encoded, ok := strings.Cut(rest, "+")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || name != keyName || len(key) != ed25519.PublicKeySize+1 || key[0] != algorithm ||
		id != fmt.Sprintf("%08x", keyID(key[1:])) {
		return nil, errors.New("this is no key of a log, which begins with " + keyName + "+ and eight hexadecimal digits")
	}
	return key[1:], nil
}

// signed tells whether a signature line is the key's over the text.
func signed(pub ed25519.PublicKey, text []byte, line string) bool {
	encoded, ok := strings.CutPrefix(line, "— "+keyName+" ")
	sig, err := base64.StdEncoding.DecodeString(encoded)
	return ok && err == nil && len(sig) == 4+ed25519.SignatureSize && binary.BigEndian.Uint32(sig) == keyID(pub) &&
		ed25519.Verify(pub, text, sig[4:])
}
