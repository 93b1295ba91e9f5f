package shown

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/facts/address"
	"github.com/sentinelgate/sentinel/internal/facts/words"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Bounds of what is looked at in one command.
const (
	maxCode  = 16 << 10
	maxFound = 50
)

// inCode gives the variables that code names in its own way: envsubst puts the
// value of $NAME in, the others have a word of their language for it.
func (t Text) inCode() (out []string) {
	if t.View.Parse == nil {
		return nil
	}
	switch t.View.Name {
	case "envsubst":
		return secretNames(words.Variables(code(t.Command.Stdin.Text)), t.Held)
	case "jsonnet":
		for _, o := range t.View.Parse.Options {
			if s, ok := o.Value.Known(); ok && address.SecretName(s) && !strings.Contains(s, "=") &&
				wordlist.Has("-V -A --ext-str --tla-str --ext-code --tla-code", o.Name) {
				out = append(out, s)
			}
		}
	case "dhall":
		out = behind(t.codes(), "env:")
	case "pwsh", "powershell":
		for _, s := range t.codes() {
			out = append(out, behind(printed(s), "$env:")...)
		}
	case "mlr":
		out = behind(t.codes(), `ENV["`)
	}
	return out
}

// codes are the words and the input of a command, as far as they are known.
func (t Text) codes() (out []string) {
	for _, w := range append([]shell.Word{t.Command.Stdin.Text}, t.Command.Argv[1:]...) {
		out = append(out, code(w))
	}
	return out
}

func code(w shell.Word) string {
	s, _ := w.Known()
	return s[:min(len(s), maxCode)]
}

// printed are the statements of PowerShell code that print a value.
func printed(s string) (out []string) {
	for _, one := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return r == ';' || r == '\n' || r == '|' }) {
		one = strings.TrimSpace(one)
		first, _, _ := strings.Cut(one, " ")
		if strings.HasPrefix(strings.TrimLeft(one, `"(`), "$env:") && !strings.Contains(one, "=") || wordlist.Has("echo write write-output write-host write-verbose out-host out-string", first) {
			out = append(out, one)
		}
	}
	return out
}

// behind gives the secret names that stand behind a mark.
func behind(codes []string, mark string) (out []string) {
	for _, s := range codes {
		for _, rest := range strings.Split(s, mark)[1:] {
			end := strings.IndexFunc(rest, func(r rune) bool { return r != '_' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z') })
			if end < 0 {
				end = len(rest)
			}
			if name := rest[:end]; address.SecretName(name) && len(out) < maxFound {
				out = append(out, name)
			}
		}
	}
	return out
}

// Files are words of which nobody has said what a program does with them, and
// files that stand in its code. Where one spells the path of a secret, it is
// taken for read.
func (t Text) Files() (out []shell.Word) {
	if t.View.Parse == nil || len(t.Command.Argv) == 0 {
		return nil
	}
	for _, o := range t.View.Parse.Options {
		if o.Has && o.Role == "setting" || o.Has && o.Role == "" {
			out = append(out, value(o.Value)...)
		}
	}
	switch t.View.Name {
	case "jar", "dar", "xar", "asar":
		for _, o := range t.View.Parse.Operands {
			if o.Role == "word" {
				out = append(out, o.Word)
			}
		}
	case "jq", "gojq", "jaq", "jsonnet", "dhall":
		out = append(out, t.imported()...)
	case "git":
		out = append(out, t.objects()...)
	}
	return out[:min(len(out), maxFound)]
}

// value is what stands behind NAME=, where it looks like a path.
func value(w shell.Word) []shell.Word {
	s, ok := w.Known()
	if _, v, cut := strings.Cut(s, "="); cut {
		s = v
	}
	if !ok || !strings.Contains(s, "/") && !strings.HasPrefix(s, ".") {
		return nil
	}
	return []shell.Word{shell.Text(s)}
}

// imported are the files that code takes in by name: import "P" as $x (jq reads
// P.json), importstr "P", P as Text.
func (t Text) imported() (out []shell.Word) {
	for _, s := range t.codes() {
		isCode := strings.Contains(s, "import") || strings.Contains(s, "include") || strings.Contains(s, " as Text") || strings.Contains(s, "env:")
		if !isCode {
			continue
		}
		for _, f := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\n\"'`;,(){}[]", r) }) {
			if strings.Contains(f, "/") && len(out) < maxFound {
				out = append(out, shell.Text(f))
				if path.Ext(f) == "" {
					out = append(out, shell.Text(f+".json"))
				}
			}
		}
	}
	return out
}

// objects: the names of files whose objects git cat-file is handed.
func (t Text) objects() (out []shell.Word) {
	if v := t.View.Parse.Verbs; len(v) == 0 || v[0] != "cat-file" && v[0] != "show" {
		return nil
	}
	from := t.Command.Stdin.From
	for _, w := range t.Command.Argv[1:] {
		for _, p := range w.Pieces {
			if p.Inside != nil && p.Inside.From != nil {
				from = p.Inside.From
			}
		}
	}
	for n := 0; from != nil && n < 8; n, from = n+1, from.Stdin.From {
		v, _ := from.Parsed.(*kb.View)
		if v == nil || v.Name != "git" {
			continue
		}
		for _, w := range from.Argv[1:] {
			if s, ok := w.Known(); ok && s != "" && s[0] != '-' {
				out = append(out, shell.Text(strings.TrimPrefix(s, "HEAD:")))
			}
		}
	}
	return out
}
