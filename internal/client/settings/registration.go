package settings

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// Registration is how a client is told of the gate: where, in what form, and
// what that leaves open. A client gives one; the zero value is a client that is
// registered by hand.
type Registration struct {
	Client string // the word after "sentinel hook"
	// Signs are what stands below the home of a person who uses the client.
	Signs []string
	// Moved is the environment variable by which the client looks for its
	// settings elsewhere, "" if it has none.
	Moved string
	// Places are where the gate can be registered.
	Places []Place
	// Edit changes the files.
	Edit Editor
	// Canary makes an event of a call that must be refused. It belongs to no
	// session, so that nothing of it is kept but the line in the log.
	Canary func(cwd string) any
	// CanaryEvent is the event's name for clients whose payload does not say it.
	CanaryEvent string
	// Open says what the client leaves open however it is registered, a
	// sentence each.
	Open []string
	// Next says what a person has to do after an install, "" for nothing.
	Next string
}

// Place is one file at a level. Path is slash-separated: below the home for
// User, below the project for Project and Local, absolute for Managed.
type Place struct {
	Level  Level
	Path   string
	System string // the system it is for, "" for all; as in GOOS
	Exec   bool   // the file is a program
	// InHome says that a project's file stands below the home all the same.
	InHome bool
}

// Editor changes the files of a registration. Its methods are pure.
type Editor interface {
	// Install returns the file's new content with the gate registered exactly
	// once. old is nil where there is no file. The result equals old if there
	// is nothing to do.
	Install(f File, old []byte, o Options) ([]byte, error)
	// Uninstall is the inverse: it removes what Install wrote and nothing else.
	// It returns nil where nothing is left.
	Uninstall(f File, old []byte, o Options) ([]byte, error)
	// Status tells how the gate is registered in a file.
	Status(f File, data []byte, o Options) (Status, error)
}

// Levels lists the levels from the nearest to the farthest.
func Levels() []Level { return []Level{User, Project, Local, Managed} }

// Files lists the files of a level, none if the client does not know it.
func (r Registration) Files(home, project string, level Level) []File {
	return r.files(home, project, level, runtime.GOOS)
}

func (r Registration) files(home, project string, level Level, system string) []File {
	var out []File
	for _, p := range r.Places {
		if p.Level != level || p.System != "" && p.System != system {
			continue
		}
		f := File{Level: level, Perm: 0o644, Path: p.Path}
		switch level {
		case User:
			f.Path, f.Links, f.Perm = filepath.Join(home, filepath.FromSlash(p.Path)), true, 0o600
			f.Own = ownFolder(home, p.Path)
		case Project, Local:
			f.Path, f.Root = filepath.Join(project, filepath.FromSlash(p.Path)), project
			f.Own = ownFolder(project, p.Path)
		}
		if p.InHome {
			f.Path, f.Links, f.Perm = filepath.Join(home, filepath.FromSlash(p.Path)), true, 0o600
			f.Own = ownFolder(home, p.Path)
		}
		if level == Local {
			f.Perm = 0o600
		}
		if p.Exec {
			f.Perm |= f.Perm >> 2 & 0o111
		}
		out = append(out, f)
	}
	return out
}

// ownFolder is the client's own folder on the way to a file: the first step, or
// the one below a folder that programs share. Nothing is known of others.
func ownFolder(base, path string) string {
	steps := strings.Split(path, "/")
	own := 1
	if steps[0] == ".config" {
		own = 2
	}
	if len(steps) <= own || !strings.HasPrefix(steps[0], ".") {
		return ""
	}
	return filepath.Join(base, filepath.Join(steps[:own]...))
}

// ByHand tells whether the gate cannot register itself.
func (r Registration) ByHand() bool { return r.Edit == nil || len(r.Places) == 0 }

// Switch is a place in a client's settings that turns hooks off.
type Switch struct {
	Path  []string
	Off   bool   // the value that does
	Lists string // or what a list must hold to do it
}

// JSON registers in the JSON settings of a client. It is an Editor.
type JSON struct {
	Client string
	// Hooks is the registration for these options. Ours is filled in.
	Hooks func(o Options) (Hooks, error)
	// Windows says why the gate is not registered on Windows, "" if it is. Most
	// clients hand hooks to another shell there, and take one that does not start
	// for consent.
	Windows string
}

func (j JSON) hooks(o Options) (Hooks, error) {
	h, err := j.Hooks(o)
	h.Ours = h.ours(j.Client, o.Binary)
	return h, err
}

func (h Hooks) ours(client, binary string) func(string) bool {
	var events []string
	for _, e := range h.Events {
		events = append(events, e.Name)
	}
	return Ours(client, binary, events...)
}

// someProgram stands for any program of that name.
const someProgram = "/sentinel"

// Install is Hooks.Install.
func (j JSON) Install(_ File, old []byte, o Options) ([]byte, error) {
	if j.Windows != "" && o.OnWindows() {
		return nil, fmt.Errorf("not registered on Windows: %s", j.Windows)
	}
	h, err := j.hooks(o)
	if err != nil {
		return nil, fmt.Errorf("install: %w", err)
	}
	return h.Install(old)
}

// Uninstall is Hooks.Uninstall. o.Binary may be empty; a program of another name
// than sentinel is found only if it is given.
func (j JSON) Uninstall(_ File, old []byte, o Options) ([]byte, error) {
	binary := o.Binary
	o.Binary = someProgram
	h, err := j.hooks(o)
	if err != nil {
		return nil, fmt.Errorf("uninstall: %w", err)
	}
	h.Ours = h.ours(j.Client, binary)
	return h.Uninstall(old)
}

// Status is Hooks.Status. o.Binary may be empty.
func (j JSON) Status(f File, data []byte, o Options) (Status, error) {
	if o.Binary == "" {
		o.Binary = someProgram
	}
	h, err := j.hooks(o)
	if err != nil {
		return Status{}, fmt.Errorf("read registration: %w", err)
	}
	return h.Status(f, data, o)
}

// CanaryCommand is never a question: whoever is asked about it refuses.
const CanaryCommand = "rm -rf /"
