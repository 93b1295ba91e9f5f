package sentinel

import "fmt"

// EffectKind says what a call does to its target. The vocabulary is closed:
// a new kind needs a row in the risk table (internal/risk). The zero value is
// Unread: something that could not be understood, which is never green.
type EffectKind uint8

const (
	Unread            EffectKind = iota // part of the call could not be understood
	Read                                // content of a file is read and may be shown
	List                                // names or metadata only
	Write                               // content of a file is written, created or replaced
	Create                              // an empty file, a folder or a link is made
	Delete                              // single files are removed
	DeleteTree                          // a folder is removed with all below it
	Move                                // a file or folder changes its place
	Permission                          // mode, owner or attributes of a file change
	PermissionTree                      // the same, recursively
	Run                                 // a known build, test, lint or format step of the project runs
	Serve                               // a development server runs
	ExecuteFile                         // a program or script file runs whose doing is not known
	ExecuteInline                       // inline code runs that was only partly understood
	ExecuteDownloaded                   // something fetched or decoded is run
	Fetch                               // something is read from a host
	Send                                // something is sent to a host
	Listen                              // a port is opened to others
	Install                             // packages are installed, removed or updated
	Privilege                           // runs as another user
	Persist                             // something is arranged to run later
	Signal                              // own jobs or ports are signalled
	SignalBroad                         // processes are signalled by broad name, or all of them
	Record                              // git: commits, stashes, tags, branches are made or moved
	Integrate                           // git: history is joined or replayed (merge, rebase, amend, pull)
	Discard                             // uncommitted work is lost
	RewriteHistory                      // history is erased or cannot be found again
	Publish                             // commits, messages or artefacts go where others see them
	RewriteRemote                       // commits that others may have are overwritten
	DeleteRemote                        // branches, tags, repositories elsewhere are deleted
	Release                             // a version is released
	Unrelease                           // a release is taken back
	RemoteChange                        // infrastructure or a service elsewhere is changed
	RemoteDestroy                       // infrastructure or a service elsewhere is destroyed
	DataChange                          // rows, keys or schemas of a database are changed
	DataDestroy                         // tables, databases, volumes are destroyed
	SecretRead                          // a secret is read or shown
	SecretSend                          // a secret is sent somewhere
	EnvPrint                            // the whole environment is shown
	Bypass                              // a check (hook, signature, host key) is skipped
	Setting                             // a setting of a tool or of the repository changes
	Remote                              // a command runs in a container or on another host
	System                              // the machine itself is changed
	Catastrophe                         // what nobody could sensibly approve
	TouchGate                           // the gate itself is touched
	effectKinds
)

var effectNames = [effectKinds]string{
	"unread", "read", "list", "write", "create", "delete", "delete-tree", "move",
	"permission", "permission-tree", "run", "serve", "execute-file", "execute-inline",
	"execute-downloaded", "fetch", "send", "listen", "install", "privilege", "persist",
	"signal", "signal-broad", "record", "integrate", "discard", "rewrite-history", "publish",
	"rewrite-remote", "delete-remote", "release", "unrelease", "remote-change",
	"remote-destroy", "data-change", "data-destroy", "secret-read", "secret-send",
	"env-print", "bypass", "setting", "remote", "system", "catastrophe", "gate",
}

// String gives the kind's name as knowledge files and the risk table spell it.
func (k EffectKind) String() string { return nameOf(effectNames[:], uint8(k)) }

// ParseEffectKind is the inverse of String.
func ParseEffectKind(name string) (EffectKind, error) {
	i, err := indexOf(effectNames[:], "effect", name)
	return EffectKind(i), err
}

// MarshalText makes kinds readable in JSON.
func (k EffectKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (k *EffectKind) UnmarshalText(b []byte) (err error) {
	*k, err = ParseEffectKind(string(b))
	return err
}

// EffectKinds lists every kind in the order of the table.
func EffectKinds() []EffectKind {
	kinds := make([]EffectKind, effectKinds)
	for i := range kinds {
		kinds[i] = EffectKind(i)
	}
	return kinds
}

// Scope says where the target of an effect lies. The zero value is
// ScopeUnknown, the most severe reading of an ordinary place.
type Scope uint8

const (
	ScopeUnknown    Scope = iota // cannot be told from the text
	ScopeNone                    // the effect has no target
	ScopeProject                 // inside the project root
	ScopeOutput                  // inside the project: ignored build output, or what git gives back
	ScopeWhole                   // the project itself, its .git, or everything in it
	ScopeTemp                    // below a temporary folder
	ScopeHome                    // in the person's home, outside the project
	ScopeOutside                 // elsewhere outside the project
	ScopeStartup                 // start-up files, hooks, CI, agents' settings: content that runs later
	ScopeSecret                  // a path that holds secrets
	ScopeSystem                  // the system's own folders
	ScopeDevice                  // a raw device
	ScopeGate                    // the gate's own files
	ScopeOwn                     // own host: loopback
	ScopeRemote                  // another host or a service
	ScopeProduction              // another host or service that is named production
	ScopeContainer               // inside a container
	ScopeGlobal                  // for the whole user or machine (installs, settings)
	ScopeForeign                 // from a bare address instead of a registry or remote
	scopes
)

var scopeNames = [scopes]string{
	"unknown", "none", "project", "output", "whole", "temp", "home", "outside", "startup",
	"secret", "system", "device", "gate", "own", "remote", "production", "container",
	"global", "foreign",
}

// String gives the scope's name.
func (s Scope) String() string { return nameOf(scopeNames[:], uint8(s)) }

// ParseScope is the inverse of String.
func ParseScope(name string) (Scope, error) {
	i, err := indexOf(scopeNames[:], "scope", name)
	return Scope(i), err
}

// MarshalText makes scopes readable in JSON.
func (s Scope) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (s *Scope) UnmarshalText(b []byte) (err error) {
	*s, err = ParseScope(string(b))
	return err
}

// Scopes lists every scope in the order of the table.
func Scopes() []Scope {
	all := make([]Scope, scopes)
	for i := range all {
		all[i] = Scope(i)
	}
	return all
}

// Effect is one thing a call does. Two effects are interchangeable for a grant
// when all fields are equal.
type Effect struct {
	Kind  EffectKind `json:"kind"`
	Scope Scope      `json:"scope"`
	// Target binds a grant to one path, host, package source or file where the
	// kind needs that; empty when the scope alone counts.
	Target string `json:"target,omitempty"`
	// Identity is the SHA-256 (hex) of a file that would run, when known.
	Identity string `json:"identity,omitempty"`
}

// String is the effect in one line: kind, scope and target.
func (e Effect) String() string {
	s := e.Kind.String()
	if e.Scope != ScopeNone {
		s += " " + e.Scope.String()
	}
	if e.Target != "" {
		s += " " + e.Target
	}
	return s
}

func nameOf(names []string, i uint8) string {
	if int(i) >= len(names) {
		return fmt.Sprintf("invalid(%d)", i)
	}
	return names[i]
}

func indexOf(names []string, what, name string) (uint8, error) {
	for i, n := range names {
		if n == name {
			return uint8(i), nil
		}
	}
	return 0, fmt.Errorf("unknown %s %q", what, name)
}
