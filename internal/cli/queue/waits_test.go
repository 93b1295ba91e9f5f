package queue

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/hookproc"
)

// TestApprovalsPageTellsHowLongAHookWaits: for an answer, as installed.
func TestApprovalsPageTellsHowLongAHookWaits(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "approvals.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(data)), " ")
	waits := func(name string) int {
		c, err := client.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		return int((hookproc.Limit(c) - spare) / time.Second)
	}
	want := fmt.Sprintf("less ten seconds: %d seconds as installed, %d with opencode and pi", waits("claude"), waits("pi"))
	if spare != 10*time.Second || waits("pi") != waits("opencode") || !strings.Contains(text, want) {
		t.Errorf("docs/approvals.md does not say: %s", want)
	}
}
