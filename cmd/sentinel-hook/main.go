// Command sentinel-hook is the hook of sentinel and nothing else: the same
// answers as `sentinel hook CLIENT`, from a smaller program that starts faster.
// What waits for a person it leaves to the program sentinel beside it.
//
//	sentinel-hook [--home DIR] CLIENT [EVENT] < event
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/sentinelgate/sentinel/internal/hookproc"
	"github.com/sentinelgate/sentinel/internal/machine"
)

func main() { os.Exit(run()) }

func run() int {
	args, home, err := hookproc.GlobalHome(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "sentinel-hook:", err)
		return 2
	}
	if home == "" {
		home = machine.Home()
	}
	if len(args) == 0 || args[0] != "hook" { // the word may stand there, as for the big program
		args = append([]string{"hook"}, args...)
	}
	binary, _ := os.Executable()
	return hookproc.Run(context.Background(), hookproc.Env{
		Args:   args,
		Stdin:  os.Stdin,
		Stdout: os.Stdout,
		Stderr: os.Stderr,
		Getenv: os.Getenv,
		Now:    time.Now,
		Home:   home,
		Binary: binary,
	})
}
