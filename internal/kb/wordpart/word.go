package wordpart

import (
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// Head is the literal beginning of a word.
func Head(w shell.Word) string {
	if len(w.Pieces) == 0 || w.Pieces[0].Origin != shell.Literal {
		return ""
	}
	return w.Pieces[0].Text
}

// Cut gives the part of a word behind the first n bytes of its literal head.
func Cut(w shell.Word, n int) shell.Word {
	out := shell.Word{Span: w.Span, Raw: w.Raw}
	for i, p := range w.Pieces {
		if i == 0 {
			if n < len(p.Text) {
				p.Text = p.Text[n:]
				out.Pieces = append(out.Pieces, p)
			} else if n > len(p.Text) {
				// The name itself ran over into the next piece.
				continue
			}
			continue
		}
		out.Pieces = append(out.Pieces, p)
	}
	return out
}

// Join makes one word of several with blanks between them, as ssh, eval
// and watch do.
func Join(words []shell.Word) shell.Word {
	var out shell.Word
	for i, w := range words {
		if i > 0 {
			out.Pieces = append(out.Pieces, shell.Piece{Text: " "})
		}
		out.Pieces = append(out.Pieces, w.Pieces...)
	}
	if len(words) > 0 {
		out.Span = shell.Span{Start: words[0].Span.Start, End: words[len(words)-1].Span.End}
	}
	return out.Joined()
}

// Given puts a program in front of the words that it gets in one text. With a
// comma behind its name the text holds several such, with commas or plus signs
// between them (mix do).
func Given(program string, w shell.Word) shell.Word {
	name, several := strings.CutSuffix(program, ",")
	out := Join([]shell.Word{shell.Text(name), w})
	if !several {
		return out
	}
	between := strings.NewReplacer(", ", "; "+name+" ", ",", "; "+name+" ", " + ", "; "+name+" ")
	out.Pieces = slices.Clone(out.Pieces)
	for i, p := range out.Pieces {
		if p.Origin == shell.Literal {
			out.Pieces[i].Text = between.Replace(p.Text)
		}
	}
	return out
}

// Shown is a part of a word, to be shown where the word stands.
func Shown(w shell.Word, text string) shell.Word {
	out := shell.Text(text)
	out.Span, out.Raw = w.Span, w.Raw
	return out
}

// IsAssignment tells whether a word has the form NAME=value.
func IsAssignment(w shell.Word) bool {
	s, _ := w.Known()
	if s == "" && len(w.Pieces) > 0 && w.Pieces[0].Origin == shell.Literal {
		s = w.Pieces[0].Text
	}
	name, _, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// IsFunction tells whether a word gives the shells that are started a function, as
// bash hands its own on: BASH_FUNC_NAME%%=() {...
func IsFunction(w shell.Word) bool {
	if len(w.Pieces) == 0 || w.Pieces[0].Origin != shell.Literal {
		return false
	}
	name, _, ok := strings.Cut(w.Pieces[0].Text, "=")
	return ok && strings.HasPrefix(name, "BASH_FUNC_")
}

// Assignment reads NAME=value.
func Assignment(w shell.Word) shell.Assign {
	if len(w.Pieces) == 0 {
		return shell.Assign{}
	}
	name, _, _ := strings.Cut(w.Pieces[0].Text, "=")
	return shell.Assign{Name: name, Value: Cut(w, len(name)+1), Inline: true}
}

// CalledBack puts behind a text what is put there when it runs: env -S the words
// that follow, mapfile the place of a line and the line, compgen the word that is
// to be completed and its neighbours.
func CalledBack(tool string, c *shell.Command, w shell.Word, rest []shell.Word) shell.Word {
	words := 0
	switch name, _ := c.Program(); {
	case tool == "env":
	case tool == "mapfile":
		words, rest = 2, nil
	case name == "compgen": // complete only notes the text
		words, rest = 3, nil
	default:
		return w
	}
	out := shell.Word{Span: w.Span, Raw: w.Raw, Pieces: slices.Clone(w.Pieces)}
	for _, r := range rest {
		out.AddText(" ")
		for _, p := range r.Pieces {
			if p.Origin == shell.Literal {
				out.AddText("'" + strings.ReplaceAll(p.Text, "'", `'\''`) + "'")
			} else {
				out.Pieces = append(out.Pieces, p)
			}
		}
	}
	out.AddText(strings.Repeat(` "$SENTINEL_UNKNOWN"`, words))
	return out
}

// Parameters are $0, $1 and so on of a text that a shell reads from its standard
// input; none where it is not told to (-s).
func Parameters(shellName string, told bool, words []shell.Word) []shell.Word {
	if !told {
		return nil
	}
	return append([]shell.Word{shell.Text(shellName)}, words...)
}
