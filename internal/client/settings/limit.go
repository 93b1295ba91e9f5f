package settings

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// How long a hook may take is settled here, for what is registered, for the
// gate's own process, and for the pages that speak of it.
const (
	// ClientLimit is the limit that is registered: when the client gives up on
	// the gate, which in most clients lets the call run.
	ClientLimit = time.Minute
	// Judging is how long the gate judges a call at most.
	Judging = 20 * time.Second
	// spare is what is left of the client's limit when waiting for a person
	// ends: to say that the question is pending still takes some time.
	spare = 10 * time.Second
	// margin is what is left of it when the process ends whatever it does.
	margin = 5 * time.Second
	// longest is what a process is told at most.
	longest = 24 * time.Hour
)

// InWords is a limit for a sentence.
func InWords(limit time.Duration) string { return fmt.Sprintf("%d seconds", int(limit.Seconds())) }

// limitFlag tells the process of the client's limit where that is not ClientLimit.
const limitFlag = "--limit="

// Patience is how long a question waits for a person within a client's limit.
func Patience(limit time.Duration) time.Duration { return max(limit-spare, 0) }

// End is when the process has ended within a client's limit, with an answer or
// without.
func End(limit time.Duration) time.Duration { return limit - min(margin, limit/4) }

// limitWord is the flag for the options' limit, with a blank in front.
func (o Options) limitWord() string {
	if o.Timeout == 0 || o.Timeout == ClientLimit {
		return ""
	}
	return fmt.Sprintf(" %s%d", limitFlag, int(o.Timeout/time.Second))
}

// withLimit gives a command that Command made for another limit of the client's.
// The flag is its last word.
func withLimit(command string, limit time.Duration) string {
	before, _, _ := strings.Cut(command, " "+limitFlag)
	return before + Options{Timeout: limit}.limitWord()
}

// ToldLimit is the limit that a command was told: its last word, if that says so.
func ToldLimit(command string) time.Duration {
	_, text, ok := strings.Cut(command, limitFlag)
	n, err := strconv.Atoi(text)
	if !ok || err != nil {
		return ClientLimit
	}
	return time.Duration(n) * time.Second
}

// seconds is a client's limit, at most a day of it.
func seconds(n float64, unit time.Duration) time.Duration {
	return time.Duration(min(n*unit.Seconds(), longest.Seconds())) * time.Second
}

// Limit is the limit to register, in a client's unit.
func (o Options) Limit(unit time.Duration) int {
	limit := ClientLimit
	if o.Timeout > 0 {
		limit = o.Timeout
	}
	return max(1, int(limit/unit))
}
