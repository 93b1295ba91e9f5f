package later

import (
	"path"
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/like"
)

// takesFrom says for files that decide what a tool loads, by their names, what
// stands in front of the places that it loads from; ^ is the beginning of a line.
var takesFrom = [...]struct{ files, leads string }{
	{"go.mod", "=> "},
	{"go.work", "use |^"},
	{"makefile|gnumakefile|*.mk", "^include |^-include |^sinclude "},
	{".rspec|.mocharc*|.bazelrc|.ruby-opts|.yardopts|pytest.ini|tox.ini|setup.cfg", "--require |--require=|-r |-I |-p |--import |--loader |^import |^try-import |^%include "},
	{"package.json", `"file:|"link:|"portal:`},
	{"cargo.toml|pyproject.toml|pixi.toml", `path = "|path="|path = '|file://`},
	{"gemfile", `path: "|path: '|path => "|path => '|eval_gemfile "|eval_gemfile '`},
	{"requirements*.txt|constraints*.txt", "^|-e |--editable |-r |-c |file://|--find-links "},
	{".yarnrc.yml", "yarnPath: |yarnPath: \"|- "},
	{"cmakelists.txt|*.cmake", "include(|add_subdirectory("},
	{"*.gradle|*.gradle.kts", `from: "|from: '|from = "|includeBuild("|includeBuild '|includeBuild "`},
	{"justfile|*.just", "^import '|^import \""},
	{"composer.json", `"url": "`},
}

// outside gives the place outside of the project that a file makes a tool load code
// from. Places below the folders of the system are left alone: who could write there
// needs no detour.
func outside(base, text string) string {
	for _, t := range takesFrom {
		if !like.Any(t.files, base) {
			continue
		}
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "#!") || strings.HasPrefix(line, "//") {
				continue
			}
			for lead := range strings.SplitSeq(t.leads, "|") {
				if place := behind(line, lead); place != "" {
					return place
				}
			}
		}
	}
	return ""
}

// behind gives the absolute path that stands behind a lead in a line.
func behind(line, lead string) string {
	rest, ok := line, true
	if at, first := strings.CutPrefix(lead, "^"); first {
		rest, ok = strings.CutPrefix(line, at)
	} else {
		_, rest, ok = strings.Cut(line, lead)
	}
	rest = strings.TrimLeft(rest, " \"'")
	if strings.HasPrefix(rest, "///") {
		rest = rest[2:]
	}
	if !ok || !strings.HasPrefix(rest, "/") && !strings.HasPrefix(rest, "~/") && !strings.HasPrefix(rest, "$(HOME)/") || strings.HasPrefix(rest, "//") {
		return ""
	}
	if end := strings.IndexAny(rest[1:], " \t\"',;)"); end >= 0 && !strings.HasPrefix(rest, "$(") {
		rest = rest[:end+1]
	}
	for _, system := range []string{"/usr/", "/opt/", "/nix/", "/Library/", "/Applications/"} {
		if strings.HasPrefix(path.Clean(rest)+"/", system) {
			return ""
		}
	}
	if strings.Count(rest, "/") < 2 && rest[0] == '/' {
		return "" // "/x" is a route more often than a place
	}
	return rest
}
