package conf

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/config/keys"
	"github.com/sentinelgate/sentinel/internal/config/trust"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/engine"
	"github.com/sentinelgate/sentinel/rules"
)

// Config is `sentinel config` with its subcommands.
func Config(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:     "config",
		Short:   "Show, check and edit the configuration",
		Example: "  sentinel config show\n  sentinel config edit",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return console.Misused("known are show, check, edit, path and schema", "unknown command %q of sentinel config", args[0])
		},
	}
	c.AddCommand(showCommand(env), checkCommand(env), editCommand(env), pathCommand(env), schemaCommand(env))
	return c
}

func showCommand(env Env) *cobra.Command {
	var dir string
	var asJSON bool
	c := &cobra.Command{
		Use: "show", Short: "Print every value with the file and line it comes from", Args: words(0, "no operands"),
		Long:    "Exit code 1 if a file has mistakes.",
		Example: "  sentinel config show\n  sentinel config show --json",
		RunE: func(*cobra.Command, []string) error {
			e, err := env.Open(dir)
			if err != nil {
				return err
			}
			wrong := error(nil)
			if len(e.Problems) > 0 {
				wrong = &console.Error{Code: console.Failed}
			}
			if asJSON {
				err := console.JSON(env.Stdout, map[string]any{"version": 1, "settings": settings(e), "rules": ruleViews(e), "broken": e.Config.Broken, "mistakes": texts(e.Problems)})
				return errors.Join(err, wrong)
			}
			env.settingsText(settings(e))
			own := slices.DeleteFunc(ruleViews(e), func(r ruleView) bool { return r.Default })
			if len(own) > 0 {
				env.para("rules (within a tool the last match wins)", 2)
				env.rulesText(own)
			}
			env.printf("%s\n", env.same("The built-in rules: sentinel policy"))
			env.report(e.Problems, nil)
			return wrong
		},
	}
	c.Flags().StringVarP(&dir, "dir", "d", "", "look from DIR")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// settings is every value that holds, and what else the files say. Of the
// blocks, which other packages join, all that is written is listed, with a word
// on what does not count as it stands.
func settings(e *engine.Engine) []settingView {
	out := []settingView{}
	typed := map[string]bool{}
	for _, s := range e.Config.Settings() {
		typed[s.Key] = true
		if s.Value != "" {
			out = append(out, settingView{Key: s.Key, Value: s.Value, Origin: s.Origin.String()})
		}
	}
	trusted := false
	for _, f := range e.Config.Files {
		trusted = trusted || f.Scope == config.Repository && f.Trust == trust.Trusted
	}
	for i, s := range e.Config.Written {
		if typed[s.Key] || s.Key == "$schema" || strings.Contains(s.Key, "[") {
			continue
		}
		v := settingView{Key: s.Key, Value: s.Value, Origin: s.Origin.String()}
		overruled := func(o config.Setting) bool {
			return o.Key == s.Key && o.Origin.Scope != config.Repository && !strings.HasPrefix(s.Value, "[")
		}
		switch {
		case s.Origin.Scope == config.Repository && !trusted:
			v.Note = "may only tighten"
		case slices.ContainsFunc(e.Config.Written[i+1:], overruled):
			v.Note = "overruled"
		}
		out = append(out, v)
	}
	return out
}

func (env Env) settingsText(list []settingView) {
	for _, s := range list {
		origin := env.tilde(s.Origin)
		if s.Note != "" {
			origin += " (" + s.Note + ")"
		}
		env.para(fmt.Sprintf("  %-24s %-12s %s", display.Line(s.Key), display.Line(s.Value), display.Line(origin)), 27)
	}
}

// Warnings is what is right in the configuration and perhaps not meant, and
// what of it does not count.
func Warnings(e *engine.Engine) []error {
	out := e.Notes[:len(e.Notes):len(e.Notes)]
	for _, w := range e.Rules.Lint() {
		out = append(out, w)
	}
	return out
}

func checkCommand(env Env) *cobra.Command {
	var dir string
	var asJSON bool
	c := &cobra.Command{
		Use: "check [FILE]", Short: "Look for mistakes in the configuration, or in a file that is none yet", Args: words(1, "one file"),
		Long:    "Exit code 1 if there is a mistake. Warnings are printed and are none.",
		Example: "  sentinel config check\n  sentinel config check new.json",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return env.checkFile(args[0], asJSON)
			}
			e, err := env.Open(dir)
			if err != nil {
				return err
			}
			found := 0
			for _, f := range e.Config.Files {
				if f.Found {
					found++
				}
			}
			return env.checked(e.Problems, Warnings(e), asJSON, console.Count(found, "file")+", no mistakes")
		},
	}
	c.Flags().StringVarP(&dir, "dir", "d", "", "look from DIR")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (env Env) report(mistakes, warnings []error) {
	for _, p := range mistakes {
		env.para("mistake: "+display.Line(env.same(env.tilde(p.Error()))), 2)
	}
	for _, p := range warnings {
		env.para("warning: "+display.Line(env.same(env.tilde(p.Error()))), 2)
	}
}

// checked prints what was found; a mistake is told by the exit code, too.
func (env Env) checked(mistakes, warnings []error, asJSON bool, fine string) error {
	switch {
	case asJSON:
		if err := console.JSON(env.Stdout, map[string]any{"version": 1, "mistakes": texts(mistakes), "warnings": texts(warnings)}); err != nil {
			return err
		}
	default:
		env.report(mistakes, warnings)
	}
	if len(mistakes) > 0 {
		return &console.Error{Code: console.Failed}
	}
	if !asJSON {
		env.printf("%s\n", fine)
	}
	return nil
}

func texts(list []error) []string {
	out := []string{}
	for _, err := range list {
		out = append(out, err.Error())
	}
	return out
}

// checkFile looks at one file by itself.
func (env Env) checkFile(path string, asJSON bool) error {
	if !filepath.IsAbs(path) {
		path = filepath.Join(env.Cwd, path)
	}
	data, err := env.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return console.Misused("without a name your own files are looked at", "there is no file %s", env.tilde(path))
	}
	if err != nil {
		return fmt.Errorf("check configuration: %w", err)
	}
	mistakes, warnings := env.examine(path, data)
	return env.checked(mistakes, warnings, asJSON, display.Line(env.tilde(path))+" has no mistakes")
}

// examine finds what is wrong with a file's content, its rules included.
func (env Env) examine(path string, data []byte) (mistakes, warnings []error) {
	c, problems := config.Load(config.Options{Home: env.homeOrRoot(), ReadFile: func(name string) ([]byte, error) {
		if name != config.UserFile(env.homeOrRoot()) {
			return nil, fs.ErrNotExist
		}
		return data, nil
	}})
	add := func(err error, warning bool) {
		if warning {
			warnings = append(warnings, err)
		} else {
			mistakes = append(mistakes, err)
		}
	}
	for _, p := range problems {
		if p.Origin.File != "" {
			p.Origin.File = path
		}
		add(p, p.Kind == config.Warning)
	}
	for _, b := range c.Permission {
		set, wrong := rules.Parse(rules.Source{File: path, Scope: b.Origin.Scope.String(), Line: b.Origin.Line, Column: b.Origin.Column}, b.Data)
		for _, p := range append(wrong, set.Over(rules.Defaults(nil)).Lint()...) {
			add(p, p.Warning)
		}
	}
	return mistakes, warnings
}

func (env Env) homeOrRoot() string {
	if env.Home == "" {
		return string(filepath.Separator)
	}
	return env.Home
}

func schemaCommand(env Env) *cobra.Command {
	return &cobra.Command{
		Use: "schema", Short: "Print the JSON Schema of a configuration file", Args: words(0, "no operands"),
		Example: "  sentinel config schema > sentinel-config.schema.json",
		RunE: func(*cobra.Command, []string) error {
			_, err := env.Stdout.Write(keys.Schema())
			return err
		},
	}
}

func pathCommand(env Env) *cobra.Command {
	var dir string
	var asJSON bool
	c := &cobra.Command{
		Use: "path [user|project|repository]", Short: "Print where the files are", Args: words(1, "one scope"),
		Example: "  sentinel config path\n  cat $(sentinel config path user)",
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := env.Open(dir)
			if err != nil {
				return err
			}
			if len(args) == 1 {
				path, err := fileOf(e, env.Home, args[0])
				switch {
				case err != nil:
				case asJSON:
					err = console.JSON(env.Stdout, map[string]any{"version": 1, "path": path})
				default:
					env.printf("%s\n", display.Line(path))
				}
				return err
			}
			if asJSON {
				return console.JSON(env.Stdout, map[string]any{"version": 1, "files": fileViews(e)})
			}
			for _, f := range e.Config.Files {
				state := "not there"
				if f.Found {
					state = "found"
				}
				env.printf("%-11s %-10s %s\n", f.Scope, state, display.Line(f.Path))
			}
			return nil
		},
	}
	c.Flags().StringVarP(&dir, "dir", "d", "", "look from DIR")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// fileOf is the file of a scope.
func fileOf(e *engine.Engine, home, scope string) (string, error) {
	switch scope {
	case config.User.String():
		return config.UserFile(home), nil
	case config.Project.String(), config.Repository.String():
		if e.Root == "" {
			return "", console.Problem("go to a project, or name it with --dir", "there is no project here")
		}
		if scope == config.Project.String() {
			return config.ProjectFile(home, e.Root), nil
		}
		return config.RepositoryFile(e.Root), nil
	}
	return "", console.Misused("known are user, project and repository", "unknown scope %q", scope)
}

// content reads a file that may be missing.
func (env Env) content(path string) ([]byte, bool, error) {
	data, err := env.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	return data, err == nil, err
}
