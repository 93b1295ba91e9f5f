package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/sentinelgate/sentinel"
)

// Act is something a person did to the gate itself, outside of any call. It is a
// line of the file's chain, so that whoever reads the log later sees when the
// gate was stopped or loosened, by whom and why. To add a kind, name it below and
// write it where the command has done its work.
type Act struct {
	Kind   string    `json:"-"`
	Time   time.Time `json:"time"`
	By     string    `json:"by"`
	What   string    `json:"what,omitempty"`   // what it was about: a shape, a file
	Reason string    `json:"reason,omitempty"` // as it was given
}

// Kinds of acts.
const (
	Stopped    = "stopped"    // kill
	Resumed    = "resumed"    // unkill
	Trusted    = "trusted"    // a repository's configuration
	Untrusted  = "untrusted"  // and back
	Imported   = "imported"   // rules of a client, into the configuration
	Remembered = "remembered" // a shape, for good
	Forgotten  = "forgotten"  // and back
	Revoked    = "taken-back" // what a session may do
)

// isAct tells an act from what else stands in the file's chain.
func isAct(kind string) bool {
	switch kind {
	case Stopped, Resumed, Trusted, Untrusted, Imported, Remembered, Forgotten, Revoked:
		return true
	}
	return false
}

// Note writes an act down and signs the log as it stands then.
func Note(dir string, a Act) error {
	if !isAct(a.Kind) {
		return fmt.Errorf("write audit: %q is no act", a.Kind)
	}
	a.Time = a.Time.UTC().Truncate(time.Millisecond)
	a.By, a.What, a.Reason = clean(a.By, maxName), clean(a.What, maxSentence), clean(a.Reason, maxSentence)
	data, err := JSON(a)
	if err != nil {
		return fmt.Errorf("write audit: %w", err)
	}
	f := OpenFile(FileOptions{Dir: dir})
	if err := f.append(sentinel.Event{Kind: a.Kind, Data: json.RawMessage(bytes.TrimSuffix(data, []byte{'\n'}))}, a.Time); err != nil {
		return fmt.Errorf("write audit: %w", err)
	}
	return SignFile(dir, a.Time)
}
