package source

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// TestEndOfText: bash takes the end of the text for the end of a here-document, with
// a warning (its manual says only that the lines up to the end mark are read).
func TestEndOfText(t *testing.T) {
	for text, want := range map[string]string{
		"cat <<EOF\nx":                    "x\n",
		"cat <<'EOF'\nx\n":                "x\n\n",
		"cat <<-\"E O F\"\n\tx\n y":       "\tx\n y\n",
		"cat <<A <<B\n1\nA\n2":            "1\n",
		"cat <<EOF | sh\nrm -rf src":      "rm -rf src\n",
		"cat <<EOF && rm x\n$(git stash)": "$(git stash)\n",
	} {
		f, err := Parse(text, syntax.LangBash, 200)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		found := false
		syntax.Walk(f, func(n syntax.Node) bool {
			if r, ok := n.(*syntax.Redirect); ok && r.Hdoc != nil {
				var b strings.Builder
				_ = syntax.NewPrinter().Print(&b, r.Hdoc)
				found = found || b.String() == want
			}
			return true
		})
		if !found {
			t.Errorf("%q: no here-document %q", text, want)
		}
	}
	for _, text := range []string{
		"x=$(cat <<EOF\nx\n)", "cat <<EOF\nx\\", "cat <<EOF\n$(", "a() {\ncat <<EOF\nx\n}", "\x00",
		strings.Repeat("(", 300), "cat <<A " + strings.Repeat("<<B ", 20) + "\nx",
	} {
		if _, err := Parse(text, syntax.LangBash, 200); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
