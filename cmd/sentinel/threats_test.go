package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestThreatsHaveTests: each test that docs/threats.md names is there, and each
// row names one or says where its limit stands.
func TestThreatsHaveTests(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "threats.md"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	err = filepath.WalkDir(filepath.Join("..", ".."), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9_]+)`")
	for _, m := range name.FindAllStringSubmatch(string(page), -1) {
		if !strings.Contains(all.String(), "func "+m[1]+"(") {
			t.Errorf("docs/threats.md names %s, which is not there", m[1])
		}
	}
	rows := 0
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "| ") && line[2] >= '0' && line[2] <= '9' {
			rows++
			if !name.MatchString(line) && !strings.Contains(line, "SECURITY.md") {
				t.Errorf("no test in %s", line)
			}
		}
	}
	if rows < 14 {
		t.Errorf("%d rows", rows)
	}
}
