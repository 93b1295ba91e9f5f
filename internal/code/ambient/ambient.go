// Package ambient finds what code changes around the programs and modules that
// it then uses: variables of the environment, and the folders in which modules
// are looked for.
//
//	os.environ["LD_PRELOAD"] = "/tmp/x.so"; subprocess.run(["ls"])
//	package.path = "/tmp/?.lua;" .. package.path
//
// A variable becomes the command env NAME=value, so that the knowledge of
// variables says what it means; a folder counts as loaded. Only texts that stand
// there in full are looked at. To teach it a way to write either, add a case to
// variable or folder.
package ambient

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// loading are variables that make other programs run something: named in the
// environment of one process start, they count as well.
const loading = "LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES NODE_OPTIONS BASH_ENV ENV PYTHONSTARTUP PYTHONPATH PERL5OPT PERL5LIB RUBYOPT RUBYLIB GIT_SSH_COMMAND GIT_SSH " +
	"GIT_EXTERNAL_DIFF GIT_PAGER GIT_EDITOR GIT_ASKPASS PAGER EDITOR VISUAL PROMPT_COMMAND JAVA_TOOL_OPTIONS _JAVA_OPTIONS LUA_INIT GIT_CONFIG_GLOBAL"

// most bounds how many changes are reported.
const most = 20

// Inspect adds to the report what the text changes around it.
func Inspect(rep *report.Report, src string, rules *lex.Rules) {
	if !contains(src, "environ", "ENV", "env", "package", "LOAD_PATH", "$:", "@INC") {
		return
	}
	toks, _ := lex.Scan(src, rules)
	s := &scan{rep: rep, toks: toks}
	for _, a := range rep.Acts {
		s.starts = s.starts || a.Kind == report.Exec || a.Kind == report.Import
	}
	for i := range toks {
		if s.found >= most {
			break
		}
		s.variable(i)
		s.folder(i)
	}
}

func contains(src string, marks ...string) bool {
	for _, m := range marks {
		if strings.Contains(src, m) {
			return true
		}
	}
	return false
}

type scan struct {
	rep    *report.Report
	toks   []lex.Token
	starts bool // a process is started, or a file loaded
	found  int
}

func (s *scan) at(i int) *lex.Token {
	if i >= 0 && i < len(s.toks) {
		return &s.toks[i]
	}
	return &lex.Token{}
}

// text is a whole text without holes that stands alone.
func (s *scan) text(i int) (string, bool) {
	t, n := s.at(i), s.at(i+1)
	return t.Text, t.Kind == lex.Str && len(t.Parts) == 0 && !n.Is("+") && !n.Is("..") && !n.Is(".") && !n.Is("%")
}

// variable finds environ["X"] = "v", env.X = "v", $ENV{X} = "v", putenv("X=v").
func (s *scan) variable(i int) {
	t := s.at(i)
	if t.Kind != lex.Name && t.Kind != lex.Var && t.Kind != lex.Str {
		return
	}
	name, next := "", i
	switch low := strings.ToLower(strings.TrimLeft(t.Text, "$%")); {
	case (low == "environ" || low == "env") && t.Kind != lex.Str && (s.at(i+1).Is("[") || s.at(i+1).Is("{")) && s.at(i+1).Match == i+3:
		name, next = s.at(i+2).Text, i+4
	case low == "env" && s.at(i+1).Is(".") && s.at(i+2).Kind == lex.Name:
		name, next = s.at(i+2).Text, i+3
	case wordlist.Has("putenv setenv setdefault store", low) && s.at(i+1).Is("("):
		first, _ := s.text(i + 2)
		var value string
		ok := false
		if name, value, ok = strings.Cut(first, "="); !ok {
			value, ok = s.text(i + 4)
		}
		if ok && upper(name) {
			s.set(t, name, value)
		}
		return
	case wordlist.Has(loading, t.Text):
		if n := s.at(i + 1); n.Is(":") || n.Is("=>") || n.Is("=") {
			name, next = t.Text, i+1
		}
	}
	if n := s.at(next); name == "" || !n.Is("=") && !(n.Is(":") || n.Is("=>")) {
		return
	}
	if value, ok := s.text(next + 1); ok && upper(name) {
		s.set(t, name, value)
	}
}

func upper(name string) bool {
	return name != "" && len(name) < 60 && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

func (s *scan) set(t *lex.Token, name, value string) {
	if !s.starts || len(value) > 2000 {
		return
	}
	known := func(text string) report.Arg { return report.Arg{Text: text, Known: true} }
	s.add(report.Act{Kind: report.Exec, Call: "environment", Argv: []report.Arg{known("env"), known(name + "=" + value), known("true")}}, t)
}

func (s *scan) add(a report.Act, t *lex.Token) {
	s.found++
	a.Start, a.End = t.Start, t.End
	s.rep.Acts = append(s.rep.Acts, a)
}

// folder finds where modules are looked for: package.path of Lua, $LOAD_PATH of
// Ruby, @INC of Perl.
func (s *scan) folder(i int) {
	t := s.at(i)
	k := i + 1
	switch {
	case t.Text == "package" && s.at(k).Is(".") && wordlist.Has("path cpath loaders searchers", s.at(i+2).Text) && s.at(i+3).Is("="):
		k = i + 4
	case t.Text == "$LOAD_PATH" || t.Text == "$:":
		if !s.at(k).Is("<<") && !wordlist.Has("unshift push prepend append", s.at(i+2).Text) {
			return
		}
	case t.Text == "@INC" && (wordlist.Has("unshift push", s.at(i-1).Text) || s.at(k).Is("=") || wordlist.Has("unshift push", s.at(i-2).Text)):
	default:
		return
	}
	for ; k < len(s.toks) && k < i+16 && s.at(k).Kind != lex.Newline && !s.at(k).Is(";"); k++ {
		switch x := s.at(k); {
		case x.Text == "sub" || x.Text == "function":
			s.rep.Hide("modules come from a function")
			return
		case x.Kind == lex.Str && len(x.Text) > 1 && (x.Text[0] == '/' || x.Text[0] == '~'):
			dir, _, _ := strings.Cut(x.Text, "?")
			s.add(report.Act{Kind: report.Import, Call: "sys.path." + strings.TrimLeft(t.Text, "$@:"), Args: []report.Arg{{Text: dir, Known: true}}}, t)
		}
	}
}
