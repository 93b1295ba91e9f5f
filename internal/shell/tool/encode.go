package tool

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
)

// This file has the tools that hide a text and bring it back.

// clean takes the blanks out of what is decoded.
func clean(in string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n", r) {
			return -1
		}
		return r
	}, in)
}

// base64s is base64 [-d]. A file that it is given is what it reads.
func base64s(args []string, in string, hasIn bool) (string, bool) {
	switch {
	case !hasIn:
		return "", false
	case hasAny(args, "-d", "-D", "--decode", "-di", "-id"):
		if !only(args, "-d", "-D", "--decode", "-di", "-id", "-") && !slices.Equal(args, []string{"-d", "-i"}) {
			return "", false
		}
		return unbase64(in)
	}
	return wrapped(args, base64.StdEncoding.EncodeToString([]byte(in)))
}

// wrapped breaks what was encoded into lines of 76 signs, or -w leaves it whole.
func wrapped(args []string, s string) (string, bool) {
	if slices.Equal(args, []string{"-w0"}) || slices.Equal(args, []string{"-w", "0"}) || slices.Equal(args, []string{"--wrap=0"}) {
		return s, true
	}
	if len(s) > 76 || !only(args, "-") { // only some of them break lines
		return "", false
	}
	if s != "" {
		s += "\n"
	}
	return s, true
}

func unbase64(in string) (string, bool) {
	text := strings.ReplaceAll(in, "\n", "") // other blanks are not passed by everywhere
	if strings.Contains(text, "\r") {
		return "", false
	}
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding} {
		if b, err := enc.DecodeString(text); err == nil {
			return string(b), true
		}
	}
	return "", false
}

func base32s(args []string, in string, hasIn bool) (string, bool) {
	switch {
	case !hasIn:
		return "", false
	case hasAny(args, "-d", "-D", "--decode"):
		s, ok := unbase32(clean(in))
		return s, ok && only(args, "-d", "-D", "--decode", "-")
	}
	return wrapped(args, enbase32([]byte(in)))
}

func openssl(args []string, in string, hasIn bool) (string, bool) {
	if !hasIn || !hasAny(args, "-d") || !hasAny(args, "base64", "-base64", "-a") || !only(args, "enc", "base64", "-base64", "-a", "-A", "-d") {
		return "", false
	}
	return unbase64(in)
}

// xxd is xxd -p and xxd -r -p.
func xxd(args []string, in string, hasIn bool) (string, bool) {
	plain := hasAny(args, "-p", "-ps", "-plain", "-postscript")
	if !hasIn || !plain || !only(args, "-r", "-p", "-ps", "-plain", "-postscript", "-") {
		return "", false
	}
	if hasAny(args, "-r") {
		b, err := hex.DecodeString(clean(in))
		return string(b), err == nil
	}
	var b strings.Builder
	for part := range slices.Chunk([]byte(in), 30) {
		b.WriteString(hex.EncodeToString(part) + "\n")
	}
	return b.String(), true
}
