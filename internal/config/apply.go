package config

import (
	"encoding/json"
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
		c.apply(s, c.Broken || s.invalid || s.source.Scope == Repository)
		problems = append(problems, s.problems...)
	}
	if c.Broken { // the file that is lost may have said so
		c.Silence.Allow = Value[bool]{}
	}
	return c, problems
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
	return read(source, data)
}

// apply lays a file over what stands in c. With tighten, only what is stricter
// than before counts; what does not is reported where a person may wonder.
func (c *Config) apply(s *section, tighten bool) {
	if v := s.autonomy; v != nil {
		if loosens := v.V != Strict; loosens && tighten {
			s.ignore(v.Origin, "autonomy")
		} else {
			c.Autonomy = *v
		}
	}
	c.applyBool(s, &c.Yolo, s.yolo, "yolo", tighten)
	c.applyBool(s, &c.Silence.Allow, s.silence, "silence.medium", tighten)
	if v := s.budget; v != nil {
		if tighten && v.V > c.Silence.Budget.V {
			s.ignore(v.Origin, "silence.budget")
		} else {
			c.Silence.Budget = *v
		}
	}
	stranger := s.source.Scope == Repository
	if v := s.inHome; v != nil {
		if stranger {
			s.ignore(v.Origin, "ledger.location")
		} else {
			c.Ledger.InHome = *v
		}
	}
	c.Permission = s.hand(c.Permission, "permission", tighten)
	c.Guards = s.hand(c.Guards, "guards", tighten)
	c.Risk = s.hand(c.Risk, "risk", tighten)
	for _, key := range []string{"store", "audit"} {
		if b, ok := s.blocks[key]; ok && stranger {
			s.ignore(b.Origin, key)
			delete(s.blocks, key)
		}
	}
	c.Store = s.hand(c.Store, "store", tighten)
	c.Audit = s.hand(c.Audit, "audit", tighten)
	if b, ok := s.blocks["permission"]; ok && stranger && allows(b.Data) {
		s.ignore(b.Origin, "what permission allows")
	}
}

// applyBool lays over a value whose true loosens.
func (c *Config) applyBool(s *section, to, from *Value[bool], key string, tighten bool) {
	switch {
	case from == nil:
	case from.V && tighten:
		s.ignore(from.Origin, key)
	default:
		*to = *from
	}
}

// hand appends a block to those of the scopes below.
func (s *section) hand(blocks []Block, key string, tighten bool) []Block {
	b, ok := s.blocks[key]
	if !ok {
		return blocks
	}
	b.TightenOnly = tighten
	return append(blocks, b)
}

// ignore reports a value that does not count. In a file with mistakes, which
// are reported anyway, that is said once by them.
func (s *section) ignore(at Origin, key string) {
	why, hint := "a file of the repository can only tighten", "set it in your own configuration"
	if s.source.Scope != Repository {
		why, hint = "it counts again when the mistakes are mended", ""
	}
	s.problems = append(s.problems, Problem{Ignored, at, key + " does not count here: " + why, hint})
}

// allows tells whether a permission block says "allow" anywhere as a value. It
// only serves the report; the rules themselves see TightenOnly.
func allows(data []byte) bool {
	var v any
	if json.Unmarshal(data, &v) != nil {
		return false
	}
	var find func(v any) bool
	find = func(v any) bool {
		switch v := v.(type) {
		case string:
			return v == "allow"
		case map[string]any:
			for _, w := range v {
				if find(w) {
					return true
				}
			}
		}
		return false
	}
	return find(v)
}
