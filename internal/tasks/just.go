package tasks

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// Just reads a justfile: a recipe with those that it depends on, before and after.
// Parameters and computed values stand in the text as shell variables.
func Just(read Reader, file, name string) (Result, error) {
	file, b, err := load(read, file, "just")
	res := Result{File: file}
	if err != nil {
		return res, err
	}
	if len(b) > tree.MaxSource {
		res.Missed("file too long to read")
		return res, nil
	}
	j := justfile{res: &res, vars: map[string]string{}, recipes: map[string]*justRecipe{}, aliases: map[string]string{}, done: map[string]bool{}}
	j.read, j.dir = read, path.Dir(file)
	j.parse(strings.Split(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n"))
	j.merge()
	if name == "" {
		name = j.first
	}
	if to, ok := j.aliases[name]; ok {
		name = to
	}
	if j.recipes[name] == nil {
		if len(res.Unread) > 0 {
			return res, nil // it may stand in a file that was not read
		}
		return res, noTask(file, name)
	}
	j.run(name, 0)
	return res, nil
}

type justLine struct {
	text string
	line int
}

type justRecipe struct {
	before, after []string
	lines         []justLine
	script        string // interpreter of [script("...")]
	isScript      bool
}

type justfile struct {
	read    Reader
	dir     string                 // of the file
	depth   int                    // of files that import files
	other   map[string]*justRecipe // of imported files
	res     *Result
	vars    map[string]string // literal values
	recipes map[string]*justRecipe
	aliases map[string]string
	first   string
	done    map[string]bool
	shell   string // interpreter of `set shell`, if it is no Unix shell
}

func (j *justfile) parse(lines []string) {
	var cur *justRecipe
	script, isScript := "", false
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if cur != nil && (strings.HasPrefix(l, " ") || strings.HasPrefix(l, "\t")) {
			cur.lines = append(cur.lines, justLine{l, i + 1})
			continue
		}
		if strings.TrimSpace(l) == "" {
			if cur != nil {
				cur.lines = append(cur.lines, justLine{"", i + 1})
			}
			continue
		}
		start := i + 1
		if strings.HasSuffix(l, "\\") {
			l, i = joined(lines, i)
		}
		cur = nil
		switch word, rest, _ := strings.Cut(strings.TrimSpace(l), " "); {
		case strings.HasPrefix(word, "#"):
		case strings.HasPrefix(word, "["):
			if strings.HasPrefix(l, "[script") {
				isScript = true
				script = strings.Trim(strings.TrimPrefix(strings.TrimSpace(l), "[script"), `]()"' `)
			}
			continue
		case word == "import" || word == "import?":
			j.imports(rest, start, word == "import?")
		case word == "mod" || word == "mod?":
			j.res.Missed("includes other files (line %d)", start)
		case word == "set":
			j.setting(rest, start)
		case word == "alias":
			if name, to, ok := strings.Cut(rest, ":="); ok {
				j.aliases[strings.TrimSpace(name)] = strings.TrimSpace(to)
			}
		case strings.Contains(l, ":=") && !strings.Contains(l[:strings.Index(l, ":=")], ":"):
			i = j.assign(strings.TrimPrefix(l, "export "), lines, i, start)
		default:
			cur = j.recipe(l, start)
			if cur != nil {
				cur.script, cur.isScript = script, isScript
			}
		}
		script, isScript = "", false
	}
}

// imports takes another file over, whose recipes yield to those of this one.
func (j *justfile) imports(rest string, line int, maybe bool) {
	name := strings.TrimSpace(rest)
	if len(name) < 3 || name[0] != '\'' && name[0] != '"' || name[len(name)-1] != name[0] || name[1] == '~' || j.depth > 8 {
		j.res.Missed("includes other files (line %d)", line)
		return
	}
	if name = name[1 : len(name)-1]; !path.IsAbs(name) {
		name = path.Join(j.dir, name)
	}
	b, ok := j.read(name)
	if !ok || len(b) > tree.MaxSource {
		if !maybe || ok {
			j.res.Missed("includes %s, which cannot be read (line %d)", name, line)
		}
		return
	}
	other := *j
	other.recipes, other.other, other.dir, other.depth = map[string]*justRecipe{}, nil, path.Dir(name), j.depth+1
	other.parse(strings.Split(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n"))
	other.merge()
	if j.other == nil {
		j.other = map[string]*justRecipe{}
	}
	for n, r := range other.recipes {
		j.other[n] = r
	}
	if j.first == "" {
		j.first = other.first
	}
}

// merge adds the recipes of imported files that the file itself does not have.
func (j *justfile) merge() {
	for n, r := range j.other {
		if j.recipes[n] == nil {
			j.recipes[n] = r
		}
	}
}

// joined joins a line with those that a backslash continues it on, and gives the
// index of the last one.
func joined(lines []string, i int) (string, int) {
	var parts []string
	for ; i+1 < len(lines) && strings.HasSuffix(lines[i], "\\"); i++ {
		parts = append(parts, strings.TrimSpace(strings.TrimSuffix(lines[i], "\\")))
	}
	return strings.Join(append(parts, strings.TrimSpace(lines[i])), " "), i
}

// setting reads `set NAME := VALUE`.
func (j *justfile) setting(text string, line int) {
	name, value, _ := strings.Cut(text, ":=")
	switch strings.TrimSpace(name) {
	case "shell", "script-interpreter":
		first := strings.Trim(strings.Split(strings.Trim(strings.TrimSpace(value), "[]"), ",")[0], `"' `)
		first = first[strings.LastIndexByte(first, '/')+1:]
		if !shelltext.IsShell(first) {
			j.shell = first
		}
	case "dotenv-load", "dotenv-path", "dotenv-filename", "dotenv-required":
		// Variables only; their values are not known anyway.
	case "fallback", "working-directory":
		j.res.Missed("setting %s (line %d)", strings.TrimSpace(name), line)
	}
}

// assign reads `NAME := EXPRESSION`; programs in backticks run whenever just does.
func (j *justfile) assign(l string, lines []string, i, line int) int {
	name, value, _ := strings.Cut(l, ":=")
	value = strings.TrimSpace(value)
	for _, q := range [...]string{`"""`, "'''", "```"} {
		if strings.Count(value, q) != 1 {
			continue
		}
		from := i
		for i+1 < len(lines) {
			if i++; strings.Contains(lines[i], q) {
				break
			}
		}
		value += "\n" + strings.Join(lines[from+1:i+1], "\n")
	}
	j.programs(value, line)
	for _, q := range [...]string{`"`, "'"} {
		inner, ok := strings.CutPrefix(value, q)
		if ok && strings.HasSuffix(inner, q) && len(inner) > 0 {
			if inner = inner[:len(inner)-1]; !strings.ContainsAny(inner, q+"\\") {
				j.vars[strings.TrimSpace(name)] = inner
			}
		}
	}
	return i
}

// programs adds what stands in backticks or in shell(...).
func (j *justfile) programs(expr string, line int) {
	parts := strings.Split(strings.ReplaceAll(expr, "```", "`"), "`")
	for k := 1; k < len(parts); k += 2 {
		j.res.Add(Cmd{Text: strings.TrimSpace(j.fill(parts[k])), Line: line, Interpreter: j.shell})
	}
	if strings.Contains(expr, "shell(") {
		j.res.Missed("value from a program (line %d)", line)
	}
}

// recipe reads a recipe's head: `@name param="x" *rest: dep (dep2 "arg") && after`.
func (j *justfile) recipe(l string, line int) *justRecipe {
	colon := headColon(l)
	if colon < 0 {
		j.res.Missed("line not understood (line %d)", line)
		return nil
	}
	head := strings.Fields(strings.TrimPrefix(l[:colon], "@"))
	if len(head) == 0 {
		j.res.Missed("line not understood (line %d)", line)
		return nil
	}
	j.programs(l[:colon], line)
	name := strings.TrimPrefix(head[0], "@")
	r := &justRecipe{}
	deps, after, _ := strings.Cut(l[colon+1:], "&&")
	r.before, r.after = justDeps(deps), justDeps(after)
	if j.first == "" {
		j.first = name
	}
	if old := j.recipes[name]; old != nil {
		j.res.Missed("recipe %s given twice", name)
	}
	j.recipes[name] = r
	return r
}

// headColon finds the colon that ends a head, outside of quotes.
func headColon(l string) int {
	var q byte
	for i := 0; i < len(l); i++ {
		switch c := l[i]; {
		case q != 0:
			if c == q {
				q = 0
			}
		case c == '"' || c == '\'' || c == '`':
			q = c
		case c == ':':
			return i
		}
	}
	return -1
}

func justDeps(s string) []string {
	if n := strings.Index(s, " #"); n >= 0 {
		s = s[:n]
	}
	var out []string
	depth := 0
	first := true
	for _, w := range strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(s)) {
		switch {
		case w == "(":
			depth++
			first = true
		case w == ")":
			depth--
		case depth == 0 || first:
			out = append(out, w)
			first = false
		}
	}
	return out
}

// run adds the commands of a recipe.
func (j *justfile) run(name string, depth int) {
	if to, ok := j.aliases[name]; ok {
		name = to
	}
	r := j.recipes[name]
	switch {
	case r == nil:
		j.res.Missed("recipe %s not found", name)
		return
	case depth > maxDepth:
		j.res.Missed("recipes nested too deep")
		return
	case j.done[name]:
		return
	}
	j.done[name] = true
	for _, d := range r.before {
		j.run(d, depth+1)
	}
	j.body(name, r)
	for _, d := range r.after {
		j.run(d, depth+1)
	}
}

// body adds the lines: one command each, or a script as a whole.
func (j *justfile) body(name string, r *justRecipe) {
	if len(r.lines) == 0 {
		return
	}
	first := strings.TrimSpace(r.lines[0].text)
	if strings.HasPrefix(first, "#!") || r.isScript {
		var text []string
		indent := r.lines[0].text[:len(r.lines[0].text)-len(strings.TrimLeft(r.lines[0].text, " \t"))]
		for _, l := range r.lines {
			text = append(text, j.fill(strings.TrimPrefix(l.text, indent)))
		}
		c := Cmd{Text: strings.TrimRight(strings.Join(text, "\n"), "\n"), Line: r.lines[0].line, Task: name, Interpreter: r.script}
		if strings.HasPrefix(first, "#!") {
			c.Interpreter = shelltext.Interpreter(first)
		} else if fields := strings.Fields(r.script); len(fields) > 0 && shelltext.IsShell(fields[0]) {
			c.Interpreter = ""
		}
		j.res.Add(c)
		return
	}
	for i := 0; i < len(r.lines); i++ {
		text := strings.TrimSpace(r.lines[i].text)
		start := r.lines[i].line
		if strings.HasSuffix(text, "\\") {
			parts := []string{text}
			for strings.HasSuffix(text, "\\") && i+1 < len(r.lines) {
				i++
				text = strings.TrimSpace(r.lines[i].text)
				parts = append(parts, text)
			}
			text = strings.Join(parts, "\n")
		}
		if strings.HasPrefix(text, "#") {
			continue
		}
		if strings.Contains(text, "{{") {
			j.programs(between(text), start)
		}
		j.res.Add(Cmd{Text: strings.TrimLeft(j.fill(text), "@-"), Line: start, Task: name, Interpreter: j.shell})
	}
}

// between gives what stands inside of {{ }}.
func between(text string) string {
	var b strings.Builder
	for {
		_, rest, ok := strings.Cut(text, "{{")
		if !ok {
			return b.String()
		}
		inner, more, _ := strings.Cut(rest, "}}")
		b.WriteString(inner + " ")
		text = more
	}
}

func (j *justfile) fill(text string) string {
	return shelltext.Fill(text, func(expr string) (string, bool) {
		v, ok := j.vars[expr]
		return v, ok
	})
}
