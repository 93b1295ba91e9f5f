package glance

import "github.com/sentinelgate/sentinel/internal/kb"

// Loads gives the endings of the files that a program may load.
func Loads(v *kb.View) []string {
	if v == nil {
		return nil
	}
	switch v.Name {
	case "python", "python3", "pytest", "tox", "nox", "pip", "pip3", "uv", "poetry", "ipython", "coverage":
		return []string{".py"}
	case "node", "npm", "npx", "pnpm", "yarn", "bun", "deno", "jest", "vitest", "mocha", "ts-node", "tsx", "vite", "eslint":
		return []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"}
	case "go":
		return []string{".go"}
	case "ruby", "rake", "rspec", "bundle", "rails":
		return []string{".rb"}
	case "php", "phpunit", "composer":
		return []string{".php"}
	case "cargo", "rustc":
		return []string{".rs"}
	case "pwsh", "powershell":
		return []string{".ps1", ".psm1"}
	case "perl", "prove":
		return []string{".pl", ".pm"}
	}
	return nil
}
