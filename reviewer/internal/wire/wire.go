// Package wire is the form in which questions leave the process and answers come
// back: one JSON object each, with a version first. Answers come from strangers:
// they are bounded, read strictly, and name the question they are for.
package wire

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// Version is that of the form. One that is not known is not read.
const Version = 1

// MaxAnswer bounds an answer, in bytes.
const MaxAnswer = 1 << 20

// Question is what is sent.
type Question struct {
	Version int              `json:"version"`
	Request sentinel.Request `json:"request"`
}

// Encode is a question in one line. mask, if not nil, goes over every text that an
// agent wrote.
func Encode(r sentinel.Request, mask func(string) string) ([]byte, error) {
	if mask != nil {
		r = masked(r, mask)
	}
	b, err := json.Marshal(Question{Version, r})
	if err != nil {
		return nil, fmt.Errorf("encode question: %w", err)
	}
	return b, nil
}

func masked(r sentinel.Request, mask func(string) string) sentinel.Request {
	r.Call.Arguments, _ = maskValue(r.Call.Arguments, mask, 0).(map[string]any)
	r.Reason = mask(r.Reason)
	parts := make([]sentinel.Part, len(r.Assessment.Parts))
	for i, p := range r.Assessment.Parts {
		p.Text, p.Key = mask(p.Text), ""
		parts[i] = p
	}
	findings := make([]sentinel.Finding, len(r.Assessment.Findings))
	for i, f := range r.Assessment.Findings {
		f.Say, f.Part = mask(f.Say), mask(f.Part)
		findings[i] = f
	}
	r.Assessment.Parts, r.Assessment.Findings = parts, findings
	return r
}

// maxDepth is far above what a gate lets through.
const maxDepth = 300

func maskValue(v any, mask func(string) string, depth int) any {
	if depth > maxDepth {
		return "..."
	}
	switch x := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(x))
		for k, e := range x {
			if s, ok := e.(string); ok { // a name may tell that its value is a secret
				b, _ := json.Marshal(map[string]string{k: s})
				var back map[string]string
				if json.Unmarshal([]byte(mask(string(b))), &back) == nil && len(back) == 1 {
					s = back[k]
				} else {
					s = mask(s)
				}
				out[k] = s
				continue
			}
			out[k] = maskValue(e, mask, depth+1)
		}
		return out
	case []any:
		out := make([]any, len(x))
		for i, e := range x {
			out[i] = maskValue(e, mask, depth+1)
		}
		return out
	case string:
		return mask(x)
	}
	return v
}

// Answer is what comes back.
type Answer struct {
	Version   int             `json:"version"`
	ID        string          `json:"id"`    // the request's id, "" if it had none
	Shown     string          `json:"shown"` // the request's digest of what was shown
	Answer    sentinel.Answer `json:"answer"`
	Reason    string          `json:"reason,omitempty"`
	By        string          `json:"by,omitempty"`
	Arguments map[string]any  `json:"arguments,omitempty"` // an edit; null is none
}

// Decode reads one answer.
func Decode(data []byte) (Answer, error) {
	var a Answer
	if len(data) > MaxAnswer {
		return a, errors.New("read answer: it is too large")
	}
	object, err := strictjson.Object(data)
	if err != nil {
		return a, fmt.Errorf("read answer: %w", err)
	}
	if version, ok := object["version"].(json.Number); !ok || version.String() != fmt.Sprint(Version) {
		return a, fmt.Errorf("read answer: version %v is not known", object["version"])
	}
	a.Version = Version
	for name, to := range map[string]*string{"id": &a.ID, "shown": &a.Shown, "reason": &a.Reason, "by": &a.By} {
		v, there := object[name]
		text, ok := v.(string)
		if there && !ok {
			return a, fmt.Errorf("read answer: %s is no text", name)
		}
		*to = text
	}
	word, ok := object["answer"].(string)
	if !ok {
		return a, errors.New("read answer: there is none in it")
	}
	if a.Answer, err = sentinel.ParseAnswer(word); err != nil {
		return a, fmt.Errorf("read answer: %w", err)
	}
	if v := object["arguments"]; v != nil {
		if a.Arguments, ok = v.(map[string]any); !ok {
			return a, errors.New("read answer: the arguments are no object")
		}
	}
	return a, known(object)
}

// known refuses members that an answer does not have: a misspelled one must not
// be a silent difference.
func known(object map[string]any) error {
	for name := range object {
		switch name {
		case "version", "id", "shown", "answer", "reason", "by", "arguments":
		default:
			return fmt.Errorf("read answer: the member %q is not known", name)
		}
	}
	return nil
}

// For tells whether the answer is to this request: to its id and to what it shows.
func (a Answer) For(r sentinel.Request) error {
	if a.ID != r.ID || a.Shown != r.Shown {
		return fmt.Errorf("read answer: it is to another question: %w", sentinel.ErrStale)
	}
	return nil
}

// Review is the answer without its address.
func (a Answer) Review() sentinel.Review {
	return sentinel.Review{Answer: a.Answer, Reason: a.Reason, By: a.By, Arguments: a.Arguments}
}
