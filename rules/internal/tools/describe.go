package tools

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// maxDescribed bounds the lines of a description. What is left out is counted
// in its last line.
const maxDescribed = 200

// verbs are the words that introduce the subject of a tool.
var verbs = [...]struct{ ids, verb string }{
	{"read_file read_many_files view_image notebook_read", "read"},
	{"list_dir", "list"},
	{"glob", "find files like"},
	{"grep", "search for"},
	{"write_file", "write"},
	{"edit_file multi_edit notebook_edit insert_lines delete_lines replace_lines append_file prepend_file", "edit"},
	{"delete_file", "delete"},
	{"web_fetch", "fetch"},
	{"web_search", "search the web for"},
	{"task", "start an agent:"},
	{"skill", "use the skill"},
}

// Describe shows a call to a person in lines: the command, "update src/app.ts",
// "a.ts -> b.ts", an address. Characters that would not be visible, or would
// change what is, are written as escapes. Arguments of tools that are not known
// are listed one a line.
func Describe(tool string, args map[string]any) []string {
	lines := describeKnown(tool, args)
	if len(lines) == 0 {
		lines = []string{Visible(tool)}
		for _, key := range sortedKeys(args) {
			lines = flatten(lines, Visible(key), args[key])
		}
	}
	if n := len(lines); n > maxDescribed {
		lines = append(lines[:maxDescribed:maxDescribed], fmt.Sprintf("and %d more lines", n-maxDescribed))
	}
	return lines
}

// describeKnown describes a call whose subjects are known, or returns nil.
func describeKnown(name string, args map[string]any) []string {
	t := Lookup(name)
	if t == nil {
		return nil
	}
	switch {
	case t.ID == patchTool:
		return describePatches(args)
	case t.ID == "move_file":
		return describeMove(args)
	}
	texts, err := Subjects(name, args)
	if err != nil {
		return nil
	}
	var lines []string
	for _, text := range texts {
		if t.Kind == Command {
			for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
				lines = append(lines, Visible(line))
			}
			continue
		}
		lines = append(lines, verbOf(t.ID)+" "+Visible(text)+where(t.ID, args))
	}
	return lines
}

func verbOf(id string) string {
	for _, v := range verbs {
		for known := range Words(v.ids) {
			if known == id {
				return v.verb
			}
		}
	}
	return id
}

// where adds the folder of a search, and the size of what is written.
func where(id string, args map[string]any) string {
	switch id {
	case "glob", "grep":
		if path, ok := args["path"].(string); ok {
			return " in " + Visible(path)
		}
	case "write_file":
		for name := range Words("content file_text new_text text") {
			if text, ok := args[name].(string); ok {
				return fmt.Sprintf(" (%d bytes)", len(text))
			}
		}
	}
	return ""
}

func describePatches(args map[string]any) []string {
	var lines []string
	for name := range Words(patchFields) {
		text, _ := args[name].(string)
		changes, err := readPatch(text)
		if err != nil {
			return []string{"patch that cannot be read: " + Visible(err.Error())}
		}
		for _, c := range changes {
			line := c.verb + " " + Visible(c.path)
			if c.to != "" {
				line += " -> " + Visible(c.to)
			}
			lines = append(lines, line)
		}
	}
	if lines == nil {
		return []string{"patch that names no file"}
	}
	return lines
}

func describeMove(args map[string]any) []string {
	var from, to subjects
	if !from.fields(args, fromFields) && !to.fields(args, toFields) {
		return nil
	}
	to.fields(args, toFields)
	return []string{Visible(strings.Join(from.texts, ", ")) + " -> " + Visible(strings.Join(to.texts, ", "))}
}

// flatten adds one line for each plain value below an argument.
func flatten(lines []string, name string, value any) []string {
	if len(lines) > 4*maxDescribed {
		return lines
	}
	switch v := value.(type) {
	case map[string]any:
		for _, key := range sortedKeys(v) {
			lines = flatten(lines, name+"."+Visible(key), v[key])
		}
	case []any:
		for i, element := range v {
			lines = flatten(lines, fmt.Sprintf("%s[%d]", name, i), element)
		}
	default:
		lines = append(lines, name+": "+Visible(fmt.Sprint(v)))
	}
	return lines
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// Visible writes control and format characters as escapes, since a terminal
// or a page would hide them or show the rest in another order. Blanks other
// than the usual one are escaped, too.
func Visible(s string) string {
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case hidden(r):
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool { return r != ' ' && !unicode.IsGraphic(r) || r != ' ' && unicode.IsSpace(r) }
