package clients

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/audit"
	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/client/settings"
	"github.com/sentinelgate/sentinel/internal/config"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/importer"
	"github.com/sentinelgate/sentinel/rules"
)

// importRun is one run of import.
type importRun struct {
	Env
	client  string
	project bool
	write   bool
}

// Import turns rules of a client into rules for the gate.
func Import(env Env) *cobra.Command {
	r := importRun{Env: env}
	known := strings.Join(importer.Clients(), ", ")
	c := &cobra.Command{
		Use:   "import CLIENT [FILE]",
		Short: "Turn the rules you wrote for a client into rules for the gate",
		Long: "Reads the rules of a client (" + known + ") and says of each what becomes of it:\n" +
			"taken over, tightened or left out. Nothing is widened. Without FILE it reads where the client\n" +
			"keeps them: in your home, or with --project in this project. The rules are printed, and\n" +
			"written into your configuration only with --write.",
		Example: "  sentinel import claude\n  sentinel import opencode opencode.json --write\n  sentinel import claude --project",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return console.Misused(c.Example, "%s needs a client (%s), and may have a file", c.CommandPath(), known)
			}
			if !slices.Contains(importer.Clients(), args[0]) {
				return console.Misused("clients: "+known, "no rules of %q can be read", args[0])
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			r.client = args[0]
			return r.run(args[1:])
		},
	}
	c.Flags().BoolVar(&r.project, "project", false, "rules of this project, for your configuration of this project alone")
	c.Flags().BoolVar(&r.write, "write", false, "write the rules into your configuration; needs a terminal")
	return c
}

func (r importRun) run(files []string) error {
	if err := r.homeKnown(); err != nil {
		return err
	}
	if len(files) == 0 {
		if files = r.look(); len(files) == 0 {
			return console.Problem("name one: sentinel import "+r.client+" FILE", "no file with rules of %s was found", r.client)
		}
	}
	var results []importer.Result
	for _, f := range files {
		data, err := r.ReadFile(f)
		if err != nil {
			return err
		}
		res, err := importer.Read(r.client, f, data)
		if err != nil {
			return console.Problem("nothing was written", "%v", err)
		}
		r.printf("%s\n", display.Line(f))
		r.report(res)
		results = append(results, res)
	}
	return r.offer(importer.Join(results...).Permission())
}

// look finds the files in which the client keeps rules.
func (r importRun) look() []string {
	base := r.Home
	if r.project {
		base = r.Cwd
	}
	var out []string
	for _, name := range importer.Files(r.client) {
		found, err := filepath.Glob(filepath.Join(quoteGlob(base), filepath.FromSlash(name)))
		if err == nil {
			out = append(out, found...)
		}
	}
	return out
}

// quoteGlob makes a folder's name mean itself in a pattern.
func quoteGlob(dir string) string {
	if filepath.Separator == '\\' {
		return dir
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

// report says what became of each rule.
func (r importRun) report(res importer.Result) {
	s := r.style()
	for _, l := range res.Lines {
		fate := fmt.Sprintf("%-10s", l.Fate)
		switch l.Fate {
		case importer.TakenOver:
			fate = s.Green(fate)
		case importer.LeftOut:
			fate = s.Red(fate)
		}
		text := fmt.Sprintf("  %s %-5s %s", fate, l.Decision, display.Line(l.Text))
		var to []string
		for _, rule := range l.Rules {
			one := rule.Tool
			if rule.Pattern != "" {
				one += " " + fmt.Sprintf("%q", rule.Pattern)
			}
			to = append(to, one)
		}
		if len(to) > 0 {
			text += " -> " + display.Line(strings.Join(to, ", "))
		}
		if l.Why != "" {
			text += ": " + display.Line(l.Why)
		}
		r.printf("%s\n", text)
	}
	for _, n := range res.Notes {
		r.para("  note: "+display.Line(n), 4)
	}
}

// offer prints the rules, or writes them.
func (r importRun) offer(entries []importer.Entry) error {
	file, root := config.UserFile(r.Home), ""
	if r.project {
		e, err := r.Open("")
		if err != nil {
			return err
		}
		if root = e.Root; root == "" {
			return console.Misused("run it in a project, or without --project", "%s is no project", r.Cwd)
		}
		file = config.ProjectFile(r.Home, root)
	}
	members := r.fresh(entries, root)
	if len(members) == 0 {
		r.printf("\nnothing to write\n")
		return nil
	}
	f := settings.File{Path: file, Level: settings.User, Perm: 0o600, Links: true}
	old, err := settings.ReadFile(f)
	if err != nil {
		return err
	}
	content, err := settings.Insert(old, "permission", members)
	if err != nil {
		return console.Problem("nothing was written", "%s: %v", file, err)
	}
	if err := r.holds(file, content); err != nil {
		return console.Problem("nothing was written", "%s: %v", file, err)
	}
	r.printf("\n%s", display.Block(settings.Diff(file, old, content)))
	if !r.write {
		r.printf("Nothing was written. Write it with --write.\n")
		return nil
	}
	tty, terminal, err := console.Person(r.TTY, "writes rules into the configuration", "")
	if err != nil {
		return err
	}
	defer tty.Close()
	if err := r.Note(terminal, audit.Imported, file); err != nil {
		return console.Problem("`sentinel doctor` looks at the log; nothing was written", "%v", err)
	}
	if err := settings.Replace(f, old, content); err != nil {
		return err
	}
	r.printf("%s: written. %s\n", display.Line(file), r.same("See it with `sentinel policy`."))
	return nil
}

// fresh leaves out the tools of which the person's configuration speaks already,
// by whatever name: an entry for one replaces the others whole.
func (r importRun) fresh(entries []importer.Entry, root string) []settings.Member {
	c, _ := config.Load(config.Options{Home: r.Home, Root: root, ReadFile: r.ReadFile})
	var out []settings.Member
	for _, e := range entries {
		if at := speaks(c.Permission, e.Tool); at != "" {
			r.para(fmt.Sprintf("  note: %s has rules for %s already, which were left alone", display.Line(at), display.Line(e.Tool)), 4)
			continue
		}
		if e.Tool == "read" {
			r.para("  note: with rules of your own for reading, the built-in ones no longer hold. The rules below repeat them; secrets "+
				"that they do not name are asked about each time instead of being refused", 4)
		}
		out = append(out, settings.Member{Name: e.Tool, JSON: e.JSON})
	}
	return out
}

// speaks gives the file of the person's in which an entry is about a tool.
func speaks(blocks []config.Block, tool string) string {
	for _, b := range blocks {
		if b.Origin.Scope == config.Repository {
			continue
		}
		set, _ := rules.Parse(rules.Source{File: b.Origin.File}, b.Data)
		for _, e := range set.Entries() {
			key, err := json.Marshal(e.Tool)
			if err != nil {
				continue
			}
			about, _ := rules.Parse(rules.Source{}, []byte("{"+string(key)+`:"deny"}`))
			if rules.Resolve(about, rules.NewCall(tool, "x")).Decision == rules.Deny {
				return b.Origin.File
			}
		}
	}
	return ""
}

// holds tells whether a configuration with the new rules reads without a mistake.
func (r importRun) holds(file string, content []byte) error {
	c, problems := config.Load(config.Options{Home: r.Home, ReadFile: func(path string) ([]byte, error) {
		if path == config.UserFile(r.Home) {
			return content, nil
		}
		return nil, os.ErrNotExist
	}})
	for _, p := range problems {
		return p
	}
	for _, b := range c.Permission {
		if _, problems := rules.Parse(rules.Source{File: file}, b.Data); len(problems) > 0 {
			for _, p := range problems {
				if !p.Warning {
					return errors.New(p.Message)
				}
			}
		}
	}
	return nil
}
