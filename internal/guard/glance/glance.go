// Package glance tells from a name, or from a text's words, whether a closer
// look is worth its time. What it lets by is either judged elsewhere or harmless;
// in doubt it says yes.
package glance

import (
	"bytes"
	"path"
	"regexp"
	"strings"
)

// MayMatch tells cheaply that a plain word is not in a text.
func MayMatch(pattern string, content []byte) bool {
	return pattern == "" || regexp.QuoteMeta(pattern) != pattern || bytes.Contains(bytes.ToLower(content), bytes.ToLower([]byte(pattern)))
}

// Text: names of files that are no pictures, archives or programs.
func Text(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".pdf", ".zip", ".gz", ".tgz", ".xz", ".jar", ".so", ".o", ".a", ".exe", ".woff", ".woff2", ".ttf", ".mp4", ".mp3", ".lock", ".map", ".svg":
		return false
	}
	return true
}

// Settings: names of files in which people keep credentials.
func Settings(name string) bool {
	if strings.HasPrefix(name, ".env") {
		return true
	}
	switch path.Ext(name) {
	case ".json", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf", ".config", ".properties", ".env", ".txt", ".sh", ".tf", ".tfvars", ".xml", ".pem", ".key", ".md", ".cnf":
		return true
	}
	return false
}

// Dependency: folders of other people's code, and git's own store.
func Dependency(dir string) bool {
	switch path.Base(dir) {
	case "node_modules", "vendor", ".venv", "venv", "site-packages", "dist-packages", "__pycache__", "bower_components", ".git", ".cargo", ".rustup", "target":
		return true
	}
	return false
}

// WantsSecrets: the pattern is a word for credentials, the beginning of one, or
// matches everything.
func WantsSecrets(pattern string) bool {
	p := strings.ToLower(pattern)
	if len(strings.Trim(p, ".*^$+?()[]\\ ")) < 2 {
		return true
	}
	for _, w := range []string{"secret", "passw", "token", "api_key", "apikey", "api-key", "api.key", "private", "credential", "auth", "akia", "ghp_", "sk-", "sk_", "xox", "begin", "bearer", "_key", "aws"} {
		if strings.Contains(p, w) {
			return true
		}
	}
	return false
}

// HarmlessPlace: files of dependencies and of the system hold samples at most.
func HarmlessPlace(real string) bool {
	for _, p := range []string{"/node_modules/", "/site-packages/", "/dist-packages/", "/go/pkg/mod/", "/.cargo/registry/", "/.rustup/"} {
		if strings.Contains(real, p) {
			return true
		}
	}
	for _, p := range []string{"/usr/", "/proc/", "/sys/", "/dev/", "/lib/", "/bin/", "/sbin/"} {
		if strings.HasPrefix(real, p) {
			return true
		}
	}
	return false
}

// Alarming: a shell text without any of these words gets no label; what it does
// is judged when it runs, in any case.
func Alarming(text string) bool {
	for _, w := range [...]string{"curl", "wget", "sudo", "doas", "su ", "rm", "chmod", "chown", "eval", "cron", "systemctl", "launchctl", "dd", "mkfs", "nc", "ssh", "push", "publish",
		"exec", "base64", "/dev/", "find", "kill", "~", "HOME", "install", "mv", "python", "node", "perl", "ruby", "drop", "DROP", "delete", "destroy", "apply", "reset", "clean", "/etc", "/usr"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// Whole is the size up to which a program is read as a whole. Readers follow
// every value; of what is larger only the lines are read that can do something.
const Whole = 2 << 10

// Acting gives the lines that can do something, and those that bring names in.
func Acting(code string) string {
	var b strings.Builder
	for line := range strings.Lines(code) {
		line = strings.TrimLeft(line, " \t")
		if MayAct(line) || strings.HasPrefix(line, "import ") || strings.HasPrefix(line, "from ") || strings.Contains(line, "require") || strings.HasPrefix(line, "use ") {
			b.WriteString(line)
			if b.Len() > Whole {
				break
			}
		}
	}
	return b.String()
}

// MayAct: words without which a program touches neither files, processes nor
// the network.
func MayAct(code string) bool {
	for _, w := range [...]string{"remove", "unlink", "rmdir", "rmtree", "rm(", "rmSync", "rm_", "delete(", "Delete", "system", "popen", "exec", "spawn", "fork", "subprocess", "child_process",
		"Process", "Command", "run(", "run_", "call(", "eval", "write", "Write", "open(", "rename", "copy", "Copy", "move", "chmod", "chown", "truncate", "socket", "requests", "urllib", "http", "fetch(", "`", "%x", "File.", "FileUtils"} {
		if strings.Contains(code, w) {
			return true
		}
	}
	return false
}

// LangOf tells shell scripts and scripts with a first line that names their
// interpreter.
func LangOf(file, text string) string {
	first, _, _ := strings.Cut(text, "\n")
	if strings.HasPrefix(first, "#!") {
		for _, l := range []struct{ word, lang string }{{"python", "python"}, {"node", "javascript"}, {"ruby", "ruby"}, {"perl", "perl"}, {"php", "php"}, {"sh", "sh"}} {
			if strings.Contains(first, l.word) {
				return l.lang
			}
		}
	}
	switch path.Ext(file) {
	case ".sh", ".bash", ".zsh", ".ksh", ".command", ".envrc", ".bats":
		return "sh"
	}
	if strings.Contains(file, "/.git/hooks/") || strings.Contains(file, "/.husky/") {
		return "sh"
	}
	return ""
}

// Mentions tells whether a text has the name of a file in it as a word, with
// its ending or without, as imports have it.
func Mentions(text, file string) bool {
	stem := strings.TrimSuffix(path.Base(file), path.Ext(file))
	for rest := text; stem != ""; {
		i := strings.Index(rest, stem)
		if i < 0 {
			return false
		}
		before, after := i == 0 || !wordByte(rest[i-1]), i+len(stem) == len(rest) || !wordByte(rest[i+len(stem)])
		if before && after {
			return true
		}
		rest = rest[i+len(stem):]
	}
	return false
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// MayHold tells cheaply whether a text can hold a credential at all: a word for
// one, or eight letters and digits in a row that have both. Nearly every command
// has neither, and the scanner need not be made for it.
func MayHold(text string) bool {
	letters, digits, run := 0, 0, 0
	for i := 0; i < len(text); i++ {
		switch ch := text[i]; {
		case ch >= '0' && ch <= '9':
			digits++
			run++
		case ch|0x20 >= 'a' && ch|0x20 <= 'z':
			letters++
			run++
		default:
			if ch == '@' || ch == '-' && strings.HasPrefix(text[i:], "-----") {
				return true
			}
			letters, digits, run = 0, 0, 0
		}
		if run >= 8 && letters > 0 && digits > 0 {
			return true
		}
	}
	low := strings.ToLower(text)
	for _, w := range [...]string{"pass", "pwd", "secret", "token", "key", "auth", "cred", "bearer", "basic ", " -p", " -u", "identified"} {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}
