// Package shown tells which secret variables ($NPM_TOKEN) a command shows to
// whoever reads its output, its error messages or its trace.
//
// One rule stands for a list of programs: a program that neither talks to
// anybody nor runs anything has no use for a secret, so what it is given can
// only come out again. It does not hold where the knowledge says that a secret
// belongs there (roles and names of options), for commands that say nothing of
// their words, and where only a count or a verdict is left of the output.
package shown

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/address"
	"github.com/sentinelgate/sentinel/internal/facts/dotenv"
	"github.com/sentinelgate/sentinel/internal/facts/forms"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/shell"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Text is a command in the text that it stands in.
type Text struct {
	All     []*shell.Command
	Command *shell.Command
	View    *kb.View
	// Variables are those in a word whose value is not known from the text.
	Variables func(shell.Word) []shell.Piece
	// Held are variables of the project's settings files whose values are secrets.
	Held []shell.Piece
}

// Told gives the secret variables that a command tells: all of them to another
// host, else those that come out of it.
func (t Text) Told(sends bool) (out []string) {
	if !sends || len(t.Command.Argv) == 0 {
		return t.shown()
	}
	for _, w := range append(slices.Clone(t.Command.Argv[1:]), t.Command.Stdin.Text) {
		out = append(out, t.secrets(w)...)
	}
	return out
}

// shown gives the secret variables that a command shows.
func (t Text) shown() (out []string) {
	c := t.Command
	named := t.inCode()
	if len(named) == 0 && !t.holds() {
		return nil // as most: what follows goes through the whole text
	}
	if t.traced() {
		for _, w := range c.Argv {
			out = append(out, t.secrets(w)...)
		}
		for _, e := range c.Env {
			out = append(out, t.secrets(e.Value)...)
		}
		return out
	}
	if len(c.Argv) == 0 || t.swallowed() {
		return nil
	}
	name, _ := c.Program()
	prints := forms.Prints(name)
	local := !prints && t.local()
	for i, w := range c.Argv[1:] {
		if prints || local && t.comesOut(name, i+1, w) {
			out = append(out, t.secrets(w)...)
		}
	}
	if hands := forms.HandsOn(name); prints || (hands || local && !takes(name)) && (!forms.IntoFile(c) || bare(c.Stdin.Text)) {
		out = append(out, t.secrets(c.Stdin.Text)...)
	}
	return append(out, named...)
}

// holds tells whether a word of the command, its input or a variable in front of it
// is a secret.
func (t Text) holds() bool {
	secret := func(w shell.Word) bool { return len(t.secrets(w)) > 0 }
	return slices.ContainsFunc(t.Command.Argv, secret) || secret(t.Command.Stdin.Text) ||
		slices.ContainsFunc(t.Command.Env, func(e shell.Assign) bool { return secret(e.Value) })
}

func (t Text) secrets(w shell.Word) []string {
	if len(w.Pieces) == 0 || address.Connects(t.View.Name, w) {
		return nil
	}
	return secretNames(t.Variables(w), t.Held)
}

func secretNames(list, held []shell.Piece) (out []string) {
	for _, p := range list {
		if dotenv.Secret(p.Name, held) && !dotenv.Whether(p.Text) {
			out = append(out, p.Name)
		}
	}
	return out
}

// local: the program is known, and it neither connects to anything nor runs
// more than code that stands in the command.
func (t Text) local() bool {
	if t.View.Parse == nil || len(t.Command.Runs) > 0 || len(t.View.Parse.Rest) > 0 {
		return false
	}
	for _, d := range t.View.Deeds {
		switch d.Kind {
		case sentinel.Read, sentinel.List, sentinel.Write, sentinel.Create, sentinel.ExecuteInline, sentinel.SecretRead, sentinel.EnvPrint:
		default:
			return false
		}
	}
	return true
}

// Roles of words in which a secret belongs, or of which a program says nothing.
const (
	secretRoles = "secret url url? host user data data? data@ form@ named@ cookie env setting image package remote resource pattern command command; narrow"
	// secretOptions are parts of the names of options that take secrets.
	secretOptions = "token pass secret key auth cred header data body build-arg env from-literal set var url uri dsn conn database pwd"
	// shortSecrets are short options of programs that take a password by them.
	shortSecrets = "openssl:-k openssl:-K openssl:-hmac zip:-P unzip:-P 7z:-p redis-cli:-a mysql:-p mysqldump:-p mysqladmin:-p sshpass:-p htpasswd:-b http:-a"
)

// comesOut tells whether a local program lets a word of its own come out.
func (t Text) comesOut(name string, i int, w shell.Word) bool {
	switch name {
	case "[", "test", "[[":
		return t.numeric()
	case "true", "false", ":", "set", "read", "case":
		return false
	case "export", "local", "declare", "typeset", "readonly", "alias":
		head, _, _ := w.Pattern()
		return !strings.Contains(head, "=")
	}
	option := t.option(i, w)
	if wordlist.Has(shortSecrets, name+":"+option) || len(option) > 2 && wordlist.Has(shortSecrets, name+":"+option[:2]) {
		return false
	}
	// The names of programs' own settings (-storepass:env) count as well as whole words.
	if len(option) > 2 && slices.ContainsFunc(strings.Fields(secretOptions), func(s string) bool { return strings.Contains(strings.ToLower(option), s) }) {
		return false
	}
	role := t.role(w)
	switch {
	case role == "code:sed":
		return !inPattern(w) && !t.View.Parse.HasAny("-i", "--in-place")
	case strings.HasPrefix(role, "code:"):
		return strings.Contains(role, ":awk") || strings.Contains(role, ":jq")
	}
	return !wordlist.Has(secretRoles, role)
}

// option is the name of the option whose value a word seems to be.
func (t Text) option(i int, w shell.Word) string {
	if head, _, _ := w.Pattern(); strings.HasPrefix(head, "-") {
		name, _, _ := strings.Cut(head, "=")
		return name
	}
	before, known := t.Command.Argv[i-1].Known()
	if i < 2 || !known || !strings.HasPrefix(before, "-") || strings.Contains(before, "=") {
		return ""
	}
	return before
}

// role is what the knowledge takes a word for.
func (t Text) role(w shell.Word) string {
	for _, o := range t.View.Parse.Options {
		if o.Has && o.Value.Span == w.Span && w.Span != (shell.Span{}) {
			return o.Role
		}
	}
	for _, o := range t.View.Parse.Operands {
		if o.Word.Span == w.Span && w.Span != (shell.Span{}) {
			return strings.TrimSuffix(o.Role, "...")
		}
	}
	return ""
}

// numeric: a comparison of numbers names in its error message what is none.
func (t Text) numeric() bool {
	return slices.ContainsFunc(t.Command.Argv[1:], func(w shell.Word) bool {
		s, _ := w.Known()
		return wordlist.Has("-eq -ne -lt -le -gt -ge", s)
	})
}

// inPattern: a sed script that looks for the secret, at its beginning, and so
// takes it away or tells whether it is there.
func inPattern(w shell.Word) bool {
	if len(w.Pieces) < 2 || w.Pieces[0].Origin != shell.Literal {
		return false
	}
	head := w.Pieces[0].Text
	return head == "/" || len(head) == 2 && head[0] == 's'
}

// takes: programs that keep or check what they are fed and print none of it.
func takes(name string) bool {
	switch name {
	case "read", "mapfile", "readarray", "[", "test", "true", ":", "wc", "grep", "sha256sum", "sha1sum", "md5sum", "cksum", "ssh-add", "while", "gpg", "openssl":
		return true
	}
	return false
}

// bare: a text that is nothing but unknown values.
func bare(w shell.Word) bool {
	return !slices.ContainsFunc(w.Pieces, func(p shell.Piece) bool { return p.Origin == shell.Literal && strings.TrimSpace(p.Text) != "" })
}

// swallowed: only a count or a verdict is left of what the command prints, it
// goes nowhere, or to a server on this machine.
func (t Text) swallowed() bool {
	c := t.Command
	if forms.Counted(c) || nowhere(c) {
		return true
	}
	for n, next := 0, c.PipeTo; next != nil && n < 8; n, next = n+1, next.PipeTo {
		if name, _ := next.Program(); name == "grep" && forms.Quiet(next) || own(next) {
			return true
		}
		if forms.IntoFile(next) {
			return false
		}
	}
	return slices.ContainsFunc(t.All, func(by *shell.Command) bool {
		return own(by) && slices.ContainsFunc(by.Argv, func(w shell.Word) bool {
			return slices.ContainsFunc(w.Pieces, func(p shell.Piece) bool { return p.Inside != nil && p.Inside.From == c })
		})
	})
}

// nowhere: both outputs are thrown away; error messages are, too.
func nowhere(c *shell.Command) bool {
	var gone [3]bool
	for _, r := range c.Redirs {
		if r.Kind != shell.ReadFile && r.Fd < 3 {
			fd := max(r.Fd, 1)
			gone[fd] = r.File.Is("/dev/null")
		}
	}
	name, _ := c.Program()
	return gone[1] && (gone[2] || forms.Prints(name))
}

// own: a request to this machine.
func own(c *shell.Command) bool {
	v, _ := c.Parsed.(*kb.View)
	if v == nil || v.Parse == nil || !slices.ContainsFunc(v.Deeds, func(d kb.Deed) bool { return d.Kind == sentinel.Fetch || d.Kind == sentinel.Send }) {
		return false
	}
	scope, _ := address.Any(v.Parse)
	return scope == sentinel.ScopeOwn && !v.Parse.HasAny("-v", "--verbose", "-x", "--proxy", "--trace", "--trace-ascii")
}
