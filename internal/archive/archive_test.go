package archive_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/archive"
)

type file struct{ name, content string }

func tarOf(t *testing.T, files ...file) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		if err := w.WriteHeader(&tar.Header{Name: f.name, Size: int64(len(f.content)), Mode: 0o600}); err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(w, f.content)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipOf(t *testing.T, files ...file) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		e, err := w.Create(f.name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(e, f.content)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipOf(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

func TestMembers(t *testing.T) {
	two := []file{{"a/.env", "TOKEN=x\n"}, {"../b", "y"}}
	for name, data := range map[string][]byte{"tar": tarOf(t, two...), "tar.gz": gzipOf(tarOf(t, two...)), "zip": zipOf(t, two...)} {
		var got []string
		err := archive.Members(data, func(m archive.Member) bool {
			b, err := m.Content()
			if err != nil {
				t.Error(err)
			}
			got = append(got, m.Name+"="+string(b))
			return true
		})
		if err != nil || strings.Join(got, "|") != "a/.env=TOKEN=x\n|../b=y" {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
	n := 0
	if err := archive.Members(gzipOf([]byte("plain text")), func(m archive.Member) bool {
		n++
		b, _ := m.Content()
		if m.Name != "" || string(b) != "plain text" {
			t.Errorf("%q %q", m.Name, b)
		}
		return true
	}); err != nil || n != 1 {
		t.Errorf("a compressed file: %d members, %v", n, err)
	}
}

// TestBounds: a small file that unpacks to a large one, and what is no archive.
func TestBounds(t *testing.T) {
	bomb := gzipOf(tarOf(t, file{"big", strings.Repeat("0", 8<<20)}))
	var read error
	if err := archive.Members(bomb, func(m archive.Member) bool { _, read = m.Content(); return true }); err != nil {
		t.Error(err)
	}
	if !errors.Is(read, archive.ErrTooLarge) {
		t.Errorf("8 MiB from %d bytes: %v", len(bomb), read)
	}
	for name, data := range map[string][]byte{"empty": nil, "text": []byte("hello"), "xz": []byte("\xfd7zXZ\x00"), "cut": tarOf(t, file{"a", "b"})[:300]} {
		if err := archive.Members(data, func(archive.Member) bool { t.Errorf("%s: a member", name); return true }); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
}

func FuzzMembers(f *testing.F) {
	f.Add([]byte("PK\x03\x04"))
	f.Add([]byte{0x1f, 0x8b, 8})
	f.Add([]byte("BZh91AY"))
	f.Add(bytes.Repeat([]byte("ustar\x00"), 100))
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = archive.Members(data, func(m archive.Member) bool { _, err := m.Content(); return err == nil })
	})
}
