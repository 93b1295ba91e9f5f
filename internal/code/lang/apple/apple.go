// Package apple has the table of AppleScript: which of its sentences only show
// something, and which run programs, type, or ask a person for a secret. To
// teach it a sentence, add its first words to appleKeyword.
package apple

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/walk"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// Applescript reads what osascript runs. Its sentences are not read in full:
// shell scripts and files are, telling another program to do something is not
// understood, unless the something is showing or asking.
func AppleScript() *walk.Language {
	return &walk.Language{
		Rules: lex.Rules{
			Line:   []string{"--", "#"},
			Blocks: [][2]string{{"(*", "*)"}},
			Nested: true,
			Quotes: []lex.Quote{{Open: `"`, Close: `"`, Esc: lex.Full}},
			Ops:    []string{"<=", ">=", "/="},
			Lines:  true,
		},
		Concat:  "&",
		Habits:  lex.Habits{SetTo: true},
		Noise:   "if then else end repeat try on error return set to get with without considering ignoring using terms from as exit the my",
		Prefix:  "quoted form of",
		WordOps: "and or is contains",
		Keyword: appleKeyword,
	}
}

// harmless are the verbs that show or ask.
const appleHarmless = "activate display say beep get return count log delay the name of"

const appleClipboard = "it reads the clipboard, which may hold a password"

func appleKeyword(r *walk.Reader, word string) bool {
	start := r.Peek().Start
	phrase := func(words ...string) bool {
		for n, w := range words {
			if !strings.EqualFold(r.At(n).Text, w) {
				return false
			}
		}
		return true
	}
	take := func(n int) { r.I += n }
	switch {
	case phrase("set") && r.At(2).Text == "to" && r.At(1).Kind == lex.Name:
		name := r.At(1).Text
		take(3)
		if phrase("do", "shell", "script") {
			return false
		}
		if phrase("the", "clipboard") {
			r.Hide(appleClipboard)
		}
		r.Bind(name, r.Expr(0))
		return true
	case phrase("the", "clipboard") && r.At(2).Text != "to":
		r.Hide(appleClipboard)
		take(2)
		return true
	case phrase("display", "dialog") && appleSecret(r.At(2)):
		r.Hide("asks the person for a password")
		take(2)
		return true
	case phrase("hidden", "answer"):
		r.Hide("asks the person for a password")
		take(2)
		return true
	case phrase("do", "shell", "script"):
		take(3)
		c := walk.Call{R: r, Name: "do shell script", Start: start}
		v := r.Expr(0)
		r.Exec(&c, v)
		if r.IsWord("with") && r.At(1).Text == "administrator" {
			r.Hide("it asks for an administrator's rights")
		}
		return true
	case phrase("do", "script"), phrase("do", "JavaScript"), phrase("run", "script"), phrase("load", "script"), phrase("store", "script"):
		take(2)
		r.Hide("it runs another script, or types into a terminal")
		return true
	case phrase("system", "attribute"):
		take(2)
		c := walk.Call{R: r, Name: "system attribute", Start: start}
		v := r.Expr(0)
		c.Emit(report.Act{Kind: report.Env, Args: []report.Arg{v.Arg()}})
		return true
	case phrase("tell", "application"), phrase("tell", "app"):
		take(2)
		return appleTell(r)
	case phrase("open", "location"):
		take(2)
		c := walk.Call{R: r, Name: "open location", Start: start}
		c.Emit(report.Act{Kind: report.Fetch, Args: []report.Arg{r.Expr(0).Arg()}})
		return true
	case phrase("open", "for", "access"), phrase("use", "framework"), phrase("use", "scripting"):
		r.Hide("files or frameworks opened by a script")
		take(2)
		return true
	case phrase("delete"), phrase("keystroke"), phrase("key", "code"), phrase("click"), phrase("move"), phrase("duplicate"), phrase("make"), phrase("empty"), phrase("shut"), phrase("restart"):
		r.Hide("it makes another program do something")
		take(1)
		return true
	}
	return false
}

// appleSecret is the text of a dialog that asks for what only the person knows.
func appleSecret(t *lex.Token) bool {
	if t.Kind != lex.Str {
		return false
	}
	s := strings.ToLower(t.Text)
	return strings.Contains(s, "password") || strings.Contains(s, "passphrase") || strings.Contains(s, "passcode")
}

// appleTell reads tell application "X" to verb, and the start of a block.
func appleTell(r *walk.Reader) bool {
	r.Expr(0)
	if r.IsWord("to") {
		r.Next()
		if t := r.Peek(); !wordlist.Has(appleHarmless, strings.ToLower(t.Text)) && !strings.EqualFold(t.Text, "do") {
			r.Hide("it makes another program do something")
		}
		return true
	}
	r.Blanks()
	if t := r.Peek(); !wordlist.Has(appleHarmless, strings.ToLower(t.Text)) && !wordlist.Has("do set end", strings.ToLower(t.Text)) {
		r.Hide("it makes another program do something")
	}
	return true
}
