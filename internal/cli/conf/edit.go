package conf

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/state/safefile"
)

// fresh is what a file begins with.
const fresh = "{\n  // sentinel config schema prints what may stand here\n}\n"

func editCommand(env Env) *cobra.Command {
	var dir string
	var project, repository bool
	c := &cobra.Command{
		Use: "edit", Short: "Open a configuration file in your editor, and save it once it has no mistakes", Args: words(0, "no operands"),
		Long: "Opens a copy in $VISUAL or $EDITOR. The file itself is only replaced by one without mistakes, since a\n" +
			"mistake makes the gate ask for more until it is mended.",
		Example: "  sentinel config edit\n  sentinel config edit --project",
		RunE: func(c *cobra.Command, _ []string) error {
			if project && repository {
				return console.Misused("choose one file", "--project and --repository exclude each other")
			}
			// An editor that finds no terminal waits for a person who never comes.
			tty, _, err := console.Person(env.TTY, "edits the configuration in an editor", "or edit the file that `sentinel config path user` names, and try it with `sentinel config check`")
			if err != nil {
				return err
			}
			defer tty.Close()
			e, err := env.Open(dir)
			if err != nil {
				return err
			}
			scope := config.User
			if project {
				scope = config.Project
			} else if repository {
				scope = config.Repository
			}
			path, err := fileOf(e, env.Home, scope.String())
			if err != nil {
				return err
			}
			// The terminal, not standard input, which may be a pipe, is what an editor needs.
			if _, file := tty.(*os.File); file {
				env.Stdin = tty
			}
			return env.edit(c.Context(), path, scope)
		},
	}
	c.Flags().StringVarP(&dir, "dir", "d", "", "look from DIR")
	c.Flags().BoolVar(&project, "project", false, "your file for this project")
	c.Flags().BoolVar(&repository, "repository", false, "the repository's file")
	return c
}

// edit lets the person work on a copy until it can be saved.
func (env Env) edit(ctx context.Context, path string, scope config.Scope) error {
	old, there, err := env.content(path)
	if err != nil {
		return fmt.Errorf("edit configuration: %w", err)
	}
	if !there {
		old = []byte(fresh)
	}
	tmp, err := os.MkdirTemp("", "sentinel-config-")
	if err != nil {
		return fmt.Errorf("edit configuration: %w", err)
	}
	draft := filepath.Join(tmp, "config.json")
	keep := false
	defer func() {
		if !keep {
			_ = os.RemoveAll(tmp)
		}
	}()
	if err := os.WriteFile(draft, old, 0o600); err != nil {
		return fmt.Errorf("edit configuration: %w", err)
	}
	for {
		if err := env.editor(ctx, draft); err != nil {
			return err
		}
		data, err := env.ReadFile(draft)
		if err != nil {
			return fmt.Errorf("edit configuration: %w", err)
		}
		if bytes.Equal(data, old) {
			env.printf("nothing has changed\n")
			return nil
		}
		mistakes, warnings := env.examine(path, data)
		env.report(mistakes, warnings)
		if len(mistakes) == 0 {
			return env.save(path, data, scope)
		}
		if !yes(env.Stdin, env.Stderr, "Edit again?") {
			keep = true
			return console.Problem("your text is kept in "+display.Line(draft), "%s was not changed", display.Line(env.tilde(path)))
		}
	}
}

// save replaces the file. A repository's file is for others to read, too.
func (env Env) save(path string, data []byte, scope config.Scope) error {
	if err := safefile.Folder(filepath.Dir(path)); err != nil {
		return fmt.Errorf("save configuration: %w", err)
	}
	if err := safefile.Write(path, data, safefile.Keep); err != nil {
		return fmt.Errorf("save configuration: %w", err)
	}
	if scope == config.Repository {
		if err := os.Chmod(path, 0o644); err != nil {
			return fmt.Errorf("save configuration: %w", err)
		}
	}
	env.printf("saved %s\n", display.Line(env.tilde(path)))
	return nil
}

// editor runs the person's editor, which may be a command line with flags.
func (env Env) editor(ctx context.Context, file string) error {
	name := env.Getenv("VISUAL")
	if name == "" {
		name = env.Getenv("EDITOR")
	}
	var cmd *exec.Cmd
	switch {
	case runtime.GOOS == "windows" && name == "":
		cmd = exec.CommandContext(ctx, "notepad", file)
	case runtime.GOOS == "windows":
		cmd = exec.CommandContext(ctx, name, file)
	default:
		if name == "" {
			name = "vi"
		}
		cmd = exec.CommandContext(ctx, "sh", "-c", name+` "$1"`, "sh", file)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = env.Stdin, env.Stdout, env.Stderr
	if err := cmd.Run(); err != nil {
		return console.Problem("set EDITOR to the one you like", "the editor %q failed: %v", name, err)
	}
	return nil
}
