// Package config reads what people have written down about how the gate should
// behave.
//
//	c, problems := config.Load(config.Options{ReadFile: os.ReadFile, Home: home, Root: root})
//
// Files are JSON with comments. Three are read, each over the one before:
//
//	<home>/.config/sentinel/config.json            the person, every project
//	<home>/.config/sentinel/projects/<name>.json   the person, this project
//	<root>/.sentinel/config.json                   the repository, may only tighten
//
// For pi the files of its own extension folder come before them (pi.go). A
// repository's file that its person trusts is laid below the person's own, and
// tightens over them as before. No environment variable moves or loosens
// anything. Every value knows the file and the line it comes from (Origin).
//
// Mistakes never widen what is allowed. A file that cannot be read or does not
// parse sets Broken: whoever decides must then ask for everything that is not
// green. A file that parses but holds a mistake may only tighten, as a
// repository's may: what it allows is void, what it denies holds.
//
// The keys are described once, in package keys: the reader checks a file against
// that table, which also makes the schema. To add a key, add it there, say
// in apply.go what it may do in a file that only tightens, and give it a place
// in Config. The blocks permission and guards are checked here and handed on as
// plain JSON with their place, to the packages that know them.
package config

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/config/keys"
	"github.com/sentinelgate/sentinel/internal/config/trust"
)

// Scope is where a value comes from. Later scopes stand over earlier ones.
type Scope uint8

// The scopes.
const (
	Default    Scope = iota // built in
	Client                  // the person's file in the folder of a client that has one
	User                    // the person's file
	Project                 // the person's file for this project
	Repository              // the file that came with the repository
)

// String gives the scope's name.
func (s Scope) String() string {
	names := [...]string{"default", "client", "user", "project", "repository"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("scope(%d)", uint8(s))
}

// Origin is the place where a value was written. The zero value is a default.
type Origin struct {
	Scope  Scope
	File   string // as it was opened, "" for a default
	Line   int    // from 1
	Column int    // from 1, in characters
}

// String gives "file:line", or "default".
func (o Origin) String() string {
	if o.File == "" {
		return o.Scope.String()
	}
	if o.Line == 0 {
		return o.File
	}
	return fmt.Sprintf("%s:%d", o.File, o.Line)
}

// Value is a value and its origin.
type Value[T any] struct {
	V      T
	Origin Origin
}

// Autonomy is how much runs without a question. The zero value is Strict.
type Autonomy uint8

// The levels of autonomy.
const (
	Strict   Autonomy = iota // only what reads
	Standard                 // also work in the project that is easily undone
)

// String gives the word used in files.
func (a Autonomy) String() string {
	if a == Standard {
		return "standard"
	}
	return "strict"
}

// Config is the whole configuration. The zero value is the strictest there is;
// Defaults gives the one that holds without any file.
type Config struct {
	Autonomy  Value[Autonomy]
	Yolo      Value[bool] // every yellow is allowed
	Silence   Silence
	Ledger    Ledger
	Approvals Approvals
	Secrets   Secrets
	Events    []Sink
	// Blocks are handed on unread, in the order of their scopes.
	Permission, Guards, Risk []Block
	// Broken says that a file could not be read: everything that does more than read
	// must be asked, and nothing here loosens anything: the values are the
	// defaults or stricter, and silence allows nothing.
	Broken bool
	// Files are the files that were looked for, in the order of their scopes.
	Files []Source
	// Written is every value that a file holds, in the order of the scopes,
	// whether it counts or not.
	Written []Setting
}

// Silence is what happens to a MEDIUM call that nobody answers.
type Silence struct {
	Allow  Value[bool] // it runs; "medium" in files, and "strict" turned round
	Budget Value[int]  // how many may run so in an hour
}

// Ledger says where remembered approvals stand.
type Ledger struct {
	// InHome moves them from the project to the person's state folder;
	// "location": "user" in files.
	InHome Value[bool]
}

// Block is one part of a file for another package.
type Block struct {
	// Data is an object as plain JSON: comments and trailing commas are blanks,
	// so that places in it are places in the file counted from Origin.
	Data   json.RawMessage
	Origin Origin
	// TightenOnly says that whatever loosens in it must not count. What neither
	// loosens nor tightens (where a store is) counts.
	TightenOnly bool
}

// Source is a file that was looked for.
type Source struct {
	Path  string
	Scope Scope
	Found bool
	// Trust is what the person thinks of a repository's file.
	Trust trust.State

	tighten bool // never more than that, whatever the scope
	guards  bool // the file is a block of guards
}

// Problem is one mistake in a file, or something in it that does not count.
type Problem struct {
	Kind   ProblemKind
	Origin Origin
	Msg    string
	Hint   string // what to do, "" if there is nothing to say
}

// ProblemKind says what a problem comes to. The zero value is Broken.
type ProblemKind uint8

// The kinds of problems.
const (
	Broken  ProblemKind = iota // the file does not count, see Config.Broken
	Invalid                    // the file's values may only tighten
	Ignored                    // the value does not count where it stands
	Warning                    // all of it counts, and is perhaps not what was meant
)

// Error gives "file:line:column: message (hint)".
func (p Problem) Error() string {
	text := p.Msg
	if p.Origin.File != "" {
		text = fmt.Sprintf("%s:%d:%d: %s", p.Origin.File, p.Origin.Line, p.Origin.Column, p.Msg)
	}
	if p.Hint != "" {
		text += " (" + p.Hint + ")"
	}
	return text
}

// Defaults is the configuration without any file.
func Defaults() Config {
	return Config{
		Autonomy: Value[Autonomy]{V: Standard},
		Silence:  Silence{Allow: Value[bool]{V: true}, Budget: Value[int]{V: keys.Budget}},
		Approvals: Approvals{
			From:       Value[sentinel.Risk]{V: sentinel.Medium},
			Unattended: Value[bool]{V: true},
			Windows: Windows{Medium: Value[time.Duration]{V: 120 * time.Second}, High: Value[time.Duration]{V: 600 * time.Second},
				Critical: Value[time.Duration]{V: 1800 * time.Second}},
			Audit: Audit{CheckpointEvery: Value[int]{V: keys.Checkpoint}},
		},
	}
}
