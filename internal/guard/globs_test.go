package guard_test

import (
	"testing"

	"github.com/sentinelgate/sentinel"
)

// TestR407_APatternIsWhatItStandsFor: a wildcard that stands for a folder with secrets,
// or for the gate's own one, is that folder for whoever reads all below it.
func TestR407_APatternIsWhatItStandsFor(t *testing.T) {
	b := newBench(t, map[string]string{"src/a/x.ts": "", "dist/b/y.js": "", "a.txt": ""})
	b.assessor.World.Place.GateDirs = []string{home + "/.local/state/sentinel"}
	for _, f := range []string{".local/state/sentinel/requester.key", ".local/state/sentinel/audit.jsonl", ".local/state/other/x", ".config/gh/hosts.yml", ".config/app/x",
		"Pictures/a/b.png", "notes/2026/x.md"} {
		b.mem.Put(home+"/"+f, "x")
	}
	for command, asked := range map[string]bool{
		"cp -r ~/.local/state/sentine* /tmp/q": true, "cp -r ~/.local/stat* /tmp/q": true, "tar cf /tmp/x.tar ~/.local/state/s?ntinel": true,
		"rsync -a ~/.local/state/s* /tmp/q": true, "cp -r ~/.conf* /tmp/q": true, "grep -r . ~/.local/st*": true, "cp -r ~/.l*/s* /tmp/q": true,
		"cd ~/.local/state && cp -r s* /tmp/q": true, "zip -r /tmp/x.zip ~/.[cl]o*": true, "cat ~/.local/state/sentinel/*": true, "cat ~/.local/state/sentinel/r*": true,
		"cat ~/.local/state/s*/req*": true, "cp ~/.local/state/sentinel/*.key /tmp/q": true, "rm ~/.local/state/sentinel/*": true, "mv ~/.local/state/sent* /tmp/q": true,
		"truncate -s 0 ~/.local/state/sentinel/*": true, "touch ~/.local/state/s*/*": true,

		"ls ~/.local/state/sentinel/*": false, "ls ~/.local/state/*": false, "cp -r ~/Pictures/* /tmp/q": false, "cp -r ~/note* /tmp/q": false, "grep -r x ~/note*/2026": false,
		"cp -r src/* /tmp/q": false, "tar czf /tmp/x.tgz *": false, "grep -r TODO src/*": false, "cat ~/notes/*/x.md": false, "tar cf /tmp/x.tar ~/.local/state/oth*": false,
		"cat ~/.local/state/sentinel/audit*": false,
	} {
		if d := b.bash(command); d.Permitted == asked {
			t.Errorf("%s: %s, %s", command, d.Outcome, d.Reason)
		} else if asked && d.Outcome != sentinel.Asked && d.Outcome != sentinel.Blocked {
			t.Errorf("%s: %s", command, d.Outcome)
		}
	}
}
