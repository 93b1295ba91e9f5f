package winshell

import (
	"strings"
	"testing"
)

// arguments gives what Remove-Item is given, unknown ones in brackets.
func arguments(text string) string {
	cmds, _ := PowerShell(text)
	var out []string
	for _, c := range cmds {
		if c.Name() != "remove-item" {
			continue
		}
		for _, a := range c.Argv[1:] {
			if a.Known {
				out = append(out, a.Text)
			} else {
				out = append(out, "<"+a.Text+">")
			}
		}
	}
	return strings.Join(out, " ")
}

func TestVariablesOfCertainValue(t *testing.T) {
	for text, want := range map[string]string{
		`$p='a b'; Remove-Item $p`:                                   "a b",
		`$p="a"; Remove-Item "$p\c"`:                                 `a\c`,
		`$p='a'; $q="$p/b"; Remove-Item $q`:                          "a/b",
		`$p = Join-Path 'a' 'b'; Remove-Item $p`:                     "a/b",
		`$p='a'; Remove-Item (Join-Path -Path $p -ChildPath 'b')`:    "a/b",
		`Remove-Item $HOME/x`:                                        "~/x",
		`foreach ($p in 'a','b') { Remove-Item $p }`:                 "a b",
		"$l=@(\n'a',\n'b'\n)\nforeach ($p in $l) { Remove-Item $p }": "a b",
		`if ($x) { $p='a' } else { $p='b' }; Remove-Item $p`:         "a b",
		`while ($x) { Remove-Item $p; $p='b' }`:                      "b",
	} {
		if got := arguments(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestVariablesOfUncertainValue(t *testing.T) {
	for _, text := range []string{
		`Remove-Item $p`,
		`$p='a'; $p=Get-X; Remove-Item $p`,
		`$p='a'; $p+='b'; Remove-Item $p`,
		`$p='a'; $p[0]='b'; Remove-Item $p`,
		`$p='a'; ($p)='b'; Remove-Item $p`,
		`$p='a'; $q,$p='b','c'; Remove-Item $p`,
		`$p='a'; Set-Variable p b; Remove-Item $p`,
		`$p='a'; Get-Item b -OutV p; Remove-Item $p`,
		`$p='a'; f ([ref]$p); Remove-Item $p`,
		`$p='a'; .  ./x.ps1; Remove-Item $p`,
		`$p='a'; iex $c; Remove-Item $p`,
		`function f($p) { Remove-Item $p }; $p='a'; f b`,
		`$b={ param($p) Remove-Item $p }; $p='a'; & $b c`,
		`$p='a'; foreach ($p in Get-ChildItem) { Remove-Item $p }`,
		`[int]$p='a'; Remove-Item $p`,
		`$p='a'.Replace('a','b'); Remove-Item $p`,
		`$p='a' + $x; Remove-Item $p`,
		`$p="a$(Get-X)"; Remove-Item $p`,
		`$p='a'; Remove-Item $p.Parent`,
		`$p='a'; Remove-Item $p[0]`,
		`$é='a'; $É='b'; Remove-Item $é`,
		`${p}='b'; $p='a'; Remove-Item $p`,
	} {
		if got := arguments(text); !strings.Contains(got, "<") {
			t.Errorf("%s: %q is taken for certain", text, got)
		}
	}
}

func TestVariablesAreBounded(t *testing.T) {
	one := "$p=@('a'" + strings.Repeat(",'a'", 20) + "); $q=\"$p$p$p$p$p$p\"; Remove-Item $q"
	if got := arguments(one); !strings.HasPrefix(got, "<") {
		t.Errorf("too many values: %d bytes", len(got))
	}
	for _, text := range []string{"$", "$p=", "$p=@(", "$p='", "$p=\"", "$p=Join-Path ", "$p in", "\u023a$p='a'; Remove-Item $p", "$p=@('a',", "($"} {
		PowerShell(text) // reads beyond no end
	}
}

func TestTextByPipeIsRead(t *testing.T) {
	for text, want := range map[string]string{
		"@'\nRemove-Item x\n'@ | powershell -NoProfile -Command -": "x",
		"'Remove-Item x' | pwsh":                                   "x",
	} {
		if got := arguments(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if _, unread := PowerShell(text); len(unread) > 0 {
			t.Errorf("%q: %v", text, unread)
		}
	}
	for _, text := range []string{"Get-Content x.ps1 | powershell -Command -", "$x | pwsh", "\"$x\" | powershell -", "powershell -Command -", "'a' | sort | pwsh"} {
		if _, unread := PowerShell(text); len(unread) == 0 {
			t.Errorf("%q: read without a word", text)
		}
	}
}

func TestTypographicQuotes(t *testing.T) {
	for text, clean := range map[string]bool{
		"$a = @\"\n“x” $b ‘y’\n\"@":           true,
		"$a = @'\n“x” it’s\n'@":               true,
		"Write-Host '“x”'":                    true,
		"Write-Host \"it’s\"":                 true,
		"Write-Host \"a” ; Remove-Item x; \"": false,
		"Write-Host 'a’ ; Remove-Item x; '":   false,
		"$a = @\"\nx\n”@; Remove-Item y\n\"@": false,
		"$a = @'\nx\n’@; Remove-Item y\n'@":   false,
	} {
		if _, unread := PowerShell(text); (len(unread) == 0) != clean {
			t.Errorf("%q: %v", text, unread)
		}
	}
}

// TestStartProcess: the command that is started, and nothing where more is changed
// than that.
func TestStartProcess(t *testing.T) {
	for text, want := range map[string]string{
		`Start-Process npm "run dev"`:                                         "npm run dev",
		`Start-Process -FilePath npm -ArgumentList 'run','dev' -NoNewWindow`:  "npm run dev",
		`saps -Args 'push -f' git`:                                            "git push -f",
		`Start-Process npm start -RedirectStandardOutput o.log`:               "npm start > o.log",
		`Start-Process npm start -Verb RunAs`:                                 "Start-Process npm start -Verb RunAs",
		`Start-Process npm start -WorkingDirectory C:\x`:                      `Start-Process npm start -WorkingDirectory C:\x`,
		`Start-Process npm $x`:                                                "Start-Process npm $x",
		`Start-Process https://x.example.org`:                                 "Start-Process https://x.example.org",
		`Start-Process powershell -RedirectStandardOutput o -Args '-c','a.b'`: "Start-Process powershell -RedirectStandardOutput o -Args -c a.b",
	} {
		cmds, _ := PowerShell(text)
		var words []string
		for _, c := range cmds {
			for _, a := range c.Argv {
				words = append(words, a.Text)
			}
			for _, r := range c.Redirects {
				words = append(words, ">", r.Target.Text)
			}
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
