package settings

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// failClosed is put behind the command of an event that can refuse: a shell
// that does not find the program exits with 127, a crash with anything, and
// only exit 2 blocks in every client.
const failClosed = " || exit 2"

// Command is what is registered, written for a POSIX shell:
//
//	'PROGRAM' [FLAGS] hook NAME [|| exit 2]
func Command(o Options, name string, closed bool) (string, error) {
	if !absolute(o.Binary) {
		return "", fmt.Errorf("program %q is no absolute path", o.Binary)
	}
	command := ""
	for _, w := range append([]string{o.Binary}, o.Flags...) {
		q, err := quote(w)
		if err != nil {
			return "", fmt.Errorf("program %q: %w", o.Binary, err)
		}
		command += q + " "
	}
	command += "hook " + name
	if closed {
		command += failClosed
	}
	return command, nil
}

// Ours recognises the commands that Command makes for a client, from wherever
// the program stood then. binary is the program's path now, or ""; it tells
// programs that are not named sentinel.
func Ours(name, binary string) func(command string) bool {
	return func(command string) bool {
		w := commandWords(command)
		if len(w) < 3 || !slices.Equal(w[len(w)-2:], []string{"hook", name}) {
			return false
		}
		base := baseName(w[0])
		return base == "sentinel" || base == "sentinel.exe" || binary != "" && base == baseName(binary)
	}
}

// absolute knows Windows' paths everywhere, so that registrations made there
// can be read elsewhere.
func absolute(path string) bool {
	drive := len(path) > 3 && path[1] == ':' && (path[2] == '\\' || path[2] == '/')
	return drive || strings.HasPrefix(path, "/") || filepath.IsAbs(path)
}

func baseName(path string) string {
	return path[strings.LastIndexAny(path, `/\`)+1:]
}

// commandWords splits a registered command without its "|| exit 2".
func commandWords(command string) []string {
	command = strings.TrimSpace(command)
	if before, ok := strings.CutSuffix(command, "exit 2"); ok {
		if before, ok = strings.CutSuffix(strings.TrimRight(before, " \t"), "||"); ok {
			command = before
		}
	}
	return words(command)
}

// quote writes a word for a POSIX shell. It fails for what no file name that a
// person chose would hold.
func quote(word string) (string, error) {
	if strings.ContainsFunc(word, unicode.IsControl) {
		return "", errors.New("control character in a word of the command")
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'", nil
}

// words splits a command that quote and plain words made; nil if it holds
// anything else that a shell would act on.
func words(command string) []string {
	var list []string
	var word []byte
	in := false
	for i := 0; i < len(command); i++ {
		c := command[i]
		switch {
		case c == ' ' || c == '\t':
			if in {
				list, word, in = append(list, string(word)), nil, false
			}
		case c == '\'' || c == '"':
			n := strings.IndexByte(command[i+1:], c)
			if n < 0 {
				return nil
			}
			word, in = append(word, command[i+1:i+1+n]...), true
			i += 1 + n
		case c == '\\' && i+1 < len(command) && command[i+1] == '\'':
			word, in = append(word, '\''), true
			i++
		case strings.IndexByte(";&|<>()$`\n*?[#!{}", c) >= 0:
			return nil
		default:
			word, in = append(word, c), true
		}
	}
	if in {
		list = append(list, string(word))
	}
	return list
}
