package winshell

import "strings"

// resolve follows aliases and brings a command name into its usual spelling: lower
// case, without a trusted folder or an extension.
func resolve(shell Shell, name string) string {
	low := strings.ToLower(name)
	if strings.HasPrefix(low, "[") || strings.HasPrefix(low, ".") && shell == PS && !strings.ContainsAny(low, `\/`) && !strings.HasPrefix(low, "..") {
		return name // a .NET call
	}
	local := strings.HasPrefix(low, ".") || strings.Contains(low, `\`) || strings.Contains(low, "/")
	if n := strings.LastIndexAny(low, `\/`); n >= 0 {
		if local && !trustedFolder(low[:n]) {
			return low // somebody's own file may bear any name
		}
		low = low[n+1:]
	}
	for _, ext := range [...]string{".exe", ".com", ".cmd", ".bat"} {
		low = strings.TrimSuffix(low, ext)
	}
	if shell != PS {
		return low
	}
	if low == strings.ToLower(name) { // aliases have no extension and no folder
		for _, a := range psAliases {
			if a.alias == low {
				return a.name
			}
		}
	}
	return low
}

// trustedFolder tells whether a folder is the system's own, where programs are what
// their names say, or a module prefix of a cmdlet.
func trustedFolder(dir string) bool {
	dir = strings.ReplaceAll(dir, "/", `\`)
	if strings.HasPrefix(dir, "microsoft.powershell.") && !strings.Contains(dir, `\`) {
		return true
	}
	if n := strings.Index(dir, `\windows\`); n >= 0 && n <= len(`\mnt\c`) || strings.HasSuffix(dir, `:\windows`) {
		return !strings.Contains(dir, `\temp`) && !strings.Contains(dir, `\tasks`) && !strings.Contains(dir, "..")
	}
	return false
}

// fetches tells whether a command's output comes from the network.
func (c Command) fetches() bool {
	switch n := c.Name(); n {
	case "invoke-webrequest", "invoke-restmethod", "start-bitstransfer", "curl", "wget", "certutil", "bitsadmin":
		return true
	default:
		l := strings.ToLower(n)
		return strings.HasPrefix(l, ".download") || strings.HasPrefix(l, ".openread") || strings.HasPrefix(l, ".getasync") || strings.HasPrefix(l, ".getstringasync") || strings.HasPrefix(l, ".getbytearrayasync") || strings.HasPrefix(l, ".responsetext") || strings.HasPrefix(l, ".send")
	}
}

// psAliases are PowerShell's built-in other names, lower case.
var psAliases = [...]struct{ alias, name string }{
	{"ri", "remove-item"}, {"rm", "remove-item"}, {"del", "remove-item"}, {"erase", "remove-item"}, {"rd", "remove-item"}, {"rmdir", "remove-item"}, {"rp", "remove-itemproperty"}, {"clp", "clear-itemproperty"}, {"cli", "clear-item"},
	{"gci", "get-childitem"}, {"ls", "get-childitem"}, {"dir", "get-childitem"}, {"gi", "get-item"}, {"gp", "get-itemproperty"}, {"gpv", "get-itempropertyvalue"}, {"gc", "get-content"}, {"cat", "get-content"}, {"type", "get-content"},
	{"sc", "set-content"}, {"ac", "add-content"}, {"clc", "clear-content"}, {"si", "set-item"}, {"sp", "set-itemproperty"}, {"ni", "new-item"}, {"md", "new-item"}, {"mkdir", "new-item"},
	{"cp", "copy-item"}, {"copy", "copy-item"}, {"cpi", "copy-item"}, {"mv", "move-item"}, {"move", "move-item"}, {"mi", "move-item"}, {"ren", "rename-item"}, {"rni", "rename-item"}, {"tee", "tee-object"}, {"epcsv", "export-csv"}, {"ipcsv", "import-csv"},
	{"iwr", "invoke-webrequest"}, {"curl", "invoke-webrequest"}, {"wget", "invoke-webrequest"}, {"irm", "invoke-restmethod"}, {"iex", "invoke-expression"}, {"icm", "invoke-command"}, {"ii", "invoke-item"}, {"iwmi", "invoke-wmimethod"}, {"icim", "invoke-cimmethod"},
	{"saps", "start-process"}, {"start", "start-process"}, {"spps", "stop-process"}, {"kill", "stop-process"}, {"spsv", "stop-service"}, {"sasv", "start-service"}, {"sajb", "start-job"}, {"ipmo", "import-module"}, {"etsn", "enter-pssession"}, {"nsn", "new-pssession"}, {"rsn", "remove-pssession"},
	{"cd", "set-location"}, {"chdir", "set-location"}, {"sl", "set-location"}, {"pushd", "push-location"}, {"popd", "pop-location"}, {"pwd", "get-location"}, {"gl", "get-location"},
	{"echo", "write-output"}, {"write", "write-output"}, {"select", "select-object"}, {"where", "where-object"}, {"?", "where-object"}, {"foreach", "foreach-object"}, {"%", "foreach-object"}, {"sort", "sort-object"}, {"group", "group-object"}, {"measure", "measure-object"}, {"compare", "compare-object"}, {"diff", "compare-object"},
	{"ft", "format-table"}, {"fl", "format-list"}, {"fw", "format-wide"}, {"fc", "format-custom"}, {"oh", "out-host"}, {"ogv", "out-gridview"}, {"sls", "select-string"}, {"gm", "get-member"}, {"gcm", "get-command"}, {"gal", "get-alias"}, {"gv", "get-variable"}, {"sv", "set-variable"}, {"set", "set-variable"}, {"rv", "remove-variable"}, {"clv", "clear-variable"}, {"nv", "new-variable"},
	{"gps", "get-process"}, {"ps", "get-process"}, {"gsv", "get-service"}, {"gdr", "get-psdrive"}, {"ndr", "new-psdrive"}, {"mount", "new-psdrive"}, {"rdr", "remove-psdrive"}, {"gjb", "get-job"}, {"gmo", "get-module"}, {"gwmi", "get-wmiobject"}, {"gcim", "get-ciminstance"}, {"rwmi", "remove-wmiobject"}, {"rcim", "remove-ciminstance"}, {"h", "get-history"}, {"history", "get-history"}, {"ghy", "get-history"}, {"clhy", "clear-history"}, {"man", "get-help"}, {"help", "get-help"}, {"cls", "clear-host"}, {"clear", "clear-host"}, {"sleep", "start-sleep"}, {"rvpa", "resolve-path"}, {"cvpa", "convert-path"}, {"gu", "get-unique"}, {"sal", "set-alias"}, {"nal", "new-alias"}, {"gcb", "get-clipboard"}, {"scb", "set-clipboard"}, {"gtz", "get-timezone"}, {"stz", "set-timezone"}, {"fhx", "format-hex"}, {"shcm", "show-command"}, {"lp", "out-printer"},
}
