package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"strings"
	"unicode/utf8"
)

// Mask shows enough of a secret to tell which it is: the first and last four
// characters of a long one, less of a shorter, nothing of one that people could
// complete.
func Mask(value string) string {
	const stars = "****"
	if !utf8.ValidString(value) || strings.ContainsFunc(value, func(c rune) bool { return c < ' ' || c == 0x7f }) {
		return stars
	}
	switch n := len(value); {
	case n >= 20:
		return ascii(value[:4]) + stars + ascii(value[n-4:])
	case n > 10:
		return ascii(value[:3]) + stars
	case n >= 8:
		return ascii(value[:2]) + stars
	}
	return stars
}

// ascii leaves out what is not ASCII, of which half a character may be.
func ascii(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= 0x7f || c < ' ' {
			return -1
		}
		return c
	}, s)
}

// fingerprint tells equal secrets to whoever has the key.
func (s *Scanner) fingerprint(value []byte) (sum [8]byte) {
	if len(s.opts.Key) == 0 {
		return sum
	}
	h := hmac.New(sha256.New, s.opts.Key)
	h.Write(value)
	copy(sum[:], h.Sum(nil))
	return sum
}
