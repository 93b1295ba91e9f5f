// Package takes knows the files that tools take commands from by themselves,
// which tools those are, and how to find the commands in them.
//
// All of that is one table, takes.json, a row for a kind of file. To teach it one,
// add a row:
//
//	name     of the kind
//	form     how its commands are found: a language (python, ruby, sh ...), tree (JSON,
//	         TOML or YAML, see keys), procfile, package, make, just, lines, xml,
//	         directives, calls (what make runs while it reads), cron, strings, bang, doctest, rust, bazel, wrapper,
//	         cmake, earth, notebook, template (keys: functions that start programs), values (of the
//	         keys; lang: their language), gyp, script (by its first line), source (of a compiled language)
//	files    names by which a file is known, and looked for in the folder that the tool
//	         works in; * stands for any text. in: the same for files whose names belong
//	         to another row
//	by       tool -> its verbs, as patterns ("" is none, a leading ! turns them around)
//	programs those of a tool's names that count; all without it
//	options  that name another file; only: no file is looked for without them; also: the
//	         usual ones count beside
//	vars     variables of the environment that name it
//	needs    options without one of which it is not taken
//	operand  file: a word may name it; dir: a word may name the folder; module: a word
//	         may name it as its language names modules (app.main:app); source: a word may
//	         name it or the folder whose files of that kind are one program
//	endings  of the files that an operand may name; any without it
//	follows  words of the file that name folders with further files of that name
//	mentions the file is one of settings: code that its lines with these words name is
//	         what counts, not the file itself
//	up       folders above are looked in, too
//	keys     of a tree or of directives: paths such as before/hooks/**
//	steps    of a package: verb -> scripts that run with it
//	skip     options with which none of that runs
//	strings  every text between quotes may be a command
//	strict   what the tool is told to run is read by package tasks; only steps are read here
//	alone    without the file the tool does nothing
package takes

import (
	_ "embed" // for the table
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sentinelgate/sentinel/internal/kb/like"
)

//go:embed takes.json
var tableJSON string

// Kind is a row of the table. The zero value is no kind.
type Kind struct {
	Name     string            `json:"name"`
	Form     string            `json:"form"`
	Files    string            `json:"files"`
	In       string            `json:"in"`
	By       map[string]string `json:"by"`
	Programs string            `json:"programs"`
	Options  string            `json:"options"`
	Only     bool              `json:"only"`
	Also     bool              `json:"also"`
	Operand  string            `json:"operand"`
	Endings  string            `json:"endings"`
	Follows  string            `json:"follows"`
	Lang     string            `json:"lang"`
	Mentions string            `json:"mentions"`
	Vars     string            `json:"vars"`
	Needs    string            `json:"needs"`
	Up       bool              `json:"up"`
	Keys     string            `json:"keys"`
	Steps    map[string]string `json:"steps"`
	Skip     string            `json:"skip"`
	Strings  bool              `json:"strings"`
	Strict   bool              `json:"strict"`
	Alone    bool              `json:"alone"`
}

// row is where a row stands in the table. It is decoded when it is needed: every
// call pays for what is decoded.
type row struct {
	start, end        int32
	files, behindThem int32
	kind              atomic.Pointer[Kind]
}

func (r *row) text() string { return tableJSON[r.start:r.end] }

// names are those of the row's files.
func (r *row) names() string { return tableJSON[r.files:r.behindThem] }

func (r *row) get() *Kind {
	if k := r.kind.Load(); k != nil {
		return k
	}
	var k Kind
	if json.Unmarshal([]byte(strings.TrimRight(r.text(), ",]\n ")), &k) != nil {
		k = Kind{} // its test fails
	}
	r.kind.Store(&k)
	return &k
}

// table finds the rows, and no more: looking through the names of all of them
// costs less than a map of them costs a process that asks once.
var table = sync.OnceValue(func() []row {
	rows := make([]row, strings.Count(tableJSON, "\n{"))
	start := strings.Index(tableJSON, "\n{") + 1
	for i := range rows {
		r, end := &rows[i], len(tableJSON)
		if n := strings.Index(tableJSON[start:], "\n{"); n >= 0 {
			end = start + n
		}
		r.start, r.end, start = int32(start), int32(end), end+1
		before, files, _ := strings.Cut(r.text(), `"files":"`)
		r.files = min(r.end, r.start+int32(len(before)+len(`"files":"`)))
		files, _, _ = strings.Cut(files, `"`)
		r.behindThem = r.files + int32(len(files))
	}
	return rows
})

// Of gives the kind of a file by its name, the zero value if no tool takes
// commands from it. A name in full counts before a pattern, and its last two parts
// before the last; of patterns the longest does.
func Of(file string) Kind {
	file = strings.ToLower(file)
	base := path.Base(file)
	two := path.Base(path.Dir(file)) + "/" + base
	var exact, like *row
	pattern := ""
	rows := table()
	for i := range rows {
		r := &rows[i]
		name, rest := "", r.names()
		for stars := strings.IndexByte(rest, '*') >= 0; rest != ""; {
			name, rest, _ = strings.Cut(rest, " ")
			switch {
			case len(name) == len(two) && strings.EqualFold(name, two):
				return *r.get()
			case exact == nil && len(name) == len(base) && strings.EqualFold(name, base):
				exact = r
			case stars && strings.IndexByte(name, '*') >= 0:
				if more := len(name) > len(pattern) || len(name) == len(pattern) && name < pattern; more && matches(name, base) {
					like, pattern = r, name
				}
			}
		}
	}
	if exact == nil {
		exact = like
	}
	if exact == nil {
		return Kind{}
	}
	return *exact.get()
}

// matches tells whether a name in small letters is one of a pattern's.
func matches(pattern, name string) bool {
	if end := pattern[strings.LastIndexByte(pattern, '*')+1:]; len(end) > len(name) || !strings.EqualFold(end, name[len(name)-len(end):]) {
		return false // most end otherwise, and this is quicker
	}
	ok, _ := path.Match(strings.ToLower(pattern), name)
	return ok
}

// by gives the kinds that a tool takes commands from.
func by(tool string) []*Kind {
	name := `"` + tool + `":`
	if tool == "" || !strings.Contains(tableJSON, name) {
		return nil
	}
	var out []*Kind
	rows := table()
	for i := range rows {
		r := &rows[i]
		if !strings.Contains(r.text(), name) {
			continue
		}
		k := r.get()
		if _, ok := k.By[tool]; ok {
			out = append(out, k)
		}
	}
	return out
}

// Strict gives the kind of file whose commands a tool runs by their names, ""
// for others.
func Strict(tool string) string {
	for _, k := range by(tool) {
		if k.Strict {
			return k.Name
		}
	}
	return ""
}

// Needed is the file without which a tool does nothing, "" if there is none.
func Needed(tool string) string {
	for _, k := range by(tool) {
		if k.Alone {
			name, _, _ := strings.Cut(k.Files, " ")
			return name
		}
	}
	return ""
}

// scripts gives the scripts of a package that run with a verb.
func (k *Kind) scripts(verb string) []string {
	for _, verbs := range slices.Sorted(maps.Keys(k.Steps)) {
		if verbs != "*" && like.Any(verbs, verb) {
			return strings.Fields(k.Steps[verbs])
		}
	}
	return strings.Fields(k.Steps["*"])
}
