package later

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/tasks/tree"
)

// Says tells what a text means that comes to stand in a file which is no list of
// commands and yet decides what runs, or how freely; "" if it is ordinary.
func Says(file, text string) string {
	file = strings.ToLower(file)
	base := path.Base(file)
	if place := outside(base, text); place != "" {
		return "makes a tool load code from " + place + ", a place outside of the project"
	}
	switch {
	case like.Any("dockerfile|dockerfile.*|*.dockerfile|containerfile", base):
		return imageSays(text)
	case like.Any("docker-compose*.yml|docker-compose*.yaml|compose.yml|compose.yaml|compose.*.yml|compose.*.yaml", base):
		return composeSays(text)
	case like.Any("requirements*.txt|constraints*.txt", base), path.Ext(base) == ".txt" && path.Base(path.Dir(file)) == "requirements":
		return requirementsSay(text)
	case like.Any("pyproject.toml|setup.cfg|cargo.toml|gemfile|pip.conf|.pydistutils.cfg|uv.toml", base):
		return sourcesSay(base, text)
	case base == "package.json":
		return packageSays(text)
	case path.Ext(base) == ".md" && definition(file):
		return agentSays(text)
	}
	return ""
}

// usualHosts are those that ordinary projects take programs from.
const usualHosts = "github.com|*.github.com|raw.githubusercontent.com|*.githubusercontent.com|gitlab.com|bitbucket.org|codeberg.org|pypi.org|*.pypi.org|*.pythonhosted.org|*.pytorch.org|" +
	"deb.nodesource.com|rpm.nodesource.com|sh.rustup.rs|static.rust-lang.org|bun.sh|deno.land|astral.sh|install.python-poetry.org|bootstrap.pypa.io|get.docker.com|get.pnpm.io|*.yarnpkg.com|" +
	"get.sdkman.io|starship.rs|just.systems|taskfile.dev|mise.run|mise.jdx.dev|fly.io|cli.doppler.com|packages.microsoft.com|*.nvidia.com|*.nvidia.cn|storage.googleapis.com|sdk.cloud.google.com|dl.google.com|" +
	"aka.ms|install.julialang.org|get.haskellstack.org|get-ghcup.haskell.org|ollama.com|sentry.io|nixos.org|install.determinate.systems|getcomposer.org|data.dgl.ai|data.pyg.org|packages.cloud.google.com|*.huggingface.co|huggingface.co|localhost|127.0.0.1"

// foreign gives the host of the first address in a text that projects do not
// usually take programs from.
func foreign(text string) string {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\"'()<>|;`,=", r) }) {
		word = strings.TrimPrefix(word, "git+")
		if !strings.HasPrefix(word, "http://") && !strings.HasPrefix(word, "https://") {
			continue
		}
		if u, err := url.Parse(word); err == nil && u.Hostname() != "" && !strings.Contains(u.Host, "$") && !like.Any(usualHosts, strings.ToLower(u.Hostname())) {
			return u.Hostname()
		}
	}
	return ""
}

// imageSays looks for a RUN that hands a text from the network to a shell.
func imageSays(text string) string {
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		rest, run := strings.CutPrefix(strings.ToUpper(strings.TrimSpace(line)), "RUN ")
		if !run || !strings.Contains(rest, "CURL ") && !strings.Contains(rest, "WGET ") {
			continue
		}
		_, piped, _ := strings.Cut(rest, "|")
		for part := range strings.SplitSeq(piped, "|") {
			words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(part), "SUDO "))
			if len(words) > 0 && slices.Contains(strings.Fields("SH BASH ZSH DASH ASH PYTHON PYTHON3 NODE PERL RUBY PHP"), path.Base(words[0])) {
				if host := foreign(line); host != "" {
					return "builds an image with a script from " + host + " that nobody has read"
				}
			}
		}
	}
	return ""
}

// composeSays looks for a service that gets this machine: all power, or its whole
// disk.
func composeSays(text string) string {
	root, err := tree.YAML([]byte(text))
	if err != nil {
		return ""
	}
	all := root.Get("services")
	if !all.Is(tree.Map) {
		return ""
	}
	for i, service := range all.Items {
		if v, ok := service.Get("privileged").Text(); ok && strings.EqualFold(v, "true") {
			return "gives the container of " + all.Keys[i] + " all power over this machine"
		}
		volumes := service.Get("volumes")
		if !volumes.Is(tree.List) {
			continue
		}
		for _, volume := range volumes.Items {
			s, _ := volume.Text()
			source, _ := volume.Get("source").Text()
			if strings.HasPrefix(s, "/:") || source == "/" {
				return "hands the whole disk of this machine to the container of " + all.Keys[i]
			}
		}
	}
	return ""
}

// requirementsSay looks for packages that come from elsewhere than an index
// everybody uses: installing one runs its code.
func requirementsSay(text string) string {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(" "+line, " #")
		line = strings.TrimSpace(line)
		if host := foreign(line); host != "" && !strings.HasPrefix(line, "#") {
			return "takes packages, whose code runs when they are installed, from " + host
		}
	}
	return ""
}

// takesPackages is in front of the host that packages come from.
const takesPackages = "takes packages, whose code runs when they are built or installed, from "

// packageSays looks for dependencies of a package that come from an address. The
// addresses of its pages and of its own repository are none.
func packageSays(text string) string {
	for line := range strings.Lines(text) {
		for part := range strings.SplitSeq(line, ",") {
			key, value, ok := strings.Cut(part, ":")
			value = strings.Trim(value, "\"}] \t\r\n")
			if !ok || like.Any("url|homepage|repository|bugs|funding|$schema|registry|author", strings.Trim(strings.TrimSpace(key), "{ \"")) {
				continue
			}
			fetched := strings.HasPrefix(value, "git") || strings.HasSuffix(value, ".tgz") || strings.HasSuffix(value, ".tar.gz") || strings.HasSuffix(value, ".git")
			if host := foreign(value); fetched && host != "" {
				return takesPackages + host
			}
		}
	}
	return ""
}

// indexes are settings that say where packages come from, in small letters.
const indexes = "index_url|index-url|extra-index-url|extra_index_url|extra-index|find-links|find_links|default-index|registry-index|replace-with|registry"

// sourcesSay is the same for the settings of a project that say where its
// packages come from, and for packages that are named by an address.
func sourcesSay(base, text string) string {
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") && !strings.Contains(line, "=") {
			section = strings.ToLower(line)
		}
		low := strings.ToLower(line)
		key, _, _ := strings.Cut(low, "=")
		key = strings.Trim(key, " \t\"'")
		from := like.Any(indexes, key) ||
			key == "url" && like.Any("*tool.uv.index*|*tool.poetry.source*|*tool.pdm.source*|*tool.uv.sources*", section) ||
			(base == "cargo.toml" || base == "pyproject.toml") && (strings.Contains(low, "git = \"") || strings.Contains(low, "git=\"")) ||
			base == "pyproject.toml" && (strings.Contains(low, "@ http") || strings.Contains(low, "@ git+")) ||
			base == "gemfile" && (strings.HasPrefix(low, "source ") || strings.Contains(low, "git: "))
		if host := foreign(line); from && host != "" && !strings.HasPrefix(line, "#") && !like.Any("index.crates.io|crates.io|static.crates.io|rubygems.org|*.rubygems.org", host) {
			return takesPackages + host
		}
	}
	return ""
}

// definition tells the files in which an agent's sub-agents, commands and skills are
// defined.
func definition(file string) bool {
	return like.Any("*.claude/agents/*|*.claude/commands/*|*.claude/skills/*|*.opencode/agent/*|*.opencode/agents/*|*.opencode/command/*|*.opencode/commands/*|*.cursor/agents/*|*.github/agents/*|*.factory/droids/*|*.qwen/agents/*|*.gemini/agents/*", file)
}

// agentSays looks in the front matter of a definition, or in a piece of one, for
// settings that take away questions or start programs.
func agentSays(text string) string {
	head := text
	if rest, ok := strings.CutPrefix(strings.TrimLeft(text, "\ufeff \r\n"), "---"); ok {
		head, _, _ = strings.Cut(rest, "\n---")
	} else if strings.Contains(text, "\n#") || strings.HasPrefix(text, "#") {
		return "" // prose
	}
	section := ""
	for line := range strings.Lines(head) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		key = strings.Trim(strings.ToLower(strings.TrimLeft(key, "- {")), `"' `)
		if line[0] != ' ' && line[0] != '\t' && line[0] != '-' {
			section = key
		}
		switch value = strings.ToLower(strings.Trim(strings.TrimSpace(value), `"'`)); {
		case key == "permissionmode" && slices.Contains([]string{"bypasspermissions", "dontask", "acceptedits"}, value):
			return "defines an agent that is not asked before it acts (" + key + ": " + value + ")"
		case (section == "hooks" || section == "mcpservers") && (key == "command" || key == "url" || strings.Contains(value, "command")):
			return "defines an agent that starts programs by itself (" + section + ")"
		}
	}
	return ""
}
