package folders

import "testing"

func TestInstalled(t *testing.T) {
	const home = "/home/dev"
	for dir, want := range map[string]bool{
		"/home/dev/.cargo/bin": true, "/home/dev/go/bin": true, "/home/dev/.nvm/versions/node/v20.1.0/bin": true,
		"/home/dev/Library/Android/sdk/platform-tools": true, "/opt/homebrew/Cellar/git/2.44.0/bin": true, "/opt/ros/bin": true,
		"/home/dev/bin": false, "/home/dev/project/bin": false, "/tmp/.cargo/bin": false, "/home/dev/.cargo/bin/../../x": false,
		"/home/other/.cargo/bin": false, "/home/dev/project/.cargo/bin": false, "/home/dev/.nvm/versions/node/bin": false, "": false,
	} {
		if Tools(dir, home) != want {
			t.Errorf("%s: %v", dir, !want)
		}
	}
	for file, want := range map[string]bool{
		"/home/dev/.nvm/nvm.sh": true, "/home/dev/.bashrc": true, "/opt/ros/noetic/setup.bash": true, "/etc/profile.d/a.sh": true,
		"/home/dev/project/.bashrc": false, "/home/dev/nvm.sh": false, "/tmp/.bashrc": false, "/opt/ros/setup.bash": false, "/home/other/.bashrc": false,
	} {
		if SetsUp(file, home) != want {
			t.Errorf("%s: %v", file, !want)
		}
	}
	const root = "/home/dev/project"
	for file, want := range map[string]bool{
		root + "/.specify/scripts/bash/create-new-feature.sh": true, root + "/.specify/scripts/powershell/setup-plan.ps1": true,
		root + "/scripts/bash/create-new-feature.sh": false, root + "/.specify/scripts/bash/deploy.sh": false, "/tmp/.specify/scripts/bash/setup-plan.sh": false,
		root + "/.specify/scripts/bash/../../../setup-plan.sh": false, root + "/vendor/x/.specify/scripts/bash/setup-plan.sh": false,
	} {
		if Brought(file, root) != want {
			t.Errorf("%s: %v", file, !want)
		}
	}
	if Tools("/.cargo/bin", "") || SetsUp("/.bashrc", "") {
		t.Error("a home that is not known counts")
	}
}
