package later

import (
	"slices"
	"testing"
)

func TestInsertionsOfDefinitionsAreRead(t *testing.T) {
	for _, c := range []struct {
		file, text string
		want       []string
	}{
		{".claude/commands/x.md", "a !`git status` b !`git push -f`\n", []string{"git status", "git push -f"}},
		{`C:\p\.claude\commands\x.md`, "!`a`", []string{"a"}},
		{".claude/skills/x/SKILL.md", "```!\na\nb\n```\n!`c`", []string{"c", "a\nb"}},
		{".gemini/commands/x.toml", "!{if a; then { b; }; fi} and !{c}", []string{"if a; then { b; }; fi", "c"}},
		{".claude/commands/x.md", "run `git push -f` by hand! `x`", nil},
		{".claude/commands/x.md", "!`no end", nil},
		{".gemini/commands/x.toml", "!{no end", nil},
		{"docs/x.md", "!`git push -f`", nil},
		{".claude/commands/x.md", "!`` !` `", nil},
	} {
		var got []string
		for _, text := range insertions(c.file, c.text) {
			got = append(got, text.Code)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("insertions(%s, %q) = %q, want %q", c.file, c.text, got, c.want)
		}
	}
}

func TestInsertionsAreBounded(t *testing.T) {
	text := ""
	for range maxInsertions + 50 {
		text += "!`a`"
	}
	if got := len(insertions(".claude/commands/x.md", text)); got != maxInsertions {
		t.Errorf("%d commands are read, want %d", got, maxInsertions)
	}
}
