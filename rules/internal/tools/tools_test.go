package tools

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type args = map[string]any

func list(elements ...any) []any { return elements }

func TestLookup(t *testing.T) {
	for name, id := range map[string]string{
		"read": "read_file", "Read": "read_file", "read_file": "read_file", "readFile": "read_file", "view": "read_file",
		"write": "write_file", "Write": "write_file", "create": "write_file",
		"bash": "bash", "Bash": "bash", "shell": "bash", "run_shell_command": "bash", "runCommands": "bash",
		"Edit": "edit_file", "replace": "edit_file", "MultiEdit": "multi_edit", "multiedit": "multi_edit",
		"webfetch": "web_fetch", "WebFetch": "web_fetch", "fetch": "web_fetch",
		"delete": "delete_file", "move": "move_file", "patch": "apply_patch", "list": "list_dir", "Glob": "glob",
		"mcp": "mcp", "search": "search", "ListDir": "list_dir",
	} {
		if got := Lookup(name); got == nil || got.ID != id {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for _, name := range []string{"", "_", "mcp__bash", "mcp__fs__read_file", "some_new_tool", "bas", "bashh", "read file"} {
		if got := Lookup(name); got != nil {
			t.Errorf("%s is %s", name, got.ID)
		}
	}
}

func TestTableIsSound(t *testing.T) {
	seen := map[string]string{}
	for _, tool := range All() {
		for name := range Words(tool.ID + " " + tool.Names) {
			if name == "" {
				continue
			}
			key := strings.ReplaceAll(strings.ToLower(name), "_", "")
			if other, ok := seen[key]; ok {
				t.Errorf("%s names %s and %s", name, other, tool.ID)
			}
			seen[key] = tool.ID
			if got := Lookup(name); got == nil || got.ID != tool.ID {
				t.Errorf("%s is not found as %s", name, tool.ID)
			}
		}
		for id := range Words(tool.Families) {
			if f := Lookup(id); f == nil || f.ID != id {
				t.Errorf("%s has an unknown family %s", tool.ID, id)
			}
		}
		if tool.Kind != Plain && tool.Kind != Command && tool.Kind != Path {
			t.Errorf("%s has no kind", tool.ID)
		}
	}
}

func TestSubjects(t *testing.T) {
	const begin = "*** Begin Patch\n"
	path := args{"path": "src/app.ts"}
	app := []string{"src/app.ts"}
	for _, c := range []struct {
		name, tool string
		args       args
		want       []string
	}{
		{"R139 bash", "bash", args{"command": "git status"}, []string{"git status"}},
		{"R139 cmd", "bash", args{"cmd": "x"}, []string{"x"}},
		{"R139 both", "bash", args{"cmd": "x", "command": "y"}, []string{"y", "x"}},
		{"several commands", "run_commands", args{"commands": list("a", args{"command": "b"})}, []string{"a", "b"}},
		{"R140 read_file", "read_file", path, app}, {"R140 write_file", "write_file", path, app},
		{"R140 edit_file", "edit_file", path, app}, {"R140 multi_edit", "multi_edit", path, app},
		{"R140 delete_file", "delete_file", path, app}, {"R140 list_dir", "list_dir", path, app},
		{"R140 git_blame", "git_blame", path, app},
		{"client's field", "Read", args{"file_path": "a"}, []string{"a"}},
		{"another client's field", "read", args{"filePath": "a"}, []string{"a"}},
		{"notebook", "NotebookEdit", args{"notebook_path": "a.ipynb"}, []string{"a.ipynb"}},
		{"R141 both ends", "move_file", args{"from": "a", "to": "b"}, []string{"a", "b"}},
		{"R141 one end", "move_file", args{"to": "b"}, []string{"b"}},
		{"R141 none", "move_file", args{}, nil},
		{"R143 url", "web_fetch", args{"url": "https://x/y"}, []string{"https://x/y"}},
		{"several addresses", "fetch_web_content", args{"requests": list(args{"url": "https://a", "prompt": "p"})}, []string{"https://a"}},
		{"address in a prompt", "web_fetch", args{"prompt": "sum up https://a.b/c, please (http://d)."}, []string{"https://a.b/c", "http://d"}},
		{"R144 patch", "apply_patch", args{"patch": begin + "*** Update File: a.ts\n@@\n-x\n+y\n*** Add File: src/generated/x\n+z\n"}, []string{"a.ts", "src/generated/x"}},
		{"R144 delete and move", "apply_patch", args{"patch": "*** Delete File: a \n*** Move to: b"}, []string{"a", "b"}},
		{"R144 empty", "apply_patch", args{"patch": ""}, nil},
		{"patch in another field", "apply_patch", args{"command": begin + "*** Add File: n\n+x"}, []string{"n"}},
		{"R145 unified", "apply_patch", args{"patch": "diff --git a/x.go b/x.go\n--- a/x.go\n+++ b/x.go\n@@ -1 +1 @@\n-a\n+b\n"}, []string{"x.go"}},
		{"R145 no known format", "apply_patch", args{"patch": "1d\n"}, nil},
		{"R146 batch", "read_many_files", args{"files": list(args{"path": "a"}, args{"path": "b"})}, []string{"a", "b"}},
		{"R146 no list", "read_many_files", args{"files": "none"}, nil},
		{"batch as paths", "read_many_files", args{"paths": list("a", "b c")}, []string{"a", "b c"}},
		{"batch twice the same", "read_many_files", args{"paths": []string{"a", "a"}}, []string{"a"}},
		{"R147 glob", "glob", args{"pattern": "src/**"}, []string{"src/**"}},
		{"R147 grep", "grep", args{"pattern": "x", "path": "y"}, []string{"x"}},
		{"R148 git_diff", "git_diff", args{"path": "a"}, []string{"a"}}, {"R148 git_log", "git_log", args{"path": "a"}, []string{"a"}},
		{"R148 git_log without", "git_log", args{}, nil}, {"R148 git_show", "git_show", args{"ref": "HEAD"}, []string{"HEAD"}},
		{"R148 task", "task", args{"description": "d", "prompt": "p"}, []string{"d"}}, {"R148 skill", "skill", args{"name": "n"}, []string{"n"}},
		{"R149 git_status", "git_status", args{}, nil}, {"R149 unknown", "some_new_tool", args{"path": "a"}, nil},
		{"R151 no object", "bash", nil, nil}, {"R151 wrong type", "bash", args{"command": 5}, nil},
		{"edits with paths", "multi_edit", args{"path": "a", "edits": list(args{"old": "x"}, args{"file_path": "b"})}, []string{"a", "b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Subjects(c.tool, c.args)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	for tool := range strings.FieldsSeq("insert_lines delete_lines replace_lines append_file prepend_file") {
		if got, err := Subjects(tool, path); err != nil || !cmp.Equal(got, app) {
			t.Errorf("R152 %s: %q, %v", tool, got, err)
		}
	}
}

func TestSubjectsMalformed(t *testing.T) {
	many := make([]string, maxSubjects+1)
	for i := range many {
		many[i] = fmt.Sprint(i)
	}
	for _, c := range []struct {
		name, tool string
		args       args
	}{
		{"R146 elements of the batch", "read_many_files", args{"files": list(args{"path": "a"}, args{}, "x", args{"path": 1})}},
		{"R146 a number", "read_many_files", args{"paths": list("a", 1)}},
		{"R146 null", "read_many_files", args{"files": list(nil)}},
		{"a command without text", "run_commands", args{"commands": list(args{"cwd": "x"})}},
		{"an edit that is a text", "multi_edit", args{"path": "a", "edits": list("x")}},
		{"a patch with an empty name", "apply_patch", args{"patch": "*** Add File: \n+x"}},
		{"a diff with broken quotes", "apply_patch", args{"patch": "--- \"a/x\n+++ \"b/x\n"}},
		{"a header without end", "apply_patch", args{"patch": "diff --git " + strings.Repeat("a/b ", 5000)}},
		{"too many", "read_many_files", args{"paths": many}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := Subjects(c.tool, c.args); err == nil {
				t.Errorf("got %d subjects", len(got))
			}
		})
	}
}

func TestReadPatch(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // as described
	}{
		{"all markers", "*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b\n*** Move to: c\n@@\n*** Delete File: d\n*** End Patch", []string{"add a", "update b -> c", "delete d"}},
		{"carriage returns", "*** Update File: a\r\n@@\r\n", []string{"update a"}},
		{"blanks in front of a marker", "  *** Delete File: a", []string{"delete a"}},
		{"added text is no marker", "*** Add File: a\n+*** Delete File: b\n", []string{"add a"}},
		{"move without a file", "*** Move to: b", []string{"update  -> b"}},
		{"unified, new file", "--- /dev/null\n+++ b/n.go\n@@ -0,0 +1 @@\n+x", []string{"add n.go"}},
		{"unified, deleted file", "--- a/n.go\n+++ /dev/null\n@@ -1 +0,0 @@\n-x", []string{"delete n.go"}},
		{"unified without sides", "--- src/x.go\t2026-01-01\n+++ src/x.go\t2026-01-02\n@@ -1 +1 @@", []string{"update src/x.go"}},
		{"unified with two names", "--- x.go.orig\n+++ x.go\n@@ -1 +1 @@", []string{"update x.go.orig -> x.go"}},
		{"sides that are folders", "--- a/x\n+++ a/x\n@@", []string{"update a/x"}},
		{"other sides", "--- i/x\n+++ w/x\n", []string{"update x"}},
		{"a header hidden in a hunk", "--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n y\n--- a/.env\n+++ b/.env\n@@ -1 +1 @@", []string{"update x", "update .env"}},
		{"new name alone", "+++ b/x\n@@ -1 +1 @@\n", []string{"update b/x"}},
		{"old name alone", "--- x\n@@ -1 +1 @@\n", []string{"update x"}},
		{"removed line that begins with dashes", "--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n--- old comment\n y", []string{"update x"}},
		{"git, mode only", "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n", []string{"update run.sh"}},
		{"git, empty new file", "diff --git a/e b/e\nnew file mode 100644\nindex 0..0\n", []string{"add e"}},
		{"git, deleted", "diff --git a/e b/e\ndeleted file mode 100644\n--- a/e\n+++ /dev/null\n", []string{"delete e"}},
		{"git, name with a blank", "diff --git a/x y b/x y\nold mode 1\n", []string{"update x y"}},
		{"git, rename", "diff --git a/x b/z\nsimilarity index 100%\nrename from x\nrename to z\n", []string{"update x", "update z", "update x -> z"}},
		{"git, quoted", "diff --git \"a/\\303\\244\" \"b/\\303\\244\"\n--- \"a/\\303\\244\"\n+++ \"b/\\303\\244\"\n", []string{"update ä"}},
		{"git, quoted rename", "diff --git \"a/x y\" b/z\nrename from \"x y\"\nrename to z\n", []string{"update x y", "update z", "update x y -> z"}},
		{"index line", "Index: src/a.c\n====\n--- src/a.c\t(rev 1)\n+++ src/a.c\t(copy)\n", []string{"update src/a.c"}},
		{"context diff", "*** a.c\t2026\n--- a.c\t2026\n***************\n*** 1,2 ****\n--- 1,2 ----\n", []string{"update a.c"}},
		{"prose", "Dear reader,\n--- a rule\nnothing", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			changes, err := readPatch(c.text)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, ch := range changes {
				line := ch.verb + " " + ch.path
				if ch.to != "" {
					line += " -> " + ch.to
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestR212_Describe(t *testing.T) {
	for _, c := range []struct {
		name, tool string
		args       args
		want       []string
	}{
		{"command", "Bash", args{"command": "cd x &&\nmake\n", "description": "d"}, []string{"cd x &&", "make"}},
		{"move", "move_file", args{"from": "a.ts", "to": "b.ts"}, []string{"a.ts -> b.ts"}},
		{"patch", "apply_patch", args{"patch": "*** Update File: src/app.ts\n@@\n*** Add File: src/new.ts\n+x"}, []string{"update src/app.ts", "add src/new.ts"}},
		{"patch without files", "apply_patch", args{"patch": "x"}, []string{"patch that names no file"}},
		{"address", "WebFetch", args{"url": "https://a/b", "prompt": "p"}, []string{"fetch https://a/b"}},
		{"read", "Read", args{"file_path": "a"}, []string{"read a"}},
		{"write", "write", args{"path": "a", "content": "four"}, []string{"write a (4 bytes)"}},
		{"edit", "edit", args{"path": "a", "old": "x"}, []string{"edit a"}},
		{"search", "grep", args{"pattern": "x", "path": "src"}, []string{"search for x in src"}},
		{"task", "Agent", args{"description": "Say hi"}, []string{"start an agent: Say hi"}},
		{"no subject", "git_status", args{}, []string{"git_status"}},
		{"unknown tool", "mcp__x__y", args{"b": list(args{"k": true}, 2), "a": "text"}, []string{"mcp__x__y", "a: text", "b[0].k: true", "b[1]: 2"}},
		{"malformed", "read_many_files", args{"files": list(5)}, []string{"read_many_files", "files[0]: 5"}},
		{"hidden characters", "Bash", args{"command": "ls \x1b[2K\u202e\tx"}, []string{`ls \u{1b}[2K\u{202e}\tx`}},
		{"newline in a path", "Read", args{"path": "a\nb"}, []string{`read a\nb`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, Describe(c.tool, c.args)); diff != "" {
				t.Error(diff)
			}
		})
	}
	long := Describe("bash", args{"command": strings.Repeat("x\n", 1000)})
	if last := long[len(long)-1]; last != "and 800 more lines" {
		t.Error(last)
	}
}

func FuzzReadPatch(f *testing.F) {
	f.Add("*** Add File: a\n*** Move to: b\n")
	f.Add("diff --git a/x b/y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\nrename from x\nrename to y\n")
	f.Add("diff --git \"a/\\303 b/x\" b/y z/w\n")
	f.Add("*** x\n--- y\n")
	f.Fuzz(func(t *testing.T, text string) {
		changes, err := readPatch(text)
		for _, c := range changes {
			if c.path == "" && c.to == "" || err != nil {
				t.Errorf("%+v, %v", c, err)
			}
		}
		Describe("apply_patch", args{"patch": text})
		Describe("apply_patch", args{"input": text})
	})
}
