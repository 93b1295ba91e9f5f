package glance

import "github.com/sentinelgate/sentinel/internal/facts/later"

// Short leaves out programs that cannot do anything, and of large ones the
// lines that cannot.
func Short(texts []later.Text) []later.Text {
	var out []later.Text
	for _, t := range texts {
		switch {
		case t.Lang == "sh":
		case !MayAct(t.Code):
			continue
		case len(t.Code) > Whole:
			t.Code = Acting(t.Code)
		}
		out = append(out, t)
	}
	return out
}
