package secret

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestWildTmp(t *testing.T) {
	root := os.Getenv("WILD")
	if root == "" {
		t.Skip()
	}
	s := scanner(t, Options{})
	n, hit := 0, 0
	var size int64
	var took time.Duration
	filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		b, err := os.ReadFile(p)
		if err != nil {
			return nil
		}
		n++
		size += int64(len(b))
		rel, _ := filepath.Rel(root, p)
		t0 := time.Now()
		got, err := s.Bytes(rel, b)
		took += time.Since(t0)
		if err != nil {
			t.Error(err)
		}
		if len(got) > 0 {
			hit++
			for i, f := range got {
				if i < 3 {
					a, z := max(0, int(f.Offset)-40), min(len(b), int(f.Offset)+f.Length+10)
					if z-a > 140 {
						z = a + 140
					}
					t.Logf("%s:%d %s  ...%q", rel, f.Line, f.Label, b[a:min(z, len(b))])
				}
			}
		}
		return nil
	})
	t.Logf("files %d flagged %d (%.2f per 1000), %d MB, %.0f MB/s", n, hit, 1000*float64(hit)/float64(n), size>>20, float64(size)/1e6/took.Seconds())
}
