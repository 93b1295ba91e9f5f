package settings

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// guard is the script that stands between a client and the gate where an event
// can refuse. Clients take most ways in which a program can fail for consent: an
// exit code they do not know, an end without a word, output that they cannot
// read. So it hands on what the gate answered only if that is an answer, and
// otherwise refuses in the client's own words, which are its $0:
//
//	/bin/sh -c GUARD REFUSAL PROGRAM [FLAGS] hook NAME [EVENT] --answer
//
// Some clients hand the line to the person's own shell, which may be none of the
// POSIX family: the line itself is words in single quotes, and no word but a
// path with such a quote in it needs more than that.
func guard(doctor string) string {
	return `a=$("$@"); c=$?; case $c:$a in [02]:{*}) printf "%s\n" "$a"; exit $c;; esac; ` +
		`printf "%s\n" "$0"; echo "Refused: the gate gave no answer. Run ` + doctor + `." >&2; exit 2`
}

// Doctor is the command that a person runs where the gate gave no answer. It
// names the home that is registered, unless that has a letter in it of which a
// shell or JSON would make something else.
func (o Options) Doctor() string {
	at := slices.Index(o.Flags, "--home")
	if at < 0 || at+1 >= len(o.Flags) || strings.ContainsFunc(o.Flags[at+1], special) {
		return "sentinel doctor"
	}
	return "sentinel --home " + o.Flags[at+1] + " doctor"
}

func special(r rune) bool {
	return !strings.ContainsRune("/._-+=:,@%", r) && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// guardShell stands at that place on every system that has a POSIX shell.
const guardShell = "/bin/sh"

// Answer is the word that makes the gate answer every event with a JSON object,
// "{}" where it has nothing to say: an end without one is a failure then.
const Answer = "--answer"

// Command is what is registered for an event that cannot refuse, written for a
// POSIX shell:
//
//	'PROGRAM' [FLAGS] hook NAME [EVENT]
//
// words are the client's name, with the event behind it for clients whose payload
// does not say which it is.
func Command(o Options, words string) (string, error) {
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
	return command + "hook " + words + o.limitWord(), nil
}

// Guarded is what is registered for an event that can refuse: Command behind the
// guard. refusal is what the client must see if the gate gives no answer.
func Guarded(o Options, words string, refusal []byte) (string, error) {
	command, err := Command(o, words+" "+Answer)
	if err != nil {
		return "", err
	}
	script, err := quote(guard(o.Doctor()))
	if err != nil {
		return "", err
	}
	if refusal = bytes.TrimSpace(refusal); len(refusal) == 0 {
		refusal = []byte("{}")
	}
	said, err := quote(string(refusal))
	if err != nil {
		return "", fmt.Errorf("refusal: %w", err)
	}
	return guardShell + " -c " + script + " " + said + " " + command, nil
}

// Ours recognises the commands that Command makes for a client, from wherever
// the program stood then. binary is the program's path now, or ""; it tells
// programs that are not named sentinel.
// events are the names that may stand behind the client's.
func Ours(name, binary string, events ...string) func(command string) bool {
	return func(command string) bool {
		w := slices.DeleteFunc(commandWords(command), func(word string) bool {
			return word == Answer || strings.HasPrefix(word, limitFlag)
		})
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

// commandWords gives the words of a registered command from the program on,
// without what earlier and present versions put around it.
func commandWords(command string) []string {
	w := plainWords(command)
	switch {
	case len(w) == 3 && w[0] == "sh" && w[1] == "-c":
		return plainWords(w[2])
	case guarded(w):
		return w[4:]
	}
	return w
}

// guarded tells whether these words are a program behind a guard, of whichever
// version.
func guarded(w []string) bool { return len(w) > 4 && baseName(w[0]) == "sh" && w[1] == "-c" }

// endsAs tells whether a command refuses on a failure if another one does.
func endsAs(command, want string) bool { return closed(command) || !closed(want) }

// closed tells whether a command is behind the guard of this version, and the
// gate's answer is looked for there.
func closed(command string) bool {
	w := plainWords(command)
	return guarded(w) && w[0] == guardShell && w[2] == guard(Options{Flags: w[4:]}.Doctor()) && slices.Contains(w, Answer)
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
func (o Options) Commands(words string, refusal []byte) (closed, later string, err error) {
	if closed, err = Guarded(o, words, refusal); err == nil {
		later, err = Command(o, words)
	}
	return closed, later, err
}
