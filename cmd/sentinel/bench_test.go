//go:build !windows

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkHookRead is what a person waits for when an agent reads a file: a
// whole process for an empty file and for 100 KB of source, as a pair. What the
// second costs more is reading and scanning.
func BenchmarkHookRead(b *testing.B) {
	m := newGround(b)
	clean := strings.Repeat("func add(first, second int) int { return first + second }\n// Some words about the thing, and then some.\n", 1000)[:100<<10]
	for name, content := range map[string]string{"empty": "", "100KB": clean} {
		file := filepath.Join(m.project, name+".go")
		m.put(file, content)
		event := m.call("Read", map[string]any{"file_path": file})
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if decision, reason, err := m.hook(event); decision != "allow" || err != nil {
					b.Fatal(decision, reason, err)
				}
			}
		})
	}
}
