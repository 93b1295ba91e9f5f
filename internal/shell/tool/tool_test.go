package tool

import (
	"os/exec"
	"strings"
	"testing"
)

// TestR34_AsTheToolsThemselves compares what is computed with what the tools of
// this machine print. What is not computed proves nothing; so much of it has to
// be.
func TestR34_AsTheToolsThemselves(t *testing.T) {
	inputs := []string{"", "a", "a\n", "one two\nthree four\n", "b\na\nb\n", "x/y/z\n", "abc\nno\n\nxyz:1:2", "10\n9\n", "rm -rf /\n", "aabbcc  d\n", "Y21kMQ==\n", "636d64\n"}
	var calls [][]string
	for name, options := range map[string][]string{
		"cut":      {"-d/ -f2", "-d/ -f1,3", "-d/ -f2-", "-d/ -f-2", "-d: -f2 -s", "-c2", "-c2-3", "-c-2", "-b1", "-f1", "-d/ -f0", "-d/ -f3-2", "-d/ -f9", "-d x -f1"},
		"head":     {"", "-n1", "-n 1", "-1", "-n -1", "-n-1", "-c3", "-c -3", "--lines=2", "-n 0", "-q -n1", "/nothing", "-n +1"},
		"tail":     {"", "-n1", "-n 1", "-1", "-n +2", "-n+2", "-c3", "-c +3", "--lines=2", "-n 0", "-n -1", "+2", "/nothing"},
		"sort":     {"", "-r", "-u", "-n", "-ru", "/nothing"},
		"uniq":     {"", "-c", "/nothing"},
		"tac":      {"", "/nothing"},
		"rev":      {"", "/nothing"},
		"paste":    {"-sd,", "-s -d,", "-s", "-d,", "-sd ,", "/nothing"},
		"fold":     {"", "-w2", "-w 2", "-w 1", "-w 3 /nothing", "-w", "-w 0", "-2", "-sw 2", "-w 40"},
		"tr":       {"a-c x", "-d a", "-s a-z", "-c a-z _", "-dc a-z", "[:lower:] [:upper:]", "a-f xy", "z-a x", "/ -", "abc", "-s ab x", "-cd a-z\\n", "a\\142 xy", "\\[ x", "-t ab x", "-d a b", "-c a-z xy"},
		"sed":      {"s/a/X/", "s/b/X/g", "s,/,_,g", "-n 1p", "s/a/&&/", "-e s/a/b/", "s//X/"},
		"awk":      {"{print$1}", "-F/ {print\u00a0$2}"},
		"base64":   {"", "-d", "-w0", "-d -", "-d /nothing", "-d -i"},
		"base32":   {"", "-d", "-d /nothing"},
		"xxd":      {"-p", "-r -p", "-rp", "-r -p /nothing"},
		"basename": {"a/b", "/a/b/", "/", "//", "x.go .go", ".go .go", "a b c", "-s .go x.go", "-- a/b", "-a x/y z", "a//", "-a", "-a -z x", "-a x -z", "-s .go x.go a/.go -s", "-s .go", "-a -- x", "-- a/b b", "-s b b b"},
		"dirname":  {"a", "/a/b/", "/", "a/b", "a//b", "/x y/z", "./x", "//a", "-- a/b", "a/", "/home/dev/", "..", "-z a"},
		"seq":      {"3", "2 4", "1 2 5", "3 1", "3 -1 1", "-s, 3", "-w 8 10", "0", "01 3", "1 0.5 2"},
		"echo":     {"x", "-n x", "x  y", ""},
		"cat":      {"", "-", "-u", "/nothing", "-n"},
	} {
		for _, o := range options {
			calls = append(calls, append([]string{name}, strings.Fields(strings.ReplaceAll(o, "\u00a0", "\u2003"))...))
		}
	}
	for _, program := range []string{"{print $1}", "{print $2, $1}", "{ print $NF }", "{print $0}", "{print $9}", "{print}", "{print NR}"} {
		calls = append(calls, []string{"awk", program}, []string{"awk", "-F", "/", program}, []string{"awk", "-F:", program})
	}
	calls = append(calls, []string{"basename", ""}, []string{"dirname", ""}, []string{"echo", "-e", `\0101\x41\n\ca`, "b"}, []string{"echo", "-ne", `a\tb`})
	known := 0
	for _, call := range calls {
		path, err := exec.LookPath(call[0])
		if err != nil {
			continue
		}
		for _, in := range inputs {
			got, ok := Find(call[0])(call[1:], in, true)
			if !ok {
				continue
			}
			known++
			cmd := exec.Command(path, call[1:]...)
			cmd.Env = []string{"LC_ALL=C.UTF-8"}
			cmd.Stdin = strings.NewReader(in)
			if out, _ := cmd.Output(); got != string(out) {
				t.Errorf("%q with %q: %q, itself it prints %q", call, in, got, out)
			}
		}
	}
	if known < 300 {
		t.Errorf("only %d outputs are computed", known)
	}
}

// TestR34_NotTheInput: these read something else than their standard input, or
// do more than what is computed.
func TestR34_NotTheInput(t *testing.T) {
	for _, call := range []string{"base64 -d f", "base32 -d f", "openssl base64 -d -in f", "xxd -r -p f", "xxd -r -p sl", "cut -f1 f", "head -n1 f", "tail f", "sort f", "sort -o f", "uniq f",
		"tac f", "rev f", "paste -s f", "fold f", "tr a b c", `echo -e \101`, "sed s/a/b/ f", "awk {print f", "cat f", "readlink f", "readlink /f", "sed -i s/a/b/", "cut -s -f1"} {
		words := strings.Fields(call)
		if out, ok := Find(words[0])(words[1:], "YQ==\n", true); ok {
			t.Errorf("%s is said to print %q", call, out)
		}
	}
	for _, name := range strings.Fields("tac rev tr base64 base32 xxd basename dirname seq true false : sleep head tail sort uniq cut openssl sed mktemp realpath readlink paste fold awk gawk mawk basename dirname seq true false : mktemp realpath readlink sleep") {
		if !IgnoresInput(name) {
			if out, ok := Find(name)([]string{"-Z"}, "a", true); ok {
				t.Errorf("%s -Z is said to print %q", name, out)
			}
		}
	}
}
