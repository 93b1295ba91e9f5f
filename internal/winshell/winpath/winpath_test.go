package winpath

import "testing"

func TestCatastrophic(t *testing.T) {
	for _, p := range []string{
		`C:\`, `C:`, `c:/`, `C:\*`, `C:\*.*`, `D:\`, `\`, `C:\Windows`, `c:\windows\system32`, `C:\Windows\*`, `C:\Users`, `C:\Users\dev`, `C:\Users\dev\*`, `C:\Program Files`, `"C:\Program Files (x86)"`, `C:\ProgramData`, `\\?\C:\`, `\\.\PhysicalDrive0`, `C:\x\..`, `C:\.\Windows`, `C:\Win*`,
		`%USERPROFILE%`, `%SystemRoot%\System32`, `%SystemDrive%\`, `%HOMEDRIVE%%HOMEPATH%`, `$env:USERPROFILE`, `$env:SystemRoot`, `$HOME`, `~`, `~\*`, `${env:windir}`, `$env:SystemDrive\`, `/mnt/c`, `/mnt/c/`, `/mnt/c/*`, `/mnt/c/Windows`, `/mnt/c/Users/dev`, `/mnt/d`, `/cygdrive/c/Windows`, `/c/Windows`, `\\localhost\C$`, `C:\\`, `C:\Windows.`, `FileSystem::C:\`,
	} {
		if !Catastrophic(p) {
			t.Errorf("%q is not catastrophic", p)
		}
	}
	for _, p := range []string{
		``, `x`, `.`, `C:\Users\dev\work`, `C:\work`, `C:\Windows\Temp\x`, `%USERPROFILE%\work`, `$env:TEMP\x`, `$HOME\x`, `/mnt/c/work`, `/mnt/c/Users/dev/Documents`, `/mnt/data`, `/home/dev`, `C:\Users\Public`, `relative\path`, `C:\Program Files\App`, `/tmp/c`, `C:file`, `\\server\share\x`,
	} {
		if Catastrophic(p) {
			t.Errorf("%q is catastrophic", p)
		}
	}
}

func FuzzCatastrophic(f *testing.F) {
	f.Add(`\\?\C:\Win[*\..\%x%`)
	f.Fuzz(func(t *testing.T, p string) { Catastrophic(p) })
}
