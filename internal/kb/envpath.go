package kb

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb/folders"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// foreignConfig gives the settings, folders or programs named by a variable
// that may lie where a stranger's file does. Writing into a home or a system
// folder is asked about by itself; what lies in the project is told apart where
// places are known.
func foreignConfig(w shell.Word, val string, known bool) []shell.Word {
	switch {
	case fresh(w) || known && envSwitch(val):
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

// fresh: a folder that this very assignment makes is empty.
func fresh(w shell.Word) bool {
	raw := strings.Trim(w.Raw, `"`)
	return strings.HasPrefix(raw, "$(mktemp -d") && strings.HasSuffix(raw, ")") && !strings.ContainsAny(raw[2:len(raw)-1], ";&|<>()`$\n")
}

// envWords are options that a tool takes from a variable: they do there what
// they do behind its name.
func envWords(a shell.Assign, tool string, flags bool) []shell.Inner {
	in := shell.Inner{Kind: shell.InnerArgv, Via: a.Name}
	for _, t := range strings.Fields(tool) {
		in.Words = append(in.Words, shell.Text(t))
	}
	val, known := a.Value.Known()
	if !known {
		in.Words = append(in.Words, a.Value)
		return []shell.Inner{in}
	}
	words := quotedFields(val)
	if len(words) == 0 {
		return nil
	}
	if flags && !strings.ContainsAny(words[0][:1], "-+") && !strings.Contains(words[0], "=") {
		words[0] = "-" + words[0]
	}
	for _, t := range words {
		in.Words = append(in.Words, shell.Text(t))
	}
	return []shell.Inner{in}
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

// searchPath judges a PATH set in the text: folders of the project's package
// manager, of language tools and of the system are ordinary; a relative
// folder, a temporary one or an unknown one lets a stranger's file pose as any
// program.
func (v *View) searchPath(a shell.Assign, deed func(sentinel.EffectKind, string) Deed) {
	text := ""
	for _, p := range a.Value.Pieces {
		switch {
		case p.Origin == shell.Literal:
			text += p.Text
		case p.Origin == shell.Variable && p.Name == a.Name:
			text += "/usr/bin"
		case p.Origin == shell.Variable && strings.HasSuffix(p.Name, "HOME") || p.Name == "GOPATH" || p.Name == "GOROOT" || p.Name == "PNPM_HOME" || p.Name == "HOME":
			text += "/usr/lib/tool"
		case p.Origin == shell.Output && !printsContent(p.Inside):
			text += "/usr/lib/tool"
		default:
			text += "?"
		}
	}
	for _, dir := range strings.Split(text, ":") {
		if !folders.Search(dir) {
			d := deed(sentinel.ExecuteInline, "path")
			d.Say = "looks for programs in " + dir + " first"
			v.Deeds = append(v.Deeds, d)
			return
		}
	}
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

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
