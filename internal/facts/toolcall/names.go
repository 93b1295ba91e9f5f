// Package toolcall reads the calls of coding clients' own tools: which tool a
// name means, and what the fields of its input say. It judges nothing.
//
// To teach the gate a client's tool, add its name to the list of its action,
// in lower case without _ and -; a further field of shell calls goes into
// shell.go.
package toolcall

import (
	"fmt"
	"strings"

	"github.com/sentinelgate/sentinel"
)

// names lists the tools of each action, by the names that clients use.
var names = [...]struct {
	action sentinel.Action
	tools  string
}{
	{sentinel.ActionShell, "bash shell monitor powershell runshellcommand execcommand runcommand runcommands executecommand runterminalcmd " +
		"runinterminal terminal localshell shellcommand exec execute cmd sh zsh pwsh"},
	{sentinel.ActionRead, "read readfile readfiles readmanyfiles readmultiplefiles view viewfile openfile viewimage notebookread gitblame"},
	{sentinel.ActionWrite, "write writefile create createfile writetofile savefile appendfile prependfile"},
	{sentinel.ActionEdit, "edit editfile multiedit replace notebookedit insertlines deletelines replacelines editor strreplace " +
		"strreplaceeditor strreplacebasededittool searchreplace replaceinfile"},
	{sentinel.ActionDelete, "delete deletefile remove removefile"},
	{sentinel.ActionMove, "move movefile rename renamefile"},
	{sentinel.ActionPatch, "applypatch patch applydiff"},
	{sentinel.ActionList, "list listdir listdirectory listfiles ls glob find findfiles filesearch"},
	{sentinel.ActionSearch, "grep search grepsearch searchcodebase searchfiles searchfilecontent ripgrep"},
	{sentinel.ActionFetch, "fetch webfetch fetchwebcontent fetchurl readurl download agenticfetch websearch googlewebsearch"},
	{sentinel.ActionTask, "task agent subagent todowrite todoread skill activateskill spawnagent invokeagent"},
}

// own lists tools that only concern the client itself: its lists, its plans,
// its questions to the person, the output and the end of its background jobs.
const own = " bashoutput killshell killbash taskcreate taskget tasklist taskupdate taskoutput taskstop askuserquestion enterplanmode " +
	"exitplanmode sendmessage slashcommand toolsearch cronlist listmcpresourcestool updateplan writetodos todos askuser reportintent " +
	"readbash stopbash listbash joboutput jobkill question attemptcompletion askfollowupquestion planmoderespond newtask wait waitagent " +
	"closeagent lspdiagnostics lspreferences diagnostics updatetopic completetask clihelp getinternaldocs updatetodo requestuserinput askquestion listmcpresources listmcpresourcetemplates searchtoolbm25 "

func folded(tool string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(tool, "_", ""), "-", ""))
}

// Action gives the canonical action of a tool by the names that clients use.
// Unknown names are ActionOther.
func Action(tool string) sentinel.Action {
	t := folded(tool)
	if t == "" || strings.Contains(t, " ") {
		return sentinel.ActionOther
	}
	for _, n := range names {
		if strings.Contains(" "+n.tools+" ", " "+t+" ") {
			return n.action
		}
	}
	if strings.HasPrefix(tool, "mcp__") || strings.HasPrefix(tool, "mcp_") {
		return sentinel.ActionMCP
	}
	return sentinel.ActionOther
}

// Own tells whether a tool only concerns the client itself.
func Own(tool string) bool {
	t := folded(tool)
	return t != "" && !strings.Contains(t, " ") && strings.Contains(own, " "+t+" ")
}

// Typed gives what a call types into a program that runs already; "" where it is no
// such tool, or types nothing.
func Typed(tool string, args map[string]any) string {
	if folded(tool) != "writestdin" {
		return ""
	}
	for name := range args {
		switch name {
		case "session_id", "yield_time_ms", "max_output_tokens", "chars":
		default: // nobody knows what that does
			return fmt.Sprint(args)
		}
	}
	v, there := args["chars"]
	if s, ok := v.(string); !there || ok && strings.Trim(s, "\x03\x04") == "" {
		return "" // at most the end of its input, or an interruption
	}
	return fmt.Sprint(v)
}

// Looks tells whether a call of such a tool only sees what the program prints.
func Looks(tool string, args map[string]any) bool {
	return folded(tool) == "writestdin" && Typed(tool, args) == ""
}

// Field names by which clients pass the same thing. Every one that is present
// counts, so that nothing hides behind a second spelling.
const (
	PathFields = "file_path path filePath notebook_path notebookPath absolute_path absolutePath target_file filename file dir_path dirPath directory folder"
	ListFields = "files paths file_paths filePaths"
	URLFields  = "url uri"
)

// Texts gives the text values of these fields, each once.
func Texts(args map[string]any, fields string) []string {
	var out []string
	for f := range strings.FieldsSeq(fields) {
		if s, ok := args[f].(string); ok && s != "" && !has(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// Lists gives the text values in lists of these fields, and in the objects of
// such lists those of item.
func Lists(args map[string]any, fields, item string) []string {
	var out []string
	for f := range strings.FieldsSeq(fields) {
		list, _ := args[f].([]any)
		for _, x := range list {
			switch v := x.(type) {
			case string:
				out = append(out, v)
			case map[string]any:
				out = append(out, Texts(v, item)...)
			}
		}
	}
	return out
}

// Members gives the text values of these fields in the objects of a list.
func Members(args map[string]any, list, fields string) []string {
	var out []string
	items, _ := args[list].([]any)
	for _, x := range items {
		if m, ok := x.(map[string]any); ok {
			out = append(out, Texts(m, fields)...)
		}
	}
	return out
}

func has(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
