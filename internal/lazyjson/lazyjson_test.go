package lazyjson

import (
	"encoding/json"
	"reflect"
	"testing"
	"unicode/utf8"
)

type thing struct {
	A    string
	B    []string
	C, D bool
	E    json.RawMessage
	F    int64
	G    []string
}

func read(text string) (v thing, err error) {
	r := Over(text)
	err = r.Object(func(name string) (err error) {
		switch name {
		case "a":
			v.A, err = r.Text()
		case "b":
			v.B, err = r.Texts()
		case "c":
			v.C, err = r.Bool()
		case "d":
			v.D, err = r.Bool()
		case "f":
			v.F, err = r.Int()
		case "g":
			if !r.Null() {
				v.G, err = r.Texts()
			}
		case "e":
			var raw string
			raw, err = r.Raw()
			v.E = json.RawMessage(raw)
		default:
			_, err = r.Raw()
		}
		return err
	})
	return v, err
}

func TestReader(t *testing.T) {
	for _, text := range []string{
		`{}`, ` { } `, `{"a":""}`, `{"b":[]}`,
		" {\"a\": \"x\\\\\\\"}{\", \"other\": [{\"b\": \"]\"}],\n\"e\" : { \"one|two\": {\"verbs\": {\"x\": 1}}, \"z\":\"one\" } , \"b\": [\"1\", \"\\u00e4\\n\"] , \"c\":true,\"d\" : false}",
		`{"a":"ä\/","e":-1.5e3 ,"c":false,"d":true,"x":null}`,
		`{"f":-12,"g":null,"a":"\"\\\/\b\f\n\r\t\u003c\u00e4\u20ac\ud83d\ude00\ud800"}`, `{"g":["\u0000"] , "f": 9223372036854775807}`,
	} {
		got, err := read(text)
		var want thing
		if wrong := json.Unmarshal([]byte(text), &want); wrong != nil {
			t.Fatal(wrong)
		}
		if len(want.B) == 0 {
			want.B = nil
		}
		if len(want.G) == 0 {
			want.G = nil
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v (%v)", text, got, want, err)
		}
	}
}

// TestBroken: what is no object is an error and never more than that.
func TestBroken(t *testing.T) {
	for _, text := range []string{"", " ", "{", "[]", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":}", "{\"a\":1", "{\"a\":1}", "{\"b\":{}}", "{\"b\":[1]}", "{\"b\":[\"x\"", "{\"b\":[\"x\" \"y\"]}",
		"{a:1}", "{\"\\\"", "{\"a\":\"\\", "{\"a\":\"\\\"}", "{\"a\":\"\\x\"}", "{\"c\":1}", "{\"c\":\"true\"}", "{\"e\":}", "{\"a\":\"x\" \"b\":[]}", "{\"x\":[1}", "{\"x\":,}", "{\"f\":1.5}", "{\"f\":\"1\"}", "{\"f\":9223372036854775808}", "{\"g\":nul}"} {
		if v, err := read(text); err == nil {
			t.Errorf("%q is read: %+v", text, v)
		}
	}
}

// FuzzReader: what both read is the same as encoding/json reads it, and nothing
// makes it panic.
func FuzzReader(f *testing.F) {
	f.Add(`{"a":"x","b":["y"],"c":true,"e":{"n":[1,"]"]}}`)
	f.Add(`{"a":"\ud83d\ude00\\","e":"\"","d":false,"a":""}`)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := read(text)
		var members map[string]json.RawMessage
		var want thing
		if err != nil || !utf8.ValidString(text) || json.Unmarshal([]byte(text), &members) != nil || json.Unmarshal([]byte(text), &want) != nil {
			return
		}
		for name := range members {
			if len(name) != 1 || name < "a" { // the library takes "A" for "a"
				return
			}
		}
		if len(want.B) == 0 {
			want.B, got.B = nil, nil
		}
		if len(want.G) == 0 {
			want.G, got.G = nil, nil
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	})
}
