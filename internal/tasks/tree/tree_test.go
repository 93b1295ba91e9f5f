package tree

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// show writes a tree in one line: strings in quotes, other scalars bare.
func show(n *Node) string {
	if n == nil {
		return "nothing"
	}
	switch n.Kind {
	case Null:
		return "null"
	case String:
		return fmt.Sprintf("%q", n.Str)
	case List:
		var parts []string
		for _, i := range n.Items {
			parts = append(parts, show(i))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case Map:
		var parts []string
		for i, k := range n.Keys {
			parts = append(parts, k+":"+show(n.Items[i]))
		}
		return "{" + strings.Join(parts, " ") + "}"
	}
	return n.Str
}

func TestJSON(t *testing.T) {
	for src, want := range map[string]string{
		`{"a": [1, -2.5e3, true, null, "x\né😀"], "b": {}}`: `{a:[1 -2.5e3 true null "x\né😀"] b:{}}`,
		` "x" `: `"x"`, `[]`: `[]`,
	} {
		n, err := JSON([]byte(src), false)
		if err != nil || show(n) != want {
			t.Errorf("%s: %v %v", src, show(n), err)
		}
	}
	for _, src := range []string{``, `{`, `{"a"}`, `{"a":1,}`, `[1 2]`, `{"a":1}{"b":2}`, `{a:1}`, `'x'`, `"x`, "\"\n\"", `01x`, `nul`, `{"a":1,"A":2}`, `{"a":1,"a":1}`, `// c` + "\n1", strings.Repeat("[", 100), `"\q"`, `"\u12"`} {
		if n, err := JSON([]byte(src), false); err == nil {
			t.Errorf("%s: read as %s", src, show(n))
		}
	}
	n, err := JSON([]byte("{ // x\n \"a\": [1,], /* y */ }"), true)
	if err != nil || show(n) != "{a:[1]}" {
		t.Errorf("comments: %v %v", show(n), err)
	}
	if n, _ := JSON([]byte("{\n\"a\":\n 1}"), false); n.Get("a").Line != 3 {
		t.Errorf("line %d", n.Get("a").Line)
	}
}

func TestTOML(t *testing.T) {
	for src, want := range map[string]string{
		"a = 1\nb = 'x' # c\n[c.d]\ne = \"y\\tz\"\n":             `{a:1 b:"x" c:{d:{e:"y\tz"}}}`,
		"a.b = true\na.c = [1, 'x',\n # n\n 2,\n]":               `{a:{b:true c:[1 "x" 2]}}`,
		"a = {b = 1, c.d = 'x'}":                                 `{a:{b:1 c:{d:"x"}}}`,
		"[[x]]\na = 1\n[[x]]\na = 2\n[x.y]\nb = 3":               `{x:[{a:1} {a:2 y:{b:3}}]}`,
		"a = '''\nx\n'y'\n'''\nb = \"\"\"z\\\n   w\"\"\"":        `{a:"x\n'y'\n" b:"zw"}`,
		"\"k k\" = 1979-05-27T07:32:00Z\n'l' = 0x1F\nm = -inf\n": `{k k:1979-05-27T07:32:00Z l:0x1F m:-inf}`,
		"[a.b]\nx=1\n[a]\ny=2\n":                                 `{a:{b:{x:1} y:2}}`,
		"":                                                       `{}`,
	} {
		n, err := TOML([]byte(src))
		if err != nil || show(n) != want {
			t.Errorf("%q: %v %v", src, show(n), err)
		}
	}
	for _, src := range []string{"a", "a =", "a = x", "a = 'x", "a = 1\na = 2", "a = 1\nA = 2", "[a", "a = [1", "a = {b = 1", "= 1", "a = 1 b = 2", "a = 1\n[a]\nb = 2", "a = \"\\q\"", "a = " + strings.Repeat("[", 100), "a = '''x"} {
		if n, err := TOML([]byte(src)); err == nil {
			t.Errorf("%q: read as %s", src, show(n))
		}
	}
}

func TestYAML(t *testing.T) {
	for src, want := range map[string]string{
		"a: 1\nb: x y # c\nc:\n  d: 'q''r'\n  e: \"s\\tt\"\n":       `{a:1 b:"x y" c:{d:"q'r" e:"s\tt"}}`,
		"- a\n- b: 1\n  c: 2\n- - d\n  - e\n-\n  f: g\n":            `["a" {b:1 c:2} ["d" "e"] {f:"g"}]`,
		"a:\n- x\n- y\nb: [p, 'q, r', {s: t}]\nc: {u: v, w: [1]}\n": `{a:["x" "y"] b:["p" "q, r" {s:"t"}] c:{u:"v" w:[1]}}`,
		"a: |\n  x\n    y\n\n  z\nb: >-\n  p\n  q\nc: d\n":          `{a:"x\n  y\n\nz" b:"p q" c:"d"}`,
		"a:\n  - |\n    # not a comment\n    x: y\n  - z\n":         `{a:["# not a comment\nx: y" "z"]}`,
		"a: x\n  y\n  z\nb:\n":                                      `{a:"x y z" b:null}`,
		"a: \"x\n  y\"\n":                                           `{a:"x y"}`,
		"url: http://x/y\nt: a:b\nq: it's\n":                        `{url:"http://x/y" t:"a:b" q:"it's"}`,
		"---\na: yes\nb: ~\n":                                       `{a:yes b:null}`,
		"\"a b\": c\n":                                              `{a b:"c"}`,
		"":                                                          `null`,
	} {
		n, err := YAML([]byte(src))
		if err != nil || show(n) != want {
			t.Errorf("%q: %v %v", src, show(n), err)
		}
	}
	for _, src := range []string{"a: &x 1", "a: *x", "a: !t x", "a: b\n---\nc: d", "<<: x", "a: [1", "a: 'x", "a: 1\na: 2", "a: 1\nA: 2", "a: b\n c: d", "a:\n\tb: c", "a: {b}", "? a\n: b", "a: |9\n  x", "%YAML 1.2\n---\na: b", "a: \"\\q\"", "a:\n    b: 1\n  c: 2", "a: " + strings.Repeat("[", 100) + strings.Repeat("]", 100), "a: \"x\" y"} {
		if n, err := YAML([]byte(src)); err == nil {
			t.Errorf("%q: read as %s", src, show(n))
		}
	}
	n, err := YAML([]byte("a:\n  cmds:\n    - x\n    - y: |\n        z\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := []int{n.Path("a", "cmds").Items[0].Line, n.Path("a", "cmds").Items[1].Get("y").Line}
	if d := cmp.Diff([]int{3, 5}, got); d != "" {
		t.Errorf("lines: %s", d)
	}
}

func TestMissing(t *testing.T) {
	var n *Node
	if _, ok := n.Text(); ok || n.Get("x") != nil || n.Path("a", "b") != nil || n.Is(Null) {
		t.Error("a missing node must be empty")
	}
	if _, err := JSON(make([]byte, MaxSource+1), false); err == nil {
		t.Error("a long file was read")
	}
}

func FuzzTree(f *testing.F) {
	f.Add([]byte(`{"a":["\u0041",{"b":null}]}`), uint8(0))
	f.Add([]byte("[a.'b']\nc = [{d = \"\"\"x\"\"\"}]\n[[e]]\n"), uint8(1))
	f.Add([]byte("a:\n- b: |-\n    x\n- [c, {d: \"e\"}]\n"), uint8(2))
	f.Fuzz(func(t *testing.T, b []byte, n uint8) {
		var err error
		var node *Node
		switch n % 3 {
		case 0:
			node, err = JSON(b, n > 100)
		case 1:
			node, err = TOML(b)
		default:
			node, err = YAML(b)
		}
		if (node == nil) == (err == nil) {
			t.Fatalf("%q: node %v, error %v", b, node, err)
		}
	})
}
