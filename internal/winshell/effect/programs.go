package effect

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/winshell"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// program judges cmd's builtins and the programs of Windows; ok is false for a
// program that it does not know.
func (c command) program(name string) (out []Effect, ok bool) {
	if c.Shell != winshell.PS && wordlist.Has(cmdHarmless, name) || wordlist.Has(winHarmless, name) {
		return nil, true
	}
	a := c.split()
	switch name {
	case "del", "erase", "rd", "rmdir", "md", "mkdir", "copy", "xcopy", "robocopy", "move", "ren", "rename", "replace", "mklink", "type", "more", "find", "findstr", "set", "cd", "chdir", "pushd", "assoc", "ftype", "date", "time", "doskey", "label", "path", "attrib", "compact", "expand", "makecab", "comp", "fc":
		if c.Shell == winshell.PS && wordlist.Has("find set cd path date time comp label", name) {
			break
		}
		return c.builtin(name, a), true
	case "format", "diskpart", "cipher", "fsutil", "chkdsk", "convert", "manage-bde", "defrag", "vssadmin", "wbadmin", "diskshadow", "bcdedit", "bootrec", "reagentc", "mountvol", "diskraid":
		return disks(name, a), true
	case "reg", "regedit", "regini", "net", "net1", "sc", "schtasks", "at", "wmic", "wevtutil", "netsh", "setx", "dism", "sfc", "shutdown", "logoff", "tsdiscon", "gpupdate", "auditpol", "secedit", "powercfg", "w32tm", "cmdkey", "ipconfig", "route", "arp", "taskkill", "tskill":
		return system(name, a), true
	case "takeown", "icacls", "cacls", "runas", "psexec", "psexec64", "wsl", "bash", "certutil", "bitsadmin", "mshta", "regsvr32", "regsvr", "rundll32", "msiexec", "cscript", "wscript", "installutil", "regasm", "regsvcs", "cmstp", "forfiles", "pcalua", "odbcconf", "explorer", "hh", "control", "ping", "nslookup", "tracert", "pathping", "certreq", "desktopimgdownldr", "esentutl", "winget", "choco", "scoop":
		return c.launches(name, a), true
	}
	return nil, false
}

// cmdHarmless are builtins that only print or steer; winHarmless are programs that
// only look.
const (
	cmdHarmless = "echo cls ver vol title pause rem exit goto endlocal setlocal shift popd dir prompt chcp color break verify help if for call mode"
	winHarmless = "tree where tasklist whoami hostname systeminfo driverquery getmac netstat quser qwinsta gpresult timeout choice clip sort fltmc query openfiles msinfo32 waitfor nbtstat winver"
)

// words are arguments sorted as Windows programs do it: /x switches, operands.
type words struct {
	switches []string // lower case, without the sign; glued ones apart
	operands []winshell.Arg
}

func (w words) has(names ...string) bool {
	for _, s := range w.switches {
		for _, n := range names {
			if s == n || strings.HasPrefix(s, n+":") || strings.HasPrefix(s, n+"=") {
				return true
			}
		}
	}
	return false
}

// any tells whether an operand or switch is one of the names.
func (w words) any(names ...string) bool {
	for _, o := range w.operands {
		for _, n := range names {
			if strings.EqualFold(o.Text, n) {
				return true
			}
		}
	}
	return w.has(names...)
}

func (w words) operand(i int) winshell.Arg {
	if i < len(w.operands) {
		return w.operands[i]
	}
	return winshell.Arg{}
}

// last gives the last operand if there are at least two.
func (w words) last() winshell.Arg {
	if n := len(w.operands); n > 1 {
		return w.operands[n-1]
	}
	return winshell.Arg{}
}

func (c command) split() words {
	var w words
	for _, a := range c.Argv[1:] {
		t := a.Text
		slash := strings.HasPrefix(t, "/") && len(t) > 1 && !strings.HasPrefix(t, "//") && (len(t) < 6 || !strings.Contains(t[1:], "/") || strings.Contains(t, ":") || len(t)%2 == 0 && strings.Count(t, "/") == len(t)/2)
		dash := winshell.IsDash(t) && len(t) > 1
		switch {
		case slash && !(a.Known && strings.HasPrefix(t, "/mnt/")):
			w.switches = append(w.switches, strings.Split(strings.ToLower(t[1:]), "/")...)
		case dash:
			w.switches = append(w.switches, strings.ToLower(strings.TrimLeft(t, "-")))
		default:
			w.operands = append(w.operands, a)
		}
	}
	return w
}

func each(kind, say string, as []winshell.Arg) []Effect {
	out := make([]Effect, 0, len(as)+1)
	for _, a := range as {
		out = append(out, Effect{Kind: kind, Target: a, Say: say})
	}
	if len(out) == 0 {
		out = append(out, Effect{Kind: kind, Say: say})
	}
	return out
}

func one(kind string, t winshell.Arg, say string) []Effect {
	return []Effect{{Kind: kind, Target: t, Say: say}}
}

// builtin judges the file commands.
func (c command) builtin(name string, a words) []Effect {
	if a.has("?") {
		return nil
	}
	switch name {
	case "del", "erase":
		if a.has("s") {
			return each(DeleteTree, "deletes files in all folders below", a.operands)
		}
		return each(Delete, "deletes files", a.operands)
	case "rd", "rmdir":
		if a.has("s") {
			return each(DeleteTree, "deletes a folder with all in it", a.operands)
		}
		return each(Delete, "removes an empty folder", a.operands)
	case "md", "mkdir":
		return each(Write, "makes a folder", a.operands)
	case "copy", "xcopy", "replace", "makecab", "expand":
		return one(Write, a.last(), "copies files")
	case "robocopy":
		out := one(Write, a.operand(1), "copies files")
		if a.has("mir", "purge") {
			out = append(out, Effect{Kind: DeleteTree, Target: a.operand(1), Say: "deletes what the source does not have"})
		}
		if a.has("mov", "move") {
			out = append(out, Effect{Kind: Move, Target: a.operand(0), Say: "removes the source"})
		}
		return out
	case "move":
		return each(Move, "moves files", a.operands)
	case "ren", "rename":
		return one(Move, a.operand(0), "renames files")
	case "mklink":
		return one(Write, a.operand(0), "makes a link")
	case "type", "more", "comp", "fc":
		return reads(a.operands)
	case "find", "findstr":
		from := 1
		for _, s := range a.switches {
			if strings.HasPrefix(s, "c:") || strings.HasPrefix(s, "g:") {
				from = 0
			}
		}
		return reads(a.operands[min(from, len(a.operands)):])
	case "set":
		if len(c.Argv) == 1 {
			return one(Env, winshell.Arg{}, "prints the whole environment")
		}
		return setVariable(c.Argv[1])
	case "path":
		if len(a.operands) > 0 {
			return one(Unread, a.operand(0), "changes what later commands run")
		}
		return nil
	case "cd", "chdir", "pushd":
		if len(c.Argv) == 1 {
			return nil
		}
		return one(Chdir, c.Argv[len(c.Argv)-1], "")
	case "attrib", "compact":
		for _, o := range a.operands {
			if strings.HasPrefix(o.Text, "+") {
				return one(Permission, a.last(), "changes attributes")
			}
		}
		if len(a.switches) > 0 && !a.has("s", "d", "l") || a.has("h", "r", "s") && name == "attrib" && strings.HasPrefix(firstText(c), "-") {
			return one(Permission, a.operand(0), "changes attributes")
		}
		return nil
	case "date", "time":
		if a.has("t") {
			return nil
		}
		return one(System, winshell.Arg{}, "changes the clock")
	case "doskey":
		return one(Unread, a.operand(0), "gives a command another meaning")
	default: // assoc ftype label
		if len(a.operands) == 0 {
			return nil
		}
		return one(System, a.operand(0), "changes Windows")
	}
}

func firstText(c command) string {
	if len(c.Argv) > 1 {
		return c.Argv[1].Text
	}
	return ""
}

func reads(as []winshell.Arg) []Effect {
	var out []Effect
	for _, a := range as {
		out = append(out, Effect{Kind: Read, Target: a})
	}
	return out
}

// setVariable judges `set NAME=value`.
func setVariable(a winshell.Arg) []Effect {
	name, _, assigns := strings.Cut(a.Text, "=")
	switch low := strings.ToLower(name); {
	case strings.HasPrefix(low, "/p"), strings.HasPrefix(low, "/a"):
		return nil
	case !assigns:
		return one(Env, winshell.Arg{Text: name, Known: a.Known}, "prints variables")
	case wordlist.Has("path pathext comspec psmodulepath", low):
		return one(Unread, a, "changes what later commands run")
	}
	return nil
}

// disks judges what acts on disks, boot and backups.
func disks(name string, a words) []Effect {
	fatal := func(say string, t winshell.Arg) []Effect {
		return []Effect{{Kind: Format, Target: t, Catastrophic: true, Say: say}}
	}
	first := strings.ToLower(a.operand(0).Text)
	if a.has("?") {
		return nil
	}
	switch name {
	case "format":
		return fatal("formats a drive", a.operand(0))
	case "diskpart", "diskraid", "diskshadow":
		return []Effect{{Kind: Format, Target: a.operand(0), Say: "changes disks by a script"}}
	case "convert":
		return one(Format, a.operand(0), "converts a drive")
	case "cipher":
		if a.has("w") {
			return one(Format, a.operand(0), "wipes free space for good")
		}
		if a.has("e", "d", "k", "r", "x", "adduser") {
			if t := a.operand(0); !t.Known || t.Text == "" {
				return one(Unread, t, "encrypts files that are not known")
			}
			return one(Write, a.operand(0), "changes encryption")
		}
		return nil
	case "chkdsk", "defrag":
		if len(a.switches) == 0 || a.has("scan") || a.has("a") {
			return nil
		}
		return one(Format, a.operand(0), "repairs a drive")
	case "fsutil":
		if wordlist.Has("fsinfo volume", first) && !a.any("dismount", "flush", "smrgc", "thinlayout") || a.any("query", "queryfileid", "queryextents", "querylayout", "list", "enum") && !a.any("delete", "deletejournal") {
			return nil
		}
		return one(System, a.operand(0), "changes a file system")
	case "vssadmin":
		if first == "list" {
			return nil
		}
		return one(System, a.operand(0), "changes or deletes shadow copies")
	case "wbadmin":
		if first == "get" {
			return nil
		}
		return one(System, a.operand(0), "changes or deletes backups")
	case "bcdedit":
		if len(a.switches) == 0 || a.has("enum", "v") && len(a.switches) == 1 {
			return nil
		}
		return one(System, a.operand(0), "changes how the machine starts")
	case "reagentc":
		if a.has("info") {
			return nil
		}
		return one(System, a.operand(0), "changes recovery")
	case "manage-bde":
		if a.has("status") {
			return nil
		}
		return one(Format, a.operand(0), "changes a drive's encryption")
	case "mountvol":
		if len(a.operands)+len(a.switches) < 2 {
			return nil
		}
	}
	return one(System, a.operand(0), "changes how the machine starts")
}

// system judges registry, accounts, services, tasks and settings.
func system(name string, a words) []Effect {
	verb := strings.ToLower(a.operand(0).Text)
	if a.has("?") {
		return nil
	}
	switch name {
	case "reg":
		return registry(verb, a)
	case "regedit", "regini":
		return one(Registry, a.operand(0), "changes the registry")
	case "net", "net1":
		if wordlist.Has("view statistics config help time helpmsg", verb) || wordlist.Has("user localgroup group accounts share use start session file computer", verb) && len(a.operands) < 3 && len(a.switches) == 0 && !(wordlist.Has("start use", verb) && len(a.operands) > 1) {
			return nil
		}
		return one(System, a.operand(1), "changes accounts, shares or services (net "+verb+")")
	case "sc":
		if strings.HasPrefix(verb, `\\`) {
			verb = strings.ToLower(a.operand(1).Text)
		}
		switch {
		case wordlist.Has("query queryex qc qdescription qfailure qtriggerinfo getdisplayname getkeyname enumdepend sdshow", verb):
			return nil
		case verb == "create":
			return one(Persist, a.operand(1), "adds a service")
		}
		return one(System, a.operand(1), "changes a service (sc "+verb+")")
	case "schtasks", "at":
		switch {
		case a.has("create"):
			return one(Persist, winshell.Arg{}, "adds a scheduled task")
		case a.has("run"):
			return one(Exec, winshell.Arg{}, "starts a scheduled task")
		case a.has("query"), len(a.switches) == 0 && len(a.operands) == 0:
			return nil
		case name == "at":
			return one(Persist, winshell.Arg{}, "adds a scheduled task")
		}
		return one(System, winshell.Arg{}, "changes scheduled tasks")
	case "wmic":
		switch {
		case a.any("create") && a.any("call"):
			return one(Exec, a.last(), "starts a program")
		case a.any("delete", "call", "set", "assoc", "create", "terminate"):
			return one(System, a.operand(0), "changes the system (wmic)")
		case a.has("node", "output", "append", "record", "format", "user"):
			return one(Unread, a.operand(0), "wmic with files or other machines")
		}
		return nil
	case "wevtutil":
		if wordlist.Has("qe query-events el enum-logs gl get-log ep enum-publishers gp get-publisher gli get-log-info", verb) {
			return nil
		}
		return one(System, a.operand(1), "empties or changes a log")
	case "netsh":
		if a.any("show", "dump") {
			return nil
		}
		return one(System, a.operand(0), "changes the network")
	case "setx":
		return one(Persist, a.operand(0), "sets a variable for good")
	case "taskkill", "tskill":
		return one(Signal, a.operand(len(a.operands)-1), "ends processes")
	case "shutdown":
		if a.has("a") {
			return nil
		}
		return one(System, winshell.Arg{}, "shuts the machine down")
	case "ipconfig":
		if a.has("release", "renew", "flushdns", "registerdns", "setclassid") {
			return one(System, winshell.Arg{}, "changes the network")
		}
		return nil
	case "route", "arp":
		if wordlist.Has("print", verb) || a.has("a", "g", "n") && len(a.operands) == 0 {
			return nil
		}
	case "w32tm", "powercfg", "auditpol", "secedit", "cmdkey", "dism", "gpupdate", "sfc":
		for _, s := range a.switches {
			s, _, _ = strings.Cut(s, ":")
			if strings.HasPrefix(s, "get") && s != "get" || wordlist.Has("query list l status verifyonly scanhealth checkhealth monitor export-wim-info get q requests waketimers", s) {
				return nil
			}
		}
	}
	return one(System, a.operand(0), "changes the system ("+name+")")
}

func registry(verb string, a words) []Effect {
	key := a.operand(1)
	switch verb {
	case "query", "compare", "flags":
		return nil
	case "export", "save":
		return one(Write, a.operand(2), "writes a part of the registry to a file")
	case "add", "copy":
		return one(Registry, key, "changes the registry")
	}
	return one(Registry, key, "changes or deletes registry keys (reg "+verb+")")
}

// launches judges programs that start others, fetch, or change rights.
func (c command) launches(name string, a words) []Effect {
	if a.has("?") {
		return nil
	}
	web := false
	for _, o := range c.Argv[1:] {
		l := strings.ToLower(o.Text)
		web = web || strings.Contains(l, "http:") || strings.Contains(l, "https:") || strings.Contains(l, "ftp:") || strings.HasPrefix(l, `\\`) || strings.Contains(l, "javascript:") || strings.Contains(l, "vbscript:")
	}
	switch name {
	case "takeown":
		for i, s := range c.Argv {
			if strings.EqualFold(s.Text, "/f") && i+1 < len(c.Argv) {
				return one(Permission, c.Argv[i+1], "takes ownership")
			}
		}
		return one(Permission, a.operand(0), "takes ownership")
	case "icacls", "cacls":
		if len(a.switches) == 0 || len(a.switches) == 1 && a.has("t", "c", "l", "q", "verify", "findsid") && len(a.operands) == 1 {
			return one(List, a.operand(0), "")
		}
		return one(Permission, a.operand(0), "changes rights")
	case "runas", "psexec", "psexec64":
		return one(Privilege, a.operand(0), "runs a program as another user")
	case "wsl", "bash":
		return c.linux(name, a)
	case "certutil":
		return certutil(a, web)
	case "bitsadmin":
		if a.has("list", "info", "monitor") {
			return nil
		}
		return []Effect{{Kind: Fetch, Target: a.operand(1), Say: "fetches from the network"}, {Kind: Write, Target: a.last(), Say: "writes what it fetched"}}
	case "ping", "nslookup", "tracert", "pathping":
		return one(Fetch, a.operand(0), "asks the network")
	case "explorer", "hh", "control":
		switch {
		case len(c.Argv) == 1:
			return nil
		case web:
			return one(Send, c.Argv[len(c.Argv)-1], "opens an address")
		}
		return one(Exec, a.operand(0), "opens a file with its program")
	case "winget", "choco", "scoop":
		if wordlist.Has("list search show info outdated source --version export", strings.ToLower(a.operand(0).Text)) || len(a.operands) == 0 {
			return nil
		}
		return one(Install, a.operand(1), "installs or removes programs")
	}
	if web {
		return one(FetchRun, c.Argv[len(c.Argv)-1], "runs what it fetches")
	}
	return one(Exec, a.operand(0), "runs a script or library ("+name+")")
}

// linux judges wsl: its own switches, or a command in the Linux system.
func (c command) linux(name string, a words) []Effect {
	if name == "wsl" {
		switch {
		case a.has("unregister"):
			return one(DeleteTree, a.operand(0), "deletes a whole Linux system")
		case a.has("list", "l", "status", "version", "help", "v") && len(a.operands) == 0:
			return nil
		case a.has("shutdown", "terminate", "t", "set-default", "import", "export", "mount", "unmount", "install", "update", "set-version", "s", "manage"):
			return one(System, a.operand(0), "changes the Linux systems")
		}
	}
	i := 1
	for i < len(c.Argv) && winshell.IsDash(c.Argv[i].Text) {
		switch strings.TrimLeft(c.Argv[i].Text, "-") {
		case "d", "distribution", "u", "user", "cd", "shell-type", "c":
			if c.Argv[i].Text == "-c" {
				i--
			}
			i++
		}
		i++
	}
	known := true
	var parts []string
	for _, w := range c.Argv[min(i, len(c.Argv)):] {
		known = known && w.Known
		parts = append(parts, w.Text)
	}
	return one(Exec, winshell.Arg{Text: strings.Join(parts, " "), Known: known && len(parts) > 0}, "runs a command in the Linux system")
}

func certutil(a words, web bool) []Effect {
	switch {
	case web || a.has("urlcache", "verifyctl", "url"):
		return []Effect{{Kind: Fetch, Target: a.operand(0), Say: "fetches from the network"}, {Kind: Write, Target: a.last(), Say: "writes what it fetched"}}
	case a.has("decode", "decodehex", "encode", "encodehex"):
		return one(Write, a.last(), "writes a file")
	case a.has("hashfile", "dump", "store", "viewstore", "verify") && !a.has("f"):
		return nil
	}
	return one(System, a.operand(0), "changes certificates")
}
