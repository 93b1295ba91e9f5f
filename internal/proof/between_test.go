package proof

import (
	"slices"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// asRead reads a script in full.
func asRead(text string) []*shell.Command {
	return shell.Read(text, shell.Options{Home: "/home/dev", Cwd: "/home/dev/project", Knows: kb.New(), Limits: shell.DefaultLimits()}).Commands
}

// brackets shows commands as words in brackets, those that are not known with a
// question mark.
func brackets(all []*shell.Command) []string {
	var out []string
	for _, c := range all {
		var b strings.Builder
		for _, w := range c.Argv {
			if _, ok := w.Known(); ok {
				b.WriteString("[" + w.String() + "]")
			} else {
				b.WriteString("[?" + w.String() + "]")
			}
		}
		out = append(out, b.String())
	}
	return out
}

// TestR31_WhatChangesInBetween: what bash executes where a trap, a name that stands
// for another, a descriptor or a file has changed in the meantime. Each script must
// show the command that bash executes, and none that it would not.
func TestR31_WhatChangesInBetween(t *testing.T) {
	for _, c := range []struct{ name, text, want, never string }{
		{"a trap between commands", `trap 'rm -rf $b' DEBUG; b=/; b=x; b=y`, "[rm][-rf][/]", ""},
		{"a trap on return", `f() { trap 'rm -rf $b' RETURN; b=/; }; f; b=x`, "[rm][-rf][/]", ""},
		{"a trap on an error", `trap 'rm -rf $b' ERR; b=/; false; b=x`, "[rm][-rf][/]", ""},
		{"a trap on a signal", `trap 'rm -rf $b' USR1; b=/; kill -USR1 $$; b=x`, "[rm][-rf][/]", ""},
		{"a trap at the end of what is ended early", `trap 'rm -rf $b' EXIT; b=/; sleep 5; b=x`, "[rm][-rf][/]", ""},
		{"a trap and a variable that goes", `b=x; trap 'rm -rf /$b' DEBUG; unset b; b=y`, "[rm][-rf][/]", ""},
		{"a trap and a loop", `trap 'rm -rf $b' DEBUG; for b in x / y; do b=z; done`, "[rm][-rf][/]", ""},
		{"a trap and what is read", `trap 'rm -rf $b' DEBUG; read b <<< /; b=x`, "[rm][-rf][/]", ""},
		{"a trap and parameters", `trap 'rm -rf $1' DEBUG; set -- /; set -- x`, "[rm][-rf][/]", ""},
		{"a trap that calls a function", `clean() { rm -rf $b; }; trap clean DEBUG; b=/; b=x`, "[rm][-rf][/]", ""},
		{"a trap and a name for another", `declare -n p=b; trap 'rm -rf $p' DEBUG; b=/; b=x`, "[rm][-rf][/]", ""},
		{"a trap that changes too often to follow", `trap 'rm -rf $b' DEBUG; b=1; b=2; b=3; b=4; b=5; b=6; b=7; b=8; b=9; b=10; b=11; b=12; b=13; b=14; b=15; b=/; b=16`, "[rm][-rf][?$b]", ""},
		{"a trap is not that of another shell", `trap 'rm -rf $b' EXIT; b=x; bash -c 'b=/; ls'`, "[rm][-rf][x]", "[rm][-rf][/]"},

		{"a name that stands for another in a branch", `b=/; c=x; if p; then declare -n q=b; fi; q=y; rm -rf $b`, "[rm][-rf][/]", ""},
		{"and is assigned there", `b=x; if p; then declare -n q=b; fi; q=/; rm -rf $b`, "[rm][-rf][/]", ""},
		{"behind a command that failed", `b=/; p || declare -n q=b; q=x; unset -n q; rm -rf $b`, "[rm][-rf][/]", ""},
		{"one of two names", `b=x; c=/; if p; then declare -n q=b; else declare -n q=c; fi; rm -rf $q`, "[rm][-rf][/]", ""},
		{"one of two names that is read", `b=x; c=y; if p; then declare -n q=b; else declare -n q=c; fi; read q <<< /; rm -rf $b`, "[rm][-rf][/]", ""},
		{"a name out of several", `b=x; c=/; if p; then n=b; else n=c; fi; declare -n q=$n; q=y; rm -rf $c`, "[rm][-rf][/]", ""},
		{"an array of several behind a name", `a=(x); if p; then a=(/); fi; declare -n q=a; rm -rf "${q[@]}"`, "[rm][-rf][/]", ""},

		{"options with a name and no parameters", `set -euo pipefail; rm -rf /$1`, "[rm][-rf][/]", "[rm][-rf][/pipefail]"},
		{"parameters behind such options", `set -eo pipefail x /; rm -rf $2`, "[rm][-rf][/]", ""},
		{"an option with a name behind plus", `set +o posix; rm -rf /$1`, "[rm][-rf][/]", "[rm][-rf][/posix]"},
		{"a single dash ends options", `set - /; rm -rf $1`, "[rm][-rf][/]", ""},
		{"the last of none is the shell itself", `f() { ls "${@: -1}"; }; f`, "[ls][bash]", ""},
		{"elements with holes from a key on", `a=([2]=x [5]=/ y); rm -rf "${a[@]:3:1}"`, "[rm][-rf][/]", "[rm][-rf][y]"},
		{"more from the end than there are", `a=(/ x); ls "${a[@]: -3}" y`, "[ls][y]", "[ls][/][x][y]"},
		{"a text cut as an array", `b=x/; rm -rf "${b[@]:1}"`, "[rm][-rf][/]", ""},

		{"what a local variable hides is exported", `g() { declare +x b; bash -c 'rm -rf /$b'; }; f() { local b; export b=x; g; }; f`, "[rm][-rf][/x]", "[rm][-rf][/]"},
		{"declare -g beneath a local variable", `g() { local b=/; f; rm -rf $b; }; f() { declare -g b=x; }; g`, "[rm][-rf][/]", "[rm][-rf][x]"},
		{"and behind it", `g() { local b=x; f; }; f() { declare -g b=/; }; b=y; g; rm -rf $b`, "[rm][-rf][/]", ""},
		{"a function from the environment", `env 'BASH_FUNC_ls%%=() { rm -rf /; }' bash -c ls`, "[rm][-rf][/]", ""},
		{"zero bytes end an argument", `printf '%s\0' / x | xargs -I{} rm -rf {}y`, "[rm][-rf][/]", ""},
		{"in lines, too", `printf '%s\0' / x | xargs -L1 rm -rf`, "[rm][-rf][/]", ""},

		{"a file behind a descriptor", `exec 6> f; echo rm -rf / >&6; exec 6>&-; . ./f`, "[rm][-rf][/]", ""},
		{"a file behind one that is read, too", `exec 3<>f; echo rm -rf / >&3; . ./f`, "[rm][-rf][/]", ""},
		{"a file that a group writes", `exec 6> f; { echo rm; echo x; } >&6; echo -rf / >&6; $(cat f)`, "[rm][x][-rf][/]", ""},
		{"a descriptor with a name", `exec {fd}> f; echo rm -rf / >&$fd; . ./f`, "[rm][-rf][/]", ""},
		{"what a function prints behind a declaration", `f() { local IFS=/; echo "$*"; }; rm -rf $(f "" etc)`, "[rm][-rf][/etc]", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := brackets(asRead(c.text))
			if !slices.Contains(got, c.want) {
				t.Errorf("%s: want %s in %v", c.text, c.want, got)
			}
			if c.never != "" && slices.Contains(got, c.never) {
				t.Errorf("%s: %s is never executed, in %v", c.text, c.never, got)
			}
		})
	}
}

// TestR31_FilesOfSeveralWays: a script of which it is not known what was written
// into it is said to be unreadable, and ordinary ways to write one are not.
func TestR31_FilesOfSeveralWays(t *testing.T) {
	for text, unread := range map[string]bool{
		`if p; then echo rm -rf / > f; else echo ls > f; fi; sh f`:      true,
		`case $x in a) echo rm -rf / > f;; *) echo ls > f;; esac; sh f`: true,
		`echo rm -rf / > f || echo ls > f; sh f`:                        true,
		`b=/; if p; then b=x; fi; echo "rm -rf $b" > f; sh f`:           true,
		`echo ls > f && echo make >> f && sh f`:                         false,
		`if p; then echo ls > f; else echo ls > f; fi; sh f`:            false,
		"if p; then cat > f <<'E'\nls\nE\nfi\nsh f":                     false,
		`mkdir -p d && echo ls > d/f; chmod +x d/f; d/f`:                false,
	} {
		all := asRead(text)
		is := slices.ContainsFunc(all, func(c *shell.Command) bool {
			return slices.ContainsFunc(c.Runs, func(s shell.Script) bool { return s.Why != "" })
		})
		if is != unread {
			t.Errorf("%s: said to be unreadable: %v", text, is)
		}
	}
}

// TestR31_UncalledFunctionsAreMarked: their bodies are read, and said to be called by
// nothing in the text.
func TestR31_UncalledFunctionsAreMarked(t *testing.T) {
	for text, want := range map[string]bool{
		`f() { rm x; }`:                            true,
		`f() { rm x; }; f`:                         false,
		`f() { rm x; }; trap f EXIT`:               false,
		`f() { rm x; }; eval f`:                    false,
		`command_not_found_handle() { rm x; }; ls`: false,
		`f() { g; }; g() { rm x; }; f`:             false,
	} {
		for _, c := range asRead(text) {
			if len(c.Argv) > 0 && c.Argv[0].Is("rm") && c.Place.Uncalled != want {
				t.Errorf("%s: uncalled %v", text, c.Place.Uncalled)
			}
		}
	}
}
