package conf

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/config/trust"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
)

// Trust is `sentinel trust`.
func Trust(env Env) *cobra.Command {
	var list, revoke, sure, asJSON bool
	c := &cobra.Command{
		Use: "trust [DIR]", Short: "Let a repository's configuration loosen, too, as long as it stays as it is", Args: words(1, "one folder"),
		Long: "A repository's .sentinel/config.json can only tighten until you trust it. Shows the file and what would\n" +
			"begin to count, and asks, at a terminal: no program trusts anything. Trust ends when the file changes.",
		Example: "  sentinel trust\n  sentinel trust --list\n  sentinel trust --revoke",
		RunE: func(_ *cobra.Command, args []string) error {
			if list && revoke {
				return console.Misused("choose one", "--list and --revoke exclude each other")
			}
			if asJSON && !list {
				return console.Misused("sentinel trust --list --json", "--json goes with --list only")
			}
			if len(args) == 1 && args[0] == "" {
				return console.Misused("`sentinel trust .` is the working folder", "the folder's name is empty")
			}
			e, err := env.Open(strings.Join(args, ""))
			if err != nil {
				return err
			}
			switch {
			case list:
				return env.listTrusted(e.StateDir, asJSON)
			case revoke:
				return env.revoke(e)
			}
			return env.trust(e, sure)
		},
	}
	f := c.Flags()
	f.BoolVar(&list, "list", false, "show which files you trust")
	f.BoolVar(&revoke, "revoke", false, "take trust back")
	f.BoolVar(&sure, "yes", false, "do not ask once more; a terminal is needed all the same")
	f.BoolVar(&asJSON, "json", false, "print JSON, with --list")
	return c
}

// repositoryFile is the file that is spoken of.
func repositoryFile(e *engine.Engine) (string, error) {
	if e.Root == "" {
		return "", console.Problem("go to a project, or name its folder", "there is no project here")
	}
	return config.RepositoryFile(e.Root), nil
}

// trust shows the file and asks.
func (env Env) trust(e *engine.Engine, sure bool) error {
	path, err := repositoryFile(e)
	if err != nil {
		return err
	}
	data, there, err := env.content(path)
	switch {
	case err != nil:
		return fmt.Errorf("trust a file: %w", err)
	case !there:
		return console.Problem("what a repository brings in .sentinel/config.json can be trusted; your own configuration needs no trust", "there is nothing to trust: %s is not there", display.Line(path))
	}
	if mistakes, _ := env.examine(path, data); len(mistakes) > 0 {
		env.report(mistakes, nil)
		return console.Problem("mend it first", "%s has mistakes", display.Line(path))
	}
	book, err := trust.Open(e.StateDir)
	if err != nil {
		return err
	}
	if book.State(path, data) == trust.Trusted {
		env.printf("%s is trusted as it is\n", display.Line(path))
		return nil
	}
	tty, terminal, err := console.Person(env.TTY, "trusts a file", "")
	if err != nil {
		return err
	}
	defer tty.Close()
	env.printf("%s\n\n", display.Line(path))
	for line := range strings.Lines(string(data)) {
		env.printf("  %s\n", display.Line(strings.TrimRight(line, "\r\n")))
	}
	env.begins(e, path)
	if !sure && !yes(tty, tty, "Trust this file as it is?") {
		return console.Problem("", "nothing was changed")
	}
	if err := env.Who(terminal).Note(e.StateDir, env.Now(), audit.Trusted, path, ""); err != nil {
		return console.Problem("`sentinel doctor` looks at the log; nothing was changed", "%v", err)
	}
	if err := trust.Add(e.StateDir, path, data, env.Now()); err != nil {
		return err
	}
	env.printf("trusted, until it changes\n")
	return nil
}

// begins says what of the file does not count yet.
func (env Env) begins(e *engine.Engine, path string) {
	n := 0
	for _, note := range e.Notes {
		p, ok := note.(config.Problem)
		if !ok || p.Kind != config.Ignored || p.Origin.File != path || !strings.Contains(p.Msg, "can only tighten") {
			continue
		}
		if n++; n == 1 {
			env.printf("\nWould begin to count:\n")
		}
		what, _, _ := strings.Cut(p.Msg, " does not count")
		env.printf("  line %d: %s\n", p.Origin.Line, display.Line(what))
	}
	if n == 0 {
		env.printf("\nNothing in it loosens what holds here.\n")
	}
	env.printf("\n")
}

func (env Env) revoke(e *engine.Engine) error {
	path, err := repositoryFile(e)
	if err != nil {
		return err
	}
	was, err := trust.Revoke(e.StateDir, path)
	switch {
	case err != nil:
		return err
	case !was: // as with every taking back: what is to be gone is gone
		env.printf("%s was not trusted; %s\n", display.Line(path), env.same("`sentinel trust --list` shows what is"))
		return nil
	}
	env.printf("%s is trusted no more\n", display.Line(path))
	if err := env.Who("").Note(e.StateDir, env.Now(), audit.Untrusted, path, ""); err != nil {
		fmt.Fprintf(env.Stderr, "sentinel: done, but %s\n", display.Line(err.Error()))
	}
	return nil
}

// listed is a line of the list.
type listed struct {
	trust.Entry
	State string `json:"state"`
}

func (env Env) listTrusted(state string, asJSON bool) error {
	book, err := trust.Open(state)
	if err != nil {
		return err
	}
	list := []listed{}
	for _, t := range book.Entries() {
		x := listed{t, "trusted"}
		switch data, there, err := env.content(t.File); {
		case err != nil || !there:
			x.State = "gone"
		case book.State(t.File, data) != trust.Trusted:
			x.State = "changed"
		}
		list = append(list, x)
	}
	if asJSON {
		return console.JSON(env.Stdout, map[string]any{"version": 1, "trusted": list})
	}
	for _, x := range list {
		env.printf("%-8s %s  %s\n", x.State, x.At.Format("2006-01-02"), display.Line(env.tilde(x.File)))
	}
	if len(list) == 0 {
		env.printf("no repository's configuration is trusted\n")
	}
	return nil
}
