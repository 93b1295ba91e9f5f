package whole

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/tasks"
	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// Tox reads tox.ini, or the setup.cfg or pyproject.toml that stands for it: the
// commands of the environments that are named, else of those that tox runs
// unasked. tox starts programs without a shell.
func Tox(read tasks.Reader, _ tasks.Lister, file string, names []string) (tasks.Result, error) {
	usual := []string{"tox.ini", "setup.cfg", "pyproject.toml", "tox.toml"}
	if file != "" {
		usual = []string{file}
	}
	file, b, ok := firstFile(read, usual...)
	res := tasks.Result{File: file}
	if !ok {
		return res, fmt.Errorf("tox: %w", tasks.ErrNoFile)
	}
	if strings.HasSuffix(file, ".toml") {
		return toxTOML(res, b, names)
	}
	if len(b) > tree.MaxSource {
		res.Missed("file too long to read")
		return res, nil
	}
	x := toxFile{res: &res, ini: readINI(string(b))}
	if x.run(names); len(res.Cmds) == 0 && file == "setup.cfg" {
		return res, fmt.Errorf("tox: %w", tasks.ErrNoFile)
	}
	return res, nil
}

// toxTOML is [tool.tox] of pyproject.toml, or tox.toml, which may hold the other
// form as a text.
func toxTOML(res tasks.Result, b []byte, names []string) (tasks.Result, error) {
	root, err := tree.TOML(b)
	if err != nil {
		return res, fmt.Errorf("read %s: %w", res.File, err)
	}
	if res.File == "pyproject.toml" {
		root = root.Path("tool", "tox")
	}
	if root == nil {
		return res, fmt.Errorf("tox: %w", tasks.ErrNoFile)
	}
	if text, ok := root.Get("legacy_tox_ini").Text(); ok {
		x := toxFile{res: &res, ini: readINI(text)}
		x.run(names)
		return res, nil
	}
	envs := []*tree.Node{root.Get("env_run_base")}
	if all := root.Get("env"); all.Is(tree.Map) {
		for i, k := range all.Keys {
			if len(names) == 0 || slices.Contains(names, k) {
				envs = append(envs, all.Items[i])
			}
		}
	}
	for _, e := range envs {
		for _, key := range toxKeys {
			list := e.Get(key)
			if list == nil {
				continue
			}
			for _, item := range list.Items {
				var words []string
				for _, w := range item.Items {
					s, ok := w.Text()
					if !ok { // { replace = "posargs", default = [...] }
						for _, d := range res.Words(w.Get("default"), key) {
							words = append(words, shelltext.Quote(d))
						}
						continue
					}
					words = append(words, shelltext.Quote(strings.NewReplacer("{tox_root}", ".", "{env_python}", "python").Replace(s)))
				}
				res.AddOnce(tasks.Cmd{Text: strings.Join(words, " "), Line: item.Line, Interpreter: "argv"})
			}
		}
	}
	return res, nil
}

var toxKeys = [...]string{"commands_pre", "commands", "commands_post"}

// ini is a file of sections; a value may go on in lines that are indented.
type ini map[string]map[string]iniValue

type iniValue struct {
	lines []string
	first int // the line that the first of them is
}

func readINI(text string) ini {
	all := ini{}
	section, key := "", ""
	for i, l := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		t := strings.TrimSpace(l)
		switch {
		case t == "" || t[0] == '#' || t[0] == ';':
		case l[0] == ' ' || l[0] == '\t':
			if v, ok := all[section][key]; ok {
				if len(v.lines) == 0 {
					v.first = i + 1
				}
				v.lines = append(v.lines, t)
				all[section][key] = v
			}
		case t[0] == '[':
			section, key = strings.Trim(t, "[]"), ""
			if all[section] == nil {
				all[section] = map[string]iniValue{}
			}
		default:
			at := strings.IndexAny(t, "=:")
			if at < 0 || all[section] == nil {
				continue
			}
			key = strings.TrimSpace(t[:at])
			v := iniValue{first: i + 1}
			if rest := strings.TrimSpace(t[at+1:]); rest != "" {
				v.lines = append(v.lines, rest)
			}
			all[section][key] = v
		}
	}
	return all
}

type toxFile struct {
	res   *tasks.Result
	ini   ini
	depth int
}

func (x *toxFile) run(names []string) {
	if len(names) == 0 {
		names = x.usual()
	}
	if slices.Contains(names, "ALL") {
		for s := range x.ini {
			if name, ok := strings.CutPrefix(s, "testenv:"); ok {
				names = append(names, name)
			}
		}
		slices.Sort(names)
	}
	for _, n := range append(names, "") {
		if n == "" && len(names) > 0 {
			break
		}
		for _, key := range toxKeys {
			x.commands(n, key)
		}
	}
}

// usual are the environments of env_list, in which braces stand for several.
func (x *toxFile) usual() []string {
	var out []string
	for _, section := range []string{"tox", "tox:tox"} {
		for _, key := range []string{"env_list", "envlist"} {
			text := strings.Join(x.ini[section][key].lines, ",")
			depth, from := 0, 0
			for i := 0; i <= len(text); i++ {
				if i == len(text) || depth == 0 && strings.IndexByte(", \t", text[i]) >= 0 {
					if i > from {
						out = append(out, unbrace(text[from:i])...)
					}
					from = i + 1
				} else if text[i] == '{' {
					depth++
				} else if text[i] == '}' {
					depth--
				}
			}
		}
	}
	return out[:min(len(out), 100)]
}

// unbrace expands {a,b}.
func unbrace(s string) []string {
	before, rest, ok := strings.Cut(s, "{")
	inner, after, closed := strings.Cut(rest, "}")
	if !ok || !closed {
		return []string{s}
	}
	var out []string
	for _, tail := range unbrace(after) {
		for _, way := range strings.Split(inner, ",") {
			if len(out) < 100 {
				out = append(out, before+strings.TrimSpace(way)+tail)
			}
		}
	}
	return out
}

// commands adds what one key holds for an environment: its own value, else
// that of all.
func (x *toxFile) commands(env, key string) {
	v, ok := x.ini["testenv:"+env][key]
	if !ok {
		v, ok = x.ini["testenv"][key]
	}
	if ok {
		x.lines(v, env)
	}
}

func (x *toxFile) lines(v iniValue, env string) {
	for i := 0; i < len(v.lines); i++ {
		l, line := v.lines[i], v.first+i
		for strings.HasSuffix(l, "\\") && i+1 < len(v.lines) {
			i++
			l = strings.TrimSuffix(l, "\\") + v.lines[i]
		}
		l, ok := factored(l, env)
		if !ok {
			continue
		}
		if section, key, ok := reference(l); ok {
			if x.depth++; x.depth < maxDepth {
				x.lines(x.ini[section][key], env)
			}
			x.depth--
			continue
		}
		x.res.AddOnce(tasks.Cmd{Text: x.fill(strings.TrimLeft(l, "-! ")), Line: line, Task: env, Interpreter: "argv"})
	}
}

// factored takes the condition in front of a line away (`py311,!lint: pytest`)
// and tells whether it may hold for an environment.
func factored(l, env string) (string, bool) {
	head, rest, ok := strings.Cut(l, ": ")
	if !ok || strings.Trim(head, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.,!{}-") != "" {
		return l, true
	}
	has := strings.Split(env, "-")
	for _, way := range strings.Split(head, ",") {
		holds := true
		for _, f := range strings.Split(way, "-") {
			name, not := strings.CutPrefix(f, "!")
			holds = holds && (strings.ContainsAny(name, "{}") || slices.Contains(has, name) != not)
		}
		if holds {
			return rest, true
		}
	}
	return rest, false
}

// reference is a line that stands for the lines of another key.
func reference(l string) (section, key string, ok bool) {
	inner, ok := strings.CutPrefix(l, "{[")
	inner, closed := strings.CutSuffix(inner, "}")
	section, key, named := strings.Cut(inner, "]")
	return section, key, ok && closed && named && !strings.Contains(key, "{")
}

// fill puts in what tox knows; what only it knows is a shell variable.
func (x *toxFile) fill(text string) string {
	for range 200 {
		end := strings.IndexByte(text, '}')
		at := -1
		if end >= 0 {
			at = strings.LastIndexByte(text[:end], '{')
		}
		if at < 0 || len(text) > shelltext.MaxText {
			break
		}
		text = text[:at] + x.value(text[at+1:end]) + text[end+1:]
	}
	return text
}

func (x *toxFile) value(name string) string {
	if section, key, ok := reference("{" + name + "}"); ok {
		return strings.Join(x.ini[section][key].lines, " ")
	}
	first, rest, _ := strings.Cut(name, ":")
	switch first {
	case "posargs":
		return rest
	case "envpython", "env_python", "basepython", "base_python":
		return "python"
	case "toxinidir", "tox_root", "changedir", "change_dir":
		return "."
	case "/":
		return "/"
	case "env":
		if _, otherwise, ok := strings.Cut(rest, ":"); ok {
			return otherwise
		}
	case "envdir", "env_dir", "envtmpdir", "env_tmp_dir", "envlogdir", "env_log_dir", "envbindir", "env_bin_dir", "envsitepackagesdir",
		"env_site_packages_dir", "toxworkdir", "work_dir", "temp_dir", "distdir":
		return ".tox/" + first
	}
	return "$" + shelltext.Identifier(name)
}
