package glance_test

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/guard/glance"
)

func TestMayHold(t *testing.T) {
	for text, want := range map[string]bool{
		"ls -la": false, "go test ./...": false, "git status --short": false, "npm run build": false, "echo hello world": false,
		"curl -H 'X: a1b2c3d4e5'": true, "password=hunter": true, "git clone https://me:x@host": true, "-----BEGIN X": true, "MY_TOKEN=x": true, "mysql -pabc": true,
	} {
		if glance.MayHold(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestMentions(t *testing.T) {
	for text, want := range map[string]bool{
		"python3 -m x": true, "import x": true, "require('./x')": true, "bun x.js": true, "x": true,
		"python3 -m xy": false, "max": false, "x1": false, "": false, "_x": false,
	} {
		if glance.Mentions(text, "/p/x.js") != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
	if glance.Mentions("anything", "/p/.js") {
		t.Error("a name that is nothing but an ending")
	}
}

func TestLangOf(t *testing.T) {
	for _, c := range [][3]string{{"a.sh", "", "sh"}, {"a", "#!/usr/bin/env bash\n", "sh"}, {"a", "#!/usr/bin/env python3\n", "python"}, {"a", "#!/usr/bin/node\n", "javascript"},
		{"a.md", "text", ""}, {".envrc", "", "sh"}, {"/p/.git/hooks/pre-commit", "x", "sh"}, {"a.sh", "#!/usr/bin/perl\n", "perl"}} {
		if got := glance.LangOf(c[0], c[1]); got != c[2] {
			t.Errorf("%s: %q, want %q", c[0], got, c[2])
		}
	}
}

func TestActing(t *testing.T) {
	code := "import os\nx = 1\n" + strings.Repeat("y = x\n", 1000) + "    os.remove('a')\n"
	if got := glance.Acting(code); got != "import os\nos.remove('a')\n" {
		t.Errorf("%q", got)
	}
	if glance.MayAct("export const a = 1") || !glance.MayAct("shutil.rmtree('x')") || len(glance.Acting(strings.Repeat("remove(x)\n", 9999))) > 2*glance.Whole {
		t.Error("what may act")
	}
	if glance.Alarming("go test ./...\n") || !glance.Alarming("sudo ls\n") {
		t.Error("what alarms")
	}
}

func TestNames(t *testing.T) {
	if !glance.Settings(".env.local") || !glance.Settings("a.yaml") || glance.Settings("a.ts") || glance.Text("a.PNG") || !glance.Text("a.ts") {
		t.Error("names of files")
	}
	if !glance.Dependency("/p/node_modules") || glance.Dependency("/p/src") || !glance.HarmlessPlace("/p/node_modules/x/a") || glance.HarmlessPlace("/p/src/a") || glance.HarmlessPlace("/etc/x") {
		t.Error("places")
	}
	if !glance.WantsSecrets("api_key") || !glance.WantsSecrets(".*") || glance.WantsSecrets("func main") {
		t.Error("patterns")
	}
	if glance.MayMatch("abc", []byte("xyz")) || !glance.MayMatch("ABC", []byte("xabcx")) || !glance.MayMatch("a.c", []byte("x")) || !glance.MayMatch("", nil) {
		t.Error("plain words")
	}
}
