package paths

import (
	"testing"

	"github.com/sentinelgate/sentinel"
)

func TestJudgeRead(t *testing.T) {
	p := testPlace()
	tests := []struct {
		text  string
		glob  bool
		scope sentinel.Scope
	}{
		{"src/a.ts", false, project}, {"docs/../README.md", false, project}, {".env.example", false, project},
		{"/etc/os-release", false, system}, {"/tmp/build.log", false, temp}, {"../other/README.md", false, inHome},
		{".claude/settings.json", false, project}, {".github/workflows/ci.yml", false, project}, {".git/hooks", false, project},
		{".git/HEAD", false, project}, {"CLAUDE.md", false, project}, {"node_modules/react/package.json", false, project},
		{"~/.gitconfig", false, inHome}, {"/dev/null", false, none}, {"/dev/tty", false, none}, {"/dev/fd/3", false, none},
		{"/proc/cpuinfo", false, system}, {"/opt", false, system}, {"/srv/data/x", false, outside},
		{"src/../../.ssh/id_rsa", false, secrets}, {"~/.ssh/../.ssh/id_rsa", false, secrets}, {"/proc/self/cwd/.env", false, secrets},
		{"/proc/self/root/etc/shadow", false, secrets}, {"/proc/self/environ", false, secrets}, {"/proc/1/environ", false, secrets},
		{"file:///home/dev/.ssh/id_rsa", false, secrets}, {"file:///home/dev/%2Essh/id_rsa", false, secrets},
		{"notes.txt", false, secrets}, {"~/keys/deploy", false, inHome}, {"~/.age/deploy", false, secrets},
		{"config/master.key", false, secrets}, {"config/*", true, secrets}, {"*", true, secrets},
		{`backend\.env`, false, secrets}, {`C:\Users\dev\.ssh\id_rsa`, false, secrets}, {"/mnt/c/Users/dev/.aws/credentials", false, secrets},
		{"~/Library/Keychains/login.keychain-db", false, secrets}, {"~/.config/google-chrome/Default/Login Data", false, secrets},
		{"~/.mozilla/firefox/x.default/cookies.sqlite", false, secrets}, {".ENV", false, secrets}, {"terraform.tfstate", false, secrets},
		{"service-account.json", false, secrets}, {".e\u200bnv", false, secrets}, {"id_r\u017fa", false, secrets},
		{".en[v]", true, secrets}, {".e?v", true, secrets}, {".en*", true, secrets}, {".env*", true, secrets}, {"~/.ssh/*", true, secrets},
		{"~/.s?h/id_rsa", true, secrets}, {"~/.aws/cred*", true, secrets}, {"*.pem", true, secrets}, {"*.p?m", true, secrets}, {"~/.*", true, secrets},
		{"**/*.pem", true, secrets}, {"/etc/shado?", true, secrets}, {"id_*", true, secrets},
		{"src/*", true, project}, {"*.ts", true, project}, {"src/**/*.ts", true, project}, {"*.json", true, project}, {"*.md", true, project},
		{"docs/*.md", true, project}, {"src/main.*", true, project}, {"*.conf", true, project}, {"packages/*/package.json", true, project},
		{".git*", true, project}, {"/tmp/*.log", true, temp}, {"test_*.py", true, project}, {"src/*.test.*", true, project},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got := p.Judge(Target{Text: tt.text, Glob: tt.glob, Dir: ProjectRoot, Use: Read})
			if got.Scope != tt.scope {
				t.Errorf("scope %v, want %v (%+v)", got.Scope, tt.scope, got)
			}
		})
	}
}

func TestJudgeWrite(t *testing.T) {
	p := testPlace()
	tests := []struct {
		text  string
		scope sentinel.Scope
	}{
		{"src/a.ts", project}, {".", project}, {"src/deep/new/dir/a.ts", project}, {".env.example", project}, {"package.json", project},
		{".gitignore", project}, {"Dockerfile", project}, {".prettierrc", project}, {".claude/commands/review.md", project}, {"AGENTS.md", project},
		{"packages/api/.eslintrc.json", project}, {"/tmp/probe.js", temp}, {"/tmp", temp}, {"data/model.pth", project}, {".git/hooks/pre-push.sample", whole},
		{".git/HEAD", whole}, {".git/index", whole}, {"sub/.git/HEAD", whole},
		{".git/hooks/pre-commit", start}, {".git/HOOKS/pre-commit", start}, {"./.git//hooks/post-merge", start}, {".git/config", start},
		{".git/info/attributes", start}, {"/proc/self/cwd/.git/hooks/pre-push", start}, {".github/../.git/hooks/commit-msg", start},
		{".git/./hooks/../hooks/pre-commit", start}, {"src/../.git/hooks/post-checkout", start}, {"GIT~1/hooks/x", start},
		{".CLAUDE/settings.json", gate}, {"src/../.claude/settings.json", gate}, {".claude/settings.local.json", gate}, {"~/.claude/settings.json", gate},
		{"~/.claude/hooks/guard.sh", start}, {"~/.codex/config.toml", gate}, {"~/.gemini/settings.json", gate}, {".mcp.json", start}, {".cursor/mcp.json", start},
		{"opencode.json", start}, {".husky/pre-push", start}, {".pre-commit-config.yaml", start}, {".vscode/tasks.json", start}, {".github/workflows/ci.yml", start},
		{".github/CODEOWNERS", start}, {"Jenkinsfile", start}, {".gitlab-ci.yml", start}, {".circleci/config.yml", start}, {".npmrc", start}, {".cargo/config.toml", start},
		{"~/.bashrc", start}, {"../.profile", start}, {"~/.zshenv", start}, {"~/.config/fish/config.fish", start}, {"~/.inputrc", start}, {"~/.gitconfig", start}, {"~/.config/git/config", start},
		{"~/.config/autostart/x.desktop", start}, {"~/.config/systemd/user/x.service", start}, {"~/Library/LaunchAgents/x.plist", start}, {"/etc/cron.d/x", start}, {"/etc/profile.d/x.sh", start},
		{"/etc/ld.so.preload", start}, {"~/.ssh/config", start}, {"~/.ssh/authorized_keys", start}, {"/etc/ssh/sshd_config", start}, {"lib/python3/site-packages/evil.pth", start},
		{"~/.npmrc", secrets}, {"~/.aws/config", secrets}, {"~/.kube/config", secrets}, {".env.local", secrets}, {".envrc", secrets}, {"~/.ssh/new", secrets}, {"/etc/sudoers.d/x", secrets},
		{"/etc/hosts", system}, {"/usr/local/bin/node", system}, {"/opt/app/x", system}, {"/proc/sysrq-trigger", system}, {"/boot/efi/x", system}, {"/sys/power/state", system},
		{"/home/dev/other/README.md", inHome}, {"out/a", inHome}, {"/srv/www/x", outside}, {"/media/dev/usb/x", outside}, {"/run/media/dev/usb/x", outside}, {"/Volumes/usb/x", outside}, {"~", inHome},
		{"~/.config/sentinel/policy.json", gate}, {".sentinel/config.json", gate}, {"src/../.sentinel/risk.json", gate}, {"~/.local/state/sentinel/x", gate}, {"~/Library/Application Support/sentinel/x", gate},
		{"/dev/sda", dev}, {"/dev/nvme0n1p1", dev}, {"/dev/disk/by-id/usb-x", dev}, {"/dev/mapper/root", dev}, {"/dev/mem", dev}, {"/dev/stdout", none}, {"/dev/zero", none}, {"/dev/shm/x", temp},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got := p.Judge(Target{Text: tt.text, Dir: ProjectRoot, Use: Write})
			if got.Scope != tt.scope {
				t.Errorf("scope %v, want %v (%+v)", got.Scope, tt.scope, got)
			}
		})
	}
}

func TestJudgePartial(t *testing.T) {
	p := testPlace()
	tests := []struct {
		text  string
		scope sentinel.Scope
	}{
		{"", unknown}, {"/", unknown}, {"~/", unknown}, {"./", unknown}, {"../", unknown}, {"/etc/", unknown}, {".e", secrets}, {"/tmp/build-", temp},
		{"/tmp/", temp}, {"src/", project}, {"src/gen-", project}, {"~/.ssh/", secrets}, {"build/", output}, {"/dev/sd", dev}, {".git/hooks/", start}, {".", unknown},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got := p.Judge(Target{Text: tt.text, Partial: true, Dir: ProjectRoot, Use: Delete})
			if got.Scope != tt.scope || !got.Unsure || got.Vital {
				t.Errorf("scope %v, want %v (%+v)", got.Scope, tt.scope, got)
			}
		})
	}
}

func TestJudgeUnknownFolder(t *testing.T) {
	p := testPlace()
	for text, want := range map[string]sentinel.Scope{
		"x": unknown, "../x": unknown, ".env": secrets, "a/.ssh/id_rsa": secrets, ".bashrc": start, "/etc/hosts": system, ".git/hooks/x": start, "../.env": secrets, ".sentinel/risk.json": unknown,
	} {
		if got := p.Judge(Target{Text: text, Use: Write}); got.Scope != want {
			t.Errorf("%q: scope %v, want %v", text, got.Scope, want)
		}
	}
}

func TestR325_ProjectInSystemFolder(t *testing.T) {
	tests := []struct {
		root, text string
		scope      sentinel.Scope
	}{
		{"/opt/app", "/opt/app/a", project}, {"/var/www", "/var/www/a", project}, {"/private/tmp/p", "/private/tmp/p/a", project}, {"/tmp/p", "/private/tmp/p/a", project},
		{"/etc", "/etc/hosts", system}, {"/usr/src/app", "/usr/src/app/a", project}, {"/home/dev", "/home/dev/a", inHome}, {"/", "/x", outside}, {"/workspace", "/workspace/x", project},
		{"/mnt/c/Users/dev/p", "/mnt/c/Users/dev/p/x", project}, {"C:/Users/dev/p", `c:\users\DEV\p\x`, project},
	}
	for _, tt := range tests {
		p := &Place{FS: &Mem{}, Home: "/home/dev", Root: tt.root, FoldCase: true}
		if got := p.Judge(Target{Text: tt.text, Dir: tt.root, Use: Write}); got.Scope != tt.scope {
			t.Errorf("root %s, %s: scope %v, want %v", tt.root, tt.text, got.Scope, tt.scope)
		}
	}
}

func TestVitalText(t *testing.T) {
	for text, want := range map[string]bool{
		"/": true, "/*": true, "//": true, "/.": true, "/etc": true, "/lib": true, "/usr/bin": true, "/home/*": true, `C:\`: true, "C:/Windows": true, "/**": true,
		"/x": false, "/build": false, "x": false, "": false, "*": false, "/tmp/x": false, "/usr/share/doc/x": false, "/srv/app": false,
	} {
		if got := VitalText(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestOverlayIsSeen(t *testing.T) {
	p := testPlace()
	over := &Mem{Base: p.FS}
	over.Symlink("/home/dev/other", ProjectRoot+"/build")
	q := p.With(over)
	judge := func(p *Place, text string) sentinel.Scope {
		return p.Judge(Target{Text: text, Dir: ProjectRoot, NoFollow: true, Use: Delete}).Scope
	}
	if got := judge(q, "build/"); got != inHome {
		t.Errorf("link made in the same text: scope %v", got)
	}
	if got := judge(p, "build/"); got != output {
		t.Errorf("the base has changed: scope %v", got)
	}
	over.Remove(ProjectRoot + "/build")
	if got := judge(q, "build/"); got != output {
		t.Errorf("removed link: scope %v", got)
	}
}

func TestNoRepository(t *testing.T) {
	m := &Mem{}
	m.Put("/data1/p/dist/a", "")
	p := &Place{FS: m, Home: "/home/dev", Root: "/data1/p"}
	for text, want := range map[string]sentinel.Scope{"dist": project, "node_modules": output, "a.pyc": output, "x.log": project} {
		if got := p.Judge(Target{Text: text, Dir: "/data1/p", Use: Delete}); got.Scope != want {
			t.Errorf("%s: scope %v, want %v", text, got.Scope, want)
		}
	}
}

func TestFindRoot(t *testing.T) {
	m := NewProject(nil)
	m.Mkdir("/srv/code/tool/sub")
	m.Put("/srv/code/.git", "gitdir: /elsewhere\n")
	m.Symlink("/home/dev/project/src", "/home/dev/link")
	m.Mkdir("/home/dev/project/src")
	for start, want := range map[string]string{
		"/home/dev/project": ProjectRoot, "/home/dev/project/src/deep": ProjectRoot, "/home/dev/link": ProjectRoot, "/home/dev": "", "/home": "", "/": "", "": "", "x": "",
		"/home/dev/other": "/home/dev/other", "/srv/code/tool/sub": "/srv/code", "/etc": "", "/tmp": "", "/tmp/x": "/tmp/x", "/root": "", "/usr/bin": "",
	} {
		if got := FindRoot(m, start, "/home/dev"); got != want {
			t.Errorf("%q: %q, want %q", start, got, want)
		}
	}
	m.Put("/home/dev/.git/HEAD", "x")
	if got := FindRoot(m, "/home/dev/notes", "/home/dev"); got != "/home/dev/notes" {
		t.Errorf("a home under git became the project: %q", got)
	}
}
