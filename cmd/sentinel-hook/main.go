// Command sentinel-hook is the hook of sentinel and nothing else: the same
// answers as `sentinel hook CLIENT`, from a smaller program that starts faster.
// What waits for a person it leaves to the program sentinel beside it.
//
//	sentinel-hook [--home DIR] CLIENT [EVENT] < event
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	_ "github.com/sentinelgate/sentinel/internal/early"
	"github.com/sentinelgate/sentinel/internal/hookproc"
	"github.com/sentinelgate/sentinel/internal/machine"
	"github.com/sentinelgate/sentinel/internal/program"
)

func main() { os.Exit(run()) }

func run() int {
	args, home, err := hookproc.GlobalHome(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "sentinel-hook:", err)
		return 2
	}
	if len(args) == 1 && (args[0] == "-h" || args[0] == "--help" || args[0] == "help") {
		fmt.Print(usage(home))
		return 0
	}
	if len(args) == 0 || len(args) == 1 && args[0] == "hook" {
		fmt.Fprint(os.Stderr, "sentinel-hook: no client is named. "+usage(home))
		return 2 // which refuses, should a client have asked
	}
	named := home
	if home == "" {
		home = machine.Home()
	}
	if len(args) == 0 || args[0] != "hook" { // the word may stand there, as for the big program
		args = append([]string{"hook"}, args...)
	}
	binary, _ := os.Executable()
	cwd, _ := os.Getwd()
	return hookproc.Run(context.Background(), hookproc.Env{
		Args:   args,
		Stdin:  os.Stdin,
		Stdout: os.Stdout,
		Stderr: os.Stderr,
		Getenv: os.Getenv,
		Now:    time.Now,
		Home:   home, HomeFlag: named,
		Cwd:    cwd,
		Binary: binary,
		Queue:  bigger{binary, named}.wait,
	})
}

// usage is for a person who runs this by hand.
func usage(home string) string {
	return "A coding client runs `sentinel-hook CLIENT [EVENT]` for each tool call:\nit reads the event from standard input and answers in that client's form,\n" +
		"so there is nothing to see here.\nhint: register it: " + program.Same(home, "sentinel install CLIENT") + "\n"
}

// bigger is the program beside this one that can wait for a person; home is the
// one that was named, "" without.
type bigger struct{ binary, home string }

// wait gives the event to it and hands on its answer. Killing this program ends
// the other, which looks whether its parent is still there.
func (b bigger) wait(ctx context.Context, w hookproc.Waiting) hookproc.Reply {
	whole, err := program.Other(b.binary)
	if err != nil {
		return hookproc.Refuse(w.Client.Name(), fmt.Sprintf("the question could not be put: %v", err))
	}
	var out, errOut bytes.Buffer
	args := append([]string{"hook"}, w.Args...)
	if b.home != "" {
		args = append([]string{"--home", b.home}, args...)
	}
	limit := max(1, int(w.Limit.Round(time.Second)/time.Second))
	c := exec.CommandContext(ctx, whole, append(args, fmt.Sprintf("--limit=%d", limit))...)
	c.Stdin, c.Stdout, c.Stderr, c.WaitDelay = bytes.NewReader(w.Data), &out, &errOut, time.Second
	err = c.Run()
	if c.ProcessState == nil || c.ProcessState.ExitCode() < 0 {
		return hookproc.Refuse(w.Client.Name(), fmt.Sprintf("the question could not be put: %s: %v", whole, err))
	}
	return hookproc.Reply{Out: out.Bytes(), Err: errOut.Bytes(), Code: c.ProcessState.ExitCode()}
}
