package self

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// asked are the sub-commands of the gate that anybody may run.
var asked = []string{"check", "risk", "explain", "knowledge", "policy", "scan", "test", "pending", "version", "help", "replay", "--version", "--help", "-h"}

// program: the gate's own program under another name, or built on the way.
func (w *watch) program(c *shell.Command, v *kb.View) (rule, say string) {
	if v.Name == "go" && v.Parse != nil && len(v.Parse.Verbs) > 0 && v.Parse.Verbs[0] == "run" {
		for i, word := range c.Argv {
			s, _ := word.Known()
			s, _, _ = strings.Cut(s, "@")
			if i > 1 && path.Base(s) == "sentinel" && i+1 < len(c.Argv) && !slices.ContainsFunc(asked, c.Argv[i+1].Is) {
				return "program", "builds the gate's program and has it decide"
			}
		}
	}
	name, ok := c.Program()
	if !ok || !strings.Contains(name, "/") || v.Name == "sentinel" || v.Name == "sentinel-hook" || !w.same(c, name) {
		return "", ""
	}
	return "program", "runs the gate's own program under another name"
}

// same tells whether a file is the gate's program: the very file, or a copy.
func (w *watch) same(c *shell.Command, name string) bool {
	fs := w.place.FS
	if fs == nil {
		return false
	}
	real, ok := w.place.Resolve(w.dir(c), name)
	if !ok {
		return false
	}
	if w.copied(real) {
		return true
	}
	info, err := fs.Lstat(real)
	if err != nil || info.Kind != paths.File {
		return false
	}
	for _, g := range w.place.GateDirs {
		own, err := fs.Lstat(g)
		switch {
		case err != nil || own.Kind != paths.File || own.Size != info.Size:
		case real == g || own.Inode == info.Inode && own.Inode != 0:
			return true
		default:
			a, _ := fs.ReadFile(real, maxProgram)
			b, err := fs.ReadFile(g, maxProgram)
			return err == nil && bytes.Equal(a, b)
		}
	}
	return false
}

// copied: this very text puts the gate's program there.
func (w *watch) copied(real string) bool {
	for _, to := range w.facts.Touches {
		if to.Loc.Real != real || to.Kind != sentinel.Write && to.Kind != sentinel.Create || to.Command == nil {
			continue
		}
		for _, from := range w.facts.Touches {
			if from.Command == to.Command && from.Kind == sentinel.Read && from.Loc.Scope == sentinel.ScopeGate {
				return true
			}
		}
	}
	return false
}

// installs: a package manager puts a program of the gate's name in place, or
// takes it away.
func (w *watch) installs(c *shell.Command, v *kb.View) (rule, say string) {
	switch v.Name {
	case "go", "brew", "apt", "apt-get", "dpkg", "rpm", "dnf", "yum", "pacman", "apk", "zypper", "snap", "cargo", "pipx", "scoop", "winget", "choco", "nix-env", "port", "mise", "asdf":
	case "npm", "pnpm", "yarn", "bun":
		if !slices.ContainsFunc(c.Argv, func(w shell.Word) bool { return w.Is("-g") || w.Is("--global") || w.Is("global") }) {
			return "", ""
		}
	default:
		return "", ""
	}
	if !slices.ContainsFunc(v.Deeds, func(d kb.Deed) bool { return d.Kind == sentinel.Install || d.Kind == sentinel.System }) {
		return "", ""
	}
	for _, word := range c.Argv[1:] {
		s, _ := word.Known()
		s, _, _ = strings.Cut(s, "@")
		if base := path.Base(s); base == "sentinel" || base == "sentinel-hook" {
			return "installs", "installs or removes a program of the gate's name"
		}
	}
	return "", ""
}
