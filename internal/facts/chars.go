package facts

import (
	"unicode/utf8"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts/unseen"
	"github.com/sentinelgate/sentinel/internal/facts/words"
)

// strangeCharacters reports what a person cannot see in the text, or would
// take for something else.
func (a *assessor) strangeCharacters(text string) {
	if unseen.Plain(text) {
		return
	}
	if !utf8.ValidString(text) {
		a.hidden(text, "bytes that are no text", sentinel.Span{})
		return
	}
	if what, at, ok := unseen.First(text); ok {
		a.hidden(text, what, sentinel.Span{Start: at[0], End: at[1]})
		return
	}
	for _, c := range a.read.Commands {
		if name, ok := c.Program(); ok && unseen.Lookalike(name) {
			a.hidden(text, "letters that look like others in the program name "+name, sentinel.Span{Start: c.Span.Start, End: c.Span.End})
		}
	}
}

func (a *assessor) hidden(text, what string, at sentinel.Span) {
	part := sentinel.Part{Text: text, Risk: sentinel.High, Colour: sentinel.Red}
	a.find(&part, sentinel.Effect{Kind: sentinel.Unread, Scope: sentinel.ScopeNone, Target: what},
		sentinel.Finding{Rule: "text.hidden", Label: "hidden characters", Say: "the text holds " + what, Span: at, Part: text})
	a.parts = append(a.parts, part)
}

// raw looks for catastrophes in a text that does not parse: it is asked about
// anyway, but these are no question.
func (a *assessor) raw(text string) {
	if !a.unparsed() {
		return
	}
	what := words.DeletesAll(text)
	if what == "" {
		return
	}
	part := sentinel.Part{Text: text, Risk: sentinel.Critical, Colour: sentinel.Red}
	a.find(&part, sentinel.Effect{Kind: sentinel.Catastrophe, Scope: sentinel.ScopeSystem}, sentinel.Finding{
		Rule: destructiveShell, Say: "a text that cannot be read seems to delete " + what, Part: text})
	a.parts = append(a.parts, part)
}
