package known

import (
	"strings"

	"github.com/sentinelgate/sentinel"
)

// harmlessDevices take or give bytes and keep none.
var harmlessDevices = []string{"null", "zero", "full", "random", "urandom", "stdin", "stdout", "stderr", "tty", "fd", "ptmx", "pts", "console"}

// systemDisks by the beginning of their names: first disks, disks that are
// built in, and what is built from them.
var systemDisks = []string{"sda", "hda", "vda", "xvda", "nvme", "dm-", "md", "disk0", "disk1", "rdisk0", "rdisk1", "ada0", "da0", "zd", "pmem"}

// Device judges spelled paths below /dev and the device names of Windows; ok
// is false for all others. main says that the machine itself lives on it.
func Device(text string) (scope sentinel.Scope, label string, main, ok bool) {
	if name, isWin := strings.CutPrefix(text, "//./"); isWin {
		if name == "nul" || name == "con" {
			return sentinel.ScopeNone, "", false, true
		}
		main := name == "physicaldrive0" || name == "harddisk0" || strings.HasPrefix(name, "c:")
		return sentinel.ScopeDevice, "raw device", main, true
	}
	name, isDev := strings.CutPrefix(text, "/dev/")
	if !isDev || name == "shm" || strings.HasPrefix(name, "shm/") {
		return 0, "", false, false
	}
	top, rest, _ := strings.Cut(name, "/")
	for _, h := range harmlessDevices {
		if top == h {
			return sentinel.ScopeNone, "", false, true
		}
	}
	switch top {
	case "tcp", "udp":
		return sentinel.ScopeRemote, "network connection", false, true
	case "mem", "kmem", "port", "mapper", "nvram":
		return sentinel.ScopeDevice, "raw device", true, true
	case "disk":
		removable := strings.Contains(rest, "/usb-") || strings.Contains(rest, "/mmc-")
		return sentinel.ScopeDevice, "disk", !removable, true
	}
	for _, disk := range systemDisks {
		if rest, hit := strings.CutPrefix(top, disk); hit && !continuesNumber(disk, rest) {
			return sentinel.ScopeDevice, "system disk", true, true
		}
	}
	return sentinel.ScopeDevice, "raw device", false, true
}

// WindowsDevice tells whether a path is one of the device names of Windows. Elsewhere
// "//./etc" is a spelling of /etc: what is a folder there, or has folders in it, is a
// device only below the names that devices begin with.
func WindowsDevice(path string) bool {
	name, ok := strings.CutPrefix(path, "//./")
	if !ok {
		return false
	}
	name = strings.ToLower(name)
	for _, head := range []string{"pipe/", "globalroot/", "volume{", "harddisk", "physicaldrive"} {
		if strings.HasPrefix(name, head) {
			return true
		}
	}
	switch name {
	case "", "home", "users", "root", "tmp":
		return false
	}
	return IsDrive(name) || !strings.Contains(name, "/") && !SystemBelow("/"+name)
}

// continuesNumber tells disk10 from disk1.
func continuesNumber(disk, rest string) bool {
	end := disk[len(disk)-1]
	return end >= '0' && end <= '9' && rest != "" && rest[0] >= '0' && rest[0] <= '9'
}
