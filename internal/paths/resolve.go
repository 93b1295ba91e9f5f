package paths

import (
	"net/url"
	"path"
	"runtime"
	"strings"

	"github.com/sentinelgate/sentinel/internal/paths/known"
)

// Bounds on what is followed. Linux itself gives up after 40 links.
const (
	maxLinks = 40
	// maxText and maxParts bound a path as somebody writes it. The system itself
	// refuses longer texts (PATH_MAX); what has more folders than that is no
	// path that anybody uses, and each costs a look at the file system.
	maxText  = 4096
	maxParts = 256
	maxPath  = 16 << 10 // of a path while its links are followed
)

// tooLong says that a text is no path that is worth a look.
func tooLong(s string) bool {
	return len(s) > maxText || len(s) > maxParts && strings.Count(s, "/")+strings.Count(s, `\`) > maxParts
}

// Resolve gives the real path of a text as a program would open it: "~" and
// relative paths expanded, "." and ".." folded, links followed, in the
// canonical form (no /private on macOS, forward slashes, "C:/x"). cwd is the
// working folder, "" if unknown. ok is false when the text alone does not tell
// the place; real is then "".
func (p *Place) Resolve(cwd, text string) (real string, ok bool) {
	return p.resolve(cwd, text, true)
}

// ResolveEntry is Resolve for programs that act on a link itself, as deleting
// and renaming do: the last part is not followed, unless a slash ends it.
func (p *Place) ResolveEntry(cwd, text string) (real string, ok bool) {
	return p.resolve(cwd, text, false)
}

func (p *Place) resolve(cwd, text string, final bool) (string, bool) {
	abs, ok := p.Absolute(cwd, text)
	if !ok {
		return "", false
	}
	cwdAbs := ""
	if c := slashes(cwd); isAbs(c) {
		cwdAbs = cleanAbs(c)
	}
	final = final || strings.HasSuffix(abs, "/") || strings.HasSuffix(abs, "/.") || strings.HasSuffix(abs, "/..")
	real, ok := follow(p.FS, abs, cwdAbs, final)
	if !ok {
		return "", false
	}
	return known.Canonical(real), true
}

// Absolute expands the text to an absolute path without looking at the file
// system: "." and ".." are still in it.
func (p *Place) Absolute(cwd, text string) (abs string, ok bool) {
	if text == "" || tooLong(text) || tooLong(cwd) || strings.IndexByte(text, 0) >= 0 {
		return "", false
	}
	if rest, isURL := strings.CutPrefix(text, "file://"); isURL {
		if text, ok = fromFileURL(rest); !ok {
			return "", false
		}
	}
	if text[0] == '%' {
		text = p.percent(text)
	}
	text = p.separators(cwd, text)
	if text[0] == '~' {
		if text, ok = p.tilde(cwd, text); !ok {
			return "", false
		}
	}
	if isAbs(text) {
		return text, true
	}
	if cwd = slashes(cwd); !isAbs(cwd) {
		return "", false
	}
	return strings.TrimSuffix(cwd, "/") + "/" + text, true
}

func fromFileURL(rest string) (string, bool) {
	rest = strings.TrimPrefix(rest, "localhost")
	if !strings.HasPrefix(rest, "/") {
		return "", false
	}
	rest, err := url.PathUnescape(rest)
	if err != nil || strings.IndexByte(rest, 0) >= 0 {
		return "", false
	}
	if len(rest) > 3 && rest[2] == ':' {
		rest = rest[1:] // file:///C:/x
	}
	return rest, true
}

// percent expands the Windows variables that name well-known folders.
func (p *Place) percent(text string) string {
	name, rest, ok := strings.Cut(text[1:], "%")
	if !ok {
		return text
	}
	to := ""
	switch strings.ToLower(name) {
	case "userprofile", "home":
		to = p.Home
	case "appdata":
		to = p.Home + "/AppData/Roaming"
	case "localappdata":
		to = p.Home + "/AppData/Local"
	case "systemroot", "windir":
		to = "C:/Windows"
	case "systemdrive", "homedrive":
		to = "C:"
	case "programfiles":
		to = "C:/Program Files"
	case "programdata", "allusersprofile":
		to = "C:/ProgramData"
	case "public":
		to = "C:/Users/Public"
	default:
		return text
	}
	return to + rest
}

// separators turns backslashes into slashes, unless a file of exactly that
// name exists: tools on all systems hand over paths in either spelling.
func (p *Place) separators(cwd, text string) string {
	if strings.IndexByte(text, '\\') < 0 {
		if len(text) == 2 && known.IsDrive(text) {
			return text + "/"
		}
		return text
	}
	if p.FS != nil && runtime.GOOS != "windows" && isAbs(cwd) && !strings.HasPrefix(text, `\`) && !known.IsDrive(text) {
		head := text
		if i := strings.IndexByte(text[strings.IndexByte(text, '\\'):], '/'); i >= 0 {
			head = text[:strings.IndexByte(text, '\\')+i]
		}
		if head[0] != '/' {
			head = strings.TrimSuffix(cwd, "/") + "/" + head
		}
		if _, err := p.FS.Lstat(head); err == nil {
			return text
		}
	}
	return slashes(text)
}

// slashes is the path with forward slashes; the prefixes of Windows that
// switch off its path rules are dropped.
func slashes(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	s = strings.ReplaceAll(s, `\`, "/")
	for _, prefix := range []string{"//?/", "//./", "/??/"} {
		if rest, ok := strings.CutPrefix(s, prefix); ok {
			if known.IsDrive(rest) {
				if len(rest) == 2 {
					rest += "/"
				}
				return rest
			}
			return "//./" + rest
		}
	}
	return s
}

// tilde expands "~", "~user" and "~+" as a shell does. "~-" is the folder
// before this one, which nobody knows here.
func (p *Place) tilde(cwd, text string) (string, bool) {
	user, rest, found := strings.Cut(text[1:], "/")
	if found {
		rest = "/" + rest
	}
	switch user {
	case "":
		if p.Home == "" {
			return "", false
		}
		return slashes(p.Home) + rest, true
	case "+":
		return cwd + rest, isAbs(cwd)
	case "root":
		return "/root" + rest, true
	}
	if c := user[0]; c == '-' || c == '+' || c >= '0' && c <= '9' {
		return "", false // the folder before, or one of the shell's stack
	}
	if !userName(user) {
		return text, true // a file whose name begins with ~, such as ~$draft.doc
	}
	homes := path.Dir(slashes(p.Home))
	if known.Fold(path.Base(slashes(p.Home))) == known.Fold(user) {
		return slashes(p.Home) + rest, true
	}
	for _, h := range known.HomeFolders {
		if known.Fold(homes) == h {
			return homes + "/" + user + rest, true
		}
	}
	return "/home/" + user + rest, true
}

func userName(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '-' || c == '.')) {
			return false
		}
	}
	return true
}

// isAbs knows both forms of absolute paths: /x and C:/x.
func isAbs(s string) bool {
	return strings.HasPrefix(s, "/") || known.IsDrive(s) && len(s) > 2 && s[2] == '/'
}

// cleanAbs folds "." and ".." without regard to links.
func cleanAbs(s string) string {
	if known.IsDrive(s) {
		rest := path.Clean("/" + s[2:])
		return s[:2] + rest
	}
	return path.Clean("/" + s)
}

// walker follows links part by part.
type walker struct {
	fsys    FS
	cwd     string // what /proc/self/cwd means; "" unknown
	out     string // the real path so far, "" for the root
	links   int
	missing int // length of a part of out known not to exist, 0 if none
}

// follow resolves an absolute path. Parts that do not exist are taken as
// folders. It fails on loops and on links of processes that it cannot know.
func follow(fsys FS, abs, cwd string, final bool) (string, bool) {
	w := walker{fsys: fsys, cwd: cwd}
	if known.WindowsDevice(abs) {
		return abs, true
	}
	rest := w.start(abs)
	for steps := 0; rest != ""; steps++ {
		if steps > maxPath {
			return "", false
		}
		var part string
		part, rest, _ = strings.Cut(rest, "/")
		switch part {
		case "", ".":
			continue
		case "..":
			w.up()
			continue
		}
		target, link, ok := w.step(part, rest == "" && !final)
		if !ok {
			return "", false
		}
		if link {
			if rest = joinRest(target, rest); len(rest) > 4*maxPath {
				return "", false
			}
			if isAbs(target) {
				rest = w.start(rest)
			}
		}
	}
	if w.out == "" || known.IsDrive(w.out) && len(w.out) == 2 {
		return w.out + "/", true
	}
	return w.out, true
}

func joinRest(target, rest string) string {
	if rest == "" {
		return target
	}
	return target + "/" + rest
}

func (w *walker) start(abs string) (rest string) {
	w.out, w.missing = "", 0
	if known.IsDrive(abs) {
		w.out = abs[:2]
		return abs[2:]
	}
	return abs
}

func (w *walker) up() {
	if i := strings.LastIndexByte(w.out, '/'); i >= 0 {
		w.out = w.out[:i]
	}
	if len(w.out) < w.missing {
		w.missing = 0
	}
}

// step goes to one part of the path; link says that it is a link to follow.
func (w *walker) step(part string, last bool) (target string, link, ok bool) {
	next := w.out + "/" + part
	if target, special, known := w.process(next); special {
		return target, true, known
	}
	parent := w.out
	w.out = next
	if w.missing > 0 || w.fsys == nil || last || kernelFolder(parent) {
		return "", false, true
	}
	info, err := w.fsys.Lstat(next)
	if err != nil {
		w.missing = len(next)
		return "", false, true
	}
	if info.Kind != Link && info.Kind != Other {
		return "", false, true
	}
	target, err = w.fsys.Readlink(next)
	if err != nil {
		return "", false, info.Kind == Other
	}
	if w.links++; w.links > maxLinks || len(target) > maxPath || target == "" {
		return "", false, false
	}
	w.out = parent
	return target, true, true
}

// kernelFolder names folders whose entries are taken by name: their links
// would lead to the gate's own process, or to the number of a disk.
func kernelFolder(dir string) bool {
	return dir == "/proc" || strings.HasPrefix(dir, "/proc/") ||
		dir == "/dev" || strings.HasPrefix(dir, "/dev/") && !strings.HasPrefix(dir, "/dev/shm")
}

// process knows the links below /proc/<id>/ that lead to folders.
func (w *walker) process(next string) (target string, special, known bool) {
	rest, ok := strings.CutPrefix(next, "/proc/")
	if !ok {
		return "", false, false
	}
	id, name, ok := strings.Cut(rest, "/")
	if !ok {
		return "", false, false
	}
	if task, ok := strings.CutPrefix(name, "task/"); ok {
		_, name, _ = strings.Cut(task, "/")
	}
	switch name {
	case "root":
		return "/", true, true
	case "cwd":
		return w.cwd, true, w.cwd != "" && (id == "self" || id == "thread-self")
	}
	return "", false, false
}
