package env

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/folders"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Text is a value with what the shell keeps ready in it filled in by
// stand-ins that lie where the real ones do: the home, the working folder, a
// tool's answer where it is installed. Homes lie in other places than /home, too,
// so the person's own is said.
func Text(w shell.Word, home string) (string, bool) {
	text := ""
	for _, p := range w.Pieces {
		switch {
		case p.Origin == shell.Literal:
			text += p.Text
		case p.Origin == shell.Variable && p.Name == "HOME":
			text += "/home/me"
		case p.Origin == shell.Variable && p.Name == "PWD":
			text += "."
		case p.Origin == shell.Variable && strings.HasSuffix(p.Name, "HOME"):
			text += "/usr/lib/tool"
		default:
			return text, false
		}
	}
	if rest, ok := strings.CutPrefix(text, home); ok && len(home) > 1 && (rest == "" || rest[0] == '/') {
		return "/home/me" + rest, true
	}
	return text, true
}

// Switch: values that turn something on or off and name nothing.
func Switch(val string) bool {
	switch strings.ToLower(strings.TrimSpace(val)) {
	case "", "0", "1", "2", "no", "off", "none", "false", "never", "nul", "/dev/null":
		return true
	}
	return false
}

// Foreign gives the settings, folders or programs named by a variable
// that may lie where a stranger's file does. Writing into a home or a system
// folder is asked about by itself; what lies in the project is told apart where
// places are known.
func Foreign(w shell.Word, val string, known bool) []shell.Word {
	switch {
	case Fresh(w) || known && Switch(val):
		return nil
	case !known && len(w.Pieces) > 0 && w.Pieces[0].Origin == shell.Output:
		return nil // what a tool prints about itself
	case !known:
		return []shell.Word{w}
	}
	var out []shell.Word
	for _, part := range strings.Split(val, ":") {
		if !settledFolder(part) {
			out = append(out, shell.Text(part))
		}
	}
	return out
}

// settledFolder: homes and the folders in which systems install, and names
// without a folder, which are looked up.
func settledFolder(dir string) bool {
	if !strings.Contains(dir, "/") {
		return true
	}
	if strings.Contains(dir+"/", "/../") {
		return false
	}
	for _, top := range []string{"~", "/home/", "/Users/", "/root/", "/usr/", "/opt/", "/etc/", "/nix/", "/Library/", "/System/", "/Applications/", "/snap/", "/lib/"} {
		if strings.HasPrefix(dir, top) {
			return true
		}
	}
	return dir == "/root"
}

// Fresh: a folder that this very assignment makes is empty.
func Fresh(w shell.Word) bool {
	raw := strings.Trim(w.Raw, `"`)
	return strings.HasPrefix(raw, "$(mktemp -d") && strings.HasSuffix(raw, ")") && !strings.ContainsAny(raw[2:len(raw)-1], ";&|<>()`$\n")
}

// Words are options that a tool takes from a variable: they do there what they
// do behind its name, which is the first word. flags are options that may lack
// their dash.
func Words(value shell.Word, tool string, flags bool) []shell.Word {
	var out []shell.Word
	for _, t := range strings.Fields(tool) {
		out = append(out, shell.Text(t))
	}
	val, known := value.Known()
	if !known {
		return append(out, value)
	}
	words := quotedFields(val)
	if len(words) == 0 {
		return nil
	}
	if flags && !strings.ContainsAny(words[0][:1], "-+") && !strings.Contains(words[0], "=") {
		words[0] = "-" + words[0]
	}
	for _, t := range words {
		out = append(out, shell.Text(t))
	}
	return out
}

// quotedFields splits at blanks outside quotes.
func quotedFields(s string) []string {
	var out []string
	var word strings.Builder
	quote, in := rune(0), false
	for _, c := range s {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, in = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if in && word.Len() > 0 {
				out = append(out, word.String())
			}
			word.Reset()
			in = false
		default:
			word.WriteRune(c)
			in = true
		}
	}
	if word.Len() > 0 {
		out = append(out, word.String())
	}
	return out
}

// Shows tells a variable that names the program to which texts are shown.
func Shows(name string) bool {
	name = strings.ToUpper(name)
	for _, end := range []string{"PAGER", "EDITOR", "VISUAL", "BROWSER", "VIEWER"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// Stray gives the folder of a PATH set in the text that is no ordinary one: folders of the project's package
// manager, of language tools and of the system are ordinary; a relative
// folder, a temporary one or an unknown one lets a stranger's file pose as any
// program. dirs are the folders that the command may run in.
func Stray(a shell.Assign, dirs []shell.Word, home string) (dir string, found bool) {
	text := ""
	for _, p := range a.Value.Pieces {
		switch {
		case p.Origin == shell.Literal:
			text += p.Text
		case p.Origin == shell.Variable && p.Name == a.Name:
			text += "/usr/bin"
		case p.Origin == shell.Variable && p.Name == "PWD":
			text += "."
		case p.Origin == shell.Variable && strings.HasSuffix(p.Name, "HOME") || p.Name == "GOPATH" || p.Name == "GOROOT" || p.Name == "PNPM_HOME" || p.Name == "HOME":
			text += "/usr/lib/tool"
		case p.Origin == shell.Output && !printsContent(p.Inside):
			text += "/usr/lib/tool"
		default:
			text += "?"
		}
	}
	for _, dir := range strings.Split(text, ":") {
		if !folders.Search(dir) || !folders.Trusted(dir) && !folders.Local(dir) && beside(dir, dirs, home) {
			return dir, true
		}
	}
	return "", false
}

// beside: a folder of programs of the very project that a command runs in, by
// its whole path: below the working folder or next to a folder above it, short
// of the home.
func beside(dir string, dirs []shell.Word, home string) bool {
	for _, d := range dirs {
		cwd, ok := d.Known()
		if !ok || len(cwd) < 2 || cwd == home {
			continue
		}
		for top := path.Dir(path.Clean(dir)); len(top) > 1 && top != home && !strings.HasPrefix(home+"/", top+"/"); top = path.Dir(top) {
			if strings.HasPrefix(cwd+"/", top+"/") {
				return true
			}
		}
		if strings.HasPrefix(dir, cwd+"/") {
			return true
		}
	}
	return false
}

// printsContent: what a file, the network or nobody knows what says, and not a
// tool about its own folders.
func printsContent(in *shell.Captured) bool {
	if in == nil || in.From == nil {
		return true
	}
	name, ok := in.From.Program()
	switch name {
	case "cat", "head", "tail", "curl", "wget", "nc", "ssh", "jq", "yq", "base64", "xxd", "tr", "awk", "read":
		return true
	}
	return !ok
}

// Found gives the file that a bare name stands for when the variables of a command
// put a folder of somebody's own in front of the system's and there is one in it.
func Found(vars []shell.Assign, name string, files shell.Reader) (shell.Opened, bool) {
	for _, a := range vars {
		if a.Name != "PATH" {
			continue
		}
		text := ""
		for _, p := range a.Value.Pieces {
			if p.Origin != shell.Literal {
				break // what stands behind the system's own folders is found in them
			}
			text += p.Text
		}
		for _, dir := range strings.Split(text, ":") {
			if dir == "" || folders.Trusted(dir) || folders.Package(dir) {
				continue
			}
			if o := files.Open(shell.Text(strings.TrimSuffix(dir, "/") + "/" + name)); o.Exists {
				return o, true
			}
		}
	}
	return shell.Opened{}, false
}
