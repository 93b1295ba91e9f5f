// Package front looks for the client that started the hook among the processes
// above it, to tell whether a person is in front of it: some clients' events do
// not say, and one of them waits for ever when it is told to ask nobody.
package front

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sentinelgate/sentinel/internal/client/hook"
)

// maxAncestors bounds how far the client is looked for: a shell stands between it
// and the hook, and it may have started itself anew.
const maxAncestors = 6

// Process looks for the client, a program of that name, where the system has
// /proc. Elsewhere nothing can be told.
func Process(program string) hook.Process {
	pid := os.Getppid()
	for range maxAncestors {
		if pid <= 1 {
			break
		}
		proc := filepath.Join("/proc", fmt.Sprint(pid))
		raw, err := os.ReadFile(filepath.Join(proc, "cmdline"))
		if err != nil {
			break
		}
		if args, ok := argumentsOf(raw, program); ok {
			return hook.Process{Args: args, Terminal: terminal(proc, "0") && terminal(proc, "1")}
		}
		if pid = parentOf(proc); pid == 0 {
			break
		}
	}
	return hook.Process{}
}

// argumentsOf gives what stands behind the program's name in a command line, if
// it is the program: by its own name, or by that of the script that a runtime
// runs.
func argumentsOf(raw []byte, program string) ([]string, bool) {
	words := strings.Split(strings.TrimRight(string(raw), "\x00"), "\x00")
	for i, w := range words {
		base := filepath.Base(w)
		if strings.Contains(base, program) || i > 0 && strings.Contains(w, "/"+program) {
			return append([]string{}, words[i+1:]...), true
		}
		switch {
		case i == 0 && (base == "node" || base == "bun" || base == "deno"):
		case i > 0 && strings.HasPrefix(w, "-"):
		default:
			return nil, false
		}
	}
	return nil, false
}

func terminal(proc, fd string) bool {
	name, err := os.Readlink(filepath.Join(proc, "fd", fd))
	return err == nil && (strings.HasPrefix(name, "/dev/pts/") || strings.HasPrefix(name, "/dev/tty") || name == "/dev/console")
}

// parentOf reads the parent's id, the second field behind the name in brackets,
// which may hold anything.
func parentOf(proc string) int {
	raw, err := os.ReadFile(filepath.Join(proc, "stat"))
	if err != nil {
		return 0
	}
	i := bytes.LastIndexByte(raw, ')')
	var state string
	pid := 0
	if i < 0 {
		return 0
	}
	if _, err := fmt.Sscan(string(raw[i+1:]), &state, &pid); err != nil {
		return 0
	}
	return pid
}
