package secret

import (
	"bytes"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree reads an ordinary source tree: a part of the standard library.
func tree(b *testing.B) (names []string, texts [][]byte, size int64) {
	b.Helper()
	root := filepath.Join(build.Default.GOROOT, "src")
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(name, ".go") || size > 24<<20 {
			return err
		}
		text, err := os.ReadFile(name)
		names, texts, size = append(names, name), append(texts, text), size+int64(len(text))
		return err
	})
	if err != nil || size == 0 {
		b.Skipf("no source tree: %v", err)
	}
	return names, texts, size
}

func BenchmarkTree(b *testing.B) {
	s := scanner(b, Options{})
	names, texts, size := tree(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for i, text := range texts {
			if _, err := s.Bytes(names[i], text); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkClean is what a text costs in which nothing may begin.
func BenchmarkClean(b *testing.B) {
	s := scanner(b, Options{})
	text := bytes.Repeat([]byte("func main() { fmt.Println(x + y) } // adds two numbers\n"), 20000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := s.Bytes("a.go", text); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirst is a hook's life: a new scanner and one small file.
func BenchmarkFirst(b *testing.B) {
	text := []byte("PORT=3000\nHOST=localhost\nLOG_LEVEL=debug\n")
	b.ReportAllocs()
	for b.Loop() {
		s := scanner(b, Options{})
		if _, err := s.Bytes(".env", text); err != nil {
			b.Fatal(err)
		}
	}
}
