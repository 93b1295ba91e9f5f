package clients

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sentinelgate/sentinel/internal/cli/console"
	"github.com/sentinelgate/sentinel/internal/client"
	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
	"github.com/sentinelgate/sentinel/internal/config/jsonc"
	"github.com/sentinelgate/sentinel/internal/display"
	"github.com/sentinelgate/sentinel/internal/program"
)

// Install registers the gate.
func Install(env Env) *cobra.Command {
	return registerCommand(env, true, "install CLIENT...", "Register the gate with clients",
		"  sentinel install claude --dry-run\n  sentinel install --all")
}

// Uninstall takes the registration out.
func Uninstall(env Env) *cobra.Command {
	return registerCommand(env, false, "uninstall CLIENT...", "Take the gate's registration out of clients' settings",
		"  sentinel uninstall claude\n  sentinel uninstall --all")
}

// registration is one run of install or uninstall.
type registration struct {
	Env
	installs bool
	level    settings.Level
	dry, all bool
}

func registerCommand(env Env, installs bool, use, short, example string) *cobra.Command {
	r := registration{Env: env, installs: installs}
	var level string
	c := &cobra.Command{
		Use: use, Short: short, Example: example,
		Long: short + ".\n\nClients: " + Names() + "\n--all takes those that this person uses.\nNothing else in the files changes; what does is shown by --dry-run.",
		Args: func(c *cobra.Command, names []string) error {
			if len(names) == 0 && !r.all {
				return console.Misused(c.Example, "%s needs the name of a client (%s), or --all", c.CommandPath(), Names())
			}
			if len(names) > 0 && r.all {
				return console.Misused(c.Example, "%s takes names or --all, not both", c.CommandPath())
			}
			return Known(c, names)
		},
		RunE: func(_ *cobra.Command, names []string) error {
			var err error
			if r.level, err = settings.ParseLevel(level); err != nil {
				return console.Misused("known are user, project, local and managed", "unknown level %s", console.Quote(level))
			}
			return r.run(names)
		},
	}
	c.Flags().StringVar(&level, "level", "user", "whose settings: user, project, local or managed")
	c.Flags().BoolVar(&r.dry, "dry-run", false, "show the change, make none")
	c.Flags().BoolVar(&r.all, "all", false, "every client that is there")
	return c
}

// Known wants names of clients.
func Known(c *cobra.Command, names []string) error {
	for _, name := range names {
		if _, err := client.Find(name); err != nil {
			return console.Misused("known clients: "+Names()+"\nusage: "+c.UseLine(), "%q is no client", name)
		}
	}
	return nil
}

// Names lists them.
func Names() string {
	var out []string
	for _, c := range client.All() {
		out = append(out, c.Name())
	}
	return strings.Join(out, " ")
}

func (r registration) run(names []string) error {
	if err := r.homeKnown(); err != nil {
		return err
	}
	if r.installs && fleeting(r.Binary) {
		return console.Misused("build it where it can stay and run that: go build -o ~/.local/bin/sentinel ./cmd/sentinel && ~/.local/bin/sentinel install ...",
			"this program is one that `go run` throws away: a registration of it would refuse every call")
	}
	var list []client.Client
	for _, name := range names {
		c, err := client.Find(name)
		if err != nil {
			return err
		}
		list = append(list, c)
	}
	if r.all {
		if list = r.everyClient(); len(list) == 0 {
			return console.Misused("name one: sentinel install CLIENT; clients: "+Names(), "no client that is known was found below %s", r.Home)
		}
	}
	// One client's trouble is no reason to leave the others open.
	failed := error(nil)
	for _, c := range list {
		if err := r.one(c); err != nil {
			if len(list) == 1 {
				return err
			}
			r.Fail(err)
			failed = console.Problem("", "")
		}
	}
	if failed == nil && r.installs && !r.dry {
		r.printf("%s\n", r.same("Check it with `sentinel doctor`."))
	}
	return failed
}

// fleeting tells whether a program is one that go run has made for this run.
func fleeting(binary string) bool {
	dir := filepath.Dir(binary)
	if filepath.Base(dir) != "exe" {
		return false
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if strings.HasPrefix(filepath.Base(dir), "go-build") {
			return true
		}
	}
	return false
}

// everyClient lists the clients to install for, or those that may have to be
// taken out.
func (r registration) everyClient() []client.Client {
	var out []client.Client
	for _, c := range client.All() {
		g := c.Registration()
		if len(g.Files(r.Home, r.Cwd, r.level)) > 0 && (!r.installs || r.uses(g)) {
			out = append(out, c)
		}
	}
	return out
}

// uses tells whether this person uses a client.
func (env Env) uses(g settings.Registration) bool {
	for _, sign := range g.Signs {
		if _, err := os.Stat(filepath.Join(env.Home, filepath.FromSlash(sign))); err == nil {
			return true
		}
	}
	return false
}

// one registers with one client: all of its files, or none.
func (r registration) one(c client.Client) error {
	g := c.Registration()
	if g.ByHand() {
		return console.Misused("register this command yourself, to be run before each tool call; docs/clients/"+c.Name()+".md tells more:\n"+r.byHand(c),
			"the gate does not edit the settings of %s", c.Title())
	}
	files := g.Files(r.Home, r.Cwd, r.level)
	if len(files) == 0 {
		return console.Misused("--level "+strings.Join(r.levels(g), " or "), "%s has no %s level on this system", c.Title(), r.level)
	}
	edits, err := r.plan(g, files)
	if err != nil {
		return err
	}
	for _, e := range edits {
		if err := r.write(e); err != nil {
			return err
		}
	}
	if r.installs && !r.dry {
		r.para(c.CrashNote(), 2)
		if g.Next != "" {
			r.para(g.Next, 2)
		}
	}
	if !r.installs {
		r.stays(c)
	}
	r.elsewhere(c, g)
	return nil
}

// stays names the registrations of other levels: a project's file may be
// everybody's, so that it is taken out only by name.
func (r registration) stays(c client.Client) {
	for _, x := range r.registrations(c) {
		if x.Level != r.level.String() && x.Problem == "" && (x.Registered || !x.status.Disabled) {
			r.printf("%s: stays registered; take it out with: %s\n", display.Line(x.File), r.same("sentinel uninstall "+c.Name()+" --level "+x.Level))
		}
	}
}

func (env Env) byHand(c client.Client) string {
	o := env.clientOptions()
	command, err := settings.Guarded(o, c.Name(), hook.NoAnswer(c, o.Doctor()))
	if err != nil {
		return "sentinel hook " + c.Name()
	}
	return command
}

func (env Env) levels(g settings.Registration) []string {
	var out []string
	for _, l := range settings.Levels() {
		if len(g.Files(env.Home, env.Cwd, l)) > 0 {
			out = append(out, l.String())
		}
	}
	return out
}

// elsewhere says when the client looks for its settings in another place.
func (env Env) elsewhere(c client.Client, g settings.Registration) {
	if text := env.moved(c, g); text != "" {
		env.para("note: "+display.Line(text), 2)
	}
}

func (env Env) moved(c client.Client, g settings.Registration) string {
	if g.Moved == "" {
		return ""
	}
	dir := env.Getenv(g.Moved)
	for _, f := range g.Files(env.Home, env.Cwd, settings.User) {
		if dir == "" || strings.HasPrefix(f.Path, filepath.Clean(dir)+string(filepath.Separator)) {
			return ""
		}
	}
	return fmt.Sprintf("%s is set to %s: %s may read its settings there, where nothing is registered", g.Moved, dir, c.Title())
}

// edit is the change of one file.
type edit struct {
	file         settings.File
	old, content []byte // nil: no file
}

// plan makes the changes of one client's files, in their order. A file may
// depend on those in front of it.
func (r registration) plan(g settings.Registration, files []settings.File) ([]edit, error) {
	var edits []edit
	o := r.clientOptions()
	o.Beside = func(path string) (was, will []byte) {
		for _, e := range edits {
			if e.file.Path == path {
				return e.old, e.content
			}
		}
		return nil, nil
	}
	for _, f := range files {
		old, err := settings.ReadFile(f)
		if err != nil {
			return nil, console.Problem("nothing was changed", "%v", err)
		}
		do := g.Edit.Uninstall
		if r.installs {
			do = g.Edit.Install
		}
		content, err := do(f, old, o)
		if err != nil {
			return nil, console.Problem("mend the file, then run the command again; it was left as it is", "%s cannot be read: %s", f.Path, trouble(err))
		}
		edits = append(edits, edit{f, old, content})
	}
	return edits, nil
}

// trouble says what is wrong with a file of settings, with the place in words.
func trouble(err error) string {
	var at *jsonc.Error
	if errors.As(err, &at) {
		return fmt.Sprintf("line %d, column %d: %s", at.Line, at.Col, at.Msg)
	}
	if at, ok := strings.CutPrefix(err.Error(), "read TOML: "); ok { // LINE:COLUMN: what
		if where := strings.SplitN(at, ":", 3); len(where) == 3 {
			return "line " + where[0] + ", column " + where[1] + ":" + where[2]
		}
	}
	return err.Error()
}

func (r registration) write(e edit) error {
	same := bytes.Equal(e.old, e.content) && (e.old == nil) == (e.content == nil)
	switch {
	case same && r.all && !r.installs: // most clients know nothing of the gate
		return nil
	case same:
		r.printf("%s: nothing to change\n", e.file.Path)
		return nil
	case r.dry:
		r.printf("%s", display.Block(settings.Diff(e.file.Path, e.old, e.content)))
		return nil
	}
	word := "changed"
	var err error
	switch {
	case e.content == nil:
		word, err = "removed, nothing else was in it", settings.Remove(e.file, e.old)
	case e.old == nil:
		word, err = "written", settings.Replace(e.file, e.old, e.content)
	default:
		err = settings.Replace(e.file, e.old, e.content)
	}
	if err != nil {
		return console.Problem("", "%v", err)
	}
	r.printf("%s: %s\n", e.file.Path, word)
	return nil
}

func (env Env) clientOptions() settings.Options {
	o := settings.Options{Binary: hookProgram(env.Binary), Home: env.Home, Exists: settings.IsFile}
	if env.HomeFlag != "" {
		o.Flags = []string{"--home", env.HomeFlag}
	}
	return o
}

// hookProgram is the small program for hooks where it lies beside this one: it
// starts faster. The words behind it are the same for both.
func hookProgram(binary string) string {
	small := program.Beside(binary, program.Hook)
	if binary != "" && settings.IsFile(small) {
		return small
	}
	return binary
}
