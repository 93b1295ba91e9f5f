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
