// Package program knows the names of the gate's two programs, which lie side by
// side wherever they are installed: the one with all commands, and the small one
// for hooks. And it knows a command line of theirs in a text, to be run as shown.
package program

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Names of the programs, without the ".exe" of Windows.
const (
	Whole = "sentinel"
	Hook  = "sentinel-hook"
)

// Beside is the program of that name in the folder of another one.
func Beside(path, name string) string {
	if strings.HasSuffix(strings.ToLower(path), ".exe") {
		name += ".exe"
	}
	return filepath.Join(filepath.Dir(path), name)
}

// WholeOf is the program with all commands: path itself, or for one whose name
// ends in "-hook" the one without that end beside it.
func WholeOf(path string) string {
	name, ext := filepath.Base(path), ""
	if cut, ok := strings.CutSuffix(name, ".exe"); ok {
		name, ext = cut, ".exe"
	}
	return filepath.Join(filepath.Dir(path), strings.TrimSuffix(name, "-hook")+ext)
}

// Other is the program with all commands for the small one at path: the one that
// WholeOf gives, or the one of the usual name beside it. It is never the file at path
// itself, under whatever name, since a program that hands its work to itself does so
// without end.
func Other(path string) (string, error) {
	self, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("look at this program: %w", err)
	}
	first := WholeOf(path)
	for _, whole := range []string{first, Beside(path, Whole)} {
		if info, err := os.Stat(whole); err == nil && !info.IsDir() && !os.SameFile(info, self) {
			return whole, nil
		}
	}
	return "", fmt.Errorf("there is no program with all commands beside %s: put %s there", path, filepath.Base(Beside(path, Whole)))
}

// Commands are the words behind "sentinel" by which Same knows a command line
// from a sentence about the program. A test holds them against the tree.
func Commands() []string {
	return []string{"approve", "audit", "check", "completion", "config", "demo", "deny", "doctor", "expire", "explain", "grants", "help", "hook",
		"import", "install", "kill", "knowledge", "pending", "policy", "replay", "review", "risk", "scan", "show", "status", "test", "trust",
		"uninstall", "unkill", "version"}
}

// Same puts the home that a person named into the command lines of a text, so
// that what is hinted at, run as it stands, is about the same files. home is ""
// when none was named.
func Same(home, text string) string {
	const name = "sentinel "
	if home == "" || !strings.Contains(text, name) {
		return text
	}
	var b strings.Builder
	for {
		at := strings.Index(text, name)
		if at < 0 {
			return b.String() + text
		}
		begins := at == 0 || !word(text[at-1])
		b.WriteString(text[:at+len(name)])
		text = text[at+len(name):]
		end := strings.IndexFunc(text, func(r rune) bool { return r < 'a' || r > 'z' })
		if end < 0 {
			end = len(text)
		}
		if begins && (slices.Contains(Commands(), text[:end]) || strings.HasPrefix(text, "--help")) {
			b.WriteString("--home " + Word(home) + " ")
		}
	}
}

// SameQuoted is Same for sentences, where a command line stands in backquotes. A
// line that shows a part of a call is left as it is: it is what would run.
func SameQuoted(home, text string) string {
	if home == "" {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "Part: ") {
			continue
		}
		quoted := strings.Split(line, "`")
		for k := 1; k < len(quoted); k += 2 {
			quoted[k] = Same(home, quoted[k])
		}
		lines[i] = strings.Join(quoted, "`")
	}
	return strings.Join(lines, "\n")
}

// word tells whether a command line cannot begin behind a character.
func word(c byte) bool {
	return c == '/' || c == '.' || c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// Word is a text as one word for a shell.
func Word(text string) string {
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("/._-+=:,@%", r) && (r > 127 || !word(byte(r))) }) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
