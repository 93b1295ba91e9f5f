package lazyjson

import (
	"encoding/json"
	"reflect"
	"testing"
)

type thing struct {
	A string
	B []int
}

func TestVerbs(t *testing.T) {
	var v thing
	verbs, err := Verbs([]byte(" {\"a\": \"x\\\\\\\"}{\", \"examples\": [{\"b\": \"]\"}],\n\"verbs\" : { \"one|two\": {\"verbs\": {\"x\": 1}}, \"z\":\"one\" } , \"b\": [1, 2] } "), &v)
	want := map[string]json.RawMessage{"one|two": json.RawMessage(`{"verbs": {"x": 1}}`), "z": json.RawMessage(`"one"`)}
	if err != nil || !reflect.DeepEqual(verbs, want) || v.A != "x\\\"}{" || len(v.B) != 2 {
		t.Errorf("%q %+v %v", verbs, v, err)
	}
}

// TestBroken: what is no object is an error and never more than that.
func TestBroken(t *testing.T) {
	for _, text := range []string{"", " ", "{", "[]", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":}", "{\"a\":1", "{\"verbs\":1}", "{\"verbs\":{\"a\":}}", "{a:1}", "{\"\\\"", "{\"a\":\"\\"} {
		var v thing
		if _, err := Verbs([]byte(text), &v); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
