package builtin_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLibraryPage keeps the program in docs/library.md the one that runs as a test.
func TestLibraryPage(t *testing.T) {
	read := func(name string) string {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(data), "\r\n", "\n")
	}
	blank := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	_, shown, _ := strings.Cut(read(filepath.Join("..", "docs", "library.md")), "```go\n")
	shown, printed, _ := strings.Cut(shown, "```")
	_, printed, _ = strings.Cut(printed, "```\n")
	printed, _, _ = strings.Cut(printed, "```")
	_, body, ok := strings.Cut(read("example_library_test.go"), "func ExampleNew() {\n")
	body, output, found := strings.Cut(body, "\t// Output:\n")
	if !ok || !found || blank(body) != blank(shown) {
		t.Errorf("docs/library.md shows\n%s\nand the example is\n%s", shown, body)
	}
	if want := blank(strings.ReplaceAll(strings.TrimSuffix(strings.TrimSpace(output), "}"), "//", "")); blank(printed) != want {
		t.Errorf("docs/library.md prints\n%s\nand the example\n%s", printed, output)
	}
}
