// Package report has the words in which a reader of code says what it found:
// acts with their arguments, and reasons why a part was not understood.
package report

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// most is how many reasons a report keeps.
const most = 20

// Kind says what an act does. The zero Kind is Unread.
type Kind uint8

// The kinds of acts.
const (
	Unread     Kind = iota
	Read            // reads a file: Args are paths
	Write           // creates or overwrites a file
	Append          // adds to a file
	Delete          // deletes a file or an empty folder
	DeleteTree      // deletes a folder with all below it
	Move            // Args: from, to
	Copy            // Args: from, to
	Mkdir           // makes a folder
	Permission      // changes mode or owner: Args are path, then mode or owner
	Exec            // starts a process: Shell or Argv; neither: a copy of itself
	Eval            // runs text as code of the same language: Args are the text
	Send            // sends to a host: Args are URL or host
	Fetch           // gets from a host: Args are URL or host
	Listen          // accepts connections: Args are the address, if given
	Env             // reads one environment variable: Args are its name
	EnvAll          // reads the whole environment
	Signal          // signals a process: Args are the process
	Import          // loads a local file as code: Args are its path
	List            // lists names: Args are the folder or pattern
	DB              // runs SQL: Args are its text
	Install         // installs packages: Args are their names
	Link            // makes a link: Args are what it leads to, and its name
	Empty           // makes a file empty, or a new one without content

	Through // internal: harmless, arguments pass into the result
	Quiet   // internal: harmless
)

var kindNames = [...]string{"unread", "read", "write", "append", "delete", "delete-tree", "move", "copy",
	"mkdir", "permission", "exec", "eval", "send", "fetch", "listen", "env", "env-all", "signal", "import",
	"list", "db", "install", "link", "empty"}

// String names the kind in lower case; unknown kinds are "unread".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[Unread]
}

// Arg is a text as far as it is known. If Known is false, Text is the known
// beginning, possibly empty. A home folder is written ~.
type Arg struct {
	Text  string
	Known bool
	Glob  bool // Text is a pattern: one of the names it matches is meant
}

// Act is one thing the code does.
type Act struct {
	Kind       Kind
	Call       string // the function, as the language names it: shutil.rmtree
	Args       []Arg  // see Kind
	Shell      *Arg   // Exec through a shell: the text
	Argv       []Arg  // Exec by program and arguments
	Dir        *Arg   // the folder that the code went to before, if it did
	Start, End int    // byte offsets in the source
}

// Report is what a text does. The zero Report says nothing was read; check
// Unread before taking it for harmless.
type Report struct {
	Acts      []Act
	Unread    []string // reasons why a part could not be understood
	Modules   []string // names of imported modules; each may be a local file
	Names     []Arg    // texts that may name a file which is read, though no act says so
	Truncated bool     // a bound was reached; Unread says which
}

// Hide adds a reason why a part could not be understood.
func (r *Report) Hide(reason string) {
	for _, have := range r.Unread {
		if have == reason {
			return
		}
	}
	if len(r.Unread) < most {
		r.Unread = append(r.Unread, reason)
	}
}

// Truncate adds the reason that a bound was reached.
func (r *Report) Truncate(reason string) {
	r.Truncated = true
	r.Hide(reason)
}

// Name notes a text that may name a file.
func (r *Report) Name(a Arg) {
	if len(a.Text) < 3 || len(a.Text) > 300 || strings.Contains(a.Text, "\n") ||
		strings.Contains(a.Text, " ") && !strings.HasPrefix(a.Text, "/") && !strings.HasPrefix(a.Text, "~") {
		return
	}
	if len(r.Names) < 400 && !slices.Contains(r.Names, a) {
		r.Names = append(r.Names, a)
	}
}

// Blind reports that a file is read whose name is not known.
func (r *Report) Blind() bool {
	for _, a := range r.Acts {
		if a.Kind == Read && len(a.Args) == 0 {
			return true
		}
		for n, x := range a.Args {
			if !x.Known && (a.Kind == Read || a.Kind == Copy && n == 0 || a.Kind == Import) {
				return true
			}
		}
	}
	return false
}

// Module notes an imported module.
func (r *Report) Module(name string) {
	for _, have := range r.Modules {
		if have == name {
			return
		}
	}
	if len(r.Modules) < 200 {
		r.Modules = append(r.Modules, name)
	}
}

// Fed reports a shell or another interpreter that gets no text of its own: it
// runs what comes in.
func (a Act) Fed() bool {
	var words []string
	if a.Shell != nil && a.Shell.Known {
		words = strings.Fields(a.Shell.Text)
	}
	for _, w := range a.Argv {
		if !w.Known {
			return false
		}
		words = append(words, w.Text)
	}
	if len(words) == 0 {
		return false
	}
	for _, w := range words[1:] {
		if !wordlist.Has("- -s -i -l -x -e -u -il -li --login --noprofile --norc", w) {
			return false
		}
	}
	name := strings.TrimRight(words[0][strings.LastIndexByte(words[0], '/')+1:], "0123456789.")
	return wordlist.Has("sh bash zsh dash ksh ash fish csh tcsh busybox python perl ruby node php lua pwsh cmd.exe powershell.exe xargs at batch ssh sudo su", name)
}

// IsURL reports whether s is an address on the network.
func IsURL(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "ftp://")
}
