package hookproc

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestWithin: a step gives its answer, and whatever else becomes of it is a
// refusal: one that is late, fails, or just ends. The late one never gives up its
// processor, and has no other beside it.
func TestWithin(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	stop := make(chan struct{})
	defer close(stop)
	for _, c := range []struct {
		name, want string
		step       func(context.Context) Reply
	}{
		{"answers", "", func(context.Context) Reply { return Reply{Out: []byte("yes")} }},
		{"sees its end", "in time", func(ctx context.Context) Reply { <-ctx.Done(); time.Sleep(time.Second); return Reply{} }},
		{"never ends", "in time", func(context.Context) Reply {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return Reply{}
				default:
				}
			}
		}},
		{"fails", "failed while judging", func(context.Context) Reply { panic("broken") }},
		{"just ends", "failed while judging", func(context.Context) Reply { runtime.Goexit(); return Reply{} }},
	} {
		r := within(context.Background(), 300*time.Millisecond, "claude", c.step)
		switch {
		case c.want == "" && (string(r.Out) != "yes" || r.Code != 0):
			t.Errorf("%s: %+v", c.name, r)
		case c.want != "" && (r.Code != 2 || !strings.Contains(string(r.Err)+string(r.Out), c.want)):
			t.Errorf("%s: %q %q %d", c.name, r.Out, r.Err, r.Code)
		}
	}
}
