// Command sentinel is one gate in front of every tool call an AI agent makes.
package main

import (
	"context"
	"os"
	"time"

	"github.com/sentinelgate/sentinel/internal/cli"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/machine"
)

func main() {
	cwd, _ := os.Getwd()
	binary, _ := os.Executable()
	info, err := os.Stdout.Stat()
	os.Exit(cli.Run(context.Background(), cli.Env{
		Args:     os.Args[1:],
		Stdin:    os.Stdin,
		Stdout:   os.Stdout,
		Stderr:   os.Stderr,
		Getenv:   os.Getenv,
		Now:      time.Now,
		Home:     machine.Home(),
		Cwd:      cwd,
		Binary:   binary,
		User:     machine.User(),
		Process:  os.Getpid(),
		TTY:      machine.Terminal,
		Terminal: err == nil && info.Mode()&os.ModeCharDevice != 0,
		Width:    console.Columns(os.Stdout),
		ErrWidth: console.Columns(os.Stderr),
	}))
}
