package code

import (
	"strings"
	"testing"
)

func BenchmarkOneLine(b *testing.B) {
	for b.Loop() {
		Inspect("python", `import json; print(json.load(open('package.json'))['version'])`)
	}
}

func BenchmarkScript(b *testing.B) {
	src := strings.Repeat("def f(a, b=1):\n    x = [i * 2 for i in range(a)]\n    with open('x.txt') as g:\n        g.write('%s' % x)\n    return {'a': 1, 'b': [x, 2]}\n", 100)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Inspect("python", src)
	}
}
