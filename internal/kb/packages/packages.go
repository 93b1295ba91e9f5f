// Package packages tells which program a package runner starts for the name of a
// package. A well-known scoped package is one line in scoped.
package packages

import "strings"

// Program is the name of the program of a package, as npx and its like are given
// it: without a version, and of a scoped package only where that is known. has
// tells which programs are known.
func Program(s string, has func(string) bool) string {
	if !strings.HasPrefix(s, "@") {
		name, _, _ := strings.Cut(s, "@")
		name, _, _ = strings.Cut(name, "==")
		return name
	}
	i := strings.LastIndexByte(s, '/')
	if i <= 0 {
		return s
	}
	scope := s[:i]
	name, _, _ := strings.Cut(s[i+1:], "@")
	if known := scoped(scope + "/" + name); known != "" {
		return known
	}
	if !has(name) || !strings.EqualFold(strings.TrimPrefix(scope, "@"), name) {
		return ""
	}
	return name
}

// scoped gives the program names of well-known scoped packages.
func scoped(name string) string {
	switch name {
	case "@biomejs/biome":
		return "biome"
	case "@11ty/eleventy":
		return "eleventy"
	case "@angular/cli":
		return "ng"
	case "@vue/cli":
		return "vue"
	case "@nestjs/cli":
		return "nest"
	case "@playwright/test":
		return "playwright"
	case "@redocly/cli":
		return "redocly"
	case "@stryker-mutator/core":
		return "stryker"
	case "@changesets/cli":
		return "changeset"
	case "@commitlint/cli":
		return "commitlint"
	case "@mermaid-js/mermaid-cli":
		return "mmdc"
	case "@tailwindcss/cli":
		return "tailwindcss"
	case "@lhci/cli":
		return "lhci"
	case "@graphql-codegen/cli":
		return "graphql-codegen"
	case "@svgr/cli":
		return "svgr"
	case "@microsoft/api-extractor":
		return "api-extractor"
	}
	return ""
}
