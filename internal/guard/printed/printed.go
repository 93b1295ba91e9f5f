// Package printed says which commands print what they read: a program that
// copies, builds or counts shows nothing of a file.
//
// To teach it a program that prints, add its name to the list in Silent.
package printed

import (
	"slices"

	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Packs: archives and compressors, whose output holds what they read.
func Packs(t seen.Touch) bool {
	switch t.View.Name {
	case "tar", "gzip", "bzip2", "xz", "zstd", "zip", "cpio", "pax", "7z", "lz4", "brotli", "openssl", "gpg", "age":
		return true
	}
	return false
}

// Silent programs do not print what they read.
func Silent(t seen.Touch) bool {
	for _, s := range t.Command.Runs {
		if s.Path != "" {
			return true // a script, see freshCode
		}
	}
	name := t.View.Name
	if name == "" {
		name, _ = t.Command.Program()
	}
	switch name {
	case "cat", "head", "tail", "less", "more", "bat", "awk", "gawk", "sed", "perl", "python", "python3", "node", "ruby", "jq", "yq", "nl", "tac",
		"rev", "strings", "xxd", "hexdump", "od", "base64", "base32", "sort", "uniq", "diff", "comm", "join", "cut", "paste", "column", "fold", "fmt",
		"expand", "tr", "view", "vi", "vim", "nvim", "nano", "emacs", "dd", "pr", "batcat", "most", "hd", "iconv", "tee", "xargs", "while", "read",
		"openssl", "zcat", "gzcat", "zless", "sdiff", "colordiff", "delta", "pygmentize", "glow", "mdcat", "php", "lua", "xmllint", "dasel", "csvlook", "mlr",
		"curl", "wget", "http", "plutil", "defaults", "ccat", "lolcat", "fx", "gron", "xq", "jless", "tomlq", "bzcat", "xzcat", "zstdcat", "unzip", "gunzip",
		"hexyl", "pwsh", "powershell", "cmd", "osascript", "ugrep", "select-string", "findstr", "gc", "busybox", "deno", "bun", "tclsh", "rscript", "julia", "m4", "bc",
		"look", "split", "csplit", "echo", "printf", "mapfile", "readarray", "type", "get-content", "ed", "ex", "tsort", "shuf", "envsubst", "uuencode":
		return false
	case "grep", "egrep", "fgrep", "rg", "ag", "ack", "zgrep":
		return t.View.Parse != nil && t.View.Parse.HasAny("-l", "--files-with-matches", "-L", "--files-without-match", "-c", "--count", "-q", "--quiet", "--files")
	case "git":
		return t.View.Parse == nil || len(t.View.Parse.Verbs) == 0 || !slices.Contains([]string{"show", "diff", "log", "blame", "annotate", "cat-file", "grep", "stash"}, t.View.Parse.Verbs[0])
	}
	return true
}

// Counts: nothing but a number or a sum comes out.
func Counts(c *shell.Command) bool {
	n, _ := c.Program()
	switch n {
	case "wc", "true", "false", "test", "[", "sha256sum", "md5sum", "sha1sum", "sha512sum", "cksum", "shasum", "b2sum":
		return true
	case "grep", "rg", "egrep", "fgrep":
		for _, w := range c.Argv[1:] {
			if w.Is("-c") || w.Is("-q") || w.Is("--count") || w.Is("--quiet") || w.Is("-qi") || w.Is("-qE") {
				return true
			}
		}
	}
	return false
}

// Kept: the output goes into a file.
func Kept(c *shell.Command) bool {
	for _, r := range c.Redirs {
		if f, _ := r.File.Known(); r.Fd != 2 && r.Kind != shell.ReadFile && f != "/dev/stdout" && f != "/dev/tty" && f != "/dev/stderr" {
			return true
		}
	}
	return false
}
