package webstore

import (
	"fmt"
	"strings"
	"testing"
)

func asked(body string) string {
	return request{method: "POST", port: "3000", path: "/api", body: body}.destroys()
}

// TestR80_BeyondTheBound: what is not looked at is asked about, and always so,
// whatever the order in which a map is gone through.
func TestR80_BeyondTheBound(t *testing.T) {
	var names strings.Builder
	for i := range 3 * maxTexts {
		fmt.Fprintf(&names, `"k%d": {"sql": "select %d"},`, i, i)
	}
	many := "{" + names.String() + `"z": {"sql": "drop table users"}}`
	for range 20 {
		if say := asked(many); !strings.Contains(say, "more statements") {
			t.Fatalf("more statements than are looked at: %q", say)
		}
	}
	for name, body := range map[string]string{
		"in a list":       `[` + strings.Repeat(`"select 1",`, 3*maxTexts) + `"drop table users"]`,
		"deep":            strings.Repeat(`[`, maxDepth+5) + `"drop table users"` + strings.Repeat(`]`, maxDepth+5),
		"in a form":       strings.Repeat("q=select+1&", 3*maxTexts) + "q=drop+table+users",
		"in a long text":  strings.Repeat("select 1;\n", maxText/8) + "drop table users",
		"first of many":   `{"a": {"sql": "drop table users"},` + names.String() + `"z": 1}`,
		"the only one":    `{"sql": "drop table users"}`,
		"under each name": `{"b": 1, "query": "drop table users"}`,
	} {
		if asked(body) == "" {
			t.Errorf("%s: not asked about", name)
		}
	}
}

// TestR80_OrdinaryBodies are large or deep, and hold no statements.
func TestR80_OrdinaryBodies(t *testing.T) {
	var rows strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&rows, `{"id": %d, "name": "drop in, delete me"},`, i)
	}
	for name, body := range map[string]string{
		"many rows":    `{"rows": [` + rows.String() + `{}]}`,
		"deep data":    strings.Repeat(`{"a":`, maxDepth+10) + `"drop table users"` + strings.Repeat(`}`, maxDepth+10),
		"long text":    strings.Repeat("one line of a log\n", maxText/10),
		"some queries": `{"query": "select * from users", "sql": "select 1"}`,
	} {
		if say := asked(body); say != "" {
			t.Errorf("%s: %s", name, say)
		}
	}
}
