package facts_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"io"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
)

func tarOf(names ...string) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, n := range names {
		_ = w.WriteHeader(&tar.Header{Name: n, Size: 1, Mode: 0o600})
		_, _ = io.WriteString(w, "x")
	}
	_ = w.Close()
	return b.String()
}

func zipOf(names ...string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, n := range names {
		e, _ := w.Create(n)
		_, _ = io.WriteString(e, "x")
	}
	_ = w.Close()
	return b.String()
}

// TestUnpacks: what comes out of an archive is judged by the names in it, and
// one that cannot be opened may hold anything.
func TestUnpacks(t *testing.T) {
	hook := []string{"src/a.ts", ".git/hooks/pre-commit"}
	m := paths.NewProject(map[string]string{
		"good.tar": tarOf("src/b.ts", "docs/.keep"), "bad.tar": tarOf(hook...), "bad.bin": tarOf(hook...), "deep.tar": tarOf("a/.claude/settings.json"),
		"good.zip": zipOf("src/b.ts"), "bad.zip": zipOf(hook...), "odd": zipOf(hook...), "x.tar.xz": "\xfd7zXZ\x00rest", "x.cpio": "070701...", "x.7z": "7z\xbc\xaf'\x1c",
		"gate.tar": tarOf(".sentinel/config.json"), "sub/a": "", "lib/x": "", "lib.tar": tarOf("lib-1.0/.github/workflows/ci.yml", "lib-1.0/a.c"),
	})
	for _, c := range []struct {
		run string
		ask bool
	}{
		{"tar xf good.tar", false}, {"tar xf bad.tar", true}, {"cat bad.tar | tar x", true}, {"cat good.tar | tar xf -", false}, {"tar x < bad.tar", true},
		{"tar xf bad.bin", true}, {"tar xf deep.tar", false}, {"tar xf deep.tar --strip-components=1", true}, {"tar xf bad.tar --one-top-level=.", true},
		{"tar xf bad.tar --one-top-level", false}, {"tar xf bad.tar -C /tmp/x", false}, {"mkdir out && tar xf bad.tar -C out", false}, {"tar tf bad.tar", false},
		{"tar xf lib.tar", false}, {"tar xf lib.tar -C lib", false}, {"tar xf lib.tar --strip-components=1", true},
		{"tar xf bad.tar src/a.ts", false}, {"unzip good.zip", false}, {"unzip bad.zip", true}, {"unzip odd", true}, {"unzip -l bad.zip", false},
		{"unzip bad.zip -d /tmp/x", false}, {"tar xf x.tar.xz", true}, {"xz -dc x.tar.xz | tar xf -", true}, {"tar xf x.tar.xz -C sub", false},
		{"tar xf x.tar.xz -C /tmp/x", false}, {"cpio -id < x.cpio", true}, {"cpio -t < x.cpio", false}, {"7z x x.7z", true}, {"7z x x.7z -osub", false},
		{"7z x good.zip", false}, {"7z x bad.zip", true}, {"bsdtar xf bad.zip", true}, {"python3 -m tarfile -e bad.tar", true}, {"python3 -m tarfile -e good.tar", false},
		{"python3 -m zipfile -e bad.zip .", true}, {"python3 -m zipfile -e bad.zip /tmp/x", false}, {"tar xf not-there.tar", false}, {"tar xf not-there", true},
		{"gunzip not-there.tar.gz && tar xf not-there.tar", true}, {"tar xf gate.tar", true}, {"cat gate.tar | tar x", true},
	} {
		w := &facts.World{KB: kb.New(), Place: &paths.Place{FS: m, Home: paths.ProjectHome, Root: paths.ProjectRoot}}
		a, err := w.Assess(sentinel.Call{Tool: "bash", Action: sentinel.ActionShell, Arguments: map[string]any{"command": c.run}, Cwd: paths.ProjectRoot})
		if err != nil || (a.Colour != sentinel.Green) != c.ask {
			t.Errorf("%s: %v %v %v", c.run, a.Colour, err, a.Findings)
		}
	}
}
