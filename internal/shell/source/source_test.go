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

// TestMarkInAnyScript: bash compares the bytes of an end mark, whatever they mean.
func TestMarkInAnyScript(t *testing.T) {
	for text, want := range map[string]struct {
		body string
		last string // the command behind the body
	}{
		"cat <<'終わり'\nx\n終わり\necho y":                 {"x\n", "echo"},
		"cat <<-\"FIN_É\"\n\tx\n\tFIN_É\nls":          {"\tx\n", "ls"},
		"cat <<КОНЕЦ > f\na КОНЕЦ\nКОНЕЦ\nrm -rf src": {"a КОНЕЦ\n", "rm"},
		"cat <<é\n1\né\ncat <<é\n2\né\ngit status":    {"1\n", "git"},
		"cat <<\\é\n$(x)\né\nid":                      {"$(x)\n", "id"},
	} {
		f, err := Parse(text, syntax.LangBash, 200)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		last := f.Stmts[len(f.Stmts)-1].Cmd.(*syntax.CallExpr)
		if got := last.Args[0].Lit(); got != want.last || int(last.Pos().Offset()) != strings.LastIndex(text, want.last) {
			t.Errorf("%q: last command %q at %d", text, got, last.Pos().Offset())
		}
		hdoc := f.Stmts[0].Redirs[0].Hdoc
		if got := text[hdoc.Pos().Offset():]; !strings.HasPrefix(got, want.body) {
			t.Errorf("%q: body %q, want %q", text, got, want.body)
		}
	}
	for _, text := range []string{"cat <<é\nX\n", "cat <<\"é\"'x'\n1\néx\n"} {
		if f, err := Parse(text, syntax.LangBash, 200); err == nil && len(f.Stmts) != 1 {
			t.Errorf("%q: %d commands", text, len(f.Stmts))
		}
	}
}
