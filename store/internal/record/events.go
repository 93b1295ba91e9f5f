package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sentinelgate/sentinel"
)

// Events gives the events as they are filed, each as one line of JSON and with
// the question's id, or the reason why they are not.
func Events(id string, events []sentinel.Event) ([]sentinel.Event, error) {
	if len(events) > MaxEvents {
		return nil, fmt.Errorf("file events: %d are more than %d", len(events), MaxEvents)
	}
	out := make([]sentinel.Event, 0, len(events))
	for _, e := range events {
		if e.Request == "" {
			e.Request = id
		}
		if err := event(&e); err != nil {
			return nil, fmt.Errorf("file event %.40q: %w", e.Kind, err)
		}
		out = append(out, e)
	}
	return out, nil
}

func event(e *sentinel.Event) error {
	if e.Kind == "" {
		return fmt.Errorf("it has no kind")
	}
	if err := plain("kind", e.Kind, MaxName); err != nil {
		return err
	}
	if err := plain("request", e.Request, MaxName); err != nil {
		return err
	}
	if len(e.Data) > MaxData {
		return fmt.Errorf("%d bytes of data are more than %d", len(e.Data), MaxData)
	}
	if len(e.Data) == 0 {
		e.Data = json.RawMessage("{}")
	}
	var b bytes.Buffer
	if err := json.Compact(&b, e.Data); err != nil {
		return fmt.Errorf("its data: %w", err)
	}
	if !utf8.Valid(b.Bytes()) || b.Bytes()[0] != '{' {
		return fmt.Errorf("its data is not one JSON object")
	}
	e.Data = b.Bytes()
	return nil
}

// plain refuses what not every store can keep as it is.
func plain(what, s string, most int) error {
	switch {
	case len(s) > most:
		return fmt.Errorf("its %s has %d bytes, more than %d", what, len(s), most)
	case !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0:
		return fmt.Errorf("its %s is not text", what)
	}
	return nil
}

// replaced tells whether the encoder put a mark where text was not UTF-8. A
// mark that stood in the text itself is not escaped.
func replaced(b []byte) bool {
	mark := []byte(`\ufffd`)
	for i := 0; ; {
		j := bytes.Index(b[i:], mark)
		if j < 0 {
			return false
		}
		i += j
		slashes := 0
		for k := i - 1; k >= 0 && b[k] == '\\'; k-- {
			slashes++
		}
		if slashes%2 == 0 {
			return true
		}
		i++
	}
}
