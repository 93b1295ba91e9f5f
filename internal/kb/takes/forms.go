package takes

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// Text is a text that will run, in a language as package inline names them.
type Text struct{ Lang, Code string }

// maxTexts bounds the texts of one file.
const maxTexts = 200

// texts collects commands, each once.
type texts struct{ list []Text }

func (t *texts) add(code string) {
	one := Text{Lang: "sh", Code: strings.TrimSpace(code)}
	if one.Code != "" && len(t.list) < maxTexts && !slices.Contains(t.list, one) {
		t.list = append(t.list, one)
	}
}

// Commands gives what of a file of some kind is certain to be commands or code.
// whole is false if the file could not be read as what it is. names limits a
// package to some of its scripts.
func Commands(k Kind, file, text string, names []string) (list []Text, whole bool) {
	var t texts
	switch k.Form {
	case "package":
		whole = t.scripts(text, names)
	case "tree":
		whole = t.tree(k, file, text)
	case "procfile":
		for line := range strings.Lines(text) {
			if name, command, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(strings.TrimSpace(name), "#") {
				t.add(command)
			}
		}
		return t.list, true
	case "xml":
		t.xml(text)
		return t.list, true
	case "directives":
		t.directives(k, text)
		return t.list, true
	case "calls":
		t.calls(text)
		return t.list, true
	case "cron":
		t.cron(text)
		return t.list, true
	case "bang":
		for line := range strings.Lines(text) {
			if _, command, ok := strings.Cut(line, "!"); ok && !strings.ContainsAny(command[:min(len(command), 1)], "=<>") {
				t.add(command)
			}
		}
		return t.list, true
	case "rust":
		t.rust(text)
		return t.list, true
	case "doctest":
		return []Text{{Lang: "python", Code: doctests(text)}}, true
	case "cmake", "earth", "notebook", "template", "values", "gyp", "script", "source":
		return other(k, file, text), true
	case "sh", "python", "ruby", "javascript", "elixir", "groovy", "lua", "perl", "r", "gdb", "lldb", "php":
		switch path.Ext(strings.ToLower(file)) {
		case ".json", ".jsonc", ".yaml", ".yml", ".toml":
			return nil, true // settings, which are no code
		}
		return []Text{{Lang: k.Form, Code: text}}, true
	}
	return t.list, whole
}

// scripts adds those of a package that are named, with those that they name
// themselves (@NAME of composer). Code of PHP that is called is none.
func (t *texts) scripts(text string, names []string) bool {
	root, err := tree.JSON([]byte(text), true)
	if err != nil {
		return false
	}
	all := root.Get("scripts")
	for i := 0; i < len(names) && i < maxTexts; i++ {
		n := all.Get(names[i])
		items := []*tree.Node{n}
		if n.Is(tree.List) {
			items = n.Items
		}
		for _, item := range items {
			s, ok := item.Text()
			if name, own := strings.CutPrefix(s, "@"); own && all.Get(name) != nil && !slices.Contains(names, name) {
				names = append(names[:len(names):len(names)], name)
			}
			if ok {
				t.add(strings.TrimPrefix(s, "@"))
			}
		}
	}
	return true
}

// tree adds what stands at the keys of the kind.
func (t *texts) tree(k Kind, file, text string) bool {
	var root *tree.Node
	var err error
	switch path.Ext(strings.ToLower(file)) {
	case ".toml":
		root, err = tree.TOML([]byte(text))
	case ".json", ".jsonc":
		root, err = tree.JSON([]byte(text), true)
	case ".js", ".ts", ".mjs", ".cjs", ".sh", ".py", ".rb":
		return true // of another form
	default:
		if root, err = tree.JSON([]byte(text), true); err != nil {
			root, err = tree.YAML([]byte(text))
		}
		if err != nil && (file == "config" || strings.HasSuffix(file, ".cargo/config") || strings.HasSuffix(file, ".conf")) {
			root, err = tree.TOML([]byte(text))
		}
	}
	if err != nil {
		return false
	}
	for p := range strings.FieldsSeq(k.Keys) {
		t.at(root, strings.Split(p, "/"))
	}
	return true
}

// at goes down a path of keys: * is any key, ** any number of them. Lists are
// gone through as if they were not there.
func (t *texts) at(n *tree.Node, keys []string) {
	switch {
	case n == nil || len(t.list) >= maxTexts:
	case len(keys) == 0 || len(keys) == 1 && keys[0] == "**" && !n.Is(tree.Map) && !n.Is(tree.List):
		t.value(n)
	case n.Is(tree.List):
		if len(keys) == 1 && keys[0] == "**" {
			t.value(n)
		}
		for _, item := range n.Items {
			if item.Is(tree.Map) || item.Is(tree.List) {
				t.at(item, keys)
			}
		}
	case n.Is(tree.Map):
		if keys[0] == "**" && len(keys) > 1 {
			t.at(n, keys[1:])
		}
		for i, key := range n.Keys {
			first, second, joined := strings.Cut(keys[0], "+")
			switch {
			case keys[0] == "**":
				t.at(n.Items[i], keys)
			case keys[0] == "*":
				t.at(n.Items[i], keys[1:])
			case !like.Match(first, key):
			case joined:
				t.add(strings.Join(append(scalars(n.Items[i], false), scalars(n.Get(second), true)...), " "))
				t.at(n.Items[i], keys[1:])
			default:
				t.at(n.Items[i], keys[1:])
			}
		}
	}
}

// value adds a text, and of a list each text and all of them: they may be
// commands, or the words of one.
func (t *texts) value(n *tree.Node) {
	if s, ok := n.Text(); ok {
		t.add(fill(s))
		return
	}
	if n.Is(tree.List) {
		for _, s := range scalars(n, false) {
			t.add(fill(s))
		}
		if words := scalars(n, true); len(words) > 1 {
			t.add(fill(strings.Join(words, " ")))
		}
		for _, item := range n.Items {
			if item.Is(tree.List) {
				t.value(item)
			}
		}
	}
}

// fill puts variables in the place of what only the tool knows.
func fill(s string) string {
	return shelltext.Fill(s, func(string) (string, bool) { return "", false })
}

// scalars gives the texts of a value or a list, quoted as words of a shell or
// as they are.
func scalars(n *tree.Node, quote bool) []string {
	items := []*tree.Node{n}
	if n.Is(tree.List) {
		items = n.Items
	}
	var out []string
	for _, item := range items {
		if s, ok := item.Text(); ok {
			if quote && !strings.HasPrefix(s, "~") && !strings.HasPrefix(s, "$") {
				s = shelltext.Quote(s)
			}
			out = append(out, s)
		}
	}
	return out
}

// directives adds what stands behind words that start programs, at the beginning
// of lines or of brackets. Which of the words behind are options and which the
// command, only the tool knows: a few beginnings are tried, and the texts between
// quotes.
func (t *texts) directives(k Kind, text string) {
	words := strings.Fields(k.Keys)
	for line := range strings.Lines(text) {
		for part := range strings.SplitSeq(strings.ReplaceAll(line, "{ ", "("), "(") {
			part = strings.TrimSpace(part)
			if strings.HasPrefix(k.Keys, "-") || strings.HasPrefix(k.Keys, "=") {
				part = strings.Replace(part, "=", " ", 1) // --pre=x
			}
			first, rest, _ := strings.Cut(part, " ")
			if slices.Contains(words, strings.ToLower(first)) {
				t.listed(rest)
				t.behind(rest)
				t.between(line)
			}
		}
	}
}

// cron adds what stands behind the five fields of a time, or behind a name of one.
func (t *texts) cron(text string) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		skip := 5
		if len(fields) > 0 && strings.HasPrefix(fields[0], "@") {
			skip = 1
		}
		if len(fields) > skip && strings.Trim(fields[0], "0123456789*,-/@abcdefghijklmnopqrstuvwxyz") == "" {
			t.add(strings.Join(fields[skip:], " "))
		}
	}
}

// behind tries the words behind a directive.
func (t *texts) behind(rest string) {
	rest = strings.TrimRight(strings.TrimSpace(rest), ")}; ")
	for range 5 {
		t.add(unquoted(rest))
		_, rest, _ = strings.Cut(rest, " ")
		rest = strings.TrimSpace(rest)
	}
}

// listed adds the words of a list between brackets, which are one command.
func (t *texts) listed(rest string) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(rest, " \t="), "[")
	if rest, _, _ = strings.Cut(rest, "]"); !ok {
		return
	}
	var words []string
	for i, w := range strings.Split(rest, `"`) {
		if i%2 == 1 {
			words = append(words, w)
		}
	}
	if len(words) > 1 {
		t.add(quotedWords(words))
	}
}

// between tries the texts between quotes, and behind #( of tmux.
func (t *texts) between(line string) {
	for _, mark := range []string{"#(", `"`, "'"} {
		for i, part := range strings.Split(line, mark) {
			if i == 0 || i > 20 {
				continue
			}
			if mark == "#(" {
				part, _, _ = strings.Cut(part, ")")
			}
			t.add(part)
			_, part, _ = strings.Cut(part, " ")
			t.add(unquoted(part))
		}
	}
}

// unquoted takes the quotes off a text that they stand around.
func unquoted(s string) string {
	if len(s) > 1 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// doctests is the code of the examples in a text.
func doctests(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, " \t")
		for _, mark := range []string{">>> ", "... "} {
			if code, ok := strings.CutPrefix(line, mark); ok {
				b.WriteString(code)
			}
		}
	}
	return b.String()
}

// rust adds the programs that code of Rust starts, and the folders that it
// removes, as far as they stand there as plain texts.
func (t *texts) rust(text string) {
	for _, call := range []struct{ name, command string }{{"Command::new(", ""}, {"remove_dir_all(", "rm -rf "}, {"remove_file(", "rm "}, {"cmd!(", ""}} {
		rest := text
		for range maxTexts {
			_, after, ok := strings.Cut(rest, call.name)
			if !ok {
				break
			}
			rest = after
			end := len(after)
			for _, mark := range []string{";", ".status", ".output", ".spawn"} {
				if i := strings.Index(after, mark); i >= 0 {
					end = min(end, i)
				}
			}
			words := strings.Split(after[:end], `"`)
			var list []string
			for i := 1; i < len(words)-1; i += 2 {
				if call.name == "cmd!(" && i == 3 {
					break
				}
				list = append(list, words[i])
			}
			if len(list) > 1 || call.name != "cmd!(" {
				for i := range list {
					if !strings.HasPrefix(list[i], "~") && !strings.HasPrefix(list[i], "$") {
						list[i] = shelltext.Quote(list[i])
					}
				}
			}
			if len(list) > 0 {
				t.add(call.command + strings.Join(list, " "))
			}
		}
	}
}
