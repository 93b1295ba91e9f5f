package guard_test

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/guard"
)

func secretBench(t *testing.T) *bench {
	return newBench(t, map[string]string{"cfg.ini": keyFile, "my file.ini": keyFile, "clean.ini": "region = eu-west-1\n", "src/a.go": "package a\n",
		"data/x.json": `{"aws_access_key_id": "` + awsKey + `"}`, "data/y.json": "{}", ".env.example": "API_KEY=<paste here>\n", "package.json": "{}",
		"node_modules/x/cfg.ini": keyFile})
}

func TestR215_R262_R282_ReadOfAFileWithSecrets(t *testing.T) {
	b := secretBench(t)
	b.want("a key", b.read("cfg.ini"), "ask")
	b.want("no key", b.read("clean.ini"), "allow") // R262
	b.want("R282 missing", b.read("missing.ini"), "allow")
	b.want("R282 a folder", b.decide("list_dir", map[string]any{"path": "data"}), "allow")
	b.want("an example", b.read(".env.example"), "allow")
}

func TestR263_CommandsThatPrintFiles(t *testing.T) {
	b := secretBench(t)
	for _, c := range []string{"cat cfg.ini", "head -n 5 cfg.ini", "tail -f cfg.ini", "less cfg.ini", "more cfg.ini", "awk '{print $1}' cfg.ini",
		"sed 's/a/b/' cfg.ini", "sort cfg.ini", "nl cfg.ini", "tac cfg.ini", "rev cfg.ini", "strings cfg.ini", "xxd cfg.ini", "base64 cfg.ini",
		"cut -d= -f2 cfg.ini", "paste cfg.ini clean.ini", "diff cfg.ini clean.ini", "grep -n aws cfg.ini", "rg aws cfg.ini", "jq . data/x.json",
		"cat clean.ini cfg.ini | head -3", "cat < cfg.ini", `echo "$(< cfg.ini)"`, `cat "my file.ini"`, "cat data/*.json", "cd data && cat x.json",
		"while read l; do echo $l; done < cfg.ini", "find . -name cfg.ini -exec cat {} +", "bash -c 'cat cfg.ini'", "sudo cat cfg.ini",
		"cat cfg.ini > /dev/stdout", "git show HEAD:cfg.ini", "git diff cfg.ini", "find . -name cfg.ini | xargs cat"} {
		b.want(c, b.bash(c), "ask")
		if d := b.bash(c); !strings.Contains(guarded(d), "output-scanner.secret[aws") {
			t.Errorf("%s: the scanner says %q", c, guarded(d))
		}
	}
}

func TestR285_OrdinaryCommandsStayFree(t *testing.T) {
	b := secretBench(t)
	for _, c := range []string{"wc -l cfg.ini", "ls -la", "stat cfg.ini", "cat clean.ini", "cat cfg.ini | wc -l", "grep -c aws cfg.ini", "grep -l aws cfg.ini",
		"grep region cfg.ini", "sha256sum cfg.ini", "npm run dev", "echo hello", "cp cfg.ini cfg.bak.ini", "cat cfg.ini clean.ini > all.ini", "test -f cfg.ini",
		"cat node_modules/x/cfg.ini", "grep -rn func src", "rg TODO", "head -20 src/a.go", "git status", "git diff --stat", "cat package.json"} {
		if d := b.bash(c); strings.Contains(guarded(d), "output-scanner") {
			t.Errorf("%s: %s", c, d.Reason)
		}
	}
}

func TestR285_RoundTheCorner(t *testing.T) {
	b := secretBench(t).rules(`{"bash": {"*": "allow"}}`)
	for _, c := range []string{"cp cfg.ini x.txt && cat x.txt", "cat cfg.ini > /tmp/x; cat /tmp/x", "mv cfg.ini y; head y", "tar cf - cfg.ini | base64", "gzip -c cfg.ini | xxd",
		"cp cfg.ini /dev/stdout", "curl -s file://" + root + "/cfg.ini", "ln -s cfg.ini l; cat l", "cat $(ls *.ini)", "ls | xargs cat", "git ls-files | xargs head",
		"node -e \"console.log(require('fs').readFileSync('cfg.ini','utf8'))\"", "f=cfg.ini; cat $f", "cat cfg.in?", "cat {clean,cfg}.ini", "cat \"$PWD/cfg.ini\"", "git commit -m \"$(cat cfg.ini)\""} {
		if d := b.bash(c); d.Permitted || !strings.Contains(guarded(d), "output-scanner") {
			t.Errorf("%s: %s %q", c, verdict(d), guarded(d))
		}
	}
	b.mem.Put(root+"/server.js", "const c = require('fs').readFileSync('cfg.ini', 'utf8')\nstart(c)\n")
	for _, c := range []string{"node server.js", "cp cfg.ini x.txt && ls", "tar czf all.tgz cfg.ini", "cat cfg.ini > x.txt; wc -l x.txt", "cat src/$f", "gzip -k cfg.ini"} {
		if d := b.bash(c); strings.Contains(guarded(d), "output-scanner") {
			t.Errorf("%s: %s", c, d.Reason)
		}
	}
	b.write("dump.js", "console.log(require('fs').readFileSync('cfg.ini', 'utf8'))\n")
	if d := b.bash("node dump.js"); !strings.Contains(guarded(d), "output-scanner") {
		t.Errorf("the agent's own script: %s", d.Reason)
	}
}

func TestR286_SearchesShowLinesThatMatch(t *testing.T) {
	b := secretBench(t)
	b.want("the line", b.bash("grep -i access_key cfg.ini"), "ask")
	b.want("another line", b.bash("grep region cfg.ini"), "allow")
	b.want("all but that line", b.bash("grep -v region cfg.ini"), "ask")
	b.want("R285 recursion", b.bash("grep -rn aws_access_key ."), "ask")
	b.want("without a place", b.bash("rg aws_access_key"), "ask")
	b.want("without a place", b.bash("git grep aws_access_key"), "ask")
	b.want("elsewhere", b.bash("cd src && rg aws_access_key"), "allow")
	b.want("a tool without a place", b.decide("grep", map[string]any{"pattern": "aws_access_key_id"}), "ask")
	b.want("recursion for code", b.bash("grep -rn package ."), "allow")
	b.want("a search tool", b.decide("grep", map[string]any{"pattern": "aws_access_key_id", "path": "data"}), "ask")
	b.want("a search tool for code", b.decide("grep", map[string]any{"pattern": "func main", "path": "."}), "allow")
}

func TestR287_Wildcards(t *testing.T) {
	b := secretBench(t)
	b.want("one of two", b.bash("cat data/*.json"), "ask")
	b.want("a clean one", b.bash("cat data/y*.json"), "allow")
	files := map[string]string{}
	for i := range 150 {
		files["many/"+strings.Repeat("a", i+1)+".txt"] = "x"
	}
	many := newBench(t, files)
	d := many.bash("cat many/*.txt")
	many.want("over the limit", d, "ask")
	if !strings.Contains(d.Reason, "more files than can be looked at") {
		t.Error(d.Reason)
	}
}

func TestR274_R335_LabelLineAndSnippet(t *testing.T) {
	d := secretBench(t).read("cfg.ini")
	for _, s := range []string{"AWS Access Key", "line 2", "****"} { // R335, R264
		if !strings.Contains(d.Reason, s) {
			t.Errorf("no %q in %q", s, d.Reason)
		}
	}
	if strings.Contains(d.Reason, awsKey) {
		t.Error("the secret itself is shown")
	}
}

func TestR281_FiveAreShown(t *testing.T) {
	var text strings.Builder
	for i := range 7 {
		text.WriteString("k" + string(rune('a'+i)) + " = " + "AK" + "IAQ7RTPLMW5XKBVN3" + string(rune('A'+i)) + "\n")
	}
	d := newBench(t, map[string]string{"keys.txt": text.String()}).read("keys.txt")
	if strings.Count(d.Reason, "(line ") != 5 || !strings.Contains(d.Reason, "and 2 more") || !strings.Contains(d.Reason, "7 possible secrets") {
		t.Error(d.Reason)
	}
}

func TestR283_Binary(t *testing.T) {
	b := newBench(t, map[string]string{"x.bin": "\x00\x01\x02" + strings.Repeat("\x00", 600) + " " + ghToken + " "})
	b.want("a NUL in front hides no key", b.read("x.bin"), "ask")
}

func TestR284_Large(t *testing.T) {
	b := newBench(t, map[string]string{"two.log": strings.Repeat("all is well here\n", 130_000) + ghToken + "\n", "clean.log": strings.Repeat("all is well here\n", 130_000),
		"huge.log": strings.Repeat("all is well here, too\n", 1_000_000)})
	b.want("a key at the end of 2 MiB", b.read("two.log"), "ask")
	b.want("none", b.read("clean.log"), "allow")
	d := b.read("huge.log")
	b.want("beyond the limit", d, "ask")
	if !strings.Contains(guarded(d), "unscanned (too large)") {
		t.Error(guarded(d))
	}
}

func TestR277_R279_R280_Answers(t *testing.T) {
	b := secretBench(t)
	answer := func(a sentinel.Answer) sentinel.Decision {
		b.prompt, b.reviewer = false, answers(a)
		defer func() { b.prompt = true }()
		return b.read("cfg.ini")
	}
	if d := answer(sentinel.No); d.Permitted || d.Outcome != sentinel.Denied {
		t.Error("deny:", d.Outcome)
	}
	if d := answer(sentinel.Yes); !d.Permitted {
		t.Error("once:", d.Reason)
	}
	b.want("after once", b.read("cfg.ini"), "ask")
	answer(sentinel.YesAlways)
	b.want("R279 always this file", b.read("cfg.ini"), "allow")
	b.want("in another command", b.bash("cat cfg.ini"), "allow")
	b.want("another file", b.read("my file.ini"), "ask")
	b.mem.Put(root+"/cfg.ini", keyFile+"x = "+ghToken+"\n")
	b.want("R279 a changed file", b.read("cfg.ini"), "ask")
	b.want("R280 a write elsewhere", b.decide("write_file", map[string]any{"path": "/home/dev/elsewhere/x", "content": "x"}), "ask")
}

func TestR278_AlwaysTheseFiles(t *testing.T) {
	b := secretBench(t)
	b.prompt, b.reviewer = false, answers(sentinel.YesAlways)
	b.bash("cat cfg.ini data/x.json")
	b.prompt = true
	b.want("one", b.read("cfg.ini"), "allow")
	b.want("the other", b.read("data/x.json"), "allow")
}

// TestX3_RulesDoNotSettleGuards also holds for yolo (X6).
func TestX3_RulesDoNotSettleGuards(t *testing.T) {
	b := secretBench(t).rules(`{"read_file": "allow", "bash": {"*": "allow"}}`)
	b.want("a rule", b.read("cfg.ini"), "ask")
	b.want("a rule for commands", b.bash("cat cfg.ini"), "ask")
	b.policy = b.policy.WithYolo(true)
	b.want("yolo", b.bash("cat cfg.ini"), "ask")
	b.want("yolo and a clean file", b.bash("cat clean.ini"), "allow")
}

func TestR334_NobodyToAsk(t *testing.T) {
	b := secretBench(t)
	b.prompt = false
	d := b.read("cfg.ini")
	if d.Permitted || !strings.Contains(d.Reason, "cfg.ini") || !strings.Contains(d.Reason, "AWS Access Key") {
		t.Errorf("%s: %s", d.Outcome, d.Reason)
	}
}

func TestR228_SwitchedOff(t *testing.T) {
	b := secretBench(t)
	b.assessor.Config.Off.OutputScanner = true
	b.want("off", b.read("cfg.ini"), "allow")
	b = secretBench(t)
	b.assessor.Config.Off.All = true // R227
	b.want("all off", b.read("cfg.ini"), "allow")
	b.want("the rules stay", b.read(".env"), "block")
	b.want("what is never a question stays", b.bash("rm -rf /"), "block")
}

func TestR237_ReadAllowedPaths(t *testing.T) {
	b := secretBench(t)
	b.assessor.Config.ReadAllowed = []string{root + "/cfg.ini", "data/"}
	b.want("a file", b.read("cfg.ini"), "allow")
	b.want("a folder", b.read("data/x.json"), "allow")
	b.want("another", b.read("my file.ini"), "ask")
}

func TestR275_R276_Cache(t *testing.T) {
	b := newBench(t, map[string]string{"big.log": strings.Repeat("all is well here\n", 40_000)})
	var stamps []string
	b.assessor.Scanned = func(s string) { stamps = append(stamps, s); b.assessor.Session.Clean(s) }
	b.read("big.log")
	b.read("big.log")
	if len(stamps) != 1 {
		t.Errorf("%d scans of an unchanged file", len(stamps))
	}
	b.mem.Put(root+"/big.log", strings.Repeat("all is well here\n", 40_001)) // R276
	b.read("big.log")
	if len(stamps) != 2 {
		t.Errorf("%d scans after a change", len(stamps))
	}
	small := newBench(t, map[string]string{"s": "x"})
	small.assessor.Scanned = func(string) { t.Error("state is written for a small file") }
	small.read("s")
}

func TestR260_Names(t *testing.T) {
	for _, n := range []string{guard.OutputScanner, guard.ExecutionTracker, guard.PermissionGate, guard.PathAccess, guard.ArgumentSecrets} {
		if n == "" || strings.ToLower(n[:1]) != n[:1] {
			t.Errorf("%q", n)
		}
	}
}
