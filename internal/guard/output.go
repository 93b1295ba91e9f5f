package guard

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/seen"
	"github.com/sentinelgate/sentinel/internal/guard/glance"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/secret"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// Bounds of the output scanner. A file or a call beyond them is asked about.
const (
	maxScan   = 16 << 20 // bytes of one file
	maxTotal  = 48 << 20 // bytes of one call
	maxTarget = 100      // files of one wildcard, and of one call
	maxWalk   = 2000     // entries looked at below folders
	worthNote = 256 << 10
	// maxSearched is the size of a file in a tree that is searched.
	maxSearched = 256 << 10
	maxShown    = 5 // findings of a file that are spelled out
	maxKinds    = 5 // kinds of secrets that a reason lists
)

// rules stands in stamps, so that a new set of rules looks anew.
const rulesVersion = "1"

// scan is what is known of a file's content.
type scan struct {
	exists  bool
	found   []secret.Finding
	content []byte
	err     error
}

// scan looks at a file once per call. What is missing, no plain file or not
// readable is none of this guard's business: it does not exist.
func (c *check) scan(real string) scan {
	if s, ok := c.scanned[real]; ok {
		return s
	}
	s := c.look(real)
	c.scanned[real] = s
	return s
}

func (c *check) look(real string) scan {
	fs := c.World.Place.FS
	if fs == nil || real == "" {
		return scan{}
	}
	info, err := fs.Lstat(real)
	if err != nil || info.Kind != paths.File {
		return scan{}
	}
	stamp := ""
	if info.Size >= worthNote {
		stamp = stampOf(real, info, c.Config.secrets())
		if c.Session != nil && slices.Contains(c.Session.Scanned, stamp) {
			return scan{exists: true}
		}
	}
	if c.read += info.Size; c.read > maxTotal {
		return scan{exists: true, err: paths.ErrTooLarge}
	}
	content, err := fs.ReadFile(real, maxScan)
	if errors.Is(err, paths.ErrTooLarge) {
		return scan{exists: true, err: err}
	}
	if err != nil {
		return scan{}
	}
	s := scan{exists: true, content: content}
	if s.found, s.err = c.bytes(c.name(real), content); errors.Is(s.err, secret.ErrMany) {
		s.err = nil // enough to ask
	}
	if s.err == nil && len(s.found) == 0 && stamp != "" && c.Scanned != nil {
		c.Scanned(stamp)
	}
	return s
}

// stampOf changes whenever the file or the rules do.
func stampOf(real string, info paths.Info, own string) string {
	return digest(fmt.Appendf(nil, "%s\x00%d\x00%d\x00%d\x00%s%s", real, info.ModTimeNs, info.Size, info.Inode, rulesVersion, own))[:32]
}

// digest is the SHA-256 of a content in hexadecimal digits.
func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// bytes scans a text.
func (c *check) bytes(name string, text []byte) ([]secret.Finding, error) {
	if c.Scanner == nil {
		s, err := secret.New(secret.Options{MaxBytes: maxScan, Rules: c.Config.SecretRules, Allow: c.Config.SecretAllow})
		if err != nil {
			return nil, err
		}
		c.Scanner = s
	}
	return c.Scanner.Bytes(name, text)
}

// outputs asks about secrets in the files that the call shows or sends.
func (c *check) outputs() {
	if c.Config.off(OutputScanner) {
		return
	}
	asked := map[string]bool{}
	n := 0
	for _, t := range append(c.implied(c.revisions()), c.facts.Touches...) {
		if t.Kind != sentinel.Read && t.Kind != sentinel.Move || t.Loc.Scope == sentinel.ScopeSecret || !c.shown(t) {
			continue
		}
		files, complete := c.filesOf(t)
		if !searches(t) {
			n += len(files)
		}
		if n > maxTarget || !complete {
			c.tooMany()
			return
		}
		for _, real := range files {
			if !asked[real] && !glance.HarmlessPlace(real) && !c.Config.readAllowed(c, real) {
				asked[real] = true
				c.output(real, t)
			}
		}
	}
}

// tooMany: what is not looked at is not silently clean.
func (c *check) tooMany() {
	c.ask(question{rule: "output-scanner.unscanned", label: "unscanned (too many files)", say: "shows the content of more files than can be looked at for secrets",
		key: "scan many " + c.call.Tool, shape: "more files than are looked at", colour: sentinel.Yellow,
		effect: sentinel.Effect{Kind: sentinel.Read, Scope: sentinel.ScopeUnknown, Target: c.text()}})
}

// output asks about one file.
func (c *check) output(real string, t seen.Touch) {
	s := c.scan(real)
	if !s.exists {
		return
	}
	name := c.name(real)
	e := sentinel.Effect{Kind: sentinel.SecretRead, Scope: t.Loc.Scope, Target: real}
	if s.err != nil {
		c.ask(question{rule: "output-scanner.unscanned", label: "unscanned (too large)", say: name + " is too large to look at for secrets",
			key: "read " + real, shape: "read " + name + ", unscanned", effect: sentinel.Effect{Kind: sentinel.Read, Scope: t.Loc.Scope, Target: real}, colour: sentinel.Yellow})
		return
	}
	found := s.found
	if len(found) > 0 {
		found = only(found, s.content, t, c.call)
	}
	if len(found) == 0 {
		return
	}
	e.Identity = digest(s.content)
	q := question{rule: "output-scanner.secret", label: kinds(found), say: "shows " + count(found) + " in " + name + ": " + list(found),
		key: "read " + real, shape: "read " + name + " as it is now", effect: e, colour: sentinel.Yellow}
	if sends(t) {
		q.say = "sends " + count(found) + " away, from " + name + ": " + list(found)
		q.effect.Kind, q.colour = sentinel.SecretSend, sentinel.Red
	}
	c.ask(q)
}

// count says how many there may be.
func count(found []secret.Finding) string {
	if len(found) == 1 {
		return "a possible secret"
	}
	return fmt.Sprintf("%d possible secrets", len(found))
}

// list spells out a few findings: title, line, masked text.
func list(found []secret.Finding) string {
	var b strings.Builder
	for i, f := range found {
		if i == maxShown {
			fmt.Fprintf(&b, ", and %d more", len(found)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s (line %d: %s)", f.Title, f.Line, f.Snippet)
	}
	return b.String()
}

// kinds lists what was found, each kind once.
func kinds(found []secret.Finding) string {
	var out []string
	for _, f := range found {
		if !slices.Contains(out, f.Label) {
			out = append(out, f.Label)
		}
	}
	if n := len(out); n > maxKinds {
		out = append(out[:maxKinds], fmt.Sprintf("and %d more", n-maxKinds))
	}
	return strings.Join(out, ", ")
}

// filesOf gives the files that a touch is about; complete is false when there
// are more than are looked at.
func (c *check) filesOf(t seen.Touch) (files []string, complete bool) {
	if t.Target.Glob && !searches(t) {
		return c.wild(t.Target)
	}
	if t.Target.Partial {
		return c.mayBe(t), true
	}
	if t.Loc.Real == "" {
		return nil, true
	}
	if c.kind(t.Loc.Real) != paths.Dir {
		return []string{t.Loc.Real}, true
	}
	search := searches(t)
	switch {
	case t.Whole && search:
		return c.searched(t), true
	case search || t.Command == nil || len(t.Command.Argv) == 0:
		return nil, true // a folder, of which nothing is shown
	}
	n := 0
	files = c.below(t.Loc.Real, nil, &n, func(string) bool { return true })
	return files, n <= maxWalk && len(files) <= maxTarget
}

func (c *check) kind(real string) paths.Kind {
	if c.World.Place.FS == nil {
		return paths.Other
	}
	info, err := c.World.Place.FS.Lstat(real)
	if err != nil {
		return paths.Other
	}
	return info.Kind
}

// shown tells whether what is read comes out: neither kept in a file of the
// project nor counted, and not read by a program that only copies, builds or
// loads it.
func (c *check) shown(t seen.Touch) bool {
	if t.Kind == sentinel.Move {
		return t.Command != nil && c.readAgain(t.Command)
	}
	if sends(t) {
		return true
	}
	if t.Command == nil || len(t.Command.Argv) == 0 {
		return true // another tool, or a bare redirection
	}
	if silent(t) && !(packs(t) && t.Command.PipeTo != nil) && !c.freshCode(t) || kept(t.Command) {
		return c.readAgain(t.Command)
	}
	for n := t.Command.PipeTo; n != nil; n = n.PipeTo {
		if counts(n) || kept(n) {
			return false
		}
	}
	return true
}

// readAgain: another command of the call reads what this one writes, so that
// the content comes out after all.
func (c *check) readAgain(cmd *shell.Command) bool {
	for _, w := range c.facts.Touches {
		if w.Command != cmd || w.Kind == sentinel.Read || w.Kind == sentinel.List {
			continue
		}
		if strings.HasPrefix(w.Loc.Real, "/dev/") {
			return w.Loc.Real != "/dev/null"
		}
		for _, r := range c.facts.Touches {
			if r.Kind == sentinel.Read && r.Command != cmd && (r.Loc.Real == w.Loc.Real || strings.HasPrefix(r.Loc.Real, w.Loc.Real+"/")) {
				return true
			}
		}
	}
	return false
}

// packs: archives and compressors, whose output holds what they read.
func packs(t seen.Touch) bool {
	switch t.View.Name {
	case "tar", "gzip", "bzip2", "xz", "zstd", "zip", "cpio", "pax", "7z", "lz4", "brotli", "openssl", "gpg", "age":
		return true
	}
	return false
}

// freshCode: an interpreter runs a script that the agent wrote; one that was
// there before reads its settings as it always does.
func (c *check) freshCode(t seen.Touch) bool {
	if c.Session == nil {
		return false
	}
	for _, s := range t.Command.Runs {
		if _, ok := c.Session.WrittenAt(s.Path); ok && s.Path != "" {
			return true
		}
	}
	return false
}

// silent programs do not print what they read.
func silent(t seen.Touch) bool {
	for _, s := range t.Command.Runs {
		if s.Path != "" {
			return true // a script, see freshCode
		}
	}
	name := t.View.Name
	if name == "" {
		name, _ = t.Command.Program()
	}
	switch name {
	case "cat", "head", "tail", "less", "more", "bat", "awk", "gawk", "sed", "perl", "python", "python3", "node", "ruby", "jq", "yq", "nl", "tac",
		"rev", "strings", "xxd", "hexdump", "od", "base64", "base32", "sort", "uniq", "diff", "comm", "join", "cut", "paste", "column", "fold", "fmt",
		"expand", "tr", "view", "vi", "vim", "nvim", "nano", "emacs", "dd", "pr", "batcat", "most", "hd", "iconv", "tee", "xargs", "while", "read",
		"openssl", "zcat", "gzcat", "zless", "sdiff", "colordiff", "delta", "pygmentize", "glow", "mdcat", "php", "lua", "xmllint", "dasel", "csvlook", "mlr",
		"curl", "wget", "http", "plutil", "defaults", "ccat", "lolcat", "fx", "gron", "xq", "jless", "tomlq", "bzcat", "xzcat", "zstdcat", "unzip", "gunzip",
		"hexyl", "pwsh", "powershell", "cmd", "osascript", "ugrep", "select-string", "findstr", "gc", "busybox", "deno", "bun", "tclsh", "rscript", "julia", "m4", "bc",
		"look", "split", "csplit", "echo", "printf", "mapfile", "readarray", "type", "get-content", "ed", "ex", "tsort", "shuf", "envsubst", "uuencode":
		return false
	case "grep", "egrep", "fgrep", "rg", "ag", "ack", "zgrep":
		return t.View.Parse != nil && t.View.Parse.HasAny("-l", "--files-with-matches", "-L", "--files-without-match", "-c", "--count", "-q", "--quiet", "--files")
	case "git":
		return t.View.Parse == nil || len(t.View.Parse.Verbs) == 0 || !slices.Contains([]string{"show", "diff", "log", "blame", "annotate", "cat-file", "grep", "stash"}, t.View.Parse.Verbs[0])
	}
	return true
}

// counts: nothing but a number or a sum comes out.
func counts(c *shell.Command) bool {
	n, _ := c.Program()
	switch n {
	case "wc", "true", "false", "test", "[", "sha256sum", "md5sum", "sha1sum", "sha512sum", "cksum", "shasum", "b2sum":
		return true
	case "grep", "rg", "egrep", "fgrep":
		for _, w := range c.Argv[1:] {
			if w.Is("-c") || w.Is("-q") || w.Is("--count") || w.Is("--quiet") || w.Is("-qi") || w.Is("-qE") {
				return true
			}
		}
	}
	return false
}

// kept: the output goes into a file.
func kept(c *shell.Command) bool {
	for _, r := range c.Redirs {
		if f, _ := r.File.Known(); r.Fd != 2 && r.Kind != shell.ReadFile && f != "/dev/stdout" && f != "/dev/tty" && f != "/dev/stderr" {
			return true
		}
	}
	return false
}

// sends: the command sends what it reads to another host.
func sends(t seen.Touch) bool {
	for c := t.Command; c != nil; c = c.PipeTo {
		v := view(c)
		if v == nil {
			continue
		}
		for _, d := range v.Deeds {
			if d.Kind == sentinel.Send {
				return true
			}
		}
	}
	return false
}

// revisions are files of the work tree whose older content git shows.
func (c *check) revisions() []seen.Touch {
	var out []seen.Touch
	for _, cmd := range c.facts.Commands {
		v := view(cmd)
		if v == nil || v.Name != "git" || v.Parse == nil || len(v.Parse.Verbs) == 0 {
			continue
		}
		for _, o := range v.Parse.Operands {
			s, _ := o.Word.Known()
			_, file, ok := strings.Cut(s, ":")
			if !ok || file == "" || strings.Contains(s, "://") {
				continue
			}
			dir := c.World.Place.Root
			if strings.HasPrefix(file, ".") {
				dir = c.facts.Cwd
			}
			t := paths.Target{Text: file, Dir: dir, Use: paths.Read}
			out = append(out, seen.Touch{Kind: sentinel.Read, Target: t, Loc: c.World.Place.Judge(t), Command: cmd, View: v})
		}
	}
	return out
}
