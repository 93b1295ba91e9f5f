//go:build linux && (amd64 || arm64)

// Command recorder is the first process of the proof's sandbox (internal/proof):
// it runs each script of standard input (a JSON string a line) in a fresh bash,
// writes down the words of every program that the script executes, kills what
// it left behind, empties the folders, and answers with what was written down,
// one line of JSON each.
//
// It sees the programs as a debugger does (trace.go), so that what shells,
// wrappers and text tools start is seen, too, and nothing stands between a
// script and its programs. Which of them are real is the sandbox's affair.
//
// It writes nowhere but below its root, so it refuses to start unless that root
// says that it is a sandbox.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path"
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

const (
	mark     = "/sandbox" // exists in a sandbox only
	home     = "/home/dev"
	project  = home + "/project"
	patience = 2 * time.Second // for one script; most take hundredths
)

// A shell may not end its own sandbox, and names that are on no path are
// executed, too, as a program that says so.
const prelude = "ulimit -t 2 -f 2048 -v 4000000 -u 300; enable -n kill ulimit suspend; command_not_found_handle(){ ( exec -a \"$1\" /real/missing \"${@:2}\" ); }; export -f command_not_found_handle\n"

// Answer is what became of one script.
type Answer struct {
	Argv  [][]string
	Hung  bool // it was ended; what was written down until then counts
	Wrong string
}

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "recorder:", err)
		os.Exit(1)
	}
}

func serve() error {
	if _, err := os.Stat(mark); err != nil {
		return fmt.Errorf("not in a sandbox: %w", err)
	}
	runtime.LockOSThread() // a process is traced by a thread
	signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGPIPE, syscall.SIGQUIT)
	if err := descriptors(); err != nil {
		fmt.Fprintln(os.Stderr, "recorder: /dev/fd leads nowhere here:", err)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 4<<20)
	out := json.NewEncoder(os.Stdout)
	for in.Scan() {
		var script string
		if err := json.Unmarshal(in.Bytes(), &script); err != nil {
			return fmt.Errorf("read script: %w", err)
		}
		if err := out.Encode(run(script)); err != nil {
			return fmt.Errorf("write answer: %w", err)
		}
	}
	return in.Err()
}

func run(script string) Answer {
	for _, dir := range []string{home, project, "/tmp"} {
		if err := empty(dir); err != nil {
			return Answer{Wrong: err.Error()}
		}
	}
	// In a sandbox /dev/null is a file, which keeps what is written to it. What the
	// script prints goes elsewhere: an interactive shell that reads /dev/null would
	// take its own messages for commands.
	if err := os.Truncate("/dev/null", 0); err != nil {
		return Answer{Wrong: err.Error()}
	}
	null, err := os.OpenFile("/dev/sink", os.O_WRONLY|os.O_TRUNC|os.O_APPEND, 0)
	if err != nil {
		return Answer{Wrong: err.Error()}
	}
	defer func() { _ = null.Close() }()
	nothing, err := os.Open("/dev/nothing")
	if err != nil {
		return Answer{Wrong: err.Error()}
	}
	defer func() { _ = nothing.Close() }()
	a, err := trace("/real/bash", []string{"bash", "--norc", "--noprofile", "-c", prelude + script}, &syscall.ProcAttr{
		Dir: project, Files: []uintptr{nothing.Fd(), null.Fd(), null.Fd()},
		Env: []string{"PATH=/bin:/usr/bin", "HOME=" + home, "USER=dev", "PWD=" + project},
		Sys: &syscall.SysProcAttr{Ptrace: true},
	})
	if err != nil {
		a.Wrong = err.Error()
	}
	return a
}

// empty removes what is in a folder, also behind folders that forbid it, and
// makes the folder if a script removed it.
func empty(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return err
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range list {
		name := path.Join(dir, e.Name())
		if err := os.RemoveAll(name); err != nil {
			open(name)
			if err := os.RemoveAll(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// open gives every folder below a name its owner's rights back.
func open(name string) {
	if i, err := os.Lstat(name); err != nil || !i.IsDir() {
		return
	}
	_ = os.Chmod(name, 0o755)
	list, _ := os.ReadDir(name)
	for _, e := range list {
		open(path.Join(name, e.Name()))
	}
}

// descriptors puts the folder of open descriptors where /dev/fd leads, so that a
// process substitution can be read; then it gives up the right to do so.
func descriptors() error {
	mounted := syscall.Mount("proc", "/real/proc", "proc", syscall.MS_NOSUID|syscall.MS_NODEV|syscall.MS_NOEXEC, "")
	const (
		ambient  = 47 // PR_CAP_AMBIENT
		clearAll = 4
		version  = 0x20080522
	)
	if _, _, e := syscall.RawSyscall6(syscall.SYS_PRCTL, ambient, clearAll, 0, 0, 0, 0); e != 0 {
		return errors.Join(mounted, e)
	}
	head, none := [2]uint32{version}, [6]uint32{}
	if _, _, e := syscall.RawSyscall(syscall.SYS_CAPSET, uintptr(unsafe.Pointer(&head)), uintptr(unsafe.Pointer(&none)), 0); e != 0 {
		return errors.Join(mounted, e)
	}
	return mounted
}
