package audit

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// Checkpoint says how long a chain was and where it ended at a time. It is signed
// and kept beside the chain; copied off the machine it shows that a log was cut
// or written anew.
type Checkpoint struct {
	Origin string // which chain
	Size   int64  // the number of its last line
	Hash   string // of that line, hex
	Time   time.Time
}

// The chains.
const (
	FileOrigin  = "sentinel/log"   // the decisions of hooks, in a file
	StoreOrigin = "sentinel/store" // what happened to stored questions
)

const (
	checkpointName = "audit.checkpoints"
	// maxCheckpoints bounds the file, in bytes.
	maxCheckpoints = 64 << 20
)

// text is the checkpoint as it is signed, in the form of a transparency log's:
// origin, size, hash, and lines of our own.
func (c Checkpoint) text() ([]byte, error) {
	hash, err := hex.DecodeString(c.Hash)
	if err != nil || c.Size < 0 || strings.ContainsAny(c.Origin, "\n") {
		return nil, errors.New("sign checkpoint: it is none")
	}
	return fmt.Appendf(nil, "%s\n%d\n%s\ntime %s\n", c.Origin, c.Size, base64.StdEncoding.EncodeToString(hash), c.Time.UTC().Format(time.RFC3339)), nil
}

// parseCheckpoint reads the text back.
func parseCheckpoint(text string) (c Checkpoint, err error) {
	lines := strings.Split(text, "\n")
	if len(lines) != 5 || lines[4] != "" {
		return c, errors.New("not a checkpoint")
	}
	size, err1 := strconv.ParseInt(lines[1], 10, 64)
	hash, err2 := base64.StdEncoding.DecodeString(lines[2])
	at, ok := strings.CutPrefix(lines[3], "time ")
	when, err3 := time.Parse(time.RFC3339, at)
	if err := errors.Join(err1, err2, err3); err != nil || !ok || size < 0 {
		return c, errors.New("not a checkpoint")
	}
	return Checkpoint{Origin: lines[0], Size: size, Hash: hex.EncodeToString(hash), Time: when}, nil
}

// Sign files a checkpoint of the chain that ends with last.
func Sign(dir, origin string, last sentinel.Line, now time.Time) error {
	if err := safefile.Folder(dir); err != nil {
		return fmt.Errorf("sign checkpoint: %w", err)
	}
	unlock, err := safefile.Lock(filepath.Join(dir, lockName))
	if err != nil {
		return fmt.Errorf("sign checkpoint: %w", err)
	}
	defer unlock()
	if err := checkpoint(dir, origin, last, now); err != nil {
		return fmt.Errorf("sign checkpoint: %w", err)
	}
	return nil
}

// checkpoint is Sign for whoever holds the log's lock.
func checkpoint(dir, origin string, last sentinel.Line, now time.Time) error {
	key, err := OpenKey(dir)
	if err != nil {
		return err
	}
	text, err := Checkpoint{Origin: origin, Size: last.Seq, Hash: last.Hash, Time: now}.text()
	if err != nil {
		return err
	}
	path := filepath.Join(dir, checkpointName)
	if info, err := safefile.Stat(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	} else if err == nil && info.Size() > maxCheckpoints {
		return errors.New("the file of checkpoints is too large; see `sentinel audit prune`")
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(append(key.sign(text), '\n'))
	return errors.Join(err, file.Close())
}

// Checkpoints reads the checkpoints beside a log and checks their signatures.
// problems tells of what stands there and is none, or is not signed by the key.
func Checkpoints(dir, verifier string) (list []Checkpoint, problems []string, err error) {
	pub, err := parseVerifier(verifier)
	if err != nil {
		return nil, nil, err
	}
	data, err := safefile.Read(filepath.Join(dir, checkpointName), maxCheckpoints+1024)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read checkpoints: %w", err)
	}
	for i, note := range notes(string(data)) {
		text, signature, ok := strings.Cut(note, "\n\n")
		c, err := parseCheckpoint(text + "\n")
		switch {
		case !ok || err != nil:
			problems = append(problems, fmt.Sprintf("checkpoint %d cannot be read", i+1))
		case !signed(pub, []byte(text+"\n"), strings.TrimSuffix(signature, "\n")):
			problems = append(problems, fmt.Sprintf("checkpoint %d is not signed by this log's key", i+1))
		default:
			list = append(list, c)
		}
	}
	return list, problems, nil
}

// tailOfMarks is how much of the end of the checkpoints is read to find the newest
// of a chain. The file grows with each answer.
const tailOfMarks = 16 << 10

// signedSize is how long a chain was when it was signed last, as far as the newest
// checkpoints tell; 0 if they do not.
func signedSize(dir, origin string) (size int64, err error) {
	key, err := OpenKey(dir)
	if err != nil {
		return 0, err
	}
	pub, err := parseVerifier(key.Verifier())
	if err != nil {
		return 0, err
	}
	path := filepath.Join(dir, checkpointName)
	info, err := safefile.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read checkpoints: %w", err)
	}
	file, err := os.Open(path)
	if err != nil {
		return 0, fmt.Errorf("read checkpoints: %w", err)
	}
	defer file.Close()
	part := make([]byte, min(info.Size(), tailOfMarks))
	if _, err := file.ReadAt(part, info.Size()-int64(len(part))); err != nil {
		return 0, fmt.Errorf("read checkpoints: %w", err)
	}
	for _, note := range notes(string(part)) {
		text, signature, ok := strings.Cut(note, "\n\n")
		c, err := parseCheckpoint(text + "\n")
		if ok && err == nil && c.Origin == origin && signed(pub, []byte(text+"\n"), strings.TrimSuffix(signature, "\n")) {
			size = max(size, c.Size)
		}
	}
	return size, nil
}

// notes splits the file into its notes: each ends with a signature and an empty
// line.
func notes(text string) []string {
	var out []string
	for text != "" {
		end := strings.Index(text, "\n— ")
		if end < 0 {
			return append(out, text)
		}
		stop := strings.Index(text[end+1:], "\n")
		if stop < 0 {
			return append(out, text)
		}
		out = append(out, text[:end+1+stop+1])
		text = strings.TrimPrefix(text[end+1+stop+1:], "\n")
	}
	return out
}
