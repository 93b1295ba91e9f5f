package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
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
	for i := range sections {
		s := &sections[i]
		c.Files = append(c.Files, s.source)
		stranger := s.source.Scope == Repository
		c.apply(layer{section: s, tighten: c.Broken || s.invalid || stranger, stranger: stranger})
		problems = append(problems, s.problems...)
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
	s := read(source, data, top(), false)
	s.check(o.Home)
	return s
}
