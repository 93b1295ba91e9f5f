package kb

import "testing"

// BenchmarkOpen is what a fresh process pays for knowing a tool, or a variable:
// each hook call is one.
func BenchmarkOpen(b *testing.B) {
	for _, name := range []string{"git", "npm", "docker", "aws", "kubectl", "ls"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := New().Tool(name); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("variable", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			base := New()
			base.envRules().Find("NODE_ENV")
			base.envRules().Find("APP_PAGER")
		}
	})
}
