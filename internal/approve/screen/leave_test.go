package screen

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
)

// typed is a terminal's input: keys come when they are typed, and it does not end.
type typed struct {
	keys <-chan string
}

func (t typed) Read(b []byte) (int, error) {
	k, ok := <-t.keys
	if !ok {
		return 0, io.EOF
	}
	return copy(b, k), nil
}

// shown keeps what was written to the screen.
type shown struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *shown) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *shown) has(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.text.String(), text)
}

// TestR408_LeavesAtOnce: q leaves a full queue, also one that is long to read.
func TestR408_LeavesAtOnce(t *testing.T) {
	for name, keys := range map[string][]string{"q": {"q"}, "moved": {"j", "j", "k", "q"}, "escape": {"\x1b"}, "control c": {"\x03"}, "a panel open": {"d", "x", "\x03"}} {
		t.Run(name, func(t *testing.T) {
			d := &desk{now: day}
			for n := range int64(22) {
				d.list = append(d.list, open(n+1, sentinel.High, strings.Repeat("x ", 400)))
			}
			in, out, done := make(chan string), &shown{}, make(chan error, 1)
			go func() {
				done <- Run(context.Background(), d, Options{In: typed{in}, Out: out, Size: [2]int{80, 24}, Poll: time.Millisecond})
			}()
			for start := time.Now(); !out.has("#1"); time.Sleep(time.Millisecond) {
				if time.Since(start) > 10*time.Second {
					t.Fatal("nothing was shown")
				}
			}
			for _, k := range keys {
				in <- k
			}
			select {
			case err := <-done:
				if err != nil && name != "control c" && name != "a panel open" {
					t.Error(err)
				}
			case <-time.After(10 * time.Second):
				t.Error("it did not leave")
			}
		})
	}
}
