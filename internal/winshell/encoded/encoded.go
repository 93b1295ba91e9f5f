// Package encoded reads the form in which PowerShell takes a whole command as one
// word (-EncodedCommand of about_pwsh).
package encoded

import (
	"encoding/base64"
	"strings"
	"unicode/utf16"
)

// Text decodes base64 of UTF-16, low byte first; ok is false for anything else, and
// for no text at all.
func Text(s string) (text string, ok bool) {
	s = strings.TrimRight(strings.TrimSpace(s), "=")
	b, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil || len(b) == 0 || len(b)%2 != 0 {
		return "", false
	}
	u := make([]uint16, len(b)/2)
	for i := range u {
		u[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
	}
	return string(utf16.Decode(u)), true
}
