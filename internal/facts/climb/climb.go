// Package climb tells whether a value that is not known may lead out of a folder: a
// number or a date cannot, what stands in a file can.
//
// To teach it a program that prints nothing but names and numbers, add it to plainPrinters.
package climb

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Text is a shell text with the commands that were found in it.
type Text struct {
	Source   string
	Commands []*shell.Command
	steps    *int
}

// maxSteps bounds the looks at one word: values made of values double quickly.
const maxSteps = 2000

// step counts one look; false when there were too many.
func (t Text) step() bool {
	*t.steps++
	return *t.steps < maxSteps
}

// Climbs tells whether the unknown parts of a path may lead out of the folder
// that its known beginning names: "/tmp/$x" with x = "../home".
func (t Text) Climbs(w shell.Word) bool {
	t.steps = new(int)
	behind := false
	for _, p := range w.Pieces {
		switch {
		case p.Origin > shell.Glob:
			behind = true
			if !t.staysBelow(p, 0) {
				return true
			}
		case behind && upwards(p.Text):
			return true
		}
	}
	return false
}

// upwards: the text has ".." as a part of its own.
func upwards(s string) bool { return slices.Contains(strings.Split(s, "/"), "..") }

// staysBelow tells whether a value, whatever it is, holds no ".." part:
// numbers, names of users and machines, and what some programs print.
func (t Text) staysBelow(p shell.Piece, depth int) bool {
	switch p.Origin {
	case shell.Literal, shell.Glob:
		return !upwards(p.Text)
	case shell.Other:
		return p.Inside == nil && p.Text != "..." && (!strings.HasPrefix(p.Text, "${") || strings.HasPrefix(p.Text, "${#"))
	case shell.Variable:
		return strings.HasSuffix(p.Text, "##*/}") || slices.Contains(plainVariables, p.Name)
	}
	return p.Inside != nil && p.Inside.From != nil && depth < 20 &&
		t.printsBelow(p.Inside.From, depth) && (p.Origin != shell.Output || t.onlyBelow(p, depth))
}

// plainVariables are set by the shell or at the login, to a name or a number.
var plainVariables = []string{"USER", "LOGNAME", "HOSTNAME", "HOST", "HOSTTYPE", "OSTYPE", "MACHTYPE", "SHLVL", "EPOCHSECONDS",
	"BASH_VERSION", "OPTIND", "COLUMNS", "LINES", "PWD", "OLDPWD"}

// onlyBelow looks at all commands inside a substitution that stands in the
// text: the last one is not always the one that printed.
func (t Text) onlyBelow(p shell.Piece, depth int) bool {
	if !strings.ContainsAny(p.Text, ";&\n") && !strings.Contains(p.Text, "||") {
		return true
	}
	start := strings.Index(t.Source, p.Text)
	if start < 0 {
		return false
	}
	found := false
	for _, c := range t.Commands {
		if !t.step() {
			return false
		}
		if c.Span.Start > start && c.Span.End < start+len(p.Text) {
			found = true
			if !t.printsBelow(c, depth+1) {
				return false
			}
		}
	}
	return found
}

// printsBelow tells whether nothing that a command prints has a ".." part.
func (t Text) printsBelow(c *shell.Command, depth int) bool {
	name, ok := c.Program()
	if !ok || !t.step() || depth > 20 || len(c.Argv) == 0 {
		return false
	}
	for _, w := range c.Argv[1:] {
		if upwards(strings.NewReplacer("=", "/", "+", "/", ":", "/").Replace(w.String())) {
			return false
		}
	}
	v, _ := c.Parsed.(*kb.View)
	switch name = path.Base(name); name {
	case "grep", "egrep", "fgrep", "rg", "ag", "ack":
		if listsNames(v) {
			return true
		}
		return t.filtersBelow(c, v, name, depth)
	case "cut", "sort", "uniq", "head", "tail", "tac", "tr", "awk", "sed", "xargs", "shuf", "nl", "rev", "column":
		return t.filtersBelow(c, v, name, depth)
	case "echo", "printf":
		for _, w := range c.Argv[1:] {
			for _, p := range w.Pieces {
				if !t.staysBelow(p, depth+1) {
					return false
				}
			}
		}
		return true
	case "ls":
		return v != nil && v.Parse != nil && !v.Parse.HasAny("-a", "--all")
	case "git":
		return gitBelow(v)
	case "docker", "podman":
		return v != nil && v.Parse != nil && v.Parse.HasAny("-q", "--quiet")
	}
	return slices.Contains(plainPrinters, name) || len(c.Argv) == 2 && (c.Argv[1].Is("--version") || c.Argv[1].Is("-v") || c.Argv[1].Is("version"))
}

// plainPrinters print numbers, hashes, dates, names, or the paths they were
// given.
var plainPrinters = []string{"date", "gdate", "mktemp", "uuidgen", "nproc", "id", "whoami", "logname", "hostname", "uname", "arch", "seq", "jot", "wc",
	"pidof", "pgrep", "basename", "getconf", "pwd", "find", "gfind", "fd", "fdfind", "realpath", "md5sum", "sha1sum", "sha256sum", "shasum", "sha512sum",
	"cksum", "md5", "xxd", "od", "hexdump", "base64", "openssl", "stat", "du", "df", "lsof", "true", "false", "test", "[", ":", "tput", "lsb_release",
	"sw_vers", "dpkg", "go", "sleep"}

// listsNames: a search that prints the names of files only.
func listsNames(v *kb.View) bool {
	return v != nil && v.Parse != nil && v.Parse.HasAny("-l", "-L", "--files-with-matches", "--files-without-match", "--name-only", "--files")
}

// Lists tells whether a word is a name that some program lists: of files that
// are there, and none of git's own.
func (t Text) Lists(w shell.Word) bool {
	t.steps = new(int)
	if len(w.Pieces) != 1 || w.Pieces[0].Inside == nil || w.Pieces[0].Inside.From == nil || !t.staysBelow(w.Pieces[0], 0) {
		return false
	}
	c := w.Pieces[0].Inside.From
	for range 20 {
		v, _ := c.Parsed.(*kb.View)
		if v == nil || v.Parse == nil {
			return false
		}
		switch v.Name {
		case "ls", "fd", "rg":
			return v.Name != "rg" || listsNames(v) || !(c.Stdin.Kind == shell.Pipe)
		case "git":
			return len(v.Parse.Verbs) > 0 && slices.Contains([]string{"ls-files", "ls-tree", "diff", "show", "grep"}, v.Parse.Verbs[0])
		case "grep":
			if listsNames(v) {
				return sparesGit(v)
			}
		case "head", "tail", "sort", "uniq", "cut", "tac":
		default:
			return false // it may write the names anew
		}
		if c.Stdin.Kind != shell.Pipe || c.Stdin.From == nil {
			return false
		}
		c = c.Stdin.From
	}
	return false
}

// sparesGit: a search below the present folder finds git's own files, too,
// unless it is limited.
func sparesGit(v *kb.View) bool {
	if v.Parse.HasAny("--include", "--exclude-dir") {
		return true
	}
	places := 0
	for _, o := range v.Parse.Operands {
		if o.Role == "pattern" {
			continue
		}
		if places++; o.Word.Is(".") || o.Word.Is("./") {
			return false
		}
	}
	return places > 0
}

// gitBelow: what git prints about revisions and files; a message could be
// anything, and a reference cannot hold "..".
func gitBelow(v *kb.View) bool {
	if v == nil || v.Parse == nil || len(v.Parse.Verbs) == 0 {
		return false
	}
	switch v.Parse.Verbs[0] {
	case "rev-parse":
		return !v.Parse.HasAny("--show-cdup")
	case "describe", "branch", "symbolic-ref", "ls-files", "ls-tree", "rev-list", "tag", "hash-object", "write-tree", "merge-base", "worktree":
		return true
	case "diff", "show":
		return v.Parse.HasAny("--name-only")
	case "grep":
		return listsNames(v)
	case "log":
		for _, o := range v.Parse.Options {
			if f := o.Value.String(); (o.Name == "--format" || o.Name == "--pretty") && strings.Trim(f, "format:%hHc ") == "" {
				return true
			}
		}
	}
	return false
}

// filtersBelow: a filter lets through what it reads, of a pipe whose writer is
// known to print nothing worse.
func (t Text) filtersBelow(c *shell.Command, v *kb.View, name string, depth int) bool {
	if c.Stdin.Kind != shell.Pipe || c.Stdin.From == nil || v == nil || v.Parse == nil || len(v.Parse.Words("read")) > 0 {
		return false
	}
	code := ""
	for _, w := range c.Argv[1:] {
		code += " " + w.String()
	}
	switch name {
	case "tr", "sed":
		if strings.Contains(code, ".") {
			return false
		}
	case "awk":
		if strings.ContainsAny(code, `".`) {
			return false
		}
	case "xargs":
		if !strings.Contains(code, "basename") {
			return false
		}
	}
	return t.printsBelow(c.Stdin.From, depth+1)
}
