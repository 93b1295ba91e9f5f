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
//	'PROGRAM' [FLAGS] hook NAME [EVENT] [|| exit 2]
//
// name is the client's, with the event behind it for clients whose payload does
// not say which it is.
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
// events are the names that may stand behind the client's.
func Ours(name, binary string, events ...string) func(command string) bool {
	return func(command string) bool {
		w := slices.DeleteFunc(commandWords(command), func(word string) bool { return strings.HasPrefix(word, "--limit=") })
		at := slices.Index(w, "hook")
		if at < 1 || len(w) < at+2 || len(w) > at+3 || w[at+1] != name {
			return false
		}
		if len(w) == at+3 && !slices.Contains(events, w[at+2]) {
			return false
		}
		base := baseName(w[0])
		base = strings.TrimSuffix(base, ".exe")
		return base == "sentinel" || base == "sentinel-hook" || binary != "" && base == strings.TrimSuffix(baseName(binary), ".exe")
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

// InShell hands a command to a shell of its own, for clients whose built-in one
// does not come to the end of it when the program is missing.
func InShell(command string) (string, error) {
	q, err := quote(command)
	if err != nil {
		return "", err
	}
	return "sh -c " + q, nil
}

// commandWords splits a registered command without its "|| exit 2" and without
// the shell around it.
func commandWords(command string) []string {
	w := plainWords(command)
	if len(w) == 3 && w[0] == "sh" && w[1] == "-c" {
		return plainWords(w[2])
	}
	return w
}

// endsAs tells whether a command refuses on a crash if another one does.
func endsAs(command, want string) bool {
	shell, closed := closedEnd(command)
	wantShell, wantClosed := closedEnd(want)
	return (closed || !wantClosed) && (shell || !wantShell)
}

func closedEnd(command string) (inShell, closed bool) {
	if w := plainWords(command); len(w) == 3 && w[0] == "sh" && w[1] == "-c" {
		inShell, command = true, w[2]
	}
	return inShell, strings.HasSuffix(strings.TrimSpace(command), failClosed)
}

func plainWords(command string) []string {
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

// Commands gives the command line for events that can refuse, and for those that
// cannot.
func (o Options) Commands(name string) (closed, later string, err error) {
	if closed, err = Command(o, name, true); err == nil {
		later, err = Command(o, name, false)
	}
	return closed, later, err
}
