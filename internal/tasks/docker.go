package tasks

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// Dockerfile reads the RUN lines of a Dockerfile: what a build runs, inside of the
// image. With a stage's name only that stage and what follows from it would run; all
// stages are given, because a stage may build on any earlier one.
func Dockerfile(read Reader, file, _ string) (Result, error) {
	file, b, err := load(read, file, "docker")
	res := Result{File: file}
	if err != nil {
		return res, err
	}
	if len(b) > tree.MaxSource {
		res.Missed("file too long to read")
		return res, nil
	}
	d := docker{res: &res, lines: strings.Split(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n"), escape: '\\'}
	d.directives()
	for d.i < len(d.lines) {
		d.instruction()
	}
	return res, nil
}

type docker struct {
	res    *Result
	lines  []string
	i      int
	escape byte
	interp string // of the SHELL instruction, if it is not a Unix shell
}

// directives reads `# escape=` and notes `# syntax=`, at the top of the file.
func (d *docker) directives() {
	for _, l := range d.lines {
		rest, ok := strings.CutPrefix(strings.TrimSpace(l), "#")
		key, value, eq := strings.Cut(rest, "=")
		if !ok || !eq {
			return
		}
		switch value = strings.TrimSpace(value); strings.ToLower(strings.TrimSpace(key)) {
		case "escape":
			if len(value) == 1 {
				d.escape = value[0]
			}
		case "syntax":
			if !strings.HasPrefix(value, "docker/dockerfile:") {
				d.res.Missed("other frontend: %s", value)
			}
		}
	}
}

// instruction reads one instruction with its continued lines.
func (d *docker) instruction() {
	start := d.i + 1
	var parts []string
	for d.i < len(d.lines) {
		l := d.lines[d.i]
		d.i++
		trimmed := strings.TrimSpace(l)
		if strings.HasPrefix(trimmed, "#") || trimmed == "" && len(parts) > 0 {
			if len(parts) == 0 {
				return
			}
			continue // comments and empty lines inside an instruction are dropped
		}
		right := strings.TrimRight(l, " \t")
		if right != "" && right[len(right)-1] == d.escape {
			parts = append(parts, right[:len(right)-1])
			continue
		}
		parts = append(parts, l)
		break
	}
	text := strings.TrimSpace(strings.Join(parts, " "))
	d.judge(text, start)
}

func (d *docker) judge(text string, line int) {
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToUpper(word) {
	case "ONBUILD":
		d.judge(rest, line)
	case "SHELL":
		n, err := tree.JSON([]byte(rest), false)
		name := ""
		if err == nil && n.Is(tree.List) && len(n.Items) > 0 {
			name, _ = n.Items[0].Text()
			name = name[strings.LastIndexAny(name, `/\`)+1:]
		}
		if d.interp = name; shelltext.IsShell(name) {
			d.interp = ""
		}
		if name == "" {
			d.interp = "unknown"
		}
	case "RUN":
		d.run(rest, line)
	case "COPY", "ADD":
		d.heredocs(rest)
	}
}

// run adds a RUN instruction: options, exec form, here-documents or shell text.
func (d *docker) run(text string, line int) {
	for strings.HasPrefix(text, "--") {
		option, rest, _ := strings.Cut(text, " ")
		if strings.HasPrefix(option, "--security=insecure") || strings.HasPrefix(option, "--network=host") {
			d.res.Missed("%s (line %d)", option, line)
		}
		text = strings.TrimSpace(rest)
	}
	if strings.HasPrefix(text, "[") {
		if n, err := tree.JSON([]byte(text), false); err == nil && n.Is(tree.List) {
			words := d.res.Words(n, "RUN")
			for i := range words {
				words[i] = shelltext.Quote(words[i])
			}
			d.res.Add(Cmd{Text: strings.Join(words, " "), Line: line, Task: "RUN"})
			return
		}
	}
	body := d.heredocs(text)
	c := Cmd{Text: text, Line: line, Task: "RUN", Interpreter: d.interp}
	if body != "" {
		c.Text += "\n" + body
		if first, _, _ := strings.Cut(text, " "); strings.HasPrefix(first, "<<") && strings.TrimSpace(text) == first {
			c.Text, c.Line = d.plainBody(body), line+1
			if strings.HasPrefix(c.Text, "#!") {
				shebang, _, _ := strings.Cut(c.Text, "\n")
				c.Interpreter = shelltext.Interpreter(shebang)
			}
		}
	}
	d.res.Add(c)
}

// plainBody takes the closing word off a here-document's lines.
func (d *docker) plainBody(body string) string {
	body = strings.TrimRight(body, "\n")
	if n := strings.LastIndexByte(body, '\n'); n >= 0 {
		return body[:n]
	}
	return ""
}

// heredocs takes the lines of the here-documents that a text opens.
func (d *docker) heredocs(text string) string {
	var b strings.Builder
	for rest := text; ; {
		i := strings.Index(rest, "<<")
		if i < 0 {
			return b.String()
		}
		rest = strings.TrimPrefix(rest[i+2:], "-")
		word := strings.TrimLeft(rest, " ")
		end := 0
		for end < len(word) && strings.IndexByte(" \t;|&<>", word[end]) < 0 {
			end++
		}
		mark := strings.Trim(word[:end], `"'`)
		if mark == "" || strings.HasPrefix(word, "<") || strings.ContainsAny(mark, "()$") {
			continue
		}
		closed := false
		for d.i < len(d.lines) && !closed {
			l := d.lines[d.i]
			d.i++
			b.WriteString(l + "\n")
			closed = strings.TrimLeft(l, "\t") == mark
		}
		if !closed {
			d.res.Missed("here-document without an end")
		}
	}
}
