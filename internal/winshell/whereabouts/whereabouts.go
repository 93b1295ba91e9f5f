// Package whereabouts follows the working folder through the commands of a PowerShell
// or cmd text, and says which place a path names from there.
//
//	var w whereabouts.Folder
//	for _, c := range cmds {
//		w.Follow(c, target) // for what changes the folder
//		target = w.Path(target)
//	}
//
// Paths come out with slashes, and with ~ for the home, as the rest of the gate has
// them. The variables that it knows are those that Windows and PowerShell set
// themselves (about_Automatic_Variables; the environment that Windows documents).
package whereabouts

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/winshell"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Folder is the working folder at one point of a text, relative to the one it
// began in. The zero value is that one.
type Folder struct {
	dir   string
	lost  bool
	maybe bool // a change of it stood in a block, which may not run
	stack []Folder
}

const maxStack = 50 // folders that push-location remembers

// Follow takes a command that changes the folder to target, or back.
func (f *Folder) Follow(c winshell.Command, target winshell.Arg) {
	switch c.Name() {
	case "pop-location", "popd":
		if n := len(f.stack); n > 0 {
			f.dir, f.lost, f.stack = f.stack[n-1].dir, f.stack[n-1].lost, f.stack[:n-1]
		} else {
			f.lost = true
		}
		return
	case "push-location", "pushd":
		if len(f.stack) >= maxStack {
			f.lost = true
			return
		}
		f.stack = append(f.stack, Folder{dir: f.dir, lost: f.lost})
	}
	f.maybe = f.maybe || c.Inside
	to := f.Path(target)
	switch {
	case to.Text == "" && to.Known:
	case !to.Known || to.Text == "-" || to.Text == "+":
		f.lost = true
	default:
		f.dir, f.lost = to.Text, f.lost && relative(to.Text)
	}
}

// Dir is the folder, "" for the one the text began in. known is false when nothing
// is known of it.
func (f *Folder) Dir() (dir string, known bool) { return f.dir, !f.lost }

// Sure tells whether the folder is the one that Dir says whatever ran before.
func (f *Folder) Sure() bool { return !f.maybe }

// Path gives the place that an argument names. What is not known stays as it is.
func (f *Folder) Path(a winshell.Arg) winshell.Arg {
	text, known := a.Text, a.Known
	if !known || strings.HasPrefix(text, "~") {
		if text, known = expand(text); !known {
			return a
		}
	}
	if text == "" || strings.ContainsAny(text, "*?[") && !strings.ContainsAny(text, `\/`) && f.dir == "" {
		return a
	}
	switch {
	case !strings.Contains(text, ":"):
		text = strings.ReplaceAll(text, `\`, "/")
	case len(text) > 2 && text[1] == ':' && text[2] != '\\' && text[2] != '/':
		text = text[:2] + "/" + text[2:] // in the folder of another drive, whichever that is
	}
	if relative(text) {
		if f.lost {
			return winshell.Arg{Text: a.Text}
		}
		if f.dir != "" {
			text = join(f.dir, text)
		}
	}
	a.Text, a.Known = text, true
	return a
}

// join puts a relative path behind a folder.
func join(dir, rel string) string {
	if strings.HasPrefix(dir, "~") || strings.HasPrefix(dir, "%") || strings.Contains(dir, ":") {
		return strings.TrimSuffix(dir, "/") + "/" + rel
	}
	return path.Join(dir, rel)
}

// relative tells whether a path begins at the working folder.
func relative(p string) bool {
	return p != "" && p[0] != '/' && p[0] != '\\' && p[0] != '~' && p[0] != '%' && !strings.Contains(p, ":")
}

// places are words for a folder that stand first in a path.
var places = [...]struct{ name, folder string }{
	{"$home", "~"}, {"${home}", "~"}, {"$pwd", "."}, {"${pwd}", "."}, {"%cd%", "."}, {"%temp%", "/tmp"}, {"%tmp%", "/tmp"}, {"~", "~"},
}

// variables of Windows that name a folder. They go on in the spelling of cmd, which
// package paths knows.
const variables = "userprofile home appdata localappdata systemroot windir systemdrive homedrive programfiles programdata allusersprofile public temp tmp"

// expand replaces a variable at the beginning by the folder it stands for. known is
// false if more variables follow, or another one begins.
func expand(text string) (string, bool) {
	if n := len(text); n > 2 && text[0] == '"' && text[n-1] == '"' && strings.IndexByte(text[1:n-1], '"') < 0 {
		text = text[1 : n-1]
	}
	text = inCmd(text)
	low := strings.ToLower(text)
	for _, v := range places {
		if rest, ok := after(low, v.name); ok {
			rest = text[len(text)-len(rest):]
			return v.folder + strings.ReplaceAll(rest, `\`, "/"), !strings.ContainsAny(rest, "$%`(")
		}
	}
	if name, _, ok := strings.Cut(strings.TrimPrefix(low, "%"), "%"); ok && low[0] == '%' && wordlist.Has(variables, name) {
		if rest, ok := after(low, "%"+name+"%"); ok && !strings.ContainsAny(rest, "$%`(") {
			return text[:len(name)+2] + strings.ReplaceAll(text[len(name)+2:], `\`, "/"), true
		}
	}
	return text, false
}

// after cuts a first folder off.
func after(text, name string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(text, name)
	return rest, ok && (rest == "" || rest[0] == '\\' || rest[0] == '/')
}

// inCmd writes $env:NAME and ${env:NAME} as cmd does, %NAME%.
func inCmd(text string) string {
	low := strings.ToLower(text)
	if rest, ok := strings.CutPrefix(low, "${env:"); ok {
		if name, _, ok := strings.Cut(rest, "}"); ok {
			return "%" + name + "%" + text[len("${env:")+len(name)+1:]
		}
	}
	if rest, ok := strings.CutPrefix(low, "$env:"); ok {
		n := 0
		for n < len(rest) && (rest[n] == '_' || rest[n] >= 'a' && rest[n] <= 'z' || rest[n] >= '0' && rest[n] <= '9') {
			n++
		}
		return "%" + rest[:n] + "%" + text[len("$env:")+n:]
	}
	return text
}
