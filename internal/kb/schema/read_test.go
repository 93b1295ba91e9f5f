package schema

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// plain is a node as encoding/json reads it, with its verbs read, too.
func plain(t *testing.T, n Node, where string) (Node, map[string]Node) {
	t.Helper()
	below := map[string]Node{}
	for key, raw := range n.Verbs {
		if raw[0] == '"' {
			continue
		}
		var v Node
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatalf("%s %s: %v", where, key, err)
		}
		below[key] = v
	}
	return n, below
}

// same compares a node that Decode read with one of encoding/json, all the way
// down.
func same(t *testing.T, got *Node, want Node, where string) {
	t.Helper()
	want, below := plain(t, want, where)
	flags := map[string]string{}
	for _, o := range got.options {
		flags[o.key] = o.text
	}
	verbs := map[string]json.RawMessage{}
	for _, s := range got.subs {
		verbs[s.key] = json.RawMessage(s.text)
	}
	if len(flags) != len(want.Flags) || len(flags) > 0 && !reflect.DeepEqual(flags, want.Flags) || len(flags) != len(got.options) {
		t.Errorf("%s: options %v, want %v", where, flags, want.Flags)
	}
	if len(verbs) != len(want.Verbs) || len(verbs) > 0 && !reflect.DeepEqual(verbs, want.Verbs) || len(verbs) != len(got.subs) {
		t.Errorf("%s: verbs %q, want %q", where, verbs, want.Verbs)
	}
	public := *got
	public.options, public.subs, public.flags, public.patterns, public.prefixes, public.found, public.below, public.flagVerb = nil, nil, nil, nil, nil, nil, nil, false
	want.Flags, want.Verbs = nil, nil
	a, err1 := json.Marshal(public)
	b, err2 := json.Marshal(want)
	if err1 != nil || err2 != nil || string(a) != string(b) {
		t.Errorf("%s:\n%s\nwant\n%s (%v %v)", where, a, b, err1, err2)
	}
	for key, v := range below {
		n, err := got.Verb(key)
		if err != nil || n == nil {
			t.Errorf("%s %s: %v %v", where, key, n, err)
			continue
		}
		same(t, n, v, where+" "+key)
	}
}

// TestReadsEveryFile: by hand every file is read as encoding/json reads it.
func TestReadsEveryFile(t *testing.T) {
	files, err := filepath.Glob("../data/*.json")
	if err != nil || len(files) < 1000 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "/env.json") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var want Tool
		if err := Strict(data, &want); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		got, err := Decode(string(data))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if got.Tool != want.Tool || got.About != want.About || got.Local != want.Local || got.From != want.From || !slices.Equal(got.Names, want.Names) {
			t.Errorf("%s: %q %q %q, want %q %q %q", file, got.Tool, got.About, got.Names, want.Tool, want.About, want.Names)
		}
		same(t, &got.Node, want.Node, want.Tool)
	}
}

// TestReadsEveryMember: each member of the form is read, by the name that
// encoding/json knows it by.
func TestReadsEveryMember(t *testing.T) {
	full := Node{Style: "gnu", Bundle: true, Operands: []string{"a"}, Does: []string{"b"}, Dry: "c", Help: "d", Stdin: "e", OperandWords: []string{"f"}, Runs: "g",
		Open: "h", Because: "i", Alike: "j", Bind: "k", Free: "l", DataFile: "v", One: "m", Flags: map[string]string{"-x": "y"}, Verbs: map[string]json.RawMessage{"v": json.RawMessage(`{"dry":"z"}`)},
		When: []Cond{{Flag: "a", NoFlag: "b", Like: "c", Unlike: "d", Operand: "e", Operands: "f", Stdin: "g", Stdout: "h", Env: "i", Exists: "j", Same: "s", Does: []string{"k"},
			Drop: []string{"l"}, As: map[string]string{"m": "n"}, Say: "o", Instead: "p", Rule: "q", Risk: "r"}}}
	for _, v := range []any{full, full.When[0]} {
		for i := range reflect.TypeOf(v).NumField() {
			if f := reflect.TypeOf(v).Field(i); f.IsExported() && reflect.ValueOf(v).Field(i).IsZero() {
				t.Fatalf("%s is missing in this test", f.Name)
			}
		}
	}
	data, err := json.Marshal(Tool{Tool: "t", Names: []string{"u"}, About: "about", Local: true, From: "npm", Node: full})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(string(data))
	if err != nil {
		t.Fatal(err)
	}
	same(t, &got.Node, full, "t")
	if got.Tool != "t" || got.About != "about" || !got.Local || got.From != "npm" || len(got.Names) != 1 {
		t.Errorf("%+v", got)
	}
}
