package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       any
	}{
		{"null", ` null `, nil},
		{"number keeps its digits", `12345678901234567890.10e+3`, json.Number("12345678901234567890.10e+3")},
		{"escapes", `"a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é"`, "a\"\\/\b\f\n\r\té😀é"},
		{"nested", "{\"a\":[1,{\"b\":true},[]],\r\n\t\"c\":{}}", map[string]any{
			"a": []any{json.Number("1"), map[string]any{"b": true}, []any{}}, "c": map[string]any{}}},
		{"same name at two depths", `{"a":{"a":1},"b":{"a":2}}`, map[string]any{
			"a": map[string]any{"a": json.Number("1")}, "b": map[string]any{"a": json.Number("2")}}},
		{"name with a meaning elsewhere", `{"__proto__":false}`, map[string]any{"__proto__": false}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Decode([]byte(test.text), Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	many := `{"n0":0`
	for i := 1; i < 40; i++ {
		many += fmt.Sprintf(`,"n%d":0`, i)
	}
	tests := []struct {
		name, text string
		line, col  int
		problem    string
	}{
		{"empty", ``, 1, 1, "unexpected end"},
		{"twice", `{"a":1,"b":2,"a":3}`, 1, 14, "occurs twice"},
		{"twice in letter case", `{"command":1,"Command":2}`, 1, 14, "occurs twice"},
		{"twice by Kelvin sign", "{\"key\":1,\"\u212aey\":2}", 1, 10, "occurs twice"},
		{"twice by escape", `{"a":1,"\u0061":2}`, 1, 8, "occurs twice"},
		{"twice deep", "{\"x\":[\n{\"a\":1,\n \"A\":2}]}", 3, 2, "occurs twice"},
		{"twice after a child", `{"a":{"b":1},"a":1}`, 1, 14, "occurs twice"},
		{"twice among many", many + `,"N7":1}`, 1, len(many) + 2, "occurs twice"},
		{"junk", `{} x`, 1, 4, "junk"},
		{"second value", `{}{}`, 1, 3, "junk"},
		{"NUL behind", "{}\x00", 1, 3, "junk"},
		{"invalid UTF-8", "\"é\xff\"", 1, 3, "UTF-8"},
		{"NUL escape", `"a\u0000"`, 1, 3, "NUL"},
		{"raw control", "\"a\x01\"", 1, 3, "control"},
		{"raw newline", "\"a\nb\"", 1, 3, "control"},
		{"lone high surrogate", `"\ud800"`, 1, 2, "surrogate"},
		{"lone low surrogate", `"\udc00"`, 1, 2, "surrogate"},
		{"reversed surrogates", `"\udc00\ud800"`, 1, 2, "surrogate"},
		{"bad escape", `"\x41"`, 1, 2, "escape"},
		{"bad hex", `"\u00g0"`, 1, 2, "hexadecimal"},
		{"signed hex", `"\u+123"`, 1, 2, "hexadecimal"},
		{"leading zero", `01`, 1, 2, "junk"},
		{"bare point", `1.`, 1, 3, "digit"},
		{"plus", `+1`, 1, 1, "value"},
		{"trailing comma", `[1,]`, 1, 4, "value"},
		{"comment", `/**/1`, 1, 1, "value"},
		{"byte order mark", "\ufeff1", 1, 1, "value"},
		{"single quotes", `{'a':1}`, 1, 2, "name"},
		{"deep", strings.Repeat("[", 65), 1, 65, "deeper"},
		{"unclosed", `{"a":[1`, 1, 8, "comma"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Decode([]byte(test.text), Limits{})
			var got *Error
			if !errors.As(err, &got) {
				t.Fatalf("got %v, want an *Error", err)
			}
			if got.Line != test.line || got.Column != test.col || !strings.Contains(got.Problem, test.problem) {
				t.Errorf("got %v, want line %d column %d: ...%s...", got, test.line, test.col, test.problem)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	within := Limits{Bytes: 20, Depth: 2, Members: 3}
	for text, want := range map[string]bool{
		`[1,2,3]`:                 true,
		`[1,2,3,4]`:               false,
		`[[1]]`:                   true,
		`[[[1]]]`:                 false,
		`"` + pad(18) + `"`:       true,
		`"` + pad(19) + `"`:       false,
		`{"a":1,"b":{"c":1}}`:     true,
		`{"a":1,"b":{"c":[]}}`:    false,
		strings.Repeat("[", 1000): false,
	} {
		if _, err := Decode([]byte(text), within); (err == nil) != want {
			t.Errorf("%s: got %v", text, err)
		}
	}
	deep := strings.Repeat("[", 1_000_000)
	if err := Check([]byte(deep), Limits{Depth: 1 << 30}); err == nil {
		t.Error("depth without bound")
	}
}

func TestDecodeTop(t *testing.T) {
	t.Parallel()
	text := `{"a":1,"b":{"c":[2, 3],"d":"x"},"e":[]}`
	for levels, want := range []any{
		Raw(text),
		map[string]any{"a": json.Number("1"), "b": Raw(`{"c":[2, 3],"d":"x"}`), "e": Raw(`[]`)},
		map[string]any{"a": json.Number("1"), "b": map[string]any{"c": Raw(`[2, 3]`), "d": "x"}, "e": []any{}},
	} {
		got, err := DecodeTop([]byte(text), Limits{}, levels)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%d levels: %v, -want +got\n%s", levels, err, diff)
		}
	}
	if _, err := DecodeTop([]byte(`{"a":{"b":{"c":1,"c":2}}}`), Limits{}, 1); err == nil {
		t.Error("what is not built is not checked")
	}
}

func TestDataNames(t *testing.T) {
	t.Parallel()
	data := Limits{DataNames: true}
	if err := Check([]byte(`{"rm -r":1,"rm -R":2}`), data); err != nil {
		t.Error(err)
	}
	if err := Check([]byte(`{"rm -r":1,"rm -r":2}`), data); err == nil {
		t.Error("a name twice was accepted")
	}
}

func pad(n int) string { return strings.Repeat("x", n) }

func TestObject(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`[]`, `null`, `"{}"`, `1`} {
		if _, err := Object([]byte(text)); err == nil {
			t.Errorf("%s is no object", text)
		}
	}
	if got, err := Object([]byte(`{"a":null}`)); err != nil || len(got) != 1 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestInto(t *testing.T) {
	t.Parallel()
	type event struct {
		Tool string         `json:"tool"`
		Args map[string]any `json:"args"`
	}
	var got event
	if err := Into([]byte(`{"tool":"Bash","args":{"n":1.50},"new":1}`), &got, Options{}); err != nil {
		t.Fatal(err)
	}
	want := event{"Bash", map[string]any{"n": json.Number("1.50")}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for name, text := range map[string]string{
		"unknown member": `{"tool":"Bash","new":1}`,
		"wrong type":     `{"tool":1}`,
		"twice":          `{"tool":"Bash","Tool":"Read"}`,
	} {
		var place *Error
		if err := Into([]byte(text), &event{}, Options{KnownMembers: true}); !errors.As(err, &place) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// FuzzDecode: what passes reads the same through encoding/json; the error
// never lies outside the text; Check and Decode agree.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.5e3,"x\n\u00e9"],"b":{"a":null}}`, `{"a":1,"A":2}`, `[[[[`, `"\ud83d\ude00"`,
		`{"a":{"b":1},"a":1}`, "\xff", `-0.0E-1 `, `tru`, `{"k":0,"K":1}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Decode(data, Limits{})
		if check := Check(data, Limits{}); (check == nil) != (err == nil) {
			t.Fatalf("Check says %v, Decode %v", check, err)
		}
		if err != nil {
			var place *Error
			if !errors.As(err, &place) || place.Offset > len(data) {
				t.Fatalf("error %v", err)
			}
			return
		}
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil {
			t.Fatalf("encoding/json refuses: %v", err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("-encoding/json +strictjson\n%s", diff)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	event := []byte(`{"session_id":"0b6e1c3a-5a4f-4d0c-9d55-8c0f1a2b3c4d","transcript_path":"/home/u/.claude/projects/x/0b6e.jsonl",` +
		`"cwd":"/home/u/src/project","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash",` +
		`"tool_input":{"command":"cd internal && go test ./... 2>&1 | tail -40","description":"` + pad(600) + `","timeout":120000},` +
		`"tool_use_id":"toolu_01ABC"}`)
	b.SetBytes(int64(len(event)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(event, Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}
