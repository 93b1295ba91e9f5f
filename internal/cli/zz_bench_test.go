package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"testing"
	"time"
)

func BenchmarkHookGitStatus(b *testing.B) {
	ev, err := os.ReadFile("/tmp/dev/ev.json")
	if err != nil {
		b.Skip()
	}
	home := b.TempDir()
	for b.Loop() {
		Run(context.Background(), Env{Args: []string{"hook", "claude"}, Stdin: bytes.NewReader(ev), Stdout: io.Discard, Stderr: io.Discard, Getenv: func(string) string { return "" }, Now: time.Now, Home: home, Cwd: "/tmp"})
	}
}
