package vars

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell/found"
)

// What $BASH_SOURCE holds is known of files that bash itself runs, and of no other shell's.
func TestFileOf(t *testing.T) {
	words := func(list ...string) (out []found.Word) {
		for _, s := range list {
			out = append(out, found.Text(s))
		}
		return out
	}
	main := found.Text("bin/x.sh")
	for _, c := range []struct {
		name       string
		here       bool
		old        found.Word
		text       string
		argv, args []found.Word
		want       string
	}{
		{"told to bash", false, found.Word{}, "true", words("/usr/bin/bash", "a/x.sh"), words("a/x.sh"), "a/x.sh"},
		{"started itself", false, found.Word{}, "#!/usr/bin/env bash\n", words("./x.sh", "1"), words("./x.sh", "1"), "./x.sh"},
		{"started by bash with options", false, found.Word{}, "#!/bin/bash -eu\n", words("./x.sh"), words("./x.sh"), "./x.sh"},
		{"read by bash", true, main, "true", words("source", "lib/a.sh"), nil, "lib/a.sh"},
		{"read by a shell that is not known", true, found.Word{}, "true", words("source", "lib/a.sh"), nil, ""},
		{"looked for along PATH", true, main, "true", words("source", "a.sh"), nil, ""},
		{"told to sh", false, found.Word{}, "#!/bin/bash\n", words("sh", "x.sh"), words("x.sh"), ""},
		{"for another shell", false, found.Word{}, "#!/bin/zsh\n", words("./x.sh"), words("./x.sh"), ""},
		{"without a first line", false, found.Word{}, "true\n", words("./x.sh"), words("./x.sh"), ""},
	} {
		got := (&State{File: FileOf(c.here, c.old, c.text, c.argv, c.args)}).Source()
		if s, ok := got.Known(); ok != (c.want != "") || ok && s != c.want {
			t.Errorf("%s: %q, known %v; want %q", c.name, s, ok, c.want)
		}
	}
}
