package tool

import "strings"

// The library's package for base32 makes its tables at each start of the program.

const letters32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

// unbase32 decodes base32 text, which may be broken into lines.
func unbase32(in string) (string, bool) {
	in = strings.NewReplacer("\n", "", "\r", "").Replace(in)
	text := strings.TrimRight(in, "=")
	if len(in)%8 != 0 || len(in)-len(text) > 6 {
		return "", false
	}
	var out []byte
	var bits, have uint
	for i := range len(text) {
		n := strings.IndexByte(letters32, text[i])
		if n < 0 {
			return "", false
		}
		if bits, have = bits<<5|uint(n), have+5; have >= 8 {
			have -= 8
			out = append(out, byte(bits>>have))
			bits &= 1<<have - 1
		}
	}
	return string(out), have < 5 // no character is without use
}

// enbase32 encodes, with the padding of the standard.
func enbase32(in []byte) string {
	var out []byte
	var bits, have uint
	for _, c := range in {
		for bits, have = bits<<8|uint(c), have+8; have >= 5; bits &= 1<<have - 1 {
			have -= 5
			out = append(out, letters32[bits>>have])
		}
	}
	if have > 0 {
		out = append(out, letters32[bits<<(5-have)])
	}
	return string(out) + strings.Repeat("=", (8-len(out)%8)%8)
}
