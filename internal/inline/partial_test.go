package inline

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// piece makes a word "a" + unknown + "b" whose middle the given commands print,
// the last of them into it.
func piece(before, after string, pipeline ...*shell.Command) shell.Word {
	for i := 1; i < len(pipeline); i++ {
		pipeline[i].Stdin = shell.Input{Kind: shell.Pipe, From: pipeline[i-1]}
	}
	p := shell.Piece{Origin: shell.Variable, Name: "x", Text: "$x"}
	if len(pipeline) > 0 {
		p = shell.Piece{Origin: shell.Output, Text: "$(...)", Inside: &shell.Captured{From: pipeline[len(pipeline)-1]}}
	}
	return shell.Word{Pieces: []shell.Piece{{Text: before}, p, {Text: after}}}
}

func command(words ...string) *shell.Command {
	c := &shell.Command{}
	for _, s := range words {
		c.Argv = append(c.Argv, shell.Text(s))
	}
	return c
}

func TestPartialCode(t *testing.T) {
	cat := command("cat", "f")
	for _, c := range []struct {
		lang string
		w    shell.Word
		want bool
	}{
		{"sed", piece("s/a/", "/"), true},
		{"sed", piece("s/", "/b/g", cat), true},
		{"sed", piece("s/a/b/", ""), false},
		{"sed", piece("", "p"), false},
		{"sed", piece("", "p", command("grep", "-n", "x", "f"), command("cut", "-d:", "-f1")), true},
		{"sed", piece("", "p", command("grep", "-rn", "x", "f"), command("cut", "-d:", "-f1")), false},
		{"sed", piece("s/a/", "/", command("curl", "x")), false},
		{"sed", piece("s/a/", "/", command("curl", "x"), command("head", "-1")), false},
		{"awk", piece("/", "/"), true},
		{"awk", piece("$1==\"", "\"{print}"), true},
		{"awk", piece("NR==", ""), false},
		{"awk", piece("NR==", "", cat, command("wc", "-l")), true},
		{"awk", piece("NR==", "", command("wc", "-l", "f")), false},
		{"awk", piece("{", "}", cat), false},
		{"python", piece("print('", "')"), true},
		{"python", piece("print(", ")"), false},
		{"python", piece("f'{", "}'"), false},
		{"python", piece("exec('", "')"), false},
		{"python", piece("x = '''", "'''", cat), true},
		{"javascript", piece("console.log('", "')"), true},
		{"javascript", piece("console.log(`${", "}`)"), false},
		{"perl", piece("s/x/", "/"), true},
		{"perl", piece("s/x/", "/e"), false},
		{"ruby", piece("puts '", "'"), true},
		{"ruby", piece(`puts "#{`, `}"`), false},
		{"php", piece("echo '", "';"), true},
		{"lua", piece("print('", "')"), true},
		{"sql", piece("select * from t where a='", "'"), true},
		{"sql", piece("select 1; ", ""), false},
		{"jq", piece(".a[", "]"), true},
		{"redis", piece("get user:", ""), true},
		{"ex", piece("normal ", ""), false},
		{"powershell", piece("Write-Host '", "'"), false},
	} {
		if _, ok := Partial(c.lang, c.w, Client{}); ok != c.want {
			t.Errorf("%s %s: %v, want %v", c.lang, c.w, ok, c.want)
		}
	}
}

func TestPartialKeepsTargetsUnknown(t *testing.T) {
	r, ok := Partial("python", piece("import os; os.remove('out/", "')"), Client{})
	if !ok || len(r.Acts) != 1 {
		t.Fatalf("%+v, %v", r, ok)
	}
	if s, known := r.Acts[0].Target.Known(); known {
		t.Errorf("the target is known: %s", s)
	}
	r, ok = Partial("python", piece("import os; os.system('rm ", "')"), Client{})
	if !ok || len(r.Inner) != 1 {
		t.Fatalf("%+v, %v", r, ok)
	}
	if s, known := r.Inner[0].Text.Known(); known {
		t.Errorf("the text is known: %s", s)
	}
}

// TestPartialLooksIntoFiles: what a file holds that is there is looked at.
func TestPartialLooksIntoFiles(t *testing.T) {
	files := map[string]string{"v": "1.2.3\n", "evil": "y/;1e rm -rf ~;s/a/b\n", "quote": "'); import os; os.system('x')#", "p.json": `{"v":"1.0","w":{"x":"a'b"}}`, "path": "src/a"}
	open := func(w shell.Word) (string, bool) {
		s, _ := w.Known()
		text, ok := files[s]
		return text, ok
	}
	for _, c := range []struct {
		lang string
		w    shell.Word
		want bool
	}{
		{"sed", piece("s/a/", "/", command("cat", "v")), true},
		{"sed", piece("s/a/", "/", command("cat", "evil")), false},
		{"sed", piece("s/a/", "/", command("cat", "evil"), command("head", "-1")), false},
		{"sed", piece("s#a#", "#", command("cat", "path")), true},
		{"sed", piece("s/a/", "/", command("cat", "path")), false},
		{"sed", piece("s/a/", "/", command("cat", "missing")), true},
		{"python", piece("print('", "')", command("cat", "quote")), false},
		{"python", piece("print('", "')", command("cat", "path")), true},
		{"python", piece("print('", "')", command("jq", "-r", ".v", "p.json")), true},
		{"python", piece("print('", "')", command("jq", "-r", ".w.x", "p.json")), false},
		{"python", piece("print('", "')", command("grep", "x", "quote")), true},
	} {
		if _, ok := Partial(c.lang, c.w, Client{Open: open}); ok != c.want {
			t.Errorf("%s %s: %v, want %v", c.lang, c.w, ok, c.want)
		}
	}
}
