package known

import (
	"strings"
	"unicode"
)

// Spell is the one spelling that the tables use for an absolute path: lower
// case, canonical, Windows drives as "c:/x".
func Spell(real string) string {
	return DrivePath(windowsName(Fold(Canonical(real))))
}

// Fold makes spellings that a case-insensitive file system treats as one the
// same: case, the two letters whose capitals are ASCII, and characters that
// are not shown and that HFS+ skips.
func Fold(s string) string {
	plain := true
	for i := range len(s) {
		if c := s[i]; c >= 0x80 || c >= 'A' && c <= 'Z' {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x80:
			if r >= 'A' && r <= 'Z' {
				r += 'a' - 'A'
			}
			return r
		case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0xfeff, r == 0xad:
			return -1
		}
		return unicode.ToLower(unicode.ToUpper(r))
	}, s)
}

// windowsName undoes spellings that Windows takes for the same file: streams,
// blanks and dots at the end, and the short name of .git.
func windowsName(s string) string {
	if s = windowsFolders(s); strings.IndexByte(s, '~') < 0 && strings.IndexByte(s, ':') < 0 && !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, " ") {
		return s
	}
	if i := strings.Index(s, "::$"); i > 0 {
		s = s[:i]
	}
	if t := strings.TrimRight(s, ". "); t != "" && !strings.HasSuffix(t, "/") {
		s = t
	}
	return strings.ReplaceAll(s, "/git~1", "/.git")
}

// windowsFolders cuts blanks and dots off the end of the names of folders.
func windowsFolders(s string) string {
	if !strings.Contains(s, " /") && !strings.Contains(s, "./") {
		return s
	}
	parts := strings.Split(s, "/")
	for i, p := range parts[:len(parts)-1] {
		if t := strings.TrimRight(p, ". "); t != "" {
			parts[i] = t
		}
	}
	return strings.Join(parts, "/")
}

// Canonical is one spelling for places with several: macOS keeps /tmp, /var
// and /etc in /private and homes on a data volume.
func Canonical(real string) string {
	real = strings.TrimPrefix(real, "/System/Volumes/Data")
	if rest, ok := strings.CutPrefix(real, "/private"); ok {
		for _, d := range []string{"/tmp", "/var", "/etc"} {
			if rest == d || strings.HasPrefix(rest, d+"/") {
				return rest
			}
		}
	}
	if real == "" {
		return "/"
	}
	return real
}

// DrivePath is the Windows spelling of a path on a mounted drive (/mnt/c/x of
// WSL, /cygdrive/c/x): the system on the other side is a system, too.
func DrivePath(folded string) string {
	for _, m := range []string{"/mnt/", "/cygdrive/"} {
		rest, ok := strings.CutPrefix(folded, m)
		if ok && rest != "" && rest[0] >= 'a' && rest[0] <= 'z' && (len(rest) == 1 || rest[1] == '/') {
			return rest[:1] + ":/" + strings.TrimPrefix(rest[1:], "/")
		}
	}
	return folded
}

// IsDrive says whether the text begins like "C:" followed by nothing or a
// separator; "host:path" does not.
func IsDrive(s string) bool {
	if len(s) < 2 || s[1] != ':' || len(s) > 2 && s[2] != '/' && s[2] != '\\' {
		return false
	}
	c := s[0] | 0x20
	return c >= 'a' && c <= 'z'
}

// IsDriveRoot says whether the text is "C:" or "C:/".
func IsDriveRoot(s string) bool {
	return len(s) <= 3 && IsDrive(s)
}
