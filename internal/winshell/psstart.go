package winshell

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/winshell/encoded"
)

// psSwitches are the command line switches of powershell and pwsh, lower case,
// with whether they take a value. Any clear beginning of a name is accepted.
var psSwitches = [...]struct {
	name  string
	value bool
}{
	{"command", false}, {"encodedcommand", true}, {"ec", true}, {"file", false}, {"commandwithargs", false}, {"cwa", false},
	{"executionpolicy", true}, {"ep", true}, {"windowstyle", true}, {"version", true}, {"inputformat", true}, {"if", true}, {"outputformat", true}, {"of", true},
	{"configurationname", true}, {"configurationfile", true}, {"psconsolefile", true}, {"workingdirectory", true}, {"wd", true}, {"custompipename", true}, {"settingsfile", true}, {"encodedarguments", true},
	{"noprofile", false}, {"nop", false}, {"noninteractive", false}, {"noni", false}, {"nologo", false}, {"noexit", false}, {"noprofileloadtime", false}, {"sta", false}, {"mta", false}, {"login", false}, {"interactive", false}, {"help", false}, {"?", false}, {"sshservermode", false}, {"s", false},
}

// psSwitch finds a switch; where a beginning fits several, PowerShell has an order
// of its own, which the list follows: -c is -command, -e -encodedcommand.
func psSwitch(arg string) (name string, value, ok bool) {
	a := strings.ToLower(strings.TrimLeft(arg, "-/\u2013\u2014\u2015"))
	if n := strings.IndexByte(a, ':'); n > 0 {
		a = a[:n]
	}
	if a == "" {
		return "", false, false
	}
	for _, s := range psSwitches {
		if s.name == a {
			return s.name, s.value, true
		}
	}
	for _, s := range psSwitches {
		if strings.HasPrefix(s.name, a) {
			return s.name, s.value, true
		}
	}
	return "", false, false
}

// startPowerShell reads `powershell [switches] ...`.
func (l *list) startPowerShell(c Command, depth int) {
	for i := 1; i < len(c.Argv); i++ {
		a := c.Argv[i]
		if !a.Known {
			l.missed("unknown argument of PowerShell")
			l.add(c)
			return
		}
		if a.Text == "-" || !IsDash(a.Text) && !strings.HasPrefix(a.Text, "/") {
			l.psText(c, i, depth)
			return
		}
		name, value, ok := psSwitch(a.Text)
		switch {
		case !ok:
			l.missed("switch of PowerShell not understood: " + a.Text)
			l.psText(c, i+1, depth)
			return
		case name == "command" || name == "commandwithargs" || name == "cwa":
			l.psText(c, i+1, depth)
			return
		case name == "encodedcommand" || name == "ec":
			l.psEncoded(c, i+1, depth)
			return
		case name == "file":
			if i+1 < len(c.Argv) {
				l.add(Command{Shell: PS, Argv: c.Argv[i+1:], PipedFrom: c.PipedFrom})
			} else {
				l.missed("script file missing")
			}
			return
		case name == "encodedarguments" || name == "configurationfile" || name == "psconsolefile" || name == "settingsfile" || name == "custompipename" || name == "sshservermode" || name == "s":
			l.missed("switch of PowerShell that loads more: " + a.Text)
		case name == "version" && i+1 >= len(c.Argv), name == "help", name == "?":
			return
		}
		if value && !strings.Contains(a.Text, ":") {
			i++
		}
	}
	l.psInput(c, depth)
}

// psInput reads what is piped into a PowerShell that takes its commands from there.
func (l *list) psInput(c Command, depth int) {
	if text, ok := l.piped(c); ok && !c.PipedDownload && l.cmds[c.PipedFrom].Shell == PS {
		l.powerShell(text, depth+1)
		return
	}
	l.missed("PowerShell reads its commands from its input")
}

// piped gives the text that comes to a command by the pipe, if it is a literal.
func (l *list) piped(c Command) (string, bool) {
	if c.PipedFrom >= 0 && c.PipedFrom < len(l.cmds) {
		if in := l.cmds[c.PipedFrom]; in.Name() == "write-output" && len(in.Argv) == 2 {
			return in.Argv[1].Text, in.Argv[1].Known
		}
	}
	return "", false
}

// psText reads the rest of the arguments as one text.
func (l *list) psText(c Command, i, depth int) {
	var parts []string
	for _, a := range c.Argv[min(i, len(c.Argv)):] {
		if a.Block {
			continue // read where it stood
		}
		if !a.Known {
			l.missed("unknown value in the text for PowerShell")
		}
		parts = append(parts, a.Text)
	}
	text := strings.Join(parts, " ")
	switch text {
	case "":
		return
	case "-":
		l.psInput(c, depth)
		return
	}
	l.powerShell(text, depth+1)
}

// psEncoded decodes -EncodedCommand: base64 of UTF-16, low byte first.
func (l *list) psEncoded(c Command, i, depth int) {
	if i >= len(c.Argv) || !c.Argv[i].Known {
		l.missed("encoded command is not known")
		return
	}
	text, ok := encoded.Text(c.Argv[i].Text)
	if !ok {
		l.missed("encoded command cannot be decoded")
		return
	}
	// Encoding hides a text from the person who is asked: say so even if it is read.
	l.missed("encoded command: " + clip(text))
	l.powerShell(text, depth+1)
}

func clip(s string) string {
	if len(s) > 200 {
		return s[:200] + "..."
	}
	return s
}

// IsDash tells whether an argument begins with a dash. PowerShell takes several
// Unicode dashes for the same.
func IsDash(s string) bool {
	return strings.HasPrefix(s, "-") || strings.HasPrefix(s, "\u2013") || strings.HasPrefix(s, "\u2014") || strings.HasPrefix(s, "\u2015")
}
