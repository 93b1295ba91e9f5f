package inline

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Partial reads code of which some pieces are not known: numbers, and texts
// that this machine's own programs print. Such a piece is taken for data where
// it stands inside a text or a pattern of the code. That is found by reading
// three times: with two plain stand-ins of different lengths, so that whatever
// depends on the piece differs and counts as not known; and with a stand-in
// that would do something if it were code, so that whatever it does says that
// the piece is no data. ok is false then, and where a reading fails.
//
// A piece that a file holds is looked at there. Elsewhere one that holds the
// quote which ends its text is not foreseen, as it is not by whoever writes such
// a command.
func Partial(lang string, w shell.Word, c Client) (r Report, ok bool) {
	if !slices.ContainsFunc(w.Pieces, func(p shell.Piece) bool { return p.Origin > shell.Glob && !number(p) }) {
		return Read(lang, with(w, ""), c), true
	}
	bad := hostile(lang)
	if bad == "" || slices.ContainsFunc(w.Pieces, func(p shell.Piece) bool { return p.Origin > shell.Glob && (!local(p) || holds(p, w, c.Open)) }) {
		return Report{}, false
	}
	one := Read(lang, with(w, standIns[0]), c)
	two := Read(lang, with(w, standIns[1]), c)
	run := Read(lang, with(w, bad), c)
	if len(one.Unread)+len(two.Unread)+len(run.Unread) > 0 || !alike(one, two) || !alike(one, run) {
		return Report{}, false
	}
	return both(one, two), true
}

// standIns are plain words of different lengths.
var standIns = [...]string{"qx7a", "zy9b1w"}

// hostile is code that shows wherever it is taken for code; empty for languages
// in which a piece cannot be told from code that way.
func hostile(lang string) string {
	switch lang {
	case "python", "javascript", "perl", "ruby", "php":
		return ";eval(qx7a);"
	case "lua":
		return ";os.execute(qx7a);"
	case "awk", "r":
		return ";system(qx7a);"
	case "sed":
		return ";e;"
	case "sql":
		return ";DROP TABLE qx7a;"
	case "jq", "redis": // the one starts and writes nothing, the other has words and no quotes
		return standIns[0]
	}
	return ""
}

// local tells whether a piece comes from this machine: a variable, a line of a
// file, or what programs print that fetch nothing.
func local(p shell.Piece) bool {
	if p.Inside == nil {
		return p.Origin != shell.Output
	}
	c := p.Inside.From
	if c == nil {
		return p.Inside.File.Raw != "" || p.Origin == shell.Supplied
	}
	for range 20 {
		name, known := c.Program()
		if !known || !prints(name) && !lists(c) {
			return false
		}
		if c = c.Stdin.From; c == nil {
			return true
		}
	}
	return false
}

// prints tells whether what a program prints comes from this machine, whatever
// its words are.
func prints(name string) bool {
	switch name {
	case "cat", "head", "tail", "tac", "cut", "tr", "sed", "awk", "gawk", "mawk", "grep", "egrep", "fgrep", "rg", "jq", "yq", "sort", "uniq",
		"wc", "nl", "rev", "paste", "column", "fold", "tee", "ls", "find", "fd", "stat", "du", "df", "file", "tree",
		"basename", "dirname", "realpath", "readlink", "pwd", "date", "nproc", "uname", "hostname", "whoami", "id", "arch", "getconf",
		"echo", "printf", "seq", "expr", "bc", "mktemp", "uuidgen", "shuf", "true", "git", "sha256sum", "md5sum", "pgrep", "lsof", "test":
		return true
	}
	return false
}

// lists tells whether a command of a package manager only tells what is installed.
func lists(c *shell.Command) bool {
	name, _ := c.Program()
	if len(c.Argv) < 2 {
		return false
	}
	verb, _ := c.Argv[1].Known()
	switch name {
	case "npm", "pnpm", "yarn":
		return verb == "ls" || verb == "list" || verb == "--version" || verb == "-v"
	case "pip", "pip3":
		return verb == "list" || verb == "freeze" || verb == "show"
	case "go":
		return verb == "version" || verb == "env"
	case "cargo":
		return verb == "metadata" || verb == "--version"
	case "node", "python", "python3", "ruby":
		return verb == "--version" || verb == "-v" || verb == "-V"
	}
	return false
}

func with(w shell.Word, unknown string) string {
	var b strings.Builder
	for _, p := range w.Pieces {
		switch {
		case p.Origin <= shell.Glob:
			b.WriteString(p.Text)
		case number(p):
			b.WriteByte('1')
		default:
			b.WriteString(unknown)
		}
	}
	return b.String()
}

// alike tells whether two readings found the same kinds of things.
func alike(a, b Report) bool {
	return slices.EqualFunc(a.Acts, b.Acts, func(x, y Act) bool { return x.Kind == y.Kind && x.Role == y.Role && x.Aimed == y.Aimed }) &&
		slices.EqualFunc(a.Inner, b.Inner, func(x, y shell.Inner) bool { return x.Kind == y.Kind && len(x.Words) == len(y.Words) }) &&
		slices.Equal(a.Modules, b.Modules)
}

// both keeps what two readings agree on; the rest is not known.
func both(a, b Report) Report {
	for i := range a.Acts {
		a.Acts[i].Target = common(a.Acts[i].Target, b.Acts[i].Target)
		a.Acts[i].Say = strings.ReplaceAll(a.Acts[i].Say, standIns[0], "...")
	}
	for i := range a.Inner {
		in, other := &a.Inner[i], b.Inner[i]
		in.Text = common(in.Text, other.Text)
		for k := range in.Words {
			in.Words[k] = common(in.Words[k], other.Words[k])
		}
		if in.Dir != nil && other.Dir != nil {
			d := common(*in.Dir, *other.Dir)
			in.Dir = &d
		}
	}
	return a
}

// common is a word where two readings agree, else what they begin with.
func common(a, b shell.Word) shell.Word {
	s, t := a.String(), b.String()
	if s == t {
		return a
	}
	n := 0
	for n < min(len(s), len(t)) && s[n] == t[n] {
		n++
	}
	return Word(s[:n], false)
}
