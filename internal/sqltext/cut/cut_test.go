package cut

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pieces writes each piece short: its tokens, or its command and argument.
func pieces(src string, d Dialect) []string {
	var out []string
	for _, p := range Pieces(src, d) {
		switch {
		case p.Broken != "":
			out = append(out, "broken")
		case p.Command != "":
			out = append(out, "<"+p.Command+" "+p.Arg+">")
		default:
			var ts []string
			for _, t := range p.Toks {
				ts = append(ts, t.Text)
			}
			out = append(out, strings.Join(ts, " "))
		}
	}
	return out
}

func TestPieces(t *testing.T) {
	for _, c := range []struct {
		d    Dialect
		src  string
		want []string
	}{
		{PostgreSQL, `a 'x;y' "z" $q$b;$q$; c -- d`, []string{"a x;y z b;", "c"}},
		{PostgreSQL, `a '\'; b /* /* */ ; */ c`, []string{`a \`, "b c"}},
		{PostgreSQL, "a \\d x\n b \\! c ; d", []string{"<\\d x>", "<\\! c ; d>", "a b"}},
		{MySQL, `a '\'; b' # c`, []string{"a '; b"}},
		{MySQL, "a /*!50 b */; c --d", []string{"a b", "c - - d"}},
		{MySQL, "DELIMITER //\na; b//c", []string{"a ; b", "c"}},
		{SQLite, ".x y\na [b;c];\n.z", []string{"<.x y>", "a b;c", "<.z >"}},
		{SQLServer, "a\nGO\nb\n:r c", []string{"a", "<:r c>", "b"}},
		{Oracle, "a q'[x'y]'; b\nhost c", []string{"a x'y", "b host c"}},
		{Oracle, "host c\na", []string{"<host c>", "a"}},
		{SQLite, "a 'b", []string{"broken"}},
	} {
		got := pieces(c.src, c.d)
		if c.want[0] == "broken" {
			got = got[len(got)-1:]
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.src, d)
		}
	}
}

func TestTokens(t *testing.T) {
	toks, ok := Tokens(`x 'y`, PostgreSQL)
	if ok {
		t.Errorf("a string without an end was read: %v", toks)
	}
	if toks, ok = Tokens(`select a.b`, PostgreSQL); !ok || len(toks) != 4 || !toks[0].Is("SELECT") || !toks[2].Joined {
		t.Errorf("%v %v", toks, ok)
	}
}

func FuzzPieces(f *testing.F) {
	f.Add("a 'b' \\c d\n.e /*! f */ $g$ h $g$; GO", uint8(1))
	f.Fuzz(func(t *testing.T, src string, d uint8) {
		for _, p := range Pieces(src, Dialect(d%uint8(Warehouse+1))) {
			if p.Start < 0 || p.End < p.Start || p.End > len(src) {
				t.Fatalf("%q: bad span %d:%d", src, p.Start, p.End)
			}
		}
	})
}
