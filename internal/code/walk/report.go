// Package walk reads the tokens of a program and says what it does. It knows no
// language: a [Language] says how one is written and, in rows, what its
// functions do.
//
// A [Reader] goes over the tokens with a loose grammar that fits most
// languages: names, members, calls, subscripts, operators, brackets, bound
// names. Whatever it does not know is skipped token by token, so that nothing
// that follows is lost. The value of an expression is a [Value]: a text or its
// known beginning, a list, a reference with a dotted name such as "os.system".
// A call of a reference looks for its [Row]; a reference that is handed on
// instead (map(os.remove, names)) counts as a call with unknown arguments.
//
// All work is bounded by counts; a bound that is reached is a line of
// Report.Unread.
package walk

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

	Through // internal: harmless, arguments pass into the result
	Quiet   // internal: harmless
)

var kindNames = [...]string{"unread", "read", "write", "append", "delete", "delete-tree", "move", "copy",
	"mkdir", "permission", "exec", "eval", "send", "fetch", "listen", "env", "env-all", "signal", "import",
	"list", "db", "install"}

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
}

// Act is one thing the code does.
type Act struct {
	Kind       Kind
	Call       string // the function, as the language names it: shutil.rmtree
	Args       []Arg  // see Kind
	Shell      *Arg   // Exec through a shell: the text
	Argv       []Arg  // Exec by program and arguments
	Start, End int    // byte offsets in the source
}

// Report is what a text does. The zero Report says nothing was read; check
// Unread before taking it for harmless.
type Report struct {
	Acts      []Act
	Unread    []string // reasons why a part could not be understood
	Modules   []string // names of imported modules; each may be a local file
	Truncated bool     // a bound was reached; Unread says which
}

// Bounds on one reading. Beyond them the report is Truncated.
const (
	MaxSource = 256 << 10 // bytes
	MaxActs   = 500
	maxUnread = 20
	MaxDepth  = 120      // nested expressions
	MaxSteps  = 400_000  // expressions read, evaluated text included
	MaxEvals  = 4        // text evaluated inside evaluated text
	MaxText   = 32 << 10 // bytes of one folded text
	MaxMade   = 64 << 20 // bytes copied while folding
)

// Hide adds a reason why a part could not be understood.
func (r *Report) Hide(reason string) {
	for _, have := range r.Unread {
		if have == reason {
			return
		}
	}
	if len(r.Unread) < maxUnread {
		r.Unread = append(r.Unread, reason)
	}
}

// Truncate adds the reason that a bound was reached.
func (r *Report) Truncate(reason string) {
	r.Truncated = true
	r.Hide(reason)
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
