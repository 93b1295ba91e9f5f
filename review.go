package sentinel

import (
	"context"
	"errors"
	"time"
)

// Request is a question to a person. One call makes one request, with all that
// is known about it.
type Request struct {
	Call       Call          `json:"call"`
	Assessment Assessment    `json:"assessment"`
	Risk       Risk          `json:"risk"`
	Rule       string        `json:"rule,omitempty"` // what asks
	Reason     string        `json:"reason"`
	Window     time.Duration `json:"window"`
	Remember   string        `json:"remember,omitempty"` // what "always" would remember
	ID         string        `json:"id,omitempty"`       // of this question
	Number     int64         `json:"number,omitempty"`   // what people call a stored one
	Shown      string        `json:"shown"`              // digest of what is shown; an answer is to nothing else
	Deadline   time.Time     `json:"deadline,omitzero"`  // when the window is over
	// Fixed is set where the client runs the call as it is or not at all: an edit
	// is then a no with advice.
	Fixed bool `json:"fixed,omitempty"`
	// Bound is what a yes depends on besides the call's words.
	Bound []Bound `json:"bound,omitempty"`
}

// Remaining is how long the question stays open, as seen at a time.
func (r Request) Remaining(now time.Time) time.Duration { return max(r.Deadline.Sub(now), 0) }

// ErrNotDelivered is what a reviewer's error wraps if it could tell nobody of the
// question. Silence then permits nothing: nobody was silent.
var ErrNotDelivered = errors.New("the notice could not be delivered")

// Answer is what a reviewer says. The zero value is silence.
type Answer uint8

const (
	Silence Answer = iota // no answer
	Yes                   // this once
	YesSession
	YesAlways
	No
)

var answerNames = []string{"silence", "yes", "session", "always", "no"}

// String gives the answer's name.
func (a Answer) String() string { return nameOf(answerNames, uint8(a)) }

// ParseAnswer is the inverse of String.
func ParseAnswer(name string) (Answer, error) {
	i, err := indexOf(answerNames, "answer", name)
	return Answer(i), err
}

// MarshalText makes answers readable in JSON.
func (a Answer) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (a *Answer) UnmarshalText(b []byte) (err error) {
	*a, err = ParseAnswer(string(b))
	return err
}

// Review is a reviewer's answer with its reason.
type Review struct {
	Answer Answer `json:"answer"`
	Reason string `json:"reason,omitempty"` // needed for CRITICAL
	By     string `json:"by,omitempty"`
	// Arguments replace those of the call, nil to leave them. They are judged
	// again: what is worse than what was asked is refused.
	Arguments map[string]any `json:"arguments,omitempty"`
}

// Reviewer asks a person. It returns nil, or an error, when nobody answered;
// the context ends with the window. What it returns later counts for nothing.
type Reviewer func(ctx context.Context, r Request) (*Review, error)

// Assessor judges a call before rules, memory and people are heard. An error
// refuses the call.
type Assessor interface {
	Assess(call Call) (Assessment, error)
}

// Memory is what people allowed beyond one call.
type Memory interface {
	// Known tells whether an earlier yes covers the part: the same shape, and
	// effects no worse. by says what covers it.
	Known(call Call, p Part) (by string, ok bool)
	// Remember files a yes for the parts; always means beyond the session.
	Remember(call Call, parts []Part, always bool) error
}

// Log records decisions. Append returns only when the entry is written.
type Log interface {
	Append(d Decision) error
}

// Budget counts calls that silence permitted. Take reports false when the hour
// is used up.
type Budget interface {
	Take(most int) bool
}
