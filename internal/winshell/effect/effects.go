// Package effect says what the commands that package winshell finds do: the tables of
// PowerShell's cmdlets, of .NET calls, of cmd's builtins and of Windows' programs.
//
// To teach it a cmdlet, add a line to cmdlets.go; a program, a case in programs.go; a
// .NET call, a line in methods.go; and a case to the tests.
package effect

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/winshell"
	"github.com/sentinelgate/sentinel/internal/winshell/winpath"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Effect is one thing that a command does. The zero value must be treated as Unread.
type Effect struct {
	Kind   string
	Target winshell.Arg
	// Catastrophic is set for deletes, formats and rights on a whole drive, system
	// folder or home.
	Catastrophic bool
	Say          string // what it does, in a few words
}

// command carries the readers of arguments.
type command struct{ winshell.Command }

// Of says what a command does. A harmless command has no effects; one that is not
// understood has an effect of kind Unread or Native.
func Of(cmd winshell.Command) []Effect {
	c := command{cmd}
	var out []Effect
	for _, r := range c.Redirects {
		if r.Input {
			out = append(out, Effect{Kind: Read, Target: r.Target})
		} else {
			out = append(out, Effect{Kind: Write, Target: r.Target, Say: "writes a file"})
		}
	}
	name := c.Name()
	switch {
	case name == "":
		out = append(out, Effect{Kind: Unread, Say: "the command's name is not known"})
	case strings.HasPrefix(name, "[") && strings.Contains(name, "::"), strings.HasPrefix(name, ".") && c.Shell == winshell.PS && len(name) > 1 && letter(name[1]) && !strings.ContainsAny(name, `\/`):
		out = append(out, c.method(name)...)
	default:
		out = append(out, c.known(name)...)
	}
	for i := range out {
		out[i].mark()
	}
	return out
}

// mark sets Catastrophic and turns registry drives into registry effects.
func (e *Effect) mark() {
	low := strings.ToLower(e.Target.Text)
	switch e.Kind {
	case Delete, DeleteTree, Write, Move, Registry:
		for _, hive := range [...]string{"hklm", "hkcu", "hkcr", "hku", "hkcc", "registry::", "hkey_"} {
			if strings.HasPrefix(low, hive) {
				e.Kind, e.Say = Registry, "changes the registry"
				if strings.Contains(low, `\currentversion\run`) || strings.Contains(low, `/currentversion/run`) {
					e.Kind, e.Say = Persist, "starts a program at log-in"
				}
				return
			}
		}
		if name := strings.TrimLeft(low, "${"); strings.HasPrefix(low, "$") && (name == "profile" || strings.HasPrefix(name, "profile.") || strings.HasPrefix(name, "profile}")) {
			e.Kind, e.Say = Persist, "changes what PowerShell runs when it starts"
			return
		}
		if strings.HasPrefix(low, "env:") || strings.HasPrefix(low, "variable:") || strings.HasPrefix(low, "function:") || strings.HasPrefix(low, "alias:") {
			if e.Kind != Delete && e.Kind != DeleteTree {
				e.Kind, e.Say = Unread, "changes what later commands run"
			}
			return
		}
	}
	if drive, name, ok := strings.Cut(low, ":"); ok && drive == "env" && (e.Kind == List || e.Kind == Read) {
		e.variable(strings.Trim(name, `\/`))
		return
	}
	switch e.Kind {
	case DeleteTree, Delete, Format, Permission, Move:
		e.Catastrophic = e.Kind == Format && e.Catastrophic || winpath.Catastrophic(e.Target.Text)
		if e.Kind == Delete && e.Catastrophic && strings.IndexByte(e.Target.Text, '*') < 0 {
			e.Catastrophic = false // without recursion a folder stays
		}
	}
}

// variable turns a look at the drive of variables into what it is: all of
// them, or one.
func (e *Effect) variable(name string) {
	if name == "" || strings.ContainsAny(name, "*?[") {
		name = ""
	}
	e.Kind, e.Target, e.Say = Env, winshell.Arg{Text: name, Known: true}, "prints the environment"
}

// known judges a command by the tables.
func (c command) known(name string) []Effect {
	if c.Shell == winshell.PS {
		for _, e := range cmdlets {
			if e.name == name {
				return c.cmdlet(e)
			}
		}
		if wordlist.Has(harmless, name) {
			return nil
		}
		if name == "get-history" {
			return []Effect{{Kind: Read, Say: "reads the shell's history"}}
		}
	}
	if out, ok := c.program(name); ok {
		return out
	}
	if c.Shell == winshell.PS && strings.Contains(name, "-") && !strings.ContainsAny(name, `.\/`) {
		return []Effect{{Kind: Unread, Target: c.Argv[0], Say: "cmdlet not known"}}
	}
	return []Effect{{Kind: Native, Target: c.Argv[0], Say: "program not known here"}}
}

// ownTests tells that tests of the present folder run, and nothing but a result is
// written beside them.
func ownTests(p bound) bool {
	for _, name := range []string{"Configuration", "Container", "Script", "OutputFile", "CodeCoverageOutputFile"} {
		if p.named(name) {
			return false
		}
	}
	for _, t := range p.targets {
		s := strings.ReplaceAll(t.Text, `\`, "/")
		if !t.Known || strings.Contains(s, "..") || strings.HasPrefix(s, "/") || strings.ContainsAny(s, ":~$") {
			return false
		}
	}
	return true
}

// cmdlet judges a command of the table by its parameters.
func (c command) cmdlet(e cmdlet) []Effect {
	p := bind(e, c.Argv[1:])
	if p.whatIf {
		return nil
	}
	var out []Effect
	add := func(kind string, t winshell.Arg, say string) {
		out = append(out, Effect{Kind: kind, Target: t, Say: say})
	}
	kind := e.kind
	switch e.name {
	case "remove-item":
		if p.has("Recurse") {
			kind = DeleteTree
		}
	case "invoke-scriptanalyzer":
		if p.has("Fix") {
			kind = Write
		}
		if p.named("CustomRulePath") {
			kind = Exec // rules are code
		}
	case "invoke-pester":
		if !ownTests(p) {
			kind = Exec
		}
	case "invoke-webrequest", "invoke-restmethod":
		return c.web(p)
	case "copy-item":
		if p.named("ToSession") {
			kind = Send
		}
		c.sources(p, add)
	case "compress-archive":
		c.sources(p, add)
	case "rename-item":
		if to := p.values["NewName"]; strings.ContainsAny(to.Text, `\/`) || !to.Known {
			add(Write, to, e.say)
		}
	case "new-item":
		if to, ok := p.values["Target"]; ok {
			add(Read, to, "links to a file")
		} else if t := p.values["ItemType"]; strings.HasSuffix(strings.ToLower(t.Text), "link") {
			add(Read, p.values["Value"], "links to a file")
		}
	case "start-process":
		return c.startProcess(p)
	case "invoke-expression":
		if c.PipedDownload || p.downloaded {
			return []Effect{{Kind: FetchRun, Target: p.first(), Say: "runs code from the network"}}
		}
	case "invoke-command":
		if !p.named("ComputerName") && !p.named("HostName") && !p.named("Session") && !p.named("FilePath") && p.blocks > 0 && len(p.targets) == 0 {
			return nil // the block was read
		}
	case "foreach-object", "where-object":
		return c.eachMember(e.name)
	case "new-object":
		return newObject(p)
	case "add-type":
		if c.ofFramework(p) {
			return nil
		}
	case "tee-object":
		if p.named("Variable") {
			return nil
		}
	case "format-volume", "clear-disk", "initialize-disk", "set-disk", "remove-partition":
		return []Effect{{Kind: Format, Target: p.first(), Catastrophic: true, Say: e.say}}
	}
	if kind == "" {
		return nil
	}
	if (e.name == "new-itemproperty" || e.name == "set-itemproperty") && len(p.targets) > 0 {
		t := p.targets[0]
		add(kind, t, e.say)
		return out
	}
	for _, t := range p.targets {
		add(kind, t, e.say)
	}
	if len(p.targets) == 0 && (kind != List && kind != Chdir) {
		add(kind, winshell.Arg{}, e.say) // from the pipe, or by a parameter not understood
	}
	return out
}

// sources reads the files that are copied or packed.
func (c command) sources(p bound, add func(string, winshell.Arg, string)) {
	for _, name := range [...]string{"Path", "LiteralPath"} {
		if v, ok := p.values[name]; ok {
			add(Read, v, "reads what it copies")
		}
	}
}

// web judges Invoke-WebRequest and its twin.
func (c command) web(p bound) []Effect {
	kind, say := Fetch, "fetches from the network"
	if p.named("Body") || p.named("InFile") || p.named("Form") || c.PipedFrom != winshell.NotPiped {
		kind, say = Send, "sends to the network"
	}
	if m, ok := p.values["Method"]; ok && !strings.EqualFold(m.Text, "get") && !strings.EqualFold(m.Text, "head") && !strings.EqualFold(m.Text, "options") {
		kind, say = Send, "sends to the network"
	}
	for _, a := range c.Argv[1:] { // on Unix, curl and wget are the programs
		if t := a.Text; !a.Quoted && (strings.HasPrefix(t, "-d") || strings.HasPrefix(t, "-F") || strings.HasPrefix(t, "-T") || strings.HasPrefix(t, "-X") || strings.HasPrefix(t, "--data") || strings.HasPrefix(t, "--upload") || strings.HasPrefix(t, "--form") || strings.HasPrefix(t, "--post") || strings.HasPrefix(t, "--body") || strings.HasPrefix(t, "--method")) {
			kind, say = Send, "sends to the network"
		}
	}
	out := []Effect{{Kind: kind, Target: p.values["Uri"], Say: say}}
	if f, ok := p.values["InFile"]; ok {
		out = append(out, Effect{Kind: Read, Target: f, Say: "sends a file"})
	}
	if f, ok := p.values["OutFile"]; ok {
		out = append(out, Effect{Kind: Write, Target: f, Say: "writes what it fetched"})
	}
	return out
}

func (c command) startProcess(p bound) []Effect {
	out := []Effect{{Kind: Exec, Target: p.values["FilePath"], Say: "starts a program"}}
	if v, ok := p.values["Verb"]; ok && strings.EqualFold(v.Text, "runas") {
		out = append(out, Effect{Kind: Privilege, Target: p.values["FilePath"], Say: "starts a program with all rights"})
	}
	for _, f := range [...]string{"RedirectStandardOutput", "RedirectStandardError"} {
		if t, ok := p.values[f]; ok {
			out = append(out, Effect{Kind: Write, Target: t, Say: "writes a file"})
		}
	}
	return out
}

// eachMember judges `% Delete`: a method by its name.
func (c command) eachMember(name string) []Effect {
	if name != "foreach-object" {
		return nil
	}
	for _, a := range c.Argv[1:] {
		if a.Block || !a.Quoted && winshell.IsDash(a.Text) {
			continue
		}
		if !a.Known {
			return []Effect{{Kind: Unread, Target: a, Say: "method name is not known"}}
		}
		d := c
		d.Argv = []winshell.Arg{{Text: "." + a.Text, Known: true}}
		return propertyOr(d.method("." + a.Text))
	}
	return nil
}

// propertyOr lets an unknown member pass as a property: `% Name` reads one.
func propertyOr(es []Effect) []Effect {
	if len(es) == 1 && es[0].Kind == Unread {
		return nil
	}
	return es
}

func newObject(p bound) []Effect {
	if com, ok := p.values["ComObject"]; ok {
		return []Effect{{Kind: Unread, Target: com, Say: "makes a COM object"}}
	}
	t := strings.ToLower(p.values["TypeName"].Text)
	for _, wire := range [...]string{"tcpclient", "udpclient", "clientwebsocket", "sockets.socket", "tcplistener"} {
		words := strings.FieldsFunc(p.values["TypeName"].Text+" "+p.values["ArgumentList"].Text, func(r rune) bool { return strings.ContainsRune(" ,()\"'@", r) })
		if strings.Contains(t, wire) && len(words) > 1 {
			return []Effect{{Kind: Send, Target: winshell.Arg{Text: words[1], Known: !strings.HasPrefix(words[1], "$")}, Say: "opens a connection"}}
		}
	}
	for _, bad := range [...]string{"process", "runspace", "powershell", "directoryservices", "sqlclient", "codedom"} {
		if strings.Contains(t, bad) {
			return []Effect{{Kind: Unread, Target: p.values["TypeName"], Say: "makes an object that can run code"}}
		}
	}
	return nil
}

// ofFramework tells whether Add-Type only loads assemblies that .NET brings along.
func (c command) ofFramework(p bound) bool {
	a, ok := p.values["AssemblyName"]
	if !ok || !a.Known || p.named("TypeDefinition") || p.named("Path") || p.named("MemberDefinition") || len(p.targets) > 0 {
		return false
	}
	for _, arg := range c.Argv {
		if arg.List {
			return false // only the first of several is in p
		}
	}
	low := strings.ToLower(a.Text)
	return strings.Trim(low, "abcdefghijklmnopqrstuvwxyz.") == "" && (strings.HasPrefix(low, "system.") || wordlist.Has("presentationcore presentationframework windowsbase microsoft.visualbasic", low))
}
