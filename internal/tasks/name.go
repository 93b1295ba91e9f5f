package tasks

import "strings"

// Ordinary tells whether a name says that a task or script is one of the
// ordinary things: build, test, lint and their like. A word that says more than
// that (deploy, publish, reset) makes it unknown.
func Ordinary(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	good := false
	for _, w := range words {
		switch w {
		case "test", "tests", "build", "builds", "lint", "fmt", "format", "check", "checks", "dev", "start", "clean", "typecheck",
			"bench", "benchmark", "coverage", "cover", "e2e", "unit", "spec", "specs", "docs", "doc", "watch", "serve", "preview", "storybook",
			"compile", "types", "tsc", "verify", "validate", "vet", "prettier", "eslint", "help", "all", "ci", "codegen", "bundle", "typescript",
			"integration", "style", "analyze", "size", "debug", "gen", "generate", "proto", "run", "server", "tidy", "static", "assets", "css", "js",
			"html", "dirhtml", "singlehtml", "pdf", "latexpdf", "epub", "linkcheck", "doctest":
			good = true
		case "deploy", "publish", "release", "prod", "production", "destroy", "reset", "drop", "nuke", "upload", "push", "migrate",
			"seed", "install", "setup", "rollback", "wipe", "purge", "delete", "remove", "ship", "live", "staging", "sync", "send", "uninstall", "apply":
			return false
		}
	}
	return good
}
