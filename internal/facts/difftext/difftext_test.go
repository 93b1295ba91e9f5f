package difftext

import (
	"slices"
	"strings"
	"testing"
)

func TestFiles(t *testing.T) {
	for _, c := range []struct {
		text  string
		strip int
		want  string
	}{
		{"--- a/x.go\n+++ b/x.go\n@@ -1 +1 @@\n-a\n+b\n", 1, "x.go"},
		{"--- a/x.go\t2026-01-01\n+++ b/x.go\t2026-01-01\n", 1, "x.go"},
		{"--- /dev/null\n+++ b/.git/hooks/pre-commit\n", 1, ".git/hooks/pre-commit"},
		{"--- x/y.c\n", -1, "x/y.c y.c"},
		{"*** a/x.c\t1\n--- a/y.c\t1\n***************\n*** 1,2 ****\n--- 1,2 ----\n", 1, "x.c y.c"},
		{"Index: src/z.c\n", 0, "src/z.c"},
		{"diff --git a/p b/q\nrename from p\nrename to q\n", 1, "p q"},
		{"+++ \"b/a b\"\n", 1, "a b"},
		{"just text\n", 1, ""},
		{"+++ x\n", 1, ""},
	} {
		got, more := Files(c.text, c.strip)
		want := strings.Fields(c.want)
		if c.text == "+++ \"b/a b\"\n" {
			want = []string{"a b"}
		}
		if more || !slices.Equal(got, want) {
			t.Errorf("Files(%q, %d) = %q, want %q", c.text, c.strip, got, want)
		}
	}
	if got, more := Files(strings.Repeat("+++ b/x\n", 3)+func() (s string) {
		for i := range 600 {
			s += "+++ b/" + strings.Repeat("y", i+1) + "\n"
		}
		return
	}(), 1); !more || len(got) != maxFiles {
		t.Errorf("%d names, more %v", len(got), more)
	}
}

func TestGit(t *testing.T) {
	const head = "--- a/src/v.ts\n+++ b/src/v.ts\n@@ -1 +1 @@\n-a\n+b\n"
	for text, want := range map[string]string{
		head: "src/v.ts a/src/v.ts b/src/v.ts",
		"diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+b\n":    "x a/x b/x",
		"--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n":                                                      "x",
		"diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n": "",
		head + "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n":                            "",
		head + "diff --git a/x b/x\nGIT binary patch\n":                                            "",
		"--- a/x\n+++ \"b/.git\\150ub/x\"\n":                                                       "",
		"no difference":                                                                            "",
	} {
		names, ok := Git(text, -1)
		if got := strings.Join(names, " "); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, want %q", text, got, ok, want)
		}
	}
}
