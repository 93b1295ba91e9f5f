package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/sentinelgate/sentinel/internal/config/salvage"
	"github.com/sentinelgate/sentinel/internal/config/trust"
)

// Options say where to look. All of them are given by the caller.
type Options struct {
	// ReadFile reads a whole file; a missing one gives an error that is
	// fs.ErrNotExist. Without the function every file counts as unreadable.
	ReadFile func(path string) ([]byte, error)
	// Home is the person's home folder as the system knows it, absolute.
	Home string
	// Root is the project's real path, "" outside of any project.
	Root string
	// Trusted says what the person thinks of the repository's file. Without the
	// function nothing is trusted.
	Trusted func(path string, content []byte) trust.State
	// Client is the client that asks, "" for none. Pi has files of its own:
	// ClientDir is its folder as its environment names it, "" for the usual one,
	// and Cwd the working folder, Root if it is "".
	Client, ClientDir, Cwd string
}

// Load reads the configuration. It always gives one that can be used: what is
// wrong makes it stricter and stands in the problems, in the order of the files.
func Load(o Options) (Config, []Problem) {
	sections, problems := readAll(o)
	c := Defaults()
	for _, s := range sections {
		c.Broken = c.Broken || s.broken
	}
	if len(problems) > 0 { // the home is not known
		c.Broken = true
	}
	// What a trusted repository says is laid below the person's own files, and
	// tightens over them as that of any other.
	for i := range sections {
		if s := &sections[i]; s.source.Trust == trust.Trusted && !s.invalid && !c.Broken {
			c.apply(layer{section: s, stranger: true})
		}
	}
	for i := range sections {
		s := &sections[i]
		c.Files = append(c.Files, s.source)
		stranger := s.source.Scope == Repository
		c.apply(layer{section: s, stranger: stranger, tighten: c.Broken || s.invalid || stranger || s.source.tighten,
			quiet: s.source.Trust == trust.Trusted && !s.invalid && !c.Broken})
		problems = append(problems, s.problems...)
		for _, path := range s.order {
			l := s.values[path]
			c.Written = append(c.Written, Setting{Key: path, Value: l.text, Origin: l.origin})
		}
	}
	c.settle()
	return c, problems
}

// settle works out what follows from several values.
func (c *Config) settle() {
	a := &c.Approvals
	if a.Unattended.Origin == (Origin{}) {
		a.Unattended.V = len(a.Reviewers) == 0
	}
	if a.Strict.V {
		c.Silence.Allow = Value[bool]{Origin: a.Strict.Origin}
	}
	if c.Broken { // the file that is lost may have said so
		c.Silence.Allow, a.Unattended = Value[bool]{}, Value[bool]{}
	}
}

// readAll reads the files in the order of their scopes.
func readAll(o Options) ([]section, []Problem) {
	var sources []Source
	var problems []Problem
	if filepath.IsAbs(o.Home) {
		if o.Client == Pi {
			sources = piFiles(o)
		}
		sources = append(sources, Source{Path: UserFile(o.Home), Scope: User})
		if o.Root != "" {
			sources = append(sources, Source{Path: ProjectFile(o.Home, o.Root), Scope: Project})
		}
	} else {
		problems = append(problems, Problem{Broken, Origin{}, fmt.Sprintf("the home folder %q is no absolute path", o.Home), ""})
	}
	if o.Root != "" {
		sources = append(sources, Source{Path: RepositoryFile(o.Root), Scope: Repository})
	}
	sections := make([]section, 0, len(sources))
	for _, source := range sources {
		sections = append(sections, readOne(o, source))
	}
	return sections, problems
}

func readOne(o Options, source Source) section {
	err := errors.New("no way to read files")
	var data []byte
	if o.ReadFile != nil {
		data, err = o.ReadFile(source.Path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return section{source: source}
	case err != nil:
		s := section{source: source}
		s.fail(Origin{source.Scope, source.Path, 1, 1}, "the file cannot be read: "+err.Error(), "")
		return s
	}
	source.Found = true
	if o.Trusted != nil && source.Scope == Repository && !source.tighten {
		source.Trust = o.Trusted(source.Path, data)
	}
	s := read(source, data)
	s.check(o.Home)
	return s
}

// salvage puts the denies of a broken text into the section's blocks.
func (s *section) salvage(data []byte) {
	at := Origin{s.source.Scope, s.source.Path, 1, 1}
	put := func(key string, v any) {
		if raw, err := json.Marshal(v); err == nil {
			s.blocks[key] = Block{Data: raw, Origin: at}
		}
	}
	rules, patterns := salvage.Denies(data)
	if len(rules) > 0 {
		put("permission", rules)
	}
	if len(patterns) > 0 {
		put("guards", map[string]any{"permissionGate": map[string]any{"autoDenyPatterns": patterns}})
	}
}
