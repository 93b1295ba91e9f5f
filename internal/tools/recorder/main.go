// Command recorder stands in for every program inside the proof's sandbox
// (internal/proof): it writes its words to /log as one line of JSON and then,
// if /real holds a program of its name, becomes that program, so that what
// shells, wrappers and text tools start is recorded, too. Every other program
// does nothing and succeeds.
//
// Started as "runner" it is the sandbox's first process: it runs each script of
// standard input (a JSON string a line) in a fresh bash, kills what the script
// left behind, empties the folders, and answers with what was recorded, one
// line of JSON each. It writes nowhere but below its root, so it refuses to
// start unless that root says that it is a sandbox.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"path"
	"syscall"
	"time"
)

const (
	logFile  = "/log"
	mark     = "/sandbox" // exists in a sandbox only
	home     = "/home/dev"
	project  = home + "/project"
	patience = 3 * time.Second // for one script
	maxLog   = 1 << 20
)

// A shell may not end its own sandbox, and names that are on no path are
// recorded, too.
const prelude = "ulimit -t 2 -f 2048 -v 4000000 -u 300; enable -n kill ulimit suspend; command_not_found_handle(){ ( exec -a \"$1\" /real/recorder \"${@:2}\" ); return 127; }; export -f command_not_found_handle\n"

// Answer is what became of one script.
type Answer struct {
	Argv  [][]string
	Hung  bool // it was ended; what was recorded until then counts
	Wrong string
}

func main() {
	if path.Base(os.Args[0]) != "runner" {
		record()
		return
	}
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "recorder:", err)
		os.Exit(1)
	}
}

func record() {
	line, err := json.Marshal(os.Args)
	if err != nil {
		os.Exit(125)
	}
	if f, err := os.OpenFile(logFile, os.O_WRONLY|os.O_APPEND, 0); err == nil {
		_, _ = f.Write(append(line, '\n'))
		_ = f.Close()
	}
	name := path.Base(os.Args[0])
	if err := syscall.Exec("/real/"+name, os.Args, os.Environ()); err != nil && !os.IsNotExist(err) {
		os.Exit(126)
	}
}

func serve() error {
	if _, err := os.Stat(mark); err != nil {
		return fmt.Errorf("not in a sandbox: %w", err)
	}
	signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGPIPE, syscall.SIGQUIT)
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
	for _, dir := range []string{project, "/tmp"} {
		if err := empty(dir); err != nil {
			return Answer{Wrong: err.Error()}
		}
	}
	if err := os.WriteFile(logFile, nil, 0o600); err != nil {
		return Answer{Wrong: err.Error()}
	}
	null, err := os.OpenFile("/dev/null", os.O_RDWR, 0)
	if err != nil {
		return Answer{Wrong: err.Error()}
	}
	defer func() { _ = null.Close() }()
	p, err := os.StartProcess("/real/bash", []string{"bash", "--norc", "--noprofile", "-c", prelude + script}, &os.ProcAttr{
		Dir: project, Files: []*os.File{null, null, null},
		Env: []string{"PATH=/bin:/usr/bin", "HOME=" + home, "USER=dev", "PWD=" + project},
	})
	if err != nil {
		return Answer{Wrong: err.Error()}
	}
	done := make(chan struct{})
	go func() { _, _ = p.Wait(); close(done) }()
	var a Answer
	select {
	case <-done:
	case <-time.After(patience):
		a.Hung = true
	}
	_ = syscall.Kill(-1, syscall.SIGKILL) // everybody but the first process
	<-done
	reap()
	a.Argv, a.Wrong = recorded()
	return a
}

func reap() {
	for {
		var s syscall.WaitStatus
		if pid, err := syscall.Wait4(-1, &s, 0, nil); pid <= 0 || err != nil {
			return
		}
	}
}

func recorded() ([][]string, string) {
	text, err := os.ReadFile(logFile)
	if err != nil {
		return nil, err.Error()
	}
	var all [][]string
	for line := range bytes.Lines(text[:min(len(text), maxLog)]) {
		var argv []string
		if json.Unmarshal(line, &argv) == nil && len(argv) > 0 {
			all = append(all, argv)
		}
	}
	return all, ""
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
