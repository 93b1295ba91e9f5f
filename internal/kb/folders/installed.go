package folders

import (
	"path"
	"strings"
)

// own are folders of a home in which the installers of tool chains and package managers
// put programs, as their documentation says; * stands for a version or a name. What lies
// there runs by its bare name as well.
const own = `.local/bin go/bin .cargo/bin .bun/bin .deno/bin .volta/bin .nvm/versions/node/*/bin .fnm/node-versions/*/installation/bin
	.local/share/fnm/node-versions/*/installation/bin .asdf/shims .asdf/installs/*/*/bin .pyenv/shims .pyenv/bin .pyenv/versions/*/bin
	.rbenv/shims .rbenv/bin .rbenv/versions/*/bin .nodenv/shims .jenv/shims .sdkman/candidates/*/*/bin .rvm/bin .rvm/rubies/*/bin
	.ghcup/bin .cabal/bin .local/share/mise/shims .local/share/mise/installs/*/*/bin .local/share/mise/installs/*/* .dotnet .dotnet/tools
	.composer/vendor/bin .config/composer/vendor/bin .yarn/bin .npm-global/bin .local/share/pnpm Library/pnpm .krew/bin .foundry/bin
	.docker/bin .rd/bin .orbstack/bin google-cloud-sdk/bin flutter/bin development/flutter/bin .pub-cache/bin fvm/*/bin fvm/versions/*/bin
	Library/Python/*/bin Library/Android/sdk/platform-tools Library/Android/sdk/emulator Library/Android/sdk/cmdline-tools/*/bin
	Library/Android/sdk/build-tools/* Android/Sdk/platform-tools Android/Sdk/emulator Android/Sdk/cmdline-tools/*/bin Android/Sdk/build-tools/*
	miniconda3/bin anaconda3/bin miniforge3/bin mambaforge/bin miniconda3/envs/*/bin anaconda3/envs/*/bin miniforge3/envs/*/bin
	mambaforge/envs/*/bin .juliaup/bin .elan/bin .pixi/bin .rye/shims .poetry/bin .local/share/pipx/venvs/*/bin .local/pipx/venvs/*/bin
	.linuxbrew/bin .opam/*/bin .swiftly/bin .luarocks/bin .gem/ruby/*/bin .mix/escripts .zvm/bin .nimble/bin .wasmtime/bin .wasmer/bin
	.fly/bin .pulumi/bin .tfenv/bin .goenv/shims .local/go/bin sdk/*/bin .rustup/toolchains/*/bin .espressif/tools/*/*/*/bin`

// others are such folders that belong to the machine.
const others = `/Applications/*.app/Contents/Resources/bin /Applications/*.app/Contents/MacOS /Applications/*.app/Contents/Developer/usr/bin
	/Applications/*.app/Contents/Resources/app/bin /Library/Frameworks/Python.framework/Versions/*/bin /usr/local/opt/*/bin
	/opt/homebrew/Cellar/*/*/bin /usr/local/Cellar/*/*/bin /usr/lib/postgresql/*/bin /usr/lib/jvm/*/bin /usr/lib/llvm-*/bin
	/usr/lib/go-*/bin /opt/*/bin /opt/*/*/bin /usr/local/*/bin`

// setUp are files that set up a shell: the person's own start-up files, and what
// installers tell people to source.
const setUp = `.bashrc .bash_profile .bash_login .profile .zshrc .zprofile .zshenv .zlogin .kshrc .bash_aliases .cargo/env .nvm/nvm.sh
	.nvm/bash_completion .sdkman/bin/sdkman-init.sh .asdf/asdf.sh .rvm/scripts/rvm .ghcup/env .opam/opam-init/init.sh .opam/opam-init/init.zsh
	.nix-profile/etc/profile.d/*.sh .deno/env google-cloud-sdk/path.bash.inc google-cloud-sdk/path.zsh.inc .gvm/scripts/gvm .poetry/env
	.rye/env .local/bin/env .elan/env .swiftly/env.sh emsdk/emsdk_env.sh esp/esp-idf/export.sh esp-idf/export.sh .phpbrew/bashrc
	miniconda3/etc/profile.d/*.sh anaconda3/etc/profile.d/*.sh miniforge3/etc/profile.d/*.sh mambaforge/etc/profile.d/*.sh
	miniconda3/bin/activate anaconda3/bin/activate miniforge3/bin/activate mambaforge/bin/activate .fzf.bash .fzf.zsh`

const setUpOthers = `/etc/profile /etc/bash.bashrc /etc/bashrc /etc/zshrc /etc/zsh/zshrc /etc/zsh/zprofile /etc/profile.d/*.sh /etc/bash_completion
	/etc/os-release /usr/lib/os-release /etc/lsb-release /opt/ros/*/setup.bash /opt/ros/*/setup.sh /opt/ros/*/setup.zsh /opt/ros/*/local_setup.bash
	/opt/intel/oneapi/setvars.sh /opt/intel/oneapi/*/*/env/vars.sh /opt/conda/etc/profile.d/*.sh /opt/conda/bin/activate /opt/miniconda3/etc/profile.d/*.sh
	/opt/rh/*/enable /usr/local/nvm/nvm.sh /usr/share/nvm/nvm.sh /usr/share/nvm/init-nvm.sh /opt/homebrew/opt/nvm/nvm.sh /usr/local/opt/nvm/nvm.sh
	/opt/homebrew/opt/asdf/libexec/asdf.sh /usr/local/opt/asdf/libexec/asdf.sh /opt/emsdk/emsdk_env.sh /nix/var/nix/profiles/default/etc/profile.d/*.sh
	/usr/share/Modules/init/bash /usr/share/lmod/lmod/init/bash /usr/local/sdkman/bin/sdkman-init.sh`

// brought are scripts that a method of work with agents puts into a project, under
// these very names. Each makes a branch, a folder or a file of a template there.
const brought = `.specify/scripts/*/create-new-feature.* .specify/scripts/*/create_new_feature.* .specify/scripts/*/setup-plan.*
	.specify/scripts/*/setup_plan.* .specify/scripts/*/setup-tasks.* .specify/scripts/*/setup_tasks.*
	.specify/scripts/*/update-agent-context.* .specify/scripts/*/update_agent_context.*`

// Brought tells whether a script has the name of one that such a method brings. file
// and root, that of the project, are absolute.
func Brought(file, root string) bool { return oneOf(path.Clean(file), root, brought, "") }

// Tools tells whether installers put programs into a folder: what is called like a known
// tool there is that tool. dir and home are absolute.
func Tools(dir, home string) bool { return oneOf(path.Clean(dir), home, own, others) }

// SetsUp tells whether a file is one of those that set up a shell. dir and home are
// absolute. Nobody writes them unasked.
func SetsUp(file, home string) bool { return oneOf(path.Clean(file), home, setUp, setUpOthers) }

// oneOf tells whether a path fits one of the patterns of a home or of the machine.
func oneOf(name, home, ofHome, ofMachine string) bool {
	patterns := ofMachine
	if rel, ok := strings.CutPrefix(name, home+"/"); ok && home != "" {
		name, patterns = rel, ofHome
	}
	for p := range strings.FieldsSeq(patterns) {
		if ok, _ := path.Match(p, name); ok {
			return true
		}
	}
	return false
}
