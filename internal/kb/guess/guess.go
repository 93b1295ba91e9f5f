// Package guess judges words by their looks, where no knowledge file says
// what they are.
package guess

import (
	"strings"
	"unicode"
)

// Address tells whether a text begins like an address that a program
// opens by itself. Stores of objects (s3://, gs://) are left to the tools that
// know them.
func Address(s string) bool {
	scheme, _, ok := strings.Cut(s, "://")
	if !ok {
		return false
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "ftp", "ftps", "sftp", "scp", "ssh", "git", "ws", "wss", "tcp", "udp", "tls", "rtsp", "rtmp", "rtmps", "rtp",
		"srt", "mms", "gopher", "smb", "nfs", "dav", "davs", "tftp", "ldap", "ldaps", "gemini", "ipfs", "git+https", "git+ssh", "git+http":
		return true
	}
	return false
}

// Option guesses what an option's value is from the option's name.
func Option(name string) string {
	words := nameWords(name)
	if len(words) == 0 {
		return ""
	}
	last := words[len(words)-1]
	switch last {
	case "file", "path", "dir", "directory", "folder", "to", "location", "url":
		if len(words) > 1 {
			last = words[len(words)-2]
		}
	}
	switch last {
	case "out", "output", "outfile", "outdir", "report", "reports", "log", "logfile", "logs", "dest", "destination", "save", "dump", "trace":
		return "write"
	case "config", "conf", "configuration", "rcfile", "settings", "plugin", "plugins", "require", "loader", "preload", "hooks", "rc":
		return "config"
	case "proxy", "endpoint", "server", "apiserver", "api", "registry", "webhook", "collector":
		return "url"
	}
	return ""
}

// nameWords splits --reportPath, --report-path and --report.path.
func nameWords(name string) []string {
	var b strings.Builder
	for i, c := range strings.TrimLeft(name, "-") {
		if unicode.IsUpper(c) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return strings.FieldsFunc(b.String(), func(c rune) bool { return c == '-' || c == '_' || c == '.' })
}
