package guard_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/guard"
	"github.com/sentinelgate/sentinel/internal/paths"
	"github.com/sentinelgate/sentinel/internal/state"
)

func pathBench(t *testing.T) *bench {
	b := newBench(t, map[string]string{"src/a": "x"})
	b.mem.Put("/tmp/x", "x")
	b.mem.Put("/tmp/shared/n/a", "x")
	b.mem.Put("/etc/hosts", "x")
	b.assessor.Config.Paths.On = true
	return b
}

func pathAsked(d sentinel.Decision) bool { return strings.Contains(guarded(d), "path-access") }

func TestR231_OffByDefault(t *testing.T) {
	b := newBench(t, nil)
	if d := b.read("/tmp/other/f"); pathAsked(d) {
		t.Error(d.Reason)
	}
}

func TestR243_R255_PathsOutside(t *testing.T) {
	b := pathBench(t)
	for _, c := range []string{"cat /tmp/x", "node /tmp/x.js", "curl -o /tmp/o http://localhost/", "git -C /tmp status", "dd if=src/a of=/tmp/x", "mycmd /etc/passwd",
		"cd /tmp && cat x", "ls ../other", "cat ~/notes", "tool --file=/tmp/x", "cat < /tmp/x", "echo a > /tmp/x", "bash /tmp/x.sh"} { // R255
		if d := b.bash(c); !pathAsked(d) || d.Permitted {
			t.Errorf("%s: %s %q", c, verdict(d), guarded(d))
		}
	}
	for _, c := range []string{"cat src/a", "ls", "git status", "go test ./...", "grep -rn '/tmp/x' src", "sed -n 's/^a/b/p' src/a", "echo hi > /dev/null", "curl http://localhost:3000/api/x",
		"npm run build", "awk '/^x/ {print}' src/a", "cat /home/dev/project/src/a"} {
		if d := b.bash(c); pathAsked(d) {
			t.Errorf("%s: %s", c, d.Reason)
		}
	}
	if !pathAsked(b.read("/tmp/x")) || !pathAsked(b.decide("write_file", map[string]any{"path": "/home/dev/x", "content": "x"})) || pathAsked(b.read("src/a")) {
		t.Error("file tools")
	}
}

func TestR244_R246_Modes(t *testing.T) {
	b := pathBench(t)
	b.assessor.Config.Paths.Mode = guard.AllowOutside
	if d := b.read("/etc/hosts"); pathAsked(d) {
		t.Error(d.Reason)
	}
	b.assessor.Config.Paths.Mode = guard.BlockOutside // R246
	d := b.read("/tmp/x")
	b.want("block", d, "block")
	if !strings.Contains(d.Reason, "/tmp/x") {
		t.Error(d.Reason)
	}
	b.assessor.Config.Paths.Allowed = []string{"/tmp/"}
	b.want("allowed", b.read("/tmp/x"), "allow")
	for m, w := range map[guard.Mode]string{guard.AskOutside: "ask", guard.BlockOutside: "block", guard.AllowOutside: "allow", 9: "ask"} {
		if m.String() != w {
			t.Errorf("%d: %s", m, m)
		}
	}
}

func TestR245_R248_R251_R252_Answers(t *testing.T) {
	b := pathBench(t)
	answer := func(a sentinel.Answer, file string) {
		b.prompt, b.reviewer = false, answers(a)
		b.read(file)
		b.prompt = true
	}
	answer(sentinel.Yes, "/tmp/x")
	b.want("once", b.read("/tmp/x"), "ask")
	answer(sentinel.YesSession, "/tmp/x") // R248
	b.want("for the session", b.read("/tmp/x"), "allow")
	b.want("another", b.read("/tmp/shared/n/a"), "ask")
	b.want("reading is not writing", b.decide("write_file", map[string]any{"path": "/home/dev/x", "content": "x"}), "ask")
	b.prompt, b.reviewer = false, nil
	b.want("R252 nobody to ask", b.read("/etc/hosts"), "block")
	b.reviewer = answers(sentinel.No) // R251
	if d := b.read("/etc/hosts"); d.Outcome != sentinel.Denied {
		t.Error(d.Outcome)
	}
}

func TestR247_R249_R250_Grants(t *testing.T) {
	p := &paths.Place{FS: paths.NewProject(nil), Home: home, Root: root}
	for _, c := range []struct {
		entry, file string
		want        bool
	}{
		{"/tmp/shared/", "/tmp/shared/a", true}, {"/tmp/shared/", "/tmp/shared/n/a", true}, {"/tmp/shared/", "/tmp/shared2/a", false},
		{"/tmp/f", "/tmp/f", true}, {"/tmp/f", "/tmp/f/a", false}, {"~/x/f", "/home/dev/x/f", true}, // R249
		{"/", "/etc/hosts", false}, {"~/", "/home/dev/x", false}, {"/home/", "/home/dev/x", false}, {"/home/dev/", "/home/dev/x", false}, // R250
	} {
		if got := guard.Covers(p, []string{c.entry}, c.file); got != c.want {
			t.Errorf("%s covers %s: %v", c.entry, c.file, got)
		}
	}
	for dir, broad := range map[string]bool{"/": true, "/home": true, "/home/dev": true, "/home/dev/": true, "C:/": true, "C:": true, "/tmp": false, "/home/dev/x": false, "/opt/app": false} {
		if guard.TooBroad(dir, home) != broad {
			t.Errorf("%s: too broad is %v", dir, !broad)
		}
	}
	b := pathBench(t)
	b.assessor.Session.Paths = []state.PathGrant{{Path: "/tmp/shared", Tree: true}, {Path: "/", Tree: true}} // R333
	b.want("a folder of the session", b.read("/tmp/shared/n/a"), "allow")
	b.want("too broad", b.read("/etc/hosts"), "ask")
}

func TestR253_TheQuestion(t *testing.T) {
	d := pathBench(t).read("/tmp/x")
	for _, s := range []string{"/tmp/x", root, "leaves the project"} {
		if !strings.Contains(d.Reason, s) {
			t.Errorf("no %q in %q", s, d.Reason)
		}
	}
}

func TestR254_OneQuestionForTheCall(t *testing.T) {
	b := pathBench(t)
	d := b.bash("cat /opt/x /opt/y /srv/z")
	if n := strings.Count(guarded(d), "path-access.ask"); n != 3 {
		t.Errorf("%d paths in %q", n, guarded(d))
	}
	var many strings.Builder
	for i := range 60 {
		fmt.Fprintf(&many, " /opt/f%d", i)
	}
	d = b.bash("ls" + many.String())
	b.want("many", d, "ask")
	if !strings.Contains(guarded(d), "path-access.many") {
		t.Error(guarded(d))
	}
}

func TestR256_Links(t *testing.T) {
	b := pathBench(t)
	b.mem.Symlink("/etc/hosts", root+"/link")
	if d := b.read("link"); !pathAsked(d) {
		t.Error("a link out of the project is inside")
	}
}
