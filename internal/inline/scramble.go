package inline

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/report"
)

// ciphers are what code of the common languages encrypts with, in small letters.
var ciphers = [...]string{"createcipher", "fernet(", "aes.new(", "openssl::cipher", ".encrypt(", "openssl_encrypt", "cipher.getinstance", "aesgcm(", "chacha20", "secretbox", "crypt::", "write(os.urandom"}

// apart are endings that files have whose content was encrypted beside them.
var apart = [...]string{".enc'", `.enc"`, ".gpg'", `.gpg"`, ".age'", `.age"`, ".aes'", `.aes"`, ".encrypted'", `.encrypted"`, ".bin'", `.bin"`}

// scrambles looks for code that goes through files, and writes what it made of
// each with a cipher in its place: nobody can read them again without the key.
func (r *Report) scrambles(text string, rep report.Report) {
	low := strings.ToLower(text)
	if !anyOf(low, ciphers[:]) || anyOf(low, apart[:]) || !anyOf(low, []string{"for", "each", "walk", "map(", "while"}) {
		return
	}
	reads, writes := false, strings.Contains(low, "write(os.urandom")
	for _, a := range rep.Acts {
		if len(a.Args) == 0 || a.Args[0].Known && !a.Args[0].Glob {
			continue
		}
		reads = reads || a.Kind == report.Read
		writes = writes || a.Kind == report.Write
	}
	if writes && (reads || strings.Contains(low, "urandom")) {
		r.unread("encrypts files in their place")
	}
}

func anyOf(text string, list []string) bool {
	for _, s := range list {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}
