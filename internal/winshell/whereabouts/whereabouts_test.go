package whereabouts_test

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/winshell"
	"github.com/sentinelgate/sentinel/internal/winshell/whereabouts"
)

// TestR288_Path: where a path lies after the changes of the folder before it; "?"
// is not known.
func TestR288_Path(t *testing.T) {
	for _, c := range []struct{ text, path, want string }{
		{"", `docs\a.md`, "docs/a.md"},
		{"", `..\a.md`, "../a.md"},
		{"cd sub", `a.md`, "sub/a.md"},
		{"cd sub; cd ..", `a.md`, "a.md"},
		{"cd ..", `a.md`, "../a.md"},
		{`cd C:\x\y`, `a.md`, `C:\x\y/a.md`},
		{`cd C:\x\y`, `D:\a.md`, `D:\a.md`},
		{"cd ~", `a.md`, "~/a.md"},
		{"cd $HOME", `a.md`, "~/a.md"},
		{"cd $env:APPDATA", `x\a.md`, "~/AppData/Roaming/x/a.md"},
		{"cd $x", `a.md`, "?"},
		{"cd $x; cd sub", `a.md`, "?"},
		{"cd $x; cd /tmp/y", `a.md`, "/tmp/y/a.md"},
		{"cd -", `a.md`, "?"},
		{"pushd sub; popd", `a.md`, "a.md"},
		{"pushd ..; cd x", `a.md`, "../x/a.md"},
		{"popd", `a.md`, "?"},
		{"", `$env:TEMP\a`, "/tmp/a"},
		{"", `$pwd\a`, "./a"},
		{"", `$home\$x`, "?"},
		{"", `$homes\a`, "?"},
		{"", `%USERPROFILE%\a`, "%USERPROFILE%/a"},
		{"", `"$env:SystemRoot\a"`, "%systemroot%/a"},
		{"", `$env:other\a`, "?"},
		{"", `D:a`, "D:/a"},
	} {
		cmds, _ := winshell.PowerShell(c.text)
		var f whereabouts.Folder
		for _, cmd := range cmds {
			var to winshell.Arg
			if len(cmd.Argv) > 1 {
				to = cmd.Argv[1]
			}
			f.Follow(cmd, to)
		}
		known := !strings.ContainsAny(c.path, "$%")
		got := f.Path(winshell.Arg{Text: c.path, Known: known})
		if text := got.Text; got.Known && text != c.want || !got.Known && c.want != "?" {
			t.Errorf("%s; %s: %q known %v, want %q", c.text, c.path, text, got.Known, c.want)
		}
	}
}

// TestSure: a change of the folder in a block may not have happened.
func TestSure(t *testing.T) {
	for text, sure := range map[string]bool{"cd a": true, "if ($x) { cd a }": false, "(cd a)": false} {
		cmds, _ := winshell.PowerShell(text)
		var f whereabouts.Folder
		for _, c := range cmds {
			f.Follow(c, c.Argv[len(c.Argv)-1])
		}
		if f.Sure() != sure {
			t.Errorf("%s: sure %v", text, f.Sure())
		}
	}
}
