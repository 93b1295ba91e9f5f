//go:build linux && (amd64 || arm64)

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	follow = syscall.PTRACE_O_TRACEEXEC | syscall.PTRACE_O_TRACEFORK | syscall.PTRACE_O_TRACEVFORK | syscall.PTRACE_O_TRACECLONE

	anyKind   = 0x40000000 // __WALL
	mostArgvs = 400        // of one script, which goes round in circles then, and is ended
	mostWords = 4000       // of one program
	mostBytes = 128 << 10  // of one word
)

// trace runs a program and everything that it starts until it ends, or until
// patience does; then it ends all processes but its own.
func trace(file string, argv []string, attr *syscall.ProcAttr) (Answer, error) {
	var a Answer
	first, err := syscall.ForkExec(file, argv, attr)
	if err != nil {
		return a, fmt.Errorf("start script: %w", err)
	}
	var hung atomic.Bool
	timer := time.AfterFunc(patience, func() {
		hung.Store(true)
		endAll()
	})
	defer timer.Stop()
	known := map[int]bool{first: true} // the others stop once before they begin
	begun := false
	for {
		var s syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &s, anyKind, nil)
		switch {
		case err == syscall.EINTR:
			continue
		case err == syscall.ECHILD:
			a.Hung = hung.Load()
			return a, nil
		case err != nil:
			return a, fmt.Errorf("wait for script: %w", err)
		case !s.Stopped():
			if pid == first {
				endAll()
			}
			continue
		}
		signal := int(s.StopSignal())
		switch {
		case !begun: // it stops when it has become its program
			if err := syscall.PtraceSetOptions(first, follow); err != nil {
				return a, fmt.Errorf("follow script: %w", err)
			}
			begun, signal = true, 0
		case s.TrapCause() == syscall.PTRACE_EVENT_EXEC:
			if words := words(pid); words != nil && len(a.Argv) < mostArgvs {
				a.Argv = append(a.Argv, words)
			}
			if signal = 0; len(a.Argv) == mostArgvs {
				hung.Store(true)
				endAll()
			}
		case s.TrapCause() > 0:
			signal = 0
		case !known[pid] && s.StopSignal() == syscall.SIGSTOP:
			known[pid], signal = true, 0
		}
		_ = syscall.PtraceCont(pid, signal) // it may have been killed by now
	}
}

func endAll() { _ = syscall.Kill(-1, syscall.SIGKILL) }

// words reads the words of a program that is about to begin: its stack holds
// their number and then where they stand.
func words(pid int) []string {
	var r syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(pid, &r); err != nil {
		return nil
	}
	at := stack(&r)
	var word [8]byte
	number := func() uintptr {
		if _, err := syscall.PtracePeekData(pid, at, word[:]); err != nil {
			return 0
		}
		at += 8
		return uintptr(binary.LittleEndian.Uint64(word[:]))
	}
	n := min(number(), mostWords)
	var all []string
	for range n {
		all = append(all, text(pid, number()))
	}
	return all
}

// text reads up to a zero byte.
func text(pid int, at uintptr) string {
	var all []byte
	var part [64]byte
	for len(all) < mostBytes {
		n, err := syscall.PtracePeekData(pid, at, part[:])
		if end := bytes.IndexByte(part[:n], 0); end >= 0 {
			return string(append(all, part[:end]...))
		}
		all = append(all, part[:n]...)
		if err != nil {
			break
		}
		at += uintptr(n)
	}
	return string(all)
}
