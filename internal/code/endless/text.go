package endless

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/wordlist"
)

// braces are the rules of languages with loops like those of C: awk, PowerShell.
func braces() *lex.Rules {
	return &lex.Rules{
		Line:   []string{"#"},
		Quotes: []lex.Quote{{Open: `"`, Close: `"`, Esc: lex.Full}, {Open: "'", Close: "'"}},
		Sigils: "$", Ops: []string{"&&", "||", "=="}, Lines: true, NameMore: "-",
	}
}

// Awk tells whether a program of awk leaves processes behind in a loop without
// end.
func Awk(src string) bool {
	if !strings.Contains(src, "&") {
		return false
	}
	return inLoop("awk", src, func(t *lex.Token) bool { return t.Kind == lex.Str && Background(t.Text) })
}

// PowerShell tells the same of PowerShell.
func PowerShell(src string) bool {
	return inLoop("powershell", src, func(t *lex.Token) bool {
		return t.Kind == lex.Name && wordlist.Has("start-process start-job start-threadjob start saps sajb invoke-wmimethod", strings.ToLower(t.Text))
	})
}

func inLoop(lang, src string, launch func(*lex.Token) bool) bool {
	if len(src) > 64<<10 {
		return false
	}
	src = strings.ReplaceAll(src, "-Wait", " wait")
	toks, _ := lex.Scan(src, braces())
	f := finder{src: src, toks: toks, lang: lang}
	f.find()
	for _, l := range f.loops {
		found := false
		for k := l.from; k < l.to; k++ {
			t := &toks[k]
			if t.Kind == lex.Name && wordlist.Has("wait wait-process wait-job start-sleep receive-job", strings.ToLower(t.Text)) {
				found = false
				break
			}
			found = found || launch(t)
		}
		if found {
			return true
		}
	}
	return false
}
