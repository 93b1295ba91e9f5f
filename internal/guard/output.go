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
	"github.com/sentinelgate/sentinel/internal/guard/lines"
	"github.com/sentinelgate/sentinel/internal/guard/printed"
	"github.com/sentinelgate/sentinel/internal/guard/told"
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
)

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
		stamp = stampOf(real, info, c.scanner().Version())
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

// stampOf changes whenever the file does, or what is looked for.
func stampOf(real string, info paths.Info, version string) string {
	return digest(fmt.Appendf(nil, "%s\x00%d\x00%d\x00%d\x00%s", real, info.ModTimeNs, info.Size, info.Inode, version))[:32]
}

// digest is the SHA-256 of a content in hexadecimal digits.
func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// scanner is made when it is needed. One that cannot be made refuses to scan.
func (c *check) scanner() *secret.Scanner {
	if c.Scanner == nil {
		o := c.Config.Secrets
		o.MaxBytes = maxScan
		c.Scanner, _ = secret.New(o)
	}
	return c.Scanner
}

// bytes scans a text.
func (c *check) bytes(name string, text []byte) ([]secret.Finding, error) {
	return c.scanner().Bytes(name, text)
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
		if !lines.Searched(t) {
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
		found = lines.Only(found, s.content, t, c.call)
	}
	if len(found) == 0 {
		return
	}
	e.Identity = digest(s.content)
	q := question{rule: "output-scanner.secret", label: told.Kinds(found), say: "shows " + told.Count(found) + " in " + name + ": " + told.List(found),
		key: "read " + real, shape: "read " + name + " as it is now", effect: e, colour: sentinel.Yellow}
	if sends(t) {
		q.say = "sends " + told.Count(found) + " away, from " + name + ": " + told.List(found)
		q.effect.Kind, q.colour = sentinel.SecretSend, sentinel.Red
	}
	c.ask(q)
}

// filesOf gives the files that a touch is about; complete is false when there
// are more than are looked at.
func (c *check) filesOf(t seen.Touch) (files []string, complete bool) {
	if t.Target.Glob && !lines.Searched(t) {
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
	search := lines.Searched(t)
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
	kind, _ := c.stat(real)
	return kind
}

// stat tells what is at a path, and whether anything is.
func (c *check) stat(real string) (kind paths.Kind, there bool) {
	if c.World.Place.FS == nil {
		return paths.Other, false
	}
	info, err := c.World.Place.FS.Lstat(real)
	if err != nil {
		return paths.Other, false
	}
	return info.Kind, true
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
	if printed.Silent(t) && !(printed.Packs(t) && t.Command.PipeTo != nil) && !c.freshCode(t) || printed.Kept(t.Command) {
		return c.readAgain(t.Command)
	}
	for n := t.Command.PipeTo; n != nil; n = n.PipeTo {
		if printed.Counts(n) || printed.Kept(n) {
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
