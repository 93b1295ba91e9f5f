package foreign_test

import (
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/facts"
	"github.com/sentinelgate/sentinel/internal/kb"
	"github.com/sentinelgate/sentinel/internal/paths"
)

// What lies in a folder that was there decides what runs; a folder that the text
// makes holds only what the text puts there.
func TestFoldersOfOthers(t *testing.T) {
	w := &facts.World{KB: kb.New(), Place: &paths.Place{FS: paths.NewProject(nil), Home: paths.ProjectHome, Root: paths.ProjectRoot}}
	for text, asks := range map[string]bool{
		"cd /tmp/other && npm test":                                        true,
		"cd /tmp/other && git status":                                      true,
		"(cd /tmp/other; cargo build)":                                     true,
		"pushd /tmp/other && make":                                         true,
		"cd ../other && git status":                                        true,
		"cd /tmp && git clone -q /tmp/x y && cd y && npm test":             true,
		"mkdir /tmp/y && git clone -q /tmp/x /tmp/y; cd /tmp/y; npm test":  true,
		"mkdir -p /tmp/s && cd /tmp/s && go mod init x && go test":         false,
		"mkdir -p /tmp/s/src && cd /tmp/s && npm test":                     false,
		"cd $(mktemp -d) && npm init -y && npm test":                       false,
		"cp -r . /tmp/c && cd /tmp/c && npm test":                          false,
		"cargo new /tmp/c && cd /tmp/c && cargo test":                      false,
		"git init /tmp/r && cd /tmp/r && git status":                       false,
		"printf 'package main\\n' > /tmp/m/main.go; cd /tmp/m && go vet .": false,
		"cd src && git status":                                             false,
		"cd packages/api && npm test":                                      false,
	} {
		a, err := w.Assess(sentinel.Call{Tool: "bash", Arguments: map[string]any{"command": text}, Cwd: paths.ProjectRoot, Attended: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Colour != sentinel.Green; got != asks {
			t.Errorf("%s: asks %v", text, got)
		}
	}
}

// A file that the agent wrote in this session makes a folder its own.
func TestFolderOfTheSession(t *testing.T) {
	w := &facts.World{KB: kb.New(), Place: &paths.Place{FS: paths.NewProject(map[string]string{"/tmp/s/go.mod": "module x\n"}), Home: paths.ProjectHome, Root: paths.ProjectRoot}}
	for _, fresh := range []bool{false, true} {
		w.Fresh = func(string) bool { return fresh }
		a, err := w.Assess(sentinel.Call{Tool: "bash", Arguments: map[string]any{"command": "mkdir -p /tmp/s && cd /tmp/s && go test ./..."}, Cwd: paths.ProjectRoot, Attended: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Colour == sentinel.Green; got != fresh {
			t.Errorf("fresh %v: green %v", fresh, got)
		}
	}
}
