package effect

// Kinds of effects. A caller must treat a kind that it does not know as Unread.
const (
	Read       = "read"
	List       = "list" // looks at names or state
	Write      = "write"
	Delete     = "delete"
	DeleteTree = "delete-tree"
	Move       = "move"
	Permission = "permission"
	Exec       = "exec"      // runs a file or text
	Fetch      = "fetch"     // reads from the network
	Send       = "send"      // sends to the network
	FetchRun   = "fetch-run" // runs what it fetched
	Signal     = "signal"    // ends processes
	Registry   = "registry"
	System     = "system" // services, accounts, settings, power
	Persist    = "persist"
	Format     = "format" // makes or wipes disks and file systems
	Privilege  = "privilege"
	Install    = "install"
	Env        = "env"
	Chdir      = "chdir"
	Native     = "program" // a program that this package does not know: the caller's own knowledge decides, without it: Unread
	Unread     = "unread"
)

// cmdlet describes one command. Its parameters that take a value are separated by
// blanks: * marks those whose values are targets, + others that may be given by
// position; both stand in the order of their positions.
type cmdlet struct {
	name   string
	kind   string // "" is harmless
	params string // *Target +Value Other
	tree   string // the switch that makes Delete a DeleteTree
	say    string
}

// cmdlets is the one table of PowerShell commands with effects.
var cmdlets = [...]cmdlet{
	{"remove-item", Delete, "*Path *LiteralPath Filter Include Exclude Credential Stream", "Recurse", "deletes files"},
	{"remove-itemproperty", Registry, "*Path *Name Filter", "", "removes a registry value"},
	{"clear-item", Write, "*Path *LiteralPath", "", "empties an item"},
	{"clear-itemproperty", Registry, "*Path *Name", "", "empties a registry value"},
	{"clear-content", Delete, "*Path *LiteralPath Filter Include Exclude", "", "empties a file"},
	{"set-content", Write, "*Path +Value *LiteralPath Encoding Filter", "", "writes a file"},
	{"add-content", Write, "*Path +Value *LiteralPath Encoding", "", "appends to a file"},
	{"out-file", Write, "*FilePath +Encoding Width *LiteralPath InputObject", "", "writes a file"},
	{"tee-object", Write, "*FilePath *LiteralPath Variable InputObject Encoding", "", "writes a file"},
	{"export-csv", Write, "*Path +Delimiter *LiteralPath InputObject Encoding", "", "writes a file"},
	{"export-clixml", Write, "*Path *LiteralPath Depth InputObject Encoding", "", "writes a file"},
	{"start-transcript", Write, "*Path *LiteralPath *OutputDirectory", "", "writes a file"},
	{"new-item", Write, "*Path *Name ItemType Value Credential Type Target", "", "makes a file or folder"},
	{"new-itemproperty", Registry, "*Path +Name PropertyType Value", "", "adds a registry value"},
	{"set-itemproperty", Registry, "*Path +Name +Value Type *LiteralPath", "", "sets a property"},
	{"set-item", Write, "*Path +Value *LiteralPath", "", "sets an item"},
	{"copy-item", Write, "+Path *Destination LiteralPath Filter Include Exclude ToSession FromSession", "", "copies files"},
	{"move-item", Move, "*Path *Destination *LiteralPath Filter Include Exclude", "", "moves files"},
	{"rename-item", Move, "*Path +NewName *LiteralPath", "", "renames a file"},
	{"expand-archive", Write, "+Path *DestinationPath LiteralPath", "", "unpacks an archive"},
	{"compress-archive", Write, "+Path *DestinationPath LiteralPath CompressionLevel", "", "packs an archive"},
	{"clear-recyclebin", Delete, "DriveLetter", "", "empties the recycle bin"},
	{"set-acl", Permission, "*Path +AclObject *LiteralPath", "", "changes rights"},
	{"unblock-file", Permission, "*Path *LiteralPath", "", "takes off the mark of a download"},
	{"get-content", Read, "*Path *LiteralPath TotalCount Tail ReadCount Encoding Delimiter Filter Include Exclude Head Last First", "", ""},
	{"select-string", Read, "+Pattern *Path *LiteralPath Encoding Include Exclude Context InputObject", "", ""},
	{"invoke-scriptanalyzer", Read, "*Path ScriptDefinition *CustomRulePath Severity IncludeRule ExcludeRule Settings", "Fix", ""},
	{"invoke-pester", "", "*Path ExcludePath Tag TagFilter ExcludeTag FullName FullNameFilter TestName Output Show Script Configuration Container OutputFile OutputFormat CodeCoverage CodeCoverageOutputFile", "", "runs tests"},
	{"test-scriptfileinfo", Read, "*Path *LiteralPath", "", ""},
	{"import-csv", Read, "*Path +Delimiter *LiteralPath Header Encoding", "", ""},
	{"import-clixml", Read, "*Path *LiteralPath", "", ""},
	{"import-powershelldatafile", Read, "*Path *LiteralPath", "", ""},
	{"format-hex", Read, "*Path *LiteralPath Encoding Count Offset InputObject", "", ""},
	{"get-filehash", List, "*Path Algorithm *LiteralPath", "", ""},
	{"get-childitem", List, "*Path +Filter *LiteralPath Include Exclude Depth Attributes", "", ""},
	{"get-item", List, "*Path *LiteralPath Filter Stream", "", ""},
	{"get-itemproperty", List, "*Path +Name *LiteralPath", "", ""},
	{"get-itempropertyvalue", List, "*Path +Name *LiteralPath", "", ""},
	{"get-acl", List, "*Path *LiteralPath", "", ""},
	{"test-path", List, "*Path *LiteralPath PathType Filter Include Exclude NewerThan OlderThan", "", ""},
	{"set-location", Chdir, "*Path *LiteralPath StackName", "", ""},
	{"push-location", Chdir, "*Path *LiteralPath StackName", "", ""},
	{"pop-location", Chdir, "StackName", "", ""},
	{"invoke-expression", Exec, "*Command", "", "runs a text as code"},
	{"invoke-command", Exec, "*ComputerName *ScriptBlock *FilePath Credential Session ArgumentList HostName", "", "runs code, maybe on other machines"},
	{"invoke-item", Exec, "*Path *LiteralPath", "", "opens a file with its program"},
	{"start-process", Exec, "*FilePath +ArgumentList *RedirectStandardOutput *RedirectStandardError WorkingDirectory Verb WindowStyle Credential RedirectStandardInput", "", "starts a program"},
	{"start-job", "", "ScriptBlock Name FilePath ArgumentList InitializationScript", "", ""},
	{"start-threadjob", "", "ScriptBlock Name", "", ""},
	{"invoke-wmimethod", Exec, "+Class +Name ArgumentList", "", "calls into the system"},
	{"invoke-cimmethod", Exec, "ClassName MethodName Arguments InputObject", "", "calls into the system"},
	{"remove-ciminstance", System, "InputObject", "", "removes a system object"},
	{"set-ciminstance", System, "InputObject", "", "changes a system object"},
	{"add-type", Unread, "TypeDefinition AssemblyName Path MemberDefinition LiteralPath", "", "compiles or loads code"},
	{"import-module", Exec, "*Name", "", "loads a module"},
	{"set-alias", Unread, "Name Value", "", "gives a command another name"},
	{"new-alias", Unread, "Name Value", "", "gives a command another name"},
	{"import-alias", Unread, "Path", "", "gives commands other names"},
	{"invoke-webrequest", Fetch, "*Uri *OutFile Method Body InFile Headers ContentType UserAgent TimeoutSec Proxy WebSession Credential SessionVariable MaximumRedirection Form Token Authentication", "", "fetches from the network"},
	{"invoke-restmethod", Fetch, "*Uri *OutFile Method Body InFile Headers ContentType UserAgent TimeoutSec Proxy WebSession Credential SessionVariable MaximumRedirection Form Token Authentication", "", "fetches from the network"},
	{"start-bitstransfer", Fetch, "*Source *Destination TransferType", "", "fetches from the network"},
	{"send-mailmessage", Send, "*To +From +Subject Body SmtpServer Attachments", "", "sends mail"},
	{"resolve-dnsname", Fetch, "*Name +Type Server", "", "asks the network"},
	{"test-connection", Fetch, "*ComputerName Count *TargetName", "", "asks the network"},
	{"test-netconnection", Fetch, "*ComputerName Port CommonTCPPort", "", "asks the network"},
	{"stop-process", Signal, "*Id *Name InputObject", "", "ends processes"},
	{"stop-service", System, "*Name *DisplayName", "", "stops a service"},
	{"restart-service", System, "*Name", "", "restarts a service"},
	{"start-service", System, "*Name", "", "starts a service"},
	{"set-service", System, "*Name StartupType Status", "", "changes a service"},
	{"new-service", Persist, "*Name BinaryPathName", "", "adds a service"},
	{"remove-service", System, "*Name", "", "removes a service"},
	{"suspend-service", System, "*Name", "", "stops a service"},
	{"stop-computer", System, "*ComputerName", "", "shuts the machine down"},
	{"restart-computer", System, "*ComputerName", "", "restarts the machine"},
	{"register-scheduledtask", Persist, "*TaskName Action Trigger", "", "adds a scheduled task"},
	{"set-scheduledtask", Persist, "*TaskName", "", "changes a scheduled task"},
	{"register-scheduledjob", Persist, "*Name", "", "adds a scheduled job"},
	{"unregister-scheduledtask", System, "*TaskName", "", "removes a scheduled task"},
	{"disable-scheduledtask", System, "*TaskName", "", "changes a scheduled task"},
	{"start-scheduledtask", Exec, "*TaskName", "", "starts a scheduled task"},
	{"set-executionpolicy", System, "*ExecutionPolicy +Scope", "", "lets scripts run without a check"},
	{"set-mppreference", System, "", "", "changes the virus scanner"},
	{"add-mppreference", System, "", "", "changes the virus scanner"},
	{"remove-mppreference", System, "", "", "changes the virus scanner"},
	{"set-netfirewallprofile", System, "", "", "changes the firewall"},
	{"new-netfirewallrule", System, "", "", "changes the firewall"},
	{"remove-netfirewallrule", System, "", "", "changes the firewall"},
	{"disable-netfirewallrule", System, "", "", "changes the firewall"},
	{"new-localuser", System, "*Name", "", "adds an account"},
	{"remove-localuser", System, "*Name", "", "removes an account"},
	{"set-localuser", System, "*Name", "", "changes an account"},
	{"disable-localuser", System, "*Name", "", "changes an account"},
	{"add-localgroupmember", Privilege, "*Group +Member", "", "gives rights to an account"},
	{"remove-localgroup", System, "*Name", "", "removes a group"},
	{"format-volume", Format, "*DriveLetter FileSystem NewFileSystemLabel", "", "formats a volume"},
	{"clear-disk", Format, "*Number", "", "wipes a disk"},
	{"initialize-disk", Format, "*Number", "", "initialises a disk"},
	{"set-disk", Format, "*Number", "", "changes a disk"},
	{"remove-partition", Format, "*DiskNumber PartitionNumber *DriveLetter", "", "removes a partition"},
	{"new-partition", Format, "*DiskNumber", "", "makes a partition"},
	{"resize-partition", Format, "*DiskNumber *DriveLetter", "", "resizes a partition"},
	{"remove-virtualdisk", Format, "*FriendlyName", "", "removes a disk"},
	{"remove-storagepool", Format, "*FriendlyName", "", "removes a disk pool"},
	{"repair-volume", Format, "*DriveLetter", "", "repairs a volume"},
	{"remove-vm", System, "*Name", "", "removes a virtual machine"},
	{"stop-vm", System, "*Name", "", "stops a virtual machine"},
	{"clear-eventlog", System, "*LogName", "", "empties a log"},
	{"remove-eventlog", System, "*LogName", "", "removes a log"},
	{"limit-eventlog", System, "*LogName", "", "changes a log"},
	{"clear-history", System, "", "", "empties the history"},
	{"remove-psdrive", "", "", "", ""},
	{"remove-wmiobject", System, "", "", "removes a system object"},
	{"disable-computerrestore", System, "*Drive", "", "switches restore points off"},
	{"disable-bitlocker", System, "*MountPoint", "", "takes the disk's encryption off"},
	{"enable-psremoting", System, "", "", "opens the machine to remote commands"},
	{"enter-pssession", Exec, "*ComputerName", "", "opens a shell on another machine"},
	{"new-pssession", Exec, "*ComputerName", "", "opens a shell on another machine"},
	{"install-module", Install, "*Name Scope Repository RequiredVersion", "", "installs a module"},
	{"install-script", Install, "*Name", "", "installs a script"},
	{"install-package", Install, "*Name", "", "installs a package"},
	{"install-psresource", Install, "*Name", "", "installs a module"},
	{"update-module", Install, "*Name", "", "updates a module"},
	{"uninstall-module", Install, "*Name", "", "removes a module"},
	{"uninstall-package", Install, "*Name", "", "removes a package"},
	{"add-appxpackage", Install, "*Path", "", "installs an app"},
	{"remove-appxpackage", Install, "*Package", "", "removes an app"},
	{"enable-windowsoptionalfeature", System, "", "", "changes Windows"},
	{"disable-windowsoptionalfeature", System, "", "", "changes Windows"},
	{"install-windowsfeature", System, "", "", "changes Windows"},
	{"publish-module", Send, "*Path *Name", "", "publishes a module"},
	{"get-clipboard", Read, "", "", "reads the clipboard"},
	{"get-credential", Read, "", "", "asks for a password"},
	{"set-clipboard", "", "", "", ""},
	{"register-objectevent", Unread, "", "", "runs code later"},
	{"register-engineevent", Unread, "", "", "runs code later"},
	{"set-psbreakpoint", Unread, "", "", "runs code later"},
	{"set-psreadlineoption", Unread, "", "", "changes the shell"},
	{"set-dnsclientserveraddress", System, "", "", "changes the network"},
	{"disable-netadapter", System, "*Name", "", "changes the network"},
	{"new-psdrive", "", "", "", ""},
	{"set-date", System, "", "", "changes the clock"},
	{"set-timezone", System, "", "", "changes the clock"},
	{"rename-computer", System, "", "", "renames the machine"},
	{"foreach-object", "", "", "", ""}, {"where-object", "", "", "", ""},
	{"new-object", "", "*TypeName +ArgumentList *ComObject", "", ""},
}

// harmless lists commands that only compute, print or look at the state of the
// machine. Script blocks given to them are read on their own.
const harmless = "write-output write-host write-error write-warning write-verbose write-debug write-information write-progress select-object sort-object group-object measure-object measure-command compare-object format-table format-list format-wide format-custom out-string out-null out-host out-default out-gridview convertto-json convertfrom-json convertto-csv convertfrom-csv convertto-html convertto-xml convertfrom-stringdata convertto-securestring get-date get-random get-securerandom get-unique get-member get-command get-help get-alias get-variable set-variable new-variable clear-variable remove-variable split-path join-path resolve-path convert-path get-location get-process get-service get-psdrive get-psprovider get-host get-culture get-uiculture get-timezone get-computerinfo get-ciminstance get-wmiobject get-cimclass get-eventlog get-winevent get-counter get-hotfix get-netipaddress get-netipconfiguration get-netadapter get-nettcpconnection get-netudpendpoint get-netroute get-netneighbor get-netfirewallrule get-netfirewallprofile get-dnsclientserveraddress get-dnsclientcache get-disk get-volume get-partition get-physicaldisk get-scheduledtask get-scheduledtaskinfo get-localuser get-localgroup get-localgroupmember get-module get-installedmodule get-psresource get-package get-appxpackage find-module find-package get-job wait-job receive-job stop-job remove-job get-executionpolicy get-authenticodesignature get-verb get-error get-event get-pscallstack get-psrepository get-typedata get-formatdata get-mppreference get-mpcomputerstatus get-computerrestorepoint get-windowsoptionalfeature get-windowsedition get-uptime start-sleep wait-process wait-event read-host clear-host new-timespan new-guid new-temporaryfile set-strictmode stop-transcript test-json test-modulemanifest join-string select-xml update-list show-markdown convertfrom-markdown disable-psbreakpoint get-vm get-vmswitch get-scriptanalyzerrule invoke-formatter new-pesterconfiguration get-installedscript get-installedpsresource find-script find-psresource get-psresourcerepository convertto-yaml convertfrom-yaml get-azcontext get-azsubscription get-azresourcegroup get-aduser get-adgroup get-adcomputer"
