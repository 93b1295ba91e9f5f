package audit

import (
	"testing"
	"time"
)

// BenchmarkChained is an append to a log that has lines, without making the entry.
func BenchmarkChained(b *testing.B) {
	log := OpenFile(FileOptions{Dir: b.TempDir()})
	e := FromDecision(decision(), time.Now())
	for b.Loop() {
		if err := log.Append(e); err != nil {
			b.Fatal(err)
		}
	}
}
