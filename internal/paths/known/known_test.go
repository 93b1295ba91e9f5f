package known

import (
	"strings"
	"testing"
)

func TestTablesAreWellFormed(t *testing.T) {
	tables := append(append([]group{harmlessTable, harmlessHome, startupHarmless}, secretTable...), startupTable...)
	for _, g := range tables {
		for kind, list := range map[string][]string{"name": g.names, "tail": g.tails, "home": g.home, "system": g.system} {
			seen := map[string]bool{}
			for _, p := range list {
				bad := p == "" || p != Fold(p) || strings.HasSuffix(p, "/") || strings.Contains(strings.TrimSuffix(p, "/**"), "**") || strings.ContainsAny(p, `?[\`)
				switch kind {
				case "name":
					bad = bad || strings.Contains(p, "/")
				case "tail", "home":
					bad = bad || p[0] == '/' || kind == "home" && p[0] == '*'
				case "system":
					bad = bad || p[0] != '/' && !IsDrive(p) || p != Canonical(p) && !strings.HasPrefix(p, "/private")
				}
				if bad || seen[p] {
					t.Errorf("%s: bad or double %s pattern %q", g.label, kind, p)
				}
				seen[p] = true
			}
		}
	}
}

func TestR175_SecretPaths(t *testing.T) {
	secret := strings.Fields(`.envrc .ENV id_rsa .aws/credentials .npmrc .netrc x.key x.p12 config/.env .env.local x.pem .env.example.bak .env~ prod.env id_ed25519.bak
		deploy_rsa server.jks terraform.tfstate terraform.tfstate.backup prod.tfvars credentials.json secrets.yml .git-credentials .pgpass .my.cnf wallet.dat
		.bash_history .psql_history .htpasswd acme-service-account-1.json client_secret_1.json kubeconfig vault.kdbx key4.db .vault-token private.asc`)
	plain := strings.Fields(`.env.example .env.sample .env.template .env.dist .env.defaults example.env env.d.ts .env.vault .env.production.enc .envrc.example id_rsa.pub known_hosts
		server.crt cacert.pem fullchain.pem cert.pem chain.pem public.pem certifi/x.pem keys.go tokens.ts password.py secrets_test.go credentials.md environment.yml env.py
		.tfvars.example key.svg package-lock.json i18n/de/password.json history.md keyboard.json monkey.ts environment history.sample.txt kubeconfig.go seed.txt auth.go secrets.go`)
	for _, name := range secret {
		p := Look("/srv/x/"+name, nil)
		if _, ok := p.Secret(); !ok {
			t.Errorf("%s is no secret", name)
		}
	}
	for _, name := range plain {
		p := Look("/srv/x/"+name, nil)
		if m, ok := p.Secret(); ok {
			t.Errorf("%s is a secret: %s", name, m.Label)
		}
	}
}

func TestSecretsOfHomes(t *testing.T) {
	secret := []string{".ssh/id_x", ".ssh", ".gnupg/private-keys-v1.d/x.key", ".aws/config", ".config/gh/hosts.yml", ".docker/config.json", ".kube/config", ".config/op/config", ".npmrc", ".pypirc",
		"Library/Keychains/login.keychain-db", "Library/Application Support/Google/Chrome/Default/Cookies", "AppData/Local/Google/Chrome/User Data/Local State", ".config/google-chrome-beta/Default/Login Data",
		".password-store/a/b.gpg", ".claude/.credentials.json", ".codex/auth.json", ".bitcoin/wallets/x", ".local/share/keyrings/login.keyring", ".azure/msal_token_cache.json", ".config/gcloud/legacy_credentials/a/adc.json"}
	plain := []string{".ssh/known_hosts", ".ssh/config", ".ssh/id_x.pub", ".config/nvim/init.lua", "Documents/x", ".claude/settings.json", ".gnupg/pubring.kbx", ".cache/x", ".aws", "Library/Preferences/x.plist", ".cargo/config.toml"}
	for _, home := range []string{"/home/ann", "/root", "/Users/ann", "C:/Users/Ann", "/mnt/c/Users/Ann", "/var/home/ann", "/data/h"} {
		for _, rel := range secret {
			p := Look(home+"/"+rel, []string{"/data/h"})
			if _, ok := p.Secret(); !ok {
				t.Errorf("%s/%s is no secret", home, rel)
			}
		}
		for _, rel := range plain {
			p := Look(home+"/"+rel, []string{"/data/h"})
			if m, ok := p.Secret(); ok {
				t.Errorf("%s/%s is a secret: %s", home, rel, m.Label)
			}
		}
	}
}

func TestSpell(t *testing.T) {
	for in, want := range map[string]string{
		"/A/b": "/a/b", "/private/tmp/x": "/tmp/x", "/mnt/c/Windows": "c:/windows", "/x/.env.": "/x/.env", "/x/.env::$DATA": "/x/.env", "/x/GIT~1/config": "/x/.git/config",
		"/x/.\u200cgit": "/x/.git", "/x/\u212aey": "/x/key", "C:/X": "c:/x", "/mnt/cd": "/mnt/cd",
	} {
		if got := Spell(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestOverlap(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"*", "x", true}, {"a*", "*b", true}, {"*.py", "*.pem", false}, {"a?c", "abc", true}, {"a[xyz]c", "abc", true}, {"ab", "abc", false}, {"*a*b*", "xaxbx", true}, {"", "*", true}, {"?", "", false}, {"a*c", "a*d", false},
	} {
		if got := overlap(tt.a, tt.b); got != tt.want || overlap(tt.b, tt.a) != tt.want {
			t.Errorf("%q %q: %v", tt.a, tt.b, got)
		}
	}
}

func TestDevice(t *testing.T) {
	for name, main := range map[string]bool{"sda": true, "sda3": true, "sdb": false, "sdc1": false, "mmcblk0": false, "nvme0n1": true, "disk1": true, "disk10": false, "disk2": false, "mapper/x": true, "disk/by-id/usb-x": false, "disk/by-id/ata-x": true} {
		if _, _, got, ok := Device("/dev/" + name); !ok || got != main {
			t.Errorf("%s: main %v", name, got)
		}
	}
}

func TestOutput(t *testing.T) {
	for rel, want := range map[string]OutputSort{
		"node_modules": Unmistaken, "a/node_modules/x/y": Unmistaken, "dist": Likely, "packages/a/dist/x": Likely, "x.pyc": Unmistaken, "build.log": Likely, "src": NotOutput, "distribution": NotOutput, "": NotOutput, "x.ts": NotOutput,
		".next": Unmistaken, "Build/x": Likely, ".cache/babel-loader": Unmistaken,
	} {
		if got := OutputOf(rel); got != want {
			t.Errorf("%q: %v, want %v", rel, got, want)
		}
	}
}

func FuzzMayMean(f *testing.F) {
	f.Add("/home/dev/.en*", true)
	f.Add("/[/*/[]", false)
	f.Fuzz(func(t *testing.T, p string, w bool) { MayMean("/"+p, nil, w) })
}

// TestInstructionsForEveryProject: what an agent reads in each project is worth
// more than what a project tells it, which agents write every day.
func TestInstructionsForEveryProject(t *testing.T) {
	for _, file := range strings.Fields(`/home/dev/.claude/CLAUDE.md /home/dev/.claude/skills/x/SKILL.md /home/dev/.claude/agents/x.md /home/dev/.claude/keybindings.json /home/dev/.codex/AGENTS.md
		/home/dev/.codex/AGENTS.override.md /home/dev/.gemini/GEMINI.md /root/.qwen/QWEN.md /home/dev/.copilot/copilot-instructions.md /home/dev/.cursor/rules/x.mdc /Users/dev/AGENTS.md /home/dev/CLAUDE.md
		/home/dev/.codeium/windsurf/memories/global_rules.md /home/dev/.pi/agent/AGENTS.md /home/dev/.hermes/SOUL.md /home/dev/Documents/Cline/Rules/x.md /home/dev/.agents/skills/x/SKILL.md /home/dev/.config/opencode/AGENTS.md`) {
		p := Look(file, nil)
		if _, ok := p.Startup(); !ok {
			t.Errorf("%s is ordinary", file)
		}
	}
	for _, file := range strings.Fields(`/home/dev/p/CLAUDE.md /home/dev/p/AGENTS.md /home/dev/p/GEMINI.md /home/dev/p/.cursor/rules/x.mdc /home/dev/p/.github/copilot-instructions.md /home/dev/p/.claude/commands/x.md
		/home/dev/p/.claude/skills/x/SKILL.md /home/dev/p/docs/AGENTS.md /home/dev/p/.windsurfrules /home/dev/.claude/plans/x.md /home/dev/.claude/projects/p/memory/MEMORY.md /home/dev/notes/agents.md`) {
		p := Look(file, nil)
		if m, ok := p.Startup(); ok {
			t.Errorf("%s is %s", file, m.Label)
		}
	}
}
