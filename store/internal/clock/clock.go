// Package clock reads the two clocks of a host for stores that have no server
// to ask: the wall clock, which jumps, and the time since the host started,
// which nobody can set and which goes on while the host sleeps.
package clock

import (
	"crypto/rand"
	"encoding/hex"
	"time"

	"github.com/sentinelgate/sentinel"
)

// System is the host's time. Where the host does not tell which of its starts
// this is, the second clock counts from this call and for this process alone:
// then silence permits nothing that another process asked.
func System() func() sentinel.Moment {
	start := time.Now()
	if boot, err := bootID(); err == nil && boot != "" {
		if _, err := sinceBoot(); err == nil {
			return func() sentinel.Moment {
				up, err := sinceBoot()
				if err != nil { // it told before; without it no two moments compare
					return sentinel.Moment{Time: time.Now().UTC(), Boot: "unknown"}
				}
				return sentinel.Moment{Time: time.Now().UTC(), Boot: boot, Up: up}
			}
		}
	}
	return alone(start)
}

func alone(start time.Time) func() sentinel.Moment {
	id := make([]byte, 16)
	_, _ = rand.Read(id) // it cannot fail
	boot := "process-" + hex.EncodeToString(id)
	return func() sentinel.Moment {
		now := time.Now()
		return sentinel.Moment{Time: now.UTC(), Boot: boot, Up: now.Sub(start)}
	}
}
