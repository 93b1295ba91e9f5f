package rules

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestR126_Decisions(t *testing.T) {
	for _, d := range []Decision{Allow, Ask, Deny} {
		if got, err := ParseDecision(d.String()); err != nil || got != d {
			t.Errorf("%v: %v, %v", d, got, err)
		}
	}
	for _, word := range []string{"", "Allow", "DENY", " ask", "none", "maybe", "denny"} {
		if got, err := ParseDecision(word); err == nil || got != None {
			t.Errorf("%q: %v, %v", word, got, err)
		}
	}
	if Strictest(Allow, Deny) != Deny || Strictest(Ask, Allow) != Ask || Strictest(None, Allow) != Allow {
		t.Error("strictest")
	}
	if got := Decision(9).String(); got != "Decision(9)" {
		t.Error(got)
	}
}

// keysOf lists the tool keys a set was given.
func keysOf(s *Set) []string {
	var keys []string
	for _, e := range s.Entries() {
		keys = append(keys, e.Tool)
	}
	return keys
}

func TestR127_BothForms(t *testing.T) {
	for _, text := range []string{`{"bash":"ask"}`, `{"bash":{"*":"ask","git *":"allow"}}`} {
		if set, problems := Parse(Source{}, []byte(text)); len(problems) > 0 || len(set.Entries()) != 1 {
			t.Errorf("%s: %v", text, problems)
		}
	}
}

func TestR196_KeepValidDropTheRest(t *testing.T) {
	text := `{"bash":"allow","edit_file":{"*":"ask","src/*":"allow"},"broken":"maybe","alsoBroken":{"src/*":"perhaps"},"notAnEntry":42}`
	set, problems := Parse(Source{File: "c.json"}, []byte(text))
	if diff := cmp.Diff([]string{"bash", "edit_file"}, keysOf(set)); diff != "" {
		t.Error(diff)
	}
	if len(problems) != 3 {
		t.Errorf("%v", problems)
	}
}

func TestR197_NothingUsable(t *testing.T) {
	for _, text := range []string{`null`, `"allow"`, `{}`, `{"bash":"nonsense"}`, `["allow"]`, `[]`, `42`, `{"bash":{}}`, ``, ` `} {
		set, problems := Parse(Source{}, []byte(text))
		if len(set.Entries()) != 0 {
			t.Errorf("%s: %v", text, keysOf(set))
		}
		if len(problems) == 0 && text != `{}` {
			t.Errorf("%s: not reported", text)
		}
	}
}

func TestR198_TypoFallsBackToTheDefault(t *testing.T) {
	set, _ := Parse(Source{}, []byte(`{"bash":{"*":"alow"}}`))
	if got := Resolve(set.Over(Defaults(nil)), NewCall("bash", "ls")); got.Decision != Ask || !got.Default {
		t.Errorf("%+v", got)
	}
}

func TestR199_TypoNeverWidens(t *testing.T) {
	text := "{\n  \"read_file\": {\n    \"*\": \"allow\",\n    \"*.env\": \"denny\"\n  },\n  \"bash\": {\"*\": \"allow\", \"rm *\": \"deny\", \"git *\": \"ask\"}\n}"
	own, problems := Parse(Source{File: "config.json"}, []byte(text))
	if len(problems) != 1 {
		t.Fatalf("%v", problems)
	}
	want := Problem{File: "config.json", Line: 4, Column: 14, Message: `read_file "*.env" has "denny", which is no decision`,
		Hint: `did you mean "deny"?`, Tool: "read_file", Pattern: "*.env"}
	if diff := cmp.Diff(want, problems[0]); diff != "" {
		t.Error(diff)
	}
	if got := problems[0].Error(); got != `config.json:4:14: read_file "*.env" has "denny", which is no decision (did you mean "deny"?)` {
		t.Error(got)
	}
	set := own.Over(Defaults(nil))
	for _, c := range []struct {
		call    Call
		want    Decision
		builtIn bool
	}{
		{NewCall("read_file", ".env"), Deny, true},
		{NewCall("read_file", "src/app.ts"), Allow, true},
		{NewCall("bash", "rm -r x"), Deny, false}, // valid denies hold
		{NewCall("bash", "git status"), Ask, false},
		{NewCall("bash", "ls"), Ask, true}, // allows are void
	} {
		if got := Resolve(set, c.call); got.Decision != c.want || got.Default != c.builtIn {
			t.Errorf("%v: %+v", c.call, got)
		}
	}
}

func TestR165_Duplicates(t *testing.T) {
	for _, c := range []struct{ name, text, message string }{
		{"pattern", "{\"bash\":{\"*\":\"ask\",\n\"*\":\"allow\"}}", `2:1: duplicate pattern "*" in bash, it stands in line 1 already`},
		{"tool", "{\"bash\":\"ask\",\n \"bash\":\"allow\"}", `2:2: duplicate tool "bash", "bash" stands in line 1 already`},
		{"tool in another case", `{"bash":"ask","Bash":"allow"}`, `1:15: duplicate tool "Bash", "bash" stands in line 1 already`},
		{"member of an example", `{"bash":{"a":{"decision":"ask","Decision":"allow"}}}`, `duplicate "Decision"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			set, problems := Parse(Source{File: "f"}, []byte(c.text))
			if len(problems) == 0 || !strings.Contains(problems[0].Error(), c.message) {
				t.Fatalf("%v", problems)
			}
			if got := Resolve(set, NewCall("bash", "ls")); got.Decision != Ask {
				t.Errorf("%v", got.Decision)
			}
		})
	}
}

func TestParseProblems(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"truth value", `{"bash":true}`, `1:9: bash must have a decision or a table of patterns, not a truth value (did you mean "allow"?)`},
		{"truth value in a table", `{"bash":{"x":false}}`, `(did you mean "deny"?)`},
		{"number in a table", `{"bash":{"x":1}}`, `bash "x" must have a decision, not a number`},
		{"null", `{"bash":null}`, "not null"},
		{"list", `{"bash":["deny"],"read":"deny"}`, "not a list"},
		{"nested list", `{"bash":{"x":[[{"a":1}]],"y":"deny"}}`, `must have a decision, not a list`},
		{"synonym", `{"bash":"block"}`, `did you mean "deny"?`},
		{"case", `{"bash":"Deny"}`, `did you mean "deny"?`},
		{"swap", `{"bash":"dney"}`, `did you mean "deny"?`},
		{"no guess", `{"bash":"elephant"}`, `bash has "elephant", which is no decision`},
		{"another program's notation", `{"Bash(rm *)":"deny"}`, `write {"Bash": {"rm *": ...}}`},
		{"empty tool", `{"":"deny"}`, "tool name is empty"},
		{"cut off", `{"bash":{"*":"deny"`, "ends too early"},
		{"comma at the end", `{"bash":"deny",}`, "not valid JSON"},
		{"text behind", `{"bash":"deny"} x`, "text follows"},
		{"second object", `{"bash":"deny"}{}`, "text follows"},
		{"not UTF-8", "{\"b\xff\":\"deny\"}", "not valid UTF-8"},
		{"half a surrogate", `{"bash":{"\ud800":"deny"}}`, "not valid text"},
		{"long pattern", `{"bash":{"` + strings.Repeat("x", 1025) + `":"deny"}}`, "longer than 1024 bytes"},
		{"too large", `{"bash":"deny"}` + strings.Repeat(" ", 1<<20), "larger than"},
		{"example not matched", `{"bash":{"git *":{"decision":"ask","match":["git push","npm"]}}}`, `bash "git *" does not match its example "npm"`},
		{"example matched", `{"bash":{"git *":{"decision":"allow","noMatch":["git push"]}}}`, `bash "git *" matches "git push", which it must not`},
		{"example of another type", `{"bash":{"git *":{"match":[{"a":[1]},"git x"],"decision":"ask"}}}`, `must have texts as examples, not an object`},
		{"examples not in a list", `{"bash":{"git *":{"decision":"ask","match":{"a":1}}}}`, `must have a list of examples, not an object`},
		{"decision not a text", `{"bash":{"git *":{"decision":{"x":"y"},"match":[]}}}`, `must have a decision, not an object`},
		{"no decision", `{"bash":{"git *":{"match":["git x"]}}}`, `bash "git *" has no decision`},
		{"unknown member", `{"bash":{"git *":{"decision":"ask","mach":["x"]}}}`, `unknown member "mach" (known are decision, match and noMatch)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			set, problems := Parse(Source{File: "f"}, []byte(c.text))
			var all []string
			for _, p := range problems {
				all = append(all, p.Error())
				if p.Warning {
					t.Errorf("is a warning: %v", p)
				}
			}
			if !strings.Contains(strings.Join(all, "\n"), c.want) {
				t.Errorf("got %q, want %q", all, c.want)
			}
			for _, e := range set.Entries() {
				for _, r := range e.Rules {
					if !e.Tightens || r.Decision == Allow && !r.Void {
						t.Errorf("%s %q counts", e.Tool, r.Pattern)
					}
				}
			}
		})
	}
}

func TestParseKeepsWhatIsValid(t *testing.T) {
	set, problems := Parse(Source{}, []byte(`{"x":["a",{"b":2}],"bash":{"rm *":"deny","y":{"decision":5,"match":[1]},"z *":"ask"},"read":{"a":"deny"`))
	if len(problems) < 3 {
		t.Errorf("%v", problems)
	}
	for _, c := range []struct {
		call Call
		want Decision
	}{{NewCall("bash", "rm -r build"), Deny}, {NewCall("bash", "z 1"), Ask}, {NewCall("read", "a"), Deny}} {
		if got := Resolve(set.Over(Defaults(nil)), c.call); got.Decision != c.want || got.Default {
			t.Errorf("%v: %+v", c.call, got)
		}
	}
}

func TestParseExamples(t *testing.T) {
	set := mustParse(t, `{"bash":{"*":"allow","git push *":{"decision":"ask","match":["git push","git push -f"],"noMatch":["git pull"]}},
		"write":{"src/":{"match":["src/a"],"decision":"deny"}}}`)
	if got := Resolve(set, NewCall("bash", "git push -f")); got.Decision != Ask || got.Pattern != "git push *" {
		t.Errorf("%+v", got)
	}
}

func TestParsePlaces(t *testing.T) {
	src := Source{File: "f", Line: 7, Column: 17}
	set, problems := Parse(src, []byte("{\"bash\": {\"é\": \"ask\", \"x\": \"nix\",\r\n\t\"ü*\": \"deny\"}}"))
	var got []string
	for _, e := range set.Entries() {
		for _, r := range e.Rules {
			got = append(got, fmt.Sprintf("%s %d:%d", r.Pattern, r.Origin.Line, r.Origin.Column))
		}
	}
	if diff := cmp.Diff([]string{"é 7:27", "ü* 8:2"}, got); diff != "" {
		t.Error(diff)
	}
	if len(problems) != 1 || problems[0].Line != 7 || problems[0].Column != 44 {
		t.Errorf("%v", problems)
	}
	if got := set.Entries()[0].Rules[0].Origin.String(); got != "f:7" {
		t.Error(got)
	}
}

func TestParseBounds(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"bash":{`)
	for i := range maxRules + 5 {
		fmt.Fprintf(&b, `"p%d":"allow",`, i)
	}
	b.WriteString(`"z":"ask"}}`)
	start := time.Now()
	set, problems := Parse(Source{}, []byte(b.String()))
	if took := time.Since(start); took > time.Second {
		t.Errorf("took %v", took)
	}
	if len(problems) == 0 || !set.Entries()[0].Rules[0].Void {
		t.Errorf("%d problems", len(problems))
	}
	_, problems = Parse(Source{}, []byte(`{"a":{`+strings.Repeat(`"x":"no way",`, 3000)+`"y":"ask"}}`))
	if len(problems) != maxProblems+1 {
		t.Errorf("%d problems", len(problems))
	}
	Parse(Source{}, []byte(strings.Repeat(`{"a":`, 100_000)))
	Parse(Source{}, []byte(`{"a":{"b":`+strings.Repeat(`[`, 200_000)))
}

func TestLint(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"identical by star", `{"bash":{"rm *":"deny","*":"allow"}}`, `bash "rm *" never applies, "*" in line 1 comes after it`},
		{"wider pattern later", `{"bash":{"git push *":"deny","git *":"allow"}}`, `bash "git push *" never applies, "git *" in line 1`},
		{"program later", `{"bash":{"git push *":"deny","git":"allow"}}`, `bash "git push *" never applies, "git" in line 1`},
		{"folder later", `{"edit":{"src/a/*":"deny","src/":"allow"}}`, `edit "src/a/*" never applies`},
		{"general first is right", `{"bash":{"*":"ask","git *":"allow","git push *":"ask"}}`, ""},
		{"question mark does not cover star", `{"bash":{"a*":"deny","a?":"allow"}}`, ""},
		{"two names", `{"read":{"*":"allow"},"read_file":{"*":"deny"}}`, `"read" and "read_file" name the same tool`},
		{"mistyped tool", `{"bsh":"deny"}`, `no tool is known as "bsh" (did you mean "bash"?)`},
		{"own tool", `{"deploy_everything":"deny"}`, `no tool is known as "deploy_everything" (it counts for a tool of exactly this name)`},
		{"a pattern of tools", `{"deploy_*":"deny"}`, ""},
		{"X10 read without denies", `{"read":{"*":"allow"}}`, `"read" allows .env, which is denied without it: such a file is asked about and no longer refused (add "*.env": "deny" behind it)`},
		{"X10 read as a whole", `{"read_file":"allow"}`, `"read_file" allows server.pem`},
		{"X10 both files at once", `{"read":{"*":"allow","*.env":"deny"}}`, `"read" allows server.pem, which is denied without it: such a file is asked about and no longer refused (add "*.pem": "deny" behind it)`},
		{"X10 another tool", `{"glob":"allow"}`, ""},
		{"X10 a table that speaks of other files", `{"read":{"src/*":"allow"}}`, ""},
		{"X10 read asks", `{"read":"ask"}`, ""},
		{"X10 read with denies", `{"read":{"*":"allow","*.env":"deny","*.pem":"deny"}}`, ""},
		{"MCP tool", `{"mcp__bash":"deny"}`, ""},
		{"exact command", `{"bash":{"*":"allow","git push":"deny"}}`, `covers this exact command only (did you mean "git push *"?)`},
		{"braces", `{"read":{"*":"allow","*.{pem,key}":"deny"}}`, "braces are literal"},
		{"empty pattern", `{"read":{"*":"allow","":"deny"}}`, `the empty pattern`},
		{"R172 star drops the denies", `{"*":"allow"}`, `"*" drops the default denies for .env and *.pem`},
		{"R172 not with a table of its own", `{"*":"allow","read":{"*":"allow","*.env":"deny","*.pem":"ask"}}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var all []string
			for _, p := range mustParse(t, c.text).Lint() {
				all = append(all, p.Error())
				if !p.Warning || p.Line != 1 {
					t.Errorf("%+v", p)
				}
			}
			got := strings.Join(all, "\n")
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	below := mustParse(t, `{"bash":{"*":"ask"},"read":"ask","x*":"deny"}`)
	if all := fmt.Sprint(mustParse(t, `{"bash":"deny","X*":"ask"}`).Over(below).Over(Defaults(nil)).Lint()); strings.Count(all, "never applies, another file has a table for it") != 2 {
		t.Errorf("tables that are replaced: %s", all)
	}
	if problems := Defaults(nil).Lint(); len(problems) > 0 {
		t.Error(problems)
	}
	if (*Set)(nil).Lint() != nil {
		t.Error("nil set")
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		`{"bash":{"*":"ask","git *":"allow"},"read":"deny"}`,
		`{"bash":{"git *":{"decision":"ask","match":["git x"],"noMatch":["y"]}}}`,
		`{"read_file":{"*":"allow","*.env":"denny"}}`,
		`{"a":"allow","A":"deny","":[]}`, `[`, `{"a":{"b":[{}]}`, "{\"a\"\n:\t\"ask\"}", `null`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		set, problems := Parse(Source{File: "f"}, data)
		broken := false
		for _, p := range problems {
			broken = broken || !p.Warning
			if p.Line < 1 || p.Column < 1 || p.Message == "" {
				t.Errorf("%+v", p)
			}
		}
		for _, e := range set.Entries() {
			for _, r := range e.Rules {
				if r.Decision == None || broken != e.Tightens || broken && r.Decision == Allow != r.Void {
					t.Errorf("%s %+v, broken %v", e.Tool, r, broken)
				}
			}
		}
		set.Lint()
	})
}

func BenchmarkParse(b *testing.B) {
	data := []byte(`{"bash":{"*":"ask","ls *":"allow","echo *":"allow","cat *":"allow","git status *":"allow","git log *":"allow","npm test *":"allow","rm *":"deny"},"read":{"*":"allow",".env":"deny"}}`)
	for b.Loop() {
		Parse(Source{}, data)
	}
}
