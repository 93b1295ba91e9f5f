package pure

import (
	"os/exec"
	"strings"
	"testing"
)

// TestFieldsAgainstBash compares with what bash's read makes of a line.
func TestFieldsAgainstBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash on this machine")
	}
	for _, ifs := range []string{",", " ", " ,", ":", "", ",:", " \t\n"} {
		for _, line := range []string{"a,b", "a,b,c,", "a,b,", ",a", "a:b", " a  b ", " 1 , 2  3 ", "a,,b", "x:", "x::", "", ",", ",,", " ", "a , ", "a,b:c,"} {
			out, err := exec.Command(bash, "-c", `IFS=$1 read -r a b <<< "$2"; IFS=$1 read -ra p <<< "$2"; IFS=$1 read -r o <<< "$2"; printf '<%s>' "$a" "$b" "$o"; printf '[%s]' "${p[@]}"`, "bash", ifs, line).Output()
			if err != nil {
				t.Fatal(err)
			}
			two, one, all := append(Fields(line, ifs, 2), "", ""), append(Fields(line, ifs, 1), ""), Fields(line, ifs, 0)
			got := "<" + two[0] + "><" + two[1] + "><" + one[0] + ">[" + strings.Join(all, "][") + "]"
			if got != string(out) {
				t.Errorf("%q by %q: %s, bash makes %s", line, ifs, got, out)
			}
		}
	}
}

func TestItemsAgainstXargs(t *testing.T) {
	xargs, err := exec.LookPath("xargs")
	if err != nil {
		t.Skip("no xargs on this machine")
	}
	for _, in := range []string{"a b\nc", "'a b' c\\ d\n", "\"x y\"z\n", "  a  \n b\n", "", "a,b", "a,b,", "a\n\nb\n", "a b 'c d", "a\n'b\nc"} {
		for _, c := range []struct {
			args      []string
			separator string
			lines     bool
		}{{nil, "", false}, {[]string{"-I@"}, "", true}, {[]string{"-d,"}, ",", false}, {[]string{"-0"}, "\x00", false}} {
			words := append(append([]string{}, c.args...), "printf", "[%s]")
			if c.lines {
				words = append(words, "@")
			}
			cmd := exec.Command(xargs, words...)
			cmd.Stdin = strings.NewReader(in)
			out, err := cmd.Output()
			if open := strings.Count(in, "'")%2 == 1; err != nil && !open {
				t.Fatal(err)
			}
			got := "[" + strings.Join(Items(in, c.separator, c.lines), "][") + "]"
			if c.lines && got == "[]" {
				got = ""
			}
			if got != string(out) {
				t.Errorf("%q with %v: %s, xargs makes %s", in, c.args, got, out)
			}
		}
	}
}

// TestLinesAgainstXargs compares with what xargs makes of a line at a time.
func TestLinesAgainstXargs(t *testing.T) {
	xargs, err := exec.LookPath("xargs")
	if err != nil {
		t.Skip("no xargs on this machine")
	}
	for in, sure := range map[string]bool{
		"a\nb c\n": true, "a -rf /\n\n b  c": true, "": true, "\n": true, "a \"x y\" z\n'b c'\n": true, "a \nb\n": false, "a\\\nb\n": false, "a 'x\ny'\n": false,
	} {
		lines, ok := Lines(in, 100)
		if ok != sure {
			t.Errorf("%q: known %v, want %v", in, ok, sure)
		}
		if !ok {
			continue
		}
		var got strings.Builder
		for _, items := range lines {
			got.WriteString("(" + strings.Join(items, "|") + ")")
		}
		cmd := exec.Command(xargs, "-L1", "sh", "-c", `IFS='|'; printf '(%s)' "$*"`, "sh")
		cmd.Stdin = strings.NewReader(in)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != string(out) {
			t.Errorf("%q: %s, xargs makes %s", in, got.String(), out)
		}
	}
	if lines, ok := Lines("a\nb\n", 1); ok {
		t.Errorf("more lines than the bound: %q", lines)
	}
}
