// Package forms reads what whole commands look like: as rules see them, and
// what their names say about their input and output.
package forms

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// IsPrivilege: privilege wrappers are not looked through for an allow.
func IsPrivilege(c *shell.Command) bool {
	v, _ := c.Parsed.(*kb.View)
	if v == nil {
		return false
	}
	for _, d := range v.Deeds {
		if d.Kind == sentinel.Privilege {
			return true
		}
	}
	return false
}

// Unwrapped is the command without its folder and the options in front of its
// verb.
func Unwrapped(c *shell.Command, v *kb.View) string {
	line := make([]string, 0, len(c.Argv))
	name := c.Argv[0].String()
	if i := strings.LastIndexByte(name, '/'); i >= 0 && v.Program == kb.Trusted {
		name = name[i+1:]
	}
	line = append(line, name)
	rest := c.Argv[1:]
	if v.Parse != nil && len(v.Parse.Verbs) > 0 {
		if i := indexWord(rest, v.Parse.Verbs[0]); i > 0 {
			rest = rest[i:]
		}
	}
	for _, w := range rest {
		line = append(line, w.String())
	}
	return strings.Join(line, " ")
}

func indexWord(words []shell.Word, s string) int {
	for i, w := range words {
		if w.Is(s) {
			return i
		}
	}
	return -1
}

// Renamed tells whether a command is only the outer one under another name,
// put there by the knowledge: its program stands where the outer one has
// another word (test in npm test). A rule means what a person can see.
func Renamed(c, outer *shell.Command) bool {
	if len(c.Argv) == 0 || c.Argv[0].Span == (shell.Span{}) {
		return false
	}
	for _, w := range outer.Argv {
		if w.Span == c.Argv[0].Span {
			return w.String() != c.Argv[0].String()
		}
	}
	return false
}

// Quiet commands let nothing of their input through but a count or a verdict.
func Quiet(c *shell.Command) bool {
	n, _ := c.Program()
	switch n {
	case "wc", "true", "false", "test", "[", "sha256sum", "md5sum", "sha1sum", "cksum":
		return true
	case "grep", "rg":
		for _, w := range c.Argv[1:] {
			if w.Is("-c") || w.Is("-q") || w.Is("--count") || w.Is("--Quiet") {
				return true
			}
		}
	}
	return false
}

// Copies: tools whose very purpose is to copy files to another place; which
// one is what their question is about.
func Copies(tool string) bool {
	switch tool {
	case "scp", "rsync", "sftp", "aws", "gsutil", "gcloud", "az", "azcopy", "rclone", "s3cmd", "docker", "git", "twine":
		return true
	}
	return false
}

func OrOther(host string) string {
	if host == "" {
		return "another host"
	}
	return host
}

// Beside: a file in the working folder or below it. What works in a folder
// takes its settings from there anyway, so naming one adds nothing.
func Beside(text string) bool {
	if len(text) > 1 {
		text = strings.TrimSuffix(text, "/")
	}
	return text != "" && text[0] != '/' && text[0] != '~' && path.Clean(text) == strings.TrimPrefix(text, "./") && !strings.HasPrefix(text, "..") || text == "." || text == "./..."
}

// Bulk: it writes whatever lies in a folder or an archive, under names that the command
// does not say, or has words that are not known.
func Bulk(c *shell.Command, v *kb.View) bool {
	if v.Parse == nil {
		return true
	}
	if slices.ContainsFunc(c.Argv, shell.Word.Unknown) {
		return true
	}
	switch v.Parse.Tool.Tool {
	case "tar", "unzip", "7z", "rsync", "rclone", "scp", "sftp", "cpio", "pax", "unrar", "unar", "ditto", "patch", "xargs", "split", "csplit":
		return true
	case "cp", "install":
		return v.Parse.HasAny("-r", "-R", "-a", "-d", "--recursive", "--archive")
	}
	return false
}

// RunsHere: a build or test that says of its working folder that it runs what lies there.
func RunsHere(v *kb.View) bool {
	return v.Parse != nil && len(v.Parse.Words("dir")) == 0 && slices.ContainsFunc(v.Deeds, func(d kb.Deed) bool { return d.Kind == sentinel.Run && d.Role == "" && !d.Scoped })
}

func NetworkFile(s string) bool {
	return strings.HasPrefix(s, "/dev/tcp/") || strings.HasPrefix(s, "/dev/udp/")
}

// Prints: the words of these come out again.
func Prints(name string) bool {
	switch name {
	case "echo", "printf", "print", "printenv", "logger", "wall":
		return true
	}
	return false
}

// HandsOn: programs that print what they read, in one form or another.
func HandsOn(name string) bool {
	switch name {
	case "cat", "tee", "xxd", "base64", "od", "hexdump", "rev", "tr", "head", "tail", "fold", "sed", "awk", "cut", "tac", "nl", "sort":
		return true
	}
	return false
}

// Dialect is the language of a shell by its name.
func Dialect(name string) shell.Dialect {
	switch name {
	case "zsh":
		return shell.Zsh
	case "sh", "dash":
		return shell.POSIX
	case "mksh", "ksh":
		return shell.Mksh
	}
	return shell.Bash
}

// IntoFile tells whether a command's own output goes into a file.
func IntoFile(c *shell.Command) bool {
	for _, r := range c.Redirs {
		if r.Kind != shell.ReadFile && r.Fd < 2 && !r.File.Is("/dev/null") && !r.File.Is("/dev/stdout") && !r.File.Is("/dev/stderr") && !r.File.Is("/dev/tty") {
			return true
		}
	}
	return false
}

// Counted: what a command prints goes into a count only.
func Counted(c *shell.Command) bool {
	if c.PipeTo == nil {
		return false
	}
	n, _ := c.PipeTo.Program()
	return n == "wc"
}

// BarePush: a push that names neither a remote nor another repository, so that
// the settings of the one it stands in say where it goes.
func BarePush(v *kb.View) bool {
	if v.Name != "git" || v.Parse == nil || !slices.Equal(v.Parse.Verbs, []string{"push"}) || len(v.Parse.Operands) > 0 {
		return false
	}
	return !slices.ContainsFunc(v.Parse.Options, func(o kb.Option) bool {
		return o.Role == "dir" || o.Role == "path" || o.Role == "setting" || o.Role == "remote"
	})
}

// Shown: what a filter makes of its input is read by people or by programs that
// trim and count, and goes into no file.
func Shown(c *shell.Command) bool {
	for _, w := range c.Argv[1:] {
		if s, _ := w.Known(); strings.HasPrefix(s, "-i") || strings.HasPrefix(s, "--in-place") || strings.HasPrefix(s, "-p") || strings.HasPrefix(s, "-n") && strings.Contains(s, "i") {
			return false
		}
	}
	for n := 0; c != nil && n < 20; c, n = c.PipeTo, n+1 {
		if name, _ := c.Program(); IntoFile(c) || name == "sponge" || name == "tee" || name == "dd" || name == "xargs" || name == "sh" || name == "bash" {
			return false
		}
	}
	return true
}

// OpensMore tells that the code given to a database program may open further
// databases than the one that its words name.
func OpensMore(c *shell.Command) bool {
	for _, w := range append([]shell.Word{c.Stdin.Text}, c.Argv...) {
		code := strings.ToLower(w.String())
		if strings.Contains(code, "attach") || strings.Contains(code, ".open") || strings.Contains(code, ".restore") {
			return true
		}
	}
	return c.Stdin.From != nil || c.Stdin.Kind == shell.FromFile
}
