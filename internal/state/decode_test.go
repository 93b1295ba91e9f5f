package state

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/lazyjson"
	"github.com/sentinelgate/sentinel/internal/ledger"
	"github.com/sentinelgate/sentinel/internal/strictjson"
)

// fullSession has a value in every member that is written.
func fullSession() Session {
	effects := []sentinel.Effect{{Kind: sentinel.Write, Scope: sentinel.ScopeProject, Target: "/p/<a>", Identity: "i"}, {}}
	return Session{Root: "/p", Started: 1, Used: 2, Grants: map[string]ledger.Sets{"k": {effects, {}}, "none": {}}, Paths: []PathGrant{{"/p/\"x", true, sentinel.ActionEdit, "h"}},
		Tools: []string{"t", "ü"}, Written: []WrittenFile{{Path: "/p/w", Hash: "h", Seen: true, At: 3, Labels: []string{"l"}, Bad: true, New: true}, {}}, Scanned: []string{"s"},
		Asked: []AskedCall{{Session: "s", CallID: "c", Digest: "d", Attended: true, At: 4, Parts: []Part{{"git <x>", "git", effects, sentinel.High, sentinel.Yellow, true}, {}}}, {}}}
}

// filled reports a member without a value, at any depth.
func filled(t *testing.T, v reflect.Value, where string) {
	t.Helper()
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Tag.Get("json") == "-" {
			continue
		}
		at := v.Field(i)
		if at.IsZero() {
			t.Errorf("%s.%s is missing in this test", where, f.Name)
			continue
		}
		if at.Kind() == reflect.Slice && at.Type().Elem().Kind() == reflect.Struct {
			filled(t, at.Index(0), where+"."+f.Name)
		}
	}
}

// TestSessionByHand: what is written is read by hand, every member of it, as
// encoding/json reads it.
func TestSessionByHand(t *testing.T) {
	full := fullSession()
	filled(t, reflect.ValueOf(full), "Session")
	for _, s := range []Session{full, {}} {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var byHand, want Session
		d := decoder{lazyjson.Over(string(data))}
		if err := d.session(&byHand); err != nil {
			t.Errorf("%s: %v", data, err)
		}
		if err := json.Unmarshal(data, &want); err != nil || !reflect.DeepEqual(byHand, want) {
			t.Errorf("%+v\nwant\n%+v (%v)", byHand, want, err)
		}
	}
}

// TestSessionOtherwise: what is not of the form in which sessions are written is
// read, or refused, as before.
func TestSessionOtherwise(t *testing.T) {
	for _, text := range []string{`{}`, ` {"ROOT":"/p"} `, `{"root":null}`, `{"root":"/p","later":[1]}`, `{"root":5}`, `{"root":"/p","root":"/q"}`, `{"started":1.5}`, `{"started":1e3}`,
		`{"written":[{"path":"/x","bad":"yes"}]}`, `{"grants":{"k":[[{"kind":"burn"}]]}}`, `{"grants":null}`, `{"asked":[{"parts":null}]}`, `{"asked":[null]}`, `[]`, `null`, `"x"`, ``, `{`, `{} {}`,
		`{"tools":["\ud800"]}`, "{\"root\":\"\xff\"}", `{"paths":[{"path":"/x","action":"edit","tree":true}]}`, `{"paths":[{"action":"none of them"}]}`} {
		checkSession(t, text)
	}
}

// checkSession compares with encoding/json alone.
func checkSession(t *testing.T, text string) {
	t.Helper()
	got, err := decodeSession([]byte(text))
	var want Session
	wrong := strictjson.Into([]byte(text), &want, limits())
	if (err == nil) != (wrong == nil) {
		t.Errorf("%q: %v, want %v", text, err, wrong)
	}
	var place *strictjson.Error
	if err != nil && !errors.As(err, &place) {
		t.Errorf("%q: %T", text, err)
	}
	a, err1 := json.Marshal(got)
	b, err2 := json.Marshal(want)
	if err == nil && (err1 != nil || err2 != nil || string(a) != string(b)) {
		t.Errorf("%q:\n%s\nwant\n%s", text, a, b)
	}
}

// FuzzByHand: by hand nothing is read that encoding/json refuses or reads
// otherwise.
func FuzzByHand(f *testing.F) {
	data, err := json.Marshal(fullSession())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(data))
	f.Add(`{"root":"\/p","started":-0,"asked":[{"parts":null}],"grants":{"":[[{"kind":"none","scope":"none"}]]}}`)
	f.Fuzz(checkSession)
}
