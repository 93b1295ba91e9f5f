// Package winshell reads PowerShell and cmd.exe text: which commands it would run,
// with which arguments, and what the known ones among them do. Agents meet such
// text from WSL (`powershell.exe -c ...`, `cmd.exe /c ...`) and with pwsh on any
// system.
//
//	cmds, unread := winshell.PowerShell(text)
//	for _, c := range cmds {
//		for _, e := range effect.Of(c) { ... }
//	}
//
// It is not an interpreter: variables have no values, both branches of a condition
// count, functions count where they are defined. What is not understood is in the
// list of reasons or has an effect of kind Unread; a text is only clean if it has
// neither. Nothing is run and no file is opened.
//
// Package effect says what a command does; a new cmdlet or program is a line in its
// tables. Package winpath knows the paths that matter.
package winshell

import "strings"

// MaxSource is the longest text in bytes that is looked at.
const MaxSource = 128 << 10

const (
	maxDepth    = 24  // blocks and texts inside each other
	maxCommands = 500 // commands of one text
)

// Shell names the language of a command. The zero value is none.
type Shell uint8

// The shells.
const (
	PS      Shell = iota + 1 // PowerShell, pwsh
	CmdExe                   // cmd.exe
	Program                  // the argument list of a process, no shell
)

// How a command gets its input.
const (
	NotPiped = -1 // no pipe in front
	PipedRaw = -2 // from an expression whose value is not known
)

// Arg is one argument. The zero value is an unknown one.
type Arg struct {
	// Text is the value if Known, else the text as written.
	Text  string
	Known bool
	// Quoted is set if it begins with a quote or escape, so that it names no parameter.
	Quoted bool
	// List is set if a comma joins it to the argument before: one parameter's value.
	List bool
	// Block is set for a script block; its commands are in the list, too.
	Block bool
	// Downloaded is set if the value comes from the network.
	Downloaded bool
}

// Redirect is an output redirection to a file.
type Redirect struct {
	Target Arg
	Append bool
	Input  bool // reads from the file instead
}

// Command is one command, method call or program start.
type Command struct {
	Shell Shell
	// Argv is the name and the arguments as written, aliases not resolved. A .NET
	// call has the name "[Type]::Method", a method of a value ".Method".
	Argv []Arg
	// PipedFrom is the index in the list of the command whose output it reads, or
	// NotPiped or PipedRaw.
	PipedFrom int
	// PipedDownload is set if what comes by the pipe comes from the network.
	PipedDownload bool
	// Inside is set for what stands in a block or in brackets, and may not run.
	Inside    bool
	Redirects []Redirect
}

// Name gives the resolved name in lower case: alias followed, a system folder and
// .exe removed. It is empty if the name is unknown.
func (c Command) Name() string {
	if len(c.Argv) == 0 || !c.Argv[0].Known {
		return ""
	}
	return resolve(c.Shell, c.Argv[0].Text)
}

// PowerShell reads a script or command text of PowerShell.
func PowerShell(text string) (cmds []Command, unread []string) {
	var l list
	l.powerShell(text, 0)
	return l.cmds, l.unread
}

// Cmd reads a command line or batch file of cmd.exe.
func Cmd(text string) (cmds []Command, unread []string) {
	var l list
	l.cmd(text, 0)
	return l.cmds, l.unread
}

// Start reads the argument list of a process that starts a Windows program:
// powershell and cmd are read through, anything else is one command.
func Start(argv []Arg) (cmds []Command, unread []string) {
	var l list
	l.start(Command{Shell: Program, Argv: argv, PipedFrom: NotPiped}, "", 0)
	return l.cmds, l.unread
}

// list collects what is found, up to bounds.
type list struct {
	cmds   []Command
	unread []string
	inside int // blocks around what is read now
}

// add appends a command and returns its index.
func (l *list) add(c Command) int {
	if len(l.cmds) >= maxCommands {
		if len(l.cmds) == maxCommands {
			l.missed("too many commands")
		}
		return len(l.cmds) - 1
	}
	c.Inside = c.Inside || l.inside > 0
	l.cmds = append(l.cmds, c)
	return len(l.cmds) - 1
}

func (l *list) missed(reason string) {
	if len(l.unread) < 50 {
		l.unread = append(l.unread, reason)
	}
}

// tooMuch tells whether a bound forbids to look into a text.
func (l *list) tooMuch(text string, depth int) bool {
	switch {
	case depth > maxDepth:
		l.missed("nested too deep")
	case len(text) > MaxSource:
		l.missed("text too long to read")
	case strings.ContainsRune(text, 0):
		l.missed("zero byte in the text")
	case len(l.cmds) >= maxCommands:
		l.missed("too many commands")
	default:
		return false
	}
	return true
}

// start adds a program start; shells among the programs are read through. raw is
// the command line as written, if there is one.
func (l *list) start(c Command, raw string, depth int) {
	if len(c.Argv) == 0 {
		return
	}
	name := c.Name()
	switch name {
	case "powershell", "pwsh", "powershell_ise":
		l.startPowerShell(c, depth)
	case "cmd":
		l.startCmd(c, raw, depth)
	default:
		l.add(c)
	}
}

// startCmd reads `cmd [switches] /c text`.
func (l *list) startCmd(c Command, raw string, depth int) {
	for i := 1; i < len(c.Argv); i++ {
		a := c.Argv[i]
		t := strings.ToLower(a.Text)
		if !strings.HasPrefix(t, "/") || len(t) < 2 {
			break
		}
		k := strings.IndexAny(t, "ckr")
		if k != 1 && !(k > 1 && strings.HasPrefix(t, "/")) {
			continue // /d /q /s /v:on ...
		}
		if strings.HasPrefix(t, "/v:") || strings.HasPrefix(t, "/e:") || strings.HasPrefix(t, "/f:") || strings.HasPrefix(t, "/t:") {
			continue
		}
		text := cmdText(c, i, raw, len(a.Text) > k+1, a.Text[min(k+1, len(a.Text)):])
		for _, rest := range c.Argv[i+1:] {
			if !rest.Known {
				l.missed("unknown value in the text for cmd")
			}
		}
		l.cmd(text, depth+1)
		return
	}
	l.missed("cmd that reads its commands from elsewhere")
	l.add(c)
}

// cmdText joins the text after /c and takes off the quotes around it, as cmd does.
func cmdText(c Command, i int, raw string, glued bool, rest string) string {
	text := ""
	if raw != "" {
		if n := strings.Index(raw, c.Argv[i].Text); n >= 0 && !glued {
			text = strings.TrimSpace(raw[n+len(c.Argv[i].Text):])
		}
	}
	if text == "" {
		parts := make([]string, 0, len(c.Argv))
		if glued {
			parts = append(parts, rest)
		}
		for _, a := range c.Argv[i+1:] {
			parts = append(parts, a.Text)
		}
		text = strings.Join(parts, " ")
	}
	if n := strings.LastIndexByte(text, '"'); n > 0 && text[0] == '"' {
		text = text[1:n] + text[n+1:]
	}
	return text
}
