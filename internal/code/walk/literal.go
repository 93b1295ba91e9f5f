package walk

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/code/lex"
	"github.com/sentinelgate/sentinel/internal/code/report"
	"github.com/sentinelgate/sentinel/internal/code/value"
)

// literal is a text, with those that stand right behind it where they join.
func (r *Reader) literal(t *lex.Token) value.Value {
	v := r.parts(t)
	for r.Lang.has(Adjacent) && r.Peek().Kind == lex.Str {
		v = r.Join(v, r.parts(r.Next()))
	}
	return v
}

// parts folds the pieces of a text with holes.
func (r *Reader) parts(t *lex.Token) value.Value {
	v := value.Known(t.Text)
	for _, p := range t.Parts {
		x := value.Known(p.Text)
		if p.Hole {
			x = r.list(p.Code)
			if len(p.Code) == 0 {
				x = value.Value{}
			}
		}
		v = r.Join(v, x)
	}
	return v
}

// tagged is the text behind a tag. One that asks a database makes parameters of
// the holes, so that what stands in them is never a part of the statement.
func (r *Reader) tagged(tag value.Value, t *lex.Token) value.Value {
	row := r.find(tag.Text, true)
	if row == nil || row.Kind != report.DB || len(t.Parts) == 0 {
		return r.parts(t)
	}
	text := t.Text
	for _, p := range t.Parts {
		if !p.Hole {
			text += p.Text
			continue
		}
		r.Use(r.list(p.Code))
		text += "1"
	}
	return value.Known(text)
}

// wordList folds a list of words, each of which may have holes.
func (r *Reader) wordList(t *lex.Token) value.Value {
	if len(t.Parts) == 0 {
		return value.ListOf(strings.Fields(t.Text))
	}
	v := value.Value{Form: value.Sequence, Known: true}
	apart := true // the next piece begins a word
	for _, p := range t.Parts {
		pieces := []value.Value{{}}
		if p.Hole {
			pieces[0] = r.list(p.Code)
			if pieces[0].Form == value.Sequence {
				pieces = pieces[0].Items
			}
		} else {
			pieces = value.ListOf(strings.Fields(p.Text)).Items
			apart = apart || strings.HasPrefix(p.Text, " ")
		}
		for n, x := range pieces {
			if k := len(v.Items) - 1; !apart && n == 0 && k >= 0 {
				v.Items[k] = r.Join(v.Items[k], x)
			} else {
				v.Items = append(v.Items, x)
			}
		}
		apart = !p.Hole && strings.HasSuffix(p.Text, " ")
	}
	return v
}

func (r *Reader) regex(t *lex.Token) value.Value {
	if strings.Contains(t.Text, "(?{") || strings.Contains(t.Text, "(??{") {
		r.Hide("a pattern that runs code")
	}
	for _, p := range t.Parts {
		if p.Hole && p.Code == nil {
			r.Hide("eval of a computed text")
		}
		r.Use(r.list(p.Code))
	}
	return value.Value{}
}
