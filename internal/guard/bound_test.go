package guard_test

import (
	"testing"

	"github.com/sentinelgate/sentinel"
)

// TestWhatAYesDependsOn: a change of a file that a call reads, hands on,
// copies or lists, and a link that is turned, make another call of it.
func TestWhatAYesDependsOn(t *testing.T) {
	for _, c := range []struct {
		command, changed string
	}{
		{"cat x.sh | sh", root + "/x.sh"},
		{"cat x.sh | tee log | sudo bash", root + "/x.sh"},
		{"sh x.sh", root + "/x.sh"},
		{"cat list | xargs rm -rf", root + "/list"},
		{"cp newrc ~/.bashrc", root + "/newrc"},
		{"sudo cp a.service /etc/systemd/system/a.service", root + "/a.service"},
		{"crontab jobs", root + "/jobs"},
		{"npm publish", root + "/package.json"},
		{"lerna publish", root + "/package.json"},
	} {
		b := newBench(t, map[string]string{"x.sh": "git push --force\n", "list": "a\n", "newrc": "a=1\n", "a.service": "[Unit]\n", "jobs": "0 0 * * * true\n",
			"package.json": `{"scripts": {"prepublishOnly": "npm test"}}`})
		before := b.bound(c.command)
		if before == "" || before != b.bound(c.command) {
			t.Errorf("%s: %q, and another one at once", c.command, before)
		}
		b.mem.Put(root+"/other.txt", "x")
		if before != b.bound(c.command) {
			t.Errorf("%s: a file that it has nothing to do with counts", c.command)
		}
		b.mem.Put(c.changed, "something else\n")
		if before == b.bound(c.command) {
			t.Errorf("%s: %s was changed, and nobody noticed", c.command, c.changed)
		}
	}
	b := newBench(t, map[string]string{"one/a": "", "two/a": ""})
	b.mem.Symlink(root+"/one", root+"/ln")
	for _, command := range []string{"cd ln && terraform destroy", "git -C ln push --force"} {
		before := b.bound(command)
		b.mem.Symlink(root+"/two", root+"/ln")
		if before == b.bound(command) {
			t.Errorf("%s: the link was turned, and nobody noticed", command)
		}
		b.mem.Symlink(root+"/one", root+"/ln")
	}
	if got := b.bound("git status"); got != "" {
		t.Errorf("nobody is asked about git status: %s", got)
	}
}

func (b *bench) bound(command string) string {
	b.t.Helper()
	a, err := b.assessor.Assess(sentinel.Call{Agent: "test", Session: "s", Tool: "bash", Arguments: map[string]any{"command": command}, Cwd: root})
	if err != nil {
		b.t.Fatal(err)
	}
	if a.Bound == nil {
		return ""
	}
	return a.Bound()
}
