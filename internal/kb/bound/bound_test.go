package bound

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	t.Parallel()
	var all struct {
		About       string            `json:"about"`
		Collections string            `json:"collections"`
		Options     map[string]string `json:"options"`
	}
	d := json.NewDecoder(strings.NewReader(table))
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		t.Fatal(err)
	}
	if len(all.Options) < 20 || all.Collections == "" {
		t.Errorf("%d options", len(all.Options))
	}
	for name, what := range all.Options {
		if what == "" || strings.Contains(strings.TrimPrefix(name, "*"), "*") || name != strings.ToLower(name) || len(name) < 2 {
			t.Errorf("%q: %q", name, what)
		}
		if !Option("--" + strings.Replace(name, "*", "x", 1)) {
			t.Errorf("%s is not found", name)
		}
	}
}

func TestOption(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"--repo", "-project", "--Namespace", "--topic-arn", "--queue-url"} {
		if !Option(name) {
			t.Errorf("%s names no place", name)
		}
	}
	for _, name := range []string{"", "-", "-n", "--", "--title", "about", "options", "--body", "--a repository", "--*-arn", "--message"} {
		if Option(name) {
			t.Errorf("%s names a place", name)
		}
	}
	if !Option("-n", "--namespace") || Option() {
		t.Error("the names of one option count together")
	}
}

func TestPlace(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"https://Example.com/a/12/b?x=1&y=2#z", "https://example.com/a/<n>/b?x&y"},
		{"https://u:p@example.com", "https://example.com/"},
		{"repos/acme/app/issues/1/lock", "repos/acme/app/issues/<n>/lock"},
		{"/repos/acme/app/commits/0123abcd/statuses", "repos/acme/app/commits/<n>/statuses"},
		{"x/6f1b6c1e-0000-4000-8000-1234567890ab", "x/<n>"},
		{"decade", "decade"}, {"s3://bucket/a/b", "s3://bucket"},
		{"localhost:3000/x", "localhost/x"}, {"http://127.0.0.1:80/x", "http://127.0.0.1/x"}, {"http://example.com:81/", "http://example.com:81/"},
		{"projects/7/issues/3", "projects/7/issues/<n>"}, {"https://example.com/Users/7", "https://example.com/Users/7"},
		{"", ""}, {"://", ":///"}, {"?", ""},
	} {
		if got := Place(c[0]); got != c[1] {
			t.Errorf("Place(%q) = %q, not %q", c[0], got, c[1])
		}
	}
}

func TestParts(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{Image("acme/app:1.2"), "acme/app"}, {Image("h:5000/app"), "h:5000/app"}, {Image("app@sha256:00"), "app"},
		{Field("body=x"), "body="}, {Field("q=query{a}"), "q=query{a}"}, {Field("x"), "<data>"}, {Field("x=@f"), "x=<@file>"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, not %q", c[0], c[1])
		}
	}
	for s, want := range map[string]bool{"acme/app": true, "./x": false, "../x": false, "/x": false, "x/": false, "x": false, "~/x": false, "web:/x": false} {
		if Owned(s) != want {
			t.Errorf("Owned(%q) = %v", s, !want)
		}
	}
}

// TestField: what differs from one thing to the next is left open, what is done
// and to whom is not.
func TestField_Documents(t *testing.T) {
	t.Parallel()
	doc := func(id string) string {
		return `query=mutation { resolveReviewThread(input: {threadId: "` + id + `"}) { thread { isResolved } } }`
	}
	if a, b := Field(doc("PRRT_d14520b")), Field(doc("PRRT_cfb231c24e4d")); a != b {
		t.Errorf("%q and %q", a, b)
	}
	if a, b := Field(`query={ addComment(input: {subjectId: "I_kw123456", body: "one"}) { x } }`), Field(`query={ addComment(input: {subjectId: "I_kw999999", body: "two"}) { x } }`); a != b {
		t.Errorf("%q and %q", a, b)
	}
	for _, c := range [][2]string{
		{`query={ addUser(input: {login: "eve"}) { x } }`, `query={ addUser(input: {login: "ada"}) { x } }`},
		{`query={ repo(owner: "a", name: "b") { x } }`, `query={ repo(owner: "a", name: "c") { x } }`},
		{doc("PRRT_d14520b"), strings.Replace(doc("PRRT_d14520b"), "resolve", "delete", 1)},
		{`query={ a(x: "b\"c") }`, `query={ a(x: "b\"d") }`},
	} {
		if Field(c[0]) == Field(c[1]) {
			t.Errorf("%q is the same as %q", c[0], c[1])
		}
	}
}
