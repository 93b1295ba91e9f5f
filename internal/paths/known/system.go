package known

import (
	"path"
	"strings"
)

// systemTops are the folders a machine lives on (Filesystem Hierarchy
// Standard, macOS and Windows), folded. With apart they only hold what is
// mounted or served: everything below is outside rather than system.
var systemTops = []struct {
	path        string
	first       bool // what stands directly in it is as vital as itself
	apart       bool
	noProjectIn bool // no project root lies below
}{
	{"/bin", true, false, true}, {"/sbin", true, false, true}, {"/lib", true, false, true}, {"/lib32", true, false, true},
	{"/lib64", true, false, true}, {"/libx32", true, false, true}, {"/boot", true, false, true}, {"/efi", true, false, true},
	{"/etc", true, false, true}, {"/usr", true, false, false}, {"/var", true, false, false}, {"/opt", false, false, false},
	{"/dev", false, false, true}, {"/proc", true, false, true}, {"/sys", true, false, true}, {"/run", true, false, false},
	{"/nix", false, false, false}, {"/snap", false, false, true}, {"/lost+found", false, false, true},
	{"/srv", false, true, false}, {"/mnt", false, true, false}, {"/media", false, true, false}, {"/volumes", false, true, false},
	{"/run/media", false, true, false}, {"/system", true, false, true}, {"/system/library", true, false, true},
	{"/library", true, false, true}, {"/applications", false, false, true}, {"/private", false, false, true},
	{"/cores", false, false, true}, {"/network", false, false, true},
	{"c:/windows", true, false, true}, {"c:/windows/system32", true, false, true}, {"c:/program files", false, false, true},
	{"c:/program files (x86)", false, false, true}, {"c:/programdata", false, false, true}, {"c:/recovery", false, false, true},
	{"c:/boot", true, false, true}, {"c:/$recycle.bin", false, false, true}, {"c:/system volume information", false, false, true},
}

// localTops are the folders of /usr/local that the system owns.
var localTops = []string{"bin", "sbin", "lib", "lib64", "share", "etc", "include", "libexec", "opt", "cellar", "homebrew"}

// varTops are folders of /var that are no place for a project.
var varTops = []string{"lib", "log", "cache", "spool", "run", "lock", "mail", "db", "backups", "tmp", "root", "empty", "folders"}

// SystemBelow says whether the spelled path is, or lies below, a folder of the
// system.
func SystemBelow(folded string) bool {
	if folded == "/" || IsDriveRoot(folded) {
		return true
	}
	in := false
	for i := range systemTops {
		t := &systemTops[i]
		if strings.HasPrefix(folded, t.path) && (len(folded) == len(t.path) || folded[len(t.path)] == '/') {
			if t.apart {
				return len(folded) == len(t.path)
			}
			in = true
		}
	}
	return in
}

// NoProject says whether the spelled path is no fit project root because it
// belongs to the system itself.
func NoProject(folded string) bool {
	for i := range systemTops {
		t := &systemTops[i]
		if folded == t.path || t.noProjectIn && strings.HasPrefix(folded, t.path+"/") {
			return true
		}
	}
	for _, v := range varTops {
		if folded == "/var/"+v {
			return true
		}
	}
	switch path.Dir(folded) {
	case "/usr":
		return true
	case "/usr/local":
		return folded != "/usr/local/src"
	}
	return strings.HasPrefix(folded, "/usr/bin/") || strings.HasPrefix(folded, "/usr/lib/") || strings.HasPrefix(folded, "/usr/sbin/")
}

// Vital says whether a recursive change of the folder is never a question: "/",
// a drive, a home or what holds homes, a system folder and its first level.
// The path is spelled by Spell.
func Vital(folded string) bool {
	if folded == "/" || IsDriveRoot(folded) || homeByForm(folded) == len(folded) {
		return true
	}
	for _, h := range HomeFolders {
		if folded == h {
			return true
		}
	}
	parent := path.Dir(folded)
	for i := range systemTops {
		t := &systemTops[i]
		if folded == t.path || t.first && parent == t.path && folded != "/var/tmp" && folded != "/dev/shm" {
			return true
		}
	}
	if parent == "/usr/local" {
		for _, l := range localTops {
			if path.Base(folded) == l {
				return true
			}
		}
	}
	return parent == "/mnt" && DrivePath(folded) != folded
}

// VitalPatterns lists the patterns that Vital goes by, for comparison with
// wildcards.
func VitalPatterns() []string {
	all := append([]string{}, HomeFolders...)
	all = append(all, RootHomes...)
	for _, h := range HomeFolders {
		all = append(all, h+"/*")
	}
	for i := range systemTops {
		all = append(all, systemTops[i].path)
		if systemTops[i].first {
			all = append(all, systemTops[i].path+"/*")
		}
	}
	return all
}

// AppFolder says whether the spelled path is where the machine's owner keeps
// own software in a system folder, such as /var/www: a project may stand there.
func AppFolder(text string) bool {
	return path.Dir(text) == "/var" && !NoProject(text)
}
