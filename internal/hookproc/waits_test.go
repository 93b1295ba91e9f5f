package hookproc

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel/internal/client"
)

// TestPagesTellTheTruthAboutWaiting: what the pages of clients say of how long the
// gate takes is what the code does.
func TestPagesTellTheTruthAboutWaiting(t *testing.T) {
	truth := fmt.Sprintf("the gate itself refuses after %d seconds, or after %d where the call waits in the queue",
		hookDeadline/time.Second, (usualLimit-queueMargin)/time.Second)
	pages, err := filepath.Glob(filepath.Join("..", "..", "docs", "clients", "*.md"))
	if err != nil || len(pages) < len(client.All()) {
		t.Fatal(pages, err)
	}
	said := 0
	for _, page := range pages {
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(string(data)), " ")
		text = strings.ReplaceAll(text, "The gate itself", "the gate itself")
		told := strings.Count(text, "gate itself refuses") + strings.Count(text, "refuses by itself")
		if right := strings.Count(text, truth); right != told {
			t.Errorf("%s: says %d times how long the gate takes, and %d times: %s", filepath.Base(page), told, right, truth)
		}
		said += told
	}
	if said < 5 {
		t.Errorf("only %d pages say how long the gate takes", said)
	}
}

// TestWaitsAsItsClientDoes: a hook has to answer before its client gives up, for
// each client as it is installed.
func TestWaitsAsItsClientDoes(t *testing.T) {
	for _, c := range client.All() {
		limit := Limit(c)
		if limit-queueMargin < hookDeadline {
			t.Errorf("%s gives up after %s: a call could be judged for longer", c.Name(), limit)
		}
		note := c.CrashNote()
		for _, seconds := range []string{"25 seconds", "30 seconds", "60 seconds"} {
			if strings.Contains(note, "too slow ("+seconds+")") && fmt.Sprintf("%d seconds", limit/time.Second) != seconds {
				t.Errorf("%s: waits for %s and says: %s", c.Name(), limit, note)
			}
		}
	}
	for name, want := range map[string]time.Duration{"claude": usualLimit, "opencode": 25 * time.Second, "pi": 25 * time.Second} {
		c, err := client.Find(name)
		if err != nil || Limit(c) != want {
			t.Errorf("%s: %s, want %s (%v)", name, Limit(c), want, err)
		}
	}
}
