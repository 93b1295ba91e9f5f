package cline

import (
	"errors"
	"path"
	"strings"
	"time"

	"github.com/sentinelgate/sentinel/internal/client/hook"
	"github.com/sentinelgate/sentinel/internal/client/settings"
)

// limit is the client's own, which no file can change.
const limit = 2 * time.Minute

// The client runs executable files named after its events.
const (
	beforeFile = "PreToolUse"
	afterFile  = "PostToolUse"
)

// Registration says how Cline is told of the gate: by programs of fixed names in
// one of its folders for hooks.
func (c Client) Registration() settings.Registration {
	return settings.Registration{
		Client: c.Name(),
		Signs:  []string{".cline", "Documents/Cline"},
		Places: []settings.Place{
			{Level: settings.User, Path: ".cline/hooks/" + beforeFile, Exec: true},
			{Level: settings.User, Path: ".cline/hooks/" + afterFile, Exec: true},
			{Level: settings.Project, Path: ".clinerules/hooks/" + beforeFile, Exec: true},
			{Level: settings.Project, Path: ".clinerules/hooks/" + afterFile, Exec: true},
		},
		Edit: scripts{},
		Canary: func(cwd string) any {
			input := map[string]any{"commands": []string{settings.CanaryCommand}}
			return map[string]any{"taskId": "", "workspaceRoots": []string{cwd}, "hookName": "tool_call",
				"tool_call":  map[string]any{"id": "", "name": "run_commands", "input": input},
				"preToolUse": map[string]any{"toolName": "run_commands", "parameters": map[string]any{"commands": `["` + settings.CanaryCommand + `"]`}}}
		},
		Open: []string{
			"a refusal ends the whole run: the client has no other",
			"a question is a refusal: hooks of this client cannot ask",
			"a gate that is slower than the client's limit (" + settings.InWords(limit) + ") lets the call run",
			"taking the file away switches the gate off at once",
			"on Windows the client runs no scripts of this kind",
		},
	}
}

// scripts writes one of the two files, by its name.
type scripts struct{}

func of(f settings.File) settings.Whole {
	w := settings.Whole{Client: "cline", Comment: "#", Script: true, Text: after,
		Taken: "put your own hook into ~/Documents/Cline/Hooks, where the client looks, too, and install again"}
	if path.Base(strings.ReplaceAll(f.Path, `\`, "/")) == beforeFile {
		w.Text = before
	}
	return w
}

// Install writes the script. See settings.Whole, here as below.
func (scripts) Install(f settings.File, old []byte, o settings.Options) ([]byte, error) {
	return of(f).Install(f, old, o)
}

// Uninstall takes it away.
func (scripts) Uninstall(f settings.File, old []byte, o settings.Options) ([]byte, error) {
	return of(f).Uninstall(f, old, o)
}

// Status compares it. The script that is run after a call cannot refuse, so that
// it has no command to try.
func (scripts) Status(f settings.File, data []byte, o settings.Options) (settings.Status, error) {
	s, err := of(f).Status(f, data, o)
	if path.Base(strings.ReplaceAll(f.Path, `\`, "/")) != beforeFile {
		s.Command = ""
	}
	return s, err
}

// before hands on the gate's answer. The client looks at the output alone, and
// lets the call run if it is anything but one JSON object: so an answer is
// printed only if the gate came to an end, and a refusal of the script's own in
// every other case.
func before(o settings.Options, mark string) ([]byte, error) {
	o.Timeout = limit
	command, err := settings.Command(o, "cline "+settings.Answer)
	if err != nil {
		return nil, err
	}
	if o.OnWindows() {
		return nil, errors.New("the client runs no scripts of this kind on Windows")
	}
	return []byte("#!/bin/sh\n# Asks the gate before each tool call. `sentinel uninstall cline` takes this file away.\n" + mark + `
answer=$(` + command + `)
code=$?
case $code:$answer in
0:{}) ;;
0:{*} | 2:{*}) printf '%s\n' "$answer" ;;
*) echo '{"cancel":true,"errorMessage":"` + hook.NoAnswerText + ` Run ` + o.Doctor() + `."}' ;;
esac
`), nil
}

// after tells the gate that a call has run. It has no say.
func after(o settings.Options, mark string) ([]byte, error) {
	command, err := settings.Command(o, "cline")
	if err != nil {
		return nil, err
	}
	return []byte("#!/bin/sh\n# Tells the gate what has run. `sentinel uninstall cline` takes this file away.\n" + mark + "\n" +
		command + " >/dev/null 2>&1\nexit 0\n"), nil
}
