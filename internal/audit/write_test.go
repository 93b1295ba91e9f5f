package audit

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/sentinelgate/sentinel"
)

// asLibrary is what encoding/json writes of a value.
func asLibrary(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestEntryAsLibrary: each member of an entry is written, as encoding/json would
// write it; so is an entry without any.
func TestEntryAsLibrary(t *testing.T) {
	full := Entry{Time: time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC), Agent: "a", Session: "b", Call: "c", Tool: "d", Action: sentinel.ActionEdit, Outcome: sentinel.Denied,
		Permitted: true, Risk: sentinel.High, Colour: sentinel.Green, Rule: "e", Reason: "f", Shape: "<g>", Findings: []string{"h", "\"i&"}, Text: "j\x00\n\t\u2028\xff\\",
		Edited: "k", Remember: "l", Cwd: "/m", Request: "n", Number: -7}
	for i := range reflect.TypeOf(full).NumField() {
		if reflect.ValueOf(full).Field(i).IsZero() {
			t.Fatalf("%s is missing in this test", reflect.TypeOf(full).Field(i).Name)
		}
	}
	for _, e := range []Entry{full, {}, {Findings: []string{}}, {Findings: []string{"x"}}} {
		got, err := encodeEntry(e)
		if want := asLibrary(t, e); err != nil || string(got) != want {
			t.Errorf("%s\nwant\n%s (%v)", got, want, err)
		}
	}
	if _, err := encodeEntry(Entry{Time: time.Date(10001, 1, 1, 0, 0, 0, 0, time.UTC)}); err == nil {
		t.Error("a year that JSON has no form for")
	}
}

func TestLineAsLibrary(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.FixedZone("", 3600))
	for _, l := range []sentinel.Line{
		{},
		{Seq: 7, Time: at, Event: sentinel.Event{Kind: "decision", Request: "r", Data: json.RawMessage(` { "a" : "<&>\u2028" , "b":[ 1 ] } `)}, Prev: "p", Hash: "h"},
		{Seq: 1, Time: at, Event: sentinel.Event{Kind: "\"", Data: json.RawMessage(`"x"`)}},
	} {
		got, err := encodeOne(l)
		if want := asLibrary(t, l); err != nil || string(got) != want {
			t.Errorf("%s\nwant\n%s (%v)", got, want, err)
		}
	}
	for _, data := range []string{"", "{", "{} {}", "x", `{"a":1}}`} {
		if b, err := encodeOne(sentinel.Line{Seq: 1, Time: at, Event: sentinel.Event{Data: json.RawMessage(data)}}); err == nil {
			t.Errorf("%q is written: %s", data, b)
		}
	}
}

// FuzzText: a text is written as encoding/json writes it.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "plain", "\"\\/\b\f\n\r\t\x00\x1f\x7f", "ä€😀\u2028\u2029\u202a", "\xff\xc3", "<&>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := string(appendText(nil, s)), strings.TrimSuffix(asLibrary(t, s), "\n"); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	})
}
