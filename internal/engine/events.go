package engine

import (
	"fmt"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/events"
	"github.com/sentinelgate/sentinel/internal/secret"
)

// emit tells the sinks of the person's configuration what the guards found.
// Whatever goes wrong changes no decision.
func (e *Engine) emit(d sentinel.Decision) {
	if len(e.Config.Events) == 0 {
		return
	}
	at := e.options.Now()
	defer func() {
		if p := recover(); p != nil {
			events.Trouble(e.StateDir, at, fmt.Errorf("events failed: %v", p))
		}
	}()
	list := events.FromDecision(d, at, e.masker())
	if len(list) == 0 {
		return
	}
	err := events.Emit(e.Config.Events, list, events.Courier{Binary: e.options.Binary, Home: e.options.Home, Root: e.Root})
	if err != nil {
		events.Trouble(e.StateDir, at, err)
	}
}

// masker takes out of a text what the search for secrets finds in it, with the
// person's own rules, and what the log would mask.
func (e *Engine) masker() func(text string) string {
	s, err := secret.New(secret.Options{Rules: e.Config.Secrets.Rules})
	return func(text string) string {
		if err != nil {
			return "[masked]"
		}
		found, wrong := s.Bytes("", []byte(text))
		if wrong != nil {
			return "[masked]"
		}
		for i := len(found) - 1; i >= 0; i-- {
			from, to := int(found[i].Offset), int(found[i].Offset)+found[i].Length
			if from >= 0 && to <= len(text) && from < to {
				text = text[:from] + fmt.Sprintf("[masked %d]", to-from) + text[to:]
			}
		}
		return audit.Mask(text)
	}
}
