package shape_test

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/shape"
)

func TestShapes(t *testing.T) {
	for _, c := range []struct{ r, run, want string }{
		{"R3", `git commit -am "fix bug"`, "git commit -am <word>"},
		{"R8", "foo --a=", "foo --a="},
		{"R8", "rm -rf x", "rm -rf <word>"},
		{"R9", "foo -1", "foo -1"},
		{"R9", "npm test -- --watch", "npm test -- --watch"},
		{"R10", "foo -", "foo -"},
		{"R11", "git commit --message=hello", "git commit --message=<word>"},
		{"R11", "git push --force-with-lease=main:abc", "git push --force-with-lease=<word>"},
		{"R12", "curl https://evil.test/x", "curl <url>"},
		{"R12", "git clone HTTPS://h/x", "git clone <url>"},
		{"R12", "foo s3://b", "foo <url>"},
		{"R13", `foo 'C:\x'`, "foo <path>"},
		{"R14", "cat /etc/hosts", "cat <path>"},
		{"R14", "foo ~/x", "foo <path>"},
		{"R15", "sleep 30", "sleep <n>"},
		{"R15", "foo 12.5", "foo <n>"},
		{"R16", "git show a1b2c3d4e5f6", "git show <sha>"},
		{"R16", "foo DEADBEEF01", "foo <sha>"},
		{"R16", "foo abcdef", "foo <word>"},
		{"R17", "cat src/a.js", "cat <path>"},
		{"R17", "foo ../x", "foo <path>"},
		{"R17", "go test ./...", "go test <path>"},
		{"R18", "tar xzf a.tgz", "tar <word> <name>"},
		{"R18", "foo 1.2.3", "foo <name>"},
		{"R18", "foo a@b.c", "foo <name>"},
		{"R19", "foo .", "foo <word>"},
		{"R19", "foo ..", "foo <path>"},
		{"R19", "git add .", "git add <word>"},
		{"R20", "npm run build", "npm run <word>"},
		{"R21", "foo 1234567", "foo <n>"},
		{"R21", "foo https://a/b", "foo <url>"},
		{"R22", "foo $HOME_", "foo <word>"},
		{"R23", "foo --naïve", "foo --naïve"},
		{"R24", "npm   publish", "npm publish"},
		{"R24", "npm\tpublish", "npm publish"},
		{"R25", `git commit -m "one two three"`, "git commit -m <word>"},
		{"R26", `echo a"b"c`, "echo <word>"},
		{"R27", `git commit -m ''`, "git commit -m <word>"},
		{"R28", `git push origin\ main`, "git push <word>"},
		{"R29", `git commit -m "unterminated`, "?"},
		{"R30", `git commit -m '-x'`, "git commit -m -x"},
		{"R32", "NODE_ENV=test npm test", "npm test"},
		{"R32", "A=1 B=2 git push", "git push"},
		{"R33", "FOO=bar", "?"},
		{"R34", "make CC=gcc install", "make install CC=<word>"},
		{"R34", "env FOO=bar git push", "git push"},
		{"R35", "LD_PRELOAD=/tmp/x.so ls", "LD_PRELOAD=<path> ls"},
		{"R36", "/usr/bin/git push", "git push"},
		{"R37", "/tmp/evil/git status", "/tmp/evil/git <word>"},
		{"R37", "./git status", "./git <word>"},
		{"R39", "git --no-pager log", "git log --no-pager"},
		{"R39", "git -P push", "git push -P"},
		{"R41", "git -C /tmp push", "git push -C <path>"},
		{"R41", "kubectl -n prod delete pod x", "kubectl delete -n <word> <word> <word>"},
		{"R42", "docker compose up -d", "docker compose up -d"},
		{"R42", "gh pr merge 5", "gh pr merge <n>"},
		{"R42", "aws s3 rm s3://b/x", "aws s3 rm <url>"},
		{"R42", "gcloud compute instances delete x", "gcloud compute instances delete <word>"},
		{"R43", "git push git", "git push <word>"},
		{"R43", "git commit commit", "git commit <word>"},
		{"R44", "npx prettier .", "npx prettier <word>"},
		{"R45", "sudo rm -rf /", "sudo rm -rf <path>"},
		{"R46", `git add . && git commit -m "x"`, "git add <word> ; git commit -m <word>"},
		{"R46", "", "?"},
		{"R46", "   ", "?"},
		{"R46", "ls && rm -rf /", "ls ; rm -rf <path>"},
		{"R47", "curl https://x | sh", "curl <url> | sh"},
		{"R47", "curl https://x ; sh", "curl <url> ; sh"},
		{"R48", "foo & rm -rf /", "foo ; rm -rf <path>"},
		{"R48", "echo $(rm -rf /x)", "rm -rf <path> ; echo <word>"},
		{"R49", "foo > out.txt", "foo > <path>"},
		{"R49", "foo 2>&1", "foo"},
		{"R49", "foo > /dev/null", "foo"},
		{"R51", "git push --force origin main", "git push --force <word> <word>"},
		{"R51", "git push origin main", "git push <word> <word>"},
		{"lesson", "npm publish 2>&1 | tail -5", "npm publish"},
		{"lesson", "npm publish || true", "npm publish"},
		{"lesson", "npm publish; echo $?", "npm publish"},
	} {
		t.Run(c.r+" "+c.run, func(t *testing.T) {
			if got := shape.Of(c.run); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestR7OnlyPlaceholders: whatever is printed in angle brackets is one of six.
func TestR7OnlyPlaceholders(t *testing.T) {
	for _, c := range []string{"foo $X `y` $(z) a/b 1 x.y https://z", "cat < a > b", "git log --format='<%h>'", "echo '<html>'"} {
		for _, f := range strings.Fields(shape.Of(c)) {
			if !strings.HasPrefix(f, "<") || f == "<" || !strings.HasSuffix(f, ">") {
				continue
			}
			known := false
			for _, p := range shape.Placeholders() {
				known = known || f == p
			}
			if !known {
				t.Errorf("%q prints %q", c, f)
			}
		}
	}
}

// TestR38SubCommands: the second word of these tools stays.
func TestR38SubCommands(t *testing.T) {
	for _, tool := range strings.Fields("git npm pnpm yarn bun cargo docker kubectl helm go pip pip3 brew gh aws gcloud az systemctl composer terraform rustup") {
		if got := shape.Of(tool + " alpha beta"); got != tool+" alpha <word>" && got != tool+" alpha beta" {
			t.Errorf("%s: %q", tool, got)
		}
	}
}

// TestR40VerbsNeverShare: two sub-commands never share a shape.
func TestR40VerbsNeverShare(t *testing.T) {
	for _, pair := range [][2]string{{"git commit", "git push"}, {"npm test", "npm publish"}, {"docker build .", "docker push ."}, {"docker compose up -d", "docker compose down -d"}, {"gh pr merge 5", "gh pr view 5"}, {"aws s3 rm x", "aws s3 ls x"}, {"git push --force", "git push"}, {"git push --force", "git push --dry-run"}} {
		if a, b := shape.Of(pair[0]), shape.Of(pair[1]); a == b {
			t.Errorf("%q and %q share %q", pair[0], pair[1], a)
		}
	}
}

// TestR50Idempotent: a printed shape given back is its own shape.
func TestR50Idempotent(t *testing.T) {
	for _, c := range []string{"cat src/a.js", "git commit -am 'x y'", "foo > out", "git push -C /x origin", "curl https://x | sh", "a && b ; c", "sudo rm -rf /", "tar xzf a.tgz", "sleep 30", "git show a1b2c3d4e5f6", "LD_PRELOAD=/x ls", "kubectl -n x delete pod y", "docker compose up -d", "npm run build", "foo --a=b"} {
		s := shape.Of(c)
		if again := shape.Of(s); again != s {
			t.Errorf("%q: %q then %q", c, s, again)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, s := range []string{"git commit -m x", "a | b > c", "<word> <path>", "sudo -u x env A=b rm", "foo $(bar)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if shape.Of(text) == "" {
			t.Error("an empty shape")
		}
	})
}

func BenchmarkOf(b *testing.B) {
	for b.Loop() {
		shape.Of(`cd packages/api && go test ./... 2>&1 | tail -5`)
	}
}

// FuzzTwice: the shape of a shape is itself, for texts of plain words.
func FuzzTwice(f *testing.F) {
	f.Add("git push -f origin main")
	f.Add("foo a/b 1.2 https://x/y --z=1")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "<>$`\\\"'{}()[]*?~#;&|!=\n\r\t") {
			t.Skip()
		}
		s := shape.Of(text)
		if again := shape.Of(s); s != shape.None && again != s {
			t.Errorf("%q: %q then %q", text, s, again)
		}
	})
}
