package inline

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/report"
)

// ciphers are what code of the common languages encrypts with, in small letters.
var ciphers = [...]string{"createcipher", "fernet(", "aes.new(", "openssl::cipher", ".encrypt(", "openssl_encrypt", "cipher.getinstance", "aesgcm(", "chacha20", "secretbox", "crypt::", "write(os.urandom"}

// apart are endings that files have whose content was encrypted beside them.
var apart = [...]string{".enc'", `.enc"`, ".gpg'", `.gpg"`, ".age'", `.age"`, ".aes'", `.aes"`, ".encrypted'", `.encrypted"`, ".bin'", `.bin"`}

// loops are what code goes through files with.
var loops = [...]string{"for", "each", "walk", "map(", "while"}

// scrambles looks for code that goes through files, and writes what it made of
// each with a cipher in its place: nobody can read them again without the key.
func (r *Report) scrambles(text string, rep report.Report) {
	low := strings.ToLower(text)
	has := func(s string) bool { return strings.Contains(low, s) }
	if !slices.ContainsFunc(ciphers[:], has) || slices.ContainsFunc(apart[:], has) || !slices.ContainsFunc(loops[:], has) {
		return
	}
	reads, writes := false, has("write(os.urandom")
	for _, a := range rep.Acts {
		if len(a.Args) == 0 || a.Args[0].Known && !a.Args[0].Glob {
			continue
		}
		reads = reads || a.Kind == report.Read
		writes = writes || a.Kind == report.Write
	}
	if writes && (reads || has("urandom")) {
		r.unread("encrypts files in their place")
	}
}
