package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Headers of a signed message, in either direction.
const (
	HeaderID        = "Sentinel-Id"        // of this message, used once
	HeaderTime      = "Sentinel-Timestamp" // seconds since 1970
	HeaderSignature = "Sentinel-Signature" // "v1=" and hex
)

// Why a message was not taken.
var (
	ErrUnsigned = errors.New("the message is not signed, or not with this secret")
	ErrOld      = errors.New("the message's time is too far off")
	ErrReplayed = errors.New("the message was seen before")
)

const (
	// skew is how far the two clocks may be apart.
	skew = 5 * time.Minute
	// minSecret is the least length of a secret, in bytes.
	minSecret = 16
	maxID     = 128
	// maxSeen bounds the memory for used ids.
	maxSeen = 100_000
)

// Sign is the signature of a message: HMAC-SHA256 over its direction ("question"
// or "answer"), id, time and body.
func Sign(secret []byte, direction, id string, at time.Time, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	for _, part := range []string{"sentinel webhook 1", direction, id, strconv.FormatInt(at.Unix(), 10)} {
		mac.Write([]byte(strconv.Itoa(len(part)) + ":" + part + "\n"))
	}
	mac.Write(body)
	return "v1=" + hex.EncodeToString(mac.Sum(nil))
}

func setSigned(h http.Header, secret []byte, direction, id string, at time.Time, body []byte) {
	h.Set(HeaderID, id)
	h.Set(HeaderTime, strconv.FormatInt(at.Unix(), 10))
	h.Set(HeaderSignature, Sign(secret, direction, id, at, body))
}

// verify checks signature and time of a message, and gives its id.
func verify(h http.Header, secret []byte, direction string, now time.Time, body []byte) (id string, err error) {
	for _, name := range []string{HeaderID, HeaderTime, HeaderSignature} {
		if len(h.Values(name)) != 1 {
			return "", ErrUnsigned
		}
	}
	id = h.Get(HeaderID)
	seconds, err := strconv.ParseInt(h.Get(HeaderTime), 10, 64)
	if err != nil || id == "" || len(id) > maxID || strings.ContainsAny(id, "\r\n") {
		return "", ErrUnsigned
	}
	at := time.Unix(seconds, 0)
	if !hmac.Equal([]byte(Sign(secret, direction, id, at, body)), []byte(h.Get(HeaderSignature))) {
		return "", ErrUnsigned
	}
	if d := now.Sub(at); d > skew || d < -skew {
		return "", ErrOld
	}
	return id, nil
}

// seen remembers the ids of messages for as long as their time would be taken.
type seen struct {
	mu  sync.Mutex
	ids map[string]time.Time
}

// first tells whether an id is new. When there are too many, nothing is new.
func (s *seen) first(id string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids == nil {
		s.ids = map[string]time.Time{}
	}
	if _, ok := s.ids[id]; ok {
		return false
	}
	if len(s.ids) >= maxSeen {
		for old, at := range s.ids {
			if now.Sub(at) > 2*skew {
				delete(s.ids, old)
			}
		}
		if len(s.ids) >= maxSeen {
			return false
		}
	}
	s.ids[id] = now
	return true
}
