package tool

import (
	"encoding/base32"
	"testing"
)

// FuzzUnbase32: what is decoded is what the library decodes, and all that is
// encoded is decoded. (Behind a last piece the library overlooks some junk.)
func FuzzUnbase32(f *testing.F) {
	for _, s := range []string{"", "ME======", "MFRA====", "MFRGG===", "MFRGGZA=", "MFRGGZDF", "MFRGGZDFMZTWQ2LK", "MFRGG\n===\n", "MFRGGZDF========", "MF======MFRGGZDF", "M=======", "MFR=====", "MFRGGZ==", "mfrggzdf", "MFRGGZD1",
		"========", "=", "MZ======", "MFRGGZDF\r\nMFRA====", "MFRGG"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := unbase32(s)
		want, err := base32.StdEncoding.DecodeString(s)
		if ok && (err != nil || got != string(want)) {
			t.Errorf("%q: %q %v, want %q %v", s, got, ok, want, err)
		}
		if text := enbase32([]byte(s)); text != base32.StdEncoding.EncodeToString([]byte(s)) {
			t.Errorf("%q is encoded as %q", s, text)
		}
		if text := base32.StdEncoding.EncodeToString([]byte(s)); len(s) < 100 {
			if got, ok := unbase32(text[:len(text)/2] + "\n" + text[len(text)/2:]); !ok || got != s {
				t.Errorf("%q: %q %v, want %q", text, got, ok, s)
			}
		}
	})
}
