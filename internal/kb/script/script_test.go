package script

import (
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell"
)

func TestShortcut(t *testing.T) {
	for text, want := range map[string]string{
		"npm:dev": "npm run dev", "pnpm:lint --fix": "pnpm run lint --fix", "npm:": "npm:", "npm://x": "npm://x",
		"npm run dev": "npm run dev", "git push": "git push", "node:x": "node:x", "": "",
	} {
		if got, _ := Shortcut(shell.Text(text)).Known(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
