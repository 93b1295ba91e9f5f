package jsonc

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	tests := []struct{ name, in, plain string }{
		{"object", `{"a": 1}`, `{"a": 1}`},
		{"comments", "// x\n{\"a\": /* y */ 1} // z", "    \n{\"a\":         1}     "},
		{"trailing comma", "[1, 2,]\n", "[1, 2 ]\n"},
		{"mark", "\xef\xbb\xbf{}", "{}"},
		{"brackets in texts and comments", `{"a": "[[[\"[[" /* [[[ " */}`, `{"a": "[[[\"[["            }`},
		{"names that differ in case", `{"http_proxy": 1, "HTTP_PROXY": 2}`, `{"http_proxy": 1, "HTTP_PROXY": 2}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := Parse([]byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(d.Pack()); got != tt.in {
				t.Errorf("packed %q", got)
			}
			if got := string(d.Plain()); got != tt.plain || !json.Valid([]byte(got)) {
				t.Errorf("plain %q, want %q", got, tt.plain)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		name, in  string
		line, col int
		want      string
	}{
		{"nothing", "", 1, 1, "ends too early"},
		{"cut off", "{\n\"a\": ", 2, 6, "ends too early"},
		{"in the third line", "{\n\n  x}", 3, 3, "x"},
		{"after letters of two bytes", `{"äö": y}`, 1, 8, "y"},
		{"twice", "{\"a\": 1,\n  \"b\": {}, \"\\u0061\": 2}", 2, 12, `"a" stands here again, it is on line 1`},
		{"twice within", `[{"a": {"b": 1, "b": 2}}]`, 1, 17, `"b"`},
		{"long literal", strings.Repeat("x", 1000), 1, 1, "..."},
		{"too deep", strings.Repeat("[", MaxDepth+1), 1, MaxDepth + 1, "brackets"},
		{"comment without end", "{} /* x", 1, 4, "ends too early"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.in))
			e, ok := AsError(err)
			if !ok {
				t.Fatalf("error %v", err)
			}
			if e.Line != tt.line || e.Col != tt.col || !strings.Contains(e.Msg, tt.want) || len(e.Msg) > 300 {
				t.Errorf("got %v", e)
			}
		})
	}
	if _, err := Parse(bytes.Repeat([]byte(" "), MaxBytes+1)); err == nil {
		t.Error("text beyond the limit: no error")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("// x\n{\"a\": [1, {\"b\": null},], /* y */}"))
	f.Add([]byte(strings.Repeat("[", 200)))
	f.Fuzz(func(t *testing.T, in []byte) {
		d, err := Parse(in)
		if err != nil {
			if e, ok := AsError(err); !ok || e.Line < 1 || e.Col < 1 || e.Offset > len(in) {
				t.Errorf("%q: error %#v", in, err)
			}
			return
		}
		if !bytes.Equal(d.Pack(), in) {
			t.Errorf("%q packs to %q", in, d.Pack())
		}
		if plain := d.Plain(); len(plain) != len(d.Source) || !json.Valid(plain) {
			t.Errorf("%q is in plain %q", in, plain)
		}
	})
}
