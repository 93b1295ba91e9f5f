package forms

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/unseen"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// LoadsSources: interpreters, compilers and test runners load files by names
// that do not stand in the text.
func LoadsSources(c *shell.Command) bool {
	v, _ := c.Parsed.(*kb.View)
	if v == nil || v.Parse == nil {
		return false
	}
	switch v.Name {
	case "python", "python3", "node", "ruby", "perl", "php", "deno", "bun", "go", "ts-node", "tsx":
		return true
	}
	return slices.ContainsFunc(v.Deeds, func(d kb.Deed) bool { return d.Kind == sentinel.Run || d.Kind == sentinel.Serve })
}

// Harms: what source code must not do unasked, Where it says so in plain
// words. What it computes is left to those who read it.
func Harms(f sentinel.Finding) bool {
	switch f.Effect.Scope {
	case sentinel.ScopeHome, sentinel.ScopeOutside, sentinel.ScopeSystem, sentinel.ScopeStartup, sentinel.ScopeGate, sentinel.ScopeDevice, sentinel.ScopeWhole:
	default:
		return f.Block || f.Colour == sentinel.Red && remote(f.Effect.Kind)
	}
	switch f.Effect.Kind {
	case sentinel.Delete, sentinel.DeleteTree, sentinel.Write, sentinel.Move, sentinel.PermissionTree:
		return true
	}
	return f.Block
}

// remote: what cannot be taken back, on machines of others. No test and no build
// does it to them.
func remote(k sentinel.EffectKind) bool {
	switch k {
	case sentinel.RewriteRemote, sentinel.DeleteRemote, sentinel.RemoteDestroy, sentinel.SecretSend, sentinel.ExecuteDownloaded:
		return true
	}
	return false
}

// feedsItself: a program that follows a file and whose output is put at the end of
// that very file.
func feedsItself(c *shell.Command, w shell.Word) bool {
	v, _ := c.Parsed.(*kb.View)
	file, ok := w.Known()
	if !ok || v == nil || v.Parse == nil || v.Name != "tail" || !v.Parse.HasAny("-f", "-F", "--follow") {
		return false
	}
	same := func(o shell.Word) bool {
		s, ok := o.Known()
		return ok && path.Clean(s) == path.Clean(file)
	}
	for ; c != nil; c = c.PipeTo {
		for _, r := range c.Redirs {
			if r.Kind != shell.ReadFile && same(r.File) {
				return true
			}
		}
		if n, _ := c.Program(); path.Base(n) == "tee" && slices.ContainsFunc(c.Argv[1:], same) {
			return true
		}
	}
	return false
}

// Intent is the class of what a call does that `sentinel risk --json` prints.
func Intent(parts []sentinel.Part) string {
	rank := 0
	names := []string{"read_only", "unknown", "write", "state"}
	for _, p := range parts {
		for _, e := range p.Effects {
			rank = max(rank, intentRank(e))
		}
	}
	return names[rank]
}

func intentRank(e sentinel.Effect) int {
	switch e.Kind {
	case sentinel.Read, sentinel.List, sentinel.Fetch, sentinel.SecretRead, sentinel.EnvPrint:
		return 0
	case sentinel.Unread, sentinel.ExecuteFile, sentinel.ExecuteInline, sentinel.ExecuteDownloaded, sentinel.Run, sentinel.Serve:
		return 1
	case sentinel.Write, sentinel.Create, sentinel.Delete, sentinel.DeleteTree, sentinel.Move, sentinel.Permission, sentinel.PermissionTree:
		return 2
	}
	return 3
}

func TargetText(loc paths.Located, w shell.Word) string {
	if loc.Real != "" {
		return loc.Real
	}
	return w.String()
}

// Where says in words how a command is reached: "in package.json", "behind sudo".
func Where(p shell.Place) string {
	switch {
	case p.Script != "" && p.Line > 0:
		return fmt.Sprintf(" (in %s line %d)", p.Script, p.Line)
	case p.Script != "":
		return " (in " + p.Script + ")"
	}
	return ""
}

// GitVerb tells whether a command is git with one of these verbs.
func GitVerb(c *shell.Command, verbs ...string) bool {
	v, _ := c.Parsed.(*kb.View)
	if v == nil || v.Parse == nil || v.Name != "git" || len(v.Parse.Verbs) == 0 {
		return false
	}
	for _, verb := range verbs {
		if v.Parse.Verbs[0] == verb {
			return true
		}
	}
	return false
}

// Misleads says how the name of a file that is made leads a person or a program
// astray, "" if it does not.
func Misleads(c *shell.Command, w shell.Word) string {
	if asOption(c, w) {
		return "makes a file that is named like an option: " + w.String() + ", which a wildcard hands to programs as one"
	}
	name, _ := w.Known()
	if what := unseen.InName(name); what != "" {
		return "makes a file whose name holds " + what + ", so that a person takes it for another"
	}
	return ""
}

// asOption: a file whose name is an option, and that is meant as a file: behind --,
// behind a redirection, or in a path.
func asOption(c *shell.Command, w shell.Word) bool {
	s, ok := w.Known()
	base := path.Base(s)
	if !ok || len(base) < 2 || base[0] != '-' || !strings.ContainsAny(base[1:2], "-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") || base == "--" {
		return false
	}
	makes := false
	switch name, _ := c.Program(); path.Base(name) {
	case "touch", "cp", "mv", "ln", "install", "tee", "mkdir":
		makes = slices.ContainsFunc(c.Argv, func(x shell.Word) bool { return x.Is("--") })
	}
	return s != base || makes || slices.ContainsFunc(c.Redirs, func(r shell.Redir) bool { return r.File.Is(s) })
}

// Endless: devices that give bytes for ever, read by a program that does not
// stop by itself, and files that grow by what is read from them.
func Endless(c *shell.Command, w shell.Word) bool {
	s, _ := w.Known()
	switch s {
	case "/dev/zero", "/dev/urandom", "/dev/random", "/dev/full":
	default:
		return feedsItself(c, w)
	}
	for ; c != nil; c = c.PipeTo {
		n, _ := c.Program()
		if v, ok := c.Parsed.(*kb.View); ok && v != nil && v.Parse != nil {
			n = v.Parse.Tool.Tool // by whatever name it was called
		}
		switch path.Base(n) {
		case "head", "dd", "od", "xxd", "hexdump", "shuf", "openssl", "split", "cmp", "read", "truncate", "sort", "seq", "base64":
			return false
		}
	}
	return true
}

// FetchedLibrary: a file that a package manager keeps in its cache below the
// home. What builds load from there was asked about when it was installed.
func FetchedLibrary(file, home string) bool {
	rel, ok := strings.CutPrefix(file, home+"/")
	if !ok || strings.Contains(rel, "/../") {
		return false
	}
	for _, dir := range []string{".m2/repository/", ".gradle/caches/", ".ivy2/cache/", ".cache/coursier/", ".nuget/packages/", "go/pkg/mod/", ".cargo/registry/"} {
		if strings.HasPrefix(rel, dir) {
			return true
		}
	}
	return false
}

// WhyMissing says why a file that runs was not read.
func WhyMissing(s shell.Script) string {
	if s.SetsUp {
		return ", which sets up this shell"
	}
	return ", which does not exist yet"
}

// BuiltByTool: a program where the build tool of the project puts what it made
// of its sources, as `cargo run` and `swift run` would start it.
func BuiltByTool(file string, loc paths.Located) bool {
	if loc.Scope != sentinel.ScopeProject && loc.Scope != sentinel.ScopeOutput || path.Ext(file) != "" {
		return false
	}
	dir := path.Dir(file)
	switch name, above := path.Base(dir), path.Dir(dir); name {
	case "debug", "release": // also target/TRIPLE/release of a build for another machine
		return madeIn(path.Base(above)) || madeIn(path.Base(path.Dir(above)))
	case "bin":
		return path.Base(above) == "zig-out"
	}
	return false
}

func madeIn(folder string) bool { return folder == "target" || folder == ".build" }
