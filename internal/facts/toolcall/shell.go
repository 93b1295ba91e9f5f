package toolcall

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Shell is what the input of a shell tool asks for. The zero value asks for
// nothing, which is no call.
type Shell struct {
	Text  string // the commands, one after the other
	Dir   string // working folder as written; "" is that of the call
	Shell string // the shell's name, "" if the input does not say
	Env   []string
	Odd   []string // fields that may change what happens, and that nobody knows
	// Escapes says that it leaves the client's sandbox.
	Escapes bool
}

const (
	commandFields = "command cmd command_line script"
	dirFields     = "workdir working_dir working_directory workingDir workingDirectory cwd directory dir dir_path dirPath folder"
	shellFields   = "shell"
	envFields     = "env environment"
	// quietFields change nothing about what the commands do.
	quietFields = " description timeout timeout_ms timeoutMs timeoutSec timeout_sec timeout_seconds timeoutSeconds run_in_background runInBackground " +
		"is_background isBackground background detach mode persistent shellId shell_id session_id sessionId id name title summary explanation reason " +
		"justification requires_approval requiresApproval safe_to_auto_run wait_for_previous initial_wait delay yield_time_ms max_output_tokens " +
		"max_output_length login blocking auto_background_after intent _i purpose thought thoughts note label rationale goal task_progress toolSummary " +
		"toolAction tool_summary safe SafeToAutoRun tty "
	escapeFields = " dangerouslyDisableSandbox dangerously_disable_sandbox disableSandbox disable_sandbox with_escalated_permissions " +
		"withEscalatedPermissions sandbox_permissions sandboxPermissions "
)

// maxCommands bounds the commands of one call.
const maxCommands = 1000

// ReadShell reads the input of a shell tool.
func ReadShell(args map[string]any) (Shell, error) {
	var s Shell
	list := Texts(args, commandFields)
	for _, f := range []string{"command", "commands", "cmd"} {
		more, err := commandList(args[f], f)
		if err != nil {
			return s, err
		}
		list = append(list, more...)
	}
	if len(list) > 0 {
		list[0] = s.withWords(list[0], args["args"])
	}
	s.Text = strings.Join(list, "\n")
	if strings.TrimSpace(s.Text) == "" {
		return s, errors.New("the shell call has no command")
	}
	for k, v := range args {
		s.field(k, v)
	}
	slices.Sort(s.Odd)
	return s, nil
}

// commandList reads a list: several commands, or the words of one.
func commandList(v any, field string) ([]string, error) {
	l, ok := v.([]any)
	if !ok {
		return nil, nil
	}
	if len(l) > maxCommands {
		return nil, fmt.Errorf("%s holds too many commands", field)
	}
	var list, argv []string
	for _, x := range l {
		t, ok := x.(string)
		if !ok {
			return nil, fmt.Errorf("%s holds something that is no text", field)
		}
		list = append(list, t)
		argv = append(argv, Quote(t))
	}
	switch {
	case field == "commands" || len(argv) < 2:
	case strings.HasPrefix(list[1], "-"):
		return []string{strings.Join(argv, " ")}, nil // an option is no command
	default:
		list = append(list, strings.Join(argv, " "))
	}
	return list, nil
}

// Quote writes a text as one word of a shell.
func Quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// withWords puts the words of a separate field behind the command. Whether the
// client quotes them is not known, so that only plain ones are understood.
func (s *Shell) withWords(command string, v any) string {
	l, ok := v.([]any)
	if !ok {
		if t, isText := v.(string); isText {
			return command + " " + t
		}
		return command
	}
	for _, x := range l {
		t, ok := x.(string)
		if !ok || len(l) > maxCommands || strings.Trim(t, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=:@%+,-") != "" {
			s.Odd = append(s.Odd, "args")
		}
		if ok {
			command += " " + Quote(t)
		}
	}
	return command
}

// field reads one field beside the commands.
func (s *Shell) field(name string, v any) {
	if empty(v) || in(commandFields, name) || name == "commands" || strings.Contains(quietFields, " "+name+" ") {
		return
	}
	text, isText := v.(string)
	switch {
	case name == "args" && (isText || isList(v)):
	case in(dirFields, name) && isText && (s.Dir == "" || s.Dir == text):
		s.Dir = text
	case in(shellFields, name) && isText && ShellName(text) != "":
		s.Shell = ShellName(text)
	case strings.Contains(escapeFields, " "+name+" "):
		s.Escapes = s.Escapes || text != "use_default"
	case in(envFields, name):
		s.environment(name, v)
	default:
		s.Odd = append(s.Odd, name+" = "+shown(v))
	}
}

// shown names a value, so that a yes is for this very one. A text may be a secret: its
// digest stands for it.
func shown(v any) string {
	switch v.(type) {
	case bool, float64:
		return fmt.Sprint(v)
	}
	sum := sha256.Sum256(fmt.Append(nil, v))
	return fmt.Sprintf("... (%x)", sum[:4])
}

func isList(v any) bool { _, ok := v.([]any); return ok }

func in(fields, name string) bool { return strings.Contains(" "+fields+" ", " "+name+" ") }

// empty: what is not set, or switched off.
func empty(v any) bool {
	switch x := v.(type) {
	case nil:
		return true
	case bool:
		return !x
	case string:
		return x == ""
	case []any:
		return len(x) == 0
	case map[string]any:
		return len(x) == 0
	}
	return false
}

// environment reads variables from an object.
func (s *Shell) environment(field string, v any) {
	m, ok := v.(map[string]any)
	if !ok || len(m) > maxCommands {
		s.Odd = append(s.Odd, field)
		return
	}
	for k, x := range m {
		t, ok := x.(string)
		if !ok || k == "" || strings.Trim(k, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
			s.Odd = append(s.Odd, field)
			continue
		}
		s.Env = append(s.Env, k+"="+Quote(t))
	}
	slices.Sort(s.Env)
}

// ShellName gives the name of a shell that is known, by name or by its path in
// a folder of the system.
func ShellName(s string) string {
	name := s
	for _, dir := range []string{"/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"} {
		name = strings.TrimPrefix(name, dir)
	}
	switch name {
	case "bash", "zsh", "sh", "dash", "ksh", "mksh", "powershell", "pwsh", "cmd":
		return name
	case "powershell.exe", "pwsh.exe", "cmd.exe":
		return strings.TrimSuffix(name, ".exe")
	}
	return ""
}

// ShellByTool is the shell of a tool whose very name is that of a shell of Windows. The
// others say nothing: a tool named bash runs the person's own shell.
func ShellByTool(tool string) string {
	switch name := ShellName(strings.ToLower(tool)); name {
	case "powershell", "pwsh", "cmd":
		return name
	}
	return ""
}
