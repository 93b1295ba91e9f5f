// Package dotenv tells what of a settings file (.env: lines of NAME=value) a
// command lets out. Reading the names, counting lines and loading the file for
// a run are everyday work; only printing the values gives secrets away.
//
// Form says whether a text is such a file and nothing else. Names, Leave and
// Loads look at the commands it goes through.
package dotenv

import (
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/facts/address"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/facts/procs"
	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// maxStages bounds the commands of a pipe that are followed.
const maxStages = 8

// Is tells a settings file by its name.
func Is(base string) bool {
	return base == ".env" || strings.HasPrefix(base, ".env.") || strings.HasSuffix(base, ".env") || base == ".envrc"
}

// Form tells whether each line of a text sets a variable, is a comment or is
// blank, and none of the variables matters to more than the project's own
// programs. A value that goes on over lines would be taken for names.
func Form(text string, matters func(name string) bool) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		name = strings.TrimSpace(name)
		if !ok || !isName(name) || matters(name) || strings.ContainsAny(value, "`") || strings.Contains(value, "$(") {
			return false
		}
	}
	return true
}

func isName(s string) bool {
	return s != "" && strings.Trim(s, letters+digits+"_.") == "" && !strings.Contains(digits, s[:1])
}

const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	digits  = "0123456789"
)

// Names tells whether what a command prints is only let through as names, or as
// a count, by the next one in the pipe. n may be nil.
func Names(n *shell.Command) bool { return n != nil && (forms.Quiet(n) || only(n)) }

// Leave tells whether only the names leave the pipe that begins with c, which
// reads the file.
func Leave(c *shell.Command) bool {
	for n := 0; c != nil && n < maxStages; n++ {
		if only(c) || n > 0 && forms.Quiet(c) {
			return true
		}
		if !passes(c) {
			return false
		}
		c = c.PipeTo
	}
	return false
}

// Loads tells whether the pipe that begins with c hands lines on and ends in
// nothing but words: `$(grep -v '^#' .env | xargs)`.
func Loads(c *shell.Command) bool {
	for n := 0; c != nil; n++ {
		if n == maxStages || !passes(c) && !isXargs(c) {
			return false
		}
		c = c.PipeTo
	}
	return true
}

// isXargs: one that runs no program but echo.
func isXargs(c *shell.Command) bool {
	if c == nil {
		return false
	}
	v, _ := c.Parsed.(*kb.View)
	return v != nil && v.Name == "xargs" && v.Parse != nil && len(v.Parse.Rest) == 0 && !writes(c)
}

// passes: a filter that hands on lines of its input, and writes them nowhere.
func passes(c *shell.Command) bool {
	switch name, _ := c.Program(); name {
	case "cat", "grep", "egrep", "sort", "uniq", "head", "tail":
		return !writes(c)
	case "sed":
		v, _ := c.Parsed.(*kb.View)
		if v == nil || v.Parse == nil || v.Parse.HasAny("-i") || writes(c) {
			return false
		}
		code, ok := one(v.Parse.Words("code:sed"))
		return ok && (code == "/^#/d" || code == "/^$/d" || code == "s/#.*//" || code == "s/#.*//g")
	}
	return false
}

func writes(c *shell.Command) bool {
	return slices.ContainsFunc(c.Redirs, func(r shell.Redir) bool { return r.Kind != shell.ReadFile && !r.File.Is("/dev/null") })
}

// only tells whether a command prints of lines NAME=value at most the names.
func only(c *shell.Command) bool {
	v, _ := c.Parsed.(*kb.View)
	if v == nil || v.Parse == nil {
		return false
	}
	p := v.Parse
	switch v.Name {
	case "cut":
		d, dOK := one(p.Words("-d"))
		f, fOK := one(p.Words("-f"))
		return dOK && fOK && d == "=" && f == "1" && !p.HasAny("--complement", "-b", "-c")
	case "awk":
		f, fOK := one(p.Words("-F"))
		code, ok := one(p.Words("code:awk"))
		return ok && fOK && f == "=" && printsFirst(strings.Join(strings.Fields(code), "")) && !p.HasAny("-v")
	case "sed":
		code, ok := one(p.Words("code:sed"))
		return ok && !p.HasAny("-i") && (masks(code) || p.HasAny("-n") && picks(code))
	case "grep":
		pattern, ok := one(append(p.Words("pattern"), p.Words("-e")...))
		return ok && !p.HasAny("-v", "-f") && (p.HasAny("-o") && begins(pattern) || settingsOnly(pattern) && !p.HasAny("-A", "-B", "-C", "-i"))
	}
	return false
}

func one(list []shell.Word) (string, bool) {
	if len(list) != 1 {
		return "", false
	}
	return list[0].Known()
}

// printsFirst: awk code that prints the first field of some lines, and at most a
// fixed text behind it. What it asks of a line may look at its beginning only,
// since an answer about the rest would tell of the value.
func printsFirst(code string) bool {
	cond, act, ok := strings.Cut(code, "{print$1")
	act = strings.TrimSuffix(strings.TrimSuffix(act, "}"), ";")
	if !ok || act != "" && (len(act) < 2 || act[0] != '"' || act[len(act)-1] != '"' || strings.ContainsAny(act[1:len(act)-1], `"\\`)) {
		return false
	}
	for _, c := range strings.FieldsFunc(cond, func(r rune) bool { return r == '&' || r == '|' || r == '!' }) {
		switch c {
		case "NF", "NF>0", "NF>1", "NF==2", "/=/", "/./", "/^#/", "/^$/", "/^[A-Z]/", "/^[A-Z_]/", "/^[A-Za-z_]/", "/^[^#]/":
		default:
			return false
		}
	}
	return true
}

// picks: a substitution that prints the name of lines that it matches, where
// nothing else is printed.
func picks(code string) bool {
	if !strings.HasPrefix(code, "s/^") || !strings.HasSuffix(code, `/\1/p`) {
		return false
	}
	pattern := strings.NewReplacer(`\(`, "(", `\)`, ")").Replace(strings.TrimSuffix(code[3:], `/\1/p`))
	name, rest, ok := strings.Cut(strings.TrimPrefix(pattern, "("), ")")
	return ok && pattern[0] == '(' && begins("^"+name) && (rest == "=.*" || rest == "=.*$")
}

// masks: one substitution that takes the value away.
func masks(code string) bool {
	if len(code) < 4 || code[0] != 's' || code[1] == '\\' || code[1] == '\n' {
		return false
	}
	part := strings.Split(code[2:], code[1:2])
	if len(part) != 3 || part[2] != "" && part[2] != "g" || strings.ContainsAny(part[1], "&\n") {
		return false
	}
	switch part[0] {
	case "=.*", "=.*$", "=..*":
		return !strings.Contains(part[1], `\`)
	case `^\([^=]*\)=.*`, `\([^=]*\)=.*`, `^\([^=]*\)=.*$`, `^([^=]*)=.*`, `([^=]*)=.*`, `^([^=]+)=.*`, `([^=]+)=.*`, `^([^=]+)=.*$`, `^([^=]*)=.*$`:
		return !strings.Contains(strings.ReplaceAll(part[1], `\1`, ""), `\`)
	}
	return false
}

// begins: a pattern that matches the name at the beginning of a line, at most
// with the = behind it.
func begins(pattern string) bool {
	s, ok := strings.CutPrefix(pattern, "^")
	s = strings.TrimSuffix(strings.TrimSuffix(s, "(?==)"), "=")
	for ok && s != "" {
		switch {
		case s[0] == '[':
			class, rest, found := strings.Cut(s[1:], "]")
			if !found || class != "^=" && strings.Trim(strings.NewReplacer("A-Z", "", "a-z", "", "0-9", "").Replace(class), letters+digits+"_") != "" {
				return false
			}
			s = rest
		case strings.HasPrefix(s, `\w`), strings.HasPrefix(s, `\+`), strings.HasPrefix(s, `\{`), strings.HasPrefix(s, `\}`):
			s = s[2:]
		case strings.Contains(letters+digits+"_*+?{},", s[:1]):
			s = s[1:]
		default:
			return false
		}
	}
	return ok
}

// settingsOnly: a pattern for lines whose names say that no secret stands there.
func settingsOnly(pattern string) bool {
	s, ok := strings.CutPrefix(pattern, "^")
	s, equals := strings.CutSuffix(s, "=")
	if in, group := strings.CutPrefix(s, "("); group {
		s = strings.TrimSuffix(in, ")")
	}
	if !ok || !equals || s == "" {
		return false
	}
	for name := range strings.SplitSeq(s, "|") {
		last := name[strings.LastIndexByte(name, '_')+1:]
		if !isName(name) || !slices.Contains([]string{"PORT", "HOST", "ENV", "DEBUG", "LEVEL", "MODE", "TZ", "REGION", "TIMEOUT", "ENABLED", "WORKERS", "LOCALE", "LANG"}, last) {
			return false
		}
	}
	return true
}

// PHPInfo: php -i shows settings, and the environment among them.
func PHPInfo(n *shell.Command) bool {
	name, _ := n.Program()
	return name == "grep" && !address.SecretName(strings.ToUpper(words.Line(n.Argv)))
}

// Exported tells whether a word of export is no more than what commands print
// of files for which settings says that they are such.
func Exported(t procs.Text, export *shell.Command, w shell.Word, settings func(*shell.Command) bool) bool {
	if !exports(export) || !output(w) {
		return false
	}
	found := false
	for _, c := range t.All {
		if c == export {
			break
		}
		if part := t.Cut(c.Span); c.Span.End == 0 || !strings.Contains(w.Pieces[0].Text, part) || isXargs(c.Outer) {
			continue // the echo of an xargs, which counts itself
		}
		if !Loads(c) || c.Stdin.Kind != shell.Pipe && !settings(c) {
			return false
		}
		found = true
	}
	return found
}

// exports: export without options, which prints nothing.
func exports(c *shell.Command) bool {
	name, _ := c.Program()
	return name == "export" && !slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool { return strings.HasPrefix(w.String(), "-") })
}

// output: an unquoted substitution and nothing else.
func output(w shell.Word) bool {
	return len(w.Pieces) == 1 && w.Pieces[0].Origin == shell.Output && w.Pieces[0].Split
}

// Consumed tells whether what c reads goes into the words of an export that
// stands behind it, and nowhere else.
func Consumed(t procs.Text, c *shell.Command) bool {
	if !Loads(c) || c.Span.End == 0 || c.Place.Script != "" {
		return false
	}
	part := t.Cut(c.Span)
	for _, k := range t.All {
		if !exports(k) || k.Place.Script != "" || told(t, k) {
			continue
		}
		for _, w := range k.Argv[1:] {
			if output(w) && strings.Contains(w.Pieces[0].Text, part) && w.Span.Start <= c.Span.Start && c.Span.End <= w.Span.End {
				return true
			}
		}
	}
	return false
}

// told: behind the export a variable is printed that came with it, and whose name
// does not say that it is plain.
func told(t procs.Text, export *shell.Command) bool {
	behind := false
	for _, c := range t.All {
		if behind = behind || c == export; !behind || c == export {
			continue
		}
		name, _ := c.Program()
		if !forms.Prints(name) {
			continue
		}
		for i, w := range c.Argv {
			if s, known := w.Known(); known && i > 0 && name == "printenv" && !plain(s) {
				return true
			}
			for _, p := range w.Pieces {
				if p.Origin == shell.Variable && p.Name != "" && !plain(p.Name) && !Whether(p.Text) && !strings.HasPrefix(p.Text, "${#") {
					return true
				}
			}
		}
	}
	return false
}

// plain: names of variables that hold no secret, by their last word.
func plain(name string) bool {
	last := name[strings.LastIndexByte(name, '_')+1:]
	return settingsOnly("^"+name+"=") || name != strings.ToUpper(name) ||
		slices.Contains([]string{"HOME", "PATH", "PWD", "USER", "SHELL", "NAME", "VERSION", "DIR", "HOSTNAME", "DOMAIN", "BUCKET", "DATABASE", "DB", "RANDOM", "LINENO", "SECONDS", "TAG", "BRANCH", "STAGE"}, last)
}

// Secrets adds the variables of a text whose names or values say that they hold
// secrets, with their values, to a list.
func Secrets(text string, list []shell.Piece) []shell.Piece {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "export "), "=")
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		if name = strings.TrimSpace(name); len(list) < maxSecrets && len(value) >= 6 && (address.SecretName(name) || telling(name, value)) {
			list = append(list, shell.Piece{Origin: shell.Variable, Name: name, Text: value})
		}
	}
	return list
}

// maxSecrets bounds how many values are looked for.
const maxSecrets = 200

// Held are those of the secrets whose value a text holds.
func Held(text string, secrets []shell.Piece) []shell.Piece {
	var out []shell.Piece
	for _, p := range secrets {
		if strings.Contains(text, p.Text) {
			out = append(out, shell.Piece{Origin: shell.Variable, Name: p.Name})
		}
	}
	return out
}

// Whether: ${NAME:+word} says only that there is a value.
func Whether(source string) bool {
	rest, ok := strings.CutPrefix(source, "${")
	_, word, cut := strings.Cut(rest, "+")
	return ok && cut && strings.Trim(strings.TrimSuffix(rest[:len(rest)-len(word)-1], ":"), letters+digits+"_") == "" && !strings.ContainsAny(word, "$`")
}

// MadeFrom tells whether a settings file is named as one that is made from an
// example: .env from .env.example.
func MadeFrom(file, example string) bool {
	switch path.Ext(example) {
	case ".example", ".sample", ".template", ".dist":
		return strings.HasPrefix(path.Base(example), ".env") && strings.HasPrefix(path.Base(file), ".env")
	}
	return false
}
