package tomltext

import (
	"strings"
	"testing"
)

const sample = `# mine
model = "gpt" # the model
list = [ "a",
  "b", # two
]

[a."b.c".d] # note
x = "old" # keep
y = { k = "v", n = [1, 2] }   # tail
z = """
many
lines"""

# about hooks
[[hooks.PreToolUse]]
matcher = "Bash"
[[hooks.PreToolUse.hooks]]
type = "command"
command = 'mine'
`

func TestSet(t *testing.T) {
	for _, text := range []string{sample, strings.ReplaceAll(sample, "\n", "\r\n"), strings.TrimSuffix(sample, "\n")} {
		d, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		tab := d.Table("a", "b.c", "d")
		if got, ok := tab.Get("x"); !ok || got != "old" {
			t.Errorf("x = %q, %v", got, ok)
		}
		out, err := d.Set(tab, "x", `n"e\w`)
		if err != nil || string(out) != strings.Replace(text, `"old"`, `"n\"e\\w"`, 1) {
			t.Errorf("set gave %v\n%s", err, out)
		}
		out, err = d.Set(tab, "w", "1")
		nl := d.newline()
		if err != nil || string(out) != strings.Replace(text, `lines"""`+nl, `lines"""`+nl+`w = "1"`+nl, 1) {
			t.Errorf("set of a new key gave %v\n%s", err, out)
		}
	}
}

func TestAppendRemove(t *testing.T) {
	for _, text := range []string{"", "\n", "a = 1", "a = 1\n", "a = 1\n\n", sample, strings.ReplaceAll(sample, "\n", "\r\n"), "# only a comment\n"} {
		d, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		out, err := d.Append("[s.\"k:0\"]\nh = \"1\"\n\n[s.\"k:1\"]\nh = \"2\"\n")
		if err != nil {
			t.Fatal(err)
		}
		d, err = Parse(out)
		if err != nil || d.Find("s", "k:1", "h") != "2" || d.Find("s", "k:1", "h", "x") != nil {
			t.Fatalf("%v in\n%s", err, out)
		}
		back, err := d.Remove(func(t *Table) bool { return t.Path[0] == "s" })
		want := text
		if text == "a = 1" {
			want += "\n"
		}
		if strings.HasSuffix(text, "\n\n") || text == "\n" {
			want = strings.TrimSuffix(text, "\n")
		}
		if err != nil || string(back) != want {
			t.Errorf("from %q back to %q, %v", text, back, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{"a = ", "a = 1\na = 2", "[a]\n[a]\n", "a = {b = 1}\n[a.c]\n", "\xff = 1", strings.Repeat("a", MaxBytes+1)} {
		if _, err := Parse([]byte(text)); err == nil {
			t.Errorf("%.20q: no error", text)
		}
	}
	d, err := Parse([]byte("hooks = { x = 1 }\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Append("[hooks.state]\na = 1\n"); err == nil {
		t.Error("an edit that breaks the file: no error")
	}
}

// TestRemoveKeepsComments keeps what a person wrote between tables.
func TestRemoveKeepsComments(t *testing.T) {
	d, err := Parse([]byte("[a]\nx = [\n  1,\n  2,\n]\n\n# about b\n[b]\ny = 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := d.Remove(func(t *Table) bool { return t.Path[0] == "a" })
	if err != nil || string(out) != "\n# about b\n[b]\ny = 1\n" {
		t.Errorf("%v %q", err, out)
	}
}

func FuzzEdit(f *testing.F) {
	f.Add([]byte(sample))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Parse(data)
		if err != nil {
			return
		}
		if out, err := d.Append("[zz.\"k\"]\nh = \"1\"\n"); err == nil {
			if d, err = Parse(out); err != nil || d.Find("zz", "k", "h") != "1" {
				t.Errorf("%q: %v", data, err)
			}
			if _, err := d.Remove(func(t *Table) bool { return t.Path[0] == "zz" }); err != nil {
				t.Errorf("%q: %v", data, err)
			}
		}
		for i := range d.Tables {
			if out, err := d.Set(&d.Tables[i], "kk", "v"); err == nil {
				if _, err := Parse(out); err != nil {
					t.Errorf("%q: %v", data, err)
				}
			}
		}
	})
}

// TestParseDeep has brackets inside each other to the bound of a text.
func TestParseDeep(t *testing.T) {
	for _, open := range []string{"[", "{a=", "{a.b=[", "["} {
		if _, err := Parse([]byte("x = " + strings.Repeat(open, (MaxBytes-10)/len(open)))); err == nil {
			t.Errorf("%q: no error", open)
		}
	}
}
