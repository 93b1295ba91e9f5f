package hookproc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// Env is the outside world of one event.
type Env struct {
	Args   []string // "hook", the client's name, for some clients the event's name
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Getenv func(string) string
	Now    func() time.Time
	Home   string // as the system's user database gives it, "" if it does not
	// HomeFlag is the home that the registration names, "" without: what people
	// are told to run has to be about the same one.
	HomeFlag string
	Cwd      string // where the process was started
	Binary   string // path of this program
	// Queue answers a call that waits for a person beyond the client's prompt.
	// Without one such a call is refused.
	Queue func(ctx context.Context, w Waiting) Reply
}

// Reply is what the process prints, and its exit code. The zero value is no
// answer and must not be printed.
type Reply struct {
	Out, Err []byte
	Code     int
}

// Waiting is a call that a person has to answer.
type Waiting struct {
	Client client.Client
	Event  hook.Event
	Args   []string      // the client's name and what stood behind it
	Data   []byte        // the event as it came
	Limit  time.Duration // when the client gives up waiting for the process
}

// GlobalHome takes --home DIR out of the words, wherever it stands: a command
// that was told of another home must never act on the real one. Behind -- all
// words are operands.
func GlobalHome(args []string) (rest []string, home string, err error) {
	for i := 0; i < len(args); i++ {
		value, ok := strings.CutPrefix(args[i], "--home=")
		switch {
		case args[i] == "--":
			return append(rest, args[i:]...), home, nil
		case ok:
		case args[i] == "--home" && i+1 < len(args):
			i++
			value = args[i]
		case args[i] == "--home":
			value = ""
		default:
			rest = append(rest, args[i])
			continue
		}
		if value == "" {
			return nil, "", errors.New("--home needs a folder")
		}
		if home, err = filepath.Abs(value); err != nil {
			return nil, "", fmt.Errorf("--home: %w", err)
		}
	}
	return rest, home, nil
}
