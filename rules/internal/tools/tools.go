// Package tools knows the tools of coding clients: their many names, what
// their calls are about and how to show a call to a person. Package rules
// shows its functions to others.
//
// A new tool, or a further name for one, is one line of the table below.
package tools

import (
	"iter"
	"strings"
)

// Standing says what holds for a tool that no configuration mentions.
type Standing uint8

const (
	Unknown Standing = iota // asked, since nobody said what it does
	Asks                    // changes something
	Free                    // never gated unless configured
	Reads                   // allowed but for files that hold credentials
)

// Tool is one line of the table: everything this package knows of a tool.
// Lists are words parted by blanks, so that the table is constant data.
type Tool struct {
	ID       string // the name that grants and reports use
	Kind     string // what its subjects are: Command, Path or Plain
	Holds    Standing
	Families string // ids of tools whose entry also speaks of this one
	fields   string // arguments that hold a subject, a text each
	lists    string // arguments that hold a list of texts, or of objects with one of fields
	Names    string // further names, any case, with or without '_' and '-'
}

// The kinds of subjects.
const (
	Plain   = "plain"
	Command = "command"
	Path    = "path"
)

// All returns the whole table; it is not to be changed.
func All() []Tool { return table[:] }

// Arguments under which clients pass the same thing.
const (
	pathFields  = "path file_path filePath absolute_path absolutePath target_file file filename notebook_path notebookPath"
	listFields  = pathFields + " dir_path dirPath directory folder"
	moveFields  = fromFields + " " + toFields
	fromFields  = "from source src old_path oldPath source_path sourcePath"
	toFields    = "to destination dest dst new_path newPath destination_path destinationPath"
	shellFields = "command cmd script"
	patchFields = "patch patchText patch_text diff input command"
	manyPaths   = "files paths file_paths filePaths include"
)

// table lists the known tools. The columns are those of type Tool. Names of
// one line are one tool under different clients; a tool that stands beside
// another one in the same client has its own line and a family.
var table = [...]Tool{
	{"bash", Command, Asks, "", shellFields, "commands", "shell run_shell_command run_commands run_command execute_command exec_command run_terminal_cmd run_in_terminal terminal local_shell exec"},
	{"powershell", Command, Asks, "bash", shellFields, "", "pwsh"},
	{"monitor", Command, Asks, "bash", shellFields, "", ""},
	{"write_stdin", Plain, Unknown, "bash", "", "", ""},

	{"read_file", Path, Reads, "", pathFields, "", "read view view_file open_file"},
	{"read_many_files", Path, Reads, "read_file", pathFields, manyPaths, "read_files read_multiple_files"},
	{"view_image", Path, Reads, "read_file", pathFields, "", ""},
	{"notebook_read", Path, Reads, "read_file", pathFields, "", ""},
	{"list_dir", Path, Free, "", listFields, "", "list ls list_directory list_files"},
	{"glob", Plain, Free, "search", "pattern glob_pattern", "", "find_files file_search find"},
	{"grep", Plain, Free, "search", "pattern query", "queries", "grep_search search_file_content search_codebase search_files ripgrep"},

	{"write_file", Path, Asks, "", pathFields, "", "write create create_file write_to_file save_file"},
	{"edit_file", Path, Asks, "", pathFields, "", "edit replace str_replace str_replace_editor str_replace_based_edit_tool search_replace replace_in_file editor"},
	{"multi_edit", Path, Asks, "edit_file", pathFields, "", ""},
	{"notebook_edit", Path, Asks, "edit_file", pathFields, "", ""},
	{"insert_lines", Path, Asks, "edit_file", pathFields, "", ""},
	{"delete_lines", Path, Asks, "edit_file", pathFields, "", ""},
	{"replace_lines", Path, Asks, "edit_file", pathFields, "", ""},
	{"append_file", Path, Asks, "edit_file", pathFields, "", "append_to_file"},
	{"prepend_file", Path, Asks, "edit_file", pathFields, "", ""},
	{patchTool, Path, Asks, "edit_file write_file", pathFields, "", "patch apply_diff"},
	{"move_file", Path, Asks, "write_file", moveFields, "", "move rename rename_file"},
	{"delete_file", Path, Asks, "write_file", pathFields, "files paths", "delete remove_file"},

	{"web_fetch", Plain, Asks, "", "url uri", "requests urls", "fetch fetch_web_content fetch_url read_url"},
	{"web_search", Plain, Unknown, "", "query search_term", "", "google_web_search"},
	{"task", Plain, Free, "", "description", "", "agent spawn_agent invoke_agent subagent"},
	{"skill", Plain, Free, "", "name skill", "", "activate_skill"},
	{"ask", Plain, Free, "", "", "", "ask_user ask_user_question"},
	{"todo_write", Plain, Free, "", "", "", "write_todos update_plan"},
	{"remember", Plain, Free, "", "", "", ""},
	{"recall", Plain, Free, "", "", "", ""},
	{"forget", Plain, Free, "", "", "", ""},
	{"current_time", Plain, Free, "", "", "", ""},
	{"git_status", Plain, Free, "", "", "", ""},
	{"git_diff", Path, Free, "", "path", "", ""},
	{"git_log", Path, Free, "", "path", "", ""},
	{"git_show", Plain, Free, "", "ref", "", ""},
	{"git_blame", Path, Free, "", pathFields, "", ""},
	{"git_branch", Plain, Free, "", "", "", ""},
	{"git_commit_message", Plain, Free, "", "", "", ""},

	// Keys that are no tools: a family, all tools of MCP servers, and every
	// real path outside the project.
	{"search", Plain, Unknown, "", "", "", ""},
	{MCP, Plain, Unknown, "", "", "", ""},
	{"external_directory", Path, Unknown, "", pathFields, "", ""},
}

// MCP is the key of all tools of MCP servers; its subject is the tool's
// name. MCPPrefix starts the name of such a tool in most clients.
const (
	MCP       = "mcp"
	MCPPrefix = "mcp__"
	patchTool = "apply_patch" // its subjects are found by reading the patch
)

// Lookup finds a tool by any of its names, or returns nil.
func Lookup(name string) *Tool {
	if strings.HasPrefix(name, MCPPrefix) {
		return nil
	}
	for i := range table {
		t := &table[i]
		if sameName(t.ID, name) {
			return t
		}
		for known := range Words(t.Names) {
			if sameName(known, name) {
				return t
			}
		}
	}
	return nil
}

// Words yields the words of a blank-parted list.
func Words(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for list != "" {
			var word string
			word, list, _ = strings.Cut(list, " ")
			if !yield(word) {
				return
			}
		}
	}
}

// sameName compares two tool names: readFile, read_file and Read-File are one.
func sameName(known, name string) bool {
	i := 0
	for j := 0; j < len(name); j++ {
		if name[j] == '_' || name[j] == '-' {
			continue
		}
		for i < len(known) && known[i] == '_' {
			i++
		}
		if i == len(known) || known[i] != lowerASCII(name[j]) {
			return false
		}
		i++
	}
	return i == len(known) && name != ""
}

func lowerASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
