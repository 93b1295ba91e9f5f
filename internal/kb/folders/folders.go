// Package folders knows where programs lie: those of the system, and those that a
// project's package manager put there.
package folders

import (
	"path"
	"strings"
)

// Trusted: folders of the system and of its package managers.
func Trusted(dir string) bool {
	clean := path.Clean(strings.ReplaceAll(dir, "\\", "/"))
	for _, below := range []string{"/usr/lib/git-core", "/usr/libexec", "/System/", "/Library/Apple/usr/bin", "/Library/Developer/CommandLineTools/usr/bin"} {
		if strings.HasPrefix(clean+"/", strings.TrimSuffix(below, "/")+"/") {
			return true
		}
	}
	if strings.HasPrefix(clean, "/opt/homebrew/opt/") && strings.HasSuffix(clean, "/bin") {
		return true
	}
	switch clean {
	case "/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin",
		"/opt/homebrew/sbin", "/opt/local/bin", "/snap/bin", "/usr/local/go/bin", "/home/linuxbrew/.linuxbrew/bin",
		"/nix/var/nix/profiles/default/bin", "/run/current-system/sw/bin", "/usr/bin/core_perl",
		"/mnt/c/Windows/System32", "/mnt/c/Windows", "/mnt/c/Windows/System32/WindowsPowerShell/v1.0", "C:/Windows/System32":
		return true
	}
	return false
}

// Local: where a project's package manager puts the tools it installed.
func Local(dir string) bool { return Package(dir) && !strings.HasPrefix(path.Clean(dir), "/tmp") }

// Package is Local wherever the project lies.
func Package(dir string) bool {
	dir = path.Clean(dir)
	for _, end := range []string{"node_modules/.bin", "vendor/bin", ".venv/bin", "venv/bin", "env/bin", ".tox/bin", ".venv/Scripts", "venv/Scripts"} {
		if dir == end || strings.HasSuffix(dir, "/"+end) {
			return true
		}
	}
	return false
}

// Search: folders in which programs ordinarily lie.
func Search(dir string) bool {
	if Trusted(dir) || Local(dir) {
		return true
	}
	if !strings.HasPrefix(dir, "/") || strings.HasPrefix(dir, "/tmp") || strings.HasPrefix(dir, "/dev/shm") || strings.HasPrefix(dir, "/var/tmp") {
		return false
	}
	return strings.HasSuffix(dir, "/bin") || strings.HasPrefix(dir, "/usr/") || strings.HasSuffix(dir, "/sbin") || strings.HasSuffix(dir, "/shims")
}

// Wrapper: programs that projects have a copy of, under this very name.
func Wrapper(base string) bool {
	switch base {
	case "gradlew", "mvnw", "gradlew.bat", "mvnw.cmd", "rails", "rake", "rspec", "configure", "manage.py", "artisan", "sail", "bundle", "console", "spring", "mill", "millw", "sbt", "sbtx", "lein", "pants":
		return true
	}
	return false
}

// Installed tells whether a program is the one that people install for themselves.
func Installed(abs []string, home, name string) bool {
	return len(abs) == 1 && home != "" && (abs[0] == home+"/.local/bin/"+name || abs[0] == home+"/go/bin/"+name)
}

// Own tells whether a file of the project, relative to it, lies where its name may
// answer for it: not in a tree that was taken over from others, unless a package
// manager put it there as a program, and not in a hidden folder but those of tools.
func Own(rel string) bool {
	if Package(path.Dir(rel)) {
		return true
	}
	parts := strings.Split(path.Dir(rel), "/")
	for i, part := range parts {
		switch part {
		case "vendor", "node_modules", "bower_components", "third_party", "third-party", "site-packages", ".git":
			return false
		case ".", "..", ".github", ".gitlab", ".circleci", ".ci", ".husky", ".buildkite", ".devcontainer", ".config", ".build", ".scripts", ".tools", ".dev", ".travis", ".azure", ".teamcity", ".woodpecker", ".storybook", ".changeset", ".cargo", ".local", ".specify", ".claude", ".codex", ".gemini", ".agents", ".opencode", ".kiro", ".taskmaster", ".beads":
		default:
			if strings.HasPrefix(part, ".") && !(i+2 <= len(parts) && parts[len(parts)-1] == "bin") {
				return false
			}
		}
	}
	return true
}
