// Package winpath knows which Windows paths are too important to delete, format or
// open to everyone, in the spellings of cmd, PowerShell, WSL, MSYS and Cygwin.
package winpath

import (
	"path"
	"strings"
)

// Catastrophic tells whether a path is a whole drive, a raw disk, a system folder
// or its first level, the folder of all homes, or a home: what nobody could mean to
// delete, format or open to everyone. It knows Windows spellings, environment
// variables as cmd and PowerShell write them, and drives as WSL, MSYS and Cygwin
// mount them (/mnt/c, /c, /cygdrive/c).
func Catastrophic(name string) bool {
	p := normal(name)
	if p == "" {
		return false
	}
	if strings.HasPrefix(p, `\\.\physicaldrive`) || strings.HasPrefix(p, `\\.\harddisk`) || strings.HasPrefix(p, `\\?\volume`) {
		return true
	}
	if p == `\` || p == `\*` || p == `\*.*` {
		return true
	}
	if len(p) < 2 || p[1] != ':' || !letter(p[0]) {
		return false
	}
	parts := strings.FieldsFunc(p[2:], func(r rune) bool { return r == '\\' })
	for n := len(parts); n > 0 && (strings.Trim(parts[n-1], "*.") == ""); n = len(parts) {
		parts = parts[:n-1] // x\* is all of x
	}
	if len(parts) == 0 {
		return true
	}
	for _, dir := range [...]string{"windows", "users", "program files", "program files (x86)", "programdata", "winnt", "documents and settings", "boot", "recovery", "efi", "progra~1", "progra~2", "system volume information", "windows.old"} {
		ok, err := path.Match(parts[0], dir)
		if !ok || err != nil {
			continue
		}
		switch {
		case len(parts) == 1:
			return true
		case len(parts) == 2:
			return dir == "windows" || dir == "winnt" || dir == "users" && parts[1] != "public" || dir == "documents and settings" || dir == "boot" || dir == "efi"
		}
		return false
	}
	return false
}

// folders that variables stand for, as far as it matters here.
var variables = [...]struct{ name, value string }{
	{"%systemdrive%", `c:`}, {"%homedrive%%homepath%", `c:\users\me`}, {"%homedrive%", `c:`}, {"%systemroot%", `c:\windows`}, {"%windir%", `c:\windows`}, {"%userprofile%", `c:\users\me`}, {"%homepath%", `c:\users\me`},
	{"%programfiles(x86)%", `c:\program files (x86)`}, {"%programfiles%", `c:\program files`}, {"%programdata%", `c:\programdata`}, {"%allusersprofile%", `c:\programdata`}, {"%comspec%", `c:\windows\system32\cmd.exe`},
	{"$env:systemdrive", `c:`}, {"${env:systemdrive}", `c:`}, {"$env:homedrive", `c:`}, {"$env:systemroot", `c:\windows`}, {"${env:systemroot}", `c:\windows`}, {"$env:windir", `c:\windows`}, {"${env:windir}", `c:\windows`}, {"$env:userprofile", `c:\users\me`}, {"${env:userprofile}", `c:\users\me`},
	{"$env:homepath", `c:\users\me`}, {"$env:programfiles", `c:\program files`}, {"${env:programfiles(x86)}", `c:\program files (x86)`}, {"$env:programdata", `c:\programdata`}, {"$env:home", `c:\users\me`}, {"${home}", `c:\users\me`}, {"$home", `c:\users\me`}, {"$pshome", `c:\windows\system32`},
}

// normal brings a path into one spelling: lower case, backslashes, a drive letter,
// no dots, no trailing separator beyond a root.
func normal(name string) string {
	p := strings.ToLower(strings.TrimSpace(name))
	p = strings.ReplaceAll(strings.Trim(p, `"'`), "/", `\`)
	p = strings.TrimPrefix(p, "filesystem::")
	p = strings.TrimPrefix(p, `microsoft.powershell.core\filesystem::`)
	for _, v := range variables {
		if strings.HasPrefix(p, v.name) {
			if rest := p[len(v.name):]; rest == "" || !letter(rest[0]) && (rest[0] < '0' || rest[0] > '9') {
				p = v.value + rest
				break
			}
		}
	}
	if p == "~" || strings.HasPrefix(p, `~\`) {
		p = `c:\users\me` + p[1:]
	}
	for _, long := range [...]string{`\\?\`, `\\.\`, `\??\`} {
		if rest, ok := strings.CutPrefix(p, long); ok && len(rest) > 1 && rest[1] == ':' {
			p = rest
		}
	}
	p = mounted(p)
	// \\localhost\c$ and the like
	if strings.HasPrefix(p, `\\`) {
		parts := strings.Split(p[2:], `\`)
		if len(parts) > 1 && len(parts[1]) == 2 && parts[1][1] == '$' && letter(parts[1][0]) {
			p = parts[1][:1] + ":" + `\` + strings.Join(parts[2:], `\`)
		}
	}
	if strings.HasPrefix(p, `\\`) || len(p) < 2 || p[1] != ':' {
		return p
	}
	drive, rest := p[:2], p[2:]
	if rest != "" && rest[0] != '\\' {
		if strings.Trim(rest, "*.") != "" {
			return p // relative to the folder of that drive
		}
	}
	var out []string
	for _, part := range strings.Split(rest, `\`) {
		part = strings.TrimRight(part, " ")
		if part != ".." {
			part = strings.TrimRight(part, ".")
		}
		switch part {
		case "", ".":
		case "..":
			if len(out) > 0 {
				out = out[:len(out)-1]
			}
		default:
			out = append(out, part)
		}
	}
	return drive + `\` + strings.Join(out, `\`)
}

// mounted turns \mnt\c\x, \cygdrive\c\x and \c\x into c:\x.
func mounted(p string) string {
	for _, m := range [...]string{`\mnt\`, `\cygdrive\`, `\`} {
		rest, ok := strings.CutPrefix(p, m)
		if !ok || rest == "" || rest[0] < 'a' || rest[0] > 'z' {
			continue
		}
		if len(rest) == 1 || rest[1] == '\\' {
			return rest[:1] + ":" + `\` + strings.TrimPrefix(rest[1:], `\`)
		}
	}
	return p
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
