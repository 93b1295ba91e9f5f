package schema

import (
	"strings"
	"testing"
)

// TestCheckRefuses: what would be read differently from run to run, or not at
// all, is an error in a file.
func TestCheckRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"tool":"x"}`: "no examples",
		`{"tool":"x","examples":[{}],"flags":{"-a -b":"","-b":"write"}}`:                 "listed twice",
		`{"tool":"x","examples":[{}],"flags":{"-a -a":""}}`:                              "listed twice",
		`{"tool":"x","examples":[{}],"verbs":{"v":{"flags":{"--o":"","--o -p":"dir"}}}}`: "listed twice",
		`{"tool":"x","examples":[{}],"verbs":{"a|b":{},"b":{}}}`:                         "listed twice",
		`{"tool":"x","examples":[{}],"does":["burn"]}`:                                   "burn",
		`{"tool":"x","examples":[{}],"does":["write/moon"]}`:                             "moon",
		`{"tool":"x","examples":[{}],"verbs":{"a":"b"}}`:                                 "not there",
		`{"tool":"x","examples":[{}],"verbs":{"a":{"odd":1}}}`:                           "odd",
		`{"tool":"x","examples":[{}],"style":"baroque"}`:                                 "baroque",
	} {
		tool, err := Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		tool.Examples = make([]Example, strings.Count(text, "{}"))
		if err := tool.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// TestAbbreviated: the answer never depends on the order of a map.
func TestAbbreviated(t *testing.T) {
	tool, err := Decode(`{"tool":"x","flags":{"--foam":"a","--ford":"b","--force-all":"c","--fo":"d"}}`)
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		if f, full := tool.Abbreviated("--fo"); full != "--foam" || f.Role != "a" {
			t.Fatalf("--fo: %s", full)
		}
	}
	if _, full := tool.Abbreviated("--"); full != "" {
		t.Errorf("-- stands for %s", full)
	}
}
