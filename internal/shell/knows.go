package shell

// Knows tells what a command holds inside. The knowledge base implements it;
// a nil Knows finds no inner commands.
type Knows interface {
	Inner(c *Command, files Reader) []Inner
}

// Reader opens files relative to the command's working folder, with what the
// text itself has written so far laid over the file system.
type Reader interface {
	// Open finds a file that is about to run.
	Open(name Word) Opened
	// Resolve gives the absolute paths a word may name, ok false if unknown.
	Resolve(name Word) (paths []string, ok bool)
	// List gives the names in a folder, nil if they are not known.
	List(name Word) []string
	// Home is the person's home, "" if it is not known.
	Home() string
}

// Opened is the answer of Reader.Open.
type Opened struct {
	Path    string
	Text    string
	Exists  bool
	Known   bool // Text is all of it
	Fetched bool // written by something that read the network
	Just    bool // written by this very text
	Why     string
}

// InnerKind says how an inner part is to be read.
type InnerKind uint8

const (
	InnerUnread InnerKind = iota // something inside that cannot be read: Why
	InnerArgv                    // Words are a command of their own
	InnerText                    // Text is shell text
	InnerStdin                   // standard input is shell text
	InnerScript                  // Script was opened; Text is shell text if Shell
	InnerWrites                  // Words are files whose content is not known any more
)

// Inner is one thing found inside a command.
type Inner struct {
	Kind    InnerKind
	Words   []Word
	Text    Word
	Args    []Word // positional parameters of Text: $0 first
	Dialect Dialect
	Script  Script
	Why     string
	Here    bool // runs in the very shell (eval, source)
	More    bool // InnerArgv: further words come from standard input
	Fetched bool // InnerWrites: what is written came from the network
	Built   bool // InnerWrites: a build step made it from the project
	Env     []Assign
	Dir     *Word // working folder of the inner command
	// how the place of the inner command differs
	Via       string
	Privilege bool
	Host      string
	Container string
	Later     bool
	Maybe     bool
	Line      int
}
