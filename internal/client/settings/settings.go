// Package settings edits the files in which coding clients keep their hooks.
//
// Hooks holds the form that most clients share and edits bytes only. ReadFile,
// Replace and Diff touch the disk and show a change before it is made:
//
//	old, err := settings.ReadFile(f)
//	content, err := hooks.Install(old)
//	fmt.Print(settings.Diff(f.Path, old, content))
//	err = settings.Replace(f, old, content)
package settings

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// Level is the reach of a registration.
type Level uint8

const (
	User    Level = iota // this person, every project
	Project              // this project, everyone who has it
	Local                // this project, this person
	Managed              // this machine, set by its administrator
)

// String gives the level's name as the command line spells it.
func (l Level) String() string {
	names := [...]string{"user", "project", "local", "managed"}
	if int(l) < len(names) {
		return names[l]
	}
	return fmt.Sprintf("level(%d)", uint8(l))
}

// ParseLevel is the inverse of String.
func ParseLevel(name string) (Level, error) {
	all := []Level{User, Project, Local, Managed}
	i := slices.IndexFunc(all, func(l Level) bool { return l.String() == name })
	if i < 0 {
		return User, fmt.Errorf("parse level %q: want user, project, local or managed", name)
	}
	return all[i], nil
}

// File is one file that a registration is written to.
type File struct {
	Path  string      // absolute
	Level Level       // whose file it is
	Perm  fs.FileMode // permissions if it has to be created
	// Root is the project that the file belongs to, "" for other files. No step
	// from there to the file may be a link.
	Root string
	// Own is the topmost folder on the way to the file that is the client's own:
	// one that Remove leaves empty goes with the file, up to this one. "" for none.
	Own string
	// Links allows the path to be a link that is followed. It is set for files
	// of the person, who may keep them elsewhere, and never for files of a
	// project, where a stranger's repository could point anywhere.
	Links bool
}

// Options say what is registered.
type Options struct {
	// Binary is the absolute path of the gate's program.
	Binary string
	// Flags stand between the program and "hook", for example "--home", "/x".
	Flags []string
	// Timeout is the limit given to the client, in whole seconds; 0 takes the
	// client's default of this package.
	Timeout time.Duration
	// Home is the person's home, for files that depend on one there.
	Home string
	// Beside gives another file of the same registration, as it was and as it
	// will be, for files that speak of each other; nil gives nothing.
	Beside func(path string) (was, will []byte)
	// Exists tells whether a program is there, for Status; nil skips the check.
	Exists func(path string) bool
}

// OnWindows tells whether the program is one of Windows.
func (o Options) OnWindows() bool {
	return len(o.Binary) > 2 && o.Binary[1] == ':' || strings.HasPrefix(o.Binary, `\\`)
}

// Status is how the gate is registered in one file. The zero value is "not at
// all".
type Status struct {
	Registered bool     // tool calls reach the gate
	Complete   bool     // registered for every event the gate wants, for every tool
	FailClosed bool     // the client blocks when the gate crashes or is too slow
	Disabled   bool     // the client's own switch turns hooks of this file off
	Binary     string   // the program that is registered
	Command    string   // the command line that is called before a tool, for a POSIX shell
	Missing    bool     // that program does not exist
	Notes      []string // what is wrong, one sentence each
}

// Around gives another file of the same registration, as it was and as it will
// be.
func (o Options) Around(path string) (was, will []byte) {
	if o.Beside == nil {
		return nil, nil
	}
	return o.Beside(path)
}
