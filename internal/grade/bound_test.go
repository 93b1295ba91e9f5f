package grade

import (
	"testing"

	"github.com/sentinelgate/sentinel"
)

func TestBoundTo(t *testing.T) {
	for _, c := range []struct{ printed, key, want string }{
		{"npm publish --tag <word>", "npm publish --tag=a", "bound to: --tag a"},
		{"curl -X <word> <url> -d <word>", "curl --data=<data> --request=POST url:https://a.example/x", "bound to: --request POST, url:https://a.example/x"},
		{"npm i --prefix <word> <word>", "npm install --prefix=dir:sub <package>", "bound to: --prefix dir:sub"},
		{"ls", "ls @host:h", "bound to: @host:h"},
		{"npm i <word>", "npm install <package>", ""},
		{"git commit -a -m <word>", "git commit --all", ""},
		{"npm publish", "", ""},
		{"", "", ""},
	} {
		if got := BoundNote(BoundTo(c.printed, c.key)); got != c.want {
			t.Errorf("%q filed as %q: %q, want %q", c.printed, c.key, got, c.want)
		}
	}
}

func TestPromiseByRisk(t *testing.T) {
	g := sentinel.Grade{Level: "yellow", Shape: "npm publish --tag <word>"}
	pending := []sentinel.Part{{Shape: g.Shape, Key: "npm publish --tag=a"}}
	for remember, want := range map[string]string{
		"project": "Approving this records the shape, so the same kind of command will not ask again.",
		"session": "Approving this allows the same kind of command for this session; after a yes in a second session, for good.",
		"":        "A yes counts for this once; it will be asked again each time.",
	} {
		lines := Explain(g, sentinel.Decision{Remember: remember, Pending: pending})
		if len(lines) < 3 || lines[2] != want {
			t.Errorf("%q: %q", remember, lines)
		}
		if remember != "" && lines[len(lines)-1] != "bound to: --tag a" {
			t.Errorf("%q does not say what is bound: %q", remember, lines)
		}
	}
	red := Explain(sentinel.Grade{Level: "red", Reason: "deletes"}, sentinel.Decision{Outcome: sentinel.Asked})
	if red[len(red)-1] != "A yes counts for this once; it will be asked again each time." {
		t.Errorf("red: %q", red)
	}
	blocked := Explain(sentinel.Grade{Level: "red", Reason: "deletes"}, sentinel.Decision{Outcome: sentinel.Blocked})
	if len(blocked) != 2 {
		t.Errorf("a refusal promises something: %q", blocked)
	}
}
