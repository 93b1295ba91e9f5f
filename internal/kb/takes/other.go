package takes

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/sources"
	"github.com/sentinelgate/sentinel/internal/kb/script"
	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// other gives the commands of files whose form is their tool's own.
func other(k Kind, file, text string) []Text {
	var t texts
	switch k.Form {
	case "cmake":
		t.cmake(text)
	case "earth":
		t.earth(text)
	case "template":
		t.template(k, text)
	case "values":
		t.values(k, text)
	case "gyp":
		t.gyp(text)
	case "notebook":
		return notebook(text)
	case "script":
		if lang := script.Language(file, text); lang != "" {
			return []Text{{Lang: lang, Code: text}}
		}
	case "source":
		for _, command := range sources.Deeds(file, text) {
			t.add(command)
		}
	}
	return t.list
}

// cmakeCalls are calls of CMake with a command that does the same. What the call
// is about stands behind the first word.
var cmakeCalls = [...]struct{ call, first, command string }{
	{"file", "REMOVE_RECURSE", "rm -rf"}, {"file", "REMOVE", "rm"}, {"file", "WRITE", "true >"}, {"file", "APPEND", "true >>"},
	{"file", "RENAME", "mv"}, {"file", "CREATE_LINK", "ln -s"},
}

// cmake adds what calls of CMake delete, and the programs that they start.
func (t *texts) cmake(text string) {
	if strings.Contains(text, "#") {
		var code strings.Builder
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") {
				code.WriteString(line)
			}
		}
		text = code.String()
	}
	for range maxTexts {
		open := strings.IndexByte(text, '(')
		if open < 0 {
			return
		}
		name := strings.ToLower(text[:open])
		name = strings.TrimSpace(name[strings.LastIndexAny(strings.TrimRight(name, " \t"), " \t\n)")+1:])
		words, n := cmakeWords(text[open+1:])
		text = text[open+1+n:]
		switch name {
		case "execute_process", "add_custom_command", "add_custom_target", "add_test", "exec_program":
			t.started(name, words)
		}
		for _, c := range cmakeCalls {
			if name == c.call && len(words) > 1 && words[0] == c.first {
				words = words[1:]
				if strings.Contains(c.command, ">") {
					words = words[:1]
				}
				t.add(c.command + " " + quotedWords(words))
				break
			}
		}
	}
}

// cmakeOptions end the words of a command.
const cmakeOptions = " WORKING_DIRECTORY RESULT_VARIABLE RESULTS_VARIABLE OUTPUT_VARIABLE ERROR_VARIABLE INPUT_FILE OUTPUT_FILE ERROR_FILE TIMEOUT OUTPUT_QUIET ERROR_QUIET " +
	"COMMENT VERBATIM DEPENDS BYPRODUCTS USES_TERMINAL MAIN_DEPENDENCY CONFIGURATIONS OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ARGS COMMAND "

// started adds the commands of a call: behind each COMMAND, or behind the name of
// a test.
func (t *texts) started(call string, words []string) {
	if call == "add_test" && len(words) > 1 && words[0] != "NAME" {
		words = append([]string{"COMMAND"}, words[1:]...)
	}
	if call == "exec_program" {
		words = append([]string{"COMMAND"}, words...)
	}
	for i, w := range words {
		if w != "COMMAND" {
			continue
		}
		end := i + 1
		for end < len(words) && !strings.Contains(cmakeOptions, " "+words[end]+" ") {
			end++
		}
		list := words[i+1 : end]
		if len(list) > 0 && list[0] == "${CMAKE_COMMAND}" {
			list = append([]string{"cmake"}, list[1:]...)
		}
		t.add(quotedWords(list))
	}
}

// cmakeWords are those of a call, up to its closing bracket.
func cmakeWords(s string) (words []string, n int) {
	for depth := 0; n < len(s); {
		switch c := s[n]; {
		case c == '#':
			if i := strings.IndexByte(s[n:], '\n'); i >= 0 {
				n += i
			} else {
				n = len(s)
			}
		case c == '(':
			depth++
			n++
		case c == ')':
			n++
			if depth--; depth < 0 {
				return words, n
			}
		case c == '"':
			end := n + 1
			for end < len(s) && (s[end] != '"' || s[end-1] == '\\') {
				end++
			}
			words = append(words, s[n+1:min(end, len(s))])
			n = min(end+1, len(s))
		case c == '[' && strings.HasPrefix(s[n:], "[=") || strings.HasPrefix(s[n:], "[["):
			mark, _, _ := strings.Cut(s[n+1:], "[")
			rest := s[min(n+len(mark)+2, len(s)):]
			end := strings.Index(rest, "]"+mark+"]")
			if end < 0 || strings.Trim(mark, "=") != "" {
				return words, len(s)
			}
			words = append(words, rest[:end])
			n += 2*(len(mark)+2) + end
		case strings.IndexByte(" \t\r\n", c) >= 0:
			n++
		default:
			end := n
			for end < len(s) && strings.IndexByte(" \t\r\n()\"#", s[end]) < 0 {
				end++
			}
			words = append(words, s[n:end])
			n = end
		}
		if len(words) > maxTexts {
			return words, len(s)
		}
	}
	return words, n
}

// quotedWords joins words for a shell. The home folder, and what only the tool
// knows, stay what they are.
func quotedWords(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		w = strings.ReplaceAll(w, "$ENV{HOME}", "$HOME")
		switch {
		case strings.HasPrefix(w, "$HOME"):
			out[i] = `"$HOME"` + shelltext.Quote(w[len("$HOME"):])
		case strings.Contains(w, "$"):
			out[i] = `"` + fill(strings.ReplaceAll(w, `"`, ``)) + `"`
		default:
			out[i] = shelltext.Quote(w)
		}
	}
	return strings.Join(out, " ")
}

// earth adds the commands of an Earthfile that run on this machine: those behind
// LOCALLY, until the next target.
func (t *texts) earth(text string) {
	here := false
	text = strings.ReplaceAll(text, "\\\n", " ")
	for line := range strings.Lines(text) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case line[0] != ' ' && line[0] != '\t' && strings.HasSuffix(word, ":"):
			here = false
		case word == "LOCALLY":
			here = true
		case here && word == "RUN":
			for strings.HasPrefix(rest, "--") {
				_, rest, _ = strings.Cut(rest, " ")
			}
			t.add(rest)
		}
	}
}

// template adds the programs that functions of a template start.
func (t *texts) template(k Kind, text string) {
	for i, part := range strings.Split(text, "{{") {
		part, _, closed := strings.Cut(part, "}}")
		if i == 0 || i > maxTexts || !closed {
			continue
		}
		for f := range strings.FieldsSeq(k.Keys) {
			_, rest, ok := strings.Cut(" "+part, " "+f+" ")
			if !ok {
				continue
			}
			var words []string
			for j, w := range strings.Split(rest, `"`) {
				if j%2 == 1 {
					words = append(words, w)
				} else if j == 0 && strings.TrimSpace(w) != "" {
					break // the program is not known
				}
			}
			t.add(quotedWords(words))
		}
	}
}

// values adds what stands behind keys of settings.
func (t *texts) values(k Kind, text string) {
	for line := range strings.Lines(text) {
		key, value, ok := strings.Cut(line, "=")
		if !ok || !strings.Contains(" "+k.Keys+" ", " "+strings.Trim(strings.TrimSpace(key), `"'`)+" ") {
			continue
		}
		value = unquoted(strings.TrimSpace(value))
		if k.Lang == "" {
			t.add(value)
		} else if len(t.list) < maxTexts {
			t.list = append(t.list, Text{Lang: k.Lang, Code: value})
		}
	}
}

// notebook gives the code of a notebook's cells: of Python, and shell text behind
// an exclamation mark.
func notebook(text string) []Text {
	root, err := tree.JSON([]byte(text), false)
	if err != nil {
		return nil
	}
	var t texts
	var python strings.Builder
	cells := root.Get("cells")
	if !cells.Is(tree.List) {
		return nil
	}
	for _, c := range cells.Items {
		if kind, _ := c.Get("cell_type").Text(); kind != "code" {
			continue
		}
		source := strings.Join(scalars(c.Get("source"), false), "")
		if first, rest, _ := strings.Cut(source, "\n"); strings.HasPrefix(first, "%%bash") || strings.HasPrefix(first, "%%sh") || strings.HasPrefix(first, "%%!") {
			t.add(rest)
			continue
		}
		for line := range strings.Lines(source) {
			switch command := strings.TrimSpace(line); {
			case strings.HasPrefix(command, "!"):
				t.add(strings.TrimLeft(command, "!"))
			case strings.HasPrefix(command, "%"):
				_, rest, ok := strings.Cut(command, " ")
				if ok && (strings.HasPrefix(command, "%system") || strings.HasPrefix(command, "%sx")) {
					t.add(rest)
				}
			default:
				python.WriteString(line)
			}
		}
		python.WriteString("\n")
	}
	if strings.TrimSpace(python.String()) != "" && len(t.list) < maxTexts {
		t.list = append(t.list, Text{Lang: "python", Code: python.String()})
	}
	return t.list
}
