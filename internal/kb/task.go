package kb

import (
	"strings"

	"github.com/sentinelgate/sentinel"
	"github.com/sentinelgate/sentinel/internal/shell"
)

// TaskName tells whether a name says that a task or script is one of the
// ordinary things: build, test, lint and their like. A word that says more than
// that (deploy, publish, reset) makes it unknown.
func TaskName(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	good := false
	for _, w := range words {
		switch w {
		case "test", "tests", "build", "builds", "lint", "fmt", "format", "check", "checks", "dev", "start", "clean", "typecheck",
			"bench", "benchmark", "coverage", "cover", "e2e", "unit", "spec", "specs", "docs", "doc", "watch", "serve", "preview", "storybook",
			"compile", "types", "tsc", "verify", "validate", "vet", "prettier", "eslint", "help", "all", "ci", "codegen", "bundle", "typescript",
			"integration", "style", "analyze", "size", "debug", "gen", "generate", "proto", "run", "server", "tidy", "static", "assets", "css", "js":
			good = true
		case "deploy", "publish", "release", "prod", "production", "destroy", "reset", "drop", "nuke", "upload", "push", "migrate",
			"seed", "install", "setup", "rollback", "wipe", "purge", "delete", "remove", "ship", "live", "staging", "sync", "send", "uninstall", "apply":
			return false
		}
	}
	return good
}

// task looks a named task of the project up and gives the texts it runs. A
// task that cannot be found is judged by its name.
func (b *Base) task(c *shell.Command, v *View, files shell.Reader, w shell.Word, kind string) []shell.Inner {
	name, ok := w.Known()
	d := Deed{Kind: sentinel.ExecuteFile, Scope: sentinel.ScopeProject, Scoped: true, Target: w, Aimed: true, Role: "task:" + kind, Rule: v.Parse.rule("", "task"),
		Say: "runs the task " + w.String() + " of the project"}
	if ok && TaskName(name) {
		d.Kind = sentinel.Run
	}
	v.Deeds = append(v.Deeds, d)
	return nil
}
