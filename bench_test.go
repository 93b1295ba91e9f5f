package sentinel_test

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
)

// BenchmarkDecide measures one decision inside a process that is running
// already: what a program pays that uses the gate as a library. The knowledge of
// a tool is read at its first use, outside of what is measured.
func BenchmarkDecide(b *testing.B) {
	w := newWorld(map[string]string{"package.json": `{"scripts": {"test": "vitest run"}}`, "src/a.ts": "export const a = 1\n"})
	w.prompt = true
	for _, c := range []struct{ name, command string }{
		{"status", "git status"},
		{"test", "cd packages/api && go test ./... 2>&1 | grep -E '^(ok|FAIL)' | head -20"},
		{"script", "npm test"},
		{"search", "grep -rn 'TODO' src --include='*.ts' | sort | uniq -c | sort -rn | head"},
		{"commit", "git add -A && git commit -m 'fix the parser'"},
		{"inline", `python3 -c "import json,sys; print(json.load(open('package.json'))['scripts'])"`},
		{"refused", "rm -rf ~"},
		{"long", strings.Repeat("echo one two three && ls -la src && ", 100) + "true"},
	} {
		b.Run(c.name, func(b *testing.B) {
			if d := w.bash(c.command); d.Outcome == sentinel.OutcomeNone {
				b.Fatal("no decision")
			}
			b.ReportAllocs()
			for b.Loop() {
				w.bash(c.command)
			}
		})
	}
}
