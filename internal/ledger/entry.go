package ledger

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/sentinelgate/sentinel"
)

const (
	maxKey   = 4 << 10 // bytes of a key or shape
	maxEntry = 8 << 10 // bytes of an entry in the file, without indents
	maxSets  = 32      // sets of effects under one key
)

// Entry is what was approved under one key.
type Entry struct {
	Key   string
	Shape string // what people are shown; the key if there is no other
	At    int64  // last approval, milliseconds since 1970
	First int64  // first approval, milliseconds since 1970
	Count int    // approvals
	Sets  Sets   // the effects of each kind of call that was approved
	Mine  bool   // made by this person for this project, and not forgotten

	generation int64 // see forgotten.Generation
	mac        string
}

// Covers reports whether a call with these effects was approved.
func (e Entry) Covers(wanted []sentinel.Effect) bool { return e.Sets.Covers(wanted) }

// Sets are the effects of calls that were approved, one set per kind of call.
// They are not thrown together: who approved sending a to one host and b to
// another did not approve sending a to the other.
type Sets [][]sentinel.Effect

// Covers reports whether one of the sets covers wanted.
func (s Sets) Covers(wanted []sentinel.Effect) bool {
	return slices.ContainsFunc(s, func(granted []sentinel.Effect) bool { return Covers(granted, wanted) })
}

// Add gives the sets with one more. Sets that the new one covers are left out;
// beyond 32 the oldest goes.
func (s Sets) Add(effects []sentinel.Effect) Sets {
	if s.Covers(effects) {
		return s
	}
	set := slices.Clone(effects)
	slices.SortFunc(set, compareEffects)
	set = slices.Compact(set)
	sum := Sets{}
	for _, old := range s {
		if !Covers(set, old) {
			sum = append(sum, old)
		}
	}
	sum = append(sum, set)
	return sum[max(0, len(sum)-maxSets):]
}

func compareEffects(a, b sentinel.Effect) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Scope, b.Scope),
		cmp.Compare(a.Target, b.Target), cmp.Compare(a.Identity, b.Identity))
}

// Covers reports whether a grant for a call with the effects granted covers a
// call with the effects wanted: each wanted one must be among those granted,
// equal in kind, scope, target and identity. No effects at all are covered by
// nothing, nor is what may never be remembered.
func Covers(granted, wanted []sentinel.Effect) bool {
	if len(wanted) == 0 {
		return false
	}
	for _, e := range wanted {
		if neverLearned(e.Kind) || !slices.Contains(granted, e) {
			return false
		}
	}
	return true
}

// neverLearned lists the kinds that no memory may hold, whatever colour a
// caller gave them.
func neverLearned(kind sentinel.EffectKind) bool {
	switch kind {
	case sentinel.Unread, sentinel.Catastrophe, sentinel.TouchGate:
		return true
	}
	return false
}

// checkGrant refuses what cannot or may not be remembered.
func checkGrant(g Grant) error {
	switch {
	case g.Key == "" || len(g.Effects) == 0:
		return ErrNeverLearned
	case len(g.Key) > maxKey || len(g.Shape) > maxKey:
		return fmt.Errorf("key of %d bytes: %w", max(len(g.Key), len(g.Shape)), ErrNeverLearned)
	case !utf8.ValidString(g.Key) || !utf8.ValidString(g.Shape):
		// JSON could not tell two broken texts apart.
		return fmt.Errorf("key is no UTF-8: %w", ErrNeverLearned)
	}
	for _, e := range g.Effects {
		if neverLearned(e.Kind) {
			return fmt.Errorf("effect %s: %w", e.Kind, ErrNeverLearned)
		}
		if !utf8.ValidString(e.Target) || !utf8.ValidString(e.Identity) {
			return fmt.Errorf("target is no UTF-8: %w", ErrNeverLearned)
		}
	}
	return nil
}

// approve is e after one more approval of g. A zero Entry becomes a new one.
func (e Entry) approve(g Grant, now, generation int64) (Entry, error) {
	if e.Count == 0 {
		e = Entry{Key: g.Key, First: now}
	}
	e.Shape = cmp.Or(g.Shape, g.Key)
	e.At = max(e.At, now) // a clock that was set back must not make it older
	e.Count++
	e.Sets = e.Sets.Add(g.Effects)
	e.generation = generation
	for len(e.encode()) > maxEntry-2*sha256.Size {
		if len(e.Sets) == 1 {
			return e, fmt.Errorf("effects of %q are too long: %w", e.Shape, ErrNeverLearned)
		}
		e.Sets = e.Sets[1:]
	}
	return e, nil
}

// storedEntry is an entry as the file has it. Lengths of the members that a
// stranger's entry may lack are zero then.
type storedEntry struct {
	At         int64  `json:"at"`
	Count      int    `json:"count"`
	First      int64  `json:"first"`
	Shape      string `json:"shape,omitempty"`
	Generation int64  `json:"generation,omitempty"`
	Sets       Sets   `json:"effects"`
	MAC        string `json:"mac,omitempty"`
}

func (e Entry) encode() []byte {
	stored := storedEntry{e.At, e.Count, e.First, e.Shape, e.generation, e.Sets, e.mac}
	if e.Shape == e.Key {
		stored.Shape = ""
	}
	return encodeJSON(stored)
}

// encodeJSON is json.Marshal without the escapes for HTML: shapes are full of
// angle brackets, and people read the file. The values passed cannot fail.
func encodeJSON(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'})
}

// macDomain separates these MACs from any others made with the same key.
const macDomain = "sentinel ledger entry 1"

// sign is the MAC over everything that an entry says and the project it says
// it for. JSON keeps the parts apart.
func (e Entry) sign(key []byte, identity string) string {
	h := hmac.New(sha256.New, key)
	h.Write(encodeJSON([]any{macDomain, identity, e.Key, e.Shape, e.At, e.First, e.Count, e.generation, e.Sets}))
	return hex.EncodeToString(h.Sum(nil))
}

// newestFirst sorts by the last approval, then by key so that the order is one.
func newestFirst(list []Entry) {
	slices.SortFunc(list, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(a.Key, b.Key))
	})
}
