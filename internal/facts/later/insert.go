package later

import (
	"strings"

	"github.com/sentinelgate/sentinel/internal/kb/like"
	"github.com/sentinelgate/sentinel/internal/tasks/shelltext"
)

// maxInsertions bounds how many commands of one definition are read.
const maxInsertions = 200

// inserts tells how a client marks, in the definition of a command or a skill, what
// it runs itself before the model sees the text: no gate is asked about that, so it
// is judged when it is written. It gives the opening mark, "" for other files.
func inserts(file string) string {
	file = "/" + strings.ToLower(strings.ReplaceAll(file, `\`, "/"))
	switch {
	case like.Any("*/.gemini/commands/*.toml|*/.qwen/commands/*.toml|*/.gemini/extensions/*/commands/*.toml", file):
		return "!{"
	case like.Any("*/.claude/commands/*.md|*/.claude/skills/*.md|*/.opencode/command/*.md|*/.opencode/commands/*.md|*/.config/opencode/command/*.md|*/.config/opencode/commands/*.md|*/.qwen/commands/*.md", file):
		return "!`"
	}
	return ""
}

// insertions gives the commands that a definition has its client run. They are read
// wherever they stand: the clients do not look whether it is an example.
func insertions(file, text string) []Text {
	open := inserts(file)
	if open == "" {
		return nil
	}
	var out []Text
	for rest := text; len(out) < maxInsertions; {
		_, after, found := strings.Cut(rest, open)
		if !found {
			break
		}
		code, n := inserted(after, open)
		rest = after[n:]
		if strings.TrimSpace(code) != "" {
			out = append(out, Text{Lang: "sh", Code: code})
		}
	}
	for rest := text; open == "!`" && len(out) < maxInsertions; {
		_, after, found := strings.Cut(rest, "```!\n")
		if !found {
			break
		}
		var code string
		code, rest, _ = strings.Cut(after, "\n```")
		out = append(out, Text{Lang: "sh", Code: code})
	}
	return out
}

// inserted gives the command behind a mark, and how much of the text it takes.
// Without an end there is none.
func inserted(s, open string) (string, int) {
	end := strings.IndexByte(s, '`')
	if open == "!{" {
		end = shelltext.Closing(s, '{', '}')
	}
	if end < 0 {
		return "", 0
	}
	return s[:end], end
}
