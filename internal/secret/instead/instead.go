// Package instead finds the literal that a program uses where the environment
// does not have a variable, and the one that a call only converts. Offsets are
// from the beginning of the text that is given.
package instead

import (
	"bytes"
	"strings"
)

func quote(b []byte, i int) bool { return i < len(b) && strings.IndexByte("\"'`", b[i]) >= 0 }

func blanks(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	return i
}

// Or is where the literal stands in env.NAME || "x" and its relatives, with
// what stands up to the end of the name and behind it; 0 if there is none.
func Or(before, behind []byte) int {
	i := 0
	if len(behind) > 0 && behind[0] == ')' {
		i++
	}
	i = blanks(behind, i)
	for _, w := range [...]string{"||", "??", "?:", "or "} {
		if !bytes.HasPrefix(behind[i:], []byte(w)) {
			continue
		}
		if j := blanks(behind, i+len(w)); quote(behind, j) && looksUp(before) {
			return j
		}
	}
	return 0
}

// looksUp tells whether what stands before a name reads the environment.
func looksUp(before []byte) bool {
	before = bytes.TrimRight(before, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
	before = bytes.ToLower(bytes.TrimRight(before, "\"'(.["))
	for _, w := range [...]string{"env", "environ", "environ.get", "env.get", "env.fetch"} {
		if bytes.HasSuffix(before, []byte(w)) {
			return true
		}
	}
	return false
}

// Wrapper is the length of what is put around a literal: a call that only
// converts, a bracket, a type.
func Wrapper(line []byte) int {
	for _, w := range [...]string{"String::from(", "SecretStr(", "Secret(", "Some(", "ConvertTo-SecureString ", "[]byte(", "Buffer.from(", "new String(",
		"base64.b64decode(", "str(", "bytes(", "Optional.of(", "SecretString(", "cdk.SecretValue.unsafePlainText(", "default=", "default: ", "[", "(", "{"} {
		if bytes.HasPrefix(line, []byte(w)) {
			return len(w)
		}
	}
	return 0
}

// LookUp is where the literal stands that a look-up in the environment falls
// back to; 0 if there is none.
func LookUp(line []byte) int {
	for _, w := range [...]string{"getenv(", "environ.get(", "env.get(", "ENV.fetch(", "env(", "getEnv(", "config(", "get_env("} {
		n := bytes.Index(line, []byte(w))
		if n < 0 || n > 24 {
			continue
		}
		if comma := bytes.IndexByte(line[n:], ','); comma > 0 {
			if j := blanks(line, n+comma+1); quote(line, j) && line[j] != '`' {
				return j
			}
		}
	}
	return 0
}
