package shape

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/shell"
)

// changing are variables that change what a command runs, where it looks for
// programs, whom it talks to or which checks it makes. A name that ends in *
// stands for all names that begin so. (Manual pages of ld.so, bash, git, the
// interpreters and package managers.)
const changing = ` LD_* DYLD_* PATH BASH_ENV BASH_FUNC_* BASHOPTS SHELLOPTS ENV IFS PROMPT_COMMAND PS1 PS4 ZDOTDIR HOME
 GCONV_PATH NODE_OPTIONS NODE_PATH NODE_TLS_REJECT_UNAUTHORIZED NODE_EXTRA_CA_CERTS ELECTRON_RUN_AS_NODE PYTHON* PYTEST_ADDOPTS
 PYTEST_PLUGINS PERL5* PERLLIB RUBYOPT RUBYLIB GEM_HOME GEM_PATH BUNDLE_* LUA_* JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
 CLASSPATH MAVEN_OPTS MAVEN_ARGS GRADLE_OPTS GRADLE_USER_HOME PHPRC PHP_INI_SCAN_DIR R_* JULIA_LOAD_PATH GIT_* SSH_ASKPASS
 SUDO_ASKPASS SUDO_EDITOR EDITOR VISUAL PAGER MANPAGER FCEDIT BROWSER KUBE_EDITOR LESSOPEN LESSCLOSE LESSEDIT VIMINIT EXINIT
 GOFLAGS GOPROXY GOSUMDB GONOSUMDB GONOSUMCHECK GOINSECURE GOROOT GOTOOLDIR GOPRIVATE GOTOOLCHAIN CC CXX CPP LD AR CGO_CFLAGS
 CGO_LDFLAGS RUSTC RUSTC_* RUSTFLAGS CARGO_HOME CARGO_TARGET_* CARGO_BUILD_* CARGO_REGISTRY_* MAKEFLAGS MAKEFILES GNUMAKEFLAGS
 CMAKE_* TAR_OPTIONS GREP_OPTIONS RIPGREP_CONFIG_PATH RSYNC_* CVS_RSH SVN_SSH WGETRC CURL_HOME CURL_CA_BUNDLE SSL_CERT_*
 OPENSSL_CONF REQUESTS_CA_BUNDLE NPM_CONFIG_* npm_config_* YARN_* PIP_* UV_* POETRY_* TWINE_* DOCKER_HOST DOCKER_CONFIG
 DOCKER_CONTEXT KUBECONFIG ANSIBLE_* TF_CLI_* TF_VAR_* TF_WORKSPACE AWS_* GOOGLE_* CLOUDSDK_* AZURE_* HUSKY HUSKY_SKIP_HOOKS
 LEFTHOOK SKIP PRE_COMMIT_* XDG_CONFIG_HOME CLAUDE_* CODEX_* SENTINEL_* TERMINFO DENO_AUTH_TOKENS `

// harmless are exceptions, and variables so common and idle that they do not
// part two grants.
const harmless = ` PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8 PYTHONHASHSEED PYTHONFAULTHANDLER
 PIP_NO_INPUT PIP_DISABLE_PIP_VERSION_CHECK PIP_NO_COLOR AWS_PAGER GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS CI DEBUG
 NODE_ENV FORCE_COLOR NO_COLOR CLICOLOR CLICOLOR_FORCE COLUMNS LINES TERM COLORTERM LANG LANGUAGE TZ RUST_LOG RUST_BACKTRACE
 CGO_ENABLED GOOS GOARCH GOMAXPROCS PORT VERBOSE LOG_LEVEL DEBIAN_FRONTEND `

// matters tells whether a variable changes what runs and so stays in sight.
func matters(name string) bool {
	if name == "" || listed(harmless, name) {
		return false
	}
	return listed(changing, name) || strings.HasSuffix(strings.ToUpper(name), "_PROXY")
}

// idle tells whether a variable may differ within one grant.
func idle(name string) bool {
	return listed(harmless, name) || strings.HasPrefix(name, "LC_")
}

// listed looks a name up in a blank-separated list.
func listed(list, name string) bool {
	if name == "" || strings.ContainsAny(name, " \n*") {
		return false
	}
	for _, before := range []string{" ", "\n "} {
		if strings.Contains(list, before+name+" ") || strings.Contains(list, before+name+"\n") {
			return true
		}
	}
	for i := 1; i <= len(name); i++ {
		if strings.Contains(list, " "+name[:i]+"* ") || strings.Contains(list, " "+name[:i]+"*\n") {
			return true
		}
	}
	return false
}

// environment prints the assignments in front of a command that change what
// runs; those of a bare assignment, too.
func (p *printer) environment(parts []string, c *shell.Command) []string {
	seen := map[string]bool{}
	for _, a := range c.Env {
		p.code[a.Value.Span] = p.code[a.Value.Span] || a.Value.Span.End > 0
		if !a.Inline && len(c.Argv) > 0 || !matters(a.Name) {
			continue
		}
		s := a.Name + "=" + p.environmentValue(a.Value)
		if !seen[s] {
			seen[s] = true
			parts = append(parts, s)
		}
	}
	return parts
}

func (p *printer) environmentValue(w shell.Word) string {
	s, known, _ := plain(w)
	switch {
	case !known:
		return Expansion
	case s == "" || p.tok.exact(s):
		return s
	}
	return looks(s)
}
