package guard_test

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
)

// BenchmarkWrite is what the guards cost when ordinary sources are written.
func BenchmarkWrite(b *testing.B) {
	for file, text := range map[string]string{
		"a.py": strings.Repeat("def add(first, second):\n    return first + second\n\nclass A(B):\n    def get(self):\n        self.x = [i for i in range(10)]\n        os.path.join(a, b)\n", 400),
		"a.ts": strings.Repeat("export function add(a: number, b: number): number { return a + b }\n", 700),
		"a.sh": strings.Repeat("go test ./internal/x && echo done\n", 50),
		"a.md": strings.Repeat("Some words about the thing, and then some.\n", 1000),
	} {
		b.Run(file, func(b *testing.B) {
			x := newBench(&testing.T{}, nil)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := x.assessor.Assess(sentinel.Call{Tool: "write_file", Arguments: map[string]any{"path": file, "content": text}, Cwd: root}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
