package takes

import "testing"

// BenchmarkBy is what every command costs: of a tool that stands in the table, and
// of one that does not.
func BenchmarkBy(b *testing.B) {
	for _, tool := range []string{"git", "npm"} {
		b.Run(tool, func(b *testing.B) {
			for b.Loop() {
				by(tool)
			}
		})
	}
}

// BenchmarkOf is what every file costs that a call names or writes.
func BenchmarkOf(b *testing.B) {
	for _, file := range []string{"src/parser.go", "Makefile", "vite.config.ts"} {
		b.Run(file, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Of(file)
			}
		})
	}
}
